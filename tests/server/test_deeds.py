"""What is kept of an action: its canonical text, however it was written; and what an older server kept still plays."""

from __future__ import annotations

import json
import sqlite3
from importlib import import_module
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from grognard.server.storage.schema import TABLES
from tests.server.support import PROBLEM, Guest, Server, lines, running, seated, sorted_by_turn

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
    assert f"200 characters at most; these are {len(text):,}." in refused.text
    assert len(refused.text) < 100_000, "it is not shown to him again"
    answer = mover.play(table, text, before["at"])
    assert answer.status_code == 400
    assert answer.headers["content-type"] == PROBLEM
    assert mover.look(table) == before
    assert kept(server, table) == []


def test_what_was_kept_as_it_was_typed_plays_on(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, mover, other = _attacked(server.url)
        planning, _due, ahead = seated(server.url, game="ready-aim-fire")
        assert ahead.play(planning, "PLACE Guard", ahead.look(planning)["at"]).status_code == 200
        before = mover.look(table), other.look(table), ahead.look(planning)
        server.stop()
        _as_an_older_server_kept_it(server, table, planning)
        server.start()
        assert (mover.look(table), other.look(table), ahead.look(planning)) == before
        answer = other.play(table, before[1]["view"]["actions"][0]["notation"], before[1]["at"])
        assert answer.status_code == 200
        assert ahead.play(planning, "STACK Left Centre", ahead.look(planning)["at"]).status_code == 200
        assert kept_plan(server, planning, 1) == ["PLACE Guard", "STACK Left Centre"]
        mover.do(table, "resign")
        journal = lines(mover.api(f"/tables/{table}/journal").text)
        assert [line["do"] for line in journal if line.get("is") == "action"][:2] == ["END_DEPLOY", "ATTACK"]


def _attacked(url: str) -> tuple[str, Guest, Guest]:
    """A table at which the first player has declared an attack; of another deal where his hand has no unit."""
    while True:
        table, *both = seated(url)
        mover, other = sorted_by_turn(table, (both[0], both[1]))
        assert mover.play(table, "END_DEPLOY", mover.look(table)["at"]).status_code == 200
        if mover.play(table, "ATTACK", mover.look(table)["at"]).status_code == 200:
            return table, mover, other


def _as_an_older_server_kept_it(server: Server, table: str, planning: str) -> None:
    with sqlite3.connect(server.folder / "tables.sqlite") as database:
        for ply, do in enumerate(("end_deploy" + IDLE, "  Attack ")):
            database.execute(
                "UPDATE deeds SET deed = json_set(deed, '$.do', ?) WHERE table_id = ? AND ply = ?", (do, table, ply)
            )
        plan = json.dumps(["place" + IDLE + "GUARD"])
        database.execute("UPDATE seats SET plan = ? WHERE table_id = ? AND seat = 1", (plan, planning))
    database.close()
    sum_up(server.folder / "tables.sqlite")


def sum_up(file: Path) -> None:
    """Computes all checksums again, as the migration does for a database of an older server."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        for (id,) in connection.execute(select(TABLES.c.id)).all():
            found = MIGRATION._summed(connection, id)
            connection.execute(update(TABLES).where(TABLES.c.id == id).values(checksum=found))
    engine.dispose()
