"""The JSON API under /api/v1: the same tables, for programs. It accepts only JSON, which no foreign page can post."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, Response, Router, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Parameter

from grognard.bots import about_levels, bots_of
from grognard.kernel.content.options import Option
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Meta
from grognard.kernel.views.view import EventView, View
from grognard.play.clock import MOST_INCREMENT, MOST_MINUTES, Pace, read_pace
from grognard.play.deal import AnyStep
from grognard.play.notation import MOST_LETTERS, read_action
from grognard.registry import for_players, load, spec
from grognard.server.api_common import Connection, problems, problems_of_post
from grognard.server.api_own import JoinApi, MeApi, OwnTablesApi
from grognard.server.guests.cookies import Guests
from grognard.server.storage.rows import ANYONE
from grognard.server.table_page import seat_models, table_model
from grognard.server.tables import clocks, dealing, hints, lobby, pausing, resigning, time_up, undo
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import OPEN, YOU, Setup
from grognard.server.tables.open_table import open_table, visit
from grognard.server.tables.play import play
from grognard.server.tables.presence import mark_looked
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import is_late, record_text, viewpoint
from grognard.web.table_model import PauseModel, SeatModel, TableModel

Slug = Annotated[str, Parameter(description="The game's short name, as /api/v1/games lists it.", max_length=64)]
TableId = Annotated[str, Parameter(description="The table's id.", max_length=32)]
# Does something at a table, for a guest.
Deed = Callable[[LiveTable, str], Awaitable[object]]
TableDeed = Callable[[TableRegistry, LiveTable, str], Awaitable[object]]


class GameInfo(msgspec.Struct, frozen=True):
    """A game, its house rules and its bots: `levels` lists the bots meant for people, weakest first.

    `first` marks the best game for newcomers.
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
    """A field in the `facts` of an event: whether it names cards (`card`) and whether it holds a list (`several`).

    Where an event is hidden from other seats, its `own` fields are empty for them.
    """

    name: str
    card: bool
    several: bool
    own: bool


class EventInfo(msgspec.Struct, frozen=True):
    """A kind of event: the word that events in a log carry as their `kind`, and its fields."""

    kind: str
    fields: list[EventField]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to set up. `seats` gives "you", "open" or the name of a bot for each seat.

    `spectators` are "anyone" who has the table's address, anyone some turns late ("late:1" to "late:5"), or "nobody".
    Whoever watches late sees the table as it was that many turns ago, until the game is over.

    `pace` matters only if other people play:
    "slow" and "fast" are over days, "clock" is live with `minutes` at the start and an `increment` of seconds each
    turn, "live" is without a clock, and "none" without any limit. With `stand_in`, the computer may play on for a
    player whose time has run out.
    """

    game: Annotated[str, msgspec.Meta(max_length=64)]
    seats: Annotated[list[Annotated[str, msgspec.Meta(max_length=64)]], msgspec.Meta(min_length=1, max_length=6)]
    options: dict[str, str | int] = {}
    spectators: Literal["anyone", "late:1", "late:2", "late:3", "late:4", "late:5", "nobody"] = ANYONE
    pace: Literal["slow", "fast", "clock", "live", "none"] = "slow"
    minutes: Annotated[int, msgspec.Meta(ge=1, le=MOST_MINUTES)] = 20
    increment: Annotated[int, msgspec.Meta(ge=0, le=MOST_INCREMENT)] = 30
    stand_in: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """An open seat, and the path at which a guest takes it."""

    seat: int
    path: str


class Created(msgspec.Struct, frozen=True):
    """The new table, and the invitations to its open seats."""

    id: str
    path: str
    invitations: list[Invitation]


class ChoiceInfo(msgspec.Struct, frozen=True):
    """An action that the computer considered, and its chance of winning (from 0 to 1; a draw counts half)."""

    notation: str
    label: str
    chance: float


class HintInfo(msgspec.Struct, frozen=True):
    """The actions the computer would choose, best first, after `rounds` out of `of` search rounds."""

    choices: list[ChoiceInfo]
    rounds: int
    of: int
    thinking: bool
    where: str = ""  # where to look, for a player who wants to find the best action without help
    why: str = ""  # how the best differs from the second best, in numbers visible at the table


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat: its name in the game, who sits there (a name, “you”, a bot), and whether they are at the table.

    `seconds_left` is the time that a person has left, in seconds during which the server is up: null without a clock.
    It `runs` while they have to decide. Over days, it stands still while they are `on_vacation`. `stand_in` says that
    the computer plays for them, and `program` that a program has acted for them at this table. A caller who watches
    late sees everyone as `here`, and nobody's time.
    """

    name: str
    who: str
    kind: str
    here: bool
    seconds_left: float | None = None
    runs: bool = False
    on_vacation: bool = False
    stand_in: bool = False
    program: bool = False


class PauseInfo(msgspec.Struct, frozen=True):
    """Whether the game is paused, or someone asks for that.

    `asked_by` is the name of the player who waits for the caller's answer, or else empty. The caller's own request is
    `waiting` for an answer, or was `refused`.
    """

    paused: bool
    asked_by: str
    waiting: bool
    refused: bool
    may_ask: bool


class TableInfo(msgspec.Struct, frozen=True):
    """A table as the caller's seat sees it. Send `at` back with an action. `view` is null until the cards are dealt.

    `for` is the seat that the log calls “you”. It is null for spectators, and for a caller who plays several seats.
    Lines of the log with the kind "time" say what the players did about time: no game has such an event. A move that
    the computer made for a player begins with “Computer:”.
    `pace` is null unless other people play: `start`, `gain` (each turn) and `most` are in seconds. `pause` is null
    until the cards are dealt.
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
    pace: Pace | None = None
    may_claim: bool = False
    pause: PauseInfo | None = None
    reader: int | None = msgspec.field(name="for", default=None)


class Play(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action in notation, and the `at` of the table on which the caller chose it."""

    do: Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]
    at: Annotated[str, msgspec.Meta(max_length=64)]


class DealInfo(msgspec.Struct, frozen=True):
    """The deal of a table: the steps so far, in order (docs/fair-deals.md). A table with a fixed deal has none.

    `waits_for` is "seats" while a seat is free, "answers" until every seat has committed or lets the server draw,
    "reveals" until every committed seat has revealed, "nothing" once the table is called off, and empty once the cards
    are dealt. `people` are the seats of people, and `yours` are the caller's. `may_commit` are those of the caller's
    seats that can commit now; a seat at which an earlier attempt failed commits last. `attempt` counts from 1.
    """

    table: str
    steps: tuple[AnyStep, ...]
    attempt: int
    waits_for: str
    yours: list[int]
    people: list[int]
    may_commit: list[int]


SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Digits = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class DealCommit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hash that commits a seat to bytes nobody else knows."""

    seat: SeatNumber
    hash: Digits


class DealReveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bytes that a seat has committed to."""

    seat: SeatNumber
    bytes: Digits


class DealDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that lets the server draw for it."""

    seat: SeatNumber


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `at` of the table that the caller has seen."""

    at: Annotated[str, msgspec.Meta(max_length=64)]


NO_GAME: Final = problems(s404="There is no such game or clause.")
MINE: Final = "This is another guest's attempt at today's deal. It is private until midnight UTC."
NO_TABLE: Final = problems(s403=MINE, s404="There is no such table.")
NOT_DEALT: Final = problems(s403=MINE, s404="There is no such table.", s409="The cards are not dealt yet.")
REFUSED_TABLE: Final = problems_of_post(
    s403="The token may only read.",
    s404="There is no such game or bot.",
    s409="These seats or house rules cannot be combined.",
)
REFUSED: Final = problems_of_post(
    s403="The caller does not sit at this table, or the token may only read.",
    s404="There is no such table.",
    s409="The game has moved on, or the rules forbid this.",
)


class GamesApi(Controller):
    """The games on this server, with their rules and kinds of events."""

    path = "/games"
    tags = ("games",)

    @get("/", summary="List the games", responses=problems(), sync_to_thread=False)
    def all(self) -> list[GameInfo]:
        """Returns every game with its house rules and bots. The game for newcomers comes first."""
        return [_info(found.meta) for found in for_players()]

    @get("/{slug:str}", summary="Show a game", responses=NO_GAME, sync_to_thread=False)
    def one(self, slug: Slug) -> GameInfo:
        """Returns a game with its house rules and bots."""
        return _info(spec(slug).meta)

    @get("/{slug:str}/rules/{clause:str}", summary="Show a rules clause", responses=NO_GAME, sync_to_thread=False)
    def clause(self, slug: Slug, clause: Annotated[str, Parameter(max_length=32)]) -> ClauseInfo:
        """Returns one clause of the game's handbook."""
        found = load(slug).handbook.clause(clause)
        return ClauseInfo(found.id, found.title, found.text)

    @get("/{slug:str}/events", summary="List the kinds of events", responses=NO_GAME, sync_to_thread=False)
    def events(self, slug: Slug) -> list[EventInfo]:
        """Returns every kind of event in a game, with the fields that such an event has in its `facts`."""
        return [
            EventInfo(word, [EventField(name, field.card, field.several, field.own) for name, field in fields.items()])
            for word, fields in spec(slug).wording.KINDS.declared()
        ]


class TablesApi(Controller):
    """Tables: set one up, see it, play. A cookie identifies the caller, as in a browser."""

    path = "/tables"
    tags = ("tables",)

    @post("/", summary="Set up a table", responses=REFUSED_TABLE)
    async def create(self, request: Connection, data: NewTable, tables: TableRegistry, guests: Guests) -> Created:
        """Opens a new table. At least one seat must be the caller's."""
        if YOU not in data.seats:
            raise BadInput("At least one seat must be “you”.")
        setup = Setup(
            game=data.game, options=data.options, seats=data.seats, spectators=data.spectators,
            pace=read_pace(data.pace, data.minutes, data.increment, data.stand_in),
        )  # fmt: skip
        guest = guests.guest(request)
        id = await lobby.create(tables, setup, guest)
        live = await open_table(tables, id, guest)
        if guests.is_program(request):
            await lobby.mark_program(tables, live, guest)
        open_seats = [(number, seat) for number, seat in enumerate(live.seats) if data.seats[number] == OPEN]
        invitations = [Invitation(number, f"/tables/{id}/join/{seat.key}") for number, seat in open_seats]
        return Created(id, f"/tables/{id}", invitations)

    @get("/{id:str}", summary="Show a table", responses=NO_TABLE)
    async def look(self, request: Connection, id: TableId, tables: TableRegistry, guests: Guests) -> TableInfo:
        """Returns the table as the caller's seat sees it. Spectators see only public information, perhaps late."""
        guest = guests.guest(request)
        return _table(tables, await visit(tables, id, guest, guests.is_program(request)), guest)

    @post("/{id:str}/actions", summary="Play an action", status_code=200, responses=REFUSED)
    async def play(
        self, request: Connection, id: TableId, data: Play, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Plays one of the actions of the view. Returns 409 if the game has moved on since `at`.

        Alone against the computer, forced moves are then played for the caller: `view.ply` says how far the game is.
        """
        return await _done(
            request, id, tables, guests,
            lambda live, guest: play(tables, live, guest, read_action(live.game, data.do), data.at),
        )  # fmt: skip

    @post("/{id:str}/undo", summary="Undo", status_code=200, responses=REFUSED)
    async def undo(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Undoes the caller's last action if that needs no consent; otherwise asks the other players."""
        return await _done(
            request, id, tables, guests, lambda live, guest: undo.step_back(tables, live, guest, data.at)
        )

    @post("/{id:str}/hint", summary="Ask for a hint", status_code=200, responses=REFUSED)
    async def hint(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Starts a search that knows only what the caller's seat knows. Read the table again for its results."""
        return await _done(request, id, tables, guests, lambda live, guest: hints.ask(tables, live, guest, data.at))

    @post("/{id:str}/hint/stop", summary="Stop a hint", status_code=200, responses=REFUSED)
    async def stop_hint(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Stops the search. Its results so far are kept."""
        return await _done(request, id, tables, guests, lambda live, guest: hints.stop(tables, live, guest))

    @post("/{id:str}/resign", summary="Resign", status_code=200, responses=REFUSED)
    async def resign(
        self, request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests
    ) -> TableInfo:
        """Resigns: the caller's side loses."""
        return await _done(
            request, id, tables, guests, lambda live, guest: resigning.resign(tables, live, guest, data.at)
        )

    @get("/{id:str}/deal", summary="Show the deal", responses=NO_TABLE)
    async def deal(self, request: Connection, id: TableId, tables: TableRegistry, guests: Guests) -> DealInfo:
        """Returns the steps of the deal so far, and what the table is waiting for."""
        guest = guests.guest(request)
        return _deal(tables, await visit(tables, id, guest, guests.is_program(request)), guest)

    @post("/{id:str}/deal/commit", summary="Commit to bytes", status_code=200, responses=REFUSED)
    async def commit(
        self, request: Connection, id: TableId, data: DealCommit, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Commits one of the caller's seats to secret bytes. Other seats may still be free."""
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.commit(tables, live, guest, data.seat, data.hash)
        )

    @post("/{id:str}/deal/reveal", summary="Reveal bytes", status_code=200, responses=REFUSED)
    async def reveal(
        self, request: Connection, id: TableId, data: DealReveal, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Reveals the bytes that one of the caller's seats committed to. All seats must have answered first.

        There is no deadline. Before your program reveals, it should check that it sees every seat's answer.
        """
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.reveal(tables, live, guest, data.seat, data.bytes)
        )

    @post("/{id:str}/deal/draw", summary="Let the server draw", status_code=200, responses=REFUSED)
    async def draw(
        self, request: Connection, id: TableId, data: DealDraw, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Lets the server draw for one of the caller's seats. A seat that has committed can't change its mind."""
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.draw(tables, live, guest, data.seat)
        )

    @post("/{id:str}/deal/lost", summary="Say that bytes are lost", status_code=200, responses=REFUSED)
    async def lost(
        self, request: Connection, id: TableId, data: DealDraw, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Makes the attempt void because one of the caller's seats has lost its bytes. All players see this.

        The second time, the table is called off.
        """
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.lose(tables, live, guest, data.seat)
        )

    @post("/{id:str}/deal/start-over", summary="Start over", status_code=200, responses=REFUSED)
    async def start_over(
        self, request: Connection, id: TableId, data: DealDraw, tables: TableRegistry, guests: Guests
    ) -> DealInfo:
        """Makes the attempt void because other seats have not revealed for days. All players see this."""
        return await _dealt(
            request, id, tables, guests, lambda live, guest: dealing.start_over(tables, live, guest, data.seat)
        )

    @get("/{id:str}/journal", summary="Download the journal", media_type="application/x-ndjson", responses=NOT_DEALT)
    async def journal(self, request: Connection, id: TableId, tables: TableRegistry, guests: Guests) -> Response[str]:
        """Returns the whole journal once the game is over. Before that, the record of the caller's seat."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        return Response(record_text(live, guest))


def _deed(path: str, summary: str, description: str, do: TableDeed) -> HTTPRouteHandler:
    """Returns the handler for something that a player does about time. Its body says which table they have seen."""

    async def done(request: Connection, id: TableId, data: AtTable, tables: TableRegistry, guests: Guests) -> TableInfo:
        return await _done(request, id, tables, guests, lambda live, guest: do(tables, live, guest))

    return post(f"/{{id:str}}/{path}", summary=summary, description=description, status_code=200, responses=REFUSED)(
        done
    )


async def _done(request: Connection, id: str, tables: TableRegistry, guests: Guests, do: Deed) -> TableInfo:
    """Does something at a table, then returns the table as the caller's seat sees it."""
    return _table(tables, *await _visited(request, id, tables, guests, do))


async def _dealt(request: Connection, id: str, tables: TableRegistry, guests: Guests, do: Deed) -> DealInfo:
    """Does something for the deal of a table, then returns the state of the deal."""
    return _deal(tables, *await _visited(request, id, tables, guests, do))


async def _visited(
    request: Connection, id: str, tables: TableRegistry, guests: Guests, do: Deed
) -> tuple[LiveTable, str]:
    """Does something at a table, then returns the table and the caller."""
    guest = guests.guest(request)
    live = await visit(tables, id, guest)
    await do(live, guest)
    mark_looked(tables, live, guest)  # at what came of it
    if guests.is_program(request):
        await lobby.mark_program(tables, live, guest)
    return live, guest


def _info(meta: Meta) -> GameInfo:
    return GameInfo(
        meta.slug, meta.title, meta.subtitle, meta.rules, meta.seats, meta.sides, meta.options,
        tuple(bots_of(load(meta.slug))), about_levels(load(meta.slug)), meta.first,
    )  # fmt: skip


def _deal(tables: TableRegistry, live: LiveTable, guest: str) -> DealInfo:
    return DealInfo(
        live.id, tuple(one.step for one in live.dealing), len(live.attempts), live.waits_for, live.seats_of(guest),
        live.people, [] if live.dealt else live.may_commit(guest),
    )  # fmt: skip


def _table(tables: TableRegistry, live: LiveTable, guest: str) -> TableInfo:
    if not live.dealt:
        at, who = tables.token(live, guest), seat_models(live, guest)
        return TableInfo(
            live.id, at, None, _seats(tables, live, guest, who), [], False, False, False, None, _pace(live)
        )
    drawn = table_model(tables, live, guest, "")
    log = [line.event for line in drawn.log]
    hint = _hint(live, drawn)
    point, seats = viewpoint(live, guest), _seats(tables, live, guest, drawn.seats)
    return TableInfo(
        live.id, drawn.at, drawn.view, seats, log, bool(drawn.undo), drawn.over, drawn.can_ask, hint, _pace(live),
        point.seat is not None and resigning.can_claim(tables, live, point.seat), _pause(drawn.pause),
        point.reader,
    )  # fmt: skip


def _pause(drawn: PauseModel) -> PauseInfo:
    return PauseInfo(drawn.paused, drawn.asked_by, drawn.waiting, drawn.refused, drawn.may_ask)


def _pace(live: LiveTable) -> Pace | None:
    return live.table.pace if live.against_people else None


def _seats(tables: TableRegistry, live: LiveTable, guest: str, pictures: Sequence[SeatModel]) -> list[SeatInfo]:
    moment, found = tables.house.now(), []
    for number, seat in enumerate(pictures):
        left = clocks.time_left(live, number, moment)
        away = clocks.on_vacation_until(live, number, moment) is not None
        stopped = live.clock is None or live.clock.running != number or clocks.stands_still(live, number, moment)
        runs = left is not None and not stopped
        plays_on = number in live.table.stand_ins
        if is_late(live, guest):
            left, runs, away, plays_on = None, False, False, False
        # Others must not see how long ago it ran out. They could tell from it when the seat last picked a card.
        left = None if left is None else max(0.0, left)
        found.append(SeatInfo(seat.name, seat.who, seat.kind, seat.here, left, runs, away, plays_on, seat.program))
    return found


def _hint(live: LiveTable, drawn: TableModel) -> HintInfo | None:
    known = live.hint(drawn.view.seat)
    if drawn.advice is None or known is None:
        return None
    chances = {one.do: one.chance for one in known.found}
    choices = [ChoiceInfo(one.notation, one.label, chances[one.notation]) for one, _ in drawn.advice.choices]
    advice = drawn.advice
    return HintInfo(choices, advice.rounds, advice.of, advice.thinking, known.where, advice.why)


DEEDS_ABOUT_TIME: Final = (
    _deed(
        "give-time", "Give the opponent time",
        "Gives the opponent a day, or five minutes in a live game, if their time is nearly up or has run out.",
        time_up.give_time,
    ),
    _deed(
        "stand-in", "Let the computer play on",
        "Lets the computer play on for the opponent, whose time has run out, if the players agreed to that.",
        time_up.stand_in,
    ),
    _deed(
        "take-back", "Take your seat back",
        "Takes the caller's seats back from the computer, which has played on for them.",
        time_up.take_back,
    ),
    _deed(
        "claim", "Claim the game",
        "Claims the game: the opponent, who has run out of time or has left, loses.",
        resigning.claim,
    ),
    _deed(
        "pause", "Ask for a pause",
        "Asks the other players to pause the game. While it is paused, nobody's time runs and nobody can play.",
        pausing.ask,
    ),
    _deed("pause/agree", "Agree to a pause", "Agrees to a pause that another player asks for.", pausing.agree),
    _deed(
        "pause/refuse", "Refuse a pause",
        "Refuses a pause that another player asks for, or withdraws the caller's own request.",
        pausing.refuse,
    ),
    _deed(
        "pause/end", "End the pause",
        "Ends the pause. A player who then has to decide gets at least a day, or five minutes in a live game, unless "
        "they ended it themselves.",
        pausing.go_on,
    ),
)  # fmt: skip
API: Final = Router(
    "/api/v1",
    route_handlers=[
        GamesApi,
        MeApi,
        OwnTablesApi,
        JoinApi,
        TablesApi,
        Router("/tables", route_handlers=DEEDS_ABOUT_TIME, tags=["tables"]),
    ],
)
