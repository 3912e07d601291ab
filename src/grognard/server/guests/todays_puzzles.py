"""Today's five puzzles of a guest, how far they are with them, and their rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from typing import Final, NamedTuple

from grognard.bots.puzzle_sets import Attempt, Place, before, five_of_day, hardness, player_rating, rating_told
from grognard.bots.puzzles import puzzle
from grognard.kernel.game import Meta
from grognard.play.daily import day_of
from grognard.registry import load, spec
from grognard.scenarios.guide import scenarios
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import TriedPuzzle, now

ADDRESS: Final = "/puzzles/{slug}/{number}?today=true"


class TodaysPuzzle(NamedTuple):
    """One of a guest's puzzles of today: its game and number, whom the guest plays, how hard it is, and the attempts.

    `guide` says that the guest doesn't know the game, which has a guide.
    """

    meta: Meta
    number: int
    plays: str
    hardness: str
    guide: bool
    tried: TriedPuzzle | None

    @property
    def place(self) -> Place:
        """The puzzle by its game and its place from 1."""
        return Place(self.meta.slug, self.number)

    @property
    def done(self) -> bool:
        """Whether the guest knows the solution."""
        return self.tried is not None and self.tried.over is not None

    @property
    def address(self) -> str:
        """The address of the puzzle as one of today's."""
        return ADDRESS.format(slug=self.meta.slug, number=self.number)


class TodaysPuzzles(NamedTuple):
    """A guest's puzzles of today, the easiest first."""

    five: Sequence[TodaysPuzzle]

    @property
    def done(self) -> int:
        """How many the guest is through with."""
        return sum(one.done for one in self.five)

    @property
    def at_once(self) -> int:
        """How many of them the guest solved on the first try."""
        return sum(one.tried is not None and one.tried.at_once for one in self.five)

    @property
    def next(self) -> TodaysPuzzle | None:
        """The first that is still to be solved; None after the last."""
        return next((one for one in self.five if not one.done), None)

    def position_of(self, place: Place) -> int | None:
        """Returns the number of a puzzle among them from 0; None if it is not one of them."""
        return next((number for number, one in enumerate(self.five) if one.place == place), None)

    def after(self, index: int) -> TodaysPuzzle | None:
        """Returns the next that is still to be solved after one of them, or else before it."""
        return next((one for one in (*self.five[index + 1 :], *self.five[:index]) if not one.done), None)


def attempts_of(tried: Mapping[tuple[str, str], TriedPuzzle]) -> list[Attempt]:
    """Returns a guest's stored attempts, as a rating needs them."""
    return [Attempt(one.game, one.puzzle, one.first_tried, one.at_once, one.over) for one in tried.values()]


def own_rating(tried: Mapping[tuple[str, str], TriedPuzzle]) -> str:
    """Returns a guest's rating in words; empty after too few attempts."""
    return rating_told(player_rating(attempts_of(tried)))


async def todays_puzzles(
    people: PeopleStore, guest: str, tried: Mapping[tuple[str, str], TriedPuzzle]
) -> TodaysPuzzles:
    """Returns a guest's puzzles of today, given their attempts at all puzzles."""
    today, attempts = day_of(now()), attempts_of(tried)
    earlier = before(attempts, today)
    played = await people.known_games(guest, datetime.combine(today, time(), UTC))
    rating, known = player_rating(earlier), {*played, *(one.slug for one in earlier)}
    five = []
    for slug, number in five_of_day(guest, today, attempts, played):
        asked, meta = puzzle(slug, number), spec(slug).meta
        guide, attempt = slug not in known and bool(scenarios(spec(slug))), tried.get((slug, asked.id))
        five.append(
            TodaysPuzzle(meta, number, load(slug).seat_party(asked.seat).name, hardness(asked, rating), guide, attempt)
        )
    return TodaysPuzzles(five)
