"""The long fuzz run, which continues where it was stopped: `python -m tests.fuzz.soak FOLDER [KIND...]`.

FOLDER/inputs.jsonl has a line for each batch: its kind, its first number, how many inputs it has, its faults, and the
processor time. A batch is repeated by `python -m tests.fuzz.child KIND FIRST COUNT`.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
BATCH: Final = 250
# Inputs of each kind, 20,000 in all: fewer where one takes longer, so that all take less than 45 minutes of a core.
WANTED: Final = {
    "scenario": 5_000,
    "journal": 5_000,
    "position": 3_500,
    "address": 2_500,
    "form": 1_250,
    "body": 1_250,
    "command": 1_000,
    "file": 500,
}


def soak(folder: Path, kinds: Iterable[str] = WANTED, begin: int = 0) -> list[dict[str, Any]]:
    """Answers all inputs that are still wanted; the batches of now and of earlier."""
    folder.mkdir(parents=True, exist_ok=True)
    told = folder / "inputs.jsonl"
    done = [json.loads(line) for line in told.read_text().splitlines()] if told.exists() else []
    for kind in kinds:
        first = max((one["first"] + one["count"] for one in done if one["kind"] == kind), default=begin)
        left = WANTED[kind] - sum(one["count"] for one in done if one["kind"] == kind)
        while left > 0:
            done.append(_batch(kind, first, min(BATCH, left)))
            with told.open("a") as opened:
                opened.write(json.dumps(done[-1]) + "\n")
            first += done[-1]["count"]
            left -= done[-1]["count"]
    return done


def _batch(kind: str, first: int, count: int) -> dict[str, Any]:
    """A batch; one whose process ends at an input counts up to that input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "tests.fuzz.child", kind, str(first), str(count)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    numbers = [line for line in ran.stdout.split() if line.isdecimal()]
    answered = int(numbers[-1]) - first + 1 if numbers else 1
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    fault = "" if ran.returncode == 0 and answered == count else f"status {ran.returncode}\n{ran.stderr[-20_000:]}"
    return {"kind": kind, "first": first, "count": answered, "seconds": round(seconds, 1), "fault": fault}


def main(folder: Path, kinds: Iterable[str]) -> int:
    """Prints a line for each kind; 1 if anything was found."""
    done = soak(folder, kinds or WANTED, int(os.environ.get("GROGNARD_FUZZ", 0)))
    for kind in WANTED:
        some = [one for one in done if one["kind"] == kind]
        count, seconds = sum(one["count"] for one in some), sum(one["seconds"] for one in some)
        print(f"{kind:10}{count:7,} inputs {seconds:7.0f} s")
    faults = [one for one in done if one["fault"]]
    for one in faults:
        print(f"\n{one['kind']} {one['first']}+{one['count']}: {one['fault']}", file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
