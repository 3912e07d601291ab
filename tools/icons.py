"""Draws the icons of an installed Grognard from favicon.svg: phones take no SVG. Run it again when that changes.

python tools/icons.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from vl_convert import svg_to_png

STATIC: Final = Path(__file__).resolve().parent.parent / "src" / "grognard" / "web" / "static"
# Phones cut icons to shapes of their own, at most down to a circle: the ground goes to the edge, the flag stays inside.
AROUND: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 40 40"><rect x="-4" y="-4" width="40" height="40" '
    'fill="#24483a"/>{inside}</svg>'
)


def icons() -> Iterator[tuple[str, bytes]]:
    """Draws every icon."""
    plain = STATIC.joinpath("favicon.svg").read_text(encoding="utf-8")
    whole = AROUND.format(inside=plain.partition(">")[2].rpartition("</svg>")[0])
    for name, svg, pixels in (
        ("icon-192.png", plain, 192),
        ("icon-512.png", plain, 512),
        ("icon-180.png", whole, 180),  # for iOS
        ("icon-mask.png", whole, 512),
    ):
        sized = svg.replace("<svg ", f'<svg width="{pixels}" height="{pixels}" ', 1)
        yield name, svg_to_png(sized, scale=1, ppi=72)


if __name__ == "__main__":
    for name, png in icons():
        STATIC.joinpath(name).write_bytes(png)
        print(f"{name}: {len(png):,} bytes")
