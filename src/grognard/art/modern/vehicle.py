"""Vehicles of 1944 from the side, the front to the left: tanks, an armored car, a half-track, a truck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from grognard.art.canvas import GROUND, Canvas
from grognard.art.drawing import Drawing
from grognard.art.modern.tones import tone

Kind: TypeAlias = Literal["sherman", "panzer-iv", "m8", "half-track", "truck"]

DRAB: Final = "olive*0.92"
SAND: Final = "sand*0.84"
RUBBER: Final = "black*1.08"


def star(canvas: Canvas, x: float, y: float, r: float) -> None:
    """The white star of the Allies."""
    with canvas.at(x, y, r / 10):
        canvas.path(
            "M0,-10 L2.35,-3.24 L9.51,-3.09 L3.8,1.24 L5.88,8.09 L0,4 L-5.88,8.09 L-3.8,1.24 L-9.51,-3.09"
            " L-2.35,-3.24Z",
            "white*1.3",
            "",
        )


def cross(canvas: Canvas, x: float, y: float, r: float) -> None:
    """The straight-armed cross on German vehicles: black, with white corners."""
    arm = r * 0.36
    d = (
        f"M{x - arm},{y - r} H{x + arm} V{y - arm} H{x + r} V{y + arm} H{x + arm} V{y + r} H{x - arm} V{y + arm}"
        f" H{x - r} V{y - arm} H{x - arm}Z"
    )
    canvas.path(d, "black", "white*1.3", 1.2)


def wheel(canvas: Canvas, x: float, y: float, r: float, paint: str) -> None:
    """A wheel with a rubber tire."""
    canvas.circle(x, y, r, RUBBER, width=1.2)
    canvas.circle(x, y, r * 0.56, paint, width=1)
    canvas.circle(x, y, r * 0.2, tone(paint, 0.7), width=0.8)


def _road_wheels(canvas: Canvas, places: Sequence[float], y: float, r: float, paint: str) -> None:
    for x in places:
        canvas.circle(x, y, r, paint, width=1.1)
        canvas.circle(x, y, r * 0.35, RUBBER, width=0.8)


def _track(canvas: Canvas, d: str) -> None:
    """A track, dark inside, with its links along the edge."""
    canvas.path(d, "black*1.25", "ink", 5)
    canvas.path(d, "", "iron*1.1", 2)


def _sherman(canvas: Canvas) -> None:
    _track(canvas, "M10,72 L16,66 H84 L92,71 L85,90 H21Z")
    for x in (31.5, 52.5, 73.5):
        canvas.path(f"M{x - 5},74 H{x + 5} L{x + 8},84 H{x - 8}Z", "olive*0.7", width=1)
        canvas.circle(x, 71, 2.4, DRAB, width=0.9)
    _road_wheels(canvas, (25.5, 36, 47, 57.5, 68.5, 79), 85, 5.2, DRAB)
    canvas.circle(14.5, 73, 5, DRAB, width=1.1)
    canvas.circle(14.5, 73, 1.8, RUBBER, width=0.8)
    canvas.circle(88, 74, 4, DRAB, width=1.1)
    canvas.path("M7,68 C6,62 10,57 15,54 L27,46 H84 L95,52 L96,66 H16 L11,69Z", DRAB)
    canvas.path("M11,62 H95", width=1)
    canvas.path("M84,46 L95,52 L96,66 H88Z", "olive*0.75", width=1)
    canvas.path("M28,46 L31,40 L38,40 L39,46Z", DRAB, width=1.1)
    canvas.path("M14,57 L7,56", width=2.2)
    canvas.path("M40,46 C38,36 41,30 49,29 L63,28 C70,28 74,30 79,32 L79,41 L70,46Z", DRAB)
    canvas.path("M66,28 C72,29 76,30 79,32 L79,41 L70,46 C73,40 72,33 66,28Z", "olive*0.75", "")
    canvas.path("M41,35 L34,33.6 V43 L41,43Z", "olive*0.8", width=1.2)
    canvas.path("M34,38.4 H6", line="ink", width=4.6)
    canvas.path("M33,38.4 H7", line="olive", width=2)
    canvas.path("M52,29 V25 H63 V28.4Z", "olive*0.8", width=1.1)
    canvas.path("M61,25 L57,20 M66,21 H44 M66,19 V23", line="ink", width=1.8)
    canvas.path("M77,32 L82,6", line="ink", width=0.9)
    star(canvas, 56, 38, 6.4)
    star(canvas, 66, 55, 6)


def _panzer_iv(canvas: Canvas) -> None:
    _track(canvas, "M8,70 L13,63 H86 L93,68 L87,90 H19Z")
    _road_wheels(canvas, (22.5, 31.2, 40, 48.7, 57.4, 66.1, 74.9, 83.6), 85, 4.9, SAND)
    _road_wheels(canvas, (33, 49, 65, 80), 68, 2.6, SAND)
    canvas.circle(13, 70, 5.4, SAND, width=1.1)
    canvas.path("M13,66 V74 M9,70 H17", width=1)
    canvas.circle(89, 72, 4.4, SAND, width=1.1)
    canvas.path("M5,64 L9,60 H96 V64 L90,66 H10Z", SAND, width=1.2)
    canvas.path("M10,60 L14,55 H24 V48 H82 L94,52 L95,60Z", SAND)
    canvas.path("M82,48 L94,52 L95,60 H88Z", "sand*0.62", width=1)
    canvas.path("M21,52 L16,52.4", width=2.2)
    canvas.path("M37,48 L40,35 L44,32 H66 L71,36 L72,48Z", SAND)
    canvas.path("M71,36 H82 V47 H72Z", "sand*0.75")
    canvas.path("M65,32 H71 V36 L72,48 H66Z", "sand*0.62", "")
    canvas.path("M39,37 L32,37 V45 L38,45Z", "sand*0.7", width=1.2)
    canvas.path("M33,40.6 H2", line="ink", width=4.2)
    canvas.path("M33,40.6 H6", line=SAND, width=1.8)
    canvas.path("M1,38 H7 V43.2 H1Z", SAND, width=1.1)
    canvas.path("M53,32 V26 H65 V32Z", SAND, width=1.2)
    canvas.path("M55,29 H58 M60,29 H63", width=1.6)
    canvas.path(
        "M28,50 q6,-1 7,4 q-4,4 -8,2Z M60,50 q9,0 9,6 q-6,3 -10,0Z M45,34 q6,0 5,5 q-5,2 -6,-2Z", "leaf*0.85", ""
    )
    canvas.path(
        "M40,56 q5,-4 9,0 q-2,4 -8,3Z M73,50 q6,0 7,4 q-3,3 -8,1Z M74,38 q5,0 5,4 q-4,2 -5,-1Z", "brick*0.8", ""
    )
    cross(canvas, 53, 53.6, 4.4)


def _m8(canvas: Canvas) -> None:
    canvas.path("M20,78 H86 V84 H20Z", "black*1.2", "")
    for x in (22, 63, 83):
        wheel(canvas, x, 83, 10.6 if x == 22 else 10.2, DRAB)
    canvas.path(
        "M4,68 L12,60 L30,49 H76 L94,56 L96,70 L94,77 H92 C91,70 73,70 72,77 C71,70 54,70 52,77 H34"
        " C33,69 13,68 11,77 H8Z",
        DRAB,
    )
    canvas.path("M78,50 L94,56 L96,70 L94,77 H92 C91,73 89,72 86,71.6Z", "olive*0.75", "")
    canvas.path("M12,60 H90 M30,49 L26,60 M36,60 V76 M50,60 V76", width=1)
    canvas.path("M18,58 L28,51 V57Z", "olive*0.7", width=1)
    canvas.path("M6,62 L10,58", width=2.6)
    canvas.path("M38,49 L40,36 L47,33 H62 L67,38 L69,49Z", DRAB)
    canvas.path("M60,33 H62 L67,38 L69,49 H61Z", "olive*0.75", "")
    canvas.path("M40,38 L34,38.6 V45 L39,45Z", "olive*0.8", width=1.1)
    canvas.path("M34,41.6 H14", line="ink", width=3.6)
    canvas.path("M34,41.6 H15", line="olive", width=1.4)
    canvas.path("M62,33 V28 M70,26.6 H44 M67,25 H73 V29 H67Z", "iron", width=1.6)
    canvas.path("M88,54 L92,12", line="ink", width=0.9)
    star(canvas, 52, 42, 5.6)
    star(canvas, 43, 68, 5.4)


def _half_track(canvas: Canvas) -> None:
    _track(canvas, "M37,74 L42,70 H88 L93,74 L88,90 H45Z")
    _road_wheels(canvas, (48, 64, 80), 83.4, 6.6, SAND)
    _road_wheels(canvas, (56, 72), 83.4, 6, "sand*0.7")
    canvas.circle(40.5, 76, 4.6, SAND, width=1.1)
    canvas.circle(89, 77, 4.2, SAND, width=1.1)
    wheel(canvas, 21, 83.4, 10, SAND)
    canvas.path("M3,70 L8,58 L34,52 L44,41 H84 L96,55 L92,70 H34 C32,66 12,66 9,76 L5,76Z", SAND)
    canvas.path("M84,41 L96,55 L92,70 H86 L88,56Z", "sand*0.62", width=1)
    canvas.path("M8,58 L36,60 H94 M44,41 L36,60 V70 M44,48 H50", width=1)
    canvas.path("M9,76 C12,66 32,66 34,71 L37,71 C34,61 10,60 5,73Z", "sand*0.7", width=1.1)
    canvas.path("M56,62 H82 V69 H56Z", "sand*0.7", width=1)
    canvas.path(
        "M14,60 q7,-3 11,1 q-5,4 -11,-1Z M60,43 q7,-1 9,4 q-5,4 -10,1Z M46,55 q6,-3 8,2 q-4,3 -8,-2Z", "leaf*0.85", ""
    )
    canvas.path("M50,41 V32 L56,34 V41Z", "sand*0.7", width=1.2)
    with canvas.at(54, 33, 0.9):
        canvas.path("M-10,-4 H-34 V1.4 H-10Z M-34,-2.6 H-39", "iron", width=1.2)
        canvas.path("M6,-2 L15,-3 V4 L6,2Z", "chestnut", width=1)
        canvas.path("M7,-3.6 L-12,-4.4 V2 H7Z", "iron", width=1.1)
    cross(canvas, 73, 52, 4.6)


def _truck(canvas: Canvas) -> None:
    canvas.path("M8,74 H94 V80 H8Z", "black*1.2", width=1)
    for x in (22, 64, 83):
        wheel(canvas, x, 84, 9.4, DRAB)
    canvas.path("M6,76 V60 L8,57 H28 L33,44 H44 V78 H34 C32,70 13,70 11,78Z", DRAB)
    canvas.path("M34,46 H42 V56 H30.4Z", "sky*1.3", width=1.1)
    canvas.path("M9,61 V72 M12,61 V72 M15,61 V72", width=1.1)
    canvas.path("M46,58 H96 V76 H46Z", DRAB)
    canvas.path("M46,64 H96 M58,58 V76 M71,58 V76 M84,58 V76", width=1)
    star(canvas, 38, 66, 5)


# The vehicles by name, each filling the whole box.
KINDS: Final[Mapping[Kind, Callable[[Canvas], None]]] = {
    "sherman": _sherman,
    "panzer-iv": _panzer_iv,
    "m8": _m8,
    "half-track": _half_track,
    "truck": _truck,
}


class Vehicle(Drawing, frozen=True, tag="vehicle"):
    """One vehicle, as large as the box allows."""

    kind: Kind

    def draw(self, canvas: Canvas) -> None:
        canvas.ground()
        with canvas.at(0, GROUND - 93):
            KINDS[self.kind](canvas)
