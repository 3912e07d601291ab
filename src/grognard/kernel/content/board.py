"""What a game of two hands has on its board, declared once: zones, numbers, flags and notes.

A game's `Board` gives the defaults of everything that lists them: the stored form of a position, its copies and checks
(`kernel.engine.two_hands`), the view (`kernel.views.board_view`), and the observation for learners
(`kernel.engine.board_observer`). Each key names the attribute of the position, or of the army of a seat, that holds
the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from grognard.kernel.content.fields import FLAG, NUMBER, CardNames, FactField, Part, field, number, phase_field

# How many card sets the fields are kept for, as `kernel.engine.card_set` does.
_CARD_SETS: Final = 64
# The zones that the kernel knows: the cards of the open frame, and a hand.
PICKED: Final = "picked"
HAND: Final = "hand"


@dataclass(frozen=True)
class Zone:
    """A place for cards that are all different; every card is in exactly one zone.

    key          the attribute that holds the cards; `hand` is a hand, which only its owner sees
    label        its name on the board; in an army's zone, `{who}` and `{whose}` stand for its seat
    is_hidden    nobody sees its cards, only how many there are
    opens        a hidden zone whose cards everyone sees at the end
    folded       pages draw it as a pile that opens on demand
    """

    key: str
    label: str = ""
    is_hidden: bool = False
    opens: bool = False
    folded: bool = False


@dataclass(frozen=True)
class Number:
    """A number from 0 that everyone knows.

    key      the attribute that holds it
    name     its name in a sentence, such as “{whose} troops”; empty if pages do not show it
    clause   the clause that explains it
    limit    the key of the house rule with its highest value; empty if it has none
    harms    the higher it is, the worse for its owner
    """

    key: str
    name: str = ""
    clause: str = ""
    limit: str = ""
    harms: bool = False


@dataclass(frozen=True)
class Flag:
    """Something that is so or not, and that everyone knows: the attribute `key` is a bool."""

    key: str


@dataclass(frozen=True)
class Note:
    """Cards that the rules take note of wherever they are: the attribute `key` is a set of them.

    `in_hand` is true for an army's note of the cards in its hand that the other side knows. `clause` says so.
    `since` is the key of the army's number with the turn of the last look. With it, pages show the known cards.
    `secret` is true if only the other side knows which cards these are: `spied` of a `SpiedSide`.
    """

    key: str
    in_hand: bool = False
    clause: str = ""
    since: str = ""
    secret: bool = False


# A game adds fields of other forms as they are.
Item = Zone | Number | Flag | Note | FactField


@dataclass(frozen=True)
class Board:
    """Everything in the position of a game with two hands, in the order in which positions are stored.

    common   what the position has once: its zones, numbers, flags and notes
    army     what each side has
    defends  the phases in which the defender decides; in all others, the attacker does, whose turn it is
    shown    the order of the common zones in views, if it differs
    below    for a phase that lies on top of another one: both numbers
    """

    common: tuple[Item, ...]
    army: tuple[Item, ...]
    defends: tuple[int, ...] = ()
    shown: tuple[str, ...] = ()
    below: tuple[tuple[int, int], ...] = ()

    @property
    def zones(self) -> list[Zone]:
        """The common zones, in the order of views; the cards of an open frame are not on the board yet."""
        zones = {item.key: item for item in self.common if isinstance(item, Zone) and item.key != PICKED}
        return [zones[key] for key in self.shown or zones]

    @property
    def army_zones(self) -> list[Zone]:
        """The zones of each side that everyone sees: all but the hand."""
        return [item for item in self.army if isinstance(item, Zone) and item.key != HAND]

    @property
    def places(self) -> list[str]:
        """The facts that are places for cards."""
        common = [item.key for item in self.common if isinstance(item, Zone)]
        return common + [f"{item.key} {seat}" for item in self.army if isinstance(item, Zone) for seat in range(2)]

    @property
    def counters(self) -> list[str]:
        """The facts that are numbers."""
        army = [f"{item.key} {seat}" for item in self.army if isinstance(item, Number) for seat in range(2)]
        return army + [item.key for item in self.common if isinstance(item, Number)]

    def parts(self, position: Any, phases: Sequence[str], by_name: CardNames) -> list[Part]:
        """Returns the parts of a position for `State.fact_parts`."""
        common, army = _fields(self, tuple(phases), by_name)
        return [(position, common, "{}"), *[(position.army(seat), army, f"{{}} {seat}") for seat in range(2)]]


def attributes(items: Sequence[Item]) -> Iterator[str]:
    """Yields the attribute of each item."""
    for item in items:
        if not isinstance(item, FactField):
            yield attribute(item.key)


def attribute(key: str) -> str:
    """Returns the name of the attribute with this key: `seen turn` is in `seen_turn`, and `North` in `north`."""
    return key.replace(" ", "_").lower()


@lru_cache(_CARD_SETS)
def _fields(
    board: Board, phases: tuple[str, ...], by_name: CardNames
) -> tuple[Sequence[FactField], Sequence[FactField]]:
    """Returns the fields of the position and those of an army, with these cards."""
    active = FactField(
        "active",
        lambda position: int(position.active),
        lambda position, seat: position.give_turn(number(seat, 0, 1)),
    )
    common = [_field(item, by_name) for item in board.common]
    return [phase_field(phases, dict(board.below)), active, *common], [_field(item, by_name) for item in board.army]


def _field(item: Item, by_name: CardNames) -> FactField:
    if isinstance(item, FactField):
        return item
    codec = by_name.as_pile if isinstance(item, Zone | Note) else FLAG if isinstance(item, Flag) else NUMBER
    return field(item.key, codec, attribute(item.key))
