"""The prodigy is offered where it has learned the rules, plays well there, and needs no NumPy."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import numpy as np
import pytest

import grognard
from grognard.bots import PRODIGY, about_levels, bot, bot_for, bots_of
from grognard.bots.learned import FILE, has_learned, learned_player
from grognard.envs import Batch
from grognard.kernel.errors import NotFound
from grognard.lab.simulate import paired
from grognard.registry import spec

LEARNED: Final = [slug for slug in grognard.registered_names() if has_learned(grognard.load(slug))]
# The most bytes of a game's file, and of all in the package.
MOST: Final = 600_000
MOST_IN_ALL: Final = 2_000_000
POSITIONS: Final = 1_000
NEAR: Final = 1e-4
WITHOUT_NUMPY: Final = """
import sys
sys.modules["numpy"] = None
import grognard
from grognard.bots import bot
state = grognard.load({slug!r}).new_initial_state(3)
for _ in range(20):
    state.apply_action(bot("prodigy").choose(state.information(state.current_player(), 1)))
"""


def test_most_games_have_one() -> None:
    assert len(LEARNED) >= 4


@pytest.mark.parametrize("slug", LEARNED)
def test_it_is_offered_under_the_rules_that_it_has_learned(slug: str) -> None:
    game = grognard.load(slug)
    assert PRODIGY in about_levels(game)
    assert PRODIGY in bots_of(game)
    option = game.spec.meta.options[0]
    other = grognard.load(slug, {option.key: next(value for value in option.values if value != option.default)})
    assert PRODIGY not in about_levels(other)
    assert PRODIGY not in bots_of(other)
    with pytest.raises(NotFound, match=f"has not learned {game.spec.meta.title} under these rules. Choose another lev"):
        bot_for(other, PRODIGY)


@pytest.mark.parametrize("slug", sorted({*grognard.registered_names()} - {*LEARNED}))
def test_elsewhere_it_is_not(slug: str) -> None:
    game = grognard.load(slug)
    assert PRODIGY not in about_levels(game)
    state = game.new_initial_state(1)
    with pytest.raises(NotFound, match="The prodigy has not learned"):
        bot(PRODIGY).choose(state.information(state.current_player(), 1))


def test_its_files_are_small() -> None:
    sizes = [len(spec(slug).folder.joinpath(FILE).read_bytes()) for slug in LEARNED]
    assert max(sizes) <= MOST
    assert sum(sizes) <= MOST_IN_ALL


@pytest.mark.parametrize("slug", LEARNED)
def test_alone_it_computes_what_numpy_computes_for_many(slug: str) -> None:
    player = learned_player(grognard.load(slug))
    batch, seen = Batch(slug, 50, 7, autoreset="same_step", skip_forced=True), 0
    while seen < POSITIONS:
        logits = player.logits(batch.observations, batch.masks)
        for row, mask, many in zip(batch.observations, batch.masks, logits, strict=True):
            player.network.look(bytes(row))
            alone = [player.network.logit(int(action)) for action in np.flatnonzero(mask)]
            assert np.abs(many[mask] - alone).max() < NEAR
        seen += len(batch)
        for _step in range(9):
            batch.step(player.choose_rows(batch.observations, batch.masks, batch.seats))


@pytest.mark.parametrize("slug", LEARNED)
def test_it_beats_bots_that_look_one_move_ahead(slug: str) -> None:
    assert paired(grognard.load(slug), PRODIGY, "regular", pairs=10, seed=5).share > 0.6, "on fixed deals"


def test_it_needs_no_numpy() -> None:
    subprocess.run([sys.executable, "-c", WITHOUT_NUMPY.format(slug=LEARNED[0])], check=True)
