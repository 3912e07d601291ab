"""The log says what players did about time, and which moves the computer made for them; it gives nothing else away."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import msgspec

from grognard.play.clock import DAY, MINUTE
from grognard.server.api import _table
from grognard.server.net.stream import WatchedTable
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import ANYONE, Happening
from grognard.server.table_page import table_model
from grognard.server.tables import happenings, pausing, resigning, time_up, undo
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.web.pages import table_fragment
from tests.server.support import Guest, Server, seated
from tests.server.test_clocks import (
    BLITZ,
    GUESTS,
    House,
    Workers,
    another,
    at_rest,
    begun,
    deciding,
    house,
    move,
    out_of_time,
    until_a_pick,
    with_bots,
)

__all__ = ["house"]
WATCHER = "c"
TIME = "time"


async def named(tables: TableRegistry, live: LiveTable, **names: str) -> None:
    """Gives guests names."""
    people = PeopleStore(tables.store._database)
    for guest, name in names.items():
        await people.rename(guest, name)
    await tables.refresh(live)


def about_time(tables: TableRegistry, live: LiveTable, guest: str) -> list[str]:
    """The lines about time on a guest's page."""
    return [line.event.text for line in table_model(tables, live, guest, "").log if line.event.kind == TIME]


def told(tables: TableRegistry, live: LiveTable, guest: str) -> list[str]:
    """The whole log on a guest's page."""
    return [line.event.text for line in table_model(tables, live, guest, "").log]


@with_bots
async def test_a_gift_is_told_as_its_reader_says_it(tables: TableRegistry, house: House, workers: Workers) -> None:
    live = await begun(tables)
    seat = deciding(live)
    giver, mover = GUESTS[1 - seat], GUESTS[seat]
    house.moment += 2 * DAY
    await time_up.give_time(tables, live, giver)
    name = live.game.seats[seat]
    assert about_time(tables, live, giver) == [f"You gave {name} a day."]
    assert about_time(tables, live, mover) == [f"{live.game.seats[1 - seat]} gave you a day."]
    await named(tables, live, **{giver: "Anna", mover: "Ben"})
    assert about_time(tables, live, mover) == ["Anna gave you a day."]
    assert about_time(tables, live, giver) == ["You gave Ben a day."]
    assert about_time(tables, live, WATCHER) == ["Anna gave Ben a day."]
    assert live.table.happenings == (Happening("gave_time", live.done, 1 - seat, seat),)
    shown = table_model(tables, live, mover, "")
    assert "Anna gave you a day." in [line.event.text for line in shown.news]
    assert [line.event.text for line in table_model(tables, live, giver, "").news if line.event.kind == TIME] == []
    line = [event for event in _table(tables, live, WATCHER).log if event.kind == TIME]
    assert [event.text for event in line] == ["Anna gave Ben a day."]
    assert (await another(tables).follow(live.id)).table.happenings == live.table.happenings


@with_bots
async def test_a_live_game_gives_five_minutes(tables: TableRegistry, house: House, workers: Workers) -> None:
    live = await begun(tables, BLITZ)
    await move(tables, live)
    house.moment += 10 * MINUTE
    seat = deciding(live)
    await time_up.give_time(tables, live, GUESTS[1 - seat])
    assert about_time(tables, live, GUESTS[seat])[0].endswith(" gave you 5 minutes.")


@with_bots
async def test_moves_of_the_computer_name_it(tables: TableRegistry, house: House, workers: Workers) -> None:
    live, seat = await out_of_time(tables, house)
    other = 1 - seat
    await named(tables, live, **{GUESTS[seat]: "Anna"})
    before = {guest: told(tables, live, guest) for guest in (*GUESTS, WATCHER)}
    await time_up.stand_in(tables, live, GUESTS[other])
    await at_rest(live)
    while not [line for line in told(tables, live, GUESTS[other]) if line.startswith("Computer: ")]:
        await move(tables, live)
        await at_rest(live)
    log = {guest: told(tables, live, guest)[len(lines) :] for guest, lines in before.items()}
    assert log[GUESTS[seat]][0] == "The computer plays for you from here."
    assert log[GUESTS[other]][0] == log[WATCHER][0] == "The computer plays for Anna from here."
    name = str(live.game.seat_party(seat))
    for lines in log.values():
        [*moves] = [line for line in lines if line.startswith("Computer: ")]
        assert moves
        assert all(line.startswith(f"Computer: {name} ") for line in moves), moves
    drawn = table_model(tables, live, GUESTS[seat], "")
    assert any(line.event.text.startswith("Computer: ") and line.new and not line.own for line in drawn.log)

    await time_up.take_back(tables, live, GUESTS[seat])
    assert told(tables, live, GUESTS[seat])[-1] == "You are back."
    assert told(tables, live, WATCHER)[-1] == "Anna is back."
    count = len(told(tables, live, WATCHER))
    while not (new := told(tables, live, GUESTS[seat])[count:]) or not any(line.startswith("You ") for line in new):
        await move(tables, live)
    assert not any(line.startswith("Computer: ") for line in told(tables, live, WATCHER)[count:])
    await tables.close()


@with_bots
async def test_an_undo_moves_no_line(tables: TableRegistry, house: House, workers: Workers) -> None:
    """An undo is a deed too, so lines keep their places."""
    live = await begun(tables)
    await until_a_pick(tables, live)
    seat = deciding(live)
    house.moment += 3 * DAY
    await time_up.give_time(tables, live, GUESTS[1 - seat])
    before = told(tables, live, GUESTS[seat])
    await undo.step_back(tables, live, GUESTS[seat], tables.token(live, GUESTS[seat]))
    assert told(tables, live, GUESTS[seat])[: len(before)] == before
    assert about_time(tables, live, GUESTS[seat]) == before[-1:]


@with_bots
async def test_a_pause_is_told_and_equal_lines_have_keys_of_their_own(
    tables: TableRegistry, house: House, workers: Workers
) -> None:
    live = await begun(tables)
    await pausing.ask(tables, live, GUESTS[0])
    await pausing.answer(tables, live, GUESTS[1], False)
    assert about_time(tables, live, WATCHER) == [], "a refused request is not told"
    for _ in range(3):
        await pausing.ask(tables, live, GUESTS[1])
        await pausing.answer(tables, live, GUESTS[0], True)
        await pausing.go_on(tables, live, GUESTS[0])
    for guest in (*GUESTS, WATCHER):
        assert about_time(tables, live, guest) == ["The game was paused.", "The game continued."] * 3
        drawn = table_fragment(table_model(tables, live, guest, "")).partition('class="log-lines"')[2]
        keys = re.findall(r'<li class="by-[^>]* data-key="([^"]*)"', drawn)
        assert len(keys) == len(set(keys)) >= 6


@with_bots
async def test_the_list_has_an_end_and_forgets_pauses_first(
    tables: TableRegistry,
    house: House,
    workers: Workers,
) -> None:
    live = await begun(tables)
    first = Happening("stood_in", 0, 0, 1)
    pair = Happening("paused", 0, 0, 0), Happening("resumed", 0, 0, 0)
    live.table = msgspec.structs.replace(live.table, happenings=(first, *pair * (happenings.MOST // 2)))
    kept = happenings.with_happenings(live, Happening("came_back", 0, 1, 1))["happenings"]
    assert len(kept) == happenings.MOST
    assert [one["kind"] for one in kept[:2]] == ["stood_in", "paused"]
    assert kept[-1]["kind"] == "came_back"
    live.table = msgspec.structs.replace(live.table, happenings=(first,) * happenings.MOST)
    assert len(happenings.with_happenings(live, first)["happenings"]) == happenings.MOST


@with_bots
async def test_a_secret_pick_shows_nowhere_in_the_log(tables: TableRegistry, house: House, workers: Workers) -> None:
    """Neither one before what players do about time, nor one after it."""
    live = await begun(tables)
    await until_a_pick(tables, live)
    seat = deciding(live)
    readers = GUESTS[1 - seat], WATCHER
    house.moment += 3 * DAY
    await time_up.give_time(tables, live, GUESTS[1 - seat])
    before = [table_model(tables, live, reader, "") for reader in readers]
    for drawn in before:
        last = drawn.log[-1]
        assert (last.event.kind, last.step, last.mark) == (TIME, drawn.version, f"/{drawn.told - 1}")
    await undo.step_back(tables, live, GUESTS[seat], tables.token(live, GUESTS[seat]))
    await move(tables, live)
    assert live.version([1 - seat]) == before[0].version
    for drawn, reader in zip(before, readers, strict=True):
        assert table_model(tables, live, reader, "").log == drawn.log


@with_bots
async def test_who_watches_late_learns_nothing_about_time_until_the_end(
    tables: TableRegistry, house: House, workers: Workers
) -> None:
    live, seat = await out_of_time(tables, house)
    other = 1 - seat
    await tables.change(live, spectators="late:1")
    watched = WatchedTable(tables, live, WATCHER, "")
    watched.whole(live)
    await time_up.give_time(tables, live, GUESTS[other])
    house.moment += 3 * DAY
    await time_up.stand_in(tables, live, GUESTS[other])
    await at_rest(live)
    await pausing.ask(tables, live, GUESTS[other])
    assert watched.fragments(live) == [], "nothing is sent"
    await pausing.go_on(tables, live, GUESTS[other])
    await at_rest(live)
    for _ in range(200):
        if live.session.state.turn > 4:
            break
        await move(tables, live)
        await at_rest(live)
    assert live.session.state.turn > 4
    late = table_model(tables, live, WATCHER, "")
    assert late.behind
    assert late.told, "some of the game is shown"
    assert not [line for line in late.log if line.event.kind == TIME or "omputer" in line.event.text]
    text = "".join(watched.fragments(live))
    assert text
    assert "omputer plays" not in text
    assert "Computer:" not in text
    at_once = msgspec.structs.replace(live.table, spectators=ANYONE)
    late_table, live.table = live.table, at_once
    assert about_time(tables, live, WATCHER), "others see it"
    live.table = late_table
    await resigning.resign(tables, live, GUESTS[other])
    assert about_time(tables, live, WATCHER)
    assert any(line.startswith("Computer: ") for line in told(tables, live, WATCHER))


@with_bots
async def test_an_open_page_hears_of_it_at_once(tables: TableRegistry, house: House, workers: Workers) -> None:
    live = await begun(tables)
    seat = deciding(live)
    watched = WatchedTable(tables, live, WATCHER, "")
    watched.whole(live)
    house.moment += 3 * DAY
    watched.has_aged(live)
    watched.fragments(live)
    await time_up.give_time(tables, live, GUESTS[1 - seat])
    [fragment] = watched.fragments(live)
    assert "a day." in fragment
    assert watched.fragments(live) == []


# -- with a server -----------------------------------------------------------------------------------------------------


def exported(guest: Guest, table: str) -> Any:
    """What a guest's own data says about a table."""
    with ZipFile(BytesIO(guest.post("/your-data/download", {}).answer.content)) as file:
        return json.loads(file.read(f"tables/{table}.json"))


def test_the_log_page_and_the_data_have_it(server: Server) -> None:
    table, host, friend = seated(server.url)
    host.api("/me", {"name": "Anna"})
    host.do(table, "pause")
    friend.do(table, "pause-answer", answer="yes")
    assert "The game was paused." in friend.page(f"/tables/{table}/log").text
    assert "The game was paused." in Guest(server.url).page(f"/tables/{table}").text
    assert [event["kind"] for event in friend.look(table)["log"]][-1] == TIME
    [paused] = exported(friend, table)["happenings"]
    assert paused == {"kind": "paused", "by": 0, "seat": 0}
    friend.do(table, "resign")
    [paused] = exported(friend, table)["happenings"]
    assert paused == {"kind": "paused", "by": 0, "seat": 0, "deeds": paused["deeds"]}
