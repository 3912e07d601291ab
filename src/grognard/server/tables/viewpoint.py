"""Decides which seat's view a guest sees at a table, and which seat they act for."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.server.errors import Forbidden
from grognard.server.tables.live_table import LiveTable


@dataclass(frozen=True)
class Viewpoint:
    """How a guest sees a table: from which seat (or None), with which open hands, and who must take over the screen."""

    seat: int | None
    open_seats: tuple[int, ...] = ()
    # The seat that the log calls “you”, if the guest plays only one.
    reader: int | None = None
    # On a shared screen: the seat that decides, if its hand is not shown yet.
    hand_over: int | None = None


def viewpoint(live: LiveTable, guest: str) -> Viewpoint:
    """Returns a guest's current viewpoint at a table."""
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


def is_late(live: LiveTable, guest: str) -> bool:
    """Returns whether a guest watches a running game some turns late."""
    return live.table.turns_late > 0 and live.dealt and not live.over and not live.seats_of(guest)


def horizon(live: LiveTable, guest: str) -> int:
    """Returns the last moment that a guest may see.

    For a guest who watches N turns late, that is the last one before the game first got beyond the turn N turns ago.
    So an undo that leads back to an earlier turn shows them nothing sooner.
    """
    if not is_late(live, guest):
        return live.done
    latest = int(live.session.state.turn) - live.table.turns_late
    if latest < 1:  # the setup, which some games count as turn 0, is late too
        return 0
    hidden = next(number for number, moment in enumerate(live.timeline.moments) if moment.state.turn > latest)
    return max(hidden - 1, 0)


def version_for(live: LiveTable, guest: str) -> int:
    """Returns how many deeds a guest could see until the last moment they may see; 0 before the deal."""
    return live.timeline.versions(live.seats_of(guest))[horizon(live, guest)] if live.dealt else 0


def record_text(live: LiveTable, guest: str) -> str:
    """Returns the journal that a guest may download: whole if the game is over, otherwise as their seat saw it."""
    if live.over:
        return live.session.journal.to_text()
    seat, also = record_seats(live, guest)
    return live.session.redacted(seat, also, live.timeline.moments[horizon(live, guest)].told)


def record_seats(live: LiveTable, guest: str) -> tuple[int | None, tuple[int, ...]]:
    """Returns the seat whose log a guest may download, and all their seats if of one side; None if of both sides."""
    held = live.seats_of(guest)
    if not held or len({live.game.sides[seat] for seat in held}) > 1:
        return None, ()
    return held[0], tuple(held)


def seat_held(live: LiveTable, guest: str, seat: int | None = None) -> int:
    """Returns the seat that a guest acts for: this one, or the one they see the table from. Raises Forbidden."""
    held = live.seats_of(guest)
    if not held or (seat is not None and seat not in held):
        raise Forbidden("That is not your seat, so you can only watch.")
    if seat is not None:
        return seat
    now_at = viewpoint(live, guest).seat
    return held[0] if now_at is None else now_at


def must_play_itself(live: LiveTable, seat: int) -> None:
    """Raises Forbidden while the computer plays on for a seat."""
    if seat in live.table.stand_ins:
        raise Forbidden("The computer is playing for you. Take your seat back first.")
