"""Land and buildings. The foot of each piece is at 0, 0; wide pieces reach 44 to either side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import MIDDLE, Piece


def _disc(canvas: Canvas, sky: str) -> None:
    canvas.circle(0, 0, 44, sky, "")


def _sun(canvas: Canvas, light: str) -> None:
    for step in range(12):
        angle = step * math.pi / 6
        x, y = math.cos(angle), math.sin(angle)
        canvas.path(f"M{x * 12:.1f},{y * 12:.1f} L{x * 17:.1f},{y * 17:.1f}", line=light, width=2.2)
    canvas.circle(0, 0, 9, light)


def _cloud(canvas: Canvas, tint: str) -> None:
    canvas.path("M-15,5 C-21,5 -21,-3 -14,-4 C-13,-11 -3,-12 0,-6 C5,-10 12,-7 12,-2 C18,-2 18,5 13,5Z", tint, width=1)


def _hills(canvas: Canvas, near: str, far: str) -> None:
    canvas.path("M-44,0 C-36,-15 -25,-25 -14,-24 C-3,-22 3,-13 12,-14 C23,-17 35,-11 44,0Z", far, width=1)
    canvas.path("M-44,0 C-30,-4 -18,-6 -4,-6 C10,-13 31,-13 44,0Z", near, width=1)


def _hill(canvas: Canvas, green: str) -> None:
    canvas.path("M-44,0 C-30,-3 -22,-38 0,-38 C22,-38 30,-3 44,0Z", green)
    canvas.path("M6,-34 C18,-30 24,-14 32,-5 C22,-2 10,-2 2,-4 C12,-12 14,-24 6,-34Z", f"{green}*0.86", "")
    for x, y in ((-22, -10), (-8, -26), (-12, -7), (4, -16)):
        canvas.path(f"M{x},{y} l1.5,-3.5 l1.5,3.5 l1.5,-3", line=f"{green}*0.65", width=1)


def _slope(canvas: Canvas, green: str) -> None:
    """A cross-section of a ridge; men to the right of its crest are hidden from the left."""
    canvas.path("M-46,0 V-3 C-26,-6 -18,-42 0,-43 C16,-43 20,-14 46,-9 V0Z", green)
    canvas.path("M0,-43 C16,-43 20,-14 46,-9 V0 H16 C12,-16 8,-36 0,-43Z", f"{green}*0.8", "")
    canvas.path("M-46,-3 C-26,-6 -18,-42 0,-43 C16,-43 20,-14 46,-9", line="ink")


def _tree(canvas: Canvas, leaf: str) -> None:
    canvas.path("M-3,0 C-2,-6 -2,-12 -2,-18 H2 C2,-12 2,-6 4,0Z", "wood", width=1.2)
    canvas.path(
        "M-5,-12 C-15,-10 -18,-20 -12,-25 C-14,-34 -5,-41 2,-38"
        " C11,-40 16,-31 12,-25 C18,-19 13,-10 5,-12 C2,-9 -3,-9 -5,-12Z",
        leaf,
    )
    canvas.path(
        "M5,-14 C13,-14 14,-20 9,-23 C12,-28 11,-33 7,-36 C9,-28 4,-24 6,-20 C2,-18 2,-15 5,-14Z", f"{leaf}*0.8", ""
    )


def _fir(canvas: Canvas, leaf: str) -> None:
    canvas.path("M-2,0 V-8 H2 V0Z", "wood", width=1.2)
    canvas.path(
        "M0,-42 L8,-29 L4.5,-29.5 L12,-18 L7,-18.5 L15,-6 Q0,-3 -15,-6 L-7,-18.5 L-12,-18 L-4.5,-29.5 L-8,-29Z", leaf
    )
    canvas.path("M1,-38 L7,-29.5 L3,-30 L10,-19 L5,-19 L13,-7 L4,-5 L3,-18 L1,-30Z", f"{leaf}*0.78", "")


def _bush(canvas: Canvas, leaf: str) -> None:
    canvas.path("M-16,0 C-21,-7 -13,-13 -9,-10 C-8,-18 4,-18 6,-11 C13,-14 20,-7 16,0Z", leaf)
    canvas.path("M4,-1 C8,-5 7,-9 6,-11 C13,-13 19,-7 15.5,-1Z", f"{leaf}*0.8", "")


def _wall(canvas: Canvas, stone: str) -> None:
    canvas.path("M-44,0 L-43,-20 Q0,-23 43,-20 L44,0Z", stone)
    light, dark = f"{stone}*1.35", f"{stone}*0.82"
    for x, y, w, fill in (
        (-43, -13, 15, dark), (-27, -14, 18, light), (-8, -14, 14, dark), (7, -14, 19, stone), (27, -13, 16, dark),
        (-43, -7, 22, light), (-20, -7, 17, stone), (-2, -7, 20, dark), (19, -7, 13, light), (33, -7, 10, stone),
    ):  # fmt: skip
        canvas.path(
            f"M{x},{y + 1} q1,-1 2,-1 h{w - 4} q2,0 2,2 v3 q0,1.6 -2,1.6 h{w * -1 + 4} q-2,0 -2,-2Z", fill, width=0.8
        )
    canvas.path("M-45,-15 Q-46,-21 -41,-21 Q0,-25 41,-21 Q46,-21 45,-15 Q0,-18 -45,-15Z", light)
    for x in (-27, -10, 9, 26):
        canvas.path(f"M{x},-22 l1,5.5", width=0.8)


def _gabion(canvas: Canvas, wicker: str) -> None:
    canvas.path("M-8,0 L-8.6,-22 Q0,-25 8.6,-22 L8,0 Q0,2 -8,0Z", wicker)
    canvas.path("M3,-23 Q6,-23 8.6,-22 L8,0 Q5,1 3,1Z", f"{wicker}*0.8", "")
    for y in (-17, -12, -7, -2):
        canvas.path(f"M-8,{y - 1} q2,2 4,0 t4,0 t4,0 t4,0", line=f"{wicker}*0.6", width=1.1)
    canvas.path("M-9,-22 C-7,-28 7,-28 9,-22 Q0,-19 -9,-22Z", "earth*0.8", width=1.1)


def _redoubt(canvas: Canvas, earth: str) -> None:
    canvas.path("M-46,0 L-34,-40 H-15 L-10,-24 H10 L15,-40 H34 L46,0Z", earth)
    canvas.path("M15,-40 H34 L46,0 H20 L10,-24Z", f"{earth}*0.78", "")
    canvas.path("M-46,0 L-34,-40 H-15 L-10,-24 H10 L15,-40 H34 L46,0Z")
    canvas.path("M-35,-40 H-15 L-10,-24 H10 L15,-40 H35", line="ink", width=5)
    canvas.path("M-35,-40 H-15 L-10,-24 H10 L15,-40 H35", line="grass", width=2.6)
    for x, y in ((-32, -16), (-20, -26), (18, -14), (28, -26), (-8, -10), (-26, -6), (6, -17)):
        canvas.path(f"M{x},{y} h6", line=f"{earth}*0.62", width=1.3)


def _bridge(canvas: Canvas, stone: str, water: str) -> None:
    canvas.path("M-44,0 C-20,-7 20,-7 44,0 Q0,5 -44,0Z", water, width=1)
    canvas.path("M-42,-2 V-20 Q0,-36 42,-20 V-2 H34 C34,-16 12,-16 12,-2 H-12 C-12,-16 -34,-16 -34,-2Z", stone)
    canvas.path("M-43,-20 Q0,-37 43,-20 V-25 Q0,-42 -43,-25Z", f"{stone}*1.3")
    canvas.path("M-23,-12.5 V-27 M0,-4 V-32 M23,-12.5 V-27", line=f"{stone}*0.7", width=1)


def _river(canvas: Canvas, water: str) -> None:
    canvas.path(
        "M-6,-26 C4,-20 -22,-16 -8,-10 C4,-6 -20,-4 -30,0 H26 C28,-5 16,-8 10,-12 C4,-17 20,-20 2,-26Z", water, width=1
    )
    canvas.path("M-10,-3 h14 M-2,-9 h7 M-4,-19 h5", line=f"{water}*1.5", width=1.2)


def _house(canvas: Canvas, roof: str, wall: str) -> None:
    canvas.path("M-13,0 V-15 H13 V0Z", wall)
    canvas.path("M5,0 V-15 H13 V0Z", f"{wall}*0.84", "")
    canvas.path("M-17,-14 L-9,-26 H9 L17,-14Z", roof)
    canvas.path("M7,-29 V-20 H11.5 V-29Z", "brick", width=1)
    canvas.path("M-9,0 V-9 H-4 V0Z", "brown", width=0.8)
    canvas.path("M2,-10 H7 V-5 H2Z", "night", width=0.8)


def _village(canvas: Canvas, roof: str, wall: str) -> None:
    with canvas.at(22, 0, 0.9):
        _house(canvas, roof, wall)
    canvas.path("M-9,0 V-34 H7 V0Z", wall)
    canvas.path("M2,0 V-34 H7 V0Z", f"{wall}*0.84", "")
    canvas.path("M-12,-33 L-1,-60 L10,-33Z", f"{roof}*0.9")
    canvas.path("M-1,-59 V-66 M-3.5,-63.5 H1.5", width=1.2)
    canvas.path("M-4,-18 V-25 Q-1,-29 2,-25 V-18Z", "night", width=0.8)
    with canvas.at(-23, 0):
        _house(canvas, roof, wall)


def _fence(canvas: Canvas, wood: str) -> None:
    canvas.path("M-42,-5 H42 V-8 H-42Z M-42,-12 H42 V-15 H-42Z", wood, width=1)
    for x in range(-38, 42, 15):
        canvas.path(f"M{x},0 V-18 L{x + 2},-21 L{x + 4},-18 V0Z", wood, width=1)


def _road(canvas: Canvas, sand: str) -> None:
    canvas.path(
        "M-22,0 C-10,-8 16,-10 8,-17 C2,-21 -6,-23 2,-28 H6 C4,-23 20,-21 22,-15 C24,-8 16,-5 18,0Z", sand, width=1
    )


def _field(canvas: Canvas, green: str) -> None:
    canvas.path("M-44,0 C-32,-9 32,-9 44,0Z", green, width=1)


def _rocks(canvas: Canvas, stone: str) -> None:
    canvas.path("M-20,0 L-16,-13 L-5,-19 L5,-12 L8,0Z", stone)
    canvas.path("M-5,-19 L5,-12 L8,0 H-4 L-1,-10Z", f"{stone}*0.78", "")
    canvas.path("M3,0 L7,-9 L15,-11 L22,0Z", f"{stone}*0.9")


def _chevaux(canvas: Canvas, wood: str) -> None:
    for x in range(-32, 34, 16):
        canvas.path(f"M{x - 9},0 L{x + 7},-25 L{x + 9},-24 L{x - 5},0Z", wood, width=1)
        canvas.path(f"M{x + 9},0 L{x - 7},-25 L{x - 9},-24 L{x + 5},0Z", wood, width=1)
    canvas.path("M-42,-11 H42 V-16 H-42Z", f"{wood}*1.2", width=1.2)


PIECES: Final[Mapping[str, Piece]] = {
    "disc": Piece(_disc, ("sky*1.6",), MIDDLE),
    "sun": Piece(_sun, ("yellow",), MIDDLE),
    "cloud": Piece(_cloud, ("white",), MIDDLE),
    "hills": Piece(_hills, ("grass", "grass*1.35")),
    "hill": Piece(_hill, ("grass",)),
    "slope": Piece(_slope, ("grass",)),
    "tree": Piece(_tree, ("leaf",)),
    "fir": Piece(_fir, ("green",)),
    "bush": Piece(_bush, ("leaf",)),
    "wall": Piece(_wall, ("stone",)),
    "gabion": Piece(_gabion, ("tan",)),
    "redoubt": Piece(_redoubt, ("earth",)),
    "bridge": Piece(_bridge, ("stone", "water")),
    "river": Piece(_river, ("water",)),
    "house": Piece(_house, ("brick", "white")),
    "village": Piece(_village, ("brick", "white")),
    "fence": Piece(_fence, ("wood",)),
    "road": Piece(_road, ("sand",)),
    "field": Piece(_field, ("grass",)),
    "rocks": Piece(_rocks, ("stone",)),
    "chevaux": Piece(_chevaux, ("wood",)),
}
