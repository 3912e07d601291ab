"""Backs up the database, and restores backups."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.engine import URL

from grognard.kernel.errors import BadInput
from grognard.registry import registered_names, spec
from grognard.server.config import Config, read_secret
from grognard.server.storage.database import Database
from grognard.server.storage.disk import BESIDE, address_of, copy, database_lock, file_of, remove, sync, sync_names
from grognard.server.storage.migrate import is_later, migrate, too_old
from grognard.server.storage.schema import TABLES
from grognard.server.storage.tables import TableStore
from grognard.server.tables.live_table import LiveTable

# The server's secrets: what signs cookies, and what signs push messages.
SECRET: Final = "secret"
VAPID: Final = "vapid"
STAMP: Final = "%Y%m%dT%H%M%S.%fZ"
OURS: Final = re.compile(r"tables-\d{8}T\d{6}\.\d{6}Z\.sqlite(\.part(-journal)?)?")


class Backup(NamedTuple):
    """A backup's file, and whether it contains the server's secret."""

    file: Path
    has_secret: bool


class Fresh(NamedTuple):
    """The file about to replace a database, and the secrets that came with it, by their files."""

    file: Path
    secrets: Mapping[Path, str]


class Restored(NamedTuple):
    """The result of a restore, and where the old database and secret are kept."""

    tables: int
    deeds: int
    unplayable: int  # tables with a game or rules version that this program does not have
    has_secret: bool  # whether the backup has one
    before: Path | None
    secret_before: Path | None = None


def backup(config: Config, path: Path, keep: int | None = None) -> Backup:
    """Copies the database as it is now, with the secret of the data directory, even while a server is running.

    If `path` is a folder, the copy is named by its time. With `keep`, only that many of the newest backups stay in it.
    A secret from the settings is left out: keep it safe with your settings. Raises BadInput.
    """
    file = _file(config.url)
    if not file.is_file():
        raise BadInput(f"There is no database at {file}.")
    if keep is not None:
        if keep < 1:
            raise BadInput(f"--keep must be 1 or more, not {keep}.")
        if path.exists() and not path.is_dir():
            raise BadInput(f"With --keep, PATH must be a folder. {path} is not one.")
    with _as_sentence(f"{path} cannot be written"):
        if keep is not None:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        target = path / f"tables-{_stamp()}.sqlite" if path.is_dir() else path
        if target.exists():
            raise BadInput(f"{target} already exists. Name a new file, or a folder.")
        files = _secret_files(config).items()
        secrets = {
            name: read_secret(kept) for name, kept in files if kept.exists() and not (name == SECRET and config.secret)
        }
        copy(file, target, lambda there: _put_secrets(there, secrets))
        if keep is not None:
            others = sorted(each for each in path.iterdir() if OURS.fullmatch(each.name) and each != target)
            halves = [each for each in others if ".part" in each.name]  # left by backups that were killed
            whole = [each for each in others if each not in halves]
            for each in [*halves, *whole[: max(0, len(whole) - keep + 1)]]:
                each.unlink()
    return Backup(target, SECRET in secrets)


def restore(config: Config, path: Path) -> Restored:
    """Replaces the database with a backup, after replaying every table in it; keeps the old database as a file.

    The backup's secret becomes that of the data directory. If the process is killed, either the old or the new database
    is in place, and running it again does the rest. Raises BadInput, and changes nothing, if the backup is too old or
    cannot be read or replayed, if either database is from a later Grognard, or if the database is in use.
    """
    file = _file(config.url)
    if not path.is_file():
        raise BadInput(f"There is no backup at {path}.")
    if file.exists() and path.samefile(file):
        raise BadInput(f"{path} is the database itself.")
    with database_lock(file):
        return _restored(file, _secret_files(config), path)


def _restored(file: Path, secret_files: Mapping[str, Path], path: Path) -> Restored:
    fresh = file.with_name(f"{file.name}.restoring")
    try:
        with _as_sentence(f"{path} cannot be restored"):
            remove(fresh)
            copy(path, fresh)
            _must_be_whole(fresh)
            secrets = {name: secret for name in secret_files if (secret := _take_secret(fresh, name))}
            older = migrate(URL.create("sqlite", database=str(fresh)))
            if older is not None:
                older.unlink()
            tables, deeds, unplayable = asyncio.run(_played_again(fresh))
            with closing(sqlite3.connect(fresh)) as connection:
                connection.execute("PRAGMA journal_mode=DELETE")
            sync(fresh)
        with _as_sentence(f"{file} cannot be replaced"):
            by_file = {secret_files[name]: secret for name, secret in secrets.items()}
            before, olds = _exchange(file, Fresh(fresh, by_file))
            secret_before = olds.get(secret_files[SECRET])
            return Restored(tables, deeds, unplayable, SECRET in secrets, before, secret_before)
    finally:
        remove(fresh)


def _file(url: URL) -> Path:
    file = file_of(url)
    if file is None:
        raise BadInput("Use pg_dump to back up a PostgreSQL database, and pg_restore to restore it.")
    return file


def _secret_files(config: Config) -> Mapping[str, Path]:
    """Returns the files with the server's secrets, each by the name of its table in a backup."""
    return {SECRET: config.secret_file, VAPID: config.vapid_file}


def _put_secrets(there: sqlite3.Connection, secrets: Mapping[str, str]) -> None:
    """Stores secrets in a backup, in tables that only backups have."""
    for name in (SECRET, VAPID):
        there.execute(f"DROP TABLE IF EXISTS {name}")
    for name, secret in secrets.items():
        there.execute(f"CREATE TABLE {name} (secret TEXT NOT NULL)")
        there.execute(f"INSERT INTO {name} VALUES (?)", (secret,))
    there.commit()


def _take_secret(file: Path, name: str) -> str:
    """Removes a secret from a backup and returns it; empty if there is none."""
    with closing(sqlite3.connect(address_of(file), uri=True)) as there:
        if there.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)).fetchone() is None:
            return ""
        secret = str(there.execute(f"SELECT secret FROM {name}").fetchone()[0])
        there.execute("PRAGMA secure_delete=ON")
        there.execute(f"DROP TABLE {name}")
        there.commit()
        return secret


def _put_back(file: Path, secret: str) -> Path | None:
    """Writes the secret, readable only by its owner. Returns the new path of a different secret it replaced, if any."""
    there = file.read_text("ascii", "replace").strip() if file.exists() else None
    if there == secret:
        return None
    before = None if there is None else file.with_name(f"{file.name}.before-{_stamp()}")
    if before is not None:
        before.hardlink_to(file)
    fresh = file.with_name(f"{file.name}.restoring")
    fresh.unlink(missing_ok=True)
    fresh.touch(mode=0o600)
    fresh.write_text(secret, "ascii")
    sync(fresh)
    fresh.replace(file)
    sync_names(file.parent)
    return before


def _stamp() -> str:
    return datetime.now(UTC).strftime(STAMP)


@contextmanager
def _as_sentence(what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error, BadInput) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error).removesuffix(".")
        raise BadInput(f"{what}: {reason}.") from error


def _must_be_whole(file: Path) -> None:
    with closing(sqlite3.connect(address_of(file), uri=True)) as connection:
        revision = _revision(connection)
        if revision is None:
            raise BadInput("it is not a Grognard database")
        if why := too_old(revision):
            raise BadInput(f"it is too old: {why}")
        if is_later(revision):
            raise BadInput("it is from a later version of Grognard")
        for check in ("integrity_check", "foreign_key_check"):
            found = connection.execute(f"PRAGMA {check}").fetchone()
            if found not in (None, ("ok",)):
                raise BadInput("it is damaged")


def _revision(connection: sqlite3.Connection) -> str | None:
    if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'").fetchone() is None:
        return None
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if found is None else str(found[0])


async def _played_again(file: Path) -> tuple[int, int, int]:
    """Opens every table as the server would; returns the number of tables, of deeds and of unplayable tables."""
    database = Database(URL.create("sqlite", database=str(file)))
    try:
        store = TableStore(database)
        async with database.reading() as connection:
            ids = [id for (id,) in await connection.execute(select(TABLES.c.id))]
        deeds = unplayable = 0
        for id in ids:
            try:
                kept = await store.news(id, 0)
                deeds += len(kept.deeds)
                if kept.table.game not in registered_names() or kept.table.rules != spec(kept.table.game).meta.rules:
                    unplayable += 1
                    continue
                live = LiveTable(kept.table)
                live.settle(kept)
                for deed in kept.deeds:
                    live.enter(deed)
            except Exception as error:  # of any kind; its text stays hidden, as it might name a card
                raise BadInput(f"its table {id} cannot be replayed ({type(error).__name__})") from error
        return len(ids), deeds, unplayable
    finally:
        await database.close()


def _exchange(file: Path, fresh: Fresh) -> tuple[Path | None, Mapping[Path, Path]]:
    """Replaces the old file with the fresh one. Returns the paths under which the old file and secrets are kept."""
    if not file.exists():
        remove(file)  # a leftover log would add its deeds to the fresh file
        return _placed(file, fresh, None)
    before = file.with_name(f"{file.name}.before-{_stamp()}")
    try:
        # Windows cannot replace an open file, so it is closed first; the lock keeps servers away.
        with closing(sqlite3.connect(address_of(file), uri=True, timeout=0, isolation_level=None)) as old:
            # This fails while another process has the file open; it writes the old file's log into the file.
            old.execute("PRAGMA journal_mode=DELETE")
            old.execute("BEGIN EXCLUSIVE")
            if is_later(_revision(old)):
                raise BadInput("it is from a later version of Grognard; move it away first")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise BadInput("it is in use; stop the server first") from error
    except sqlite3.DatabaseError:  # damaged, so no server uses it: keep its log with it
        for suffix in BESIDE:
            if Path(f"{file}{suffix}").exists():
                Path(f"{file}{suffix}").rename(f"{before}{suffix}")
    return _placed(file, fresh, before)


def _placed(file: Path, fresh: Fresh, before: Path | None) -> tuple[Path | None, Mapping[Path, Path]]:
    if before is not None:
        before.hardlink_to(file)
    # The secrets come first: a server with the database but not its secret would not recognize its guests.
    olds = {there: old for there, secret in fresh.secrets.items() if (old := _put_back(there, secret))}
    fresh.file.replace(file)
    sync_names(file.parent)
    return before, olds
