"""What a guest sets at a table: when he is asked, and on one screen whose hand is on it."""

from __future__ import annotations

from grognard.kernel.errors import BadInput
from grognard.server.tables.auto_pass import ASK, ask_settings, play_automatic_actions
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held


async def set_ask(tables: TableRegistry, live: LiveTable, guest: str, ask: str) -> None:
    """When a guest is asked. The others are not told."""
    if ask not in ASK:
        raise BadInput(f"Windows can be set to {', '.join(ASK)}; not “{ask}”.")
    seat = seat_held(live, guest)
    if ask not in ask_settings(live):
        raise BadInput("Between people that would tell what you hold: you can be asked, or not for this turn.")
    await tables.store.set_seat(live.id, seat, ask=ask, ask_turn=int(live.session.state.turn))
    async with tables.still(live):
        await tables.sync(live)
        if deeds := play_automatic_actions(live):
            await tables.keep(live, *deeds)
            tables.notify(live.id, live.done)
    autoplay(tables, live)


async def hand_over(tables: TableRegistry, live: LiveTable, guest: str, seat: int) -> None:
    """On one screen: this seat's player has the screen now."""
    await tables.change(live, at_screen=seat_held(live, guest, seat))


async def set_open_hands(tables: TableRegistry, live: LiveTable, guest: str, open: bool) -> None:
    """On one screen: play with open hands, without handing over."""
    seat_held(live, guest)
    if not live.one_screen:
        raise BadInput("Hands can lie open only where all sit at one screen.")
    await tables.change(live, open_hands=open)
