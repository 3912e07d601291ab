"""Small games solved exactly: strategies that no opponent can beat by more than a given margin.

Counterfactual regret minimization over the whole tree (Zinkevich, Johanson, Bowling and Piccione: Regret Minimization
in Games with Incomplete Information, NIPS 2007), in the form CFR+ (Tammelin: Solving Large Imperfect Information Games
Using CFR+, 2014): regrets never fall below zero, the seats take turns, and later strategies count for more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from grognard.bots.policy import WHOLE, Policy, heading
from grognard.kernel.errors import BadInput
from grognard.lab.tree import Floats, Ints, Tree, TreeLevel

# The number of iterations between checks of exploitability.
LOOK: Final = 50


@dataclass
class Solution:
    """The result of solving: the policy and its value.

    `value` is what the first seat gets when both follow the policy, from -1 to 1. `gains` is how much each seat could
    gain by its best response to it, and `exploitability` their mean.
    """

    iterations: int
    value: float
    gains: tuple[float, float]
    policy: Policy
    nodes: int
    sets: int
    seconds: float

    @property
    def exploitability(self) -> float:
        """The seats' mean gain from best responses to the policy."""
        return sum(self.gains) / 2


class Solver:
    """One tree, and the regrets and the average strategy so far. A strategy is a probability for each slot."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        sizes = [len(known.actions) for known in tree.sets]
        self._sizes = np.array(sizes, dtype=np.int64)
        self._set_of_slot = np.repeat(np.arange(len(sizes)), sizes)
        self._seat_of_set = np.array([known.seat for known in tree.sets], dtype=np.int64)
        self._seat_of_slot = self._seat_of_set[self._set_of_slot]
        self._mine = [[self._seat_of_slot[level.slot] == seat for level in tree.levels] for seat in range(2)]
        self._regrets = np.zeros(len(self._set_of_slot))
        self._sums = np.zeros(len(self._set_of_slot))
        self.iterations = 0

    # -- minimizing regret -----------------------------------------------------------------------------------------

    def iterate(self) -> None:
        """Updates the regrets of each seat in turn."""
        self.iterations += 1
        for seat in range(2):
            strategy = self._matched()
            reach = [self._reach(strategy, player) for player in range(2)]
            values = self._values(strategy)
            sign = 1 - 2 * seat
            mine = self._seat_of_slot == seat
            for level, own, others, edges in zip(self.tree.levels, reach[seat], reach[1 - seat], values, strict=True):
                nodes = _summed(level.node, strategy[level.slot] * edges, len(level.sets))
                regret = sign * (level.odds * others)[level.node] * (edges - nodes[level.node])
                self._regrets += mine * _summed(level.slot, regret, len(mine))
                weight = self.iterations * level.odds * own
                self._sums += mine * _summed(level.slot, weight[level.node] * strategy[level.slot], len(mine))
            np.maximum(self._regrets, 0.0, out=self._regrets)

    def _matched(self) -> Floats:
        """Returns the next strategy of regret matching."""
        return self._shares(self._regrets)

    def average(self) -> Floats:
        """Returns the average strategy, which converges to the solution."""
        return self._shares(self._sums)

    def _shares(self, numbers: Floats) -> Floats:
        """Returns each slot's share of its information set's total, or equal shares if the total is zero."""
        sums = _summed(self._set_of_slot, numbers, len(self._sizes))[self._set_of_slot]
        even = 1.0 / self._sizes[self._set_of_slot]
        return np.where(sums > 0.0, numbers / np.where(sums > 0.0, sums, 1.0), even)

    # -- through the tree ------------------------------------------------------------------------------------------

    def _reach(self, strategy: Floats, seat: int) -> list[Floats]:
        """Returns for each level how likely this seat's own choices lead to each node."""
        found: list[Floats] = []
        edges: Floats = np.ones(1)
        for level, mine in zip(self.tree.levels, self._mine[seat], strict=True):
            nodes = edges[level.above]
            found.append(nodes)
            edges = nodes[level.node] * np.where(mine, strategy[level.slot], 1.0)
        return found

    def _values(self, strategy: Floats) -> list[Floats]:
        """Returns for each level the first seat's expected result behind each edge."""
        found: list[Floats] = []
        below: TreeLevel | None = None
        nodes: Floats = np.zeros(0)
        for level in reversed(self.tree.levels):
            edges = level.ended
            if below is not None:
                edges = edges + _summed(below.above, below.step * nodes, len(edges))
            nodes = _summed(level.node, strategy[level.slot] * edges, len(level.sets))
            found.insert(0, edges)
            below = level
        return found

    def value(self, strategy: Floats) -> float:
        """Returns the first seat's expected result when both follow the strategy."""
        top = self.tree.levels[0]
        nodes = _summed(top.node, strategy[top.slot] * self._values(strategy)[0], len(top.sets))
        return float(np.sum(top.odds * nodes)) + self.tree.ended

    def best_response(self, strategy: Floats, seat: int) -> Floats:
        """Returns the strategy with this seat's part replaced by a best response to the other's.

        The last choices of the seat are settled first; earlier ones are then judged by their outcomes.
        """
        best = strategy.copy()
        depths = np.array([known.depth if known.seat == seat else -1 for known in self.tree.sets])[self._set_of_slot]
        others = self._reach(strategy, 1 - seat)
        sign = 1 - 2 * seat
        for depth in range(int(depths.max()), -1, -1):
            worth = np.zeros(len(best))
            for level, reach, edges in zip(self.tree.levels, others, self._values(best), strict=True):
                weight = sign * (level.odds * reach)[level.node]
                worth += _summed(level.slot, weight * edges, len(best))
            best = np.where(depths == depth, self._first_best(worth), best)
        return best

    def _first_best(self, worth: Floats) -> Floats:
        """Returns 1 for the first slot with the greatest worth in each information set, and 0 for the others."""
        starts = np.concatenate([[0], np.cumsum(self._sizes)[:-1]])
        most = np.maximum.reduceat(worth, starts)[self._set_of_slot]
        places = np.where(worth == most, np.arange(len(worth)), len(worth))
        chosen = np.zeros(len(worth))
        chosen[np.minimum.reduceat(places, starts)] = 1.0
        return chosen

    def gains(self, strategy: Floats) -> tuple[float, float]:
        """Returns how much each seat gains by its best response, while the other keeps to the strategy."""
        value = self.value(strategy)
        first = self.value(self.best_response(strategy, 0)) - value
        second = value - self.value(self.best_response(strategy, 1))
        return first, second

    # -- policies --------------------------------------------------------------------------------------------------

    def policy(self) -> Policy:
        """Returns the average strategy, rounded, without the information sets that it never reaches."""
        average = self.average()
        rounded = {known.key: _rounded(known.actions, average[known.slots.start : known.slots.stop])
                   for known in self.tree.sets}  # fmt: skip
        strategy = self.strategy(rounded)
        reached = np.zeros(len(self._sizes), dtype=bool)
        for seat in range(2):
            for level, reach in zip(self.tree.levels, self._reach(strategy, seat), strict=True):
                mine = self._seat_of_set[level.sets] == seat
                reached[level.sets[mine & (reach > 0.0)]] = True
        return {known.key: rounded[known.key] for known, there in zip(self.tree.sets, reached, strict=True) if there}

    def strategy(self, policy: Policy) -> Floats:
        """Converts a policy to a strategy, with equal chances where the policy has no entry."""
        numbers = np.zeros(len(self._set_of_slot))
        for known in self.tree.sets:
            for action, weight in policy.get(known.key, ()):
                numbers[known.slots[known.actions.index(action)]] = weight
        return self._shares(numbers)


def _summed(places: Ints, weights: Floats, count: int) -> Floats:
    """Sums the weights at each place, in order, so that every machine gets the same result."""
    return cast("Floats", np.bincount(places, weights, minlength=count))


def _rounded(actions: Sequence[int], shares: Floats) -> list[tuple[int, int]]:
    """Rounds shares to parts of `WHOLE` that add up to it; those that lost most by rounding down get the remainder."""
    parts = [int(WHOLE * share) for share in shares]
    lost = sorted(range(len(parts)), key=lambda n: parts[n] - WHOLE * float(shares[n]))
    for n in lost[: WHOLE - sum(parts)]:
        parts[n] += 1
    return [(action, part) for action, part in zip(actions, parts, strict=True) if part > 0]


def must_be_sound(iterations: int, until: float) -> None:
    """Raises BadInput for numbers that `solve` cannot use."""
    if iterations < 1:
        raise BadInput("The number of iterations must be 1 or more.")
    if not until >= 0:
        raise BadInput(f"The exploitability to stop at must be 0 or more, not {until}.")


def solve(
    tree: Tree, iterations: int, until: float = 0.0, progress: Callable[[int, int], None] | None = None
) -> Solution:
    """Solves a game in this many iterations, or fewer if its policy's exploitability falls to `until` sooner.

    The result depends on the game and on these numbers alone, to the last digit.
    """
    must_be_sound(iterations, until)
    began = time.perf_counter()
    solver = Solver(tree)
    while True:
        solver.iterate()
        if progress is not None:
            progress(solver.iterations, iterations)
        if solver.iterations % LOOK == 0 or solver.iterations == iterations:
            policy = solver.policy()
            strategy = solver.strategy(policy)
            gains = solver.gains(strategy)
            if sum(gains) / 2 <= until or solver.iterations == iterations:
                break
    nodes = sum(len(level.sets) for level in tree.levels)
    seconds = time.perf_counter() - began
    return Solution(solver.iterations, solver.value(strategy), gains, policy, nodes, len(tree.sets), seconds)


def policy_text(tree: Tree, solution: Solution) -> str:
    """Returns the policy file; its format is in `grognard.bots.policy`."""
    game = tree.game
    rules = " ".join(f"{key}={value}" for key, value in game.options.items())
    rows = [f"{key},{' '.join(f'{action}:{weight}' for action, weight in parts)}"
            for key, parts in sorted(solution.policy.items())]  # fmt: skip
    reached = f"exploitability {solution.exploitability:.6f}, value {solution.value:.6f}"
    told = f"# {rules}: {solution.iterations} iterations, {reached}"
    return "\n".join([heading(game.slug, game.spec.meta.rules), told, *rows]) + "\n"
