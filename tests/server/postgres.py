"""PostgreSQL from Debian's packages, on files of its own, reached by a socket only."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from tests.server.support import Server, free_port, running, until

USER: Final = "postgres"  # the server refuses to run as root


def programs() -> Path:
    """Where PostgreSQL's programs lie; without them the test is skipped, or fails if they are required."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    sentence = "There is no PostgreSQL here (Debian: apt install postgresql)."
    if os.environ.get("GROGNARD_REQUIRE_POSTGRES") == "1":
        pytest.fail(sentence)
    pytest.skip(sentence)


class Postgres:
    """One database server. It can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._programs = programs()
        self._folder = folder
        self._port = free_port()
        self._password = secrets.token_urlsafe(16)
        self._as_root = os.geteuid() == 0

    @property
    def address(self) -> str:
        """What `--database` takes."""
        host = quote(str(self._folder), safe="")
        return f"postgresql://{USER}:{self._password}@/postgres?host={host}&port={self._port}"

    def create(self) -> None:
        """Makes the files."""
        password = self._folder / "password"
        password.write_text(self._password)
        if self._as_root:
            for path in (self._folder, password):
                shutil.chown(path, USER)
        self._run(
            "initdb", "--pgdata", str(self._folder / "data"), "--username", USER, "--pwfile", str(password),
            "--auth", "scram-sha-256", "--no-sync", "--encoding", "UTF8", "--locale", "C",
        )  # fmt: skip

    def start(self) -> None:
        """Starts it and waits until it answers."""
        options = f"-k {self._folder} -p {self._port} -c listen_addresses= -c fsync=off"
        log = str(self._folder / "log")
        self._run(
            "pg_ctl", "--pgdata", str(self._folder / "data"), "--wait", "--log", log, "--options", options, "start"
        )

    def stop(self) -> None:
        """Ends it and all its connections."""
        self._run("pg_ctl", "--pgdata", str(self._folder / "data"), "--mode", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if self._as_root:
            command = ["runuser", "-u", USER, "--", *command]
        ended = subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=60, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, f"{program}: {ended.stdout}"


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A database server as long as the block lasts."""
    programs()
    # Beside pytest's own folders: the path of a socket must be short, and the database's user must get there.
    folder = Path(tempfile.mkdtemp(prefix="grognard"))
    found = Postgres(folder)
    try:
        found.create()
        found.start()
        yield found
    finally:
        process = folder / "data" / "postmaster.pid"
        if process.exists():
            number = int(process.read_text().splitlines()[0])
            os.kill(number, signal.SIGQUIT)
            until(lambda: not process.exists() or not Path(f"/proc/{number}").exists(), 20)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def two_servers(
    folder: Path, database: Postgres, more: Mapping[str, str] | None = None
) -> Iterator[tuple[Server, Server]]:
    """Two processes behind one database and one secret."""
    settings = {"GROGNARD_DATABASE": database.address, "GROGNARD_SECRET": secrets.token_hex(32)} | dict(more or {})
    with running(folder / "one", settings) as one, running(folder / "two", settings) as two:
        yield one, two
