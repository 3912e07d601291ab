"""Things, signs and portraits for scenes of 1944; each has its middle or its foot at 0, 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.art.canvas import Canvas


def _radio_set(canvas: Canvas) -> None:
    canvas.path("M22,-44 L30,-88", line="iron", width=2)
    canvas.path("M-24,0 V-46 H26 V0Z", "olive", width=1.6)
    canvas.path("M26,-46 L31,-42 V-3 L26,0Z", "olive*0.7", width=1.2)
    canvas.path("M-20,-42 H22 V-28 H-20Z", "olive*0.75", width=1.2)
    canvas.circle(-12, -35, 4.4, "iron", width=1.1)
    canvas.circle(14, -35, 4.4, "iron", width=1.1)
    canvas.path("M-5,-39 H6 V-31 H-5Z", "sand", width=1.1)
    canvas.path("M0,-32 L3,-38", line="brick", width=1.2)
    canvas.path("M-12,-35 L-14,-38 M14,-35 L16,-38", line="white", width=1.2)
    canvas.path("M-24,-14 H26 M-16,-14 V-7 H-10 V-14 M12,-14 V-7 H18 V-14", width=1.2)
    canvas.path("M-24,-24 C-34,-22 -30,-6 -37,-6", line="iron", width=1.8)


def _handset(canvas: Canvas) -> None:
    canvas.path("M-3,-16 C4,-6 4,6 -3,16", line="ink", width=7.4)
    canvas.path("M-3,-14 C3,-6 3,6 -3,14", line="dark-grey", width=2)
    canvas.path("M-9,-19 L3,-20 L3,-11 L-8,-12Z M-9,19 L3,20 L3,11 L-8,12Z", "black*1.2", width=1.2)


def _field_telephone(canvas: Canvas) -> None:
    canvas.path("M-15,0 V-17 H15 V0Z", "leather")
    canvas.path("M-15,-11 H15 M-4,-11 V-6 H4 V-11", width=1.1)
    canvas.path("M15,-6 H20 V-11", line="ink", width=2)
    canvas.path("M-14,-23 H14", line="ink", width=5)
    canvas.path("M-18,-24 H-9 V-16 H-18Z M9,-24 H18 V-16 H9Z", "black*1.2", width=1.1)


def _satchel(canvas: Canvas) -> None:
    canvas.path("M-20,-30 C-24,-66 26,-66 20,-30", line="ink", width=7)
    canvas.path("M-20,-30 C-24,-66 26,-66 20,-30", line="khaki*0.8", width=4)
    canvas.path("M-29,0 L-26,-34 H26 L29,0Z", "khaki")
    canvas.path("M17,-34 H26 L29,0 H17Z", "khaki*0.75", "")
    canvas.path("M-27,-34 H27 L25,-16 H-25Z", "khaki*0.85")
    canvas.path("M-14,-16 V-10 M12,-16 V-10", line="leather", width=4)
    canvas.path("M-4,-34 C-6,-48 -24,-46 -30,-56", line="ink", width=2.6)
    canvas.path("M-30,-56 C-30,-56 -30,-56 -30,-56", line="white", width=2)
    canvas.path(
        "M-30,-56 L-28,-66 L-33,-60 L-41,-64 L-37,-57 L-44,-52 L-36,-53 L-34,-45 L-31,-52Z", "yellow", "fire", 1.2
    )


def _pineapple(canvas: Canvas) -> None:
    canvas.path("M-6,-22 V-32 H7 V-22Z", "iron", width=1.4)
    canvas.path("M-4,-32 C2,-40 16,-36 20,-26 C23,-18 23,-8 20,0", line="ink", width=5)
    canvas.path("M-4,-32 C2,-40 16,-36 20,-26 C23,-18 23,-8 20,0", line="grey", width=2.2)
    canvas.circle(-13, -30, 5, line="ink", width=2)
    canvas.path("M0,-24 C-17,-22 -21,6 -13,16 C-9,22 9,22 13,16 C21,6 17,-22 0,-24Z", "olive*0.85", width=1.6)
    canvas.path("M-16,-10 H16 M-18,0 H18 M-16,10 H16 M-6,-22 C-10,-8 -10,10 -6,20 M6,-22 C10,-8 10,10 6,20", width=1.6)
    canvas.path("M-12,-8 V-3 M-2,-18 V-13", line="olive*1.4", width=2)


def _stick(canvas: Canvas) -> None:
    canvas.path("M-3.4,-12 H3.4 L3,38 H-3Z", "wood*1.25", width=1.4)
    canvas.path("M-4,34 H4 V41 H-4Z", "iron", width=1.2)
    canvas.path("M-10,-38 H10 V-12 H-10Z", "field-grey*0.75", width=1.6)
    canvas.path("M-10,-33 H10 M-10,-16 H10", width=1.1)
    canvas.path("M-6,-30 V-19", line="field-grey*1.4", width=2)


def _de_top(canvas: Canvas) -> None:
    """A German rifleman seen from above, looking up."""
    canvas.path("M8,-4 L7,-34", line="ink", width=3)
    canvas.path("M8,-4 L7.4,-22", line="wood*1.2", width=1.6)
    canvas.path("M-16,3 C-15,-5 -8,-6 0,-6 C8,-6 15,-5 16,3 C14,10 -14,10 -16,3Z", "field-grey*1.12", width=1.2)
    canvas.path("M-14,0 L-9,-14 L4,-19 M13,0 L9,-12", line="ink", width=6)
    canvas.path("M-14,0 L-9,-14 L4,-19 M13,0 L9,-12", line="field-grey*1.12", width=3.6)
    canvas.path("M0,-10 C7,-10 9,-5 9,0 C10,4 11,6 10,9 C5,12 -5,12 -10,9 C-11,6 -10,4 -9,0 C-9,-5 -7,-10 0,-10Z",
                "field-grey*0.78")  # fmt: skip
    canvas.path("M-5,-3 C-4,-6 -2,-7 1,-7", line="field-grey*1.4", width=1.6)


def _arrow(canvas: Canvas) -> None:
    canvas.path("M20,-5 H-6 V-12 L-22,0 L-6,12 V5 H20Z", "scarlet")


def _trap(canvas: Canvas) -> None:
    """A steel trap with open jaws."""
    for mirrored in (False, True):
        with canvas.at(0, 0, flip=mirrored):
            canvas.path(
                "M42,10 C44,-26 30,-44 14,-44 L8,-37 L17,-37 L13,-28 L24,-32 L20,-21 L31,-23 L26,-11"
                " L36,-12 L31,0 L36,10Z",
                "grey",
            )
            canvas.path("M39,4 C39,-22 29,-36 16,-40", line="grey*1.5", width=1.8)
    canvas.path("M-44,8 H44 V16 H-44Z", "iron")
    canvas.circle(0, 12, 5, "steel", width=1.2)


def _crosshair(canvas: Canvas) -> None:
    canvas.circle(0, 0, 36, line="brick", width=4.4)
    canvas.path("M-44,0 H-14 M14,0 H44 M0,-44 V-32 M0,32 V44", line="brick", width=2.4)
    canvas.path("M-36,0 H-26 M26,0 H36", line="brick", width=4.4)


def _clock(canvas: Canvas) -> None:
    canvas.circle(0, 0, 22, "brass", width=1.6)
    canvas.circle(0, 0, 17.6, "white*1.3", width=1.2)
    canvas.path("M0,-15 V-12 M15,0 H12 M0,15 V12 M-15,0 H-12", width=2)
    canvas.path("M0,0 V-11 M0,0 L8,4", line="ink", width=2.4)
    canvas.path("M-3,-22 V-28 H3 V-22", "brass*0.8", width=1.3)


def _ammo_box(canvas: Canvas) -> None:
    canvas.path("M-26,0 V-26 H26 V0Z", "olive", width=1.5)
    canvas.path("M16,-26 H26 V0 H16Z", "olive*0.75", "")
    canvas.path("M-26,-26 L-20,-33 H30 L26,-26Z", "night*0.6", width=1.3)
    canvas.path("M-20,-33 L-26,-54 H24 L30,-33Z", "olive*0.85", width=1.4)
    canvas.path("M-10,-44 H8", line="ink", width=2)
    canvas.path("M-14,-10 H8 M-14,-15 H8", line="sand", width=2.2)


def _cases(canvas: Canvas) -> None:
    for x, y, turn in ((-30, -3, 20), (-14, -3, -30), (2, -2, 10), (18, -4, 50), (30, -2, -8)):
        with canvas.at(x, y, turn=turn):
            canvas.path("M-6,-2 H4 V2 H-6Z", "brass", width=1)
            canvas.ellipse(-6, 0, 1.2, 2, "ink", "")


def _clip(canvas: Canvas) -> None:
    canvas.path("M-8,0 L-10,-14 L-4,-18 L0,-4Z", "steel*0.8", width=1.2)


def _wrench(canvas: Canvas) -> None:
    canvas.path(
        "M-4,34 V-14 C-12,-17 -13,-28 -6,-33 V-23 L0,-20 L6,-23 V-33 C13,-28 12,-17 4,-14 V34 Q0,39 -4,34Z",
        "steel",
        width=1.4,
    )


def _mine(canvas: Canvas) -> None:
    canvas.path("M-14,0 C-14,-4 14,-4 14,0 V4 C14,8 -14,8 -14,4Z", "field-grey", width=1.3)
    canvas.ellipse(0, 0, 14, 3.8, "field-grey*1.2", width=1.2)
    canvas.path("M-5,-1 V-4 H5 V-1", "iron", width=1.1)


def _skull_sign(canvas: Canvas) -> None:
    canvas.path("M-2.4,0 V-30 H2.4 V0Z", "wood", width=1.3)
    canvas.path("M-27,-66 L27,-64 L26,-26 L-26,-28Z", "sand*1.3", width=1.6)
    canvas.path("M-16,-54 L16,-32 M16,-54 L-16,-32", line="ink", width=4)
    canvas.path("M-9,-44 C-13,-60 13,-60 9,-44 L6,-41 V-35 H-6 V-41Z", "white*1.3", width=1.6)
    canvas.circle(-4, -47, 2.6, "ink", "")
    canvas.circle(4, -47, 2.6, "ink", "")
    canvas.path("M-2,-38 V-35 M2,-38 V-35 M0,-43 V-42", width=1.3)


def _scissors(canvas: Canvas) -> None:
    """A trench telescope on its tripod, looking left."""
    canvas.path("M0,-26 L-12,0 M0,-26 L12,0 M0,-26 L2,0", line="ink", width=2.6)
    canvas.path("M-3,-30 L-8,-66 H-2 L2,-30Z M2,-30 L6,-66 H12 L7,-30Z", "iron*1.1", width=1.3)
    canvas.path("M-9,-66 H-1 V-73 H-9Z M5,-66 H13 V-73 H5Z", "iron", width=1.3)
    canvas.path("M-9,-71.6 V-67.4 M5,-71.6 V-67.4", line="sky*1.3", width=1.8)
    canvas.path("M-5,-32 H8 V-25 H-5Z", "iron", width=1.2)
    canvas.path("M8,-30 L15,-28", line="ink", width=3.4)


def _stack(canvas: Canvas) -> None:
    """Stacked rifles."""
    for x, top in ((-14, 6), (0, -2), (14, -8)):
        canvas.path(f"M{x},0 L{top},-52", line="ink", width=4.4)
        canvas.path(f"M{x},0 L{top * 0.8 + x * 0.2:.1f},-40", line="wood*1.2", width=2.2)
    canvas.path("M-6,-40 L8,-38", line="black", width=1.4)


def _boat(canvas: Canvas) -> None:
    canvas.path(
        "M-42,-8 C-40,-14 -34,-13 -30,-9 H30 C36,-13 42,-12 42,-7 C38,3 30,6 20,6 H-24 C-34,6 -42,0 -42,-8Z",
        "black*1.3",
    )
    canvas.path("M-34,-2 H34", line="dark-grey", width=1.6)


def _sea(canvas: Canvas) -> None:
    canvas.path(
        "M-44,0 q6,-5 11,0 t11,0 t11,0 t11,0 t11,0 t11,0 t11,0 t11,0 V12 C30,22 -30,22 -44,12Z", "water*0.7", width=1.2
    )


def _tent(canvas: Canvas) -> None:
    canvas.path("M-26,0 L-8,-30 H14 L26,0Z", "khaki")
    canvas.path("M-26,0 L-8,-30 L6,0Z", "khaki*0.75", width=1.2)
    canvas.path("M-12,0 L-8,-22 L-3,0Z", "night", width=1)


def _tommy_top(canvas: Canvas) -> None:
    """A machine gun from above, firing left."""
    canvas.path("M-22,-2 H0 V2 H-22Z", "iron", width=1.1)
    canvas.path("M0,-4 H16 V4 H0Z", "iron", width=1.2)
    canvas.path("M16,-2 L24,-4 V4 L16,2Z", "wood", width=1.1)
    canvas.path("M-10,2 L-16,10 M-10,-2 L-16,-10", line="ink", width=1.8)


def _question(canvas: Canvas) -> None:
    canvas.path("M-6,-8 C-6,-17 8,-17 7,-8 C6.6,-3 0,-3 0,3", line="brick", width=4)
    canvas.circle(0, 9, 2.4, "brick", "")


def _alarm(canvas: Canvas) -> None:
    canvas.path(
        "M0,-30 L7,-15 L22,-20 L16,-6 L28,4 L13,7 L12,22 L0,12 L-12,22 L-13,7 L-28,4 L-16,-6 L-22,-20 L-7,-15Z",
        "yellow",
        "fire",
        1.6,
    )
    canvas.path("M0,-14 V2", line="ink", width=5)
    canvas.circle(0, 9, 2.8, "ink", "")


# The pieces by name.
THINGS: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "radio-set": _radio_set, "handset": _handset, "field-telephone": _field_telephone, "satchel": _satchel,
    "pineapple": _pineapple, "stick": _stick, "de-top": _de_top, "arrow": _arrow, "trap": _trap,
    "crosshair": _crosshair, "clock": _clock, "ammo-box": _ammo_box,
    "cases": _cases, "clip": _clip, "wrench": _wrench, "mine": _mine, "skull-sign": _skull_sign, "scissors": _scissors,
    "stack": _stack, "boat": _boat, "sea": _sea, "tent": _tent, "gun-top": _tommy_top,
    "question": _question, "alarm": _alarm,
}  # fmt: skip
