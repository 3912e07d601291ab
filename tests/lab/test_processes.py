"""However many processes somebody asks for, a machine starts only as many as are of use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from grognard import cli
from grognard.kernel.errors import BadInput
from grognard.lab.processes import MOST, processes
from tests.cli.support import Command, commands

MANY: Final = 1_000_000
SLUG: Final = "fusillade"
REQUIRED: Final = {
    "simulate": ("--games", "100000"),
    "arena": ("--bots", "random,greedy", "--pairs", "100000"),
    "regret": ("--bots", "random", "--tries", "100000"),
    "exploit": ("--against", "random", "--tries", "100000"),
    "compare": ("--with", "Old Guard.force=3"),
    "sweep": ("--tornado",),
    "games": ("--bots", "random", "--games", "100000", "--out", "games.npz"),
    "judge-entry": ("--against", "greedy", "--write"),
    "balance": ("--target", "50", "--change", "Old Guard.force"),
}
ENTRY: Final = f'name = "mine"\nbenchmark = "{SLUG}-bench-1"\nplayer = "random"\n'
# `game record` measures as `simulate` does, but only a game that lacks something.
SPREADING: Final = [
    words
    for words, found in commands().items()
    if any(each.name == "jobs" for each in found.params) and words != ("game", "record")
]


class Pool:
    """Stands in for all that starts processes."""

    started: Final[list[int]] = []

    def __init__(self, workers: int = 0, *_of: object, n_jobs: int = 0, **_more: object) -> None:
        self.started.append(workers or n_jobs)
        raise BadInput("Enough.")


def test_commands_that_start_processes_are_found() -> None:
    assert len(SPREADING) == 10


@pytest.mark.parametrize("words", SPREADING, ids=" ".join)
def test_a_million_jobs_do_not_bring_a_machine_down(
    words: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("grognard.bots.pools.ProcessPoolExecutor", Pool)
    monkeypatch.setattr("joblib.Parallel", Pool)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Pool.started.clear()
    form = ["--format", "json"] if words[-1] == "report" else []
    tmp_path.joinpath("entry.toml").write_text(ENTRY, encoding="utf-8")
    subject = "entry.toml" if words[-1] == "judge-entry" else SLUG
    assert cli.main([*words, subject, *REQUIRED.get(words[-1], ()), *form, "--jobs", str(MANY)]) == 2
    assert capsys.readouterr().err.endswith("Enough.\n")
    assert Pool.started
    assert all(0 < started <= MOST for started in Pool.started)


def test_as_many_processes_as_there_is_work() -> None:
    assert processes(MANY, MANY) == MOST
    assert processes(MANY, MANY, None) == MANY
    assert processes(2, 1) == processes(1, 0) == 1
    for jobs in (0, -1):
        with pytest.raises(BadInput, match="must be 1 or more"):
            processes(jobs, 1)
