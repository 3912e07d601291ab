"""Numbers for bots and learners, from what a seat may know: its own cards, the open piles and counts.

`evaluate` is in Morale: how much better the seat stands than its opponent.
"""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from grognard.games.outpost.names import ANSWER, ARMS
from grognard.games.outpost.rules import Outpost
from grognard.games.outpost.state import ARM, NAMES as CARDS
from grognard.kernel.engine.judging import WON, tally
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.cards import first, is_empty, members, minus, of, size, union

# What a card in the other hand is worth, in Morale; one's own are judged by what they can do.
_THEIR_CARD: Final = 2.0

NAMES: Final[list[str]] = [
    "own Morale", "their Morale", "own hand", "their hand", "own turn", "force of the attack",
    *[f"own {arm}" for arm in ARMS],
    *[f"gone {arm}" for arm in ARMS],
    *[f"attacking {arm}" for arm in ARMS],
]  # fmt: skip


def features(state: State, seat: i64) -> list[float]:
    """One number for each of NAMES."""
    position = cast(Outpost, state)
    me, them = position.army(seat), position.army(1 - seat)
    force: i64 = 0 if is_empty(position.attack) else position.tables.force[first(position.attack)]
    numbers: list[float] = [
        float(me.morale), float(them.morale), float(size(me.hand)), float(size(them.hand)),
        1.0 if position.attacker.seat == seat else 0.0, float(force),
    ]  # fmt: skip
    for pile in (me.hand, position.discard, position.attack):
        numbers += tally(members(pile), ARM, len(ARMS))
    return numbers


def evaluate(state: State, seat: i64) -> float:
    """How much better the seat stands, in Morale; beyond 1000 once the game is decided."""
    position = cast(Outpost, state)
    me, them = position.army(seat), position.army(1 - seat)
    value = float(me.morale - them.morale)
    if position.phase() == OVER:
        return value + (WON if value > 0 else -WON if value < 0 else 0.0)
    gone = union(position.discard, position.attack)
    unseen = members(minus(of(list(range(len(CARDS)))), union(me.hand, gone)))
    for card in members(me.hand):
        force: i64 = position.tables.force[card]
        value += float(force) * _unanswered(position, card, unseen, size(them.hand)) + _warded(position, card, unseen)
    value -= _THEIR_CARD * float(size(them.hand))
    if position.phase() == ANSWER:
        attack = first(position.attack)
        force = position.tables.force[attack]
        if position.attacker.seat == seat:
            value += float(force) * _unanswered(position, attack, unseen, size(them.hand))
        elif is_empty(position.answers()):
            value -= float(force)
    return value


def _unanswered(position: Outpost, attack: i64, unseen: list[int], held: i64) -> float:
    """The odds that none of so many cards in the other hand, out of those unseen, answers an attack."""
    answers = 0
    for card in unseen:
        if position.objection(card, attack) == 0:
            answers += 1
    odds = 1.0
    for drawn in range(held):
        odds *= float(max(0, len(unseen) - answers - drawn)) / float(len(unseen) - drawn)
    return odds


def _warded(position: Outpost, card: i64, unseen: list[int]) -> float:
    """The force that a card can answer, on the average of the unseen cards."""
    total: i64 = 0
    for attack in unseen:
        if position.objection(card, attack) == 0:
            force: i64 = position.tables.force[attack]
            total += force
    return float(total) / float(len(unseen))
