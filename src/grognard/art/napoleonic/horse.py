"""A horse facing left: its body, saddle and legs in several gaits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from grognard.art.canvas import Canvas
from grognard.art.napoleonic.limbs import Joint, limb

Gait: TypeAlias = Literal["walk", "gallop", "rear", "stand"]
Leg: TypeAlias = tuple[Joint, ...]

# Far and near foreleg, far and near hind leg: the joints from shoulder or hip down to the fetlock.
GAITS: Final[Mapping[Gait, tuple[Leg, Leg, Leg, Leg]]] = {
    "stand": (
        ((37, 66, 5), (36, 78, 3), (36.6, 89, 2)),
        ((33, 66, 6), (31.4, 78, 3.2), (31.6, 89, 2.1)),
        ((71, 62, 7), (67, 71, 5), (71, 79, 2.8), (68.6, 89, 2)),
        ((76, 62, 8), (74, 71, 5.4), (80, 79, 3), (78.4, 89, 2.1)),
    ),
    "walk": (
        ((34, 66, 5), (24, 74, 3.2), (25, 84, 2)),
        ((33, 66, 6), (33.6, 78, 3.2), (36, 89, 2.1)),
        ((71, 62, 7), (70, 71, 5), (79, 79, 2.8), (81, 89, 2)),
        ((76, 62, 8), (71, 71, 5.4), (75, 80, 3), (69, 89, 2.1)),
    ),
    "gallop": (
        ((33, 65, 5), (19, 70, 3.2), (8.6, 78, 2)),
        ((33, 66, 6), (19.6, 75, 3.4), (26, 84, 2.1)),
        ((71, 62, 7), (63, 72, 5), (69, 80, 2.8), (60, 88, 2)),
        ((76, 61, 8), (76, 71, 5.4), (87, 78, 3), (92, 88, 2.1)),
    ),
    "rear": (
        ((33, 65, 5), (20, 64, 3.4), (17, 75, 2)),
        ((35, 67, 6), (24, 72, 3.6), (27, 83, 2.1)),
        ((70, 62, 7), (66, 74, 5.4), (74, 80, 3), (70, 89, 2)),
        ((76, 61, 8), (76, 73, 5.6), (84, 80, 3.2), (81, 89, 2.1)),
    ),
}
BODY: Final = (
    "M27,26 C22,26 17,32 9,40 C6,42.4 5.4,45.6 7.6,47.6 C9.4,49.4 12.6,48.6 14,46.6 C16.6,45 20.6,45.4 23.4,41.6 "
    "C24.6,47 22.6,53 25,60 C27,67.6 34,71.4 41,72 C50,74.4 59,74 66,70.6 C72,71.4 80,70.4 83,64 C85.4,57 81.6,51 74,50.4 "
    "C67,50 61,53.4 54,53.4 C48,53.4 45,50.4 42.4,46.6 C39,39 35.4,27.6 27,26Z"
)
# The point around which a rearing horse turns, and the angle in degrees.
HAUNCH: Final = (77, 70)
REARED: Final = 27


def saddle_of(gait: Gait) -> tuple[float, float]:
    """The place of the rider's seat."""
    return (64.5, 47) if gait == "rear" else (56, 54)


def draw_horse(canvas: Canvas, colour: str, gait: Gait, cloth: str = "", edge: str = "white", pelt: str = "") -> None:
    """Draws the horse with saddle cloth and bridle; `pelt` is a sheepskin over the saddle."""
    far_fore, near_fore, far_hind, near_hind = GAITS[gait]
    dark = f"{colour}*0.72"
    _leg(canvas, far_hind, dark, colour)
    if gait != "rear":
        _leg(canvas, far_fore, dark, colour)
        _tail(canvas, colour, gait)
        _leg(canvas, near_hind, colour, colour)
        _leg(canvas, near_fore, colour, colour)
        _body(canvas, colour, cloth, edge, pelt)
        return
    _tail(canvas, colour, gait)
    _leg(canvas, near_hind, colour, colour)
    with canvas.at(HAUNCH[0], HAUNCH[1], turn=REARED), canvas.at(-HAUNCH[0], -HAUNCH[1]):
        _leg(canvas, far_fore, dark, colour)
        _leg(canvas, near_fore, colour, colour)
        _body(canvas, colour, cloth, edge, pelt)


def _leg(canvas: Canvas, leg: Leg, fill: str, colour: str) -> None:
    limb(canvas, leg, fill, 1.3)
    (before_x, before_y, _), (x, y, half) = leg[-2:]
    slant = max(min((x - before_x) / max(y - before_y, 1), 1.1), -1.1)
    with canvas.at(x, y, turn=-slant * 40):
        canvas.path(f"M{-half - 0.2},-.6 L{half + 0.2},-.6 L{half + 0.8},4.6 L{-half - 2},4.6Z", "black", width=1)


def _tail(canvas: Canvas, colour: str, gait: Gait) -> None:
    if gait == "gallop":
        canvas.path(
            "M80,53 C86,47 94,50 98,58 C99,63 97,68 98,72 C94,70 93,66 90,63 C88,64 84,61 80,58Z", f"{colour}*0.5"
        )
        canvas.path("M86,54 C91,54 94,59 94.6,64", line=f"{colour}*0.85", width=1)
    else:
        canvas.path("M81,54 C88,54 91,61 90,69 C89.4,76 92,80 89,87 C87,83 85,84 85,78 C85.4,72 85,65 80,60Z",
                    f"{colour}*0.5")  # fmt: skip
        canvas.path("M86,60 C88,66 87,74 88,80", line=f"{colour}*0.85", width=1)


def _body(canvas: Canvas, colour: str, cloth: str, edge: str, pelt: str) -> None:
    canvas.path("M29.6,27.6 L31.6,21.4 L33,29Z", f"{colour}*0.7", width=1.1)
    canvas.path(BODY, colour)
    canvas.path("M44,72 C51,73.4 59,73.2 66,70.2 C60,69.6 50,70 44,72Z", f"{colour}*0.72", line="")
    canvas.path("M36,55 C34,60 35,64 38,68 M70,58 C68,62 68,66 70,69 M24,40 C21,42.6 19,41 18.6,38",
                line=f"{colour}*0.62", width=1.2)  # fmt: skip
    canvas.path("M25.6,27 L25.4,20 L30.4,26Z", colour, width=1.2)
    canvas.path("M25,26.4 C35,24 41,36 44.6,49 C41,47.6 39,46 37.6,43.4 C36,44 34.4,40 34.4,38 C32,38 31.4,34 31,33 "
                "C28.6,33 27,30 25,26.4Z", f"{colour}*0.5", width=1.2)  # fmt: skip
    canvas.path("M25,27 C22,28 21,31 20.6,34 C23,33 26,31 27,29Z", f"{colour}*0.5", width=1)
    canvas.circle(19.4, 34.6, 1.1, "ink", line="")
    canvas.path("M8.4,43.4 l1.6,.4 M9,47 l3,-1.8", width=1.1)
    canvas.path("M12.4,37 L15.8,45.4 M24,28.6 L22.4,42 M13.6,40.4 L24,31.6", line="leather", width=1.4)
    canvas.path("M15,44.6 C24,54 34,52 43,51", line="leather", width=1.3)
    canvas.path("M26,60 C32,59 38,57 44,54 M77,52 C80,56 82,58 83.4,62", line="leather", width=1.4)
    _saddle(canvas, cloth, edge, pelt)


def _saddle(canvas: Canvas, cloth: str, edge: str, pelt: str) -> None:
    if cloth:
        canvas.path("M45,51.6 C52,54 64,52.6 71,50.4 C76,54 79,60 80,67 C76,66.6 72,65 69,62.6 L66,68 Q54,70 46.4,67.6Z",
                    cloth)  # fmt: skip
        canvas.path("M47.6,65.6 Q55,67.6 64.8,65.8 L68,60.4 C71,62.6 74,64 77.4,64.6", line=edge, width=1.7)
    if pelt:
        canvas.path("M44,50.6 C52,53 62,52.4 68,50 L70,54 L67.6,57 L66,61 L61.4,60.4 L57,63 L52,61.4 L47,63 L45.4,58 "
                    "L43.6,55Z", pelt, width=1.1)  # fmt: skip
    canvas.path("M64,50.4 Q69,45.4 73.6,49.4 Q71,53 66,53Z", cloth or "leather", width=1.1)
    canvas.path(
        "M46,53 C47,48.4 50,48 51,51.4 L64,51 C65,47.6 68,48 67.6,52 C61,55.4 52,56 46,53Z", "leather", width=1.1
    )
