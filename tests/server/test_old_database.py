"""A host of 3aacac42 keeps everything: each table of that server opens, shows what it showed, and can be played on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard.server.guests.cookies import COOKIE
from tests.records.record import SLUGS, Walk, walked
from tests.server.old_database import COMPUTER, OVER, PEOPLE, STORED, TABLES, Table, restore, table_of
from tests.server.support import Guest, Json, Server, running, until


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """This program on that database."""
    folder = tmp_path_factory.mktemp("old")
    restore(folder)
    with running(folder, {"GROGNARD_SECRET": STORED["secret"]}) as server:
        yield server


def seen_by(guest: Guest, id: str) -> Json:
    """What must not change of a table as a guest sees it: anything but words."""
    seen = guest.look(id)
    view = seen["view"]
    return {
        **{key: view[key] for key in ("seat", "ply", "turn", "to_move")},
        **{key: seen[key] for key in ("may_undo", "over")},
        "actions": [action["notation"] for action in view["actions"]],
    }


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
    """Checks a whole journal as `grognard verify` does."""
    walk = walked(journal)
    assert walk.session.journal.to_text() == journal
    assert walk.result is not None
    return walk


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
        table.do(seat, before["view"]["actions"][choice]["notation"])
        after = table.guests[seat].look(table.id)
        assert after["at"] != before["at"]
        assert after["view"]["ply"] > before["view"]["ply"]
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


@pytest.mark.parametrize("name", ["plan whole", "plan half"])
def test_a_plan_is_carried_out(old: Server, name: str) -> None:
    table = shown_again(old, name)
    blue, red = table.guests[0], table.guests[1]
    assert "Guard" in line_of(red.look(table.id), 1)["Left Centre"]
    if name == "plan half":
        table.do(0, "STACK Centre")
    table.do(0, "READY", "PASS")
    if name == "plan half":
        until(lambda: red.look(table.id)["view"]["to_move"] == 1 and not blue.look(table.id)["view"]["actions"])
        table.do(1, "READY", "PASS")
    until(lambda: blue.look(table.id)["view"]["turn"] == 1)
    assert "Guard" in line_of(red.look(table.id), 1)["Left Centre"]
    verify(given_up(table))


def line_of(seen: Json, seat: int) -> dict[str, list[str]]:
    """A line of battle by its posts, as its own player sees it."""
    zones = [zone for zone in seen["view"]["zones"] if zone["owner"] == seat]
    return {zone["key"]: [card["name"] for card in zone["cards"]] for zone in zones}


def test_a_request_to_undo_is_answered(old: Server) -> None:
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


def test_an_invitation_still_opens_its_seat_and_the_cards_are_dealt(old: Server) -> None:
    table = table_of(old, "open seat")
    assert table.guests[0].look(table.id)["view"] is None
    table.guests[1] = Guest(old.url)
    assert table.guests[1].join(TABLES["open seat"]["invitation"]).status == 303
    table.play(2)
    verify(given_up(table))


def test_a_hint_is_still_there(old: Server) -> None:
    table = shown_again(old, "advised")
    choices = table.guests[0].look(table.id)["hint"]["choices"]
    assert [choice["notation"] for choice in choices] == TABLES["advised"]["hint"]


def test_an_uploaded_journal_is_shown(old: Server) -> None:
    path = TABLES["computer goes on from a record"]["replay"]
    for step in ("", "?step=0", "?step=9&side=1"):
        assert Guest(old.url).page(f"{path}{step}").status == 200


@pytest.mark.parametrize("name", OVER)
def test_a_finished_game_is_replayed_and_verified(old: Server, name: str) -> None:
    table = shown_again(old, name)
    guest = table.guests[0]
    outcome: Any = guest.look(table.id)["view"]["outcome"]
    walk = verify(guest.api(f"/tables/{table.id}/journal").text)
    assert walk.result is not None
    assert (list(walk.result.winners), walk.result.reason) == (outcome["winners"], outcome["reason"])
    for step in (0, 1, len(walk.positions) // 2, len(walk.positions) - 1):
        for side in ("", "&side=0", "&side=1"):
            assert guest.page(f"/tables/{table.id}/replay?step={step}{side}").status == 200
    won, _colon, _why = outcome["text"].partition(":")
    assert won in guest.page("/games-of-mine").text  # the text that was kept may say why in other words


def test_a_rematch_is_kept(old: Server) -> None:
    table, rematch = table_of(old, "over whole"), TABLES["over whole"]["rematch"]
    assert table.guests[0].do(table.id, "rematch").answer.headers["location"] == f"/tables/{rematch}"


def test_a_cookie_keeps_its_seat(old: Server) -> None:
    table = table_of(old, PEOPLE[0])
    guest = table.guests[0]
    later = Guest(old.url, {COOKIE: guest.page("/").answer.cookies[COOKIE]})  # its cookie names a session by now
    seat = TABLES[PEOPLE[0]]["seats"][0]["seat"]
    assert f'data-seat="{seat}"' in later.page(f"/tables/{table.id}").text
