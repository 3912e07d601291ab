"""The tree of Outpost, counted in two ways, and how little can be gained against the policies that are shipped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import fsum

import pytest

import grognard
from grognard.bots import PERFECT, about_levels, bot
from grognard.bots.policy import file_name, key_of, policy_of
from grognard.kernel.engine.history import new_history
from grognard.lab.solve import Solver, policy_text, solve
from grognard.lab.tree import Tree

# By the number of decisions before: nodes with a choice, and information sets. Nobody has a choice after eight.
COUNTS = {
    "": {
        0: (1680, 84), 1: (3840, 384), 2: (10080, 1008), 3: (14832, 2385), 4: (25200, 4032), 5: (32862, 14502),
        6: (26880, 11760), 7: (27120, 17040), 9: (8256, 8256),
    },
    "skirmish": {0: (756, 36), 1: (972, 162), 2: (1512, 252), 3: (1566, 621), 5: (1134, 1134)},
}  # fmt: skip
RULES: dict[str, dict[str, str | int]] = {"": {}, "skirmish": {"size": "skirmish"}}

# The whole tree takes seconds to grow.
NAMES = [pytest.param("", marks=pytest.mark.soak), "skirmish"]

# What can be gained against a shipped policy, at most.
LITTLE = 1e-3


@cache
def tree(name: str) -> Tree:
    return Tree(grognard.load("outpost", RULES[name]))


# -- the second way of counting: the rules once more, on plain numbers -----------------------------------------------

Card = tuple[int, int]  # arm and force; an arm beats the one that comes after it in the ring
Told = tuple[tuple[int, Card | None], ...]  # who laid what, or passed


def counted(hand: int, skirmish: bool, morale: int = 5) -> dict[int, tuple[int, int]]:
    """Nodes with a choice and information sets, by the number of decisions before."""
    deck = [(arm, force) for arm in range(3) for force in (1, 2, 3)]
    nodes: Counter[int] = Counter()
    sets: Counter[int] = Counter()
    known: set[tuple[object, ...]] = set()
    for blue in combinations(deck, hand):
        for red in combinations([card for card in deck if card not in blue], hand):
            for depth, seat, told in choices((blue, red), (morale, morale), 0, (), skirmish):
                nodes[depth] += 1
                seen = (seat, (blue, red)[seat], told)
                sets[depth] += seen not in known
                known.add(seen)
    return {depth: (nodes[depth], sets[depth]) for depth in sorted(nodes)}


def choices(
    hands: tuple[tuple[Card, ...], ...], morale: tuple[int, int], mover: int, told: Told, skirmish: bool
) -> Iterator[tuple[int, int, Told]]:
    """Every choice from the beginning of a turn on: its depth, who has it, and what was told before."""
    if min(morale) <= 0 or not any(hands):
        return
    if not hands[mover]:
        yield from choices(hands, morale, 1 - mover, told, skirmish)
        return
    if len(hands[mover]) > 1:
        yield len(told), mover, told
    other = 1 - mover
    for card in hands[mover]:
        laid = (*told, (mover, card))
        left = tuple(tuple(c for c in held if c != card) for held in hands)
        hurt = (morale[0] - (other == 0) * card[1], morale[1] - (other == 1) * card[1])
        if not hands[other]:
            yield from choices(left, hurt, other, laid, skirmish)
            continue
        fitting = [c for c in hands[other] if (c[0] + 1) % 3 == card[0] and (skirmish or c[1] >= card[1] - 1)]
        if fitting:
            yield len(laid), other, laid
        yield from choices(left, hurt, other, (*laid, (other, None)), skirmish)
        for answer in fitting:
            after = tuple(tuple(c for c in held if c != answer) for held in left)
            yield from choices(after, morale, other, (*laid, (other, answer)), skirmish)


@pytest.mark.parametrize("name", NAMES)
def test_the_tree_is_as_large_in_both_ways(name: str) -> None:
    golden = COUNTS[name]
    assert {ply: (nodes, sets) for ply, nodes, sets in tree(name).counts()} == golden
    assert counted(2 if name else 3, skirmish=bool(name)) == golden
    whole = (150_750, 59_451) if not name else (5_940, 2_205)
    assert (sum(nodes for nodes, _ in golden.values()), sum(sets for _, sets in golden.values())) == whole


def test_every_deal_is_as_likely() -> None:
    deals = grognard.load("outpost").initial_states()
    assert len(deals) == 1680
    assert all(odds == pytest.approx(1 / 1680) for odds, _ in deals)
    assert fsum(odds for odds, _ in deals) == pytest.approx(1.0)


# -- the shipped policies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_hardly_anything_can_be_gained_against_the_perfect_player(name: str) -> None:
    solver = Solver(tree(name))
    strategy = solver.strategy(policy_of(tree(name).game))
    assert all(0 <= gain < LITTLE for gain in solver.gains(strategy))
    assert solver.value(strategy) == pytest.approx(-0.0972 if name else -0.0279, abs=1e-4)


@pytest.mark.soak
@pytest.mark.parametrize("rules", [{}, {"morale": 4}])
def test_what_is_shipped_is_what_solving_gives(rules: dict[str, str | int]) -> None:
    game = grognard.load("outpost", rules)
    whole = Tree(game)
    shipped = game.spec.folder.joinpath(file_name(game)).read_text(encoding="utf-8")
    assert policy_text(whole, solve(whole, 1000)) == shipped


@pytest.mark.parametrize("morale", [5, 4])
@pytest.mark.parametrize("size", ["full", "skirmish"])
def test_every_set_of_house_rules_is_solved(morale: int, size: str) -> None:
    game = grognard.load("outpost", {"morale": morale, "size": size})
    assert list(about_levels(game)) == ["recruit", "regular", "greedy", PERFECT]
    policy = policy_of(game)
    for seed in range(100):
        state = game.new_initial_state(seed)
        history = new_history(state)
        while not state.is_terminal():
            seat, seen = state.current_player(), history.of(state.current_player())
            action = bot(PERFECT).choose(state.information(seat, seed, seen))
            if len(state.legal_actions()) > 1:  # it never leaves what its policy knows
                assert action in [one for one, weight in policy[key_of(seat, seen)] if weight > 0]
            state.apply_action(action)
            history.add(seat, action, state)


def test_where_its_policy_never_leads_it_plays_on() -> None:
    """A person may have begun the game, and the perfect player takes over."""
    game = grognard.load("outpost")
    policy = policy_of(game)
    strayed = 0
    for seed in range(60):
        state = game.new_initial_state(seed)
        history = new_history(state)
        while not state.is_terminal():
            seat, seen, actions = state.current_player(), history.of(state.current_player()), state.legal_actions()
            strayed += len(actions) > 1 and key_of(seat, seen) not in policy
            assert bot(PERFECT).choose(state.information(seat, seed, seen)) in actions
            action = actions[-1]
            state.apply_action(action)
            history.add(seat, action, state)
    assert strayed > 10
