"""Bots by name: the five levels, which every game has alike, and what is there for measuring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from grognard.bots.base import Bot, Random
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.kernel.errors import BadInput, NotFound

# What to expect of each, for whoever chooses an opponent.
ABOUT: Final[Mapping[str, str]] = {
    "recruit": "moves almost anyhow: to find one's way about",
    "regular": "looks one move ahead, and is often careless",
    "greedy": "looks one move ahead, and takes what is there",
    "veteran": "thinks several moves ahead, in no time",
    "marshal": "thinks for up to a second: hard to beat",
}

# Everybody whom a table or a journal may name: the levels, and chance itself. How they fare against each other stands
# in bench/strength.md. The marshal's effort is bounded by the clock too, for slow or busy machines.
BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Random,
    "recruit": lambda: Greedy(0.8),
    "regular": lambda: Greedy(0.3),
    "greedy": Greedy,
    "veteran": lambda: Ismcts(effort=32),
    "marshal": lambda: Ismcts(50, seconds=1.0, effort=1000),
}
_SEARCH: Final = "ismcts"


def bot(name: str) -> Bot:
    """The bot of this name; raises NotFound with the names there are.

    A search can also be named by its settings, for measuring: `ismcts:iterations=1000+turns=2`.
    """
    kind, _, settings = name.partition(":")
    if kind == _SEARCH:
        return _search(name, settings)
    if name not in BOTS:
        raise NotFound(f"There is no bot “{name}”. There are: {', '.join(BOTS)}.")
    return BOTS[name]()


def _search(name: str, settings: str) -> Bot:
    try:
        parts = [part.partition("=") for part in settings.split("+")]
        given: dict[str, Any] = {key: float(value) if "." in value else int(value) for key, _, value in parts}
        return Ismcts(**given)
    except (TypeError, ValueError) as error:
        raise BadInput(f"“{name}” is no search. Write its settings as in ismcts:iterations=1000+turns=2.") from error
