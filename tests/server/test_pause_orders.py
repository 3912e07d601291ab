"""Everything two people can do about time and pauses, in every order that leads somewhere new, up to four deeds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from grognard.play.clock import DAY
from grognard.server.tables import pausing, undo
from grognard.server.tables.clocks import decider, is_paused, time_left
from grognard.server.tables.live_table import LiveTable
from tests.server.inside import Inside, Time, Visitor, inside, sat_down

CLICKS: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("play", {}),  # the first legal action
    ("pause", {}),
    ("pause-answer", {"answer": "yes"}),
    ("pause-answer", {"answer": "no"}),  # also takes your own question back
    ("pause-end", {}),
    ("give-time", {}),
    ("stand-in", {}),
    ("take-back", {}),
    ("resign", {}),
    ("claim", {}),
    ("undo", {}),
    ("undo-answer", {"answer": "yes"}),
    ("undo-answer", {"answer": "no"}),
    ("rematch", {}),
)
PACES: Final[dict[str, dict[str, object]]] = {
    "over days": {"pace": "slow", "stand_in": True},
    "live, before the clock starts": {"pace": "clock", "minutes": 10, "stand_in": True},
    "live, without a clock": {"pace": "live"},
}
# The fields of a table that a deed may change, apart from its deeds.
FIELDS: Final = (
    "clock", "clock_changes", "stand_ins", "question", "undo_seat", "undo_at", "undo_agreed", "rematch", "ended",
    "result", "checksum",
)  # fmt: skip
Saved = tuple[tuple[Any, ...], list[tuple[Any, ...]], float]


class World:
    """A table that goes back to any position that was saved."""

    def __init__(self, server: Inside, folder: Path, time: Time, asked: dict[str, object]) -> None:
        self.server, self.time = server, time
        self.table, *self.people = sat_down(server, **asked)
        self.file = sqlite3.connect(folder / "tables.sqlite", timeout=10)

    def live(self) -> LiveTable:
        """The table as the server has it in memory."""
        found = self.server.tables._at_hand(self.table)
        assert found is not None
        return found

    def saved(self) -> Saved:
        """All that a deed can change."""
        row = self.file.execute(f"SELECT {', '.join(FIELDS)} FROM tables WHERE id = ?", [self.table]).fetchone()
        deeds = self.file.execute("SELECT * FROM deeds WHERE table_id = ? ORDER BY ply", [self.table]).fetchall()
        return row, deeds, self.time.seconds

    def restore(self, saved: Saved) -> None:
        """Puts all of that back."""
        row, deeds, self.time.seconds = saved
        put = ", ".join(f"{field} = ?" for field in FIELDS)
        with self.file:
            self.file.execute(f"UPDATE tables SET {put}, changes = changes + 1 WHERE id = ?", [*row, self.table])
            self.file.execute("DELETE FROM deeds WHERE table_id = ?", [self.table])
            self.file.executemany("INSERT INTO deeds VALUES (?, ?, ?, ?)", deeds)
        self.server.tables.forget([self.table])
        self.server.client.blocking_portal.call(self.server.tables.follow, self.table)

    def kind(self) -> object:
        """The key of this position, as far as pauses, time and questions go."""
        live, moment = self.live(), self.time.seconds
        question, clock, guests = live.table.question, live.clock, [guest.name for guest in self.people]
        return (
            question and (question.kind, question.seat, question.agreed, question.settled, question.refused),
            pausing.asked_by(live), pausing.refused_to(live), [pausing.must_answer(live, guest) for guest in guests],
            clock and (clock.paused, clock.seat, [value is None for value in clock.warned]),
            [left and left > DAY for seat in (0, 1) for left in [time_left(live, seat, moment)]],
            [left and left > 0 for seat in (0, 1) for left in [time_left(live, seat, moment)]],
            live.table.stand_ins, undo.asked_by(live), undo.refused_to(live), live.table.undo_agreed,
            live.over, live.table.rematch is not None, decider(live), live.session.view(None).can_step_back,
        )  # fmt: skip

    def done(self, who: int | None, deed: str, fields: dict[str, str]) -> bool:
        """Does something; whether the server agreed."""
        if who is None:
            self.time.seconds += 2 * DAY
            return True
        live = self.live()
        if deed == "play" and not live.over:
            fields = {"do": live.game.actions.notations[live.session.state.legal_actions()[0]]}
        return self.people[who].do(self.table, deed, **fields)


def is_consistent(live: LiveTable) -> bool:
    """Whether the two marks of a pause agree, as long as the game runs."""
    return live.over or live.clock is None or live.clock.paused == is_paused(live)


@pytest.fixture
def world(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        found = World(server, tmp_path, time, PACES[request.param])
        with closing(found.file):
            yield found


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("world", "depth"),
    [
        ("over days", 4),
        ("live, before the clock starts", 3),
        ("live, without a clock", 3),
        *(pytest.param(pace, 5, marks=pytest.mark.soak) for pace in PACES),
    ],
    indirect=["world"],
)
def test_both_marks_of_a_pause_agree_in_every_order_and_nothing_breaks(world: World, depth: int) -> None:
    stranger = Visitor(world.server)
    known = {str(world.kind())}
    leaves: list[tuple[Saved, list[str]]] = [(world.saved(), [])]
    for _ in range(depth):
        reached: list[tuple[Saved, list[str]]] = []
        for saved, course in leaves:
            world.restore(saved)
            for who, deed, fields in [(None, "two days pass", {}), *((n, *click) for n in (0, 1) for click in CLICKS)]:
                here = [*course, f"{who} {deed} {fields.get('answer', '')}"]
                if not world.done(who, deed, fields):
                    assert world.saved() == saved, f"a refused click changed something: {here}"
                    continue
                assert is_consistent(world.live()), here
                kind = str(world.kind())
                if kind not in known:
                    known.add(kind)
                    reached.append((world.saved(), here))
                    page = f"/tables/{world.table}"
                    one, two = world.people[:: 1 if len(known) % 2 else -1]
                    for guest, path in ((one, page), (two, "/"), (stranger, page)):
                        assert guest.get(path).status_code == 200
                world.restore(saved)
        leaves = reached
    assert any("True" in kind for kind in known)
