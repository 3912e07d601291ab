"""A clone, a copy in place and a stored position forget no field and share none: every field is tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from grognard.game_check.fields import KERNEL, Path, leaves, objects
from grognard.kernel.engine.recorder import SILENT
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from tests.conformance.dealing import DealerModule
from tests.conformance.support import sample


def others(value: object) -> list[object]:
    """Values that differ a little from this one; one of them should make sense to the game."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value ^ 1, abs(value - 1)]
    if isinstance(value, list):
        return [value[1:], [*value, 0]]
    if isinstance(value, bytes):  # pairs of numbers
        return [value[2:] or bytes(2), value + bytes(2)]
    raise TypeError(f"say here how a {type(value)} can be changed")


def put(root: object, path: Path, value: object) -> None:
    """Sets the leaf at the end of the path."""
    *way, last = path
    if isinstance(last, int):  # a place in a tuple: the whole tuple is set anew
        old = root
        for step in way:
            old = getattr(old, str(step)) if isinstance(step, str) else old[step]  # type: ignore[index]
        assert isinstance(old, tuple)
        put(root, tuple(way), (*old[:last], value, *old[last + 1 :]))
        return
    for step in way:
        root = getattr(root, step) if isinstance(step, str) else cast("Sequence[object]", root)[step]
    setattr(root, last, value)


def leaf(root: object, path: Path) -> object:
    """The leaf at the end of the path."""
    for step in path:
        root = getattr(root, step) if isinstance(step, str) else cast("Sequence[object]", root)[step]
    return root


def positions(game: Game) -> list[State]:
    """Positions of every phase, as clones: without events."""
    return [state.clone() for state in sample(game, 1, 60)]


def test_every_field_is_found(game: Game) -> None:
    """The search itself: a position that hides its fields from it would pass all that follows."""
    state = game.new_initial_state(1)
    assert {str(path[0]) for path in leaves(state)} >= KERNEL
    assert len(leaves(state)) > 10


def test_a_clone_equals_and_shares_nothing(game: Game) -> None:
    for state in sample(game, 0, 60):
        clone = state.clone()
        assert leaves(clone) == leaves(state)
        assert clone.fingerprint() == state.fingerprint()
        assert clone.recorder is SILENT
        theirs = [thing for name, thing in objects(state)]
        shared = [name for name, thing in objects(clone) if any(thing is other for other in theirs)]
        assert shared == []


def test_a_copy_in_place_equals_and_shares_nothing(game: Game) -> None:
    other = game.new_initial_state(99)
    recorder = other.recorder
    for state in positions(game):
        other.copy(state)
        assert leaves(other) == leaves(state)
        assert other.fingerprint() == state.fingerprint()
        assert other.recorder is recorder
        theirs = [thing for name, thing in objects(state)]
        shared = [name for name, thing in objects(other) if any(thing is one for one in theirs)]
        assert shared == []


@pytest.mark.parametrize("way", ["clone", "copy"])
def test_changing_a_copy_leaves_the_original(game: Game, way: str) -> None:
    for state in positions(game):
        before, fingerprint = leaves(state), state.fingerprint()
        for path, value in before.items():
            other = state.clone()
            if way == "copy":
                other = game.new_initial_state(99)
                other.copy(state)
            put(other, path, others(value)[0])
            assert leaf(other, path) != value, path
        # Nothing above sets the same place twice, so what came through to the original is still there.
        assert [path for path, value in leaves(state).items() if value != before[path]] == []
        assert state.fingerprint() == fingerprint


@pytest.mark.parametrize("way", ["clone", "copy"])
def test_whatever_a_field_holds_is_copied(game: Game, way: str) -> None:
    """Also what hardly ever differs from a new game, and what no game so far has held."""
    for state in positions(game)[::20]:
        for path, value in leaves(state).items():
            if len(path) > 1 and path[-1] == "seat":  # whose army it is: no army changes that
                continue
            source = state.clone()
            put(source, path, others(value)[0])
            other = source.clone()
            if way == "copy":
                other = game.new_initial_state(99)
                other.copy(source)
            assert leaves(other) == leaves(source), path


def test_playing_a_clone_leaves_the_original(game: Game) -> None:
    for state in positions(game):
        before, fingerprint = leaves(state), state.fingerprint()
        for action in state.legal_actions():
            other = state.clone()
            other.apply_action(action)
            assert other.fingerprint() != fingerprint
            assert leaves(state) == before
            assert state.fingerprint() == fingerprint


def test_a_stored_position_comes_back(game: Game) -> None:
    for state in sample(game, 2, 20):
        text = state.serialize()
        again = game.deserialize(text)
        assert again.serialize() == text
        assert leaves(again) == leaves(state)
        assert again.legal_actions() == state.legal_actions()


def test_a_card_in_two_places_or_in_none_is_refused(game: Game, support: DealerModule) -> None:
    state = game.new_initial_state(3)
    facts = state.to_dict()
    piles = {place: list(cast("list[str]", facts[place])) for place in support.PLACES if place in facts}
    full, *others = sorted(piles, key=lambda place: -len(piles[place]))
    card, *rest = piles[full]
    wrong: list[dict[str, object]] = [{others[0]: [*piles[others[0]], card]}, {full: rest}]
    for change in wrong:
        with pytest.raises(BadInput):
            state.clone().from_dict(change)


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_a_stored_position_holds_every_field(game: Game, support: DealerModule, one_in: int) -> None:
    """Each field is changed; the stored text must change with it, unless the game says why it need not.

    What is read of such a text is all of it, if the game does not refuse it.
    """
    for state in positions(game)[::one_in]:
        text = state.serialize()
        for path, value in leaves(state).items():
            name = ".".join(str(step) for step in path)
            if name in support.REDUNDANT:
                continue
            changed = [t for t in (stored_with(state, path, other) for other in others(value)) if t]
            assert changed, f"no other value of {name} makes sense"
            assert any(other != text for other in changed), name
            if path[0] not in KERNEL:
                assert all(is_refused_or_read(game, other) for other in changed), name


def test_a_position_is_set_whatever_was_there_before(game: Game) -> None:
    some = positions(game)
    for state in some:
        for other in some[::3]:
            target = state.clone()
            target.from_dict(other.to_dict())
            assert target.to_dict() == other.to_dict()


def is_refused_or_read(game: Game, text: str) -> bool:
    """Is a stored position read as it was written, if it is one at all?"""
    try:
        return game.deserialize(text).serialize() == text
    except BadInput:
        return True


def stored_with(state: State, path: Path, value: object) -> str:
    """The stored position with one field changed; empty if the game cannot write such a position."""
    other = state.clone()
    put(other, path, value)
    try:
        return other.serialize()
    except (IndexError, OverflowError):
        return ""
