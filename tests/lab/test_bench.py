"""The benchmark measures what it says; how fast is no matter for tests."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import BadInput
from grognard.lab import bench
from grognard.registry import load


def test_a_round_measures_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds in ("PLAYOUT_SECONDS", "COPY_SECONDS", "DRIVEN_SECONDS"):
        monkeypatch.setattr(bench, seconds, 0.001)
    heard: list[tuple[int, int]] = []
    speed = bench.measure(load("fusillade"), rounds=1, progress=lambda done, of: heard.append((done, of)))
    assert heard == [(1, 1)]
    assert speed.compiled == bench.is_compiled()
    assert 400 < speed.decisions_per_game < 2000
    assert speed.decisions_per_second == pytest.approx(speed.games_per_second * speed.decisions_per_game)
    assert 0 < speed.clone_ns < speed.resample_ns
    assert speed.driven_decisions_per_second > 0
    assert speed.driven_without_events_per_second > 0
    assert speed.import_seconds > 0


def test_positions_lie_in_the_middle_of_a_game() -> None:
    state = bench.midgame(load("fusillade"), seed=1)
    assert not state.is_terminal()
    assert state.turn > 5


def test_no_rounds_are_refused() -> None:
    with pytest.raises(BadInput, match="rounds must be 1 or more"):
        bench.measure(load("fusillade"), rounds=0)
