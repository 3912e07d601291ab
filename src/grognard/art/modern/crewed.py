"""Crew-served weapons of 1944: mounted machine guns, mortars and anti-tank guns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from grognard.art.canvas import GROUND, Canvas
from grognard.art.drawing import Drawing
from grognard.art.modern.firearms import HELD
from grognard.art.modern.squad import Man, Side
from grognard.art.modern.tones import tone

Gun: TypeAlias = Literal[
    "browning-30", "browning-50", "mg34", "mg42-tripod", "mortar-60", "mortar-81", "mortar-80", "pak-40"
]


def _browning_30(canvas: Canvas) -> None:
    canvas.path("M2,-22 L-14,0 M2,-22 L20,0 M2,-22 L-2,0", line="ink", width=3.2)
    canvas.path("M2,-22 L-14,0 M2,-22 L20,0", line="olive", width=1.2)
    canvas.path("M-40,-26 H-6", line="ink", width=5)
    canvas.path("M-37,-26 H-8", line="grey", width=2.4)
    canvas.path("M-34,-26 H-10", line="ink", width=1.4)
    canvas.path("M-46,-26 H-40", line="ink", width=2.6)
    canvas.path("M-8,-31 H20 V-20 H-8Z", "iron")
    canvas.path("M20,-24 H25 V-15 H21Z", "black", width=1)
    canvas.path("M-6,-24 C-12,-20 -10,-14 -6,-10", line="brass", width=3.4)
    canvas.path("M-14,-11 H2 V0 H-14Z", "olive", width=1.2)
    canvas.path("M-14,-8 H2", width=0.9)


def _browning_50(canvas: Canvas) -> None:
    canvas.path("M4,-34 L-24,0 M4,-34 L28,0 M4,-34 L2,0", line="ink", width=4.4)
    canvas.path("M4,-34 L-24,0 M4,-34 L28,0", line="olive", width=2)
    canvas.path("M-58,-40 H-18", line="ink", width=3.4)
    canvas.path("M-61,-42 H-56 V-38 H-61Z", "iron", width=1)
    canvas.path("M-30,-43.6 H-8 V-36.4 H-30Z", "grey*0.8", width=1.2)
    canvas.path("M-26,-40 H-24 M-21,-40 H-19 M-16,-40 H-14", width=2)
    canvas.path("M-10,-47 H24 V-34 H-10Z", "iron")
    canvas.path("M24,-46 H29 V-35 H24 M29,-46 L33,-48 M29,-35 L33,-33", line="ink", width=2.4)
    canvas.path("M-8,-45 H20", line="grey", width=1.4)
    canvas.path("M-4,-34 H12 V-22 H-4Z", "olive")
    canvas.path("M-3,-38 H10", line="brass", width=3)


def _mg34(canvas: Canvas) -> None:
    with canvas.at(0, -15):
        HELD["mg34"](canvas)


def _mg42_tripod(canvas: Canvas) -> None:
    canvas.path("M-4,-26 L-32,0 M-4,-26 L-4,0 M0,-24 L34,0 M-20,-12 L14,-11", line="ink", width=3.6)
    canvas.path("M-4,-26 L-32,0 M0,-24 L34,0", line="field-grey", width=1.4)
    canvas.path("M-14,-28 H20 V-22 H-14Z", "field-grey*0.8", width=1.2)
    canvas.path("M-8,-31 C-2,-22 -10,-16 -8,-6 C-8,-2 2,-3 8,-1", line="ink", width=4.6)
    canvas.path("M-8,-31 C-2,-22 -10,-16 -8,-6 C-8,-2 2,-3 8,-1", line="brass", width=2.6)
    with canvas.at(2, -32, 1.15):
        canvas.path("M-33,-2.6 L-41,-3.4 L-41,1.4 L-33,0.8Z", "iron", width=1)
        canvas.path("M-10,-4.4 H-34 V2.4 H-10Z", "iron", width=1.2)
        canvas.path("M-13,-1 H-16 M-19,-1 H-22 M-25,-1 H-28 M-31,-1 H-32", line="ink", width=2.6)
        canvas.path("M6,-2 L19,-4 L19,5.4 L13,3.4 L6,1.6Z", "chestnut", width=1.1)
        canvas.path("M8,-4 L-12,-5 V2.6 H8Z", "iron", width=1.2)


def _mortar(canvas: Canvas, wide: float, high: float, cloth: str) -> None:
    """A mortar: base plate, tube and two legs; the muzzle points up and to the left."""
    top_x, top_y = -0.5 * high, -high
    canvas.path("M-6,-2 L18,-3 L20,3 L-4,3Z", tone(cloth, 0.7))
    canvas.path(f"M{top_x * 0.62:.1f},{top_y * 0.72:.1f} L{top_x - 9:.1f},0", line="ink", width=3.4)
    canvas.path(f"M{top_x * 0.62:.1f},{top_y * 0.72:.1f} L{top_x + 6:.1f},0", line="ink", width=3)
    canvas.path(f"M{top_x - 5:.1f},-11 L{top_x + 4:.1f},-11", line="ink", width=1.6)
    canvas.path(f"M8,-3 L{top_x:.1f},{top_y:.1f}", line="ink", width=wide + 2.6)
    canvas.path(f"M8,-3 L{top_x:.1f},{top_y:.1f}", line=tone(cloth, 0.8), width=wide)
    canvas.path(f"M6,-6 L{top_x - 1.4:.1f},{top_y + 2:.1f}", line=tone(cloth, 1.35), width=1.4)


def _mortar_60(canvas: Canvas) -> None:
    _mortar(canvas, 4.4, 38, "olive")


def _mortar_81(canvas: Canvas) -> None:
    _mortar(canvas, 7.6, 58, "olive")
    canvas.path("M-30,-62 L-22,-58", line="ink", width=3)


def _mortar_80(canvas: Canvas) -> None:
    _mortar(canvas, 7.6, 58, "field-grey")
    canvas.ellipse(10, 1, 14, 3.4, "field-grey*0.7", width=1.2)


def _pak_40(canvas: Canvas) -> None:
    paint = "sand*0.86"
    canvas.path("M10,-20 L62,-2 L60,3 L6,-12Z", paint, width=1.2)
    canvas.path("M-6,-31 L-62,-34", line="ink", width=5.6)
    canvas.path("M-8,-31 L-62,-34", line=paint, width=3)
    canvas.path("M-62,-38 L-71,-38.6 V-30.4 L-62,-30Z", paint, width=1.2)
    canvas.path("M-66.4,-38 V-30.4", width=1)
    canvas.path("M-22,-36 L18,-34 L18,-26 L-22,-29Z", paint, width=1.2)
    canvas.path("M-4,-50 L6,-52 L12,-40 L9,-14 L-3,-10 L-7,-30Z", paint)
    canvas.path("M6,-52 L9,-50 L15,-38 L12,-14 L9,-14 L12,-40Z", "sand*0.6", width=1)
    canvas.path("M-3,-44 L3,-44 L4,-38 L-4,-38Z M-5,-22 L8,-24 L8,-18 L-4,-15Z", "leaf*0.8", "")
    canvas.circle(4, -12, 13, "black*1.1")
    canvas.circle(4, -12, 9, paint, width=1.1)
    canvas.circle(4, -12, 2.8, "sand*0.6", width=1)
    canvas.path("M4,-20 V-16 M4,-8 V-4 M-4,-12 H0 M8,-12 H12", width=1.4)


# The weapons by name; 0, 0 is on the ground under the mount, and the muzzle points left.
GUNS: Final[Mapping[Gun, Callable[[Canvas], None]]] = {
    "browning-30": _browning_30,
    "browning-50": _browning_50,
    "mg34": _mg34,
    "mg42-tripod": _mg42_tripod,
    "mortar-60": _mortar_60,
    "mortar-81": _mortar_81,
    "mortar-80": _mortar_80,
    "pak-40": _pak_40,
}


class Crewed(Drawing, frozen=True, tag="crewed"):
    """A weapon with its crew, drawn from back to front: men behind it, the weapon, men in front of it."""

    side: Side
    gun: Gun
    x: float = 50
    scale: float = 0.8
    behind: tuple[Man, ...] = ()
    men: tuple[Man, ...] = ()

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        for man in self.behind:
            man.draw(canvas, self.side)
        with canvas.at(self.x, GROUND, self.scale):
            GUNS[self.gun](canvas)
        for man in self.men:
            man.draw(canvas, self.side)
