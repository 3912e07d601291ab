"""Step 8: what is measured by playing, in the files that `grognard game record` writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.bots.policy import is_solved
from grognard.bots.puzzles import puzzles
from grognard.game_check.evidence import Evidence
from grognard.game_check.findings import Finding, missing, several, worthwhile, wrong
from grognard.kernel.errors import GrognardError
from grognard.kernel.game import Game, GameSpec
from grognard.lab.regret import kept

DECISIONS: Final = 100
# A game with so few decisions is perhaps small enough to be solved.
SMALL: Final = 40


def unmeasured(spec: GameSpec) -> Iterator[str]:
    """Yields the values of house rules, and the presets, that measured.csv has no row for."""
    for option in spec.meta.options:
        for value in option.values:
            if spec.measurements.of(option.setting(value), "greedy") is None:
                yield f"{option.key}={value}"
    for preset in spec.meta.presets:
        for bot in ("greedy", "veteran"):
            if spec.measurements.of(preset.options, bot) is None:
                yield f"the preset {preset.key} ({bot})"


def measurement_faults(evidence: Evidence, game: Game) -> Iterator[Finding]:
    """Looks for what is not measured, or was measured under other rules."""
    spec, slug = evidence.spec, evidence.spec.meta.slug
    if spec.meta.decisions <= 0:
        yield missing(8, "meta.py", f"`decisions` is 0, so nobody sees how long a game takes.{_decisions(evidence)}")
    record = f"grognard game record {slug} --only"
    if not evidence.lengths:  # nothing can be measured yet
        return
    try:
        if spec.measurements.of({}, "greedy") is None:
            yield missing(
                8, "measured.csv", "how long games are and how much going first is worth.", f"{record} measured"
            )
        elif unknown := list(unmeasured(spec)):
            yield missing(8, "measured.csv", f"no row for {several(unknown)}.", f"{record} measured")
    except Exception as error:  # whatever csv and msgspec raise for such a file
        yield wrong(8, "measured.csv", f"it can't be read: {error}. Delete it, and measure again.")
    yield from _decision_faults(game, f"{record} decisions")
    try:
        if not puzzles(slug):
            yield missing(8, "puzzles.jsonl", "positions with one best choice, for puzzles.", f"{record} puzzles")
    except Exception as error:  # whatever msgspec raises for such a file
        yield wrong(8, "puzzles.jsonl", f"it can't be read: {error}. Delete it, and look for puzzles again.")
    if not is_solved(game) and 0 < _longest(evidence) <= SMALL:
        text = (
            "a solution, for a level that plays perfectly; with more than about a dozen hidden cards it takes too long."
        )
        yield worthwhile(8, "policy.csv", text, f"grognard solve {slug} --output {evidence.where.folder}/policy.csv")


def _decision_faults(game: Game, command: str) -> Iterator[Finding]:
    if is_solved(game):  # its levels are measured against the solution
        return
    try:
        number = len(kept(game))
    except GrognardError:
        yield missing(8, "decisions.csv", f"{DECISIONS} decisions by which levels are measured.", command)
        return
    except Exception as error:  # whatever is wrong with a line
        yield wrong(8, "decisions.csv", f"it can't be read: {error}. Delete it, and find decisions again.")
        return
    if number != DECISIONS:
        yield missing(8, "decisions.csv", f"it has {number} of {DECISIONS} decisions.", command)


def _decisions(evidence: Evidence) -> str:
    turns = sum(one.turns for one in evidence.lengths)
    if not turns:
        return " Write there the mean number of decisions in a turn."
    mean = sum(one.decisions for one in evidence.lengths) / turns
    return f" In {len(evidence.lengths)} games of `greedy` there were {mean:.2g} in a turn: write this number there."


def _longest(evidence: Evidence) -> int:
    return max((one.decisions for one in evidence.lengths), default=0)
