"""A game's poster: its battlefield with figures in front, drawn from the game's `looks.toml`.

[poster]
sky = ["sky*1.3", "sky*1.6"]           # bands, from the top to the horizon
ground = ["grass*1.3", "grass"]        # bands, from the horizon to the front
pieces = ["village 120 52 0.5", "old-guard 40 86 0.7 mirror"]

The sheet is 160 by 90. A piece is one of a scene or battlefield, placed as there, or a face of the game, placed by its
feet: `FACE X Y [SCALE] [mirror]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import msgspec

from grognard.art.canvas import GROUND, SIZE, Canvas
from grognard.art.faces import looks
from grognard.art.looks import read_tables
from grognard.art.modern.battlefield import Battlefield
from grognard.art.palette import is_colour
from grognard.art.pieces import PIECES
from grognard.art.scene import MIRROR, Scene
from grognard.kernel.errors import BadInput
from grognard.kernel.structs import prepare
from grognard.registry import spec

WIDTH: Final = 160
HEIGHT: Final = 90
WAVE: Final = 5  # the height by which a band of the ground rises toward its middle


class Poster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The poster's table in a game's `looks.toml`."""

    sky: tuple[str, ...]
    ground: tuple[str, ...]
    pieces: tuple[str, ...]
    horizon: float = 48


prepare(Poster)

# The land and the places of three figures in the poster of a game that has no table for one.
_HILLS: Final = (
    "sun 128 17 0.7 0 yellow*1.5",
    "hills 30 50 1.0 0 grass*1.2 grass*1.5",
    "hills 118 50 1.0 0 grass*1.25 grass*1.55",
)
_PLACES: Final = ("36 87 0.7", "124 87 0.7", "80 88 0.7")


class _Field(Canvas):
    """A canvas that draws a shadow under each figure instead of the line of the ground."""

    def __init__(self, palette: str, shadow: str) -> None:
        super().__init__(palette)
        self._shadow = shadow

    def ground(self) -> None:
        self.ellipse(SIZE / 2, GROUND, 36, 4, self._shadow, "")


@cache
def poster(slug: str, palette: str = "light") -> str:
    """A game's poster as an SVG file; by default, open country with some of its cards. Raises BadInput if the table has an error."""
    table = read_tables(spec(slug).folder).get("poster") or _default(slug)
    try:
        drawn = msgspec.convert(table, Poster)
        for name in (*drawn.sky, *drawn.ground):
            if not is_colour(name):
                raise ValueError(f"{name} is not a color")
        canvas = _Field(palette, f"{drawn.ground[-1]}*0.8")
        _land(canvas, drawn)
        for text in drawn.pieces:
            _draw(canvas, slug, text)
    except ValueError as error:  # includes errors of type
        raise BadInput(f"{spec(slug).folder.name}/looks.toml: the poster: {error}.") from None
    return canvas.svg(WIDTH, HEIGHT)


def _default(slug: str) -> dict[str, list[str]]:
    """The table of a game without a poster: the first card of each type, up to three, in front of hills."""
    game = spec(slug)
    first = {card.text("type"): card.key for card in reversed(game.cards)}
    shown = [first[kind] for kind in game.types if kind in first][: len(_PLACES)]
    return {
        "sky": ["sky*1.2", "sky*1.45", "sand*1.4"],
        "ground": ["grass*1.4", "grass*1.15", "grass*0.95"],
        "pieces": [*_HILLS, *(f"{key} {place}" for key, place in zip(shown, _PLACES, strict=False))],
    }


def _land(canvas: Canvas, drawn: Poster) -> None:
    for top, colour in _bands(drawn.sky, 0, drawn.horizon):
        canvas.path(f"M0,{top} H{WIDTH} V{HEIGHT} H0Z", colour, "")
    for number, (top, colour) in enumerate(_bands(drawn.ground, drawn.horizon, HEIGHT)):
        left, right = (0, WAVE) if number % 2 else (WAVE, 0)
        bend = f"C50,{top - WAVE} 110,{top + WAVE} {WIDTH},{top + right}"
        canvas.path(f"M0,{top + left} {bend} V{HEIGHT} H0Z", colour, "")


def _bands(colours: Sequence[str], top: float, bottom: float) -> Iterator[tuple[float, str]]:
    for number, colour in enumerate(colours):
        yield top + (bottom - top) * number / len(colours), colour


def _draw(canvas: Canvas, slug: str, text: str) -> None:
    name, *words = text.split() or [""]
    face = looks(slug).get(name)
    if face is None:
        piece = Scene(pieces=(text,), ground=False) if name in PIECES else Battlefield(pieces=(text,), ground=False)
        piece.draw(canvas)
        return
    numbers = [float(word) for word in words if word != MIRROR]
    if len(numbers) not in (2, 3):
        raise ValueError(f"{text!r} is not FACE X Y [SCALE] [mirror]")
    x, y, scale = [*numbers, 1.0][:3]
    way = -1 if MIRROR in words else 1
    with canvas.at(x - way * scale * SIZE / 2, y - scale * GROUND, scale, flip=MIRROR in words):
        face.look.figure.draw(canvas)
