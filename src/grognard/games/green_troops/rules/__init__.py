"""The rules of Green Troops by the chapters of the handbook; the course of a turn (GT-3.2) is this.

    turn         begin_turn    GT-3, GT-4     a card is drawn
    reserve      RESERVE       GT-5, GT-11    orders and Events
    attack       ATTACK        GT-6           one attack, or none
    opportunity  OPPORTUNITY   GT-7           the charged Unit fires; ANSWER and ROUT after it
    resolution   DEFEND        GT-8           or BARRAGE; then the damage, CAPTURE and AFTERMATH
    turn         LIMIT         GT-10          the hand limit; night falls, or the next turn begins

The chapters are a chain of classes in this order: `cards`, `victory`, `damage`, `reserve`, `events`, `attack`,
`opportunity`, `resolution`, `turn`, `setup`, `windows`, `choices`. Each calls what lies below it.
"""

from grognard.games.green_troops.rules.choices import SPACE, GreenTroops

__all__ = ["SPACE", "GreenTroops"]
