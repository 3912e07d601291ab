"""Results of finished games for one player: won, drawn or lost, against whom, and how often in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple


class Results(NamedTuple):
    """A player's results in one game.

    `tallies` counts “won”, “drawn” and “lost” by opponent: the computer's levels first, in rising order. `streak` is
    the current number of wins in a row, `best` the longest such streak. `beaten` is the highest level beaten, or empty.
    """

    tallies: dict[str, Counter[str]]
    streak: int
    best: int
    beaten: str


def result_for(winners: Sequence[int], own: Collection[int]) -> str:
    """Returns “won”, “lost” or “drawn” for a player in these seats; empty if they sat on both sides and one won."""
    if not winners:
        return "drawn"
    sides = {seat % 2 for seat in own}
    if len(sides) != 1:
        return ""
    return "won" if sides == {winners[0] % 2} else "lost"


def met_bots(bots: Sequence[str | None], own: Collection[int]) -> set[str | None]:
    """Returns who had the seats of the other side, None for people; nobody for a player on both sides."""
    sides = {seat % 2 for seat in own}
    return {bot for seat, bot in enumerate(bots) if seat % 2 not in sides} if len(sides) == 1 else set()


def results(games: Iterable[tuple[str, str]], levels: Sequence[str]) -> Results:
    """Adds up games, the earliest first: each is an opponent and a result. The levels are in rising order."""
    tallies: dict[str, Counter[str]] = {}
    streak = best = 0
    for opponent, result in games:
        tallies.setdefault(opponent, Counter())[result] += 1
        streak = streak + 1 if result == "won" else 0
        best = max(best, streak)
    ordered = [*(level for level in levels if level in tallies), *(name for name in tallies if name not in levels)]
    beaten = next((level for level in reversed(levels) if level in tallies and tallies[level]["won"]), "")
    return Results({name: tallies[name] for name in ordered}, streak, best, beaten)
