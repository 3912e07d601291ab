"""Runs commands one after the other, as loading the package is most of what a short one costs.

python commands.py NAME.json: a list of pairs, the words of a line and the keys typed. Writes NAME.answer.
"""

from __future__ import annotations

import io
import json
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from grognard import cli
from grognard.lab import bench

CONSOLE = "cp437"


def answered(words: list[str], typed: str) -> tuple[int, str]:
    """The exit status of a command, and all that it printed."""
    printed = io.BytesIO()
    console = io.TextIOWrapper(printed, encoding=CONSOLE, write_through=True)
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode(CONSOLE)), encoding=CONSOLE)
    with redirect_stdout(console), redirect_stderr(io.StringIO()) as complaints:
        try:
            status = cli.main(words)
        except BaseException:
            complaints.write(traceback.format_exc())
            status = 70
    return status, printed.getvalue().decode(CONSOLE) + complaints.getvalue()


if __name__ == "__main__":
    for seconds in ("PLAYOUT_SECONDS", "COPY_SECONDS", "DRIVEN_SECONDS"):
        setattr(bench, seconds, 0.001)
    bench.ROUNDS = 1  # type: ignore[misc]
    given = Path(sys.argv[1])
    found = [answered(*each) for each in json.loads(given.read_text(encoding="utf-8"))]
    given.with_suffix(".answer").write_text(json.dumps(found), encoding="utf-8")
