"""The greedy bot: plays each legal action in one world that fits what it knows, and keeps the best (one ply)."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.kernel.information import Information


@final
class Greedy(Bot):
    """Maximises the game's `evaluate` one action ahead; of equals, the first."""

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        seed = information.generator.word()
        root = information.resample(seed)
        world = root.clone()
        evaluate = root.game.evaluate
        best = actions[0]
        most = 0.0
        for n in range(len(actions)):
            if n > 0:
                world.copy(root)
            world.step(actions[n])
            value = evaluate(world, information.seat)
            if n == 0 or value > most:
                most = value
                best = actions[n]
        return best
