"""The action space of Ready Aim Fire: every action there can ever be; house rules only mask it."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire.names import (
    AGAIN, ATTACK, CASUALTY, CONFUSION, DIFFICULTY, DISCARD, DRAW, EXCHANGE, FETCH, FIRST_COMMANDER, FIRST_TACTIC,
    GUARD, HEAVY, LIMIT, MANEUVER, NOT_IN_PILE, OVERRUN, PIECES_IN_ALL, PLAIN, PRISONERS, REINFORCE, SETUP, SNIPER,
    SQUARE, TACTICS, TERRAIN,
)  # fmt: skip
from grognard.games.ready_aim_fire.tables import PIECES
from grognard.kernel.engine.actions import ActionSpace, Window

_PLAYED_IN: Final = [
    CONFUSION, DRAW, TERRAIN, MANEUVER, REINFORCE, DIFFICULTY, ATTACK, SQUARE, TACTICS, OVERRUN, PRISONERS, AGAIN,
    SNIPER,
]  # fmt: skip
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(ATTACK, PLAIN),
        Window(SETUP, [], "PLACE", range(FIRST_COMMANDER)),
        Window(EXCHANGE, [], "RETURN", [GUARD, HEAVY]),
        Window(REINFORCE, [], "DEPLOY", range(FIRST_TACTIC), [MANEUVER, REINFORCE]),
        Window(CASUALTY, [], "CHOOSE", range(FIRST_COMMANDER), [CASUALTY, FETCH], stranger=NOT_IN_PILE),
        Window(TACTICS, [], "PLAY", range(FIRST_TACTIC, PIECES_IN_ALL), _PLAYED_IN),
        Window(LIMIT, [], "DISCARD", range(PIECES_IN_ALL), [DISCARD, LIMIT]),
    ],
    PIECES,
)
