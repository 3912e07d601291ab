"""Says which Grognard is tested, and refuses the wrong one; deals the tests out to several processes.

The Makefile sets GROGNARD_EXPECT: `compiled` or `installed` for the package in .venv, `plain` for src/
uncompiled.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src"

# What takes long goes first, so that at the end no process works alone for long.
FIRST = (
    *("web/test_stage.py", "web/test_walk.py", "web/test_access.py", "web/test_friends.py", "web"),
    *("conformance", "fuzz", "server", "tui", "bots", "lab", "cli"),
)


def tested() -> tuple[Path, bool]:
    """Where the package that the tests import lies, and whether its core is compiled."""
    package = find_spec("grognard")
    if package is None or package.origin is None:
        raise pytest.UsageError("grognard is not installed: make install")
    cards = find_spec("grognard.kernel.sets.cards")
    compiled = cards is not None and cards.origin is not None and not cards.origin.endswith(".py")
    return Path(package.origin).resolve().parent, compiled


def pytest_configure() -> None:
    expect = os.environ.get("GROGNARD_EXPECT", "")
    if not expect:
        return
    place, compiled = tested()
    from_source = place.is_relative_to(SOURCE)
    met = {
        "compiled": compiled and not from_source,
        "installed": not from_source,
        "plain": from_source and not compiled,
    }
    if not met.get(expect, False):
        raise pytest.UsageError(f"GROGNARD_EXPECT={expect}, but {place} is {'' if compiled else 'not '}compiled")


def pytest_report_header() -> str:
    place, compiled = tested()
    return f"grognard: {place} ({'compiled' if compiled else 'plain Python'})"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """For `--dist loadgroup`: tests that share a server, or a corpus of games, stay in one process."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(_group(item), []).append(item)
        item.add_marker(pytest.mark.xdist_group(_group(item)))
    items[:] = [item for name in _in_turn(groups) for item in groups[name]]


def _group(item: pytest.Item) -> str:
    """The file; of files that run through all games, the part of one; and all that the corpus of a game serves."""
    callspec = getattr(item, "callspec", None)
    game = callspec.params.get("game", "") if callspec else ""
    file = "corpus" if hasattr(getattr(item, "module", None), "corpus") else item.path.relative_to(HERE).as_posix()
    return f"{file} {game}".strip()


def _in_turn(groups: Mapping[str, Sequence[pytest.Item]]) -> list[str]:
    """The names of the groups, long ones first; browser tests, which mostly wait, are spread among the others."""
    paths = {name: group[0].path.relative_to(HERE) for name, group in groups.items()}
    place: dict[str, float] = {}
    for in_browser in (True, False):
        alike = [name for name, path in paths.items() if path.is_relative_to("web") == in_browser]
        alike.sort(key=lambda name: _turn(paths[name]))
        place |= {name: number / len(alike) for number, name in enumerate(alike)}
    return sorted(groups, key=place.__getitem__)


def _turn(path: Path) -> int:
    """Returns the turn of a file of tests, or of its folder."""
    return next((turn for turn, first in enumerate(FIRST) if path.is_relative_to(first)), len(FIRST))
