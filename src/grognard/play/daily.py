"""The daily deal: for each game and day one deal and one seat.

A server derives each day's deal from a key, and the key from its secret and the date. The key's hash is published with
the deal and the key itself a day later, so nobody can look ahead, the host can't choose afterwards, and one day's key
says nothing about another's. In a terminal there is no server to keep a secret: a practice deal depends on the date
alone. docs/fair-deals.md describes both, and docs/check_daily.py checks the first: a change here is a new DOMAIN.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Final, NamedTuple

from grognard.kernel.game import Game, GameSpec
from grognard.play.deal import packed
from grognard.play.players import PERSON

PRACTICE: Final = "grognard/daily/1"
DOMAIN: Final = "grognard/daily/2"
SECRET_BYTES: Final = 32
SEED_BYTES: Final = 16
OPPONENT: Final = "veteran"  # in all other seats
FIFTHS: Final = 5  # parts of a game, each with a mark for how well it was played
COSTS: Final = (0.02, 0.1)  # of a part, as a chance of winning, from which it has the next mark
MARKS: Final = "●◐○"


class DailyDeal(NamedTuple):
    """The seed of a game on a day, and the seat of the person who plays it."""

    seed: int
    seat: int


class DailySecret(NamedTuple):
    """The secret from which a server derives its daily deals, and the first day on which it did."""

    secret: bytes
    since: date

    def deal(self, slug: str, rules: int, day: date, seats: int) -> DailyDeal:
        """Returns the deal of a day; before `since` it is the practice deal, which anyone could compute."""
        if day < self.since:
            return practice_of(slug, rules, day, seats)
        return deal_of(self._key(day), slug, rules, day, seats)

    def promise(self, day: date) -> str:
        """Returns the hash of a day's key, or nothing for a day before `since`."""
        return "" if day < self.since else promised(self._key(day), day)

    def opened(self, day: date, today: date) -> str:
        """Returns the key of a day that is over, in hexadecimal digits; of any other day nothing."""
        return self._key(day).hex() if self.since <= day < today else ""

    def _key(self, day: date) -> bytes:
        return hmac.digest(self.secret, packed(f"{DOMAIN}/key", day.isoformat()), "sha256")


def promised(key: bytes, day: date) -> str:
    """Returns the hash that is published with the deals of a day."""
    return hashlib.sha256(packed(f"{DOMAIN}/promise", day.isoformat(), key)).hexdigest()


def deal_of(key: bytes, slug: str, rules: int, day: date, seats: int) -> DailyDeal:
    """Returns a game's deal for a day's key, given its rules version and number of seats."""
    digest = hmac.digest(key, packed(f"{DOMAIN}/seed", day.isoformat(), slug, rules), "sha256")
    seat = int.from_bytes(digest[SEED_BYTES:], "big") % seats
    return DailyDeal(int.from_bytes(digest[:SEED_BYTES], "big"), seat)


def practice_of(slug: str, rules: int, day: date, seats: int) -> DailyDeal:
    """Returns the practice deal of a game, by the version of its rules and the number of its seats.

    The hash is of four lines, with no line break after the last: PRACTICE, the game's slug, the version of its rules
    and the day. The first eight bytes are the seed, the next eight modulo the number of seats are the seat.
    """
    digest = hashlib.sha256(f"{PRACTICE}\n{slug}\n{rules}\n{day.isoformat()}".encode()).digest()
    return DailyDeal(int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big") % seats)


def practice_deal(game: Game, day: date) -> DailyDeal:
    """Returns the practice deal of a game under its standard rules."""
    return practice_of(game.slug, game.spec.meta.rules, day, game.num_players())


def seated(game: Game, seat: int, person: str = PERSON) -> list[str]:
    """Returns the players of all seats: a person in this seat, the computer in all others."""
    return [person if number == seat else OPPONENT for number in range(game.num_players())]


def game_of(day: date, games: Sequence[GameSpec]) -> GameSpec:
    """Returns the game whose deal is the deal of the day; each of these games has its turn."""
    return games[day.toordinal() % len(games)]


def result_text(title: str, day: date, result: str, turns: int = 0, marks: str = "", late: bool = False) -> str:
    """Returns a guest's result as a text to share, which says nothing about the cards or how they were played."""
    after = f" in {turns} turn{'' if turns == 1 else 's'}" if turns else ""
    quality = f" {marks}" if marks else ""
    when = f"{day.day} {day:%B %Y}, played later" if late else f"{day.day} {day:%B}"
    return f"Grognard, daily deal of {when}: {title}. {result.capitalize()}{after}.{quality}"


def quality_marks(costs: Sequence[float]) -> str:
    """Returns a mark for each fifth of a guest's decisions, in order; empty if there are fewer than five.

    Each is the total cost of these decisions, as a chance of winning.
    """
    if len(costs) < FIFTHS:
        return ""
    bounds = [len(costs) * part // FIFTHS for part in range(FIFTHS + 1)]
    parts = [sum(costs[start:end]) for start, end in pairwise(bounds)]
    return "".join(MARKS[sum(cost >= least for least in COSTS)] for cost in parts)


def day_of(moment: datetime) -> date:
    """Returns the UTC day of a moment in any time zone."""
    return moment.astimezone(UTC).date()
