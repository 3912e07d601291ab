"""A server seats levels alone: no name that a guest sends reaches a file or a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import grognard
import grognard.server
from tests.server.support import Guest

# The lab's names for your own players.
NAMES = ("{file}:Player", "learned:{file}", "learned:{file}+temperature=1", "open:{file}:Player", "os:getcwd")
RUNNING = {"arena", "exploit", "judge", "likelihood", "paired", "recording", "regret", "simulate"}


@pytest.fixture
def trap() -> Iterator[Path]:
    """A file that leaves a mark if it is run. Its path is short, since the API refuses long names."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "trap.py"
        file.write_text("open(__file__ + '.sprung', 'w').close()\nfrom grognard.bots import Random as Player\n")
        yield file


@pytest.mark.parametrize("form", NAMES)
def test_the_api_seats_levels_alone(guest: Guest, trap: Path, form: str) -> None:
    name = form.format(file=trap)
    answer = guest.api("/tables", {"game": "outpost", "seats": ["you", name], "options": {}})
    assert answer.status_code in (400, 404), answer.text
    assert "There is no bot" in answer.text or "length <= 64" in answer.text
    assert not trap.with_name("trap.py.sprung").exists()


@pytest.mark.parametrize("form", NAMES)
def test_the_form_seats_levels_alone(guest: Guest, trap: Path, form: str) -> None:
    name = form.format(file=trap)
    answer = guest.post("/games/outpost/tables", {"with": name})
    assert answer.status in (400, 404), answer.text
    answer = guest.post("/games/green-troops/tables", {"seats": "4", "seat-0": "you", "seat-1": name})
    assert answer.status in (400, 404), answer.text
    assert not trap.with_name("trap.py.sprung").exists()


def test_the_trap_works(trap: Path) -> None:
    from grognard.bots.own_players import player_for

    player_for(grognard.load("outpost"), f"{trap}:Player")
    assert trap.with_name("trap.py.sprung").exists()


def test_no_module_of_the_server_names_what_runs_players() -> None:
    """Pages and terminals are no different."""
    package = Path(grognard.server.__file__).parents[1]
    files = [file for layer in ("server", "web", "tui", "play") for file in (package / layer).rglob("*.py")]
    assert len(files) > 50
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            named = {*module.split("."), *(alias.name for alias in getattr(node, "names", ()) if module)}
            assert "own_players" not in named, file
            assert not module.startswith("grognard.lab") or not named & RUNNING, file
