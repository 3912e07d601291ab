"""Alerts guests who are away: looks at the tables in the outbox, and sends the messages that come of it.

A look and the messages it leads to are stored at once, so each reason leads to one message. If the server dies while it
sends a message, it sends it once more with the same id.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from grognard.server.alerts.messages import Alert
from grognard.server.alerts.outcomes import Outcome
from grognard.server.alerts.senders import Senders
from grognard.server.errors import is_of_one_table, traced
from grognard.server.guests.due_alerts import Finding, earliest, find
from grognard.server.storage.alert_ways import AlertStore, StoredAlert, Way
from grognard.server.storage.outbox import QUIET, DueTable, Holder, NewAlert, OutboxStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 5.0  # seconds
RETRIES: Final = (60.0, 600.0)  # seconds until a message that failed is tried again
USEFUL_FOR: Final = timedelta(days=1)
TOO_OLD: Final = "It could not be sent for a day."
KNOWN: Final = "You looked at the table before it could be sent."
FAULT: Final = "The message could not be sent."
TABLES: Final = "/tables/"  # before the id in the address of a table


class AlertJob:
    """Finds out whom to alert, and sends the messages."""

    def __init__(
        self, tables: TableRegistry, people: PeopleStore, outbox: OutboxStore, store: AlertStore, senders: Senders
    ) -> None:
        self._tables = tables
        self._people = people
        self._outbox = outbox
        self._store = store
        self._senders = senders

    async def tend(self) -> None:
        """Does so until the server stops."""
        while True:
            try:
                while await self.look():
                    pass
                while await self.send():
                    pass
            except Exception as error:  # the database may be away for a while
                LOGGER.error("could not send alerts: %s", traced(error))
            await asyncio.sleep(EVERY)

    # -- whom to alert -----------------------------------------------------------------------------------------------

    async def look(self) -> int:
        """Looks at some tables that are due, and stores the messages; returns how many tables there were."""
        taken = await self._outbox.take()
        following: dict[DueTable, datetime | None] = {}
        found: dict[str, list[tuple[DueTable, Finding]]] = {}
        for due in taken:
            findings = await self._look_at(due)
            following[due] = earliest(finding.following for _, finding in findings)
            for holder, finding in findings:
                if finding.alert is not None:
                    found.setdefault(holder.guest, []).append((due, finding))
        alerts = []
        for guest, due_now in found.items():
            wait = await self._wait(guest, [finding.alert for _, finding in due_now if finding.alert])
            if wait is None:
                alerts.append(_together(guest, due_now))
            else:
                following |= {due: earliest([wait, following[due]]) for due, _ in due_now}
        if taken:
            await self._outbox.finish(following, alerts)
        return len(taken)

    async def _look_at(self, due: DueTable) -> list[tuple[Holder, Finding]]:
        """Returns what a look at a table has found, for each guest there who gets alerts."""
        holders = await self._outbox.holders(due.id)
        live = await self._opened(due.id) if holders else None
        if live is None:
            return []
        return [(holder, await find(self._tables, self._people, live, due, holder)) for holder in holders]

    async def _opened(self, id: str) -> LiveTable | None:
        try:
            return await self._tables.looked_at(id)
        except Exception as error:  # removed, or played under older rules, or damaged: nothing waits there
            if not is_of_one_table(error):
                raise
            return None

    async def _wait(self, guest: str, alerts: Sequence[Alert]) -> datetime | None:
        """Returns until when the next message to a guest has to wait, so that several become one; None if not."""
        last = await self._outbox.last_alert(guest)
        if last is None or now() - last >= QUIET or any(alert.kind == "time" for alert in alerts):
            return None
        return last + QUIET

    # -- messages ----------------------------------------------------------------------------------------------------

    async def send(self) -> int:
        """Sends some messages that are due; returns how many there were."""
        taken = await self._store.take()
        await asyncio.gather(*(self._send(stored, way) for stored, way in taken))
        return len(taken)

    async def _send(self, stored: StoredAlert, way: Way) -> None:
        alerts, age = msgspec.convert(stored.alerts, list[Alert]), now() - stored.made
        if age > USEFUL_FOR:
            await self._store.done(stored, TOO_OLD)
        elif age > QUIET and await self._store.has_looked(stored, _tables_of(alerts)):
            await self._store.done(stored, KNOWN)
        else:
            await self._note(stored, await self._outcome(stored, way, alerts))

    async def _outcome(self, stored: StoredAlert, way: Way, alerts: Sequence[Alert]) -> Outcome:
        try:
            return await self._senders.send(way, stored.id, alerts, now())
        except Exception as error:  # a fault of ours must not keep other messages from being sent
            LOGGER.error("could not send an alert: %s", traced(error))
            return Outcome("failed", FAULT)

    async def _note(self, stored: StoredAlert, outcome: Outcome) -> None:
        match outcome.state:
            case "sent":
                await self._store.done(stored)
            case "later":
                await self._store.later(stored, outcome.wait)
            case "gone":
                await self._store.failed(stored, outcome.why, None, gone=True)
            case "failed":
                again = RETRIES[stored.tries - 1] if stored.tries <= len(RETRIES) else None
                await self._store.failed(stored, outcome.why, again)


def _together(guest: str, findings: Sequence[tuple[DueTable, Finding]]) -> NewAlert:
    """Returns one message about all these tables."""
    alerts = [msgspec.to_builtins(finding.alert) for _, finding in findings]
    return NewAlert(guest, alerts, {due.id: finding.marks for due, finding in findings})


def _tables_of(alerts: Sequence[Alert]) -> list[str]:
    """Returns the ids of the tables that alerts are about; none for a test."""
    return [alert.url.removeprefix(TABLES) for alert in alerts if alert.url.startswith(TABLES)]
