"""What is written down beside a position: events, scripted chance, and why something is refused."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import is_in, members_of
from grognard.kernel.cardsets.cards import WORD, has, members, minus, no_cards, only, union
from grognard.kernel.cardsets.counts import copies, count, less, nothing, one, plus
from grognard.kernel.engine.events import Event
from grognard.kernel.errors import ScenarioError

_SIDES: Final = 6


@mypyc_attr(acyclic=True)
class Drawn:
    """A piece that chance brought, after so many events, and as a set what it could have brought instead."""

    def __init__(self, piece: i64, after: i64) -> None:
        self.piece: i64 = piece
        self.after: i64 = after

    def pool(self) -> list[int]:
        """The pieces that could have come, one for each copy."""
        raise NotImplementedError


@final
@mypyc_attr(acyclic=True)
class DrawnCard(Drawn):
    """A member of a set of cards."""

    def __init__(self, piece: i64, after: i64, cards: tuple[i64, i64]) -> None:
        super().__init__(piece, after)
        self.cards: tuple[i64, i64] = cards

    def pool(self) -> list[int]:
        return members(self.cards)


@final
@mypyc_attr(acyclic=True)
class DrawnThing(Drawn):
    """A member of a set of bits."""

    def __init__(self, piece: i64, after: i64, things: i64) -> None:
        super().__init__(piece, after)
        self.things: i64 = things

    def pool(self) -> list[int]:
        return members_of(self.things)


@final
@mypyc_attr(acyclic=True)
class DrawnCopy(Drawn):
    """A copy out of a pile of counts; `first` is the piece that thing 0 is."""

    def __init__(self, piece: i64, after: i64, pile: tuple[i64, i64, i64, i64, i64], first: i64) -> None:
        super().__init__(piece, after)
        self.pile: tuple[i64, i64, i64, i64, i64] = pile
        self.first: i64 = first

    def pool(self) -> list[int]:
        return [self.first + copy for copy in copies(self.pile)]


@mypyc_attr(acyclic=True)
class Recorder:
    """Writes down what happens, dictates chance where there is a script, and notes why something is refused.

    It is no part of the position: a clone gets the silent recorder, and the hot path asks it nothing but one flag.
    """

    def __init__(self) -> None:
        self.recording: bool = False
        self.events: list[Event] = []
        self.drawn: list[Drawn] = []
        # Chance comes from here, by a script or one way after the other, and not from the position's stream.
        self.dictates: bool = False
        self.script: list[int] = []
        self.asking: bool = False
        self.asked_card: i64 = -1
        self.asked_action: i64 = -1
        self.refusal: i64 = 0

    def forget(self) -> None:
        """A new action begins: what the last one did has been read."""
        self.events = []
        if self.drawn:
            self.drawn = []

    # -- who drew what, and what else could have come ----------------------------------------------------------------

    def note_card(self, card: i64, cards: tuple[i64, i64]) -> None:
        """Chance brought a card out of a set, itself among them."""
        self.drawn.append(DrawnCard(card, len(self.events), cards))

    def note_thing(self, thing: i64, things: i64) -> None:
        """Chance brought a member of a set of bits."""
        self.drawn.append(DrawnThing(thing, len(self.events), things))

    def note_copy(self, thing: i64, pile: tuple[i64, i64, i64, i64, i64], first: i64) -> None:
        """Chance brought a copy out of a pile of counts."""
        self.drawn.append(DrawnCopy(first + thing, len(self.events), pile, first))

    def draws(self) -> list[tuple[int, int, bytes]]:
        """Who was shown alone what chance had just brought: the seat, the piece, and what it was drawn from."""
        found: list[tuple[int, int, bytes]] = []
        left = list(self.drawn)
        for number, event in enumerate(self.events):
            for piece in event.own_cards():
                for place, drawn in enumerate(left):
                    if drawn.piece == piece and drawn.after <= number:
                        found.append((int(event.seat), piece, bytes(drawn.pool())))
                        del left[place]
                        break
        return found

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
