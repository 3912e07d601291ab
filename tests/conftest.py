"""Says which Grognard is tested, and refuses the wrong one; deals the tests out to several processes.

The Makefile sets GROGNARD_EXPECT: `compiled` or `installed` for the package in .venv, `plain` for src/
uncompiled.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
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


# A test of deals or puzzles of the day asks several times what day it is.
DAY = 86_400
LONGEST = 60.0  # that such a test takes, in seconds


@pytest.fixture
def same_day() -> None:
    """Lets a test begin after midnight UTC if it might not end before."""
    left = DAY - time.time() % DAY
    if left < LONGEST:
        time.sleep(left + 1)


@pytest.fixture(scope="session", autouse=True)
def _without_progress_lines() -> Iterator[None]:
    """No command of a test prints its progress, even on a slow machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("grognard.cli.output.LINE_EVERY_SECONDS", math.inf)
        yield


def tested() -> tuple[Path, bool]:
    """Where the package that the tests import lies, and whether its core is compiled."""
    package = find_spec("grognard")
    if package is None or package.origin is None:
        raise pytest.UsageError("grognard is not installed: make install")
    cards = find_spec("grognard.kernel.cardsets.cards")
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
    """For `--dist loadgroup`: tests that share a browser, a server or a corpus of games stay in one process.

    Long files go first. Two processes begin with the browser tests, half of the files each.
    """
    files = sorted({item.path for item in items}, key=lambda path: (_turn(path), path))
    browser_files = [path for path in files if path.is_relative_to(HERE / "web")]
    halves = {path: f"browser {number % 2}" for number, path in enumerate(browser_files)}
    for item in items:
        item.add_marker(pytest.mark.xdist_group(halves.get(item.path) or _group(item)))
    items.sort(key=lambda item: (halves.get(item.path, "others"), _turn(item.path)))


def _group(item: pytest.Item) -> str:
    """The file; of files that run through all games, the part of one; and all that the corpus of a game serves."""
    callspec = getattr(item, "callspec", None)
    game = callspec.params.get("game", "") if callspec else ""
    file = "corpus" if hasattr(getattr(item, "module", None), "corpus") else item.path.relative_to(HERE).as_posix()
    return f"{file} {game}".strip()


def _turn(path: Path) -> int:
    """Returns the turn of a file of tests, or of its folder."""
    inside = path.relative_to(HERE)
    return next((turn for turn, first in enumerate(FIRST) if inside.is_relative_to(first)), len(FIRST))
