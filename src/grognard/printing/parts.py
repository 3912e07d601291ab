"""What a game has beside its cards: the `print.toml` in its folder.

signed = ["modifier"]            # numbers that are added to something, and so have a sign
[decks.common]                   # what a deck is called
[[copies]]                       # a house rule with which each card has so many copies
[[markers]]                      # small squares to lay on cards
[[tracks]]                       # numbers that are counted on a track, from 0 up
[[mats]]                         # a page to lay cards on, row by row
[[aid]]                          # a part of the aid: clauses of the handbook, or only their tables
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Final, Literal

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.structs import prepare

FILE: Final = "print.toml"


class KitPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts: what is not known is refused."""


class Deck(KitPart, frozen=True):
    """What a deck is called. `back` is the deck whose back it has too, where two are shuffled together."""

    label: str
    back: str = ""


class Copies(KitPart, frozen=True):
    """How many copies each card has under a house rule."""

    option: str
    value: str
    copies: int


class Marker(KitPart, frozen=True):
    """Squares with a word and perhaps a number, in the colour of a tint (see `TINTS`)."""

    label: str
    count: int
    number: str = ""
    tint: str = "slate"


class Track(KitPart, frozen=True):
    """Numbers in a row, from 0 up. Where it ends and where its marker begins is a number, or a house rule says it.

    With `each` every seat has one of its own.
    """

    label: str
    to: int | str
    start: int | str = 0
    each: bool = True


class Zone(KitPart, frozen=True):
    """A place on a mat: `cards` are outlined side by side, and a far zone stands on its head."""

    label: str = ""
    note: str = ""
    cards: int = 0
    far: bool = False


class Mat(KitPart, frozen=True):
    """A page of zones, row by row; rows share the height evenly, or by `heights`."""

    title: str
    rows: tuple[tuple[Zone, ...], ...]
    heights: tuple[float, ...] = ()


class Aid(KitPart, frozen=True):
    """A part of the aid under its heading."""

    title: str
    clauses: tuple[str, ...]
    show: Literal["all", "tables"] = "all"


class Kit(KitPart, frozen=True):
    """All that a game has beside its cards."""

    decks: Mapping[str, Deck] = {}
    aid: tuple[Aid, ...] = ()
    signed: tuple[str, ...] = ()
    copies: tuple[Copies, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    mats: tuple[Mat, ...] = ()

    def deck(self, key: str) -> Deck:
        """What a deck is called; by its key where nothing is said of it."""
        return self.decks.get(key) or Deck(key)


prepare(Kit)


def read_kit(folder: Traversable) -> Kit:
    """The kit in a game's folder, an empty one where it has none; raises BadInput with what is wrong in it."""
    file = folder.joinpath(FILE)
    if not file.is_file():
        return Kit()
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(tables, Kit)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{folder.name}/{FILE} cannot be read: {error}.") from None
