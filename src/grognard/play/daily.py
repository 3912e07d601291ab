"""The daily deal: for each game and day one deal and one seat, which anybody can compute.

Hashed are four lines, without an end of line after the last: DOMAIN, the game's slug, the version of its rules and the
day of UTC as YYYY-MM-DD. The first eight bytes of that SHA-256 are the seed, the next eight modulo the number of seats
are the seat. The way is also told in docs/bots.md: a change here is a new DOMAIN.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from grognard.kernel.game import Game
from grognard.play.players import PERSON

DOMAIN: Final = "grognard/daily/1"
OPPONENT: Final = "veteran"  # who has all other seats


class DailyDeal(NamedTuple):
    """What a game is dealt from on a day, and where the one who plays it sits."""

    seed: int
    seat: int


def deal_of(slug: str, rules: int, day: date, seats: int) -> DailyDeal:
    """The deal of a game on a day, by the version of its rules and how many seats it has."""
    digest = hashlib.sha256(f"{DOMAIN}\n{slug}\n{rules}\n{day.isoformat()}".encode()).digest()
    return DailyDeal(int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big") % seats)


def daily_deal(game: Game, day: date) -> DailyDeal:
    """The deal of a game under its standard rules."""
    return deal_of(game.slug, game.spec.meta.rules, day, game.num_players())


def seated(game: Game, seat: int, person: str = PERSON) -> list[str]:
    """Who sits where: the person in this seat, the computer in all others."""
    return [person if number == seat else OPPONENT for number in range(game.num_players())]


def day_of(moment: datetime) -> date:
    """The day of UTC in which a moment lies, whatever its zone is."""
    return moment.astimezone(UTC).date()
