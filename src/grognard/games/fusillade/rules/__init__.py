"""The rules of Fusillade by the chapters of the handbook.

The player whose turn it is is the attacker, whether or not he attacks.
"""

from __future__ import annotations

from grognard.games.fusillade.rules.choices import SPACE, Fusillade

__all__ = ["SPACE", "Fusillade"]
