"""Reports whose games Ray spreads are the same to the last byte."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def _report(folder: Path, *words: str) -> bytes:
    out = folder / "report.parquet"
    command = [sys.executable, "-m", "grognard", "lab", "report", "outpost", "--games", "60", "--levels", "greedy"]
    command += ["--cache", str(folder / "games"), "--format", "parquet", "--out", str(out), *words]
    # Ray keeps its files in the home folder of whoever starts it.
    told = subprocess.run(command, env={**os.environ, "HOME": str(folder)}, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    return out.read_bytes()


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    alone, cluster = tmp_path / "alone", tmp_path / "cluster"
    for folder in (alone, cluster):
        folder.mkdir()
    assert _report(alone) == _report(cluster, "--backend", "ray", "--jobs", "2")
    kept = [sorted((file.name, file.read_bytes()) for file in (one / "games").iterdir()) for one in (alone, cluster)]
    assert kept[0] == kept[1]
