"""Runs of days: a missed day in any seven does not end one, and does not count."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise, product

import pytest

from grognard.play.streaks import Streaks, streaks

FIRST = date(2026, 2, 23)  # a month and a leap day away from anything special


def days(marks: str) -> list[date]:
    """The days with a mark other than a point."""
    return [FIRST + timedelta(days=number) for number, mark in enumerate(marks) if mark != "."]


def found(marks: str) -> Streaks:
    """The runs on the last of these days."""
    return streaks(days(marks), FIRST + timedelta(days=len(marks) - 1))


@pytest.mark.parametrize(
    ("marks", "best", "current"),
    [
        ("", 0, 0),
        (".", 0, 0),
        ("x", 1, 1),
        ("xx", 2, 2),
        ("xx.", 2, 2),  # today is not over
        ("xx..", 2, 2),  # yesterday is the day of grace
        ("xx...", 2, 0),
        ("xx.xx", 4, 4),
        ("xx..xx", 2, 2),
        ("x.x.x", 2, 2),  # the first day is no longer part of it
        ("xx.xxxxxx.x", 9, 9),  # seven days from one to the next
        ("xx.xxxxx.x", 7, 6),
        ("xx.xxx..", 5, 0),  # yesterday was the second in a week
        ("xx.xxx.", 5, 5),
        ("xxxx....xx", 4, 2),
    ],
)
def test_a_run_lasts_as_long_as_it_says(marks: str, best: int, current: int) -> None:
    assert found(marks) == (best, current)


def test_order_and_repeated_days_do_not_matter() -> None:
    played = days("xx.xxx")
    assert streaks([*reversed(played), *played], played[-1]) == (5, 5)


def is_run(played: list[bool], start: int, end: int) -> bool:
    """Is there at most one missed day in any seven between these?"""
    missed = [at for at in range(start, end + 1) if not played[at]]
    return all(later - earlier >= 7 for earlier, later in pairwise(missed))


def test_no_run_is_longer_than_the_longest_that_the_rule_allows() -> None:
    """Compares every pattern of twelve days with a search through all runs."""
    for played in map(list, product((False, True), repeat=12)):
        on = [at for at, is_on in enumerate(played) if is_on]
        runs = {(a, b): sum(played[a : b + 1]) for a in on for b in on if a <= b and is_run(played, a, b)}
        last = on[-1] if on else 0
        ending = max(((length, -a) for (a, b), length in runs.items() if b == last), default=(0, 0))
        goes_on = bool(on) and is_run(played, -ending[1], 10)
        marks = "".join("x" if is_on else "." for is_on in played)
        assert found(marks) == (max(runs.values(), default=0), ending[0] if goes_on else 0), marks
