"""What the kills of `tests.server.kills` need: databases of both kinds, and guests who note what was acknowledged."""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg
import pytest
from sqlalchemy import Connection, create_engine, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url

import grognard
from grognard.server.config import Config
from grognard.server.storage.disk import address_of
from grognard.server.storage.migrate import LOCK
from grognard.server.storage.schema import METADATA
from tests.fuzz.inputs import Dice
from tests.records.record import walked
from tests.server.old_database import (
    COMPUTER,
    HEAD,
    OLD,
    PEOPLE,
    STORED,
    Rows,
    migrate_to,
    restore,
    revision,
    table_of,
)  # fmt: skip
from tests.server.postgres import Postgres
from tests.server.support import Guest, Server, Whim

PAUSE: Final = 0.02  # seconds between two looks at a table where nobody can act


def contents(url: URL) -> Rows:
    """All that is in a database, by its tables."""
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return {name: _rows(connection, name) for name in sorted(inspect(connection).get_table_names())}
    finally:
        engine.dispose()


def _rows(connection: Connection, name: str) -> list[dict[str, Any]]:
    keys = [column.name for column in METADATA.tables[name].primary_key] if name in METADATA.tables else []
    found = [dict(row) for row in connection.execute(text(f"SELECT * FROM {name}")).mappings()]
    return sorted(found, key=lambda row: [str(row[key]).rjust(9) for key in keys])


# -- databases -------------------------------------------------------------------------------------------------------


@dataclass
class Sqlite:
    """A database in a file of a folder."""

    folder: Path
    settings: dict[str, str] = field(default_factory=lambda: {"GROGNARD_SECRET": STORED["secret"]})

    @property
    def file(self) -> Path:
        """The database."""
        return self.folder / "data" / "tables.sqlite"

    @property
    def url(self) -> URL:
        """Its address."""
        return URL.create("sqlite", database=str(self.file))

    def put_old(self) -> None:
        """The database of 3aacac42."""
        restore(self.file.parent)

    def is_migrating(self) -> bool:
        """Has a server opened it? Before that there is no log."""
        return Path(f"{self.file}-wal").exists()

    def is_migrated(self) -> bool:
        """Is it up to date?"""
        with suppress(sqlite3.OperationalError), closing(sqlite3.connect(address_of(self.file), uri=True)) as there:
            return bool(there.execute("SELECT version_num = ? FROM alembic_version", [HEAD]).fetchone() == (1,))
        return False

    def left(self) -> Rows:
        """What a kill has left: read in a copy, for whoever looks brings the log into the file."""
        there = self.folder / "left"
        shutil.rmtree(there, ignore_errors=True)
        shutil.copytree(self.file.parent, there)
        return contents(URL.create("sqlite", database=str(there / "tables.sqlite")))

    def close(self) -> None:
        """Deletes it."""
        shutil.rmtree(self.folder, ignore_errors=True)


class Cluster:
    """A PostgreSQL server that holds the database of 3aacac42, to begin from."""

    def __init__(self, server: Postgres, folder: Path) -> None:
        self._address = make_url(server.address)
        self.admin = psycopg.connect(_plain(self._address), autocommit=True)
        self.admin.execute("CREATE DATABASE old")
        restore(folder)
        _fill(URL.create("sqlite", database=str(folder / "tables.sqlite")), self.url("old"))

    def url(self, name: str) -> URL:
        """The address of one of its databases."""
        return Config(database=self._address.set(database=name).render_as_string(hide_password=False)).url


def _plain(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _fill(source: URL, target: URL) -> None:
    """Copies a database of 3aacac42."""
    with pytest.MonkeyPatch.context() as patch:
        migrate_to(target, OLD, patch)
    reading, writing = create_engine(source), create_engine(target)
    with reading.connect() as here, writing.begin() as there:
        there_then = inspect(here).get_table_names()
        for table in (table for table in METADATA.sorted_tables if table.name in there_then):
            known = {column["name"] for column in inspect(here).get_columns(table.name)}
            rows = here.execute(select(*(column for column in table.c if column.name in known))).mappings()
            if values := [{name: _in_utc(value) for name, value in row.items()} for row in rows]:
                there.execute(insert(table), values)
    reading.dispose()
    writing.dispose()


def _in_utc(value: Any) -> Any:
    return value.replace(tzinfo=UTC) if isinstance(value, datetime) else value


@dataclass
class Postgresql:
    """A database of a cluster."""

    folder: Path
    cluster: Cluster

    def __post_init__(self) -> None:
        self._name = f"round_{self.folder.name.replace('-', '_')}"
        self.url = self.cluster.url(self._name)
        self.settings = {"GROGNARD_SECRET": STORED["secret"], "GROGNARD_DATABASE": _plain(self.url)}
        (self.folder / "data").mkdir(parents=True)
        self._create("template1")

    def _create(self, template: str) -> None:
        self._drop()
        self.cluster.admin.execute(f"CREATE DATABASE {self._name} TEMPLATE {template}")

    def _drop(self) -> None:
        self.cluster.admin.execute(f"DROP DATABASE IF EXISTS {self._name} WITH (FORCE)")

    def put_old(self) -> None:
        """The database of 3aacac42."""
        self._create("old")

    def is_migrating(self) -> bool:
        """Does a server hold the lock of migrations?"""
        asked = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND granted"
        return self.cluster.admin.execute(asked, [LOCK]).fetchone() is not None

    def is_migrated(self) -> bool:
        """Is it up to date?"""
        return revision(contents(self.url)) == HEAD

    def left(self) -> Rows:
        """What a kill has left, once the database has noticed it."""
        while self.is_migrating():
            time.sleep(PAUSE)
        return contents(self.url)

    def close(self) -> None:
        """Deletes it."""
        self._drop()
        shutil.rmtree(self.folder, ignore_errors=True)


Store = Sqlite | Postgresql


# -- guests ------------------------------------------------------------------------------------------------------------


def kept_of(rows: Rows, table: str) -> dict[int, list[str]]:
    """What each seat has done at a table, and plans to do."""
    found: dict[int, list[str]] = {}
    for row in rows["deeds"]:
        deed = json.loads(row["deed"])
        if row["table_id"] == table and deed["is"] == "action":
            found.setdefault(deed["seat"], []).append(deed["do"])
    for row in rows["seats"]:
        if row["table_id"] == table:
            plan = row["plan"]
            found.setdefault(row["seat"], []).extend(json.loads(plan) if isinstance(plan, str) else plan)
    return found


class Party(threading.Thread):
    """A table at which guests play until the server is gone."""

    def __init__(self, table: str, guests: dict[int, Guest], bots: bool, before: Rows, number: int) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.guests = guests
        self.acknowledged: dict[int, list[str]] = {seat: [] for seat in guests}
        self.over = False
        self.halt = threading.Event()
        self.refused: list[str] = []
        self._bots = bots
        self._before = kept_of(before, table)
        self._whim = Whim(number)

    @property
    def count(self) -> int:
        """How many deeds were acknowledged."""
        return sum(map(len, self.acknowledged.values()))

    def run(self) -> None:
        """Plays; what was answered with success is acknowledged."""
        try:
            while not (self.over or self.halt.is_set()):
                played = [self._play(seat) for seat in self.guests]
                if not any(played):
                    time.sleep(PAUSE)
        except httpx.TransportError:
            pass  # the server was killed
        except AssertionError as error:
            self.refused.append(f"the table cannot be looked at: {error}")

    def _play(self, seat: int) -> bool:
        guest = self.guests[seat]
        seen = guest.look(self.table)
        self.over = seen["over"]
        if self.over or not seen["view"]["actions"]:
            return False
        do = self._whim(seen["view"]["actions"])["notation"]
        answer = guest.play(self.table, do, seen["at"])
        if answer.status_code == 200:
            self.acknowledged[seat].append(do)
            return True
        if answer.status_code != 409:  # another's deed came between
            self.refused.append(answer.text)
        return False

    def check(self, rows: Rows) -> None:
        """Raises AssertionError unless all that was acknowledged is there."""
        self.check_rows(rows, self.acknowledged)
        kept = kept_of(rows, self.table)
        for seat, done in self.acknowledged.items():
            if not self._bots:
                fresh = len(kept.get(seat, [])) - len(self._before.get(seat, []))
                assert fresh <= len(done) + 1, f"{self.table}: of seat {seat} more was done than it asked for"
        assert not self.refused, self.refused

    def check_rows(self, rows: Rows, acknowledged: dict[int, list[str]]) -> None:
        """Raises AssertionError unless that was kept."""
        kept = kept_of(rows, self.table)
        for seat, done in acknowledged.items():
            before, now = self._before.get(seat, []), kept.get(seat, [])
            assert now[: len(before)] == before, f"{self.table}: what seat {seat} did before is gone"
            fresh = now[len(before) :]
            if self._bots:  # a person alone does by himself what he need not be asked for
                later = iter(fresh)
                assert all(do in later for do in done), f"{self.table}: seat {seat} lost a deed"
            else:
                assert fresh[: len(done)] == done, f"{self.table}: seat {seat} lost a deed"

    def give_up(self) -> None:
        """Ends the game; raises AssertionError or JournalError unless its whole journal can be verified."""
        for guest in self.guests.values():
            if not guest.look(self.table)["over"]:
                assert guest.do(self.table, "resign").status == 200
        any_guest = next(iter(self.guests.values()))
        journal = any_guest.api(f"/tables/{self.table}/journal").text
        assert walked(journal).session.journal.to_text() == journal


class Newcomers(threading.Thread):
    """They set up tables, and friends join them, until the server is gone."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.halt = threading.Event()
        self.tables: list[str] = []
        self.joined: list[str] = []
        self.refused: list[str] = []
        self._both = [Guest(url), Guest(url)]

    def run(self) -> None:
        """What was answered with success is acknowledged."""
        host, friend = self._both
        try:
            while not self.halt.wait(0.1):
                created = host.create("you", "open")
                self.tables.append(created["id"])
                if friend.join(created["invitations"][0]["path"]).status == 303:
                    self.joined.append(created["id"])
        except httpx.TransportError:
            pass  # the server was killed
        except AssertionError as error:
            self.refused.append(f"no table can be set up: {error}")

    def check(self) -> None:
        """Raises AssertionError unless the tables and their seats are there."""
        host, friend = self._both
        assert [host.sits(table) for table in self.tables] == [[0]] * len(self.tables)
        assert [friend.sits(table) for table in self.joined] == [[1]] * len(self.joined)
        assert not self.refused, self.refused


class Crowd:
    """All who play on a server."""

    def __init__(self, server: Server, dice: Dice, before: Rows, people: int = 2, bots: int = 1) -> None:
        self.newcomers = Newcomers(server.url)
        self.parties = [self._new(server, dice, False) for _ in range(people)]
        self.parties += [self._new(server, dice, True) for _ in range(bots)]
        if before.get("deeds"):
            self.parties += [self._old(server, dice, name, before) for name in _some(dice, people, bots)]
        for each in (*self.parties, self.newcomers):
            each.start()

    def _new(self, server: Server, dice: Dice, bots: bool) -> Party:
        game = dice.one_of(grognard.registered_names())
        others = ["greedy" if bots else "open"] * (grognard.load(game).num_players() - 1)
        host = Guest(server.url)
        created = host.create("you", *others, game=game)
        guests = {0: host}
        for invitation in created["invitations"]:
            friend = guests[invitation["seat"]] = Guest(server.url)
            assert friend.join(invitation["path"]).status == 303
        return Party(created["id"], guests, bots, {"deeds": [], "seats": []}, dice.below(1 << 30))

    def _old(self, server: Server, dice: Dice, name: str, before: Rows) -> Party:
        table = table_of(server, name)
        bots = any(row["bot"] for row in before["seats"] if row["table_id"] == table.id)
        return Party(table.id, table.guests, bots, before, dice.below(1 << 30))

    def is_at_work(self) -> bool:
        """Does anybody still play?"""
        return self.newcomers.is_alive() and any(party.is_alive() for party in self.parties)

    def counts(self) -> list[int]:
        """How many deeds of each party were acknowledged."""
        return [party.count for party in self.parties]

    def wait(self, more: int) -> None:
        """Until each party was acknowledged so many more deeds, or has ended its game."""
        wanted = [(party, party.count + more) for party in self.parties]
        end = time.monotonic() + 60
        while not all(party.over or not party.is_alive() or party.count >= least for party, least in wanted):
            assert time.monotonic() < end, f"the server does not go on: {self.counts()}"
            time.sleep(PAUSE)

    def leave(self) -> None:
        """Waits for those whose server was killed, and sends the others home."""
        all_of_them: list[Party | Newcomers] = [*self.parties, self.newcomers]
        for each in all_of_them:
            each.halt.set()
        for each in all_of_them:
            each.join(60)
            assert not each.is_alive(), "a request hangs"

    def check(self, rows: Rows) -> None:
        """Raises AssertionError unless all that was acknowledged is there; in the end all games are over."""
        self.newcomers.check()
        for party in self.parties:
            party.check(rows)
            party.give_up()


def _some(dice: Dice, people: int, bots: int) -> Sequence[str]:
    """Some of the tables of 3aacac42; one where a seat has planned ahead is always among them."""
    plans = ["plan whole", "plan half"]
    return sorted({dice.one_of(plans), *(dice.one_of(PEOPLE) for _ in range(people)),
                   *(dice.one_of(COMPUTER) for _ in range(bots))})  # fmt: skip


@contextmanager
def ended(server: Server) -> Iterator[Server]:
    """A server that does not outlive the block."""
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()
