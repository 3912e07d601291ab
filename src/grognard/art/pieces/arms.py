"""Weapons, shot, shell and smoke. Each thing is centered on 0, 0; muzzles, points and shot face left."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import FOOT, MIDDLE, Piece

BALLS: Final = ((-38, -8), (-30, 3), (-36, 10), (-24, -7), (-26, 13), (-16, 1), (-40, 2), (-18, -12), (-14, 9))


def _musket(canvas: Canvas, wood: str) -> None:
    canvas.path("M-42,-1.6 H-6 V1.2 H-42Z", "steel", width=1)
    canvas.path("M-33,0 H2 C8,-1 12,1 16,2 L36,7 L34,15 C26,13 18,9 12,5 L2,4 H-33Z", wood, width=1.2)
    canvas.path("M-30,-2 V4.5 M-18,-2 V4.5", line="brass", width=2)
    canvas.path("M4,-1 C4,-6 8,-7 10,-5 L8,-2 L12,-1", "steel", width=1.1)
    canvas.path("M4,5 C5,9 10,9 11,6", width=1.2)
    canvas.path("M-42,-1 H-62 L-66,0 L-62,0.8 H-42Z", "steel*1.3", width=0.9)


def _rifle(canvas: Canvas, wood: str) -> None:
    canvas.path("M-40,-2 H-4 V1.6 H-40Z", "iron", width=1)
    canvas.path("M-36,0 H4 C10,-1 13,1 17,2 L36,6 L35,16 C26,13 18,10 12,6 L4,5 H-36Z", wood, width=1.2)
    canvas.path("M20,6.5 L32,9.5 L31.5,12 L20,8.5Z", "brass", width=0.8)
    canvas.path("M5,-1 C5,-6 9,-7 11,-5 L9,-2 L13,-1", "steel", width=1.1)
    canvas.path("M5,6 C6,10 12,10 12,7 M-38,-2 v-2.5", width=1.2)
    canvas.path("M-28,3 C-20,13 4,16 18,9", line="leather", width=1.6)


def _bayonet(canvas: Canvas, steel: str) -> None:
    canvas.path("M-44,0 L-36,-3 H12 V3 H-36Z", steel, width=1.2)
    canvas.path("M-38,0 H10", line=f"{steel}*0.7", width=1)
    canvas.path("M12,-3.6 H16 L18,6 H26 V12 H10 V6 H13 L12,3.6Z", "iron", width=1)
    canvas.path("M8,6 H36 V12 H8Z", "steel*0.85", width=1.1)
    canvas.path("M20,12 H36 V16 H20Z", "wood", width=1)


def _sabre(canvas: Canvas, hilt: str) -> None:
    canvas.path("M22,2 C2,5 -22,0 -44,-15 C-24,-6 0,-5 22,-4Z", "steel*1.2", width=1.2)
    canvas.path("M18,0 C0,2 -20,-3 -36,-11", line="steel*0.75", width=0.9)
    canvas.path("M22,-4 L38,-1 C41,0 41,5 37,4 L22,2Z", "black", width=1.1)
    canvas.path("M21,-7 L24,-7 L23,4 C27,12 36,11 39,4", line=hilt, width=2.6)
    canvas.path("M21,-8 V5", line=hilt, width=3)


def _straight(canvas: Canvas, hilt: str) -> None:
    canvas.path("M-46,0 L-38,-3 H16 V3 H-38Z", "steel*1.2", width=1.2)
    canvas.path("M-36,0 H16", line="steel*0.75", width=1)
    canvas.path("M16,-9 H20 V9 H16Z", hilt, width=1.1)
    canvas.path("M20,-2.6 H34 V2.6 H20Z", "black", width=1)
    canvas.circle(37, 0, 3.4, hilt, width=1.1)
    canvas.path("M18,8 C22,13 33,12 36,3", line=hilt, width=2)


def _pistol(canvas: Canvas, wood: str) -> None:
    canvas.path("M-30,-6 H2 V-1 H-30Z", "steel", width=1.1)
    canvas.path("M-22,-2 H4 C12,-3 18,2 24,14 L27,20 C25,24 19,24 18,20 C14,11 9,5 2,4 H-22Z", wood, width=1.2)
    canvas.path("M2,-5 C2,-11 7,-12 9,-10 L6,-6 L10,-4", "steel", width=1.1)
    canvas.path("M0,4 C0,10 8,11 9,6", width=1.2)
    canvas.path("M18.5,19 Q22,17 26.5,19.5", line="brass", width=2.2)


def _ball(canvas: Canvas, iron: str) -> None:
    canvas.circle(0, 0, 10, iron)
    canvas.path("M-6,-3 C-5,-6 -3,-7.4 0,-7.6", line=f"{iron}*1.6", width=2)


def _balls(canvas: Canvas, iron: str) -> None:
    for x, y in ((-21, -10), (0, -10), (21, -10), (-10.5, -27.5), (10.5, -27.5), (0, -45)):
        with canvas.at(x, y):
            _ball(canvas, iron)


def _flight(canvas: Canvas, iron: str) -> None:
    canvas.path("M-4,-12 C20,-14 34,-9 52,-2 C36,0 20,14 -4,12Z", "smoke", "")
    canvas.path("M10,-8 H40 M13,0 H50 M10,8 H34", line="grey", width=1.6)
    with canvas.at(0, 0, 1.35):
        _ball(canvas, iron)


def _bounce(canvas: Canvas, iron: str) -> None:
    for x in (14, -14):
        canvas.path(f"M{x - 7},0 l-3,-7 l6,4 l1,-8 l4,8 l6,-4 l-3,7Z", "earth", width=1)
    for start, end, top in ((44, 14, -30), (14, -14, -42)):
        canvas.path(f"M{start},-4 Q{(start + end) / 2},{top * 2} {end},-4", line="grey", width=1.8)
    canvas.path("M-14,-4 Q-20,-30 -27,-38", line="grey", width=1.8)
    with canvas.at(-32, -44, 1.25):
        _ball(canvas, iron)


def _canister(canvas: Canvas, tin: str) -> None:
    canvas.path("M4,-4 L-44,-20 V20 L4,4Z", "smoke*1.3", "")
    for x, y in BALLS:
        canvas.circle(x - 2, y * 1.3, 3.2, "iron", width=0.9)
    canvas.path("M0,-13 H26 Q30,0 26,13 H0Z", tin, width=1.2)
    canvas.path("M0,-13 Q-6,-8 -2,-5 Q-8,0 -2,5 Q-6,9 0,13 Q4,0 0,-13Z", f"{tin}*0.7", width=1)
    canvas.path("M26,-14 H38 V14 H26 Q30,0 26,-14Z", "wood", width=1.2)


def _burst(canvas: Canvas, fire: str) -> None:
    points = []
    for step in range(20):
        angle, far = step * math.pi / 10, (24, 14)[step % 2] * (1, 0.82, 1.15)[step % 3]
        points.append(f"{far * math.cos(angle):.1f},{far * math.sin(angle):.1f}")
    canvas.path(f"M{' L'.join(points)}Z", fire)
    canvas.path("M-11,-4 L-6,-6 L-3,-12 L1,-6 L8,-9 L6,-2 L12,3 L5,4 L2,11 L-3,5 L-10,7 L-6,1Z", "yellow", "")


def _shrapnel(canvas: Canvas, fire: str) -> None:
    with canvas.at(0, -14, 0.95):
        _burst(canvas, fire)
    for x, y in ((-30, 6), (-20, 16), (-9, 10), (-2, 22), (8, 12), (18, 20), (26, 8), (-14, 26), (12, 28)):
        canvas.path(f"M{x * 0.72:.1f},{y * 0.6 - 4:.1f} L{x},{y}", line="grey", width=1.1)
        canvas.circle(x, y, 2.5, "iron", width=0.8)


def _shell(canvas: Canvas, iron: str) -> None:
    canvas.circle(0, 4, 20, iron)
    canvas.path("M-13,0 C-11,-7 -6,-11 0,-11", line=f"{iron}*1.6", width=2.8)
    canvas.path("M5,-14 L12,-19 L18,-12 L12,-7Z", "brass", width=1.1)
    canvas.path("M15,-16 C18,-24 26,-20 27,-27", line="tan", width=2.4)
    with canvas.at(28, -31, 0.36):
        _burst(canvas, "fire")


def _case(canvas: Canvas, iron: str) -> None:
    canvas.circle(0, 0, 26, iron)
    canvas.circle(0, 0, 19.5, "earth*0.55", width=1)
    for ring, count in ((0, 1), (7.4, 6), (14.8, 12)):
        for step in range(count):
            angle = step * 2 * math.pi / count
            canvas.circle(ring * math.cos(angle), ring * math.sin(angle), 3.4, "steel", width=0.8)
    canvas.path("M-5,-30 H5 V-18 H-5Z", "wood", width=1.1)
    canvas.path("M0,-30 C0,-38 7,-36 8,-43", line="tan", width=2.2)


def _smoke(canvas: Canvas, grey: str) -> None:
    canvas.path(
        "M-20,10 C-30,11 -31,-1 -22,-3 C-23,-13 -9,-16 -5,-9 C0,-19 15,-17"
        " 15,-7 C25,-9 30,4 21,8 C17,13 9,10 6,10 C0,15 -14,14 -20,10Z",
        grey, width=1,
    )  # fmt: skip
    canvas.path("M-14,2 C-10,-4 -2,-3 -1,2 M4,-3 C8,-7 14,-4 14,0", line=f"{grey}*0.8", width=1.2)


def _flash(canvas: Canvas, fire: str) -> None:
    canvas.path("M8,0 L-2,-3 L-6,-11 L-9,-4 L-20,-6 L-13,0 L-20,6 L-9,4 L-6,11 L-2,3Z", fire, width=1)
    canvas.path("M4,0 L-5,-3 L-13,0 L-5,3Z", "yellow", "")


def _explosion(canvas: Canvas, fire: str) -> None:
    canvas.path(
        "M-18,0 L-32,-14 L-22,-16 L-34,-34 L-18,-28 L-16,-46 L-5,-33"
        " L4,-54 L10,-34 L25,-44 L22,-27 L36,-28 L24,-14 L32,-10 L18,0Z",
        fire,
    )
    canvas.path("M-11,0 L-18,-12 L-11,-13 L-14,-24 L-5,-20 L2,-36 L7,-20 L16,-24 L14,-12 L20,-8 L12,0Z", "yellow", "")
    canvas.path(
        "M-28,0 C-30,-7 -20,-10 -16,-6 C-12,-12 -2,-10 0,-5 C6,-11 15,-10 17,-5 C24,-9 30,-4 28,0Z", "earth", width=1.1
    )
    for x, y in ((-29, -41), (29, -51), (-12, -55), (38, -36)):
        canvas.path(f"M{x},{y} l4,-2 l2,4 l-4,2Z", "earth*0.7", width=0.8)


def _barrel(canvas: Canvas, metal: str) -> None:
    canvas.path("M-42,-7 H-37 L-36,-6 L20,-9 L30,-9 C35,-9 36,9 30,9 L20,9 L-36,6 L-37,7 H-42 Q-44,0 -42,-7Z", metal)
    canvas.path("M34,-3 C38,-5 42,-2 42,0 C42,2 38,5 34,3Z", metal, width=1.1)
    canvas.path("M-36,-6 V6 M-12,-7.4 V7.4 M12,-8.6 V8.6 M22,-9 V9", width=1.2)
    canvas.path("M-34,-3 L28,-5.6", line=f"{metal}*1.5", width=1.8)
    canvas.circle(2, 3, 3.6, f"{metal}*0.75", width=1)


def _muzzle(canvas: Canvas, metal: str) -> None:
    """A gun that points at the viewer."""
    canvas.circle(0, 0, 10, metal)
    canvas.circle(0, 0, 5, "ink", "")
    canvas.path("M-7,-3 C-6,-6 -3,-7.6 0,-7.6", line=f"{metal}*1.5", width=1.6)


def _wheel(canvas: Canvas, wood: str) -> None:
    canvas.circle(0, 0, 20, "", "ink", 7)
    canvas.circle(0, 0, 20, "", wood, 4.2)
    for step in range(12):
        x, y = math.cos(step * math.pi / 6), math.sin(step * math.pi / 6)
        canvas.path(f"M{x * 4:.1f},{y * 4:.1f} L{x * 18:.1f},{y * 18:.1f}", line=f"{wood}*0.72", width=2.2)
    canvas.circle(0, 0, 5, wood)
    canvas.circle(0, 0, 1.6, "iron", "")


def _gun(canvas: Canvas, metal: str, wood: str) -> None:
    canvas.path("M-6,-25 L44,-6 L42,0 L-8,-16Z", wood)
    with canvas.at(-6, -34, 0.92, 6):
        _barrel(canvas, metal)
    with canvas.at(-3, -22, 0.95):
        _wheel(canvas, wood)


def _limber(canvas: Canvas, wood: str) -> None:
    canvas.path("M-44,-20 H20 V-15 H-44Z", wood, width=1.2)
    canvas.path("M-10,-44 H24 V-20 H-10Z", f"{wood}*1.15")
    canvas.path("M-13,-50 H27 L24,-43 H-10Z", f"{wood}*0.8")
    canvas.path("M-3,-44 V-20 M17,-44 V-20", line="iron", width=1.8)
    canvas.path("M5,-36 h5 v6 h-5Z", "brass", width=1)
    with canvas.at(7, -22.5, 0.96):
        _wheel(canvas, wood)


def _cartridges(canvas: Canvas, paper: str) -> None:
    for x, y, turn in ((-12, 3, -24), (12, 3, 22), (0, 0, 0)):
        with canvas.at(x, y, 1, turn):
            canvas.path("M-6,14 V-8 L-3,-15 L4,-17 L6,-8 V14 Q0,17 -6,14Z", paper, width=1.2)
            canvas.path("M-6,8 Q0,11 6,8 M-6,-6 Q0,-3 6,-6", line=f"{paper}*0.7", width=1)


def _ramrod(canvas: Canvas, steel: str) -> None:
    canvas.path("M-40,-1 H38 V1.4 H-40Z", steel, width=0.9)
    canvas.path("M-46,-3 H-40 L-38,0 L-40,3 H-46Z", steel, width=1)


def _sponge(canvas: Canvas, wood: str) -> None:
    canvas.path("M-30,-1.8 H44 V1.8 H-30Z", wood, width=1)
    canvas.path("M-46,-6 Q-38,-9 -30,-6 V6 Q-38,9 -46,6Z", "white", width=1.2)


def _keg(canvas: Canvas, wood: str) -> None:
    canvas.path("M-12,0 C-17,-10 -17,-22 -12,-31 H12 C17,-22 17,-10 12,0Z", wood)
    canvas.path("M4,-31 H12 C17,-22 17,-10 12,0 H4 C8,-10 8,-22 4,-31Z", f"{wood}*0.8", "")
    canvas.path("M-14.6,-6 Q0,-3 14.6,-6 M-14.6,-25 Q0,-22 14.6,-25", line="iron", width=2.4)
    canvas.ellipse(0, -31, 12, 3, f"{wood}*1.25", width=1.1)


PIECES: Final[Mapping[str, Piece]] = {
    "musket": Piece(_musket, ("wood",), MIDDLE),
    "rifle": Piece(_rifle, ("wood",), MIDDLE),
    "bayonet": Piece(_bayonet, ("steel",), MIDDLE),
    "sabre": Piece(_sabre, ("brass",), MIDDLE),
    "sword": Piece(_straight, ("brass",), MIDDLE),
    "pistol": Piece(_pistol, ("wood",), MIDDLE),
    "ball": Piece(_ball, ("iron",), MIDDLE),
    "balls": Piece(_balls, ("iron",), FOOT),
    "flight": Piece(_flight, ("iron",), MIDDLE),
    "bounce": Piece(_bounce, ("iron",), FOOT),
    "canister": Piece(_canister, ("steel",), MIDDLE),
    "burst": Piece(_burst, ("fire",), MIDDLE),
    "shrapnel": Piece(_shrapnel, ("fire",), MIDDLE),
    "shell": Piece(_shell, ("iron",), MIDDLE),
    "case": Piece(_case, ("iron",), MIDDLE),
    "smoke": Piece(_smoke, ("smoke",), MIDDLE),
    "flash": Piece(_flash, ("fire",), MIDDLE),
    "explosion": Piece(_explosion, ("fire",), FOOT),
    "barrel": Piece(_barrel, ("bronze",), MIDDLE),
    "muzzle": Piece(_muzzle, ("bronze",), MIDDLE),
    "wheel": Piece(_wheel, ("olive",), MIDDLE),
    "gun": Piece(_gun, ("bronze", "olive"), FOOT),
    "limber": Piece(_limber, ("olive",), FOOT),
    "cartridges": Piece(_cartridges, ("sand",), MIDDLE),
    "ramrod": Piece(_ramrod, ("steel",), MIDDLE),
    "sponge": Piece(_sponge, ("wood",), MIDDLE),
    "keg": Piece(_keg, ("wood",), FOOT),
}
