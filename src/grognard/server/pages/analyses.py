"""The pages with the computer's analysis of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from litestar import Controller, Response, get, post
from litestar.enums import MediaType

from grognard.bots import DEFAULT_LEVEL, bots_of
from grognard.bots.reasons import HAND
from grognard.bots.review import (
    LEAST,
    Verdict,
    better_actions,
    biggest_mistakes,
    is_sure,
    longer_searches,
    mistake_told,
    seconds_for,
    why_better,
    worst_mistake,
)
from grognard.kernel.content.wording import capitalized, duration, listed
from grognard.kernel.errors import BadInput, NotFound
from grognard.play.daily import day_of
from grognard.play.players import PERSON
from grognard.server.errors import Forbidden
from grognard.server.guests.cookies import Guests
from grognard.server.jobs.analysis import Analyses, chance_to_win, name_of
from grognard.server.pages.common import FRAMED, Connection, Form, page, seen_other
from grognard.server.replays import Replay, replay_of_record, replay_of_table
from grognard.server.storage.analyses import JournalStore
from grognard.server.storage.rows import AnalysisRecord, now
from grognard.server.table_page import is_puzzle, seat_models
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.open_table import open_table, visit
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import record_seats
from grognard.web.chart import Point, chart
from grognard.web.pages import render
from grognard.web.reader import name_for, parties_of, whose
from grognard.web.table_model import SeatModel


class Mark(NamedTuple):
    """A choice to point out in a picture of the table: "played" or "better", and its card or its place."""

    kind: str
    card: str
    place: str


class AnalysisPages(Controller):
    """Analyses of tables and of uploaded journals."""

    @get("/tables/{id:str}/analysis")
    async def table_analysis(
        self, request: Connection, id: str, tables: TableRegistry, guests: Guests, analyses: Analyses
    ) -> Response[str]:
        """Shows the analysis of a finished game."""
        guest = guests.guest(request)
        live, replay = await _finished(tables, id, guest)
        if starts_automatically(live, guest):
            await analyses.start_automatically(name_of("table", id), replay)
        sitting, may_start = seat_models(live, guest), bool(live.seats_of(guest))
        own = record_seats(live, guest)[0]  # the seat whose view the replay shows
        name, back = name_of("table", id), f"/tables/{id}"
        return await _analysis(request, tables, analyses, name, replay, sitting, back, may_start, own, own is not None)

    @get("/tables/{id:str}/analysis/verdict")
    async def verdict(
        self, request: Connection, id: str, tables: TableRegistry, guests: Guests, analyses: Analyses
    ) -> Response[str]:
        """Returns the part of the ending that shows the progress of an analysis, and then its verdict.

        For a player of the game, the analysis starts if nobody has asked for it.
        """
        guest, name = guests.guest(request), name_of("table", id)
        live = await open_table(tables, id, guest)
        replay = await replay_of_table(tables, live, "analyzed")
        starts = starts_automatically(live, guest)
        if starts:
            await analyses.start_automatically(name, replay)
        progress = await analyses.progress(name)
        own, told, worst = live.seats_of(guest), "", None
        if progress is not None and progress.ended and own:
            _record, verdicts = await analyses.found(name)
            outcome = live.session.outcome()
            won = outcome is not None and not set(own).isdisjoint(outcome.winners)
            told, worst = mistake_told(live.game, verdicts, own, won), worst_mistake(verdicts, own)
        waits = bool(progress and progress.working) or (starts and progress is None and bool(replay.decisions))
        at = f"#step-{worst.step}" if worst is not None else ""
        base = f"/tables/{id}"
        html = render("_verdict.html", base=base, progress=progress, waits=waits, asked=True, told=told, at=at)
        return Response(html, media_type=MediaType.HTML)

    @get("/tables/{id:str}/analysis/picture")
    async def table_picture(
        self, request: Connection, id: str, tables: TableRegistry, guests: Guests, analyses: Analyses, step: int,
        marks: bool = True,
    ) -> Response[str]:  # fmt: skip
        """Shows the table at a decision, as the seat that decided saw it, to be drawn small inside another page."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        replay = await replay_of_table(tables, live, "analyzed")
        verdict = await analyses.verdict(name_of("table", id), step) if marks else None
        return await tables.work.aside(_picture, replay, step, verdict, seat_models(live, guest))

    @get("/replays/{id:str}/analysis/picture")
    async def record_picture(
        self, id: str, tables: TableRegistry, journals: JournalStore, analyses: Analyses, step: int
    ) -> Response[str]:
        """Shows the table at a decision in an uploaded journal, as the seat that decided saw it."""
        replay = await replay_of_record(tables, journals, id)
        verdict = await analyses.verdict(name_of("record", id), step)
        return await tables.work.aside(_picture, replay, step, verdict, replay.seats)

    @post("/tables/{id:str}/analysis")
    async def analyse_table(
        self, request: Connection, id: str, data: Form, tables: TableRegistry, guests: Guests, analyses: Analyses
    ) -> Response[str]:
        """Starts, continues or stops an analysis; only for guests who played the game."""
        guest = guests.guest(request)
        live, replay = await _finished(tables, id, guest)
        if not live.seats_of(guest):
            raise Forbidden("Only the players of this game can have it analyzed.")
        return await _analyse(analyses, name_of("table", id), replay, f"/tables/{id}", data)

    @get("/replays/{id:str}/analysis")
    async def record_analysis(
        self, request: Connection, id: str, tables: TableRegistry, journals: JournalStore, analyses: Analyses
    ) -> Response[str]:
        """Shows the analysis of an uploaded journal."""
        replay = await replay_of_record(tables, journals, id)
        name, back = name_of("record", id), f"/replays/{id}"
        people = [seat for seat, who in enumerate(replay.session.journal.header.seats) if who == PERSON]
        own = people[0] if len(people) == 1 else None
        return await _analysis(request, tables, analyses, name, replay, replay.seats, back, True, own)

    @post("/replays/{id:str}/analysis")
    async def analyse_record(
        self,
        request: Connection,
        id: str,
        data: Form,
        tables: TableRegistry,
        journals: JournalStore,
        analyses: Analyses,
    ) -> Response[str]:
        """Starts, continues or stops the analysis of an uploaded journal."""
        replay = await replay_of_record(tables, journals, id)
        return await _analyse(analyses, name_of("record", id), replay, f"/replays/{id}", data)


def starts_automatically(live: LiveTable, guest: str) -> bool:
    """Returns whether the analysis of a finished game starts as soon as this guest sees its end.

    It does so only for the players, and never for puzzles or for a daily deal that others can still play.
    """
    if not live.over or not live.seats_of(guest) or is_puzzle(live):
        return False
    return live.table.daily is None or live.table.daily < day_of(now()).isoformat()


def _picture(replay: Replay, step: int, verdict: Verdict | None, sitting: Sequence[SeatModel]) -> Response[str]:
    if not 0 <= step < replay.last or not replay.can_go_on(step):
        raise NotFound("Nobody decided anything at that step.")
    seat = replay.decider(step)
    choices = [] if verdict is None else [("better", one.do) for one in better_actions(verdict)[:1]]
    choices += [] if verdict is None else [("played", verdict.played.do)]
    actions = {action.notation: action for action in replay.timeline.view(seat, step).actions}
    marks = [Mark(kind, actions[do].card or "", actions[do].place) for kind, do in choices if do in actions]
    drawn = replay.picture("", step, seat, sitting)
    html = render("picture.html", p=drawn, view=drawn.view, meta=replay.session.game.spec.meta, marks=marks)
    return Response(html, media_type=MediaType.HTML, headers=FRAMED)


def _described(replay: Replay, verdict: Verdict) -> str:
    """Describes a picture of the table for those who cannot see it: the numbers of the seats, and the seat's hand."""
    view = replay.timeline.view(verdict.seat, verdict.step)
    numbers = [f"{one.name} {one.value}" for one in view.numbers if one.owner is not None]
    hands = [zone for zone in view.zones if zone.owner == view.seat and zone.key == HAND and zone.cards]
    held = [f"{zone.label}: {listed([card.name for card in zone.cards])}." for zone in hands]
    return " ".join([*([f"{capitalized(', '.join(numbers))}."] if numbers else []), *held])


def _asked(replay: Replay, verdict: Verdict) -> str:
    """Returns the question of a decision whose buttons only name a thing, such as “Left”; otherwise empty."""
    view = replay.timeline.view(verdict.seat, verdict.step)
    labels = {action.notation: action.does for action in view.actions}
    return view.prompt.text if not labels.get(verdict.played.do, "") else ""


async def _finished(tables: TableRegistry, id: str, guest: str) -> tuple[LiveTable, Replay]:
    """Returns a finished table and its replay."""
    live = await visit(tables, id, guest)
    return live, await replay_of_table(tables, live, "analyzed")


async def _analyse(analyses: Analyses, name: str, replay: Replay, back: str, data: dict[str, str]) -> Response[str]:
    wanted = data.get("do", "")
    if wanted == "start":
        await analyses.start(name, replay)
    elif wanted == "stop":
        await analyses.stop(name)
    else:
        raise BadInput("You can only start or stop an analysis.")
    return seen_other(f"{back}/analysis")


async def _analysis(
    request: Connection,
    tables: TableRegistry,
    analyses: Analyses,
    name: str,
    replay: Replay,
    sitting: Sequence[SeatModel],
    back: str,
    may_start: bool,
    own: int | None,
    sits: bool = False,
) -> Response[str]:
    await analyses.attend(name, replay)
    if may_start:
        await analyses.renew(name, replay)
    record, verdicts = await analyses.found(name)
    return await tables.work.aside(
        _analysis_page, request, replay, record, verdicts, sitting, back, may_start, own, sits,
        analyses.seconds_left(name),
    )  # fmt: skip


def _analysis_page(
    request: Connection,
    replay: Replay,
    record: AnalysisRecord | None,
    verdicts: Sequence[Verdict],
    sitting: Sequence[SeatModel],
    back: str,
    may_start: bool,
    own: int | None,
    sits: bool,
    left: float | None,
) -> Response[str]:
    finished = record is not None and (record.ended is not None or not record.wanted)
    game, total = replay.session.game, len(replay.decisions)
    order = sorted(range(game.num_players()), key=lambda seat: seat != own)
    costly = {seat: biggest_mistakes(verdicts, seat) for seat in order}
    first = game.sides[order[0]]
    # The sum of the numbers that the reader sees.
    big = sum(round(one.cost, 2) for seat in order if game.sides[seat] == first for one in costly[seat])
    numbered = [one for seat in order for one in costly[seat]]
    marks = {one.step: str(number) for number, one in enumerate(numbered, start=1)}
    whole = record is not None and record.ended is not None
    sums = replay.sums(verdicts, order[0]) if whole else None
    me, them = parties_of(game, first, sits)
    begun = min(verdicts, key=lambda one: one.step).seat if verdicts else order[0]
    estimate = seconds_for(total, longer_searches(total, game.num_players()))
    reader = own if sits else None
    called = [name_for(game, seat, reader) for seat in range(game.num_players())]
    names = [capitalized(name) for name in called]
    return page(
        request, "analysis.html", meta=game.spec.meta, seats=game.seats, names=names, called=called,
        sitting=sitting, back=back, base=f"{back}/analysis",
        replay=back if back.startswith("/replays/") else f"{back}/replay", may_start=may_start, sits=sits,
        state="none" if record is None else "done" if record.ended else "working" if record.wanted else "stopped",
        done=len(verdicts), total=total, takes=duration(estimate), left=left and duration(left), is_sure=is_sure,
        order=order, costly=costly, numbered=numbered, marks=marks, verdicts=verdicts,
        sums=sums and sums.rounded(), own=own,
        me=me, them=them, big=big, begun=them if game.sides[begun] != first else None,
        whose=[capitalized(whose(game, seat, own if sits else None)) for seat in range(game.num_players())],
        levels=[_opponent(replay, seat) for seat in range(game.num_players())],
        described={one.step: _described(replay, one) for one in numbered},
        asked={one.step: _asked(replay, one) for one in numbered},
        why={one.step: why_better(one, reader) for one in numbered},
        explained=game.measure.luck[1], decreed=replay.decreed, least=LEAST, better=better_actions,
        chart=chart(
            [Point(v.seat, v.turn, chance_to_win(v), marks.get(v.step, "") if finished else "") for v in verdicts],
            replay.results if len(verdicts) == total else [None for _ in game.seats],
            names,
            total,
        ),
    )  # fmt: skip


def _opponent(replay: Replay, seat: int) -> str:
    """Returns the bot to play against again from this seat: the one met there, if it still exists."""
    game, seats = replay.session.game, replay.session.journal.header.seats
    known = bots_of(game)
    met = [who for other, who in enumerate(seats) if game.sides[other] != game.sides[seat] and who in known]
    return met[0] if met else DEFAULT_LEVEL
