"""A scene of 1944 composed of land, fire, things, guns, vehicles and men, for tactics cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, cast

import msgspec

from grognard.art.canvas import GROUND, SIZE, Canvas
from grognard.art.drawing import Drawing
from grognard.art.modern.crewed import GUNS
from grognard.art.modern.fire import FIRE
from grognard.art.modern.firearms import HELD, Held
from grognard.art.modern.ground import LAND
from grognard.art.modern.heads import BUSTS
from grognard.art.modern.infantry import AMERICAN, DRESSES, GERMAN, HATS, Kit, draw_soldier
from grognard.art.modern.stance import Pose
from grognard.art.modern.things import THINGS
from grognard.art.modern.vehicle import KINDS
from grognard.kernel.structs import prepare

Painter: TypeAlias = Callable[[Canvas], None]

# All pieces by name; if two tables share a name, the later one wins.
PIECES: Final[Mapping[str, Painter]] = {
    name: paint
    for table in (HELD, GUNS, LAND, FIRE, THINGS, BUSTS)
    for name, paint in cast(Mapping[str, Painter], table).items()
} | {
    "m1": lambda canvas: HATS["m1"](canvas, AMERICAN),
    "stahlhelm": lambda canvas: HATS["stahlhelm"](canvas, GERMAN),
}
VEHICLES: Final = cast(Mapping[str, Painter], KINDS)
SMALLEST: Final = 3
LARGEST: Final = 5


# The pose, weapon and kit of a soldier.
SOLDIER: Final = tuple[Pose, Held, tuple[Kit, ...]]
prepare(SOLDIER)


class Battlefield(Drawing, frozen=True, tag="battlefield"):
    """Pieces drawn from back to front, each `NAME X Y [SCALE [TURN]]`; a negative scale makes a piece face right.

    A soldier is a piece named `SIDE/POSE/HELD`, such as `american/kneel/garand`; kit may follow, such as `/pack`.
    """

    pieces: tuple[str, ...]
    ground: bool = True

    def __post_init__(self) -> None:
        for piece in self.pieces:
            _check(piece)

    def draw(self, canvas: Canvas) -> None:
        if self.ground:
            canvas.ground()
        for piece in self.pieces:
            name, x, y, scale, turn = _placed(piece)
            with canvas.at(x, y, abs(scale), turn, flip=scale < 0):
                _draw(canvas, name)


def _placed(piece: str) -> tuple[str, float, float, float, float]:
    name, *place = piece.split()
    x, y, scale, turn = [float(number) for number in place] + [1, 0][len(place) - 2 :]
    return name, x, y, scale, turn


def _draw(canvas: Canvas, name: str) -> None:
    if name in PIECES:
        PIECES[name](canvas)
    elif name in VEHICLES:
        with canvas.at(-SIZE / 2, 1 - GROUND):
            VEHICLES[name](canvas)
    else:
        side, pose, held, kit = _soldier(name)
        draw_soldier(canvas, DRESSES[side], pose, held, DRESSES[side].hat, kit)


def _soldier(name: str) -> tuple[str, Pose, Held, tuple[Kit, ...]]:
    """The parts of a soldier's name. Raises ValueError if the name is wrong."""
    side, *parts = name.split("/")
    if side not in DRESSES:
        raise ValueError(f"{name} is not a piece of a battlefield")
    return (side, *msgspec.convert((*parts[:2], tuple(parts[2:])), SOLDIER))


def _check(piece: str) -> None:
    """Raises ValueError if the piece does not exist or has no place."""
    words = piece.split()
    if not SMALLEST <= len(words) <= LARGEST:
        raise ValueError(f"{piece!r} is not NAME X Y [SCALE [TURN]]")
    _placed(piece)
    if words[0] not in PIECES and words[0] not in VEHICLES:
        _soldier(words[0])
