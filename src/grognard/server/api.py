"""The JSON API under /api/v1: the same tables, for programs. What it takes is JSON, which no foreign page can post."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from grognard.bots import about_levels, bots_of
from grognard.kernel.content.options import Option
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Meta
from grognard.kernel.views.view import EventView, View
from grognard.play.deal import AnyStep
from grognard.play.notation import MOST_LETTERS, read_action
from grognard.registry import for_players, load, spec
from grognard.server.guests.cookies import Guests
from grognard.server.guests.names import MOST, rename
from grognard.server.storage.people import PeopleStore
from grognard.server.table_page import seat_models, table_model
from grognard.server.tables import dealing, hints, lobby, resigning, undo
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import OPEN, YOU, Setup
from grognard.server.tables.open_table import open_table, visit
from grognard.server.tables.play import play
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import record_seats, viewpoint
from grognard.web.table_model import SeatModel, TableModel

PROBLEM: Final = "application/problem+json"
Connection = Request[Any, Any, State]
Slug = Annotated[str, Parameter(description="The game's short name, as /api/v1/games lists it.", max_length=64)]
TableId = Annotated[str, Parameter(description="The table's id.", max_length=32)]
# What somebody does at a table.
Deed = Callable[[LiveTable, str], Awaitable[object]]


class GameInfo(msgspec.Struct, frozen=True):
    """A game, its house rules, and who can take a seat: the levels are the bots for people, the weakest first.

    `first` marks the game for newcomers.
    """

    slug: str
    title: str
    subtitle: str
    rules: int
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    levels: dict[str, str]
    first: bool


class ClauseInfo(msgspec.Struct, frozen=True):
    """A clause of the handbook."""

    id: str
    title: str
    text: str


class EventField(msgspec.Struct, frozen=True):
    """A field in the `facts` of an event: whether it names cards, or holds a list.

    Where an event is hidden from others, they find nothing in its `own` fields: those are for the seat alone.
    """

    name: str
    card: bool
    several: bool
    own: bool


class EventInfo(msgspec.Struct, frozen=True):
    """A kind of event: its word, as `kind` of an event in a log says it, and its fields."""

    kind: str
    fields: list[EventField]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up. `seats` says for each seat "you", "open" or the name of a bot."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(min_length=1, max_length=6)]
    options: dict[str, str | int] = {}


class Invitation(msgspec.Struct, frozen=True):
    """An open seat and the path that takes it."""

    seat: int
    path: str


class Created(msgspec.Struct, frozen=True):
    """The new table, and the invitations to its open seats."""

    id: str
    path: str
    invitations: list[Invitation]


class ChoiceInfo(msgspec.Struct, frozen=True):
    """An action that the computer considered, and the chance to win (from 0 to 1, a draw is half) that it gives."""

    notation: str
    label: str
    chance: float


class HintInfo(msgspec.Struct, frozen=True):
    """What the computer would do: the best first, after so many rounds of thought."""

    choices: list[ChoiceInfo]
    rounds: int
    of: int
    thinking: bool
    where: str = ""  # where to look, for those who want to find the best themselves
    why: str = ""  # what sets the best apart from the second, in numbers of the table


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat: its name in the game, who sits there (a name, “you”, a bot), and whether he is at the table."""

    name: str
    who: str
    kind: str
    here: bool


class Me(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the caller calls himself, which others see; empty for no name."""

    name: Annotated[str, msgspec.Meta(max_length=MOST)]


class TableInfo(msgspec.Struct, frozen=True):
    """A table as the caller's seat sees it; `at` goes back with an action. No view until it is dealt (see its deal).

    `for` is the seat that the log calls “you”. It is null for spectators, and for a caller who plays several seats.
    """

    id: str
    at: str
    view: View | None
    seats: list[SeatInfo]
    log: list[EventView]
    may_undo: bool
    over: bool
    may_ask: bool
    hint: HintInfo | None
    reader: int | None = msgspec.field(name="for", default=None)


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action in notation, and the `at` of the table it was chosen on."""

    do: Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
    at: Annotated[str, msgspec.Meta(max_length=64)]


class DealInfo(msgspec.Struct, frozen=True):
    """How a table is dealt: the steps so far, in their order (docs/fair-deals.md); none where the deal is given.

    `waits_for` is "seats" while one is free, "answers" until all have committed or leave it to the server, "reveals"
    until all who have committed have revealed within `seconds`, "nothing" after the last failed attempt, and empty once
    it is dealt. `yours` are the caller's seats, `attempt` counts from 1.
    """

    table: str
    steps: tuple[AnyStep, ...]
    attempt: int
    waits_for: str
    yours: list[int]
    seconds: int


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Digits = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class DealCommit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hash with which a seat commits itself to bytes that nobody else knows."""

    seat: SeatNumber
    hash: Digits


class DealReveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bytes to which a seat has committed itself."""

    seat: SeatNumber
    bytes: Digits


class DealDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that leaves it to the server to draw."""

    seat: SeatNumber


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `at` of the table that the caller has seen."""

    at: Annotated[str, msgspec.Meta(max_length=64)]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why it was not done (RFC 9457): a sentence, and the clause of the handbook behind it if there is one."""

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    clause: str = ""
    errors: list[Any] = []


def _problems(**sentences: str) -> dict[int, ResponseSpec]:
    """What else may be answered; anything may be malformed, or one thing too many."""
    found = {
        "400": "It cannot be read.",
        "429": "Too many requests: wait as long as Retry-After says. Without it, too much for one guest.",
    } | {status.removeprefix("s"): sentence for status, sentence in sentences.items()}
    return {
        int(status): ResponseSpec(Problem, generate_examples=False, description=sentence, media_type=PROBLEM)
        for status, sentence in found.items()
    }


NO_GAME: Final = _problems(s404="There is no such game, or clause.")
MINE: Final = "It is somebody's attempt at today's deal: nobody else sees it before midnight UTC."
NO_TABLE: Final = _problems(s403=MINE, s404="There is no such table.")
NOT_DEALT: Final = _problems(s403=MINE, s404="There is no such table.", s409="No card is dealt yet.")
REFUSED_TABLE: Final = _problems(
    s404="There is no such game, or bot.",
    s409="The seats or house rules do not go together.",
    s413="It is too large.",
    s415="It is not application/json.",
)
REFUSED_NAME: Final = _problems(
    s409="You cannot have this name.", s413="It is too large.", s415="It is not application/json."
)
REFUSED: Final = _problems(
    s403="The caller does not sit there.",
    s404="There is no such table.",
    s409="The table has moved on, or the rules forbid it.",
    s413="It is too large.",
    s415="It is not application/json.",
)


class GamesApi(Controller):
    """What there is to play."""

    path = "/games"
    tags = ("games",)

    @get("/", summary="The games", responses=_problems(), sync_to_thread=False)
    def all(self) -> list[GameInfo]:
        """All games with their house rules and bots, the one for newcomers first."""
        return [_info(found.meta) for found in for_players()]

    @get("/{slug:str}", summary="One game", responses=NO_GAME, sync_to_thread=False)
    def one(self, slug: Slug) -> GameInfo:
        """A game with its house rules and bots."""
        return _info(spec(slug).meta)

    @get("/{slug:str}/rules/{clause:str}", summary="A clause of the rules", responses=NO_GAME, sync_to_thread=False)
    def clause(self, slug: Slug, clause: Annotated[str, Parameter(max_length=32)]) -> ClauseInfo:
        """One clause of the handbook."""
        found = load(slug).handbook.clause(clause)
        return ClauseInfo(found.id, found.title, found.text)

    @get("/{slug:str}/events", summary="What can happen", responses=NO_GAME, sync_to_thread=False)
    def events(self, slug: Slug) -> list[EventInfo]:
        """Every kind of event of a game, with the fields that the events of a log have as their facts."""
        return [
            EventInfo(word, [EventField(name, field.card, field.several, field.own) for name, field in fields.items()])
            for word, fields in spec(slug).wording.KINDS.declared()
        ]


class TablesApi(Controller):
    """Tables: set one up, look, act. The caller is known by the same cookie as a browser."""

    path = "/tables"
    tags = ("tables",)

    @post("/", summary="Set up a table", responses=REFUSED_TABLE)
    async def create(self, request: Connection, data: NewTable, tables: TableRegistry, guests: Guests) -> Created:
        """A new table; at least one seat is the caller's."""
        if YOU not in data.seats:
            raise BadInput("At least one seat must be “you”.")
        setup = Setup(game=data.game, options=data.options, seats=data.seats)
        guest = guests.guest(request)
        id = await lobby.create(tables, setup, guest)
        live = await open_table(tables, id, guest)
        open_seats = [(number, seat) for number, seat in enumerate(live.seats) if data.seats[number] == OPEN]
        invitations = [Invitation(number, f"/tables/{id}/join/{seat.key}") for number, seat in open_seats]
        return Created(id, f"/tables/{id}", invitations)

    @get("/{id:str}", summary="Look at a table", responses=NO_TABLE)
    async def look(self, request: Connection, id: TableId, tables: TableRegistry, guests: Guests) -> TableInfo:
        """The table as the caller's seat sees it; a stranger sees what is public."""
        guest = guests.guest(request)
        return _table(tables, await visit(tables, id, guest), guest)

    @post("/{id:str}/actions", summary="Play an action", status_code=200, responses=REFUSED)
    async def play(
        self, request: Connection, id: TableId, data: Play, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Plays one of the actions of the view; 409 if the table has moved on since `at`.

        Whoever plays the computer alone is then asked only where there is a choice: `view.ply` says how far it went on.
        """
        return await _done(
            request, id, tables, guests,
            lambda live, guest: play(tables, live, guest, read_action(live.game, data.do), data.at),
        )  # fmt: skip

    @post("/{id:str}/undo", summary="Step back", status_code=200, responses=REFUSED)
    async def undo(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Steps back where that is free; otherwise asks the others."""
        return await _done(
            request, id, tables, guests, lambda live, guest: undo.step_back(tables, live, guest, data.at)
        )

    @post("/{id:str}/hint", summary="Ask what the computer would do", status_code=200, responses=REFUSED)
    async def hint(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Begins to think for the caller's seat, from what it knows; look again for what is found."""
        return await _done(request, id, tables, guests, lambda live, guest: hints.ask(tables, live, guest, data.at))

    @post("/{id:str}/hint/stop", summary="Stop thinking", status_code=200, responses=REFUSED)
    async def stop_hint(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """What was found so far stands."""
        return await _done(request, id, tables, guests, lambda live, guest: hints.stop(tables, live, guest))

    @post("/{id:str}/resign", summary="Give up", status_code=200, responses=REFUSED)
    async def resign(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """The caller's side loses."""
        return await _done(
            request, id, tables, guests, lambda live, guest: resigning.resign(tables, live, guest, data.at)
        )

    @get("/{id:str}/deal", summary="How it is dealt", responses=NO_TABLE)
    async def deal(self, request: Connection, id: TableId, tables: TableRegistry, guests: Guests) -> DealInfo:
        """What was done towards the deal, and what is awaited."""
        guest = guests.guest(request)
        return _deal(tables, await visit(tables, id, guest), guest)

    @post("/{id:str}/deal/commit", summary="Commit to bytes", status_code=200, responses=REFUSED)
    async def commit(
        self, request: Connection, id: TableId, data: DealCommit, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Commits a seat of the caller to bytes, once all seats are taken."""
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.commit(tables, live, guest, data.seat, data.hash)
        )

    @post("/{id:str}/deal/reveal", summary="Reveal bytes", status_code=200, responses=REFUSED)
    async def reveal(
        self, request: Connection, id: TableId, data: DealReveal, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Shows what a seat of the caller has committed itself to, once all have answered."""
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.reveal(tables, live, guest, data.seat, data.bytes)
        )

    @post("/{id:str}/deal/draw", summary="Let the server draw", status_code=200, responses=REFUSED)
    async def draw(
        self, request: Connection, id: TableId, data: DealDraw, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Takes no part in the deal for a seat of the caller."""
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.leave(tables, live, guest, data.seat)
        )

    @get("/{id:str}/journal", summary="The journal", media_type="application/x-ndjson", responses=NOT_DEALT)
    async def journal(self, request: Connection, id: TableId, tables: TableRegistry, guests: Guests) -> Response[str]:
        """The whole journal once the game is over; before, the record of the caller's seat."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        seat, also = record_seats(live, guest)
        return Response(live.session.journal.to_text() if live.over else live.session.redacted(seat, also))


class MeApi(Controller):
    """The caller."""

    path = "/me"
    tags = ("me",)

    @get("/", summary="What you call yourself", responses=_problems())
    async def me(self, request: Connection, people: PeopleStore, guests: Guests) -> Me:
        """The caller's name, if he has given himself one."""
        return Me(await people.name(guests.guest(request)))

    @post("/", summary="Give yourself a name", status_code=200, responses=REFUSED_NAME)
    async def rename(
        self, request: Connection, data: Me, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Me:
        """The name stands at the caller's tables and in the lists of those who play with him."""
        return Me(await rename(tables, people, guests.guest(request), data.name))


async def _done(request: Connection, id: str, tables: TableRegistry, guests: Guests, do: Deed) -> TableInfo:
    """The table as the caller's seat sees it once he has done something there."""
    return _table(tables, *await _visited(request, id, tables, guests, do))


async def _dealt(request: Connection, id: str, tables: TableRegistry, guests: Guests, do: Deed) -> DealInfo:
    """How the table is dealt once the caller has done his part."""
    return _deal(tables, *await _visited(request, id, tables, guests, do))


async def _visited(
    request: Connection, id: str, tables: TableRegistry, guests: Guests, do: Deed
) -> tuple[LiveTable, str]:
    """The table and the caller, who has done something there."""
    guest = guests.guest(request)
    live = await visit(tables, id, guest)
    await do(live, guest)
    return live, guest


def _info(meta: Meta) -> GameInfo:
    return GameInfo(
        meta.slug, meta.title, meta.subtitle, meta.rules, meta.seats, meta.sides, meta.options,
        tuple(bots_of(load(meta.slug))), about_levels(load(meta.slug)), meta.first,
    )  # fmt: skip


def _deal(tables: TableRegistry, live: LiveTable, guest: str) -> DealInfo:
    return DealInfo(
        live.id, tuple(one.step for one in live.dealing), len(live.attempts), live.waits_for, live.seats_of(guest),
        tables.config.reveal_seconds,
    )  # fmt: skip


def _table(tables: TableRegistry, live: LiveTable, guest: str) -> TableInfo:
    if not live.dealt:
        at, who = tables.token(live, guest), seat_models(live, guest)
        return TableInfo(live.id, at, None, _seats(who), [], False, False, False, None)
    drawn = table_model(tables, live, guest, "")
    log = [line.event for line in drawn.log]
    hint = _hint(live, drawn)
    undo, for_whom = bool(drawn.undo), viewpoint(live, guest).reader
    return TableInfo(
        live.id, drawn.at, drawn.view, _seats(drawn.seats), log, undo, drawn.over, drawn.can_ask, hint, for_whom
    )


def _seats(pictures: Sequence[SeatModel]) -> list[SeatInfo]:
    return [SeatInfo(seat.name, seat.who, seat.kind, seat.here) for seat in pictures]


def _hint(live: LiveTable, drawn: TableModel) -> HintInfo | None:
    known = live.hint(drawn.view.seat)
    if drawn.advice is None or known is None:
        return None
    chances = {one.do: one.chance for one in known.found}
    choices = [ChoiceInfo(one.notation, one.label, chances[one.notation]) for one, _ in drawn.advice.choices]
    advice = drawn.advice
    return HintInfo(choices, advice.rounds, advice.of, advice.thinking, known.where, advice.why)


API: Final = Router("/api/v1", route_handlers=[GamesApi, MeApi, TablesApi])
