"""Whoever hosted a72907d goes on with its database: every table opens, shows what it showed, and is played on.

The deeds and plans in it are as people typed them, in letters of either case and with spaces of all kinds.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.web.assets import address
from tests.records.record import SLUGS, Walk, walked
from tests.server.fixtures.make import COOKIE, FILE, Table, seen_by
from tests.server.support import PLAIN, Guest, Json, Server, running, until

STORED: Json = json.loads(FILE.with_suffix(".json").read_text(encoding="utf-8"))
TABLES: dict[str, Json] = STORED["tables"]
PEOPLE = [name for name in TABLES if name.startswith("people ")]
COMPUTER = [name for name in TABLES if name.startswith("computer ")]
OVER = [name for name in TABLES if name.startswith("over ")]


def restore(folder: Path) -> Path:
    """The database as it was when that server was stopped."""
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / "tables.sqlite"
    with sqlite3.connect(database) as connection:
        connection.executescript(FILE.read_text(encoding="utf-8"))
    connection.close()
    return database


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """This program on that database."""
    folder = tmp_path_factory.mktemp("old")
    restore(folder)
    with running(
        folder, {"GROGNARD_SECRET": STORED["secret"], "GROGNARD_UNDATED_COOKIES_UNTIL": "9999-12-31"}
    ) as server:
        yield server


def table_of(server: Server, name: str) -> Table:
    """A table, and its guests with the cookies that they got then."""
    stored = TABLES[name]
    guests: dict[str, Guest] = {}
    for seat in stored["seats"]:
        cookie = seat["cookie"]
        guests.setdefault(cookie, Guest(server.url, {COOKIE: cookie}))
    return Table(stored["id"], {seat["seat"]: guests[seat["cookie"]] for seat in stored["seats"]})


def shown_again(server: Server, name: str) -> Table:
    """The table, once page and API have shown every seat what it saw."""
    table = table_of(server, name)
    for stored in TABLES[name]["seats"]:
        guest, wanted = table.guests[stored["seat"]], stored["seen"]
        assert seen_by(guest, table.id) == wanted
        page = guest.page(f"/tables/{table.id}")
        assert page.status == 200, page.text
        assert page.attribute("seat") == str(wanted["seat"])
        assert sorted(set(page.actions)) == sorted(wanted["actions"])
        assert guest.page(f"/tables/{table.id}/log").status == 200
        assert guest.api(f"/tables/{table.id}/journal").status_code == 200
    return table


def given_up(table: Table) -> str:
    """The journal, after the guests have resigned until the game was over."""
    for guest in table.guests.values():
        if not guest.look(table.id)["over"]:
            assert guest.do(table.id, "resign").status == 200
    return guest.api(f"/tables/{table.id}/journal").text


def verify(journal: str) -> Walk:
    """Checks a whole journal as `grognard verify` does, and that nothing in it is as somebody typed it."""
    walk = walked(journal)
    assert walk.session.journal.to_text() == journal
    assert walk.result is not None
    return walk


def test_the_database_holds_notation_as_people_typed_it(tmp_path: Path) -> None:
    """Or the other tests would prove nothing."""
    database = restore(tmp_path)
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT table_id, deed FROM deeds").fetchall()
        plans = [json.loads(plan) for (plan,) in connection.execute("SELECT plan FROM seats WHERE plan != '[]'")]
    connection.close()
    typed: dict[str, list[str]] = {}
    for table, deed in rows:
        typed.setdefault(table, []).append(json.loads(deed).get("do", ""))
    for name in PEOPLE + COMPUTER:
        done = typed[TABLES[name]["id"]]
        assert any(text != " ".join(text.split()) for text in done), name
        assert any(text.islower() for text in done), name
    assert sorted(map(len, plans)) == [2, 4]
    assert all("  place   guard " in plan or "  stack   left   centre " in plan for plan in plans)


def test_the_tables_are_of_all_games() -> None:
    for slug in SLUGS:
        assert f"people {slug}" in PEOPLE
        assert f"computer {slug}" in COMPUTER


@pytest.mark.parametrize("name", PEOPLE)
def test_people_play_on_and_the_whole_game_can_be_verified(old: Server, name: str) -> None:
    table = shown_again(old, name)
    for choice in (0, -1):
        seat, before = table.decider
        assert seat is not None
        table.type(seat, before["view"]["actions"][choice]["notation"])
        after = table.guests[seat].look(table.id)
        assert after["at"] != before["at"]
        assert after["view"]["ply"] > before["view"]["ply"]
        for guest in table.guests.values():
            assert guest.page(f"/tables/{table.id}").status == 200
    verify(given_up(table))


@pytest.mark.parametrize("name", COMPUTER)
def test_the_computer_answers(old: Server, name: str) -> None:
    table = shown_again(old, name)
    _seat, before = table.decider

    def answered(seen: Json) -> bool:
        return bool(seen["view"]["turn"] >= before["view"]["turn"] + 2)

    table.play(300, answered)
    _seat, after = table.decider
    assert after["over"] or answered(after)
    verify(given_up(table))


def test_whoever_comes_with_the_cookie_he_got_then_keeps_his_seat_under_a_new_one(old: Server) -> None:
    stored = TABLES[PEOPLE[0]]
    seat = stored["seats"][0]
    for path in ("/", f"/tables/{stored['id']}", f"/api/v1/tables/{stored['id']}"):
        answer = httpx.get(f"{old.url}{path}", cookies={COOKIE: seat["cookie"]}, verify=PLAIN)
        header = answer.headers["set-cookie"].lower()
        assert all(flag in header for flag in ("httponly", "samesite=lax", "path=/", f"max-age={365 * 24 * 3600}"))
        assert answer.cookies[COOKIE] != seat["cookie"]
        guest = Guest(old.url, {COOKIE: answer.cookies[COOKIE]})
        assert guest.look(stored["id"])["view"]["seat"] == seat["seat"]
        assert "set-cookie" not in guest.page(path).answer.headers


@pytest.mark.parametrize("path", [address("main.js"), "/healthz", "/readyz"])
def test_what_others_may_be_given_from_a_cache_brings_nobody_a_cookie(old: Server, path: str) -> None:
    cookie = TABLES[PEOPLE[0]]["seats"][0]["cookie"]
    answer = httpx.get(f"{old.url}{path}", cookies={COOKIE: cookie}, verify=PLAIN)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("name", ["plan whole", "plan half"])
def test_a_plan_is_carried_out(old: Server, name: str) -> None:
    table = shown_again(old, name)
    blue, red = table.guests[0], table.guests[1]
    assert "Guard" in line_of(red.look(table.id), 1)["Left Centre"]
    if name == "plan half":
        table.type(0, "STACK Centre")
    table.type(0, "READY", "PASS")
    if name == "plan half":
        until(lambda: red.look(table.id)["view"]["to_move"] == 1 and not blue.look(table.id)["view"]["actions"])
        table.type(1, "READY", "PASS")
    until(lambda: blue.look(table.id)["view"]["turn"] == 1)
    assert "Guard" in line_of(red.look(table.id), 1)["Left Centre"]
    verify(given_up(table))


def line_of(seen: Json, seat: int) -> dict[str, list[str]]:
    """A line of battle by its posts, as its own player sees it."""
    zones = [zone for zone in seen["view"]["zones"] if zone["owner"] == seat]
    return {zone["key"]: [card["name"] for card in zone["cards"]] for zone in zones}


def test_a_question_to_step_back_is_answered(old: Server) -> None:
    table = shown_again(old, "question")
    asker = TABLES["question"]["asker"]
    before = table.guests[asker].look(table.id)
    assert table.guests[1 - asker].do(table.id, "undo-answer", answer="yes").status == 200
    assert table.guests[asker].look(table.id)["view"]["ply"] < before["view"]["ply"]
    table.play(2)


def test_one_screen_goes_on(old: Server) -> None:
    table = shown_again(old, "one screen")
    before = table.guests[0].look(table.id)
    table.play(3)
    assert table.guests[0].look(table.id)["view"]["ply"] >= before["view"]["ply"] + 3


def test_an_invitation_still_opens_its_seat(old: Server) -> None:
    table = shown_again(old, "open seat")
    friend = table.guests[1] = Guest(old.url)
    assert friend.join(TABLES["open seat"]["invitation"]).status == 303
    assert friend.look(table.id)["view"]["seat"] == 1
    table.play(2)


def test_advice_stands(old: Server) -> None:
    table = shown_again(old, "advised")
    choices = table.guests[0].look(table.id)["hint"]["choices"]
    assert [choice["notation"] for choice in choices] == TABLES["advised"]["hint"]


def test_a_record_that_was_brought_is_shown(old: Server) -> None:
    path = TABLES["computer goes on from a record"]["replay"]
    for step in ("", "?step=0", "?step=9&side=1"):
        assert Guest(old.url).page(f"{path}{step}").status == 200


@pytest.mark.parametrize("name", OVER)
def test_a_finished_game_is_replayed_and_verified(old: Server, name: str) -> None:
    table = shown_again(old, name)
    guest = table.guests[0]
    outcome: Any = guest.look(table.id)["view"]["outcome"]
    journal = guest.api(f"/tables/{table.id}/journal").text
    walk = verify(journal)
    assert walk.result is not None
    assert (list(walk.result.winners), walk.result.reason) == (outcome["winners"], outcome["reason"])
    for step in (0, 1, len(walk.positions) // 2, len(walk.positions) - 1):
        for side in ("", "&side=0", "&side=1"):
            assert guest.page(f"/tables/{table.id}/replay?step={step}{side}").status == 200


def test_a_rematch_is_kept_and_an_analysis_of_another_kind_is_made_anew(old: Server) -> None:
    table, rematch = table_of(old, "over whole"), TABLES["over whole"]["rematch"]
    guest = table.guests[0]
    assert "data-start" in guest.page(f"/tables/{table.id}/analysis").text, "the old one told no costs"
    assert guest.do(table.id, "rematch").answer.headers["location"] == f"/tables/{rematch}"
    Table(rematch, {1: guest}).play(3)
