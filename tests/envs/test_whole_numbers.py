"""Every public call takes whole numbers of any kind: Python's, NumPy's, and whatever has `__index__`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import grognard
from grognard import bots, envs
from grognard.bots.base import Bot
from grognard.bots.guided import Guided
from grognard.bots.learned import Learned
from grognard.envs import Batch
from grognard.kernel.engine.events import DrawEvent, Event
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from tests.envs.whole import KINDS, NO_NUMBERS, WHOLE, Call, calls_of, functions_of, plainly

GAMES: Final = grognard.registered_names()
SEED: Final = 7
# What each parameter is called with, beside actions, which are legal ones.
VALUES: Final = {"seat": 0, "seed": SEED, "size": 2, "game": 1, "piece": 1, "reader": 0, "side": 0, "stride": 3}
# A script says what chance brings, card by card; the scenarios have some that fit.
LEFT_OUT: Final = {"script"}


def position(game: Game) -> State:
    """Returns a position a few decisions into a game."""
    state = game.new_initial_state(SEED)
    for _decision in range(4):
        state.apply_action(state.legal_actions()[0])
    return state


# How to come by an object of each class.
OBJECTS: Final[dict[type, Callable[[Game], Any]]] = {
    State: position,
    Game: lambda game: game,
    Information: lambda game: position(game).information(position(game).current_player(), SEED),
    Event: lambda game: DrawEvent(0, [1], 2),
    Batch: lambda game: Batch(game, 2, SEED),
}
CALLS: Final = [(owner, call) for owner in OBJECTS for call in calls_of(owner) if call.name != "__init__"]
CALLS_BY_NAME: Final = {call.id: (owner, call) for owner, call in CALLS}


def arguments(call: Call, made: Any, game: Game, kind: Callable[[int], Any]) -> dict[str, Any]:
    """Returns what a call is given, its whole numbers being of this kind."""
    state = made.state(1) if isinstance(made, Batch) else made if isinstance(made, State) else position(game)
    values: dict[str, Any] = {**VALUES, "action": state.legal_actions()[0]}
    taken = inspect.signature(getattr(made, call.name)).parameters
    found: dict[str, Any] = {"state": state} if "state" in taken else {}
    if "event" in taken:
        found["event"] = (game.new_initial_state(SEED).events(0) or state.events(0))[0]
    for name in call.whole:
        if name == "actions":
            found[name] = [kind(made.state(at).legal_actions()[0]) for at in range(len(made))]
        elif name not in LEFT_OUT:
            found[name] = kind(values[name])
    if call.name == "step_some":
        found["games"] = np.array([1])
    return found


def told(owner: type, call: Call, game: Game, kind: Callable[[int], Any]) -> object:
    """Returns what a call gave, and its object after it."""
    made = OBJECTS[owner](game)
    result = getattr(made, call.name)(**arguments(call, made, game, kind))
    return plainly(result), plainly(made)


def test_the_calls_are_found() -> None:
    found = set(CALLS_BY_NAME)
    assert {"State.apply_action", "State.view", "Game.new_initial_state", "Information.resample", "Batch.step"} <= found
    assert len(found) >= 25, sorted(found)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("name", CALLS_BY_NAME)
def test_a_call_takes_whole_numbers_of_any_kind(name: str, slug: str) -> None:
    owner, call = CALLS_BY_NAME[name]
    game = grognard.load(slug)
    usual = told(owner, call, game, int)
    for kind in KINDS:
        assert told(owner, call, game, kind) == usual, kind


@pytest.mark.parametrize("name", CALLS_BY_NAME)
def test_a_call_takes_nothing_else_for_a_whole_number(name: str) -> None:
    owner, call = CALLS_BY_NAME[name]
    game = grognard.load(GAMES[0])
    for odd in NO_NUMBERS:
        made = OBJECTS[owner](game)
        before = plainly(made)
        given = arguments(call, made, game, lambda _number, odd=odd: odd)  # type: ignore[misc]
        with pytest.raises((TypeError, BadInput)):
            getattr(made, call.name)(**given)
        assert plainly(made) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_and_a_batch_are_made_with_whole_numbers_of_any_kind(kind: Callable[[int], Any]) -> None:
    slug = "outpost"
    field = grognard.spec(slug).meta.numbers[0]
    number = f"{grognard.spec(slug).cards[0].name}.{field}"
    game = grognard.load(slug, overrides={number: kind(4)})
    assert repr(game) == repr(grognard.load(slug, overrides={number: 4}))
    assert envs.info(game) == envs.info(grognard.load(slug, overrides={number: 4}))
    assert plainly(game.new_initial_state(3)) == plainly(
        grognard.load(slug, overrides={number: 4}).new_initial_state(3)
    )
    assert plainly(Batch(slug, kind(2), kind(SEED))) == plainly(Batch(slug, 2, SEED))
    for seeds in ([kind(5), kind(9)], (kind(5), kind(9))):
        assert plainly(Batch(slug, 2, seeds)) == plainly(Batch(slug, 2, [5, 9]))
    with pytest.raises(BadInput, match=r"from 0 to 20, not 4\.0"):
        grognard.load(slug, overrides={number: 4.0})  # type: ignore[dict-item]


def bot_classes(kind: type[Bot] = Bot) -> list[type[Bot]]:
    """Returns every kind of bot that the package for bots has."""
    found = [sub for one in kind.__subclasses__() for sub in (one, *bot_classes(one))]
    return [one for one in found if one.__module__.startswith("grognard.bots.")]


def test_bots_are_made_with_whole_numbers_of_any_kind() -> None:
    """Two need a network, too; the numbers of one of them are those of Ismcts."""
    calls = [
        (owner, call)
        for owner in bot_classes()
        if owner not in (Guided, Learned)
        for call in calls_of(owner, {*WHOLE, "i64"})
    ]
    assert len(calls) >= 3
    game = grognard.load("outpost")
    for owner, call in calls:
        for kind in KINDS:
            if call.name != "__init__":
                getattr(owner(), call.name)(**{name: kind(1) for name in call.whole})
                continue
            made = owner(**{name: kind(1) for name in call.whole})
            usual = owner(**dict.fromkeys(call.whole, 1))
            asked = [position(game).information(position(game).current_player(), SEED) for _bot in range(2)]
            assert made.choose(asked[0]) == usual.choose(asked[1])


def test_exported_functions_take_no_other_whole_numbers() -> None:
    """Only `load`, which a test above tries, and what bots export, which this one tries."""
    assert [call.name for call in functions_of(grognard)] == ["load"]
    assert {call.name for call in functions_of(bots)} == {"weigh"}
    game = grognard.load("outpost")
    for kind in KINDS:
        asked = bots.workers.search_task(game, position(game), position(game).current_player(), SEED)
        # How long it searches goes by the clock, so only what it weighed is compared.
        weighed = bots.weigh(asked, 0.0, kind(0), kind(8))
        assert {move.do for move in weighed} == {move.do for move in bots.weigh(asked, 0.0, 0, 8)}


def test_a_seed_may_be_as_large_as_one_likes() -> None:
    state = position(grognard.load("outpost"))
    for seed in (2**62 - 1, 2**63, 2**200, -1, -(2**200)):
        assert plainly(state.information(0, seed)) == plainly(state.information(0, seed & (2**62 - 1)))
        assert plainly(state.resample_from_infostate(0, seed)) is not None


def test_a_seat_that_is_not_there_is_refused() -> None:
    game = grognard.load("outpost")
    state = position(game)
    for seat in (-1, 2, 2**80):
        for ask in (state.view, state.information, lambda seat: game.observe(state, seat)):
            with pytest.raises(BadInput, match=f"There is no seat {seat}"):
                ask(seat)
