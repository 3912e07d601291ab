"""Creates the database, and brings one of an earlier Grognard up to date."""

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

# Any number: of several processes that start at once, one migrates while the others wait.
LOCK: Final = 7_150_214
RESTORE: Final = "Restore a backup: `grognard restore PATH`."
FIRST: Final = "0009"  # the oldest revision that can be updated
ABLE_TO_UPDATE: Final = "3aacac42"  # brings older databases to that revision
WAIT: Final = 10_000  # milliseconds for another process that migrates the same file


def migrate(url: URL) -> Path | None:
    """Creates the database or brings it up to date: in one transaction, so wholly or not at all.

    An earlier SQLite file is copied first; the answer is the copy. Raises BadInput where the database cannot be used.
    """
    shown = url.render_as_string(hide_password=True)
    file = file_of(url)
    try:
        if file is None:
            engine = create_engine(url)
        else:
            if file.exists() and not file.stat().st_size:
                raise BadInput(
                    f"The database {file} is empty. {RESTORE} Or delete the file to start with a new database."
                )
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
    """The revision of the databases that this Grognard works with."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def is_later(revision: str | None) -> bool:
    """Did a later Grognard make a database of this revision?"""
    return (
        revision is not None
        and revision >= FIRST
        and revision not in {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    )


def too_old(revision: str | None) -> str:
    """Returns why a database of this revision can't be updated, as the end of a sentence; empty if it can."""
    if revision is None or revision >= FIRST:
        return ""
    return (
        f"it is of revision {revision}, and this Grognard needs {FIRST} or later; "
        f"first start the Grognard of commit {ABLE_TO_UPDATE} with it"
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
        raise BadInput(f"The database {shown} was made by a later Grognard: it is of revision {found}, not {head()}.")
    if why := too_old(found):
        raise BadInput(f"The database {shown} is too old: {why}.")
    kept = None
    if file is not None and found is not None:
        kept = file.with_name(f"{file.name}.{found}")
        copy(file, kept)
    command.upgrade(config, "head")
    return kept
