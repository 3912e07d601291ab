"""Information-set Monte Carlo tree search, for every game alike.

Each iteration deals what the seat cannot know anew (one determinisation per iteration) and walks a tree in which an
action counts as available only in the deals in which it is legal (Cowling, Powley and Whitehouse: Information Set Monte
Carlo Tree Search, IEEE TCIAIG 2012). Of those available the walk takes the one of the highest bound: its value, and a
bonus in proportion to a prior (Rosin: Multi-armed Bandits with Episode Context, AMAI 2011), which is the opinion of the
greedy bot. From a leaf on, the greedy bot plays every seat: the rollout algorithm, which improves on the policy that it
follows (Tesauro and Galperin: On-line Policy Improvement using Monte-Carlo Search, NIPS 1996). The playout is cut off
and judged by the game's `outlook` (Lorentz: Amazons Discover Monte-Carlo, 2008) where a turn ends: in the middle of one
any judgement misleads.

At the root what counts is to name the best action, not to have tried good ones on the way. So all actions meet the same
deals and the same luck there, and what differs is their own doing (common random numbers); round by round the worse
half of them is given up (sequential halving: Karnin, Koren and Somekh, ICML 2013; over a tree: Pepels, Cazenave,
Winands and Lanctot: Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search, CGW 2014). Earlier goes what is
surely worse than the best, deal against deal (a race with blocking: Moore and Lee: Efficient Algorithms for Minimizing
Cross Validation Error, ICML 1994); once nothing else is left the search is over.
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

RACE: Final = 16  # deals before the first look at who is surely worse; the next comes after twice as many
FIRST: Final = 0.1  # of the budget, for all alike, where actions are weighed against each other
TEMPERATURE: Final = 0.1  # of the priors, in parts of the swing


class Thought:
    """One legal action after a search: how often it was tried, and the chance to win it gives."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        self.action = action
        self.visits = visits
        self.value = value


@final
class Ismcts(Bot):
    """Searches for so many iterations, or for so long.

    Its seconds are the processor's, so that it thinks as much on a busy machine as on an idle one.

    `iterations`: so many; with `seconds` at least so many. `effort`: so many times the game's `pace` instead, which
    costs about a millisecond; with `seconds` at most so many. `turns`: how many ends of a turn a playout reaches.
    `explore`: how much the prior of an action counts against its value below the root; 0 grows no tree.
    `sure`: an action is given up once it is behind the best by so many standard errors; 0 uses the whole budget, which
    tells more about every action but seldom changes the choice.
    `bold`: an action that lets the game go on and does nothing else counts for so much less chance to win; below 0, for
    so much more. That makes a style, not a weaker player, as long as it is little.
    `style`: 1 is bold and -1 cautious, by as much as suits the game.
    """

    def __init__(
        self,
        iterations: SupportsIndex = 0,
        seconds: float = 0.0,
        effort: SupportsIndex = 0,
        turns: SupportsIndex = 0,
        explore: float = 0.2,
        sure: float = 4.0,
        bold: float = 0.0,
        style: SupportsIndex = 0,
    ) -> None:
        if not -1 <= index(style) <= 1:
            raise ValueError("a style from -1 to 1")
        self.iterations: i64 = index(iterations)
        self.seconds: float = seconds
        self.effort: i64 = index(effort)
        self.turns: i64 = index(turns)
        self.explore: float = explore
        self.sure: float = sure
        self.bold: float = bold
        self.style: i64 = index(style)

    @property
    def searches(self) -> bool:
        return True

    def choose(self, information: Information) -> i64:
        actions = information.legal_actions()
        if len(actions) == 1:
            return actions[0]
        best = self.think(information)
        return best[0].action

    def think(self, information: Information) -> list[Thought]:
        """Every legal action, the most tried first; of equals the one of more value."""
        moves = Search(self, information).searched()
        return [Thought(move.action, move.visits, move.value()) for move in moves]


@mypyc_attr(acyclic=True)
class Node:
    """A node of the tree: an action that led there, and how it did for the side that chose it, from 0 to 1."""

    def __init__(self, action: i64, prior: float, mine: bool) -> None:
        self.action: i64 = action
        self.prior: float = prior
        self.mine: bool = mine  # chosen by the side that searches
        self.visits: i64 = 0
        # How often it could have been chosen while its parent was walked through.
        self.available: i64 = 0
        self.total: float = 0.0
        self.children: list[Node] = []

    def value(self) -> float:
        """The chance to win as the playouts tell it."""
        return self.total / float(self.visits)


@final
@mypyc_attr(acyclic=True)
class Move(Node):
    """An action at the root, and what came of it in each deal, but for what its style takes off."""

    def __init__(self, action: i64, burden: float = 0.0) -> None:
        super().__init__(action, 1.0, True)
        self.burden: float = burden
        self.results: list[float] = []


def _best_first(move: Move) -> tuple[int, float]:
    return -move.visits, -move.value()


def _most_first(move: Move) -> float:
    return -move.value()


def _surely_better(best: Move, other: Move, sure: float) -> bool:
    """Is the one ahead of the other by so many standard errors of what sets them apart?"""
    difference = 0.0
    squares = 0.0
    for n, value in enumerate(best.results):
        ahead = value - other.results[n]
        difference += ahead
        squares += ahead * ahead
    spread = squares - difference * difference / float(len(best.results))
    return difference > 0.0 and difference * difference > sure * sure * spread


@final
class Search:
    """One decision."""

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
        # By action: the last look at legal actions that found it there.
        self.looked: list[int] = [0] * game.num_distinct_actions()
        self.look: i64 = 0
        self.done: i64 = 0
        effort = i64(float(bot.effort) * game.measure.pace)
        self.seconds: float = bot.seconds
        self.least: i64 = bot.iterations if bot.iterations > 0 else 0 if bot.seconds > 0.0 else effort
        self.most: i64 = effort if bot.seconds > 0.0 else self.least
        self.begun: float = time.thread_time()

    def searched(self) -> list[Move]:
        """All legal actions, the best first, after as many rounds as it takes to halve them to one, or until one is
        surely the best.
        """
        passes = self.information.game.passes
        moves = [Move(n, self.bold if passes[n] else 0.0) for n in self.information.legal_actions()]
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
        """All legal actions, the best first, none given up for being worse than another: only those behind the best by
        more than `close` are left aside once a tenth of the budget is spent, and of them not the action `keep`.
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
        """What comes of an action in the world dealt from this seed, as the greedy bot plays on, as far as this looks.

        Equal luck gives equal draws. The position is overwritten by the next call.
        """
        world = self.world
        self.information.deal_into(world, seed)
        self.luck.state = seed_stream(mix_bits(luck))
        world.step(action)
        while world.frames != OVER and world.turn < self.until:
            self._play(world)
        return world

    def _still_open(self, alive: list[Move]) -> list[Move]:
        """Those that are not surely worse than the best."""
        best = min(alive, key=_best_first)
        return [move for move in alive if not _surely_better(best, move, self.sure)]

    def _has_time(self, part: float, alive: i64) -> bool:
        """May this part of the search have another deal?"""
        after = float(self.done + alive)
        if self.seconds == 0.0 or after <= part * float(self.least):
            return after <= part * float(self.least)
        if self.most > 0 and after > part * float(self.most):
            return False
        return time.thread_time() - self.begun < part * self.seconds

    def _deal(self, alive: list[Move]) -> None:
        """One deal for all actions that are still in it: an iteration for each."""
        seed = self.information.generator.word()
        luck = seed_stream(mix_bits(self.information.generator.word()))
        world = self.world
        for move in alive:
            self.information.deal_into(world, seed)
            self.luck.state = luck
            self._walk(move, world)
            self.done += 1

    def _walk(self, root: Move, world: State) -> None:
        """An iteration: down the tree, on as the greedy bot plays, and back."""
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
        value = self._played_on(world)
        root.results.append(value - root.burden)
        root.total -= root.burden
        for walked in path:
            walked.visits += 1
            walked.total += value if walked.mine else 1.0 - value

    def _child(self, node: Node, world: State, actions: list[int]) -> Node:
        """The action to walk on by: of those that are legal in this deal the one of the highest bound."""
        mine = self.sides[world.decider()] == self.side
        luck = self.luck.word()  # at every decision one, so that all actions at the root go on meeting the same luck
        self.look += 1
        for action in actions:
            self.looked[action] = self.look
        legal: list[Node] = []
        for child in node.children:
            # After one action it may be this side's turn or the other's, as the cards lie.
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
        """Adds what was not legal here before; the better the greedy bot thinks of an action, the higher its prior."""
        for child in legal:
            self.looked[child.action] = 0
        mine = self.sides[world.decider()] == self.side
        values = self.judge.values(world, actions, seed_stream(luck))
        highest = max(values)
        weights = [exp((value - highest) / (self.swing * TEMPERATURE)) for value in values]
        all_weights = sum(weights)
        for n, action in enumerate(actions):
            if self.looked[action] == self.look:
                child = Node(action, weights[n] / all_weights, mine)
                node.children.append(child)
                legal.append(child)

    def _played_on(self, world: State) -> float:
        """The chance to win after some more turns."""
        while world.frames != OVER and world.turn < self.until:
            self._play(world)
        return self.judge.chance(world, self.seat)

    def _play(self, world: State) -> None:
        """A decision as the greedy bot makes it."""
        actions = world.legal_actions()
        if len(actions) == 1:
            world.step(actions[0])
            return
        world.step(self.judge.best(world, actions, seed_stream(self.luck.word())))
