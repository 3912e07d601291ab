"""A database is brought up to date wholly or not at all, wherever the process is killed."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from grognard.kernel.errors import BadInput
from grognard.server.config import Config
from grognard.server.serve import run
from grognard.server.storage.migrate import migrate
from grognard.server.storage.schema import METADATA
from tests.server.old_database import HEAD, OLD, REVISIONS, holds, migrate_to, restore, revision, rows, url_of
from tests.server.support import free_port, serve

# What is in a database before: nothing, an earlier schema with two tables in it, or all of a server.
BEFORE = ["nothing", *REVISIONS[:-1], "3aacac42"]


def put(folder: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database as an earlier program left it."""
    folder.mkdir()
    if what == "nothing":
        return
    if what == "3aacac42":
        restore(folder)
        return
    migrate_to(url_of(folder), what, monkeypatch)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.executescript(
            """
            INSERT INTO tables
                (id, game, rules, options, numbers, seed, created, one_screen, open_hands, undo_agreed)
                VALUES ('one', 'x', 1, '{}', '{}', '7', '2026-01-01', 0, 0, '[]');
            INSERT INTO seats (table_id, seat, key, ask, ask_turn) VALUES ('one', 0, 'key', 'always', 0);
            INSERT INTO deeds VALUES ('one', 0, '{"is":"resign","seat":0}', '2026-01-01');
            """
        )


@contextmanager
def killed_at_every_statement(folder: Path, into: Path) -> Iterator[list[Path]]:
    """The files as a kill would leave them, before and after each statement: what was not written is not there."""
    left: list[Path] = []

    def kill(*_of: object) -> None:
        left.append(into / str(len(left)))
        shutil.copytree(folder, left[-1])

    for moment in ("before_cursor_execute", "after_cursor_execute", "commit"):
        event.listen(Engine, moment, kill)
    try:
        yield left
    finally:
        for moment in ("before_cursor_execute", "after_cursor_execute", "commit"):
            event.remove(Engine, moment, kill)


@pytest.mark.parametrize("before", BEFORE)
def test_a_migration_killed_anywhere_is_made_up_for_at_the_next_start(
    tmp_path: Path, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "server"
    put(folder, before, monkeypatch)
    file = folder / "tables.sqlite"
    earlier = rows(file) if file.exists() else {}
    with killed_at_every_statement(folder, tmp_path) as left:
        migrate(url_of(folder))
    assert len(left) >= 6
    for each in left:
        halted = rows(each / "tables.sqlite")
        assert revision(halted) == revision(earlier)
        assert sorted(halted) == sorted(earlier), "half of a migration is none"
        migrate(url_of(each))
        done = rows(each / "tables.sqlite")
        assert revision(done) == HEAD
        assert holds(done, earlier)
        assert set(done) == {*METADATA.tables, "alembic_version"}


def test_the_file_is_copied_before_it_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "server"
    put(folder, "3aacac42", monkeypatch)
    earlier = rows(folder / "tables.sqlite")
    for ending in (".part", ".part-journal"):
        (folder / f"tables.sqlite.0009{ending}").write_text("a copy that was killed")
    copy = migrate(url_of(folder))
    assert copy == folder / "tables.sqlite.0009"
    assert rows(copy) == earlier
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not list(folder.glob("*.part*"))
    assert migrate(url_of(folder)) is None


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "server"
    put(folder, OLD, monkeypatch)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.execute("CREATE TABLE daily_secret (of_another TEXT)")
    earlier = rows(folder / "tables.sqlite")
    with pytest.raises(BadInput, match=r"cannot be used: table daily_secret already exists\.$"):
        migrate(url_of(folder))
    assert rows(folder / "tables.sqlite") == earlier


def test_a_database_of_a_later_program_is_refused_untouched(tmp_path: Path) -> None:
    migrate(url_of(tmp_path))
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = rows(tmp_path / "tables.sqlite")
    code, said = serve(tmp_path, "--port", str(free_port()))
    assert code == 2
    assert said.strip().endswith(f"is from a later version of Grognard: it has revision 9999, not {HEAD}.")
    assert len(said.strip().splitlines()) == 1
    assert rows(tmp_path / "tables.sqlite") == before


def test_a_database_that_is_too_old_is_refused_untouched(tmp_path: Path) -> None:
    file = restore(tmp_path)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0008'")
        connection.commit()
    before = rows(file)
    code, said = serve(tmp_path, "--port", str(free_port()))
    assert code == 2
    assert said.strip().endswith(
        "is too old: it has revision 0008, and this Grognard needs 0009 or later; "
        "upgrade it first by starting Grognard at commit 3aacac42."
    )
    assert len(said.strip().splitlines()) == 1
    assert rows(file) == before
    assert not list(tmp_path.glob("tables.sqlite.0*"))


def test_the_oldest_schema_is_that_of_3aacac42(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "created", OLD, monkeypatch)
    put(tmp_path / "kept", "3aacac42", monkeypatch)
    assert schema(tmp_path / "created") == schema(tmp_path / "kept") != {}


def schema(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """The columns, foreign keys and indexes of all tables."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            f"{about} of {name}": connection.execute(f"PRAGMA {about}({name})").fetchall()
            for name in names
            for about in ("table_info", "foreign_key_list", "index_list")
        }


def test_a_server_that_cannot_start_leaves_its_port(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("no database " * 99)
    port = free_port()
    with pytest.raises(BadInput) as kept:
        run(Config(port=port, data_dir=str(tmp_path), secret="s" * 32))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", port))
    assert "file is not a database" in str(kept.value)


def test_the_database_is_for_its_owner_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "server"
    put(folder, "3aacac42", monkeypatch)
    (folder / "tables.sqlite").chmod(0o644)
    migrate(url_of(folder))
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
