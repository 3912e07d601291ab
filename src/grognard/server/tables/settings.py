"""A guest's settings at a table: when to be asked, and on a shared screen, whose hand it shows."""

from __future__ import annotations

from grognard.kernel.errors import BadInput
from grognard.server.tables.auto_pass import ASK, ask_settings, play_automatic_actions
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held


async def set_ask(tables: TableRegistry, live: LiveTable, guest: str, ask: str) -> None:
    """Sets when a guest is asked. Other players do not see this setting."""
    if ask not in ASK:
        raise BadInput(f"The setting can be {', '.join(ASK)}, not “{ask}”.")
    seat = seat_held(live, guest)
    if ask not in ask_settings(live):
        raise BadInput("Against people, that would give away your hand. Choose “Every time” or “Not again this turn”.")
    await tables.store.set_seat(live.id, seat, ask=ask, ask_turn=int(live.session.state.turn))
    async with tables.still(live):
        await tables.sync(live)
        if deeds := play_automatic_actions(live):
            await tables.keep(live, *deeds)
            tables.notify(live.id, live.done)
    autoplay(tables, live)


async def hand_over(tables: TableRegistry, live: LiveTable, guest: str, seat: int) -> None:
    """Hands the shared screen to this seat's player."""
    await tables.change(live, at_screen=seat_held(live, guest, seat))


async def set_open_hands(tables: TableRegistry, live: LiveTable, guest: str, open: bool) -> None:
    """Sets whether a shared screen shows all hands, without handing over."""
    seat_held(live, guest)
    if not live.one_screen:
        raise BadInput("You can play with open hands only if everyone shares one screen.")
    await tables.change(live, open_hands=open)
