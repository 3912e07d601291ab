"""What docs/research.md says of the games' arrays is what `Batch` has."""

from __future__ import annotations

from typing import Final

import pytest

import grognard
from grognard.envs import Batch
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.playout import play_out
from grognard.kernel.game import Game
from tests.envs.research import table
from tests.folders import OURS

ROWS: Final = table("bytes of an observation")
GAMES: Final = 300


def sizes(slug: str) -> list[Game]:
    """Returns the game with each number of seats that it has."""
    option = next((one for one in grognard.load(slug).spec.meta.options if one.key == "seats"), None)
    return [grognard.load(slug)] if option is None else [grognard.load(slug, {"seats": n}) for n in option.values]


def one_of_many(numbers: list[int]) -> str:
    *others, last = (f"{number:,}" for number in dict.fromkeys(numbers))
    return f"{', '.join(others)} or {last}" if others else last


@pytest.mark.parametrize("slug", OURS)
def test_rows_are_as_wide_as_written(slug: str) -> None:
    games = sizes(slug)
    batches = [Batch(game, 2) for game in games]
    row = ROWS[games[0].title]
    assert row["seats"] == one_of_many([game.num_players() for game in games])
    assert row["actions"] == one_of_many([batch.masks.shape[1] for batch in batches])
    assert row["bytes of an observation"] == one_of_many([batch.observations.shape[1] for batch in batches])
    assert row["bytes, packed"] == one_of_many([Batch(game, 2, packed=True).observations.shape[1] for game in games])


@pytest.mark.parametrize("slug", OURS)
def test_random_games_are_as_long_as_written(slug: str) -> None:
    game, chance = grognard.load(slug), Generator(stream(0, "research"))
    decisions = [play_out(game.new_initial_state(seed).clone(), chance) for seed in range(GAMES)]
    written = int(ROWS[game.title]["decisions of a random game, about"])
    assert sum(decisions) / GAMES == pytest.approx(written, rel=0.1)


def test_every_game_has_its_row_and_there_are_no_others() -> None:
    titles = {grognard.load(slug).title for slug in OURS}
    for column in ("bytes of an observation", "longest of 1,000 random games", "plies", "greedy against random"):
        assert table(column).keys() == titles
