"""Portraits of soldiers of 1944, head and shoulders, looking left; 0, 0 is the middle of the face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.modern.tones import tone


def _bust(canvas: Canvas, coat: str, skin: str) -> None:
    canvas.path("M-10,14 H12 L14,34 H-12Z", tone(skin, 0.85), width=1.4)
    canvas.path("M-36,54 C-36,36 -24,31 -11,29 L-2,38 L14,27 C28,30 38,36 40,54Z", coat, width=1.6)
    canvas.path("M-11,29 L-16,37 L-5,45 L-2,38Z M14,27 L19,37 L5,45 L-2,38Z", tone(coat, 0.85), width=1.3)
    canvas.path("M26,33 C35,37 39,43 40,54 H28Z", tone(coat, 0.75), "")
    canvas.path(
        "M-17,-12 C-19,-5 -19,-3 -19,-1 L-25,8 C-25,10 -22,11 -20,11 L-20,15 L-19,19 C-19,25 -16,27"
        " -11,26 C2,24 14,19 17,6 L18,-12Z",
        skin,
        width=1.6,
    )
    canvas.path("M9,24 C15,20 17,14 18,6 V-12 H12 C13,2 11,12 4,22Z", tone(skin, 0.8), "")
    canvas.path("M8,-1 C14,-3 15,7 9,9 C7,6 7,2 8,-1Z", tone(skin, 0.9), width=1.2)


def _m1(canvas: Canvas) -> None:
    canvas.path("M12,-9 L2,23 L-8,26", line="tan*0.7", width=2.2)
    canvas.path(
        "M-24,-10 C-25,-34 -14,-42 2,-42 C20,-42 28,-30 27,-9 L30,-3 C14,-8 -10,-9 -29,-6Z", "olive*0.85", width=1.6
    )
    canvas.path("M-18,-18 C-17,-29 -11,-34 -2,-36", line="olive*1.4", width=2.6)
    canvas.path("M18,-37 C26,-30 26,-18 25,-10", line="olive*0.6", width=3)


def _veteran(canvas: Canvas) -> None:
    _bust(canvas, "khaki", "skin*0.92")
    canvas.path(
        "M-20,14 C-18,25 -16,27 -11,26 C2,24 12,20 16,8 L9,10 C4,14 -4,14 -9,11 C-13,10 -17,12 -20,14Z", "brown*0.9", ""
    )
    canvas.path("M-20,16 H-12", line="ink", width=1.8)
    canvas.path("M-14,16.4 L-30,19", line="white*1.3", width=2.6)
    canvas.path("M-31,19 h-1", line="fire", width=2.8)
    canvas.path("M-32,13 c-3,-5 3,-8 0,-14", line="grey", width=1.4)
    canvas.path("M-18,-3 L-9,-2", line="ink", width=2.4)
    canvas.circle(-14, 1, 1.5, "ink", "")
    canvas.path("M-5,0 L-2,9 M-6,4 L0,4", line="brick", width=1.4)
    _m1(canvas)
    canvas.path("M-21,-12 C-16,-30 -6,-38 2,-41 M-12,-10 C-10,-24 -4,-36 4,-42 M0,-10 C0,-24 4,-36 8,-41 M14,-9"
                " C14,-22 14,-34 14,-40"
                " M-24,-20 C-6,-24 12,-22 27,-18 M-19,-32 C-6,-34 12,-34 23,-30",
                line="olive*0.6", width=1.1)  # fmt: skip
    canvas.path("M22,-28 L27,-27 L28,-21", line="steel", width=1.6)


def _green(canvas: Canvas) -> None:
    _bust(canvas, "khaki*1.15", "skin*1.2")
    canvas.path("M-20,18 C-17,15 -14,16 -13,19", line="ink", width=1.8)
    canvas.circle(-13, 3, 5, "white*1.3", width=1.4)
    canvas.circle(-15, 3, 1.8, "ink", "")
    canvas.circle(-6, 12, 1, "brick", "")
    canvas.circle(-3, 9, 1, "brick", "")
    canvas.circle(-2, 14, 1, "brick", "")
    canvas.path(
        "M-33,2 C-36,8 -36,11 -33,12 C-30,11 -30,8 -33,2Z M-38,-14 C-41,-8 -41,-5 -38,-4 C-35,-5 -35,-8 -38,-14Z",
        "water",
        width=1.1,
    )
    canvas.path("M27,16 C24,22 24,25 27,26 C30,25 30,22 27,16Z", "water", width=1.1)
    with canvas.at(0, 6, 1.22):
        _m1(canvas)


def _commander(canvas: Canvas) -> None:
    _bust(canvas, "olive*0.8", "skin*0.95")
    canvas.path("M10,-12 H18 V6 L13,8 C12,2 10,-4 10,-12Z", "stone", width=1.2)
    canvas.path("M-24,13 C-20,9 -14,10 -9,15 C-14,16 -19,15 -24,16Z", "stone", width=1.2)
    canvas.path("M-19,-4 L-9,-5", line="stone*0.7", width=2.8)
    canvas.circle(-14, 1, 1.5, "ink", "")
    canvas.path("M-8,3 L-4,5 M-8,6 L-5,9", width=1.1)
    canvas.path("M-19,19 L-31,24", line="ink", width=3)
    canvas.path("M-37,19 H-28 V28 C-30,32 -36,32 -37,28Z", "wood", width=1.3)
    canvas.path("M-33,15 c-4,-6 4,-9 0,-16", line="grey", width=1.6)
    canvas.path("M-20,-10 V-20 H20 V-8Z", "olive*0.6", width=1.5)
    canvas.path("M-21,-19 L-31,-34 C-16,-44 12,-42 31,-29 L21,-17Z", "olive*0.8", width=1.6)
    canvas.path("M-19,-12 L-34,-4 C-28,-3 -16,-5 -6,-9Z", "leather*0.7", width=1.4)
    canvas.path("M-20,-13 H-4", line="leather*0.8", width=2.4)
    canvas.circle(-18, -26, 4, "brass", width=1.2)
    canvas.path("M-28,46 H-10 M-28,50 H-10", line="scarlet", width=3)
    canvas.path("M-22,44 V52 M-16,44 V52", line="yellow", width=2.4)


def _camouflage(canvas: Canvas) -> None:
    _bust(canvas, "tan*0.85", "skin")
    canvas.path(
        "M-32,44 q8,-8 16,0 q-6,8 -16,0Z M6,46 q8,-8 16,-1 q-4,9 -16,1Z M22,36 q6,-2 10,6 q-6,3 -10,-6Z", "brown", ""
    )
    canvas.path("M-20,34 q6,-3 9,4 q-6,3 -9,-4Z M-12,48 q8,-5 14,2 q-8,6 -14,-2Z M30,46 q5,0 8,6 h-10Z", "green", "")
    canvas.path("M-19,8 L-4,2 L-2,7 L-20,14Z M0,22 L12,4 L16,6 L8,21Z M-16,-5 L-4,-8 L-3,-5 L-16,-1Z", "green*0.8", "")
    canvas.path("M-18,18 H-11", line="ink", width=1.8)
    canvas.circle(-13, 1, 1.8, "ink", "white*1.3", 1)
    canvas.path("M12,-9 L2,23", line="black", width=2)
    canvas.path(
        "M-27,-9 L-22,-15 C-23,-35 -13,-42 2,-42 C20,-42 26,-32 25,-14 C26,-4 30,2 33,8 L12,7 C8,3 6,-4 1,-8Z",
        "tan*0.85",
        width=1.6,
    )
    canvas.path(
        "M-16,-26 q8,-8 15,0 q-6,8 -15,0Z M8,-36 q9,-4 13,6 q-8,5 -13,-6Z M6,-14 q9,-6 15,2 q-6,8 -15,-2Z", "green", ""
    )
    canvas.path(
        "M-6,-36 q6,-5 11,0 q-5,6 -11,0Z M-10,-14 q6,-6 11,0 q-6,5 -11,0Z M20,-8 q5,2 8,10 q-8,0 -8,-10Z", "brown", ""
    )
    leaf = "M0,0 C-7,-6 -6,-16 0,-22 C6,-16 7,-6 0,0Z M0,-3 V-18"
    for x, y, turn in (
        (-22, -20, -60),
        (-14, -34, -36),
        (0, -38, -8),
        (14, -36, 24),
        (24, -22, 60),
        (-2, -26, -30),
        (12, -24, 14),
    ):
        with canvas.at(x, y, turn=turn):
            canvas.path(leaf, "leaf", width=1.2)


# The portraits by name.
BUSTS: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "veteran": _veteran,
    "green": _green,
    "commander": _commander,
    "camouflage": _camouflage,
}
