"""The checksum of a table: a chain over its setup, its deal and every deed.

It finds values that were changed outside Grognard, which SQLite's own checks cannot see. It does not protect against
tampering: people could change the checksum too. It leaves out times, seats and settings that change during a game, and
the rules version, so that a table with older rules still reports that as the reason.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

BYTES: Final = 16
FIRST: Final = ("id", "game", "options", "numbers", "match", "daily")


def initial_checksum(row: Mapping[str, Any]) -> str:
    """Returns the checksum of a new table, from its own row without the seed."""
    return _after("", [*(row[name] for name in FIRST), bool(row["one_screen"])])


def with_steps(checksum: str, first: int, steps: Sequence[tuple[str, str | None]]) -> str:
    """Returns the checksum after steps of dealing and their secrets, numbered from `first`."""
    for number, (step, secret) in enumerate(steps, start=first):
        checksum = _after(checksum, ["step", number, step, secret])
    return checksum


def with_seed(checksum: str, seed: str) -> str:
    """Returns the checksum with the table's seed; unchanged while there is no seed."""
    return _after(checksum, ["seed", seed]) if seed else checksum


def with_deeds(checksum: str, first: int, deeds: Sequence[str]) -> str:
    """Returns the checksum after deeds, numbered from `first`."""
    for ply, deed in enumerate(deeds, start=first):
        checksum = _after(checksum, ["deed", ply, deed])
    return checksum


def _after(checksum: str, what: Sequence[object]) -> str:
    text = json.dumps([checksum, *what], sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=BYTES).hexdigest()
