"""Random games at tables of every size under every house rule: none fails, none outlasts the night (GT-14.1)."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.green_troops.meta import LONGEST, META
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.playout import play_out
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from tests.games.green_troops.positions import play, position

GAMES = 2_000
FEW = 4
UNITS = 56
TABLES = [
    (seats, option.key, value)
    for seats in (2, 4, 6)
    for option in META.options
    if option.key != "seats"
    for value in option.values
]


def loaded(seats: int, key: str, value: str | int) -> Game | None:
    """The game of such a table; None if its rules exclude each other."""
    try:
        return grognard.load("green-troops", {"seats": seats, key: value})
    except BadInput:
        assert (key, value) == ("quick", "on") or (key, value, seats) == ("balanced", "on", 6)
        return None


def check(game: Game, games: int) -> None:
    """Plays to the end; the night falls at the latest so many turns after the last defeat."""
    night = int(game.options["night_turns"]) * len(game.seats) * (UNITS + 1) or game.max_turns()
    generator = Generator(stream(0, "tables"))
    for seed in range(games):
        state = game.new_initial_state(seed).clone()
        play_out(state, generator)
        assert state.is_terminal()
        assert state.turn <= night
        outcome = state.outcome()
        assert outcome is not None
        returns = state.returns()
        assert [seat for seat, points in enumerate(returns) if points > 0] == list(outcome.winners)
        assert {game.sides[seat] for seat in outcome.winners} in ({0}, {1}, set())
        assert sum(returns) == 0


@pytest.mark.parametrize(("seats", "key", "value"), TABLES)
def test_random_games(seats: int, key: str, value: str | int) -> None:
    game = loaded(seats, key, value)
    if game is not None:
        check(game, FEW)


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "key", "value"), TABLES)
def test_many_random_games(seats: int, key: str, value: str | int) -> None:
    game = loaded(seats, key, value)
    if game is not None:
        check(game, GAMES)


def test_a_game_without_night_ends_all_the_same() -> None:
    state = position(rules={"night_turns": 0}, phase="aftermath", quiet=200, hand_0=["Rally"], hand_1=["Rally"])
    state.turn = LONGEST - 1
    play(state, "PASS")
    assert state.turn == LONGEST
    play(state, "PASS", "PASS", "PASS")
    assert state.is_terminal()
