"""A guide to a game in a few steps, each a real position with a text and one thing to try."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from grognard.kernel.errors import NotFound
from grognard.kernel.game import GameSpec
from grognard.kernel.views.log_lines import joined
from grognard.kernel.views.view import EventView, Reason
from grognard.registry import load, spec
from grognard.scenarios.reading import Scenario, read_scenarios
from grognard.scenarios.runner import Stage
from grognard.web.table_model import Lesson, LogLine, SeatModel, TableModel

DONE: Final = "Well done. Now {}."
OTHER: Final = "That is allowed too. In this lesson, try: {}."


def scenarios(of: GameSpec) -> list[Scenario]:
    """Returns the steps of a game's guide, each a scenario with a text for newcomers; none without a guide."""
    guide = of.folder.joinpath("guide.md")
    return list(read_scenarios(Path(str(guide)))) if guide.is_file() else []


class GuideStep:
    """One step of a guide, in which the first `played` rows are done."""

    def __init__(self, slug: str, number: int, played: int) -> None:
        self.slug = slug
        steps = scenarios(spec(slug))
        if not 1 <= number <= len(steps):
            raise NotFound(f"The guide to {spec(slug).meta.title} has {len(steps)} steps.")
        self.number = number
        self.of = len(steps)
        self.scenario = steps[number - 1]
        game = load(slug, self.scenario.options, self.scenario.numbers)
        self.stage = Stage(game, self.scenario)
        self.seat = game.seats.index(self.scenario.play[0].who)
        self.events: list[EventView] = []
        self.played = 0
        while self.played < min(played, len(self.scenario.play)):
            self._play_row()
        # The other side's answers are played automatically.
        while not self.over and self.scenario.play[self.played].who != self.scenario.play[0].who:
            self._play_row()

    def _play_row(self) -> None:
        row = self.scenario.play[self.played]
        self.stage.play(row)
        self.played += 1
        state = self.stage.situated()
        self.events += joined(self.stage.game.event_view(event, self.seat) for event in state.events(self.seat))

    @property
    def over(self) -> bool:
        """Whether everything in this step has been tried."""
        return self.played == len(self.scenario.play)

    @property
    def wanted(self) -> str:
        """The notation of the next action to try; empty at the end."""
        return "" if self.over else self.scenario.play[self.played].does

    def picture(self, csrf: str, tried: str = "") -> TableModel:
        """Returns the table of this step; `tried` is a different action that the reader tried."""
        view = self.stage.situated().view(self.seat)
        if self.over:
            done = Reason(DONE.format("continue with the next step" if self.number < self.of else "play a game"), "")
            view = msgspec.structs.replace(view, prompt=done, actions=(), refused=())
        label = next((action.label for action in view.actions if action.notation == self.wanted), "")
        after = f"/games/{self.slug}/guide/{self.number + 1}" if self.number < self.of else f"/games/{self.slug}"
        return TableModel(
            view=view,
            base=f"/games/{self.slug}/guide/{self.number}",
            seats=[
                SeatModel(name, "you" if seat == self.seat else "the guide", "person", True)
                for seat, name in enumerate(view.seats)
            ],
            log=[LogLine(event, 0, True) for event in self.events],
            csrf=csrf,
            at=str(self.played),
            notice=OTHER.format(label) if tried and not self.over else "",
            version=self.played,
            types=self.stage.game.spec.types,
            lesson=Lesson(
                self.scenario.title, self.scenario.text, self.number, self.of, self.wanted, label, after
            ),
            links={"rules": f"/games/{self.slug}/rules"},
        )  # fmt: skip
