"""The open frame of games whose choices ask one question after another: which unit, then its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import lowest
from grognard.kernel.cardsets.counts import copies, is_none, less, nothing, total
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# What `finish` gets where nothing was left to name.
NOTHING: Final = -1


@mypyc_attr(acyclic=True)
class MultiStepState(State):
    """A position with a deck and a discard pile of cards with copies, and an open frame.

    The frame is a card out of the hand and not yet shown, and what it still has to be told.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deck: tuple[i64, i64, i64, i64, i64] = nothing()
        self.discard: tuple[i64, i64, i64, i64, i64] = nothing()
        self.picked: tuple[i64, i64, i64, i64, i64] = nothing()
        # How many actions of the open frame can still be taken back.
        self.made: i64 = 0

    def _copy_framed(self, other: MultiStepState) -> None:
        self._copy_kernel(other)
        self.deck = other.deck
        self.discard = other.discard
        self.picked, self.made = other.picked, other.made

    # -- the deck --------------------------------------------------------------------------------------------------

    def to_hand(self, seat: i64, cards: tuple[i64, i64, i64, i64, i64]) -> None:
        """Cards of the deck come into a hand."""
        raise NotImplementedError

    def reshuffle(self) -> bool:
        """More cards are due than the deck has: makes a new one, if the rules give one."""
        raise NotImplementedError

    def drew(self, seat: i64, pieces: list[int]) -> None:
        """Emits the event that these came into a seat's hand out of one deck."""
        raise NotImplementedError

    def deal(self, seat: i64, number: i64, first: i64) -> None:
        """Gives a hand as many cards as deck and new deck have. `first` is the piece that card 0 is."""
        while True:
            drawn = self.random_part(self.deck, first, min(number, total(self.deck)))
            self.deck = less(self.deck, drawn)
            self.to_hand(seat, drawn)
            number -= total(drawn)
            self.reveal()
            if self.recorder.recording and not is_none(drawn):
                self.drew(seat, [first + card for card in copies(drawn)])
            if number <= 0 or not self.reshuffle():
                return

    # -- the open frame --------------------------------------------------------------------------------------------

    def picks(self) -> i64:
        return self.made

    def asks(self) -> i64:
        """The frame of the next question, or OVER: all is named."""
        raise NotImplementedError

    def answers(self) -> i64:
        """What the question may be answered with, as a set in one word; never empty."""
        raise NotImplementedError

    def answer(self, thing: i64) -> None:
        """Takes an answer to the question that `asks` names: goes on by `proceed`, or ends by `finish`."""
        raise NotImplementedError

    def fulfil(self, thing: i64) -> None:
        """All is named, the last thing here (or NOTHING): closes the frame, shows it, and it happens."""
        raise NotImplementedError

    def finish(self, thing: i64) -> None:
        """There is nothing more to ask."""
        if self.is_question(self.phase()):
            self.leave()
        self.fulfil(thing)

    def is_asked(self, asks: i64, answers: i64) -> bool:
        """Is it a question at all? One with a single answer is not, if the other side can tell that there is one."""
        return answers & (answers - 1) != 0

    def proceed(self) -> None:
        """Asks the next question of the open frame."""
        asks = self.asks()
        if asks == OVER:
            self.finish(NOTHING)
            return
        answers = self.answers()
        if not self.is_asked(asks, answers):
            self.answer(lowest(answers))
        elif self.is_question(self.phase()):
            self.go(asks)
        else:
            self.enter(asks)

    def close_frame(self) -> None:
        self.made = 0
        self.picked = nothing()
