"""A soldier of 1944, drawn from joints: legs, body, kit, head, weapon and arms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, radians, sin
from typing import Final, Literal, TypeAlias

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.modern.firearms import HELD, Held
from grognard.art.modern.joints import Point, between, limb
from grognard.art.modern.stance import STANCES, Pose, Stance
from grognard.art.modern.tones import tone

Hat: TypeAlias = Literal["m1", "stahlhelm", "leafy-stahlhelm", "peaked", "field-cap"]
Kit: TypeAlias = Literal["pack", "radio", "tanks", "gas-mask", "bag", "smock", "stripe", "soot"]

TORSO: Final = 27
ARM: Final = (8.4, 7, 5.4)
SMOCK: Final = "tan*0.8"
LEG: Final = (11.5, 9.2, 7)
TUBES: Final = ("bazooka", "panzerschreck", "panzerfaust")
AT_FACE: Final = ("binoculars", "handset")


class Dress(msgspec.Struct, frozen=True):
    """The uniform of an army, with colors by name."""

    coat: str
    trousers: str
    shins: str
    boots: str
    web: str
    helmet: str
    hat: Hat
    pouch: str


AMERICAN: Final = Dress("khaki", "olive", "khaki*1.2", "leather*0.8", "tan*0.9", "olive*0.82", "m1", "tan*0.9")
GERMAN: Final = Dress(
    "field-grey*1.12", "field-grey*0.9", "black", "black", "black", "field-grey*0.78", "stahlhelm", "black"
)
DRESSES: Final[Mapping[str, Dress]] = {"american": AMERICAN, "german": GERMAN}


def draw_soldier(canvas: Canvas, dress: Dress, pose: Pose, held: Held, hat: Hat, kit: tuple[Kit, ...]) -> None:
    """Draws a soldier with his feet at 0, 0; standing upright, he is about 88 units tall."""
    if "smock" in kit:
        dress = msgspec.structs.replace(dress, coat=SMOCK)
    stance = STANCES[pose]
    angle = radians(stance.lean)
    neck = (stance.hip[0] + TORSO * sin(angle), stance.hip[1] - TORSO * cos(angle))
    shoulder = between(neck, stance.hip, 0.16)
    _leg(canvas, dress, stance.hip, stance.far_leg, stance.feet[1], 0.78)
    _leg(canvas, dress, stance.hip, stance.near_leg, stance.feet[0], 1)
    _arm(canvas, dress.coat, shoulder, stance.far_arm, 0.75)
    if not stance.before and held not in TUBES + AT_FACE:
        _weapon(canvas, stance, held)
    with canvas.at(*stance.hip, turn=stance.lean):
        _body(canvas, dress, kit)
    if held in TUBES or (stance.before and held not in AT_FACE):
        _weapon(canvas, stance, held)
    with canvas.at(*neck, turn=stance.lean + stance.nod):
        _head(canvas, dress, hat, kit)
    if held in AT_FACE:
        _weapon(canvas, stance, held)
    _fist(canvas, stance.far_arm[1])
    _arm(canvas, dress.coat, shoulder, stance.near_arm, 1)
    _fist(canvas, stance.near_arm[1])


def _weapon(canvas: Canvas, stance: Stance, held: Held) -> None:
    x, y, turn = stance.hold
    upright = held in ("grenade", "stick-grenade", "bomb", "satchel", "handset")
    with canvas.at(x, y, turn=0 if upright else turn):
        HELD[held](canvas)


def _leg(canvas: Canvas, dress: Dress, hip: Point, leg: tuple[Point, Point], turn: float, light: float) -> None:
    knee, ankle = leg
    canvas.path(limb((hip, knee, ankle), LEG), tone(dress.trousers, light))
    top = between(knee, ankle, 0.28)
    canvas.path(limb((top, ankle), (8.2, 7)), tone(dress.shins, light), width=1.1)
    with canvas.at(*ankle, turn=turn):
        canvas.path("M-3.6,-2 L3.6,-2 L4.4,4 L-9,4 C-9.4,0.8 -6,0 -3.6,-2Z", tone(dress.boots, light), width=1.2)


def _arm(canvas: Canvas, coat: str, shoulder: Point, arm: tuple[Point, Point], light: float) -> None:
    canvas.path(limb((shoulder, *arm), ARM), tone(coat, light), width=1.2)


def _fist(canvas: Canvas, hand: Point) -> None:
    canvas.circle(*hand, 2.9, "skin", width=1)


def _body(canvas: Canvas, dress: Dress, kit: tuple[Kit, ...]) -> None:
    """The coat with belt and straps, and the load on the back; the hip is at 0, 0."""
    for thing in kit:
        if thing in BACKS:
            BACKS[thing](canvas)
    canvas.path("M-3,-28 C-8,-26 -9.6,-21 -9,-15 L-8,-5 L-9.4,6 L9,6 L7.8,-5 C10,-14 10,-24 4,-28Z", dress.coat)
    canvas.path("M4,-26 C9,-23 8.6,-14 6.6,-5 L7.8,5 H2 C5,-6 6.4,-16 4,-26Z", tone(dress.coat, 0.82), line="")
    if "smock" in kit:
        _spots(canvas)
    canvas.path("M-5,-25 C-2,-18 -1,-12 0,-5 M5,-26 C4,-20 3,-12 4,-5", line=dress.web, width=1.7)
    canvas.path("M-8.2,-6.2 H8 L8,-2.4 H-8.4Z", dress.web, width=1)
    canvas.path("M-8.6,-5 H-4.4 V1.4 H-8.8Z M-3.4,-5 H0.8 V1.4 H-3.4Z", dress.pouch, width=0.9)


def _spots(canvas: Canvas) -> None:
    """Camouflage spots on a coat or smock."""
    canvas.path(
        "M-7,-22 q4,-3 5,1 q-2,3 -5,-1Z M1,-14 q5,-2 5,2 q-4,2 -5,-2Z M-7,1 q3,-3 6,1 q-3,3 -6,-1Z", "brown", ""
    )
    canvas.path("M0,-24 q5,-1 5,3 q-4,2 -5,-3Z M-8,-13 q4,-2 5,2 q-4,3 -5,-2Z M2,1 q4,-3 5,1 q-2,3 -5,-1Z", "green", "")


def _pack(canvas: Canvas) -> None:
    canvas.path("M6,-27 L16,-25 C18,-18 17,-12 15,-8 L6,-9Z", "tan*0.8", width=1.2)
    canvas.path("M7,-20 L16.6,-19", width=0.9)
    canvas.path("M12,-17 L19,-16 L18,-4 L14,-1 L11,-5Z", "olive*0.8", width=1.1)


def _radio(canvas: Canvas) -> None:
    canvas.path("M14,-29 L22,-76", line="iron", width=1.6)
    canvas.path("M7,-30 H21 V-3 H7Z", "olive*0.9", width=1.3)
    canvas.path("M7,-12 H21 M10,-26 H18", width=1)


def _tanks(canvas: Canvas) -> None:
    canvas.path("M7,-27 C7,-33 13,-33 13,-27 V-5 C13,-1 7,-1 7,-5Z", "olive*0.8", width=1.2)
    canvas.path("M13,-27 C13,-33 20,-33 20,-27 V-5 C20,-1 13,-1 13,-5Z", "olive", width=1.2)
    canvas.path("M9,-26 V-8 M15.4,-26 V-8", line="olive*1.3", width=1.2)


def _gas_mask(canvas: Canvas) -> None:
    canvas.path("M5,-9 L17,-4 L14.6,2.4 L3,-3Z", "field-grey*0.7", width=1.1)
    canvas.path("M9,-7.4 L6.8,-1.4 M13,-5.6 L10.6,0.4", width=0.8)
    canvas.path("M4,-1 H12 V9 H5Z", "field-grey*0.9", width=1.1)


def _bag(canvas: Canvas) -> None:
    canvas.path("M6,-40 C13,-45 19,-40 19,-34 L18,-8 C14,-4 8,-5 7,-8Z", "olive*1.15", width=1.3)
    canvas.path("M6,-37 C10,-35 15,-35 19,-36", width=1)


# The loads on the back, by name.
BACKS: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "pack": _pack,
    "radio": _radio,
    "tanks": _tanks,
    "gas-mask": _gas_mask,
    "bag": _bag,
}


def _head(canvas: Canvas, dress: Dress, hat: Hat, kit: tuple[Kit, ...]) -> None:
    """Neck, face in profile and hat; the base of the neck is at 0, 0."""
    canvas.path("M-3.4,-5 L3.6,-5 L4.4,1.4 L-3.6,1.4Z", "skin*0.85", width=1)
    canvas.path(
        "M-6.4,-11 L-7,-8 L-9,-5 L-7.2,-4.2 L-7.2,-2 C-7,0.4 -4,0.8 -2,0.2 L4.4,-2 L6.6,-9 L6,-13 L-6,-13Z", "skin"
    )
    canvas.circle(-4.6, -7.4, 0.9, "ink", "")
    if "soot" in kit:
        canvas.path("M-6,-5 L-1,-7 L-1,-4.6 L-6,-2.6Z M0,-2 L3,-8 L5,-7 L3,-1.6Z", "black", "")
    HATS[hat](canvas, dress)
    if "stripe" in kit:
        canvas.path("M7.4,-17 V-11.4", line="white", width=2.2)


def _m1(canvas: Canvas, dress: Dress) -> None:
    canvas.path("M5,-9 L-2,0.2", line="tan*0.7", width=1.1)
    canvas.path(
        "M-10.4,-10 C-10.6,-19 -6,-22.4 0.4,-22.4 C7.4,-22.4 10.6,-18 10.4,-10 L11.2,-7.2 C5,-8.8 -4,-9.6 -11.8,-8.6Z",
        dress.helmet,
    )
    canvas.path("M-8,-13 C-7.6,-17.4 -5,-19.6 -1,-20", line=tone(dress.helmet, 1.35), width=1.5)


def _stahlhelm(canvas: Canvas, dress: Dress) -> None:
    canvas.path("M3,-9 L-3,0.2", line="black", width=1.1)
    canvas.path(
        "M-12,-9.6 L-9.4,-12.4 C-9.6,-19.6 -5.6,-22.6 0.6,-22.6 C7.4,-22.6 9.8,-18 9.6,-12 C10.2,-8 11.4,-6 13,-3.4"
        " L4,-3.6 C2.4,-5 1.6,-8 -0.4,-9.4Z",
        dress.helmet,
    )
    canvas.path("M-7,-14 C-7,-17.8 -4.6,-19.8 -0.6,-20.2", line=tone(dress.helmet, 1.4), width=1.5)


def _leaves(canvas: Canvas) -> None:
    """Twigs stuck into the net of a helmet."""
    canvas.path(
        "M-9,-8 C-14,-10 -15,-17 -10,-19 C-6,-16 -6,-11 -9,-8Z M-4,-12 C-9,-16 -8,-23 -3,-25 C1,-21 0,-15 -4,-12Z"
        " M5,-12 C0,-16 2,-23 7,-24 C11,-20 9,-14 5,-12Z M9,-5 C5,-9 7,-16 12,-17 C15,-13 13,-7 9,-5Z"
        " M1,-8 C-3,-11 -2,-17 2,-19 C6,-16 5,-10 1,-8Z",
        "leaf*1.1",
        width=1,
    )


def _leafy_stahlhelm(canvas: Canvas, dress: Dress) -> None:
    _stahlhelm(canvas, dress)
    _leaves(canvas)


def _peaked(canvas: Canvas, dress: Dress) -> None:
    canvas.path("M-8,-12 L-8.4,-15 L7.6,-15 L7.4,-8.6 L5.6,-11Z", "green*0.7", width=1.1)
    canvas.path("M-9,-15 L-13,-20.6 C-7,-24.4 5,-23 11,-17.6 L8,-14.4Z", dress.coat)
    canvas.path("M-7.6,-12.6 L-13,-9.4 L-3,-11.6Z", "black", width=1)
    canvas.circle(-8.6, -16.4, 1.3, "steel", width=0.8)
    canvas.path("M-8,-12.8 L-1,-12.6", line="steel", width=1.2)


def _field_cap(canvas: Canvas, dress: Dress) -> None:
    canvas.path("M-8,-11 L-7.6,-18 C-3,-20.4 4,-19.6 8,-17 L7.6,-8.6Z", dress.coat)
    canvas.path("M-7.4,-12 L-14,-10 L-13,-8.8 L-3,-10.6Z", dress.coat, width=1.1)
    canvas.path("M-7.6,-15 L8,-13.4", width=0.9)


# The hats by name.
HATS: Final[Mapping[Hat, Callable[[Canvas, Dress], None]]] = {
    "m1": _m1,
    "stahlhelm": _stahlhelm,
    "leafy-stahlhelm": _leafy_stahlhelm,
    "peaked": _peaked,
    "field-cap": _field_cap,
}
