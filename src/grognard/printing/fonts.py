"""Chooses the fonts of a document: the usual one, those a person names, and system fonts for letters still missing.

typst knows which letters a font has, shapes them as their script needs, and embeds only those that are used. It
searches the system only if a letter is missing, so most documents come out the same on every machine.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from typst import Fonts

USUAL: Final = "Libertinus Serif"
STANDARD: Final = "a-2b"
# Bold letters have their own font, which may lack some letters. Titles and names are never set in italics.
PROBE: Final = """
#let probe = json(bytes(sys.inputs.at("probe")))
#set page(width: auto, height: auto)
#for families in probe.families {
  set text(font: families, fallback: false)
  for word in probe.words { par(word) + par(strong(word)) }
}
"""
LACKING: Final = re.compile(r'^error: .*the text `"(.*)"` could not be displayed with font `"(.*)"`$', re.MULTILINE)
ESCAPED: Final = re.compile(r"\\(?:u\{([0-9a-f]+)\}|(.))")
# Fonts that draw a placeholder for every letter that no other font has.
PLACEHOLDERS: Final = re.compile(r"last ?resort|adobe (blank|notdef)|unicode bmp fallback", re.IGNORECASE)
# The same Han letter looks different in each language. The other letters of a text show which fonts it needs.
EAST_ASIAN: Final[Mapping[str, re.Pattern[str]]] = {
    "HIRAGANA": (japanese := re.compile(r" JP$|Mincho|Hiragino|^MS |^Yu ")),
    "KATAKANA": japanese,
    "HANGUL": re.compile(r" KR$|Batang|Myungjo|Malgun|^Apple SD"),
    "CJK": re.compile(r" SC$|Song|SimSun|YaHei|^PingFang SC"),
}
WELL_DRAWN: Final = (re.compile("^Noto (Serif|Naskh)"), re.compile("^Noto"), re.compile("Serif"))


@dataclass(frozen=True)
class ChosenFonts:
    """The font families of a document, best first, and where typst finds them."""

    families: Sequence[str]
    fonts: Fonts


@contextmanager
def chosen(everything: object, files: Sequence[Path]) -> Iterator[ChosenFonts]:
    """Provides fonts for all texts in an object; raises BadInput that lists the letters that no font has."""
    from typst import Fonts

    words = sorted(set(unusual_words(everything)))
    with tempfile.TemporaryDirectory(prefix="grognard-fonts-", ignore_cleanup_errors=True) as folder:
        families = [USUAL, *_named(files, Path(folder))]
        fonts = Fonts(include_system_fonts=False, font_paths=[folder])
        if lacking(words, families, fonts):
            fonts = Fonts(font_paths=[folder])
            families += suiting(lacking(words, families, fonts), fonts)
            if left := lacking(words, families, fonts):
                raise BadInput(_refusal(left))
        yield ChosenFonts(families, fonts)


def unusual_words(everything: object) -> Iterator[str]:
    """Yields each word with a letter outside ASCII from all texts in an object. Drawings have no texts."""
    match everything:
        case str() if not everything.isascii() and not everything.startswith("<svg"):
            yield from (word for word in everything.split() if not word.isascii())
        case Mapping():
            for value in everything.values():
                yield from unusual_words(value)
        case list() | tuple():
            for value in everything:
                yield from unusual_words(value)


def lacking(words: Collection[str], families: Sequence[str], fonts: Fonts) -> list[str]:
    """Returns the letters of these words that none of the families has."""
    found = _lacking_of(words, [families], fonts)
    return sorted({letter for letters in found.values() for letter in letters})


def _lacking_of(
    words: Collection[str], families: Sequence[str] | Sequence[Sequence[str]], fonts: Fonts
) -> dict[str, set[str]]:
    """Returns the letters that each family lacks; for a list of families, those that all of them lack."""
    import typst

    found: dict[str, set[str]] = defaultdict(set)
    if not words:
        return found
    probe = json.dumps({"families": list(families), "words": list(words)})
    compiler = typst.Compiler(PROBE.encode(), font_paths=fonts, sys_inputs={"probe": probe})
    try:
        compiler.compile(format="pdf", pdf_standards=[STANDARD], pdf_tags=False)
    except typst.TypstError as error:
        for text, family in LACKING.findall(error.diagnostic):
            found[family].add(_unescaped(text))
        if not found:
            raise
    return found


def _unescaped(text: str) -> str:
    """Reads a text that Rust has quoted and escaped."""
    return ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)


# -- fonts of a person ---------------------------------------------------------------------------------------------


def _named(files: Iterable[Path], folder: Path) -> Iterator[str]:
    """Copies font files into a folder for typst, and yields their families."""
    from typst import Fonts

    for number, file in enumerate(files):
        place = folder / str(number)
        place.mkdir()
        try:
            shutil.copyfile(file, place / f"font{file.suffix}")
        except OSError as error:
            raise BadInput(f"{file} cannot be read: {error.strerror}.") from error
        found = Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(place)]).families()
        if not found:
            raise BadInput(f"{file} is not a readable font. Name a .ttf, .otf or .ttc file.")
        yield from found


# -- fonts of the system -------------------------------------------------------------------------------------------


def suiting(letters: Sequence[str], fonts: Fonts) -> Iterator[str]:
    """Yields families with these letters, if there are any: for each script the one that suits it best."""
    installed = sorted({font.family for font in fonts.fonts() if font.path and not PLACEHOLDERS.search(font.family)})
    lacks = _lacking_of(letters, installed, fonts)
    taken: set[str] = set()
    for language, script in _by_script(letters):
        while script:
            best = min(installed, key=lambda family: _rank(family, script & lacks[family], language), default="")
            if not best or script <= lacks[best]:
                break
            if best not in taken:
                yield best
            taken.add(best)
            script &= lacks[best]


def _by_script(letters: Iterable[str]) -> Iterator[tuple[re.Pattern[str] | None, set[str]]]:
    """Groups letters by script, the start of their Unicode names. East Asian letters form one group."""
    scripts: dict[str, set[str]] = defaultdict(set)
    for letter in letters:
        scripts[unicodedata.name(letter[0], "").partition(" ")[0] if letter[0].isalpha() else ""].add(letter)
    asian = [name for name in EAST_ASIAN if name in scripts]
    if asian:
        yield EAST_ASIAN[asian[0]], set().union(*(scripts.pop(name) for name in asian))
    yield from ((None, script) for script in scripts.values())


def _rank(family: str, lacks: set[str], language: re.Pattern[str] | None) -> tuple[int, bool, list[bool], str]:
    """Returns a sort key for families: first those that lack the fewest letters, suit the language and look good."""
    suits = language is not None and language.search(family) is not None
    return len(lacks), not suits, [not look.search(family) for look in WELL_DRAWN], family


def _refusal(letters: Sequence[str]) -> str:
    told = ", ".join(f"{letter} ({' '.join(f'U+{ord(sign):04X}' for sign in letter)})" for letter in letters)
    return (
        f"No font on this machine has: {told}. "
        "Name a font file that has them with --font FILE, or install one, such as a Noto font."
    )
