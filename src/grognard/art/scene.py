"""A scene or an emblem, put together from pieces: for tactics, terrain, events and strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.drawing import Drawing


def _flag(canvas: Canvas) -> None:
    canvas.path("M0,20 V-20", line="wood", width=2.4)
    canvas.path("M0,-20 C8,-26 14,-14 24,-19 V-4 C14,0 8,-11 0,-5Z", "red")


# The pieces by their names; each is drawn round 0, 0 and some forty units wide.
PIECES: Final[Mapping[str, Callable[[Canvas], None]]] = {"flag": _flag}


class Scene(Drawing, frozen=True, tag="scene"):
    """Pieces one over the other, each `NAME X Y [SCALE [TURN]]`."""

    pieces: tuple[str, ...]

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        for piece in self.pieces:
            name, *place = piece.split()
            x, y, scale, turn = [float(number) for number in place] + [1, 0][len(place) - 2 :]
            with canvas.at(x, y, scale, turn):
                PIECES[name](canvas)
