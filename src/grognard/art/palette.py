"""The colors of figures by name, explicit for each palette because typst paints `currentColor` black."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

# The colors on a light page. Coats and cloth first, then skin, metal, wood and land.
COLOURS: Final[Mapping[str, str]] = {
    "ink": "#2b2622",
    "black": "#26221f",
    "white": "#f2ecdf",
    "grey": "#8d8c88",
    "dark-grey": "#5a5b5c",
    "blue": "#24386b",
    "sky": "#6f97c4",
    "green": "#3d5a3a",
    "grass": "#7f9a5b",
    "red": "#b3262e",
    "scarlet": "#c8372d",
    "brick": "#a3472e",
    "yellow": "#e0b030",
    "orange": "#d9822b",
    "pink": "#d98a8f",
    "violet": "#5b2b6f",
    "brown": "#6b4a2f",
    "tan": "#c3a16b",
    "olive": "#6f6b45",
    "field-grey": "#5f6b62",
    "khaki": "#9a8b5d",
    "skin": "#d9a679",
    "brass": "#d8b24a",
    "bronze": "#b98d3e",
    "steel": "#c9ccd2",
    "iron": "#4c4f54",
    "wood": "#7a5330",
    "leather": "#7a5a3c",
    "ground": "#8a7d6a",
    "earth": "#a58a63",
    "sand": "#e6d9ba",
    "stone": "#b9b2a0",
    "smoke": "#ddd6c8",
    "fire": "#e8792b",
    "water": "#7fa9c9",
    "leaf": "#5f7f45",
    "night": "#2f3b52",
    "bay": "#8a5a34",
    "chestnut": "#7b4526",
    "dark-bay": "#4a3426",
    "grey-horse": "#b0aaa0",
}

# The tints of card types on a light page; grognard.css also has them for dark pages.
TINTS: Final[Mapping[str, str]] = {
    "brown": "#7c3f1d",
    "green": "#24643a",
    "gold": "#755600",
    "violet": "#5e3770",
    "crimson": "#8a2f2f",
    "steel": "#2d5a7a",
    "navy": "#1f437f",
    "slate": "#3b4654",
}


def shade(colour: str, factor: float) -> str:
    """A color (`#rrggbb`) made darker by a factor below 1, or lighter by one above 1; 2 gives white."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    if factor <= 1:
        parts = (int(part * factor) for part in (red, green, blue))
    else:
        parts = (int(part + (255 - part) * (factor - 1)) for part in (red, green, blue))
    return "#" + "".join(f"{min(max(part, 0), 255):02x}" for part in parts)


def mixed(colour: str, other: str, share: float) -> str:
    """A color (`#rrggbb`) mixed with a share, from 0 to 1, of another color."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def _saved(colour: str) -> str:
    """A color that saves ink in print: outlines stay, and everything else becomes a light tint."""
    return colour if colour == COLOURS["ink"] else shade(colour, 1.72)


# The palettes by name, each with its conversion of a color.
PALETTES: Final[Mapping[str, Callable[[str], str]]] = {
    "light": lambda colour: colour,
    "dark": lambda colour: shade(colour, 0.88),
    "ink": _saved,
}


def is_colour(name: str) -> bool:
    """Is this the name of a color, with or without a shade, such as `blue` or `blue*0.8`?"""
    base, star, factor = name.partition("*")
    return base in COLOURS and (not star or factor.replace(".", "", 1).isdigit())


@cache
def colour(name: str, palette: str) -> str:
    """A color by name, with or without shades (`blue*0.8`, `blue*0.8*0.9`), as `#rrggbb` in this palette."""
    base, *factors = name.split("*")
    found = COLOURS[base]
    for factor in factors:
        found = shade(found, float(factor))
    return PALETTES[palette](found)
