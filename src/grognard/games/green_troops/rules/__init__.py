"""The rules of Green Troops by chapters of the rulebook; clause numbers refer to handbook.md.

The course of a turn stands in `course`. The chapters build on one another in this order: `cards`, `victory`, `damage`,
`reserve`, `events`, `attack`, `opportunity`, `resolution`, `turn`, `setup`, `windows`, `choices`.
"""

from grognard.games.green_troops.rules.choices import SPACE, GreenTroops

__all__ = ["SPACE", "GreenTroops"]
