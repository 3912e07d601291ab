"""Games of a new device come along only if the guest says so, and never so that one person sees two hands."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert

from grognard.play.clock import DAY
from grognard.server.storage.alert_ways import AlertStore
from grognard.server.storage.database import Database
from grognard.server.storage.joining import JoiningStore, merged
from grognard.server.storage.schema import ALERTED, FEEDS, OUTBOX
from grognard.server.tables import clocks
from tests.server.alerting import done, furnish, rows_of, way
from tests.server.alerting import seated as seated_at
from tests.server.inside import Inside, Time, Visitor, inside, sat_down
from tests.server.support import Guest, Page, Server, running, seated, taken
from tests.server.test_daily import rows, started, told
from tests.server.test_device_links import OWN, digits_of, digits_on, link_of, path_on
from tests.server.test_recovery import made, recovered, seat
from tests.server.test_teams import hands, table_of
from tests.server.test_tokens import Program, token_of
from tests.server.test_your_data import address_of, name_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def approved(old: Guest, new: Guest) -> str:
    """The path of a link that is approved for a new browser."""
    link = link_of(old)
    assert old.post(f"{OWN}/digits", {"digits": digits_of(new, link)}).status == 303
    return link


def proceed(new: Guest, link: str, games: str) -> None:
    """Answers the question, or there is none."""
    answer = new.post(f"{link}/continue", {"games": games} if games else {})
    assert (answer.status, answer.answer.headers["location"]) == (303, "/")


def question(page: Page) -> tuple[list[str], list[str]]:
    """The things that can come along by a page, and those that can't."""
    assert "Bring your games along?" in page.text
    found = []
    for mark in ("data-coming", "data-staying"):
        (items,) = re.findall(rf"<ul[^>]* {mark}>(.*?)</ul>", page.text, re.DOTALL) or [""]
        found.append([html.unescape(item) for item in re.findall(r"<li>(.*?)</li>", items)])
    return found[0], found[1]


def test_games_come_along_after_a_question_that_lists_them(server: Server) -> None:
    table, new, friend = seated(server.url)
    old = Guest(server.url)
    own, over = old.set_up("computer"), new.set_up("computer")
    new.do(over, "resign")
    alone = [new.set_up("computer"), new.set_up("computer")]
    new.post("/your-data/name", {"name": "Ben"})
    link = approved(old, new)
    coming, staying = question(new.page(link))
    assert coming == ["Fusillade: 3 games in progress, 1 finished game"]
    assert staying == []
    assert new.post(f"{link}/continue", {}).answer.headers["location"] == link  # the question needs an answer
    stream = friend.watch(table)
    stream.wait(1)
    proceed(new, link, "bring")
    for guest in (old, new):
        assert [seat(guest, id) for id in (own, over, table, *alone)] == ["0"] * 5
    assert "Ben" in old.page("/").text  # the name came along, since there was none
    assert "Ben" in friend.page(f"/tables/{table}").text
    assert old.look(table)["for"] == 0


def test_programs_come_along(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    own, other = old.set_up("computer"), new.set_up("computer")
    program = Program(server.url, token_of(new))
    link = approved(old, new)
    assert question(new.page(link))[0][-1].startswith("1 program with a token.")
    proceed(new, link, "bring")
    assert {one["id"] for one in program.api("/tables").json()} == {own, other}
    assert "My bot" in old.page("/your-data/devices").text


def test_games_can_be_left_and_are_back_by_code(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    own, other = old.set_up("computer"), new.set_up("computer")
    code = made(new)
    link = approved(old, new)
    proceed(new, link, "leave")
    assert (seat(new, own), seat(new, other)) == ("0", "")
    third = Guest(server.url)
    assert recovered(third, code)
    assert (seat(third, own), seat(third, other)) == ("", "0")


def test_a_recovery_code_asks_the_same(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    own, other, code = old.set_up("computer"), new.set_up("computer"), made(old)
    page = new.post("/recover", {"code": code.lower()})
    assert question(page) == (["Fusillade: 1 game in progress"], [])
    assert (seat(new, own), seat(new, other)) == ("", "0")
    assert recovered(new, page.hidden("code"), games="bring")
    assert (seat(new, own), seat(new, other)) == ("0", "0")


def test_no_table_comes_along_where_both_hold_a_seat(server: Server) -> None:
    table, one, other = seated(server.url)
    link = approved(one, other)
    coming, staying = question(other.page(link))
    assert coming == []
    assert staying == ["Fusillade: Your other device has another seat there, so you would see two hands."]
    assert "Bring them along" not in other.page(link).text
    proceed(other, link, "bring")  # nobody who changes the form gets more
    assert other.look(table)["for"] == 0
    assert hands(other.look(table)) == [0]


def test_not_even_an_allys_hand_comes_along(server: Server) -> None:
    one, ally, enemy = Guest(server.url), Guest(server.url), Guest(server.url)
    created = table_of(one, "you", "greedy", "open", "open")
    paths = [one["path"] for one in created["invitations"]]
    assert [guest.join(path).status for guest, path in zip((ally, enemy), paths, strict=True)] == [303, 303]
    assert hands(ally.look(created["id"])) == [2]
    link = approved(one, ally)
    assert len(question(ally.page(link))[1]) == 1
    proceed(ally, link, "bring")
    assert hands(ally.look(created["id"])) == [0]


def test_a_table_with_a_player_of_the_same_name_stays(server: Server) -> None:
    table, host, friend = seated(server.url)
    friend.post("/your-data/name", {"name": "Anna"})
    old = Guest(server.url)
    old.post("/your-data/name", {"name": "\N{CYRILLIC CAPITAL LETTER A}nna"})
    link = approved(old, host)
    assert question(host.page(link)) == (
        [], ["Fusillade: A player there has a name like yours. Change one of the names first."],
    )  # fmt: skip
    old.post("/your-data/name", {"name": "Berta"})
    assert question(host.page(link)) == (["Fusillade: 1 game in progress"], [])
    proceed(host, link, "bring")
    assert seat(old, table) == "0"
    assert "Berta" in friend.page(f"/tables/{table}").text


def test_a_name_does_not_come_along_to_a_table_with_the_same_name(server: Server) -> None:
    _table, old, friend = seated(server.url)
    friend.post("/your-data/name", {"name": "Anna"})
    new = Guest(server.url)
    new.set_up("computer")
    new.post("/your-data/name", {"name": "Anna"})
    proceed(new, approved(old, new), "bring")
    assert "Welcome back, Anna" not in old.page("/").text


@pytest.mark.usefixtures("same_day")
@pytest.mark.parametrize("first", ["old", "new"])
def test_of_two_attempts_at_a_deal_the_earlier_counts(server: Server, first: str) -> None:
    old, new = Guest(server.url), Guest(server.url)
    order = (old, new) if first == "old" else (new, old)
    tables = [started(guest) for guest in order]
    other = started(new, "outpost")
    link = approved(old, new)
    assert question(new.page(link))[0][-1].startswith("2 attempts at daily deals.")
    proceed(new, link, "bring")
    attempts = rows(server, "SELECT game, table_id FROM daily WHERE table_id IN (?, ?, ?)", *tables, other)
    assert sorted(attempts) == sorted([("fusillade", tables[0]), ("outpost", other)])
    assert [seat(old, table) is not None for table in (*tables, other)] == [True, True, True]
    assert told(old) == told(new)


# -- puzzles -----------------------------------------------------------------------------------------------------------


def record(minute: int, tries: int, *choices: str, solved: bool = False, shown: bool = False, last: int = 0) -> Any:
    """A record of a puzzle, first tried in this minute and last tried in another."""
    tried = NOON + timedelta(minutes=max(last, minute))
    return {
        "tries": tries, "choices": list(choices), "shown": shown, "solved": tried if solved else None, "tried": tried,
        "first_tried": NOON + timedelta(minutes=minute),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        # Neither is decided: all tries count.
        (record(1, 2, "A", "B", last=5), record(3, 1, "C"), (3, False, False, ["A", "B", "C"])),
        # Solved at first sight, before the other try.
        (record(1, 1, "A", solved=True), record(3, 2, "B", "A"), (1, True, False, ["A", "B"])),
        # A wrong try before it was solved elsewhere counts.
        (record(1, 1, "B"), record(3, 1, "A", solved=True), (2, True, False, ["B", "A"])),
        # The solution was seen first, so solving it is no feat.
        (record(1, 0, shown=True), record(3, 1, "A", solved=True), (0, False, True, ["A"])),
        (record(1, 1, "A", solved=True), record(3, 0, shown=True), (1, True, False, ["A"])),
    ],
)
def test_two_records_of_a_puzzle_become_one(one: Any, other: Any, told: Any) -> None:
    for pair in ((one, other), (other, one)):
        found = merged(*pair)
        assert (found["tries"], found["solved"] is not None, found["shown"], found["choices"]) == told
        assert found["first_tried"] == NOON + timedelta(minutes=1)


def test_puzzles_come_along(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    for guest in (old, new):
        assert guest.post("/puzzles/fusillade/1/show", {}).status == 303
    assert new.post("/puzzles/fusillade/2/show", {}).status == 303
    link = approved(old, new)
    assert question(new.page(link))[0][-1].startswith("2 puzzles.")
    proceed(new, link, "bring")
    index = json.loads(taken(old)["index.json"])
    assert [one["shown"] for one in index["puzzles"]] == [True, True]


# -- alerts ------------------------------------------------------------------------------------------------------------


def test_alerts_come_along(server: Server) -> None:
    table, new, _friend = seated(server.url)
    old = Guest(server.url)
    done(address_of(server), lambda database: furnish(database, name_of(new), table))
    first = name_of(new)
    link = approved(old, new)
    ways, feed = question(new.page(link))[0][-2:]
    assert ways.startswith("3 places where you get alerts. From then on, alerts about all your games go there.")
    assert feed.startswith("A calendar feed.")
    proceed(new, link, "bring")
    files = taken(old)
    index = json.loads(files["index.json"])
    assert {way["kind"] for way in index["alerts"]["ways"]} == {"mail", "push", "webhook"}
    assert len(index["alerts"]["messages"]) == 1
    assert index["alerts"]["calendar_feed"]
    assert json.loads(files[f"tables/{table}.json"])["alerted"] == ["turn"]
    found = done(address_of(server), lambda database: AlertStore(database).feed(f"feed-id-{first}"))
    assert found is not None
    assert found.guest == name_of(old), "its address still works"


def test_of_a_way_or_a_feed_that_both_have_one_stays(address: str) -> None:
    later = datetime(2026, 11, 29, tzinfo=UTC)

    async def work(database: Database) -> tuple[list[str], list[str], str, list[str], list[str]]:
        for id, sitting in (("mine", ("new", "b")), ("theirs", ("old", "b")), ("both", ("new", "old"))):
            await seated_at(database, id, *sitting)
        store = AlertStore(database)
        ways = {
            "older": way("old", "a@x.example"), "newer": way("new", "a@x.example", added=later),
            "works": way("old", "b@x.example"), "rests": way("new", "b@x.example", added=later, rests=True),
            "own": way("new", "c@x.example"),
        }  # fmt: skip
        for one in ways.values():
            await store.add(one)
        for name in ("older", "rests"):
            await store.put(ways[name], [{"kind": "turn"}])
        for guest in ("old", "new"):
            await store.put_feed(guest, f"of {guest}", "seed")
        async with database.writing() as connection:
            await connection.execute(delete(OUTBOX))
            for guest, table in (("new", "mine"), ("old", "mine"), ("new", "both"), ("old", "both")):
                row = {"table_id": table, "guest": guest, "marks": {"turn": guest}}
                await connection.execute(insert(ALERTED).values(row))
        await JoiningStore(database).move("new", "old", (), True, 1000.0)
        kept = {one.id for one in await store.of_guest("old")}
        feed = await store.feed_of("old")
        assert feed is not None
        assert await store.feed_of("new") is None
        assert await store.of_guest("new") == []
        by_id = {one.id: name for name, one in ways.items()}
        return (
            sorted(name for name, one in ways.items() if one.id in kept),
            sorted(by_id[message.way_id] for message in await store.messages("old")),
            (await rows_of(database, FEEDS))[0].id,
            [f"{row.table_id} {row.guest} {row.marks['turn']}" for row in await rows_of(database, ALERTED)],
            [row.table_id for row in await rows_of(database, OUTBOX)],
        )

    kept, messages, feed, alerted, due = done(address, work)
    assert kept == ["newer", "own", "works"]
    assert messages == ["newer", "works"]
    assert feed == "of old"
    assert alerted == ["both new new", "both old old", "mine old new"]
    assert due == ["both", "mine", "theirs"]


# -- vacations, and what is left ---------------------------------------------------------------------------------------


def become(old: Visitor, new: Visitor) -> None:
    """Adds the new browser to the devices of the old guest. Its games come along."""
    old.post(OWN)
    link = path_on(Page(old.get(OWN)))
    new.post(f"{link}/digits")
    old.post(f"{OWN}/digits", digits=digits_on(Page(new.get(link))))
    answer = new.post(f"{link}/continue", games="bring")
    assert answer.headers["location"] == "/"
    new.cookies |= dict(answer.cookies)


def time_left(server: Inside, table: str, guest: Visitor) -> float | None:
    """The time of the guest's seat."""
    live = server.client.blocking_portal.call(server.tables.follow, table)
    (number,) = live.seats_of(guest.name)
    return clocks.time_left(live, number, server.tables.house.now())


def mover_at_table(server: Inside) -> tuple[str, Visitor]:
    """A table over days, and the guest who decides there."""
    table, *guests = sat_down(server, pace="slow")
    return table, guests[guests[0].api(f"/tables/{table}")["view"]["to_move"]]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_vacation_gives_no_used_time_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        table, mover = mover_at_table(server)
        old = Visitor(server)
        old.post("/vacation", days="15")
        time.seconds += 2 * DAY
        assert time_left(server, table, mover) == DAY
        old.post("/vacation/end")
        become(old, mover)
        assert mover.name == old.name
        assert time_left(server, table, mover) == DAY
        time.seconds += DAY / 2
        assert time_left(server, table, mover) == DAY / 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_vacation_comes_along_but_not_with_more_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        old = Visitor(server)
        old.post("/vacation", days="15")
        time.seconds += 15 * DAY
        table, mover = mover_at_table(server)
        mover.post("/vacation", days="21")
        time.seconds += 2 * DAY
        before = time_left(server, table, mover)
        become(old, mover)
        assert "You will be back on" in old.get("/vacation").text
        time.seconds += 4 * DAY  # 15 + 2 + 4 are all there are
        assert time_left(server, table, mover) == before
        time.seconds += DAY
        assert time_left(server, table, mover) == 2 * DAY
        assert "You have no vacation days left this year." in old.get("/vacation").text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_vacation_without_a_clock_does_not_come_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        old, new = Visitor(server), Visitor(server)
        new.api("/tables", {"game": "fusillade", "seats": ["you", "greedy"]})
        new.post("/vacation", days="7")
        become(old, new)
        assert "You have 21 vacation days left this year." in old.get("/vacation").text


def test_nothing_of_the_first_guest_is_left(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        old, new = Guest(server.url), Guest(server.url)
        new.set_up("computer")
        new.post("/your-data/name", {"name": "Ben"})
        guest = json.loads(taken(new)["index.json"])["guest"]
        done(address_of(server), lambda database: furnish(database, guest, "a table where they had a seat"))
        code = made(new)
        link = approved(old, new)
        assert "the recovery code that you made on this browser stops working" in new.page(link).text
        proceed(new, link, "bring")
        assert "This recovery code is unknown" in Guest(server.url).post("/recover", {"code": code}).text
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            left = "holders", "guests", "daily", "puzzles", "vacations", "recovery_codes", "device_links"
            for name in (*left, "alert_ways", "alerts", "alerted", "feeds"):
                assert not connection.execute(f"SELECT * FROM {name} WHERE guest = ?", (guest,)).fetchall(), name


def test_a_device_that_stays_behind_is_told(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    new.set_up("computer")
    third = Guest(server.url)
    assert recovered(third, made(new))
    third.page("/")
    link = approved(old, new)
    assert "Another device is still signed in to these games." in new.page(link).text
