"""A database is brought up to date wholly or not at all, wherever the process is killed."""

from __future__ import annotations

import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config as AlembicConfig
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event
from sqlalchemy.engine import URL

import grognard.server
from grognard.kernel.errors import BadInput
from grognard.server.config import Config
from grognard.server.serve import run
from grognard.server.storage.migrate import migrate
from grognard.server.storage.schema import METADATA
from tests.server.fixtures.make import FILE
from tests.server.support import free_port, serve

Rows = dict[str, list[dict[str, Any]]]

SCRIPTS = AlembicConfig()
SCRIPTS.set_main_option("script_location", str(Path(grognard.server.__file__).parent / "migrations"))
REVISIONS = [script.revision for script in ScriptDirectory.from_config(SCRIPTS).walk_revisions()][::-1]
HEAD = REVISIONS[-1]
# What stands in a database before: nothing, the first or a later form with two tables in it, and a whole one.
BEFORE = ["nothing", *REVISIONS[:-1], "a72907d"]


def url_of(folder: Path) -> URL:
    """The address of the database in a folder."""
    return URL.create("sqlite", database=str(folder / "tables.sqlite"))


def put(folder: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database as an earlier program left it."""
    folder.mkdir()
    if what == "nothing":
        return
    if what != "a72907d":
        migrate_to(url_of(folder), what, monkeypatch)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        if what == "a72907d":
            connection.executescript(FILE.read_text(encoding="utf-8"))
        else:
            connection.executescript(
                """
                INSERT INTO tables
                    (id, game, rules, options, numbers, seed, created, one_screen, open_hands, undo_agreed)
                    VALUES ('one', 'x', 1, '{}', '{}', '7', '2026-01-01', 0, 0, '[]');
                INSERT INTO seats (table_id, seat, key, ask, ask_turn) VALUES ('one', 0, 'key', 'always', 0);
                INSERT INTO deeds VALUES ('one', 0, '{"is":"resign","seat":0}', '2026-01-01');
                """
            )


def migrate_to(url: URL, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brings a database up to what it was in an earlier program."""
    with monkeypatch.context() as patch:
        patch.setattr(ScriptDirectory, "get_current_head", lambda _self: revision)
        patch.setattr("alembic.command.upgrade", _upgrade_to(revision))
        migrate(url)


def _upgrade_to(revision: str) -> Callable[..., None]:
    from alembic import command

    upgrade = command.upgrade
    return lambda config, _head: upgrade(config, revision)


def rows(file: Path) -> Rows:
    """All that is in a database; its revision among it."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}


def revision(found: Rows) -> str | None:
    """The revision of a database."""
    return found["alembic_version"][0]["version_num"] if found.get("alembic_version") else None


def holds(later: Rows, earlier: Rows) -> bool:
    """Is all that was there still there? Tables and fields may have come."""
    return all(
        len(later[name]) == len(kept)
        and all(now.items() >= before.items() for now, before in zip(later[name], kept, strict=True))
        for name, kept in earlier.items()
        if name != "alembic_version"
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
    put(folder, "a72907d", monkeypatch)
    earlier = rows(folder / "tables.sqlite")
    for ending in (".part", ".part-journal"):
        (folder / f"tables.sqlite.0004{ending}").write_text("a copy that was killed")
    copy = migrate(url_of(folder))
    assert copy == folder / "tables.sqlite.0004"
    assert rows(copy) == earlier
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not list(folder.glob("*.part*"))
    assert migrate(url_of(folder)) is None


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "server"
    put(folder, "0003", monkeypatch)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.execute("CREATE TABLE verdicts (of_another TEXT)")
    earlier = rows(folder / "tables.sqlite")
    with pytest.raises(BadInput, match=r"cannot be used: table verdicts already exists\.$"):
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
    assert said.strip().endswith(f"was made by a later Grognard: it is of revision 9999, not {HEAD}.")
    assert len(said.strip().splitlines()) == 1
    assert rows(tmp_path / "tables.sqlite") == before


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
    put(folder, "a72907d", monkeypatch)
    (folder / "tables.sqlite").chmod(0o644)
    migrate(url_of(folder))
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
