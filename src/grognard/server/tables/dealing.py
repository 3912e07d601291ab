"""Deals the cards at a table: collects bytes from everyone, and makes the deal from them (see `play.deal`)."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Final

from grognard.kernel.errors import BadInput
from grognard.play.deal import (
    BYTES,
    Again,
    Attempt,
    Commit,
    Deal,
    Draw,
    Promise,
    Reveal,
    attempts,
    committed,
    promised,
    seed_of,
)
from grognard.play.session import facts_of
from grognard.server.errors import Stale
from grognard.server.storage.rows import Dealt
from grognard.server.storage.tables import Taken
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.live_table import GIVEN_UP, MOST_ATTEMPTS, LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import seat_held

LEAST: Final = 8  # characters that a guest must type
TRIES: Final = 20  # if others write to the same table

Wanted = Callable[[LiveTable], Sequence[Dealt]]


def promise(table: str, attempt: int) -> Dealt:
    """Returns the server's promise of a new secret, which begins an attempt."""
    secret = secrets.token_bytes(BYTES)
    return Dealt(Promise(promised(table, attempt, secret)), secret.hex())


# -- steps by people: each raises BadInput, Forbidden, or JournalError if the step does not fit here -------------------


async def commit(tables: TableRegistry, live: LiveTable, guest: str, seat: int, hash: str) -> None:
    """Commits one of the guest's seats to bytes that their page keeps."""
    await _do(tables, live, guest, seat, lambda live: [Dealt(Commit(seat, hash))])


async def type_in(tables: TableRegistry, live: LiveTable, guest: str, seat: int, text: str) -> None:
    """Commits a guest's seat to a typed text. The server reveals it when all have committed."""
    if len(text.strip()) < LEAST:
        raise BadInput(f"Type at least {LEAST} characters that nobody can guess.")
    own = hashlib.sha256(text.encode()).digest()

    def wanted(live: LiveTable) -> Sequence[Dealt]:
        attempt = live.attempt
        hash = committed(live.id, attempt.number, seat, attempt.promise, own)
        return [Dealt(Commit(seat, hash, typed=True), own.hex())]

    await _do(tables, live, guest, seat, wanted)


async def leave(tables: TableRegistry, live: LiveTable, guest: str, seat: int) -> None:
    """Lets the server draw for one of the guest's seats. This is possible even before all seats are taken."""
    await _do(tables, live, guest, seat, lambda live: [Dealt(Draw(seat))])


async def reveal(tables: TableRegistry, live: LiveTable, guest: str, seat: int, own: str) -> None:
    """Reveals the bytes that one of the guest's seats has committed to."""
    await _do(tables, live, guest, seat, lambda live: [Dealt(Reveal(seat, own))])


async def _do(tables: TableRegistry, live: LiveTable, guest: str, seat: int, wanted: Wanted) -> None:
    seat_held(live, guest, seat)

    def checked(live: LiveTable) -> Sequence[Dealt]:
        seat_held(live, guest, seat)
        if live.dealt:
            raise BadInput("The cards are already dealt.")
        if live.given_up:
            raise BadInput(GIVEN_UP)
        steps = wanted(live)
        if live.waits_for == "seats" and not isinstance(steps[0].step, Draw):
            raise BadInput("A seat is still free. You can commit once all seats are taken.")
        return steps

    await _add(tables, live, checked)


# -- automatic steps -------------------------------------------------------------------------------------------------


async def tend(tables: TableRegistry, live: LiveTable) -> None:
    """Draws for seats whose guests are gone for good, and starts a new attempt if a seat has not revealed in time."""
    if not live.dealt and _due(tables, live):
        await _add(tables, live, lambda live: [] if live.dealt else _due(tables, live))


def _due(tables: TableRegistry, live: LiveTable) -> Sequence[Dealt]:
    attempt = live.attempt
    if live.waits_for == "answers":
        return [Dealt(Draw(seat)) for seat in attempt.open(live.people) if live.seats[seat].left]
    number, since = live.revealing
    late = number == attempt.number and time.monotonic() - since > tables.config.reveal_seconds
    if live.waits_for != "reveals" or not late:
        return []
    # Letting the server draw applies to all attempts at a table.
    again = [Dealt(Draw(seat)) for seat in sorted(attempt.draws)]
    following = [promise(live.id, attempt.number + 1), *again] if attempt.number < MOST_ATTEMPTS else []
    return [Dealt(Again()), *following]


async def _add(tables: TableRegistry, live: LiveTable, wanted: Wanted) -> None:
    """Takes steps and the automatic steps after them, and deals when they are complete; saves all of it at once."""
    for _ in range(TRIES):
        async with tables.still(live):
            await tables.sync(live)
            steps = list(wanted(live))
            if not steps:
                return
            steps += _typed(live, steps)
            try:
                before, seed = live.table.checksum, _seed(live, steps)
                await tables.store.add_dealing(live.id, len(live.dealing), steps, before, seed)
            except Taken:  # another step was quicker
                continue
            await tables.sync(live)
        tables.notify(live.id)
        autoplay(tables, live)
        return
    raise Stale("This table is too busy right now, so nothing was done. Try again.")


def _typed(live: LiveTable, steps: Sequence[Dealt]) -> list[Dealt]:
    """Returns the reveals of typed texts, once all seats have answered."""
    after, attempt = _after(live, steps)
    if attempt.abandoned or any(seat.open for seat in live.seats) or attempt.open(live.people):
        return []
    typed = {one.step: one.secret for one in after if isinstance(one.step, Commit) and one.secret}
    waiting = [attempt.commits[seat] for seat in attempt.missing]
    return [Dealt(Reveal(commit.seat, typed[commit] or "")) for commit in waiting if commit in typed]


def _seed(live: LiveTable, steps: Sequence[Dealt]) -> str:
    """Returns the seed if these are the last steps; otherwise an empty text."""
    after, attempt = _after(live, steps)
    if any(seat.open for seat in live.seats) or not attempt.is_whole(live.people):
        return ""
    opened = tuple(one.secret or "" for one in after if isinstance(one.step, Promise))
    deal = Deal(live.id, tuple(one.step for one in after), opened)
    return str(seed_of(deal, facts_of(live.game), live.people))


def _after(live: LiveTable, steps: Sequence[Dealt]) -> tuple[list[Dealt], Attempt]:
    """Returns all steps including these, and the resulting state of the last attempt."""
    after = [*live.dealing, *steps]
    return after, attempts(live.id, [one.step for one in after], live.people)[-1]
