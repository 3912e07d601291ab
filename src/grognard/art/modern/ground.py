"""Land for scenes of Normandy: trees, hedges, fields, buildings, earthworks. The foot of each is at 0, 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.art.canvas import Canvas


def _poplar(canvas: Canvas) -> None:
    canvas.path("M-1.6,0 V-14 H1.6 V0Z", "wood", width=1)
    canvas.path("M0,-70 C-8,-54 -10,-26 -5,-10 Q0,-6 5,-10 C10,-26 8,-54 0,-70Z", "leaf")
    canvas.path("M0,-68 C7,-52 9,-26 4.6,-10.6 Q2,-9 0,-8.6 C4,-26 4,-50 0,-68Z", "green", "")


def _oak(canvas: Canvas) -> None:
    canvas.path("M-4,0 C-2,-8 -2,-16 -3,-26 H4 C3,-16 4,-8 6,0Z", "wood")
    canvas.path(
        "M-6,-22 C-20,-20 -24,-32 -18,-38 C-24,-48 -14,-58 -6,-55 C-2,-64 12,-63 14,-54 C24,-52 25,-40 19,-36"
        " C24,-26 14,-19 6,-22 C2,-18 -3,-18 -6,-22Z",
        "leaf",
    )
    canvas.path("M14,-53 C24,-52 25,-40 19,-36 C24,-26 14,-19 6,-22 C14,-28 16,-40 14,-53Z", "green", "")
    canvas.path("M-13,-38 q4,-6 9,-2 M-4,-50 q5,-5 9,0 M-8,-28 q4,-4 8,0", line="leaf*1.3", width=1.6)


def _fir(canvas: Canvas) -> None:
    canvas.path("M-2,0 V-12 H2 V0Z", "wood", width=1)
    canvas.path(
        "M0,-64 L-8,-46 H-4 L-13,-30 H-8 L-17,-11 Q0,-6 17,-11 L8,-30 H13 L4,-46 H8Z",
        "green*1.1",
    )
    canvas.path("M0,-63 L8,-46 H4 L13,-30 H8 L17,-11 Q9,-8.6 3,-8.4 C6,-24 3,-44 0,-63Z", "green*0.75", "")


def _hedge(canvas: Canvas) -> None:
    canvas.path("M-46,0 C-44,-12 -40,-18 -34,-20 H34 C40,-18 44,-12 46,0Z", "earth*0.8")
    canvas.path(
        "M-38,-17 C-48,-26 -42,-38 -34,-37 C-34,-48 -20,-52 -14,-45 C-8,-54 6,-54 10,-46 C18,-54 32,-48 32,-38"
        " C42,-38 46,-26 38,-17 C28,-13 20,-19 10,-16 C0,-13 -8,-19 -18,-16 C-26,-13 -32,-14 -38,-17Z",
        "leaf",
    )
    canvas.path(
        "M-30,-29 q5,-7 10,-1 M-12,-38 q6,-6 11,0 M10,-34 q6,-6 11,0 M22,-26 q5,-5 9,0 M-8,-24 q5,-5 10,0",
        line="green",
        width=2,
    )
    canvas.path("M-30,-14 l-5,10 M-18,-14 l3,9 M-2,-14 l-4,11 M14,-14 l4,8 M28,-14 l-2,10", line="wood", width=1.5)


def _bush(canvas: Canvas) -> None:
    canvas.path(
        "M-26,0 C-34,-8 -28,-18 -20,-16 C-20,-26 -6,-28 -2,-20 C6,-28 18,-24 18,-15 C28,-16 32,-6 25,0Z",
        "leaf",
    )
    canvas.path("M-18,-7 q4,-6 8,0 M-2,-11 q5,-6 9,0 M10,-5 q4,-5 8,0", line="green", width=1.7)


def _field(canvas: Canvas) -> None:
    canvas.path("M-50,-34 C-30,-39 20,-40 50,-35 V0 H-50Z", "tan*1.25", width=1.2)
    canvas.path("M-50,-34 C-30,-39 20,-40 50,-35 L50,-31 C20,-35 -30,-34 -50,-30Z", "grass", "")
    canvas.path("M-4,-36 L-46,0 M-1,-36 L-24,0 M2,-36 L-4,0 M5,-36 L18,0 M8,-36 L40,0", line="tan*0.85", width=1.6)


def _sheaf(canvas: Canvas) -> None:
    canvas.path("M-9,0 C-4,-8 -4,-12 -9,-22 L-4,-19 L-2,-26 L1,-20 L5,-26 L6,-19 L11,-21 C5,-12 5,-8 10,0Z", "yellow")
    canvas.path("M-5,-11 Q0,-8 6,-11", line="brick", width=1.8)


def _hill(canvas: Canvas) -> None:
    canvas.path("M-50,0 C-38,-4 -32,-38 -12,-42 C4,-44 24,-43 34,-38 C44,-30 42,-8 50,0Z", "grass")
    canvas.path("M34,-38 C44,-30 42,-8 50,0 H30 C30,-16 30,-32 24,-41Z", "leaf", "")
    canvas.path("M-30,-14 C-18,-10 -6,-12 6,-9 M-22,-27 C-12,-24 -4,-26 10,-23", line="leaf", width=1.6)


def _road(canvas: Canvas) -> None:
    canvas.path("M-50,-36 C-20,-42 20,-41 50,-37 V0 H-50Z", "grass", width=1.2)
    canvas.path(
        "M-30,0 C-26,-14 34,-18 10,-28 C4,-31 0,-36 3,-39 L6,-39 C6,-34 18,-33 22,-28 C34,-16 14,-14 20,0Z", "sand"
    )
    canvas.path("M-6,-2 L-3,-7 M3,-11 L10,-14 M17,-19 L17,-23 M12,-28 L9,-31", line="stone*0.75", width=1.6)


def _signpost(canvas: Canvas) -> None:
    canvas.path("M-2,0 V-46 H2 V0Z", "wood", width=1.2)
    canvas.path("M4,-44 H-18 L-23,-39.5 L-18,-35 H4Z", "white")
    canvas.path("M-4,-32 H18 L23,-27.5 L18,-23 H-4Z", "white")
    canvas.path("M-16,-39.5 H0 M1,-27.5 H16", line="ink", width=2)


def _mud(canvas: Canvas) -> None:
    canvas.path(
        "M-48,2 C-50,-8 -38,-10 -32,-8 C-26,-14 -16,-13 -12,-9 C-4,-14 6,-14 12,-9 C20,-14 30,-12 34,-8"
        " C42,-10 50,-6 47,2Z",
        "brown",
    )
    canvas.path("M-38,-3 q6,-4 12,0 M-8,-4 q7,-4 13,0 M22,-4 q6,-4 11,0", line="brown*1.35", width=1.8)


def _splash(canvas: Canvas) -> None:
    canvas.path("M-8,0 C-12,-8 -18,-10 -20,-16 C-14,-14 -10,-12 -7,-9 C-8,-14 -8,-20 -5,-24 C-3,-18 -1,-12 1,-9"
                " C3,-13 8,-17 13,-17 C10,-12 8,-6 7,0Z", "brown*1.1", width=1.1)  # fmt: skip
    canvas.circle(-15, -22, 1.6, "brown", width=0.8)
    canvas.circle(6, -24, 1.8, "brown", width=0.8)


def _house(canvas: Canvas) -> None:
    canvas.path("M-24,0 V-30 H18 V0Z", "stone*1.15")
    canvas.path("M8,0 V-30 H18 V0Z", "stone*0.8", "")
    canvas.path("M-28,-28 L-19,-47 H13 L22,-28Z", "brick")
    canvas.path("M-23,-34 H18 M-21,-40 H15", line="brick*0.7", width=1)
    canvas.path("M6,-47 V-54 H12 V-47", "brick*0.8", width=1.2)
    canvas.path("M-18,-23 H-10 V-13 H-18Z M4,-23 H12 V-13 H4Z", "night", width=1.1)
    canvas.path("M-21,-23 H-18 V-13 H-21Z M-10,-23 H-7 V-13 H-10Z M12,-23 H15 V-13 H12Z", "sky", width=0.9)
    canvas.path("M-6,0 V-17 H2 V0Z", "wood", width=1.1)


def _church(canvas: Canvas) -> None:
    canvas.path("M-2,0 V-26 L14,-38 L32,-26 V0Z", "stone")
    canvas.path("M-4,-25 L12,-40 L35,-25Z", "dark-grey")
    canvas.path("M-20,0 V-46 H0 V0Z", "stone*1.15")
    canvas.path("M-23,-45 L-10,-82 L3,-45Z", "dark-grey")
    canvas.path("M-10,-82 V-90 M-13,-87 H-7", width=1.5)
    canvas.path(
        "M-14,-40 V-32 H-6 V-40 Q-10,-45 -14,-40Z M-14,0 V-13 Q-10,-19 -6,-13 V0Z M12,-18 V-8 H18 V-18 Q15,-22 12,-18Z",
        "night",
        width=1,
    )


def _wall(canvas: Canvas) -> None:
    canvas.path("M-30,0 V-26 L-22,-28 L-14,-25 L-4,-28 L6,-26 L14,-28 L22,-25 L30,-27 V0Z", "stone")
    canvas.path(
        "M-30,-17 H30 M-30,-8 H30 M-20,-26 V-17 M-4,-27 V-17 M14,-27 V-17 M-12,-17 V-8 M5,-17 V-8 M22,-17 V-8"
        " M-20,-8 V0 M-3,-8 V0 M14,-8 V0",
        width=1,
    )


def _sandbags(canvas: Canvas) -> None:
    for x, y in ((-20, -4), (-7, -4), (6, -4), (19, -4), (-14, -11), (-1, -11), (12, -11), (-7, -18), (6, -18)):
        canvas.path(f"M{x - 6.6},{y} q0,-4 4,-4 h5.4 q4,0 4,4 q0,4 -4,4 h-5.4 q-4,0 -4,-4Z", "tan", width=1.1)


def _dugout(canvas: Canvas) -> None:
    """The earth in front of a trench, chest-high for the men behind it."""
    canvas.path("M-50,0 V-18 C-40,-25 -30,-20 -20,-23 C-6,-27 10,-20 22,-23 C34,-26 42,-21 50,-20 V0Z", "earth*0.8")
    canvas.path("M-50,-18 C-40,-25 -30,-20 -20,-23 C-6,-27 10,-20 22,-23 C34,-26 42,-21 50,-20 V-16 C40,-18"
                " 30,-20 20,-17"
                " C8,-15 -6,-20 -18,-17 C-30,-15 -40,-17 -50,-13Z", "grass", width=1)  # fmt: skip
    canvas.path("M-36,-7 h5 M-14,-9 h4 M8,-6 h6 M28,-9 h5", line="earth*1.25", width=1.8)


def _wire(canvas: Canvas) -> None:
    canvas.path("M-40,0 V-20 M0,0 V-20 M40,0 V-20", line="wood", width=3)
    canvas.path(
        "M-46,-9 c4,-14 14,-14 14,0 c0,12 -12,12 -6,-2 c4,-12 16,-12 15,2 c0,12 -12,12 -6,-2 c4,-12 16,-12 15,2"
        " c0,12 -12,12 -6,-2 c4,-12 16,-12 15,2 c0,12 -12,12 -6,-2 c4,-12 16,-12 15,2 c0,12 -12,12 -6,-2"
        " c4,-12 16,-12 15,2",
        line="iron",
        width=1.6,
    )
    canvas.path("M-34,-18 l3,-3 M-19,-19 l3,-3 M-4,-19 l3,-3 M11,-19 l3,-3 M26,-19 l3,-3", line="iron", width=1.4)


def _bridge(canvas: Canvas) -> None:
    canvas.path("M-50,0 V-22 H-20 L-24,-10 L-30,0Z M50,0 V-22 H20 L25,-11 L30,0Z", "stone")
    canvas.path("M-20,-22 L-13,-17 L-18,-14 L-24,-10 M20,-22 L12,-18 L17,-14 L25,-11", "stone*0.8", width=1.2)
    canvas.path("M-32,2 C-22,-4 -12,4 0,-1 C12,-5 22,4 32,0 V8 H-32Z", "water", width=1.2)
    canvas.path("M-50,-14 H-24 M50,-14 H24 M-38,-22 V-14 M38,-22 V-14", width=1)


def _stones(canvas: Canvas) -> None:
    canvas.path(
        "M-22,0 L-16,-9 L-8,-10 L-3,0Z M-6,0 L0,-13 L10,-14 L16,0Z M12,0 L17,-8 L24,-7 L28,0Z", "stone", width=1.2
    )


# The pieces by name.
LAND: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "poplar": _poplar, "oak": _oak, "fir": _fir, "hedge": _hedge, "bush": _bush, "field": _field, "sheaf": _sheaf,
    "hill": _hill, "road": _road, "signpost": _signpost, "mud": _mud, "splash": _splash,
    "house": _house, "church": _church, "wall": _wall, "sandbags": _sandbags,
    "dugout": _dugout, "wire": _wire, "bridge": _bridge, "stones": _stones,
}  # fmt: skip
