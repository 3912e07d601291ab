"""What a guest sets at a table: when he is asked, and on one screen whose hand is on it."""

from __future__ import annotations

from grognard.kernel.errors import BadInput
from grognard.server.tables.asking import ASK, asks, go_on_unasked
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.driving import drive
from grognard.server.tables.live import Live
from grognard.server.tables.viewpoint import seat_held


async def set_ask(tables: Tables, live: Live, guest: str, ask: str) -> None:
    """When a guest is asked. The others are not told."""
    if ask not in ASK:
        raise BadInput(f"Windows can be set to {', '.join(ASK)}; not “{ask}”.")
    seat = seat_held(live, guest)
    if ask not in asks(live):
        raise BadInput("Between people that would tell what you hold: you can be asked, or not for this turn.")
    await tables.store.set_seat(live.id, seat, ask=ask, ask_turn=int(live.session.state.turn))
    async with tables.still(live):
        await tables.sync(live)
        if deeds := go_on_unasked(live):
            await tables.keep(live, *deeds)
            tables.tell(live.id, live.done)
    drive(tables, live)


async def hand_over(tables: Tables, live: Live, guest: str, seat: int) -> None:
    """On one screen: this seat's player has the screen now."""
    await tables.change(live, at_screen=seat_held(live, guest, seat))


async def set_open_hands(tables: Tables, live: Live, guest: str, open: bool) -> None:
    """On one screen: play with open hands, without handing over."""
    seat_held(live, guest)
    if not live.one_screen:
        raise BadInput("Hands can lie open only where all sit at one screen.")
    await tables.change(live, open_hands=open)
