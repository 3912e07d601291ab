"""Measures the effect of each house rule and preset of a game, for the game's `measured.csv`.

The rows are for the defaults, each other value of each option and each preset. Bots play against themselves: greedy
everywhere, and also the veteran under the presets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.kernel.content.measured import Measured, Measurements, written_options
from grognard.kernel.game import GameSpec
from grognard.lab.simulate import Progress, simulate
from grognard.registry import load

SEED: Final = 1
QUICK: Final = "greedy"
STRONG: Final = "veteran"
# How many games each bot plays for a row, unless you say otherwise; the veteran thinks long.
GAMES: Final = {QUICK: 1000, STRONG: 40}


class Setup(NamedTuple):
    """A row that is missing: the house rules, the bot that plays, and how many games."""

    options: dict[str, str | int]
    bot: str
    games: int


def missing(of: GameSpec, had: Measurements, games: int = 0) -> list[Setup]:
    """Returns the rows that are missing. With `games`, greedy's rows with fewer games are missing, too."""
    found: dict[tuple[str, str], Setup] = {}
    for options, bot in _rows(of):
        known = had.of(options, bot)
        wanted = games or GAMES[QUICK] if bot == QUICK else GAMES[STRONG]
        if known is None or (bot == QUICK and known.games < games):
            found.setdefault((bot, written_options(options)), Setup(options, bot, wanted))
    return list(found.values())


def _rows(of: GameSpec) -> Iterator[tuple[dict[str, str | int], str]]:
    meta = of.meta
    yield {}, QUICK
    for option in meta.options:
        for value in option.values:
            yield option.setting(value), QUICK
    for preset in meta.presets:
        yield dict(preset.options), QUICK
        yield dict(preset.options), STRONG


def measured(slug: str, setup: Setup, jobs: int = 1, progress: Progress | None = None) -> Measured:
    """Plays the games of one setup."""
    result = simulate(load(slug, setup.options), [setup.bot], setup.games, SEED, jobs, progress)
    return Measured(
        options=written_options(setup.options),
        bot=setup.bot,
        games=setup.games,
        first=round(100 * result.first_share()[0], 1),
        draws=round(100 * result.draws / setup.games, 1),
        turns=round(result.mean_turns, 1),
    )
