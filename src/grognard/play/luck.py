"""The luck of a game: each seat's rolls and draws, their expected results, and the odds of such a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.kernel.content.wording import USUAL
from grognard.kernel.engine.chance import Generator, seed_stream
from grognard.kernel.views.view import EventView, RollView
from grognard.play.session import Session

IMITATED: Final = 499  # games of fair shuffles to compare a game with
FEWEST: Final = 5  # rolls that can be compared with what was to be expected


class RollLuck(NamedTuple):
    """A seat's number of rolls, how many succeeded, and how many were expected to. Dice judged alone are rolls each.

    `odds` is the chance that fair dice differ at least as much; None while the game runs.
    """

    seat: int
    rolls: int
    came: int
    expected: float
    odds: float | None = None

    @property
    def compares(self) -> bool:
        """Whether there were enough rolls for a comparison to say anything."""
        return self.rolls >= FEWEST and max(self.came, self.expected) >= 1


def luck(events: Iterable[EventView], over: bool = False) -> list[RollLuck]:
    """Returns the luck of each seat that has rolled, from the events that a viewer may know."""
    rolls: dict[int, list[RollView]] = {}
    for event in events:
        if event.roll is not None and event.roll.expected > 0:
            rolls.setdefault(event.seat, []).append(event.roll)
    return [_roll_luck(seat, own, over) for seat, own in sorted(rolls.items())]


def _roll_luck(seat: int, own: Sequence[RollView], over: bool) -> RollLuck:
    chances = tuple(chance for roll in own for chance in _chances(roll))
    came, expected = sum(roll.came for roll in own), sum(roll.expected for roll in own)
    return RollLuck(seat, len(chances), came, expected, odds(came, chances) if over else None)


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
    """A seat's draws, and the most unusual type: its name, how often it came, and how often it was to be expected.

    `tries` is the number of draws that could have been of this type. `odds` is the chance that a fair shuffle differs
    at least as much over all types. `name` is what others call the seat in a sentence.
    """

    seat: int
    name: str
    cards: int
    kind: str
    came: int
    tries: int
    expected: float
    odds: float

    @property
    def unusual(self) -> bool:
        """Whether the draws are worth a word."""
        return self.odds < USUAL


class Shuffle(NamedTuple):
    """A seat's draws from a pile that nothing changed but draws: the types of its cards at first, and how many it drew.

    Others may have drawn from the same pile: a fair shuffle gives the seat the same chances all the same.
    """

    pile: tuple[str, ...]
    number: int


def luck_of_the_draw(session: Session) -> list[DrawLuck]:
    """Returns the luck of each seat that could draw more than one type of card; nothing while the game runs."""
    if session.outcome() is None:
        return []
    game, draws = session.game, session.draws()
    kinds = [card.type for card in game.card_views]
    told = []
    for seat, shuffles in sorted(shuffles_of(draws, kinds).items()):
        expected = expectation(shuffles)
        own = Counter(kinds[piece] for drawer, piece, _ in draws if drawer == seat)
        if len(expected) > 1:
            kind = max(expected, key=lambda one: (own[one] - expected[one]) ** 2 / expected[one])
            tries = sum(one.number for one in shuffles if kind in one.pile)
            odd = oddness(tuple(sorted(own.items())), tuple(shuffles))
            about = game.spec.types[kind], own[kind], tries, expected[kind], odd
            told.append(DrawLuck(seat, game.seat_party(seat).name, own.total(), *about))
    return told


def shuffles_of(draws: Iterable[tuple[int, int, bytes]], kinds: Sequence[str]) -> dict[int, list[Shuffle]]:
    """Returns the shuffles of each seat from all draws of a game, in order. `kinds` has the types of the pieces.

    A draw belongs to an earlier shuffle if its pile has exactly the cards that the earlier draws left. If cards came or
    went in any other way, a new shuffle begins.
    """
    piles: list[tuple[bytes, Counter[int]]] = []  # each with the number of draws of each seat
    after: dict[bytes, int] = {}  # the pieces left in a pile, sorted, to its place
    for seat, piece, pool in draws:
        left = bytearray(sorted(pool))
        place = after.pop(bytes(left), len(piles))
        if place == len(piles):
            piles.append((pool, Counter()))
        piles[place][1][seat] += 1
        left.remove(piece)
        after[bytes(left)] = place
    found: dict[int, list[Shuffle]] = {}
    for pool, drawers in piles:
        for seat, number in drawers.items():
            found.setdefault(seat, []).append(Shuffle(tuple(kinds[piece] for piece in pool), number))
    return found


def expectation(shuffles: Iterable[Shuffle]) -> dict[str, float]:
    """Returns the expected number of each type that fair shuffles bring."""
    expected: dict[str, float] = {}
    for pile, number in shuffles:
        for kind, many in Counter(pile).items():
            expected[kind] = expected.get(kind, 0.0) + number * many / len(pile)
    return expected


@lru_cache(maxsize=64)
def oddness(came: tuple[tuple[str, int], ...], shuffles: tuple[Shuffle, ...]) -> float:
    """Returns the chance that fair shuffles differ as much from expectation as what came of each type, by chi-square.

    The simulated shuffles are always the same, so that every page agrees.
    """
    chance, expected = Generator(seed_stream(0)), expectation(shuffles)

    def distance(found: Mapping[str, int]) -> float:
        return sum((found.get(kind, 0) - many) ** 2 / many for kind, many in expected.items())

    def imitated() -> Counter[str]:
        found: Counter[str] = Counter()
        for pile, number in shuffles:
            left = list(pile)
            for place in range(number):
                other = place + chance.below(len(left) - place)
                left[place], left[other] = left[other], left[place]
            found.update(left[:number])
        return found

    real = distance(dict(came)) * (1 - 1e-9)
    return (1 + sum(distance(imitated()) >= real for _ in range(IMITATED))) / (1 + IMITATED)
