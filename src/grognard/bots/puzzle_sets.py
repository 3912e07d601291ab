"""A player's rating in puzzles, and the five puzzles of a day, from easy to the player's strength."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime, time
from functools import cache
from math import log10
from typing import Final, NamedTuple

from grognard.bots.puzzles import EASY, HARD, Puzzle, puzzles
from grognard.play.glicko import AVERAGE, RatedGame, Rating, rating_after
from grognard.registry import for_players

SIZE: Final = 5  # puzzles in a set
EASIER: Final = 250  # how far the first puzzle of a set is below the player's strength
SURE: Final = 110  # a rating with a larger deviation is only roughly known
GUESS: Final = 160  # and with an even larger one it would jump about: after fewer than about five attempts
ROUGHLY: Final = 50  # such a rating is rounded to a multiple of this
MOST_RATED: Final = 128  # latest first attempts that count
SLOPE: Final = 1400  # rating points for odds of being found that differ by a factor of ten
MIDDLE: Final = (EASY + HARD) / 2  # the ease of an average puzzle
RANGE: Final = (900.0, 2100.0)
DEVIATION: Final = 100  # of the rating of a puzzle: each level tried it only a few times
# What a set avoids, in rating points: repeating a game, a game the player doesn't know, and the same choice every day.
REPEATED: Final = 150
UNPLAYED: Final = 400
SCATTER: Final = 60
SHORT_GAMES: Final = 3  # from which a player who knows no game gets puzzles first
# How hard a puzzle is for a player, by how far its rating is above the player's strength at most.
HARDNESS: Final = ((-175.0, "Easy"), (-75.0, "Fairly easy"), (75.0, "At your level"), (175.0, "Hard"))
HARDEST: Final = "Very hard"


class Attempt(NamedTuple):
    """A player's attempts at a puzzle: when the first was made, whether it was right, and when they were over.

    Attempts are over when the player knows the solution. Seeing it without an attempt is a first attempt that failed:
    otherwise a player could skip every hard puzzle and only rise.
    """

    slug: str
    puzzle: str  # its id
    first: datetime
    right: bool
    over: datetime | None = None


class Place(NamedTuple):
    """A puzzle by its game and its place from 1."""

    slug: str
    number: int


def puzzle_rating(asked: Puzzle) -> Rating:
    """Returns the rating of a puzzle, from the share of the computer's levels that find it.

    As between players, the rating falls with the logarithm of the odds of finding the puzzle. A puzzle halfway between
    easy and hard has 1500. `greedy` misses every puzzle and a long search finds it, so the shares differ little, and
    the slope is 1400 where chess has 400. The easiest puzzles then have about 1000, and the hardest about 2100.
    """
    least, most = RANGE
    ease = min(max(asked.ease, 0.01), 0.99)
    value = AVERAGE + SLOPE * (log10((1 - ease) / ease) - log10((1 - MIDDLE) / MIDDLE))
    return Rating(min(max(value, least), most), DEVIATION)


def player_rating(attempts: Sequence[Attempt]) -> Rating:
    """Returns a player's Glicko-2 rating: each first attempt is a game against the puzzle, in order of time."""
    known, found = _ratings(), Rating()
    rated = [one for one in attempts if (one.slug, one.puzzle) in known]  # the others have been replaced since
    for one in sorted(rated, key=lambda one: (one.first, one.slug, one.puzzle))[-MOST_RATED:]:
        found = rating_after(found, [RatedGame(known[one.slug, one.puzzle][1], float(one.right))])
    return found


def strength(rating: Rating) -> float:
    """Returns the rating to choose puzzles by: the less is known about a player, the lower it is."""
    return rating.value - max(0.0, rating.deviation - SURE)


def rating_told(rating: Rating) -> str:
    """Returns a rating in words: “1540”, “about 1550” if it is only roughly known, or nothing if it is but a guess."""
    if rating.deviation > GUESS:
        return ""
    if rating.deviation <= SURE:
        return f"{rating.value:.0f}"
    return f"about {ROUGHLY * round(rating.value / ROUGHLY)}"


def hardness(asked: Puzzle, rating: Rating) -> str:
    """Returns how hard a puzzle is for a player with this rating."""
    above = puzzle_rating(asked).value - strength(rating)
    return next((word for most, word in HARDNESS if above <= most), HARDEST)


def before(attempts: Sequence[Attempt], day: date) -> list[Attempt]:
    """Returns the attempts as they were when a UTC day began."""
    begun = datetime.combine(day, time(), UTC)
    earlier = [one for one in attempts if one.first < begun]
    return [one._replace(over=one.over if one.over is not None and one.over < begun else None) for one in earlier]


def five_of_day(player: str, day: date, attempts: Sequence[Attempt], played: Collection[str]) -> list[Place]:
    """Returns a player's puzzles for a UTC day, the easiest first. `played` are the games they know.

    Nothing that the player does on that day changes them. They are new to the player as long as there are such, and
    then the oldest that the player has tried but not solved.
    """
    earlier = before(attempts, day)
    tried = {(one.slug, one.puzzle) for one in earlier}
    known = {*played, *(one.slug for one in earlier)} or _short_games()
    top, chosen, used = strength(player_rating(earlier)), dict[Place, float](), Counter[str]()
    fresh = {place: rating.value for (slug, id), (place, rating) in _ratings().items() if (slug, id) not in tried}
    for number in range(min(SIZE, len(fresh))):
        wanted = top - EASIER + EASIER * number / (SIZE - 1)
        place = min(
            fresh.keys() - chosen.keys(),
            key=lambda place: (
                abs(fresh[place] - wanted)
                + REPEATED * used[place.slug]
                + UNPLAYED * (place.slug not in known)
                + SCATTER * _chance(player, day, place),
                place,
            ),
        )  # fmt: skip
        chosen[place] = fresh[place]
        used[place.slug] += 1
    again = [one for one in earlier if one.over is None and (one.slug, one.puzzle) in _ratings()]
    for one in sorted(again, key=lambda one: (one.first, one.slug, one.puzzle))[: SIZE - len(chosen)]:
        place, rating = _ratings()[one.slug, one.puzzle]
        chosen[place] = rating.value
    return sorted(chosen, key=lambda place: (chosen[place], place))


@cache
def _ratings() -> dict[tuple[str, str], tuple[Place, Rating]]:
    """Returns every puzzle by its game and id, with its place and its rating."""
    return {
        (found.meta.slug, asked.id): (Place(found.meta.slug, number), puzzle_rating(asked))
        for found in for_players()
        for number, asked in enumerate(puzzles(found.meta.slug), start=1)
    }


@cache
def _short_games() -> frozenset[str]:
    games = [found for found in for_players() if puzzles(found.meta.slug)]
    return frozenset(found.meta.slug for found in sorted(games, key=lambda found: found.minutes({}))[:SHORT_GAMES])


def _chance(player: str, day: date, place: Place) -> float:
    """Returns a number from 0 to 1 that nobody can guess without the player's id."""
    digest = hashlib.sha256(f"{player} {day.isoformat()} {place.slug} {place.number}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**32
