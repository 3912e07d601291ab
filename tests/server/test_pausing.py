"""Pauses: only by consent, and they stop the time of both players; and other questions that wait like a turn."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest

from grognard.kernel.errors import BadInput
from grognard.play.clock import DAY, MINUTE, Pace, read_pace, time_told
from grognard.server.errors import Forbidden
from grognard.server.guests.my_games import running_games
from grognard.server.storage.people import PeopleStore
from grognard.server.table_page import table_model
from grognard.server.tables import pausing, undo
from grognard.server.tables.clocks import time_left
from grognard.server.tables.dealing import tend
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.play import play
from grognard.server.tables.resigning import can_claim, claim
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.time_up import may_stand_in, stand_in
from tests.server.support import Guest, Server, dealt, seated, sorted_by_turn

GUESTS = "a", "b"


class Table:
    """A table of two people, and the house time that a test sets."""

    def __init__(self, tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables = tables
        self.moment = 1000.0
        monkeypatch.setattr(TableRegistry, "notify", lambda *_, **__: None)
        monkeypatch.setattr(tables.house, "now", lambda: self.moment)

    async def begin(self, pace: Pace) -> LiveTable:
        setup = Setup(game="fusillade", options={}, seats=["you", "open"], holders={1: {"b"}}, pace=pace)
        live = await dealt(self.tables, await create(self.tables, setup, "a"), *GUESTS)
        await tend(self.tables, live)
        return live

    def decider(self, live: LiveTable) -> tuple[int, str, str]:
        """The seat that decides, its guest, and the other guest."""
        seat = int(live.session.state.current_player())
        return seat, GUESTS[seat], GUESTS[1 - seat]

    async def move(self, live: LiveTable) -> None:
        _seat, guest, _other = self.decider(live)
        await play(self.tables, live, guest, live.session.state.legal_actions()[0], self.tables.token(live, guest))


@pytest.fixture
def table(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tables, monkeypatch)


def run(played: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await played()

    asyncio.run(whole())


def test_a_pause_needs_both_players_and_stops_the_time_of_both(table: Table) -> None:
    async def played() -> None:
        tables, live = table.tables, await table.begin(read_pace("slow"))
        seat, mover, other = table.decider(live)
        table.moment += DAY
        await pausing.ask(tables, live, mover)
        assert time_left(live, seat, table.moment + 5) == 2 * DAY - 5, "time runs until the other agrees"
        with pytest.raises(BadInput, match="can't ask for a pause"):
            await pausing.ask(tables, live, other)
        with pytest.raises(Forbidden):
            await pausing.answer(tables, live, "stranger", True)
        with pytest.raises(BadInput, match="isn't paused"):
            await pausing.go_on(tables, live, mover)
        await pausing.answer(tables, live, other, True)
        table.moment += 300 * DAY
        assert time_left(live, seat, table.moment) == 2 * DAY
        assert not can_claim(tables, live, 1 - seat)
        with pytest.raises(BadInput, match="paused"):
            await table.move(live)
        with pytest.raises(BadInput, match="can't claim"):
            await claim(tables, live, other)
        assert table_model(tables, live, mover, "").view.actions == ()
        await pausing.go_on(tables, live, mover)
        table.moment += DAY
        assert time_left(live, seat, table.moment) == DAY
        await table.move(live)

    run(played)


def test_whoever_waits_and_goes_on_gives_the_other_time_to_notice(table: Table) -> None:
    async def played() -> None:
        tables, live = table.tables, await table.begin(read_pace("slow"))
        seat, mover, other = table.decider(live)
        table.moment += 3 * DAY - MINUTE
        await pausing.ask(tables, live, other)
        await pausing.answer(tables, live, mover, True)
        await pausing.go_on(tables, live, other)
        assert time_left(live, seat, table.moment) == DAY
        table.moment += DAY - 1
        assert not can_claim(tables, live, 1 - seat)
        table.moment += 1
        assert can_claim(tables, live, 1 - seat)

    run(played)


def test_a_pause_can_be_refused_and_taken_back_and_nobody_is_asked_again_and_again(table: Table) -> None:
    async def played() -> None:
        tables, live = table.tables, await table.begin(read_pace("clock", 10, 0))
        _seat, mover, other = table.decider(live)
        await pausing.ask(tables, live, mover)
        await pausing.answer(tables, live, mover, False)
        assert pausing.asked_by(live) is None, "taken back"
        await pausing.ask(tables, live, mover)
        assert table_model(tables, live, other, "").pause.asked_by
        assert table_model(tables, live, mover, "").pause.waiting
        await pausing.answer(tables, live, other, False)
        assert not pausing.may_ask(live, mover)
        assert table_model(tables, live, mover, "").pause.refused
        assert pausing.may_ask(live, other)
        seen = live.version([])
        while live.version([]) == seen:
            await table.move(live)
        assert pausing.may_ask(live, mover)
        assert not table_model(tables, live, mover, "").pause.refused

    run(played)


def test_where_time_does_not_matter_there_is_nothing_to_pause(table: Table) -> None:
    async def played() -> None:
        live = await table.begin(read_pace("none"))
        with pytest.raises(BadInput, match="can't ask for a pause"):
            await pausing.ask(table.tables, live, "a")
        live = await table.begin(read_pace("live"))
        await pausing.ask(table.tables, live, "a")
        await pausing.answer(table.tables, live, "b", True)
        with pytest.raises(BadInput, match="paused"):
            await table.move(live)

    run(played)


def test_the_computer_does_not_start_to_play_for_anyone_in_a_paused_game(table: Table) -> None:
    async def played() -> None:
        tables, live = table.tables, await table.begin(read_pace("slow", stand_in=True))
        seat, mover, other = table.decider(live)
        table.moment += 4 * DAY
        assert may_stand_in(tables, live, 1 - seat)
        await pausing.ask(tables, live, other)
        await pausing.answer(tables, live, mover, True)
        assert not may_stand_in(tables, live, 1 - seat)
        with pytest.raises(BadInput, match="computer can't"):
            await stand_in(tables, live, other)
        assert live.table.stand_ins == ()

    run(played)


def test_a_paused_game_takes_nothing_back(table: Table) -> None:
    async def played() -> None:
        tables, live = table.tables, await table.begin(read_pace("live"))
        seen = live.version([])
        while live.version([]) == seen:
            _seat, mover, other = table.decider(live)
            await table.move(live)
        await undo.step_back(tables, live, mover, tables.token(live, mover))
        assert undo.asked_by(live) is not None
        await pausing.ask(tables, live, other)
        await pausing.answer(tables, live, mover, True)
        done = live.done
        with pytest.raises(BadInput, match="paused"):
            await undo.answer(tables, live, other, True)
        assert live.done == done
        await pausing.go_on(tables, live, mover)
        await undo.answer(tables, live, other, True)
        assert live.done > done

    run(played)


def test_the_game_with_the_least_time_comes_first(table: Table) -> None:
    async def played() -> None:
        tables = table.tables
        people = PeopleStore(tables.store._database)
        lives = [await table.begin(read_pace(name)) for name in ("none", "slow", "fast", "slow")]
        mine = [live for live in lives if table.decider(live)[1] == "a"]
        for number, live in enumerate(lives):
            for _ in range(50):
                if live not in mine and table.decider(live)[1] == "b":
                    await table.move(live)
            table.moment += 3600 * (number + 1)
        listed = [entry for entry in await running_games(tables, people, "a") if entry.yours]
        assert len(listed) == sum(table.decider(live)[1] == "a" for live in lives) > 1
        assert [entry.seconds for entry in listed] == sorted(entry.seconds for entry in listed)
        left = [time_left(live, table.decider(live)[0], table.moment) for live in lives]
        waiting = [left[number] for number, live in enumerate(lives) if table.decider(live)[1] == "a"]
        least = min(time for time in waiting if time is not None)
        assert (listed[0].seconds, listed[0].time) == (least, time_told(least))

    run(played)


# -- with a server -----------------------------------------------------------------------------------------------------


def test_a_request_to_pause_waits_like_a_turn_and_names_the_person(server: Server) -> None:
    table, host, friend = seated(server.url)
    host.api("/me", {"name": "Anna"})
    assert "Ask for a pause" in host.page(f"/tables/{table}").text
    assert host.do(table, "pause").status == 200
    page = friend.page(f"/tables/{table}").text
    assert "Anna asks to pause the game." in page
    assert "<title>Anna asks for a pause – " in page
    assert "Anna asks for a pause" in friend.page("/").text
    assert friend.do(table, "pause-answer", answer="yes").status == 200
    assert "Anna asks" not in friend.page("/").text
    mover, other = sorted_by_turn(table, (host, friend))
    assert "Paused. Your turn when you resume." in mover.page("/").text
    assert f"Paused. {'Anna' if mover is host else 'Red'} moves next." in other.page("/").text
    for guest in (host, friend):
        assert 'data-waiting="0"' in guest.page("/").text, "nobody has to do anything"
    for guest, told in ((mover, "You move next."), (other, f"{'Anna' if mover is host else 'Red'} moves next.")):
        page = guest.page(f"/tables/{table}").text.replace("&#39;", "'")
        assert f"The game is paused. Nobody's time is running. {told}" in page
        assert not re.search(r'class="(seat [^"]*decides|badge)', page), "while it is paused, nobody decides"
    watching = Guest(server.url).page(f"/tables/{table}").text
    assert "The game is paused" in watching
    assert "Resume" not in watching
    assert friend.do(table, "pause-end").status == 200
    assert "<title>Your turn – " in mover.page(f"/tables/{table}").text
    assert "is paused" not in re.sub(r"<script.*?</script>", "", host.page(f"/tables/{table}").text)
    log = host.page(f"/tables/{table}/log").text
    assert log.index("The game was paused.") < log.index("The game continued.")


def test_a_request_for_a_rematch_waits_like_a_turn_and_names_the_person(server: Server) -> None:
    table, host, friend = seated(server.url)
    host.api("/me", {"name": "Anna"})
    host.do(table, "resign")
    host.do(table, "rematch")
    page = friend.page(f"/tables/{table}").text
    assert "Anna asks for a rematch." in page
    assert "<title>Anna asks for a rematch – " in page
    assert "asks for a rematch" not in host.page(f"/tables/{table}").text
    assert "Anna asks for a rematch" in friend.page("/").text
    assert "asks for a rematch" not in Guest(server.url).page(f"/tables/{table}").text
    assert "Accept" in page
    friend.do(table, "rematch")
    page = friend.page(f"/tables/{table}").text
    assert "asks for a rematch" not in page
    assert "Go to the rematch" in page


def test_a_rematch_can_be_declined(server: Server) -> None:
    table, host, friend = seated(server.url)
    friend.api("/me", {"name": "Ben"})
    host.do(table, "resign")
    again = host.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    assert host.do(table, "rematch-decline").status == 422, "they ask for it themselves"
    assert Guest(server.url).page(f"/tables/{table}").status == 200
    assert "Not now" in friend.page(f"/tables/{table}").text
    assert friend.do(table, "rematch-decline").status == 200
    assert friend.do(table, "rematch-decline").status == 422
    assert "You declined the rematch." in friend.page(f"/tables/{table}").text
    assert "rematch" not in friend.page("/").text
    assert "Ben declined the rematch." in host.page(f"/tables/{table}").text
    page = host.page(f"/tables/{again}").text
    assert "Your opponent declined the rematch. You can invite a friend instead." in page
    assert "Invite a friend" in page
    host.do(again, "leave")
    assert friend.do(table, "rematch").status == 303, "once that table is gone, either may ask again"
    assert "asks for a rematch" in host.page(f"/tables/{table}").text
