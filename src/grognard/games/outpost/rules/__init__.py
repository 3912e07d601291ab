"""The rules of Outpost by the chapters of the handbook.

    battle     OUT-2 to OUT-5: the deal, a turn, an attack and its answer, the end
    choices    the legal actions of each phase, and their effects

A turn has at most two decisions: the attacker plays a card, the defender answers it or passes.
"""

from __future__ import annotations

from grognard.games.outpost.rules.choices import Outpost

__all__ = ["Outpost"]
