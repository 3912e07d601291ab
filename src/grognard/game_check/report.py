"""Checks a whole game: runs the checks of each part in order, and says how it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from grognard.game_check import (
    basics,
    drawings,
    hidden,
    measurements,
    names,
    observations,
    positions,
    proofs,
    rolls,
    teaching,
    words,
)
from grognard.game_check.basics import CLAUSE
from grognard.game_check.evidence import (
    GAMES,
    GREEDY_GAMES,
    Evidence,
    has_layout,
    has_view,
    has_words,
    opening_faults,
    refusal_faults,
)
from grognard.game_check.findings import STEPS, Finding, failed, missing, real_file, worthwhile, wrong
from grognard.game_check.folders import GameFolder
from grognard.game_check.loading import loaded
from grognard.kernel.content.wording import counted
from grognard.kernel.game import Game, GameSpec

# Of findings of one kind in one file, so many are listed.
MOST_ALIKE: Final = 5

UNFINISHED: Final = "The game can't be loaded yet, so the rest could not be checked."
WAITING: Final = "Some checks wait for these."

Check = Callable[[], Iterable[Finding]]


class Report(NamedTuple):
    """What a check has found, in the order in which one writes a game, and a sentence that sums it up."""

    findings: list[Finding]
    summary: str

    @property
    def needed(self) -> list[Finding]:
        """What is missing or wrong."""
        return [one for one in self.findings if one.kind != "You can add"]

    @property
    def extras(self) -> list[Finding]:
        """What the game works without."""
        return [one for one in self.findings if one.kind == "You can add"]

    def lines(self) -> Iterator[str]:
        """Yields the report for people, line by line."""
        step = 0
        for one in self.needed:
            if one.step != step:
                step = one.step
                yield STEPS[step]
            yield f"  {one.told()}"
        for one in self.extras:
            yield f"{one.told()}"
        yield self.summary


def check(where: GameFolder, games: int = GAMES, greedy: int = GREEDY_GAMES, *, plays_scenarios: bool = True) -> Report:
    """Checks a game with so many random games, or as many as there are house rules, and so many greedy ones.

    With fewer random games than usual, or without playing the scenarios, it is a quick look.
    """
    spec, findings = loaded(where)
    if spec is None:
        return _reported(where, findings, UNFINISHED)
    game = Game(spec)
    if found := _unreadable_handbook(game, where):
        return _reported(where, [found], UNFINISHED)
    evidence = Evidence(where, spec, games, greedy)
    evidence.play()
    findings = [*basics.method_faults(spec), *basics.chance_faults(where), *evidence.findings, *_unwritten(spec)]
    waits = not has_view(spec)
    for needs, step, file, each in _checks(where, spec, game, evidence, plays_scenarios):
        if any(one.kind != "You can add" and one.file.startswith(needs) for one in findings if needs):
            waits = True
            continue
        try:
            findings += each()
        except Exception as error:  # the code of a game can do anything
            findings.append(failed(step, file, error, where))
    return _reported(where, _without_echoes(findings), WAITING if waits else _praise(where, spec, game, evidence))


def _unreadable_handbook(game: Game, where: GameFolder) -> Finding | None:
    """Returns what keeps the handbook from being read: it is missing, or has a placeholder for no card."""
    try:
        game.handbook  # noqa: B018
    except FileNotFoundError:
        return missing(1, "handbook.md", "the rules in your own words, with a paragraph for each clause.")
    except Exception as error:  # a placeholder that names no card, or that has no such form
        lines = where.folder.joinpath("handbook.md").read_text(encoding="utf-8").splitlines()
        named = re.search(r"names (.+), but", str(error))
        at = [number for number, line in enumerate(lines, 1) if named and "{" + named[1] in line]
        if at and named:
            return wrong(1, f"handbook.md:{at[0]}", f"{{{named[1]}}} names no card and no number of a card.")
        return failed(1, "handbook.md", error, where, "A placeholder can't be filled")
    return None


def _unwritten(spec: GameSpec) -> Iterator[Finding]:
    """Yields what a first SPEC may leave out."""
    if not has_words(spec):
        yield missing(5, "text/", "the sentences for questions, buttons, events, refusals and the end.")
    if spec.view is None:
        yield missing(6, "view.py", "the zones and numbers that a seat sees.")
    if not has_layout(spec):
        yield missing(8, "features.py", "`LAYOUT`, `layout` and `Observation`, for learners.")


def _checks(
    where: GameFolder, spec: GameSpec, game: Game, evidence: Evidence, plays_scenarios: bool
) -> Iterator[tuple[tuple[str, ...], int, str, Check]]:
    """Yields all checks, each with the files that must be right before it makes sense.

    The step and the file that follow are those that an unexpected error in it belongs to.
    """
    events, texts, views = ("events.py",), ("events.py", "text"), ("events.py", "text", "view.py")
    tests = where.test_file("")
    yield (), 1, "meta.py", lambda: basics.meta_faults(spec, game)
    yield (), 1, "meta.py", lambda: opening_faults(evidence)
    yield (), 1, "cards.csv", lambda: basics.card_faults(spec)
    yield (), 1, "handbook.md", lambda: basics.handbook_faults(spec, game, where)
    yield (), 2, "names.py", lambda: basics.phase_faults(spec)
    if has_words(spec):
        yield (), 2, "events.py", lambda: basics.event_faults(spec, where)
        yield (), 5, "text/reasons.py", lambda: basics.reason_faults(spec, game, where)
        yield ("text",), 5, "text/reasons.py", lambda: refusal_faults(evidence)
        yield events, 5, "text/", lambda: words.word_faults(evidence)
        yield texts, 5, "text/log.py", lambda: rolls.roll_faults(evidence)
        yield (), 7, "looks.toml", lambda: drawings.drawing_faults(spec, where)
        yield (), 7, "print.toml", lambda: drawings.paper_faults(spec, game, where)
    yield texts, 3, "state.py", lambda: positions.position_faults(evidence)
    yield ("looks.toml", "print.toml", "tips.md"), 1, "handbook.md", lambda: names.plain_name_faults(spec, where)
    if has_view(spec):
        yield views, 5, "text/", lambda: names.sentence_faults(evidence)
        yield texts, 6, "view.py", lambda: hidden.view_faults(evidence)
        yield views, 3, "state.py", lambda: hidden.hidden_faults(evidence)
        yield (*views, "state.py"), 2, "events.py", lambda: hidden.forgotten_faults(evidence)
        yield (*views, "state.py"), 2, "events.py", lambda: hidden.overheard_faults(evidence)
        yield (), 6, "table.html", lambda: drawings.page_faults(spec, where)
        yield views, 9, "guide.md", lambda: teaching.guide_faults(spec, where)
        yield (*views, "rules", "tips.md"), 9, "tips.md", lambda: teaching.silent_tip_faults(spec)
        if has_layout(spec):
            yield views, 8, "features.py", lambda: observations.observation_faults(evidence)
    yield (), 8, "measured.csv", lambda: measurements.measurement_faults(evidence, game)
    yield (), 9, "__init__.py", lambda: _spec_extras(spec)
    yield (), 9, "rulings.md", lambda: teaching.ruling_faults(game, where)
    yield (), 9, "tips.md", lambda: teaching.tip_faults(spec, game, where)
    if has_view(spec):
        yield (), 10, tests, lambda: proofs.scenario_faults(game, where, plays_scenarios)
    yield (), 10, tests, lambda: proofs.record_faults(where)


def _without_echoes(findings: list[Finding]) -> list[Finding]:
    """Leaves out what only follows from an earlier finding: a clause that the handbook lacks, or the same error."""
    lost = {
        clause
        for one in findings
        if one.kind == "Missing" and one.file == "handbook.md"
        for clause in CLAUSE.findall(one.text)
    }
    kept: list[Finding] = []
    errors: set[str] = set()
    for one in findings:
        is_cited = one.file != "handbook.md" and ("cites" in one.text or "There is no clause" in one.text)
        if is_cited and lost & set(CLAUSE.findall(one.text)):
            continue
        error = re.search(r"\w+(Error|Exception): .*", one.text)
        if error is not None and error[0] in errors:
            continue
        errors |= {error[0]} if error is not None else set()
        kept.append(one)
    return kept


def _spec_extras(spec: GameSpec) -> Iterator[Finding]:
    if spec.decisive is None:
        text = "`decisive` in SPEC: the number that decides the game, which the end screen charts turn by turn."
        yield worthwhile(9, "__init__.py", text)


def _reported(where: GameFolder, findings: Iterable[Finding], summary: str) -> Report:
    """Sorts the findings by step, leaves out repetitions, and cuts long lists short."""
    kept: list[Finding] = []
    more: dict[tuple[int, str, str], int] = {}
    if summary != UNFINISHED:
        findings = [one._replace(file=real_file(one.file, where)) for one in findings]
    for one in sorted(dict.fromkeys(findings), key=lambda one: one.step):
        of = (one.step, one.kind, one.file.partition(":")[0])
        more[of] = more.get(of, 0) + 1
        if more[of] <= MOST_ALIKE:
            kept.append(one)
    needed = sum(number for (_step, kind, _file), number in more.items() if kind != "You can add")
    if not needed:
        return Report(kept, summary)
    hidden_ones = sum(max(0, number - MOST_ALIKE) for number in more.values())
    unlisted = f", {hidden_ones} of which are like those above" if hidden_ones else ""
    rest = f" {summary}" if summary in (UNFINISHED, WAITING) else ""
    return Report(kept, f"{counted(needed, 'thing')} to do{unlisted}; begin at the top.{rest}")


def _praise(where: GameFolder, spec: GameSpec, game: Game, evidence: Evidence) -> str:
    """Returns the sentence for a game that lacks nothing."""
    if where.tests is None:
        tested = "its tests are in Grognard's repository and were not looked at"
    else:
        tested = f"{counted(len(proofs.cases_in(where.tests).read), 'scenario')} pass"
    return (
        f"{spec.meta.title} is complete: {counted(len(game.handbook.clauses), 'clause')}, "
        f"{counted(len(spec.cards), 'card')}, {tested}, and {evidence.played} random "
        f"and {len(evidence.lengths)} greedy games went well."
    )
