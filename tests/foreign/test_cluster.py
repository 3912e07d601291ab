"""Reports and sweeps whose games Ray spreads are the same to the last byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

WORDS: Final = {
    "report": ["report", "outpost", "--games", "60", "--levels", "greedy"],
    "sweep": ["sweep", "outpost", "--games", "60", "--vary", "morale", "--vary", "Infantry 3.force=2..4"],
}


def _written(folder: Path, *words: str) -> bytes:
    out = folder / "found.parquet"
    command = [sys.executable, "-m", "grognard", "lab", *words, "--cache", str(folder / "games"), "--out", str(out)]
    # Ray keeps its files in the home folder of whoever starts it.
    home = {**os.environ, "HOME": str(folder)}
    told = subprocess.run([*command, "--format", "parquet"], env=home, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    return out.read_bytes()


@pytest.mark.parametrize("words", WORDS.values(), ids=list(WORDS))
def test_ray_plays_the_same_games(words: list[str], tmp_path: Path) -> None:
    alone, cluster = tmp_path / "alone", tmp_path / "cluster"
    for folder in (alone, cluster):
        folder.mkdir()
    assert _written(alone, *words) == _written(cluster, *words, "--backend", "ray", "--jobs", "2")
    kept = [sorted((file.name, file.read_bytes()) for file in (one / "games").iterdir()) for one in (alone, cluster)]
    assert kept[0] == kept[1]
