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

# What happened; text/log.py words it. These words are the `kind` of an event.
BEGAN: Final = 1
TURN_CAME: Final = 2
DREW: Final = 3
RESHUFFLED: Final = 4
RAN_OUT: Final = 5
DEPLOYED: Final = 6
MARCHED: Final = 7
SEARCHED: Final = 8
FOUND: Final = 9
TOOK: Final = 10
STOOD_STILL: Final = 11
LOST_CARDS: Final = 12
MOVED: Final = 13
ENDED_ORDERS: Final = 14
ATTACKED: Final = 15
LAUNCHED: Final = 16
COMMITTED: Final = 17
DEFENDED: Final = 18
PASSED: Final = 19
ROSE: Final = 20
FOUGHT: Final = 21
WON: Final = 22
TIED: Final = 23
PLAYED: Final = 24
REMOVED: Final = 25
FELL: Final = 26
GAVE: Final = 27
ENDED_VICTORY: Final = 28
ENDED_ACTIONS: Final = 29
TRIMMED: Final = 30
TRIUMPHED: Final = 31
