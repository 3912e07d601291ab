"""Processes of `grognard` that begin with everything loaded: loading is most of what a server's start takes.

A process of this module loads the server and draws the cards once, and forks a child for each server; each child is a
process as any other, with its own files, environment and signals. That the command itself starts is tested in
test_config.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from io import StringIO
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import DEFAULT, patch

from jinja2 import PackageLoader

from grognard.registry import spec
from grognard.server.storage import house_time

EVERY: Final = 0.01  # seconds between two looks whether a process has ended

Request = dict[str, Any]
# By the slugs of games: fields of their `Meta` that are to be others, for what no game asks for yet.
Metas = Mapping[str, Mapping[str, Any]]


class Child:
    """A server, or another command, that was asked for; it can be used like a `subprocess.Popen`."""

    def __init__(
        self,
        arguments: list[str],
        environment: Mapping[str, str],
        folder: Path,
        output: Path,
        metas: Metas,
        command: str = "serve",
        skipped: Path | None = None,
    ) -> None:
        """The file `skipped` has the seconds of house time that pass at once, for games over days."""
        wanted: Request = {"arguments": [command, *arguments], "environment": dict(environment), "metas": dict(metas)}
        wanted["skipped"] = None if skipped is None else str(skipped)
        self.pid: Final = int(asked(wanted | {"folder": str(folder), "output": str(output)}))
        self._code: int | None = None

    def poll(self) -> int | None:
        """The exit code, or minus the signal that ended it; None while it runs."""
        if self._code is None:
            self._code = asked({"pid": self.pid})
        return self._code

    def wait(self, timeout: float) -> int:
        """Waits for its end; the exit code."""
        end = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("serve", timeout)
            time.sleep(EVERY)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Sends it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)


def skip_time(skipped: Path) -> None:
    """Lets the house time of this process pass as a file says, in addition to the seconds that really pass."""

    def monotonic() -> float:
        return time.monotonic() + (float(skipped.read_text()) if skipped.exists() else 0)

    house_time.LONGEST = inf  # type: ignore[misc]
    house_time.HouseTime.__init__.__defaults__ = (monotonic,)


def alter(metas: Metas, put: Callable[[Any, str, Any], None]) -> None:
    """Puts the altered `Meta` of games in their places, by `setattr` or that of a test's `monkeypatch`."""
    for slug, fields in metas.items():
        found = spec(slug)
        put(sys.modules[found.package], "SPEC", replace(found, meta=replace(found.meta, **fields)))


def clean_environment() -> dict[str, str]:
    """The environment of this run without our settings, except for its games of your own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GROGNARD_")}
    if folders := os.environ.get("GROGNARD_GAMES"):  # a server may run in another directory
        kept["GROGNARD_GAMES"] = os.pathsep.join(str(Path(folder).resolve()) for folder in folders.split(os.pathsep))
    return kept


@cache
def _nursery() -> subprocess.Popen[str]:
    """One for each process of tests; it ends when its input does."""
    # Not by `-m`: what a server starts by `spawn` would load the main module again.
    command = [sys.executable, "-c", "from tests.server.nursery import attend; attend()"]
    environment = clean_environment()
    environment["PYTHONPATH"] = os.pathsep.join(entry for entry in sys.path if entry)
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )


def asked(request: Request) -> Any:
    """The answer to a request."""
    nursery = _nursery()
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(json.dumps(request) + "\n")
    return json.loads(nursery.stdout.readline())


# -- in the nursery --------------------------------------------------------------------------------------------------


def attend() -> None:
    """Answers requests: a new server gets its number, a number gets its exit code."""
    import grognard.bots.workers
    import grognard.server.serve  # noqa: F401
    from grognard.cli import main
    from grognard.server import app
    from grognard.server.config import Config
    from grognard.server.storage.migrate import migrate
    from grognard.web import assets, pages

    # What each server would otherwise do at its first page: draw the faces of all games, and compile the templates.
    assets.release()
    for name in PackageLoader("grognard.web").list_templates():
        pages.ENVIRONMENT.get_template(name)
    # What Typer, Litestar and Alembic load and look up at their first use takes longer than their work. Files and locks
    # belong to the process that opens them, so this application gets none.
    with redirect_stdout(StringIO()):
        main(["serve", "--help"])
    with TemporaryDirectory() as folder, patch.multiple(app, Database=DEFAULT, Workers=DEFAULT):
        config = Config(data_dir=folder)
        migrate(config.url)
        app.create_app(config)
    gc.freeze()  # what a child never collects it never has to copy
    answers = os.dup(1)
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        answer = _ended(request["pid"]) if "pid" in request else os.fork()
        if answer == 0 and "pid" not in request:  # the child, which ends as the command does
            sys.exit(_serve(request))
        os.write(answers, f"{json.dumps(answer)}\n".encode())


def _serve(request: Request) -> int:
    """What `python -m grognard` does, in a session of its own."""
    from grognard.cli import main

    os.setsid()
    output = os.open(request["output"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for new, old in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(new, old)
    os.closerange(3, 256)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    alter(request["metas"], setattr)
    if request["skipped"] is not None:
        skip_time(Path(request["skipped"]))
    sys.argv = ["grognard", *request["arguments"]]
    return main(sys.argv[1:])


def _ended(child: int) -> int | None:
    pid, status = os.waitpid(child, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if pid else None
