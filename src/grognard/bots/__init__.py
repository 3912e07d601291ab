"""Bots: they see a game through `Information` only."""

from __future__ import annotations

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.bots.levels import ABOUT, BOTS, LEVELS, bot
from grognard.bots.random import Random
from grognard.bots.thinking import (
    ROUND_SECONDS,
    ROUNDS,
    Thinkers,
    Weighed,
    about,
    merged,
    searches,
    weigh,
)

__all__ = [
    "ABOUT",
    "BOTS",
    "LEVELS",
    "ROUNDS",
    "ROUND_SECONDS",
    "Bot",
    "Greedy",
    "Ismcts",
    "Random",
    "Thinkers",
    "Weighed",
    "about",
    "bot",
    "merged",
    "searches",
    "weigh",
]
