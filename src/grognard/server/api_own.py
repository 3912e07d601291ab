"""The part of the JSON API about the caller: their name, their tables, and the invitations they accept."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec
from litestar import Controller, get, post

from grognard.kernel.errors import BadInput
from grognard.server.api_common import Connection, problems, problems_of_post
from grognard.server.guests.cookies import Guests
from grognard.server.guests.my_games import GameListing, latest_finished, running_games
from grognard.server.guests.names import MOST, rename
from grognard.server.guests.take_seat import take_seat
from grognard.server.storage.people import PeopleStore
from grognard.server.tables import lobby
from grognard.server.tables.open_table import open_to_join
from grognard.server.tables.table_registry import TableRegistry

INVITATION: Final = re.compile(r"(?:https?://[^/\s]+)?/tables/([\w-]{1,32})/join/([\w-]{1,64})/?", re.ASCII)
State = Literal["open", "deal", "playing", "paused", "over", "closed"]


class Me(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's name, which others see; empty for no name."""

    name: Annotated[str, msgspec.Meta(max_length=MOST)]


class OwnTable(msgspec.Struct, frozen=True):
    """One of the caller's tables, as their start page lists it. `seats` are the numbers of the caller's seats.

    `state` is "open" while a seat is free, "deal" until the cards are dealt, then "playing" or "paused", and finally
    "over". A "closed" table cannot continue; its page says why. With `your_turn`, the caller has to decide.
    `waits_for_you` is also true if the caller has to answer, or may claim the game. `turn_of` is the other player who
    has to decide, or empty.
    """

    id: str
    path: str
    game: str
    seats: tuple[int, ...]
    opponents: str
    allies: str
    state: State
    turn: int
    your_turn: bool
    waits_for_you: bool
    turn_of: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation to accept: the path or the whole address of its link. A `name` becomes the caller's name."""

    link: Annotated[str, msgspec.Meta(max_length=2000)]
    name: Annotated[str, msgspec.Meta(max_length=MOST)] = ""


class Joined(msgspec.Struct, frozen=True):
    """The seat that the caller has taken, and its table."""

    id: str
    path: str
    seat: int


REFUSED_NAME: Final = problems_of_post(
    s403="The token may only read.",
    s409="This name is not allowed.",
)
REFUSED_LINK: Final = problems_of_post(
    s403="This link no longer works, the caller plays the other side, or the token may only read.",
    s404="There is no such table.",
    s409="This is not a link to a seat, the name is not allowed, or nobody can join between commitments and the deal.",
)


class MeApi(Controller):
    """The caller's own name."""

    path = "/me"
    tags = ("me",)

    @get("/", summary="Show your name", responses=problems())
    async def me(self, request: Connection, people: PeopleStore, guests: Guests) -> Me:
        """Returns the caller's name; empty if they have none."""
        return Me(await people.name(guests.guest(request)))

    @post("/", summary="Choose a name", status_code=200, responses=REFUSED_NAME)
    async def rename(
        self, request: Connection, data: Me, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Me:
        """Sets the caller's name. It appears at their tables and in the game lists of their opponents."""
        return Me(await rename(tables, people, guests.guest(request), data.name))


class OwnTablesApi(Controller):
    """The caller's own tables."""

    path = "/tables"
    tags = ("tables",)

    @get("/", summary="List your tables", responses=problems())
    async def mine(
        self, request: Connection, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> list[OwnTable]:
        """Returns the caller's games in progress in the order of the start page, and then their last finished games.

        Of games against the computer only, it lists the latest 40. It lists up to 20 finished games.
        """
        guest = guests.guest(request)
        running = await running_games(tables, people, guest)
        return [_own_table(entry) for entry in [*running, *await latest_finished(people, guest)]]


class JoinApi(Controller):
    """Invitations that the caller accepts."""

    path = "/join"
    tags = ("tables",)

    @post("/", summary="Join a table", status_code=200, responses=REFUSED_LINK)
    async def join(
        self, request: Connection, data: Join, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Joined:
        """Takes the seat of an invitation. The caller then has to take part in the deal."""
        found = INVITATION.fullmatch(data.link.strip())
        if found is None:
            raise BadInput("This is not an invitation. Its link looks like /tables/TABLE/join/KEY.")
        id, key = found.groups()
        live, guest = await open_to_join(tables, id), guests.guest(request)
        seat = await take_seat(tables, people, live, key, guest, data.name)
        if guests.is_program(request):
            await lobby.mark_program(tables, live, guest)
        return Joined(id, f"/tables/{id}", seat)


def _own_table(entry: GameListing) -> OwnTable:
    return OwnTable(
        entry.id, f"/tables/{entry.id}", entry.slug, entry.held, entry.opponents, entry.allies, _state(entry),
        entry.turn, entry.moves, entry.yours, "" if entry.open or entry.stood_in else entry.decides,
    )  # fmt: skip


def _state(entry: GameListing) -> State:
    """Returns how far a game is. Of the conditions that hold, the first counts, as on the start page."""
    if entry.closed:
        return "closed"
    if entry.over:
        return "over"
    if entry.open:
        return "open"
    if entry.dealing:
        return "deal"
    return "paused" if entry.paused else "playing"
