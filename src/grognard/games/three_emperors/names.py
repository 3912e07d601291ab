"""Names for the small numbers of Battle of the Three Emperors: phases, actions and reasons for refusal."""

from __future__ import annotations

from typing import Final

from grognard.kernel.engine.state import OVER as OVER

# The phases with a decision, in the order of a turn.
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

# The seats; only they may use the cards with their letter (TE-1.5).
NAPOLEON: Final = 0
COALITION: Final = 1

# The Fronts from north to south, each adjacent to the next (TE-1.2).
FRONTS: Final = ["North", "Center", "South"]
NORTH: Final = 0
CENTER: Final = 1
SOUTH: Final = 2
NO_FRONT: Final = 3
# Sets of Fronts, one bit each.
CENTER_ONLY: Final = 2
ALL_FRONTS: Final = 7

# The eleven types (the card table).
TYPES: Final = ["L", "U", "A", "D", "E", "V", "R", "S", "M", "X", "Y"]

# The actions without a card, in the order of their phases. An action with a Front takes three numbers, North to South.
END_ORDERS: Final = 0
FRONT_NORTH: Final = 1
ATTACK_NORTH: Final = 4
END_ACTIONS: Final = 7
END_COMMIT: Final = 8
END_DEFEND: Final = 9
END_VICTORY: Final = 10

# Reasons for refusing an action, besides those that all games share. text/reasons.py has their sentences and clauses.
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
