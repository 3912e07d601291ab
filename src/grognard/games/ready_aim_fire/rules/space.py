"""The action space of Ready Aim Fire: all possible actions; house rules only mask it."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.tables import PIECES
from grognard.kernel.engine.actions import ActionSpace, Window

_PLAYED_IN: Final = [
    n.CONFUSION, n.DRAW, n.TERRAIN, n.MANEUVER, n.REINFORCE, n.DIFFICULTY, n.ATTACK, n.SQUARE, n.TACTICS, n.OVERRUN,
    n.PRISONERS, n.AGAIN, n.SNIPER,
]  # fmt: skip
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(n.ATTACK, n.PLAIN),
        Window(n.SETUP, [], "PLACE", range(n.FIRST_COMMANDER)),
        Window(n.EXCHANGE, [], "RETURN", [n.GUARD, n.HEAVY]),
        Window(n.REINFORCE, [], "DEPLOY", range(n.FIRST_TACTIC), [n.MANEUVER, n.REINFORCE]),
        Window(n.CASUALTY, [], "CHOOSE", range(n.FIRST_COMMANDER), [n.CASUALTY, n.FETCH], stranger=n.NOT_IN_PILE),
        Window(n.TACTICS, [], "PLAY", range(n.FIRST_TACTIC, n.PIECES_IN_ALL), _PLAYED_IN),
        Window(n.LIMIT, [], "DISCARD", range(n.PIECES_IN_ALL), [n.DISCARD, n.LIMIT]),
    ],
    PIECES,
)
