"""Runs the scripts of bench/ as commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.server.support import environment

BENCH: Final = Path(__file__).resolve().parents[2] / "bench"
PATIENCE: Final = 300  # seconds, on any machine


def output_of(script: str, folder: Path, *arguments: str, modules: Path | None = None) -> str:
    """What a script prints that runs in this folder, with these modules at hand: it must succeed and print figures."""
    command, variables = [sys.executable, str(BENCH / script), *arguments], environment()
    if modules is not None:
        variables["PYTHONPATH"] = os.pathsep.join([str(modules), *filter(None, [variables.get("PYTHONPATH")])])
    done = subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d", done.stdout), done.stdout
    return done.stdout
