"""A Napoleonic soldier from the hips up: uniform, head and arms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.drawing import Drawing
from grognard.art.napoleonic.hats import Hat, HatKind, draw_hat
from grognard.art.napoleonic.limbs import limb
from grognard.art.napoleonic.weapons import Nation, Weapon, draw_flag, draw_weapon
from grognard.art.palette import COLOURS

NAMES: Final = "|".join(COLOURS)
Colour: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^({NAMES})(\*[0-9.]+)?$")]
Maybe: TypeAlias = Annotated[str, msgspec.Meta(pattern=rf"^(({NAMES})(\*[0-9.]+)?)?$")]
Hold: TypeAlias = Literal[
    "carry", "order", "aim", "charge", "load", "raise", "point", "spyglass", "drum", "horn", "bear", "hang", "hip",
    "inside", "shoulder", "slash", "thrust", "trail", "couch", "upright", "ready", "tend", "salute",
]  # fmt: skip


class Arms(NamedTuple):
    """The places of elbows and hands, and the weapon's x, y, turn and scale."""

    near: tuple[float, float, float, float]
    far: tuple[float, float, float, float]
    weapon: tuple[float, float, float, float]
    in_far_hand: bool = False


HOLDS: Final[Mapping[Hold, Arms]] = {
    "carry": Arms((66, 55, 59, 61), (37, 55, 38, 64), (60, 46, 5, 1)),
    "order": Arms((65, 55, 61, 64), (35, 54, 33, 60), (33, 72, 0, 1.2), True),
    "aim": Arms((63, 53, 50, 45), (36, 49, 27, 42), (40, 41.5, -92, 1), True),
    "charge": Arms((65, 57, 53, 61), (36, 56, 29, 55), (40, 58, -80, 1), True),
    "load": Arms((62, 51, 38, 41), (36, 55, 34, 59), (34.5, 72, 2, 1.08), True),
    "raise": Arms((69, 41, 66, 28), (36, 55, 37, 64), (66, 27, -4, 0.8)),
    "slash": Arms((70, 43, 70, 31), (36, 56, 32, 62), (70, 31, -2, 0.92)),
    "thrust": Arms((54, 52, 36, 45), (36, 56, 32, 62), (36, 45, -84, 0.95)),
    "point": Arms((67, 55, 57, 62), (32, 46, 19, 43), (19, 43, -90, 0.8), True),
    "spyglass": Arms((63, 46, 46, 34), (35, 46, 33, 34), (37, 32, -96, 1.05)),
    "drum": Arms((65, 54, 53, 60), (36, 54, 37, 60), (44, 68, 0, 1)),
    "horn": Arms((63, 53, 44, 42), (37, 55, 40, 63), (42, 39, 0, 0.85)),
    "bear": Arms((67, 54, 62, 60), (38, 55, 52, 62), (63, 58, 5, 1)),
    "hang": Arms((64, 55, 61, 65), (37, 55, 37, 64), (37, 64, -10, 0.9), True),
    "hip": Arms((68, 53, 59, 61), (37, 55, 37, 64), (37, 64, -10, 0.9), True),
    "inside": Arms((65, 56, 53, 58), (37, 54, 44, 54), (44, 54, 0, 0.01), True),
    "shoulder": Arms((67, 54, 58, 60), (37, 55, 38, 64), (59, 57, 14, 1.1)),
    "trail": Arms((64, 56, 57, 66), (37, 54, 40, 62), (56, 64, -68, 1)),
    "couch": Arms((65, 56, 52, 59), (36, 56, 33, 62), (37, 56, -77, 1)),
    "upright": Arms((65, 55, 60, 60), (36, 56, 32, 62), (61, 58, 3, 1)),
    "ready": Arms((64, 57, 52, 60), (36, 56, 34, 52), (42, 56, -40, 1)),
    "tend": Arms((58, 55, 41, 57), (36, 52, 30, 52), (36, 54, -64, 1)),
    "salute": Arms((68, 43, 66, 26), (36, 55, 37, 64), (66, 24, 10, 1)),
}
SHOULDERS: Final = ((58.6, 48), (43.4, 47.4))


class Soldier(Drawing, frozen=True):
    """A uniform and, for riders, a horse, so that one dress serves all arms of a nation.

    `collar` and `cuffs` have the color of the facing by default.
    """

    coat: Colour = "blue"
    facing: Colour = "red"
    trousers: Colour = "white"
    front: Literal["plain", "lapels", "braid", "open", "double", "piped"] = "plain"
    cut: Literal["tails", "jacket", "frock", "dolman"] = "tails"
    collar: Maybe = ""
    cuffs: Maybe = ""
    lace: Colour = "brass"
    waistcoat: Colour = "white"
    belts: Literal["none", "cross", "one"] = "cross"
    belt: Colour = "white"
    epaulettes: Maybe = ""
    sash: Maybe = ""
    ribbon: Maybe = ""
    star: bool = False
    hat: HatKind = "shako"
    hat_colour: Colour = "black"
    trim: Maybe = "brass"
    plume: Maybe = ""
    cord: Maybe = ""
    hair: Colour = "brown*0.7"
    moustache: bool = False
    beard: Maybe = ""
    glasses: bool = False
    nose: bool = False
    stout: bool = False
    cuirass: Maybe = ""
    pelisse: Maybe = ""
    hold: Hold = "carry"
    weapon: Weapon = "musket"
    flag: Nation = ""
    pennon: Maybe = ""
    gaiters: Maybe = ""
    boots: Colour = "black"
    kilt: Maybe = ""
    stripe: Maybe = ""
    pack: Maybe = "leather"
    apron: bool = False
    sabre: bool = False
    horse: Colour = "bay"
    cloth: Maybe = "blue"
    edge: Colour = "white"
    pelt: Maybe = ""

    def upper(self, canvas: Canvas) -> None:
        """Draws the soldier from the hips up; the waist is at 51, 62."""
        arms = HOLDS[self.hold]
        if arms.in_far_hand and self.hold != "aim":
            self._weapon(canvas, arms)
        _arm(canvas, SHOULDERS[1], arms.far, f"{self.coat}*0.85", self.cuffs or self.facing)
        if self.pelisse:
            _pelisse(canvas, self.pelisse, self.lace)
        self._torso(canvas)
        self._head(canvas)
        if self.hold == "aim" or not arms.in_far_hand:
            self._weapon(canvas, arms)
        if self.hold == "aim":
            canvas.circle(*arms.far[2:], 2.9, "skin", width=1)
        _arm(canvas, SHOULDERS[0], arms.near, self.coat, self.cuffs or self.facing)
        self._shoulder(canvas)

    def _weapon(self, canvas: Canvas, arms: Arms) -> None:
        x, y, turn, scale = arms.weapon
        with canvas.at(x, y, scale, turn):
            if self.weapon == "flag":
                with canvas.at(0, -30):
                    draw_flag(canvas, self.flag)
            if self.weapon == "hat":
                draw_hat(canvas, self.hat, self._hat())
            if self.weapon in ("lance", "pike") and self.pennon:
                _pennon(canvas, self.pennon, self.lace)
            draw_weapon(canvas, self.weapon)

    def _torso(self, canvas: Canvas) -> None:
        belly = "C64.6,52 65,58 62.6,64 Q50,68.6 39.6,64 C37,58 38.4,50" if self.stout else (
            "C62.8,51 62.8,58 62,63.4 Q51,66.6 41,63.4 C40.2,58 39.4,51"
        )  # fmt: skip
        canvas.path(f"M41,44.6 C44,41 57,41 61,44.6 {belly} 41,44.6Z", self.cuirass or self.coat)
        if self.cuirass:
            self._breastplate(canvas)
        else:
            self._front(canvas)
        self._belts(canvas)
        canvas.path("M42.8,39.6 Q50,43 57.6,39.6 L58.4,45 Q50,48 42.4,45Z", self.collar or self.facing, width=1.1)

    def _breastplate(self, canvas: Canvas) -> None:
        canvas.path("M45.4,47 Q43,54 45,61", line="white", width=2)
        canvas.path("M55,42.6 L60,46 M41.2,60.4 Q51,64 62.2,60.4", line="brass", width=2)
        canvas.path("M41,62.4 Q51,66 62,62.4 L62.6,66 Q51,69 41,66Z", self.facing, width=1)

    def _front(self, canvas: Canvas) -> None:
        if self.front == "lapels":
            canvas.path("M43,46 C45.6,47 47,48 49,47 C52,47.6 53,47 54.6,46 C55.6,52 52.6,57 50.6,62 L45,62 "
                        "C42.4,57 41.8,51 43,46Z", self.facing, width=1)  # fmt: skip
            canvas.path("M46.6,48 L47.6,61", line=f"{self.facing}*0.7", width=1)
        elif self.front == "open":
            canvas.path(
                "M45,46 Q48,48 51,46 C53,53 55,60 56.6,64.6 L42,63.6 C43,57 44,52 45,46Z", self.waistcoat, width=1
            )
            canvas.path("M47.6,49 L48.4,63", line=f"{self.waistcoat}*0.75", width=0.9)
        elif self.front == "braid":
            rows = " ".join(f"M42,{y} Q48,{y + 2.6} 55,{y}" for y in (48.4, 51.6, 54.8, 58, 61))
            canvas.path(rows, line=self.lace, width=1.5)
            canvas.path("M48,47 V63", line=self.lace, width=1)
        elif self.front == "double":
            canvas.path("M44,49 v.1 M44.2,53.4 v.1 M44.8,58 v.1 M51.6,49 v.1 M51.6,53.4 v.1 M51.6,58 v.1",
                        line=self.lace, width=2.2)  # fmt: skip
        else:
            if self.front == "piped":
                canvas.path("M47.4,47 Q46.6,55 47.4,63.4", line=self.facing, width=1.8)
            canvas.path("M47,49 v.1 M46.8,53 v.1 M46.8,57 v.1 M47,61 v.1", line=self.lace, width=2.1)

    def _belts(self, canvas: Canvas) -> None:
        if self.belts == "cross":
            canvas.path("M57,43 L41.4,60.6", line=self.belt, width=2.7)
        if self.belts != "none":
            canvas.path("M43.4,43.6 L61.4,60", line=self.belt, width=2.7)
        if self.belts == "cross":
            canvas.path("M49,50.6 h3.2 v3.4 h-3.2Z", "brass", width=0.8)
        if self.ribbon:
            canvas.path("M43.6,43.8 L61.2,60", line="ink", width=4.6)
            canvas.path("M43.6,43.8 L61.2,60", line=self.ribbon, width=3.4)
        if self.sash:
            canvas.path("M40.6,59 Q51,63 62.4,59 L62.6,63.4 Q51,67.4 40.8,63.4Z", self.sash, width=1)
            canvas.path("M58,63 l3,9 l-2,.8 l-1.4,-4 l-1,4.4 l-2,-.6 l1.4,-9Z", self.sash, width=0.9)
        if self.star:
            canvas.path("M45.4,49 l1,2.2 l2.4,.2 l-1.8,1.6 l.6,2.4 l-2.2,-1.2 l-2.2,1.2 l.6,-2.4 l-1.8,-1.6 l2.4,-.2Z",
                        "steel*1.5", width=0.8)  # fmt: skip

    def _shoulder(self, canvas: Canvas) -> None:
        if self.epaulettes:
            canvas.path("M54,43.4 Q58,41 63.6,44.4 L65,49.6 L63.2,48.4 L61.8,50.2 L60.4,48.4 L58.8,49.8 L58.2,47Z",
                        self.epaulettes, width=1)  # fmt: skip
            canvas.path("M44,43.4 Q41,42.4 38.6,45 L38.2,49 L40.4,47.6Z", self.epaulettes, width=1)

    def _head(self, canvas: Canvas) -> None:
        with canvas.at(49, 27):
            nose = "L-8,2 C-11,3.6 -12.6,6 -12,7.6 Q-10,8.4 -7.4,7.8" if self.nose else "L-9.8,6.4 Q-9.4,7.6 -7.4,7.6"
            canvas.path(f"M-7,-3 L-7.2,2.6 {nose} L-7.2,9.6 Q-7,13 -4,14 Q0,15 4,13.4 L7.2,9 L7.6,-3Z",
                        "skin", width=1.2)  # fmt: skip
            canvas.path("M2.6,-2 L2.8,3 Q3.4,7 2,9.6 L5,10 Q8.6,9 8.4,4 L8.4,-2Z", self.hair, line="")
            canvas.path("M4,3 q2.6,.2 1.8,3 q-1,1.8 -2.2,.4", "skin", width=0.8)
            canvas.path("M-4.6,2.8 v1.8", width=1.5)
            if self.glasses:
                canvas.path("M-2.4,3.6 L4,3", width=0.9)
                canvas.circle(-4.8, 3.8, 2.5, "white", width=1)
                canvas.path("M-5.2,2.9 v1.8", width=1.4)
            if self.beard:
                canvas.path("M-7.4,9.4 C-9,17 -4,25 0,23 C5,20 7,13 5.6,6 C3,9.6 -2,8 -7.4,9.4Z", self.beard, width=1.1)
            elif self.moustache:
                canvas.path("M-8.6,9.4 Q-6,7.4 -1.4,10.8 Q-5,11.6 -8.6,9.4Z", self.hair, width=0.9)
            else:
                canvas.path("M-6.8,10.2 h2.2", width=0.9)
            if self.weapon == "hat":
                draw_hat(canvas, "none", Hat(self.hair, "", "", ""))
            else:
                draw_hat(canvas, self.hat, self._hat())

    def _hat(self) -> Hat:
        return Hat(self.hat_colour, self.trim or "", self.plume, self.cord)


def _arm(
    canvas: Canvas,
    shoulder: tuple[float, float],
    arm: tuple[float, float, float, float],
    sleeve: str,
    cuff: str,
) -> None:
    elbow, hand = arm[:2], arm[2:]
    wrist = tuple(at + (to - at) * 0.86 for at, to in zip(elbow, hand, strict=True))
    middle = tuple(at + (to - at) * 0.55 for at, to in zip(elbow, hand, strict=True))
    canvas.circle(*hand, 2.9, "skin", width=1)
    limb(canvas, ((*shoulder, 4.4), (*elbow, 3.9), (wrist[0], wrist[1], 3.2)), sleeve)
    limb(canvas, ((middle[0], middle[1], 3.5), (wrist[0], wrist[1], 3.5)), cuff, 1)


def _pelisse(canvas: Canvas, colour: str, lace: str) -> None:
    canvas.path("M57,43 C66,42 71,50 70,62 L66,66 C62,62 60,56 58,50Z", colour)
    canvas.path("M57,42.6 C66,41.6 71.6,50 70.6,62", line="black", width=3)
    canvas.path("M62,49 l4,3 M63,54 l4,3", line=lace, width=1.2)


def _pennon(canvas: Canvas, colour: str, other: str) -> None:
    canvas.path("M0,-42 L16,-41 L13,-37.6Z M0,-42 L15,-41 L13,-37.6 H0Z", colour, width=1)
    canvas.path("M0,-37.6 H13 L16,-33.6 L0,-33Z", other, width=1)


def in_ranks(canvas: Canvas, draw: Callable[[Canvas], None], places: Sequence[tuple[float, float, float]]) -> None:
    """Draws a figure at each place (x, y and scale), from back to front."""
    if not places:
        draw(canvas)
    for x, y, scale in places:
        with canvas.at(x, y, scale):
            draw(canvas)
