"""Measures the effect of each house rule and preset of a game, and writes it into the game's `measured.csv`.

    python tools/measure.py GAME [--bot BOT] [--games N] [--presets] [--option KEY ...] [--jobs N]

Plays N games of a bot against itself for the defaults, each other value of each option and each preset; with --presets
only the defaults and the presets, with --option only those options. Results in the file with at least as many games are
not played again, and the file is written after each setup, so an interrupted run continues where it stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grognard.kernel.content.measured import FILE, Measured, read_measurements, written_options
from grognard.kernel.errors import BadInput
from grognard.kernel.game import GameSpec
from grognard.lab.simulate import simulate
from grognard.registry import load, spec

GAMES: Final = Path(__file__).resolve().parent.parent / "src" / "grognard" / "games"
SEED: Final = 1


def set_ups(found: GameSpec, presets: bool, only: list[str]) -> Iterator[dict[str, str | int]]:
    """Yields the house rules to measure: the defaults, one value at a time, the presets."""
    meta = found.meta
    if not only:
        yield {}
    for option in meta.options:
        if option.key in only or not (presets or only):
            for value in option.values:
                yield option.setting(value)
    for preset in () if only else meta.presets:
        yield dict(preset.options)


def measure(slug: str, bot: str, options: dict[str, str | int], games: int, jobs: int) -> Measured:
    """Plays the games of one setup."""
    result = simulate(load(slug, options), [bot], games, SEED, jobs)
    return Measured(
        options=written_options(options),
        bot=bot,
        games=games,
        first=round(100 * result.first_share()[0], 1),
        draws=round(100 * result.draws / games, 1),
        turns=round(result.mean_turns, 1),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", help="its slug")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--presets", action="store_true", help="only the defaults and the presets")
    parser.add_argument("--option", action="append", default=[], metavar="KEY", help="only these options")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    try:
        found = spec(asked.game)
        folder = GAMES / asked.game.replace("-", "_")
        measurements = read_measurements(folder)
        for options in set_ups(found, asked.presets, asked.option):
            known = measurements.of(options, asked.bot)
            if known is not None and known.games >= asked.games:
                continue
            measurements.add(measure(asked.game, asked.bot, options, asked.games, asked.jobs))
            (folder / FILE).write_text(measurements.write(), encoding="utf-8")
            print(measurements.of(options, asked.bot), flush=True)
    except BadInput as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
