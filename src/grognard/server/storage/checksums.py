"""The checksum of a table: a chain over how it was set up, how it was dealt, and every deed.

It finds values that were changed outside Grognard, which SQLite's own checks cannot see. It is no protection against
people, who could change it too. Times, seats and settings that change during a game are not part of it; nor is the
version of the rules, so that a table of older rules still says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

BYTES: Final = 16
FIRST: Final = ("id", "game", "options", "numbers", "match", "daily")


def initial_checksum(row: Mapping[str, Any]) -> str:
    """Returns the checksum of a table that has only its own row, without the seed."""
    return _after("", [*(row[name] for name in FIRST), bool(row["one_screen"])])


def with_steps(checksum: str, first: int, steps: Sequence[tuple[str, str | None]]) -> str:
    """Returns the checksum after steps of dealing and their secrets, the first of them under this number."""
    for number, (step, secret) in enumerate(steps, start=first):
        checksum = _after(checksum, ["step", number, step, secret])
    return checksum


def with_seed(checksum: str, seed: str) -> str:
    """Returns the checksum once the table has a seed; the same while it has none."""
    return _after(checksum, ["seed", seed]) if seed else checksum


def with_deeds(checksum: str, first: int, deeds: Sequence[str]) -> str:
    """Returns the checksum after deeds, the first of them under this number."""
    for ply, deed in enumerate(deeds, start=first):
        checksum = _after(checksum, ["deed", ply, deed])
    return checksum


def _after(checksum: str, what: Sequence[object]) -> str:
    text = json.dumps([checksum, *what], sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=BYTES).hexdigest()
