"""The perfect player: what it reads, and what it says where there is nothing to read."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import PERFECT, PRODIGY, about_levels, bot, bot_for, bots_of
from grognard.bots.policy import file_name, key_of
from grognard.kernel.errors import BadInput, NotFound
from grognard.play.players import LEVELS


def test_a_game_that_is_not_solved_offers_no_perfect_player() -> None:
    game = grognard.load("fusillade")
    assert list(about_levels(game)) == [*LEVELS, PRODIGY]
    assert PERFECT not in bots_of(game)
    with pytest.raises(NotFound, match="Fusillade has not been solved under these rules, so it has no perfect player"):
        bot_for(game, PERFECT)


def test_without_a_history_it_does_not_play() -> None:
    state = grognard.load("fusillade").new_initial_state(1)
    with pytest.raises(BadInput, match="A perfect player needs the history of its seat"):
        bot(PERFECT).choose(state.information(state.current_player(), 1))


def test_a_policy_is_named_by_the_house_rules_that_differ() -> None:
    assert file_name(grognard.load("fusillade")) == "policy.csv"
    assert file_name(grognard.load("fusillade", {"troops": 50, "halve": "down"})) == "policy-halve-down-troops-50.csv"


def test_where_too_many_rules_differ_for_the_name_of_a_file_there_is_no_policy() -> None:
    options = grognard.load("ready-aim-fire").spec.meta.options
    game = grognard.load("ready-aim-fire", {option.key: option.values[-1] for option in options})
    assert len(file_name(game)) > 255
    assert PERFECT not in bots_of(game)


def test_the_key_depends_on_the_seat_and_on_all_it_has_seen() -> None:
    keys = {key_of(0, ["3", "7:1::"]), key_of(1, ["3", "7:1::"]), key_of(0, ["3"]), key_of(0, ["37:1::"])}
    assert len(keys) == 4
    assert all(len(key) == 12 for key in keys)
