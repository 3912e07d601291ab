"""The options of a print, checked, with a sentence for each invalid one."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grognard.kernel.errors import BadInput
from grognard.printing.geometry import LARGE, PAPERS, Grid, grid

SHEETS: Final = ("duplex", "fold", "fronts")
MARKS: Final = ("crop", "cut", "none")
INKS: Final = ("full", "light")
FORMS: Final = ("pdf", "png", "tts")
# The printed parts other than decks.
PARTS: Final = ("markers", "mat", "aid", "handbook")
MOST_BLEED: Final = 6.0
MOST_OFFSET: Final = 10.0


@dataclass(frozen=True)
class PrintOptions:
    """What to print and how. Raises BadInput for invalid options. Lengths are in millimeters."""

    paper: str = "a4"
    sheets: str = "duplex"
    bleed: float = 0.0
    marks: str = "crop"
    back_offset: tuple[float, float] = (0.0, 0.0)
    ink: str = "full"
    large: bool = False
    only: str = ""
    fonts: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        must_be("paper", self.paper, PAPERS)
        must_be("kind of sheets", self.sheets, SHEETS)
        must_be("kind of marks", self.marks, MARKS)
        must_be("ink", self.ink, INKS)
        if not 0 <= self.bleed <= MOST_BLEED:
            raise BadInput(f"The bleed should be from 0 to {MOST_BLEED:g} mm, not {self.bleed:g}.")
        if any(not -MOST_OFFSET <= step <= MOST_OFFSET for step in self.back_offset):
            raise BadInput(f"Backs can be shifted by at most {MOST_OFFSET:g} mm each way.")

    @property
    def size(self) -> float:
        """The scale of cards."""
        return LARGE if self.large else 1.0

    @property
    def palette(self) -> str:
        """The palette of the figures."""
        return "ink" if self.ink == "light" else "light"

    def grid(self) -> Grid:
        """Returns the grid of cards on a sheet."""
        return grid(self.paper, self.size, self.bleed, self.sheets == "fold")


def must_be(what: str, value: str, known: Collection[str]) -> None:
    """Raises BadInput, listing the known values, unless this is one of them."""
    if value not in known:
        raise BadInput(f"There is no {what} “{value}”. Choose from: {', '.join(known)}.")


def read_offset(text: str) -> tuple[float, float]:
    """Reads two numbers with a comma between them: the shift to the right and down."""
    found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*", text)
    if found is None:
        raise BadInput(f"--back-offset takes X,Y in millimeters, such as 0.5,-1; not “{text}”.")
    return float(found[1]), float(found[2])
