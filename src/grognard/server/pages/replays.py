"""The replay pages, for finished tables and for uploaded journals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final, NamedTuple

from litestar import Controller, Response, get, post
from litestar.datastructures import UploadFile
from litestar.response import Redirect

from grognard.art.persons import cast
from grognard.bots import DEFAULT_LEVEL, about_levels
from grognard.bots.review import Verdict, better_actions
from grognard.kernel.content.fields import as_number
from grognard.kernel.content.wording import capitalized
from grognard.kernel.errors import BadInput
from grognard.kernel.files import decoded
from grognard.play.daily import day_of
from grognard.play.deal import is_shared, step_told, told
from grognard.play.matches import SINGLE
from grognard.play.session import check_deal
from grognard.server.guests.cookies import Guests
from grognard.server.jobs.analysis import Analyses, name_of
from grognard.server.pages.common import Connection, Form, number_in, origin, page
from grognard.server.replays import Replay, replay_of, replay_of_record, replay_of_table
from grognard.server.storage.analyses import JournalStore
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.rows import now
from grognard.server.table_page import seat_models
from grognard.server.tables import lobby
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import YOU, Setup
from grognard.server.tables.open_table import open_table, visit
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import record_seats
from grognard.web.reader import whose
from grognard.web.table_model import SeatModel

ALL: Final = "all"  # all hands are open
MOST_BYTES: Final = 1 << 20  # in a journal


class Seen(NamedTuple):
    """The requested part of a replay: the step (default: the last), and the seat to see it from, or all.

    The default side is `own`, the reader's. `held` are all seats that the reader had.
    """

    step: int | None
    side: str
    own: int | None = None
    held: tuple[int, ...] = ()

    def by(self, seats: int) -> int | None:
        """Returns the seat to see the replay from; None for all hands open. Raises BadInput."""
        if not self.side:
            return self.own
        if self.side == ALL:
            return None
        number = as_number(self.side)
        if number is None or number >= seats:
            raise BadInput(f"The side must be a number from 0 to {seats - 1}, or “{ALL}”.")
        return number

    def at(self, last: int) -> int:
        """Returns the step, limited to the steps there are."""
        return last if self.step is None else min(max(self.step, 0), last)


class DailyCheck(NamedTuple):
    """The check of a daily deal: the hash of its key, the key (after that day), and whether the table matches it."""

    day: date
    promise: str
    key: str
    holds: bool


class ReplayPages(Controller):
    """Replays, and new tables that continue from them."""

    @get("/tables/{id:str}/replay")
    async def table_replay(
        self,
        request: Connection,
        id: str,
        tables: TableRegistry,
        guests: Guests,
        analyses: Analyses,
        step: int | None = None,
        side: str = "",
    ) -> Response[str]:
        """Shows a finished game step by step, from the guest's side or any other."""
        guest = guests.guest(request)
        live = await visit(tables, id, guest)
        replay = await replay_of_table(tables, live, "replayed")
        seen = Seen(step, side, *record_seats(live, guest))
        judged = await analyses.verdict(name_of("table", id), seen.at(replay.last))
        sitting = seat_models(live, guest)
        return await tables.work.aside(_replay_page, request, replay, sitting, f"/tables/{id}", seen, judged)

    @post("/replays", request_max_body_size=MOST_BYTES)
    async def bring(
        self, request: Connection, tables: TableRegistry, journals: JournalStore, guests: Guests
    ) -> Redirect:
        """Uploads a journal, and opens its replay."""
        file = (await request.form()).get("journal")
        if not isinstance(file, UploadFile):
            raise BadInput("Choose a journal file first.")
        content = await file.read()
        guest = guests.guest(request)
        tables.brought.use(guest)
        tables.brought_bytes.use(guest, len(content))
        text = decoded(content, "This file")
        id = hashlib.sha256(text.encode()).hexdigest()[:32]
        await replay_of(tables, id, text)
        await journals.keep(id, text)
        return Redirect(f"/replays/{id}", status_code=303)

    @get("/replays/{id:str}")
    async def replay_page(
        self,
        request: Connection,
        id: str,
        tables: TableRegistry,
        journals: JournalStore,
        analyses: Analyses,
        step: int | None = None,
        side: str = "",
    ) -> Response[str]:
        """Shows an uploaded journal step by step."""
        replay = await replay_of_record(tables, journals, id)
        seen = Seen(step, side)
        judged = await analyses.verdict(name_of("record", id), seen.at(replay.last))
        return await tables.work.aside(_replay_page, request, replay, replay.seats, f"/replays/{id}", seen, judged)

    @get("/tables/{id:str}/check")
    async def check_table(
        self, request: Connection, id: str, tables: TableRegistry, daily_store: DailyStore, guests: Guests
    ) -> Response[str]:
        """Shows how a table was dealt, and whether the deal checks out."""
        live = await open_table(tables, id, guests.guest(request))
        replay = await replay_of_table(tables, live, "checked")
        return _check_page(request, replay, f"/tables/{id}", await _daily(daily_store, live))

    @get("/replays/{id:str}/check")
    async def check_record(
        self, request: Connection, id: str, tables: TableRegistry, journals: JournalStore
    ) -> Response[str]:
        """Shows how the game of an uploaded journal was dealt, and whether the deal checks out."""
        return _check_page(request, await replay_of_record(tables, journals, id), f"/replays/{id}")

    @get("/replays/{id:str}/journal")
    async def brought(self, id: str, tables: TableRegistry, journals: JournalStore) -> Response[str]:
        """Returns an uploaded journal, as a replay reads it."""
        replay = await replay_of_record(tables, journals, id)
        text = await tables.work.aside(replay.session.journal.to_text)
        return Response(text, media_type="application/x-ndjson")

    @post("/tables/{id:str}/replay/continue")
    async def go_on_from_table(
        self, request: Connection, id: str, data: Form, tables: TableRegistry, guests: Guests
    ) -> Redirect:
        """Sets up a table against a bot, from a position of a finished game."""
        live = await open_table(tables, id, guests.guest(request))
        replay = await replay_of_table(tables, live, "replayed")
        return await _go_on(request, replay, data, tables, guests)

    @post("/replays/{id:str}/continue")
    async def go_on_from_record(
        self, request: Connection, id: str, data: Form, tables: TableRegistry, journals: JournalStore, guests: Guests
    ) -> Redirect:
        """Sets up a table against a bot, from a position of an uploaded journal."""
        return await _go_on(request, await replay_of_record(tables, journals, id), data, tables, guests)


def _replay_page(
    request: Connection, replay: Replay, sitting: Sequence[SeatModel], back: str, seen: Seen,
    judged: Verdict | None,
) -> Response[str]:  # fmt: skip
    game, base = replay.session.game, back if back.startswith("/replays/") else f"{back}/replay"
    side = seen.by(game.num_players())
    at = seen.at(replay.last)
    drawn = replace(replay.picture(base, at, side, sitting, seen.held), origin=origin(request))
    return page(
        request, "replay.html", p=drawn, view=drawn.view, meta=game.spec.meta, seats=game.seats, base=base,
        step=at, last=replay.last, side=side, wanted=seen.side, turns=replay.turns,
        deal=told(replay.session.journal.header.deal, game.seats), can_continue=replay.can_go_on(at),
        levels=about_levels(game), people=cast(game.spec.meta.period), default_level=DEFAULT_LEVEL,
        better=better_actions, analysis=f"{back}/analysis",
        check=f"{back}/check",
        judged=judged,
        chooser=judged and capitalized(whose(game, judged.seat, side if seen.held == (side,) else None)),
    )  # fmt: skip


async def _daily(store: DailyStore, live: LiveTable) -> DailyCheck | None:
    """Returns the check of an attempt at a daily deal; None for other tables."""
    if live.table.daily is None:
        return None
    secret, day, game = await store.secret(), date.fromisoformat(live.table.daily), live.game
    deal = secret.deal(game.slug, live.table.rules, day, game.num_players())
    holds = deal.seed == live.session.seed and live.seats[deal.seat].bot is None
    return DailyCheck(day, secret.promise(day), secret.opened(day, day_of(now())), holds)


def _check_page(request: Connection, replay: Replay, base: str, daily: DailyCheck | None = None) -> Response[str]:
    game, header = replay.session.game, replay.session.journal.header
    check_deal(header)
    deal = header.deal
    verdict = "The deal checks out: recomputed and identical." if deal else "There is nothing else to check."
    return page(
        request, "check.html", base=base, journal=f"{base}/journal", meta=game.spec.meta, seats=game.seats, deal=deal,
        steps=[step_told(step, game.seats) for step in deal.steps] if deal else [],
        told=told(deal, game.seats), shared=is_shared(deal), verdict=verdict, daily=daily,
    )  # fmt: skip


async def _go_on(
    request: Connection, replay: Replay, data: dict[str, str], tables: TableRegistry, guests: Guests
) -> Redirect:
    session, game = replay.session, replay.session.game
    deeds = replay.deeds[: min(number_in(data.get("step", "0")), replay.last)]
    side = number_in(data.get("side", "0"))
    if side >= game.num_players():
        raise BadInput(f"The side must be a number from 0 to {game.num_players() - 1}.")
    if not replay.can_go_on(len(deeds)):
        raise BadInput("The game is over at this point. Go back a step to continue from there.")
    seats = [YOU if seat == side else data.get("bot", DEFAULT_LEVEL) for seat in range(game.num_players())]
    setup = Setup(
        game=game.slug, options=game.options, numbers=game.overrides, seats=seats, seed=session.seed, deeds=deeds,
        match=SINGLE,
    )  # fmt: skip
    id = await lobby.create(tables, setup, guests.guest(request))
    return Redirect(f"/tables/{id}", status_code=303)
