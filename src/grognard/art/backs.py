"""The backs of the cards, one for each deck of a game, from the game's `looks.toml`.

[backs.battle]                        # [backs.common] if all players draw from one deck
pattern = "lattice"
field = "blue"                        # the cloth
thread = "brass"                      # the pattern and its frames
emblem = ["eagle 50 50"]              # pieces as in a scene, on a square of 100 by 100
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources.abc import Traversable
from itertools import cycle
from typing import Any, Final, Literal

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.looks import read_tables
from grognard.art.palette import is_colour
from grognard.art.scene import placed
from grognard.kernel.errors import BadInput
from grognard.kernel.game import GameSpec
from grognard.kernel.structs import prepare

WIDTH: Final = 63
HEIGHT: Final = 88
# The place of the pattern, and the number of repetitions.
LEFT: Final = 6.5
TOP: Final = 6.5
COLUMNS: Final = 8
ROWS: Final = 12
STEP: Final = 6.25

Pattern = Literal["lattice", "chevrons", "crosses", "chequers", "waves", "stripes", "dots", "bricks"]


def _lattice(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    canvas.path(f"M{x},{y + 3.12} l3.12,-3.12 l3.12,3.12 l-3.12,3.12Z", line=thread, width=0.5)
    canvas.circle(x + 3.12, y + 3.12, 0.7, thread, "")


def _chevrons(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    canvas.path(f"M{x},{y + 4.4} l3.12,-2.6 l3.12,2.6", line=thread, width=1)


def _crosses(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    reach = 2.1 if odd else 1.2
    canvas.path(f"M{x + 3.12 - reach},{y + 3.12} h{2 * reach} m-{reach},-{reach} v{2 * reach}", line=thread, width=0.9)


def _chequers(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    if odd:
        canvas.path(f"M{x},{y} h6.25 v6.25 h-6.25Z", thread, "")


def _waves(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    canvas.path(f"M{x},{y + 3.12} q1.56,-2.6 3.12,0 t3.13,0", line=thread, width=0.8)


def _stripes(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    canvas.path(f"M{x + 2},{y} h2.25 v6.25 h-2.25Z", thread, "")


def _dots(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    canvas.circle(x + 3.12, y + 3.12, 1.5 if odd else 0.7, thread, "")


def _bricks(canvas: Canvas, x: float, y: float, thread: str, odd: bool) -> None:
    canvas.path(f"M{x},{y} h6.25 m{-6.25 if odd else -3.12},0 v6.25", line=thread, width=0.6)


PATTERNS: Final[Mapping[Pattern, Callable[[Canvas, float, float, str, bool], None]]] = {
    "lattice": _lattice,
    "chevrons": _chevrons,
    "crosses": _crosses,
    "chequers": _chequers,
    "waves": _waves,
    "stripes": _stripes,
    "dots": _dots,
    "bricks": _bricks,
}


# The cloth and the emblem of decks without a look.
CLOTHS: Final = ("brick", "blue", "olive", "violet")
EMBLEM: Final = ("flag 54 40 1.1",)


class Back(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The back of a deck: cloth with a pattern, a frame, and an emblem on an oval shield."""

    pattern: Pattern
    field: str
    thread: str
    emblem: tuple[str, ...]
    shield: str = "sand"

    def __post_init__(self) -> None:
        for name in (self.field, self.thread, self.shield):
            if not is_colour(name):
                raise ValueError(f"{name} is not a color")
        for text in self.emblem:
            placed(text)

    def svg(self, palette: str = "light", edge: bool = True) -> str:
        """The back as an SVG file of 63 by 88 in this palette (see `PALETTES`); `edge` draws the edge of the card."""
        canvas = Canvas(palette)
        if edge:
            canvas.path(_frame(0.4, 3.2), "white", "ink", 0.6)
        self._cloth(canvas)
        canvas.ellipse(31.5, 44, 20.5, 24.5, self.field, self.thread, 1)
        canvas.ellipse(31.5, 44, 18.5, 22.5, self.shield, "ink", 0.7)
        with canvas.at(31.5 - 16.5, 44 - 16.5, 0.33):
            for text in self.emblem:
                placed(text).draw(canvas)
        return canvas.svg(WIDTH, HEIGHT)

    def _cloth(self, canvas: Canvas) -> None:
        canvas.path(_frame(3, 2), self.field, "ink", 0.6)
        paint = PATTERNS[self.pattern]
        for row in range(ROWS):
            for column in range(COLUMNS):
                paint(canvas, LEFT + column * STEP, TOP + row * STEP, self.thread, (row + column) % 2 == 1)
        canvas.path(_frame(4.8, 1.2), line=self.thread, width=0.8)


prepare(Back)


def backs(spec: GameSpec) -> dict[str, Back]:
    """The backs of a game by deck. Raises BadInput if the table has an error."""
    decks = dict.fromkeys(card.deck for card in spec.cards)
    return read_backs(spec.folder, tuple(decks))


def read_backs(folder: Traversable, decks: tuple[str, ...]) -> dict[str, Back]:
    """The backs of these decks, from the table in this folder; without a table, each deck has a pattern of its own."""
    tables: Mapping[str, Any] = read_tables(folder).get("backs", {})
    if not tables:
        looks = zip(decks, cycle(PATTERNS), cycle(CLOTHS), strict=False)
        return {
            deck: Back(pattern=pattern, field=cloth, thread="sand", emblem=EMBLEM) for deck, pattern, cloth in looks
        }
    source = f"{folder.name}/looks.toml"
    missing = [deck for deck in decks if deck not in tables]
    if missing:
        raise BadInput(f"{source} has no back for the deck {missing[0]}.")
    try:
        return {deck: msgspec.convert(tables[deck], Back) for deck in decks}
    except msgspec.ValidationError as error:
        raise BadInput(f"{source}: backs: {error}.") from None


def _frame(inset: float, corner: float) -> str:
    """The path of a rectangle with rounded corners, inset from the edge of the card."""
    across, down = WIDTH - 2 * (inset + corner), HEIGHT - 2 * (inset + corner)
    round_ = f"{corner} {corner} 0 0 1"
    return (
        f"M{inset + corner},{inset} h{across} a{round_} {corner},{corner} v{down} a{round_} -{corner},{corner}"
        f" h-{across} a{round_} -{corner},-{corner} v-{down} a{round_} {corner},-{corner}Z"
    )
