"""Fire, smoke, guns, aircraft and sky for scenes of 1944. Aircraft and bursts are centered on 0, 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.modern.vehicle import cross, star


def _cloud(canvas: Canvas) -> None:
    canvas.path(
        "M-30,12 C-42,10 -42,-6 -30,-8 C-30,-22 -10,-26 -4,-16 C4,-26 22,-22 22,-9 C36,-10 40,10 28,12"
        " C18,18 -20,18 -30,12Z",
        "smoke",
    )
    canvas.path("M22,-9 C36,-10 40,10 28,12 C18,18 -10,17 -22,14 C0,12 22,8 22,-9Z", "smoke*0.86", "")
    canvas.path("M-24,-2 q6,-8 13,-1 M0,-8 q7,-6 13,1", line="smoke*0.72", width=1.6)


def _fog(canvas: Canvas) -> None:
    """A bank of fog, thin at its ends."""
    canvas.path(
        "M-47,2 C-42,-9 -30,-3 -20,-8 C-8,-15 8,-3 22,-9 C34,-13 44,-5 47,-2 C42,9 28,4 18,8 C4,14 -10,3 -24,9"
        " C-34,12 -42,8 -47,2Z",
        "smoke",
        "smoke*0.75",
        1.2,
    )


def _burst(canvas: Canvas) -> None:
    """A shell bursting on the ground."""
    canvas.path(
        "M-22,0 L-27,-12 L-18,-9 L-25,-30 L-13,-20 L-12,-44 L-3,-25 L4,-50 L9,-26 L20,-41 L17,-20 L28,-27"
        " L21,-9 L29,-11 L22,0Z",
        "brown",
    )
    canvas.path("M-15,0 L-17,-12 L-10,-10 L-8,-27 L-2,-15 L4,-32 L7,-15 L15,-23 L12,-9 L18,-10 L15,0Z", "fire", width=1)
    canvas.path("M-8,0 L-7,-9 L-2,-7 L2,-18 L5,-8 L10,-10 L8,0Z", "yellow", "")
    canvas.path("M-30,-30 l-3,-5 M24,-44 l3,-5 M-18,-50 l-2,-5", line="brown", width=2.4)


def _flash(canvas: Canvas) -> None:
    """A muzzle flash, pointing left from 0, 0."""
    canvas.path("M0,0 L-6,-4 L-7,-1.6 L-16,0 L-7,1.6 L-6,4Z", "yellow", "fire", 1)


def _tracer(canvas: Canvas) -> None:
    canvas.path("M0,0 H-9 M-14,0 H-23 M-28,0 H-37", line="fire", width=2.4)


def _flame(canvas: Canvas) -> None:
    """A jet of burning oil, pointing left from 0, 0."""
    canvas.path(
        "M0,0 C-8,-2 -14,-8 -22,-10 C-20,-6 -22,-4 -26,-8 C-30,-14 -38,-20 -48,-22 C-43,-17 -45,-13"
        " -50,-15 C-48,-8 -52,-4 -54,2"
        " C-50,1 -48,4 -50,10 C-42,7 -38,12 -32,10 C-36,4 -24,8 -18,4 C-12,3 -6,2 0,0Z",
        "fire",
    )
    canvas.path("M-8,0 C-18,-3 -28,-6 -42,-12 C-36,-5 -44,-2 -46,3 C-38,1 -32,6 -26,3 C-20,4 -14,2 -8,0Z", "yellow", "")


def _shell(canvas: Canvas) -> None:
    """A falling shell, trailed by lines of air."""
    canvas.path("M-4,-8 H4 V4 C4,9 2,12 0,15 C-2,12 -4,9 -4,4Z", "iron*1.2", width=1.2)
    canvas.path("M-4,3 H4", line="brass", width=2)
    canvas.path("M-3,-12 V-24 M3,-12 V-20 M0,-15 V-30", line="dark-grey", width=1.3)


def _airbomb(canvas: Canvas) -> None:
    canvas.path("M-4,-7 H4 C6,-2 6,6 0,13 C-6,6 -6,-2 -4,-7Z", "iron", width=1.2)
    canvas.path("M-5,-15 H5 L3,-7 H-3Z", "iron*1.4", width=1.1)


def _howitzer(canvas: Canvas) -> None:
    canvas.path("M12,-14 L54,-2 L52,2 L8,-8Z", "olive*0.8", width=1.2)
    with canvas.at(4, -26, turn=28):
        canvas.path("M8,-5 L-44,-3.6 V3.6 L8,5Z", "olive")
        canvas.path("M10,-8 L-20,-8 V-4 H10Z M10,8 L-20,8 V4 H10Z", "olive*0.75", width=1.1)
        canvas.path("M8,-7 H18 V7 H8Z", "iron", width=1.2)
        canvas.path("M-44,-3.6 V3.6 M-30,-4 V4", width=1.2)
    canvas.path("M-8,-40 L4,-44 L8,-16 L-4,-12Z", "olive*0.9")
    canvas.circle(6, -13, 14, "black*1.1")
    canvas.circle(6, -13, 8, "olive", width=1.2)
    canvas.circle(6, -13, 2.6, "iron", width=1)


def _plane(canvas: Canvas) -> None:
    """A fighter-bomber with a round engine, from the side, flying left."""
    canvas.path("M28,-5 L40,-21 L47,-21 L44,-1Z", "olive*0.85")
    canvas.path(
        "M-38,-5 C-38,-13 -28,-14 -18,-13 L6,-12 C20,-10 34,-6 46,-3 L46,1 C30,5 10,10 -8,10 L-30,9"
        " C-36,7 -38,2 -38,-5Z",
        "olive",
    )
    canvas.path("M-20,10 C0,11 24,6 46,1 L46,-1 C24,2 0,5 -34,3 C-34,7 -31,9 -28,9.4Z", "stone*0.9", "")
    canvas.path("M-27,-13.4 C-29,-6 -29,3 -27,9.4", width=1.2)
    canvas.path("M-10,-12.6 C-6,-20 8,-20 14,-11.4Z", "sky*1.4", width=1.2)
    canvas.path("M0,-18 V-12", width=1)
    canvas.path("M-12,3 L16,2 L9,8 L-8,9Z", "olive*0.75", width=1.2)
    canvas.path("M33,-4 L46,-5 L50,-2 L34,-1Z", "olive*0.75", width=1.1)
    canvas.path("M20,-9 V5 M24,-8 V4", line="white", width=2)
    canvas.path("M22,-8.6 V4.6", line="black", width=1.6)
    canvas.circle(-39, -2, 2.6, "iron", width=1)
    canvas.path("M-40,-20 V16", line="grey", width=1.6)
    star(canvas, 13, -3.6, 5)


def _dive_plane(canvas: Canvas) -> None:
    """A dive bomber with bent wings and fixed wheels, from the side, flying left."""
    canvas.path("M-2,4 L-4,13 L-11,18 C-13,22 -6,24 -1,20 L5,5Z", "field-grey*0.8")
    canvas.path("M32,-4 L41,-17 L48,-17 L45,-1Z", "field-grey*0.85")
    canvas.path("M-38,-3 C-36,-9 -28,-9 -20,-9 L14,-9 L46,-3 L46,1 L10,8 L-26,8 C-34,6 -38,3 -38,-3Z", "field-grey")
    canvas.path("M-26,8 L10,8 L46,1 V-1 L8,3 L-37,1 C-35,6 -31,7.6 -26,8Z", "sky*1.2", "")
    canvas.path("M-16,-9 L-10,-17 H10 L18,-8.6Z", "sky*1.4", width=1.2)
    canvas.path("M-10,-17 L-8,-9 M0,-17 V-9 M10,-17 L8,-9", width=1)
    canvas.path("M-16,2 L-2,8 L14,3 L10,0Z", "field-grey*0.7", width=1.2)
    canvas.path("M-30,8 H-20", line="ink", width=3)
    canvas.path("M-39,-20 V16", line="grey", width=1.8)
    canvas.path("M-38,-5 L-43,-1 L-38,2Z", "iron", width=1.1)
    cross(canvas, 24, -2.4, 4)


def _plane_top(canvas: Canvas) -> None:
    """A fighter from above, flying up."""
    canvas.path("M-40,2 L-34,-6 L-5,-12 H5 L34,-6 L40,2 L5,6 H-5Z", "olive")
    canvas.path("M-12,34 L-3,28 H3 L12,34 V38 H-12Z", "olive", width=1.2)
    canvas.path("M-4,-26 C-4,-32 4,-32 4,-26 L5,8 L2.4,38 H-2.4 L-5,8Z", "olive*1.1")
    canvas.path("M-17,-9.4 V5 M-21,-8.6 V4.6 M17,-9.4 V5 M21,-8.6 V4.6", line="white", width=2.2)
    canvas.path("M-19,-9 V4.8 M19,-9 V4.8", line="black", width=1.8)
    canvas.path("M-3,-8 C-3,-13 3,-13 3,-8 V2 H-3Z", "sky*1.3", width=1)
    canvas.path("M-11,-30 Q0,-33 11,-30", line="grey", width=1.6)
    star(canvas, -29, -1.6, 4.6)
    star(canvas, 29, -1.6, 4.6)


def _twin_boom(canvas: Canvas) -> None:
    """A fighter with two tails from above, flying down and to the left when turned."""
    canvas.path("M-48,-4 L-44,-9 L-6,-13 H6 L44,-9 L48,-4 L6,4 H-6Z", "grey*1.3")
    canvas.path("M-18,38 H18 V44 H-18Z", "grey*1.2", width=1.2)
    for x in (-17, 17):
        canvas.path(
            f"M{x - 4},-20 C{x - 3},-25 {x + 3},-25 {x + 4},-20 L{x + 1.6},46 H{x - 1.6}Z", "grey*1.2", width=1.2
        )
        canvas.path(f"M{x - 10},-24 H{x + 10}", line="ink", width=1.4)
    canvas.path("M-4.6,6 C-5.6,-18 -3,-28 0,-29 C3,-28 5.6,-18 4.6,6 Q0,11 -4.6,6Z", "grey*1.2", width=1.2)
    canvas.path("M-2.8,-10 C-2.8,-16 2.8,-16 2.8,-10 V-3 H-2.8Z", "sky", width=1)
    canvas.path("M-31,-11 V0 M-27,-11 V0 M31,-11 V0 M27,-11 V0", line="black", width=1.5)
    star(canvas, -39, -5.6, 3.8)
    star(canvas, 39, -5.6, 3.8)


def _light_plane(canvas: Canvas) -> None:
    """A light observation aircraft with its wing on top, flying left."""
    canvas.path("M-28,-2 C-28,-8 -22,-9 -16,-9 L-8,-16 H12 L44,-5 V0 L4,8 H-18 C-26,7 -28,4 -28,-2Z", "olive*1.1")
    canvas.path("M34,-4 L42,-18 H48 L46,0Z", "olive*0.9", width=1.2)
    canvas.path("M-16,-9 L-8,-16 H12 V-6 L-14,-5Z", "sky*1.4", width=1.2)
    canvas.path("M-2,-16 V-6", width=1)
    canvas.path("M-20,-18 C-14,-22 14,-21 22,-17 L20,-14.6 H-18Z", "olive*0.85", width=1.2)
    canvas.path("M-2,-15 L-6,5 M8,-15 L-2,6", width=1.1)
    canvas.path("M-12,8 L-15,15 M-6,8 L-13,14", width=1.6)
    canvas.circle(-14, 16, 4, "black*1.1", width=1)
    canvas.path("M-29,-18 V14", line="grey", width=1.6)
    star(canvas, 17, -2, 4.6)


def _sun(canvas: Canvas) -> None:
    canvas.path(
        "M0,-40 L3,-26 H-3Z M20,-34 L15,-21 L10,-24Z M-20,-34 L-15,-21 L-10,-24Z M34,-20 L24,-10 L21,-15Z"
        " M-34,-20 L-24,-10"
        " L-21,-15Z M40,-1 L26,2 V-4Z M-40,-1 L-26,2 V-4Z",
        "yellow",
        "orange",
        1,
    )
    canvas.circle(0, 0, 21, "yellow", "orange")


def _night(canvas: Canvas) -> None:
    """The night sky with a moon, from edge to edge, centered on 0, 0."""
    canvas.circle(0, 0, 44, "night*0.8")
    canvas.path("M18,-34 C26,-30 28,-18 20,-12 C34,-12 37,-30 18,-34Z", "sand*1.3", "")
    for x, y in ((-20, -28), (-4, -34), (-30, -12), (2, -18), (-12, -14)):
        canvas.circle(x, y, 0.9, "white", "")


def _waves(canvas: Canvas) -> None:
    """Radio waves spreading to the left and upward."""
    canvas.path(
        "M-5,-5 A7,7 0 0 1 5,-5 M-10,-10 A14,14 0 0 1 10,-10 M-15,-15 A21,21 0 0 1 15,-15", line="brick", width=2
    )


def _bolt(canvas: Canvas) -> None:
    canvas.path("M8,-44 L-22,2 H-5 L-14,40 L22,-12 H4 L16,-44Z", "yellow", "ink", 1.6)


# The pieces by name.
FIRE: Final[Mapping[str, Callable[[Canvas], None]]] = {
    "cloud": _cloud, "fog": _fog, "burst": _burst, "flash": _flash, "tracer": _tracer, "flame": _flame,
    "shell": _shell, "airbomb": _airbomb, "howitzer": _howitzer, "plane": _plane, "dive-plane": _dive_plane,
    "plane-top": _plane_top, "twin-boom": _twin_boom, "light-plane": _light_plane, "sun": _sun, "night": _night,
    "waves": _waves, "bolt": _bolt,
}  # fmt: skip
