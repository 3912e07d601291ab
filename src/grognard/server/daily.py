"""The deal of the day: one counted try for each guest and game, and afterwards how others fared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.play.daily import LEVEL, daily_deal, day_of
from grognard.play.matches import SINGLE
from grognard.registry import for_players, load
from grognard.server.storage.daily import DailyStore, Try
from grognard.server.storage.records import Result, now
from grognard.server.storage.tables import Taken
from grognard.server.tables import lobby
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.lobby import YOU, Setup

DAYS: Final = 7  # whose pages can be looked at, today's among them


class Tally(NamedTuple):
    """How several people fared with the same deal; `turns` is the mean over what was won, drawn or lost."""

    won: int
    drawn: int
    lost: int
    unfinished: int
    turns: float

    @property
    def over(self) -> int:
        """How many have ended the game."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of points, a draw being half of one; 0 where nobody has ended the game."""
        return (self.won + self.drawn / 2) / self.over if self.over else 0.0


class Daily:
    """Deals of the day, by a clock that tests may set."""

    def __init__(self, tables: Tables, store: DailyStore, clock: Callable[[], datetime] = now) -> None:
        self._tables = tables
        self._store = store
        self._clock = clock

    def today(self) -> date:
        """The day in UTC."""
        return day_of(self._clock())

    def read_day(self, text: str) -> date:
        """A day whose deal may be looked at. Raises NotFound."""
        try:
            day = date.fromisoformat(text)
        except ValueError as error:
            raise NotFound(f"“{text}” is no day: write one as {self.today()}.") from error
        if day.isoformat() != text or not timedelta(0) <= self.today() - day < timedelta(days=DAYS):
            raise NotFound(f"Deals can be looked at on their day and for {DAYS - 1} days after it.")
        return day

    async def start(self, slug: str, day: date, guest: str) -> str:
        """The guest's one table for today's deal, set up where there is none yet. Raises BadInput, NotFound."""
        game = game_of(slug)
        if found := await self.table_of(slug, day, guest):
            return found
        if day != self.today():
            raise BadInput(f"The deal of {day} is over: today's is that of {self.today()}.")
        deal = daily_deal(game.spec.meta, day, game.num_players())
        seats = [YOU if seat == deal.seat else LEVEL for seat in range(game.num_players())]
        setup = Setup(
            game=slug, options=game.options, seats=seats, seed=deal.seed, match=SINGLE, daily=day.isoformat()
        )  # fmt: skip
        try:
            return await lobby.create(self._tables, setup, guest)
        except Taken:  # the same guest was quicker in another tab, perhaps in another process
            found = await self.table_of(slug, day, guest)
            assert found is not None
            return found

    async def table_of(self, slug: str, day: date, guest: str) -> str | None:
        """The table of the guest's try, if he has begun one."""
        return await self._store.table_of(guest, slug, day.isoformat())

    async def tries(self, slug: str, day: date) -> list[Try]:
        """All tries at a deal."""
        return await self._store.tries(slug, day.isoformat(), game_of(slug).spec.meta.rules)


def game_of(slug: str) -> Game:
    """A game that has a deal each day. Raises NotFound."""
    if slug not in {found.meta.slug for found in for_players()}:
        raise NotFound(f"There is no game “{slug}” with a deal of the day.")
    return load(slug)


def outcome_of(result: Result, seat: int) -> str:
    """How a game ended for a seat."""
    if not result.winners:
        return "drawn"
    return "won" if seat in result.winners else "lost"


def tallied(tries: Sequence[Try], seat: int) -> Tally:
    """The tries of several people, who all sat in this seat."""
    results = [one.result for one in tries if one.over and one.result is not None and one.result.turn]
    ends = [outcome_of(result, seat) for result in results]
    turns = sum(result.turn for result in results) / len(results) if results else 0.0
    unfinished = sum(not one.over for one in tries)
    return Tally(ends.count("won"), ends.count("drawn"), ends.count("lost"), unfinished, turns)
