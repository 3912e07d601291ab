"""Distinctive buildings of different places. The foot of each is at 0, 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import Piece


def _chapel(c: Canvas, roof: str, wall: str) -> None:
    c.path("M-4,0 V-17 H20 V0Z", wall)
    c.path("M-6,-16 L0,-27 H17 L22,-16Z", roof)
    c.path("M-14,0 V-28 H-2 V0Z", wall)
    c.path("M-6,0 V-28 H-2 V0Z", f"{wall}*0.86", "")
    c.path("M-16,-27 C-15,-33 -9,-33 -8,-42 C-7,-33 -1,-33 0,-27Z", f"{roof}*0.85")
    c.path("M-8,-42 V-50 M-10.5,-47 H-5.5", width=1.4)
    c.path("M-10,-17 V-22 Q-8,-25 -6,-22 V-17Z M5,-5 V-10 Q7,-13 9,-10 V-5Z M13,-5 V-10 Q15,-13 17,-10 V-5Z",
           "night", width=0.8)  # fmt: skip


def _barn(c: Canvas, roof: str, wall: str) -> None:
    c.path("M-26,0 V-15 H26 V0Z", wall)
    c.path("M-30,-14 L-23,-31 H23 L30,-14Z", roof)
    c.path("M-25,-20 H26 M-23,-26 H24", line=f"{roof}*0.85", width=1)
    c.path("M-7,0 V-12 H7 V0Z", "wood*0.8", width=1)
    c.path("M-20,-4 V-10 H-15 V-4Z M15,-4 V-10 H20 V-4Z", "night", width=0.8)


def _ruin(c: Canvas, wall: str) -> None:
    """A house without its roof: a gable, broken walls, a heap of stones."""
    c.path("M-26,0 V-34 L-19,-46 L-12,-36 L-11,-24 L-5,-26 L-2,-15 L5,-18 L9,-9 L17,-12 L20,-30 L26,-34 V0Z", wall)
    c.path("M20,-30 L26,-34 V0 H17 V-12Z", f"{wall}*0.85", "")
    c.path("M-22,-24 V-32 H-16 V-24Z M-20,-6 V-16 H-14 V-6Z", "night*1.2", width=0.9)
    c.path("M-4,0 Q2,-9 10,-6 Q18,-10 24,0Z", f"{wall}*0.8", width=1)
    c.path("M-11,-34 L3,-22 M18,-24 L6,-16", line="wood*0.8", width=2)


def _blockhouse(c: Canvas, wood: str, stone: str) -> None:
    """A blockhouse with two stories of logs, the upper one wider, with loopholes and a flag."""
    c.path("M0,-50 V-72", line="wood", width=1.6)
    c.path("M1,-71 C7,-75 12,-67 19,-71 V-61 C12,-57 7,-65 1,-61Z", "red", width=1)
    c.path("M-22,0 V-24 H22 V0Z", stone)
    c.path("M10,0 V-24 H22 V0Z", f"{stone}*0.86", "")
    c.path("M-29,-22 V-40 H29 V-22Z", wood)
    c.path("M14,-22 V-40 H29 V-22Z", f"{wood}*0.86", "")
    c.path("M-34,-38 L-20,-54 H20 L34,-38Z", f"{wood}*0.75")
    c.path("M-29,-34 H29 M-29,-28 H29", line=f"{wood}*0.8", width=1)
    c.path("M-20,-33 h6 v4 h-6Z M-3,-33 h6 v4 h-6Z M14,-33 h6 v4 h-6Z", "night", width=0.7)
    c.path("M-5,0 V-14 Q0,-18 5,-14 V0Z", "wood*0.6", width=1)


def _palisade(c: Canvas, wood: str) -> None:
    stakes = "".join(f"M{x},0 V-13 l3,-4 l3,4 V0Z" for x in range(-44, 42, 6))
    c.path(stakes, wood, width=0.9)
    c.path("M-44,-8 H42", line=f"{wood}*0.75", width=1.6)


PIECES: Final[Mapping[str, Piece]] = {
    "chapel": Piece(_chapel, ("brick", "white")),
    "barn": Piece(_barn, ("brick", "stone*1.2")),
    "ruin": Piece(_ruin, ("stone",)),
    "blockhouse": Piece(_blockhouse, ("wood*1.2", "stone")),
    "palisade": Piece(_palisade, ("wood",)),
}
