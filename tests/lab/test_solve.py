"""Small games solved exactly, checked by slower and simpler ways."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

import grognard
from grognard.bots.policy import Policy, file_name, key_of
from grognard.kernel.engine.history import History, new_history
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.views.view import View
from grognard.lab import tree as trees
from grognard.lab.solve import Solution, Solver, policy_text, solve
from grognard.lab.tree import Tree

# The smallest game there is.
GAME = grognard.load("outpost", {"size": "skirmish"})

Seen = tuple[float, State, History]


@cache
def small_tree() -> Tree:
    return Tree(GAME)


@cache
def solution(iterations: int) -> Solution:
    return solve(small_tree(), iterations)


def followed(weight: float, state: State, history: History, action: int) -> Iterator[Seen]:
    """Where an action leads, with all that was seen."""
    seat = state.current_player()
    for odds, after in state.next_states(action):
        seen = history.copy()
        seen.add(seat, action, after)
        yield weight * odds, after, seen


def best_by_hand(seat: int, policy: Policy, positions: list[Seen]) -> float:
    """What the seat gets by its best response to a policy, from all positions that it cannot tell apart now."""
    total = 0.0
    groups: defaultdict[tuple[str, ...], list[Seen]] = defaultdict(list)
    while positions:
        weight, state, history = positions.pop()
        if state.is_terminal():
            total += weight * state.returns()[seat]
            continue
        mover, actions = state.current_player(), state.legal_actions()
        if mover == seat and len(actions) > 1:
            groups[tuple(history.of(seat))].append((weight, state, history))
            continue
        even = [(action, 1000 / len(actions)) for action in actions]
        for action, share in policy.get(key_of(mover, history.of(mover)), even):
            positions += followed(weight * share / 1000, state, history, action)
    for group in groups.values():
        total += max(
            best_by_hand(seat, policy, [after for position in group for after in followed(*position, action)])
            for action in group[0][1].legal_actions()
        )
    return total


@pytest.mark.parametrize("iterations", [3, 60])
def test_the_best_response_is_what_a_plain_recursion_finds(iterations: int) -> None:
    found = solution(iterations)
    for seat, sign in ((0, 1), (1, -1)):
        deals = [(odds, state, new_history(state)) for odds, state in GAME.initial_states()]
        best = best_by_hand(seat, found.policy, deals)
        assert best - sign * found.value == pytest.approx(found.gains[seat], abs=1e-9)


def test_more_iterations_leave_less_to_gain() -> None:
    found = [solution(iterations).exploitability for iterations in (3, 60, 200)]
    assert found[0] > 10 * found[1] > 50 * found[2] > 0
    assert found[2] < 1e-3


def test_positions_of_an_information_set_look_alike() -> None:
    """The seat sees the same in all of them, and something else wherever it has seen something else."""
    views: dict[tuple[object, ...], View] = {}
    positions: list[Seen] = [(odds, state, new_history(state)) for odds, state in GAME.initial_states()]
    while positions:
        weight, state, history = positions.pop()
        if not state.is_terminal():
            seat = state.current_player()
            key = (seat, *history.of(seat))
            assert views.setdefault(key, state.view(seat)) == state.view(seat)
            for action in state.legal_actions():
                positions += followed(weight, state, history, action)
    assert len([view for view in views.values() if len(view.actions) > 1]) == len(small_tree().sets)


def test_a_solution_is_the_same_every_time() -> None:
    text = policy_text(small_tree(), solution(60))
    assert policy_text(Tree(GAME), solve(Tree(GAME), 60)) == text
    assert text.startswith("# outpost, rules 1\n# morale=5 size=skirmish: 60 iterations, exploitability 0.000")


def test_it_stops_once_little_enough_can_be_gained() -> None:
    heard: list[tuple[int, int]] = []
    found = solve(small_tree(), 500, until=1e-3, progress=lambda done, of: heard.append((done, of)))
    assert found.iterations < 500
    assert found.exploitability <= 1e-3
    assert heard[-1] == (found.iterations, 500)


def test_a_policy_says_nothing_of_where_it_never_leads() -> None:
    found = solution(200)
    solver = Solver(small_tree())
    strategy = solver.strategy(found.policy)
    assert solver.value(strategy) == pytest.approx(found.value)
    assert all(sum(weight for _, weight in parts) == 1000 for parts in found.policy.values())
    led_to = set()
    for seat in range(2):
        positions: list[Seen] = [(odds, state, new_history(state)) for odds, state in GAME.initial_states()]
        while positions:
            weight, state, history = positions.pop()
            if state.is_terminal():
                continue
            actions, key = state.legal_actions(), key_of(state.current_player(), history.of(state.current_player()))
            if state.current_player() == seat and len(actions) > 1:
                led_to.add(key)
                actions = [action for action, _ in found.policy[key]]
            for action in actions:
                positions += followed(weight, state, history, action)
    assert led_to == set(found.policy) < {known.key for known in small_tree().sets}


@pytest.mark.parametrize("rules", [{"size": "skirmish"}, {"size": "skirmish", "morale": 4}])
def test_what_is_shipped_is_what_solving_gives(rules: dict[str, str | int]) -> None:
    game = grognard.load("outpost", rules)
    tree = Tree(game)
    shipped = game.spec.folder.joinpath(file_name(game)).read_text(encoding="utf-8")
    assert policy_text(tree, solve(tree, 1000)) == shipped


def test_only_games_for_two_are_solved() -> None:
    with pytest.raises(BadInput, match="Only games for two can be solved; Green Troops has 4 seats"):
        Tree(grognard.load("green-troops", {"seats": 4}))


def test_a_game_with_too_many_nodes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MOST_NODES", 500)
    with pytest.raises(BadInput, match="Outpost has more than 500 decision nodes: too many to solve"):
        Tree(GAME)


def test_at_least_one_iteration_is_needed() -> None:
    with pytest.raises(BadInput, match="iterations must be 1 or more"):
        solve(small_tree(), 0)
