"""What worlds give to the truth: never more than certainty, and in a game small enough as much as can be counted."""

from __future__ import annotations

import math

import pytest

import grognard
from grognard.lab.likelihood import _told, likelihood


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_the_truth_is_never_more_likely_than_certain(slug: str) -> None:
    found = likelihood(grognard.load(slug), "random", 12, 8, 3)
    assert (found.decisions, found.worlds) == (12, 8)
    assert found.low <= found.mean <= found.high
    assert found.mean <= 0 <= found.uncertain
    assert likelihood(grognard.load(slug), "random", 12, 8, 3) == found


def test_an_even_deal_gives_each_hidden_card_its_share() -> None:
    """At the start of Outpost nothing is known of the other hand: each unseen card is in it with the same chance."""
    game = grognard.load("outpost")
    state = game.new_initial_state(4)
    seat = state.current_player()
    nats, things = _told(state, seat, 2000, 1)
    own, other = (game.layout.by_name["own hand"].read(game.observe(state, who)) for who in (seat, 1 - seat))
    unseen, held = len(own) - sum(own), sum(other)
    share = held / unseen
    assert things == unseen
    assert nats == pytest.approx(held * math.log(share) + (unseen - held) * math.log(1 - share), abs=0.3)
