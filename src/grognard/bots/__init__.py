"""Bots: they see a game through `Information` only."""

from __future__ import annotations

from grognard.bots.base import Bot, Random
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.bots.levels import (
    ABOUT,
    BOTS,
    PERFECT,
    STYLED,
    STYLES,
    about_levels,
    bot,
    bot_for,
    bots_of,
    left,
    level_of,
)
from grognard.bots.reasons import Explained, explained
from grognard.bots.thinking import ROUND_SECONDS, ROUNDS, Thinkers, Weighed, merged, question_at, weigh
from grognard.play.players import DEFAULT_LEVEL, LEVELS

__all__ = [
    "ABOUT",
    "BOTS",
    "DEFAULT_LEVEL",
    "LEVELS",
    "PERFECT",
    "ROUNDS",
    "ROUND_SECONDS",
    "STYLED",
    "STYLES",
    "Bot",
    "Explained",
    "Greedy",
    "Ismcts",
    "Random",
    "Thinkers",
    "Weighed",
    "about_levels",
    "bot",
    "bot_for",
    "bots_of",
    "explained",
    "left",
    "level_of",
    "merged",
    "question_at",
    "weigh",
]
