"""Positions for the tests of Ready Aim Fire, as facts: what is not told stays in its deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import grognard
from grognard.games.ready_aim_fire.rules import ReadyAimFire

# Three battalions in the centre of each side, one in the two beside it.
LINE = {
    f"{name} {seat}": ["Line", "Line", "Elite"] if name == "Centre" else ["Line"]
    for name in ("Left Centre", "Centre", "Right Centre")
    for seat in range(2)
}


def new(
    options: Mapping[str, str | int] | None = None, seed: int = 1, numbers: Mapping[str, int] | None = None
) -> ReadyAimFire:
    """A new game, perhaps with other numbers on its cards."""
    state = grognard.load("ready-aim-fire", options, numbers).new_initial_state(seed)
    assert isinstance(state, ReadyAimFire)
    return state


def situated(
    facts: Mapping[str, object],
    places: Mapping[str, list[str]],
    options: Mapping[str, str | int] | None = None,
    numbers: Mapping[str, int] | None = None,
) -> ReadyAimFire:
    """A position with these facts and, beside `LINE`, these cards in places."""
    state = new(options, numbers=numbers)
    state.from_dict(moved(state, {**LINE, **places}) | {"phase": "maneuver"} | dict(facts))
    return state


def moved(state: ReadyAimFire, places: Mapping[str, list[str]]) -> dict[str, object]:
    """Facts that bring cards out of the decks they lie in at the start to these places."""
    facts = state.to_dict()
    for place, cards in places.items():
        decks = ["deck", *(f"{deck} {place[-1]}" for deck in ("reserve", "box") if place[-1].isdigit())]
        for card in cards:
            deck = next(deck for deck in decks if card in listed(facts, deck))
            facts[deck] = listed(facts, deck)
            cast("list[str]", facts[deck]).remove(card)
        facts[place] = [*listed(facts, place), *cards]
    return facts


def listed(facts: Mapping[str, object], place: str) -> list[str]:
    """The cards of a place."""
    return list(cast("list[str]", facts[place]))


def play(state: ReadyAimFire, *notations: str) -> None:
    """Plays actions by their notation."""
    for notation in notations:
        state.apply_action(state.string_to_action(notation))
