"""The page of a table, and every click on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from litestar import Controller, Response, get, post
from litestar.enums import MediaType
from litestar.status_codes import HTTP_204_NO_CONTENT

from grognard.kernel.errors import GrognardError, NotFound
from grognard.kernel.views.log_lines import folded
from grognard.play.deal import is_shared, told
from grognard.play.notation import read_action
from grognard.server.errors import Forbidden, Stale, Undealt
from grognard.server.guests.cookies import Guests
from grognard.server.pages.common import (
    FRAGMENT,
    Connection,
    Form,
    csrf,
    handbook_of,
    handbook_page,
    number_in,
    origin,
    page,
    seen_other,
)  # fmt: skip
from grognard.server.storage.expiry import Expiry
from grognard.server.table_log import table_log
from grognard.server.table_page import as_html, dealing_model, table_model, with_advice
from grognard.server.tables import dealing as deals
from grognard.server.tables import hints, lobby, offers, pausing, resigning, settings, time_up, tips, undo
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.open_table import open_table, visit
from grognard.server.tables.play import play
from grognard.server.tables.presence import mark_looked
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import horizon, record_seats, record_text, viewpoint
from grognard.web.table_model import TableModel

SIGNED_OUT: Final = "You were signed out of this browser."


class TablePages(Controller):
    """The pages and forms of a table."""

    path = "/tables/{id:str}"

    @get("/")
    async def table_page(self, request: Connection, id: str, tables: TableRegistry, guests: Guests) -> Response[str]:
        """Shows the table as the guest may see it."""
        guest = guests.guest(request)
        return await _shown(request, tables, await visit(tables, id, guest), guest)

    @get("/log")
    async def log_page(self, request: Connection, id: str, tables: TableRegistry, guests: Guests) -> Response[str]:
        """Shows the whole log, as far as the guest may know it."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        seat, also = record_seats(live, guest)
        entries = table_log(live, guest, seat, horizon(live, guest), also, viewpoint(live, guest).reader)
        log, meta = folded(entries, lambda entry: entry.event), live.game.spec.meta
        return await tables.work.aside(page, request, "log.html", live_id=id, meta=meta, log=log, over=live.over)

    @get("/rules")
    async def rules_page(self, request: Connection, id: str, tables: TableRegistry, guests: Guests) -> Response[str]:
        """Shows the handbook with the numbers on the cards of this table."""
        live = await open_table(tables, id, guests.guest(request))
        return handbook_page(request, live.game, handbook_of(live.game), f"/tables/{id}")

    @get("/rules/{clause:str}")
    async def clause_fragment(
        self, request: Connection, id: str, clause: str, tables: TableRegistry, guests: Guests
    ) -> Response[str]:
        """Returns one clause of that handbook, to open in place."""
        live = await open_table(tables, id, guests.guest(request))
        found = handbook_of(live.game).clause(clause)
        return page(request, "_clause.html", address=f"/tables/{id}/rules", clause=found)

    @get("/journal")
    async def journal(self, request: Connection, id: str, tables: TableRegistry, guests: Guests) -> Response[str]:
        """Downloads the journal: whole if the game is over, otherwise as the guest's seat saw it."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        text = record_text(live, guest)
        name = f"{live.game.slug}-{id}.journal"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="application/x-ndjson", headers=headers)

    @post("/looked", status_code=HTTP_204_NO_CONTENT)
    async def looked(self, request: Connection, id: str, tables: TableRegistry, guests: Guests) -> None:
        """Notes that the guest has seen the news of the table, which an open page alone does not show."""
        await visit(tables, id, guests.guest(request))

    @post("/{deed:str}")
    async def do(
        self,
        request: Connection,
        id: str,
        deed: str,
        data: Form,
        tables: TableRegistry,
        expiry: Expiry,
        guests: Guests,
    ) -> Response[str]:
        """Handles a click on the table: an action of the game, or one about the table itself."""
        guest = guests.guest(request)
        live = await visit(tables, id, guest)
        try:
            if deed == "leave":
                return await _left(tables, expiry, live, guest)
            target = await _done(tables, live, guest, deed, data)
            mark_looked(tables, live, guest)  # at what came of it
        except NotFound:
            raise
        except GrognardError as error:
            live = await open_table(tables, id, guest)
            # The script gets the table with a notice, and status 200: browsers would log an error for any other.
            refused = 409 if isinstance(error, Stale | Undealt) else 403 if isinstance(error, Forbidden) else 422
            return await _shown(
                request, tables, live, guest, str(error), 200 if FRAGMENT in request.headers else refused
            )
        if FRAGMENT in request.headers and target == f"/tables/{id}":
            return await _shown(request, tables, live, guest)
        return seen_other(target)


async def _left(tables: TableRegistry, expiry: Expiry, live: LiveTable, guest: str) -> Response[str]:
    """Frees the guest's seats at an undealt table, or removes the table if nobody else sits there."""
    if await expiry.remove_undealt(live.id, guest):
        tables.forget([live.id])
        tables.notify(live.id)
    else:
        await deals.give_up(tables, live, guest)
    return seen_other("/")


async def _shown(
    request: Connection, tables: TableRegistry, live: LiveTable, guest: str, notice: str = "", status: int = 200
) -> Response[str]:
    if not live.dealt:
        drawn_so_far = dealing_model(tables, live, guest, csrf(request))
        return page(request, "dealing.html", status, p=drawn_so_far, meta=live.game.spec.meta, notice=notice)
    await tables.prepare_summary(live)
    await offers.prepare_offer(tables, live, guest)
    await tips.prepare_tips(tables, live, guest)
    drawn = table_model(tables, live, guest, csrf(request), notice)
    if FRAGMENT in request.headers:
        return Response(as_html(live, guest, drawn), status_code=status, media_type=MediaType.HTML)
    return _whole(request, drawn, live, tables.house.now(), status)


def _whole(request: Connection, drawn: TableModel, live: LiveTable, house_time: float, status: int) -> Response[str]:
    drawn = replace(with_advice(drawn), origin=origin(request))
    guests: Guests = request.app.state.guests
    if guests.was_signed_out(request):
        drawn = replace(drawn, notice=SIGNED_OUT, links=drawn.links | {"sign in": "/recover"})
    thinking = drawn.advice is not None and drawn.advice.thinking
    waiting = not drawn.over and drawn.hand_over is None and (thinking or not drawn.deciding)
    runs = any(seat.up_at is not None for seat in drawn.seats)
    return page(
        request, "table.html", status, p=drawn, view=drawn.view, meta=live.game.spec.meta, waiting=waiting,
        commitment=live.session.journal.header.commitment,
        deal=told(live.deal, live.game.seats), fair=live.deal is not None, shared=is_shared(live.deal),
        daily=live.table.daily, house_time=f"{house_time:.1f}" if runs else "",
    )  # fmt: skip


async def _done(tables: TableRegistry, live: LiveTable, guest: str, deed: str, data: dict[str, str]) -> str:
    """Handles a click, and returns the path to go to next."""
    match deed:
        case "play" if "back" in data:
            await undo.put_back(tables, live, guest, data["back"], data.get("at", ""))
        case "play":
            await play(tables, live, guest, read_action(live.game, data.get("do", "")), data.get("at", ""), True)
        case "undo":
            await undo.step_back(tables, live, guest, data.get("at", ""))
        case "undo-answer":
            await undo.answer(tables, live, guest, data.get("answer") == "yes")
        case "resign":
            # On a shared screen, a page left open could resign for the wrong player.
            await resigning.resign(tables, live, guest, data.get("at", "") if live.one_screen else None)
        case "claim":
            await resigning.claim(tables, live, guest)
        case "pause":
            await pausing.ask(tables, live, guest)
        case "pause-answer":
            await pausing.answer(tables, live, guest, data.get("answer") == "yes")
        case "pause-end":
            await pausing.go_on(tables, live, guest)
        case "give-time":
            await time_up.give_time(tables, live, guest)
        case "stand-in":
            await time_up.stand_in(tables, live, guest)
        case "take-back":
            await time_up.take_back(tables, live, guest)
        case "here":
            pass  # the visit itself shows that they are
        case "ask":
            await settings.set_ask(tables, live, guest, data.get("ask", ""))
        case "open-hands":
            await settings.set_open_hands(tables, live, guest, data.get("open") == "yes")
        case "hand-over":
            await settings.hand_over(tables, live, guest, number_in(data.get("seat", "")))
        case "deal-draw":
            await deals.draw(tables, live, guest, number_in(data.get("seat", "")))
        case "deal-type":
            await deals.type_in(tables, live, guest, number_in(data.get("seat", "")), data.get("text", ""))
        case "deal-lost":
            await deals.lose(tables, live, guest, number_in(data.get("seat", "")))
        case "deal-over":
            await deals.start_over(tables, live, guest, number_in(data.get("seat", "")))
        case "forget-devices":
            await lobby.forget_others(tables, live, guest)
        case "hint":
            await hints.ask(tables, live, guest, data.get("at", ""))
        case "hint-stop":
            await hints.stop(tables, live, guest)
        case "hint-show":
            await hints.show(tables, live, guest)
        case "rematch":
            return f"/tables/{await lobby.rematch(tables, live, guest)}"
        case "rematch-decline":
            await lobby.decline_rematch(tables, live, guest)
        case "next-opponent":
            return f"/tables/{await offers.accept_offer(tables, live, guest)}"
        case _:
            raise NotFound(f"“{deed}” is not something you can do at a table.")
    return f"/tables/{live.id}"
