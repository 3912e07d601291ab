"""The scripts of bench/ that measure other libraries run in a small form, with the libraries themselves."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
SMALL = {
    "envs.py": ["--rounds", "1", "--seconds", "0.02", "--game", "outpost"],
    "openspiel_peer.py": ["--seconds", "0.02"],
    "openspiel_search_peer.py": ["--seconds", "0.02"],
}


@pytest.mark.parametrize("name", SMALL)
def test_a_script_prints_figures(name: str, tmp_path: Path) -> None:
    command = [sys.executable, str(BENCH / name), *SMALL[name]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"\d", done.stdout), done.stdout
