"""Finds out of what guests must be alerted at a table.

Everything comes from what the start page shows the guest, so an alert tells nothing that is hidden from them. Even its
time depends only on what they can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from math import isfinite
from typing import Final, NamedTuple

from grognard.server.alerts.messages import Alert, Kind
from grognard.server.guests.my_games import GameListing, asked, game_of, last_seen
from grognard.server.storage.outbox import QUIET, DueTable, Holder
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.tables import clocks
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.presence import is_here
from grognard.server.tables.table_registry import TableRegistry

AT_ONCE: Final = timedelta()
NAMELESS: Final = ("a guest", "a guest who has left", "a friend at this screen", "nobody yet")


class Reason(NamedTuple):
    """A reason for an alert: since when there is one, and what tells it from others of its kind."""

    alert: Alert
    since: datetime
    mark: str
    wait: timedelta = QUIET

    @property
    def due(self) -> datetime:
        """When to alert the guest, unless they have looked at the table by then."""
        return self.since + self.wait


class Finding(NamedTuple):
    """What a look at a table has found for one guest: an alert if one is due, and when to look again."""

    alert: Alert | None
    marks: Mapping[str, str]  # of what the guest knows once they get the alert
    following: datetime | None


async def find(tables: TableRegistry, people: PeopleStore, live: LiveTable, due: DueTable, holder: Holder) -> Finding:
    """Finds out of what a guest must be alerted at a table, the most urgent reason first."""
    entry = await game_of(tables, people, live, holder.guest)
    if entry is None:
        return Finding(None, {}, None)
    moment, looked = now(), _last_look(tables, live, holder)
    every = list(_reasons(tables, live, entry, due, holder.guest))
    fresh = [one for one in every if holder.marks.get(one.alert.kind) != one.mark and not _knows(looked, one)]
    following = _next_look(tables, live, entry)
    if fresh and live.table.pace.is_live and any(is_here(live, seat) for seat in entry.held):
        return Finding(None, {}, earliest([following, moment + QUIET]))  # they sit at the table, and may leave it
    ready = [one for one in fresh if one.due <= moment]
    if not ready:
        return Finding(None, {}, earliest([following, *(one.due for one in fresh)]))
    marks: dict[str, str] = {**holder.marks}
    marks.update((one.alert.kind, one.mark) for one in every)
    return Finding(ready[0].alert, marks, following)


def _knows(looked: datetime | None, reason: Reason) -> bool:
    return looked is not None and looked >= reason.since


def _last_look(tables: TableRegistry, live: LiveTable, holder: Holder) -> datetime | None:
    """Returns when a guest looked at a table last. That may not be saved yet."""
    looks = [holder.looked, tables.looked.get((live.id, holder.guest))]
    return max((look for look in looks if look is not None), default=None)


def _reasons(tables: TableRegistry, live: LiveTable, entry: GameListing, due: DueTable, guest: str) -> Iterator[Reason]:
    """Yields the reasons to alert a guest at a table, the most urgent first."""
    if entry.over:
        yield Reason(_alert("over", live, entry), entry.when, "over")
        return
    if entry.urgent:
        until = tables.house.now() + entry.seconds
        since = now() - timedelta(seconds=live.table.pace.notice - entry.seconds)
        yield Reason(_alert("time", live, entry), since, f"{last_seen(live, guest)} until {round(until)}", AT_ONCE)
    question = asked(live, guest)
    if question is not None and due.asked is not None:
        kind, seat = question
        alert = _alert(kind, live, entry, live.called(seat))
        yield Reason(alert, due.asked, f"{seat} at {due.asked.isoformat()}")
    yield from _turn(live, entry, due, guest)
    if due.joined is not None:
        yield Reason(_alert("joined", live, entry), due.joined, due.joined.isoformat())


def _turn(live: LiveTable, entry: GameListing, due: DueTable, guest: str) -> Iterator[Reason]:
    """Yields the reason that a guest has to decide, or to help to deal; none during their vacation."""
    if entry.dealing and entry.yours and not entry.asks and due.asked is not None:
        yield Reason(_alert("turn", live, entry), due.asked, f"deal at {due.asked.isoformat()}")
    if entry.moves and not entry.open and not entry.away:
        last = last_seen(live, guest)
        # Before the first action, it was a step of the deal, or the last player to join, that made it their turn.
        begun = [moment for moment in (due.asked, due.joined) if last < 0 and moment is not None]
        yield Reason(_alert("turn", live, entry), max([entry.when, *begun]), str(last))


def _alert(kind: Kind, live: LiveTable, entry: GameListing, opponent: str = "") -> Alert:
    timed = entry.moves and isfinite(entry.seconds)
    deadline = now() + timedelta(seconds=entry.seconds) if timed else None
    name = opponent or ("" if entry.opponents in NAMELESS or ", " in entry.opponents else entry.opponents)
    return Alert(kind, entry.title, name, f"/tables/{live.id}", deadline)


def _next_look(tables: TableRegistry, live: LiveTable, entry: GameListing) -> datetime | None:
    """Returns when time alone gives a reason for an alert: when it is nearly up, or when a vacation ends."""
    seat = clocks.decider(live)
    if not entry.moves or seat is None:
        return None
    moment = tables.house.now()
    if entry.away:
        back = clocks.on_vacation_until(live, seat, moment)
        return None if back is None else _after(back - moment)
    left = entry.seconds - live.table.pace.notice
    return _after(left) if isfinite(left) and left > 0 else None


def _after(seconds: float) -> datetime:
    return now() + timedelta(seconds=max(1.0, seconds))


def earliest(moments: Iterable[datetime | None]) -> datetime | None:
    """Returns the first of these moments, if there is any."""
    return min((moment for moment in moments if moment is not None), default=None)
