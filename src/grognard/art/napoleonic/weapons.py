"""Things in a soldier's hand, which is at 0, 0, drawn pointing up; and the flags of five nations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from grognard.art.canvas import Canvas

Weapon: TypeAlias = Literal[
    "none", "musket", "plain-musket", "ramming", "rifle", "sabre", "sword", "pistol", "lance", "flag", "drum", "horn", "axe",
    "spyglass", "baton", "rammer", "linstock", "pike", "hat",
]  # fmt: skip
Nation: TypeAlias = Literal["", "france", "britain", "austria", "prussia", "russia"]


def _stock(canvas: Canvas, muzzle: float, barrel: str) -> None:
    canvas.path(f"M-1.3,{muzzle} L1,{muzzle} L1.8,2 L4.4,15 Q2.6,17.4 -1.6,16 L-2,4Z", "wood", width=1.1)
    canvas.path(f"M-.9,{muzzle - 1.6} L-.9,-4", line=barrel, width=1.5)
    canvas.path("M-1.2,1 l3,1 M-1,-12 h2.2 M-1,-21 h2", line="brass", width=1)


def _musket(canvas: Canvas) -> None:
    canvas.path("M-1,-30 L-2.2,-42 L.4,-30Z", "steel", width=0.8)
    _stock(canvas, -30, "steel")


def _plain_musket(canvas: Canvas) -> None:
    _stock(canvas, -30, "steel")


def _ramming(canvas: Canvas) -> None:
    """A musket with the ramrod halfway down its barrel."""
    canvas.path("M-.4,-30 V-48", line="ink", width=2.6)
    canvas.path("M-.4,-30 V-48", line="steel", width=1.3)
    _stock(canvas, -30, "steel")


def _rifle(canvas: Canvas) -> None:
    _stock(canvas, -22, "iron")


def _sabre(canvas: Canvas) -> None:
    canvas.path("M-1.4,-2 C-4,-12 -3.6,-22 -8.6,-31 C0,-24 2.6,-12 1.6,-2Z", "steel", width=1.1)
    canvas.path("M-3.4,-1.8 L3,-1.8 C5.6,0 5,4 1.4,5", line="brass", width=1.8)


def _sword(canvas: Canvas) -> None:
    canvas.path("M-1.3,-2 L-.9,-32 L0,-35 L.9,-32 L1.3,-2Z", "steel", width=1)
    canvas.path("M-3.4,-1.8 L3,-1.8 C5.6,0 5,4 1.4,5", line="brass", width=1.8)


def _pistol(canvas: Canvas) -> None:
    canvas.path("M-1.4,-14 L1,-14 L1.6,-3 L4.6,3 L2,5 L-1.6,-1Z", "wood", width=1)
    canvas.path("M-1.2,-15 V-5", line="steel", width=1.7)


def _lance(canvas: Canvas) -> None:
    canvas.path("M0,30 V-44", line="ink", width=3.4)
    canvas.path("M0,30 V-44", line="wood", width=1.8)
    canvas.path("M-1.8,-43 L0,-53 L1.8,-43Z", "steel", width=0.9)


def _pike(canvas: Canvas) -> None:
    _lance(canvas)


def _pole(canvas: Canvas) -> None:
    canvas.path("M0,34 V-46", line="ink", width=3.2)
    canvas.path("M0,34 V-46", line="wood", width=1.7)
    canvas.path("M-1.7,-45 L0,-51 L1.7,-45Z", "brass", width=0.9)


def _drum(canvas: Canvas) -> None:
    canvas.path("M-9,-5 L-8,9 Q0,13 8,9 L9,-5Z", "brass")
    canvas.path("M-8.6,-1 L-4,10 L0,0 L4,10 L8.6,-1", line="white", width=1)
    canvas.path("M-9,-4.6 Q0,-1 9,-4.6 M-8,7.6 Q0,12 8,7.6", line="blue", width=2)
    canvas.ellipse(0, -5.4, 9, 2.6, "white", width=1.1)


def _horn(canvas: Canvas) -> None:
    canvas.path(
        "M-1,-1 C6,-2 10,4 6,9 C2,12 -6,10 -10,6 L-12,12 C-4,16 8,15 11,8 C13,0 8,-5 -.6,-4Z", "brass", width=1.1
    )
    canvas.path("M-10,5 L-15.6,8.6 Q-14,13 -12,13.6Z", "brass*1.25", width=1)


def _axe(canvas: Canvas) -> None:
    canvas.path("M0,16 V-26", line="ink", width=3.6)
    canvas.path("M0,16 V-26", line="wood", width=2)
    canvas.path("M1,-26 L-2,-26 L-9,-29 C-11,-24 -11,-20 -9,-16 L-2,-19 L1,-19Z", "steel", width=1.1)


def _spyglass(canvas: Canvas) -> None:
    canvas.path("M-1.5,6 L-1.9,-6 L1.9,-6 L1.5,6Z", "leather", width=1)
    canvas.path("M-2.4,-6 L-2.7,-17 L2.7,-17 L2.4,-6Z", "brass", width=1)


def _baton(canvas: Canvas) -> None:
    canvas.path("M-1.8,5 V-13 H1.8 V5Z", "blue", width=1)
    canvas.path("M-1.8,-11 H1.8 M-1.8,3 H1.8 M-.6,-4 h1.2 M-.6,-7.6 h1.2", line="brass", width=1.6)


def _rammer(canvas: Canvas) -> None:
    canvas.path("M0,24 V-30", line="ink", width=3)
    canvas.path("M0,24 V-30", line="wood", width=1.6)
    canvas.path("M-3,-30 h6 v-7 h-6Z", "white*0.85", width=1)


def _linstock(canvas: Canvas) -> None:
    canvas.path("M0,16 V-18", line="wood", width=2)
    canvas.circle(0, -19, 1.8, "fire", width=0.8)


def _nothing(canvas: Canvas) -> None:
    """An empty hand."""


DRAWN: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "none": _nothing, "musket": _musket, "plain-musket": _plain_musket, "ramming": _ramming, "rifle": _rifle, "sabre": _sabre,
    "sword": _sword, "pistol": _pistol, "lance": _lance, "flag": _pole, "drum": _drum, "horn": _horn, "axe": _axe,
    "spyglass": _spyglass, "baton": _baton, "rammer": _rammer, "linstock": _linstock, "pike": _pike, "hat": _nothing,
}  # fmt: skip

CLOTH: Final = "M0,-14 C8,-18 14,-10 22,-14 V4 C14,8 8,0 0,4Z"


def _france(canvas: Canvas) -> None:
    canvas.path(CLOTH, "white", line="")
    canvas.path("M0,-14 C3,-15.5 5,-15.2 7.4,-14.6 V3.2 C5,2.4 3,2.6 0,4Z", "blue", line="")
    canvas.path("M14.8,-12.6 C17.4,-12.2 19.4,-12.6 22,-14 V4 C19.4,5.2 17.4,5.6 14.8,5Z", "red", line="")


def _britain(canvas: Canvas) -> None:
    canvas.path(CLOTH, "blue", line="")
    canvas.path("M2.4,-12.4 L19.6,1.6 M19.6,-11 L2.4,1", line="white", width=3.6)
    canvas.path("M2.4,-12.4 L19.6,1.6 M19.6,-11 L2.4,1", line="red", width=1.3)
    canvas.path("M11,-10.4 V1 M3.2,-5.6 H18.8", line="white", width=5.6)
    canvas.path("M11,-11.4 V2 M2,-5.6 H20", line="red", width=3.2)


def _austria(canvas: Canvas) -> None:
    canvas.path(CLOTH, "yellow", line="")
    canvas.path("M1,-13.8 l2,3 l2,-4 l2,4 l2,-3 l2,3.6 l2,-3 l2,3 l2,-3 l2,2.6 l2,-3 M1,3 l2,-3 l2,3 l2,-3 l2,3 l2,-2.6 "
                "l2,4 l2,-3 l2,3.4 l2,-3 l2,3", line="red", width=1.5)  # fmt: skip
    canvas.path("M11,-9 l-1.6,-1.6 l-1.2,1 l1.6,2.4 l-4.6,-1.4 l1,5 l3.4,-.4 l1.4,4.6 l1.4,-4.6 l3.4,.4 l1,-5 l-4.6,1.4 "
                "l1.6,-2.4 l-1.2,-1Z", "black", line="")  # fmt: skip


def _prussia(canvas: Canvas) -> None:
    canvas.path(CLOTH, "white", line="")
    canvas.path("M2,-12.6 L8,-7 M20,-11 L14,-7 M2,1.4 L8,-3 M20,2 L14,-3", line="black", width=3.6)
    canvas.circle(11, -5, 5.4, "orange", width=0.9)
    canvas.path("M11,-6 l-4,-2 l1,4 l2.2,0 l.8,2.4 l.8,-2.4 l2.2,0 l1,-4Z", "black", line="")


def _russia(canvas: Canvas) -> None:
    canvas.path(CLOTH, "green", line="")
    canvas.path("M3.4,-12 L18.6,1.4 M18.6,-10.2 L3.4,0.4", line="white", width=5.6)
    canvas.path("M11,-12 V2 M1,-5.6 H21", line="white", width=1.4)
    canvas.circle(11, -5, 4.6, "orange", width=0.9)
    canvas.path("M11,-6 l-3,-1.6 l.6,3 l1.6,0 l.8,2 l.8,-2 l1.6,0 l.6,-3Z", "black", line="")


FLAGS: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "france": _france, "britain": _britain, "austria": _austria, "prussia": _prussia, "russia": _russia,
}  # fmt: skip


def draw_weapon(canvas: Canvas, weapon: Weapon) -> None:
    """Draws the weapon or thing in the hand at 0, 0."""
    DRAWN[weapon](canvas)


def draw_flag(canvas: Canvas, nation: Nation) -> None:
    """Draws the cloth of a flag, flying to the right from its staff at x = 0."""
    if nation:
        FLAGS[nation](canvas)
        canvas.path(CLOTH, width=1.1)


def draw_colours(canvas: Canvas, nation: Nation, x: float, top: float, bottom: float) -> None:
    """Draws a flag on its staff, planted behind the figure."""
    if nation:
        canvas.path(f"M{x},{bottom} V{top}", line="ink", width=2.6)
        canvas.path(f"M{x},{bottom} V{top}", line="wood", width=1.3)
        canvas.path(f"M{x - 1.5},{top} l1.5,-4 l1.5,4Z", "brass", width=0.8)
        with canvas.at(x, top + 15):
            draw_flag(canvas, nation)
