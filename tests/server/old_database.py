"""A database of revision 0009, with tables of all games, and what tests of migrations need.

`3aacac42.sql` is the whole database of a server of commit 3aacac42. `3aacac42.json` says what its tables are for, which
guests sit there, and what each seat saw in the end. `tests/server/fixtures/make.py` of that commit wrote both.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.script import ScriptDirectory
from itsdangerous import TimestampSigner
from sqlalchemy.engine import URL

import grognard.server
from grognard.server.guests.cookies import COOKIE
from grognard.server.storage.migrate import migrate
from tests.server.support import Guest, Json, Server, Whim, until

Rows = dict[str, list[dict[str, Any]]]

SCRIPTS = AlembicConfig()
SCRIPTS.set_main_option("script_location", str(Path(grognard.server.__file__).parent / "migrations"))
REVISIONS: Final = [script.revision for script in ScriptDirectory.from_config(SCRIPTS).walk_revisions()][::-1]
OLD, HEAD = REVISIONS[0], REVISIONS[-1]
FILE: Final = Path(__file__).parent / "fixtures" / "3aacac42.sql"
STORED: Final[Json] = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
TABLES: Final[dict[str, Json]] = STORED["tables"]
PEOPLE: Final = [name for name in TABLES if name.startswith("people ")]
COMPUTER: Final = [name for name in TABLES if name.startswith("computer ")]
OVER: Final = [name for name in TABLES if name.startswith("over ")]


# -- the database of 3aacac42 ------------------------------------------------------------------------------------------


def restore(folder: Path) -> Path:
    """Puts the database into a folder, as it was when that server was stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "tables.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(FILE.read_text(encoding="utf-8"))
    return database


@dataclass
class Table:
    """A table and the guests at it, by seat."""

    id: str
    guests: dict[int, Guest]

    def __post_init__(self) -> None:
        self._whim = Whim(len(self.guests) + 1)

    @property
    def decider(self) -> tuple[int | None, Json]:
        """Once it is a guest's turn, the seat of that guest and what it sees; None when all is over."""
        found: list[tuple[int | None, Json]] = []

        def ready() -> bool:
            for seat, guest in self.guests.items():
                seen = guest.look(self.id)
                if seen["over"]:
                    found.append((None, seen))
                elif seen["view"]["actions"] and seen["view"]["to_move"] == seat:
                    found.append((seat, seen))
            return bool(found)

        until(ready, 60)
        # A guest who decides ahead of a turn comes after the one whose turn it is.
        return found[0]

    def do(self, seat: int, *notations: str) -> None:
        """Plays actions for a seat."""
        guest = self.guests[seat]
        for notation in notations:
            answer = guest.play(self.id, notation, guest.look(self.id)["at"])
            assert answer.status_code == 200, answer.text

    def play(self, count: int, stop: Callable[[Json], bool] = lambda seen: False) -> None:
        """Plays so many actions for the guests who decide, or until the decider sees such a table."""
        for _ in range(count):
            seat, seen = self.decider
            if seat is None or stop(seen):
                return
            self.do(seat, self._whim(seen["view"]["actions"])["notation"])


def table_of(server: Server, name: str) -> Table:
    """A table and its guests. Their cookies are signed anew, as a cookie is good for a year only."""
    signer = TimestampSigner(STORED["secret"], salt="dated guest")
    guests: dict[str, Guest] = {}
    for seat in TABLES[name]["seats"]:
        guest = seat["guest"]
        guests.setdefault(guest, Guest(server.url, {COOKIE: signer.sign(guest).decode()}))
    return Table(TABLES[name]["id"], {seat["seat"]: guests[seat["guest"]] for seat in TABLES[name]["seats"]})


# -- migrations --------------------------------------------------------------------------------------------------------


def url_of(folder: Path) -> URL:
    """The address of the database in a folder."""
    return URL.create("sqlite", database=str(folder / "tables.sqlite"))


def migrate_to(url: URL, revision: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Creates a database as an earlier program did."""
    upgrade = command.upgrade
    with monkeypatch.context() as patch:
        patch.setattr(ScriptDirectory, "get_current_head", lambda _self: revision)
        patch.setattr("alembic.command.upgrade", lambda config, _head: upgrade(config, revision))
        migrate(url)


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
