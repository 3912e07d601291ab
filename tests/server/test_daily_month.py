"""The calendar of a month: weeks from Monday, and which days are played, today, or still to come."""

from __future__ import annotations

from datetime import date

import pytest

from grognard.server.guests.daily_month import daily_month

pytestmark = pytest.mark.usefixtures("same_day")

TODAY = date(2026, 3, 11)
PLAYED = {date(2026, 2, 27), date(2026, 3, 9), date(2026, 3, 10)}


def test_a_month_has_all_its_days_in_weeks_from_monday() -> None:
    found = daily_month(TODAY, TODAY, PLAYED)
    assert {len(week) for week in found.weeks} == {7}
    for week in found.weeks:
        assert all(one is None or one.date.weekday() == at for at, one in enumerate(week))
    days = [one for week in found.weeks for one in week if one is not None]
    assert [one.date.day for one in days] == [*range(1, 32)]
    assert [one.date.day for one in days if one.played] == [9, 10]
    assert [one.date.day for one in days if one.today] == [11]
    assert [one.date.day for one in days if not one.open] == [*range(12, 32)]
    assert (found.first, found.played, found.streaks) == (date(2026, 3, 1), 2, (2, 2))


@pytest.mark.parametrize(
    ("shown", "before", "after", "played"),
    [
        (TODAY, date(2026, 2, 28), None, 2),
        (date(2026, 3, 1), date(2026, 2, 28), None, 2),
        (date(2026, 2, 28), date(2026, 1, 31), date(2026, 3, 1), 1),
        (date(2025, 12, 1), date(2025, 11, 30), date(2026, 1, 1), 0),
        (date.min, None, date(1, 2, 1), 0),
    ],
)
def test_the_months_before_and_after_are_linked_unless_they_have_no_deals(
    shown: date, before: date | None, after: date | None, played: int
) -> None:
    found = daily_month(shown, TODAY, PLAYED)
    assert (found.before, found.after, found.played) == (before, after, played)
    assert found.streaks == (2, 2), "runs are those of all months"
