"""The deal of the day: to be played once, and looked at afterwards."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

from litestar import Controller, Response, get, post

from grognard.bots.reckoning import Sums
from grognard.play.daily import LEVEL, daily_deal
from grognard.registry import for_players
from grognard.server.analysis import Analyses, name_of
from grognard.server.daily import DAYS, Daily, game_of, outcome_of, tallied
from grognard.server.guests import Guests
from grognard.server.pages.common import Connection, Form, page, seen_other
from grognard.server.replays import replay_of_table
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.entry import visit


class DailyPages(Controller):
    """Deals of the day."""

    path = "/daily"

    @get("/")
    async def today(self, request: Connection, daily: Daily, guests: Guests) -> Response[str]:
        """Today's deals, and which of them the guest has begun."""
        guest, day = guests.guest(request), daily.today()
        metas = [found.meta for found in for_players()]
        begun = {meta.slug: await daily.table_of(meta.slug, day, guest) for meta in metas}
        return page(request, "daily.html", day=day, games=metas, begun=begun, level=LEVEL)

    @get("/{slug:str}")
    async def todays_deal(self, slug: str, daily: Daily) -> Response[str]:
        """Leads to the page of today's deal."""
        game_of(slug)
        return seen_other(f"/daily/{slug}/{daily.today()}")

    @post("/{slug:str}/{day:str}")
    async def begin(
        self, request: Connection, slug: str, day: str, data: Form, daily: Daily, guests: Guests
    ) -> Response[str]:
        """Leads to the guest's one table for the deal."""
        return seen_other(f"/tables/{await daily.start(slug, daily.read_day(day), guests.guest(request))}")

    @get("/{slug:str}/{day:str}")
    async def deal_page(
        self, request: Connection, slug: str, day: str, daily: Daily, tables: Tables, analyses: Analyses, guests: Guests
    ) -> Response[str]:
        """A deal; how others fared with it only once the guest cannot profit from it any more."""
        guest, on = guests.guest(request), daily.read_day(day)
        game = game_of(slug)
        meta, seat = game.spec.meta, daily_deal(game.spec.meta, on, game.num_players()).seat
        tries = await daily.tries(slug, on)
        table = await daily.table_of(slug, on, guest)
        own = next((one for one in tries if one.table == table and one.over), None)
        others = [one for one in tries if one.table != table]
        shown = own is not None or (table is None and on < daily.today())
        result = own.result if own is not None else None
        return page(
            request, "daily-deal.html", meta=meta, day=on, today=daily.today(), seat=game.seats[seat], level=LEVEL,
            table=table, over=own is not None, result=result, outcome=result and outcome_of(result, seat),
            others=tallied(others, seat) if shown else None, earlier=_earlier(on, daily.today()),
            sums=await _sums(tables, analyses, own.table, guest, seat) if own is not None else None,
        )  # fmt: skip


def _earlier(on: date, today: date) -> list[date]:
    """The other days that can be looked at, the latest first."""
    return [day for day in (today - timedelta(days=past) for past in range(DAYS)) if day != on]


async def _sums(tables: Tables, analyses: Analyses, table: str, guest: str, seat: int) -> Sums | None:
    """What decided the guest's game, if it is analysed as a whole."""
    record, verdicts = await analyses.found(name_of("table", table))
    if record is None or record.ended is None:
        return None
    replay = await replay_of_table(await visit(tables, table, guest), "analysed")
    return await asyncio.to_thread(replay.sums, verdicts, seat)
