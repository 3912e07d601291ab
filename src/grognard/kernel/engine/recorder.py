"""What is written down beside a position: events, scripted chance, and why something is refused."""

from __future__ import annotations

from operator import index
from typing import Final, SupportsIndex, final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import is_in
from grognard.kernel.cardsets.cards import WORD, has, minus, no_cards, only, union
from grognard.kernel.cardsets.counts import count, less, nothing, one, plus
from grognard.kernel.errors import ScenarioError

_SIDES: Final = 6


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Event:
    """Something that happened. `private` says that only `seat` saw which cards; the others know how many.

    What `kind` is, which cards it lists and what its `numbers` mean is told by the game's log.
    """

    def __init__(self, kind: i64, seat: i64, cards: list[int], private: bool, numbers: list[int]) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.cards: list[int] = cards
        self.private: bool = private
        self.numbers: list[int] = numbers

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Event, (self.kind, self.seat, self.cards, self.private, self.numbers)

    def seen_by(self, seat: SupportsIndex | None) -> Event:
        """The form that this seat (None: a spectator) may know: hidden cards are left out."""
        if not self.private or (seat is not None and index(seat) == self.seat):
            return self
        return Event(self.kind, self.seat, [], True, self.numbers)

    def key(self) -> tuple[int, int, tuple[int, ...], bool, tuple[int, ...]]:
        """Everything in it, to compare."""
        return self.kind, self.seat, tuple(self.cards), self.private, tuple(self.numbers)


@mypyc_attr(acyclic=True)
class Recorder:
    """Writes down what happens, dictates chance where there is a script, and notes why something is refused.

    It is no part of the position: a clone gets the silent recorder, and the hot path asks it nothing but one flag.
    """

    def __init__(self) -> None:
        self.recording: bool = False
        self.events: list[Event] = []
        # What was drawn, and out of what; then, once it is told who drew it, by which seat.
        self.noted: list[tuple[int, bytes]] = []
        self.draws: list[tuple[int, int, bytes]] = []
        # Chance comes from here, by a script or one way after the other, and not from the position's stream.
        self.dictates: bool = False
        self.script: list[int] = []
        self.asking: bool = False
        self.asked_card: i64 = -1
        self.asked_action: i64 = -1
        self.refusal: i64 = 0

    def forget(self) -> None:
        """A new action begins: what the last one did is told."""
        self.events = []
        self.noted = []
        self.draws = []

    # -- who drew what, and what else could have come ----------------------------------------------------------------

    def note(self, piece: i64, pool: list[int]) -> None:
        """Chance brought a piece out of a pool of pieces, itself among them."""
        self.noted.append((piece, bytes(pool)))

    def drawn_by(self, seat: i64, pieces: list[int]) -> None:
        """A seat alone is shown these pieces: those that chance has just brought are what it drew."""
        for piece in pieces:
            for place, (noted, pool) in enumerate(self.noted):
                if noted == piece:
                    self.draws.append((seat, piece, pool))
                    del self.noted[place]
                    break

    # -- chance by a script, which says cards by their pieces and dice as they show -----------------------------------

    def number(self, n: i64) -> i64:
        """The next scripted result, from 0 to n - 1; the script must hold one."""
        if not self.script:
            raise ScenarioError("Something is drawn or rolled here, and the script has nothing left to say what.")
        result: i64 = self.script.pop(0)
        if not 0 <= result < n:
            raise ScenarioError(f"The script says {result}, where chance brings 0 to {n - 1}.")
        return result

    def die(self) -> i64:
        """What a six-sided die shows."""
        shown = self.number(_SIDES + 1)
        if shown == 0:
            raise ScenarioError("A die shows 1 to 6, not 0.")
        return shown

    def card(self, cards: tuple[i64, i64], pieces: i64) -> i64:
        """One of a set of cards, in a game of so many pieces."""
        card = self.number(pieces)
        if not has(cards, card):
            raise ScenarioError(f"The script draws card {card}, which does not lie there.")
        return card

    def cards(self, cards: tuple[i64, i64], number: i64, pieces: i64) -> tuple[i64, i64]:
        """So many of a set of cards, which must have them."""
        drawn: tuple[i64, i64] = no_cards()
        while number > 0:
            drawn = union(drawn, only(self.card(minus(cards, drawn), pieces)))
            number -= 1
        return drawn

    def thing(self, things: i64) -> i64:
        """One of a set of bits."""
        thing = self.number(WORD)
        if not is_in(things, thing):
            raise ScenarioError(f"The script brings number {thing}, which is not among those there are.")
        return thing

    def copy(self, pile: tuple[i64, i64, i64, i64, i64], first: i64, pieces: i64) -> i64:
        """A copy out of a pile of counts, by its thing; `first` is the piece that thing 0 is."""
        thing = self.number(pieces) - first
        if thing < 0 or count(pile, thing) == 0:
            raise ScenarioError("The script draws a card that does not lie there.")
        return thing

    def copies(
        self, pile: tuple[i64, i64, i64, i64, i64], first: i64, number: i64, pieces: i64
    ) -> tuple[i64, i64, i64, i64, i64]:
        """So many copies out of a pile, which must have them."""
        drawn: tuple[i64, i64, i64, i64, i64] = nothing()
        while number > 0:
            card = one(self.copy(pile, first, pieces))
            pile = less(pile, card)
            drawn = plus(drawn, card)
            number -= 1
        return drawn


SILENT: Final = Recorder()
