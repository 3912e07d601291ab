"""Writes docs/layouts.md: what the observations of every game hold, byte by byte.

python tools/layouts.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import grognard
from grognard.envs.identity import environment_id
from grognard.kernel.engine.observation import Field
from grognard.kernel.game import Game

PAGE: Final = Path(__file__).resolve().parent.parent / "docs" / "layouts.md"

HEAD: Final = """# What observations hold

Written by `python tools/layouts.py`; a test finds it out of date. Bytes are those of `game.observe(state, seat)` and
of a row of `Batch.observations`, from the first up to and without the last. “Own” is the seat that the observation is
for, seats are counted from it in the order of play. A number that is higher than its highest value stands as that; of
a number in two bytes the first counts 128s. Where a byte stands for a thing by its number, that counts from 1, and 0
is none.
`game.layout.fields` has the same as data, with the name of every single byte.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for slug in grognard.registered_names() for line in section(grognard.load(slug)))])


def section(game: Game) -> Iterator[str]:
    """One game under its default rules."""
    yield f"## {game.spec.meta.title}\n"
    yield f"`{environment_id(game)}`, {game.layout.size} bytes, {game.num_distinct_actions()} actions.\n"
    yield "| bytes | what | of | highest |\n|---|---|---|---:|"
    yield from (row(field) for field in game.layout.fields)
    yield ""


def row(field: Field) -> str:
    """A field: where it stands, what it is, of what it tells, and its highest value."""
    of = "" if field.length == 1 else f"{field.length}: {field.names[0]} … {field.names[-1]}"
    values = f"{len(field.values)}: {field.values[0]} … {field.values[-1]}" if field.values else ""
    told = "; ".join(part for part in (of, f"by number of {values}" if values else "") if part)
    return f"| {field.start}–{field.start + field.length} | {field.name} | {told} | {field.most} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
