"""Step 10: the scenarios of a game, one file for each clause and each card, and the records of its play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from grognard.game_check.findings import Finding, failed, located, missing, several, worthwhile, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.errors import GrognardError, ScenarioError
from grognard.kernel.game import Game
from grognard.registry import load
from grognard.scenarios.reading import Scenario, read_scenarios
from grognard.scenarios.runner import run_scenario


class Cases(NamedTuple):
    """The scenarios of a game, and the files that cannot be read, each with its error."""

    read: list[Scenario]
    broken: list[tuple[Path, ScenarioError]]


def scenario_files(tests: Path) -> list[Path]:
    """Returns the scenario files in a folder of tests."""
    return sorted(path for kind in ("clauses", "cards") for path in tests.joinpath(kind).rglob("*.md"))


def cases_in(tests: Path) -> Cases:
    """Reads all scenarios in a folder of tests."""
    found = Cases([], [])
    for path in scenario_files(tests):
        try:
            found.read.extend(read_scenarios(path))
        except ScenarioError as error:
            found.broken.append((path, error))
    return found


def clauses_without_file(clauses: Iterable[str], cases: Sequence[Scenario]) -> list[str]:
    """Returns the clauses that have no file of their own."""
    own = {case.path.stem for case in cases if case.path.parent.name == "clauses"}
    return [clause for clause in clauses if clause.lower() not in own]


def cards_without_file(game: Game, cases: Sequence[Scenario]) -> list[str]:
    """Returns the cards that no file is about: a file is about the card that its first case names first."""
    own: dict[Path, str] = {}
    for case in cases:
        if case.path.parent.name == "cards" and case.cards:
            own.setdefault(case.path, case.cards[0])
    return sorted({card.name for card in game.cards} - set(own.values()))


def cards_without_scenario(game: Game, cases: Iterable[Scenario]) -> list[str]:
    """Returns the cards that no scenario uses: neither in its position nor in an action."""
    used = set()
    for case in cases:
        texts = [*case.cards, *(row.text for row in case.position), *(row.does for row in case.play)]
        texts += [then for row in case.play for then in (*row.chance, *row.then)]
        used |= {card.name for card in game.cards if any(_names(text, card.name) for text in texts)}
    return sorted({card.name for card in game.cards} - used)


def _names(text: str, card: str) -> bool:
    """Returns whether a text names this card, and not another one whose name is longer."""
    return re.search(rf"(?<!\w){re.escape(card)}(?!\w)", text) is not None


def stray_files(clauses: Iterable[str], cases: Sequence[Scenario]) -> list[Path]:
    """Returns the files that are not about a clause of the game, or have a case that does not cite theirs."""
    known = {clause.lower(): clause for clause in clauses}
    mine = [case for case in cases if case.path.parent.name == "clauses"]
    return sorted({case.path for case in mine if known.get(case.path.stem) not in case.clauses})


def scenario_faults(game: Game, where: GameFolder, plays: bool = True) -> Iterator[Finding]:
    """Looks for clauses and cards that have no scenario, and plays all scenarios if `plays`."""
    if where.tests is None:
        return
    cases = cases_in(where.tests)
    for path, error in cases.broken:
        yield wrong(10, *located(error, path, _file(path, where)))
    clauses = list(game.handbook.clauses)
    broken = {path.stem for path, _error in cases.broken}
    if absent := [clause for clause in clauses_without_file(clauses, cases.read) if clause.lower() not in broken]:
        text = (
            f"no file for {several(absent)}: each clause needs a scenario, in a file such as `{absent[0].lower()}.md`."
        )
        yield missing(10, where.test_file("clauses/"), text)
    without = cards_without_scenario if where.is_own else cards_without_file
    if absent := [card for card in without(game, cases.read) if _stem(card) not in broken]:
        text = f"no scenario uses {several(absent)}: write one, in a file such as `{_stem(absent[0])}.md`."
        yield missing(10, where.test_file("cards/"), text)
    for path in stray_files(clauses, cases.read):
        text = f"a case does not list {path.stem.upper()} in “- Clauses:”, or the handbook has no such clause."
        yield wrong(10, _file(path, where), text)
    for case in cases.read if plays else ():
        try:
            run_scenario(case, load)
        except GrognardError as error:
            yield wrong(10, *located(error, case.path, _file(case.path, where)))
        except Exception as error:  # the code of a game can do anything
            yield failed(10, _file(case.path, where), error, where, f"“{case.title}” fails")


def record_faults(where: GameFolder) -> Iterator[Finding]:
    """Looks for the records of a game's play; those of our games are looked for by the tests of the repository."""
    if where.tests is None or not where.is_own:
        return
    command = f"grognard game record {where.slug}"
    if not where.tests.joinpath("records.json").is_file():
        text = "traces of random games and of bots, by which you notice that a change alters play."
        yield missing(10, where.test_file("records.json"), text, command)
    if not where.tests.joinpath("golden.txt").is_file():
        yield missing(10, where.test_file("golden.txt"), "a whole game that a person can read.", command)
    for file, text in (
        ("facts.csv", "the bare facts of the cards once more, by which you notice that one was changed by mistake."),
        ("clauses.txt", "the numbers of all clauses, by which you notice that the handbook lost one."),
    ):
        if not where.tests.joinpath(file).is_file():
            yield worthwhile(10, where.test_file(file), text)


def _stem(card: str) -> str:
    return card.lower().replace(" ", "-")


def _file(path: Path, where: GameFolder) -> str:
    assert where.tests is not None
    return where.test_file(path.relative_to(where.tests).as_posix())
