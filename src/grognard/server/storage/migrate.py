"""Creates the database, or upgrades one from an earlier version of Grognard."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import BadInput
from grognard.server.errors import is_damage
from grognard.server.storage.database import TO_WRITE, sqlite_engine
from grognard.server.storage.disk import copy, file_of, private
from grognard.server.storage.schema import METADATA

# An arbitrary number for a lock: if several processes start at once, one migrates while the others wait.
LOCK: Final = 7_150_214
RESTORE: Final = "Restore a backup: `grognard restore PATH`."
FIRST: Final = "0009"  # the oldest revision that can be upgraded
ABLE_TO_UPDATE: Final = "3aacac42"  # the commit that upgrades older databases to that revision
WAIT: Final = 10_000  # milliseconds to wait for another process that migrates the same file


def migrate(url: URL) -> Path | None:
    """Creates or upgrades the database in one transaction, so completely or not at all.

    Copies an older SQLite file first, and returns the path of the copy. Raises BadInput if the database cannot be used.
    """
    shown = url.render_as_string(hide_password=True)
    file = file_of(url)
    try:
        if file is None:
            engine = create_engine(url)
        else:
            if file.exists() and not file.stat().st_size:
                raise BadInput(f"The database {file} is empty. {RESTORE} Or delete the file to start with a new one.")
            private(file)
            engine = sqlite_engine(url, file, WAIT)
        try:
            with engine.execution_options(**TO_WRITE).begin() as connection:
                if file is None:
                    connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
                return _upgrade(connection, file, shown)
        finally:
            engine.dispose()
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        if is_damage(error):
            raise BadInput(f"The database {shown} is damaged: {_reason(error)}. {RESTORE}") from error
        raise BadInput(f"The database {shown} cannot be used: {_reason(error)}.") from error


def _reason(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).split())


def head() -> str:
    """Returns the database revision that this Grognard needs."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def is_later(revision: str | None) -> bool:
    """Returns whether a database with this revision is from a later version of Grognard."""
    return (
        revision is not None
        and revision >= FIRST
        and revision not in {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    )


def too_old(revision: str | None) -> str:
    """Returns why a database of this revision cannot be upgraded, as the end of a sentence; empty if it can."""
    if revision is None or revision >= FIRST:
        return ""
    return (
        f"it has revision {revision}, and this Grognard needs {FIRST} or later; "
        f"upgrade it first by starting Grognard at commit {ABLE_TO_UPDATE}"
    )


def _config() -> AlembicConfig:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    return config


def _upgrade(connection: Connection, file: Path | None, shown: str) -> Path | None:
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = _config()
    config.attributes["connection"] = connection
    found = MigrationContext.configure(connection).get_current_revision()
    if found == head():
        if missing := {*METADATA.tables} - {*inspect(connection).get_table_names()}:
            raise BadInput(f"The database {shown} is damaged: it has no table {min(missing)}. {RESTORE}")
        return None
    if is_later(found):
        raise BadInput(
            f"The database {shown} is from a later version of Grognard: it has revision {found}, not {head()}."
        )
    if why := too_old(found):
        raise BadInput(f"The database {shown} is too old: {why}.")
    kept = None
    if file is not None and found is not None:
        kept = file.with_name(f"{file.name}.{found}")
        copy(file, kept)
    command.upgrade(config, "head")
    return kept
