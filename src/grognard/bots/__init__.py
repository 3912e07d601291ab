"""Bots: they see a game through `Information` only."""

from __future__ import annotations

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.bots.levels import ABOUT, BOTS, LEVELS, bot
from grognard.bots.random import Random

__all__ = ["ABOUT", "BOTS", "LEVELS", "Bot", "Greedy", "Ismcts", "Random", "bot"]
