"""The pieces of scenes, by their names in a `looks.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.art.pieces import arms, emblems, kit, land, maps, men, places, signs
from grognard.art.pieces.piece import Piece

PIECES: Final[Mapping[str, Piece]] = {
    **land.PIECES,
    **arms.PIECES,
    **men.PIECES,
    **emblems.PIECES,
    **signs.PIECES,
    **kit.PIECES,
    **maps.PIECES,
    **places.PIECES,
}
