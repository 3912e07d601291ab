"""A piece of a scene: a drawing with its foot or middle at 0, 0, in colors that a scene may change."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.art.canvas import GROUND

MIDDLE = (50.0, 50.0)
FOOT = (50.0, float(GROUND))


class Piece(msgspec.Struct, frozen=True):
    """A piece: `paint` takes a canvas and as many colors as `colours` has; `home` is the default place."""

    paint: Callable[..., None]
    colours: tuple[str, ...] = ()
    home: tuple[float, float] = FOOT
