"""The luck of a game: each seat's rolls and draws, their expected results, and the odds of such a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.kernel.engine.chance import Generator, seed_stream
from grognard.kernel.views.view import EventView, RollView
from grognard.play.session import Session

IMITATED: Final = 499  # games of fair draws to compare a game with


class RollLuck(NamedTuple):
    """A seat's number of successful rolls, and the expected number.

    `odds` is the chance that fair dice differ at least as much; None while the game runs.
    """

    seat: int
    came: int
    expected: float
    odds: float | None = None


def luck(events: Iterable[EventView], over: bool = False) -> list[RollLuck]:
    """Returns the luck of each seat that has rolled, from the events that a viewer may know."""
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
    """Returns the chance of each die to succeed, or of all of them if they are judged together."""
    count = max(len(roll.good), 1)
    return [min(roll.expected / count, 1.0)] * count


@lru_cache(maxsize=64)
def odds(came: int, chances: tuple[float, ...]) -> float:
    """Returns the chance of this number of successes, or of any number no more likely, in independent trials."""
    likely = [1.0]
    for chance in chances:
        failed, came_off = [(1 - chance) * one for one in likely], [chance * one for one in likely]
        likely = [one + other for one, other in zip([*failed, 0.0], [0.0, *came_off], strict=True)]
    seen = likely[came] if came < len(likely) else 0.0
    return min(1.0, sum(one for one in likely if one <= seen * (1 + 1e-9)))


class DrawLuck(NamedTuple):
    """A seat's number of drawn cards, and the most unusual type: its name, its number, and the expected number.

    `odds` is the chance that a fair shuffle differs at least as much over all types.
    """

    seat: int
    cards: int
    kind: str
    came: int
    expected: float
    odds: float


def luck_of_the_draw(session: Session) -> list[DrawLuck]:
    """Returns the luck of each seat that could draw more than one type of card; nothing while the game runs."""
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
    """Returns the expected number of each type if one card is drawn from each pool."""
    expected: dict[str, float] = {}
    for pool in pools:
        for kind, many in Counter(pool).items():
            expected[kind] = expected.get(kind, 0.0) + many / len(pool)
    return expected


@lru_cache(maxsize=64)
def oddness(draws: tuple[tuple[str, tuple[str, ...]], ...]) -> float:
    """Returns the chance that fair draws from the same pools differ as much from expectation, by chi-square.

    Each draw is a kind and the pool it came from. The simulated draws are always the same, so that every page agrees.
    """
    chance, pools = Generator(seed_stream(0)), [pool for _, pool in draws]
    expected = expectation(pools)

    def distance(came: Mapping[str, int]) -> float:
        return sum((came[kind] - many) ** 2 / many for kind, many in expected.items())

    games = [Counter(pool[chance.below(len(pool))] for pool in pools) for _ in range(IMITATED)]
    real = distance(Counter(kind for kind, _ in draws)) * (1 - 1e-9)
    return (1 + sum(distance(game) >= real for game in games)) / (1 + IMITATED)
