"""Napoleonic guns, with or without a crew."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Annotated, Literal

import msgspec

from grognard.art.canvas import GROUND, Canvas
from grognard.art.napoleonic.foot import Foot, Pose
from grognard.art.napoleonic.horse import draw_horse
from grognard.art.napoleonic.rider import Rider
from grognard.art.napoleonic.soldier import Colour, Hold, Soldier
from grognard.art.napoleonic.weapons import Weapon, draw_colours

UPPER = tuple(name for name in Soldier.__struct_fields__ if name not in ("hold", "weapon", "flag", "pack"))


class Gun(Soldier, frozen=True, tag="gun"):
    """A gun; the other fields describe the uniform of its crew."""

    kind: Literal["cannon", "howitzer", "mortar", "carronade", "rocket", "team", "battery", "grand", "park"] = "cannon"
    barrel: Colour = "bronze"
    carriage: Colour = "olive"
    iron: Colour = "iron"
    length: Annotated[float, msgspec.Meta(ge=0.6, le=1.3)] = 1
    wheel: Annotated[float, msgspec.Meta(ge=10, le=24)] = 19
    crew: Annotated[int, msgspec.Meta(ge=0, le=2)] = 1
    smoke: bool = False
    mounted: bool = False

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        draw_colours(canvas, self.flag, 15, 8, GROUND)
        if self.kind == "team":
            self._team(canvas)
            return
        if self.kind == "rocket":
            self._crewman(canvas, 34, "point", "none", "stand", 0.86)
            self._rocket(canvas)
            return
        if self.mounted:
            with canvas.at(26, 16, 0.8):
                self._rider(canvas, "upright", "sabre", "stand")
            with canvas.at(-6, 26, 0.72):
                self._piece(canvas)
            return
        if self.crew == 2:
            left = 8 if self.kind == "grand" else -18
            self._crewman(canvas, left, "ready", "rammer", "stand", 0.84)
        if self.crew:
            self._crewman(canvas, 36, "ready", "linstock", "stand", 0.84)
        self._piece(canvas)

    def _crewman(self, canvas: Canvas, x: float, hold: Hold, weapon: Weapon, pose: Pose, scale: float) -> None:
        worn = {name: getattr(self, name) for name in UPPER}
        man = Foot(**worn, hold=hold, weapon=weapon, pose=pose, pack="")
        with canvas.at(x, GROUND * (1 - scale), scale):
            man.figure(canvas)

    def _rider(self, canvas: Canvas, hold: Hold, weapon: Weapon, gait: Literal["walk", "gallop", "stand"]) -> None:
        worn = {name: getattr(self, name) for name in UPPER}
        Rider(**worn, hold=hold, weapon=weapon, gait=gait).figure(canvas)

    def _piece(self, canvas: Canvas) -> None:
        match self.kind:
            case "howitzer":
                self._wheeled(canvas, short=True)
            case "mortar":
                self._mortar(canvas)
            case "carronade":
                self._carronade(canvas)
            case "battery":
                with canvas.at(28, 22, 0.66):
                    self._wheeled(canvas)
                with canvas.at(0, 19, 0.8):
                    self._wheeled(canvas)
            case "grand":
                for x, y, scale in ((44, 30, 0.54), (20, 25, 0.66), (-3, 19, 0.8)):
                    with canvas.at(x, y, scale):
                        self._wheeled(canvas)
            case "park":
                self._wheeled(canvas)
                _balls(canvas, 82, GROUND, 3)
            case _:
                self._wheeled(canvas)

    def _wheeled(self, canvas: Canvas, short: bool = False) -> None:
        axle = (49, GROUND - 1 - self.wheel)
        with canvas.at(4, 1):
            _wheel(canvas, *axle, self.wheel, f"{self.carriage}*0.7")
        x, y = axle
        canvas.path(f"M{x - 9},{y - 12} L{x + 6},{y - 14} L{x + 20},{y - 2} L94,88 Q96,92 92,93.4 L86,93 L{x + 12},{y + 7} "
                    f"L{x - 10},{y - 1}Z", self.carriage)  # fmt: skip
        canvas.path(f"M{x + 16},{y - 3} l-4,9 M84,83 l-3,8", line=self.iron, width=2)
        with canvas.at(x, y - 13, turn=18 if short else 6):
            (_howitzer if short else _tube)(canvas, self.barrel, self.length)
        canvas.path(f"M{x - 5},{y - 9} q5,-5 10,0", line=self.iron, width=2.4)
        _wheel(canvas, x, y, self.wheel, self.carriage)
        if self.smoke:
            _smoke(canvas, x - 46 * self.length, y - 16)

    def _mortar(self, canvas: Canvas) -> None:
        canvas.path("M22,80 L76,80 L82,93 L16,93Z", self.carriage)
        canvas.path("M20,86.6 H79 M30,80 v13 M68,80 v13", line=self.iron, width=2.2)
        with canvas.at(52, 76, turn=-42):
            canvas.path("M-16,-42 L16,-42 L15,-30 L14,-8 C15,6 8,11 0,11 C-8,11 -15,6 -14,-8 L-15,-30Z", self.barrel)
            canvas.ellipse(0, -42, 16, 5, f"{self.barrel}*0.35")
            canvas.path("M-15,-32 H15 M-14.4,-14 H14.4", line=f"{self.barrel}*0.6", width=2)
            canvas.path("M-9,-36 V-2", line=f"{self.barrel}*1.6", width=2.4)
        canvas.path("M38,80 C40,66 62,62 68,80Z", f"{self.carriage}*0.85")
        canvas.circle(53, 75, 3.6, self.iron)
        _balls(canvas, 90, GROUND, 1)

    def _carronade(self, canvas: Canvas) -> None:
        canvas.path("M10,82 L88,82 L90,89 L10,89Z", self.carriage)
        canvas.path("M30,72 L82,72 L84,82 L28,82Z", f"{self.carriage}*1.2")
        for x in (20, 78):
            canvas.circle(x, 89.4, 4.6, "iron")
        with canvas.at(56, 62, turn=3):
            canvas.path("M-46,-8 C-47,-11 -44,-12 -42,-11 L-38,-9.6 L-14,-11.6 L20,-14 C28,-13 28,13 20,14 L-14,11.6 "
                        "L-38,9.6 L-42,11 C-44,12 -47,11 -46,8Z", self.barrel)  # fmt: skip
            canvas.ellipse(-45, 0, 2.8, 9, f"{self.barrel}*0.4")
            canvas.path("M-14,-11 V11 M8,-13 V13", line=f"{self.barrel}*0.55", width=2)
            canvas.path("M-38,-6 L18,-9.4", line=f"{self.barrel}*1.5", width=2)
            canvas.circle(30, 0, 4, self.barrel)
            canvas.path("M24,-3 L28,-3 L28,3 L24,3Z", self.barrel)
        canvas.path("M50,76 L54,70 H60 L64,76Z", "iron", width=1.1)
        canvas.path("M84,76 C92,70 96,78 88,86", line="tan", width=2)

    def _rocket(self, canvas: Canvas) -> None:
        canvas.path("M40,93 L52,50 M66,93 L52,50 M52,50 L56,92", line="ink", width=4)
        canvas.path("M40,93 L52,50 M66,93 L52,50 M52,50 L56,92", line="wood", width=2.2)
        canvas.path("M84,84 L22,32", line="ink", width=5)
        canvas.path("M84,84 L22,32", line=f"{self.carriage}*0.9", width=3)
        with canvas.at(36, 40, turn=-50):
            canvas.path("M0,50 V6", line="wood*1.3", width=2)
            canvas.path("M-4.4,8 L-4.4,-12 L-6,-13 L0,-25 L6,-13 L4.4,-12 L4.4,8Z", self.iron)
            canvas.path("M-4.4,-6 H4.4 M-4.4,3 H4.4", line="steel", width=1.4)
        for at in range(3):
            with canvas.at(6 + at * 5, 88 - at * 1.5, 0.55, 12 + at * 8):
                canvas.path("M0,10 V-40", line="wood", width=2.4)
                canvas.path("M-4,-22 L-4,-40 L0,-50 L4,-40 L4,-22Z", self.iron)

    def _team(self, canvas: Canvas) -> None:
        with canvas.at(101, GROUND * 0.54, 0.46, flip=True):
            self._wheeled(canvas)
        canvas.path("M66,84 L34,76", line="ink", width=3.6)
        canvas.path("M66,84 L34,76", line="wood", width=2)
        canvas.path("M53,72 H68 V83 H53Z M53,76 H68", self.carriage, width=1.2)
        _wheel(canvas, 61, GROUND - 8, 8.6, self.carriage)
        with canvas.at(11, 29, 0.66), canvas.at(-1, 3):
            draw_horse(canvas, f"{self.horse}*0.8", "gallop")
        with canvas.at(-3, 28.2, 0.7):
            self._rider(canvas, "raise", "none", "gallop")


def _tube(canvas: Canvas, barrel: str, length: float) -> None:
    with canvas.at(0, 0):
        muzzle = -41 * length
        canvas.path(f"M{muzzle},-6.4 C{muzzle - 2},-6.4 {muzzle - 2},6.4 {muzzle},6.4 L{muzzle + 4},5.4 L-8,7 L20,9 "
                    f"C25,8 25,-8 20,-9 L-8,-7 L{muzzle + 4},-5.4Z", barrel)  # fmt: skip
        canvas.ellipse(muzzle - 0.6, 0, 1.7, 5, f"{barrel}*0.3", width=1)
        canvas.path(f"M{muzzle + 5},-5.4 V5.4 M-8,-7 V7 M6,-8 V8", line=f"{barrel}*0.6", width=1.7)
        canvas.path(f"M{muzzle + 8},-3.2 L18,-5.2", line=f"{barrel}*1.55", width=1.8)
        canvas.circle(27, 0, 3.2, barrel, width=1.2)
        canvas.path("M-6,-7.4 q3,-5 6,0", line=f"{barrel}*0.7", width=1.8)


def _howitzer(canvas: Canvas, barrel: str, length: float) -> None:
    canvas.path(f"M{-24 * length},-10.6 L{-20 * length},-9 L2,-9.4 L3,-7 L16,-6.6 C20,-6 20,6 16,6.6 L3,7 L2,9.4 "
                f"L{-20 * length},9 L{-24 * length},10.6Z", barrel)  # fmt: skip
    canvas.ellipse(-24 * length, 0, 3, 10.4, f"{barrel}*0.3")
    canvas.path(f"M-12,-9 V9 M2,-9 V9 M{-18 * length},-5 L0,-5.4", line=f"{barrel}*0.6", width=1.7)
    canvas.circle(21, 0, 2.8, barrel, width=1.2)


def _wheel(canvas: Canvas, x: float, y: float, radius: float, colour: str) -> None:
    spokes = " ".join(
        f"M{x + 4 * cos(turn):.1f},{y + 4 * sin(turn):.1f} L{x + (radius - 2) * cos(turn):.1f},{y + (radius - 2) * sin(turn):.1f}"
        for turn in (spoke * pi / 6 + 0.2 for spoke in range(12))
    )
    canvas.path(spokes, line="ink", width=3)
    canvas.path(spokes, line=colour, width=1.5)
    canvas.circle(x, y, radius - 1.6, line="ink", width=5.4)
    canvas.circle(x, y, radius - 1.9, line=colour, width=2.4)
    canvas.circle(x, y, 4.4, colour)
    canvas.circle(x, y, 1.6, "iron", width=0.8)


def _balls(canvas: Canvas, x: float, ground: float, rows: int) -> None:
    for row in range(rows):
        for at in range(rows - row):
            canvas.circle(x + (at - (rows - row - 1) / 2) * 7, ground - 3.6 - row * 6, 3.6, "iron", width=1)


def _smoke(canvas: Canvas, x: float, y: float) -> None:
    canvas.path(f"M{x + 4},{y} C{x},{y - 12} {x - 14},{y - 8} {x - 12},{y} C{x - 20},{y + 6} {x - 8},{y + 14} {x - 2},{y + 9} "
                f"C{x + 4},{y + 12} {x + 8},{y + 4} {x + 4},{y}Z", "smoke", width=1.1)  # fmt: skip
    canvas.path(
        f"M{x + 8},{y + 1} L{x - 4},{y - 2} L{x - 1},{y + 2} L{x - 6},{y + 5} L{x + 7},{y + 4}Z", "fire", width=0.8
    )
