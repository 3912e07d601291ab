"""Pools of processes stay within what every system allows."""

from __future__ import annotations

import pytest

from grognard.bots import pools
from grognard.bots.pools import MOST, new_pool


@pytest.mark.parametrize(("wanted", "made"), [(1, 1), (MOST, MOST), (MOST + 1, MOST), (1000, MOST)])
def test_no_pool_is_larger_than_windows_allows(monkeypatch: pytest.MonkeyPatch, wanted: int, made: int) -> None:
    asked: list[int] = []
    monkeypatch.setattr(pools, "ProcessPoolExecutor", lambda processes, *_given, **_named: asked.append(processes))
    new_pool(wanted)
    assert asked == [made]
