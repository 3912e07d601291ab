"""Has loaded all that a process with clocks needs, so that those that are forked from here begin at once."""

from __future__ import annotations

from grognard.registry import load
from tests.server.clock_house import GAMES

for slug, options, _ in GAMES:
    load(slug, options)
