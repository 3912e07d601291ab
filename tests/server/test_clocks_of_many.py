"""Of many tables with clocks, each process offers the claims that it should, whatever happens to the processes."""

from __future__ import annotations

import pytest

from tests.server.clock_house import database, played


@pytest.mark.parametrize(("tables", "rounds"), [(60, 12), pytest.param(1000, 12, marks=pytest.mark.soak)])
def test_no_wrong_claim_is_offered_and_none_is_missing(tables: int, rounds: int) -> None:
    with database() as address:
        house = played(address, tables, rounds)
    assert not house.faults, "\n".join(house.faults)
    assert house.counts["kills"]
    assert house.counts["steps"]
    for pace in ("slow", "fast", "clock", "live"):
        assert house.counts[f"offers of {pace}"], f"no claim was offered at any table whose pace is {pace}"
    assert not house.counts["offers of none"]
