"""What chance gave: it leaves the games alone, has the mean zero, and makes results vary less."""

from __future__ import annotations

import math
import statistics

import pytest

from grognard.bots import bot
from grognard.bots.luck_counter import LuckCounter
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.errors import NotFound
from grognard.lab.self_play import play_match
from grognard.lab.simulate import evened, paired
from grognard.registry import load, registered_names
from tests.conformance.support import has_chance

GAMES = 150
FAR = 4.5  # standard errors


@pytest.mark.parametrize("slug", [slug for slug in registered_names() if has_chance(load(slug))])
def test_chance_gives_nothing_on_the_average(slug: str) -> None:
    """And it does give something, without changing the game."""
    game = load(slug)
    given = []
    for seed in range(GAMES if slug in ("fusillade", "three-emperors") else GAMES // 5):
        seeds = [seed] * game.num_players()
        state = game.new_initial_state(seed)
        luck = LuckCounter(state, seed)
        match = play_match(state, [bot("greedy"), bot("random")], seeds, luck)
        assert match.trace == play_match(game.new_initial_state(seed), [bot("greedy"), bot("random")], seeds).trace
        given.append(luck.given)
    spread = statistics.stdev(given)
    assert spread > 0.01
    assert abs(statistics.mean(given)) < FAR * spread / math.sqrt(len(given))


def drawn(count: int) -> list[float]:
    """So much luck, with the mean zero."""
    chance = Generator(stream(1, "luck of a test"))
    return [chance.below(1001) / 1000 - 0.5 for _ in range(count)]


def test_a_result_that_luck_decided_is_nothing_without_it() -> None:
    lucks = drawn(400)
    found = evened([0.5 + luck for luck in lucks], lucks)
    assert found.share == pytest.approx(0.5, abs=1e-9)
    assert found.narrower < 0.5


def test_luck_that_has_nothing_to_do_with_results_changes_little() -> None:
    lucks = drawn(1000)
    scores = [number % 3 / 2 for number in range(1000)]
    found = evened(scores, lucks)
    assert found.share == pytest.approx(statistics.mean(scores), abs=0.01)
    assert found.narrower == pytest.approx(1, abs=0.02)


def test_pairs_tell_the_share_without_luck_where_that_is_asked() -> None:
    game = load("fusillade")
    plain, told = (paired(game, "greedy", "greedy:careless=0.1", 40, luck=luck) for luck in (False, True))
    assert plain.even is None
    assert told.even is not None
    assert told.share == plain.share
    assert told.trace == plain.trace
    assert told.even.low < told.even.share < told.even.high


def test_who_sees_all_cards_plays_another_game_and_no_table_seats_him() -> None:
    game = load("three-emperors")
    seeing = paired(game, "open:greedy", "greedy", 100)
    assert seeing.trace != paired(game, "greedy", "greedy", 100).trace
    assert seeing.share > 0.5
    with pytest.raises(NotFound):
        bot("open:greedy")
