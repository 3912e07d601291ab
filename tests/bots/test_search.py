"""The search: its budgets, what it says of each action, that it plays well, and the levels."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count
from statistics import fmean
from typing import Final

import pytest

import grognard
from grognard.bots import ABOUT, BOTS, DEFAULT_LEVEL, LEVELS, PERFECT, PRODIGY, STYLED, STYLES, Greedy, Ismcts, bot
from grognard.bots.ismcts import Node, Search
from grognard.kernel.engine.search_tuning import SearchTuning
from grognard.kernel.engine.state import State
from grognard.lab.self_play import play_match
from grognard.lab.simulate import paired
from grognard.registry import load
from tests.conformance.support import often
from tests.folders import OURS

ITERATIONS: Final = 100


def midgame(slug: str, seed: int, plies: int) -> State:
    """A position with something to decide, after so many plies of careless play."""
    player = Greedy(0.2)
    state, choices = load(slug).new_initial_state(seed).clone(), 3
    while state.ply < plies or len(state.legal_actions()) < choices:
        state.apply_action(player.choose(state.information(state.current_player(), seed)))
        if state.is_terminal():  # a very short game: another, earlier, with fewer choices
            seed, plies, choices = seed + 1, plies // 2, 2
            state = load(slug).new_initial_state(seed).clone()
    return state


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_thinks_of_every_action_within_its_budget(slug: str) -> None:
    state = midgame(slug, 1, min(20, load(slug).max_turns() // 3))
    thoughts = Ismcts(ITERATIONS, sure=0.0).think(state.information(state.current_player(), 1))
    assert sorted(thought.action for thought in thoughts) == sorted(state.legal_actions())
    assert all(thought.visits >= 1 and 0 <= thought.value <= 1 for thought in thoughts)
    tried = [thought.visits for thought in thoughts]
    assert tried == sorted(tried, reverse=True)
    assert 0.6 * ITERATIONS <= sum(tried) <= ITERATIONS


def test_of_the_most_tried_the_best_is_first() -> None:
    state = midgame("three-emperors", 1, 20)
    thoughts = Ismcts(ITERATIONS).think(state.information(state.current_player(), 1))
    most = [thought.value for thought in thoughts if thought.visits == thoughts[0].visits]
    assert len(most) >= 2
    assert most == sorted(most, reverse=True)


def test_choice_is_the_first_thought() -> None:
    state = midgame("green-troops", 2, 20)
    seat = state.current_player()
    thoughts = Ismcts(ITERATIONS).think(state.information(seat, 5))
    assert Ismcts(ITERATIONS).choose(state.information(seat, 5)) == thoughts[0].action


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_clear_case_is_decided_early(slug: str) -> None:
    """In a part of the iterations, and as the whole of them would decide it."""
    budget = 3000
    early = alike = 0
    for state in _some_decisions(slug):
        seat = state.current_player()
        thoughts = Ismcts(budget).think(state.information(seat, 1))
        if sum(thought.visits for thought in thoughts) < budget // 2:
            early += 1
            alike += thoughts[0].action == Ismcts(budget, sure=0.0).think(state.information(seat, 2))[0].action
        if early == 4:
            break
    assert early == 4 or slug not in OURS  # others may have no clear case
    assert alike >= early - 1


def _some_decisions(slug: str) -> Iterator[State]:
    """From two games of the greedy bot, or more short ones, now and then a decision among two or more actions."""
    for seed in range(2, 2 + often(load(slug), 2)):
        state = load(slug).new_initial_state(seed).clone()
        while not state.is_terminal():
            if len(state.legal_actions()) > 1 and state.ply % 5 == 0:
                yield state
            state.apply_action(Greedy().choose(state.information(state.current_player(), 2)))


def test_what_is_not_given_up_early_has_the_whole_budget() -> None:
    state = midgame("fusillade", 1, 20)
    thoughts = Ismcts(3000, sure=1000.0).think(state.information(state.current_player(), 1))
    assert 0.9 * 3000 <= sum(thought.visits for thought in thoughts) <= 3000


def _inner(nodes: Sequence[Node]) -> Iterator[Node]:
    """All nodes of the tree that have children."""
    for node in nodes:
        if node.children:
            yield node
            yield from _inner(node.children)


def test_the_tree_counts_an_action_as_available_only_where_it_is_legal() -> None:
    state = midgame("fusillade", 2, 20)
    moves = Search(Ismcts(3000, turns=2, sure=0.0), state.information(state.current_player(), 1)).searched()
    inner = list(_inner(moves))
    assert len(inner) > 20
    for node in inner:
        assert sum(child.visits for child in node.children) < node.visits  # the first visit ended there
        assert all(child.visits <= child.available < node.visits for child in node.children)
        assert all(0 <= child.value() <= 1 for child in node.children if child.visits > 0)
    # The other side chooses in the tree as well, from hands that differ from deal to deal.
    theirs = [[child for child in node.children if not child.mine] for node in inner]
    assert any(len({child.available for child in children}) > 1 for children in theirs)
    # After one action it is now this side's turn, now the other's; the same answer of both is not the same node.
    assert any(0 < len(children) < len(node.children) for children, node in zip(theirs, inner, strict=True))
    for node in inner:
        answers = [(child.action, child.mine) for child in node.children]
        assert len(set(answers)) == len(answers)


@pytest.mark.parametrize(("slug", "seed"), [("three-emperors", 1), ("fusillade", 4), ("ready-aim-fire", 1)])
def test_the_tree_returns_to_what_did_well(slug: str, seed: int) -> None:
    """More than the priors alone would have it, which decide where they count for everything."""
    state = midgame(slug, seed, 20)
    returned = _gains(state, explore=0.2)
    assert len(returned) > 10
    assert fmean(returned) > 2 * fmean(_gains(state, explore=1000.0))
    assert sum(gain > 0 for gain in returned) > 0.8 * len(returned)


def _gains(state: State, explore: float) -> list[float]:
    """At each node: how much better what was tried there did than if everything had been tried as often."""
    known = state.information(state.current_player(), 1)
    gains = []
    for node in _inner(Search(Ismcts(3000, explore=explore, sure=0.0), known).searched()):
        # Only what the same side could choose in the same deals can be compared.
        for mine in (True, False):
            mates = [child for child in node.children if child.mine == mine]
            most = max((child.available for child in mates), default=0)
            always = [child for child in mates if child.available == most and child.visits > 0]
            if most >= 100 and len(always) >= 2:
                mean = sum(child.total for child in always) / float(sum(child.visits for child in always))
                gains.append(mean - fmean(child.value() for child in always))
    return gains


def test_too_small_a_budget_still_tries_everything() -> None:
    state = midgame("fusillade", 1, 20)
    thoughts = Ismcts(1).think(state.information(state.current_player(), 1))
    assert len(thoughts) == len(state.legal_actions())
    assert all(thought.visits >= 1 for thought in thoughts)


def test_a_clock_ends_the_search() -> None:
    state = midgame("company-commander", 1, 20)
    known = state.information(state.current_player(), 1)
    begun = time.monotonic()
    thoughts = Ismcts(5, seconds=0.1, sure=0.0).think(known)
    took = time.monotonic() - begun
    assert 0.05 < took < 2
    assert sum(thought.visits for thought in thoughts) >= 5


def test_with_a_clock_effort_is_the_most() -> None:
    state = midgame("fusillade", 1, 20)
    thoughts = Ismcts(0, seconds=60.0, effort=2).think(state.information(state.current_player(), 1))
    assert sum(thought.visits for thought in thoughts) <= 2 * state.game.measure.pace + len(thoughts)


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_veteran_makes_as_many_playouts_as_its_game_says(slug: str) -> None:
    state = midgame(slug, 1, 0)
    most, known = state.game.measure.veteran, state.information(state.current_player(), 1)
    made = sum(thought.visits for thought in Ismcts(veteran=1, sure=0.0).think(known))
    legal = len(state.legal_actions())
    assert most - legal < made <= most or made <= 2 * legal  # each round tries every action that is left at least once


def test_a_veteran_makes_32_milliseconds_of_playouts_where_a_game_says_nothing() -> None:
    assert SearchTuning(swing=1.0, horizon=1, pace=7.5).veteran == 240
    assert SearchTuning(swing=1.0, horizon=1, pace=7.5, veteran=9).veteran == 9


def test_an_only_action_has_a_chance_to_win() -> None:
    state = midgame("fusillade", 1, 20)
    while len(state.legal_actions()) > 1:
        state.apply_action(state.legal_actions()[0])
    thoughts = Ismcts(ITERATIONS).think(state.information(state.current_player(), 1))
    assert [thought.action for thought in thoughts] == state.legal_actions()
    assert 0 < thoughts[0].value < 1


def test_the_chance_to_win_comes_true() -> None:
    """Near the end of a game whoever wins it is told so, and the loser is told he loses."""
    right = told = 0
    for seed in range(6):
        state = load("three-emperors").new_initial_state(seed).clone()
        spots: list[State] = []
        while not state.is_terminal():
            if len(state.legal_actions()) > 1:
                spots.append(state.clone())
            state.apply_action(Greedy().choose(state.information(state.current_player(), seed)))
        for spot in spots[-8:]:
            seat = spot.current_player()
            value = Ismcts(60).think(spot.information(seat, seed))[0].value
            told += 1
            right += (value > 0.5) == (state.returns()[seat] > 0)
    assert right >= 0.8 * told


@pytest.mark.parametrize("seats", [4, 6])
def test_teams_of_two_and_three_are_searched_for(seats: int) -> None:
    game = load("green-troops", {"seats": seats})
    players = [Ismcts(8) if side == 0 else bot("recruit") for side in game.sides]
    match = play_match(game.new_initial_state(1), players, list(range(seats)))
    assert match.returns[0] == 1


def test_search_beats_greedy() -> None:
    """A smoke test with a small budget; bench/strength.md has the measured strength of every game."""
    result = paired(load("three-emperors"), "ismcts:iterations=60", "greedy", pairs=12, seed=1)
    assert result.share > 0.6


@pytest.mark.parametrize(
    "weaker",
    [pytest.param(n, marks=[pytest.mark.soak] if bot(LEVELS[n + 1]).searches else []) for n in range(len(LEVELS) - 1)],
)
def test_levels_are_ordered(weaker: int) -> None:
    """In the quickest game, with the marshal at a fraction of its effort."""
    stronger, other = LEVELS[weaker + 1], LEVELS[weaker]
    small = {"marshal": "ismcts:iterations=600"}
    pairs = 6 if stronger == "marshal" else 12 if stronger == "veteran" else 60
    result = paired(load("three-emperors"), small.get(stronger, stronger), small.get(other, other), pairs, seed=3)
    assert result.share > 0.5


@pytest.mark.parametrize("passing", [0.001, 5.0], ids=["idle", "busy"])
def test_seconds_of_a_search_are_those_of_the_processor(monkeypatch: pytest.MonkeyPatch, passing: float) -> None:
    """A thousand readings of the processor's clock are its second, on a busy machine too."""
    clocks = {"thread_time": count(step=0.001), "monotonic": count(step=passing), "perf_counter": count(step=passing)}
    for name, clock in clocks.items():
        monkeypatch.setattr(time, name, partial(next, clock))
    state = load("three-emperors").new_initial_state(5)
    while len(state.legal_actions()) != 2:
        state.apply_action(state.legal_actions()[0])
    found = Ismcts(seconds=0.2, sure=0.0).think(state.information(state.current_player(), 1))
    assert sum(thought.visits for thought in found) == 2 * 200


def test_every_level_is_a_bot_that_is_described() -> None:
    assert {*LEVELS, PRODIGY, PERFECT} == set(ABOUT)
    assert set(LEVELS) <= set(BOTS)
    assert DEFAULT_LEVEL in LEVELS
    styles = ["", *(f"-{style}" for style in STYLES)]
    assert [name for name in BOTS if bot(name).searches] == [f"{level}{style}" for level in STYLED for style in styles]


@pytest.mark.parametrize("slug", ["fusillade", "three-emperors", "green-troops"])
def test_the_bolder_a_search_is_the_less_it_passes(slug: str) -> None:
    """So much that nothing else counts it never passes, or always does, where it has the choice."""
    game = load(slug)
    steady, bold, cautious = Greedy(), Ismcts(iterations=40, bold=5.0), Ismcts(iterations=40, bold=-5.0)
    state, asked = game.new_initial_state(11), 0
    while not state.is_terminal() and asked < 40:
        seat, legal = state.current_player(), state.legal_actions()
        if len({game.passes[action] for action in legal}) == 2:
            asked += 1
            assert not game.passes[bold.choose(state.information(seat, 1))]
            assert game.passes[cautious.choose(state.information(seat, 1))]
        state.apply_action(int(steady.choose(state.information(seat, 1))))
    assert asked >= 20
