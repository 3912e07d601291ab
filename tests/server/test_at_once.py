"""A limit holds for many requests at once as it does for many in a row."""

from __future__ import annotations

import asyncio
import gc
from typing import Any, cast

import msgspec
import pytest
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend

from grognard.kernel.errors import NotFound
from grognard.server.errors import TooMuch
from grognard.server.guests.my_games import GamesList
from grognard.server.net.stream import Streams
from grognard.server.tables import hints
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import signed_in

AT_ONCE = 60
SETUP = Setup(game="fusillade", options={}, seats=["you", "greedy"], seed=1)
SECOND = msgspec.structs.replace(SETUP, seats=["greedy", "you"])


def _limited(tables: TableRegistry, **settings: int) -> None:
    tables.config = msgspec.structs.replace(tables.config, **settings)


async def no_games(_guest: str) -> GamesList:
    """The list of games of a guest who has none."""
    return GamesList("", None)


def test_streams_at_once_are_counted_before_they_are_open(tables: TableRegistry) -> None:
    async def tried() -> None:
        _limited(tables, streams=3)
        channels = ChannelsPlugin(backend=MemoryChannelsBackend(history=0), arbitrary_channels_allowed=True)
        streams, table = Streams(tables, channels, no_games), await create(tables, SETUP, "me")
        tables.begin = lambda work: cast(Any, work.close())  # type: ignore[method-assign]  # no bot plays here
        wanted: dict[str, int | None] = {table: None}
        asked = [streams.opened("me", "", wanted, signed_in) for _ in range(AT_ONCE)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in found].count(TooMuch) == AT_ONCE - 3
        assert await streams.opened("another", "", wanted, signed_in)
        with pytest.raises(NotFound):
            await streams.opened("third", "", {"nothing": None}, signed_in)
        del found  # nobody ever read them
        gc.collect()
        for _ in range(10):
            await asyncio.sleep(0)
        assert not streams._of, "what nobody reads, or was refused, counts no longer"

    asyncio.run(tried())


def test_tables_at_once_are_counted_before_they_are_set_up(tables: TableRegistry) -> None:
    async def tried() -> list[Any]:
        _limited(tables, unfinished_tables=3)
        return await asyncio.gather(*(create(tables, SETUP, "me") for _ in range(10)), return_exceptions=True)

    assert [type(one) for one in asyncio.run(tried())].count(TooMuch) == 7


def test_hints_at_once_are_thought_about_once(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    async def tried() -> None:
        lives = [await tables.follow(await create(tables, setup, "me")) for setup in (SETUP, SECOND)]
        live = next(one for one in lives if one.seats_of("me") == [one.session.state.current_player()])
        monkeypatch.setattr(tables, "notify", lambda *_: None)
        monkeypatch.setattr(tables, "begin", lambda work: begun.append(work.close()))
        at = tables.token(live, "me")
        await asyncio.gather(*(hints.ask(tables, live, "me", at) for _ in range(10)))

    asyncio.run(tried())
    assert len(begun) == 1
