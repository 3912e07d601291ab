"""Printed games, read again by PDFium."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pypdfium2 as pdfium  # type: ignore[import-untyped]
from PIL import Image

import grognard
from grognard.kernel.game import Game
from grognard.printing import typeset
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from grognard.printing.products import document

POINTS_OF_MM = 72 / 25.4
NO_FIGURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'

Options = tuple[tuple[str, str], ...]


@cache
def loaded(slug: str, options: Options = (), numbers: tuple[tuple[str, int], ...] = ()) -> Game:
    return grognard.load(slug, dict(options), dict(numbers))


@cache
def printed(slug: str, **wishes: Any) -> bytes:
    return document(loaded(slug), PrintOptions(**wishes))


def pages(content: bytes) -> list[str]:
    """What each page says."""
    return [page.get_textpage().get_text_range() for page in pdfium.PdfDocument(content)]


def text(content: bytes) -> str:
    """All that a document says, with single spaces."""
    return " ".join(" ".join(pages(content)).split())


def sheets_of_words(contents: Contents) -> str:
    """What the cards of a game say on their sheets, printed without figures: those take longest."""
    whole = contents.whole()
    for card in whole["cards"]:
        card["figure"] = NO_FIGURE
    return "\n".join(pages(typeset.pdf("main.typ", whole))[: len(whole["sheets"])])


def names(contents: Contents, said: str) -> Counter[tuple[str, str]]:
    """How often the name of each card stands where names stand: below the letters and the word of its type."""
    found: Counter[tuple[str, str]] = Counter()
    for deck in contents.decks.values():
        for card in deck:
            kind = card.face.kind.upper()
            name = r"\s+".join(map(re.escape, card.face.name.split()))
            # Two decks may have a card of one name.
            pattern = rf"{card.face.type}\s*{re.escape(kind)}\s*^{name}\r?$"
            found[card.face.type, card.face.name] = len(re.findall(pattern, said, re.MULTILINE))
    return found


def pictures(slug: str, **wishes: Any) -> list[Image.Image]:
    """The first two sheets and the last two, drawn by PDFium: black for what is printed, white for what is not."""
    whole = Contents(loaded(slug), PrintOptions(**wishes)).whole()
    whole["sheets"] = whole["sheets"][:2] + whole["sheets"][-2:]
    for sheet in whole["sheets"]:
        sheet["note"] = ""
    drawn = [page.render(grayscale=True).to_pil() for page in pdfium.PdfDocument(typeset.pdf("main.typ", whole))]
    return [page.point(lambda grey: 255 if grey > 253 else 0) for page in drawn]


def fitted(slug: str) -> list[dict[str, Any]]:
    """How typst has fitted the name of each card: lines, size of letters, and how far it squeezed them."""
    everything = Contents(loaded(slug), PrintOptions(sheets="fronts")).whole()
    with typeset.compiler("main.typ", everything) as compiling:
        found: list[dict[str, Any]] = json.loads(compiling.query("metadata", field="value"))
    return found
