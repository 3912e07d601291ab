"""Numbers for bots and learners, from the knowledge of one seat: its own cards, the open piles and counts.

`evaluate` gives the seat's lead over its opponent in Morale.
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from mypy_extensions import i64

from grognard.games.outpost.board import BOARD
from grognard.games.outpost.names import ANSWER
from grognard.games.outpost.rules import Outpost
from grognard.kernel.engine.board_observer import BoardObserver, board_layout
from grognard.kernel.engine.search_tuning import WON
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.cardsets.cards import first, is_empty, members, minus, size, union

# The value of a card in the other hand in Morale; own cards are valued by their uses.
_THEIR_CARD: Final = 2.0

# The observation follows from the board. The version increases with every change.
LAYOUT: Final = 1
layout: Final = partial(board_layout, BOARD)
Observation: Final = partial(BoardObserver, BOARD)


def evaluate(state: State, seat: i64) -> float:
    """Returns the seat's lead in Morale; beyond 1000 once the game is decided."""
    position = cast(Outpost, state)
    me, them = position.army(seat), position.army(1 - seat)
    value = float(me.morale - them.morale)
    if position.phase() == OVER:
        return value + (WON if value > 0 else -WON if value < 0 else 0.0)
    gone = union(position.discard, position.attack)
    unseen = members(minus(position.tables.cards.all_cards, union(me.hand, gone)))
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
    """Returns the odds that none of `held` cards drawn from the unseen ones answers an attack."""
    answers = 0
    for card in unseen:
        if position.objection(card, attack) == 0:
            answers += 1
    odds = 1.0
    for drawn in range(held):
        odds *= float(max(0, len(unseen) - answers - drawn)) / float(len(unseen) - drawn)
    return odds


def _warded(position: Outpost, card: i64, unseen: list[int]) -> float:
    """Returns the force that a card can answer, averaged over the unseen cards; 0 if none is unseen."""
    if not unseen:
        return 0.0
    total: i64 = 0
    for attack in unseen:
        if position.objection(card, attack) == 0:
            force: i64 = position.tables.force[attack]
            total += force
    return float(total) / float(len(unseen))
