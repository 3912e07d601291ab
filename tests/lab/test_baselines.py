"""bench/baselines.csv and its table in docs/research.md say what today's bots do."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Final

import pytest

import grognard
from grognard.lab import paired
from tests.envs.research import table
from tests.folders import OURS

FILE: Final = Path(__file__).parents[2] / "bench" / "baselines.csv"
with FILE.open(encoding="utf-8", newline="") as opened:
    ROWS: Final = list(csv.DictReader(opened))
FIRST: Final = 6  # pairs, as in bench/baselines.py


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['game']}-{row['bot']}-{row['against']}" for row in ROWS])
def test_the_first_pairs_still_come_out_the_same(row: dict[str, str]) -> None:
    game = grognard.load(row["game"])
    assert game.spec.meta.rules == int(row["rules"])
    found = paired(game, row["bot"], row["against"], FIRST, int(row["seed"]))
    assert f"{found.share:.4f}" == row["first"], "the bots have changed: run bench/baselines.py"


def test_the_documents_have_these_shares() -> None:
    shares = table("greedy against random")
    assert {row["game"] for row in ROWS} == set(OURS)
    for row in ROWS:
        share, low, high = (100 * float(row[name]) for name in ("share", "low", "high"))
        said = shares[grognard.load(row["game"]).title][f"{row['bot']} against {row['against']}"]
        digits = ["100" if one >= 99.95 else f"{one:.1f}" for one in (share, low, high)]
        assert said == f"{digits[0]} % ({digits[1]} to {digits[2]})"
