"""A secret pick shows nowhere: not while the players ask for a pause, nor on the start page, nor in the time left.

The files of a server are copied at a moment when a player can pick cards that nobody else sees. In each copy that
player picks differently, and then the same happens in public. All that the others can fetch must be the same, byte by
byte.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from difflib import ndiff
from pathlib import Path
from typing import Final

import pytest

from grognard.play.clock import HOUR, MINUTE
from grognard.server.net.stream import GAMES
from grognard.server.tables.clocks import time_left
from tests.server.inside import Inside, Time, Visitor, inside, sat_down
from tests.server.support import Json, Whim, until
from tests.server.test_late_spectators import told
from tests.server.test_secrecy import can_pick

# Pages that a guest can open, in addition to those of the table.
OTHERS: Final = (
    "/", "/games-of-mine", "/games-of-mine/record", "/games-of-mine/next", "/vacation", "/your-data", "/api/v1/me",
)  # fmt: skip
# What the player does in secret at each of the five moments for it, in each world.
SECRETS: Final[dict[str, Sequence[str]]] = {
    "nothing": ("", "", "", "", ""),
    "card after card": ("pick 0", "back", "pick 1", "back", "pick 0"),
}
WAIT: Final = {"slow": HOUR, "clock": 10}  # seconds between two deeds


class World:
    """A game in which one player picks in secret: all that the other player and a spectator were answered."""

    def __init__(
        self, server: Inside, time: Time, routes: list[tuple[str, str]], table: str, guests: tuple[Visitor, ...]
    ) -> None:
        self.server, self.time, self.table, self.routes = server, time, table, routes
        self.mover, self.other, self.stranger = guests
        self.seen: dict[str, str] = {}
        self.mover.get("/")
        self.events = {
            (who, wanted): server.collect(guest.name, wanted)
            for who, guest in (("other", self.other), ("stranger", self.stranger))
            for wanted in (table, GAMES)
        }
        until(lambda: all(self.events.values()))

    def look(self, when: str) -> None:
        """The other player fetches every page that may have changed."""
        for path in ("/", f"/tables/{self.table}", f"/api/v1/tables/{self.table}", "/games-of-mine/next"):
            self.seen[f"{when}: other {path}"] = told(self.other.get(path))

    def look_everywhere(self, when: str) -> None:
        """The other player and a spectator fetch everything."""
        addresses = [
            path.format(id=self.table, key="nothing", clause="none") for method, path in self.routes if method == "GET"
        ]
        for who, guest in (("other", self.other), ("stranger", self.stranger)):
            for path in (*OTHERS, f"/games-of-mine/next?after={self.table}", *addresses):
                self.seen[f"{when}: {who} {path}"] = told(guest.get(path))

    def public(self, guest: Visitor, deed: str, **fields: str) -> None:
        """Something that all can see: waits until the other player's open page shows it, and looks around."""
        shown = self.events["other", self.table]
        before, when = len(shown), f"{len(self.seen)} {deed}"
        assert guest.do(self.table, deed, **fields), when
        until(lambda: len(shown) > before, what=f"the open page of the table does not show {when}")
        self.server.beat()
        self.look(when)

    def secret(self, what: str, wait: float) -> None:
        """The player opens the table and perhaps picks, some time after the last deed and before the next look.

        Until the next beat, the streams bring nothing of that, not even the time that the player has left by now.
        """
        self.mover.get(f"/tables/{self.table}")
        self.server.flush()
        self.time.seconds += wait
        before = {key: len(events) for key, events in self.events.items()}
        if what == "back":
            assert self.mover.do(self.table, "undo")
        elif what:
            seen = self.mover.api(f"/tables/{self.table}")
            picks = [name for name in notations(seen) if name.startswith(("UNIT ", "EXCHANGE "))]
            assert self.mover.do(self.table, "play", do=picks[int(what.removeprefix("pick "))])
        self.server.flush()
        assert {key: len(events) for key, events in self.events.items()} == before, what
        self.time.seconds += wait
        self.server.beat()
        self.look(f"{len(self.seen)} a secret")

    def wait_until_left(self, seconds: float) -> None:
        """Lets time pass until the player has so much left, and looks around."""
        live = self.server.tables._at_hand(self.table)
        assert live is not None
        left = time_left(live, int(live.session.state.current_player()), self.time.seconds)
        assert left is not None
        self.time.seconds += left - seconds
        self.server.beat()
        self.look(f"{len(self.seen)} {seconds} left")

    def play(self, secrets: Sequence[str], wait: float, notice: float) -> None:
        """Each way to a pause and out of it, with secrets in between, until the player has run out of time."""
        one, two, three, four, five = secrets
        self.secret(one, wait)
        self.look_everywhere("after a secret")
        self.public(self.mover, "pause")
        self.public(self.mover, "pause-answer", answer="no")
        self.public(self.mover, "pause")
        self.public(self.other, "pause-answer", answer="no")
        self.secret(two, wait)
        self.public(self.other, "pause")
        self.secret(three, wait)
        self.look_everywhere("asked")
        self.public(self.mover, "pause-answer", answer="no")
        self.public(self.mover, "pause")
        self.public(self.other, "pause-answer", answer="yes")
        self.time.seconds += 100 * wait
        self.server.beat()
        self.look_everywhere("paused")
        self.public(self.mover, "pause-end")
        self.secret(four, wait)
        self.public(self.other, "pause")
        self.public(self.mover, "pause-answer", answer="yes")
        self.public(self.other, "pause-end")
        self.wait_until_left(notice)
        self.public(self.other, "give-time")
        self.secret(five, wait)
        self.wait_until_left(notice / 2)
        self.wait_until_left(-notice)
        self.look_everywhere("out of time")
        assert "give-time" in self.seen[f"out of time: other /tables/{self.table}"]
        self._keep_events()

    def _keep_events(self) -> None:
        """Keeps all that the streams brought."""
        self.server.flush()
        for key, events in self.events.items():
            self.seen[f"stream {key}"] = str(events)
        assert len(self.events["other", self.table]) > 10


def notations(seen: Json) -> list[str]:
    """What a player can choose."""
    return [action["notation"] for action in seen["view"]["actions"]]


def origin(folder: Path, time: Time, monkeypatch: pytest.MonkeyPatch, pace: str) -> tuple[str, list[dict[str, str]]]:
    """Files with a table where a player can pick; its id, and the cookies of that player, the other and a stranger."""
    with inside(folder, time, monkeypatch) as server:
        table, *guests = sat_down(server, pace=pace, minutes=10)
        whim = Whim(7)
        while True:
            mover = guests[guests[0].api(f"/tables/{table}")["view"]["to_move"]]
            seen = mover.api(f"/tables/{table}")
            picks = [name for name in notations(seen) if name.startswith(("UNIT ", "EXCHANGE "))]
            if seen["may_undo"] and can_pick(seen) and len(picks) > 2:
                break
            assert mover.do(table, "play", do=whim(seen["view"]["actions"])["notation"])
        other = next(guest for guest in guests if guest is not mover)
        return table, [guest.cookies for guest in (mover, other, Visitor(server))]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("pace", WAIT)
def test_nothing_that_others_can_fetch_depends_on_a_secret_pick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, routes: list[tuple[str, str]], pace: str
) -> None:
    time = Time(monkeypatch)
    table, cookies = origin(tmp_path / "origin", time, monkeypatch, pace)
    began, answers = time.seconds, {}
    for name, secrets in SECRETS.items():
        shutil.copytree(tmp_path / "origin", tmp_path / name)
        time.seconds = began
        with inside(tmp_path / name, time, monkeypatch) as server:
            guests = tuple(Visitor(server, one) for one in cookies)
            world = World(server, time, routes, table, guests)
            world.play(secrets, WAIT[pace], MINUTE if pace == "clock" else 24 * HOUR)
        answers[name] = world.seen
    first = answers.pop("nothing")
    assert len({*first.values()}) > 50
    for name, seen in answers.items():
        assert [*seen] == [*first]
        different = {
            key: list(ndiff(first[key].split(), text.split())) for key, text in seen.items() if text != first[key]
        }
        found = {key: [line for line in lines if line[0] in "+-"] for key, lines in different.items()}
        assert not found, (name, found)
