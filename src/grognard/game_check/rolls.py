"""The rolls of a game: an event with dice must be told alike whatever the dice showed (step 5).

The number that a roll is expected to bring is checked by putting all other results into the event. So everything that
follows from the dice has to be worked out in `text/log.py`, not stored in the event beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import product
from math import isclose
from typing import Any, Final, NamedTuple

from grognard.game_check.evidence import Evidence
from grognard.game_check.findings import Finding, failed, wrong
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.view import RollView

SIDES: Final = range(1, 7)
# A check tries rolls of up to so many dice, and so many rolls of each kind.
MOST_DICE: Final = 4
OF_A_KIND: Final = 4


class DiceFault(Exception):
    """An event whose dice are not among its numbers; the text says so in a sentence."""


class Roll(NamedTuple):
    """A roll, as those have it who see everything."""

    event: Event
    roll: RollView


def rolls_in(game: Game, events: Iterable[Event]) -> list[Roll]:
    """Returns the rolls among these events: of those told alike, one."""
    found: dict[tuple[object, ...], Roll] = {}
    for event in events:
        words = game.event_view(event)
        if words.roll is not None:
            added = tuple(term.label for summed in words.sums for term in summed.terms)
            key = type(event), words.roll.target, len(words.roll.dice), added, words.roll.came
            found.setdefault(key, Roll(event, words.roll))
    return list(found.values())


def thrown(game: Game, event: Event, dice: Sequence[int]) -> RollView:
    """Returns the roll of an event, had other dice fallen: they stand somewhere in its numbers, in a row.

    Raises DiceFault if they do not.
    """
    fell = game.event_view(event).dice
    flat = [(name, n) for name, field in event.fields.items() if not field.card for n in range(_spread(event, name))]
    for place in range(len(flat) - len(fell) + 1):
        row = flat[place : place + len(fell)]
        if tuple(_held(event, name, n) for name, n in row) == fell:
            other = copy(event)
            for (name, n), die in zip(row, dice, strict=True):
                _put(other, name, n, die)
            roll = game.event_view(other).roll
            if roll is not None and roll.dice == tuple(dice):
                return roll
    raise DiceFault(
        f"its sentence shows the dice {', '.join(map(str, fell))}, but no fields of {type(event).__name__} hold just "
        "these numbers, one after another. Give the event a NUMBER for each die, or NUMBERS for all, and show those."
    )


def _spread(event: Event, name: str) -> int:
    """Returns how many numbers a field holds."""
    return len(getattr(event, name)) if event.fields[name].several else 1


def _held(event: Event, name: str, place: int) -> Any:
    value = getattr(event, name)
    return value[place] if event.fields[name].several else value


def _put(event: Event, name: str, place: int, number: int) -> None:
    if event.fields[name].several:
        numbers = list(getattr(event, name))
        numbers[place] = number
        setattr(event, name, numbers)
    else:
        setattr(event, name, number)


def mean_of(game: Game, roll: Roll) -> float:
    """Returns what a roll brings on average, over all results of its dice."""
    every = [thrown(game, roll.event, dice) for dice in product(SIDES, repeat=len(roll.roll.dice))]
    return sum(each.came for each in every) / len(every)


def complaints(game: Game, roll: Roll) -> Iterator[str]:
    """Yields what is wrong with what a roll says about itself."""
    said = roll.roll
    if said.dice != game.event_view(roll.event).dice:
        yield "its roll has other dice than its sentence."
    if not said.target:
        yield "its roll does not say in `target` what was needed."
    if len(said.good) not in (0, len(said.dice)):
        yield f"`good` of its roll marks {len(said.good)} dice of {len(said.dice)}."
    elif said.good and said.came != sum(said.good):
        yield f"`came` of its roll is {said.came}, but {sum(said.good)} dice are marked as good."


def roll_faults(evidence: Evidence) -> Iterator[Finding]:
    """Throws the dice of the events in the games again, and compares the mean with what each roll expects."""
    by_kind: dict[str, int] = {}
    faulty: set[str] = set()
    for game in evidence.rule_sets:
        try:
            rolls = rolls_in(game, [one.event for one in evidence.heard if one.game is game])
        except Exception:  # the sentence of an event fails, which is said elsewhere
            continue
        for roll in rolls:
            kind = type(roll.event).__name__
            by_kind[kind] = by_kind.get(kind, 0) + 1
            if kind in faulty or by_kind[kind] > OF_A_KIND or len(roll.roll.dice) > MOST_DICE:
                continue
            for fault in _faults_of_roll(evidence, game, roll):
                faulty.add(kind)
                yield fault


def _faults_of_roll(evidence: Evidence, game: Game, roll: Roll) -> Iterator[Finding]:
    kind = type(roll.event).__name__
    for complaint in complaints(game, roll):
        yield wrong(5, "text/log.py", f"the event {kind}: {complaint}")
    try:
        mean = mean_of(game, roll)
    except DiceFault as fault:
        yield wrong(5, "text/log.py", f"the event {kind}: {fault}")
        return
    except Exception as error:  # the code of a game can do anything
        yield failed(5, "text/log.py", error, evidence.where, f"The sentence for {kind} fails with other dice")
        return
    if not isclose(mean, roll.roll.expected, rel_tol=1e-6, abs_tol=1e-9):
        yield wrong(
            5, "text/log.py",
            f"the event {kind}: its roll expects {roll.roll.expected:.3g}, but over all results of the dice it brings "
            f"{mean:.3g}. Either `expected` is wrong, or a field beside the dice depends on what they showed: work out "
            "such a number from the dice in log.py instead.",
        )  # fmt: skip
