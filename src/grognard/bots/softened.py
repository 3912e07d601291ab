"""Levels that err as people do: now and then a little, seldom much, never absurdly."""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.bots.greedy import WORDS
from grognard.bots.ismcts import Ismcts, Search
from grognard.kernel.engine.information import Information

ALL: Final = 1.0  # no chance to win is behind another by more


@final
class Softened(Bot):
    """Weighs every action by a short search and chooses by chance, the better the likelier (softmax).

    `effort` and `turns` are those of the search: with one turn the bot is short-sighted. `temper`: an action worse
    by so much chance to win is chosen 2.7 times more seldom. `cap`: what seems to lose more than this is never chosen.
    """

    def __init__(self, effort: i64 = 4, turns: i64 = 1, temper: float = 0.03, cap: float = 0.1) -> None:
        self.effort: i64 = effort
        self.turns: i64 = turns
        self.temper: float = temper
        self.cap: float = cap

    @property
    def searches(self) -> bool:
        return True

    def give_way(self, among: i64) -> None:
        self.effort = max(1, self.effort // among)

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        moves = Search(Ismcts(effort=self.effort, turns=self.turns, explore=0.0), information).weighed(ALL)
        most = moves[0].value()
        weights = [
            exp((move.value() - most) / self.temper) if move.value() >= most - self.cap else 0.0 for move in moves
        ]
        ball = float(information.generator.word()) / WORDS * sum(weights)
        for n, move in enumerate(moves):
            ball -= weights[n]
            if ball < 0.0:
                return move.action
        return moves[0].action
