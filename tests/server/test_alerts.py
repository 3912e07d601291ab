"""Alerts of games over days: each reason leads to one message by every way, after two minutes, unless the guest has
looked at the table since. Nothing hidden is in them, and not even their time depends on it.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, Final

import pytest

from grognard.play.clock import DAY, HOUR
from grognard.server.storage.alert_ways import AlertStore, Kind
from grognard.server.tables import presence
from grognard.server.tables.clocks import time_left
from tests.server.inside import Inside, Time, Visitor, inside, sat_down
from tests.server.post_office import Arrived, PostOffice, kinds, post_office
from tests.server.support import Whim
from tests.server.test_pause_secrecy import notations, origin

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TITLE: Final = "Fusillade"


class Game:
    """A game over days between two guests who have alerts; the mover is whose turn it is."""

    def __init__(self, server: Inside, time: Time, post: PostOffice, **asked: object) -> None:
        self.server, self.time, self.post = server, time, post
        self.table, self.anna, self.ben = sat_down(server, **({"pace": "slow"} | asked))
        self.whim = Whim(7)

    @property
    def mover(self) -> Visitor:
        """Who has to decide."""
        live = self.post.call(self.server.tables.looked_at, self.table)
        return (self.anna, self.ben)[int(live.session.state.current_player())]

    def name(self, guest: Visitor) -> str:
        """What a guest is called in the addresses of their ways."""
        return "anna" if guest is self.anna else "ben"

    def other(self, guest: Visitor) -> Visitor:
        """The guest on the other side."""
        return self.ben if guest is self.anna else self.anna

    def play_on(self) -> Visitor:
        """Plays until it is the other guest's turn; returns that guest, who has not looked at the table since."""
        before = self.mover
        while self.mover is before:
            self.time.seconds += 1
            view = before.api(f"/tables/{self.table}")["view"]
            assert before.do(self.table, "play", do=self.whim(view["actions"])["notation"])
            before.get(f"/tables/{self.table}")
        return self.other(before)

    def wait(self, seconds: float) -> list[Arrived]:
        """Lets time pass; returns what arrives then."""
        self.time.seconds += seconds
        return self.post.run()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def test_a_game_over_days_alerts_each_player_once_by_every_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        time.seconds += HOUR
        for guest in (game.anna, game.ben):
            guest.get(f"/tables/{game.table}")
            for kind in ("webhook", "push", "mail"):
                post.add(game.name(guest), guest, kind)
        assert game.wait(HOUR) == [], "both have looked at the table since"
        for _ in range(4):
            waits = game.play_on()
            assert game.wait(119) == []
            found = game.wait(1)
            assert kinds(found) == [
                (game.name(waits), kind, f"{TITLE}: your turn") for kind in ("mail", "push", "webhook")
            ]
            urls = [one.content["url"] for one in found if one.kind != "mail"]
            assert urls == [f"https://play.example/tables/{game.table}"] * 2
            assert re.search(r"is waiting for you\. You have \d days \d+ hours left\.", found[0].content["text"])
            assert game.wait(HOUR) == game.wait(HOUR) == []
            waits.get(f"/tables/{game.table}")
            assert game.wait(HOUR) == []


def test_each_thing_that_others_do_and_time_itself_alert_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        host = Visitor(server)
        post.add("anna", host)
        made = host.api("/tables", {"game": "fusillade", "seats": ["you", "open"], "pace": "slow"})
        table = made["id"]
        time.seconds += HOUR
        friend = Visitor(server)
        friend.post(made["invitations"][0]["path"])
        time.seconds += 120
        assert kinds(post.run()) == [("anna", "webhook", "A player joined your game")]
        friend.api(f"/tables/{table}/deal/draw", {"seat": 1})
        time.seconds += 120
        assert kinds(post.run()) == [("anna", "webhook", f"{TITLE}: ready to start")]
        host.api(f"/tables/{table}/deal/draw", {"seat": 0})
        post.add("ben", friend)

        live = post.call(server.tables.looked_at, table)
        mover = int(live.session.state.current_player())
        waits, other = (host, friend) if mover == 0 else (friend, host)
        name, other_name = ("anna", "ben") if mover == 0 else ("ben", "anna")
        waits.get(f"/tables/{table}")
        time.seconds += 1
        assert waits.do(table, "pause")
        time.seconds += 120
        assert kinds(post.run()) == [
            (other_name, "webhook", "Red asks to pause" if mover == 1 else "Blue asks to pause")
        ]
        assert waits.do(table, "pause-answer", answer="no")
        time.seconds += HOUR
        assert post.run() == []

        time.seconds += DAY
        assert post.run() == [], "there is still more than a day left"
        live = post.call(server.tables.looked_at, table)
        left = time_left(live, mover, time.seconds)
        assert left is not None
        assert left > DAY
        time.seconds += left - DAY + 1
        found = post.run()
        assert kinds(found) == [(name, "webhook", f"{TITLE}: your time is nearly up")]
        assert found[0].content["text"] == "You have 23 hours left. Your opponent is waiting for you."
        time.seconds += 2 * DAY
        assert post.run() == []

        other.get(f"/tables/{table}")
        assert other.do(table, "claim")
        time.seconds += 120
        assert kinds(post.run()) == [(name, "webhook", f"{TITLE}: the game is over")]
        time.seconds += DAY
        assert post.run() == []


def test_several_games_become_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        host = Visitor(server)
        paths = []
        for _ in range(3):
            made = host.api("/tables", {"game": "fusillade", "seats": ["open", "you"], "pace": "slow"})
            paths.append(made["invitations"][0]["path"])
        post.add("anna", host)
        time.seconds += HOUR
        assert post.run() == []
        friend = Visitor(server)
        for path in paths:
            friend.post(path)
            time.seconds += 1
        time.seconds += 116
        assert post.run() == []
        time.seconds += 1
        assert kinds(post.run()) == [("anna", "webhook", "A player joined your game")], "the first waits for no others"
        time.seconds += 119
        assert post.run() == []
        time.seconds += 1
        assert [title for *_, title in kinds(post.run())] == ["News from 2 games"]


def test_a_table_that_nobody_has_open_is_not_forgotten_by_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        name = game.name(waits)
        post.add(name, waits)
    time.seconds += DAY
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        post.forward(waits.name)
        assert kinds(post.run()) == [(name, "webhook", f"{TITLE}: your turn")]


@pytest.mark.parametrize("kind", ["webhook", "push", "mail"])
def test_a_server_killed_before_it_noted_a_message_sends_it_once_more_as_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time, kind: Kind
) -> None:
    async def killed(*_: object) -> None:
        raise asyncio.CancelledError

    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        post.add(game.name(waits), waits, kind)
        time.seconds += 120
        with monkeypatch.context() as patched:
            patched.setattr(AlertStore, "done", killed)
            with pytest.raises(CancelledError):
                post.run()
        [first] = post.arrived()
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path) as post:
        post.forward(waits.name)
        time.seconds += 59
        assert post.run() == []
        time.seconds += 1
        [second] = post.run()
        assert (second.id, second.content["title"]) == (first.id, first.content["title"])
        assert second.content.get("tag") == first.content.get("tag")
        time.seconds += DAY
        assert post.run() == []


def test_a_way_that_fails_five_times_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path, 500) as post:
        game = Game(server, time, post)
        tried = []
        waits = game.play_on()
        name = game.name(waits)
        way = post.add(name, waits)
        for _ in range(4):
            for wait in (120, 60, 600, 6000):
                tried += game.wait(wait)
            waits.get(f"/tables/{game.table}")
            game.play_on()
            game.play_on()
        assert len(tried) == 5
        assert len({one.id for one in tried}) == 2, "each of the two messages is tried three times at most"
        [rests] = post.call(post.store.rests, waits.name)
        assert (rests.id, rests.failures) == (way.id, 5)
        assert rests.why == "hooks.example refused the message (status 500)."
        assert {one.why for one in post.messages(waits)} == {rests.why}
        post.call(post.store.wake, waits.name, way.id)
        assert post.call(post.store.rests, waits.name) == []


def test_a_browser_that_has_gone_gets_no_more_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path, 410) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        post.add(game.name(waits), waits, "push")
        assert len(game.wait(120)) == 1
        [gone] = post.call(post.store.rests, waits.name)
        assert gone.why == "hooks.example no longer knows this receiver."
        assert game.wait(DAY) == []


def test_a_message_that_waits_is_dropped_once_its_reader_has_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    with inside(tmp_path / "files", time, monkeypatch) as server, post_office(server, tmp_path, 500) as post:
        game = Game(server, time, post)
        waits = game.play_on()
        post.add(game.name(waits), waits)
        assert len(game.wait(120)) == len(game.wait(60)) == 1
        waits.get(f"/tables/{game.table}")
        post.call(presence.save_seen, server.tables)
        assert game.wait(600) == []
        assert [one.why for one in post.messages(waits)] == ["You looked at the table before it could be sent."]


@pytest.mark.parametrize("pace", ["slow", "clock"])
def test_no_alert_depends_on_a_secret_pick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, time: Time, pace: str
) -> None:
    table, cookies = origin(tmp_path / "origin", time, monkeypatch, pace)
    began, answers = time.seconds, {}
    for name, picks in {"nothing": ["", "", ""], "picks": ["pick 0", "back", "pick 1"]}.items():
        shutil.copytree(tmp_path / "origin", tmp_path / name)
        time.seconds = began
        with inside(tmp_path / name, time, monkeypatch) as server, post_office(server, tmp_path / name) as post:
            mover, other, _ = (Visitor(server, one) for one in cookies)
            answers[name] = _with_secrets(server, time, post, table, mover, other, picks)
    assert answers["nothing"] == answers["picks"]
    assert [one["title"] for _, whom, one in answers["nothing"] if whom == "other"][-1] == f"{TITLE}: the game is over"


def _with_secrets(
    server: Inside, time: Time, post: PostOffice, table: str, mover: Visitor, other: Visitor, picks: Sequence[str]
) -> list[tuple[float, str, dict[str, Any]]]:
    """Lets one player pick in secret between things that both see; returns what the other gets, and when.

    That includes their calendar.
    """
    post.add("other", other)
    other.post("/your-data/alerts/feed")
    (feed,) = re.findall(r"/calendar/\S+\.ics", other.get("/your-data/alerts").text)
    told: list[tuple[float, str, dict[str, Any]]] = []

    def wait(seconds: int) -> None:
        for _ in range(seconds // 10):
            time.seconds += 10
            for one in post.run():
                assert one.whom == "other"
                told.append((time.seconds, one.whom, one.content | {"id": "", "sent": 0}))
        told.append((time.seconds, "calendar", {"text": other.get(feed).text}))

    for pick in picks:
        wait(30)
        mover.get(f"/tables/{table}")
        if pick == "back":
            assert mover.do(table, "undo")
        elif pick:
            seen = mover.api(f"/tables/{table}")
            found = [name for name in notations(seen) if name.startswith(("UNIT ", "EXCHANGE "))]
            assert mover.do(table, "play", do=found[int(pick.removeprefix("pick "))])
        wait(30)
        assert mover.do(table, "pause")
        wait(30)
        wait(300)
        assert mover.do(table, "pause-answer", answer="no")
        other.get(f"/tables/{table}")
        wait(300)
    assert mover.do(table, "resign")
    wait(300)
    return told
