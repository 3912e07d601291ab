"""A Napoleonic soldier on foot."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from math import cos, radians, sin
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

import msgspec

from grognard.art.canvas import GROUND, Canvas
from grognard.art.napoleonic.limbs import limb
from grognard.art.napoleonic.soldier import Soldier, in_ranks
from grognard.art.napoleonic.weapons import draw_colours

Pose: TypeAlias = Literal["march", "stand", "brace", "kneel", "lunge", "stride"]


class Legs(NamedTuple):
    """Knee, ankle and turn of the foot for the near and the far leg, and the drop of the hips."""

    near: tuple[float, float, float, float, float]
    far: tuple[float, float, float, float, float]
    drop: float = 0
    lean: float = 0


POSES: Final[Mapping[Pose, Legs]] = {
    "march": Legs((60, 77, 66, 86.6, -25), (42, 76, 36, 89, 10)),
    "stand": Legs((57, 77, 58, 90, 0), (47, 77, 45, 90, 0)),
    "brace": Legs((61, 77, 68, 90, 0), (43, 77, 40, 90, 0)),
    "kneel": Legs((49, 88.5, 66, 85, -66), (33, 73, 35, 90, 0), 11),
    "lunge": Legs((65, 79, 76, 87, -22), (35, 75, 34, 90, 0), 5, -8),
    "stride": Legs((63, 78, 73, 86, -32), (38, 75, 31, 88, 16), 3, -4),
}

# The places of one, two or three soldiers.
RANKS: Final[Mapping[int, tuple[tuple[float, float, float], ...]]] = {
    1: (),
    2: ((30, 13, 0.8), (-9, 18.8, 0.8)),
    3: ((-1, 23, 0.67), (40, 23, 0.67), (18, 31, 0.67)),
}


class Foot(Soldier, frozen=True, tag="foot"):
    """A soldier on foot, alone or in a group of up to three."""

    pose: Pose = "march"
    count: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        if self.weapon != "flag":
            draw_colours(canvas, self.flag, 74, 6, GROUND)
        in_ranks(canvas, self.figure, RANKS[self.count])

    def figure(self, canvas: Canvas) -> None:
        """Draws one soldier, with the feet at 94."""
        legs = POSES[self.pose]
        self._leg(canvas, (47, 62 + legs.drop), legs.far, 0.82)
        self._pack(canvas, legs)
        if self.cut == "tails":
            self._tails(canvas, legs)
        self._leg(canvas, (55.4, 62 + legs.drop), legs.near, 1)
        self._skirts(canvas, legs)
        with self._leaning(canvas, legs):
            self.upper(canvas)
            if self.apron:
                canvas.path("M44,53 L56,53 L61,64 C62,72 61,78 59,82 L42,82 C40,76 40,70 41,64Z", "white*0.95")

    def _leg(
        self, canvas: Canvas, hip: tuple[float, float], leg: tuple[float, float, float, float, float], tone: float
    ) -> None:
        knee_x, knee_y, x, y, turn = leg
        trousers = "skin" if self.kilt else self.trousers
        limb(canvas, ((*hip, 6), (knee_x, knee_y, 4.7), (x, y, 3.6)), f"{trousers}*{tone}" if tone != 1 else trousers)
        middle = (knee_x + (x - knee_x) * 0.15, knee_y + (y - knee_y) * 0.15)
        if self.gaiters:
            limb(canvas, ((*middle, 4.9), (x, y, 3.9)), f"{self.gaiters}*{tone}" if tone != 1 else self.gaiters, 1.1)
        if self.stripe:
            canvas.path(f"M{hip[0] + 2},{hip[1] + 4} Q{knee_x + 1},{knee_y} {x},{y}", line=self.stripe, width=1.5)
        with canvas.at(x, y, turn=turn):
            shoe = self.boots if self.boots != "black" else "black"
            canvas.path("M-4,-2 L4.2,-2.2 L4.6,4 L-8.4,4 Q-8.6,.6 -4,-2Z", shoe, width=1.1)

    def _pack(self, canvas: Canvas, legs: Legs) -> None:
        if self.pack:
            with self._leaning(canvas, legs):
                canvas.path("M59,46 L72,47 L72.6,61 L60,61Z", self.pack)
                canvas.path("M63,47 v14 M68.6,47 v14", line="white", width=1.2)
                canvas.ellipse(66, 45, 7, 3.4, "stone", width=1.1)
                canvas.circle(72, 45, 2.6, "stone*1.3", width=0.9)

    def _leaning(self, canvas: Canvas, legs: Legs) -> AbstractContextManager[None]:
        """Turns everything drawn inside the block around the waist, which is at 51, 62."""
        turn = radians(legs.lean)
        x = 51 - 51 * cos(turn) + 62 * sin(turn)
        return canvas.at(x, 62 + legs.drop - 51 * sin(turn) - 62 * cos(turn), turn=legs.lean)

    def _tails(self, canvas: Canvas, legs: Legs) -> None:
        drop = legs.drop
        canvas.path(f"M50,{60 + drop} L62,{58 + drop} C66,{66 + drop} 68,{71 + drop} 67,{77 + drop} L59,{74 + drop}Z",
                    f"{self.coat}*0.9")  # fmt: skip
        canvas.path(f"M60.6,{73 + drop} L67,{76 + drop} L66,{71 + drop}Z", self.facing, width=0.9)
        if self.sabre:
            canvas.path(f"M60,{62 + drop} C66,{70 + drop} 71,{76 + drop} 73,{82 + drop}", line="ink", width=3.4)
            canvas.path(f"M60,{62 + drop} C66,{70 + drop} 71,{76 + drop} 73,{82 + drop}", line="iron", width=1.6)

    def _skirts(self, canvas: Canvas, legs: Legs) -> None:
        drop = legs.drop
        if self.kilt:
            canvas.path(f"M40,{60 + drop} L62,{60 + drop} L66,{77 + drop} Q52,{81 + drop} 37,{77 + drop}Z", self.kilt)
            rows = " ".join(f"M{at},{62 + drop} l{(at - 51) * 0.24:.1f},16" for at in (44, 49, 54, 59))
            canvas.path(rows, line=f"{self.kilt}*0.6", width=1.1)
            canvas.path(f"M39,{67 + drop} Q51,{70 + drop} 63.6,{67 + drop} M38,{73 + drop} Q51,{76 + drop} 65,{73 + drop}",
                        line="yellow", width=0.9)  # fmt: skip
            canvas.path(f"M44,{66 + drop} h6 v6 q-3,3 -6,0Z", "white", width=0.9)
        if self.cut == "frock":
            canvas.path(f"M41,{60 + drop} L62,{60 + drop} C66,{67 + drop} 68,{74 + drop} 68,{80 + drop} Q52,{84 + drop} "
                        f"37,{79 + drop} C37.6,{72 + drop} 39,{66 + drop} 41,{60 + drop}Z", self.coat)  # fmt: skip
            canvas.path(f"M47,{64 + drop} L45,{81 + drop}", line=f"{self.coat}*0.6", width=1.1)
