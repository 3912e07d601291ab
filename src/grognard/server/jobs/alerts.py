"""Alerts guests who are away: checks the tables in the outbox, and sends messages.

A check and its messages are stored at once, so each reason leads to one message. If the server dies while it sends a
message, it sends it once more with the same id.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from grognard.kernel.errors import NotFound
from grognard.server.alerts.messages import Alert
from grognard.server.alerts.outcomes import Outcome
from grognard.server.alerts.senders import Senders
from grognard.server.errors import Damaged, is_of_one_table, traced
from grognard.server.guests.due_alerts import Finding, earliest, find
from grognard.server.storage.alert_ways import AlertStore, StoredAlert, Way
from grognard.server.storage.outbox import QUIET, DueTable, Holder, NewAlert, News, OutboxStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.tables.table_registry import TableRegistry

LOGGER: Final = logging.getLogger("grognard")
EVERY: Final = 5.0  # seconds
BREATH: Final = 0.2  # seconds between two rounds
AFTER_A_FAULT: Final = timedelta(hours=1)  # until a table that cannot be checked is checked again
LEAST_WAIT: Final = 60.0  # seconds, if a receiver asks to wait
MOST_TRIES: Final = 8  # of a message whose receiver asks to wait
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

    async def tend_tables(self) -> None:
        """Checks tables until the server stops."""
        await _repeated(self.check)

    async def tend_messages(self) -> None:
        """Sends messages until the server stops. Slow receivers hold up no checks."""
        await _repeated(self.send)

    # -- whom to alert -----------------------------------------------------------------------------------------------

    async def check(self) -> int:
        """Checks some tables that are due, and stores the messages; returns how many tables there were."""
        taken = await self._outbox.take()
        following: dict[DueTable, datetime | None] = {}
        found: dict[str, list[tuple[DueTable, Finding]]] = {}
        for due in taken:
            findings, following[due] = await self._checked(due)
            for holder, finding in findings:
                if finding.alerts:
                    found.setdefault(holder.guest, []).append((due, finding))
        alerts = []
        for guest, due_now in found.items():
            wait = await self._wait(guest, [alert for _, finding in due_now for alert in finding.alerts])
            if wait is None:
                alerts.append(_together(guest, due_now))
            else:
                following |= {due: earliest([wait, following[due]]) for due, _ in due_now}
        if taken:
            await self._outbox.finish(following, alerts)
        return len(taken)

    async def _checked(self, due: DueTable) -> tuple[list[tuple[Holder, Finding]], datetime | None]:
        """Checks a table; returns a finding for each guest there who gets alerts, and when to check again."""
        holders = await self._outbox.holders(due.id)
        if not holders:
            return [], None
        try:
            live = await self._tables.looked_at(due.id)
            found = [(holder, await find(self._tables, self._people, live, due, holder)) for holder in holders]
        except (NotFound, Damaged):  # removed, or played under older rules: nothing waits there
            return [], None
        except Exception as error:
            if not is_of_one_table(error):
                raise
            LOGGER.error("could not check a table for alerts: %s", traced(error))
            return [], now() + AFTER_A_FAULT
        return found, earliest(finding.following for _, finding in found)

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
        age = now() - stored.made
        if age > USEFUL_FOR:
            await self._store.done(stored, TOO_OLD)
        elif age > QUIET and await self._store.has_looked(stored, _tables_of(stored)):
            await self._store.done(stored, KNOWN)
        else:
            await self._note(stored, await self._outcome(stored, way))

    async def _outcome(self, stored: StoredAlert, way: Way) -> Outcome:
        try:
            alerts = msgspec.convert(stored.alerts, list[Alert])
            return await self._senders.send(way, stored.id, alerts, now())
        except Exception as error:  # a fault of ours must not keep other messages from being sent
            LOGGER.error("could not send an alert: %s", traced(error))
            return Outcome("failed", FAULT)

    async def _note(self, stored: StoredAlert, outcome: Outcome) -> None:
        if outcome.state == "sent":
            await self._store.done(stored)
        elif outcome.state == "later" and stored.tries < MOST_TRIES:
            await self._store.later(stored, max(outcome.wait, LEAST_WAIT))
        else:
            again = RETRIES[stored.tries - 1] if outcome.state == "failed" and stored.tries <= len(RETRIES) else None
            await self._store.failed(stored, outcome.why, again, gone=outcome.state == "gone")


async def _repeated(round: Callable[[], Awaitable[int]]) -> None:
    """Does something again and again: at once while there is much to do, otherwise after a few seconds."""
    while True:
        try:
            while await round():
                await asyncio.sleep(BREATH)
        except Exception as error:  # the database may be away for a while
            LOGGER.error("could not send alerts: %s", traced(error))
        await asyncio.sleep(EVERY)


def _together(guest: str, findings: Sequence[tuple[DueTable, Finding]]) -> NewAlert:
    """Returns one message about all these tables."""
    return NewAlert(
        guest, {due.id: News(msgspec.to_builtins(finding.alerts), finding.marks) for due, finding in findings}
    )


def _tables_of(stored: StoredAlert) -> list[str]:
    """Returns the ids of the tables that a message is about; none for a test."""
    addresses = [str(alert.get("url", "")) for alert in stored.alerts]
    return [address.removeprefix(TABLES) for address in addresses if address.startswith(TABLES)]
