"""Loads a game, or finds out which of its parts are missing or broken."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
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
    """A file that a game has, the part of the game it belongs to (see STEPS), and what it is for."""

    step: int
    name: str
    about: str
    is_needed: bool = True

    @property
    def module(self) -> str:
        """Its name as a module; empty if it is not Python."""
        return "" if self.name.endswith((".csv", ".md")) else self.name.removesuffix(".py").rstrip("/")


# In the order in which one writes them. Those that are not needed must be there if other modules import them.
PARTS: Final = (
    Part(1, "meta.py", "`META` describes the game: its slug, its hook, its seats, house rules and phases"),
    Part(1, "cards.csv", "a row for each card, with the columns name, copies, type, notes and those of your own"),
    Part(1, "handbook.md", "the rules in your own words, with a paragraph for each clause"),
    Part(2, "names.py", "names for the phases, for actions without a card and for reasons of refusals"),
    Part(2, "events.py", "a small class for each kind of event"),
    Part(3, "board.py", "the zones and numbers of a position", False),
    Part(3, "tables.py", "`Cards` and `Tables`: the cards, their numbers and the action space", False),
    Part(3, "state.py", "`Position`: the zones and numbers of a game", False),
    Part(
        4,
        "rules/",
        "the legal choices and their effects, in the order of the handbook; short rules are one module, `rules.py`",
    ),
    Part(
        5,
        "text/",
        "the sentences for questions, buttons, events, refusals and the end; short ones are one module, `text.py`",
    ),
    Part(6, "view.py", "the zones and numbers that a seat sees", False),
    Part(8, "features.py", "observations for learners, and `evaluate` for bots", False),
    Part(8, "length.py", "`most_decisions`: a number of decisions that no game exceeds", False),
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
    _import_empty(where)
    faulty = _faulty_cards(where) if where.folder.joinpath("cards.csv").is_file() else ""
    wanted: set[str] = set()
    # If the cards can't be read, most modules fail as well.
    broken = [] if faulty else list(_broken_parts(where, wanted))
    absent = [part for part in PARTS if not _is_there(where, part) and (part.is_needed or part.module in wanted)]
    found = [missing(part.step, part.name, f"write this next: {part.about}.") for part in absent[:1]]
    found += [missing(part.step, part.name, f"it has {part.about}.") for part in absent[1:]]
    found += [wrong(1, "cards.csv", faulty)] if faulty else []
    # What is wrong in one module is wrong in all that import it.
    found += {(one.file, one.text): one for one in reversed(broken)}.values()
    return found or [failed(9, "__init__.py", error, where)]


def _is_there(where: GameFolder, part: Part) -> bool:
    name = part.name.rstrip("/")
    if part.name.endswith("/"):  # a package, or a module as long as it is short
        return where.folder.joinpath(name, "__init__.py").is_file() or where.folder.joinpath(f"{name}.py").is_file()
    return where.folder.joinpath(name).is_file()


def _broken_parts(where: GameFolder, wanted: set[str]) -> Iterator[Finding]:
    """Imports each part by itself, and yields a finding for each that fails.

    A part that only waits for another module of the game does not: `wanted` gets the name of that module.
    """
    for part in PARTS:
        if not part.module or part.name == "__init__.py" or not _is_there(where, part):
            continue
        try:
            importlib.import_module(f"{where.package}.{part.module}")
        except (Exception, SystemExit) as error:
            if isinstance(error, ImportError) and (module := _absent_module(error, where)):
                wanted.add(module)
            else:
                yield failed(part.step, part.name, error, where)
    wanted |= _imported_first(where)


def _imported_first(where: GameFolder) -> set[str]:
    """Returns the modules that the game's `__init__.py` imports; none if it can't be read, which is said elsewhere."""
    try:
        tree = ast.parse(where.folder.joinpath("__init__.py").read_text(encoding="utf-8"))
    except (OSError, SyntaxError, UnicodeError):
        return set()
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            of = (node.module or "").removeprefix(where.package).lstrip(".")
            is_whole = not of and (node.level or node.module == where.package)  # `from . import features`
            found |= {alias.name for alias in node.names} if is_whole else {of.partition(".")[0]}
    return found


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


def _absent_module(error: ImportError, where: GameFolder) -> str:
    """Returns the module of the game that an import lacks; empty if the import fails for another reason."""
    name = error.name or ""
    if isinstance(error, ModuleNotFoundError):
        return name.removeprefix(f"{where.package}.").partition(".")[0] if name.startswith(f"{where.package}.") else ""
    # `from grognard.games.ford import features`
    found = re.match(r"cannot import name '(\w+)'", str(error))
    is_part = found is not None and name == where.package and any(part.module == found[1] for part in PARTS)
    return found[1] if found is not None and is_part else ""
