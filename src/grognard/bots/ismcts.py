"""Information-set Monte Carlo search, for every game alike.

Each iteration deals what the seat cannot know anew (one determinisation per iteration, as in Cowling, Powley and
Whitehouse: Information Set Monte Carlo Tree Search, IEEE TCIAIG 2012), plays one of its actions, and plays on for
some turns as the greedy bot would in every seat: the rollout algorithm, which improves on the policy that it follows
(Tesauro and Galperin: On-line Policy Improvement using Monte-Carlo Search, NIPS 1996). The playout is then cut off
and evaluated (Lorentz: Amazons Discover Monte-Carlo, 2008), where a turn ends: in the middle of one `evaluate`
misleads.

All actions meet the same deals and the same luck, so that what differs is their own doing (common random numbers), and
round by round the worse half of them is given up (Karnin, Koren and Somekh: Almost Optimal Exploration in Multi-Armed
Bandits, ICML 2013, sequential halving).
"""

from __future__ import annotations

import time
from math import exp
from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.base import Bot
from grognard.bots.greedy import Judge
from grognard.kernel.chance import Generator, mixed, sprouted
from grognard.kernel.information import Information
from grognard.kernel.state import OVER, State


class Thought:
    """One legal action after a search: how often it was tried, and the chance to win it gives."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value


@final
class Ismcts(Bot):
    """Searches for so many iterations, or for so long.

    `iterations`: so many; with `seconds` at least so many. `effort`: so many times the game's `pace` instead, which
    costs about a millisecond; with `seconds` at most so many. `turns`: how many ends of a turn a playout reaches.
    """

    def __init__(
        self,
        iterations: i64 = 0,
        seconds: float = 0.0,
        effort: i64 = 0,
        turns: i64 = 0,
    ) -> None:
        self.iterations: i64 = iterations
        self.seconds: float = seconds
        self.effort: i64 = effort
        self.turns: i64 = turns

    def shared(self, among: i64) -> None:
        """From now on a part of the budget, where several think at once on one processor."""
        self.iterations //= among
        self.seconds /= float(among)
        self.effort = max(1, self.effort // among) if self.effort > 0 else 0

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        best = self.think(information)
        return best[0].action

    def think(self, information: Information) -> list[Thought]:
        """Every legal action, the most tried first; of equals the one of more value."""
        moves = _Search(self, information).searched()
        thoughts = [Thought(move.action, move.visits, move.value()) for move in moves]
        thoughts.sort(key=_most_tried)
        return thoughts


def _most_tried(thought: Thought) -> tuple[int, float]:
    return -thought.visits, -thought.value


@final
@mypyc_attr(acyclic=True)
class Move:
    """A legal action and how it did: values are chances to win, from 0 to 1."""

    def __init__(self, action: i64) -> None:
        self.action: i64 = action
        self.visits: i64 = 0
        self.total: float = 0.0

    def value(self) -> float:
        """The chance to win as the playouts tell it."""
        return self.total / float(self.visits)


def _least_value(move: Move) -> float:
    return -move.value()


@final
class _Search:
    """One decision."""

    def __init__(self, bot: Ismcts, information: Information) -> None:
        self.information = information
        self.seat: i64 = information.seat
        self.world: State = information.resample(0)
        game = self.world.game
        self.judge = Judge(self.world.clone())
        self.evaluate = game.evaluate
        self.swing: float = game.swing
        self.until: i64 = self.world.turn + (bot.turns if bot.turns > 0 else game.horizon)
        self.luck = Generator((0, 0, 0, 0))
        self.done: i64 = 0
        effort = i64(float(bot.effort) * game.pace)
        self.seconds: float = bot.seconds
        self.least: i64 = bot.iterations if bot.iterations > 0 else 0 if bot.seconds > 0.0 else effort
        self.most: i64 = effort if bot.seconds > 0.0 else self.least
        self.begun: float = time.monotonic()

    def searched(self) -> list[Move]:
        """All legal actions, after as many rounds as it takes to halve them to one."""
        moves = [Move(action) for action in self.information.legal_actions()]
        alive = moves
        rounds: i64 = 1
        left = (len(moves) + 1) // 2
        while left > 1:
            left = (left + 1) // 2
            rounds += 1
        for number in range(rounds):
            part = float(number + 1) / float(rounds)
            self._deal(alive)
            while self._has_time(part, len(alive)):
                self._deal(alive)
            alive = sorted(alive, key=_least_value)[: (len(alive) + 1) // 2]
        return moves

    def _has_time(self, part: float, alive: i64) -> bool:
        """May this part of the search have another deal?"""
        after = float(self.done + alive)
        if self.seconds == 0.0 or after <= part * float(self.least):
            return after <= part * float(self.least)
        if self.most > 0 and after > part * float(self.most):
            return False
        return time.monotonic() - self.begun < part * self.seconds

    def _deal(self, alive: list[Move]) -> None:
        """One deal for all actions that are still in it: an iteration for each."""
        seed = self.information.generator.word()
        luck = sprouted(mixed(self.information.generator.word()))
        world = self.world
        for move in alive:
            self.information.deal_into(world, seed)
            self.luck.state = luck
            world.step(move.action)
            move.total += self._played_on(world)
            move.visits += 1
            self.done += 1

    def _played_on(self, world: State) -> float:
        """The chance to win after some more turns."""
        while world.frames != OVER and world.turn < self.until:
            self._play(world)
        return self._worth(world)

    def _play(self, world: State) -> None:
        """A decision as the greedy bot makes it."""
        actions = world.legal_actions()
        if len(actions) == 1:
            world.step(actions[0])
            return
        world.step(self.judge.best(world, actions, sprouted(self.luck.word())))

    def _worth(self, world: State) -> float:
        """The chance to win, by the result or as the game's features put it."""
        if world.frames == OVER:
            return (world.returns()[self.seat] + 1.0) / 2.0
        return 1.0 / (1.0 + exp(-self.evaluate(world, self.seat) / self.swing))
