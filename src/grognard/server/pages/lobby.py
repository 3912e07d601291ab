"""The pages for setting up tables, and for taking seats at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

import segno
from litestar import Controller, Response, get, post
from litestar.response import Redirect

from grognard.bots import DEFAULT_LEVEL, first_opponent, level_for
from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.game import Game, Meta
from grognard.play.clock import NAMES, Pace, read_pace
from grognard.play.differences import told
from grognard.registry import load, load_stored, spec
from grognard.server.errors import Forbidden, RefusedName
from grognard.server.guests.cookies import Guests
from grognard.server.guests.my_games import FAIR, LAST, fair_level
from grognard.server.guests.take_seat import take_seat
from grognard.server.net.addresses import lone_host
from grognard.server.pages.common import FRAGMENT, Connection, Form, number_in, origin, page
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import ANYONE, NOBODY, PastGame
from grognard.server.tables import lobby
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import OPEN, YOU, Setup
from grognard.server.tables.open_table import open_table, open_to_join
from grognard.server.tables.table_registry import TableRegistry
from grognard.variants import Variant

WITH: Final = ("computer", "one_screen", "friend")
STANDARD: Final = "standard"
CUSTOM: Final = "custom"
VARIANT: Final = "variant:"  # followed by its name


class LobbyPages(Controller):
    """New tables, invitations and links to seats."""

    @post("/games/{slug:str}/tables")
    async def new_table(
        self, request: Connection, slug: str, data: Form, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Redirect:
        """Sets up a table: against bots, on one screen, or with friends."""
        meta = spec(slug).meta
        guest = guests.guest(request)
        if data.get("with", WITH[0]) == WITH[0] and not _chooses(meta, data):
            return Redirect(f"/tables/{await _play_now(tables, people, slug, guest)}", status_code=303)
        options, numbers = _rules(meta, data, tables.variants)
        game = load(slug, options, numbers)
        seats = _seats(data, game)
        if FAIR in seats:
            level = await fair_level(people, guest, game)
            seats = [level if seat == FAIR else seat for seat in seats]
        seats = [level_for(game, seat) for seat in seats]
        open_hands = bool(data.get("open_hands"))
        setup = Setup(
            game=slug, options=options, numbers=numbers, seats=seats, open_hands=open_hands,
            spectators=data.get("spectators", ANYONE), pace=_pace(data),
        )  # fmt: skip
        id = await lobby.create(tables, setup, guest)
        return Redirect(f"/tables/{id}/invitation" if OPEN in seats else f"/tables/{id}", status_code=303)

    @get("/tables/{id:str}/invitation")
    async def invitation(
        self, request: Connection, id: str, tables: TableRegistry, guests: Guests
    ) -> Response[str] | Redirect:
        """Shows the link for each friend, as text to copy and as a QR code to scan."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        _must_sit(live, guest)
        open_seats = [number for number, seat in enumerate(live.seats) if seat.open]
        if not open_seats or live.waits_for == "nothing":
            return Redirect(f"/tables/{id}", status_code=303)
        alone = len(open_seats) == 1
        return page(
            request, "invitation.html", live_id=id, game=live.game.spec.meta.title,
            title="Invite a friend" if alone else "Invite your friends",
            links=[_link(request, live, seat) for seat in open_seats],
            waits=True, lone=lone_host(origin(request)), pace=live.table.pace.told,
            text="Send this link to a friend. The first to open it takes the other seat." if alone else
            "Send each friend the link to a seat. The first to open it takes that seat.",
        )  # fmt: skip

    @get("/tables/{id:str}/my-link")
    async def my_link(self, request: Connection, id: str, tables: TableRegistry, guests: Guests) -> Response[str]:
        """Shows the link that opens the guest's own seat on another device."""
        guest = guests.guest(request)
        live = await open_table(tables, id, guest)
        seat = _must_sit(live, guest)
        return page(
            request, "invitation.html", live_id=id, game=live.game.spec.meta.title, title="Your seat on another device",
            links=[_link(request, live, seat)],
            waits=False, lone=lone_host(origin(request)),
            text="Add a device, and it has all your games, your name and your record.",
        )  # fmt: skip

    @get("/tables/{id:str}/join/{key:str}")
    async def join_page(
        self, request: Connection, id: str, key: str, tables: TableRegistry, people: PeopleStore, guests: Guests
    ) -> Response[str] | Redirect:
        """Shows an invited friend the seat to take. Taking it needs a click, since programs open links too."""
        live, guest = await open_to_join(tables, id), guests.guest(request)
        seat = await lobby.seat_of_key(tables, live, key)
        if seat is None:
            if live.seats_of(guest):
                return Redirect(f"/tables/{id}", status_code=303)
            raise Forbidden("This link no longer works. Either the seat is taken, or part of the link is missing.")
        if lobby.opposed(live, guest, seat):
            raise Forbidden(lobby.OTHER_SIDE)
        return _join_page(request, live, key, seat, await people.name(guest))

    @post("/tables/{id:str}/join/{key:str}")
    async def join(
        self,
        request: Connection,
        id: str,
        key: str,
        data: Form,
        tables: TableRegistry,
        people: PeopleStore,
        guests: Guests,
    ) -> Response[str] | Redirect:
        """Takes the seat under the name typed there; a refused name stays in the field."""
        live, guest, typed = await open_to_join(tables, id), guests.guest(request), data.get("name", "")
        try:
            await take_seat(tables, people, live, key, guest, typed, data.get("devices") == "all")
        except RefusedName as error:
            seat = await lobby.seat_of_key(tables, live, key)
            if seat is None or FRAGMENT in request.headers:
                raise
            name = typed or await people.name(guest)
            return _join_page(request, live, key, seat, name, error.sentence)
        return Redirect(f"/tables/{id}", status_code=303)


def _chooses(meta: Meta, data: Mapping[str, str]) -> bool:
    """Returns whether a form chooses an opponent, a seat or rules, as that of the set-up page does."""
    return not data.keys().isdisjoint({"bot", "rules", "side", "seat-0", *(option.key for option in meta.options)})


async def _play_now(tables: TableRegistry, people: PeopleStore, slug: str, guest: str) -> str:
    """Sets up the game of the button “Play the computer”, and returns its id.

    Newcomers get the first game of its kind. Others get the rules they played last, and a fair fight.
    """
    meta = spec(slug).meta
    past = await tables.store.past(guest, slug, LAST)
    if not any(one.whole for one in past):
        game = load(slug, meta.first_options)
        seats = _seats({"bot": first_opponent(game), "side": str(meta.first_seat)}, game)
    else:
        game = _as_last_time(slug, past)
        seats = _seats({"bot": level_for(game, await fair_level(people, guest, game))}, game)
    return await lobby.create(
        tables, Setup(game=slug, options=game.options, numbers=game.overrides, seats=seats), guest
    )


def _as_last_time(slug: str, past: Sequence[PastGame]) -> Game:
    """Returns the game with the rules of the latest of these games that was no daily deal, or else the standard."""
    last = next((one for one in past if one.daily is None), None)
    if last is not None:
        with suppress(GrognardError):  # a rule of that time is gone
            return load_stored(slug, last.options, last.numbers)
    return load(slug)


def _join_page(
    request: Connection, live: LiveTable, key: str, seat: int, name: str, refused: str = ""
) -> Response[str]:
    """Returns the page for an invited friend, with the reason if their name is refused."""
    meta, options = live.game.spec.meta, live.game.options
    tables: TableRegistry = request.app.state.tables
    return page(
        request, "join.html", 400 if refused else 200, live_id=live.id, key=key, meta=meta,
        changed=live.game.changed_rules, changes=[(change.card, told(change)) for change in live.game.card_changes],
        variant=tables.variant_title(live.game),
        minutes=live.game.spec.minutes(options), name=name, refused=refused,
        hosts=[other.name for other in live.seats if other.name],
        seat=live.game.seats[seat], devices=len(live.seats[seat].guests),
        private=live.table.spectators == NOBODY, late=live.table.turns_late,
        pace=live.table.pace.told if live.against_people else "",
        over_days=live.against_people and live.table.pace.kind == "days",
    )  # fmt: skip


def _rules(
    meta: Meta, data: dict[str, str], variants: Sequence[Variant]
) -> tuple[Mapping[str, str | int], Mapping[str, str | int]]:
    """Returns the house rules and card numbers: standard, from a preset or a variant, or chosen one by one.

    The number of seats is a separate choice.
    """
    given: dict[str, str | int] = {option.key: data[option.key] for option in meta.options if option.key in data}
    rules = data.get("rules", CUSTOM)
    if rules == CUSTOM:
        return given, {}
    size = {key: value for key, value in given.items() if key == "seats"}
    if rules.startswith(VARIANT):
        name = rules.removeprefix(VARIANT)
        variant = next((found for found in variants if (found.game, found.name) == (meta.slug, name)), None)
        if variant is None:
            raise BadInput("The host no longer offers this variant. Reload the page.")
        return {**size, **variant.options}, variant.overrides
    return size if rules == STANDARD else {**size, **meta.preset(rules).options}, {}


def _seats(data: dict[str, str], game: Game) -> list[str]:
    """Returns who sits where, from seats chosen one by one, or from the company and the side (default: the first)."""
    count = game.num_players()
    if "seat-0" in data:
        seats = [data.get(f"seat-{seat}", DEFAULT_LEVEL) for seat in range(count)]
        if YOU not in seats:
            raise BadInput("Take a seat yourself. Choose “You” for at least one of them.")
        return seats
    company = data.get("with", WITH[0])
    if company not in WITH:
        raise BadInput(f"You can play with {', '.join(WITH)}, not with “{company}”.")
    side = number_in(data["side"]) if "side" in data else game.spec.meta.opening.first(game.options) or 0
    if side >= count:
        raise BadInput(f"The side must be a number from 0 to {count - 1}.")
    others = {"computer": data.get("bot", DEFAULT_LEVEL), "one_screen": YOU, "friend": OPEN}[company]
    return [YOU if seat == side else others for seat in range(count)]


def _pace(data: Mapping[str, str]) -> Pace:
    """Returns the pace that a form asks for."""
    name = data.get("pace", NAMES[0])
    # The form also has these fields when they do not matter.
    fields = [field for field in ("minutes", "increment") if name == "clock" and field in data]
    numbers = {field: number_in(data[field]) for field in fields}
    return read_pace(name, **numbers, stand_in=bool(data.get("stand_in")))


def _link(request: Connection, live: LiveTable, seat: int) -> tuple[str, str, str]:
    """Returns a seat's name, the link that opens it, and the link's QR code."""
    link = f"{origin(request)}/tables/{live.id}/join/{live.seats[seat].key}"
    return live.game.seats[seat], link, _code(link)


def _code(link: str) -> str:
    """Returns a QR code as SVG."""
    return segno.make(link, error="m").svg_inline(scale=4, border=2, omitsize=True)


def _must_sit(live: LiveTable, guest: str) -> int:
    held = live.seats_of(guest)
    if not held:
        raise Forbidden("You don't have a seat at this table. You can only watch.")
    return held[0]
