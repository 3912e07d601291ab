"""The rules of Fusillade by the chapters of the handbook.

    turn         FUS-2  setup and the start of a turn
    deploy       FUS-3
    attack       FUS-4
    casualties   FUS-5
    maneuver     FUS-6  and the end of the turn
    victory      FUS-7

The chapters are a chain of subclasses in this order, with the legal actions (choices) on top. The active player is
called the attacker, even without attacking.
"""

from __future__ import annotations

from grognard.games.fusillade.rules.choices import Fusillade

__all__ = ["Fusillade"]
