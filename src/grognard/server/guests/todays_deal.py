"""The deal of the day: the one daily deal that leads, the state of a guest's attempt, and the days they played."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Final, NamedTuple

from grognard.kernel.game import GameSpec, Meta
from grognard.play.daily import day_of, game_of
from grognard.play.streaks import streaks
from grognard.registry import for_players, load
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.rows import DailyTry, now

MOST_MINUTES: Final = 30  # that the deal of the day takes


class TodaysDeal(NamedTuple):
    """The deal of the day for a guest: its game, about how long it takes, and the guest's attempt.

    `result` is one of RESULTS, or empty if it is no longer known or the guest has not finished. `run` is the length of
    the guest's current run of days.
    """

    meta: Meta
    minutes: int
    tried: DailyTry | None
    result: str = ""
    run: int = 0

    @property
    def gone(self) -> bool:
        """Whether the table of the attempt has been removed."""
        return self.tried is not None and self.tried.rules is None


async def todays_deal(store: DailyStore, guest: str) -> TodaysDeal:
    """Returns today's deal of the day."""
    today, tries = day_of(now()), await store.tries(guest)
    found = leading_game(today)
    meta, minutes = found.meta, found.minutes({})
    run = streaks(days_played(tries), today).current
    one = next((one for one in tries if (one.game, one.day) == (meta.slug, today.isoformat())), None)
    if one is None or one.result is None:
        return TodaysDeal(meta, minutes, one, run=run)
    rules = meta.rules if one.rules is None else one.rules
    seat = (await store.secret()).deal(meta.slug, rules, today, load(meta.slug).num_players()).seat
    return TodaysDeal(meta, minutes, one, one.result.for_seats([seat]), run)


def leading_game(day: date) -> GameSpec:
    """Returns the game of the deal of the day, always one that fits in a break."""
    specs = for_players()
    return game_of(day, [found for found in specs if 0 < found.minutes({}) <= MOST_MINUTES] or specs)


def days_played(tries: Iterable[DailyTry]) -> set[date]:
    """Returns the days on which a guest began a deal of that day and has finished it."""
    return {date.fromisoformat(one.day) for one in tries if one.counts}
