"""No game is longer than its `max_game_length`, and that is near the length of real games where the rules allow it."""

from __future__ import annotations

from typing import Final

import pytest

import grognard
from grognard.kernel.engine.chance import Generator, stream
from tests.envs.long_games import STALLERS, long_game, longest_at_random, stretch, variants
from tests.envs.research import table
from tests.folders import OURS

GAMES: Final = grognard.registered_names()
# The games whose decks or hands are never refilled; of the others docs/research.md and `length.py` say why not.
NEAR: Final = {"outpost", "three-emperors"}
FEW: Final = 100
MANY: Final = 1_000
SEARCHED: Final = 8

all_games: Final = pytest.mark.parametrize("slug", GAMES)


@all_games
def test_no_game_is_longer_under_any_house_rule(slug: str) -> None:
    found = list(variants(slug))
    assert len(found) > len(grognard.load(slug).spec.meta.options)
    for number, game in enumerate(found):
        for player in (STALLERS[0], STALLERS[1 + number % (len(STALLERS) - 1)]):
            state = game.new_initial_state(number).clone()
            played = stretch(state, player, game.max_game_length() + 1, Generator(stream(number, "long")))
            assert state.is_terminal(), game
            assert played <= game.max_game_length(), game


@all_games
@pytest.mark.parametrize("steps", [SEARCHED, pytest.param(400, marks=pytest.mark.soak)])
def test_a_search_for_long_games_finds_none_that_is_longer(slug: str, steps: int) -> None:
    game = grognard.load(slug)
    longest = long_game(game, 1, steps)
    assert longest <= game.max_game_length()
    if steps > SEARCHED:
        at_random = longest_at_random(game, FEW)
        # In a very short game, a few random games find the longest.
        assert longest > at_random or at_random == longest_at_random(game, MANY)


@pytest.mark.parametrize(
    ("games", "exactly"), [(FEW, False), pytest.param(MANY, True, marks=pytest.mark.soak)], ids=["few", "1,000"]
)
@pytest.mark.parametrize("slug", OURS)
def test_lengths_are_as_written_in_the_guide_for_research(slug: str, games: int, exactly: bool) -> None:
    game = grognard.load(slug)
    row = table("longest of 1,000 random games")[game.title]
    most, bound = (int(row[name].replace(",", "")) for name in ("longest of 1,000 random games", "`max_game_length`"))
    assert bound == game.max_game_length()
    longest = longest_at_random(game, games)
    assert longest == most if exactly else longest <= most
    assert (bound <= 10 * most) == (slug in NEAR)
