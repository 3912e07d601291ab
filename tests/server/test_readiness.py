"""What keeps a server from serving, in sentences that name no place and no secret."""

from __future__ import annotations

import asyncio
import errno
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NoReturn

import pytest

from grognard.server.config import Config
from grognard.server.storage import database as databases
from grognard.server.storage import disk
from grognard.server.storage.database import Database
from grognard.server.storage.disk import LEAST_FREE, MEGABYTE
from grognard.server.storage.migrate import head, migrate

SILENT: Final = "The database does not answer."
UNWRITABLE: Final = "The disk of the database cannot be written to."
FULL: Final = f"The disk of the database has less than {LEAST_FREE} MB left."


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """The settings of a server with a new database."""
    found = Config(data_dir=str(tmp_path))
    migrate(found.url)
    return found


@pytest.fixture
def database(config: Config) -> Iterator[Database]:
    """Its database, open."""
    found = Database(config.url)
    yield found
    asyncio.run(found.close())


def obstacles(database: Database) -> list[str]:
    """What is in the way."""
    return asyncio.run(database.obstacles(head()))


def test_nothing_is_in_the_way_and_nothing_is_left_behind(database: Database, tmp_path: Path) -> None:
    before = sorted(tmp_path.iterdir())
    assert obstacles(database) == []
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("revision", ["0001", "9999"])
def test_a_database_of_another_revision_is_in_the_way(database: Database, tmp_path: Path, revision: str) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    assert obstacles(database) == [f"The database has revision {revision}, but this Grognard needs revision {head()}."]


def test_a_file_that_was_removed_does_not_answer(database: Database, tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").unlink()
    assert obstacles(database) == [SILENT]


def test_a_database_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = Config(database=f"postgresql://somebody:password@127.0.0.1:{mute.getsockname()[1]}/tables").url

        async def ask() -> list[str]:
            database = Database(url)
            try:
                return await database.obstacles(head())
            finally:
                await database.close()

        assert asyncio.run(asyncio.wait_for(ask(), 60)) == [SILENT]


@pytest.mark.parametrize(
    ("free", "found"), [(0, [FULL]), (LEAST_FREE * MEGABYTE - 1, [FULL]), (LEAST_FREE * MEGABYTE, [])]
)
def test_a_disk_that_is_nearly_full_is_in_the_way(
    database: Database, monkeypatch: pytest.MonkeyPatch, free: int, found: list[str]
) -> None:
    monkeypatch.setattr(disk, "disk_usage", lambda _path: SimpleNamespace(free=free))
    assert obstacles(database) == found


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_a_disk_that_takes_nothing_is_in_the_way(
    database: Database, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_: Any, **__: Any) -> NoReturn:
        raise OSError(number, "no", "/var/lib/grognard/secret-place")

    monkeypatch.setattr(disk, "TemporaryFile", refused)
    assert obstacles(database) == [UNWRITABLE]


def test_all_that_is_in_the_way_is_told(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "LEAST_FREE", 1 << 50)
    (tmp_path / "tables.sqlite").unlink()
    assert obstacles(database) == [SILENT, f"The disk of the database has less than {1 << 50} MB left."]
