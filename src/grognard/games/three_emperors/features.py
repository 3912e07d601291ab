"""Numbers for bots and learners, from what a seat may know: its own cards, open zones and counts.

`evaluate` is in points of Morale: how much better the seat stands than its opponent.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.state import (
    CASUALTY, FRONT, FRONTS, NORTH, PHASES, PIECE, SOUTH, TYPE, TYPES, VICTORY, usable_by,
)  # fmt: skip
from grognard.kernel.cards import members, minus, size, summed
from grognard.kernel.state import OVER, State

NAMES: Final[list[str]] = [
    "own morale", "their morale", "own hand", "their hand", "deck", "discard pile", "own turn", "dead cards",
    *[f"own force at {front}" for front in FRONTS],
    *[f"their force at {front}" for front in FRONTS],
    *[f"own control of {front}" for front in FRONTS],
    *[f"{front} attacked" for front in FRONTS],
    *[f"action at {front}" for front in FRONTS],
    "own committed", "their committed", "picked cards", "picked force",
    *[f"own {kind}" for kind in TYPES],
    *[f"phase {phase}" for phase in PHASES],
]  # fmt: skip

_WON: Final = 1000.0


def features(state: State, seat: i64) -> list[float]:
    """One number for each of NAMES."""
    position = cast(ThreeEmperors, state)
    me = position.army(seat)
    them = position.army(1 - seat)
    waiting = position.phase() != OVER and position.decider() != seat
    picks: i64 = 0 if waiting else size(position.picked)
    their_picks: i64 = size(position.picked) if waiting else 0
    force: i64 = 0 if waiting else summed(position.picked, position.tables.force)
    phase = position.phase()
    if waiting and phase == CASUALTY:
        phase = VICTORY
    if waiting and phase in (PIECE, FRONT):
        phase = position.stack()[0]
    numbers: list[float] = [
        float(me.morale), float(them.morale), float(size(me.hand)), float(size(them.hand) + their_picks),
        float(size(position.deck)), float(size(position.discard)),
        1.0 if position.attacker.seat == seat else 0.0,
        float(size(minus(me.hand, usable_by(seat)))),
    ]  # fmt: skip
    for army in (me, them):
        for front in range(NORTH, SOUTH + 1):
            numbers.append(float(position.force_at(army, front)))
    for front in range(NORTH, SOUTH + 1):
        numbers.append(1.0 if position.holder(front) == seat else 0.0)
    for front in range(NORTH, SOUTH + 1):
        numbers.append(1.0 if (position.attacked >> front) & 1 else 0.0)
    for front in range(NORTH, SOUTH + 1):
        numbers.append(1.0 if position.front == front else 0.0)
    numbers.append(float(summed(me.committed, position.tables.force)))
    numbers.append(float(summed(them.committed, position.tables.force)))
    numbers.append(float(picks))
    numbers.append(float(force))
    counts = [0.0] * len(TYPES)
    for card in members(me.hand):
        counts[TYPE[card]] += 1.0
    numbers += counts
    for number in range(len(PHASES)):
        numbers.append(1.0 if number == phase else 0.0)
    return numbers


def evaluate(state: State, seat: i64) -> float:
    """How much better the seat stands, in points of Morale; beyond 1000 once the game is decided."""
    position = cast(ThreeEmperors, state)
    me = position.army(seat)
    them = position.army(1 - seat)
    value = float(me.morale - them.morale)
    if position.phase() == OVER:
        victor = position.victor()
        return value + (_WON if victor == seat else 0.0 if victor == -1 else -_WON)
    return value
