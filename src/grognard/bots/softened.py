"""Levels that err as people do: often a little, seldom much, and never absurdly."""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.bots.greedy import WORDS, chances
from grognard.bots.ismcts import Ismcts, Search
from grognard.kernel.engine.information import Information

BEHIND: Final = 0.05  # what is behind the best by so much chance to win, played on a little, is refrained from


@final
class Softened(Bot):
    """Looks one move ahead, and chooses by chance, the better the likelier (softmax over chances to win).

    `temper`: a move that is worse by so much chance to win is made 2.7 times more seldom; 0 takes what the game has for
    the lowest level (`rank` 0) or the next (1). `cap`: a move that seems to lose more than this is never made.
    `worlds`: by the mean of how many a move is judged. `glance`: in how many deals moves are played on, to leave out
    what loses much that is not seen at once; below 0 as many as the game has for that rank.
    """

    def __init__(self, temper: float = 0.0, rank: i64 = 0, cap: float = 0.1, worlds: i64 = 8, glance: i64 = -1) -> None:
        if temper < 0.0 or not 0 <= rank <= 1 or not 0.0 <= cap <= 1.0 or worlds < 1:
            raise ValueError("a temperature from 0 up, rank 0 or 1, a cap from 0 to 1, and a number of worlds")
        self.temper: float = temper
        self.rank: i64 = rank
        self.cap: float = cap
        self.worlds: i64 = worlds
        self.glance: i64 = glance

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        wins = chances(information, actions, self.worlds)
        most = max(wins)
        tempers: tuple[float, float] = information.game.measure.tempers
        temper = self.temper if self.temper > 0.0 else tempers[0] if self.rank == 0 else tempers[1]
        weights = [exp((win - most) / temper) if win >= most - self.cap else 0.0 for win in wins]
        glance: i64 = information.game.measure.glance if self.rank == 1 else 0
        if self.glance >= 0:
            glance = self.glance
        if glance > 0:
            _refrain(information, actions, weights, glance)
        ball = float(information.generator.word()) / WORDS * sum(weights)
        for n, action in enumerate(actions):
            ball -= weights[n]
            if ball < 0.0:
                return action
        return actions[wins.index(most)]


def _refrain(information: Information, actions: list[int], weights: list[float], deals: i64) -> None:
    """Takes the weight of what loses much, played on in so many deals; the best gets all of it if none is left."""
    moves = Search(Ismcts(deals * len(actions)), information).weighed(BEHIND)
    value = {move.action: move.value() for move in moves}
    best = moves[0].action
    for n, action in enumerate(actions):
        if value[action] < value[best] - BEHIND:
            weights[n] = 0.0
    if max(weights) == 0.0:
        weights[actions.index(best)] = 1.0
