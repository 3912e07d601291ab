"""From where a guest sees a table, and for which seat he acts."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.server.errors import Forbidden
from grognard.server.tables.live_table import LiveTable


@dataclass(frozen=True)
class Viewpoint:
    """From where a guest sees a table: a seat, or None; the seats whose hands lie open to him; who must take over."""

    seat: int | None
    open_seats: tuple[int, ...] = ()
    # The seat that the log calls “you”: that of a guest who plays no other.
    reader: int | None = None
    # On one screen: the seat that decides, whose hand is not on the screen yet.
    hand_over: int | None = None


def viewpoint(live: LiveTable, guest: str) -> Viewpoint:
    """Where a guest sees a table from just now."""
    held = live.seats_of(guest)
    if len(held) < 2:
        seat = held[0] if held else None
        return Viewpoint(seat, reader=seat)
    at_screen = live.table.at_screen
    decider = live.session.state.current_player()
    if live.over or decider not in held:
        decider = at_screen if at_screen is not None and at_screen in held else held[0]
    sides = live.game.sides
    if (live.table.open_hands and live.one_screen) or len({sides[seat] for seat in held}) == 1:
        return Viewpoint(decider, tuple(held))
    if live.over or at_screen == decider:
        return Viewpoint(decider)
    return Viewpoint(None, hand_over=decider)


def record_seats(live: LiveTable, guest: str) -> tuple[int | None, tuple[int, ...]]:
    """Whose log and record a guest may take away: one seat, and his others of the same side; nobody's if of both."""
    held = live.seats_of(guest)
    if not held or len({live.game.sides[seat] for seat in held}) > 1:
        return None, ()
    return held[0], tuple(held)


def seat_held(live: LiveTable, guest: str, seat: int | None = None) -> int:
    """The seat for which a guest acts: this one, or from where he sees the table. Raises Forbidden."""
    held = live.seats_of(guest)
    if not held or (seat is not None and seat not in held):
        raise Forbidden("You do not sit there: you can watch.")
    if seat is not None:
        return seat
    now_at = viewpoint(live, guest).seat
    return held[0] if now_at is None else now_at
