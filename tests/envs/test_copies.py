"""What can be copied or pickled plays on identically, later deals included."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import grognard
from grognard import bots
from grognard.envs import Batch
from grognard.envs.arrays import AutoReset
from grognard.kernel.engine.history import new_history
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.self_play import Open
from grognard.variants import Variant
from tests.envs.test_whole_numbers import bot_classes
from tests.envs.whole import plainly

GAMES: Final = grognard.registered_names()
WAYS: Final[dict[str, Callable[[Any], Any]]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
# With so many games of so many steps, every game ends and is dealt again at least once.
STEPS: Final = 2_000
# They think by the clock, so that two of the same kind may differ.
BY_THE_CLOCK: Final = ("marshal", "marshal-bold", "marshal-cautious")

all_ways: Final = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
all_games: Final = pytest.mark.parametrize("slug", GAMES)


def shown(batch: Batch) -> list[object]:
    """Returns all that a batch shows."""
    arrays = [batch.observations, batch.masks, batch.rewards, batch.done, batch.seats, batch.seeds]
    more = [getattr(batch, name) for name in ("final_observations", "full_state") if hasattr(batch, name)]
    return [*(array.tobytes() for array in (*arrays, *more)), batch.plies, batch.decisions]


def play(batch: Batch, steps: int, seed: int) -> int:
    """Plays random actions; returns how many games have ended."""
    chance = np.random.default_rng(seed)
    ended = 0
    for _step in range(steps):
        batch.step(batch.random_actions(chance))
        ended += int(batch.done.sum())
    return ended


@all_games
@all_ways
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_batch(slug: str, way: Callable[[Any], Any], autoreset: AutoReset) -> None:
    batch = Batch(slug, 2, [3, 9], autoreset=autoreset, full_state=True, skip_forced=True)
    play(batch, 130, 1)
    before = shown(batch)
    twin = way(batch)
    assert shown(twin) == before
    ended = 0
    while ended < 3 and (autoreset != "disabled" or not batch.done.all()):
        ended += play(batch, 25, ended)
    assert shown(twin) == before, "the twin has arrays of its own"
    ended = 0
    while ended < 3 and (autoreset != "disabled" or not twin.done.all()):
        ended += play(twin, 25, ended)
    assert shown(twin) == shown(batch)
    assert twin.state(0).serialize() == batch.state(0).serialize()
    twin.set_state(0, twin.state(1))
    twin.reset(5)
    batch.reset(5)
    assert shown(twin) == shown(batch)


def known(slug: str, kind: type[Information] = Information) -> Information:
    """Returns what a bot is given a few decisions into a game, with the history of its seat."""
    state = grognard.load(slug).new_initial_state(4)
    history = new_history(state)
    for _decision in range(6):
        seat, action = state.current_player(), state.legal_actions()[-1]
        after = state.clone()
        after.apply_action(action)
        if after.is_terminal():  # a very short game
            break
        state.apply_action(action)
        history.add(seat, action, state)
    seat = state.current_player()
    return kind(state, seat, 8, history.of(seat))


def drawn(information: Information) -> list[object]:
    """Returns all that a bot can learn from what it is given, and what chance brings it next."""
    world = information.resample(3)
    other = information.resample(4)
    information.deal_into(other, 5)
    numbers = [information.generator.word() for _word in range(5)]
    about = [information.view(), information.legal_actions(), information.form(), list(information.history)]
    return [world.serialize(), other.serialize(), numbers, about, information.seat, information.seed]


@all_games
@all_ways
@pytest.mark.parametrize("kind", [Information, Open])
def test_what_a_bot_is_given(slug: str, way: Callable[[Any], Any], kind: type[Information]) -> None:
    information = known(slug, kind)
    information.generator.word()
    twin = way(information)
    assert type(twin) is kind
    again = way(twin)
    assert drawn(twin) == drawn(information)
    assert drawn(again) != drawn(information), "the generator has moved on"
    view = information.view()
    assert way(view) == view


@all_ways
def test_every_bot_of_every_name(way: Callable[[Any], Any]) -> None:
    for name in set(bots.BOTS) - set(BY_THE_CLOCK):
        made = bots.bot(name)
        twin = way(made)
        assert type(twin) is type(made)
        for slug in ("outpost", "fusillade") if "veteran" in name else GAMES:
            information = known(slug)
            assert twin.choose(way(information)) == made.choose(information), (name, slug)


@all_ways
def test_every_kind_of_bot_is_copied(way: Callable[[Any], Any]) -> None:
    empty = inspect.Parameter.empty
    kinds = [  # learned players need their weights, and are copied in tests/bots/test_learned.py
        kind
        for kind in bot_classes()
        if all(one.default is not empty for one in inspect.signature(kind).parameters.values())
    ]
    assert len(kinds) >= 5
    for kind in kinds:
        assert type(way(kind())) is kind


@all_games
@all_ways
def test_a_position_its_events_and_its_game(slug: str, way: Callable[[Any], Any]) -> None:
    game = grognard.load(slug)
    state: State = game.new_initial_state(3)
    twin = way(state)
    assert twin.serialize() == state.serialize()
    events = state.events(None)
    assert plainly(way(events)) == plainly(events)
    assert repr(way(game)) == repr(game)


@all_ways
def test_a_variant_keeps_its_title_and_names(way: Callable[[Any], Any]) -> None:
    variant = Variant("mine", "outpost", "Mine", {"morale": 4}, {"Infantry 1.name": "Guard"}, "")
    again: Game = way(variant.loaded({}, {}))
    assert (again.title, again.names[0]) == ("Outpost: Mine", "Guard")
    assert again.options["morale"] == 4
