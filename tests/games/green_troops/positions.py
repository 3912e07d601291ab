"""Positions for the tests of Green Troops, told by their facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

import grognard
from grognard.games.green_troops.tables import Cards
from grognard.kernel.engine.state import State


def position(
    seats: int = 2,
    rules: Mapping[str, str | int] | None = None,
    overrides: Mapping[str, str | int] | None = None,
    **told: object,
) -> State:
    """A position of Blue's Reserve Phase; each seat has a Unit of Fusiliers.

    What is not told lies in the decks; Battle cards are discarded, if the deck is told.
    """
    game = grognard.load("green-troops", {"seats": seats, **(rules or {})}, overrides)
    state = game.new_initial_state(1)
    blank: dict[str, object] = {name: [] for name, value in state.to_dict().items() if isinstance(value, list)}
    lines: dict[str, object] = {f"line {seat}": [f"Fusiliers {seat + 1}"] for seat in range(seats)}
    facts = {**lines, **{name.replace("_", " "): value for name, value in told.items()}}
    placed = Counter(name for value in facts.values() if isinstance(value, list) for name in value)
    for knowledge in ("look", "deduced"):
        for name, value in facts.items():
            if name.startswith(knowledge) and isinstance(value, list):
                placed.subtract(value)
    cards = cast(Cards, game.card_set)
    there = [name for name, copies in cards.copies_of.items() for _ in range(copies - placed[name])]
    rest = "discard" if "deck" in facts else "deck"
    facts["army deck"] = [name for name in there if name in cards.unit_names]
    facts[rest] = [name for name in there if name not in cards.unit_names]
    state.from_dict({**blank, "phase": "reserve", "active": 0, **facts})
    return state


def play(state: State, *notations: str) -> None:
    for notation in notations:
        state.apply_action(state.string_to_action(notation))


def pile(state: State, place: str) -> Counter[str]:
    """The names in a place."""
    return Counter(cast("list[str]", state.to_dict()[place]))
