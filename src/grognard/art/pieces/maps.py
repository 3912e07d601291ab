"""Land and troops for old-style battle maps, seen from above. Each piece is centered on 0, 0."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import MIDDLE, Piece


def _paper(c: Canvas, tint: str) -> None:
    c.path("M-44,-43 Q-20,-46 0,-44 T44,-44 Q46,-20 44,0 T45,43 Q20,46 0,44 T-44,45 Q-46,20 -44,0 T-44,-43Z", tint)
    c.path("M-15,-44 V44 M15,-44 V44 M-44,-14 H44", line="earth*1.35", width=1.2)
    c.path("M44,20 V44 H20 Q34,38 44,20Z", "earth*1.35", "")


def _block(c: Canvas, coat: str) -> None:
    c.path("M-12,-5 H12 V5 H-12Z", coat)
    c.path("M-12,5 L12,-5", line="white", width=1.2)
    c.path("M0,-5 V-8.5", width=1.6)


def _horse_block(c: Canvas, coat: str) -> None:
    c.path("M-9,-5 H9 V5 H-9Z", coat)
    c.path("M9,-5 V5 H-9Z", "white", width=1.2)


def _line(c: Canvas, coat: str) -> None:
    for x in (-27, -9, 9, 27):
        with c.at(x, 0, 0.68):
            _block(c, coat)


def _column(c: Canvas, coat: str) -> None:
    for y in (16, 8, 0, -8, -16):
        c.path(f"M-7,{y - 2.8} H7 V{y + 2.8} H-7Z", coat, width=1.2)
    c.path("M0,-19 V-24", width=1.6)


def _square(c: Canvas, coat: str) -> None:
    ticks = []
    for at in range(-20, 21, 8):
        ticks.append(f"M{at},-26 V-33 M{at},26 V33 M-26,{at} H-33 M26,{at} H33")
    c.path(" ".join(ticks), line="iron", width=1.8)
    c.path("M-27,-27 H27 V27 H-27Z M-16,-16 V16 H16 V-16Z", coat)
    c.path("M-21.5,-21.5 H21.5 V21.5 H-21.5Z", line="white", width=1.6)
    c.path("M0,10 V-9", line="wood", width=2.2)
    c.path("M0,-10 C5,-13 8,-7 13,-10 V-1 C8,2 5,-4 0,-1Z", "yellow", width=1)


def _broken_square(c: Canvas, coat: str) -> None:
    c.path("M-27,-27 H-8 L-13,-16 H-16 V16 H16 V-6 L27,-10 V27 H-27Z", coat)
    c.path("M-21.5,-12 V21.5 H21.5 V-2", line="white", width=1.6)
    for x, y, turn in ((9, -29, 30), (24, -31, 70), (36, -18, 20)):
        with c.at(x, y, 1, turn):
            c.path("M-6,-4.5 H6 V4.5 H-6Z", coat, width=1.2)
    ticks = [f"M{at},26 V33 M-26,{at} H-33" for at in range(-20, 21, 8)]
    c.path(" ".join(ticks), line="iron", width=1.8)
    c.path("M-6,10 L8,2", line="wood", width=2.2)


def _shattered(c: Canvas, coat: str) -> None:
    for x, y, turn in (
        (-32, 4, -14),
        (-19, -3, -34),
        (-8, -14, 20),
        (9, -14, -30),
        (19, -3, 38),
        (32, 4, 14),
        (-1, -25, 8),
    ):
        with c.at(x, y, 1, turn):
            c.path("M-6,-4.5 L5,-5 L7,0 L5,4.5 H-6 L-4,0Z", coat, width=1.2)


def _gun(c: Canvas, bronze: str) -> None:
    c.path("M-9,4 H-5 V-5 H-9Z M5,4 H9 V-5 H5Z", "wood", width=1.2)
    c.path("M-6,0 H6", width=3)
    c.path("M-3.4,10 L-2.4,-16 H2.4 L3.4,10Z", bronze, width=1.2)


def _heights(c: Canvas, tint: str) -> None:
    ticks = []
    for at in range(26):
        x, y = sin(at * pi / 13), cos(at * pi / 13)
        ticks.append(f"M{x * 22:.1f},{y * 12:.1f} L{x * 30:.1f},{y * 18:.1f}")
    c.path(" ".join(ticks), line=tint, width=1.4)
    c.ellipse(0, 0, 20, 10, f"{tint}*1.5", tint, 1.2)


def _stream(c: Canvas, water: str) -> None:
    c.path(
        "M-44,2 C-30,-14 -20,10 -4,-2 C10,-13 24,10 44,-10 V-2 C24,18 10,-5 -4,6 C-20,18 -30,-6 -44,10Z",
        water,
        f"{water}*0.7",
    )
    c.path("M-28,1 q5,0 9,4 M6,-1 q6,0 10,2 M26,4 q5,0 9,-4", line=f"{water}*1.5", width=1)


def _way(c: Canvas, sand: str) -> None:
    c.path("M-44,0 C-26,-5 -14,6 0,0 S28,-6 44,0", line="ground", width=5.6)
    c.path("M-44,0 C-26,-5 -14,6 0,0 S28,-6 44,0", line=sand, width=3.4)


def _houses(c: Canvas, roof: str) -> None:
    c.path("M-12,-7 H-3 V0 H-12Z M1,-11 H9 V-3 H1Z M5,2 H14 V8 H5Z M-9,5 H-1 V11 H-9Z", roof, width=1.2)
    c.path("M-12,-3.5 H-3 M1,-7 H9 M5,5 H14 M-9,8 H-1", line=f"{roof}*0.7", width=1)


def _woods(c: Canvas, leaf: str) -> None:
    for x, y in ((-11, 3), (0, -5), (10, 2), (-3, 8), (7, 11), (-9, -7)):
        c.circle(x, y, 5.4, leaf if y > 0 else f"{leaf}*1.2", f"{leaf}*0.6", 1.1)


def _bridge(c: Canvas, stone: str) -> None:
    c.path("M-7,-11 H7 V11 H-7Z", stone, "")
    c.path("M-9,-14 Q-6,-10 -6,-6 V6 Q-6,10 -9,14 M9,-14 Q6,-10 6,-6 V6 Q6,10 9,14", width=2)


def _fort(c: Canvas, stone: str) -> None:
    points = []
    for at in range(5):
        for angle, r in ((-36, 23), (-17, 26), (-22, 34), (0, 44), (22, 34), (17, 26)):
            turn = (at * 72 + angle) * pi / 180
            points.append(f"{r * sin(turn):.1f},{-r * cos(turn):.1f}")
    star = "M" + " L".join(points) + "Z"
    with c.at(0, 2, 1.06):
        c.path(star, "water", width=1.2)
    with c.at(0, 2, 0.86):
        c.path(star, "grass")
    with c.at(0, 2, 0.7):
        c.path(star, stone)
    with c.at(0, 2, 0.48):
        c.path(star, f"{stone}*1.4", width=1.8)
    with c.at(0, 3, 0.62):
        _houses(c, "brick")


def _flashes(c: Canvas, fire: str) -> None:
    for x in (-24, -8, 8, 24):
        c.path(f"M{x},0 l-5,-6 l3,0 l-2,-7 l4,4 l4,-4 l-2,7 l3,0Z", fire, width=1)


def _tangle(c: Canvas, tint: str) -> None:
    d = (
        "M-34,26 C-30,-36 34,-38 26,2 C18,34 -34,18 -24,-10 C-14,-36 32,-14 14,12 C-2,30 -18,4 0,-4"
        " C20,-12 34,14 36,-18"
    )
    c.path(d, line="ink", width=7.4)
    c.path(d, line=tint, width=4.6)
    c.path("M36,-34 L45,-16 L28,-18Z", tint)


PIECES: Final[Mapping[str, Piece]] = {
    "map-paper": Piece(_paper, ("sand",), MIDDLE),
    "map-block": Piece(_block, ("blue*1.3",), MIDDLE),
    "map-horse": Piece(_horse_block, ("blue*1.3",), MIDDLE),
    "map-line": Piece(_line, ("blue*1.3",), MIDDLE),
    "map-column": Piece(_column, ("blue*1.3",), MIDDLE),
    "map-square": Piece(_square, ("blue*1.3",), MIDDLE),
    "map-broken-square": Piece(_broken_square, ("blue*1.3",), MIDDLE),
    "map-shattered": Piece(_shattered, ("red",), MIDDLE),
    "map-gun": Piece(_gun, ("bronze",), MIDDLE),
    "map-heights": Piece(_heights, ("earth",), MIDDLE),
    "map-river": Piece(_stream, ("water",), MIDDLE),
    "map-road": Piece(_way, ("sand*1.5",), MIDDLE),
    "map-houses": Piece(_houses, ("brick",), MIDDLE),
    "map-woods": Piece(_woods, ("leaf",), MIDDLE),
    "map-bridge": Piece(_bridge, ("stone*1.4",), MIDDLE),
    "map-fort": Piece(_fort, ("stone",), MIDDLE),
    "map-flashes": Piece(_flashes, ("fire",), MIDDLE),
    "map-tangle": Piece(_tangle, ("violet*1.3",), MIDDLE),
}
