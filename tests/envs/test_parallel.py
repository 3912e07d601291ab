"""Batches of several processes: they play what a batch of one process plays."""

from __future__ import annotations

import os
import pickle
from typing import Any

import numpy as np
import pytest

from grognard.envs import Batch, ParallelBatch
from grognard.kernel.errors import BadInput, IllegalAction

SHORT = "outpost"
FORMS: list[dict[str, Any]] = [
    {},
    {"autoreset": "same_step", "skip_forced": True, "packed": True, "events": 6, "full_state": True},
]


def agree(parallel: ParallelBatch, alone: Batch) -> None:
    for name, array in parallel.shown.items():
        assert (array == (alone.done if name == "done" else alone.shown[name])).all(), name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("slug", "steps"), [(SHORT, 120), ("fusillade", 300)])
def test_it_plays_what_one_process_plays(slug: str, steps: int, form: dict[str, Any]) -> None:
    alone, chance = Batch(slug, 9, 40, **form), np.random.default_rng(2)
    with ParallelBatch(slug, 9, 40, processes=2, **form) as batch:
        first, second = batch.halves
        for step in range(steps):
            agree(batch, alone)
            actions = batch.random_actions(chance)
            alone.step(actions)
            if step % 3 == 0:
                batch.step(actions)
                continue
            first.send(actions[: first.size])
            second.send(actions[first.size :])
            for half in (first, second) if step % 3 == 1 else (second, first):
                half.receive()
        assert (batch.plies, batch.decisions) == (alone.plies, alone.decisions)
        assert [batch.state(at).serialize() for at in range(9)] == [alone.state(at).serialize() for at in range(9)]
        batch.reset([5] * 9)
        alone.reset([5] * 9)
        agree(batch, alone)


def test_a_copy_continues_identically() -> None:
    chance = np.random.default_rng(3)
    with ParallelBatch(SHORT, 8, 1, processes=2, skip_forced=True, autoreset="same_step", events=4) as batch:
        for _step in range(50):
            batch.step(batch.random_actions(chance))
        with pickle.loads(pickle.dumps(batch)) as twin:
            for _step in range(50):
                actions = batch.random_actions(chance)
                batch.step(actions)
                twin.step(actions)
                for name, array in batch.shown.items():
                    assert (array == twin.shown[name]).all(), name


def test_an_illegal_action_plays_nothing() -> None:
    with ParallelBatch(SHORT, 8, 2, processes=2) as batch:
        first, second = batch.halves
        legal = batch.random_actions(np.random.default_rng(0))
        before = batch.observations.copy()
        illegal = legal.copy()
        illegal[5] = np.flatnonzero(~batch.masks[5])[0]
        with pytest.raises(IllegalAction, match=r"Game 5 of the batch: .*\(OUT-"):
            batch.step(illegal)
        first.send(legal[:4])
        with pytest.raises(IllegalAction, match=r"Game 5 of the batch: .*\(OUT-"):
            second.send(illegal[4:])
        first.receive()
        assert (batch.observations[4:] == before[4:]).all()
        second.send(legal[4:])
        second.receive()
        assert batch.plies == 8


def test_calls_out_of_order_are_refused() -> None:
    with ParallelBatch(SHORT, 8, 2, processes=1) as batch:
        first, _second = batch.halves
        actions = batch.random_actions(np.random.default_rng(0))
        with pytest.raises(BadInput, match="not being stepped"):
            first.receive()
        first.send(actions[:4])
        with pytest.raises(BadInput, match="already being stepped"):
            first.send(actions[:4])
        for call in (lambda: batch.step(actions), batch.reset, lambda: batch.state(0), lambda: pickle.dumps(batch)):
            with pytest.raises(BadInput, match="being stepped"):
                call()
        first.receive()


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(BadInput, match="at least one process"):
        ParallelBatch(SHORT, 8, processes=0)
    with pytest.raises(BadInput, match="3 processes need at least 6 games"):
        ParallelBatch(SHORT, 5, processes=3)


def test_a_process_that_ended_is_reported() -> None:
    with ParallelBatch(SHORT, 8, 2, processes=2) as batch:
        worker = batch._crew.workers[1]
        os.kill(worker.pid or 0, 9)
        worker.join()
        with pytest.raises(RuntimeError, match="A process of the batch has ended"):
            batch.step(batch.random_actions(np.random.default_rng(0)))
