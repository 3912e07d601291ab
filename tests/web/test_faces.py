"""The faces of all cards as Chromium sets them: every name fits, whatever font stands in for ours."""

from __future__ import annotations

from typing import Final

import pytest

from grognard.registry import registered_names
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server

# The narrowest that a card of a hand becomes: on a phone.
NARROW: Final = 116
FONTS: Final = ("DejaVu Serif", "Liberation Serif", "DejaVu Sans Mono")
# The names that do not fit on cards of this width in this font: too wide, in more than three lines, or with a word
# that is broken.
MISFITS: Final = """([width, font]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.gallery .cards { --card-width: ${width}px !important; }
        .gallery .cards > li { max-width: ${width}px !important; }
        .card-name { font-family: "${font}" !important; }`);
    document.adoptedStyleSheets = [sheet];
    return [...document.querySelectorAll(".card-name")].filter((name) => {
        const lines = name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight);
        const range = document.createRange();
        const text = name.firstChild;
        const broken = [...text.data.matchAll(/\\S+/g)].some((word) => {
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            return new Set([...range.getClientRects()].map((box) => box.top)).size > 1;
        });
        return broken || lines > 3.2 || name.scrollWidth > name.clientWidth;
    }).map((name) => name.innerText);
}"""


@pytest.mark.parametrize("slug", registered_names())
def test_every_name_fits_its_card(visit: Visit, server: Server, slug: str) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/games/{slug}/cards")
    for width in (NARROW, 176):
        for font in FONTS:
            assert page.evaluate(MISFITS, [width, font]) == [], (width, font)
