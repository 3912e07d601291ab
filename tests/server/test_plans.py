"""What a seat decides ahead of its turn: kept, changed, played when it is due, and nobody else's to know."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from grognard.play.journal import Action
from grognard.server.storage import tables as storage
from grognard.server.tables import plans
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Json, Server, running, seated, until

GAME = "ready-aim-fire"
LINE = ("PLACE Guard", "STACK Left Centre", "READY")


def play(guest: Guest, table: str, notations: Sequence[str]) -> Json:
    """Plays actions; what the guest sees then."""
    for notation in notations:
        answer = guest.play(table, notation, guest.look(table)["at"])
        assert answer.status_code == 200, answer.text
    return guest.look(table)


def own_line(seen: Json, seat: int) -> list[list[str]]:
    posts = ("Left Flank", "Left Centre", "Centre", "Right Centre", "Right Flank")
    zones = {zone["key"]: zone for zone in seen["view"]["zones"] if zone["owner"] == seat}
    return [[card["name"] for card in zones[post]["cards"]] for post in posts]


def test_both_draw_up_their_lines_at_once(server: Server) -> None:
    table, blue, red = seated(server.url, game=GAME)
    before = blue.look(table), blue.page(f"/tables/{table}").text
    stream = blue.watch(table)
    stream.wait(1)
    time.sleep(0.5)
    size = stream.size
    planned = play(red, table, [*LINE, "PASS"])
    assert planned["view"]["actions"] == []
    assert planned["view"]["to_move"] == 0
    assert planned["may_undo"]
    time.sleep(0.5)
    assert (blue.look(table), blue.page(f"/tables/{table}").text) == before
    assert stream.size == size, "the other learns that he has begun"
    stream.close()
    assert red.play(table, "READY", planned["at"]).status_code == 409
    play(blue, table, ["READY", "PASS"])
    until(lambda: red.look(table)["view"]["turn"] == 1)
    assert own_line(red.look(table), 1) == own_line(planned, 1)


def test_a_plan_that_is_not_whole_goes_on_when_it_is_due(server: Server) -> None:
    table, blue, red = seated(server.url, game=GAME)
    planned = play(red, table, LINE[:2])
    play(blue, table, ["READY", "PASS"])
    until(lambda: red.look(table)["view"]["to_move"] == 1)
    until(lambda: own_line(red.look(table), 1) == own_line(planned, 1))
    assert play(red, table, ["READY", "PASS"])["view"]["turn"] == 1


def test_a_plan_can_be_changed_and_outlives_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        _change_and_restart(server)


def _change_and_restart(server: Server) -> None:
    table, blue, red = seated(server.url, game=GAME)
    play(red, table, [*LINE, "PASS"])
    for left in (3, 2, 1, 0):
        seen = red.look(table)
        assert red.api(f"/tables/{table}/undo", {"at": seen["at"]}).status_code == 200
        assert red.look(table)["may_undo"] is (left > 0)
    other = play(red, table, ["PLACE Line", "STACK Centre", "READY", "PASS"])
    server.kill()
    server.start()
    assert red.look(table) == other
    play(blue, table, ["READY", "PASS"])
    until(lambda: red.look(table)["view"]["turn"] == 1)
    assert own_line(red.look(table), 1) == own_line(other, 1)


def test_a_plan_obeys_the_rules(server: Server) -> None:
    table, _blue, red = seated(server.url, game=GAME)
    seen = red.look(table)
    assert red.play(table, "STACK Centre", seen["at"]).status_code == 409
    assert red.play(table, "ATTACK Centre", seen["at"]).status_code == 409
    assert red.look(table) == seen


def test_a_plan_stands_until_what_it_leads_to_is_kept(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is killed while it carries a plan out must lose nothing of it."""

    async def carried_out() -> tuple[list[str], int]:
        setup = Setup(game=GAME, options={}, seats=["you", "greedy"])
        id = await create(tables, setup, "a")
        await tables.store.set_seat(id, 0, plan=list(LINE))
        live = await tables.follow(id)
        monkeypatch.setattr(tables, "notify", lambda *_of: None)
        with monkeypatch.context() as patch:
            patch.setattr(storage, "_deed_rows", killed)
            with pytest.raises(OSError, match="killed"):
                await plans.play_due_plan(tables, live)
        halted = await tables.store.news(id, 0)
        kept = list(halted.seats[0].plan), len(halted.deeds)
        await plans.play_due_plan(tables, await tables.follow(id))
        done = await tables.store.news(id, 0)
        assert done.seats[0].plan == ()
        assert [deed.do for deed in done.deeds if isinstance(deed, Action)] == list(LINE)
        return kept

    def killed(*_of: object) -> None:
        raise OSError("killed")

    assert asyncio.run(carried_out()) == (list(LINE), 0)
