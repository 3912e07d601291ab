"""What all drawings have in common: their parts are fields, checked when a table of looks is read."""

from __future__ import annotations

import msgspec

from grognard.art.canvas import Canvas


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="draw", kw_only=True):
    """A figure made of parts; colours go by their names (see `palette`)."""

    def draw(self, canvas: Canvas) -> None:
        """Draws the figure, facing left, on the ground."""
        raise NotImplementedError
