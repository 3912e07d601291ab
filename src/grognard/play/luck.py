"""The luck of a game: what rolls and draws brought each seat, what could be expected, and how odd the difference is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.kernel.engine.chance import Generator, seed_stream
from grognard.kernel.views.view import EventView, RollView
from grognard.play.session import Session

IMITATED: Final = 499  # games of fair draws that a game is held against


class RollLuck(NamedTuple):
    """How many rolls of a seat came off, and how many could be expected to.

    `odds` is how likely fair dice are to come at least as far from that; None while the game runs.
    """

    seat: int
    came: int
    expected: float
    odds: float | None = None


def luck(events: Iterable[EventView], over: bool = False) -> list[RollLuck]:
    """The luck of each seat that has rolled for something, in the events that a viewer may know."""
    rolls: dict[int, list[RollView]] = {}
    for event in events:
        if event.roll is not None and event.roll.expected > 0:
            rolls.setdefault(event.seat, []).append(event.roll)
    return [
        RollLuck(
            seat, came := sum(roll.came for roll in own), sum(roll.expected for roll in own),
            odds(came, tuple(chance for roll in own for chance in _chances(roll))) if over else None,
        )
        for seat, own in sorted(rolls.items())
    ]  # fmt: skip


def _chances(roll: RollView) -> list[float]:
    """How likely each die was to come off, where each is judged by itself; else their sum."""
    count = max(len(roll.good), 1)
    return [min(roll.expected / count, 1.0)] * count


@lru_cache(maxsize=64)
def odds(came: int, chances: tuple[float, ...]) -> float:
    """How likely it is that of independent trials a number come off that is no likelier than this one."""
    likely = [1.0]
    for chance in chances:
        failed, came_off = [(1 - chance) * one for one in likely], [chance * one for one in likely]
        likely = [one + other for one, other in zip([*failed, 0.0], [0.0, *came_off], strict=True)]
    seen = likely[came] if came < len(likely) else 0.0
    return min(1.0, sum(one for one in likely if one <= seen * (1 + 1e-9)))


class DrawLuck(NamedTuple):
    """How many cards a seat drew, and the type that came most out of proportion: its name, how many, and expected.

    `odds` is how likely fair shuffles are to come at least as far from what all types together could be expected to.
    """

    seat: int
    cards: int
    kind: str
    came: int
    expected: float
    odds: float


def luck_of_the_draw(session: Session) -> list[DrawLuck]:
    """The draws of each seat that could draw cards of more than one type; nothing while the game runs."""
    if session.outcome() is None:
        return []
    kinds, names = [card.type for card in session.game.card_views], session.game.spec.types
    hands: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    for seat, piece, pool in session.draws():
        hands.setdefault(seat, []).append((kinds[piece], tuple(kinds[other] for other in pool)))
    told = []
    for seat, own in sorted(hands.items()):
        expected = expectation([pool for _, pool in own])
        came = Counter(kind for kind, _ in own)
        if len(expected) > 1:
            kind = max(expected, key=lambda one: (came[one] - expected[one]) ** 2 / expected[one])
            told.append(DrawLuck(seat, len(own), names[kind], came[kind], expected[kind], oddness(tuple(own))))
    return told


def expectation(pools: Iterable[Sequence[str]]) -> dict[str, float]:
    """How many of each type are to be expected, where one card is drawn out of each pool."""
    expected: dict[str, float] = {}
    for pool in pools:
        for kind, many in Counter(pool).items():
            expected[kind] = expected.get(kind, 0.0) + many / len(pool)
    return expected


@lru_cache(maxsize=64)
def oddness(draws: tuple[tuple[str, tuple[str, ...]], ...]) -> float:
    """How likely it is that fair draws out of the same pools come as far from what is expected, by chi-square.

    Each draw is a kind and the pool that it came from. The imitations are always the same, so that every page agrees.
    """
    chance, pools = Generator(seed_stream(0)), [pool for _, pool in draws]
    expected = expectation(pools)

    def distance(came: Mapping[str, int]) -> float:
        return sum((came[kind] - many) ** 2 / many for kind, many in expected.items())

    games = [Counter(pool[chance.below(len(pool))] for pool in pools) for _ in range(IMITATED)]
    real = distance(Counter(kind for kind, _ in draws)) * (1 - 1e-9)
    return (1 + sum(distance(game) >= real for game in games)) / (1 + IMITATED)
