"""The computer's players as people: a name, a rank, a face and a line of character for each bot, by period.

A person only shows who plays: journals, statistics and the API name the bot. The cast of a period is a file of this
folder, `cast-PERIOD.toml`, with a table for each bot:

[greedy]
rank = "Sergeant"
name = "Duval"
about = "Grabs the best thing in reach. Tomorrow is somebody else's problem."

[greedy.portrait]
hat = "colpack"                  # the parts of the portrait (see `Portrait`)
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, get_args

import msgspec

from grognard.art.portraits import Portrait
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Meta, Period
from grognard.kernel.structs import prepare

PERIODS: Final[tuple[Period, ...]] = get_args(Period)

prepare(Portrait)


@dataclass(frozen=True)
class Person:
    """A player of the computer. `about` truly says in a sentence how the bot plays."""

    period: Period
    bot: str  # the bot whose person this is; a style without its own person has that of its level
    rank: str
    name: str
    about: str
    portrait: Portrait

    @property
    def called(self) -> str:
        """The rank and the name: “Sergeant Duval”."""
        return f"{self.rank} {self.name}"


@cache
def cast(period: Period) -> Mapping[str, Person]:
    """Returns the people of a period by the names of their bots. Raises BadInput if the file has an error."""
    file = f"cast-{period}.toml"
    tables: dict[str, dict[str, Any]] = tomllib.loads(
        resources.files("grognard.art").joinpath(file).read_text(encoding="utf-8")
    )
    try:
        return {
            bot: Person(period, bot, portrait=msgspec.convert(table.pop("portrait"), Portrait), **table)
            for bot, table in tables.items()
        }
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise BadInput(f"{file}: {error}.") from None


def person_of(meta: Meta, bot: str) -> Person | None:
    """Returns the person who plays a game for this bot, in any style; None for a bot without one, such as `random`."""
    people = cast(meta.period)
    return people.get(bot) or people.get(bot.partition("-")[0])
