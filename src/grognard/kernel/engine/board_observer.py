"""The observation that follows from a game's board: its numbers, the sizes of what is hidden, and all open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.cards import size
from grognard.kernel.content.board import PICKED, Board, Flag, Note, Number, Zone, attribute
from grognard.kernel.engine.card_set import DeckCards
from grognard.kernel.engine.observation import Observer, Part, Row, flag, number, set_of
from grognard.kernel.engine.one_deck import OneDeckState
from grognard.kernel.engine.state import State

if TYPE_CHECKING:
    from grognard.kernel.game import Game


def board_layout(board: Board, game: Game) -> list[Part]:
    """Returns the parts that a `BoardObserver` writes, with “own” for the seat and “their” for the other one."""
    plan = _Plan(board)
    numbers = [f"{whose} {key}" for key in plan.army_numbers for whose in ("own", "their")]
    numbers += ["own hand size", "their hand size", *[f"{key} size" for key in plan.hidden], *plan.numbers]
    flags = [*plan.flags, *[f"{whose} {key}" for key in plan.army_flags for whose in ("own", "their")]]
    sets = ["own hand", *[f"{whose} {key}" for key in plan.army_sets for whose in ("own", "their")]]
    sets += [*[f"their {key}" for key in plan.secrets], *plan.sets]
    return [*map(number, numbers), *map(flag, flags), *[set_of(name, game.pieces) for name in sets]]


class _Plan:
    """The keys of a board by how an observation writes them."""

    def __init__(self, board: Board) -> None:
        self.army_numbers = [item.key for item in board.army if isinstance(item, Number)]
        self.army_flags = [item.key for item in board.army if isinstance(item, Flag)]
        self.army_sets = [item.key for item in board.army if isinstance(item, Note) and not item.secret]
        self.army_sets += [zone.key for zone in board.army_zones if not zone.is_hidden]
        self.secrets = [item.key for item in board.army if isinstance(item, Note) and item.secret]
        self.hidden = [zone.key for zone in board.zones if zone.is_hidden]
        self.numbers = [item.key for item in board.common if isinstance(item, Number)]
        self.flags = [item.key for item in board.common if isinstance(item, Flag)]
        self.sets = [zone.key for zone in board.zones if not zone.is_hidden]
        self.sets += [item.key for item in board.common if isinstance(item, Note)]
        self.sets += [item.key for item in board.common if isinstance(item, Zone) and item.key == PICKED]


@mypyc_attr(acyclic=True)
class BoardObserver(Observer):
    """Writes the knowledge of a seat about a position with a `Board`, in the order of `board_layout`."""

    def __init__(self, board: Board, phases: i64, seats: i64) -> None:
        super().__init__(phases, seats)
        plan = _Plan(board)
        self.army_numbers: list[str] = [attribute(key) for key in plan.army_numbers]
        self.army_flags: list[str] = [attribute(key) for key in plan.army_flags]
        self.army_sets: list[str] = [attribute(key) for key in plan.army_sets]
        self.secrets: list[str] = [attribute(key) for key in plan.secrets]
        self.hidden: list[str] = [attribute(key) for key in plan.hidden]
        self.numbers: list[str] = [attribute(key) for key in plan.numbers]
        self.flags: list[str] = [attribute(key) for key in plan.flags]
        self.sets: list[str] = [attribute(key) for key in plan.sets]

    def observe(self, state: State, seat: i64, row: Row) -> None:
        position = cast(OneDeckState, state)
        me = position.army(seat)
        them = position.army(1 - seat)
        cards = cast(DeckCards, position.game.card_set).size
        for name in self.army_numbers:
            row.number(getattr(me, name))
            row.number(getattr(them, name))
        row.number(size(me.hand))
        row.number(size(them.hand))
        for name in self.hidden:
            row.number(size(_cards(position, name)))
        for name in self.numbers:
            row.number(getattr(position, name))
        for name in self.flags:
            row.flag(getattr(position, name))
        for name in self.army_flags:
            row.flag(getattr(me, name))
            row.flag(getattr(them, name))
        row.cards_of(me.hand, cards)
        for name in self.army_sets:
            row.cards_of(_cards(me, name), cards)
            row.cards_of(_cards(them, name), cards)
        for name in self.secrets:
            row.cards_of(_cards(them, name), cards)
        for name in self.sets:
            row.cards_of(_cards(position, name), cards)


def _cards(owner: object, name: str) -> tuple[i64, i64]:
    cards: tuple[i64, i64] = getattr(owner, name)
    return cards
