"""The entries of bench/entries can be read, and docs/benchmark.md has the table that they give."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from grognard.bots.own_players import player_for
from grognard.lab.benchmark import read_entry
from grognard.registry import load
from tests.bench.support import BENCH, output_of

ENTRIES: Final = sorted((BENCH / "entries").glob("*.toml"))
TEXT: Final = (BENCH.parent / "docs" / "benchmark.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", ENTRIES, ids=lambda file: file.stem)
def test_an_entry_of_ours_has_a_player_for_its_game(file: Path) -> None:
    entry = read_entry(file)
    assert file.stem == f"{entry.benchmark.game}-{entry.name}"
    player_for(load(entry.benchmark.game), entry.player)


def test_the_document_has_the_table_of_the_entries(tmp_path: Path) -> None:
    shown = output_of("entries.py", tmp_path)
    assert len(shown.splitlines()) > 2
    assert f"\n\n{shown}\n" in TEXT, "replace the table by the output of bench/entries.py"


def test_entries_of_another_folder_are_shown_with_their_deals(tmp_path: Path) -> None:
    row = '[[rows]]\nagainst = "{}"\ndeals = {}\nshare = 1.0\nlow = 0.98765\nhigh = 1.0\n'
    head = 'benchmark = "outpost-bench-1"\nplayer = "random"\nrules = 1\nlayout = 2\nbots = 3\n'
    rows = row.format("greedy", 9) + row.format("veteran", 100)
    (tmp_path / "a.toml").write_text(f'name = "played"\n{head}{rows}', encoding="utf-8")
    (tmp_path / "b.toml").write_text(f'name = "not played"\n{head}', encoding="utf-8")
    *_head, line = output_of("entries.py", tmp_path, str(tmp_path)).splitlines()
    cells = "played | 1, 2, 3 |  |  |  | 100 (98.8 to 100), 9 deals | 100 (98.8 to 100) |"
    assert line == f"| `outpost-bench-1` | {cells}"
