"""Bots: players that see a game only through `Information`."""

from __future__ import annotations

from grognard.bots.base import Bot, Random
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.bots.levels import (
    ABOUT,
    BOTS,
    PERFECT,
    PRODIGY,
    STYLED,
    STYLES,
    about_levels,
    about_styles,
    bot,
    bot_for,
    bots_of,
    easier_than,
    first_opponent,
    harder_than,
    in_words,
    level_for,
    level_of,
    seconds_left,
)
from grognard.bots.reasons import Explanation, explain
from grognard.bots.workers import ROUND_SECONDS, ROUNDS, Weighed, Workers, merged, search_task_at, weigh
from grognard.play.players import DEFAULT_LEVEL, LEVELS

__all__ = [
    "ABOUT",
    "BOTS",
    "DEFAULT_LEVEL",
    "LEVELS",
    "PERFECT",
    "PRODIGY",
    "ROUNDS",
    "ROUND_SECONDS",
    "STYLED",
    "STYLES",
    "Bot",
    "Explanation",
    "Greedy",
    "Ismcts",
    "Random",
    "Weighed",
    "Workers",
    "about_levels",
    "about_styles",
    "bot",
    "bot_for",
    "bots_of",
    "easier_than",
    "explain",
    "first_opponent",
    "harder_than",
    "in_words",
    "level_for",
    "level_of",
    "merged",
    "search_task_at",
    "seconds_left",
    "weigh",
]
