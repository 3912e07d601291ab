"""One recorded game per game that a person reads in five minutes. `grognard game record` writes them anew."""

from __future__ import annotations

import pytest

import grognard
from grognard.cli.golden import LONGEST, playthrough
from grognard.lab.game_folders import GOLDEN
from tests.folders import folder_of, records


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_golden(slug: str) -> None:
    """The game is played as it was when somebody last read it."""
    golden = records(slug).golden
    file = folder_of(slug) / GOLDEN
    again = f"grognard game record {slug} --only golden, and read"
    assert golden is not None, f"no golden playthrough: {again} it"
    text = playthrough(slug, golden)
    assert text == file.read_text(encoding="utf-8"), f"the game is played otherwise: {again} the change"
    assert len(text.splitlines()) <= LONGEST
