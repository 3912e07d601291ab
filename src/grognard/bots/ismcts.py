"""Information-set Monte Carlo tree search for all games.

Each iteration deals again what the seat cannot know (one determinization per iteration) and walks a tree in which an
action is available only in the deals where it is legal (Cowling, Powley and Whitehouse: Information Set Monte Carlo
Tree Search, IEEE TCIAIG 2012). The walk takes the available action with the highest bound: its value, plus a bonus in
proportion to a prior (Rosin: Multi-armed Bandits with Episode Context, AMAI 2011), which comes from the greedy bot.
From a leaf on, the greedy bot plays every seat: the rollout algorithm, which improves on the policy that it follows
(Tesauro and Galperin: On-line Policy Improvement using Monte-Carlo Search, NIPS 1996). The playout is cut off at the
end of a turn and judged by the game's `outlook` (Lorentz: Amazons Discover Monte-Carlo, 2008); any judgment in the
middle of a turn misleads.

At the root the goal is to name the best action, not to have tried good ones on the way. So all actions there meet the
same deals and the same luck, and they differ only by their own effect (common random numbers). Round by round the worse
half is dropped (sequential halving: Karnin, Koren and Somekh, ICML 2013; over a tree: Pepels, Cazenave, Winands and
Lanctot: Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search, CGW 2014). An action that is clearly worse
than the best, deal by deal, is dropped earlier (a race with blocking: Moore and Lee: Efficient Algorithms for
Minimizing Cross Validation Error, ICML 1994). The search ends when only one is left.
"""

from __future__ import annotations

import time
from math import exp, sqrt
from operator import index
from typing import Final, SupportsIndex, final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.base import Bot
from grognard.bots.greedy import Judge
from grognard.kernel.engine.chance import Generator, mix_bits, seed_stream
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import OVER, State

RACE: Final = 16  # deals before the first check for clearly worse actions; the next comes after twice as many
FIRST: Final = 0.1  # of the budget, shared equally by all actions, when they are weighed against each other
TEMPERATURE: Final = 0.1  # of the priors, relative to the swing


class Thought:
    """One legal action after a search, with the number of its trials and its chance of winning."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value


class Ismcts(Bot):
    """Searches for a number of iterations or a set time.

    Its seconds are processor time, so it thinks as much on a busy machine as on an idle one.

    `iterations`: the number of iterations; with `seconds` the minimum. `effort`: a multiple of the game's `pace`
    instead, each costing about a millisecond; with `seconds` the maximum. `veteran`: 1 makes as many iterations as the
    game names for a veteran. `turns`: how many turn ends a playout reaches. `explore`: the weight of an action's prior
    against its value below the root; 0 grows no tree. `sure`: an action is dropped once it is behind the best by this
    many standard errors; 0 uses the whole budget, which says more about every action but seldom changes the choice.
    `bold`: subtracted from the chance of winning of an action that only lets the game continue; negative values add
    to it. A small value makes a style, not a weaker player.
    `style`: 1 is bold and -1 cautious, to the degree that suits the game.
    """

    def __init__(
        self,
        iterations: SupportsIndex = 0,
        seconds: float = 0.0,
        effort: SupportsIndex = 0,
        veteran: SupportsIndex = 0,
        turns: SupportsIndex = 0,
        explore: float = 0.2,
        sure: float = 4.0,
        bold: float = 0.0,
        style: SupportsIndex = 0,
    ) -> None:
        if not -1 <= index(style) <= 1:
            raise ValueError("style must be -1, 0 or 1")
        self.iterations: i64 = index(iterations)
        self.seconds: float = seconds
        self.effort: i64 = index(effort)
        self.veteran: i64 = index(veteran)
        self.turns: i64 = index(turns)
        self.explore: float = explore
        self.sure: float = sure
        self.bold: float = bold
        self.style: i64 = index(style)

    @property
    def searches(self) -> bool:
        return True

    def search(self, information: Information) -> Search:
        """Returns the search for one decision, not begun yet."""
        return Search(self, information)

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        best = self.think(information)
        return best[0].action

    def think(self, information: Information) -> list[Thought]:
        """Returns every legal action, the most tried first, ties by value."""
        moves = self.search(information).searched()
        return [Thought(move.action, move.visits, move.value()) for move in moves]


@mypyc_attr(acyclic=True)
class Node:
    """A node of the tree: the action that led there, and its results for the side that chose it, from 0 to 1."""

    def __init__(self, action: i64, prior: float, mine: bool) -> None:
        self.action: i64 = action
        self.prior: float = prior
        self.mine: bool = mine  # chosen by the searching side
        self.visits: i64 = 0
        # How often it was available when its parent was walked through.
        self.available: i64 = 0
        self.total: float = 0.0
        self.children: list[Node] = []

    def value(self) -> float:
        """Returns the chance of winning from the playouts."""
        return self.total / float(self.visits)


@final
@mypyc_attr(acyclic=True)
class Move(Node):
    """An action at the root, with its result in each deal, less the deduction for the bot's style."""

    def __init__(self, action: i64, burden: float = 0.0) -> None:
        super().__init__(action, 1.0, True)
        self.burden: float = burden
        self.results: list[float] = []


def _best_first(move: Move) -> tuple[int, float]:
    return -move.visits, -move.value()


def _most_first(move: Move) -> float:
    return -move.value()


def _surely_better(best: Move, other: Move, sure: float) -> bool:
    """Says whether `best` is ahead of `other` by this many standard errors of their difference."""
    difference = 0.0
    squares = 0.0
    for n, value in enumerate(best.results):
        ahead = value - other.results[n]
        difference += ahead
        squares += ahead * ahead
    spread = squares - difference * difference / float(len(best.results))
    return difference > 0.0 and difference * difference > sure * sure * spread


class Search:
    """The search for one decision."""

    def __init__(self, bot: Ismcts, information: Information) -> None:
        self.information = information
        self.seat: i64 = information.seat
        self.world: State = information.resample(0)
        game = self.world.game
        self.judge = Judge(self.world.clone())
        self.sure: float = bot.sure
        self.swing: float = game.measure.swing
        self.until: i64 = self.world.turn + (bot.turns if bot.turns > 0 else game.measure.horizon)
        self.luck = Generator((0, 0, 0, 0))
        self.explore: float = bot.explore
        self.bold: float = bot.bold
        if bot.style != 0:
            styles: tuple[float, float] = game.measure.styles
            self.bold = styles[0] if bot.style > 0 else -styles[1]
        self.sides: list[int] = list(game.sides)
        self.side: i64 = game.sides[information.seat]
        self.path: list[Node] = []
        # For each action, the number of the last list of legal actions that had it.
        self.looked: list[int] = [0] * game.num_distinct_actions()
        self.look: i64 = 0
        self.done: i64 = 0
        effort = i64(float(bot.effort) * game.measure.pace)
        if bot.veteran > 0:
            effort = game.measure.veteran
        self.seconds: float = bot.seconds
        self.least: i64 = bot.iterations if bot.iterations > 0 else 0 if bot.seconds > 0.0 else effort
        self.most: i64 = effort if bot.seconds > 0.0 else self.least
        self.begun: float = time.thread_time()

    def searched(self) -> list[Move]:
        """Returns all legal actions, best first. Each round halves the candidates until one is left or clearly best."""
        moves = self._moves()
        alive = moves
        keep = len(moves)
        rounds = max(1, (len(moves) - 1).bit_length())
        look = RACE
        for number in range(rounds):
            part = float(number + 1) / float(rounds)
            self._deal(alive)
            while self._has_time(part, len(alive)):
                self._deal(alive)
                if self.sure > 0.0 and len(alive[0].results) >= look:
                    look *= 2
                    alive = self._still_open(alive)
                    if len(alive) == 1:
                        return sorted(moves, key=_best_first)
            keep = (keep + 1) // 2
            alive = sorted(alive, key=_best_first)[:keep]
        return sorted(moves, key=_best_first)

    def weighed(self, close: float, keep: i64 = -1) -> list[Move]:
        """Returns all legal actions, the best first, with equal effort for all close ones: actions behind the best by
        more than `close`, except `keep`, are dropped after a tenth of the budget.
        """
        moves = [Move(action) for action in self.information.legal_actions()]
        alive = moves
        self._deal(alive)
        while self._has_time(FIRST, len(alive)):
            self._deal(alive)
        best = max([move.value() for move in moves])
        alive = [move for move in moves if move.value() >= best - close or move.action == keep]
        while self._has_time(1.0, len(alive)):
            self._deal(alive)
        return sorted(moves, key=_most_first)

    def come_of(self, action: i64, seed: i64, luck: i64) -> State:
        """Plays an action in the world dealt from this seed, then the greedy bot's choices up to the search's horizon.

        Equal luck gives equal draws. The next call overwrites the position.
        """
        world = self.world
        self.information.deal_into(world, seed)
        self.luck.state = seed_stream(mix_bits(luck))
        world.step(action)
        while world.frames != OVER and world.turn < self.until:
            self._play(world)
        return world

    def _moves(self) -> list[Move]:
        """Returns the legal actions, each with the deduction for the bot's style."""
        passes = self.information.game.passes
        return [Move(n, self.bold if passes[n] else 0.0) for n in self.information.legal_actions()]

    def _still_open(self, alive: list[Move]) -> list[Move]:
        """Returns the actions that are not clearly worse than the best."""
        best = min(alive, key=_best_first)
        return [move for move in alive if not _surely_better(best, move, self.sure)]

    def _has_time(self, part: float, alive: i64) -> bool:
        """Says whether this part of the search may have another deal."""
        after = float(self.done + alive)
        if self.seconds == 0.0 or after <= part * float(self.least):
            return after <= part * float(self.least)
        if self.most > 0 and after > part * float(self.most):
            return False
        return time.thread_time() - self.begun < part * self.seconds

    def _deal(self, alive: list[Move]) -> None:
        """Tries all remaining actions on one deal, with an iteration for each."""
        seed = self.information.generator.word()
        luck = seed_stream(mix_bits(self.information.generator.word()))
        world = self.world
        for move in alive:
            self.information.deal_into(world, seed)
            self.luck.state = luck
            self._walk(move, world)
            self.done += 1

    def _walk(self, root: Move, world: State) -> None:
        """Runs one iteration: down the tree, on with the greedy bot's choices, and back."""
        path = self.path
        path.clear()
        path.append(root)
        node: Node = root
        world.step(node.action)
        while self.explore > 0.0 and node.visits > 0 and world.frames != OVER and world.turn < self.until:
            actions = world.legal_actions()
            if len(actions) > 1:
                node = self._child(node, world, actions)
                path.append(node)
                world.step(node.action)
            else:
                world.step(actions[0])
        value = self._judged(node, world)
        root.results.append(value - root.burden)
        root.total -= root.burden
        for walked in path:
            walked.visits += 1
            walked.total += value if walked.mine else 1.0 - value

    def _child(self, node: Node, world: State, actions: list[int]) -> Node:
        """Returns the next action of the walk: the one with the highest bound among those legal in this deal."""
        mine = self.sides[world.decider()] == self.side
        luck = self.luck.word()  # one at every decision, so that all actions at the root still meet the same luck
        self.look += 1
        for action in actions:
            self.looked[action] = self.look
        legal: list[Node] = []
        for child in node.children:
            # After one action either side may be next, depending on the cards.
            if child.mine == mine and self.looked[child.action] == self.look:
                legal.append(child)
        if len(legal) < len(actions):
            self._grow(node, legal, world, actions, luck)
        usual = node.value() if node.mine == mine else 1.0 - node.value()
        best = legal[0]
        highest = -1.0
        for child in legal:
            child.available += 1
            tried = float(child.visits)
            value = child.total / tried if tried > 0.0 else usual
            bound = value + self.explore * child.prior * sqrt(float(child.available)) / (1.0 + tried)
            if bound > highest:
                highest = bound
                best = child
        return best

    def _grow(self, node: Node, legal: list[Node], world: State, actions: list[int], luck: i64) -> None:
        """Adds actions that were not legal here before."""
        for child in legal:
            self.looked[child.action] = 0
        mine = self.sides[world.decider()] == self.side
        priors = self._priors(world, actions, luck)
        for n, action in enumerate(actions):
            if self.looked[action] == self.look:
                child = Node(action, priors[n], mine)
                node.children.append(child)
                legal.append(child)

    def _priors(self, world: State, actions: list[int], luck: i64) -> list[float]:
        """Returns the prior of each action: the more the greedy bot likes one, the higher."""
        values = self.judge.values(world, actions, seed_stream(luck))
        highest = max(values)
        weights = [exp((value - highest) / (self.swing * TEMPERATURE)) for value in values]
        all_weights = sum(weights)
        return [weight / all_weights for weight in weights]

    def _judged(self, node: Node, world: State) -> float:
        """Returns the chance of winning after some more turns; `node` is where the tree ends."""
        while world.frames != OVER and world.turn < self.until:
            self._play(world)
        return self.judge.chance(world, self.seat)

    def _play(self, world: State) -> None:
        """Plays one decision as the greedy bot does."""
        actions = world.legal_actions()
        if len(actions) == 1:
            world.step(actions[0])
            return
        world.step(self.judge.best(world, actions, seed_stream(self.luck.word())))
