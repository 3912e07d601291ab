"""The course of a turn (GT-3.2), and the steps of it that end in something which a later chapter describes.

    turn        begin_turn    GT-3, GT-4     a card is drawn
    reserve     RESERVE       GT-5, GT-11    orders and Events
    attack      ATTACK        GT-6           one attack, or none
    opportunity OPPORTUNITY   GT-7           the charged Unit fires; ANSWER and ROUT after it
    resolution  DEFEND        GT-8           or BARRAGE; then the damage, CAPTURE and AFTERMATH
    turn        LIMIT         GT-10          the hand limit; night falls, or the next turn begins

Chapters stand on one another, the lowest first, and call what lies below them. What they need from above is here.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from grognard.games.green_troops.state import Position


@mypyc_attr(acyclic=True)
class Course(Position):
    """The steps that chapters call before they are described."""

    def _end_attack(self, negated: bool) -> None:
        """GT-8.5, 8.6: the attack is over, and its aftermath begins."""
        raise NotImplementedError

    def _end_turn(self) -> None:
        """GT-10.4: night falls, or the next turn begins."""
        raise NotImplementedError
