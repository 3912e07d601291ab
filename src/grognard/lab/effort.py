"""Estimates how long the long work on a game takes on this machine, from a few games and a short search."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from grognard.bots.ismcts import Ismcts, Search
from grognard.kernel.game import Game
from grognard.lab.measuring import QUICK, Setup
from grognard.lab.puzzles import FIRST_LOOK
from grognard.lab.regret import CLOSE
from grognard.lab.simulate import simulate

GAMES: Final = 4
# Enough for a search to reach its usual speed, and few enough to be done at once.
ITERATIONS: Final = 60
# What the later looks of a search for puzzles add, as a rough factor.
LATER_LOOKS: Final = 2.0
# How much of its iterations a veteran uses: it stops where a choice is clear, and playouts get shorter during a game.
USED: Final = 0.2
# Parts of a minute, an hour and two hours, in seconds.
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
SOON: Final = 90


class Effort(NamedTuple):
    """The seconds for a greedy game and for an iteration of a search, and the decisions in a game."""

    game: float
    iteration: float
    decisions: float

    def of_rows(self, setups: list[Setup], veteran: int, jobs: int) -> float:
        """Returns the seconds for rows of `measured.csv`; the veteran makes so many iterations."""
        strong = self.decisions * veteran * self.iteration * USED
        return sum(setup.games * (self.game if setup.bot == QUICK else strong) for setup in setups) / jobs

    def of_decisions(self, count: int, iterations: int, jobs: int) -> float:
        """Returns the seconds for finding and judging decisions."""
        return count * (iterations * self.iteration + self.game) / jobs

    def of_puzzles(self, games: int, pace: float) -> float:
        """Returns the seconds for the games in which puzzles are looked for: a guess."""
        return games * self.decisions * FIRST_LOOK * pace * self.iteration * LATER_LOOKS


def effort(game: Game) -> Effort:
    """Plays and searches for a moment to find out how fast this machine is."""
    played = simulate(game, [QUICK], GAMES)
    state = game.new_initial_state(1)
    while len(state.legal_actions()) < 2 and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    known = state.information(state.current_player(), 1)
    begun = 0.0
    for _ in range(2):  # the first search also fills caches
        begun = time.monotonic()
        Search(Ismcts(ITERATIONS, sure=0.0), known).weighed(CLOSE)
    return Effort(played.seconds / GAMES, (time.monotonic() - begun) / ITERATIONS, played.mean_decisions)


def about(seconds: float) -> str:
    """Returns a length of time as people say it."""
    if seconds < SOON:
        return "a minute or less"
    if seconds < SOON * MINUTE:
        return f"about {round(seconds / MINUTE)} minutes"
    return f"about {round(seconds / HOUR)} hours"
