"""The pages that people see: plain forms and links, which the script only makes quicker."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from functools import cache
from typing import Annotated, Any, Final

import segno
from litestar import Request, Response, get, post
from litestar.channels import ChannelsPlugin
from litestar.datastructures import State, UploadFile
from litestar.enums import MediaType, RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect, Stream

from grognard.bots import ABOUT, DEFAULT_LEVEL
from grognard.kernel.book.handbook import Handbook
from grognard.kernel.errors import BadInput, GrognardError, NotFound
from grognard.play.journal import Deed
from grognard.play.notation import read_action
from grognard.registry import load, registered_names, spec
from grognard.server.analysis import SECONDS, Analyses, hope, name_of, turning_points
from grognard.server.drawing import as_html, picture
from grognard.server.guests import Guests
from grognard.server.guide import Step, scenarios
from grognard.server.replays import Replay, replay_of
from grognard.server.storage.journals import JournalStore
from grognard.server.stream import table_events
from grognard.server.tables import ending, entry, hints, lobby, settings, undo
from grognard.server.tables.at_hand import ID, Tables
from grognard.server.tables.errors import Forbidden, Stale
from grognard.server.tables.live import Live
from grognard.server.tables.lobby import OPEN, YOU, Setup
from grognard.server.tables.play import play
from grognard.server.tables.viewpoint import reader
from grognard.web.chart import Point, chart
from grognard.web.pages import render, table_fragment
from grognard.web.picture import TablePicture

Connection = Request[Any, Any, State]
Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]

LOGGER: Final = logging.getLogger("grognard")
FRAGMENT: Final = "x-fragment"
WITH: Final = ("computer", "one_screen", "friend")


def page(request: Connection, template: str, status: int = 200, **context: object) -> Response[str]:
    """A whole page."""
    return Response(render(template, csrf=csrf(request), **context), status_code=status, media_type=MediaType.HTML)


def csrf(request: Connection) -> str:
    """What every form has to bring back."""
    guests: Guests = request.app.state.guests
    return guests.form_token(request)


# -- the start, the games, their rules -----------------------------------------------------------------------------


@get("/", include_in_schema=False)
async def start(request: Connection, tables: Tables, guests: Guests) -> Response[str]:
    """The games, and the guest's unfinished tables."""
    guest = guests.guest(request)
    mine = []
    for id in await tables.store.tables_of(guest):
        try:
            live = await tables.follow(id)
        except GrognardError as error:  # played under older rules, say: no reason to show nothing at all
            LOGGER.warning("a table cannot be opened: %s", type(error).__name__)
            continue
        decider = live.session.state.current_player()
        held = live.seats_of(guest)
        mine.append(
            {
                "id": id,
                "title": live.game.spec.meta.title,
                "turn": int(live.session.state.turn),
                "seats": ", ".join(live.game.seats[seat] for seat in held),
                "yours": decider in held and not any(seat.open for seat in live.seats),
                "open": any(seat.open for seat in live.seats),
                "decider": live.game.seats[decider],
            }
        )
    return page(request, "start.html", games=[_tile(slug) for slug in registered_names()], mine=mine)


@cache
def _tile(slug: str) -> dict[str, Any]:
    return {"meta": spec(slug).meta, "guide": len(scenarios(spec(slug)))}


@get("/games/{slug:str}", include_in_schema=False)
async def game_page(request: Connection, slug: str) -> Response[str]:
    """Setting up a table."""
    return page(request, "game.html", levels=ABOUT, default_level=DEFAULT_LEVEL, **_tile(slug))


@get("/games/{slug:str}/table.css", include_in_schema=False)
async def game_style(slug: str) -> Response[str]:
    """Where the zones of a game lie."""
    folder = spec(slug).folder
    path = folder.joinpath("table.css")
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return Response(text, media_type=MediaType.CSS, headers={"cache-control": "public, max-age=3600"})


@get("/games/{slug:str}/rules", include_in_schema=False)
async def rules_page(request: Connection, slug: str) -> Response[str]:
    """The handbook."""
    return page(request, "rules.html", meta=spec(slug).meta, chapters=chapters(_handbook(slug)))


@cache
def _handbook(slug: str) -> Handbook:
    return load(slug).handbook


def chapters(handbook: Handbook) -> dict[str, list[Any]]:
    """The clauses by chapter."""
    found: dict[str, list[Any]] = {}
    for clause in handbook.clauses.values():
        found.setdefault(clause.chapter, []).append(clause)
    return found


@get("/games/{slug:str}/rules/{clause:str}", include_in_schema=False)
async def clause_fragment(request: Connection, slug: str, clause: str) -> Response[str]:
    """One clause, to open in place."""
    return page(request, "_clause.html", meta=spec(slug).meta, clause=_handbook(slug).clause(clause))


@get(["/games/{slug:str}/guide", "/games/{slug:str}/guide/{number:int}"], include_in_schema=False)
async def guide_page(request: Connection, slug: str, number: int = 1, played: int = 0) -> Response[str]:
    """A step of the guide, with so much of it done."""
    return _lesson(request, Step(slug, number, played))


@post("/games/{slug:str}/guide/{number:int}/play", include_in_schema=False)
async def guide_play(request: Connection, slug: str, number: int, data: Form) -> Response[str]:
    """Something tried in the guide: what it asks for is played, anything else is only commented on."""
    step = Step(slug, number, _number(data.get("at", "0")))
    tried = data.get("do", "")
    if step.over or tried != step.wanted:
        return _lesson(request, step, tried)
    step = Step(slug, number, step.played + 1)
    if FRAGMENT in request.headers:
        return _lesson(request, step)
    return Response("", status_code=303, headers={"location": f"/games/{slug}/guide/{number}?played={step.played}"})


def _lesson(request: Connection, step: Step, tried: str = "") -> Response[str]:
    drawn = step.picture(csrf(request), tried)
    if FRAGMENT in request.headers:
        return Response(table_fragment(drawn), media_type=MediaType.HTML)
    return page(request, "guide.html", p=drawn, view=drawn.view, meta=step.stage.game.spec.meta)


# -- new tables ----------------------------------------------------------------------------------------------------


@post("/games/{slug:str}/tables", include_in_schema=False)
async def new_table(request: Connection, slug: str, data: Form, tables: Tables, guests: Guests) -> Redirect:
    """Sets up a table: against bots, on one screen, or with friends."""
    meta = spec(slug).meta
    options: dict[str, str | int] = {option.key: data[option.key] for option in meta.options if option.key in data}
    if data.get("preset"):
        options |= meta.preset(data["preset"]).options
    game = load(slug, options)
    seats = _seats(data, game.num_players())
    setup = Setup(game=slug, options=options, seats=seats, open_hands=bool(data.get("open_hands")))
    id = await lobby.create(tables, setup, guests.guest(request))
    return Redirect(f"/tables/{id}/invitation" if OPEN in seats else f"/tables/{id}", status_code=303)


def _seats(data: dict[str, str], count: int) -> list[str]:
    """Who sits where: said seat by seat, or by one's own side and with whom one plays."""
    if "seat-0" in data:
        seats = [data.get(f"seat-{seat}", DEFAULT_LEVEL) for seat in range(count)]
        if YOU not in seats:
            raise BadInput("Take a seat yourself: choose “You” for at least one of them.")
        return seats
    company = data.get("with", WITH[0])
    if company not in WITH:
        raise BadInput(f"You can play with {', '.join(WITH)}; not “{company}”.")
    side = _number(data.get("side", "0"))
    if side >= count:
        raise BadInput(f"The side must be a number from 0 to {count - 1}.")
    others = {"computer": data.get("bot", DEFAULT_LEVEL), "one_screen": YOU, "friend": OPEN}[company]
    return [YOU if seat == side else others for seat in range(count)]


@get("/tables/{id:str}/invitation", include_in_schema=False)
async def invitation(request: Connection, id: str, tables: Tables, guests: Guests) -> Response[str] | Redirect:
    """The link for a friend, as text to select and as a picture to scan."""
    live = await entry.open_table(tables, id)
    _must_sit(live, guests.guest(request))
    open_seats = [number for number, seat in enumerate(live.seats) if seat.open]
    if not open_seats:
        return Redirect(f"/tables/{id}", status_code=303)
    alone = len(open_seats) == 1
    return page(
        request, "invitation.html", live_id=id, title="Invite a friend" if alone else "Invite your friends",
        links=[_link(tables, request, live, seat) for seat in open_seats],
        text="Send this link to a friend. Whoever opens it first takes the other seat." if alone else
        "Send each friend the link of a seat. Whoever opens it first takes that seat.",
    )  # fmt: skip


@get("/tables/{id:str}/my-link", include_in_schema=False)
async def my_link(request: Connection, id: str, tables: Tables, guests: Guests) -> Response[str]:
    """The link with which a guest regains his seat on another device."""
    live = await entry.open_table(tables, id)
    seat = _must_sit(live, guests.guest(request))
    return page(
        request, "invitation.html", live_id=id, title="Your own link", links=[_link(tables, request, live, seat)],
        text="This link is yours alone: it opens your seat on another device. Do not give it away.",
    )  # fmt: skip


def _link(tables: Tables, request: Connection, live: Live, seat: int) -> tuple[str, str, str]:
    """The seat's name, the link that opens it, and that as a picture."""
    # As the host says that the server is reached, or as this guest did.
    address = tables.config.address or str(request.base_url)
    link = f"{address.rstrip('/')}/tables/{live.id}/join/{live.seats[seat].key}"
    return live.game.seats[seat], link, _code(link)


def _code(link: str) -> str:
    """A QR code, as SVG."""
    return segno.make(link, error="m").svg_inline(scale=4, border=2, omitsize=True)


def _must_sit(live: Live, guest: str) -> int:
    held = live.seats_of(guest)
    if not held:
        raise Forbidden("You do not sit at this table: you can watch.")
    return held[0]


@get("/tables/{id:str}/join/{key:str}", include_in_schema=False)
async def join_page(request: Connection, id: str, key: str, tables: Tables, guests: Guests) -> Response[str] | Redirect:
    """What an invited friend sees first; a link is opened by machines too, so taking the seat is a click."""
    live = await entry.open_table(tables, id)
    seat = await lobby.seat_of_key(tables, live, key)
    if seat is None:
        if live.seats_of(guests.guest(request)):
            return Redirect(f"/tables/{id}", status_code=303)
        raise Forbidden("This link opens no seat any more: the seat is taken, or the link is not whole.")
    meta = live.game.spec.meta
    changed = [(o, live.game.options[o.key]) for o in meta.options if live.game.options[o.key] != o.default]
    return page(
        request, "join.html", live_id=id, key=key, meta=meta, seat=live.game.seats[seat], free=live.seats[seat].open,
        changed=changed,
    )  # fmt: skip


@post("/tables/{id:str}/join/{key:str}", include_in_schema=False)
async def join(request: Connection, id: str, key: str, data: Form, tables: Tables, guests: Guests) -> Redirect:
    """Takes the seat."""
    live = await entry.open_table(tables, id)
    await lobby.join(tables, live, key, guests.guest(request))
    return Redirect(f"/tables/{id}", status_code=303)


# -- the table -----------------------------------------------------------------------------------------------------


@get("/tables/{id:str}", include_in_schema=False)
async def table_page(request: Connection, id: str, tables: Tables, guests: Guests) -> Response[str]:
    """The table as the guest may see it."""
    guest = guests.guest(request)
    return _shown(request, tables, await entry.visit(tables, id, guest), guest)


def _shown(
    request: Connection, tables: Tables, live: Live, guest: str, notice: str = "", status: int = 200
) -> Response[str]:
    drawn = picture(tables, live, guest, csrf(request), notice)
    if FRAGMENT in request.headers:
        return Response(as_html(live, guest, drawn), status_code=status, media_type=MediaType.HTML)
    return _whole(request, drawn, live, status)


def _whole(request: Connection, drawn: TablePicture, live: Live, status: int) -> Response[str]:
    thinking = drawn.advice is not None and drawn.advice.thinking
    waiting = not drawn.over and drawn.hand_over is None and (thinking or not drawn.deciding)
    return page(
        request, "table.html", status, p=drawn, view=drawn.view, meta=live.game.spec.meta, waiting=waiting,
        commitment=live.session.journal.header.commitment,
    )  # fmt: skip


@get("/tables/{id:str}/log", include_in_schema=False)
async def log_page(request: Connection, id: str, tables: Tables, guests: Guests) -> Response[str]:
    """The whole log, as the guest may know it."""
    live = await entry.open_table(tables, id)
    seat, also = reader(live, guests.guest(request))
    log = live.log(seat, also=also)
    return page(request, "log.html", live_id=id, meta=live.game.spec.meta, log=log, over=live.over)


@get("/tables/{id:str}/stream", include_in_schema=False)
async def stream(request: Connection, id: str, tables: Tables, guests: Guests, channels: ChannelsPlugin) -> Stream:
    """The table, and the new one after each deed that shows the guest anything."""
    guest = guests.guest(request)
    await entry.open_table(tables, id)
    events = table_events(tables, channels, id, guest, csrf(request))
    # A proxy must pass each event on at once.
    return Stream(_messages(events), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _messages(events: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Server-Sent Events. (Litestar's own writer takes as long for a table as drawing a good part of it.)"""
    async for fragment in events:
        # A comment now and then finds out whether the page is still there.
        text = "event: table\ndata: " + fragment.replace("\n", "\ndata: ") if fragment else ":"
        yield f"{text}\n\n".encode()


@post("/tables/{id:str}/{deed:str}", include_in_schema=False)
async def do(request: Connection, id: str, deed: str, data: Form, tables: Tables, guests: Guests) -> Response[str]:
    """A click on the table: an action of the game, or a matter of the table."""
    guest = guests.guest(request)
    live = await entry.visit(tables, id, guest)
    try:
        target = await _done(tables, live, guest, deed, data)
    except NotFound:
        raise
    except GrognardError as error:
        live = await entry.open_table(tables, id)
        # The script is answered with the table and a notice: browsers complain of any other status by themselves.
        refused = 409 if isinstance(error, Stale) else 403 if isinstance(error, Forbidden) else 422
        return _shown(request, tables, live, guest, str(error), 200 if FRAGMENT in request.headers else refused)
    if FRAGMENT in request.headers and target == f"/tables/{id}":
        return _shown(request, tables, live, guest)
    return Response("", status_code=303, headers={"location": target}, media_type=MediaType.HTML)


async def _done(tables: Tables, live: Live, guest: str, deed: str, data: dict[str, str]) -> str:
    """Does it; where to go then."""
    match deed:
        case "play":
            await play(tables, live, guest, read_action(live.game, data.get("do", "")), data.get("at", ""))
        case "undo":
            await undo.step_back(tables, live, guest, data.get("at", ""))
        case "undo-answer":
            await undo.answer(tables, live, guest, data.get("answer") == "yes")
        case "resign":
            # On one screen a page left open would resign for whoever has the screen now.
            await ending.resign(tables, live, guest, data.get("at", "") if live.table.one_screen else None)
        case "claim":
            await ending.claim(tables, live, guest)
        case "ask":
            await settings.set_ask(tables, live, guest, data.get("ask", ""))
        case "open-hands":
            await settings.set_open_hands(tables, live, guest, data.get("open") == "yes")
        case "hand-over":
            await settings.hand_over(tables, live, guest, _number(data.get("seat", "")))
        case "hint":
            await hints.ask(tables, live, guest, data.get("at", ""))
        case "hint-stop":
            await hints.stop(tables, live, guest)
        case "rematch":
            return f"/tables/{await lobby.rematch(tables, live, guest)}"
        case _:
            raise NotFound(f"There is nothing called “{deed}” that can be done at a table.")
    return f"/tables/{live.id}"


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        raise BadInput(f"“{text}” should be a number.")
    return int(text)


# -- journals and replays ------------------------------------------------------------------------------------------


@get("/tables/{id:str}/journal", include_in_schema=False)
async def journal(request: Connection, id: str, tables: Tables, guests: Guests) -> Response[str]:
    """The whole journal of a game that is over; while it runs, what the guest's own seat was told."""
    live = await entry.open_table(tables, id)
    seat, also = reader(live, guests.guest(request))
    text = live.session.journal.to_text() if live.over else live.session.redacted(seat, also)
    name = f"{live.game.slug}-{id}.journal"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/x-ndjson", headers=headers)


@get("/tables/{id:str}/replay", include_in_schema=False)
async def table_replay(
    request: Connection, id: str, tables: Tables, step: int | None = None, side: int | None = None
) -> Response[str]:
    """A finished game, step by step, from either side."""
    live = await entry.open_table(tables, id)
    if not live.over:
        raise Forbidden("A game can be replayed when it is over.")
    replay = await asyncio.to_thread(replay_of, live.session.journal.to_text())
    return _replay_page(request, replay, f"/tables/{id}/replay", step, side)


# -- analyses ------------------------------------------------------------------------------------------------------


@get("/tables/{id:str}/analysis", include_in_schema=False)
async def table_analysis(
    request: Connection, id: str, tables: Tables, guests: Guests, analyses: Analyses
) -> Response[str]:
    """What the computer makes of a finished game."""
    replay, may_start = await _finished(tables, id, guests.guest(request))
    return await _analysis(request, analyses, name_of("table", id), replay, f"/tables/{id}", may_start)


@post("/tables/{id:str}/analysis", include_in_schema=False)
async def analyse_table(
    request: Connection, id: str, data: Form, tables: Tables, guests: Guests, analyses: Analyses
) -> Response[str]:
    """Lets the computer begin, go on or stop: for those who played."""
    replay, may_start = await _finished(tables, id, guests.guest(request))
    if not may_start:
        raise Forbidden("Those who played this game can have it analysed.")
    return await _analyse(analyses, name_of("table", id), replay, f"/tables/{id}", data)


@get("/replays/{id:str}/analysis", include_in_schema=False)
async def record_analysis(request: Connection, id: str, journals: JournalStore, analyses: Analyses) -> Response[str]:
    """The same of a brought journal."""
    replay = await _brought(journals, id)
    return await _analysis(request, analyses, name_of("record", id), replay, f"/replays/{id}", True)


@post("/replays/{id:str}/analysis", include_in_schema=False)
async def analyse_record(
    request: Connection, id: str, data: Form, journals: JournalStore, analyses: Analyses
) -> Response[str]:
    """Lets the computer begin, go on or stop."""
    return await _analyse(analyses, name_of("record", id), await _brought(journals, id), f"/replays/{id}", data)


async def _finished(tables: Tables, id: str, guest: str) -> tuple[Replay, bool]:
    """The replay of a table whose game is over, and whether the guest played."""
    live = await entry.open_table(tables, id)
    if not live.over:
        raise Forbidden("A game can be analysed when it is over.")
    replay = await asyncio.to_thread(replay_of, live.session.journal.to_text())
    return replay, bool(live.seats_of(guest))


async def _analyse(analyses: Analyses, name: str, replay: Replay, back: str, data: dict[str, str]) -> Response[str]:
    wanted = data.get("do", "")
    if wanted == "start":
        await analyses.start(name, replay)
    elif wanted == "stop":
        await analyses.stop(name)
    else:
        raise BadInput("An analysis can start or stop.")
    return Response("", status_code=303, headers={"location": f"{back}/analysis"}, media_type=MediaType.HTML)


async def _analysis(
    request: Connection, analyses: Analyses, name: str, replay: Replay, back: str, may_start: bool
) -> Response[str]:
    await analyses.attend(name, replay)
    record, verdicts = await analyses.found(name)
    points = turning_points(verdicts, replay.results)
    marks = {point.verdict.step: str(number) for number, point in enumerate(points, start=1)}
    finished = record is not None and (record.ended is not None or not record.wanted)
    seats, total = replay.session.game.seats, len(replay.decisions)
    return page(
        request, "analysis.html", meta=replay.session.game.spec.meta, seats=seats, back=back, base=f"{back}/analysis",
        replay=back if back.startswith("/replays/") else f"{back}/replay", may_start=may_start,
        state="none" if record is None else "done" if record.ended else "working" if record.wanted else "stopped",
        done=len(verdicts), total=total, seconds=max(5, 5 * round(total * SECONDS / 5)),
        points=points, verdicts=verdicts,
        chart=chart(
            [Point(v.seat, v.turn, hope(v), marks.get(v.step, "") if finished else "") for v in verdicts],
            replay.results if len(verdicts) == total else [None for _ in seats],
            seats,
            total,
        ),
    )  # fmt: skip


# -- journals that were brought along ------------------------------------------------------------------------------


@post("/replays", include_in_schema=False)
async def bring(request: Connection, journals: JournalStore) -> Redirect:
    """Opens a downloaded journal."""
    file = (await request.form()).get("journal")
    if not isinstance(file, UploadFile):
        raise BadInput("Choose the file of a journal first.")
    text = (await file.read()).decode("utf-8", errors="replace")
    await asyncio.to_thread(replay_of, text)
    id = hashlib.sha256(text.encode()).hexdigest()[:32]
    await journals.keep(id, text)
    return Redirect(f"/replays/{id}", status_code=303)


async def _brought(journals: JournalStore, id: str) -> Replay:
    text = await journals.text(id) if ID.fullmatch(id) else None
    if text is None:
        raise NotFound("There is no such replay.")
    return await asyncio.to_thread(replay_of, text)


@get("/replays/{id:str}", include_in_schema=False)
async def replay_page(
    request: Connection, id: str, journals: JournalStore, step: int | None = None, side: int | None = None
) -> Response[str]:
    """A brought journal, step by step."""
    return _replay_page(request, await _brought(journals, id), f"/replays/{id}", step, side)


def _replay_page(request: Connection, replay: Replay, base: str, step: int | None, side: int | None) -> Response[str]:
    game = replay.session.game
    if side is not None and not 0 <= side < game.num_players():
        raise BadInput(f"The side must be a number from 0 to {game.num_players() - 1}.")
    at = replay.last if step is None else min(max(step, 0), replay.last)
    drawn = replay.picture(base, at, side)
    return page(
        request, "replay.html", p=drawn, view=drawn.view, meta=game.spec.meta, seats=game.seats, base=base,
        step=at, last=replay.last, side=side,
        turns=replay.turns, can_continue=replay.can_go_on(at), levels=ABOUT,
        default_level=DEFAULT_LEVEL,
    )  # fmt: skip


@post("/tables/{id:str}/replay/continue", include_in_schema=False)
async def go_on_from_table(request: Connection, id: str, data: Form, tables: Tables, guests: Guests) -> Redirect:
    """A new table against a bot, from a position of a finished game."""
    live = await entry.open_table(tables, id)
    if not live.over:
        raise Forbidden("A game can be replayed when it is over.")
    replay = await asyncio.to_thread(replay_of, live.session.journal.to_text())
    return await _go_on(request, replay, data, tables, guests)


@post("/replays/{id:str}/continue", include_in_schema=False)
async def go_on_from_record(
    request: Connection, id: str, data: Form, tables: Tables, journals: JournalStore, guests: Guests
) -> Redirect:
    """The same from a brought journal."""
    return await _go_on(request, await _brought(journals, id), data, tables, guests)


async def _go_on(request: Connection, replay: Replay, data: dict[str, str], tables: Tables, guests: Guests) -> Redirect:
    session, game = replay.session, replay.session.game
    deeds: list[Deed] = replay.deeds[: min(_number(data.get("step", "0")), replay.last)]
    side = _number(data.get("side", "0"))
    if side >= game.num_players():
        raise BadInput(f"The side must be a number from 0 to {game.num_players() - 1}.")
    if not replay.can_go_on(len(deeds)):
        raise BadInput("The game is over there: go back a step to play on.")
    seats = [YOU if seat == side else data.get("bot", DEFAULT_LEVEL) for seat in range(game.num_players())]
    setup = Setup(
        game=game.slug, options=game.options, numbers=game.overrides, seats=seats, seed=session.seed, deeds=deeds
    )
    id = await lobby.create(tables, setup, guests.guest(request))
    return Redirect(f"/tables/{id}", status_code=303)


ROUTES: Final = [
    start, game_page, game_style, rules_page, clause_fragment, guide_page, guide_play,
    new_table, invitation, my_link, join_page, join,
    table_page, log_page, stream, do, journal, table_replay, bring, replay_page, go_on_from_table, go_on_from_record,
    table_analysis, analyse_table, record_analysis, analyse_record,
]  # fmt: skip
