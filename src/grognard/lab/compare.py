"""Compares two sets of rules on the same deals: the differences, how sure they are, and where games first differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from grognard.lab.estimates import ALPHA, Estimate, chance_of, holm, mean
from grognard.lab.measures import MEASURES, playing
from grognard.lab.recording import GameRow, by_card
from grognard.lab.subject import Subject, subject

if TYPE_CHECKING:
    from grognard.kernel.game import Game


class Difference(msgspec.Struct, frozen=True):
    """One measure under both rules; `change` is the mean of the differences, deal by deal. If it counts how often a
    card is played, `card` is that card.

    `chance` is the probability of such a change if there is no real one, after Holm's correction for the number of
    measures; below 5 % the change is `marked`.
    """

    measure: str
    base: float
    other: float
    change: Estimate
    chance: float
    marked: bool
    card: str = ""


class Parting(msgspec.Struct, frozen=True):
    """Where games with equal deals first differ: how many differ, the median number of that decision, and the actions.

    `windows` lists the verb of the first rules' action there, with the number of games.
    """

    games: int
    parted: int
    decision: float
    windows: list[tuple[str, int]]


class Comparison(msgspec.Struct, frozen=True):
    """All numbers of a comparison: both sets of rules, the bots that play, the number of deals and their seed."""

    base: Subject
    other: Subject
    level: str
    games: int
    seed: int
    differences: list[Difference]
    parting: Parting
    command: str


def comparison(
    rules: tuple[Game, Game], rows: tuple[Sequence[GameRow], Sequence[GameRow]], level: str, seed: int, command: str
) -> Comparison:
    """Compares two sets of rules on the same deals; `rows` are their games, pair by pair."""
    base, other = (Subject(*subject(game)) for game in rules)
    found, parted = differences(*rows), parting(rules[0], *rows)
    return Comparison(base, other, level, len(rows[0]), seed, found, parted, command)


def differences(base: Sequence[GameRow], other: Sequence[GameRow], *, cards_apart: bool = False) -> list[Difference]:
    """Compares every measure on paired rows. The most certain change comes first.

    Chances are corrected for all measures together, or with `cards_apart` for those of whole games and those of cards.
    """
    measures = [*MEASURES, *(playing(card) for card in by_card([*base, *other]))]
    series = [[[measure.of(row) for row in rows] for rows in (base, other)] for measure in measures]
    changes = [[new - old for old, new in zip(before, after, strict=True)] for before, after in series]
    raw = [chance_of(change) for change in changes]
    whole = len(MEASURES)
    chances = [*holm(raw[:whole]), *holm(raw[whole:])] if cards_apart else holm(raw)
    found = [
        Difference(
            measure.label, mean(before).value, mean(after).value, mean(change), chance, chance < ALPHA, measure.card
        )
        for measure, (before, after), change, chance in zip(measures, series, changes, chances, strict=True)
    ]
    return [found[number] for number in sorted(range(len(found)), key=lambda number: (raw[number], number))]


def parting(game: Game, base: Sequence[GameRow], other: Sequence[GameRow]) -> Parting:
    """Finds where the games first differ, by the verb of the base's action there."""
    places: list[int] = []
    windows: Counter[str] = Counter()
    for old, new in zip(base, other, strict=True):
        pairs = enumerate(zip(old.actions, new.actions, strict=False))
        place = next((number for number, (one, two) in pairs if one != two), None)
        if place is None:
            continue
        places.append(place + 1)
        windows[game.actions.verbs[old.actions[place]]] += 1
    ranked = sorted(windows.items(), key=lambda item: (-item[1], item[0]))
    return Parting(len(base), len(places), median(places) if places else 0, ranked)
