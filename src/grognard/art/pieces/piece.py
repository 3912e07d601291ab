"""What a piece of a scene is: a drawing round its foot or its middle, with colours that a scene may change."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.art.canvas import GROUND

MIDDLE = (50.0, 50.0)
FOOT = (50.0, float(GROUND))


class Piece(msgspec.Struct, frozen=True):
    """`paint` takes a canvas and as many colours as `colours` has. `home` is where it lies unless a scene says so."""

    paint: Callable[..., None]
    colours: tuple[str, ...] = ()
    home: tuple[float, float] = FOOT
