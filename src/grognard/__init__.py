"""Grognard: card wargames with their rules enforced, for players, designers and researchers.

>>> import grognard
>>> slug = grognard.registered_names()[0]
>>> state = grognard.load(slug).new_initial_state(seed=7)
>>> state.is_terminal()
False
"""

from __future__ import annotations

from grognard.builds import choose_modules

choose_modules()

# Only now, because the modules that these import may be compiled.
from grognard.kernel.errors import GrognardError  # noqa: E402
from grognard.registry import load, registered_names, spec  # noqa: E402

__all__ = ["GrognardError", "__version__", "load", "registered_names", "spec"]

__version__ = "0.1.0"
