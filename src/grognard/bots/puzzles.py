"""Puzzles: positions of recorded games in which one choice is far better, stored in the game's folder."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from grognard.kernel.errors import NotFound
from grognard.kernel.files import must_not_be_newer
from grognard.kernel.structs import prepare
from grognard.play.players import LEVELS, PERSON
from grognard.play.session import Session
from grognard.registry import load, spec

VERSION: Final = 1  # of a line of the file; version 1 is not written
FILE: Final = "puzzles.jsonl"  # in the game's folder, one puzzle on each line, the easiest first
_DIGITS: Final = 8
EASY: Final = 0.45  # a puzzle is easy if the levels find it at least this often, on average over the levels
HARD: Final = 0.3  # and hard if less often than this
DIFFICULTIES: Final = ("easy", "medium", "hard")
# What the explanation of a solution is based on.
HOW_FOUND: Final = "Based on games that the computer played on from here. The percentages come from a longer search."


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """The beginning of a game under the standard rules, whose next decision is the puzzle.

    Chances come from a search of `iterations` iterations (a draw is half a win). `behind` is how far the second-best
    choice is behind, and `error` the standard error, both from separate deals. `greedy` is the choice of that level.
    `levels` is how often each level finds the solution, from 0 to 1. `number` is the number of the finder's game.
    """

    rules: int
    bots: int
    number: int
    seed: int
    deeds: tuple[str, ...]
    seat: int
    solution: str
    second: str
    behind: float
    error: float
    greedy: str
    greedy_behind: float
    iterations: int
    chances: Mapping[str, float]
    levels: Mapping[str, float]
    why: str = ""
    grognard_puzzle: int = VERSION

    @property
    def id(self) -> str:
        """The puzzle's identity, from its position alone."""
        return hashlib.sha256(f"{self.seed} {' '.join(self.deeds)}".encode()).hexdigest()[:_DIGITS]

    @property
    def ease(self) -> float:
        """How readily the levels find the solution: 0 if they never do, 1 if they always do."""
        return sum(self.levels.values()) / max(1, len(self.levels))

    @property
    def difficulty(self) -> str:
        """One of DIFFICULTIES, from `ease`."""
        easy, medium, hard = DIFFICULTIES
        return easy if self.ease >= EASY else hard if self.ease < HARD else medium

    @property
    def place(self) -> tuple[float, float]:
        """The sort key, the easiest first; ties are broken by how far behind the second-best choice is."""
        return -round(self.ease, _DIGITS), -self.behind


prepare(Puzzle)


def to_line(puzzle: Puzzle) -> str:
    """Formats a puzzle as a line of its file."""
    return msgspec.json.encode(puzzle).decode()


def from_lines(lines: Sequence[str], name: str) -> list[Puzzle]:
    """Returns the puzzles of a file, called `name` in errors. Raises BadInput if a newer Grognard wrote it."""
    for line in lines:
        must_not_be_newer(line, "grognard_puzzle", VERSION, name)
    return [msgspec.json.decode(line, type=Puzzle) for line in lines if line]


@cache
def puzzles(slug: str) -> Sequence[Puzzle]:
    """Returns the puzzles of a game, the easiest first; none if it has no file, or one for other rules."""
    try:
        text = spec(slug).folder.joinpath(FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        return ()
    return tuple(one for one in from_lines(text.splitlines(), FILE) if one.rules == spec(slug).meta.rules)


def puzzle(slug: str, number: int) -> Puzzle:
    """Returns a puzzle by its place from 1; raises NotFound."""
    found = puzzles(slug)
    if not 1 <= number <= len(found):
        some = f"There are {len(found)}." if found else "There are none yet."
        raise NotFound(f"{spec(slug).meta.title} has no puzzle {number}. {some}")
    return found[number - 1]


def begun_from(slug: str, seed: int, deeds: Iterable[str]) -> tuple[int, Puzzle] | None:
    """Returns the puzzle that a game continued from, with its place in the list, or None."""
    dealt = _by_seed(slug).get(seed)
    if not dealt:
        return None  # almost every game
    done = tuple(deeds)
    found = [each for each in dealt if done[: len(each[1].deeds)] == each[1].deeds]
    return max(found, key=lambda each: len(each[1].deeds), default=None)


@cache
def _by_seed(slug: str) -> Mapping[int, Sequence[tuple[int, Puzzle]]]:
    found: dict[int, list[tuple[int, Puzzle]]] = {}
    for number, one in enumerate(puzzles(slug), start=1):
        found.setdefault(one.seed, []).append((number, one))
    return found


def position(slug: str, asked: Puzzle) -> Session:
    """Returns the game up to the puzzle's decision."""
    game = load(slug)
    session = Session(game, asked.seed, [PERSON] * game.num_players())
    for deed in asked.deeds:
        session.play(session.state.current_player(), game.string_to_action(deed))
    return session


def finders(asked: Puzzle) -> list[str]:
    """Returns the levels that find the solution more often than not, from weak to strong."""
    return [level for level in LEVELS if asked.levels.get(level, 0.0) > 0.5]


def verdict_text(asked: Puzzle, labels: Mapping[str, str], chose: str, known: bool, shown: bool = False) -> str:
    """Says in words whether a choice is right, and, with `known`, the solution. Empty if nothing has been chosen yet.

    `labels` are the legal choices by their notation. A player who was `shown` the solution before choosing it has not
    solved the puzzle.
    """
    words = ""
    if chose in labels and chose != asked.solution:
        words = f"Not the best: “{labels[chose]}”. "
    if known:
        found = "That is the solution" if shown else "Solved"
        start = found if chose == asked.solution else "The solution"
        words += f"{start}: “{labels[asked.solution]}”."
    return words.strip()


def odds_text(
    asked: Puzzle, labels: Mapping[str, str], chose: str, known: bool, percent: Callable[[float], str]
) -> str:
    """Says how often a choice wins, and, with `known`, the solution and the second-best choice too.

    `percent` formats a chance.
    """

    def worth(do: str) -> str:
        return f"“{labels[do]}” wins {percent(asked.chances[do])}"

    best = percent(asked.chances[asked.solution])
    if not known:
        weighed = chose in asked.chances
        return f"{worth(chose)}, the best choice {best}." if weighed else "It is much weaker here." if chose else ""
    told = [worth(do) for do in dict.fromkeys((asked.solution, chose, asked.second)) if do in asked.chances]
    return f"{'; '.join(told)}."
