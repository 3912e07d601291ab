"""A guest's record in each game: results by opponent, streaks, puzzles, daily deals, mistakes, and the best moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from grognard.art.persons import Person, person_of
from grognard.bots import PERFECT, PRODIGY, level_of
from grognard.bots.puzzles import puzzles
from grognard.bots.review import Gain, Verdict, biggest_gain, frequent_mistake
from grognard.kernel.game import Meta
from grognard.play.players import LEVELS
from grognard.play.results import met_bots, results
from grognard.registry import for_players, load
from grognard.server.guests.my_games import LAST, fair_among, own_seats
from grognard.server.jobs.analysis import Analyses
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.rows import ListedTable

ALL_LEVELS: Final = (*LEVELS, PRODIGY, PERFECT)
PEOPLE: Final = "people"
MOST_ANALYZED: Final = 30  # latest games of each kind whose analyses count


class BestMoment(NamedTuple):
    """The biggest gain of a guest in all their analyzed games of a kind, and its table."""

    table: str
    gain: Gain

    @property
    def link(self) -> str:
        """The address of the moment in the replay, which plays it."""
        return f"/tables/{self.table}/replay?step={max(self.gain.after.step - 1, 0)}&play=1"

    @property
    def picture(self) -> str:
        """The address of a picture of the table after it."""
        return f"/tables/{self.table}/analysis/picture?step={self.gain.after.step}&marks=false"


@dataclass
class GameRecord:
    """A guest's record in one game.

    `tallies` counts results (won, drawn, lost) by level in rising order, people last. `streak` is the current number of
    wins in a row, `best` the longest such streak. `mistake` is a sentence about the kind of choice that the guest gets
    wrong too often.
    """

    meta: Meta
    fair: str
    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)  # who plays the levels of the tallies, and the fair level
    beaten: str = ""  # the highest level the guest has beaten
    streak: int = 0
    best: int = 0
    solved: int = 0
    at_once: int = 0  # puzzles solved with the first choice
    puzzles: int = 0
    deals: int = 0
    mistake: str = ""
    moment: BestMoment | None = None

    @property
    def games(self) -> int:
        """The number of games that count."""
        return sum(tally.total() for tally in self.tallies.values())

    @property
    def won(self) -> int:
        """How many of them the guest won."""
        return sum(tally["won"] for tally in self.tallies.values())

    @property
    def begun(self) -> bool:
        """Whether the record has anything to show."""
        return bool(self.tallies or self.solved or self.deals)


async def player_stats(
    people: PeopleStore, puzzle_store: PuzzleStore, daily_store: DailyStore, analyses: Analyses, guest: str
) -> list[GameRecord]:
    """Returns the guest's record in every game, those played first."""
    tables = await people.listed(guest, ended=True)
    tried = (await puzzle_store.tried(guest)).values()
    deals = await daily_store.tries(guest)
    found = []
    for spec in for_players():
        slug = spec.meta.slug
        one = GameRecord(spec.meta, fair_among(tables[:LAST], guest, load(slug)))
        mine = [table for table in tables if table.game == slug and table.result]
        _tell_results(one, mine, guest)
        current = {puzzle.id for puzzle in puzzles(slug)}  # the others have been replaced since
        one.solved = sum(each.puzzle in current and each.solved is not None for each in tried)
        one.at_once = sum(each.puzzle in current and each.at_once for each in tried)
        one.puzzles = len(current)
        one.deals = sum(each.game == slug for each in deals)
        await _tell_analyses(one, mine[:MOST_ANALYZED], analyses, guest)
        found.append(one)
    return sorted(found, key=lambda one: not one.begun)


def _tell_results(one: GameRecord, tables: Sequence[ListedTable], guest: str) -> None:
    """Fills in results, streaks and the highest level beaten; `tables` begins with the latest game."""
    games = []
    for table in reversed(tables):
        own = own_seats(table, guest)
        result = table.result.for_seats(own) if table.result is not None else ""
        against = _against(table, own)
        if result and against:
            games.append((against, result))
    one.tallies, one.streak, one.best, one.beaten = results(games, ALL_LEVELS)
    named = (*one.tallies, one.fair)
    one.people = {name: person for name in named if (person := person_of(one.meta, name)) is not None}


def _against(table: ListedTable, own: Sequence[int]) -> str:
    """Returns the level of all opponents, or people; empty if they were mixed or the guest held both sides."""
    met = {PEOPLE if bot is None else level_of(bot) for bot in met_bots(table.bots, own)}
    return met.pop() if len(met) == 1 else ""


async def _tell_analyses(one: GameRecord, tables: Sequence[ListedTable], analyses: Analyses, guest: str) -> None:
    analyzed = await analyses.of_tables([table.id for table in tables])
    held = {table.id: own_seats(table, guest) for table in tables}
    own = {id: [each for each in verdicts if each.seat in held[id]] for id, verdicts in analyzed.items()}
    every = [each for verdicts in own.values() for each in verdicts]
    one.mistake = frequent_mistake(every)
    one.moment = _best_moment(own, held)


def _best_moment(own: Mapping[str, Sequence[Verdict]], held: Mapping[str, Sequence[int]]) -> BestMoment | None:
    """Returns the biggest gain of a guest, who held these seats; None if there was none of a single side."""
    gains = [
        BestMoment(id, gain)
        for id, verdicts in own.items()
        if len({seat % 2 for seat in held[id]}) == 1
        for seat in held[id]
        if (gain := biggest_gain(verdicts, seat)) is not None
    ]
    return max(gains, key=lambda one: one.gain.end - one.gain.start, default=None)
