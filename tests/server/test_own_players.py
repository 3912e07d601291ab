"""A server seats levels alone: no name that a guest sends reaches a file or a module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import grognard
import grognard.server
from tests.server.support import Guest

# How the lab names players of one's own, and what runs them.
NAMES = ("{file}:Player", "learned:{file}", "learned:{file}+temperature=1", "open:{file}:Player", "os:getcwd")
RUNNING = {"own_players", "arena", "exploit", "judge", "likelihood", "recording", "regret", "simulate"}


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A file that leaves a mark if it is run."""
    file = tmp_path / "trap.py"
    file.write_text(f"open({str(tmp_path / 'sprung')!r}, 'w').close()\nfrom grognard.bots import Random as Player\n")
    return file


@pytest.mark.parametrize("form", NAMES)
def test_the_api_seats_levels_alone(guest: Guest, trap: Path, form: str) -> None:
    name = form.format(file=trap)
    answer = guest.api("/tables", {"game": "outpost", "seats": ["you", name], "options": {}})
    assert answer.status_code == 404, answer.text
    assert "There is no bot" in answer.text
    assert not trap.with_name("sprung").exists()


@pytest.mark.parametrize("form", NAMES)
def test_the_form_seats_levels_alone(guest: Guest, trap: Path, form: str) -> None:
    name = form.format(file=trap)
    answer = guest.post("/games/outpost/tables", {"with": name})
    assert answer.status in (400, 404), answer.text
    answer = guest.post("/games/green-troops/tables", {"seats": "4", "seat-0": "you", "seat-1": name})
    assert answer.status in (400, 404), answer.text
    assert not trap.with_name("sprung").exists()


def test_the_trap_works(trap: Path) -> None:
    from grognard.bots.own_players import player_for

    player_for(grognard.load("outpost"), f"{trap}:Player")
    assert trap.with_name("sprung").exists()


def test_no_module_of_the_server_names_what_runs_players() -> None:
    """Pages and terminals are no different."""
    package = Path(grognard.server.__file__).parents[1]
    files = [file for layer in ("server", "web", "tui", "play") for file in (package / layer).rglob("*.py")]
    assert len(files) > 50
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("grognard.lab", "grognard.bots")):
                named = {*(node.module or "").split("."), *(alias.name for alias in node.names)}
                assert not named & RUNNING, f"{file.name} imports {', '.join(named & RUNNING)}"
