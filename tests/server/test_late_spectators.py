"""Who watches some turns late gets the table as it was then, and not a byte that depends on what happened since."""

from __future__ import annotations

import asyncio
import html
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import httpx
import msgspec
import pytest

import grognard
from grognard.kernel.errors import CannotUndo
from grognard.kernel.views.view import EventView, View
from grognard.play.journal import Undo, parse_journal
from grognard.play.timeline import Timeline
from grognard.server.net.stream import WatchedTable
from grognard.server.storage.rows import ANYONE, SPECTATORS, turns_late
from grognard.server.table_page import table_model
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import HERE_SECONDS
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import horizon
from grognard.web.pages import table_fragment
from tests.server.support import Guest, Json, Server, Whim, table_of, until
from tests.server.test_daily import asked_for

STRANGER: Final = "stranger"
BEHIND: Final = re.compile(r'<p class="help">You are watching [^<]* late, so that [^<]*</p>\n')
PRESENCE: Final = re.compile(r'<span class="hidden">,</span>\s*<span class="presence here">here</span>\s*')
AT: Final = re.compile(r'name="at" value="\w*"')
DEEDS: Final = (
    "play", "undo", "undo-answer", "resign", "claim", "ask", "open-hands", "hand-over", "deal-draw", "deal-type",
    "deal-lost", "deal-over", "forget-devices", "hint", "hint-stop", "hint-show", "rematch", "rematch-decline",
    "next-opponent", "leave",
)  # fmt: skip


def last_shown(turns: Sequence[int], late: int) -> int:
    """The last moment for who watches so late, by the turns of all moments: of the longest start that is old enough."""
    shown = 0
    while max(turns[: shown + 2]) <= turns[-1] - late and turns[-1] > late:
        shown += 1
    return shown


# -- in memory: every game, against the pictures of a spectator who sees everything at once ----------------------------


def moves(live: LiveTable, whim: Whim, most: int) -> Iterator[None]:
    """Plays on at a table in memory, and sometimes takes back the last choice, with everybody's consent."""
    for number in range(most):
        if live.over:
            return
        if number % 5 == 4:
            with suppress(CannotUndo):
                seat = next(deed.seat for deed in reversed(live.timeline.deeds))
                live.undo(seat, live.others(seat))
                yield
        seat = int(live.session.state.current_player())
        live.play(seat, whim([{"action": action} for action in live.session.state.legal_actions()])["action"])
        yield


@pytest.mark.parametrize(
    ("slug", "late"), [*((slug, 1) for slug in grognard.registered_names()), ("outpost", 2), ("fusillade", 3)]
)
def test_a_late_picture_is_one_that_was_seen_at_once_so_long_ago(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch, slug: str, late: int
) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    live = table_of(slug, "you", *["other"] * (grognard.load(slug).num_players() - 1))
    shown = asyncio.run(compared(tables, live, late))
    assert len(set(shown)) > 1, "nothing ever became visible"
    if not live.over:
        live.resign(0)
    assert horizon(live, STRANGER) == live.done
    assert picture(tables, live, f"late:{late}") == picture(tables, live, ANYONE), "the delay ends at once"


async def compared(tables: TableRegistry, live: LiveTable, late: int) -> list[int]:
    """Compares pictures after each deed; the last moments shown."""
    at_once = [picture(tables, live, ANYONE)]
    turns = [int(live.session.state.turn)]
    shown = [0]
    live.table = msgspec.structs.replace(live.table, spectators=f"late:{late}")
    watched = WatchedTable(tables, live, STRANGER, "")
    watched.whole(live)
    watched.has_aged(live)
    for _ in moves(live, Whim(3), 400):
        if live.over:
            break
        at_once.append(picture(tables, live, ANYONE))
        turns.append(int(live.session.state.turn))
        shown.append(last_shown(turns, late))
        live.noticed[0] -= HERE_SECONDS * (len(turns) % 2)  # away after every other deed
        now = picture(tables, live, f"late:{late}")
        assert horizon(live, STRANGER) == shown[-1] < live.done
        assert BEHIND.search(now)
        assert 'class="presence' not in now
        assert plain(now) == plain(at_once[shown[-1]])
        assert not watched.has_aged(live), "nobody is seen to come or go"
        sent = watched.fragments(live)
        live.noticed[0] = time.monotonic()
        assert bool(sent) == (shown[-1] > max(shown[:-1])), "only what became visible just now is sent"
        if sent:
            assert plain(sent[-1]) == plain(now)
        if len(set(shown)) > 2:
            break
    return shown


def picture(tables: TableRegistry, live: LiveTable, spectators: str) -> str:
    """The table as a fragment, for who watches."""
    live.table = msgspec.structs.replace(live.table, spectators=spectators)
    return table_fragment(table_model(tables, live, STRANGER, ""))


def plain(fragment: str) -> str:
    """A picture without what only says that it is late, who is here, and the token of the table."""
    return AT.sub("", PRESENCE.sub("", BEHIND.sub("", fragment)))


def test_an_undo_across_turns_shows_nothing_sooner(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRegistry, "notify", lambda *_: None)
    live, whim = table_of("outpost", "you", "other"), Whim(3)
    live.table = msgspec.structs.replace(live.table, spectators="late:1")
    watched = WatchedTable(tables, live, STRANGER, "")
    watched.whole(live)
    sent: list[int] = []
    shown: list[int] = []
    while live.session.state.turn < 4:
        if live.session.state.turn == 3 and len(sent) == 4:  # the third turn has just begun
            live.undo(0, [1])
        else:
            legal = [{"action": action} for action in live.session.state.legal_actions()]
            live.play(int(live.session.state.current_player()), whim(legal)["action"])
        sent.append(len(watched.fragments(live)))
        shown.append(horizon(live, STRANGER))
    # Two deeds a turn. The fifth deed undoes the fourth, and the sixth ends the second turn again.
    assert shown == [0, 1, 1, 3, 1, 3, 3, 7]
    assert sent == [0, 1, 0, 2, 0, 0, 0, 4]


# -- at a server: every address, after every deed ----------------------------------------------------------------------


@dataclass
class Followed:
    """A game of two people, and all that a third was answered after each deed or request."""

    server: Server
    routes: list[tuple[str, str]]
    game: str
    late: int
    table: str = ""
    players: tuple[Guest, ...] = ()
    deeds: int = 0
    # What the late spectator was answered: the number of deeds by then, and the answers by what was asked.
    asked: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    streamed: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.players = Guest(self.server.url), Guest(self.server.url)
        spectators = f"late:{self.late}"
        asked = {"game": self.game, "seats": ["you", "open"], "spectators": spectators}
        created = self.players[0].api("/tables", asked).json()
        self.table = created["id"]
        self.players[0].leave_to_server(self.table)
        self.players[1].join(created["invitations"][0]["path"])
        self.stranger = Guest(self.server.url)
        self.token = self.stranger.page("/").hidden("_csrf_token")
        self.stream = self.stranger.watch(self.table)
        self.stream.wait(1)
        self.look()

    def look(self) -> None:
        """The stranger asks every address of the table."""
        answers = {}
        for method, path in self.routes:
            for deed in DEEDS if "{deed}" in path else ("",):
                address = path.format(id=self.table, key="nothing", clause="none", deed=deed)
                answers[f"{method} {address}"] = told(asked_for(self.stranger, method, address, self.token))
        path = f"/tables/{self.table}"
        answers["fragment"] = told(self.stranger.page(path, **{"x-fragment": "1"}).answer)
        answers["click"] = told(self.stranger.post(f"{path}/undo-answer", {"at": ""}, self.token, True).answer)
        self.asked.append((self.deeds, answers))
        self.streamed.append((self.deeds, len(self.stream.events)))

    def play(self, most: int, whim: Whim) -> None:
        """Plays on, and takes back every seventh choice; after each deed the stranger looks."""
        for _ in range(most):
            mover = self.mover()
            seen = mover.look(self.table)
            if seen["over"]:
                return
            do = whim(seen["view"]["actions"])["notation"]
            assert mover.play(self.table, do, seen["at"]).status_code == 200
            self.deeds += 1
            if mover.look(self.table)["over"]:
                return
            self.look()
            if self.deeds % 7 == 3:
                self.take_back(mover)

    def take_back(self, mover: Guest) -> None:
        """Who has just moved asks to undo, and the other agrees, if that is possible."""
        before = mover.look(self.table)
        answer = mover.api(f"/tables/{self.table}/undo", {"at": before["at"]})
        if answer.status_code != 200:
            return
        self.look()
        other = self.players[self.players[0] is mover]
        if "asks to undo" in other.page(f"/tables/{self.table}").text:
            other.do(self.table, "undo-answer", answer="yes")
        self.deeds += 1
        self.look()

    def mover(self) -> Guest:
        """Who decides now."""
        view = self.players[0].look(self.table)["view"]
        return self.players[view["to_move"] or 0]


def told(answer: httpx.Response) -> str:
    """The whole of an answer."""
    kept = ("content-type", "content-disposition", "location", "set-cookie")
    return "\n".join([str(answer.status_code), *(f"{key}: {answer.headers.get(key)}" for key in kept), answer.text])


def checked(followed: Followed) -> Timeline:
    """Compares what was answered with the journal of the finished game."""
    record = parse_journal(followed.players[0].api(f"/tables/{followed.table}/journal").text, "it")
    timeline = Timeline.of(record, grognard.load)
    turns = [int(state.turn) for state in timeline.states]
    first: dict[int, dict[str, str]] = {}
    for deeds, answers in followed.asked:
        shown = last_shown(turns[: deeds + 1], followed.late)
        # The same, byte for byte, as long as no other moment is to be seen.
        for key, answer in answers.items():
            assert answer == first.setdefault(shown, answers)[key], (key, deeds, shown)
    assert len(first) > 1, "an Outpost may last three turns"
    assert any(isinstance(deed, Undo) for deed in timeline.deeds)
    for shown, answers in first.items():
        _are_of(timeline, shown, answers, f"/tables/{followed.table}")
        fragment = answers["fragment"].partition("<main")[2].strip()
        assert any(event.partition("<main")[2].strip() == fragment for event in followed.stream.events), shown
    _stream_was_as_late(followed, timeline, turns)
    return timeline


def _are_of(timeline: Timeline, shown: int, answers: dict[str, str], path: str) -> None:
    """The table, its log and its journal are those of a moment, as who has no seat saw it."""
    seen: Json = msgspec.json.decode(answers[f"GET /api/v1{path}"].rpartition("\n")[2])
    log = [entry.event for entry in timeline.log(None, shown)]
    assert msgspec.convert(seen["view"], View) == timeline.view(None, shown)
    assert msgspec.convert(seen["log"], list[EventView]) == log[-60:]
    texts = [event.text for event in log]
    for route in (f"GET {path}/journal", f"GET /api/v1{path}/journal"):
        lines = answers[route].partition("\n{")[2].splitlines()[1:]
        assert [msgspec.json.decode(line)["event"] for line in lines] == texts
    page = html.unescape(answers[f"GET {path}"])
    assert f'data-turn="{timeline.states[shown].turn}"' in page
    assert f'data-version="{timeline.versions(())[shown]}"' in page
    later = {entry.event.text for entry in timeline.log(None)} - {*texts}
    whole_log = html.unescape(answers[f"GET {path}/log"])
    assert all(text in whole_log for text in texts if len(texts) < 20)
    assert not [text for text in later for one in answers.values() if f">{text}<" in html.unescape(one)]


def _stream_was_as_late(followed: Followed, timeline: Timeline, turns: list[int]) -> None:
    versions = timeline.versions(())
    sent = [int(re.findall(r'data-version="(\d+)"', event)[0]) for event in followed.stream.events]
    assert sent == sorted(sent)
    assert {*sent} == {*range(versions[-1] + 1)}
    for deeds, count in followed.streamed:
        shown = last_shown(turns[: deeds + 1], followed.late)
        earlier = max(last_shown(turns[: before + 1], followed.late) for before in range(deeds + 1))
        assert max(sent[:count]) <= versions[max(shown, earlier)], deeds


@pytest.mark.parametrize(("game", "late", "most"), [("outpost", 2, 100), ("fusillade", 1, 25)])
def test_no_answer_depends_on_what_happened_since(
    server: Server, routes: list[tuple[str, str]], game: str, late: int, most: int
) -> None:
    followed = Followed(server, routes, game, late)
    path = f"/tables/{followed.table}"
    for player in followed.players:
        assert f"can watch, {late} turn{'s' if late > 1 else ''} late" in player.page(path).text
        assert "You are watching" not in player.page(path).text
    assert "You are watching" in followed.stranger.page(path).text
    followed.play(most, Whim(5))
    if not followed.players[0].look(followed.table)["over"]:
        followed.players[0].do(followed.table, "resign")
    # The delay ends at once.
    seen, players = followed.stranger.look(followed.table), followed.players[0].look(followed.table)
    assert seen["over"]
    assert (seen["view"]["turn"], seen["view"]["outcome"]) == (players["view"]["turn"], players["view"]["outcome"])
    assert followed.stranger.api(f"{path}/journal").text == followed.players[0].api(f"{path}/journal").text
    assert followed.stranger.page(f"{path}/replay").status == 200
    assert "You are watching" not in followed.stranger.page(path).text
    until(lambda: any("data-outcome" in event for event in followed.stream.events))
    checked(followed)


def test_what_is_agreed_is_said_and_kept(server: Server) -> None:
    host, friend = Guest(server.url), Guest(server.url)
    table = host.set_up("friend", spectators="late:2", side="0")
    link = re.search(r"/tables/[\w-]+/join/[\w-]+", host.page(f"/tables/{table}/invitation").text)
    assert link is not None
    said = "Anyone who has this table's address can watch, 2 turns late. They can't see your cards."
    assert said in html.unescape(friend.page(link[0]).text)
    friend.join(link[0])
    assert said in html.unescape(friend.page(f"/tables/{table}").text)
    host.do(table, "resign")
    again = friend.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    for guest in (host, friend):
        guest.leave_to_server(again)
    assert "You are watching 2 turns late" in Guest(server.url).page(f"/tables/{again}").text


def test_only_what_is_offered_is_late() -> None:
    assert [turns_late(one) for one in SPECTATORS] == [0, 1, 2, 3, 4, 5, 0]
    assert not any(map(turns_late, ("late:", "late:0", "late:6", "late:-1", "late:x", "late:02", "")))
