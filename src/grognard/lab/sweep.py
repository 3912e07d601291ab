"""Measures many sets of rules on the same deals: combinations of one or two parameters, or every number separately."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from grognard.lab.estimates import ALPHA, Estimate, chance_of, holm, mean
from grognard.lab.measures import Measure
from grognard.lab.parameters import Parameter, Setting, current_value, with_values
from grognard.lab.recording import GameRow, Plan, planned
from grognard.lab.subject import Subject, subject

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# Plays this many games of each of these different plans, and yields their rows, one plan after the other.
Play = Callable[[Sequence[Plan], int], Iterator[list[GameRow]]]


class Cell(msgspec.Struct, frozen=True):
    """One set of rules: its settings, the measure, and the change deal by deal from the starting rules.

    `chance` is the probability of such a change if there is no real one, after Holm's correction for all cells; below 5
    % it is `marked`. A cell that `starts` has the starting rules themselves.
    """

    setting: Setting
    value: Estimate
    change: Estimate
    chance: float
    marked: bool
    starts: bool


class Sweep(Subject, frozen=True):
    """All numbers of a sweep from the rules of its subject, where the measure is `base`.

    A `surface` has every combination of the parameters' values, a `tornado` each parameter alone.
    """

    form: Literal["surface", "tornado"]
    measure: str
    level: str
    games: int
    seed: int
    parameters: list[Parameter]
    base: Estimate
    cells: list[Cell]
    command: str


class Trial(NamedTuple):
    """How to try rules: the measure, the level, the seed and number of the deals, and the function that plays them."""

    measure: Measure
    level: str
    seed: int
    games: int
    play: Play

    def series(self, rules: Sequence[Game]) -> list[list[float]]:
        """Returns the measure in each deal under each of these rules; equal rules are played once."""
        plans = [planned(game, (self.level, self.level), self.seed) for game in rules]
        distinct = [plan for number, plan in enumerate(plans) if plans.index(plan) == number]
        values = [[self.measure.of(row) for row in rows] for rows in self.play(distinct, self.games)]
        return [values[distinct.index(plan)] for plan in plans]


def sweep(
    form: Literal["surface", "tornado"],
    game: Game,
    parameters: Sequence[Parameter],
    settings: Sequence[Setting],
    trial: Trial,
    command: str,
) -> tuple[Sweep, list[list[float]]]:
    """Returns the sweep over these settings, and the measure in each game under each of them."""
    base, *found = trial.series([game, *(with_values(game, one) for one in settings)])
    told = Sweep(
        *subject(game),
        form,
        trial.measure.label,
        trial.level,
        trial.games,
        trial.seed,
        list(parameters),
        trial.measure.estimate(base),
        cells(game, settings, base, found, trial.measure),
        command,
    )
    return told, found


def cells(
    game: Game, settings: Sequence[Setting], base: Sequence[float], found: Sequence[Sequence[float]], measure: Measure
) -> list[Cell]:
    """Returns a cell for each setting; settings that change nothing are not part of Holm's correction."""
    starts = [all(current_value(game, key) == value for key, value in setting.items()) for setting in settings]
    changes = [[new - old for old, new in zip(base, values, strict=True)] for values in found]
    tested = [number for number, same in enumerate(starts) if not same]
    corrected = dict(zip(tested, holm([chance_of(changes[number]) for number in tested]), strict=True))
    return [
        Cell(
            setting,
            measure.estimate(found[number]),
            mean(changes[number]),
            corrected.get(number, 1.0),
            corrected.get(number, 1.0) < ALPHA,
            starts[number],
        )
        for number, setting in enumerate(settings)
    ]


def by_parameter(found: Sweep) -> list[tuple[Parameter, list[Cell]]]:
    """Returns the parameters of a tornado with their cells, the largest effect first."""
    lines = [
        (parameter, [cell for cell in found.cells if parameter.key in cell.setting]) for parameter in found.parameters
    ]
    return sorted(lines, key=lambda line: (-max(abs(cell.change.value) for cell in line[1]), line[0].key))
