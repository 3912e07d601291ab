"""The same seed is the same game: again, compiled or not, and in every later version with the same rules."""

from __future__ import annotations

from grognard.kernel.game import Game
from grognard.lab.game_records import traces
from tests.conformance.support import play, under_house_rules
from tests.folders import records


def test_same_seed_same_game(game: Game) -> None:
    for seed, rules in enumerate(under_house_rules(game)[:3]):
        pairs = zip(play(rules, seed), play(rules, seed), strict=True)
        assert all(one.fingerprint() == other.fingerprint() for one, other in pairs)


def test_other_seed_other_game(game: Game) -> None:
    first = {game.new_initial_state(seed).fingerprint() for seed in range(200)}
    assert len(first) == 200
    assert game.new_initial_state(2**256 - 1).fingerprint() not in first


def test_traces(game: Game) -> None:
    """The traces were written once; for a change that is meant: `grognard game record`."""
    assert records(game.slug).traces == traces(game.slug)


def test_thinking_moves_nothing(game: Game) -> None:
    """Resamples and bots' questions between the actions leave a game as it would have been."""
    seats = range(game.num_players())
    for quiet, asked in zip(play(game, 5), play(game, 5), strict=True):
        for seat in seats:
            asked.information(seat, seed=1).resample(2)
        assert quiet.fingerprint() == asked.fingerprint()
