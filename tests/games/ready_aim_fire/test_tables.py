"""Every pairing of nations, every house rule: random games end, and national breakpoints follow from the cards."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.state import Position
from grognard.games.ready_aim_fire.tables import last_round
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.playout import play_out
from grognard.kernel.game import Game

GAMES = 1_000
FEW = 4
NATIONS = ("france", "britain", "austria", "prussia", "russia")
PAIRINGS = [{"blue": blue, "red": red} for blue in NATIONS for red in NATIONS]
# With the army breakpoint on, since some house rules are about it.
HOUSE_RULES: list[dict[str, str | int]] = [
    {"army_breakpoint": "on", option.key: value} for option in META.options[2:] for value in option.values
]
# As the original prints them (RAF-1.2, 10.4).
BREAKPOINTS = {"france": 31, "britain": 31, "austria": 30, "prussia": 29, "russia": 30}
VALUES = {
    "Guard": 4, "Elite": 3, "Line": 2, "Light": 2, "Second Rate": 1, "Heavy Cavalry": 4, "Dragoon": 3,
    "Light Cavalry": 2, "Lancer": 2, "Second Rate Cav": 1, "Artillery": 2, "Horse Artillery": 2,
}  # fmt: skip


def check(game: Game, games: int) -> None:
    """Plays to the end; night falls at the latest after the last round (RAF-10.5)."""
    generator = Generator(stream(0, "tables"))
    for seed in range(games):
        state = game.new_initial_state(seed).clone()
        play_out(state, generator)
        assert state.is_terminal()
        assert state.turn <= 2 * last_round(game.house_rules)
        outcome = state.outcome()
        assert outcome is not None
        assert sorted(state.returns()) == ([-1, 1] if outcome.winners else [0, 0])


def named(options: dict[str, str | int]) -> str:
    return "-".join(str(value) for value in options.values())


@pytest.mark.parametrize("options", [*PAIRINGS, *HOUSE_RULES], ids=named)
def test_random_games(options: dict[str, str | int]) -> None:
    check(grognard.load("ready-aim-fire", options), FEW)


@pytest.mark.soak
@pytest.mark.parametrize("options", [*PAIRINGS, *HOUSE_RULES], ids=named)
def test_many_random_games(options: dict[str, str | int]) -> None:
    check(grognard.load("ready-aim-fire", options), GAMES)


@pytest.mark.parametrize("nation", NATIONS)
def test_the_national_breakpoint_is_half_the_value_of_the_battalions(nation: str) -> None:
    game = grognard.load("ready-aim-fire", {"blue": nation})
    battalions = [card for card in game.spec.cards if card.deck == f"battalion-{nation}"]
    value = sum(VALUES[card.name] * card.copies for card in battalions)
    assert (value + 1) // 2 == BREAKPOINTS[nation]
    state = game.new_initial_state(0)
    assert isinstance(state, Position)
    assert (state.tables.values[0], state.tables.breakpoints[0]) == (value, BREAKPOINTS[nation])
