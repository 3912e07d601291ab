"""Runs of days on which a guest played: one missed day in any seven does not end a run, and does not count."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Final, NamedTuple

DAY: Final = timedelta(days=1)
GRACE: Final = timedelta(days=7)  # from one missed day to the next, at least


class Streaks(NamedTuple):
    """The number of days played in the best run and in the current run; 0 if there is no current run."""

    best: int = 0
    current: int = 0


def streaks(played: Collection[date], today: date) -> Streaks:
    """Returns the best and the current run. Today neither ends a run nor counts as missed before it is over."""
    best = first = 0  # the index of the first day of the run
    missed: tuple[date, int] | None = None  # the last missed day of the run, and the index of the next day played
    days = sorted(set(played))
    for at, day in enumerate(days):
        gap = day - days[at - 1] if at else DAY
        if gap > 2 * DAY:
            first, missed = at, None
        elif gap == 2 * DAY:
            if missed is not None and _too_soon(day - DAY, missed[0]):
                first = missed[1]  # the run continues without the days before that
            missed = day - DAY, at
        best = max(best, at - first + 1)
    if not days or _has_ended(days[-1], missed and missed[0], today):
        return Streaks(best)
    return Streaks(best, len(days) - first)


def _has_ended(last: date, missed: date | None, today: date) -> bool:
    """Returns whether a run has ended since its last day, given its last missed day."""
    if today - last <= DAY:
        return False
    return today - last > 2 * DAY or (missed is not None and _too_soon(today - DAY, missed))


def _too_soon(day: date, missed: date) -> bool:
    return day - missed < GRACE
