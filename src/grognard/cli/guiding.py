"""The command `guide`: learn a game in the terminal, one thing at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grognard
import grognard.cli.arguments as shared
from grognard.cli.arguments import loaded_game
from grognard.kernel.errors import BadInput
from grognard.registry import spec

if TYPE_CHECKING:
    from grognard.scenarios.guide import GuideStep


def guide(game: shared.Slug) -> None:
    """Learn a game in this terminal: its goal, and then a few positions to try."""
    from grognard.scenarios.guide import GuideStep, scenarios

    loaded_game(game, None, None)
    of = spec(game)
    steps = len(scenarios(of))
    if not steps:
        raise BadInput(f"{of.meta.title} has no guide. Read its rules: `grognard rules {game}`.")
    for number in range(1, steps + 1):
        step = GuideStep(of, grognard.load, number, 0)
        print(f"\n{number} of {steps}: {step.scenario.title}")
        known: list[str] = []
        while True:
            known = _show(step, known)
            if step.over and number == steps:
                break
            if not _goes_on(_label(step)):
                return
            if step.over:
                break
            step = GuideStep(of, grognard.load, number, step.played + 1)
    print(f"Now play a real game: `grognard play {game}`.")


def _show(step: GuideStep, known: list[str]) -> list[str]:
    """Prints the changes on the table, the last result and the next text; returns the lines of the whole table."""
    from grognard.tui.plain import table_lines

    for line in table_lines(step.view(), known):
        print(line)
    if step.result:
        print(f"> {step.result}")
    if step.row is not None:
        print(step.row.say.replace("**", ""))
    return table_lines(step.view())


def _label(step: GuideStep) -> str:
    """Returns what Enter does."""
    if step.over:
        return "next step"
    return next((action.label for action in step.view().actions if action.notation == step.wanted), "continue")


def _goes_on(label: str) -> bool:
    """Waits for the reader; False if they leave."""
    while True:
        try:
            line = input(f"Enter: {label}. Type “quit” to leave> ").strip().lower()
        except EOFError:
            print()
            return False
        if not line:
            return True
        if line in ("quit", "q"):
            return False
