"""Bots: they see a game through `Information` only."""

from __future__ import annotations

from collections.abc import Callable

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.bots.random import Random
from grognard.kernel.errors import NotFound

__all__ = ["BOTS", "Bot", "Greedy", "Ismcts", "Random", "bot"]

BOTS: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy}


def bot(name: str) -> Bot:
    """The bot of this name; raises NotFound with the names there are.

    A search can also be named by its settings, for measuring: `ismcts:iterations=1000,depth=8`.
    """
    kind, _, settings = name.partition(":")
    if kind == "ismcts":
        return Ismcts(**{key: float(value) if "." in value else int(value) for key, _, value in (item.partition("=") for item in settings.split("+"))})
    if name not in BOTS:
        raise NotFound(f"There is no bot “{name}”. There are: {', '.join(BOTS)}.")
    return BOTS[name]()
