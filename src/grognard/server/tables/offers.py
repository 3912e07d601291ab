"""An offer after two results alike against the computer: an easier opponent, or a promotion to a harder one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.bots import easier_than, harder_than
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.server.errors import Forbidden
from grognard.server.storage.rows import PastGame
from grognard.server.storage.tables import RECENT
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import YOU, Setup, create
from grognard.server.tables.table_registry import TableRegistry

IN_A_ROW: Final = 2


async def prepare_offer(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Finds out once what to offer a guest at the end of a game. It depends only on the guest's own games."""
    if not live.over or guest in live.offers or not live.seats_of(guest):
        return
    if live.table.daily is not None or not live.match.over or live.one_screen:
        return
    past = await tables.store.past(guest, live.game.slug, RECENT)
    at = next((number for number, one in enumerate(past) if one.id == live.id), None)
    if at is not None:  # else the end is not saved yet, or the guest has removed the game from their list
        live.offers[guest] = next_opponent(live.game, past[at:])


def next_opponent(game: Game, past: Sequence[PastGame]) -> str:
    """Returns the bot to offer after the first of these games, which begin with the latest; empty if there is none.

    Only games against the computer count, and no daily deals, games continued from a replay or a puzzle, or games that
    ended before the first turn.
    """
    counted = [one for one in past if one.opponent and one.whole]
    if not counted or counted[0] != past[0]:
        return ""
    results = [one.outcome for one in counted[:IN_A_ROW]]
    if results == ["lost"] * IN_A_ROW:
        return easier_than(game, counted[0].opponent)
    return harder_than(game, counted[0].opponent) if results == ["won"] * IN_A_ROW else ""


async def accept_offer(tables: TableRegistry, live: LiveTable, guest: str) -> str:
    """Sets up a table with the same rules and sides against the bot that was offered; returns its id.

    A second click leads to the same table while this one is kept in memory.
    """
    async with live.lock:
        known = live.accepted.get(guest)
        if known is None or await tables.store.table(known) is None:
            known = live.accepted[guest] = await _set_up(tables, live, guest)
        return known


async def _set_up(tables: TableRegistry, live: LiveTable, guest: str) -> str:
    await prepare_offer(tables, live, guest)
    offered = live.offers.get(guest, "")
    if not live.seats_of(guest):
        raise Forbidden("You don't have a seat at this table. You can only watch.")
    if not offered:
        raise BadInput("There is no other opponent to play here. Start a new game from the game's page.")
    sides = {live.game.sides[seat] for seat in live.seats_of(guest)}
    seats = [
        YOU if guest in seat.guests else offered if live.game.sides[number] not in sides else seat.bot or offered
        for number, seat in enumerate(live.seats)
    ]
    asks = [seat.ask for seat in live.seats]
    setup = Setup(game=live.game.slug, options=live.game.options, numbers=live.game.overrides, seats=seats, asks=asks)
    return await create(tables, setup, guest)
