"""A soldier on foot."""

from __future__ import annotations

from grognard.art.canvas import Canvas
from grognard.art.drawing import Drawing


class Foot(Drawing, frozen=True, tag="foot"):
    """An infantryman of the time of Napoleon."""

    coat: str = "blue"
    trousers: str = "white"

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        canvas.path("M47,58 L40,76 L33,92 L41,93 L47,78 L52,62Z", self.trousers)
        canvas.path("M50,58 L58,74 L62,91 L70,92 L66,74 L57,56Z", f"{self.trousers}*0.82")
        canvas.path("M41,33 C45,30 56,30 60,33 L62,57 L41,58Z", self.coat)
        canvas.path("M44,20 C43,30 47,32 50,32 C55,32 57,28 57,20Z", "skin", width=1.2)
        canvas.path("M42,21 L40.5,6 Q50,3 59.5,6 L58,21Z", "black")
