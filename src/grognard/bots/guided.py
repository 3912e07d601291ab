"""A search that a network guides: its policy proposes actions, and its value takes the place of playouts.

The tree and the comparison of actions at the root are those of `grognard.bots.ismcts`. Every new leaf costs one look of
the network, which gives its value and the priors of the actions below it (Silver and others: Mastering the game of Go
without human knowledge, Nature 2017).
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Final, SupportsIndex, final

from mypy_extensions import i64

from grognard.bots.ismcts import Ismcts, Move, Node, Search
from grognard.bots.network import Network
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.observation import observed
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.game import Game

LEAST: Final = 0.01  # the probability from which the policy proposes an action
NEVER: Final = 1 << 60


@final
class Guided(Ismcts):
    """Searches with the network that `network_of` finds for a game, and as `Ismcts` does where it finds none.

    `trust`: the weight of the logarithm of an action's probability, by the policy, against its chance of winning.
    """

    def __init__(
        self,
        network_of: Callable[[Game], Network | None],
        iterations: SupportsIndex,
        explore: float = 0.2,
        sure: float = 4.0,
        trust: float = 0.01,
    ) -> None:
        super().__init__(iterations, explore=explore, sure=sure)
        self.network_of = network_of
        self.trust: float = trust

    def search(self, information: Information) -> Search:
        network = self.network_of(information.game)
        return Search(self, information) if network is None else GuidedSearch(self, information, network)


@final
class GuidedSearch(Search):
    """The search for one decision."""

    def __init__(self, bot: Guided, information: Information, network: Network) -> None:
        super().__init__(bot, information)
        self.network: Network = network
        self.trust: float = bot.trust
        self.until = NEVER

    def _moves(self) -> list[Move]:
        """Returns the actions that the policy proposes, with its doubts as their burden."""
        information = self.information
        actions = information.legal_actions()
        self.network.look(information.observe())
        likely = self.network.likely(actions, 1.0)
        passes = information.game.passes
        moves: list[Move] = []
        for n, action in enumerate(actions):
            if likely[n] >= LEAST:
                style = self.bold if passes[action] else 0.0
                moves.append(Move(action, style - self.trust * log(likely[n])))
        return moves

    def _judged(self, node: Node, world: State) -> float:
        """Returns the searching side's chance of winning by the network, and adds the actions below a new leaf."""
        actions: list[int] = []
        while world.frames != OVER:
            actions = world.legal_actions()
            if len(actions) > 1:
                break
            world.step(actions[0])
        if world.frames == OVER:
            return (world.returns()[self.seat] + 1.0) / 2.0
        mine = self.sides[world.decider()] == self.side
        self._look(world)
        value = (self.network.value() + 1.0) / 2.0
        if self.explore > 0.0:
            for n, prior in enumerate(self.network.likely(actions, 1.0)):
                node.children.append(Node(actions[n], prior, mine))
        return value if mine else 1.0 - value

    def _priors(self, world: State, actions: list[int], luck: i64) -> list[float]:
        """Returns the probability of each action by the policy."""
        self._look(world)
        return self.network.likely(actions, 1.0)

    def _look(self, world: State) -> None:
        """Shows the network what the deciding seat sees."""
        game = world.game
        self.network.look(observed(game.observer, world, world.decider(), game.layout.size))
