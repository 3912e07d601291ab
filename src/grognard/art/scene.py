"""A scene or an emblem, put together from pieces: for tactics, terrain, events and strategy.

pieces = ["hills", "musket 30 60 1.2 -30", "line 50 94 1 0 red white mirror"]

One over the other, the last in front, each `NAME [X Y [SCALE [TURN]]] [COLOUR ...] [mirror]`. Men and land are placed
by their feet, things by their middle; turns are in degrees, clockwise. Colours replace those of the piece, in order.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.drawing import Drawing
from grognard.art.palette import is_colour
from grognard.art.pieces import PIECES

MIRROR: Final = "mirror"


class Placed(msgspec.Struct, frozen=True):
    """A piece in its place."""

    name: str
    x: float
    y: float
    scale: float
    turn: float
    mirror: bool
    colours: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        """Draws the piece where it belongs."""
        with canvas.at(self.x, self.y, self.scale, self.turn, self.mirror):
            PIECES[self.name].paint(canvas, *self.colours)


class Scene(Drawing, frozen=True, tag="scene"):
    """Pieces one over the other, with or without the line on which they stand."""

    pieces: tuple[str, ...]
    ground: bool = True

    def __post_init__(self) -> None:
        for text in self.pieces:
            placed(text)

    def draw(self, canvas: Canvas) -> None:
        if self.ground:
            canvas.ground()
        for text in self.pieces:
            placed(text).draw(canvas)


def placed(text: str) -> Placed:
    """Reads a piece and its place. Raises ValueError with what is wrong."""
    name, *words = text.split() or [""]
    if name not in PIECES:
        near = get_close_matches(name, PIECES, 1)
        raise ValueError(f"There is no piece {name!r}" + (f"; perhaps {near[0]} is meant" if near else ""))
    piece = PIECES[name]
    numbers = [float(word) for word in words if _is_number(word)]
    rest = [word for word in words if not _is_number(word) and word != MIRROR]
    if len(numbers) not in (0, 2, 3, 4):
        raise ValueError(f"{text!r} wants no numbers, or X Y, X Y SCALE, or X Y SCALE TURN")
    for word in rest:
        if not is_colour(word):
            raise ValueError(f"{text!r}: {word} is no colour")
    if len(rest) > len(piece.colours):
        raise ValueError(f"{text!r} has {len(rest)} colours; {name} takes at most {len(piece.colours)}")
    x, y, scale, turn = [*numbers, *[*piece.home, 1.0, 0.0][len(numbers) :]]
    return Placed(name, x, y, scale, turn, MIRROR in words, (*rest, *piece.colours[len(rest) :]))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
