"""Follows docs/adding-a-game.md: its blocks build a game, and its commands print what the page shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.games.tutorial_page import PLACE, blocks, built, changed, fits

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@pytest.mark.skipif(os.name == "nt", reason="the commands of the page are those of a Unix shell")
def test_the_page_builds_the_game_that_it_describes(tmp_path: Path) -> None:
    files = built(PAGE.read_text(encoding="utf-8"), tmp_path)
    assert "self.die()" in files["rules.py"]
    assert "tests/clauses/fo-4.4.md" in files


def test_every_block_says_where_it_goes() -> None:
    found = list(blocks(PAGE.read_text(encoding="utf-8")))
    assert len(found) > 40
    for block in found:
        assert block.kind in ("console", "sh", "text") or PLACE.match(block.above), f"line {block.number}"


def test_blocks_replace_what_they_name() -> None:
    code = "A: Final = 1\n\n\n@final\nclass B:\n    def c(self) -> int:\n        return 1\n\n    d = 2\n"
    assert "return 2" in changed(code, "in place of", "B.c", "    def c(self) -> int:\n        return 2\n", True)
    assert changed(code, "in place of", "A", "A: Final = 2\n", True).startswith("A: Final = 2\n\n\n@final")
    assert changed(code, "in place of", "B", "C = 3\n", True) == "A: Final = 1\n\n\nC = 3\n"
    assert changed("a\nb\nc\n", "after", "b", "x\n", False) == "a\nb\nx\nc\n"
    assert changed("a\nb\nc\n", "from", "b", "x\n", False) == "a\nx\n"
    with pytest.raises(AssertionError, match="2 places"):
        changed("a\na\n", "after", "a", "x\n", False)


def test_dots_stand_for_anything() -> None:
    assert fits("one … three\n…\nend", "one two three\nmore\nand more\nend\n")
    assert not fits("one … three", "one two four\n")
