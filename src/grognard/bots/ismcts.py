"""Information-set Monte Carlo tree search, for every game alike.

Single-observer ISMCTS (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, IEEE TCIAIG 2012): each
iteration deals what the seat cannot know anew, and walks one tree whose moves are chosen by upper confidence bounds that
count how often a move was available. A progressive bias (Chaslot et al.: Progressive Strategies for Monte-Carlo Tree
Search, 2008) lets the game's `evaluate` speak first where there are few visits; a playout goes on at random for some
decisions and is then cut off and evaluated (Lorentz: Amazons Discover Monte-Carlo, 2008).
"""

from __future__ import annotations

import time
from math import exp, log, sqrt
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.base import Bot
from grognard.kernel.information import Information
from grognard.kernel.state import OVER, State

# Whoever thinks by the clock looks at it so often.
_LOOK: Final = 16


@final
@mypyc_attr(acyclic=True)
class Node:
    """A move in the tree, with what followed it: all values are chances to win, from 0 to 1, of the side that moved."""

    def __init__(self, action: i64, seat: i64, prior: float) -> None:
        self.action: i64 = action
        self.seat: i64 = seat
        self.prior: float = prior
        self.visits: i64 = 0
        # How often it could have been chosen while its parent was walked through.
        self.available: i64 = 0
        self.total: float = 0.0
        self.children: list[Node] = []

    def value(self) -> float:
        """The chance to win as the visits tell it."""
        return self.prior if self.visits == 0 else self.total / float(self.visits)


class Thought:
    """One legal action after a search: how often it was walked, and the chance to win it gives."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value


@final
class Ismcts(Bot):
    """Searches for so many iterations, or for so long but at least for a few."""

    def __init__(
        self,
        iterations: i64,
        seconds: float = 0.0,
        explore: float = 0.5,
        bias: float = 1.0,
        depth: i64 = 0,
    ) -> None:
        # With `seconds` these are the fewest; without, exactly so many.
        self.iterations: i64 = iterations
        self.seconds: float = seconds
        self.explore: float = explore
        self.bias: float = bias
        self.depth: i64 = depth

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        best = self.think(information)
        return best[0].action

    def think(self, information: Information) -> list[Thought]:
        """Every action that was tried, the most visited first (of equals the one of more value)."""
        root = Node(-1, information.seat, 0.5)
        search = _Search(self, information)
        done: i64 = 0
        until = time.monotonic() + self.seconds
        while done < self.iterations or (self.seconds > 0.0 and time.monotonic() < until):
            for _iteration in range(_LOOK if done >= self.iterations else self.iterations):
                search.iterate(root)
                done += 1
        thoughts = [Thought(child.action, child.visits, child.value()) for child in root.children]
        thoughts.sort(key=_most_visited)
        return thoughts


def _most_visited(thought: Thought) -> tuple[int, float]:
    return -thought.visits, -thought.value


@final
class _Search:
    """What all iterations of one decision share."""

    def __init__(self, bot: Ismcts, information: Information) -> None:
        self.bot = bot
        self.information = information
        self.seat: i64 = information.seat
        self.world: State = information.resample(0)
        game = self.world.game
        self.evaluate = game.evaluate
        self.swing: float = game.swing
        self.sides: list[int] = list(game.sides)
        self.side: i64 = game.sides[information.seat]
        # Which actions are legal just now, by the number of the step that asked.
        self.stamps: list[int] = [0] * game.num_distinct_actions()
        self.step: i64 = 0
        self.path: list[Node] = []

    def iterate(self, root: Node) -> None:
        """One deal, one walk down the tree, one new move, one playout, and back."""
        world = self.world
        generator = self.information.generator
        self.information.deal_into(world, generator.word())
        path = self.path
        path.clear()
        path.append(root)
        node = root
        while world.frames != OVER:
            new, node = self._next(node, world)
            world.step(node.action)
            path.append(node)
            if new:
                break
        value = self._worth(world)
        if node.visits == 0:
            node.prior = self._for(node.seat, value)
        if self.bot.depth > 0:
            value = self._played_on(world)
        for walked in path:
            walked.visits += 1
            walked.total += self._for(walked.seat, value)

    def _for(self, seat: i64, value: float) -> float:
        """A value of the searching side as one of another seat's side."""
        return value if self.sides[seat] == self.side else 1.0 - value

    def _next(self, node: Node, world: State) -> tuple[bool, Node]:
        """The move to walk: one that was never tried here, or the one of the highest bound."""
        actions = world.legal_actions()
        self.step += 1
        legal = self.step
        for action in actions:
            self.stamps[action] = legal
        best = node
        highest = -1.0
        found: i64 = 0
        for child in node.children:
            if self.stamps[child.action] == legal:
                self.stamps[child.action] = 0
                found += 1
                child.available += 1
                bound = self._bound(child)
                if bound > highest:
                    highest = bound
                    best = child
        untried = len(actions) - found
        if untried == 0:
            return False, best
        skip = (self.information.generator.word() * untried) >> 31
        for action in actions:
            if self.stamps[action] == legal:
                if skip == 0:
                    child = Node(action, world.decider(), 0.5)
                    child.available = 1
                    node.children.append(child)
                    return True, child
                skip -= 1
        return False, best

    def _bound(self, child: Node) -> float:
        visits = float(child.visits)
        return (
            child.total / visits
            + self.bot.explore * sqrt(log(float(child.available)) / visits)
            + self.bot.bias * child.prior / (visits + 1.0)
        )

    def _worth(self, world: State) -> float:
        """The searching side's chance to win, by the result or as the game's features put it."""
        if world.frames == OVER:
            return (world.returns()[self.seat] + 1.0) / 2.0
        return 1.0 / (1.0 + exp(-self.evaluate(world, self.seat) / self.swing))

    def _played_on(self, world: State) -> float:
        """The same after some random play."""
        left = self.bot.depth
        while left != 0 and world.frames != OVER:
            action, count = world.pick(self.information.generator.word())
            world.step(action)
            if count > 1:
                left -= 1
        return self._worth(world)
