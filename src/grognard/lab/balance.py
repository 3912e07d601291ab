"""Finds the smallest change of rules that brings a measure to a target: searched on some deals, proven on others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby, product
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.lab.estimates import Estimate, mean
from grognard.lab.parameters import (
    Parameter,
    Setting,
    Value,
    by_one,
    current_value,
    house_rule,
    is_number,
    setting_text,
    with_values,
)
from grognard.lab.recording import BATCH
from grognard.lab.subject import Subject, subject
from grognard.lab.sweep import Cell, Trial, cells

if TYPE_CHECKING:
    from grognard.kernel.game import Game

MOST_LEVERS: Final = 12
MOST_MOVED: Final = 3  # parameters at once
MOST_COMBINED: Final = 32  # combinations of two or three parameters that are tried, the most promising ones
PROOFS: Final = 3  # each on its own deals
PARTS: Final = (8, 4, 2)  # the rounds before the last play this fraction of the games
DOUBT: Final = 1.5  # half widths that more games may move an estimate: three standard errors
LOOKED_AT: Final = 100  # deals for each number that might be a better parameter
FOLLOWED_UP: Final = 16  # of these numbers and house rules, the ones played again
NAMED: Final = 5


class Goal(NamedTuple):
    """A target for the measure: its whole interval within `tolerance` of `target`, in the measure's own units."""

    target: float
    tolerance: float

    def reached(self, estimate: Estimate) -> bool:
        """Says whether the whole interval is within the tolerance."""
        return self.target - self.tolerance <= estimate.low and estimate.high <= self.target + self.tolerance

    def excluded(self, estimate: Estimate) -> bool:
        """Says whether the interval excludes the target."""
        return not estimate.low <= self.target <= estimate.high

    def possible(self, estimate: Estimate, games: int) -> bool:
        """Says whether the estimate can still reach the goal with this many games, including its own.

        The interval will be narrower then, and its middle may move as far as the missing games allow.
        """
        own = half_width(estimate)
        then = own * sqrt(estimate.count / games)
        return self.distance(estimate) <= self.tolerance - then + DOUBT * sqrt(own * own - then * then)

    def distance(self, estimate: Estimate) -> float:
        """Returns the distance of an estimate from the target."""
        return abs(estimate.value - self.target)


class Tried(msgspec.Struct, frozen=True):
    """A change that the search has tried: the number of parameters moved, the total steps, and its result."""

    setting: Setting
    moved: int
    steps: int
    value: Estimate


class Proof(msgspec.Struct, frozen=True):
    """One trial on deals that the search has not seen: both rules, the difference deal by deal, and whether it `holds`.

    It holds if the new rules' whole interval is within the tolerance, and the old rules' interval excludes the target.
    """

    setting: Setting
    seed: int
    before: Estimate
    after: Estimate
    change: Estimate
    holds: bool


class Balance(Subject, frozen=True):
    """The result of a search. `target` and `tolerance` are in the measure's own units (a share goes from 0 to 1).

    `change` is empty if the starting rules reach the target already; `base` is their value in the search. The last of
    `proofs` is the one that holds.
    """

    measure: str
    level: str
    target: float
    tolerance: float
    games: int
    seed: int
    parameters: list[Parameter]
    base: Estimate
    change: Setting
    proofs: list[Proof]
    tried: list[Tried]
    command: str


def half_width(estimate: Estimate) -> float:
    """Returns half of an interval's width."""
    return (estimate.high - estimate.low) / 2


def movable(game: Game, keys: Sequence[str], reach: int) -> list[Parameter]:
    """Returns the parameters of these keys: numbers up to `reach` away, house rules with their other values.

    Raises BadInput for unknown keys, and for too many.
    """
    if len(set(keys)) < len(keys):
        raise BadInput(f"--change lists {next(key for key in keys if keys.count(key) > 1)} twice.")
    if len(keys) > MOST_LEVERS:
        raise BadInput(f"--change lists {len(keys)} parameters; at most {MOST_LEVERS} are allowed.")
    if reach < 1:
        raise BadInput(f"--reach must be 1 or more, not {reach}.")
    return [_movable(game, key, reach) for key in keys]


def _movable(game: Game, key: str, reach: int) -> Parameter:
    if not is_number(key):
        rule = house_rule(game, key)
        return Parameter(key, [value for value in rule.values if value != rule.now], rule.now)
    possible, value = game.spec.card_table.range_of(key), current_value(game, key)
    if not isinstance(value, int):
        raise BadInput(f"{key} differs from deck to deck. Name one of them, as in “DECK/{key}”.")
    around = range(value - reach, value + reach + 1)
    return Parameter(key, [one for one in around if one != value and one in possible], value)


def steps_of(game: Game, parameter: Parameter, value: Value) -> int:
    """Returns how far a value is from the current one, counted in its numbers; a value in words is one step away."""
    if isinstance(value, int) and isinstance(parameter.now, int) and is_number(parameter.key):
        return abs(value - parameter.now)
    now = value if parameter.now is None else parameter.now
    if not (isinstance(value, int) and isinstance(now, int)):
        return 1
    order = sorted(one for one in house_rule(game, parameter.key).values if isinstance(one, int))
    return abs(order.index(value) - order.index(now))


class BalanceSearch:
    """Searches for the smallest change on the deals of one seed; each change keeps its result from the most games."""

    def __init__(self, game: Game, parameters: Sequence[Parameter], goal: Goal, trial: Trial) -> None:
        self.game = game
        self.parameters = parameters
        self.goal = goal
        self.trial = trial
        (self.base_values,) = trial.series([game])
        self.base = trial.measure.estimate(self.base_values)
        self.tried: dict[str, Tried] = {}
        self.effects: dict[tuple[str, Value], float] = {}
        self.singles: list[Cell] = []

    def candidates(self) -> Iterator[Tried]:
        """Yields the changes that reach the goal on these deals, smallest first: by parameters moved, then by steps."""
        most = self.trial.games
        first, *later = (_games(most, part) for part in PARTS)
        for moved in range(1, min(len(self.parameters), MOST_MOVED) + 1):
            settings = self._narrowed(self._changes(moved), first)
            for _, equal in groupby(settings, self.steps):  # later groups are skipped if one of these is taken
                left = list(equal)
                for games in later:
                    left = self._narrowed(left, games)
                left.sort(key=lambda one: self.goal.distance(self.tried[setting_text(one)].value))
                for setting in left:
                    self._look([setting], most)
                    found = self.tried[setting_text(setting)]
                    if self.goal.reached(found.value):
                        yield found

    def _changes(self, moved: int) -> list[Setting]:
        """Returns changes of this many parameters, fewest steps first; only the most promising of many combinations."""
        found = [
            {parameter.key: value for parameter, value in zip(parameters, values, strict=True)}
            for parameters in combinations(self.parameters, moved)
            for values in product(*(parameter.values for parameter in parameters))
        ]
        if moved > 1 and len(found) > MOST_COMBINED:
            found = sorted(found, key=self._foretold)[:MOST_COMBINED]
        return sorted(filter(self.goes, found), key=lambda setting: (self.steps(setting), setting_text(setting)))

    def _foretold(self, setting: Setting) -> tuple[float, str]:
        """Returns the expected distance from the target if each parameter had the same effect as alone."""
        effect = sum(self.effects.get(item, 0.0) for item in setting.items())
        return abs(self.base.value + effect - self.goal.target), setting_text(setting)

    def goes(self, setting: Setting) -> bool:
        """Says whether the game accepts the setting."""
        try:
            with_values(self.game, setting)
        except GrognardError:  # house rules that do not go together
            return False
        return True

    def steps(self, setting: Mapping[str, Value]) -> int:
        """Returns the total steps of a change."""
        return sum(
            steps_of(self.game, parameter, setting[parameter.key])
            for parameter in self.parameters
            if parameter.key in setting
        )

    def _narrowed(self, settings: Sequence[Setting], games: int) -> list[Setting]:
        """Plays this many games of each setting, and returns those that may still reach the goal."""
        self._look(settings, games)
        return [one for one in settings if self.goal.possible(self.tried[setting_text(one)].value, self.trial.games)]

    def _look(self, settings: Sequence[Setting], games: int) -> None:
        if not settings:
            return
        found = self.trial._replace(games=games).series([with_values(self.game, one) for one in settings])
        for setting, values in zip(settings, found, strict=True):
            value = self.trial.measure.estimate(values)
            self.tried[setting_text(setting)] = Tried(setting, len(setting), self.steps(setting), value)
            if len(setting) == 1:
                (item,) = setting.items()
                self.effects[item] = mean(values).value - mean(self.base_values[:games]).value
        if not self.singles:  # the first round has all of them
            self.singles = cells(self.game, settings, self.base_values[:games], found, self.trial.measure)


def _games(games: int, part: int) -> int:
    """Returns a fraction of the games, in whole batches."""
    return min(games, max(1, ceil(games / part / BATCH)) * BATCH)


def balance(game: Game, parameters: Sequence[Parameter], goal: Goal, trial: Trial, command: str) -> Balance:
    """Finds the smallest change of the parameters that reaches the goal, with its proof of `trial.games` games.

    Raises BadInput if that many games cannot show the goal, and if no change reaches it; the error then names other
    changes that move the measure.
    """
    search = BalanceSearch(game, parameters, goal, trial)
    proofs: list[Proof] = []
    if not goal.reached(search.base):
        _must_be_shown(search)
        for candidate in search.candidates():
            proofs.append(_proof(search, candidate.setting, trial.seed + 1 + len(proofs)))
            if proofs[-1].holds or len(proofs) == PROOFS:
                break
        if not proofs or not proofs[-1].holds:
            raise BadInput(_refusal(search, proofs))
    return Balance(
        *subject(game),
        trial.measure.label,
        trial.level,
        goal.target,
        goal.tolerance,
        trial.games,
        trial.seed,
        list(parameters),
        search.base,
        proofs[-1].setting if proofs else {},
        proofs,
        sorted(search.tried.values(), key=lambda one: (one.moved, one.steps, setting_text(one.setting))),
        command,
    )


def _must_be_shown(search: BalanceSearch) -> None:
    """Raises BadInput if that many games cannot show whether the goal is reached."""
    goal, measure, games = search.goal, search.trial.measure, search.trial.games
    width = half_width(search.base)
    if width >= goal.tolerance:
        enough = ceil(2 * games * (width / goal.tolerance) ** 2 / 100) * 100
        raise BadInput(
            f"{games:,} games measure {measure.label} only to ±{measure.written(width)}, too coarse to show "
            f"whether it is within {measure.written(goal.tolerance)} of the target. "
            f"Use more --games (about {enough}) or a wider --tolerance."
        )
    if not goal.excluded(search.base):
        raise BadInput(
            f"The current rules have {measure.written(search.base.value)} {measure.label} "
            f"({measure.written(search.base.low)} to {measure.written(search.base.high)}). {games:,} games are not "
            "enough to tell that from the target. Use more --games or a wider --tolerance."
        )


def _proof(search: BalanceSearch, setting: Setting, seed: int) -> Proof:
    """Plays both rules on the deals of another seed."""
    measure = search.trial.measure
    old, new = search.trial._replace(seed=seed).series([search.game, with_values(search.game, setting)])
    before, after = measure.estimate(old), measure.estimate(new)
    change = mean([one - other for one, other in zip(new, old, strict=True)])
    return Proof(setting, seed, before, after, change, search.goal.reached(after) and search.goal.excluded(before))


def _refusal(search: BalanceSearch, proofs: Sequence[Proof]) -> str:
    """Returns an error that says why the search failed, and what else moves the measure the right way."""
    goal, measure = search.goal, search.trial.measure
    names = ", ".join(parameter.key for parameter in search.parameters)
    where = f"{measure.label} to {measure.written(goal.target)} ± {measure.written(goal.tolerance)}"
    if proofs:
        last = proofs[-1]
        return (
            f"Nothing that seemed to bring {where} held on fresh deals; {setting_text(last.setting)} came to "
            f"{measure.written(last.after.value)}. Use more --games or a wider --tolerance."
        )
    nearest = min(
        search.tried.values(), key=lambda one: (goal.distance(one.value), setting_text(one.setting)), default=None
    )
    moves = any(cell.marked for cell in search.singles)
    first = f"{names} cannot bring {where}" if moves else f"There is no proof that {names} can move {where}"
    if nearest is not None:
        first += f" (nearest: {setting_text(nearest.setting)}, {measure.written(nearest.value.value)})"
    better = _other_parameters(search)
    if not better:
        return f"{first}. No other house rule, and no other number changed by one, surely moves it that way."
    listed = (f"{setting_text(cell.setting)} (to {measure.written(cell.value.value)})" for cell in better[:NAMED])
    return f"{first}. These clearly move it that way: {', '.join(listed)}."


def _other_parameters(search: BalanceSearch) -> list[Cell]:
    """Finds other house rules, and numbers changed by one, that surely move the measure to the target, largest first.

    All are tried on a few deals; those that seem to move it most, on deals of another seed.
    """
    game, trial = search.game, search.trial
    taken = {parameter.key for parameter in search.parameters}
    rules = [_movable(game, option.key, 1) for option in game.spec.meta.options if option.key not in taken]
    numbers = [parameter for parameter in by_one(game) if parameter.key not in taken]
    settings: list[Setting] = [{parameter.key: value} for parameter in (*rules, *numbers) for value in parameter.values]
    settings = [setting for setting in settings if search.goes(setting)]
    up = search.goal.target > search.base.value
    for seed, games in ((trial.seed, min(LOOKED_AT, trial.games)), (trial.seed + 1 + PROOFS, trial.games)):
        base, *found = trial._replace(seed=seed, games=games).series(
            [game, *(with_values(game, one) for one in settings)]
        )
        seen = cells(game, settings, base, found, trial.measure)
        seen.sort(key=lambda cell: (-cell.change.value if up else cell.change.value, setting_text(cell.setting)))
        settings = [cell.setting for cell in seen[:FOLLOWED_UP]]
    return [cell for cell in seen if cell.marked and (cell.change.value > 0) == up]
