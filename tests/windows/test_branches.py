"""What our code does otherwise on Windows because of the system's name, which the simulation leaves alone."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path
from typing import Final

import pytest

from grognard.cli import output
from grognard.server.net import open_browser
from grognard.tui import terminal

SOURCE: Final = Path(__file__).resolve().parents[2] / "src"
# Those of the compiler, which the simulation does not have.
COMPILING: Final = {"grognard/building.py": 3, "grognard/builds.py": 1, "grognard/compiling.py": 2}
# Each is tried below.
BRANCHES: Final = {
    "grognard/tui/terminal.py": 1,
    "grognard/cli/output.py": 1,
    "grognard/server/net/open_browser.py": 1,
}


def test_every_branch_is_tried_here() -> None:
    found: dict[str, int] = {}
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if count := len(re.findall(r"\bos\.name\b|\bsys\.platform\b|\bplatform\.system\b", text)):
            found[path.relative_to(SOURCE).as_posix()] = count
    assert found == {**BRANCHES, **COMPILING}


def test_a_browser_needs_no_variable_that_names_the_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_browser, "CONTAINERS", ())
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not open_browser.has_browser({})
    monkeypatch.setattr(sys, "platform", "win32")
    assert open_browser.has_browser({})


@pytest.mark.parametrize(("system", "status"), [("nt", 0), ("posix", 1)])
def test_a_reader_that_has_had_enough_has_another_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], system: str, status: int
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "name", system)
        found = output.give_up_output(OSError(errno.EINVAL, "Invalid argument"))
    assert found == status
    assert bool(capsys.readouterr().err) == bool(status)


@pytest.mark.parametrize(("system", "fills"), [("nt", True), ("posix", False)])
def test_a_console_has_no_name_and_the_table_fills_it(
    monkeypatch: pytest.MonkeyPatch, system: str, fills: bool
) -> None:
    for name, value in (("COLUMNS", "120"), ("LINES", "40"), ("TERM", "")):
        monkeypatch.setenv(name, value)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    with monkeypatch.context() as patched:
        patched.setattr(os, "name", system)
        found = terminal.obstacle()
    assert (found is None) == fills
