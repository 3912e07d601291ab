"""No bot can be told apart by what it cannot know: the same seed gives the same choice in every world that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest

import grognard
from grognard.bots import PERFECT, PRODIGY, Bot, Ismcts, Random, bot, bots_of
from grognard.bots.learned import learned_player
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.registry import load

# Searches think by iterations here: a clock never strikes twice at the same iteration.
ITERATIONS: Final = 40
POSITIONS: Final = 12
SOAK_POSITIONS: Final = 1_000  # for each game and player
WORLDS: Final = 3
# What chooses an action for a seat that decides in a position, from this seed.
Choose = Callable[[State, int, int], int]
# In each game its bots, without the one that plays from a solution, whose choices depend on the whole history.
GUIDED: Final = f"guided:iterations={ITERATIONS}"
PLAYERS: Final = [
    (slug, name)
    for slug in grognard.registered_names()
    for name in (*bots_of(load(slug)), *([GUIDED] if PRODIGY in bots_of(load(slug)) else []))
    if name != PERFECT
]


def by_iterations(name: str) -> Bot:
    """The bot of this name, with a budget of iterations if it searches."""
    player = bot(name)
    if isinstance(player, Ismcts):
        player.iterations, player.seconds, player.effort = ITERATIONS, 0.0, 0
    return player


def decisions(game: Game, seed: int) -> Iterator[State]:
    """Positions of a game between careless bots with something to decide."""
    player = bot("regular")
    state = game.new_initial_state(seed).clone()
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            yield state.clone()
        state.apply_action(player.choose(state.information(state.current_player(), seed)))


def chooser(name: str) -> Choose:
    """The choices of the bot of this name, from what a seat knows."""
    player = by_iterations(name)
    return lambda state, seat, seed: player.choose(state.information(seat, seed))


def peeking(state: State, seat: int, seed: int) -> int:
    """A mutant of a learned player: takes the action after which its network likes the true position most."""
    game, network = state.game, learned_player(state.game).network
    worth = {}
    for action in state.legal_actions():
        after = state.clone()
        after.step(action)
        network.look(game.observe(after, 1 - seat))
        worth[action] = -network.value()
    return max(worth, key=worth.__getitem__)


def unlike(game: Game, choose: Choose, first_seed: int, count: int) -> list[str]:
    """Where a player chose otherwise in a world that its seat cannot tell from the true one."""
    found: list[str] = []
    seed = first_seed
    met = 0
    while met < count:
        spots = list(decisions(game, seed))
        for state in spots[seed % 5 :: max(1, len(spots) // 6)]:
            seat = state.current_player()
            choice = choose(state, seat, seed)
            for n in range(WORLDS):
                other = state.resample_from_infostate(seat, stream(seed, f"world {n}")[0])
                if choose(other, seat, seed) != choice:
                    found.append(f"seed {seed}, ply {state.ply}, world {n}")
            met += 1
        seed += 1
    return found


@pytest.mark.parametrize(("slug", "name"), PLAYERS)
def test_alike_in_every_world(slug: str, name: str) -> None:
    assert unlike(load(slug), chooser(name), 0, POSITIONS) == []


@pytest.mark.soak
@pytest.mark.parametrize(("slug", "name"), PLAYERS)
def test_alike_in_every_world_often(slug: str, name: str) -> None:
    assert unlike(load(slug), chooser(name), 100, SOAK_POSITIONS) == []


def test_a_learned_player_that_looks_at_the_truth_is_caught() -> None:
    assert unlike(load("fusillade"), peeking, 0, POSITIONS)


@pytest.mark.parametrize("name", ["recruit", "veteran"])
def test_other_seeds_choose_otherwise(name: str) -> None:
    """Or the test above would hold for a bot that does not think at all."""
    player = by_iterations(name)
    spots = list(decisions(load("fusillade"), 3))
    choices = {
        (state.ply, player.choose(state.information(state.current_player(), seed)))
        for state in spots[::10]
        for seed in range(8)
    }
    assert len(choices) > len(spots[::10])


def test_random_is_fair_dice() -> None:
    """Each legal action comes up, about as often."""
    state = load("fusillade").new_initial_state(1)
    legal = state.legal_actions()
    counts = dict.fromkeys(legal, 0)
    for seed in range(200 * len(legal)):
        counts[Random().choose(state.information(state.current_player(), seed))] += 1
    assert all(120 < count < 280 for count in counts.values())
