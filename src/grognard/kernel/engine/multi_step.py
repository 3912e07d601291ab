"""The open frame of games whose choices take several questions: which unit, then its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import lowest
from grognard.kernel.cardsets.counts import copies, is_none, less, nothing, total
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The argument of `finish` when there was nothing left to choose.
NOTHING: Final = -1


@mypyc_attr(acyclic=True)
class MultiStepState(State):
    """A position with a deck and a discard pile of cards with copies, and an open frame.

    The frame is a card taken from the hand and not yet shown, with the questions still to answer.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deck: tuple[i64, i64, i64, i64, i64] = nothing()
        self.discard: tuple[i64, i64, i64, i64, i64] = nothing()
        self.picked: tuple[i64, i64, i64, i64, i64] = nothing()
        # How many actions of the open frame can still be undone.
        self.made: i64 = 0

    def _copy_framed(self, other: MultiStepState) -> None:
        self._copy_kernel(other)
        self.deck = other.deck
        self.discard = other.discard
        self.picked, self.made = other.picked, other.made

    # -- the deck --------------------------------------------------------------------------------------------------

    def to_hand(self, seat: i64, cards: tuple[i64, i64, i64, i64, i64]) -> None:
        """Adds cards from the deck to a hand."""
        raise NotImplementedError

    def reshuffle(self) -> bool:
        """Makes a new deck when the deck has too few cards; returns False if the rules do not allow it."""
        raise NotImplementedError

    def drew(self, seat: i64, pieces: list[int]) -> None:
        """Emits the event that a seat drew these pieces from one deck."""
        raise NotImplementedError

    def deal(self, seat: i64, number: i64, first: i64) -> None:
        """Draws up to `number` cards from the deck and a new deck into a hand. Card 0 is the piece `first`."""
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
        """Returns the frame of the next question, or OVER if none is left."""
        raise NotImplementedError

    def answers(self) -> i64:
        """Returns the possible answers to the question, as a set in one word; never empty."""
        raise NotImplementedError

    def answer(self, thing: i64) -> None:
        """Takes an answer to the question of `asks`, then calls `proceed` or `finish`."""
        raise NotImplementedError

    def fulfil(self, thing: i64) -> None:
        """Closes and shows the frame and carries it out; `thing` is the last answer, or NOTHING."""
        raise NotImplementedError

    def finish(self, thing: i64) -> None:
        """Completes the frame when no question is left."""
        if self.is_question(self.phase()):
            self.leave()
        self.fulfil(thing)

    def is_asked(self, asks: i64, answers: i64) -> bool:
        """Returns whether to ask the question; one with a single answer, known to both sides, is skipped."""
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
