"""Grognard: card wargames with their rules enforced, for players, designers and researchers.

>>> import grognard
>>> grognard.games()
['fusillade']
>>> state = grognard.load("fusillade").new_initial_state(seed=7)
>>> state.is_terminal()
False
"""

from __future__ import annotations

from grognard.kernel.errors import GrognardError
from grognard.registry import games, load, spec

__all__ = ["GrognardError", "__version__", "games", "load", "spec"]

__version__ = "0.1.0"
