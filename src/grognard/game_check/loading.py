"""Loads a game, or finds out which of its parts are missing or broken."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard import registry
from grognard.game_check.findings import Finding, failed, missing, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.content.cardfile import read_cards
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game, GameSpec


class Part(NamedTuple):
    """A file or a package that a game has, the step in which one writes it, and what it is for."""

    step: int
    name: str
    about: str

    @property
    def module(self) -> str:
        """Its name as a module; empty if it is not Python."""
        return "" if self.name.endswith((".csv", ".md")) else self.name.removesuffix(".py").rstrip("/")


# In the order in which one writes them.
PARTS: Final = (
    Part(1, "meta.py", "`META` describes the game: its slug, its hook, its seats, house rules and phases"),
    Part(1, "cards.csv", "a row for each card, with the columns name, copies, type, notes and those of your own"),
    Part(1, "handbook.md", "the rules in your own words, with a paragraph for each clause"),
    Part(2, "names.py", "names for the phases, for actions without a card and for reasons of refusals"),
    Part(2, "events.py", "a small class for each kind of event"),
    Part(3, "tables.py", "`Cards` and `Tables`: the cards, their numbers and the action space"),
    Part(3, "state.py", "`Position`: the zones and numbers of a game, and how hidden cards are redealt"),
    Part(4, "rules/", "the chapters of the rules, and the legal choices"),
    Part(5, "text/", "the sentences for questions, buttons, events, refusals and the end"),
    Part(6, "view.py", "the zones and numbers that a seat sees"),
    Part(8, "features.py", "observations for learners, and `evaluate` for bots"),
    Part(8, "length.py", "`most_decisions`: a number of decisions that no game exceeds"),
    Part(9, "__init__.py", "`SPEC`, which brings everything together"),
)


def loaded(where: GameFolder) -> tuple[GameSpec | None, list[Finding]]:
    """Loads a game under its standard rules. If that fails, says which parts are missing, and which are broken."""
    try:
        spec: GameSpec = importlib.import_module(where.package).SPEC
        slug = Game(spec).slug
    except (Exception, SystemExit) as error:  # the code of a game can do anything
        return None, _unfinished(where, error)
    if slug != where.slug:
        text = f"`META` has the slug “{slug}”, but the folder is called “{where.folder.name}”; they must agree."
        return None, [wrong(1, "meta.py", text)]
    if slug not in registry.registered_names():
        clash = next((fault for fault in registry.faults() if f"“{slug}”" in fault), "")
        return None, [
            wrong(1, "cards.csv", clash or "without this file, Grognard does not take the folder for a game.")
        ]
    return spec, []


def _unfinished(where: GameFolder, error: BaseException) -> list[Finding]:
    """Says what keeps a game from loading, in the order in which one writes its parts."""
    absent = [part for part in PARTS if not _is_there(where, part)]
    found = [missing(part.step, part.name, f"write this next: {part.about}.") for part in absent[:1]]
    found += [missing(part.step, part.name, f"it has {part.about}.") for part in absent[1:]]
    _import_empty(where)
    if where.folder.joinpath("cards.csv").is_file() and (faulty := _faulty_cards(where)):
        return [*found, wrong(1, "cards.csv", faulty)]  # most modules read it, and fail as well
    broken = list(_broken_parts(where, {part.module for part in absent}))
    # What is wrong in one module is wrong in all that import it.
    found += {(one.file, one.text): one for one in reversed(broken)}.values()
    if not found:
        found = [failed(9, "__init__.py", error, where)]
    return found


def _is_there(where: GameFolder, part: Part) -> bool:
    name = part.name.rstrip("/")
    if part.name.endswith("/"):  # a package, or a module as long as it is short
        return where.folder.joinpath(name, "__init__.py").is_file() or where.folder.joinpath(f"{name}.py").is_file()
    return where.folder.joinpath(name).is_file()


def _broken_parts(where: GameFolder, absent: set[str]) -> Iterator[Finding]:
    """Imports each part by itself, and yields a finding for each that fails for another reason than an absent one."""
    for part in PARTS:
        module = part.module
        if not module or module in absent or module == "__init__":
            continue
        try:
            importlib.import_module(f"{where.package}.{module}")
        except (Exception, SystemExit) as error:
            if isinstance(error, ImportError) and _names_absent(error, where, absent):
                continue
            yield failed(part.step, part.name, error, where)


def _import_empty(where: GameFolder) -> None:
    """Puts an empty package in the place of a package that cannot be imported, so that its modules can."""
    for name in [name for name in sys.modules if name == where.package or name.startswith(f"{where.package}.")]:
        del sys.modules[name]
    found = importlib.util.spec_from_file_location(
        where.package, where.folder / "__init__.py", submodule_search_locations=[str(where.folder)]
    )
    assert found is not None, "the name ends in .py"
    sys.modules[where.package] = importlib.util.module_from_spec(found)


def _faulty_cards(where: GameFolder) -> str:
    """Returns why the cards cannot be read; empty if they can."""
    try:
        return "" if read_cards(where.package) else "it has no rows; write one for each card."
    except BadInput as error:
        return str(error)
    except KeyError as error:
        return f"it has no column {error}. Its first line should be like this: name,copies,type,force,notes"
    except (ValueError, TypeError, AttributeError) as error:  # a number that is none, or a row with too few cells
        return f"a row can't be read ({error}): `copies` is a whole number, and each row has a cell for each column."


def _names_absent(error: ImportError, where: GameFolder, absent: set[str]) -> bool:
    """Returns whether an import fails because of a part that is not written yet."""
    of = (error.name or "").removeprefix(f"{where.package}.").partition(".")[0]
    return of in absent or (error.name == where.package and any(f"'{module}'" in str(error) for module in absent))
