"""Measured length and first-player advantage of a game under each set of house rules, kept in `measured.csv`.

`grognard game record` plays the games and writes the file; players see the numbers when they set up a game.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from grognard.kernel.content.options import Option
from grognard.kernel.structs import prepare

FILE: Final = "measured.csv"
# A lower share of draws, in percent, is not mentioned.
SELDOM: Final = 0.5
# Mean lengths that differ by a smaller share may differ by chance.
SAME_LENGTH: Final = 0.05


class Measured(msgspec.Struct, frozen=True):
    """The results of many games of one bot against itself.

    `options` are the house rules that differ from their defaults, as text: `troops=50`. `first` is the first player's
    share of the points (a draw is half a point), `draws` the share of drawn games, both in percent; `turns` is the mean
    length.
    """

    options: str
    bot: str
    games: int
    first: float
    draws: float
    turns: float

    def told(self, space: str = " ") -> str:
        """Returns a short summary, with draws if at least half a percent. `space` precedes each percent sign."""
        drawn = f"; {self.draws:.0f}{space}% are drawn" if self.draws >= SELDOM else ""
        return f"about {self.turns:.0f} turns; the first player wins {self.first:.0f}{space}%{drawn}"

    def beside(self, usual: Measured, space: str = " ") -> str:
        """Returns how these games differ from the usual game, in a few words."""
        margin = max(self.margin, usual.margin)
        uneven = abs(self.first - 50) - abs(usual.first - 50)
        parts = [
            (
                _compared(self.turns / usual.turns - 1, SAME_LENGTH, "shorter", "longer"),
                f"about {self.turns:.0f} turns",
            ),
            (_compared(uneven, margin, "more even", "less even"), f"the first player wins {self.first:.0f}{space}%"),
            (_compared(self.draws - usual.draws, margin, "fewer draws", "more draws"), f"{self.draws:.0f}{space}%"),
        ]
        return "; ".join(f"{word}: {number}" for word, number in parts if word) or "as long and as even as usual"

    @property
    def margin(self) -> int:
        """The margin of error of `first` in percentage points: half of a 95 % interval at its widest."""
        return math.ceil(98 / math.sqrt(self.games))


prepare(Measured)


def _compared(difference: float, margin: float, less: str, more: str) -> str:
    """Returns the word for a difference; empty for one that may be chance."""
    return less if difference < -margin else more if difference > margin else ""


def written_options(options: Mapping[str, str | int]) -> str:
    """Returns house rules as text, in the order of their keys."""
    return " ".join(f"{key}={options[key]}" for key in sorted(options))


class Measurements:
    """All measurements of a game, by bot and house rules."""

    def __init__(self, found: Iterable[Measured] = ()) -> None:
        self._found = {(measured.bot, measured.options): measured for measured in found}

    def of(self, options: Mapping[str, str | int], bot: str) -> Measured | None:
        """Returns the measurement for these house rules, all others at their defaults."""
        return self._found.get((bot, written_options(options)))

    def beside(self, option: Option, bot: str, space: str = " ") -> dict[str | int, str]:
        """Returns the effect of each measured value in a few words; the default's words describe the usual game.

        `space` precedes each percent sign.
        """
        found = {value: self.of(option.setting(value), bot) for value in option.values}
        usual = found[option.default]
        return {
            value: measured.told(space) if value == option.default else measured.beside(usual, space)
            for value, measured in found.items()
            if measured is not None and usual is not None
        }

    def add(self, measured: Measured) -> None:
        """Adds a measurement, replacing any with the same house rules."""
        self._found[measured.bot, measured.options] = measured

    def write(self) -> str:
        """Returns the text of the file."""
        fields = Measured.__struct_fields__
        rows = [",".join(fields)]
        for key in sorted(self._found):
            rows.append(",".join(str(getattr(self._found[key], field)) for field in fields))
        return "\n".join(rows) + "\n"


def read_measurements(folder: Traversable) -> Measurements:
    """Returns the measurements in a game's folder; none if the file is missing."""
    file = folder.joinpath(FILE)
    if not file.is_file():
        return Measurements()
    rows: Sequence[dict[str, str]] = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    return Measurements(msgspec.convert(row, Measured, strict=False) for row in rows)
