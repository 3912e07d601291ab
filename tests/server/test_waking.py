"""An open page learns at once what time alone changes: a warning, time up, a possible claim. It waits for no beat."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from grognard.play.clock import DAY, MINUTE, SLOW, Pace
from grognard.server.net.stream import HEARTBEAT, Stream
from grognard.server.tables import pausing, presence, resigning
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import PROCESS, TableRegistry, channel, mark_of
from grognard.server.tables.time_up import until_time_tells
from tests.server.support import signed_in
from tests.server.test_clocks import BLITZ, GUESTS, House, begun, deciding, house, move

__all__ = ["house"]
PATIENCE = 60  # seconds until a test that waits in vain fails


class Inbox:
    """The news that a stream gets."""

    def __init__(self) -> None:
        self._news: asyncio.Queue[bytes] = asyncio.Queue()

    def put_nowait(self, item: bytes) -> bool:
        """Adds news."""
        self._news.put_nowait(item)
        return True

    async def iter_events(self) -> AsyncIterator[bytes]:
        """Yields all news."""
        while True:
            yield await self._news.get()


@pytest.fixture(autouse=True)
def no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The beat does not come while a test runs."""
    monkeypatch.setattr(presence, "SEEN_EVERY", 100 * PATIENCE)


def opened(tables: TableRegistry, live: LiveTable, guest: str) -> tuple[Inbox, AsyncIterator[tuple[str, str]]]:
    """The stream of a guest's page."""
    inbox = Inbox()
    return inbox, Stream(tables, guest, "", cast(Any, inbox), None, signed_in).events({live.id: None})


async def until(events: AsyncIterator[tuple[str, str]], shows: Callable[[str], bool]) -> None:
    """Waits for a table that shows this."""
    async with asyncio.timeout(PATIENCE):
        async for id, fragment in events:
            if id != HEARTBEAT and shows(fragment):
                return


@pytest.mark.parametrize(("pace", "time"), [(BLITZ, 10 * MINUTE), (SLOW, 3 * DAY)], ids=["live", "days"])
def test_a_claim_shows_when_it_becomes_possible(tables: TableRegistry, house: House, pace: Pace, time: float) -> None:
    async def played() -> None:
        live = await begun(tables, pace)
        if live.clock is None:
            await move(tables, live)
        seat = deciding(live)
        house.moment += time - 0.1
        _inbox, events = opened(tables, live, GUESTS[1 - seat])
        await until(events, lambda fragment: "Claim the game?" not in fragment)
        house.moment += 1
        await until(events, lambda fragment: "Claim the game?" in fragment)
        await events.aclose()  # type: ignore[attr-defined]

    asyncio.run(played())


def test_a_page_that_hears_of_a_move_looks_at_the_new_clock(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, BLITZ)
        inbox, events = opened(tables, live, GUESTS[0])
        await until(events, lambda fragment: "Are you there?" not in fragment)
        while live.clock is None or deciding(live) != 0:
            await move(tables, live)
        house.moment += 9 * MINUTE - 0.1
        inbox.put_nowait(json.dumps({"table": live.id, "deeds": live.done, "of": [], "from": PROCESS}).encode())
        await until(events, lambda fragment: "Are you there?" not in fragment)
        house.moment += 1
        await until(events, lambda fragment: "Are you there?" in fragment)
        await events.aclose()  # type: ignore[attr-defined]

    asyncio.run(played())


def test_each_moment_is_known_before_it_comes(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, BLITZ)
        await move(tables, live)
        seat = deciding(live)
        began = house.moment
        assert until_time_tells(tables, live) == 9 * MINUTE
        house.moment = began + 9 * MINUTE
        assert until_time_tells(tables, live) == MINUTE
        house.moment = began + 10 * MINUTE
        assert until_time_tells(tables, live) is None
        assert resigning.can_claim(tables, live, 1 - seat)
        await pausing.ask(tables, live, GUESTS[0])
        await pausing.answer(tables, live, GUESTS[1], True)
        assert until_time_tells(tables, live) is None
        slow = await begun(tables)
        assert until_time_tells(tables, slow) == 2 * DAY
        house.moment += 2 * DAY
        assert until_time_tells(tables, slow) == DAY - MINUTE, "then a claim is near"

    asyncio.run(played())


def test_news_of_a_table_comes_to_its_pages_once(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page hears the channel of its table and that of its guest. News by the latter is only for lists of games."""
    sent: list[tuple[dict[str, Any], Any]] = []
    monkeypatch.setattr(tables, "_news", SimpleNamespace(publish=lambda news, to: sent.append((news, to))))

    async def played() -> None:
        live = await begun(tables, SLOW)
        live = await tables.follow(live.id)
        sent.clear()
        tables.notify(live.id, live.done)
        to_people, to_pages = sent
        assert to_pages[1] == channel(live.id)
        assert not to_pages[0].get("of")
        assert to_people[0]["of"] == sorted(map(mark_of, GUESTS))
        assert channel(live.id) not in to_people[1]

    asyncio.run(played())
