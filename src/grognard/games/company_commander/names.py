"""The numeric codes of Company Commander: sides, Fronts, phases, actions, card effects and targets, refusals."""

from __future__ import annotations

from typing import Final

from grognard.kernel.cardsets.bits import NONE as NONE

AMERICAN: Final = 0
GERMAN: Final = 1

# The columns of the board, with the same names for both sides (CC-1.1).
FRONTS: Final = ["Left", "Center", "Right"]
LEFT: Final = 0
CENTER: Final = 1
RIGHT: Final = 2
NO_FRONT: Final = 3
ALL_FRONTS: Final = 7

# Phases with decisions, in the order of a turn. Each window follows the phase it interrupts; the last two are
# questions inside another phase.
DEPLOY: Final = 1
MOVE: Final = 2
TACTICS: Final = 3
DISCARD: Final = 4
RECON: Final = 5
MISSION: Final = 6
SUCCESS: Final = 7
SUPPRESSION: Final = 8
FIRE: Final = 9
HIT: Final = 10
ASSAULT: Final = 11
ATTACK: Final = 12
ORDER: Final = 13
BATTLE: Final = 14
DIE: Final = 15
RALLY: Final = 16
LEADER: Final = 17
RALLIED: Final = 18
FRONT: Final = 19
UNIT: Final = 20

# The verb for Tactics cards, shared by many phases; it is not itself a phase.
PLAYS: Final = 21

# The action of the open frame; state.py has the words for it.
DEPLOYING: Final = 1
MOVING: Final = 2
FIRING: Final = 3
ASSAULTING: Final = 4
LEADING: Final = 5
PLAYING: Final = 6

# The effects of Tactics cards, and the kinds of target they are played on.
EFFECTS: Final = [
    "negate suppression", "negate fire", "negate move", "negate rally", "attackers", "defenders", "own front", "dice",
    "entrench", "mines", "simultaneous", "support", "squad fire", "observe", "reconnaissance", "anti-tank",
    "may assault", "may attack", "green", "pin", "out of ammo", "breakdown", "fog", "disorder", "hold", "draw squad",
    "draw tactics", "extra rally",
]  # fmt: skip
NEGATE_SUPPRESSION: Final = 0
NEGATE_FIRE: Final = 1
NEGATE_MOVE: Final = 2
NEGATE_RALLY: Final = 3
ATTACKERS: Final = 4
DEFENDERS: Final = 5
OWN_FRONT: Final = 6
DICE: Final = 7
ENTRENCH: Final = 8
MINES: Final = 9
SIMULTANEOUS: Final = 10
SUPPORT: Final = 11
SQUAD_FIRE: Final = 12
OBSERVE: Final = 13
RECONNAISSANCE: Final = 14
ANTI_TANK: Final = 15
MAY_ASSAULT: Final = 16
MAY_ATTACK: Final = 17
GREEN: Final = 18
PIN: Final = 19
OUT_OF_AMMO: Final = 20
BREAKDOWN: Final = 21
FOG: Final = 22
DISORDER: Final = 23
HOLD: Final = 24
DRAW_SQUAD: Final = 25
DRAW_TACTICS: Final = 26
EXTRA_RALLY: Final = 27

TARGETS: Final = ["None", "own unit", "enemy unit", "front", "own front", "own unit + front", "look or front"]
NO_TARGET: Final = 0
OWN_UNIT: Final = 1
ENEMY_UNIT: Final = 2
ENEMY_FRONT: Final = 3
SQUAD_AND_FRONT: Final = 5
LOOK_OR_FRONT: Final = 6

# The actions without a card, in the order of the action space. Actions with a Front come in threes, Left to Right.
DONE: Final = 0
BONUS_SQUAD: Final = 1
BONUS_TACTICS: Final = 2
LOOK: Final = 3
BONUS: Final = 4
FIRST_FRONT: Final = 5
FIRST_RESOLVE: Final = 8
PLAINS: Final = 11

# Reasons to refuse a choice, in addition to those all games share; text/reasons.py has a sentence and clause for each.
UNITS_TO_DEPLOY: Final = 4
NO_COMMANDER: Final = 5
BONUS_TAKEN: Final = 6
NO_SQUADS: Final = 7
NO_TACTICS: Final = 8
NOT_DRAWN: Final = 9
NOT_YOURS: Final = 10
IS_PINNED: Final = 11
IS_GREEN: Final = 12
IS_BROKEN: Final = 13
HAS_ARRIVED: Final = 14
HAS_MOVED: Final = 15
WAS_HALTED: Final = 16
NO_RECON: Final = 17
WAS_AWAY: Final = 18
NO_SUPPRESSION: Final = 19
NO_AMMO: Final = 20
HAS_FIRED: Final = 21
WAS_STOPPED: Final = 22
NOTHING_IN_REACH: Final = 23
NEVER_ASSAULTS: Final = 24
ARRIVALS_WAIT: Final = 25
DECLARED_ALREADY: Final = 26
NO_LEADER: Final = 27
HAS_LED: Final = 28
HAS_ATTACKED: Final = 29
NOBODY_TO_RALLY: Final = 30
NOT_PINNED: Final = 31
NOT_HIMSELF: Final = 32
OTHER_FRONT: Final = 33
NOT_NOW: Final = 34
ONLY_AMERICANS: Final = 35
ONLY_GERMANS: Final = 36
NO_UNIT: Final = 37
NO_FRONT_FOR_IT: Final = 38
NOBODY_FIRES: Final = 39
NOT_ADJACENT: Final = 40
CANNOT_FIRE: Final = 41
WRONG_KIND: Final = 42
HAS_ANTI_TANK: Final = 43
NOT_MOVED: Final = 44
RELEASED_ALREADY: Final = 45
IS_LEADER: Final = 46
NOT_A_VEHICLE: Final = 47
NO_BATTLE: Final = 48
CLOSED_FRONT: Final = 49
EMPTY_FRONT: Final = 50
NOT_THAT_FRONT: Final = 51
CANNOT_BE_NAMED: Final = 52
FIRE_AT_ONCE: Final = 53
ONE_TO_DRAW: Final = 54
