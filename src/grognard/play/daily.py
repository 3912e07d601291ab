"""The deal of a day: one deal and one side for each game and UTC day, which anyone can compute.

So it is for oneself and friends: it has no part of commit and reveal, and nobody is ranked by it.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from grognard.kernel.game import Meta

LEVEL: Final = "veteran"


class DailyDeal(NamedTuple):
    """What is played on a day: the seed, and the seat of the person; the level sits in all others."""

    seed: int
    seat: int


def day_of(moment: datetime) -> date:
    """The day to which a moment belongs, wherever the clock that told it hangs."""
    return moment.astimezone(UTC).date()


def daily_deal(meta: Meta, day: date, seats: int) -> DailyDeal:
    """The deal of a day for a game of so many seats: SHA-256 of "slug:rules version:day", as in "game:1:2026-11-25".

    The whole number is the seed; that of the same text and ":seat", divided by the seats, leaves the seat.
    """
    text = f"{meta.slug}:{meta.rules}:{day.isoformat()}"
    return DailyDeal(_number(text), _number(f"{text}:seat") % seats)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest())
