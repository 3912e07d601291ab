"""Small soldiers, alone and in formations. Their feet are at 0, 0; they face left and are fifty units tall."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from grognard.art.canvas import Canvas
from grognard.art.pieces.piece import MIDDLE, Piece

# The leg behind, the leg in front, and their shoes.
LEGS: Final = {
    "stand": (
        "M1,-18 L3,-1 H9 L7,-19Z",
        "M-5,-18 L-5,-1 H1 L2,-17Z",
        "M9,0 H1.6 Q2,-3 4,-3.6 H9Z M1,0 H-7.4 Q-7,-3 -5,-3.6 H1Z",
    ),
    "stride": (
        "M2,-19 L8,-9 L12,-1 H18 L13,-11 L8,-20Z",
        "M-4,-19 L-8,-10 L-14,-1 H-8 L-2,-9 L3,-17Z",
        "M18.6,0 H9.6 Q10,-3 12,-3.6 H17Z M-8,0 H-17 Q-16,-3 -13,-3.8 L-7,-2.6Z",
    ),
    "run": (
        "M1,-19 L9,-11 L18,-8 L20,-13 L12,-16 L8,-20Z",
        "M-4,-19 L-11,-13 L-10,-1 H-4 L-5,-11 L3,-17Z",
        "M17,-7.4 L19.4,-13.6 L24,-12 L21,-4.6Z M-4,0 H-13.4 Q-13,-3 -10.4,-3.8 H-4Z",
    ),
    "kneel": (
        "M1,-18 L2,-9 H18 L19,-5 H-3 L-4,-16Z",
        "M-5,-19 L-15,-17 V-5 H-9 V-12 L4,-13Z",
        "M17.4,-9.4 L22,-10.4 V-5 H17.4Z M-8.6,-5 H-18 Q-17,-8 -15,-8.6 H-8.6Z",
    ),
}


def _body(canvas: Canvas, coat: str, trousers: str, hat: str, legs: str) -> None:
    """A soldier without arms and weapon."""
    back, front, shoes = LEGS[legs]
    canvas.path(back, f"{trousers}*0.82", width=1.1)
    canvas.path(front, trousers, width=1.1)
    canvas.path(shoes, "black", width=0.9)
    canvas.path("M7,-31 H13 V-22 H7Z", "leather", width=1)
    canvas.path("M6.4,-34 H13.6 V-30.6 H6.4Z", "stone", width=0.9)
    canvas.path("M-5,-32 C-2,-34 5,-34 7,-32 L9,-15 L3,-17 H-5Z", coat, width=1.2)
    canvas.path("M-4,-32 L7,-20 M5,-33 L-5,-21", line="white", width=1.5)
    _head(canvas, hat)


def _head(canvas: Canvas, hat: str) -> None:
    canvas.path("M-2.6,-34.4 H5.2 L6,-31.4 H-3.6Z", "red" if hat == "black" else "white", width=0.9)
    canvas.path("M-4,-41 L-5.8,-37.4 L-4.2,-36.8 C-4,-34 -2,-33.2 0,-33.2 C4,-33.2 5.2,-36 5.2,-41Z", "skin", width=1)
    canvas.circle(-2.4, -38.2, 0.7, "ink", "")
    canvas.path("M-5,-40 L-6.2,-50 Q0,-52 6.6,-50 L5.6,-40Z", hat, width=1.1)
    canvas.path("M-5,-40.8 L-9,-38.8 Q-6,-38.6 -2,-39.6Z", "black", width=0.8)
    canvas.circle(-2, -45, 1.5, "brass", "")
    canvas.path("M-1.5,-50.5 Q-3,-57 0.5,-58 Q3,-56 1.5,-50.5Z", "red" if hat == "black" else "white", width=0.9)


def _arm(canvas: Canvas, d: str, coat: str, hand: tuple[float, float]) -> None:
    canvas.path(d, f"{coat}*1.1", width=1)
    canvas.circle(*hand, 1.9, "skin", width=0.8)


def _level(canvas: Canvas, x: float, y: float, turn: float = 0) -> None:
    """A musket held out to the left, its butt at x, y."""
    with canvas.at(x, y, turn=turn):
        canvas.path("M-22,-1.4 L0,-1.6 L4,1.5 L2,4 L-3,1.6 L-22,0.4Z", "wood", width=0.9)
        canvas.path("M-22,-0.6 H-34", line="ink", width=2)
        canvas.path("M-22,-0.6 H-33.6", line="steel", width=1)


def _soldier(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    canvas.path("M-9,-24 L-7.6,-60", line="ink", width=2.4)
    canvas.path("M-8.2,-44 L-7.6,-59.4", line="steel", width=1.1)
    canvas.path("M-9,-20 L-8,-46", line="wood", width=2.8)
    _body(canvas, coat, trousers, hat, "stand")
    _arm(canvas, "M4,-31 C8,-27 5,-22 -5,-20 L-7,-23 L0,-26Z", coat, (-7.4, -21.5))


def _marcher(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    canvas.path("M9,-60 L-1,-22", line="ink", width=2.4)
    canvas.path("M5,-45 L8.9,-59.6", line="steel", width=1.1)
    canvas.path("M5.5,-47 L-1,-22", line="wood", width=2.8)
    _body(canvas, coat, trousers, hat, "stride")
    _arm(canvas, "M4,-31 C8,-27 6,-22 0,-19 L-3,-22 L1,-26Z", coat, (-1.4, -20.5))


def _firer(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _body(canvas, coat, trousers, hat, "stand")
    _level(canvas, 1, -34)
    _arm(canvas, "M5,-31 C2,-27 -6,-28 -13,-33 L-12,-35 L-5,-32 L2,-33Z", coat, (-13, -33.4))


def _kneeler(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    with canvas.at(0, 5):
        _body(canvas, coat, trousers, hat, "kneel")
        _level(canvas, 1, -34)
        _arm(canvas, "M5,-31 C2,-27 -6,-28 -13,-33 L-12,-35 L-5,-32 L2,-33Z", coat, (-13, -33.4))


def _charger(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    with canvas.at(0, 0, turn=-8):
        _body(canvas, coat, trousers, hat, "stride")
        _level(canvas, 2, -24, 8)
        _arm(canvas, "M5,-31 C7,-25 2,-21 -9,-23 L-10,-25.5 L0,-27Z", coat, (-10, -24))


def _runner(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    with canvas.at(0, 0, turn=-14):
        _body(canvas, coat, trousers, hat, "run")
        canvas.path("M-5,-30 L-15,-28 L-16,-34 L-13,-35 L-12,-31 L-4,-33Z", coat, width=1)
        _arm(canvas, "M5,-31 C12,-30 15,-25 13,-19 L10,-20 L9,-26 L3,-28Z", coat, (11.4, -18.6))


def _prone(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    canvas.path("M6,-9 L32,-7 L33,-3 L8,-2Z", f"{trousers}*0.82", width=1.1)
    canvas.path("M6,-7 L32,-3.6 V0 H4Z", trousers, width=1.1)
    canvas.path("M31,-7.6 L35.6,-9 L36,-3.4 L32,-3Z M31,-3.8 H36 V0 H31Z", "black", width=0.9)
    canvas.path("M-9,-12 C-4,-14 4,-12 10,-9 L9,0 H-8Z", coat, width=1.2)
    canvas.path("M-6,-11 L8,-2", line="white", width=1.4)
    with canvas.at(-11, 25):
        _head(canvas, hat)
    _level(canvas, -10, -5)


def _fallen(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    canvas.path("M4,-8 L20,-12 L32,-3 L34,0 L28,0 L19,-6 L6,0Z", trousers, width=1.1)
    canvas.path("M-12,-9 C-6,-12 4,-10 8,-8 L7,0 H-12Z", coat, width=1.2)
    canvas.path("M-9,-10 L5,-1", line="white", width=1.4)
    canvas.path("M-12,-8 L-18,-8 Q-20,-3 -17,-1 L-12,-1Z", "skin", width=1)
    with canvas.at(-33, 0, 0.9, -70):
        canvas.path("M-5,-1 L-6,-11 Q0,-13 6.5,-11 L5.5,-1 Q0,1 -7,0Z", hat, width=1.1)


def _horse(canvas: Canvas, hide: str) -> None:
    """A horse at the gallop."""
    dark = f"{hide}*0.75"
    canvas.path("M20,-22 L30,-15 L40,-4 L44,-7 L37,-18 L27,-29Z", dark, width=1.2)
    canvas.path("M-12,-22 L-26,-22 L-36,-14 L-33,-10 L-24,-16 L-10,-15Z", dark, width=1.2)
    canvas.path("M28,-37 C37,-43 43,-38 47,-30 C40,-33 36,-30 30,-30Z", f"{hide}*0.5", width=1.1)
    canvas.path(
        "M-30,-54 C-33,-50 -37,-46 -40,-41 C-41,-38 -37,-36 -34,-38 C-31,-40 -28,-41 -25,-41 C-24,-33 -22,-27 -16,-22"
        " C-7,-17 12,-17 22,-22 C31,-25 33,-35 28,-38 C18,-41 2,-38"
        " -6,-39 C-11,-43 -14,-49 -19,-53 C-23,-57 -27,-57 -30,-54Z",
        hide, width=1.3,
    )  # fmt: skip
    canvas.path("M-29,-54 L-30,-60 L-24,-56Z", hide, width=1)
    canvas.path("M-25,-57 C-16,-55 -9,-48 -5,-38 C-11,-41 -14,-46 -19,-49Z", f"{hide}*0.5", width=1)
    canvas.circle(-31, -48.5, 1, "ink", "")
    canvas.path("M-8,-24 L-18,-13 L-29,-7 L-27,-3 L-14,-9 L-1,-20Z", hide, width=1.2)
    canvas.path("M15,-22 L25,-11 L32,-1 L37,-3 L31,-14 L26,-25Z", hide, width=1.2)
    canvas.path("M-38,-42 L-28,-45 L-26,-53 M-36,-42 C-26,-36 -12,-40 -2,-42", line="brown*0.6", width=1.1)


def _rider(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    canvas.path("M-3,-38 H16 L19,-24 L1,-23Z", f"{coat}*0.8", width=1.1)
    canvas.path("M1,-42 H11 L9,-34 L2,-24 L-4,-16 L-8,-19 L-2,-28Z", trousers, width=1.1)
    canvas.path("M-4,-22 L-9,-10 L-14,-9 V-13 L-10,-20Z", "black", width=1)
    canvas.path("M-1,-61 C2,-63 9,-63 11,-61 L12,-40 H0Z", coat, width=1.2)
    canvas.path("M0,-60 L11,-44", line="white", width=1.5)
    with canvas.at(5, -29):
        _head(canvas, hat)


def _horseman(canvas: Canvas, coat: str, trousers: str, hat: str, hide: str) -> None:
    _horse(canvas, hide)
    _rider(canvas, coat, trousers, hat)
    canvas.path("M-8,-72 C-15,-82 -25,-86 -35,-86 C-25,-81 -17,-77 -10,-70Z", "steel*1.2", width=1)
    _arm(canvas, "M9,-60 C10,-55 3,-53 -4,-60 L-10,-69 L-7,-71 L0,-63Z", coat, (-8.6, -70.4))


def _shooter(canvas: Canvas, coat: str, trousers: str, hat: str, hide: str) -> None:
    _horse(canvas, hide)
    _rider(canvas, coat, trousers, hat)
    canvas.path("M-23,-60 H-13 L-8,-55 L-11,-53 L-15,-57 H-23Z", "wood", width=1)
    _arm(canvas, "M9,-60 C9,-54 2,-52 -10,-55 L-10,-58 L2,-58Z", coat, (-11, -56.4))


def _lancer(canvas: Canvas, coat: str, trousers: str, hat: str, hide: str) -> None:
    canvas.path("M30,-46 L-52,-62", line="ink", width=2.8)
    canvas.path("M30,-46 L-50,-61.6", line="wood", width=1.5)
    canvas.path("M-50,-64 L-60,-64 L-51,-60Z", "steel", width=0.9)
    canvas.path("M-46,-62 L-34,-72 L-32,-67 L-26,-66 L-32,-58.6Z", "red", width=1)
    _horse(canvas, hide)
    _rider(canvas, coat, trousers, hat)
    _arm(canvas, "M9,-60 C12,-54 8,-49 0,-50 L-1,-53 L4,-55Z", coat, (-1, -51.6))


def _horsehead(canvas: Canvas, hide: str) -> None:
    """A horse's head and neck, large."""
    canvas.path(
        "M-18,-66 C-24,-58 -32,-48 -36,-39 C-38,-33 -33,-27 -27,-29 C-20,-32 -14,-35 -8,-35 C-8,-24 -14,-12 -20,0 H34"
        " C32,-22 26,-46 8,-62 C0,-69 -11,-72 -18,-66Z",
        hide,
    )  # fmt: skip
    canvas.path("M-16,-66 L-17,-79 L-4,-68Z", hide)
    canvas.path("M-8,-71 C10,-70 30,-48 38,-4 C28,-14 20,-30 12,-42 C6,-50 0,-58 -8,-71Z", f"{hide}*0.5")
    canvas.circle(-18, -55, 2.2, "ink", "")
    canvas.path("M-34,-35 q2,-2 4,0", width=1.6)
    canvas.path(
        "M-29,-46 L-20,-34 M-20,-34 L-3,-58 L-14,-66 M-20,-34 C-8,-22 14,-22 26,-14", line="brown*0.55", width=2.2
    )
    canvas.circle(-21, -34, 2.6, "brass", width=1)


def _row(
    canvas: Canvas, man: str, colours: tuple[str, ...], places: tuple[tuple[float, float], ...], scale: float
) -> None:
    for x, y in places:
        with canvas.at(x, y, scale):
            MEN[man](canvas, *colours)


def _line(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _row(canvas, "soldier", (coat, trousers, hat), ((-34, 0), (-17, 0), (0, 0), (17, 0), (34, 0)), 0.82)


def _volley(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _row(canvas, "firer", (coat, trousers, hat), ((34, -8), (22, -4), (10, 0)), 0.9)


def _ranks(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _row(canvas, "firer", (coat, trousers, hat), ((36, -5), (22, -4)), 0.9)
    _row(canvas, "kneeler", (coat, trousers, hat), ((18, 0), (2, 0)), 0.9)


def _column(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    far = ((39, -14), (26, -14), (13, -14), (0, -14))
    near = ((32, -7), (19, -7), (6, -7), (-7, -7))
    front = ((25, 0), (12, 0), (-1, 0), (-14, 0))
    _row(canvas, "marcher", (coat, trousers, hat), far + near + front, 0.62)


def _assault(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _row(canvas, "charger", (coat, trousers, hat), ((32, -6), (12, -3), (-8, 0)), 0.9)


def _skirmishers(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _row(canvas, "firer", (coat, trousers, hat), ((30, -12),), 0.62)
    _row(canvas, "runner", (coat, trousers, hat), ((0, -9),), 0.68)
    _row(canvas, "kneeler", (coat, trousers, hat), ((-22, 0), (28, 0)), 0.78)


def _flight(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    _row(canvas, "runner", (coat, trousers, hat), ((30, -5), (8, -8), (-14, -2)), 0.72)


def _riders(canvas: Canvas, coat: str, trousers: str, hat: str, hide: str) -> None:
    _row(canvas, "horseman", (coat, trousers, hat, hide), ((26, -12), (12, -6), (-2, 0)), 0.68)


def _square(canvas: Canvas, coat: str, trousers: str, hat: str) -> None:
    """A square seen from the side: bayonets on all sides, kneeling men in front."""
    canvas.path("M-6,-24 V-102", line="ink", width=3.4)
    canvas.path("M-6,-24 V-101", line="wood", width=1.7)
    canvas.path("M-5,-101 C6,-107 14,-95 30,-101 V-74 C14,-68 6,-80 -5,-74Z", "red", width=1.3)
    for x in (-22, -7, 8, 23):
        with canvas.at(x, -14, 0.72):
            MEN["soldier"](canvas, coat, trousers, hat)
    for x, mirror in ((-30, False), (30, True)):
        with canvas.at(x, -7, 0.72, 0, mirror):
            MEN["firer"](canvas, coat, trousers, hat)
    for x, mirror in ((-12, False), (12, True), (-27, False), (27, True)):
        with canvas.at(x, 0, 0.72, 0, mirror):
            MEN["kneeler"](canvas, coat, trousers, hat)


def _top(canvas: Canvas, coat: str, hat: str) -> None:
    """A rank of six seen from above, facing up: hats, shoulders, packs and bayonets."""
    for x in range(-30, 31, 12):
        canvas.path(f"M{x + 4.6},-1 V-13", line="ink", width=1.5)
        canvas.path(f"M{x - 3.4},1 h6.8 v5 h-6.8Z", "leather", width=0.9)
        canvas.path(f"M{x - 5.8},1.6 q0,-4.4 5.8,-4.4 t5.8,4.4 q-5.8,2.4 -11.6,0Z", coat, width=1)
        canvas.circle(x, -1.6, 2.5, hat, "")


def _above(canvas: Canvas, coat: str, hat: str) -> None:
    """A square seen from above."""
    for turn in (0, 90, 180, 270):
        with canvas.at(0, 0, 1, turn), canvas.at(0, -34, 0.86):
            _top(canvas, coat, hat)


def _block(canvas: Canvas, coat: str, hat: str) -> None:
    """Two ranks seen from above, facing up."""
    for y in (12, 0):
        with canvas.at(0, y):
            _top(canvas, coat, hat)


MEN: Final[Mapping[str, Callable[..., None]]] = {
    "soldier": _soldier,
    "marcher": _marcher,
    "firer": _firer,
    "kneeler": _kneeler,
    "charger": _charger,
    "runner": _runner,
    "prone": _prone,
    "fallen": _fallen,
    "horseman": _horseman,
}
FOOT: Final = ("blue", "white", "black")
MOUNTED: Final = ("green", "white", "black", "bay")
PIECES: Final[Mapping[str, Piece]] = {
    "soldier": Piece(_soldier, FOOT),
    "marcher": Piece(_marcher, FOOT),
    "firer": Piece(_firer, FOOT),
    "kneeler": Piece(_kneeler, FOOT),
    "charger": Piece(_charger, FOOT),
    "runner": Piece(_runner, FOOT),
    "prone": Piece(_prone, FOOT),
    "fallen": Piece(_fallen, FOOT),
    "horse": Piece(_horse, ("bay",)),
    "horsehead": Piece(_horsehead, ("bay",)),
    "horseman": Piece(_horseman, MOUNTED),
    "shooter": Piece(_shooter, MOUNTED),
    "lancer": Piece(_lancer, MOUNTED),
    "line": Piece(_line, FOOT),
    "volley": Piece(_volley, FOOT),
    "ranks": Piece(_ranks, FOOT),
    "column": Piece(_column, FOOT),
    "assault": Piece(_assault, FOOT),
    "skirmishers": Piece(_skirmishers, FOOT),
    "fleeing": Piece(_flight, FOOT),
    "riders": Piece(_riders, MOUNTED),
    "square": Piece(_square, FOOT),
    "top": Piece(_top, ("blue", "black"), MIDDLE),
    "above": Piece(_above, ("blue", "black"), MIDDLE),
    "block": Piece(_block, ("blue", "black"), MIDDLE),
}
