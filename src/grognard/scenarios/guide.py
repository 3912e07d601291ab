"""A guide to a game: real positions in which the reader learns one thing at a time and does it.

A guide is a file of scenarios whose rows have two more cells: a text for the reader, and the thing the text is about.
The first step shows how the game is won. Each row with a text waits for the reader; all others play themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final

from grognard.kernel.errors import NotFound
from grognard.kernel.game import GameSpec
from grognard.kernel.views.headlines import TURN_CAME
from grognard.kernel.views.log_lines import joined
from grognard.kernel.views.view import EventView, NumberView, View
from grognard.scenarios.reading import PlayRow, Scenario, read_scenarios
from grognard.scenarios.runner import Loader, Stage

READ_ON: Final = "sees"  # a row in which there is nothing to do but read
SENTENCES: Final = 2  # of a result: the last ones, which say how it ended
LEFT: Final = "left"  # the fact of an event that says what remains of a number
WORDS_A_MINUTE: Final = 200
SECONDS_AN_ACTION: Final = 4


def scenarios(of: GameSpec) -> list[Scenario]:
    """Returns the steps of a game's guide, the goal first; none without a guide."""
    guide = of.folder.joinpath("guide.md")
    return list(read_scenarios(Path(str(guide)))) if guide.is_file() else []


def seconds(steps: Sequence[Scenario]) -> float:
    """Returns the time a guide takes, to read its texts and to play its actions."""
    rows = [row for step in steps for row in step.play if row.say]
    words = sum(len(text.split()) for text in chain((step.title for step in steps), (row.say for row in rows)))
    return words / WORDS_A_MINUTE * 60 + len(rows) * SECONDS_AN_ACTION


class GuideStep:
    """One step of a guide, in which the first `played` rows are done, and all rows after them that play themselves."""

    def __init__(self, of: GameSpec, load: Loader, number: int, played: int) -> None:
        self.slug = of.meta.slug
        self.load = load
        steps = scenarios(of)
        if not 1 <= number <= len(steps):
            raise NotFound(f"The guide to {of.meta.title} has {len(steps)} steps.")
        self.number = number
        self.of = len(steps)
        self.scenario = steps[number - 1]
        self.stage = Stage(load(self.slug, self.scenario.options, self.scenario.numbers), self.scenario)
        self.seat = self.stage.seats.index(next(row.who for row in self.scenario.play if row.say))
        self.events: list[EventView] = []
        self.result = ""  # what the reader's last action did, and the answers to it
        self.changed: Sequence[tuple[NumberView, NumberView]] = ()  # the numbers that it changed, before and after
        self.played = 0
        decisive = of.decisive.key if of.decisive else ""
        self._play_themselves()
        self.first = self.played  # the first row that waits for the reader
        while self.played < played and not self.over:
            before, told = self.view(), len(self.events)
            self._play_row()
            self._play_themselves()
            self.changed = changed(before, self.view(), decisive)
            self.result = summed_up(self.events[told:], self.changed, decisive, self.seat)

    def view(self) -> View:
        """Returns the table as the reader sees it."""
        return self.stage.situated().view(self.seat)

    @property
    def row(self) -> PlayRow | None:
        """The row that waits for the reader; None at the end."""
        return self.scenario.play[self.played] if self.played < len(self.scenario.play) else None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do in this step, though perhaps something to read."""
        rest = self.scenario.play[self.played :]
        return not rest or (len(rest) == 1 and rest[0].does == READ_ON)

    @property
    def wanted(self) -> str:
        """The notation of the next action, or `READ_ON`; empty at the end."""
        return "" if self.over or self.row is None else self.row.does

    def _play_themselves(self) -> None:
        while self.row is not None and not self.row.say:
            self._play_row()

    def _play_row(self) -> None:
        row = self.scenario.play[self.played]
        self.stage.play(row)
        self.played += 1
        if row.does != READ_ON:
            state = self.stage.situated()
            self.events += joined(self.stage.game.event_view(event, self.seat) for event in state.events(self.seat))


def jumps(step: GuideStep) -> bool:
    """Returns whether a step begins in another position than the one in which the step before it ended."""
    if step.number == 1:
        return False
    of, scenario = step.stage.game.spec, step.scenario
    ended = GuideStep(of, step.load, step.number - 1, len(scenarios(of)[step.number - 2].play)).stage.situated()
    stage = Stage(step.load(step.slug, scenario.options, scenario.numbers), scenario)
    old, new = ended.to_dict(), stage.situated().to_dict()
    keys = {stage.key(row.name) for row in scenario.position} - {"turn"}
    return any(_unordered(old.get(key)) != _unordered(new[key]) for key in keys)


def _unordered(fact: object) -> object:
    return sorted(map(str, fact)) if isinstance(fact, list) else fact


def changed(before: View, after: View, decisive: str) -> list[tuple[NumberView, NumberView]]:
    """Returns the numbers of the seats that differ, before and after; the number that decides the game comes first."""
    found = [
        (old, now)
        for now in after.numbers
        for old in before.numbers
        if (old.key, old.owner) == (now.key, now.owner) and old.value != now.value and now.owner is not None
    ]
    return sorted(found, key=lambda pair: pair[1].key != decisive)


def summed_up(
    events: Sequence[EventView], numbers: Sequence[tuple[NumberView, NumberView]], decisive: str, reader: int
) -> str:
    """Returns what an action did: its last events, and the changed numbers that these do not mention.

    Besides events, only the number that decides the game counts. Empty if there is nothing to report.
    """
    main = [event for event in events if event.line != "detail" and event.kind != TURN_CAME]
    told = [event for event in main if event.weight != "bookkeeping"] or main
    last = [event for event in told if event.weight == "headline"][-1:]
    found = told[-SENTENCES:]
    if last and last[0] not in found:
        found = [*last, *found[1:]]
    said = [fact for event in found for fact in event.facts.items()]
    unsaid = [
        f"{_named(now, reader)}: {old.value} to {now.value}."
        for old, now in numbers
        if not any(value == now.value and name.endswith((now.key, LEFT)) for name, value in said)
        if not found or now.key == decisive
    ]
    return " ".join([*(event.text for event in found), *unsaid[:SENTENCES]])


def _named(number: NumberView, reader: int) -> str:
    name = number.yours if number.owner == reader else number.name
    return name[:1].upper() + name[1:]
