"""A Napoleonic soldier or officer on horseback."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from grognard.art.canvas import GROUND, Canvas
from grognard.art.napoleonic.horse import Gait, draw_horse, saddle_of
from grognard.art.napoleonic.limbs import limb
from grognard.art.napoleonic.soldier import Soldier, in_ranks
from grognard.art.napoleonic.weapons import draw_colours

# The scale of a rider relative to a man on foot.
SCALE: Final = 0.86
# The places of one, two or three riders.
RANKS: Final[Mapping[int, tuple[tuple[float, float, float], ...]]] = {
    1: (),
    2: ((36, 24, 0.64), (-2, 33.8, 0.64)),
    3: ((-3, 29, 0.57), (45, 29, 0.57), (21, 40.4, 0.57)),
}


class Rider(Soldier, frozen=True, tag="rider"):
    """A rider, alone or in a group of up to three."""

    gait: Gait = "walk"
    sheath: bool = True
    count: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        if self.weapon != "flag":
            draw_colours(canvas, self.flag, 77, 6, GROUND)
        in_ranks(canvas, self.figure, RANKS[self.count])

    def figure(self, canvas: Canvas) -> None:
        """Draws one rider, with the horse's hooves at 94."""
        if self.gait == "rear":
            with canvas.at(3, GROUND * 0.07, 0.93):
                self._mounted(canvas)
        else:
            self._mounted(canvas)

    def _mounted(self, canvas: Canvas) -> None:
        draw_horse(canvas, self.horse, self.gait, self.cloth, self.edge, self.pelt)
        x, y = saddle_of(self.gait)
        with canvas.at(x - 56, y - 54):
            self._seat(canvas)
            with canvas.at(56 - 52 * SCALE, 56 - 62 * SCALE, SCALE):
                self.upper(canvas)
                if self.cut != "dolman":
                    canvas.path("M52,61 L62.6,59 C68,63 70,68 69.4,73 L60,69Z", f"{self.coat}*0.9")
                    canvas.path("M63,69 L69.2,72 L68.6,67Z", self.facing, width=0.9)

    def _seat(self, canvas: Canvas) -> None:
        if self.sheath:
            canvas.path("M60,58 C66,68 70,74 74,80", line="ink", width=3.2)
            canvas.path("M60,58 C66,68 70,74 74,80", line="steel", width=1.6)
        limb(canvas, ((57, 55, 6), (46.4, 64, 4.8), (49, 76, 3.2)), self.trousers)
        if self.stripe:
            canvas.path("M58,58 Q48,64 50,75", line=self.stripe, width=1.5)
        else:
            limb(canvas, ((46.6, 65, 5), (48, 71, 4.2), (49, 78, 3.4)), self.boots, 1.1)
        canvas.path("M46,77 L52.4,77 L53,82.6 L41,83 Q41,80 46,79Z", self.boots, width=1.1)
        canvas.path("M44.6,84.4 h8 l-1.6,-6 M54,81 l3,1", line="steel", width=1.2)
