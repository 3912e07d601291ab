"""Emblems: flags, drums, badges, letters, arrows. Things are centered on 0, 0 unless they stand on the ground."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import FOOT, MIDDLE, Piece


def _flag(canvas: Canvas, cloth: str) -> None:
    canvas.path("M-18,34 V-38", line="ink", width=3.6)
    canvas.path("M-18,34 V-37", line="wood", width=1.8)
    canvas.path("M-21,-38 L-18,-45 L-15,-38Z", "brass", width=1)
    canvas.path("M-17,-36 C-4,-43 6,-30 24,-37 V-8 C6,-1 -4,-14 -17,-7Z", cloth)
    canvas.path("M4,-35.5 C10,-34 16,-34 24,-37 V-8 C16,-5 10,-5 4,-7Z", f"{cloth}*0.82", "")
    canvas.path("M-17,-36 C-4,-43 6,-30 24,-37 V-8 C6,-1 -4,-14 -17,-7Z")


def _tatters(canvas: Canvas, cloth: str) -> None:
    """A torn flag on a broken pole."""
    canvas.path("M-18,34 L-17,-6", line="ink", width=3.6)
    canvas.path("M-18,34 L-17,-5", line="wood", width=1.8)
    with canvas.at(-16, -6, 1, 38):
        canvas.path("M0,0 V-34", line="ink", width=3.6)
        canvas.path("M0,0 V-33", line="wood", width=1.8)
        canvas.path("M1,-33 C8,-38 20,-28 32,-33 L28,-26 L33,-21 L26,-16 L30,-9 L20,-11 L15,-4 L10,-10 L1,-6Z", cloth)
        canvas.circle(12, -23, 2.6, "sand", width=0.9)
        canvas.circle(20, -17, 2, "sand", width=0.9)


def _eagle(canvas: Canvas, gold: str) -> None:
    canvas.path("M0,46 V8", line="ink", width=4)
    canvas.path("M0,46 V8", line="blue*1.25", width=2.2)
    canvas.path("M-10,2 H10 V10 H-10Z", f"{gold}*0.85", width=1.2)
    canvas.path(
        "M-3,-6 C-14,-4 -26,-14 -30,-38 C-22,-30 -20,-34 -18,-26 C-14,-30 -12,-24 -8,-22 C-7,-27 -5,-30 -3,-31"
        " C-6,-38 -1,-42 3,-39 C6,-37 5,-32 4,-30 C6,-28 8,-25 8,-22 C12,-24 14,-30 18,-26 C20,-34 22,-30 30,-38"
        " C26,-14 14,-4 3,-6 L6,2 H-6Z",
        gold,
    )  # fmt: skip
    canvas.path(
        "M4,-30 C8,-24 8,-14 5,-7 C14,-7 24,-16 29,-35 C24,-28 21,-32 19,-24 C13,-27 13,-20 8,-20Z", f"{gold}*0.78", ""
    )
    canvas.path("M-4,-37 L-9,-34.5 L-4,-33.5Z", "yellow", width=0.9)
    canvas.path("M-24,-25 L-9,-13 M-18,-22 L-8,-14 M24,-25 L9,-13 M18,-22 L8,-14", line=f"{gold}*0.6", width=1)


def _laurel(canvas: Canvas, leaf: str) -> None:
    for side in (-1, 1):
        canvas.path(f"M0,30 C{side * 26},28 {side * 36},0 {side * 20},-28", line=f"{leaf}*0.6", width=1.6)
        for step in range(7):
            angle = math.radians(78 - step * 24)
            x, y = side * 29 * math.cos(angle), 2 + 29 * math.sin(angle)
            for out in (1, -1):
                turn = side * (math.degrees(math.pi / 2 - angle) - 14 + out * 24)
                with canvas.at(x, y, 1, turn):
                    canvas.path("M0,2 C-5,-3 -4,-9 0,-13 C4,-9 5,-3 0,2Z", leaf, width=0.9)
    canvas.path("M-8,27 C-2,33 2,33 8,27 L10,38 L4,33 L-4,33 L-10,38Z", "red", width=1)


def _drum(canvas: Canvas, shell: str) -> None:
    canvas.path("M-26,-36 V-6 C-26,3 26,3 26,-6 V-36Z", shell)
    canvas.path("M12,-33 H26 V-6 C26,-2 20,-0.5 12,0Z", f"{shell}*0.8", "")
    for x in (-26, -13, 0, 13):
        canvas.path(f"M{x},-33 L{x + 6.5},-1.5 L{x + 13},-33", line="white", width=1.5)
    canvas.path("M-27,-39 C-27,-30 27,-30 27,-39 V-33 C27,-24 -27,-24 -27,-33Z", "red", width=1.2)
    canvas.path("M-27,-9 C-27,0 27,0 27,-9 V-3 C27,6 -27,6 -27,-3Z", "red", width=1.2)
    canvas.ellipse(0, -39, 27, 7, "white")
    canvas.path("M-36,-60 L2,-41 M34,-62 L6,-42", line="ink", width=4)
    canvas.path("M-36,-60 L2,-41 M34,-62 L6,-42", line="tan", width=2)


def _horn(canvas: Canvas, metal: str) -> None:
    canvas.path("M-30,-12 C-12,-2 6,-4 14,-12 C22,-20 14,-30 4,-26 C-6,-22 -4,-8 8,-6 L30,-6", line="ink", width=6.6)
    canvas.path("M-30,-12 C-12,-2 6,-4 14,-12 C22,-20 14,-30 4,-26 C-6,-22 -4,-8 8,-6 L30,-6", line=metal, width=4)
    canvas.path("M-26,-14 L-42,-26 C-46,-20 -46,-4 -40,2 L-24,-6Z", metal)
    canvas.path("M30,-9 L36,-10 V-2 L30,-3Z", metal, width=1.1)
    canvas.path("M-12,-4 C-14,12 8,14 16,-5", line="red", width=2.2)
    canvas.path("M-2,8 l-3,10 M0,8 l1,11 M2,8 l5,9", line="red", width=2.4)


def _epaulette(canvas: Canvas, gold: str) -> None:
    for x in range(-20, 21, 5):
        canvas.path(f"M{x},8 q-1,10 {x * 0.12:.1f},21", line="ink", width=4.6)
        canvas.path(f"M{x},8 q-1,10 {x * 0.12:.1f},21", line=gold, width=3)
    canvas.path("M-9,-32 H9 L10,-8 C24,-8 26,8 20,12 C8,16 -8,16 -20,12 C-26,8 -24,-8 -10,-8Z", gold)
    canvas.path("M-20,3 C-10,8 10,8 20,3", line=f"{gold}*0.7", width=3)
    canvas.path("M-5,-28 V-8 M0,-29 V-8 M5,-28 V-8", line=f"{gold}*0.7", width=1.2)
    canvas.circle(0, -24, 3.4, f"{gold}*1.3", width=1)


def _gorget(canvas: Canvas, gold: str) -> None:
    canvas.path("M-26,-18 C-26,6 -10,20 0,22 C10,20 26,6 26,-18 L18,-16 C16,-2 8,4 0,4 C-8,4 -16,-2 -18,-16Z", gold)
    canvas.path("M-22,-14 C-20,0 -10,12 0,15", line=f"{gold}*1.5", width=1.6)
    with canvas.at(0, 12, 0.2):
        _eagle(canvas, "steel")


def _sleeve(canvas: Canvas, coat: str, stripe: str) -> None:
    """A bent arm with two stripes above its cuff."""
    canvas.path("M-13,44 C-15,54 -8,58 0,57 C10,58 15,54 13,44Z", "skin", width=1.2)
    canvas.path("M-4,57 V51 M3,57 V51", width=1)
    canvas.path("M-16,40 L-18,-8 C-18,-34 8,-42 22,-34 C30,-28 30,-18 26,-8 L16,40Z", coat)
    canvas.path("M8,40 L16,-36 C30,-34 30,-18 26,-8 L16,40Z", f"{coat}*0.8", "")
    for y in (-8, 6):
        canvas.path(
            f"M-18,{y + 12} L3,{y - 4} L22.5,{y + 10} L21,{y + 18} L3,{y + 5} L-17.5,{y + 21}Z", stripe, width=1.1
        )
    canvas.path("M-18,32 H18 L17,46 H-17Z", "red", width=1.2)


def _keys(canvas: Canvas, metal: str) -> None:
    for turn in (-32, 30):
        with canvas.at(0, -20, 1, turn):
            canvas.path("M0,10 V44 M0,34 H8 M0,42 H10", line="ink", width=5.6)
            canvas.path("M0,10 V44 M0,34 H8 M0,42 H10", line=metal, width=3)
            canvas.circle(0, 4, 6.4, "", "ink", 5)
            canvas.circle(0, 4, 6.4, "", metal, 2.6)
    canvas.circle(0, -24, 7, "", "ink", 4)
    canvas.circle(0, -24, 7, "", "iron*1.4", 1.8)


def _ledger(canvas: Canvas, cover: str) -> None:
    canvas.path("M-36,-20 C-24,-26 -8,-25 0,-18 C8,-25 24,-26 36,-20 V18 C24,13 8,13 0,20 C-8,13 -24,13 -36,18Z", cover)
    canvas.path("M-33,-22 C-22,-28 -8,-26 0,-20 V15 C-8,9 -22,9 -33,14Z", "white", width=1.1)
    canvas.path("M33,-22 C22,-28 8,-26 0,-20 V15 C8,9 22,9 33,14Z", "sand", width=1.1)
    for y in (-17, -11, -5, 1):
        canvas.path(f"M-27,{y} q9,-4 20,1 M8,{y + 1} q10,-5 19,-1", line="grey", width=1.5)


def _quill(canvas: Canvas, feather: str) -> None:
    canvas.path("M-22,30 L-12,12 C-14,-8 4,-28 26,-36 C24,-14 10,8 -9,14 L-19,31Z", feather, width=1.2)
    canvas.path("M-20,30 C-10,8 4,-12 22,-31", width=1)


def _letter(canvas: Canvas, paper: str) -> None:
    canvas.path("M-34,-22 H34 V22 H-34Z", paper)
    canvas.path("M-34,22 L-8,-2 M34,22 L8,-2", line=f"{paper}*0.7", width=1.2)
    canvas.path("M-34,-22 L0,8 L34,-22Z", f"{paper}*0.92", width=1.2)
    canvas.circle(0, 5, 8, "red", width=1.2)
    canvas.path("M-3,5 L0,1.5 L3,5 L0,8.5Z", "red*0.7", "")


def _torn(canvas: Canvas, paper: str) -> None:
    """A written order torn in two."""
    for half, turn, x in (
        ("M-26,-30 H2 L-3,-20 L4,-12 L-3,-3 L4,6 L-4,15 L2,24 L-2,32 H-26Z", -12, -8),
        ("M2,-30 H28 V32 H-2 L2,24 L-4,15 L4,6 L-3,-3 L4,-12 L-3,-20Z", 10, 10),
    ):
        with canvas.at(x, 0, 1, turn):
            canvas.path(half, paper)
            for y in (-20, -11, -2, 7):
                canvas.path(f"M{-21 if turn < 0 else 9},{y} h12", line="grey", width=1.7)
            if turn > 0:
                canvas.circle(17, 21, 6, "red", width=1.1)


def _arrow(canvas: Canvas, tint: str) -> None:
    canvas.path("M40,-7 H-14 V-18 L-40,0 L-14,18 V7 H40Z", tint)


def _bend(canvas: Canvas, tint: str) -> None:
    """An arrow that comes from below and turns left."""
    canvas.path("M34,34 C36,-4 14,-24 -12,-21 L-11,-34 L-38,-14 L-9,4 L-10,-8 C8,-10 20,4 20,34Z", tint)


def _back(canvas: Canvas, tint: str) -> None:
    """An arrow that goes left, turns around and comes back."""
    canvas.path("M38,-26 H-8 C-42,-26 -42,22 -8,22 H12 V34 L38,14 L12,-6 V8 H-8 C-24,8 -24,-12 -8,-12 H38Z", tint)


def _target(canvas: Canvas, tint: str) -> None:
    for radius, fill in ((30, tint), (21, "white"), (12, tint), (4, "ink")):
        canvas.circle(0, 0, radius, fill, width=1.2)


def _crosshair(canvas: Canvas, tint: str) -> None:
    canvas.circle(0, 0, 28, "", tint, 2.6)
    canvas.path("M0,-36 V-12 M0,12 V36 M-36,0 H-12 M12,0 H36", line=tint, width=2.6)


def _shako(canvas: Canvas, plume: str, cords: str) -> None:
    canvas.path("M-4,-27 C-10,-40 -6,-52 0,-54 C7,-52 9,-38 4,-27Z", plume)
    canvas.path("M-22,18 L-27,-24 Q0,-33 27,-24 L22,18 Q0,26 -22,18Z", "black*1.1")
    canvas.path("M-27,-24 Q0,-33 27,-24 Q0,-16 -27,-24Z", "black*1.35", width=1.2)
    canvas.path("M-22,16 Q-2,27 14,21 C2,30 -20,34 -34,28 Q-30,20 -22,16Z", "black", width=1.2)
    canvas.path("M-25,-12 Q0,10 25,-12", line=cords, width=3)
    canvas.path("M25,-12 q5,8 2,16", line=cords, width=3)
    canvas.path("M-8,-1 L-2,-14 L4,-1 L-2,8Z", "brass", width=1.2)


def _holes(canvas: Canvas, light: str) -> None:
    """Bullet holes to put over another piece."""
    for x, y in ((-14, -12), (9, -17), (15, 4), (-8, 8)):
        canvas.circle(x, y, 3.8, light, width=1.2)
        canvas.path(f"M{x - 4},{y - 3} l-4,-3 M{x + 4},{y + 3} l4,3 M{x + 3},{y - 4} l3,-3", width=1.1)


def _bearskin(canvas: Canvas, plume: str) -> None:
    canvas.path("M22,-30 C36,-36 36,-8 24,0 C20,-8 20,-20 22,-30Z", plume, width=1.2)
    canvas.path("M-22,24 C-34,-4 -26,-44 0,-44 C26,-44 34,-4 22,24 C10,31 -10,31 -22,24Z", "black*1.1")
    canvas.path("M-14,-32 l-4,8 M-19,-14 l-2,9 M-6,-36 l-1,8 M6,-30 l3,9 M14,-16 l2,10", line="grey", width=1.3)
    canvas.path("M-14,24 C-14,10 -8,4 0,0 C8,4 14,10 14,24 Q0,29 -14,24Z", "brass", width=1.2)
    with canvas.at(0, 17, 0.24):
        _eagle(canvas, "brass*0.6")
    canvas.path("M-25,-14 C-12,0 12,2 27,-12", line="white", width=2.6)


def _bicorne(canvas: Canvas, cockade: str) -> None:
    canvas.path("M-44,12 C-30,-2 -22,-28 0,-28 C22,-28 30,-2 44,12 C30,16 14,6 0,6 C-14,6 -30,16 -44,12Z", "black*1.1")
    canvas.path("M-40,11 C-28,-2 -22,-20 0,-20 C22,-20 28,-2 40,11", line="brass", width=2)
    canvas.circle(8, -6, 6.5, "white", width=1.1)
    canvas.circle(8, -6, 4.4, cockade, "")
    canvas.circle(8, -6, 2, "blue", "")


def _spyglass(canvas: Canvas, metal: str) -> None:
    canvas.path("M-40,-9 H-8 V9 H-40Z", "leather")
    canvas.path("M-44,-11 H-38 V11 H-44Z", metal, width=1.2)
    canvas.path("M-8,-7 H14 V7 H-8Z", metal)
    canvas.path("M14,-5 H32 V5 H14Z", metal)
    canvas.path("M32,-7 H38 V7 H32Z", f"{metal}*0.8", width=1.2)
    canvas.path("M-36,-5 H-12 M-5,-4 H11 M17,-2.4 H30", line="white", width=1.5)
    canvas.path("M-9,-9 H-4 V9 H-9Z", f"{metal}*0.8", width=1.1)


def _eye(canvas: Canvas, iris: str) -> None:
    canvas.path("M-30,0 C-16,-20 16,-20 30,0 C16,18 -16,18 -30,0Z", "white")
    canvas.circle(0, -1, 10.5, iris)
    canvas.circle(0, -1, 4.8, "ink", "")
    canvas.circle(-3.4, -4.6, 2.2, "white", "")


def _cross(canvas: Canvas, wood: str) -> None:
    """A grave in the field."""
    canvas.path("M-26,0 C-22,-9 22,-9 26,0Z", "earth")
    canvas.path("M-3.6,-5 V-58 H3.6 V-5Z", wood)
    canvas.path("M-20,-42 H20 V-35 H-20Z", wood)


def _broken(canvas: Canvas, hilt: str) -> None:
    """A sword broken in two."""
    with canvas.at(12, 8, 1.1, 42):
        canvas.path("M-14,-3 L-8,1 L-13,3 H14 V-3Z", "steel*1.2", width=1.2)
        canvas.path("M14,-9 H18 V9 H14Z", hilt, width=1.1)
        canvas.path("M18,-2.6 H32 V2.6 H18Z", "black", width=1)
        canvas.circle(35, 0, 3.4, hilt, width=1.1)
    with canvas.at(-17, -17, 1.1, 18):
        canvas.path("M-24,0 L-16,-3 H12 L7,0 L12,3 H-16Z", "steel*1.2", width=1.2)
    canvas.path("M-2,-12 l2,-9 M5,-9 l8,-7 M8,-2 l10,-2", line="fire", width=2)


def _crack(canvas: Canvas, light: str) -> None:
    canvas.path("M4,-34 L-8,-14 L4,-8 L-8,10 L5,14 L-4,34", line="ink", width=6)
    canvas.path("M4,-34 L-8,-14 L4,-8 L-8,10 L5,14 L-4,34", line=light, width=3)


def _fog(canvas: Canvas, grey: str) -> None:
    for x, y, width in ((-40, -14, 56), (-20, -4, 62), (-44, 6, 66), (-26, 16, 50)):
        canvas.path(f"M{x},{y} h{width}", line="ink", width=8.6)
    for x, y, width in ((-40, -14, 56), (-20, -4, 62), (-44, 6, 66), (-26, 16, 50)):
        canvas.path(f"M{x},{y} h{width}", line=grey, width=6.6)


def _map(canvas: Canvas, paper: str) -> None:
    canvas.path("M-40,-22 L-14,-28 L14,-22 L40,-28 V22 L14,28 L-14,22 L-40,28Z", paper)
    canvas.path("M14,-22 L40,-28 V22 L14,28Z M-40,-22 L-14,-28 V22 L-40,28Z", f"{paper}*0.9", "")
    canvas.path("M-40,6 C-28,-2 -20,12 -6,4 C6,-4 16,6 40,-4", line="water", width=3.4)
    canvas.path("M-28,-15 h12 v6 h-12Z M-8,-16 h12 v6 h-12Z", "blue", width=0.9)
    canvas.path("M2,16 h12 v6 h-12Z M20,12 h12 v6 h-12Z", "red", width=0.9)
    canvas.path("M-18,-4 C-20,12 -14,18 -4,18 M-8,15 l5,3 l-5,3.4", line="blue", width=1.7)
    canvas.path("M-40,-22 L-14,-28 L14,-22 L40,-28 V22 L14,28 L-14,22 L-40,28Z")


def _dividers(canvas: Canvas, metal: str) -> None:
    canvas.path("M0,-28 L-14,26 L-9,20 L3,-22Z M0,-28 L14,26 L9,20 L-3,-22Z", metal, width=1.2)
    canvas.circle(0, -28, 5, metal, width=1.2)


def _lot(canvas: Canvas, paper: str) -> None:
    """A slip with the number that a conscript has drawn."""
    canvas.path("M-20,-14 H20 V14 H-20Z", paper)
    canvas.path("M-12,-6 L-8,-9 V8 M-2,-7 C4,-12 8,-4 2,1 L-3,8 H6 M12,-8 H17 L13,-1 C19,1 17,9 11,8", width=2)


def _tin(canvas: Canvas, shell: str) -> None:
    """A broken drum."""
    with canvas.at(0, 0, 1, 14):
        _drum(canvas, shell)
        canvas.path("M-16,-41 L-4,-37 L-8,-34 L6,-36 L2,-43 L12,-41 L4,-46 L-6,-44Z", "ink", "")


def _hat(canvas: Canvas, plume: str) -> None:
    """A shako on the ground."""
    with canvas.at(0, -23, 0.9, -76):
        _shako(canvas, plume, "white")


def _knapsack(canvas: Canvas, hide: str) -> None:
    canvas.path("M-22,-24 H22 L24,24 H-24Z", hide)
    canvas.path("M-24,-26 H24 L22,6 Q0,14 -22,6Z", f"{hide}*1.15")
    canvas.path("M-24,-40 H24 Q30,-33 24,-26 H-24 Q-30,-33 -24,-40Z", "stone", width=1.2)
    canvas.path("M-13,-40 V14 M13,-40 V14", line="white", width=3)
    canvas.path("M-16,10 h6 v6 h-6Z M10,10 h6 v6 h-6Z", "brass", width=1)


def _clock(canvas: Canvas, gold: str) -> None:
    canvas.circle(0, -31, 5, "", "ink", 4)
    canvas.circle(0, -31, 5, "", gold, 2)
    canvas.circle(0, 0, 26, gold)
    canvas.circle(0, 0, 20.5, "white", width=1.1)
    for step in range(12):
        x, y = math.cos(step * math.pi / 6), math.sin(step * math.pi / 6)
        canvas.path(f"M{x * 16:.1f},{y * 16:.1f} L{x * 18:.1f},{y * 18:.1f}", width=1.6)
    canvas.path("M0,0 L-5,-10 M0,0 L10,-11", width=2.2)


def _helmet(canvas: Canvas, steel: str) -> None:
    """A German steel helmet of the Second World War."""
    canvas.path(
        "M-26,4 C-30,-34 -10,-40 2,-40 C20,-40 30,-24 28,2 L38,16 C20,12 -14,10 -38,14 C-36,8 -30,6 -26,4Z", steel
    )
    canvas.path("M8,-39 C24,-36 30,-22 28,2 L38,16 C30,14 24,13.4 18,13 C20,-6 18,-28 8,-39Z", f"{steel}*0.8", "")
    canvas.path("M-26,4 C-10,0 12,-1 28,2", line=f"{steel}*0.65", width=1.6)
    canvas.circle(14, -10, 2.2, f"{steel}*0.6", width=0.9)
    canvas.path("M-20,-8 C-20,-22 -12,-32 -2,-34", line=f"{steel}*1.4", width=2)


def _star(canvas: Canvas, gold: str) -> None:
    points = []
    for step in range(10):
        angle, far = math.pi * step / 5 - math.pi / 2, (26, 11)[step % 2]
        points.append(f"{far * math.cos(angle):.1f},{far * math.sin(angle):.1f}")
    canvas.path(f"M{' L'.join(points)}Z", gold)


PIECES: Final[Mapping[str, Piece]] = {
    "flag": Piece(_flag, ("red",), MIDDLE),
    "tatters": Piece(_tatters, ("red",), MIDDLE),
    "eagle": Piece(_eagle, ("brass",), MIDDLE),
    "laurel": Piece(_laurel, ("leaf",), MIDDLE),
    "drum": Piece(_drum, ("blue",), FOOT),
    "broken-drum": Piece(_tin, ("blue",), FOOT),
    "horn": Piece(_horn, ("brass",), MIDDLE),
    "epaulette": Piece(_epaulette, ("brass",), MIDDLE),
    "gorget": Piece(_gorget, ("brass",), MIDDLE),
    "sleeve": Piece(_sleeve, ("blue", "yellow"), MIDDLE),
    "keys": Piece(_keys, ("brass",), MIDDLE),
    "ledger": Piece(_ledger, ("leather",), MIDDLE),
    "quill": Piece(_quill, ("white",), MIDDLE),
    "letter": Piece(_letter, ("sand",), MIDDLE),
    "torn": Piece(_torn, ("sand",), MIDDLE),
    "arrow": Piece(_arrow, ("red",), MIDDLE),
    "bend": Piece(_bend, ("red",), MIDDLE),
    "back": Piece(_back, ("red",), MIDDLE),
    "target": Piece(_target, ("red",), MIDDLE),
    "crosshair": Piece(_crosshair, ("red",), MIDDLE),
    "shako": Piece(_shako, ("red", "white"), MIDDLE),
    "hat": Piece(_hat, ("red",), FOOT),
    "holes": Piece(_holes, ("sand",), MIDDLE),
    "bearskin": Piece(_bearskin, ("red",), MIDDLE),
    "bicorne": Piece(_bicorne, ("red",), MIDDLE),
    "spyglass": Piece(_spyglass, ("brass",), MIDDLE),
    "eye": Piece(_eye, ("sky",), MIDDLE),
    "grave": Piece(_cross, ("wood",), FOOT),
    "broken-sword": Piece(_broken, ("brass",), MIDDLE),
    "crack": Piece(_crack, ("sand",), MIDDLE),
    "fog": Piece(_fog, ("smoke",), MIDDLE),
    "map": Piece(_map, ("sand",), MIDDLE),
    "dividers": Piece(_dividers, ("steel",), MIDDLE),
    "lot": Piece(_lot, ("white",), MIDDLE),
    "knapsack": Piece(_knapsack, ("leather",), MIDDLE),
    "watch": Piece(_clock, ("brass",), MIDDLE),
    "helmet": Piece(_helmet, ("field-grey",), MIDDLE),
    "star": Piece(_star, ("brass",), MIDDLE),
}
