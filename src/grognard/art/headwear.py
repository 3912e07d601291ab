"""The hair and headwear of portraits, drawn with the brow at 0, 0; the head is sixteen units wide and looks left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from grognard.art.canvas import Canvas
from grognard.art.napoleonic.hats import Hat

Headwear: TypeAlias = Literal[
    "helmet", "netted-helmet", "deep-helmet", "garrison", "peaked", "beret", "knit", "field-cap", "headset", "waves", "wig",
    "balding",
]  # fmt: skip


def _helmet(canvas: Canvas, hat: Hat) -> None:
    """A round steel helmet with its chin strap."""
    canvas.path("M9.6,-1 Q9.4,10 -0.6,16.6", line=hat.cord or "leather", width=1.5)
    canvas.path("M-10.6,0 C-11.6,-11 -6.4,-17 0.6,-17 C8.4,-17 12,-11 11.4,0 Q0,-3 -10.6,0Z", hat.colour)
    canvas.path("M7,-15 C11,-11 11.4,-6 11.2,-0.4 L8,-1 C9,-6 9,-10 7,-15Z", f"{hat.colour}*0.8", "")
    canvas.path("M-7.4,-6 C-7,-10 -5,-13 -2,-14", line=f"{hat.colour}*1.4", width=1.7)
    canvas.path("M-13.4,2 C-9,-2.2 9,-3 13.2,0.8 C8,0.2 -7,-0.4 -13.4,2Z", hat.colour)


def _netted_helmet(canvas: Canvas, hat: Hat) -> None:
    _helmet(canvas, hat)
    canvas.path("M-9,-1.6 C-8,-9 -3,-14 3,-16.6 M-3,-2 C-2,-9 2,-14 7,-15.4 M4,-2 C4,-8 7,-12 10,-12 M9.6,-1.6 C4,-6 -4,-10 "
                "-8,-11 M3,-2.4 C-1,-5 -7,-7 -10.4,-7 M11,-6 C8,-10 2,-14 -3,-16", line=f"{hat.colour}*0.62", width=0.8)  # fmt: skip


def _deep_helmet(canvas: Canvas, hat: Hat) -> None:
    """A steel helmet that also covers the ears and neck."""
    canvas.path("M9,4 Q8,12 -0.6,16.6", line=hat.cord or "leather", width=1.5)
    canvas.path("M-10.4,-1 C-11,-12 -5,-17 1,-17 C9,-17 11.4,-11 11.4,-4 C12.6,0 14,4 14.6,8 L8.6,7 C6.6,2 3,0.4 -2,-0.6 "
                "L-13,1.4Z", hat.colour)  # fmt: skip
    canvas.path(
        "M7,-15 C10.4,-11 11,-7 11.2,-4 C12.4,0 13.6,3 14,7.2 L11,6.8 C9.6,0 9.6,-9 7,-15Z", f"{hat.colour}*0.8", ""
    )
    canvas.path("M-7.4,-6 C-7,-10 -5,-13 -2,-14", line=f"{hat.colour}*1.4", width=1.7)
    canvas.circle(6.4, -7, 0.9, f"{hat.colour}*0.7", width=0.7)


def _garrison(canvas: Canvas, hat: Hat) -> None:
    """A cloth cap that folds flat, worn on one side."""
    canvas.path("M-9,-1.6 L-4,-13 C3,-15.6 9,-12 11,-5 L9.4,1.6 Q0,-2.4 -9,-1.6Z", hat.colour)
    canvas.path("M-8.8,-1.6 L-2,-8.6 C3,-10 8,-8 10.4,-3", line=hat.trim, width=1.5)


def _peaked(canvas: Canvas, hat: Hat) -> None:
    """An officer's cap."""
    canvas.path("M-13,-8 C-9,-15.6 8,-17 14,-9.6 L9.8,-3.4 Q0,-1 -9,-3.4Z", hat.colour)
    canvas.path("M-9,1.4 L-9.2,-4.2 Q0,-2 9.8,-4.2 L9.2,1.8 Q0,3.4 -9,1.4Z", hat.trim, width=1.1)
    canvas.path(
        "M-9.2,0.6 C-12,1.8 -13.4,3.2 -13.6,4.8 C-9,3 -4,3.4 0,3.8 L1,1.6 Q-4,2 -9.2,0.6Z", "leather*0.7", width=1
    )
    canvas.path("M-9,0.4 Q-3,2.4 2,1.8", line=hat.cord or "leather", width=1.3)


def _beret(canvas: Canvas, hat: Hat) -> None:
    canvas.path("M-9,0.4 C-12,-6 -8,-12.6 0,-12.4 C9,-13 17,-8 16,-2.6 C15,2 11,1 9.2,1 Q0,-2.2 -9,0.4Z", hat.colour)
    canvas.path("M-9,0.6 Q0,-2 9.2,1.2", line=hat.trim, width=1.8)


def _knit(canvas: Canvas, hat: Hat) -> None:
    """A knitted cap with a small peak."""
    canvas.path("M-8.8,0 C-10.4,-10 -5,-14 0.4,-14 C7,-14 10.6,-9 9.4,1Z", hat.colour)
    canvas.path("M-9.2,1.6 L-9.4,-4 Q0,-2 9.8,-4 L9.4,2 Q0,3.4 -9.2,1.6Z", f"{hat.colour}*0.85", width=1.1)
    canvas.path(
        "M-6,-2.6 v4 M-2.6,-2.2 v4.4 M0.8,-2.2 v4.6 M4.2,-2.4 v4.4 M7.4,-3 v4.4", line=f"{hat.colour}*0.6", width=0.9
    )
    canvas.path("M-9.2,1 C-12,1.6 -13,2.8 -13.2,4 C-9,3 -5,3.2 -2,3.4 L-1,2.4Z", f"{hat.colour}*0.9", width=1)


def _field_cap(canvas: Canvas, hat: Hat) -> None:
    """A cloth cap with a long peak."""
    canvas.path("M-9,0 L-9.4,-8 C-6,-13.4 7,-14 10,-8.6 L9.2,1.6 Q0,2.6 -9,0Z", hat.colour)
    canvas.path("M-9.2,-3.4 C-4,-1 4,-1.4 9.8,-4", line=f"{hat.colour}*0.65", width=1.2)
    canvas.path("M-9.2,-0.6 C-13,0.4 -15.4,2.4 -16,4.2 C-10,2.6 -4,3 0,3.2 L1,1.6 Q-4,1.4 -9.2,-0.6Z", f"{hat.colour}*0.85",
                width=1.1)  # fmt: skip


def _waves(canvas: Canvas, hat: Hat) -> None:
    """Waved hair with a side parting."""
    canvas.path("M-8.6,5 C-10.6,-3 -8,-11 0.4,-11.6 C8.4,-11.6 11.6,-5 10.6,3 C12,7 12,12 9,15 C9.4,9 8.4,3 6.4,-1 C1,-1.4 "
                "-2.6,-3.6 -4,-6.4 C-4.8,-3 -7.4,1 -8.6,5Z", hat.colour)  # fmt: skip
    canvas.path("M-2.4,-8 C1,-5 5,-4.4 8.4,-3 M0,-10 C4,-8 8,-7.6 9.8,-4", line=f"{hat.colour}*0.65", width=1)


def _headset(canvas: Canvas, hat: Hat) -> None:
    """Waved hair and a pair of headphones."""
    _waves(canvas, hat)
    canvas.path("M-5.6,-9.4 C-2,-14 7,-13.4 9.6,1", line="black", width=2.4)
    canvas.path("M6,2 C6,-1 12,-1 12,3 V9 C12,12.6 6,12.6 6,9Z", "dark-grey", width=1.2)
    canvas.path("M8.6,11.6 C6,17 2,17.6 -0.6,15.6", line="black", width=1.6)


def _wig(canvas: Canvas, hat: Hat) -> None:
    """Powdered hair, combed back, with rolls at the side."""
    canvas.path("M-8.4,3 C-10,-6 -6,-12.4 1,-12.4 C8.6,-12.4 12,-6 10.8,3 L6.6,3 C6.4,-1 4,-4.4 -1,-5 C-5,-4.6 -7.4,-1 -8.4,3Z",
                hat.colour)  # fmt: skip
    canvas.path("M-3,-6.4 C-1,-9 4,-10 7,-8.4 M1,-6.4 C4,-8 7,-7 9,-4.6", line=f"{hat.colour}*0.72", width=1)
    for y in (3.4, 8):
        canvas.path(
            f"M5.6,{y} C5.6,{y - 3} 12.6,{y - 3.4} 12.8,{y} C12.8,{y + 3.2} 5.8,{y + 3.2} 5.6,{y}Z",
            hat.colour,
            width=1.2,
        )


def _balding(canvas: Canvas, hat: Hat) -> None:
    """A bare skull in the color of the trim, with hair at the sides."""
    canvas.path("M-7.9,0 C-9,-8 -4,-11.6 0.6,-11.4 C6,-11.2 9.6,-7 8.8,0.6", hat.trim)
    canvas.path("M-4.6,-7.6 C-4,-9 -2.6,-9.6 -1,-9.6", line="white*1.4", width=1.5)
    canvas.path(
        "M8.6,-3.4 C11.8,-2 12.4,4 10,9.4 L8,8 C8,5 6.6,2.6 5.6,0.6 C5.4,-2 7,-3.6 8.6,-3.4Z", hat.colour, width=1.2
    )
    canvas.path("M-8.2,-1.6 C-9.6,0 -9.4,4 -8.2,6 L-7,2.6Z", hat.colour, width=1)


DRAWN: Final[Mapping[Headwear, Callable[[Canvas, Hat], None]]] = {
    "helmet": _helmet, "netted-helmet": _netted_helmet, "deep-helmet": _deep_helmet, "garrison": _garrison,
    "peaked": _peaked,
    "beret": _beret, "knit": _knit, "field-cap": _field_cap, "headset": _headset, "waves": _waves,
    "wig": _wig, "balding": _balding,
}  # fmt: skip
