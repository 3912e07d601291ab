"""One game between bots: who is asked, what is counted, and what becomes of a bot that cheats."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import Bot, bot
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.lab.instrumented import Cards, Follower
from grognard.lab.self_play import play_match

SEEDS = [1, 2]


class First(Bot):
    """Chooses the first legal action."""

    def choose(self, information: Information) -> int:
        """See the class."""
        return information.legal_actions()[0]


class Stubborn(Bot):
    """Always chooses the same action, legal or not."""

    def __init__(self, action: int) -> None:
        self.action = action

    def choose(self, information: Information) -> int:
        """See the class."""
        return self.action


def test_a_match_counts_what_a_replay_counts() -> None:
    game = grognard.load("fusillade")
    match = play_match(game.new_initial_state(3), [bot("greedy"), bot("random")], SEEDS)
    state = game.new_initial_state(3)
    assert state.current_player() == match.first
    decisions = 0
    for action in match.actions:
        decisions += len(state.legal_actions()) > 1
        state.apply_action(action)
    assert state.is_terminal()
    assert (state.ply, state.turn, decisions) == (match.plies, match.turns, match.decisions)
    assert state.returns() == match.returns


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_the_first_player_has_the_first_turn_after_the_setup(slug: str) -> None:
    game = grognard.load(slug)
    firsts = set()
    for seed in range(8):
        players = [bot("random") for _seat in game.seats]
        match = play_match(game.new_initial_state(seed), players, list(range(len(players))))
        follower = Follower(Cards(game), game.new_initial_state(seed))
        for action in match.actions:
            follower.asked()
            follower.state.apply_action(action)
        assert follower.first == game.sides[match.first]
        firsts.add(follower.first)
    assert firsts == ({0, 1} if game.spec.meta.opening.first(game.options) is None else {min(firsts)})


def test_bots_get_what_the_information_of_their_seat_gives() -> None:
    game = grognard.load("fusillade")
    bots = [bot("greedy"), bot("random")]
    match = play_match(game.new_initial_state(4), bots, SEEDS)
    state = game.new_initial_state(4)
    for action in match.actions:
        seat = state.current_player()
        assert bots[seat].choose(state.information(seat, SEEDS[seat])) == action
        state.apply_action(action)


def test_bots_of_ones_own_can_play() -> None:
    match = play_match(grognard.load("fusillade").new_initial_state(5), [First(), bot("random")], SEEDS)
    assert match.plies > 0


@pytest.mark.parametrize("action", [8, -1, 100_000])
def test_an_illegal_choice_is_an_error_that_names_the_bot(action: int) -> None:
    state = grognard.load("fusillade").new_initial_state(5)
    with pytest.raises(IllegalAction, match=f"The bot Stubborn in seat . chose action {action}"):
        play_match(state, [Stubborn(action), Stubborn(action)], SEEDS)


def test_there_must_be_a_bot_and_a_seed_for_each_seat() -> None:
    state = grognard.load("fusillade").new_initial_state(5)
    with pytest.raises(BadInput, match="for each seat"):
        play_match(state, [bot("random")], SEEDS)
