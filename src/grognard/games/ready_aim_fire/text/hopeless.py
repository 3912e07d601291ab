"""Sentences about re-rolls of an attack that are allowed but cannot help (RAF-5.30)."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.rules import ReadyAimFire

MOST: Final = 6
LEAST: Final = 1


class Fate(NamedTuple):
    """Whom a result befalls, and what: IS_SHAKEN, IS_ROUTED or IS_ELIMINATED; 0 for nothing."""

    side: int
    what: int


def fate(position: ReadyAimFire, difference: int) -> Fate:
    """The line of the results table for a difference (RAF-5.31, 5.32)."""
    side = 1 if difference > 0 else 0 if difference < 0 else names.NONE
    return Fate(side, int(position.fate_of(difference)))


def in_vain(position: ReadyAimFire) -> str:
    """Returns why the re-roll that the decider is offered cannot help; empty if it can.

    Even the best roll would do no more than the current die; but the enemy's die may be re-rolled, too.
    """
    side = 0 if position.decider() == position.active else 1
    shown = int(position.shown(side))
    if position.can_reroll(position.seat_of(1 - side), position.column_of(1 - side)):
        return "A re-roll could only make it worse." if shown == MOST else ""
    difference = int(position.shown(0) + position.sum_of(0) - position.shown(1) - position.sum_of(1))
    sign = 1 - 2 * side
    now, best, worst = (fate(position, difference + sign * (die - shown)) for die in (shown, MOST, LEAST))
    if now != best:
        return ""
    return "A re-roll would change nothing." if now == worst else "A re-roll could only make it worse."
