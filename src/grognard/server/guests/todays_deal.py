"""The deal of the day: the one daily deal that the start page offers a guest, and the state of their attempt."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.kernel.game import Meta
from grognard.play.daily import day_of, game_of
from grognard.registry import for_players, load
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.rows import DailyTry, now

MOST_MINUTES: Final = 30  # that the deal of the day takes


class TodaysDeal(NamedTuple):
    """The deal of the day for a guest: its game, about how long it takes, and the guest's attempt.

    `result` is one of RESULTS, or empty if it is no longer known or the guest has not finished.
    """

    meta: Meta
    minutes: int
    tried: DailyTry | None
    result: str = ""

    @property
    def gone(self) -> bool:
        """Whether the table of the attempt has been removed."""
        return self.tried is not None and self.tried.rules is None


async def todays_deal(store: DailyStore, guest: str) -> TodaysDeal:
    """Returns today's deal of the day, always of a game that fits in a break."""
    today, specs = day_of(now()), for_players()
    found = game_of(today, [found for found in specs if 0 < found.minutes({}) <= MOST_MINUTES] or specs)
    meta, minutes = found.meta, found.minutes({})
    one = next((one for one in await store.tries(guest, today.isoformat()) if one.game == meta.slug), None)
    if one is None or one.result is None:
        return TodaysDeal(meta, minutes, one)
    rules = meta.rules if one.rules is None else one.rules
    seat = (await store.secret()).deal(meta.slug, rules, today, load(meta.slug).num_players()).seat
    return TodaysDeal(meta, minutes, one, one.result.for_seats([seat]))
