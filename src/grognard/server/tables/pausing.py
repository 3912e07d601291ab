"""Pauses a game if all players agree. While it is paused, nobody's time runs and nobody can claim the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from grognard.kernel.errors import BadInput
from grognard.play import clock as clocks
from grognard.server.storage.rows import Happening, Question
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.clocks import is_paused, vacations
from grognard.server.tables.happenings import with_happenings
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held

PAUSED = "The game is paused. Choose “Resume” first."


def asked_by(live: LiveTable) -> int | None:
    """Returns the seat that asks to pause the game, if any."""
    question = live.table.question
    asks = question is not None and question.kind == "pause" and not (question.settled or question.refused)
    return question.seat if question is not None and asks and not live.over else None


def refused_to(live: LiveTable) -> int | None:
    """Returns the seat whose request to pause was refused, until others see something new."""
    question = live.table.question
    if question is None or question.kind != "pause" or not question.refused or question.at != live.version([]):
        return None
    return question.seat


def may_ask(live: LiveTable, guest: str) -> bool:
    """Returns whether a guest may ask to pause: time matters here, and nobody has asked already."""
    seats = live.seats_of(guest)
    limited = live.table.pace.has_clock or live.table.pace.is_live
    running = live.dealt and not live.over and live.against_people and limited and not is_paused(live)
    return bool(seats) and running and asked_by(live) is None and refused_to(live) not in seats


def awaited(live: LiveTable, question: Question) -> list[int]:
    """Returns the seats of people who have not agreed to pause the game."""
    away = {*live.table.stand_ins, *question.agreed}
    return [seat for seat in live.people if seat not in away and not live.seats[seat].left]


def must_answer(live: LiveTable, guest: str) -> int | None:
    """Returns the seat that waits for this guest's answer to its request to pause."""
    asking, held = asked_by(live), live.seats_of(guest)
    question = live.table.question
    if asking is None or question is None or not held or guest in live.seats[asking].guests:
        return None
    return None if {*held} <= {*question.agreed} else asking


async def ask(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Asks the other players to pause the game. Raises BadInput, Forbidden, Stale."""
    seat = seat_held(live, guest)

    def wanted() -> Mapping[str, Any]:
        if not may_ask(live, guest):
            raise BadInput("You can't ask for a pause now.")
        return _changed(tables, live, Question("pause", seat, tuple(live.seats_of(guest))))

    await tables.change_at_rest(live, wanted)


async def answer(tables: TableRegistry, live: LiveTable, guest: str, agrees: bool) -> None:
    """Agrees to a pause, or refuses it. The player who asked may take the question back. Raises BadInput, Forbidden."""
    seat_held(live, guest)

    def wanted() -> Mapping[str, Any]:
        question = live.table.question
        if asked_by(live) is None or question is None:
            raise BadInput("Nobody is asking for a pause anymore.")
        if question.seat in live.seats_of(guest):
            return {"question": None} if not agrees else {}
        if not agrees:
            return _changed(tables, live, replace(question, refused=True, at=live.version([])))
        agreed = tuple(sorted({*question.agreed, *live.seats_of(guest)}))
        return _changed(tables, live, replace(question, agreed=agreed))

    await tables.change_at_rest(live, wanted)


async def agree(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Agrees to a pause. Raises BadInput, Forbidden, Stale."""
    await answer(tables, live, guest, True)


async def refuse(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Refuses a pause, or withdraws a guest's own request. Raises BadInput, Forbidden, Stale."""
    await answer(tables, live, guest, False)


async def go_on(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Ends the pause. If another player has to decide, they get time to notice. Raises BadInput, Forbidden, Stale."""
    seat = seat_held(live, guest)

    def wanted() -> Mapping[str, Any]:
        if not is_paused(live):
            raise BadInput("The game isn't paused.")
        clock = live.clock and clocks.resumed(live.clock, live.table.pace, tables.house.now(), seat)
        resumed = with_happenings(live, Happening("resumed", live.done, seat, seat))
        return {"question": None} | resumed | ({} if clock is None else {"clock": to_builtins(clock)})

    await tables.change_at_rest(live, wanted)
    autoplay(tables, live)


def must_not_be_paused(live: LiveTable) -> None:
    """Raises BadInput while the game is paused."""
    if is_paused(live):
        raise BadInput(PAUSED)


def _changed(tables: TableRegistry, live: LiveTable, question: Question) -> Mapping[str, Any]:
    """Returns the fields of the table with this question, which is settled once everyone has agreed."""
    question = replace(question, settled=not question.refused and not awaited(live, question))
    values: dict[str, Any] = {"question": to_builtins(question)}
    if question.settled:
        values |= with_happenings(live, Happening("paused", live.done, question.seat, question.seat))
    if question.settled and live.clock is not None:
        spans = vacations(live, live.clock.running)
        values["clock"] = to_builtins(clocks.paused(live.clock, live.table.pace, tables.house.now(), spans))
    return values
