"""What is kept of an action: its canonical text, however it was written."""

from __future__ import annotations

import json
import sqlite3
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from grognard.server.storage.schema import TABLES
from tests.server.support import PROBLEM, Server, seated, sorted_by_turn

MIGRATION = import_module("grognard.server.migrations.versions.0012_checksums")
IDLE = " " * 10_000


def kept(server: Server, table: str) -> list[str]:
    """The actions of a table as the database has them."""
    with sqlite3.connect(server.folder / "tables.sqlite") as database:
        rows = database.execute("SELECT deed FROM deeds WHERE table_id = ? ORDER BY ply", (table,))
        return [json.loads(deed)["do"] for (deed,) in rows]


def kept_plan(server: Server, table: str, seat: int) -> list[str]:
    with sqlite3.connect(server.folder / "tables.sqlite") as database:
        (plan,) = database.execute("SELECT plan FROM seats WHERE table_id = ? AND seat = ?", (table, seat)).fetchone()
        return list(json.loads(plan))


def test_what_is_kept_is_canonical(server: Server) -> None:
    table, *both = seated(server.url)
    mover, _other = sorted_by_turn(table, (both[0], both[1]))
    assert mover.play(table, "  end_DEPLOY  ", mover.look(table)["at"]).status_code == 200
    assert mover.do(table, "play", do="\tattack").status == 200
    assert kept(server, table) == ["END_DEPLOY", "ATTACK"]


def test_so_is_what_is_planned(server: Server) -> None:
    table, _blue, red = seated(server.url, game="ready-aim-fire")
    assert red.play(table, "place   guard", red.look(table)["at"]).status_code == 200
    assert kept_plan(server, table, 1) == ["PLACE Guard"]


@pytest.mark.parametrize("text", ["END_DEPLOY" + IDLE, "x" * 10_000])
def test_a_text_too_long_to_be_an_action_is_refused(server: Server, text: str) -> None:
    table, *both = seated(server.url)
    mover, _other = sorted_by_turn(table, (both[0], both[1]))
    before = mover.look(table)
    refused = mover.do(table, "play", do=text)
    assert refused.status == 422
    assert f"at most 200 characters, not {len(text):,}." in refused.text
    assert len(refused.text) < 100_000, "it is not shown to him again"
    answer = mover.play(table, text, before["at"])
    assert answer.status_code == 400
    assert answer.headers["content-type"] == PROBLEM
    assert mover.look(table) == before
    assert kept(server, table) == []


def sum_up(file: Path) -> None:
    """Computes all checksums again, as the migration does."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        for (id,) in connection.execute(select(TABLES.c.id)).all():
            found = MIGRATION._summed(connection, id)
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(checksum=found))
    engine.dispose()
