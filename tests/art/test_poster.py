"""Posters: every game has one, drawn in its own place, and a table of looks that cannot be drawn says why."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from grognard.art import poster as module
from grognard.art.poster import poster
from grognard.kernel.errors import BadInput
from grognard.registry import registered_names

GOOD: dict[str, Any] = {"sky": ["sky"], "ground": ["grass"], "pieces": []}


@pytest.mark.parametrize("slug", registered_names())
def test_every_game_has_a_poster_light_and_dark(slug: str) -> None:
    light, dark = poster(slug), poster(slug, "dark")
    assert 'viewBox="0 0 160 90"' in light
    assert light != dark
    for drawn in (light, dark):
        assert len(gzip.compress(drawn.encode())) < 9000


def drawn(monkeypatch: pytest.MonkeyPatch, table: dict[str, Any] | None) -> str:
    """The poster that a table of looks makes of Fusillade."""
    monkeypatch.setattr(module, "read_tables", lambda _folder: {} if table is None else {"poster": table})
    return poster.__wrapped__("fusillade")


def test_a_game_may_do_without(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'viewBox="0 0 160 90"' in drawn(monkeypatch, None)


def test_faces_and_pieces_of_both_ages_stand_where_they_are_put(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = drawn(monkeypatch, GOOD)
    for piece in ("old-guard 40 80", "old-guard 40 80 0.5 mirror", "tree 20 60", "sherman 50 80 0.5"):
        assert len(drawn(monkeypatch, GOOD | {"pieces": [piece]})) > len(bare), piece
    facing = drawn(monkeypatch, GOOD | {"pieces": ["old-guard 40 80 0.5"]})
    assert "translate(15 33)" in facing, "its feet stand at 40, 80"
    assert "translate(65 33)" in drawn(monkeypatch, GOOD | {"pieces": ["old-guard 40 80 0.5 mirror"]})


@pytest.mark.parametrize(
    "wrong",
    [
        {"sky": ["mauve"]}, {"ground": "grass"}, {"clouds": 3}, {"pieces": ["nobody 1 2"]}, {"pieces": ["old-guard 1"]},
        {"pieces": ["old-guard x y"]}, {"pieces": [""]},
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_said(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"fusillade/looks.toml: the poster: "):
        drawn(monkeypatch, GOOD | wrong)
