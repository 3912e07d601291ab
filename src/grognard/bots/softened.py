"""Levels that err as people do: often a little, seldom much, and never absurdly."""

from __future__ import annotations

from math import exp
from typing import Final, final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.bots.greedy import WORDS, Judge
from grognard.kernel.engine.information import Information

SURE: Final = 30.0  # odds beyond which a game is as good as decided, as a logarithm


@final
class Softened(Bot):
    """Looks one move ahead in several worlds, and chooses by chance, the better the likelier (softmax).

    `wild`: an action that is worse by so many times the game's `temper` of chance to win is chosen 2.7 times more
    seldom. `cap`: what seems to lose more chance to win than this is never chosen. `worlds`: how many are dealt; by
    their mean a move is judged.
    """

    def __init__(self, wild: float = 1.0, cap: float = 0.1, worlds: i64 = 8) -> None:
        self.wild: float = wild
        self.cap: float = cap
        self.worlds: i64 = worlds

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        chances = self._chances(information, actions)
        most = max(chances)
        temper = self.wild * information.game.measure.temper
        weights = [exp((chance - most) / temper) if chance >= most - self.cap else 0.0 for chance in chances]
        ball = float(information.generator.word()) / WORDS * sum(weights)
        for n, action in enumerate(actions):
            ball -= weights[n]
            if ball < 0.0:
                return action
        return actions[chances.index(most)]

    def _chances(self, information: Information, actions: list[int]) -> list[float]:
        """The chance to win after each action, as `evaluate` tells it."""
        world = information.resample(0)
        judge = Judge(world.clone())
        swing: float = information.game.measure.swing
        chances = [0.0] * len(actions)
        for _ in range(self.worlds):
            information.deal_into(world, information.generator.word())
            for n, value in enumerate(judge.values(world, actions, world.chance)):
                odds = max(-SURE, min(SURE, value / swing))
                chances[n] += 1.0 / (1.0 + exp(-odds)) / float(self.worlds)
        return chances
