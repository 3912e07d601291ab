"""Native random play, which searches call millions of times and the benchmark counts."""

from __future__ import annotations

from mypy_extensions import i64

from grognard.kernel.engine.chance import Generator
from grognard.kernel.engine.state import OVER, State


def play_out(state: State, generator: Generator) -> i64:
    """Plays random legal actions to the end; returns the number of decisions with at least two actions."""
    decisions: i64 = 0
    while state.frames != OVER:
        if state.play_random(generator.word()) > 1:
            decisions += 1
    return decisions


def clone_often(state: State, times: i64) -> State:
    """Clones a state `times` times, for the benchmark."""
    copy = state.clone()
    for _time in range(times):
        copy = state.clone()
    return copy


def resample_often(state: State, seat: i64, times: i64) -> State:
    """Clones and redeals a state `times` times, for the benchmark."""
    copy = state.clone()
    for time in range(times):
        copy = state.clone()
        copy.resample(seat, time)
    return copy
