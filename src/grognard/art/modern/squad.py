"""A squad of 1944: one to four soldiers, each with a pose, a weapon and kit."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.art.canvas import GROUND, Canvas
from grognard.art.drawing import Drawing
from grognard.art.modern.firearms import Held
from grognard.art.modern.infantry import DRESSES, Hat, Kit, draw_soldier
from grognard.art.modern.stance import Pose
from grognard.art.palette import is_colour

Side = Literal["american", "german"]


class Man(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One soldier: pose, weapon and place (x from the left, the ground at y)."""

    pose: Pose
    held: Held = "none"
    x: float = 50
    y: float = GROUND
    scale: float = 0.8
    hat: Hat | None = None
    kit: tuple[Kit, ...] = ()
    flip: bool = False

    def draw(self, canvas: Canvas, side: str, coat: str = "") -> None:
        """Draws the soldier in the uniform of a side, or in a coat of another color."""
        dress = DRESSES[side]
        if coat:
            dress = msgspec.structs.replace(dress, coat=coat)
        with canvas.at(self.x, self.y, self.scale, flip=self.flip):
            draw_soldier(canvas, dress, self.pose, self.held, self.hat or dress.hat, self.kit)


class Squad(Drawing, frozen=True, tag="squad"):
    """Soldiers of one side, drawn from back to front."""

    side: Side
    men: tuple[Man, ...]
    coat: str = ""

    def __post_init__(self) -> None:
        if self.coat and not is_colour(self.coat):
            raise ValueError(f"{self.coat} is not a color")

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        for man in self.men:
            man.draw(canvas, self.side, self.coat)
