"""Every script of bench/ runs in a small form. How fast anything is does not matter here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import grognard
from grognard.lab.simulate import paired
from grognard.registry import spec
from tests.bench.support import BENCH, output_of
from tests.server.support import free_port

SHORT: Final = ("--rounds", "1", "--seconds", "0.02")
OUTPOST: Final = ("--games", "1", "--only", "outpost", "--out", "found.json")
ALONE: Final = {
    "analysis.py veterans": ("veterans", *OUTPOST),
    "analysis.py blunders": ("blunders", *OUTPOST, "--attempts", "2"),
    "baselines.py": ("--pairs", "2", "--game", "outpost", "--out", "found.csv"),
    "choices.py": ("fusillade", "greedy", "prodigy", "--games", "1"),
    "compare.py": SHORT,
    "entries.py": (),
    "envs.py": (*SHORT, "--only", "batch", "playouts", "--game", "outpost"),
    "first_games.py": ("outpost", "--games", "4"),
    "fit_values.py": (str(spec("three-emperors").folder / "learned.npz"), "--games", "20", "--out", "found.npz"),
    "ladder.py": ("outpost", "greedy", "random", "--pairs", "3", "--file", "found.csv"),
    "luck.py": ("outpost", "fusillade", "--games", "3"),
    "search.py": (*SHORT, "--games", "outpost", "fusillade"),
    "startup.py": ("--runs", "1"),
}
WITH_OPENSPIEL: Final = {
    "compare.py": (*SHORT, "--peer", sys.executable),
    "openspiel_peer.py": ("--seconds", "0.02"),
    "openspiel_search_peer.py": ("--seconds", "0.02"),
    "search.py": (*SHORT, "--games", "outpost", "--peer", sys.executable),
}
SERVED: Final = {"load.py"}
IN_A_BROWSER: Final = {"paint.py"}  # see tests/web/test_bench.py


def test_every_script_has_a_small_form() -> None:
    small = {name.split()[0] for name in ALONE} | WITH_OPENSPIEL.keys() | SERVED | IN_A_BROWSER
    assert {path.name for path in BENCH.glob("*.py")} == small


@pytest.mark.parametrize("name", ALONE)
def test_a_script_prints_figures(name: str, tmp_path: Path) -> None:
    output_of(name.split()[0], tmp_path, *ALONE[name])


@pytest.mark.parametrize("name", WITH_OPENSPIEL)
def test_a_script_prints_figures_of_openspiel(name: str, tmp_path: Path) -> None:
    """Measures a fake OpenSpiel. Our part of each script is the code that `make bench` runs."""
    told = output_of(name, tmp_path, *WITH_OPENSPIEL[name], modules=Path(__file__).with_name("stand_in"))
    assert "OpenSpiel 0" in told


def test_the_ladder_continues_its_file_and_has_the_pairs_of_the_arena(tmp_path: Path) -> None:
    step = "outpost", "greedy", "random", "--seed", "5", "--file", "found.csv"
    output_of("ladder.py", tmp_path, *step, "--pairs", "2")
    shown = output_of("ladder.py", tmp_path, *step, "--pairs", "4")
    assert output_of("ladder.py", tmp_path, *step, "--pairs", "4", "--minutes", "0") == shown
    lines = (tmp_path / "found.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[4] for line in lines] == ["pair", "0", "1", "2", "3"]
    found = paired(grognard.load("outpost"), "greedy", "random", 4, 5)
    assert sum(float(line.split(",")[5]) for line in lines[1:]) / 4 == found.share
    assert f"{found.share:.1%} ({found.low:.1%} to {found.high:.1%}), 4 pairs" in shown


def load(folder: Path, *arguments: str) -> dict[str, Any]:
    """What the load measures, at any speed."""
    text = output_of("load.py", folder, *arguments, "--port", str(free_port()), "--any-speed", "--json")
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_load_has_tables_dealt_and_played_and_loses_nothing(tmp_path: Path) -> None:
    found = load(tmp_path, "--tables", "2", "--seconds", "2", "--pause", "0.05")
    assert found["actions"] > 0
    assert found["refused"] == found["lost"] == 0
    assert found["shown_to_host"] > 0
    assert found["shown_to_friend"] > 0


def test_the_load_plays_the_computer(tmp_path: Path) -> None:
    found = load(tmp_path, "--bots", "1", "--seconds", "1", "--level", "recruit")
    assert found["moves_of_people"] > 0
    assert found["pages"] > 0
