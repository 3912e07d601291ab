"""The positions of cards on sheets of paper, and of the cuts. Lengths are in millimeters, from the upper left corner.

Sheets are in portrait format and are turned over along the long edge, so backs mirror the positions of their fronts.
Cards are placed sideways if more of them fit that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from grognard.kernel.errors import BadInput

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
# The page sizes of a handbook: A5, and half a letter page.
BOOKS: Final[Mapping[str, tuple[float, float]]] = {"a4": (148.0, 210.0), "letter": (139.7, 215.9)}
CARD: Final = (63.0, 88.0)
# The scale of large cards, which have nearly twice the area.
LARGE: Final = 1.4
# The margin that most printers leave white.
WHITE: Final = 4.0
MARK: Final = 5.0
GAP: Final = 1.0


@dataclass(frozen=True)
class CardPlacement:
    """The position of a card with its bleed, and its clockwise rotation in degrees."""

    x: float
    y: float
    turn: int


@dataclass(frozen=True)
class GuideLine:
    """A line to cut along, or to fold along."""

    x: float
    y: float
    to_x: float
    to_y: float
    fold: bool = False


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet: its cards, by number, and its marks."""

    side: str  # fronts, backs or both
    cards: tuple[tuple[int, str, CardPlacement], ...]  # number, front or back, position
    marks: tuple[GuideLine, ...]


@dataclass(frozen=True)
class Grid:
    """Rows and columns of equal cells in the middle of a sheet."""

    paper: tuple[float, float]
    card: tuple[float, float]
    bleed: float
    columns: int
    rows: int
    turned: bool

    @property
    def cell(self) -> tuple[float, float]:
        """The width and height of a card with its bleed, as placed."""
        width, height = (side + 2 * self.bleed for side in self.card)
        return (height, width) if self.turned else (width, height)

    @property
    def corner(self) -> tuple[float, float]:
        """The corner of the first cell."""
        (width, height), (wide, high) = self.paper, self.cell
        return (width - self.columns * wide) / 2, (height - self.rows * high) / 2

    def place(self, column: int, row: int) -> CardPlacement:
        """Returns the position of a front."""
        (left, top), (wide, high) = self.corner, self.cell
        return CardPlacement(left + column * wide, top + row * high, 270 if self.turned else 0)

    def behind(self, front: CardPlacement, offset: tuple[float, float] = (0, 0)) -> CardPlacement:
        """Returns the position of this front's back on the other side of the sheet."""
        x = self.paper[0] - front.x - self.cell[0]
        return CardPlacement(x + offset[0], front.y + offset[1], (360 - front.turn) % 360)

    def cuts(self) -> tuple[list[float], list[float]]:
        """Returns the positions of the vertical and of the horizontal edges of cards."""
        (left, top), (wide, high) = self.corner, self.cell
        return _edges(left, wide, self.columns, self.bleed), _edges(top, high, self.rows, self.bleed)


def _edges(start: float, step: float, count: int, bleed: float) -> list[float]:
    """Returns both edges of every cell without its bleed, and shared edges only once."""
    found = [start + n * step + side for n in range(count) for side in (bleed, step - bleed)]
    return sorted({round(edge, 4) for edge in found})


def grid(paper: str, size: float, bleed: float, fold: bool = False) -> Grid:
    """Returns the grid that holds the most cards; raises BadInput if not even one fits. A fold has two columns."""
    sheet, card = PAPERS[paper], (CARD[0] * size, CARD[1] * size)
    room = sheet[0] - 2 * WHITE, sheet[1] - 2 * WHITE
    best: Grid | None = None
    for turned in (False, True):
        wide, high = Grid(sheet, card, bleed, 1, 1, turned).cell
        columns, rows = int(room[0] // wide), int(room[1] // high)
        if fold:
            columns = 2 if columns >= 2 else 0
        if columns * rows > (best.columns * best.rows if best else 0):
            best = Grid(sheet, card, bleed, columns, rows, turned)
    if best is None:
        raise BadInput(f"Cards with a bleed of {bleed:g} mm do not fit on this paper. Choose a smaller bleed.")
    return best


def sheets(count: int, layout: Grid, sides: str, marks: str, offset: tuple[float, float] = (0, 0)) -> Iterator[Sheet]:
    """Yields the sheets of a deck of `count` cards: only fronts, fronts and backs in turn, or both to fold."""
    if sides == "fold":
        yield from _folded(count, layout, marks)
        return
    many = layout.columns * layout.rows
    for first in range(0, count, many):
        here = range(first, min(first + many, count))
        places = [layout.place((n - first) % layout.columns, (n - first) // layout.columns) for n in here]
        fronts = tuple((n, "front", place) for n, place in zip(here, places, strict=True))
        yield Sheet("fronts", fronts, tuple(_marks(layout, marks)))
        if sides == "duplex":
            backs = tuple((n, "back", layout.behind(place, offset)) for n, place in zip(here, places, strict=True))
            yield Sheet("backs", backs, ())


def _folded(count: int, layout: Grid, marks: str) -> Iterator[Sheet]:
    """Yields sheets with fronts to the left of a line and their backs to the right of it."""
    middle = layout.paper[0] / 2
    fold = GuideLine(middle, WHITE, middle, layout.paper[1] - WHITE, fold=True)
    for first in range(0, count, layout.rows):
        cards: list[tuple[int, str, CardPlacement]] = []
        for n in range(first, min(first + layout.rows, count)):
            front = layout.place(0, n - first)
            cards += [(n, "front", front), (n, "back", layout.behind(front))]
        yield Sheet("both", tuple(cards), (*_marks(layout, marks), fold))


def _marks(layout: Grid, kind: str) -> Sequence[GuideLine]:
    """Returns short marks outside the cards (crop), lines across the sheet (cut), or none."""
    if kind == "none":
        return []
    upright, across = layout.cuts()
    width, height = layout.paper
    left, top = layout.corner
    if kind == "cut":
        lines = [GuideLine(x, WHITE, x, height - WHITE) for x in upright]
        return lines + [GuideLine(WHITE, y, width - WHITE, y) for y in across]
    lines = []
    for x in upright:
        lines += [GuideLine(x, begin, x, end) for begin, end in _ends(top, height)]
    for y in across:
        lines += [GuideLine(begin, y, end, y) for begin, end in _ends(left, width)]
    return lines


def _ends(start: float, length: float) -> Iterator[tuple[float, float]]:
    """Yields a short line before the cells, and one after them."""
    outer = max(start - GAP - MARK, 1.0)
    yield outer, start - GAP
    yield length - start + GAP, length - outer
