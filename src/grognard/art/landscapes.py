"""The field of a game: the land behind the cards on the table, drawn from the game's `looks.toml`.

[field]
sky = ["sky*1.5", "sand*1.4"]         # above, and at the horizon
haze = "sky*1.5"                      # the color into which distant land fades
horizon = 120                         # its height from the top; the picture is 1600 wide and 900 high
meet = -600                           # the height of the vanishing point, above the picture
land = ["ridge 500 140 60 600 grass", "village 1200 300 0.8", "pond 1300 500 260 60"]

The land is drawn from back to front: features, each `NAME NUMBERS [COLOR ...]` (`FEATURES` names the numbers), and
pieces as in a scene. Cards and words cover the picture, and frames crop it, so it must be quiet, and nothing important
may be only at an edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from grognard.art.looks import read_tables
from grognard.art.palette import is_colour
from grognard.art.pieces import PIECES
from grognard.art.scene import placed
from grognard.art.terrain import growth, relief, ways, weather
from grognard.art.terrain.air import HEIGHT, Air
from grognard.art.terrain.feature import Feature
from grognard.kernel.errors import BadInput
from grognard.kernel.structs import prepare
from grognard.registry import spec

FEATURES: Final[Mapping[str, Feature]] = {**relief.FEATURES, **growth.FEATURES, **ways.FEATURES, **weather.FEATURES}
# The palettes of a field, at dusk and by day; a field is not printed.
TIMES: Final = ("dark", "light")
# Buildings whose windows shine at dusk.
INHABITED: Final = frozenset({"house", "village", "chapel", "barn", "blockhouse"})


class Lying(msgspec.Struct, frozen=True):
    """A feature with its numbers and colors."""

    name: str
    numbers: tuple[float, ...]
    colours: tuple[str, ...]


class Landscape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A sky with land in front of it."""

    sky: tuple[str, str]
    haze: str
    land: tuple[str, ...]
    horizon: float = 120
    meet: float = -600

    def __post_init__(self) -> None:
        if not self.meet < 0 < self.horizon < HEIGHT:
            raise ValueError(f"the horizon must be between 0 and {HEIGHT}, and `meet` must be below 0")
        for name in (*self.sky, self.haze):
            if not is_colour(name):
                raise ValueError(f"{name} is not a color")
        for text in self.land:
            placed(text) if _is_piece(text) else lying(text)

    def svg(self, palette: str) -> str:
        """The field as an SVG file, by day (`light`) or at dusk (`dark`)."""
        air = Air(palette, self.haze, self.horizon, self.meet)
        air.heavens(*self.sky)
        for text in self.land:
            if _is_piece(text):
                piece = placed(text)
                air.stand(piece.y)
                piece.draw(air)
                if palette == "dark" and piece.name in INHABITED:
                    air.haze(piece.x, piece.y - 12 * piece.scale, 60 * piece.scale, 30 * piece.scale, "fire", 0.3)
            else:
                _lay(air, lying(text))
        return air.picture()


prepare(Landscape)


def lying(text: str) -> Lying:
    """Reads a feature of the land. Raises ValueError if the text is wrong."""
    name, *words = text.split() or [""]
    if name not in FEATURES:
        near = get_close_matches(name, [*FEATURES, *PIECES], 1)
        raise ValueError(f"There is no {name!r} in a field" + (f"; perhaps you mean {near[0]}" if near else ""))
    feature = FEATURES[name]
    colours = [word for word in words if is_colour(word)]
    try:
        numbers = tuple(float(word) for word in words if not is_colour(word))
    except ValueError:
        raise ValueError(f"{text!r} needs numbers and colors after its name") from None
    if complaint := feature.complaint(numbers):
        raise ValueError(f"{text!r} {complaint}")
    if len(colours) > len(feature.colours):
        raise ValueError(f"{text!r} has {len(colours)} colors; {name} takes at most {len(feature.colours)}")
    return Lying(name, numbers, (*colours, *feature.colours[len(colours) :]))


# Open country, for a game that says nothing about its field.
DEFAULT: Final[Mapping[str, object]] = {
    "sky": ("sky*1.35", "sand*1.3"),
    "haze": "sky*1.5",
    "meet": -500,
    "land": (
        "ridge 420 165 60 480 green*1.18",
        "ridge 1240 190 56 460 grass*0.95",
        "grove 1080 204 120 22",
        "ridge 700 290 60 620 grass",
        "patchwork 100 1080 370 255 5 3 grass*1.1 khaki*1.15 grass*0.94",
        "hedge 240 312 560 304 14",
        "grove 1250 300 150 34",
        "ridge 1180 460 100 620 grass*1.02",
        "patchwork 1010 1760 580 392 4 3 grass*1.08 grass*0.95 khaki*1.1",
        "ridge 260 580 80 520 grass*0.97",
        "track 905 405 9 850 440 14 905 500 22 800 580 34 640 640 44 610 740 58 720 930 84 khaki*1.25",
        "grove 1330 550 170 52",
        "patchwork -400 420 745 605 3 2 grass*1.07 khaki*1.1 grass*0.93",
        "campfire 470 430 13",
        "campfire 1130 600 20",
        "tufts 890 620 21",
    ),
}


def read_landscape(folder: Traversable) -> Landscape:
    """The field in a game's folder, or open country. Raises BadInput if the table in `looks.toml` has an error."""
    table = read_tables(folder).get("field", DEFAULT)
    try:
        return msgspec.convert(table, Landscape)
    except msgspec.ValidationError as error:
        raise BadInput(f"{folder.name}/looks.toml: field: {error}.") from None


@cache
def landscape(slug: str, palette: str) -> str:
    """The field of a game as an SVG file."""
    return read_landscape(spec(slug).folder).svg(palette)


def _is_piece(text: str) -> bool:
    return text.partition(" ")[0] in PIECES


def _lay(air: Air, lying: Lying) -> None:
    feature = FEATURES[lying.name]
    air.stand(feature.foot(lying.numbers))
    feature.paint(air, lying.numbers, *lying.colours)
