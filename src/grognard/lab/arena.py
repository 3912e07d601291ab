"""The arena: plays every bot against every other, in pairs of games that differ only in who has which side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from grognard.bots.own_players import Player, labels, player_for
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.lab.simulate import Paired, Progress, paired, unopened

ELO_SCALE = 400  # points for odds of ten to one


@dataclass
class Duel:
    """Two bots, and how many Elo points ahead the first is; None if it won or lost everything."""

    result: Paired
    elo: float | None
    elo_low: float | None
    elo_high: float | None


@dataclass
class Standing:
    """A bot after a round robin: its share of the points against all others, and its seconds for a decision."""

    bot: str
    share: float
    seconds: float


@dataclass
class Arena:
    """The results of a round robin: `standings` have the best first, `duels` follow the order of the bots."""

    duels: list[Duel]
    standings: list[Standing]


def arena(
    game: Game,
    bots: Sequence[Player],
    pairs: int,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    until: float | None = None,
    luck: bool = False,
) -> Arena:
    """Plays this many pairs of games between every two bots; all duels have the same deals.

    A bot is named, or is any object that can play (`grognard.bots.own_players`). With several `jobs` it must be one
    that can be pickled.
    With `until`, a duel ends as soon as the first bot's share of the points is shown to be above or below this.
    With `luck`, each share is also given without luck.
    Raises BadInput for impossible numbers or fewer than two different bots, NotFound for an unknown bot.
    """
    if len(bots) < 2:
        raise BadInput("An arena needs two or more bots, such as --bots veteran,greedy.")
    names = labels(bots)
    for name, player in zip(names, bots, strict=True):
        player_for(game, unopened(player))
        if names.count(name) > 1:
            raise BadInput(f"“{name}” is listed twice. Against itself, a bot always gets half the points.")
    couples = list(combinations(zip(names, bots, strict=True), 2))
    duels = []
    for number, ((a_name, a), (b_name, b)) in enumerate(couples):
        done = 2 * pairs * number

        def told(played: int, of: int, done: int = done) -> None:
            if progress is not None:
                progress(done + played, of * len(couples))

        result = replace(paired(game, a, b, pairs, seed, jobs, told, until, luck), a=a_name, b=b_name)
        duels.append(Duel(result, elo(result.share), elo(result.low), elo(result.high)))
    standings = [_standing(name, [duel.result for duel in duels]) for name in names]
    return Arena(duels, sorted(standings, key=lambda standing: -standing.share))


def _standing(name: str, results: Sequence[Paired]) -> Standing:
    own = [(r.share, r.a_seconds) for r in results if r.a == name]
    own += [(1 - r.share, r.b_seconds) for r in results if r.b == name]
    return Standing(name, sum(share for share, _ in own) / len(own), sum(seconds for _, seconds in own) / len(own))


def elo(share: float) -> float | None:
    """Converts an expected share of the points to Elo points ahead; None for a share of 0 or 1."""
    if not 0 < share < 1:
        return None
    return ELO_SCALE * math.log10(share / (1 - share))
