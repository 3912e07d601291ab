"""The base class of all drawings: their parts are fields, checked when a game's `looks.toml` is read."""

from __future__ import annotations

import msgspec

from grognard.art.canvas import Canvas


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="draw", kw_only=True):
    """A figure made of parts; colors are names (see `palette`)."""

    def draw(self, canvas: Canvas) -> None:
        """Draws the figure, facing left, on the ground."""
        raise NotImplementedError
