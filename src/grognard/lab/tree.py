"""The whole tree of a small game, laid out level by level in arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from grognard.bots.policy import key_of
from grognard.kernel.engine.history import History, new_history
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

# A tree with more decision nodes would take gigabytes.
MOST_NODES: Final = 1_000_000


class InformationSet(NamedTuple):
    """A seat's knowledge at a choice: a set of positions that it cannot tell apart.

    `depth` counts its own earlier choices, `ply` all earlier decisions, and `slots` are the places of its actions among
    the actions of all information sets.
    """

    key: str
    seat: int
    actions: tuple[int, ...]
    slots: range
    depth: int
    ply: int


class TreeLevel(NamedTuple):
    """All decision nodes after a given number of choices, and the edges that leave them, one for each action.

    A node has its information set, the edge of the level above that leads to it, the odds of chance from there to here
    and from the root to here, and the number of decisions before it, counting those without a choice. An edge has its
    node, its slot, and the first seat's result if it ends the game, times the odds that it does.
    """

    sets: Ints
    above: Ints
    step: Floats
    odds: Floats
    ply: Ints
    node: Ints
    slot: Ints
    ended: Floats


class Tree:
    """The tree of a two-seat game in which one seat wins what the other loses. Decisions without a choice are skipped.

    Raises BadInput for a game that has other seats, or more decision nodes than `MOST_NODES`.
    """

    def __init__(self, game: Game, progress: Callable[[int, int], None] | None = None) -> None:
        if game.num_players() != 2:
            raise BadInput(f"Only games for two can be solved; {game.spec.meta.title} has {game.num_players()} seats.")
        self.game = game
        self.sets: list[InformationSet] = []
        self._numbers: dict[str, int] = {}
        self._levels: list[_Growing] = []
        self._nodes = 0
        # The first seat's result where the deal itself ends the game.
        self.ended = 0.0
        deals = game.initial_states()
        for number, (odds, state) in enumerate(deals):
            for branch in _to_choices(odds, state, new_history(state)):
                self.ended += self._grow(branch, 0, 0, 1.0, (0, 0))
            if progress is not None:
                progress(number + 1, len(deals))
        self.levels = [growing.level() for growing in self._levels]

    def _grow(self, branch: _Branch, depth: int, above: int, odds: float, own: tuple[int, int]) -> float:
        """Adds a node and all below it, or returns the first seat's result there, times the odds of the branch."""
        state, history = branch.state, branch.history
        if state.is_terminal():
            return branch.odds * state.returns()[0]
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise BadInput(
                f"{self.game.spec.meta.title} has more than {MOST_NODES:,} decision nodes: too many to solve."
            )
        if depth == len(self._levels):
            self._levels.append(_Growing())
        level = self._levels[depth]
        seat = state.current_player()
        actions = tuple(state.legal_actions())
        set_number = self._set_of(seat, history, actions, own[seat], int(state.ply))
        node = level.add_node(set_number, above, branch.odds, odds * branch.odds, int(state.ply))
        first, second = own
        deeper = (first + 1, second) if seat == 0 else (first, second + 1)
        for action, slot in zip(actions, self.sets[set_number].slots, strict=True):
            edge = level.add_edge(node, slot)
            for further in _after(1.0, state, history, action):
                level.ended[edge] += self._grow(further, depth + 1, edge, odds * branch.odds, deeper)
        return 0.0

    def _set_of(self, seat: int, history: History, actions: tuple[int, ...], depth: int, ply: int) -> int:
        key = key_of(seat, history.of(seat))
        number = self._numbers.get(key)
        if number is None:
            first = self.sets[-1].slots.stop if self.sets else 0
            number = self._numbers[key] = len(self.sets)
            self.sets.append(InformationSet(key, seat, actions, range(first, first + len(actions)), depth, ply))
        known = self.sets[number]
        if (known.seat, known.actions, known.depth) != (seat, actions, depth):
            raise BadInput(f"{self.game.spec.meta.title} has two positions with the same history for a seat.")
        return number

    def counts(self) -> list[tuple[int, int, int]]:
        """Returns each number of earlier decisions, with how many nodes and information sets have that number."""
        plies = np.concatenate([level.ply for level in self.levels])
        nodes, sets = (
            np.bincount(plies),
            np.bincount([known.ply for known in self.sets], minlength=int(plies.max()) + 1),
        )
        return [(ply, int(nodes[ply]), int(sets[ply])) for ply in range(len(nodes)) if nodes[ply] > 0]


class _Branch(NamedTuple):
    odds: float
    state: State
    history: History


def _to_choices(odds: float, state: State, history: History) -> Iterator[_Branch]:
    """Follows a position while nobody has a choice, and yields the next choices or the end."""
    actions = state.legal_actions()
    if len(actions) == 1:
        yield from _after(odds, state, history, actions[0])
    else:
        yield _Branch(odds, state, history)


def _after(odds: float, state: State, history: History, action: int) -> Iterator[_Branch]:
    """Yields the positions that an action leads to."""
    seat = state.current_player()
    for probability, following in state.next_states(action):
        seen = history.copy()
        seen.add(seat, action, following)
        yield from _to_choices(odds * probability, following, seen)


class _Growing:
    """A level while the tree grows."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, int, int]] = []
        self.chances: list[tuple[float, float]] = []
        self.edges: list[tuple[int, int]] = []
        self.ended: list[float] = []

    def add_node(self, number: int, above: int, step: float, odds: float, ply: int) -> int:
        self.nodes.append((number, above, ply))
        self.chances.append((step, odds))
        return len(self.nodes) - 1

    def add_edge(self, node: int, slot: int) -> int:
        self.edges.append((node, slot))
        self.ended.append(0.0)
        return len(self.ended) - 1

    def level(self) -> TreeLevel:
        sets, above, ply = np.array(self.nodes, dtype=np.int64).T
        step, odds = np.array(self.chances).T
        node, slot = np.array(self.edges, dtype=np.int64).T
        return TreeLevel(sets, above, step.copy(), odds.copy(), ply, node.copy(), slot.copy(), np.array(self.ended))
