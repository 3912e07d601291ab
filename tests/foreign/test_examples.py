"""Every example runs, in a small form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyspiel  # type: ignore[import-not-found,unused-ignore]
import pytest
from open_spiel.python.algorithms import exploitability  # type: ignore[import-not-found,unused-ignore]

from examples.openspiel_cfr import Ours
from grognard.bots.policy import file_name
from grognard.envs import openspiel as adapter

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SMALL = {
    "random_batch.py": ["--games", "64", "--steps", "100"],
    "selfplay.py": ["--updates", "2", "--games", "16", "--steps", "8", "--pairs", "2"],
    "openspiel_cfr.py": ["--iterations", "1"],
    "openspiel_ismcts.py": ["--simulations", "5", "--decisions", "20"],
}


def test_every_example_has_a_small_form() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / name), *SMALL[name]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("options", ["size:skirmish", "size:skirmish;morale:4"])
def test_openspiel_finds_our_policies_as_hard_to_beat_as_we_do(options: str) -> None:
    """By OpenSpiel's best responses and by ours, whose result stands in the policy's file."""
    game = pyspiel.load_game(adapter.SHORT_NAME, {"options": options, "chance": "explicit"})
    theirs = exploitability.exploitability(game, Ours(game))
    about = game.game.spec.folder.joinpath(file_name(game.game)).read_text("utf-8").splitlines()[1]
    assert theirs == pytest.approx(float(about.split("exploitability ")[1].split(",")[0]), abs=1e-6)
