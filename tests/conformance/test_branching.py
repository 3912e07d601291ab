"""What chance brings in play is among what is enumerated, and the odds of all add up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import fsum

import pytest

from grognard.kernel.engine.branching import next_states
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from tests.conformance.support import dice, often, sample

# So often is chance asked in play, to compare with the odds.
PLAYS = 600
# How far a count may lie from what is expected, in standard deviations.
FAR = 5.3

# Positions with more ways than this are left out.
WAYS = 300
ONE_IN = 12


def told(state: State) -> tuple[object, ...]:
    """A position and its events, but for the stream of chance."""
    return state.to_dict(), state.stack(), [event.key() for event in state.recorder.events]


def without_order(state: State) -> tuple[object, ...]:
    """A position and its events, whatever the order in which cards were drawn."""
    events = [
        (event.kind, event.seat, sorted(event.all_cards()), event.all_numbers()) for event in state.recorder.events
    ]
    return state.to_dict(), state.stack(), events


def test_what_happens_is_enumerated(game: Game) -> None:
    with_chance, in_the_deal_alone = 0, True
    for seed in range(often(game, 2)):
        for state in sample(game, seed, ONE_IN):
            for action in state.legal_actions()[::4]:
                try:
                    ways = next_states(state, action, most=WAYS)
                except BadInput:
                    continue
                assert fsum(odds for odds, _ in ways) == pytest.approx(1.0)
                assert min(odds for odds, _ in ways) > 0
                found = [told(after) for _, after in ways]
                merged = {repr(without_order(after)) for _, after in ways}
                assert len(merged) == len(ways)
                happened = state.clone()
                happened.record()
                happened.apply_action(action)
                assert told(happened) in found
                with_chance += len(ways) > 1
        in_the_deal_alone &= state.reveals == game.new_initial_state(seed).reveals
    assert with_chance > 0 or in_the_deal_alone


def uncertain(game: Game) -> Iterator[tuple[State, int, list[tuple[float, State]]]]:
    """Actions that can end in some ways, but not too many."""
    for seed in range(4):
        for state in sample(game, seed, ONE_IN):
            for action in state.legal_actions()[:2]:
                try:
                    ways = next_states(state, action, most=WAYS)
                except BadInput:
                    continue
                if 1 < len(ways) <= 20:
                    yield state, action, ways


def test_the_odds_are_those_of_play(game: Game) -> None:
    """Of a few actions each way comes as often as its odds say."""
    for state, action, ways in islice(uncertain(game), 3):
        compare(state, action, ways)


def compare(state: State, action: int, ways: list[tuple[float, State]]) -> None:
    """Plays an action many times, each time with another stream of chance."""
    found = [told(after) for _, after in ways]
    counts = [0] * len(ways)
    generator = dice(state.ply, "branching")
    for _ in range(PLAYS):
        after = state.clone()
        after.record()
        after.chance = stream(generator.word(), "branching")
        after.apply_action(action)
        counts[found.index(told(after))] += 1
    for count, (odds, _) in zip(counts, ways, strict=True):
        assert (count - PLAYS * odds) ** 2 <= FAR**2 * PLAYS * odds * (1 - odds)
