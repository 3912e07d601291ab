"""Subsets the fonts of our pages from packages, when the wheel is built.

    build_fonts.py FOLDER   writes them into a folder

Each face becomes a WOFF2 file with Latin and Latin Extended-A, without hinting. Other scripts use the system's fonts.
The same packages give the same bytes. "Source" is a reserved font name, so the subsets have a family name of our own.
"""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

# The package and the file of each face; grognard/web/static/fonts.css has a rule for each.
FACES: Final = {
    "sans-regular": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-semibold": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "sans-italic": ("font_source_sans_pro", "SourceSansPro-It.ttf"),
    "serif-regular": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    "serif-semibold": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "serif-italic": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
}
# Dashes, quotation marks, ellipsis, euro, trademark, arrows, minus, fraction, number, check mark and circles.
SIGNS: Final = (
    "\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2020\u2022\u2026\u2039"
    "\u203a\u20ac\u2122\u2190\u2192\u2212\u2044\u2116\u2713\u25cf\u25cb"
)
# Latin and Latin Extended-A, then these signs.
LETTERS: Final = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, SIGNS)]
FEATURES: Final = ["ccmp", "kern", "liga", "locl", "mark", "mkmk"]
COPYRIGHT, LICENSE, LICENSE_URL = 0, 13, 14  # what the name table keeps
FAMILY, STYLE, ID, FULL, POSTSCRIPT = 1, 2, 3, 4, 6  # what it says instead


def write_fonts(folder: Path) -> bool:
    """Writes all faces and their licenses into a folder, or nothing if a package is missing; returns whether it did."""
    wanted = {"fontTools", "brotli", *(package for package, _ in FACES.values())}
    if missing := sorted(name for name in wanted if find_spec(name) is None):
        print(f"grognard: no fonts, pages use the system's (not installed: {', '.join(missing)})")
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for face, (package, file) in FACES.items():
        write_subset(source(package) / file, folder / f"{face}.woff2", *face.split("-"))
        shutil.copyfile(source(package) / "LICENSE.txt", folder / f"LICENSE-{face.partition('-')[0]}.txt")
    print(f"grognard: {len(FACES)} fonts, {sum(file.stat().st_size for file in folder.glob('*.woff2'))} bytes")
    return True


def source(package: str) -> Path:
    """Returns the folder of a package's font files."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "files"


def write_subset(file: Path, made: Path, kind: str, style: str) -> None:
    """Writes the subset of one face, under our own name."""
    from fontTools import subset

    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=FEATURES, name_IDs=[COPYRIGHT, LICENSE, LICENSE_URL]
    )
    with subset.load_font(str(file), options) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=LETTERS)
        subsetter.subset(font)
        rename(font, f"Grognard {kind.title()}", style.title())
        subset.save_font(font, str(made), options)


def rename(font: TTFont, family: str, style: str) -> None:
    """Names a font, for all systems that read its name table."""
    names = {
        FAMILY: family,
        STYLE: style,
        ID: f"Grognard:{family} {style}",
        FULL: f"{family} {style}",
        POSTSCRIPT: f"{family.replace(' ', '')}-{style}",
    }
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)  # Windows, Unicode, American English


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(not write_fonts(Path(sys.argv[1])))
