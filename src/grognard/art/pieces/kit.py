"""Close-ups of equipment: bayonets, shot, guns, horses' heads. Each is centered on 0, 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import MIDDLE, Piece

THIN: Final = 1.0


def _bayonets(c: Canvas) -> None:
    """An advancing hedge of bayonets, pointing left."""
    for y, x in ((-26, 6), (-13, -4), (0, 4), (13, -6), (26, 2)):
        c.path(f"M{x - 4},{y - 2} L46,{y - 3} V{y + 5} L{x - 4},{y + 1.6}Z", "wood*1.2", width=1.2)
        c.path(f"M{x - 8},{y - 2.6} H{x + 22} V{y} H{x - 8}Z", "iron*1.3", width=0.8)
        c.path(f"M{x - 6},{y - 2} L{x - 12},{y - 4.4} L{x - 44},{y - 1} L{x - 12},{y + 1.6}Z", "steel", width=1.2)


def _socket(c: Canvas) -> None:
    """A close-up of a socket bayonet sliding onto the muzzle."""
    with c.at(0, 0, 1, 32):
        c.path("M6,-8 H54 V9 H14 V5 H6Z", "wood*1.2")
        c.path("M-4,-8 H54 V-1 H-4Z", "iron*1.4")
        c.path("M2,-12 V-8", width=3)
        c.path("M-14,-10 H8 V1 H-14Z", "steel")
        c.path("M-8,-10 V-4 H0", width=1.8)
        c.path("M-14,0 C-18,0 -18,6 -14,9 H-8 L-4,1Z", "steel*0.8")
        c.path("M-10,9 C-18,14 -26,8 -30,6 L-56,2 L-30,1 C-24,1 -16,5 -12,2Z", "steel")
        c.path("M-46,2.6 L-26,4.4", line="white", width=1.4)


def _wheel(c: Canvas) -> None:
    c.circle(0, 0, 21, line="ink", width=7)
    c.circle(0, 0, 21, line="green*1.4", width=4.4)
    for turn in range(0, 180, 30):
        with c.at(0, 0, 1, turn):
            c.path("M0,-19 V19", line="green*1.2", width=2.4)
    c.circle(0, 0, 5, "green*1.4", width=1.2)
    c.circle(0, 0, 2, "iron", line="")


def _cannon(c: Canvas) -> None:
    """A field gun on its wheels, its muzzle to the left."""
    c.path("M-4,-2 L46,24 L44,31 L-10,10Z", "green*1.2")
    c.path("M-46,-22 L-38,-25 L14,-9 C22,-6 22,6 12,5 L-40,-11 L-46,-14Z", "bronze*1.15")
    c.path("M-40,-25 L-37,-10 M-16,-18 L-18,-4 M4,-12 L2,2", line="bronze*0.7", width=2)
    c.path("M-36,-22 L8,-8", line="brass*1.5", width=1.8)
    c.circle(23, 0, 3.6, "bronze", width=1.2)
    with c.at(-3, 11):
        _wheel(c)


def _limbered(c: Canvas) -> None:
    """A gun on its limber, ready to be drawn away to the left."""
    c.path("M-50,8 L-26,8", line="ink", width=5)
    c.path("M-50,8 L-26,8", line="wood*1.2", width=2.8)
    c.path("M-30,-10 H-4 V4 H-30Z", "green*1.4")
    c.path("M-33,-14 H-1 L-4,-9 H-30Z", "green*1.1")
    c.path("M-14,4 L20,6 L40,-6 L38,-12 L14,-2 L-14,-1Z", "green*1.2")
    c.path("M46,-26 L40,-30 L6,-8 C2,-4 6,4 12,1 L50,-20Z", "bronze*1.15")
    c.path("M41,-27 L12,-8", line="brass*1.5", width=1.6)
    for x in (-19, 22):
        with c.at(x, 12, 0.86):
            _wheel(c)


def _howitzer(c: Canvas) -> None:
    """A short howitzer firing high to the left."""
    c.path("M-4,2 L44,22 L42,30 L-8,12Z", "green*1.2")
    with c.at(-4, 0, 1, 32):
        c.path("M-30,-11 H8 C18,-9 18,9 8,11 H-30Z", "bronze*1.15")
        c.path("M-34,-13 H-27 V13 H-34Z", "bronze")
        c.path("M-24,-6 H6", line="brass*1.5", width=2)
    with c.at(0, 12, 0.9):
        _wheel(c)


def _grape(c: Canvas) -> None:
    """Grape shot in its corded bag."""
    for x, y in (
        (-15, 10),
        (0, 13),
        (15, 10),
        (-16, -5),
        (0, -3),
        (16, -5),
        (-11, -19),
        (4, -18),
        (14, -18),
        (-1, -30),
    ):
        c.circle(x, y, 9.4, "iron", width=1.2)
        c.path(f"M{x - 5},{y - 2} q1,-4 5,-4", line="steel", width=1.6)
    c.path(
        "M-22,-12 C-8,-4 8,-22 22,-12 M-24,4 C-8,12 8,-6 24,4 M-14,-26 C-10,-6 -12,6 -10,20 M13,-26 C10,-6 12,6 10,20",
        line="tan",
        width=2.4,
    )
    c.path("M-26,18 H26 L22,28 H-22Z", "wood*1.2")
    c.path("M-4,-38 L0,-48 L6,-46 L4,-37Z", "tan", width=THIN)


def _canister(c: Canvas) -> None:
    """A tin of balls bursting open to the left."""
    for x, y in ((-42, -16), (-36, 2), (-44, 16), (-28, -8), (-26, 12), (-30, -24), (-32, 26), (-18, 2)):
        c.circle(x, y, 4.8, "iron", width=1.2)
    c.path("M-14,-22 L-20,-30 L-8,-24 L-10,-34 L0,-22Z M-14,22 L-20,32 L-8,25 L-9,35 L0,22Z", "steel*0.8", width=1.2)
    c.path("M-12,-22 H28 C36,-22 36,22 28,22 H-12 C-4,22 -4,-22 -12,-22Z", "steel")
    c.path("M-12,-22 C-4,-22 -4,22 -12,22 C-20,22 -20,-22 -12,-22Z", "iron")
    c.path("M10,-22 C17,-22 17,22 10,22", line="iron", width=1.6)
    c.path("M0,-16 H26", line="white", width=2.4)
    c.path("M32,-17 H44 V17 H32Z", "wood*1.2")


def _horse_head(c: Canvas, hide: str) -> None:
    """A charger's head and neck, facing left."""
    c.path(
        "M40,44 C42,12 34,-18 12,-34 L6,-46 L-1,-36 C-8,-34 -14,-26 -20,-14 L-38,8 C-42,14 -40,22"
        " -33,24 C-27,26 -21,22 -17,16 C-10,14 -4,13 2,8 C4,20 -2,32 -10,44Z",
        hide,
    )
    c.path("M4,-40 C22,-36 44,-16 44,44 L32,44 C34,22 32,4 24,-8 C18,-20 10,-26 2,-30Z", f"{hide}*0.55")
    c.path("M-2,-36 C-10,-30 -12,-22 -9,-16 C-5,-20 -1,-24 3,-32Z", f"{hide}*0.55", width=THIN)
    c.circle(-10, -15, 2.6, "ink", line="")
    c.path("M-34,10 q3,-1 4,3 M-34,19 C-30,20 -27,18 -25,16", width=1.8)
    c.path("M-26,-5 L-15,16 M-15,16 L2,-24 M-26,-5 L-15,-10", line="brick", width=3)
    c.circle(-16, 15, 3, "brass", width=THIN)
    c.path("M-14,17 C2,28 20,24 36,18", line="brick", width=2.6)


def _stack(c: Canvas) -> None:
    """Muskets piled in camp."""
    for turn, x in ((-20, 16), (20, -16), (0, 0)):
        with c.at(x * 0.9, 6, 1, turn):
            c.path("M-3,38 L-1.6,-26 H1.6 L4,14 L8,38Z", "wood*1.2", width=1.2)
            c.path("M-1,-26 L0,-48 L2,-26Z", "steel", width=0.9)
            c.path("M-3,-6 H3 M-3,10 H4", line="brass", width=2)
    c.path("M-8,-18 H8 V-13 H-8Z", "white", width=THIN)


def _rank(c: Canvas, coat: str, facing: str) -> None:
    """A rank of men shoulder to shoulder, from the front."""
    for x in (-30, -10, 10, 30):
        c.path(f"M{x + 8},40 L{x + 7},-34 L{x + 8.6},-46 L{x + 10},-34 V40Z", "wood*1.2", width=THIN)
        c.path(f"M{x + 7.6},-30 L{x + 8.6},-46 L{x + 9.6},-30Z", "steel", width=0.8)
        c.path(f"M{x - 10},40 L{x - 9},8 C{x - 6},3 {x + 6},3 {x + 9},8 L{x + 10},40Z", coat, width=1.2)
        c.path(f"M{x - 4},5 H{x + 4} L{x + 3},40 H{x - 3}Z", facing, width=0.9)
        c.path(f"M{x - 8},10 L{x + 8},36 M{x + 8},10 L{x - 8},36", line="white", width=2.2)
        c.path(f"M{x - 5},-8 V0 C{x - 4},7 {x + 4},7 {x + 5},0 V-8Z", "skin", width=THIN)
        c.path(f"M{x - 6},-6 L{x - 8},-24 Q{x},-28 {x + 8},-24 L{x + 6},-6 Q{x},-2 {x - 6},-6Z", "black*1.3", width=1.2)
        c.circle(x, -14, 2.8, "brass", width=0.8)
        c.path(f"M{x - 2},-26 C{x - 4},-33 {x + 4},-33 {x + 2},-26Z", "red", width=0.9)


def _tent(c: Canvas) -> None:
    """A general's tent."""
    c.path("M-42,36 L0,-22 L42,36Z", "white")
    c.path("M0,-22 L42,36 H14Z", "white*0.84", width=1.2)
    c.path("M0,-20 L-13,36 H13Z", "brown*0.8", width=1.2)
    c.path("M0,-22 V-44", width=2.2)
    c.path("M0,-44 C8,-49 14,-40 22,-44 V-33 C14,-29 8,-38 0,-33Z", "red", width=1.2)
    c.path("M-34,25 L-22,10 M34,25 L22,10", line="sky", width=3)


def _mist(c: Canvas, tint: str) -> None:
    """Bands of mist."""
    c.path("M-46,-6 C-34,-14 -22,2 -8,-6 C6,-14 20,2 46,-8 C40,8 20,6 6,4 C-10,12 -30,2 -46,-6Z", tint, line="")


PIECES: Final[Mapping[str, Piece]] = {
    "kit-bayonets": Piece(_bayonets, (), MIDDLE),
    "kit-socket-bayonet": Piece(_socket, (), MIDDLE),
    "kit-field-gun": Piece(_cannon, (), MIDDLE),
    "kit-limbered-gun": Piece(_limbered, (), MIDDLE),
    "kit-field-howitzer": Piece(_howitzer, (), MIDDLE),
    "kit-gun-wheel": Piece(_wheel, (), MIDDLE),
    "kit-grape-bag": Piece(_grape, (), MIDDLE),
    "kit-canister-tin": Piece(_canister, (), MIDDLE),
    "kit-horse-head": Piece(_horse_head, ("bay",), MIDDLE),
    "kit-piled-arms": Piece(_stack, (), MIDDLE),
    "kit-rank": Piece(_rank, ("blue", "white"), MIDDLE),
    "kit-tent": Piece(_tent, (), MIDDLE),
    "kit-mist": Piece(_mist, ("smoke",), MIDDLE),
}
