"""One bad receiver or one bad table holds up no other alerts, and no alert swallows another or is false."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

import pytest

from grognard.play.clock import DAY, HOUR
from grognard.server.guests.due_alerts import find as found
from grognard.server.jobs import alerts
from grognard.server.tables import presence
from tests.server import post_office as offices
from tests.server.inside import Time, Visitor, inside
from tests.server.post_office import kinds, post_office
from tests.server.receiver import answer
from tests.server.test_alerts import TITLE, Game

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TURN: Final = f"{TITLE}: your turn"


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def test_a_receiver_that_always_asks_to_wait_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    monkeypatch.setattr(offices, "answer", lambda _status: answer(429, "Retry-After: 0\r\n"))
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        post.add("anna", waits)
        assert len(game.wait(120)) == 1
        assert len(game.wait(59)) == 0
        assert [len(game.wait(60)) for _ in range(10)] == [1] * 7 + [0] * 3
        assert [one.why for one in post.messages(waits)] == ["hooks.example asks to wait."]


def test_a_way_that_works_again_hears_of_games_that_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        way = post.add("anna", waits, rests=True, failures=5)
        assert game.wait(HOUR) == []
        post.call(post.store.wake, waits.name, way.id)
        assert kinds(game.wait(120)) == [("anna", "webhook", TURN)]


def test_a_question_that_comes_just_before_another_alert_is_not_swallowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        post.add("anna", waits)
        time.seconds += 110
        assert game.other(waits).do(game.table, "pause")
        assert kinds(game.wait(10)) == [("anna", "webhook", TURN)]
        [(_, _, title)] = kinds(game.wait(120))
        assert title.endswith(" asks to pause")
        assert game.wait(HOUR) == []


def test_a_resumed_game_alerts_the_player_whose_turn_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        other = game.other(waits)
        waits.get(f"/tables/{game.table}")
        assert other.do(game.table, "pause")
        time.seconds += 1
        assert waits.do(game.table, "pause-answer", answer="yes")
        post.call(presence.save_seen, server.tables)
        waits.get(f"/tables/{game.table}")
        post.add("anna", waits)
        assert game.wait(7 * DAY) == []
        assert other.do(game.table, "pause-end")
        assert kinds(game.wait(120)) == [("anna", "webhook", TURN)]
        assert game.wait(HOUR) == []


def test_another_device_of_a_player_is_no_new_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        game.play_on()
        for guest in (game.anna, game.ben):
            guest.get(f"/tables/{game.table}")
        post.add("anna", game.anna)
        assert game.wait(HOUR) == []
        post.call(server.tables.store.add_holder, game.table, [1], Visitor(server).name, [0])
        assert game.wait(HOUR) == []


def test_a_player_who_joins_by_a_program_is_not_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        host, friend = Visitor(server), Visitor(server)
        post.add("ben", friend)
        made = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"], "pace": "slow"})
        friend.api("/join", {"link": f"https://play.example{made['invitations'][0]['path']}"})
        time.seconds += 120
        assert "joined" not in str(kinds(post.run()))


def test_alone_against_computers_there_are_no_alerts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        host = Visitor(server)
        post.add("anna", host)
        seats = ["you", "greedy", "you", "greedy"]
        host.api("/tables", {"game": "green-troops", "options": {"seats": 4}, "seats": seats})
        time.seconds += DAY
        assert post.run() == []


@pytest.mark.parametrize("fault", ["raises", "changes"])
def test_one_bad_table_holds_up_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        bad, good = Game(server, time, post), Game(server, time, post)
        post.add("bad", bad.play_on())
        post.add("good", good.play_on())

        async def find(tables: Any, people: Any, live: Any, due: Any, holder: Any) -> Any:
            if live.id == bad.table and fault == "raises":
                raise IndexError
            if live.id == bad.table:
                await server.tables.store.set_table(bad.table, undo_seat=None)
            return await found(tables, people, live, due, holder)

        with monkeypatch.context() as patched:
            patched.setattr(alerts, "find", find)
            assert kinds(good.wait(120)) == [("good", "webhook", TURN)]
            assert good.wait(HOUR) == []
        assert kinds(good.wait(HOUR)) == [("bad", "webhook", TURN)]
        assert ("could not check a table for alerts" in caplog.text) is (fault == "raises")


def test_many_slow_ways_of_one_guest_leave_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        many, few = Visitor(server), Visitor(server)
        for number in range(10):
            way = post.add(f"many{number}", many)
            post.call(post.store.put, way, [{"kind": "test"}])
        time.seconds += 1
        post.call(post.store.put, post.add("few", few), [{"kind": "test"}])
        assert post.call(post.job.send) == 3
        assert [one.whom for one in post.arrived()].count("few") == 1


def test_simultaneous_results_of_one_way_do_not_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        guest = Visitor(server)
        way = post.add("anna", guest)
        for _ in range(4):
            post.call(post.store.put, way, [{"kind": "test"}])

        async def note() -> None:
            first, second = [stored for stored, _ in await post.store.take()]
            await asyncio.gather(post.store.done(first), post.store.failed(second, "No.", None))

        post.call(note)
        post.call(note)
        assert sorted(one.why for one in post.messages(guest)) == ["", "", "No.", "No."]
