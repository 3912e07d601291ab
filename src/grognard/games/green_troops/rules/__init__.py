"""The rules of Green Troops, in modules that follow the chapters of the handbook. A turn (GT-3.2) runs like this:

    turn         begin_turn    GT-3, GT-4     drawing a card
    reserve      RESERVE       GT-5, GT-11    orders and Events
    attack       ATTACK        GT-6           one attack, or none
    opportunity  OPPORTUNITY   GT-7           the charged Unit fires; ANSWER and ROUT after it
    resolution   DEFEND        GT-8           or BARRAGE; then the damage, CAPTURE and AFTERMATH
    turn         LIMIT         GT-10          the hand limit; night falls, or the next turn begins

Each module has a class that inherits from the one before it and calls its methods, in this order: `cards`, `victory`,
`damage`, `reserve`, `events`, `attack`, `opportunity`, `resolution`, `turn`, `setup`, `windows`, `choices`.
"""

from grognard.games.green_troops.rules.choices import GreenTroops

__all__ = ["GreenTroops"]
