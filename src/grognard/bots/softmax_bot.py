"""Levels that make mistakes as people do: often small ones, seldom large ones, never absurd ones."""

from __future__ import annotations

from math import exp, log
from operator import index
from typing import SupportsIndex, final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.bots.greedy import chances
from grognard.kernel.engine.chance import WORDS
from grognard.kernel.engine.information import Information


@final
class SoftmaxBot(Bot):
    """Looks one move ahead and chooses at random, with better moves more likely (softmax over win probabilities).

    `temper`, the temperature: a move that is worse by this much chance of winning is e times less likely; 0 takes the
    game's own for the lowest level (`rank` 0) or the next (1). `form`: the temperature of a game varies by up to this
    factor in either direction; 0 takes the game's own, 1 means no change. `cap`: a move that seems to lose more than
    this is never made. `worlds`: the number of worlds in which moves are judged.
    """

    def __init__(
        self,
        temper: float = 0.0,
        rank: SupportsIndex = 0,
        cap: float = 0.1,
        worlds: SupportsIndex = 8,
        form: float = 0.0,
    ) -> None:
        self.rank: i64 = index(rank)
        self.worlds: i64 = index(worlds)
        if (
            temper < 0.0
            or not 0 <= self.rank <= 1
            or not 0.0 <= cap <= 1.0
            or self.worlds < 1
            or (form != 0.0 and form < 1.0)
        ):
            raise ValueError(
                "temper must be 0 or more, rank 0 or 1, cap from 0 to 1, worlds 1 or more, and form 0 or at least 1"
            )
        self.temper: float = temper
        self.cap: float = cap
        self.form: float = form

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        wins = chances(information, actions, self.worlds)
        most = max(wins)
        temper = self._temper(information)
        weights = [exp((win - most) / temper) if win >= most - self.cap else 0.0 for win in wins]
        ball = float(information.generator.word()) / WORDS * sum(weights)
        for n, action in enumerate(actions):
            ball -= weights[n]
            if ball < 0.0:
                return action
        return actions[wins.index(most)]

    def _temper(self, information: Information) -> float:
        """Returns how careless it is in this game, since people have good days and bad ones."""
        measure = information.game.measure
        tempers: tuple[float, float] = measure.tempers
        temper = self.temper if self.temper > 0.0 else tempers[0] if self.rank == 0 else tempers[1]
        form: float = self.form if self.form > 0.0 else measure.form
        return temper * exp(log(form) * (2.0 * information.form() - 1.0))
