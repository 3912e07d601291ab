"""The records kept along with a position: events, scripted chance and reasons for refusals."""

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
    """A piece that chance drew, the number of events before it, and the set it was drawn from."""

    def __init__(self, piece: i64, after: i64) -> None:
        self.piece: i64 = piece
        self.after: i64 = after

    def pool(self) -> list[int]:
        """Returns the pieces that could have been drawn, one for each copy."""
        raise NotImplementedError


@final
@mypyc_attr(acyclic=True)
class DrawnCard(Drawn):
    """A card drawn from a set of cards."""

    def __init__(self, piece: i64, after: i64, cards: tuple[i64, i64]) -> None:
        super().__init__(piece, after)
        self.cards: tuple[i64, i64] = cards

    def pool(self) -> list[int]:
        return members(self.cards)


@final
@mypyc_attr(acyclic=True)
class DrawnThing(Drawn):
    """A thing drawn from a set of bits."""

    def __init__(self, piece: i64, after: i64, things: i64) -> None:
        super().__init__(piece, after)
        self.things: i64 = things

    def pool(self) -> list[int]:
        return members_of(self.things)


@final
@mypyc_attr(acyclic=True)
class DrawnCopy(Drawn):
    """A copy drawn from a pile of counts, as a number; number 0 is the piece `first`."""

    def __init__(self, piece: i64, after: i64, pile: tuple[i64, i64, i64, i64, i64], first: i64) -> None:
        super().__init__(piece, after)
        self.pile: tuple[i64, i64, i64, i64, i64] = pile
        self.first: i64 = first

    def pool(self) -> list[int]:
        return [self.first + copy for copy in copies(self.pile)]


@mypyc_attr(acyclic=True)
class Recorder:
    """Records events, dictates chance from a script if there is one, and notes the reasons for refusals.

    It is not part of the position: a clone gets the silent recorder, and the hot path reads only one of its flags.
    """

    def __init__(self) -> None:
        self.recording: bool = False
        self.events: list[Event] = []
        self.drawn: list[Drawn] = []
        # Chance comes from the recorder (a script or an enumeration) and not from the position's stream.
        self.dictates: bool = False
        self.script: list[int] = []
        self.asking: bool = False
        self.asked_card: i64 = -1
        self.asked_action: i64 = -1
        self.refusal: i64 = 0

    def forget(self) -> None:
        """Clears the records of the last action before a new one begins."""
        self.events = []
        if self.drawn:
            self.drawn = []

    # -- the draws of each seat, and their alternatives ---------------------------------------------------------------

    def note_card(self, card: i64, cards: tuple[i64, i64]) -> None:
        """Notes that chance drew a card from a set that includes it."""
        self.drawn.append(DrawnCard(card, len(self.events), cards))

    def note_thing(self, thing: i64, things: i64) -> None:
        """Notes that chance drew a thing from a set of bits."""
        self.drawn.append(DrawnThing(thing, len(self.events), things))

    def note_copy(self, thing: i64, pile: tuple[i64, i64, i64, i64, i64], first: i64) -> None:
        """Notes that chance drew a copy from a pile of counts."""
        self.drawn.append(DrawnCopy(first + thing, len(self.events), pile, first))

    def draws(self) -> list[tuple[int, int, bytes]]:
        """Returns the draws that only one seat saw, in order: the seat, the piece, and the pieces it was drawn from."""
        found: list[tuple[int, int, bytes]] = []
        left = list(self.drawn)
        for number, event in enumerate(self.events):
            own, others = event.own_cards(), []
            for drawn in left:
                if drawn.after <= number and drawn.piece in own:
                    own.remove(drawn.piece)
                    found.append((int(event.seat), int(drawn.piece), bytes(drawn.pool())))
                else:
                    others.append(drawn)
            left = others
        return found

    # -- scripted chance: the script lists cards by their pieces, and the numbers on dice -----------------------------

    def number(self, n: i64) -> i64:
        """Returns the next scripted result, from 0 to n - 1; raises ScenarioError without one."""
        if not self.script:
            raise ScenarioError("Something is drawn or rolled here, but the script has no result left for it.")
        result: i64 = self.script.pop(0)
        if not 0 <= result < n:
            raise ScenarioError(f"The script says {result}, but chance can only give 0 to {n - 1} here.")
        return result

    def die(self) -> i64:
        """Returns the number on a six-sided die."""
        shown = self.number(_SIDES + 1)
        if shown == 0:
            raise ScenarioError("A die shows 1 to 6, not 0.")
        return shown

    def card(self, cards: tuple[i64, i64], pieces: i64) -> i64:
        """Returns one of a set of cards; `pieces` is the number of pieces in the game."""
        card = self.number(pieces)
        if not has(cards, card):
            raise ScenarioError(f"The script draws card {card}, which does not exist.")
        return card

    def cards(self, cards: tuple[i64, i64], number: i64, pieces: i64) -> tuple[i64, i64]:
        """Returns `number` cards of a set, which must hold at least that many."""
        drawn: tuple[i64, i64] = no_cards()
        while number > 0:
            drawn = union(drawn, only(self.card(minus(cards, drawn), pieces)))
            number -= 1
        return drawn

    def thing(self, things: i64) -> i64:
        """Returns one of a set of bits."""
        thing = self.number(WORD)
        if not is_in(things, thing):
            raise ScenarioError(f"The script draws number {thing}, which does not exist.")
        return thing

    def copy(self, pile: tuple[i64, i64, i64, i64, i64], first: i64, pieces: i64) -> i64:
        """Returns the thing of a copy drawn from a pile of counts; thing 0 is the piece `first`."""
        thing = self.number(pieces) - first
        if thing < 0 or count(pile, thing) == 0:
            raise ScenarioError("The script draws a card that is not there.")
        return thing

    def copies(
        self, pile: tuple[i64, i64, i64, i64, i64], first: i64, number: i64, pieces: i64
    ) -> tuple[i64, i64, i64, i64, i64]:
        """Returns `number` copies from a pile, which must have that many."""
        drawn: tuple[i64, i64, i64, i64, i64] = nothing()
        while number > 0:
            card = one(self.copy(pile, first, pieces))
            pile = less(pile, card)
            drawn = plus(drawn, card)
            number -= 1
        return drawn


SILENT: Final = Recorder()
