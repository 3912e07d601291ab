"""Runs programs in a simulation of Windows. See `hidden/sitecustomize.py`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.windows.lacks import lacks

HIDDEN: Final = Path(__file__).parent / "hidden"
CONSOLE: Final = "cp437"
# Text without a named encoding is in no encoding that a file of ours would be in; Windows takes that of the console.
PLAIN_TEXT: Final = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONWARNDEFAULTENCODING": "1"}


class Windows:
    """A folder in which programs believe that they run on Windows."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None, keeps: Sequence[str] = ()) -> None:
        """`keeps` are names such as `os.uname` that stay, for a compiled library that asks which system it is on."""
        self.folder = folder
        self.python = sys.executable
        self.processes = folder / "windows" / "processes"
        self.processes.mkdir(parents=True)
        lacks().write(folder / "windows" / "lacks.json", keeps)
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GROGNARD_", "XDG_", "COV"))}
        before = [str(Path(entry).resolve()) for entry in kept.get("PYTHONPATH", "").split(os.pathsep) if entry]
        self.environment = {
            **kept,
            **PLAIN_TEXT,
            "PYTHONIOENCODING": CONSOLE,
            "PYTHONPATH": os.pathsep.join([str(HIDDEN), *before]),
            "WINDOWS": str(folder / "windows"),
            "TEXTUAL_DRIVER": "textual.drivers.headless_driver:HeadlessDriver",  # its own for Windows needs Windows
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data home"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            **(settings or {}),
        }

    def start(self, *words: str | Path, output: Path | None = None) -> subprocess.Popen[bytes]:
        """Starts Python with these words; its output goes to a file, or to a pipe."""
        command = [self.python, *map(str, words)]
        if output is None:
            return subprocess.Popen(
                command, cwd=self.folder, env=self.environment,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
        with output.open("ab") as opened:
            return subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=opened, stderr=opened)

    def run(self, *words: str | Path, typed: str = "", seconds: float = 300) -> tuple[int, str]:
        """Runs Python with these words; its exit status, and all that it printed."""
        with self.start(*words) as process:
            try:
                printed, _ = process.communicate(typed.encode(CONSOLE), seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                raise
        return process.returncode, printed.decode(CONSOLE).replace("\r\n", "\n")

    def grognard(self, *words: str | Path, typed: str = "") -> tuple[int, str]:
        """Runs one command."""
        return self.run("-m", "grognard", *words, typed=typed)

    def count(self) -> int:
        """How many processes there were so far."""
        return len(list(self.processes.iterdir()))
