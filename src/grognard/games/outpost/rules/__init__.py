"""The rules of Outpost by the chapters of the handbook.

    battle     OUT-2 to OUT-5: the deal, a turn, an attack and its answer, the end
    choices    what may be chosen, and what choosing it does

A turn has at most two decisions: the attacker lays a card, the defender answers it or passes.
"""

from __future__ import annotations

from grognard.games.outpost.rules.choices import SPACE, Outpost

__all__ = ["SPACE", "Outpost"]
