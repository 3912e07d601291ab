"""A month of daily deals as a calendar, with the days that a guest played."""

from __future__ import annotations

import calendar
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from grognard.play.streaks import DAY, Streaks, streaks


class CalendarDay(NamedTuple):
    """A day of the calendar. A day to come has no deals yet."""

    date: date
    played: bool
    today: bool
    open: bool


class DailyMonth(NamedTuple):
    """A month in weeks from Monday to Sunday, None for the days of other months.

    `before` is the last day of the month before, `after` the first day of the month after, or None if there is none.
    """

    first: date
    weeks: list[list[CalendarDay | None]]
    played: int
    streaks: Streaks
    before: date | None
    after: date | None


def daily_month(shown: date, today: date, played: Collection[date]) -> DailyMonth:
    """Returns the month of the day shown; the runs are those of all months."""

    def drawn(number: int) -> CalendarDay | None:
        if number == 0:
            return None
        day = shown.replace(day=number)
        return CalendarDay(day, day in played, day == today, day <= today)

    weeks = calendar.Calendar().monthdayscalendar(shown.year, shown.month)
    first = shown.replace(day=1)
    last = shown.replace(day=calendar.monthrange(shown.year, shown.month)[1])
    return DailyMonth(
        first,
        [[drawn(number) for number in week] for week in weeks],
        sum(first <= day <= last for day in played),
        streaks(played, today),
        first - DAY if first > date.min else None,
        last + DAY if last < today else None,
    )
