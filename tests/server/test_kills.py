"""A few rounds of `tests.server.kills`: nothing acknowledged is lost, and every server starts again."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.server.kills import WANTED, Rounds

HITS = 2


@pytest.mark.soak
@pytest.mark.parametrize("phase", WANTED)
def test_a_kill_loses_nothing(tmp_path: Path, phase: str) -> None:
    rounds = Rounds(tmp_path / "kills")
    with rounds.with_postgres() if phase.startswith("PostgreSQL") else nullcontext():
        rounds.until(phase, HITS)
    assert not [each.fault for each in rounds.rounds if each.fault]
