"""Deals the cards at a table: collects bytes from everyone, and makes the deal from them (see `play.deal`)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

from msgspec import to_builtins

from grognard.kernel.errors import BadInput
from grognard.play.clock import DAY, MINUTE
from grognard.play.deal import (
    BYTES,
    PROTOCOL,
    Attempt,
    CallOff,
    Commit,
    Deal,
    Draw,
    Leave,
    Promise,
    Reveal,
    Void,
    attempts,
    comes_before,
    committed,
    is_called_off,
    promised,
    seed_of,
)
from grognard.play.session import facts_of
from grognard.server.errors import Forbidden, Stale
from grognard.server.storage.rows import Dealt, now
from grognard.server.storage.tables import Taken
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.clocks import initial, is_timed
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held

LEAST: Final = 8  # characters that a guest must type
TRIES: Final = 20  # if others write to the same table
MOST_STEPS: Final = 200  # of a deal: seats may be given up and taken again, and each step is stored
# Seconds of house time that everyone else has waited for what a seat has to reveal, in live games and in others.
START_OVER_AFTER: Final = {True: 5 * MINUTE, False: 3 * DAY}
CALLED_OFF: Final = "This table was called off, so no cards will be dealt. Set up a new one."
ALL_COMMITTED: Final = (
    "Everyone has committed, so nobody can leave, join or change devices before the cards are dealt. Come back after "
    "that."
)

Wanted = Callable[[LiveTable], Sequence[Dealt]]


def promise(table: str, attempt: int) -> Dealt:
    """Returns the server's promise of a new secret, which begins an attempt."""
    secret = secrets.token_bytes(BYTES)
    return Dealt(Promise(promised(table, attempt, secret), PROTOCOL), secret.hex())


# -- steps by people: each raises BadInput, Forbidden, or JournalError if the step does not fit here -------------------


async def commit(tables: TableRegistry, live: LiveTable, guest: str, seat: int, hash: str) -> None:
    """Commits one of the guest's seats to bytes that their page keeps. Other seats may still be free.

    A page that does not know whether its commitment arrived may send it again.
    """

    def wanted(live: LiveTable) -> Sequence[Dealt]:
        known = live.attempt.commits.get(seat)
        return [] if known is not None and known.hash == hash else [Dealt(Commit(seat, hash))]

    await _do(tables, live, guest, seat, wanted)


async def type_in(tables: TableRegistry, live: LiveTable, guest: str, seat: int, text: str) -> None:
    """Commits a guest's seat to a typed text. The server reveals it when all have committed."""
    if len(text.strip()) < LEAST:
        raise BadInput(f"Type at least {LEAST} characters that nobody can guess.")
    own = hashlib.sha256(text.encode()).digest()

    def wanted(live: LiveTable) -> Sequence[Dealt]:
        attempt = live.attempt
        hash = committed(live.id, attempt.number, seat, attempt.promise, own, attempt.protocol)
        return [Dealt(Commit(seat, hash, typed=True), own.hex())]

    await _do(tables, live, guest, seat, wanted)


async def draw(tables: TableRegistry, live: LiveTable, guest: str, seat: int) -> None:
    """Lets the server draw for one of the guest's seats that has not committed."""
    await _do(tables, live, guest, seat, lambda live: [Dealt(Draw(seat))])


async def reveal(tables: TableRegistry, live: LiveTable, guest: str, seat: int, own: str) -> None:
    """Reveals the bytes that one of the guest's seats has committed to. There is no deadline.

    A page that does not know whether its reveal arrived may send it again.
    """
    if live.dealing and live.attempt.reveals.get(seat) == own:  # the cards may be dealt by now
        return
    await _do(tables, live, guest, seat, lambda live: [Dealt(Reveal(seat, own))])


async def lose(tables: TableRegistry, live: LiveTable, guest: str, seat: int) -> None:
    """Says that the bytes of one of the guest's seats are lost: the attempt is void because of this seat."""
    await _do(tables, live, guest, seat, lambda live: _voided(live, Void((seat,), seat)))


async def start_over(tables: TableRegistry, live: LiveTable, guest: str, seat: int) -> None:
    """Makes the attempt void because of all seats that have kept this one waiting for too long."""

    def wanted(live: LiveTable) -> Sequence[Dealt]:
        wait = until_start_over(tables, live, seat)
        if wait is None:
            raise BadInput("You are not waiting for anyone else to reveal, so you can't start over.")
        if wait > 0:
            at = now() + timedelta(seconds=wait)
            raise BadInput(f"You can start over from {at:%H:%M} UTC on {at.day} {at:%B}, not before.")
        return _voided(live, Void(tuple(live.attempt.missing), seat))

    await _do(tables, live, guest, seat, wanted)


async def give_up(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Frees a guest's seats, which take their answers with them. Raises Forbidden once all seats have committed."""
    held = live.seats_of(guest)

    def wanted(live: LiveTable) -> Sequence[Dealt]:
        seat_held(live, guest)
        if live.dealt:
            raise Forbidden("The cards are dealt, so you can't leave. You can resign.")
        seats_must_be_free_to_change(live)
        return _leaving(live, held)

    await _add(tables, live, wanted, freed=held)


async def release(tables: TableRegistry, live: LiveTable, seats: Sequence[int]) -> None:
    """Takes back the answers of seats that other devices hold now, unless all have committed."""
    await _add(tables, live, lambda live: _leaving(live, seats) if live.waits_for in ("seats", "answers") else [])


def _leaving(live: LiveTable, seats: Sequence[int]) -> list[Dealt]:
    answered = {*live.attempt.commits, *live.attempt.draws}
    return [Dealt(Leave(seat)) for seat in seats if seat in answered]


async def call_off(tables: TableRegistry, live: LiveTable, seat: int) -> None:
    """Calls the table off, because the person in a seat deletes their data before the cards are dealt."""
    await _add(tables, live, lambda live: [Dealt(CallOff(seat))] if live.waits_for not in ("", "nothing") else [])


async def _do(tables: TableRegistry, live: LiveTable, guest: str, seat: int, wanted: Wanted) -> None:
    seat_held(live, guest, seat)

    def checked(live: LiveTable) -> Sequence[Dealt]:
        seat_held(live, guest, seat)
        if live.dealt:
            raise BadInput("The cards are already dealt.")
        if live.waits_for == "nothing":
            raise BadInput(CALLED_OFF)
        return wanted(live)

    await _add(tables, live, checked)


# -- what may be done ------------------------------------------------------------------------------------------------


def seats_must_be_free_to_change(live: LiveTable) -> None:
    """Raises Forbidden once all seats have committed, until the cards are dealt, and after the table was called off."""
    if live.waits_for == "reveals":
        raise Forbidden(ALL_COMMITTED)
    if live.waits_for == "nothing":
        raise Forbidden(CALLED_OFF)


def until_start_over(tables: TableRegistry, live: LiveTable, seat: int) -> float | None:
    """Returns how many seconds later a seat that waits for others to reveal may ask to start over.

    0 or less if it may now; None if it does not wait.
    """
    missing = live.attempt.missing
    since = live.all_committed_at
    if live.waits_for != "reveals" or not missing or seat in missing or since is None:
        return None
    return since + START_OVER_AFTER[live.table.pace.is_live] - tables.house.now()


def awaited(live: LiveTable) -> list[int]:
    """Returns the seats for which the deal waits now; free seats are not among them."""
    if live.waits_for == "reveals":
        return live.attempt.missing
    open_seats = live.attempt.open(live.people)
    first = [seat for seat in open_seats if not comes_before(live.attempts, seat, live.people)]
    return [seat for seat in first if not live.seats[seat].open] if live.waits_for != "nothing" else []


# -- automatic steps -------------------------------------------------------------------------------------------------


async def tend(tables: TableRegistry, live: LiveTable) -> None:
    """Starts the clock of a game over days, if that failed when it was dealt.

    Brings a table that an older version of the server set up and did not deal under the present protocol.
    """
    if not live.dealt and _due(live):
        await _add(tables, live, lambda live: [] if live.dealt else _due(live))
    await _start_clock(tables, live)


async def _start_clock(tables: TableRegistry, live: LiveTable) -> None:
    """Starts the clock of a game over days, if it is dealt."""
    if _is_unstarted(live):
        moment = tables.house.now()
        with suppress(Stale):  # another request has started it, or the next visit will
            await tables.change_at_rest(
                live, lambda: {"clock": to_builtins(initial(live, moment))} if _is_unstarted(live) else {}
            )


def _is_unstarted(live: LiveTable) -> bool:
    return live.clock is None and is_timed(live) and not live.table.pace.is_live and not live.over


def _due(live: LiveTable) -> Sequence[Dealt]:
    if live.waits_for == "nothing" or live.attempt.protocol == PROTOCOL:
        return []
    begun = promise(live.id, live.attempt.number + 1)
    left = [number for number, seat in enumerate(live.seats) if seat.left]
    if left:  # that server drew for people who had deleted their data
        return [begun, Dealt(CallOff(left[0]))]
    return [begun, *(Dealt(Draw(seat)) for seat in sorted(live.attempt.draws))]


def _voided(live: LiveTable, void: Void) -> list[Dealt]:
    """Returns a void and, unless that calls the table off, the promise of the next attempt."""
    _every, tried = _after(live, [Dealt(void)])
    if is_called_off(tried):
        return [Dealt(void)]
    attempt = tried[-1]
    # Letting the server draw applies to all attempts at a table.
    again = [Dealt(Draw(seat)) for seat in sorted(attempt.draws)]
    return [Dealt(void), promise(live.id, attempt.number + 1), *again]


async def _add(tables: TableRegistry, live: LiveTable, wanted: Wanted, freed: Sequence[int] = ()) -> None:
    """Takes steps and the automatic steps after them, and deals when they are complete; saves all of it at once.

    The `freed` seats lose their holders at the same moment.
    """
    for _ in range(TRIES):
        async with tables.still(live):
            await tables.sync(live)
            steps = list(wanted(live))
            if not (steps or freed):
                return
            if len(live.dealing) + len(steps) > MOST_STEPS:
                raise BadInput("Too much has happened before this deal. Set up a new table.")
            moment = tables.house.now()
            steps = [one._replace(house=moment) for one in (*steps, *_typed(live, steps))]
            try:
                before, (seed, ended) = live.table.checksum, _outcome(live, steps)
                at = len(live.dealing)
                await tables.store.add_dealing(live.id, at, steps, before, seed=seed, ended=ended, freed=freed)
            except Taken:  # another step was quicker
                continue
            await tables.sync(live)
        tables.notify(live.id)
        await _start_clock(tables, live)
        autoplay(tables, live)
        return
    raise Stale("This table is too busy right now, so nothing was done. Try again.")


def _typed(live: LiveTable, steps: Sequence[Dealt]) -> list[Dealt]:
    """Returns the reveals of typed texts, once all seats have answered."""
    after, tried = _after(live, steps)
    attempt = tried[-1]
    if attempt.abandoned or attempt.open(live.people):
        return []
    typed = {one.step: one.secret for one in after if isinstance(one.step, Commit) and one.secret}
    waiting = [attempt.commits[seat] for seat in attempt.missing]
    return [Dealt(Reveal(commit.seat, typed[commit] or "")) for commit in waiting if commit in typed]


def _outcome(live: LiveTable, steps: Sequence[Dealt]) -> tuple[str, bool]:
    """Returns the seed if these are the last steps, or else an empty text; and whether they call the table off."""
    after, tried = _after(live, steps)
    if not tried[-1].is_whole(live.people):
        return "", is_called_off(tried)
    every = tuple(one.step for one in after)
    opened = tuple(one.secret or "" for one in after if isinstance(one.step, Promise))
    return str(seed_of(Deal(live.id, every, opened), facts_of(live.game, live.table.options), live.people)), False


def _after(live: LiveTable, steps: Sequence[Dealt]) -> tuple[list[Dealt], list[Attempt]]:
    """Returns all steps including these, and the attempts in them."""
    after = [*live.dealing, *steps]
    return after, attempts(live.id, [one.step for one in after], live.people)
