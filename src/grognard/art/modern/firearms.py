"""The weapons and tools of soldiers of 1944, drawn pointing left, with the hand at 0, 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from grognard.art.canvas import Canvas

Held: TypeAlias = Literal[
    "none", "garand", "bar", "thompson", "carbine", "kar98k", "sniper", "grenade-rifle", "mp40", "stg", "mg34", "mg42",
    "bazooka", "panzerschreck", "panzerfaust", "flame-thrower", "stick-grenade", "satchel", "detector",
    "binoculars", "handset", "bomb", "rocket", "cutters", "knife",
]  # fmt: skip

THIN: Final = 1


def _garand(canvas: Canvas) -> None:
    canvas.path("M-20,-0.6 H-34 M-32,-0.6 V-2.6", line="ink", width=2)
    canvas.path("M14,-1 L14,5.2 L4,2.2 L0,3.6 L-27,1.2 L-27,-1.8 L3,-2.2Z", "wood", width=THIN)
    canvas.path("M3,-2 H-10", line="iron", width=2.2)


def _kar98k(canvas: Canvas) -> None:
    canvas.path("M-26,-0.8 H-36 M-34,-1 V-3", line="ink", width=1.8)
    canvas.path("M14,-0.6 L14.5,5 L5,2.6 L1,3 L-31,0.8 L-31,-1.6 L3,-2.2Z", "chestnut", width=THIN)
    canvas.path("M4,-2 H-8 M2,-1.5 L4.5,1.5", line="iron", width=1.8)
    canvas.path("M-22,1 Q-6,6.5 9,3.6", line="black", width=0.9)


def _sniper(canvas: Canvas) -> None:
    _kar98k(canvas)
    canvas.path("M4,-5.6 H-9 V-3.6 H4Z", "iron", width=THIN)
    canvas.path("M-9,-6.4 H-13 V-2.8 H-9Z", "iron", width=THIN)


def _grenade_rifle(canvas: Canvas) -> None:
    _garand(canvas)
    canvas.path("M-34,-3.4 L-42,-3 L-45,-0.6 L-42,2 L-34,2.2Z", "olive*0.8", width=THIN)


def _carbine(canvas: Canvas) -> None:
    canvas.path("M-18,-0.6 H-26", line="ink", width=1.8)
    canvas.path("M-2,1 L-2.6,6 L-6,6 L-6,1Z", "iron", width=0.8)
    canvas.path("M13,-1 L13,4.4 L4,2 L0,3 L-20,1 L-20,-1.4 L3,-2Z", "wood", width=THIN)


def _bar(canvas: Canvas) -> None:
    canvas.path("M-22,-0.4 H-38 M-36,-0.4 V-3", line="ink", width=2.2)
    canvas.path("M-35,0 L-31,9 M-35,0 L-38,9", line="iron", width=1.3)
    canvas.path("M-4,1 L-5,9 L-9.5,9 L-9,1Z", "iron", width=0.9)
    canvas.path("M15,-1 L15,5.2 L5,2.6 L1,4 L-26,2 L-26,-2 L3,-2.4Z", "wood", width=THIN)
    canvas.path("M4,-2.4 H-13 V1.4 H1Z", "iron", width=0.8)


def _thompson(canvas: Canvas) -> None:
    canvas.path("M-10,-1 H-23", line="ink", width=2.2)
    canvas.path("M-6,1 L-6,12 L-9.6,12 L-9.6,1Z", "iron", width=THIN)
    canvas.path("M-13,0.6 L-19,0.6 L-19,3.4 L-13,3.4Z", "wood", width=THIN)
    canvas.path("M4,-1 L14,1 L14,6 L4,2.4 L1,1.6 L0,6 L-3,6 L-2.6,1Z", "wood", width=THIN)
    canvas.path("M5,-2.6 H-12 V1.4 H5Z", "iron", width=THIN)


def _mp40(canvas: Canvas) -> None:
    canvas.path("M-10,-1 H-22 M-20,-1 V-3", line="ink", width=1.9)
    canvas.path("M3,1 L14,3 M14,0.4 V6", line="ink", width=1.5)
    canvas.path("M-8.4,1 L-8.4,14 L-11.8,14 L-11.8,1Z", "iron", width=THIN)
    canvas.path("M1,1 L2,6 L-1.6,6 L-2.6,1Z", "black", width=0.8)
    canvas.path("M5,-2.6 H-14 V1.4 H5Z", "iron", width=THIN)


def _stg(canvas: Canvas) -> None:
    canvas.path("M-12,-1 H-28 M-12,-3.4 H-22 M-27,-1 V-4.4", line="ink", width=1.8)
    canvas.path("M-6,1 C-6,6 -8,10 -10.4,13 L-14,11 C-11.6,8 -10,5 -10,1Z", "iron", width=THIN)
    canvas.path("M4,-2 L15,-1 L15,5 L4,2Z", "wood", width=THIN)
    canvas.path("M1,1 L2,6 L-1.6,6 L-2.6,1Z", "black", width=0.8)
    canvas.path("M5,-4 H-18 V1.6 H5Z", "iron", width=THIN)


def _mg34(canvas: Canvas) -> None:
    canvas.path("M-10,-1 H-38", line="ink", width=3.6)
    canvas.path("M-13,-1 H-34", line="grey", width=1.6)
    canvas.path("M-40,-3 L-36,-2 L-36,0 L-40,1Z", "iron", width=0.8)
    canvas.path("M-31,0 L-36,14 M-31,0 L-27,14", line="ink", width=1.6)
    canvas.circle(-7, 4.5, 4.2, "iron", width=THIN)
    canvas.path("M6,-2.4 L16,-3 L16,4.4 L6,1.8Z", "chestnut", width=THIN)
    canvas.path("M2,1 L3,6.4 L-0.6,6.4 L-1.4,1Z", "black", width=0.8)
    canvas.path("M7,-3.2 H-12 V1.6 H7Z", "iron", width=THIN)


def _mg42(canvas: Canvas) -> None:
    canvas.path("M-33,-2.6 L-40,-2.8 L-40,1 L-33,0.8Z", "iron", width=0.8)
    canvas.path("M-10,-4 H-34 V2 H-10Z", "iron", width=THIN)
    canvas.path("M-14,-1 H-17 M-20,-1 H-23 M-26,-1 H-29", line="ink", width=2.2)
    canvas.path("M-31,1 L-36,14 M-31,1 L-27,14", line="ink", width=1.6)
    canvas.path("M6,-2 L17,-3.6 L17,4.6 L12,3 L6,1.6Z", "chestnut", width=THIN)
    canvas.path("M2,1 L3,6.4 L-0.6,6.4 L-1.4,1Z", "black", width=0.8)
    canvas.path("M7,-3.6 L-12,-4.4 V2 H7Z", "iron", width=THIN)


def _bazooka(canvas: Canvas) -> None:
    canvas.path("M-32,-3 H30 V3 H-32Z", "olive*0.72", width=1.2)
    canvas.path("M-32,-4.6 H-35 V4.6 H-32Z M30,-3 L34,-5 V5 L30,3Z", "olive*0.6", width=THIN)
    canvas.path("M-30,-1.4 H28", line="olive*1.25", width=1.2)
    canvas.path("M-4,3 V9 H-1 V3 M4,3 L6,9 L14,9 L12,3", "wood", width=THIN)


def _panzerschreck(canvas: Canvas) -> None:
    canvas.path("M-32,-3.6 H32 V3.6 H-32Z", "field-grey*0.72", width=1.2)
    canvas.path("M-30,-2 H30", line="field-grey*1.25", width=1.3)
    canvas.path("M-17,-11 L-9,-12 L-9,7 L-17,8Z", "field-grey*0.9", width=1.2)
    canvas.path("M-15,-8 L-11,-8.4 V-5 L-15,-4.6Z", "sky*1.4", width=0.9)
    canvas.path("M-32,3.6 Q-35,9 -28,9 Q-27,5 -28,3.6 M-3,3.6 V9 H0 V3.6", "iron", width=THIN)


def _panzerfaust(canvas: Canvas) -> None:
    canvas.path("M-15,-1.8 H26 V1.8 H-15Z", "tan*0.8", width=1.2)
    canvas.path("M-15,-2 L-20,-6.4 C-27,-6.4 -32,-3 -35,0 C-32,3 -27,6.4 -20,6.4 L-15,2Z", "tan*0.8", width=1.2)
    canvas.path("M-20,-6 V6", width=0.9)
    canvas.path("M-8,-2 V-8 H-5", width=1.4)


def _flame_thrower(canvas: Canvas) -> None:
    canvas.path("M18,-6 C26,10 6,10 2,2", width=1.8)
    canvas.path("M2,-1.6 H-26 V1.6 H2Z", "iron", width=THIN)
    canvas.path("M-26,-2.6 H-31 V2.6 H-26Z M-14,1 V6 H-17 V1Z", "black", width=THIN)


def _stick_grenade(canvas: Canvas) -> None:
    canvas.path("M-1.2,4 L-1.2,-10 L1.2,-10 L1.2,4Z", "wood*1.2", width=THIN)
    canvas.path("M-3.2,-10 H3.2 V-18 H-3.2Z", "iron", width=1.2)


def _satchel(canvas: Canvas) -> None:
    canvas.path("M-3,2 C-6,-4 6,-4 3,2", width=1.6)
    canvas.path("M-8,2 H8 L9,15 H-9Z", "khaki", width=1.2)
    canvas.path("M-8,2 H8 L7,7.4 H-7Z", "khaki*0.8", width=THIN)


def _detector(canvas: Canvas) -> None:
    """A mine detector; its plate is flat on the ground when the pole points steeply down."""
    canvas.path("M14,0 H-48", line="ink", width=2.8)
    canvas.path("M12,0 H-46", line="tan", width=1.2)
    canvas.path("M4,-2.6 H12 V2.6 H4Z", "olive", width=THIN)
    with canvas.at(-48, 0, turn=60):
        canvas.ellipse(0, 0, 10, 3, "olive*1.2", width=1.2)


def _binoculars(canvas: Canvas) -> None:
    canvas.path("M3,-3 L-1,-3.6 L-7,-4.6 V3.4 L-1,2.4 L3,1.6Z", "black*1.15", width=THIN)
    canvas.path("M-7,-4.6 V3.4", line="steel", width=1.2)


def _handset(canvas: Canvas) -> None:
    canvas.path("M1,-5 C3,-1 2,4 -2,8", line="black", width=3.2)


def _bomb(canvas: Canvas) -> None:
    canvas.path("M-3,4 C-4,-1 -3,-5 0,-7 C3,-5 4,-1 3,4 L1,8 H-1Z", "olive*0.8", width=1.2)
    canvas.path("M-3.4,13 L-1,8 H1 L3.4,13Z", "iron", width=THIN)


def _rocket(canvas: Canvas) -> None:
    canvas.path("M-12,0 C-9,-4 -5,-3.4 -2,-2 H10 V2 H-2 C-5,3.4 -9,4 -12,0Z", "olive*0.8", width=THIN)
    canvas.path("M8,-4.4 H14 V4.4 H8Z", "olive*0.6", width=THIN)


def _cutters(canvas: Canvas) -> None:
    canvas.path("M6,-4 L-8,2 M6,4 L-8,-2", line="ink", width=2.6)
    canvas.path("M6,-4 L-1,-1 M6,4 L-1,1", line="brick", width=1.2)


def _knife(canvas: Canvas) -> None:
    canvas.path("M0,-1.8 L-14,-2.4 L-18,0.4 L-14,1.4 L0,1.6Z", "steel", width=THIN)
    canvas.path("M0,-3 V3", width=1.8)


# The weapons and tools by name.
HELD: Final[Mapping[Held, Callable[[Canvas], None]]] = {
    "none": lambda canvas: None,
    "garand": _garand,
    "bar": _bar,
    "thompson": _thompson,
    "carbine": _carbine,
    "kar98k": _kar98k,
    "sniper": _sniper,
    "grenade-rifle": _grenade_rifle,
    "mp40": _mp40,
    "stg": _stg,
    "mg34": _mg34,
    "mg42": _mg42,
    "bazooka": _bazooka,
    "panzerschreck": _panzerschreck,
    "panzerfaust": _panzerfaust,
    "flame-thrower": _flame_thrower,
    "stick-grenade": _stick_grenade,
    "satchel": _satchel,
    "detector": _detector,
    "binoculars": _binoculars,
    "handset": _handset,
    "bomb": _bomb,
    "rocket": _rocket,
    "cutters": _cutters,
    "knife": _knife,
}
