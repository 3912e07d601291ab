"""Finds the reasons to alert guests of a table.

Everything comes from the guest's own start page, so an alert contains nothing that is hidden from them. Its time, too,
depends only on things they can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from math import isfinite
from typing import Final, NamedTuple

from grognard.server.alerts.messages import Alert, Kind
from grognard.server.guests.my_games import NEWS_FOR, GameListing, asked, game_of, last_seen
from grognard.server.storage.outbox import QUIET, DueTable, Holder
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.tables import clocks
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry

AT_ONCE: Final = timedelta()
UNTIL: Final = " until "
SOON: Final = timedelta(seconds=20)  # in a live game, in which an open page may show the same first
LESS_URGENT: Final[Mapping[Kind, frozenset[Kind]]] = {
    "time": frozenset({"turn", "joined"}),
    "turn": frozenset({"joined"}),
    "deal": frozenset({"joined"}),
}


class Reason(NamedTuple):
    """A reason for an alert: since when there is one, and a mark that differs from those of others of its kind."""

    alert: Alert
    since: datetime
    mark: str
    wait: timedelta = QUIET

    @property
    def due(self) -> datetime:
        """When to alert the guest, unless they have looked at the table by then."""
        return self.since + self.wait


class Finding(NamedTuple):
    """The result of checking a table for one guest: the alerts that are due, and when to check again."""

    alerts: Sequence[Alert]
    marks: Mapping[str, str]  # of the reasons that the guest knows once they get the alerts
    following: datetime | None


NOTHING: Final = Finding((), {}, None)


async def find(tables: TableRegistry, people: PeopleStore, live: LiveTable, due: DueTable, holder: Holder) -> Finding:
    """Checks a table for a guest."""
    entry = await game_of(tables, people, live, holder.guest) if live.against_people else None
    if entry is None:
        return NOTHING
    moment, looked = now(), _last_look(tables, live, holder)
    reasons = _reasons(tables, live, entry, due, holder.guest)
    fresh = [one for one in reasons if not _is_marked(holder.marks, one) and not _knows(looked, one)]
    ready = [one for one in fresh if one.due <= moment]
    following = earliest([_next_check(tables, live, entry), *(one.due for one in fresh if one not in ready)])
    marks: dict[str, str] = {**holder.marks}
    marks.update((one.alert.kind, one.mark) for one in ready)
    kinds = {one.alert.kind for one in ready}
    alerts = [one.alert for one in ready if not any(one.alert.kind in LESS_URGENT.get(kind, ()) for kind in kinds)]
    return Finding(alerts, marks, following)


def _is_marked(marks: Mapping[str, str], reason: Reason) -> bool:
    """Returns whether a guest was alerted for this reason."""
    known, kind = marks.get(reason.alert.kind), reason.alert.kind
    if known is None or kind != "time":
        return known == reason.mark
    (turn, until), (known_turn, known_until) = reason.mark.split(UNTIL), known.split(UNTIL)
    return turn == known_turn and abs(int(until) - int(known_until)) <= 1  # seconds, which are rounded


def _knows(looked: datetime | None, reason: Reason) -> bool:
    return looked is not None and looked >= reason.since


def _last_look(tables: TableRegistry, live: LiveTable, holder: Holder) -> datetime | None:
    """Returns when a guest looked at a table last, even if that is not saved yet."""
    looks = [holder.looked, tables.looked.get((live.id, holder.guest))]
    return max((look for look in looks if look is not None), default=None)


def _reasons(tables: TableRegistry, live: LiveTable, entry: GameListing, due: DueTable, guest: str) -> Iterator[Reason]:
    """Yields the reasons to alert a guest at a table, the most urgent first."""
    if entry.over:
        if now() - entry.when < NEWS_FOR:
            yield Reason(_alert("over", live, entry), entry.when, "over")
        return
    if entry.urgent:
        until = tables.house.now() + entry.seconds
        since = now() - timedelta(seconds=live.table.pace.notice - entry.seconds)
        mark = f"{last_seen(live, guest)}{UNTIL}{round(until)}"
        yield Reason(_alert("time", live, entry), since, mark, SOON if live.table.pace.is_live else AT_ONCE)
    question = asked(live, guest)
    if question is not None and due.asked is not None:
        kind, seat = question
        alert = _alert(kind, live, entry, live.called(seat))
        # Asking again and again at the same position alerts once.
        yield Reason(alert, due.asked, f"{seat} at {live.version([])}")
    yield from _turn(live, entry, due, guest)
    if due.joined is not None:
        open_seats = sum(seat.open for seat in live.seats)
        yield Reason(_alert("joined", live, entry), due.joined, f"{open_seats} open")


def _turn(live: LiveTable, entry: GameListing, due: DueTable, guest: str) -> Iterator[Reason]:
    """Yields the reason that a guest has to decide, or to help to deal; none during their vacation."""
    if entry.dealing and entry.yours and not entry.asks and due.asked is not None:
        yield Reason(_alert("deal", live, entry), due.asked, str(len(live.dealing)))
    if entry.moves and not entry.open and not entry.away:
        last, resumed = last_seen(live, guest), sum(one.kind == "resumed" for one in live.table.happenings)
        begun = [entry.when]
        if last < 0:  # it was a step of the deal, or the last player to join, that made it their turn
            begun += [moment for moment in (due.asked, due.joined) if moment is not None]
        if resumed and live.table.question is None and due.asked is not None:
            begun.append(due.asked)  # when the game was resumed
        yield Reason(_alert("turn", live, entry), max(begun), f"{last} after {resumed}" if resumed else str(last))


def _alert(kind: Kind, live: LiveTable, entry: GameListing, opponent: str = "") -> Alert:
    """Returns an alert. Its opponent is the other person, if there is only one, unless someone else is named."""
    timed = entry.moves and isfinite(entry.seconds)
    deadline = now() + timedelta(seconds=entry.seconds) if timed else None
    others = [live.seats[seat].name for seat in live.people if seat not in entry.held]
    name = opponent or (others[0] if len(others) == 1 else "")
    return Alert(kind, entry.title, name, f"/tables/{live.id}", deadline)


def _next_check(tables: TableRegistry, live: LiveTable, entry: GameListing) -> datetime | None:
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
