"""Every small number of Battle of the Three Emperors with its word, once: phases, actions, refusals and events."""

from __future__ import annotations

from typing import Final

from grognard.kernel.engine.state import OVER as OVER

# The phases that ask, in the order of a turn.
ORDERS: Final = 1
SEARCH: Final = 2
PIECE: Final = 3
FRONT: Final = 4
LAUNCH: Final = 5
COMMIT: Final = 6
DEFEND: Final = 7
VICTORY: Final = 8
CASUALTY: Final = 9
GIVE: Final = 10
TRIM: Final = 11

# The seats, by the letter of the cards that only they may use (TE-1.5).
NAPOLEON: Final = 0
COALITION: Final = 1

# The Fronts from north to south: neighbours are adjacent (TE-1.2).
FRONTS: Final = ["North", "Center", "South"]
NORTH: Final = 0
CENTER: Final = 1
SOUTH: Final = 2
NO_FRONT: Final = 3
# One bit for each.
CENTER_ONLY: Final = 2
ALL_FRONTS: Final = 7

# The eleven types (the card table).
TYPES: Final = ["L", "U", "A", "D", "E", "V", "R", "S", "M", "X", "Y"]
CARDS_IN_ALL: Final = 96

# The actions without a card, in the order of their phases; those with a Front are three, from North to South.
END_ORDERS: Final = 0
FRONT_NORTH: Final = 1
ATTACK_NORTH: Final = 4
END_ACTIONS: Final = 7
END_COMMIT: Final = 8
END_DEFEND: Final = 9
END_VICTORY: Final = 10

# Why a choice is refused, beside the reasons all games share; text/reasons.py gives each its sentence and its clause.
ENEMY_CARD: Final = 4
NO_ORDER: Final = 5
NOTHING_TO_DRAW: Final = 6
NOTHING_TO_SEARCH: Final = 7
NO_OWN_PIECE: Final = 8
NO_OPPOSING_PIECE: Final = 9
NOTHING_TO_LOSE: Final = 10
NOT_FOUND: Final = 11
NOT_TO_MOVE: Final = 12
NOT_ADJACENT: Final = 13
ATTACKED_ALREADY: Final = 14
ASSAULT_ONLY: Final = 15
FREE_ATTACK_FIRST: Final = 16
FREE_ATTACK_MADE: Final = 17
NOT_AN_ATTACK: Final = 18
NO_FRONT_LEFT: Final = 19
NOT_FOR_ATTACKER: Final = 20
NOT_FOR_DEFENDER: Final = 21
NOT_AT_THE_CENTER: Final = 22
NOT_A_VICTORY_CARD: Final = 23
ONLY_AT_THE_CENTER: Final = 24
NO_TARGET: Final = 25
NO_PIECE_THERE: Final = 26
NO_ENEMY_THERE: Final = 27
BEFORE_A_WIN: Final = 28
NOBODY_ATTACKS: Final = 29
