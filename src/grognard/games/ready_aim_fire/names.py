"""Names for the numbers of Ready Aim Fire: phases, pieces, actions and refusals."""

from __future__ import annotations

from typing import Final

from grognard.kernel.cardsets.bits import NONE as NONE

# The phases with decisions, in the order of a turn; from FETCH on they are questions inside another phase.
EXCHANGE: Final = 1
SETUP: Final = 2
CONFUSION: Final = 3
DRAW: Final = 4
TERRAIN: Final = 5
MANEUVER: Final = 6
REINFORCE: Final = 7
DIFFICULTY: Final = 8
ATTACK: Final = 9
CASUALTY: Final = 10
COVER: Final = 11
SQUARE: Final = 12
SQUARE_ROLL: Final = 13
RIDE: Final = 14
RIDE_ROLL: Final = 15
SUPPORT: Final = 16
TACTICS: Final = 17
REROLL: Final = 18
OVERRUN: Final = 19
CHECK: Final = 20
PRISONERS: Final = 21
AGAIN: Final = 22
SNIPER: Final = 23
DISCARD: Final = 24
LIMIT: Final = 25
REDRAW: Final = 26
FETCH: Final = 27
STACK: Final = 28
ENEMY: Final = 29
SIDE: Final = 30
CARD: Final = 31
ORDER: Final = 32

# What the open frame does if it does not play a card; state.py writes these numbers and the modes as words.
PLACING: Final = 1
MOVING: Final = 2
ATTACKING: Final = 3
SORTING: Final = 4
DEPLOYING: Final = 5

# The kinds of morale check (RAF-7): in a fight, of a stack, of the whole army, or a rally.
FIGHT: Final = 1
PASSING: Final = 2
ARMY: Final = 3
RALLY: Final = 4
SUPPORTER: Final = 5

# The positions by their owner's names. Columns are counted from Blue's left (RAF-2.1).
POSITIONS: Final = ["Left Flank", "Left Centre", "Centre", "Right Centre", "Right Flank"]
COLUMNS: Final = 5

# -- pieces ------------------------------------------------------------------------------------------------------------
# The printed cards: twelve kinds of battalion, seven of commander, thirty Tactics cards and five kinds of Terrain.
# Copies share a number, and both sides use the same names. `tables.Cards` numbers the pieces of a loaded game.

BATTALIONS: Final = [
    "Guard", "Elite", "Line", "Light", "Second Rate", "Heavy Cavalry", "Dragoon", "Light Cavalry", "Second Rate Cav",
    "Lancer", "Artillery", "Horse Artillery",
]  # fmt: skip
FIRST_COMMANDER: Final = 12
FIRST_TACTIC: Final = 19
FIRST_TERRAIN: Final = 49

GUARD: Final = 0
ELITE: Final = 1
LINE: Final = 2
LIGHT: Final = 3
SECOND: Final = 4
HEAVY: Final = 5
DRAGOON: Final = 6
LIGHT_CAVALRY: Final = 7
SECOND_CAVALRY: Final = 8
LANCER: Final = 9
GUNS: Final = 10
HORSE_GUNS: Final = 11

SQUARE_FORMATION: Final = 19
SECOND_VOLLEY: Final = 20
FIRE_AT_WILL: Final = 21
SABERS: Final = 22
RAPID_DEPLOYMENT: Final = 23
FORCED_MARCH: Final = 24
INFANTRY_CHARGE: Final = 25
SOCKET_BAYONETS: Final = 26
COUNTER_ATTACK: Final = 27
BROKEN_SQUARE: Final = 28
LIMBER: Final = 29
GRAPE_SHOT: Final = 30
CANISTER_SHOT: Final = 31
CANNON_BALL: Final = 32
FUSILLADE: Final = 33
SNIPER_CARD: Final = 34
COLUMN: Final = 35
OVERRUN_CARD: Final = 36
TAKE_PRISONERS: Final = 37
FIGHTING_WITHDRAWAL: Final = 38
DIFFICULT_TERRAIN: Final = 39
ENFILADE_FIRE: Final = 40
INDIRECT_FIRE: Final = 41
CONFUSION_CARD: Final = 42
ADVANCE: Final = 43
SCOUTS: Final = 44
RIFLES: Final = 45
PROBE: Final = 46
REARGUARD_ACTION: Final = 47
CAVALRY_REFORM: Final = 48
WOODS: Final = 49
HILLS: Final = 50
REDOUBT: Final = 51
RIVER: Final = 52
BRIDGE: Final = 53

# Whether infantry attacked by cavalry has formed square.
FORMED: Final = 1
UNFORMED: Final = 2

# The fate of the loser of a fight.
IS_SHAKEN: Final = 1
IS_ROUTED: Final = 2
IS_ELIMINATED: Final = 3

# -- actions without a card --------------------------------------------------------------------------------------------

PLAIN: Final = [
    "PASS", "DRAW RESERVE", "DRAW TACTICS",
    *(f"REORGANISE {name}" for name in POSITIONS), *(f"MOVE {name}" for name in POSITIONS),
    *(f"ATTACK {name}" for name in POSITIONS), *(f"TAKE OVER {name}" for name in POSITIONS),
    *(f"STACK {name}" for name in POSITIONS), *(f"ENEMY {name}" for name in POSITIONS), "ENEMY RESERVE",
    *(f"CARD {number}" for number in range(1, 7)), "GENERAL", "COVER", "RIDE AROUND", "REROLL GENERAL",
    "REROLL COMMANDER", "COMMAND", "READY", "SIDE LEFT", "SIDE RIGHT",
]  # fmt: skip
PASS: Final = 0
DRAW_RESERVE: Final = 1
DRAW_TACTICS: Final = 2
REORGANISE_AT: Final = 3
MOVE_AT: Final = 8
ATTACK_AT: Final = 13
TAKE_OVER_AT: Final = 18
STACK_AT: Final = 23
ENEMY_AT: Final = 28
ENEMY_RESERVE: Final = 33
CARD_AT: Final = 34
THE_GENERAL: Final = 40
TAKE_COVER: Final = 41
RIDE_AROUND: Final = 42
REROLL_GENERAL: Final = 43
REROLL_COMMANDER: Final = 44
COMMAND: Final = 45
READY: Final = 46
SIDE_LEFT: Final = 47
SIDE_RIGHT: Final = 48
PLAINS: Final = 49
# The place number of a general in a stack, and the column numbers of the reserve and of the Army Commander.
GENERAL_PLACE: Final = 6
RESERVE_COLUMN: Final = 5
COMMAND_COLUMN: Final = 5
# The bit of the Reserve deck among the things that a card can draw or fetch, after all kinds of battalion; the Tactics
# deck is the next bit.
FIRST_DECK: Final = 15

# -- reasons for refusing a choice, in addition to those that all games share ------------------------------------------

NOT_THIS_CARD: Final = 4
PLAYED_ALREADY: Final = 5
NO_DRAWS_LEFT: Final = 6
MUST_DRAW: Final = 7
DECK_EMPTY: Final = 8
CONFUSED: Final = 9
REORGANISED_ALREADY: Final = 10
NOTHING_TO_SORT: Final = 11
NO_MOVE_LEFT: Final = 12
CANNOT_MOVE: Final = 13
NO_ATTACK_LEFT: Final = 14
NOBODY_THERE: Final = 15
IS_BLOWN: Final = 16
HAS_ATTACKED: Final = 17
NO_TARGET: Final = 18
STACK_ENGAGED: Final = 19
NO_COMMANDER: Final = 20
NOT_FALLEN: Final = 21
NO_ROOM: Final = 22
NO_POST: Final = 23
NOT_ON_FLANK: Final = 24
FLANKS_NEED_IT: Final = 25
MUST_WAIT: Final = 26
LINE_UNFINISHED: Final = 27
CANNOT_RETURN: Final = 28
NO_SUCH_CARD: Final = 29
NO_REROLL: Final = 30
CLOSED_BY_COMMANDER: Final = 31
NOT_OFFERED: Final = 32
NO_TERRAIN_PLACE: Final = 33
MUST_CHOOSE: Final = 34
APPOINTED_ALREADY: Final = 35
NOT_IN_PILE: Final = 36
NO_SUPPORT: Final = 37
NOT_EXCHANGED: Final = 38

# The decks that a draw can come from, as bits.
FROM_RESERVE: Final = 1
FROM_TACTICS: Final = 2
