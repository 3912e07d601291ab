"""The greedy bot: plays each legal action in one world that fits what it knows, and keeps the best (one ply)."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.base import Bot
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State

# Random words have 31 bits.
WORDS: Final = 2147483648.0


@final
@mypyc_attr(acyclic=True)
class Judge:
    """Looks one action ahead with the game's `evaluate`, in one spare position over and over."""

    def __init__(self, spare: State) -> None:
        self.spare = spare
        self.evaluate = spare.game.evaluate

    def best(self, world: State, actions: list[int], chance: tuple[i64, i64, i64, i64]) -> i64:
        """The action after which `evaluate` gives its seat most if `chance` brings what comes; of equals, the first."""
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
        """What `evaluate` gives the seat that decides after each action if `chance` brings what comes."""
        spare = self.spare
        seat = world.decider()
        found: list[float] = []
        for action in actions:
            spare.copy(world)
            spare.chance = chance
            spare.step(action)
            found.append(self.evaluate(spare, seat))
        return found


@final
class Greedy(Bot):
    """Maximises `evaluate` one action ahead; careless, it plays so often (0 to 1) just anything instead."""

    def __init__(self, careless: float = 0.0) -> None:
        self.careless: float = careless

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        if self.careless > 0.0 and float(information.generator.word()) < self.careless * WORDS:
            return information.random_action()
        world = information.resample(information.generator.word())
        return Judge(world.clone()).best(world, actions, world.chance)
