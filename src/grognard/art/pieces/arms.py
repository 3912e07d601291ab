"""Follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.art.pieces.piece import Piece

PIECES: Final[Mapping[str, Piece]] = {}
