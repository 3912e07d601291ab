"""The parts of a printed game besides its cards, from the `print.toml` in its folder.

signed = ["modifier"]            # numbers that are modifiers, and so have a sign
[decks.common]                   # the name of a deck
[[copies]]                       # the number of copies of each card under a house rule
[[markers]]                      # small squares to put on cards; a label can name a card: {Breakdown}
[[tracks]]                       # numbers to count on a track, from 0
[[mats]]                         # a page to put cards on, row by row
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
    """The base of all parts. Unknown fields are refused."""


class Deck(KitPart, frozen=True):
    """The name of a deck. `back` is another deck with the same back, if the two are shuffled together."""

    label: str
    back: str = ""


class Copies(KitPart, frozen=True):
    """The number of copies of each card under a house rule."""

    option: str
    value: str
    copies: int


class Marker(KitPart, frozen=True):
    """Squares with a word and perhaps a number, in the color of a tint (see `TINTS`)."""

    label: str
    count: int
    number: str = ""
    tint: str = "slate"


class Track(KitPart, frozen=True):
    """Numbers in a row, from 0. Its end and the start of its marker are numbers, or come from a house rule.

    With `each` every seat has its own. If the house rule for the end is `off`, the track is not printed.
    """

    label: str
    to: int | str
    start: int | str = 0
    each: bool = True


class Zone(KitPart, frozen=True):
    """A place on a mat, with `cards` outlined side by side. A far zone is upside down."""

    label: str = ""
    note: str = ""
    cards: int = 0
    far: bool = False


class Mat(KitPart, frozen=True):
    """A page of zones, row by row. Rows share the height evenly, or by `heights`."""

    title: str
    rows: tuple[tuple[Zone, ...], ...]
    heights: tuple[float, ...] = ()


class Aid(KitPart, frozen=True):
    """A part of the aid, with its heading."""

    title: str
    clauses: tuple[str, ...]
    show: Literal["all", "tables"] = "all"


class Kit(KitPart, frozen=True):
    """All parts of a game besides its cards."""

    decks: Mapping[str, Deck] = {}
    aid: tuple[Aid, ...] = ()
    signed: tuple[str, ...] = ()
    copies: tuple[Copies, ...] = ()
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    mats: tuple[Mat, ...] = ()

    def deck(self, key: str) -> Deck:
        """Returns the description of a deck, or one made from its key if there is none."""
        return self.decks.get(key) or Deck(key)


prepare(Kit)


def read_kit(folder: Traversable) -> Kit:
    """Reads the kit in a game's folder, or returns an empty one. Raises a BadInput that says what is wrong with it."""
    file = folder.joinpath(FILE)
    if not file.is_file():
        return Kit()
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        return msgspec.convert(tables, Kit)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{folder.name}/{FILE} cannot be read: {error}.") from None
