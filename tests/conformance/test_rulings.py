"""Every ruling of a game is pinned: what `rulings.md` names in the last cell of a row is there."""

from __future__ import annotations

from grognard.game_check.teaching import lost_pins, ruling_rows, unpinned
from grognard.kernel.game import Game
from grognard.registry import spec
from tests.folders import pins


def rulings(game: Game) -> str:
    return spec(game.slug).folder.joinpath("rulings.md").read_text(encoding="utf-8")


def test_every_ruling_names_what_pins_it(game: Game) -> None:
    assert ruling_rows(rulings(game))
    assert unpinned(rulings(game)) == []


def test_what_pins_a_ruling_is_there(game: Game) -> None:
    assert lost_pins(rulings(game), pins(game.slug)) == []
