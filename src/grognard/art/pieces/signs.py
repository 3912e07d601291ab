"""Emblems and things: eagles, laurel, drums, letters, traps. Each is centered on 0, 0 and about eighty units wide."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import MIDDLE, Piece

THIN: Final = 1.0


def _turned(r: float, degrees: float, x: float = 0, y: float = 0) -> tuple[float, float]:
    """The point at this distance and angle (clockwise from the top) of x, y."""
    angle = degrees * pi / 180
    return round(x + r * sin(angle), 1), round(y - r * cos(angle), 1)


def _star(points: int, outer: float, inner: float, start: float = 0) -> str:
    """The path of a star around 0, 0."""
    step = 180 / points
    corners = (_turned(inner if at % 2 else outer, start + at * step) for at in range(2 * points))
    return "M" + " L".join(f"{x},{y}" for x, y in corners) + "Z"


def _burst(c: Canvas) -> None:
    """A flash, for a blow or a shot."""
    c.path(_star(11, 22, 12), "fire")
    c.path(_star(9, 14, 7, 12), "yellow", line="")
    c.circle(0, 0, 4, "white", line="")


def _rays(c: Canvas) -> None:
    """Rays of light behind something that shines."""
    wedges = []
    for at in range(12):
        (x, y), (u, v) = _turned(46, at * 30 - 6), _turned(46, at * 30 + 6)
        wedges.append(f"M0,0 L{x},{y} L{u},{v}Z")
    c.path("".join(wedges), "yellow*1.5", line="")


def _sun(c: Canvas) -> None:
    """The sun of Austerlitz."""
    c.path(_star(16, 24, 16), "orange", width=THIN)
    c.circle(0, 0, 14, "yellow", width=THIN)


def _laurel(c: Canvas) -> None:
    """A wreath, open at the top."""
    for side in (-1, 1):
        c.path(f"M0,38 C{side * 30},34 {side * 42},4 {side * 26},-26", line="leaf*0.7", width=2)
        for at in range(7):
            angle = side * (168 - at * 21)
            x, y = _turned(34, angle)
            with c.at(x, y + 2, 1, angle - side * 56):
                c.path("M0,8 C-7,2 -6,-8 0,-14 C6,-8 7,2 0,8Z", "leaf" if at % 2 else "leaf*1.2", width=THIN)
    c.path("M-9,36 L0,40 L9,36 L7,45 L0,41 L-7,45Z", "red", width=THIN)


def _crown(c: Canvas) -> None:
    """An emperor's crown."""
    c.path("M-30,20 L-36,-14 L-17,2 L0,-26 L17,2 L36,-14 L30,20Z", "brass")
    c.path("M-30,20 Q0,12 30,20 V29 Q0,21 -30,29Z", "red")
    for x, y in ((-36, -15), (0, -28), (36, -15)):
        c.circle(x, y, 4.5, "brass*1.3", width=THIN)


def _drum(c: Canvas) -> None:
    """An infantry drum with its sticks."""
    c.path("M-28,-12 V22 C-28,36 28,36 28,22 V-12Z", "brass")
    c.path("M-28,-6 L-18,30 L-9,0 L0,32 L9,0 L18,30 L28,-6", line="white", width=2.2)
    c.path(
        "M-28,-14 C-28,-2 28,-2 28,-14 V-7 C28,5 -28,5 -28,-7Z M-28,20 C-28,34 28,34 28,20 V27 C28,41 -28,41 -28,27Z",
        "blue",
    )
    c.ellipse(0, -14, 28, 9.5, "white*0.96")
    c.path("M-36,-36 L4,-15 M34,-40 L8,-13", line="ink", width=5)
    c.path("M-36,-36 L4,-15 M34,-40 L8,-13", line="wood*1.3", width=2.6)
    c.circle(5, -14, 3, "wood*1.3", width=THIN)
    c.circle(8, -13, 3, "wood*1.3", width=THIN)


def _letter(c: Canvas) -> None:
    """An order, folded and sealed."""
    c.path("M-38,-24 H38 V26 H-38Z", "white")
    c.path("M-38,26 L-8,-2 M38,26 L8,-2", line="ground", width=1.6)
    c.path("M-38,-24 L0,8 L38,-24Z", "sand*1.3")
    c.path("M0,-8 C8,-10 14,-4 13,4 C14,12 7,17 0,16 C-8,18 -14,11 -13,3 C-14,-4 -8,-10 0,-8Z", "red")
    c.path("M-5,10 V-2 L5,10 V-2", line="red*0.6", width=2)
    c.path("M-3,15 L-8,34 L-2,30 L2,36 L4,15Z", "red*0.8", width=THIN)


def _hourglass(c: Canvas) -> None:
    """An hourglass that is running out."""
    c.path("M-19,-32 C-19,-12 -3,-8 -3,0 C-3,8 -19,12 -19,32 H19 C19,12 3,8 3,0 C3,-8 19,-12 19,-32Z", "sky*1.7")
    c.path("M-13,-17 H13 C9,-8 2,-6 0,0 C-2,-6 -9,-8 -13,-17Z M-17,31 C-14,18 14,18 17,31Z", "yellow", width=THIN)
    c.path("M0,0 V24", line="yellow", width=1.6)
    c.path("M-25,-39 H25 V-31 H-25Z M-25,31 H25 V39 H-25Z", "wood*1.2")
    c.path("M-22,-31 V31 M22,-31 V31", line="wood", width=3)


def _spyglass(c: Canvas) -> None:
    """A telescope, its wide end to the left and up."""
    with c.at(0, 0, 1, 24):
        c.path("M-44,-13 H-10 V13 H-44Z", "wood*1.3")
        c.path("M-10,-10 H18 V10 H-10Z", "brass")
        c.path("M18,-7 H40 V7 H18Z", "brass*0.85")
        c.path("M-46,-15 H-39 V15 H-46Z M-12,-13 H-6 V13 H-12Z M15,-10 H20 V10 H15Z M39,-8 H44 V8 H39Z", "bronze")
        c.ellipse(-46, 0, 4, 15, "sky*1.5")
        c.path("M-34,-8 H-14 M-4,-5 H13 M23,-3 H36", line="white", width=1.8)


def _compass(c: Canvas) -> None:
    """A compass with its needle."""
    c.circle(0, 0, 36, "brass")
    c.circle(0, 0, 29, "white", width=THIN)
    c.path(_star(4, 28, 6), "sky", width=THIN)
    c.path("M0,0 L6,-4 L20,-22 L4,-8Z M0,0", "red", width=THIN)
    c.path("M6,4 L-20,22 L-6,-4 Z", "ink", width=THIN)
    c.path("M-6,-4 L20,-22 L6,4Z", "red", width=THIN)
    c.circle(0, 0, 3, "brass", width=THIN)


def _medal(c: Canvas) -> None:
    """A cross of honor on its ribbon."""
    c.path("M-14,-44 H14 L9,-10 H-9Z", "red")
    c.path("M-9,-44 L-6,-10 M9,-44 L6,-10", line="red*0.7", width=1.6)
    for at in range(5):
        with c.at(0, 14, 1, at * 72):
            c.path("M-4,-8 L-12,-26 L-5,-29 L0,-24 L5,-29 L12,-26 L4,-8Z", "white")
    c.circle(0, 14, 12, "leaf")
    c.circle(0, 14, 9, "brass", width=THIN)
    c.path("M-3,19 C-5,12 -3,8 1,8 C5,9 5,15 2,19Z", "bronze*0.8", line="")


def _sabre(c: Canvas) -> None:
    """A light cavalry sabre, its point up and to the left."""
    with c.at(0, 0, 1, -45):
        c.path("M-3,26 C-6,0 -3,-24 8,-46 C5,-22 4,2 4,26Z", "steel")
        c.path("M0,24 C-2,4 0,-16 4,-30", line="white", width=1.4)
        c.path("M-9,24 C-3,21 6,22 11,26 L10,30 C4,27 -3,27 -8,29Z", "brass")
        c.path("M-2,29 L5,29 L7,42 L-1,44Z", "black")
        c.path("M10,29 C15,34 14,42 5,44", line="ink", width=4)
        c.path("M10,29 C15,34 14,42 5,44", line="brass", width=2)


def _white_flag(c: Canvas) -> None:
    """A shirt tied to a pole."""
    c.path("M14,44 L-10,-44", line="ink", width=6)
    c.path("M14,44 L-10,-44", line="wood*1.2", width=3.4)
    c.path("M-10,-42 C4,-50 14,-32 40,-40 C34,-28 38,-18 42,-8 C24,-4 16,-16 0,-4Z", "white*1.4")
    c.path("M-2,-32 C10,-36 16,-26 28,-28 M2,-18 C12,-24 20,-14 32,-17", line="stone", width=1.4)


def _tricolour(c: Canvas) -> None:
    """A French regimental color on its staff."""
    c.path("M-24,46 V-40", line="ink", width=5.4)
    c.path("M-24,46 V-40", line="wood*1.2", width=3)
    c.path("M-24,-46 L-20,-38 L-24,-34 L-28,-38Z", "brass", width=THIN)
    c.path("M-23,-36 C-17,-40 -10,-40 -3,-36 V4 C-10,0 -17,0 -23,4Z", "blue*1.3")
    c.path("M-3,-36 C4,-32 10,-31 17,-33 V7 C10,9 4,8 -3,4Z", "white")
    c.path("M17,-33 C24,-35 30,-39 38,-35 V5 C30,1 24,5 17,7Z", "red")


def _torn_standard(c: Canvas) -> None:
    """A regimental color shot to rags, on a broken staff."""
    c.path("M-18,46 L-10,-30 L-5,-36 L-7,-28", line="ink", width=5.4)
    c.path("M-18,46 L-10,-30", line="wood*1.2", width=3)
    c.path("M-10,-28 C2,-32 10,-18 32,-24 L26,-14 L36,-8 L24,-4 L30,6 L18,4 L20,18 L8,8 L2,22 L-4,10 L-14,18Z", "brick")
    c.path("M2,-12 L8,-14 L10,-6 L4,-4Z M14,-10 L19,-11 L18,-6Z", "smoke", width=THIN)
    c.path("M-6,-4 L2,2 L-8,6Z", "yellow", width=THIN)


def _lightning(c: Canvas) -> None:
    """A flash from the sky."""
    c.path("M8,-46 L-22,4 L-4,2 L-14,44 L24,-12 L5,-9 L24,-46Z", "yellow")
    c.path("M8,-40 L-12,-4", line="white", width=2)


def _trap(c: Canvas) -> None:
    """An iron trap that has just closed."""
    c.path("M-40,30 H40 V38 H-40Z", "iron")
    c.path("M-38,30 C-42,2 -26,-26 -2,-34 L-2,-24 C-18,-16 -27,4 -24,30Z", "steel*0.8")
    c.path("M38,30 C42,2 26,-26 2,-34 L2,-24 C18,-16 27,4 24,30Z", "steel*0.65")
    c.path("M-14,-22 L2,-18 L-18,-12 L-2,-6 L-23,-1 L-5,6 L-25,10 L-8,17 L-25,22", "steel", width=1.2)
    c.path("M14,-22 L-1,-12 L18,-12 L2,-1 L23,-1 L5,11 L25,10 L8,22 L25,22", "steel*0.85", width=1.2)
    c.path("M-40,34 C-46,28 -46,22 -42,18 M40,34 C46,28 46,22 42,18", line="iron", width=3)


def _mask(c: Canvas) -> None:
    """A mask with two faces: one half smiles, the other weeps."""
    outline = "M0,-34 C18,-36 30,-30 34,-26 C36,4 22,32 0,40"
    c.path(outline + " V-34Z", "night*1.3")
    c.path("M0,-34 C-18,-36 -30,-30 -34,-26 C-36,4 -22,32 0,40Z", "white")
    c.path(
        "M-26,-10 C-22,-18 -12,-18 -8,-9 C-13,-6 -21,-6 -26,-10Z M0,20 C-8,20 -15,16 -19,9 C-18,22 -9,28 0,28Z",
        "ink",
        line="",
    )
    c.path("M8,-8 C12,-18 22,-17 26,-6 C21,-9 14,-10 8,-8Z M0,20 C8,20 13,22 17,28 C14,14 8,13 0,13Z", "white", line="")
    c.path("M18,-3 C23,4 22,8 18,8 C14,8 14,4 18,-3Z", "water", width=THIN)
    c.path("M-30,-20 C-24,-25 -14,-25 -8,-20", width=2.4)
    c.path("M8,-22 C14,-22 22,-20 28,-25", line="white", width=2.4)


def _sad_mask(c: Canvas) -> None:
    """A pale mask with a tear, held before a fox's grin."""
    c.path("M-34,-26 L-44,-44 L-18,-36Z M34,-26 L44,-44 L18,-36Z", "orange")
    c.path("M-36,-24 C-20,-38 20,-38 36,-24 C38,-4 20,28 0,42 C-20,28 -38,-4 -36,-24Z", "orange")
    c.path("M-27,-20 C-14,-28 14,-28 27,-20 C28,-2 18,16 0,22 C-18,16 -28,-2 -27,-20Z", "white")
    c.path(
        "M-20,-6 C-16,-14 -9,-14 -5,-7 C-10,-9 -15,-9 -20,-6Z M20,-6 C16,-14 9,-14 5,-7 C10,-9 15,-9 20,-6Z",
        "ink",
        width=THIN,
    )
    c.path("M-8,12 C-4,6 4,6 8,12", width=2.4)
    c.path("M-13,-3 C-8,4 -9,8 -13,8 C-17,8 -17,4 -13,-3Z", "water", width=THIN)
    c.path("M-12,29 C-6,35 6,35 12,29", width=2)
    c.path("M-5,35 H5 L0,42Z", "black", width=THIN)


def _question(c: Canvas) -> None:
    """A question mark."""
    line = "M-17,-18 C-17,-44 20,-44 19,-17 C18,-2 1,-4 0,17"
    c.path(line, line="ink", width=15)
    c.path(line, line="yellow", width=11)
    c.circle(0, 35, 7.6, "yellow", width=2)


def _chain(c: Canvas) -> None:
    """A chain that has burst."""
    for x, y, turn in ((-32, 26, -40), (-16, 12, 50), (16, -14, 50), (32, -28, -40)):
        with c.at(x, y, 1, turn):
            c.path("M-6,-7 H6 A7,7 0 0 1 6,7 H-6 A7,7 0 0 1 -6,-7Z", line="ink", width=8)
            c.path("M-6,-7 H6 A7,7 0 0 1 6,7 H-6 A7,7 0 0 1 -6,-7Z", line="steel", width=5)
    c.path(_star(8, 13, 5), "yellow", width=THIN)


def _link(c: Canvas) -> None:
    """Two firm links of a chain."""
    for x, shade in ((-17, "sky"), (17, "steel")):
        c.path(
            f"M{x - 12},-14 H{x + 12} A14,14 0 0 1 {x + 12},14 H{x - 12} A14,14 0 0 1 {x - 12},-14Z",
            line="ink",
            width=12,
        )
        c.path(
            f"M{x - 12},-14 H{x + 12} A14,14 0 0 1 {x + 12},14 H{x - 12} A14,14 0 0 1 {x - 12},-14Z",
            line=shade,
            width=9,
        )
    c.path("M-17,14 H-5 A14,14 0 0 0 9,4", line="ink", width=12)
    c.path("M-18,14 H-5 A14,14 0 0 0 9,4", line="sky", width=9)


def _shackles(c: Canvas) -> None:
    """Irons for a prisoner's wrists."""
    for x in (-24, 24):
        c.circle(x, 6, 17, line="ink", width=10)
        c.circle(x, 6, 17, line="iron*1.3", width=7)
        c.path(f"M{x - 5},-16 H{x + 5} V-6 H{x - 5}Z", "iron", width=THIN)
    c.path("M-24,-18 C-18,-36 18,-36 24,-18", line="ink", width=7)
    c.path("M-24,-18 C-18,-36 18,-36 24,-18", line="steel", width=4)


def _candle(c: Canvas) -> None:
    """A burned-down candle that has gone out."""
    c.path("M0,-6 C-10,-16 10,-24 0,-34 C-4,-38 -2,-42 2,-46", line="smoke*0.85", width=4)
    c.path("M-14,14 C-14,0 -9,2 -7,-2 C-3,2 5,-4 8,2 C13,2 14,6 13,14 V26 H-14Z", "white")
    c.path("M0,2 V-7", width=2.4)
    c.path("M-10,8 V18 M8,6 V13", line="stone", width=1.8)
    c.path("M-36,24 H36 C34,36 20,38 0,38 C-20,38 -34,36 -36,24Z", "brass")
    c.circle(40, 29, 7, line="ink", width=5.4)
    c.circle(40, 29, 7, line="brass", width=3)


def _scissors(c: Canvas) -> None:
    """Open shears, their points up."""
    c.path("M-16,-44 L4,8 L-4,12 L-20,-36Z M16,-44 L-4,8 L4,12 L20,-36Z", "steel")
    c.path("M2,6 L10,16 M-2,6 L-10,16", line="ink", width=6)
    for x in (-15, 15):
        c.ellipse(x, 27, 9, 12, line="ink", width=7)
        c.ellipse(x, 27, 9, 12, line="brick", width=4.4)
    c.circle(0, 5, 3.4, "brass", width=THIN)


def _hook(c: Canvas) -> None:
    """A hook with a crown for bait."""
    c.path("M6,-46 V12 C6,36 -26,36 -26,12 L-27,4", line="ink", width=6.4)
    c.path("M6,-46 V12 C6,36 -26,36 -26,12 L-27,4", line="steel", width=3.8)
    c.path("M-34,8 L-27,-8 L-19,6 L-26,4Z", "steel", width=1.2)
    with c.at(10, -4, 0.62, 12):
        _crown(c)


def _net(c: Canvas) -> None:
    """A net hanging over its catch, with weights along the hem."""
    c.path(
        "M0,-44 C-22,-30 -36,-2 -40,34 Q-20,26 0,36 Q20,26 40,34 C36,-2 22,-30 0,-44Z", line="leather*0.7", width=2.6
    )
    across = "M-9,-36 Q0,-31 9,-36 M-19,-24 Q0,-16 19,-24 M-28,-9 Q0,2 28,-9 M-35,10 Q0,22 35,10"
    down = "M0,-44 C-8,-24 -12,4 -14,29 M0,-44 V36 M0,-44 C8,-24 12,4 14,29 M0,-44 C-16,-26 -24,2 -28,30 M0,-44 C16,-26 24,2 28,30"
    c.path(f"{across} {down}", line="leather", width=1.5)
    for x, y in ((-40, 34), (-20, 29.4), (0, 36), (20, 29.4), (40, 34)):
        c.circle(x, y, 3.4, "iron", width=1)
    c.path("M-4,-46 q4,-5 8,0 l-1,4 h-6Z", "leather", width=1.1)


def _shield(c: Canvas) -> None:
    """A round-bottomed shield."""
    c.path("M-30,-36 C-10,-32 10,-32 30,-36 V0 C30,22 14,36 0,44 C-14,36 -30,22 -30,0Z", "steel")
    c.path("M-23,-28 C-8,-25 8,-25 23,-28 V0 C23,17 11,28 0,34 C-11,28 -23,17 -23,0Z", "blue*1.3", width=THIN)
    c.path("M0,-25 V34", line="brass", width=5)
    c.path("M-23,-4 H23", line="brass", width=5)


def _split_shield(c: Canvas) -> None:
    """A shield cut in two."""
    for side, cut in ((-1, "L-7,-16 L2,-2 L-8,14 L0,28 L-4,44"), (1, "L-3,-16 L6,-2 L-4,14 L4,28 L0,44")):
        with c.at(side * 10, 2, 1, side * 10):
            c.path(
                f"M{side * 32},-36 Q{side * 16},-33 {side},-34 {cut} C{side * 16},36 {side * 32},22 {side * 32},0Z",
                "steel",
            )
            c.path(
                f"M{side * 25},-28 Q{side * 16},-26 {side * 7},-27 V30 C{side * 16},26 {side * 25},17 {side * 25},0Z",
                "red",
            )
            c.path(f"M{side * 25},-10 H{side * 7} V0 H{side * 25}Z", "white", width=THIN)


def _column(c: Canvas) -> None:
    """A stone column, breaking and falling."""
    c.path("M-26,34 H26 V42 H-26Z M-20,27 H20 V34 H-20Z", "stone")
    c.path("M-15,27 V4 L-8,9 L-2,0 L6,8 L15,2 V27Z", "stone*1.3")
    c.path("M-7,27 V12 M1,27 V8 M8,27 V10", line="stone*0.7", width=1.6)
    with c.at(12, -14, 1, 32):
        c.path("M-15,12 V-18 H15 V14 L6,8 L-2,15 L-8,8Z", "stone*1.3")
        c.path("M-7,8 V-18 M1,11 V-18 M8,8 V-18", line="stone*0.7", width=1.6)
        c.path("M-22,-28 H22 V-18 H-22Z", "stone")
    c.path(
        "M-34,20 l6,-5 l6,4 l-3,6 l-7,0Z M-28,2 l4,-4 l4,4 l-4,4Z M30,20 l5,-3 l5,5 l-6,5Z", "stone*0.85", width=THIN
    )


def _milestone(c: Canvas) -> None:
    """A milestone at the roadside."""
    c.path("M-18,36 V-14 C-18,-36 18,-36 18,-14 V36Z", "stone*1.2")
    c.path("M10,36 V-14 C10,-24 6,-30 0,-31 C18,-34 18,-14 18,-14 V36Z", "stone*0.8", line="")
    c.path("M-9,-12 L-3,-18 V6 M3,-18 H9 L5,-8 C13,-6 10,6 2,5", line="ink", width=2.4)
    c.path("M-10,16 H10 M-10,22 H6", line="ground", width=2)


def _boots(c: Canvas) -> None:
    """A pair of boots, standing firm."""
    for x, shade in ((16, "black*1.2"), (-12, "black*1.35")):
        with c.at(x, 0):
            c.path("M-10,-40 C-2,-44 6,-44 12,-40 L11,10 C13,18 14,26 12,34 H-26 C-28,24 -18,18 -10,12Z", shade)
            c.path("M-10,-40 C-2,-37 6,-37 12,-40 L12,-32 C5,-29 -3,-29 -10,-32Z", "leather*1.2", width=THIN)
            c.path("M-26,34 H12 V38 H-27Z", "wood")
            c.path("M-4,-26 C-6,-10 -5,2 -8,14", line="grey", width=1.6)


def _footprints(c: Canvas) -> None:
    """The prints of marching boots."""
    for x, y, turn in ((-20, 30, 20), (4, 22, 20), (-8, 0, 14), (16, -8, 14), (4, -28, 8)):
        with c.at(x, y, 0.7, turn):
            c.path(
                "M-7,-10 C-7,-20 7,-20 7,-10 C7,-4 4,0 3,5 H-4 C-4,0 -7,-4 -7,-10Z M-4,8 H4 C5,18 -5,18 -4,8Z",
                "brown",
                line="",
            )


def _palm(c: Canvas) -> None:
    """An open hand that signals a stop."""
    c.path("M-18,44 L-20,22 H20 L18,44Z", "blue")
    c.path("M-21,18 H21 V27 H-21Z", "red")
    c.path(
        "M-18,19 C-19,10 -24,4 -36,-8 C-40,-14 -33,-18 -28,-14 L-18,-6 L-19,-32 C-19,-38 -11,-38"
        " -10,-32 L-8,-12 L-7,-40 C-7,-46 2,-46 2,-40 L2,-12 L6,-37 C7,-43 15,-42 14,-35 L11,-9 L17,-25"
        " C20,-31 27,-28 25,-22 C22,-8 22,8 18,19Z",
        "white",
    )
    c.path("M-14,2 C-4,-4 8,-3 14,1 M-10,10 C-4,6 4,6 8,9", line="stone", width=1.6)


def _fist(c: Canvas) -> None:
    """A gripping hand, palm to the right, around the piece behind it."""
    c.path("M44,30 L14,14 L20,-12 L44,-14Z", "blue")
    c.path("M15,15 L21,-13 L29,-14 L24,20Z", "red", width=1.2)
    c.path("M18,-12 C4,-20 -12,-18 -14,-10 C-17,-4 -16,10 -12,15 C-4,20 10,18 16,13Z", "skin")
    c.path("M-14,-4 H2 M-15,4 H1 M-13,11 H2", width=1.2)
    c.path("M-10,-12 C-4,-22 8,-18 8,-10 C4,-6 -4,-6 -10,-12Z", "skin*1.1", width=1.2)


def _bicorne(c: Canvas) -> None:
    """The Emperor's hat, seen from the front."""
    c.path("M-46,18 C-38,-6 -26,-30 0,-30 C26,-30 38,-6 46,18 C28,8 14,8 0,12 C-14,8 -28,8 -46,18Z", "black*1.3")
    c.path("M-46,18 C-28,2 -12,2 0,6 C12,2 28,2 46,18 C28,12 14,12 0,16 C-14,12 -28,12 -46,18Z", "black")
    c.path("M18,-9 L14,4", line="brass", width=2.4)
    c.circle(19, -12, 8, "red", width=1.2)
    c.circle(19, -12, 5.2, "white", line="")
    c.circle(19, -12, 2.6, "blue*1.3", line="")
    c.path("M-30,-6 C-22,-20 -12,-24 -2,-25", line="grey", width=1.6)


def _shako(c: Canvas) -> None:
    """An infantryman's shako with plate and plume."""
    c.path("M-6,-26 C-13,-40 -6,-50 0,-50 C7,-50 12,-38 5,-26Z", "red")
    c.path("M-22,20 L-28,-24 Q0,-34 28,-24 L22,20Z", "black*1.25")
    c.path("M-28,-24 Q0,-34 28,-24 Q0,-14 -28,-24Z", "black*1.5")
    c.path("M-22,20 C-12,14 12,14 22,20 C22,30 -22,30 -22,20Z", "black")
    c.path("M-25,-8 C-14,8 14,8 25,-8", line="white", width=3)
    c.path("M0,-10 L10,-4 L7,10 L0,15 L-7,10 L-10,-4Z", "brass")
    c.circle(0, 2, 3.4, "bronze", width=THIN)


def _torn_shako(c: Canvas) -> None:
    """A shako shot through."""
    _shako(c)
    for x, y in ((-15, -12), (14, -14), (16, 8)):
        c.path(f"M{x - 5},{y} l3,-2 l1,-4 l3,4 l4,0 l-3,4 l0,3 l-4,-2 l-4,1Z", "fire", width=THIN)
        c.circle(x, y, 2, "ink", line="")


def _horn(c: Canvas) -> None:
    """The hunting horn of the light infantry."""
    c.path("M-30,-36 C-14,-52 16,-52 32,-32", line="green", width=3)
    line = "M-34,-26 C-40,10 -14,38 14,28 C32,20 34,0 24,-10"
    c.path(line, line="ink", width=11)
    c.path(line, line="brass", width=8)
    c.path("M-28,-24 L-40,-20 L-36,-32Z", "bronze", width=THIN)
    c.path("M16,-6 C20,-16 30,-30 38,-32 L44,-14 C36,-12 32,-4 30,2Z", "brass*1.2")
    c.ellipse(41, -23, 4, 10, "bronze*0.7", width=THIN)
    c.path("M-6,34 C-10,40 -6,46 -2,44 M0,34 C4,40 2,46 -2,44", line="green", width=2.6)


def _trumpet(c: Canvas) -> None:
    """A trumpet with its banner."""
    with c.at(0, 0, 1, -20):
        c.path("M-10,-12 H30 V24 L20,18 L10,25 L0,18 L-10,24Z", "red")
        c.path(
            "M10,-3 l2.6,6 l6.4,.6 l-5,4.2 l1.6,6.2 l-5.6,-3.4 l-5.6,3.4 l1.6,-6.2 l-5,-4.2 l6.4,-.6Z",
            "brass",
            width=THIN,
        )
        c.path("M-18,-17 H40 V-12 H-18Z", "brass")
        c.path("M-18,-17 C-30,-18 -38,-22 -44,-30 C-47,-22 -47,-8 -44,1 C-38,-8 -30,-11 -18,-12Z", "brass*1.2")
        c.path("M38,-19 H45 V-10 H38Z", "bronze")


PIECES: Final[Mapping[str, Piece]] = {
    "sign-burst": Piece(_burst, (), MIDDLE),
    "sign-rays": Piece(_rays, (), MIDDLE),
    "sign-sun": Piece(_sun, (), MIDDLE),
    "sign-laurel": Piece(_laurel, (), MIDDLE),
    "sign-crown": Piece(_crown, (), MIDDLE),
    "sign-drum": Piece(_drum, (), MIDDLE),
    "sign-letter": Piece(_letter, (), MIDDLE),
    "sign-hourglass": Piece(_hourglass, (), MIDDLE),
    "sign-spyglass": Piece(_spyglass, (), MIDDLE),
    "sign-compass": Piece(_compass, (), MIDDLE),
    "sign-medal": Piece(_medal, (), MIDDLE),
    "sign-sabre": Piece(_sabre, (), MIDDLE),
    "sign-white-flag": Piece(_white_flag, (), MIDDLE),
    "sign-tricolour": Piece(_tricolour, (), MIDDLE),
    "sign-torn-standard": Piece(_torn_standard, (), MIDDLE),
    "sign-lightning": Piece(_lightning, (), MIDDLE),
    "sign-trap": Piece(_trap, (), MIDDLE),
    "sign-mask": Piece(_mask, (), MIDDLE),
    "sign-sad-mask": Piece(_sad_mask, (), MIDDLE),
    "sign-question": Piece(_question, (), MIDDLE),
    "sign-chain": Piece(_chain, (), MIDDLE),
    "sign-link": Piece(_link, (), MIDDLE),
    "sign-shackles": Piece(_shackles, (), MIDDLE),
    "sign-candle": Piece(_candle, (), MIDDLE),
    "sign-scissors": Piece(_scissors, (), MIDDLE),
    "sign-hook": Piece(_hook, (), MIDDLE),
    "sign-net": Piece(_net, (), MIDDLE),
    "sign-shield": Piece(_shield, (), MIDDLE),
    "sign-split-shield": Piece(_split_shield, (), MIDDLE),
    "sign-column": Piece(_column, (), MIDDLE),
    "sign-milestone": Piece(_milestone, (), MIDDLE),
    "sign-boots": Piece(_boots, (), MIDDLE),
    "sign-footprints": Piece(_footprints, (), MIDDLE),
    "sign-palm": Piece(_palm, (), MIDDLE),
    "sign-fist": Piece(_fist, (), MIDDLE),
    "sign-bicorne": Piece(_bicorne, (), MIDDLE),
    "sign-shako": Piece(_shako, (), MIDDLE),
    "sign-torn-shako": Piece(_torn_shako, (), MIDDLE),
    "sign-horn": Piece(_horn, (), MIDDLE),
    "sign-trumpet": Piece(_trumpet, (), MIDDLE),
}
