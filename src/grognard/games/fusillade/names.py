"""Names for the small numbers of Fusillade: types, phases, actions without a card and reasons for refusal."""

from __future__ import annotations

from typing import Final

# The thirteen types (FUS-1.2). A unit type `arm` has the tactics type `arm + 4`.
TYPES: Final = ["IU", "LU", "CU", "AU", "IT", "LT", "CT", "AT", "LS", "MS", "AS", "TS", "EB"]
IU: Final = 0
LU: Final = 1
CU: Final = 2
AU: Final = 3
IT: Final = 4
LT: Final = 5
CT: Final = 6
AT: Final = 7
LS: Final = 8
MS: Final = 9
AS: Final = 10
TS: Final = 11
EB: Final = 12

# The phases with a decision, in the order of a turn.
DEPLOY: Final = 1
DECLARE: Final = 2
BLUNDER: Final = 3
UNITS: Final = 4
COUNTER: Final = 5
TARGET: Final = 6
SUPPORT: Final = 7
MORALE: Final = 8
EXCHANGE: Final = 9
TRIM: Final = 10

# The actions without a card, in the order of the action space.
END_DEPLOY: Final = 0
ATTACK: Final = 1
HOLD: Final = 2
PASS_BLUNDER: Final = 3
END_UNITS: Final = 4
PASS_COUNTER: Final = 5
END_SUPPORT: Final = 6
PASS_MORALE: Final = 7
END_EXCHANGE: Final = 8

# Reasons for refusing an action, besides those that all games share. text/reasons.py has their sentences and clauses.
NO_ABILITY: Final = 4
SPENT: Final = 5
NOTHING_TO_DRAW: Final = 6
NOTHING_TO_SEE: Final = 7
NOTHING_TO_STRIP: Final = 8
NO_UNIT_IN_HAND: Final = 9
NOT_A_BLUNDER: Final = 10
NOT_A_UNIT: Final = 11
MIXED_LINE: Final = 12
NO_UNIT_LAID: Final = 13
NOT_A_COUNTER: Final = 14
NOT_IN_LINE: Final = 15
LINE_IS_CLOSED: Final = 16
OTHER_ARM: Final = 17
ONE_OF_EACH: Final = 18
NOT_A_MORALE: Final = 19
TWO_PICKED: Final = 20
