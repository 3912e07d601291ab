"""The rules of Fusillade by the chapters of the handbook.

    turn         FUS-2  setup, and a turn begins
    deploy       FUS-3
    attack       FUS-4
    casualties   FUS-5
    maneuver     FUS-6  and the turn ends
    victory      FUS-7

The chapters are a chain of classes in this order; what may be chosen (choices) stands above them. The player whose
turn it is is the attacker, whether or not he attacks.
"""

from __future__ import annotations

from grognard.games.fusillade.rules.choices import SPACE, Fusillade

__all__ = ["SPACE", "Fusillade"]
