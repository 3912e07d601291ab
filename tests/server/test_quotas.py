"""What one guest may use of the server, and how long it keeps what nobody visits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest

from grognard.bots.turns import WHOSE, Whose
from grognard.play.journal import parse_journal
from grognard.server.errors import TooMuch
from grognard.server.guests import budgets
from grognard.server.jobs.analysis import MOST_FROM_AN_ADDRESS, Analyses
from grognard.server.replays import read_replay
from grognard.server.storage.analyses import AnalysisStore
from grognard.server.storage.database import Database
from grognard.server.storage.rows import now
from grognard.server.tables.live_table import AT_REST
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.quotas import HOUR, Hourly
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Server, running, seated, until
from tests.server.test_replays import WHOLE, bring, opened, recorded

SMALL: Final = {
    "GROGNARD_TABLES_PER_HOUR": "4",
    "GROGNARD_UNFINISHED_TABLES": "2",
    "GROGNARD_JOURNALS_PER_HOUR": "3",
    "GROGNARD_JOURNAL_BYTES_PER_HOUR": str(2 * len(WHOLE)),
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that gives each guest little."""
    with running(tmp_path_factory.mktemp("small"), SMALL) as server:
        yield server


# -- tables ----------------------------------------------------------------------------------------------------------


def test_a_guest_has_so_many_unfinished_tables_and_makes_so_many_an_hour(small: Server) -> None:
    guest, body = Guest(small.url), {"game": "fusillade", "seats": ["you", "greedy"]}
    made = [guest.create("you", "greedy")["id"] for _ in range(2)]
    refused = guest.api("/tables", body)
    assert refused.status_code == 429
    assert "2 unfinished games" in refused.json()["detail"]
    page = guest.post("/games/fusillade/tables", {"with": "computer"})
    assert page.status == 429
    assert 'role="alert"' in page.text
    for table in made:
        guest.do(table, "resign")
        guest.do(guest.create("you", "greedy")["id"], "resign")
    assert "Wait an hour" in guest.api("/tables", body).json()["detail"]
    assert guest.do(made[0], "rematch").status == 422, "that is a table too"
    assert Guest(small.url).create("you", "open"), "another has his own share"


def test_after_the_hour_all_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    share = Hourly(3, "Enough.")
    monkeypatch.setattr("time.monotonic", lambda: 10.0)
    share.use("a", 2)
    with pytest.raises(TooMuch, match="Enough"):
        share.use("a", 2)
    share.use("a")
    share.use("b", 3)
    monkeypatch.setattr("time.monotonic", lambda: 10.0 + HOUR)
    share.use("a", 3)


def test_the_tables_at_hand_are_bounded_by_what_was_done_at_them(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, done = recorded(40), 40
    deeds = read_replay(session.journal).deeds

    def setup() -> Setup:
        return Setup(
            game="fusillade", options=session.game.options, seats=["you", "greedy"], seed=session.seed, deeds=deeds
        )

    async def kept() -> list[bool]:
        ids = [await create(tables, setup(), "me") for _ in range(3)]
        lives = [await tables.follow(id) for id in ids]
        assert all(live.done == done for live in lives)
        return [await tables.follow(id) is live for id, live in reversed([*zip(ids, lives, strict=True)])]

    assert asyncio.run(kept()) == [True, True, True]
    monkeypatch.setattr(budgets, "MOST_MOMENTS", 2 * (done + 1 + AT_REST))
    assert asyncio.run(kept()) == [True, True, False]
    monkeypatch.setattr(budgets, "MOST_MOMENTS", 1)
    assert asyncio.run(kept()) == [True, False, False], "the one that is asked for is there, however long it is"


# -- journals --------------------------------------------------------------------------------------------------------


def test_a_guest_brings_so_many_journals_an_hour(small: Server) -> None:
    guest, short = Guest(small.url), recorded(2).journal.to_text()
    for _ in range(3):
        opened(guest, short)
    assert bring(guest, short).status == 429
    assert bring(Guest(small.url), short).status == 303


def test_a_guest_brings_so_many_bytes_an_hour(small: Server) -> None:
    guest = Guest(small.url)
    opened(guest, WHOLE)
    answer = bring(guest, WHOLE + "x" * len(WHOLE))
    assert answer.status == 429
    assert "Wait an hour" in answer.text
    opened(guest, WHOLE)


# -- analyses --------------------------------------------------------------------------------------------------------


def test_one_stranger_does_not_fill_all_analyses(tables: TableRegistry) -> None:
    replay = read_replay(parse_journal(WHOLE, "x"))
    each = tables.config.analyses_at_once

    async def for_ever(*_: Any) -> None:
        await asyncio.Event().wait()

    async def started(analyses: Analyses, *guests: Whose) -> list[bool]:
        found = []
        for number, whose in enumerate(guests):
            WHOSE.set(whose)
            try:
                await analyses.start(f"{whose.guest}-{whose.address}-{number}", replay)
                found.append(True)
            except TooMuch:
                found.append(False)
        return found

    async def tried() -> None:
        tables.workers = SimpleNamespace(aside=for_ever)  # type: ignore[assignment]
        database = Database(tables.config.url)
        analyses = Analyses(tables, AnalysisStore(database))
        assert await started(analyses, *[Whose("here", "a")] * (each + 1)) == [True] * each + [False]
        left = MOST_FROM_AN_ADDRESS - each
        assert await started(analyses, *[Whose("here", f"g{n}") for n in range(left + 1)]) == [True] * left + [False]
        assert await started(analyses, Whose("elsewhere", "b")) == [True]
        await tables.close()
        assert await started(analyses, Whose("here", "c")) == [True], "what has ended takes no room"
        await tables.close()
        await database.close()

    asyncio.run(tried())


# -- what nobody visits ----------------------------------------------------------------------------------------------


def test_what_nobody_visits_is_removed_and_nothing_else(tmp_path: Path) -> None:
    lately, ago = (str((now() - timedelta(days=days)).replace(tzinfo=None)) for days in (29, 31))
    with running(tmp_path) as server:
        old, *_ = seated(server.url)
        visited, *both = seated(server.url)
        fresh, *_ = seated(server.url)
        for guest in both:
            assert guest.do(visited, "resign").status == 200 or guest.look(visited)["over"]
        rematch = both[0].do(visited, "rematch").answer.headers["location"].removeprefix("/tables/")
        guest = Guest(server.url)
        forgotten, kept = opened(guest, WHOLE), opened(guest, recorded(4).journal.to_text())
        guest.post(f"{forgotten}/analysis", {"do": "start"})
        until(lambda: "decisions analyzed." in guest.page(f"{forgotten}/analysis").text, 180)
        guest.post(f"{forgotten}/analysis", {"do": "stop"})
        server.kill()
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            connection.execute("UPDATE tables SET created = ? WHERE id <> ?", (ago, fresh))
            connection.execute("UPDATE tables SET ended = ? WHERE ended IS NOT NULL", (ago,))
            connection.execute("UPDATE seats SET seen = ?", (ago,))
            connection.execute("UPDATE deeds SET done = ?", (ago,))
            connection.execute("UPDATE seats SET seen = ? WHERE table_id = ? AND seat = 1", (lately, visited))
            connection.execute("UPDATE records SET brought = ?", (ago,))
            connection.execute("UPDATE records SET brought = ? WHERE id = ?", (lately, kept.removeprefix("/replays/")))
        connection.close()
        with running(tmp_path, {"GROGNARD_UNVISITED_DAYS": "30"}, server.port):
            until(lambda: guest.page(f"/tables/{old}").status == 404)
            until(lambda: guest.page(forgotten).status == 404)
            assert guest.page(f"/tables/{rematch}").status == 404
            assert [guest.page(path).status for path in (f"/tables/{visited}", f"/tables/{fresh}", kept)] == [200] * 3
            again = both[0].do(visited, "rematch").answer.headers["location"].removeprefix("/tables/")
            assert again != rematch
            assert both[1].look(again)["over"] is False
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            for table in ("deeds", "holders", "seats"):
                ids = {id for (id,) in connection.execute(f"SELECT DISTINCT table_id FROM {table}")}
                assert ids <= {visited, fresh, again}
            for table in ("analyses", "verdicts"):
                assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
            assert connection.execute("SELECT id, brought > ? FROM records", (lately,)).fetchall() == [
                (kept.removeprefix("/replays/"), 1)
            ], "to look at it counts"
        connection.close()


def test_a_host_can_keep_everything(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, guest, _ = seated(server.url)
        server.kill()
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            connection.execute("UPDATE tables SET created = '2001-01-01 00:00:00.000000'")
            connection.execute("UPDATE seats SET seen = '2001-01-01 00:00:00.000000'")
        connection.close()
        with running(tmp_path, {"GROGNARD_UNVISITED_DAYS": "0"}, server.port):
            assert guest.page(f"/tables/{table}").status == 200
