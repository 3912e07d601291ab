"""A scene or emblem composed of pieces, for cards of tactics, terrain, events and strategy.

pieces = ["hills", "musket 30 60 1.2 -30", "line 50 94 1 0 red white mirror"]

Pieces are drawn from back to front, each `NAME [X Y [SCALE [TURN]]] [COLOR ...] [mirror]`. Men and land are placed by
their feet, things by their middle; turns are in degrees, clockwise. Colors replace those of the piece, in order.
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
    """A piece with its place, size, turn and colors."""

    name: str
    x: float
    y: float
    scale: float
    turn: float
    mirror: bool
    colours: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        """Draws the piece at its place."""
        with canvas.at(self.x, self.y, self.scale, self.turn, self.mirror):
            PIECES[self.name].paint(canvas, *self.colours)


class Scene(Drawing, frozen=True, tag="scene"):
    """Pieces drawn from back to front, with or without the ground line."""

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
    """Reads a piece and its place. Raises ValueError if the text is wrong."""
    name, *words = text.split() or [""]
    if name not in PIECES:
        near = get_close_matches(name, PIECES, 1)
        raise ValueError(f"There is no piece {name!r}" + (f"; perhaps you mean {near[0]}" if near else ""))
    piece = PIECES[name]
    numbers = [float(word) for word in words if _is_number(word)]
    rest = [word for word in words if not _is_number(word) and word != MIRROR]
    if len(numbers) not in (0, 2, 3, 4):
        raise ValueError(f"{text!r} takes no numbers, or X Y, X Y SCALE or X Y SCALE TURN")
    for word in rest:
        if not is_colour(word):
            raise ValueError(f"{text!r}: {word} is not a color")
    if len(rest) > len(piece.colours):
        raise ValueError(f"{text!r} has {len(rest)} colors; {name} takes at most {len(piece.colours)}")
    x, y, scale, turn = [*numbers, *[*piece.home, 1.0, 0.0][len(numbers) :]]
    return Placed(name, x, y, scale, turn, MIRROR in words, (*rest, *piece.colours[len(rest) :]))


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
