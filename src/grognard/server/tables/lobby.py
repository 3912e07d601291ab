"""Setting up tables, and taking seats at them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from grognard.bots import BOTS
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.play.journal import Deed
from grognard.registry import load
from grognard.server.errors import Forbidden
from grognard.server.storage.records import Seat, TableRecord, now
from grognard.server.tables.asking import ASK
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.live import Live
from grognard.server.tables.viewpoint import seat_held

YOU: Final = "you"
OPEN: Final = "open"
ID_BYTES: Final = 12
KEY_BYTES: Final = 24
KEY: Final = re.compile(r"[\w-]{1,64}", re.ASCII)
SEED_BYTES: Final = 32


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A table to set up. `seats` names a bot, "you" or "open" for each seat.

    Who takes seats of both sides plays on one screen. `deeds` is what has been done already, where somebody goes on
    with a recorded game; `holders` are guests who hold seats beside the one who sets up.
    """

    game: str
    options: Mapping[str, str | int]
    seats: Sequence[str]
    numbers: Mapping[str, int] = {}
    one_screen: bool = False
    open_hands: bool = False
    seed: int | None = None
    deeds: Sequence[Deed] = ()
    holders: Mapping[int, Collection[str]] = {}
    rematch_of: str | None = None


async def create(tables: Tables, setup: Setup, guest: str) -> str:
    """A new table; its id. Raises BadInput, NotFound."""
    game = load(setup.game, setup.options, setup.numbers)
    _must_fill(game, setup.seats)
    own = {game.sides[number] for number, name in enumerate(setup.seats) if name == YOU}
    one_screen = setup.one_screen or len(own) > 1
    table = TableRecord(
        id=secrets.token_urlsafe(ID_BYTES),
        game=game.slug,
        rules=game.spec.meta.rules,
        options=game.options,
        numbers=game.overrides,
        seed=str(secrets.randbits(8 * SEED_BYTES) if setup.seed is None else setup.seed),
        created=now(),
        one_screen=one_screen,
        open_hands=setup.open_hands,
    )
    ask = ASK[0] if one_screen or OPEN in setup.seats else ASK[1]
    seats = [
        Seat(
            bot=None if name in (YOU, OPEN) else name,
            key=secrets.token_urlsafe(KEY_BYTES),
            ask=ask,
            seen=now(),
            guests=frozenset(setup.holders.get(number, ())) | ({guest} if name == YOU else frozenset()),
        )
        for number, name in enumerate(setup.seats)
    ]
    await tables.store.create(table, seats, setup.deeds, setup.rematch_of)
    return table.id


def _must_fill(game: Game, seats: Sequence[str]) -> None:
    if len(seats) != game.num_players():
        raise BadInput(f"{game.spec.meta.title} has {game.num_players()} seats, not {len(seats)}.")
    for name in seats:
        if name not in (YOU, OPEN, *BOTS):  # a search of any size, such as bot() makes, is not for everybody
            raise NotFound(f"There is no bot “{name}”. There are: {', '.join(BOTS)}.")
    if not any(name in (YOU, OPEN) for name in seats):
        raise BadInput("At least one seat must be a person's.")


async def rematch(tables: Tables, live: Live, guest: str) -> str:
    """The next game of the same people, seats swapped; the one that was asked for already if there is one."""
    seat_held(live, guest)
    if not live.over:
        raise BadInput("A rematch is for a game that is over.")
    if live.table.rematch:
        return live.table.rematch
    swapped = [*live.seats[1:], live.seats[0]]
    setup = Setup(
        game=live.game.slug,
        options=live.game.options,
        numbers=live.game.overrides,
        seats=[seat.bot or OPEN for seat in swapped],
        one_screen=live.table.one_screen,
        open_hands=live.table.open_hands,
        holders={number: seat.guests for number, seat in enumerate(swapped)},
        rematch_of=live.id,
    )
    id = await create(tables, setup, guest)
    await tables.refresh(live)
    return live.table.rematch or id


async def join(tables: Tables, live: Live, key: str, guest: str) -> int:
    """Takes the open seat that the key is for, or regains one's own on another device; the seat.

    Raises Forbidden where the key fits no seat.
    """
    seat = await seat_of_key(tables, live, key)
    if seat is None:
        raise Forbidden("This link opens no seat any more: the seat is taken, or the link is not whole.")
    if live.seats[seat].open:
        if not await tables.store.take_seat(live.id, seat, key, secrets.token_urlsafe(KEY_BYTES), guest):
            raise Forbidden("Somebody else has just taken this seat.")
    else:
        # Whoever holds several seats of a side regains them together.
        holders = live.seats[seat].guests
        for number in [other for other in range(len(live.seats)) if live.seats[other].guests & holders]:
            await tables.store.add_holder(live.id, number, guest)
    tables.tell(live.id)
    return seat


async def seat_of_key(tables: Tables, live: Live, key: str) -> int | None:
    """The seat that a link opens."""
    return await tables.store.seat_of_key(live.id, key) if KEY.fullmatch(key) else None
