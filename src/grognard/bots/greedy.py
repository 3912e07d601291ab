"""The greedy bot: tries each legal action in worlds that fit its knowledge, and takes the best (one ply)."""

from __future__ import annotations

from math import exp
from operator import index
from typing import Final, SupportsIndex, final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.base import Bot
from grognard.kernel.engine.chance import WORDS
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import OVER, State

SURE: Final = 30.0  # odds beyond which a game is as good as decided, as a logarithm


@final
@mypyc_attr(acyclic=True)
class Judge:
    """Looks one action ahead with the game's `evaluate`, reusing one spare position."""

    def __init__(self, spare: State) -> None:
        self.spare = spare
        self.evaluate = spare.game.evaluate
        self.outlook = spare.game.outlook
        self.swing: float = spare.game.measure.swing

    def chance(self, world: State, seat: i64) -> float:
        """Returns a seat's chance of winning (0 to 1), from the result or the game's `outlook` or `evaluate`."""
        if world.frames == OVER:
            return (world.returns()[seat] + 1.0) / 2.0
        outlook = self.outlook
        odds = outlook(world, seat) if outlook is not None else self.evaluate(world, seat) / self.swing
        return 1.0 / (1.0 + exp(-odds))

    def best(self, world: State, actions: list[int], chance: tuple[i64, i64, i64, i64]) -> i64:
        """Returns the action with the best `evaluate` for its seat under this `chance`; the first of equals."""
        spare = self.spare
        seat = world.decider()
        best = actions[0]
        most = 0.0
        first = True
        for action in actions:
            spare.copy(world)
            spare.chance = chance
            spare.step(action)
            value = self.evaluate(spare, seat)
            if first or value > most:
                first = False
                most = value
                best = action
        return best

    def values(self, world: State, actions: list[int], chance: tuple[i64, i64, i64, i64]) -> list[float]:
        """Returns `evaluate` for the deciding seat after each action under this `chance`."""
        spare = self.spare
        seat = world.decider()
        found: list[float] = []
        for action in actions:
            spare.copy(world)
            spare.chance = chance
            spare.step(action)
            found.append(self.evaluate(spare, seat))
        return found


def chances(information: Information, actions: list[int], worlds: i64) -> list[float]:
    """Returns the chance of winning after each action, from the mean of `evaluate` over this many worlds."""
    world = information.resample(0)
    judge = Judge(world.clone())
    swing: float = information.game.measure.swing
    means = [0.0] * len(actions)
    for _ in range(worlds):
        information.deal_into(world, information.generator.word())
        for n, value in enumerate(judge.values(world, actions, world.chance)):
            odds = max(-SURE, min(SURE, value / swing))
            means[n] += 1.0 / (1.0 + exp(-odds)) / float(worlds)
    return means


@final
class Greedy(Bot):
    """Maximizes `evaluate` one action ahead, in one world that fits its knowledge or on the mean of several.

    `careless`: how often (0 to 1) it plays a random action instead.
    `worlds`: the number of worlds; 0 takes the game's best number.
    """

    def __init__(self, careless: float = 0.0, worlds: SupportsIndex = 0) -> None:
        if not 0.0 <= careless <= 1.0 or index(worlds) < 0:
            raise ValueError("careless must be from 0 to 1, and worlds must be 0 or more")
        self.careless: float = careless
        self.worlds: i64 = index(worlds)

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if self.careless > 0.0 and float(information.generator.word()) < self.careless * WORDS:
            return information.random_action()
        worlds: i64 = self.worlds if self.worlds > 0 else information.game.measure.worlds
        if worlds == 1:
            world = information.resample(information.generator.word())
            return Judge(world.clone()).best(world, actions, world.chance)
        means = chances(information, actions, worlds)
        return actions[means.index(max(means))]
