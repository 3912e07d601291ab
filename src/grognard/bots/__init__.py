"""Bots: they see a game through `Information` only."""

from __future__ import annotations

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy
from grognard.bots.random import Random
from grognard.kernel.errors import NotFound

__all__ = ["BOTS", "Bot", "Greedy", "Random", "bot"]

BOTS: dict[str, type[Bot]] = {"random": Random, "greedy": Greedy}


def bot(name: str) -> Bot:
    """The bot of this name; raises NotFound with the names there are."""
    if name not in BOTS:
        raise NotFound(f"There is no bot “{name}”. There are: {', '.join(BOTS)}.")
    return BOTS[name]()
