"""The facts of a position of Ready Aim Fire as plain data, by the cards of the loaded game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from grognard.games.ready_aim_fire.marks import COVERED, MARKS, card_of, kind_of
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.tables import Cards
from grognard.kernel.content.fields import (
    FLAG, NUMBER, Codec, FactField, field, fields, names_in, numbers, phase_field, whole, words,
)  # fmt: skip
from grognard.kernel.engine.card_set import CARD_SETS
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import members_of, word_of
from grognard.kernel.cardsets.stacks import MOST, cards_of, stacked

if TYPE_CHECKING:
    from grognard.games.ready_aim_fire.state import Post


def _stack_codec(cards: Cards) -> Codec:
    """The codec for a stack as the names of its battalions, without marks."""

    def read(listed: object) -> int:
        lie = []
        for name in names_in(listed):
            kind = cards.by_name.number(name)
            if kind >= cards.first_commander:
                raise BadInput(f"{name} is not a battalion, so it cannot be in a stack.")
            lie.append(int(card_of(kind)))
        if len(lie) > MOST:
            raise BadInput(f"A position cannot hold {len(lie)} battalions.")
        return stacked(lie)

    return Codec(lambda stack: [cards.battalions[kind_of(card)] for card in cards_of(stack)], read)


def _kept_codec(cards: Cards) -> Codec:
    """The codec for a stack as the numbers of its cards."""

    def read(listed: object) -> int:
        lie = numbers(listed, 0, 2 * COVERED - 1)
        if len(lie) > MOST or not all(0 <= kind_of(card) < cards.first_commander for card in lie):
            raise BadInput("This is not a stack of battalions.")
        return stacked(lie)

    return Codec(cards_of, read)


def _mark_field(mark: str, bit_of: int) -> FactField:
    """The fact that lists the cards of a stack with a mark, counted from the top."""

    def get(post: Post) -> object:
        return [str(i + 1) for i, card in enumerate(cards_of(post.stack)) if card & bit_of]

    def put(post: Post, listed: object) -> None:
        lie = [card & ~bit_of for card in cards_of(post.stack)]
        for i in numbers(listed, 1, len(lie)):
            lie[i - 1] |= bit_of
        post.stack = stacked(lie)

    return FactField(f" {mark}", get, put)


def _row_of(default: Sequence[int]) -> Codec:
    """A codec for a row of numbers as long as `default`; an empty row means the default."""

    def read(listed: object) -> tuple[int, ...]:
        row = numbers(listed) or default
        if len(row) != len(default):
            raise BadInput(f"This row needs {len(default)} numbers, not {len(row)}.")
        return tuple(row)

    return Codec(lambda row: [int(one_of) for one_of in row], read)


_COLUMNS: Final = Codec(members_of, lambda listed: word_of(numbers(listed, 0, n.COLUMNS - 1)))
_COLUMN: Final = whole(n.NONE, n.COLUMNS - 1)
_SEAT: Final = whole(0, 1)
_SEAT_OR_NONE: Final = whole(n.NONE, 1)
_PILES: Final = ("hand", "reserve", "discard", "eliminated", "box", "aside")


@lru_cache(CARD_SETS)
def table_fields(cards: Cards) -> list[FactField]:
    """Returns the fields of the table, with these cards."""
    return [
        phase_field(META.phases),
        field("active", _SEAT),
        field("turn", NUMBER),
        *fields(cards.by_name.as_pile, "deck", "discard", "picked"),
        field("doing", words(["-", "place", "move", "attack", "reorganise", "deploy"])),
        field("origin", _COLUMN),
        field("which", whole(n.NONE, MOST)),  # a battalion of the stack, or its general at GENERAL_PLACE
        field("kept", _kept_codec(cards)),
        *fields(NUMBER, "sorted", "made", "draws", "extra"),
        field("confused", FLAG),
        field("moves", NUMBER),
        field("reorganised", FLAG),
        *fields(NUMBER, "attacks", "further"),
        *fields(_COLUMNS, "engaged", "bridged"),
        *fields(_COLUMN, "front", "target"),
        *fields(FLAG, "attacker here", "defender here"),
        field("supporters", _row_of([n.NONE, n.NONE])),
        field("square", NUMBER),
        *fields(FLAG, "sheltered", "crossing"),
        field("attacker aids", cards.by_name.as_set, "aids", 0),
        field("defender aids", cards.by_name.as_set, "aids", 1),
        field("dice", _row_of([0, 0, 0])),
        field("word", _SEAT),
        field("silent", NUMBER),
        field("again", FLAG),
        field("loser", _SEAT_OR_NONE),
        field("fate", NUMBER),
        field("mode", words(["-", "fight", "pass", "army", "rally", "support"])),
        field("tested", _SEAT_OR_NONE),
        field("column", _COLUMN),
        field("place", whole(n.NONE, MOST)),
        *fields(NUMBER, "left", "penalty", "overrun"),
        field("helped", FLAG),
        *fields(NUMBER, "roll", "stage"),
        field("scan", whole(0, 6 * n.COLUMNS)),
        field("sweep", whole(n.NONE, n.COLUMNS)),
        field("curable", NUMBER),
    ]


@lru_cache(CARD_SETS)
def army_fields(cards: Cards) -> list[FactField]:
    """Returns the fields of an army, with these cards."""
    return [
        *fields(cards.by_name.as_pile, *_PILES),
        field("commander", cards.by_name.as_one),
        field("commander rerolls", NUMBER),
        *fields(FLAG, "appointed", "headless", "army check"),
        field("played", cards.by_name.as_set),
        field("look", cards.by_name.as_pile, "seen"),
        field("look turn", NUMBER, "seen_turn"),
        field("deduced", cards.by_name.as_pile),
    ]


@lru_cache(CARD_SETS)
def post_fields(cards: Cards) -> list[FactField]:
    """Returns the fields of a position. Their facts use its name: `Centre 0`, `Centre general 0`."""
    return [
        field("", _stack_codec(cards), "stack"),
        field(" general", cards.by_name.as_one, "general"),
        field(" ground", cards.by_name.as_set, "ground"),
        field(" acting", FLAG, "acting"),
        field(" rerolls", NUMBER, "rerolls"),
        field(" fallen", FLAG, "fallen"),
        field(" taken", FLAG, "taken"),
        field(" passes", NUMBER, "passes"),
        field(" passed", FLAG, "passed"),
        field(" lost", FLAG, "lost"),
        *(_mark_field(mark, bit_of) for mark, bit_of in MARKS.items()),
    ]


# Facts that are places for cards, and facts that scenarios watch; stacks are places where the order counts.
_SEATS: Final = range(len(META.seats))
STACKS: Final = [f"{name} {seat}" for seat in _SEATS for name in n.POSITIONS]
PLACES: Final = [
    "deck", "discard", "picked",
    *(f"{pile} {seat}" for seat in _SEATS for pile in (*_PILES, "commander")),
    *STACKS,
    *(f"{name} {what} {seat}" for seat in _SEATS for name in n.POSITIONS for what in ("general", "ground")),
]  # fmt: skip
WATCHED: Final = [
    "attacks",
    *(f"{name} {what} {seat}" for seat in _SEATS for name in n.POSITIONS for what in ("shaken", "blown", "passes")),
    *(f"{what} {seat}" for seat in _SEATS for what in ("headless", "army check")),
]  # fmt: skip
