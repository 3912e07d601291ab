"""The streams that update a guest's open pages: each table after each deed visible to the guest, one at a time.

One stream serves all pages of a guest. A browser whose pages cannot share a stream opens one per page.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from litestar.channels import ChannelsPlugin, Subscriber
from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import BadInput, NotFound
from grognard.server.errors import Damaged, Forbidden, TooMuch, traced
from grognard.server.guests.my_games import GamesList
from grognard.server.table_page import as_html, dealing_model, past_model, seat_models, table_model
from grognard.server.tables import presence
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.dealing import tend
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.offers import prepare_offer
from grognard.server.tables.open_table import may_see, open_table
from grognard.server.tables.table_registry import ID, PROCESS, TableRegistry, channel, mark_of, people_channel
from grognard.server.tables.time_up import until_time_tells
from grognard.server.tables.tips import prepare_tips
from grognard.server.tables.viewpoint import horizon, version_for, viewpoint
from grognard.server.time_model import time_model, timed
from grognard.web.pages import render, table_fragment
from grognard.web.table_model import DealingModel, TableModel

LOGGER: Final = logging.getLogger("grognard")
MOST_TABLES: Final = 100  # in one stream
VERSION: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
HEARTBEAT: Final = ""  # in place of a table's id: the whole stream
BREATH: Final = 0.2  # seconds between two wakings at least: house time may be a little behind
BEAT: Final[Mapping[str, Any]] = {"table": HEARTBEAT, "deeds": None}
GAMES: Final = "games"  # in place of a table's id: the list of the guest's games, on their start page

# Lists the games of a guest.
ListGames = Callable[[str], Awaitable[GamesList]]
# Says whether the browser that opened a stream is still signed in.
SignedIn = Callable[[], Awaitable[bool]]


def read_tables(texts: Iterable[str]) -> dict[str, int | None]:
    """Returns the tables requested of a stream, each as `<id>` or `<id>:<version already shown>`; raises BadInput.

    GAMES in place of an id requests the list of the guest's games.
    """
    wanted: dict[str, int | None] = {}
    for text in texts:
        id, colon, version = text.partition(":")
        if not ID.fullmatch(id) or (colon and not VERSION.fullmatch(version)):
            raise BadInput("Request a stream with table=<id> or table=<id>:<version>.")
        wanted[id] = int(version) if colon else None
    if not 0 < len(wanted) <= MOST_TABLES:
        raise BadInput(f"Request 1 to {MOST_TABLES} tables in a stream.")
    return wanted


class WatchedTable:
    """A table on a guest's pages, and how much of it they have received so far."""

    def __init__(self, tables: TableRegistry, live: LiveTable, guest: str, csrf: str) -> None:
        self._tables = tables
        self._guest = guest
        self._csrf = csrf
        self._moment = horizon(live, guest)
        self._besides: object = None
        self._times: object = None
        self._aged: object = None
        self._here(live)
        if not self._held:
            tables.notify(live.id)

    def _here(self, live: LiveTable) -> None:
        """Marks the guest's seats as present."""
        self._live = live
        self._held = live.seats_of(self._guest)
        unnoticed = not all(presence.is_here(live, seat) for seat in self._held)
        live.watching.update(self._held)
        live.spectators[self._guest] += not self._held
        if unnoticed:
            self._tables.notify(live.id)

    def _gone(self) -> None:
        """Takes back what `_here` has noted."""
        self._live.watching.subtract(self._held)
        self._live.spectators[self._guest] -= not self._held

    def leave(self) -> None:
        """Notes that the pages are closed. If the guest does not come back in time, their seats show as away."""
        self._gone()
        if not self._held:
            self._tables.notify(self._live.id)
        else:
            asyncio.get_running_loop().call_later(presence.HERE_SECONDS, self._show_as_away)

    def _show_as_away(self) -> None:
        if not self._tables.closing:  # otherwise there is nobody left to send news to
            self._tables.notify(self._live.id)

    def stay(self, live: LiveTable) -> None:
        """Notes that the pages are still open; the guest's seats may have changed."""
        self._gone()
        self._here(live)
        if not self._held and self._tables.config.is_postgres:
            self._tables.notify(live.id)  # so that other processes still count this guest
        presence.mark_seen(self._tables, live, self._guest)

    def hear_of_spectators(self, news: Mapping[str, Any]) -> None:
        """Notes how many spectators another process has reported."""
        if news["from"] != PROCESS and "spectators" in news:
            self._live.hear_of_spectators(news["from"], news["spectators"])

    def has_aged(self, live: LiveTable) -> bool:
        """Returns whether time alone has changed something: who is here, how long they have left, who may claim."""
        before = self._aged
        seat = viewpoint(live, self._guest).seat if live.dealt else None
        seats = timed(self._tables, live, self._guest, seat_models(live, self._guest))
        self._aged = seats, time_model(self._tables, live, self._guest, seat)
        return self._aged != before

    def shows(self, live: LiveTable, version: int | None) -> bool:
        """Returns whether this version of the table is the current one."""
        return live.dealt and version == version_for(live, self._guest)

    def whole(self, live: LiveTable) -> str:
        """Returns the table as it is now, as HTML."""
        if not live.dealt:
            self._besides = self._dealing(live)
            return render("_dealing.html", p=self._besides)
        now = self._picture(live)
        self._besides, self._times = _besides(now), _times(now)
        return as_html(live, self._guest, now)

    def fragments(self, live: LiveTable, with_time: bool = True) -> list[str]:
        """Returns a fragment for each visible moment since the last, and one more if something else has changed.

        Without `with_time`, a change that came with time alone has to wait, unless there is another.
        """
        if not live.dealt:
            return [self.whole(live)] if self._dealing(live) != self._besides else []
        held = live.seats_of(self._guest)
        last = horizon(live, self._guest)
        if last < self._moment:  # an undo led back to an earlier turn, and a late spectator must not know that yet
            return []
        since = range(self._moment + 1, last + 1)
        versions = live.timeline.versions(held)
        shown = [number for number in since if versions[number] > versions[number - 1]]
        self._moment = last
        fragments = [
            table_fragment(past_model(self._tables, live, self._guest, number)) for number in shown if number < last
        ]
        now = self._picture(live)
        besides, times = _besides(now), _times(now)
        if shown or besides != self._besides or (with_time and times != self._times):
            fragments.append(as_html(live, self._guest, now))
            self._times = times
        self._besides = besides
        return fragments

    def _dealing(self, live: LiveTable) -> DealingModel:
        return dealing_model(self._tables, live, self._guest, self._csrf)

    def _picture(self, live: LiveTable) -> TableModel:
        return table_model(self._tables, live, self._guest, self._csrf)


def _besides(drawn: TableModel) -> object:
    """Returns the parts that can change without a deed, apart from times.

    Those are who is here, the buttons of the table, plans (by `at`), and the lines of the log about time.
    """
    seats = [replace(seat, time="", vacation="", up_at=None) for seat in drawn.seats]
    return (
        seats, drawn.undo_asked_by, drawn.undo_waiting, drawn.undo_refused, drawn.rematch,
        drawn.rematch_asked, drawn.rematch_declined_by,
        drawn.ask, drawn.hand_over, drawn.open_hands, drawn.advice, drawn.at, drawn.spectators, drawn.pause,
        drawn.told,
    )  # fmt: skip


def _times(drawn: TableModel) -> object:
    """Returns the parts that change with time alone."""
    return [(seat.time, seat.vacation, seat.up_at) for seat in drawn.seats], drawn.time


class WatchedGames:
    """The list of games on a guest's start page, as they last received it."""

    def __init__(self, list_games: ListGames, guest: str) -> None:
        self._list = list_games
        self._guest = guest
        self._mark = mark_of(guest)
        self._shown = GamesList("", None)

    def concerns(self, news: Mapping[str, Any]) -> bool:
        """Returns whether news for people may be about one of the guest's games with others."""
        return self._mark in news.get("of", ())

    async def changes(self, with_time: bool = True) -> list[str]:
        """Returns the list, unless it has not changed. Without `with_time`, a change of times alone has to wait."""
        now, before = await self._list(self._guest), self._shown
        if now.html == before.html or (not with_time and now.facts == before.facts):
            return []
        self._shown = now
        return [now.html]


class Stream:
    """An open stream of events for one guest."""

    def __init__(
        self,
        tables: TableRegistry,
        guest: str,
        csrf: str,
        subscriber: Subscriber,
        games: WatchedGames | None,
        is_signed_in: SignedIn,
    ) -> None:
        self._is_signed_in = is_signed_in
        self._games = games
        self._tables = tables
        self._guest = guest
        self._csrf = csrf
        self._subscriber = subscriber
        self._watched: dict[str, WatchedTable] = {}
        # When to wake next, by a monotonic clock: at the beat, and for each table where time alone changes something.
        self._due = {HEARTBEAT: time.monotonic() + presence.SEEN_EVERY}
        self._rescheduled = asyncio.Event()

    async def events(self, wanted: dict[str, int | None]) -> AsyncIterator[tuple[str, str]]:
        """Yields the house time as a heartbeat, each table as it is now, unless already shown; then all changes."""
        if self._tables.closing:
            return
        yield self._heartbeat()
        for id, version in wanted.items():
            await asyncio.sleep(0)
            live = await self._tables.follow(id)
            self._watched[id] = watched = WatchedTable(self._tables, live, self._guest, self._csrf)
            self._schedule(live)
            # The page may be older: since then there may have been deeds, or players may have come or gone.
            if not watched.shows(live, version):
                await self._tables.prepare_summary(live)
                await prepare_offer(self._tables, live, self._guest)
                await prepare_tips(self._tables, live, self._guest)
                yield id, watched.whole(live)
        for fragment in await self._game_changes():
            yield GAMES, fragment
        waking = asyncio.create_task(self._wake())
        try:
            async for message in self._subscriber.iter_events():
                if self._tables.closing:  # the next server sends the rest
                    return
                news = json.loads(message)
                if news["table"] == HEARTBEAT:
                    if not await self._is_signed_in():
                        return
                    yield self._heartbeat()
                    for id in [*self._watched]:
                        for fragment in await self._at_a_beat(id):
                            yield id, fragment
                if news["table"] == HEARTBEAT or (self._games is not None and self._games.concerns(news)):
                    for fragment in await self._game_changes(with_time=not news["deeds"]):
                        yield GAMES, fragment
                if news["table"] in self._watched and not news.get("of"):
                    self._watched[news["table"]].hear_of_spectators(news)
                    for fragment in await self._news(news["table"], news["deeds"]):
                        yield news["table"], fragment
                if not self._watched and self._games is None:
                    return
        finally:
            waking.cancel()

    def _heartbeat(self) -> tuple[str, str]:
        """Returns the heartbeat. It carries the house time, for the clocks of live games."""
        return HEARTBEAT, f"{self._tables.house.now():.1f}"

    async def _game_changes(self, with_time: bool = True) -> list[str]:
        return [] if self._games is None else await self._games.changes(with_time)

    async def _news(self, id: str, deeds: int | None) -> list[str]:
        """Returns the new fragments of a table that has at least this many deeds."""
        try:
            # A deed counts only once it is saved: wait for the lock.
            async with self._tables.held(id, deeds) as live:
                await self._tables.prepare_summary(live)
                await prepare_offer(self._tables, live, self._guest)
                self._schedule(live)
                if may_see(live, self._guest):  # they may have lost their seat
                    # News of a deed may be of a secret pick: when it came must not show in what else is sent.
                    return self._watched[id].fragments(live, with_time=not deeds)
                self._watched.pop(id).leave()
                return []
        except (NotFound, Damaged):  # removed, or closed: the others continue
            self._watched.pop(id).leave()
            return []

    async def _at_a_beat(self, id: str) -> list[str]:
        """Returns the changes at a table that came with time alone. Marks its guest as seen, and lets bots continue."""
        await asyncio.sleep(0)  # let other tasks run: there may be a hundred tables
        # News from other processes may have been lost.
        several = self._tables.config.is_postgres
        try:
            live = await self._tables.follow(id, None if several else 0)
        except (NotFound, Damaged):
            return await self._news(id, 0)
        watched = self._watched[id]
        watched.stay(live)
        await tend(self._tables, live)
        autoplay(self._tables, live)
        self._schedule(live)
        return await self._news(id, 0) if watched.has_aged(live) or several else []

    def _schedule(self, live: LiveTable) -> None:
        """Notes when time alone will next change what the page of a table says."""
        wait = until_time_tells(self._tables, live)
        self._due.pop(live.id, None)
        if wait is not None:
            self._due[live.id] = time.monotonic() + max(wait, BREATH)
        self._rescheduled.set()

    async def _wake(self) -> None:
        """Wakes the stream at each beat, and at a table when time alone changes what its page says."""
        while True:
            self._rescheduled.clear()
            id = min(self._due, key=self._due.__getitem__)
            try:
                async with asyncio.timeout(self._due[id] - time.monotonic()):
                    await self._rescheduled.wait()
            except TimeoutError:
                self._due.pop(id, None)
                if id == HEARTBEAT:
                    self._due[id] = time.monotonic() + presence.SEEN_EVERY
                news = {**BEAT, "table": id, "deeds": 0, "from": PROCESS}
                self._subscriber.put_nowait(json.dumps(news).encode())

    def leave(self) -> None:
        """Notes that the guest's pages are closed."""
        for watched in self._watched.values():
            watched.leave()


def _channels(tables: Iterable[str], guest: str) -> set[str]:
    return {channel(id) for id in tables} | {people_channel(mark_of(guest))}


class Streams:
    """The streams of this process, with a limit for each guest."""

    def __init__(self, tables: TableRegistry, channels: ChannelsPlugin, list_games: ListGames) -> None:
        self._tables = tables
        self._list_games = list_games
        self._channels = channels
        self._of: Counter[str] = Counter()

    async def opened(
        self, guest: str, csrf: str, wanted: dict[str, int | None], is_signed_in: SignedIn
    ) -> AsyncIterator[tuple[str, str]]:
        """Returns the events of a new stream, which counts from now on.

        Raises NotFound if none of its tables is here, and TooMuch if the guest has as many streams as allowed.
        """
        events = self._events(guest, csrf, wanted, is_signed_in)
        # Started here, so that it stops counting even if nobody ever reads it.
        await anext(events)
        return events

    async def _is_here(self, id: str, guest: str) -> bool:
        try:
            await open_table(self._tables, id, guest)
        except (NotFound, Forbidden, Damaged):
            return False
        return True

    def end_signed_out(self, guest: str) -> None:
        """Ends the streams of a guest's browsers that have been signed out, in every process."""
        self._channels.publish(BEAT, people_channel(mark_of(guest)))

    async def _events(
        self, guest: str, csrf: str, wanted: dict[str, int | None], is_signed_in: SignedIn
    ) -> AsyncIterator[tuple[str, str]]:
        """Counts a stream, confirms that with a heartbeat, and yields its events."""
        # No `await` between these two statements, or many requests at once would all get in.
        if self._of[guest] >= self._tables.config.streams:
            raise TooMuch("You have too many table pages open. Close some of them.")
        self._of[guest] += 1
        try:
            games = WatchedGames(self._list_games, guest) if GAMES in wanted else None
            here = {id: version for id, version in wanted.items() if id != GAMES and await self._is_here(id, guest)}
            if not here and games is None:
                raise NotFound("There is no such table for you to watch.")
            yield HEARTBEAT, ""
            async with self._channels.start_subscription(_channels(here, guest)) as subscriber:
                self._tables.listening.add(subscriber)
                stream = Stream(self._tables, guest, csrf, subscriber, games, is_signed_in)
                try:
                    async for event in stream.events(here):
                        yield event
                except SQLAlchemyError as error:  # the stream ends, and the page reconnects
                    LOGGER.error("a stream ended: %s", traced(error))
                finally:
                    self._tables.listening.discard(subscriber)
                    stream.leave()
        finally:
            self._of[guest] -= 1
            if not self._of[guest]:
                del self._of[guest]
