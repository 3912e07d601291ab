"""The numeric codes of Green Troops: phases, verbs and refusals."""

from __future__ import annotations

from typing import Final

# Phases with decisions, in the order of a turn. The last three are questions inside another phase.
RESERVE: Final = 1
ATTACK: Final = 2
OPPORTUNITY: Final = 3
ANSWER: Final = 4
ROUT: Final = 5
DEFEND: Final = 6
BARRAGE: Final = 7
CAPTURE: Final = 8
AFTERMATH: Final = 9
DISPATCH: Final = 10
LIMIT: Final = 11
UNIT: Final = 12
TARGET: Final = 13
SEAT: Final = 14

# The verb for moving Leaders in the Reserve Phase; it is not itself a phase.
MOVES: Final = 15

# The orders that `reserve_once` allows once each (GT-5.1).
ORDERS: Final = ["reserve", "leader", "terrain", "rally"]
ONE_RESERVE: Final = 0
ONE_LEADER: Final = 1
ONE_TERRAIN: Final = 2
ONE_RALLY: Final = 3

# The actions without a card: passing, and the seats in order.
PASS: Final = 0
FIRST_SEAT: Final = 1

# Reasons to refuse a choice, in addition to those all games share; text/reasons.py has a sentence and clause for each.
NO_ORDER: Final = 4
GIVEN_ONCE: Final = 5
ARMY_DECK_EMPTY: Final = 6
NO_ROOM_FOR_LEADER: Final = 7
NO_ROOM_FOR_TERRAIN: Final = 8
NOTHING_TO_RALLY: Final = 9
NO_ROUT_HERE: Final = 10
NOT_MORE_UNITS: Final = 11
NO_HAND_TO_FOG: Final = 12
NO_LEADER_TO_KILL: Final = 13
NOT_AN_EVENT: Final = 14
NOBODY_TO_ROUT: Final = 15
NOT_AN_ATTACK: Final = 16
NO_USER: Final = 17
NO_PREY: Final = 18
NOTHING_TO_CHARGE: Final = 19
NEEDS_ITS_TERRAIN: Final = 20
NOT_AN_OPPORTUNITY: Final = 21
TARGET_CANNOT_STRIKE: Final = 22
ATTACKER_NOT_STRUCK: Final = 23
NOT_A_DEFENSE: Final = 24
TARGET_CANNOT_USE: Final = 25
ATTACK_NOT_STOPPED: Final = 26
NO_LIGHT_TROOPS: Final = 27
NOBODY_TO_PROTECT: Final = 28
NOT_LEFT_BEHIND: Final = 29
WOULD_FALL_THERE: Final = 30
NOT_YOUR_LEADER: Final = 31
POSTED_LEADER: Final = 32
NOWHERE_TO_MOVE: Final = 33
NOT_YOUR_UNIT: Final = 34
NOT_AN_ENEMY: Final = 35
HAS_A_LEADER: Final = 36
HAS_TERRAIN: Final = 37
CAVALRY_IN_TERRAIN: Final = 38
HAS_NO_MARKERS: Final = 39
HAS_HIM_ALREADY: Final = 40
LEADER_IS_POSTED: Final = 41
WOULD_FALL_BY_MOVE: Final = 42
CANNOT_USE_IT: Final = 43
NOT_IN_MELEE: Final = 44
HAS_NO_LEADER: Final = 45
NOT_LIGHT_INFANTRY: Final = 46
TOO_FEW_MARKERS: Final = 47
TOO_FRESH: Final = 48
NOT_JUST_DAMAGED: Final = 49
NOT_LIGHT_TROOPS: Final = 50
PROTECTED_ALREADY: Final = 51
CANNOT_PROTECT: Final = 52
UNMARKED_LEADER: Final = 53
NOT_THAT_SEAT: Final = 54
NOT_A_ROUT: Final = 55
NOT_WITH_THAT_UNIT: Final = 56
HAS_AN_EQUAL: Final = 57
