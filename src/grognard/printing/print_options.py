"""What somebody wants printed, read from words; what cannot be had is told in a sentence."""

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
# Of a game's printing, what is no deck.
PARTS: Final = ("markers", "mat", "aid", "handbook")
MOST_BLEED: Final = 6.0
MOST_OFFSET: Final = 10.0


@dataclass(frozen=True)
class PrintOptions:
    """What to print and how; raises BadInput for what there is not. Lengths are millimetres."""

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
            raise BadInput(f"A bleed is from 0 to {MOST_BLEED:g} mm, not {self.bleed:g}.")
        if any(not -MOST_OFFSET <= step <= MOST_OFFSET for step in self.back_offset):
            raise BadInput(f"Backs can be moved by {MOST_OFFSET:g} mm at most, each way.")

    @property
    def size(self) -> float:
        """How much larger than usual a card is."""
        return LARGE if self.large else 1.0

    @property
    def palette(self) -> str:
        """The palette of the figures."""
        return "ink" if self.ink == "light" else "light"

    def grid(self) -> Grid:
        """How the cards lie on a sheet."""
        return grid(self.paper, self.size, self.bleed, self.sheets == "fold")


def must_be(what: str, value: str, known: Collection[str]) -> None:
    """Raises BadInput with what there is, if this is not among it."""
    if value not in known:
        raise BadInput(f"There is no {what} “{value}”. There are: {', '.join(known)}.")


def read_offset(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them: to the right and down."""
    found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*", text)
    if found is None:
        raise BadInput(f"--back-offset takes X,Y in millimetres, such as 0.5,-1; not “{text}”.")
    return float(found[1]), float(found[2])
