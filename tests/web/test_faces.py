"""The faces of all cards as Chromium sets them: every name fits, in our font and in the one that stands in for it."""

from __future__ import annotations

from typing import Final

import pytest

from grognard.registry import registered_names
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server

# Cards in a hand on a desk, and on a phone, where they have short names.
WIDTHS: Final = (176, 116, 70)
FONTS: Final = ("Grognard Serif", "Liberation Serif")
# The names that do not fit on cards of this width in this font: too wide, in more than three lines, or with a word
# that is broken.
MISFITS: Final = """([width, font]) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`.gallery .cards { --card-width: ${width}px !important; }
        .gallery .cards > li { max-width: ${width}px !important; }
        .card-name { font-family: "${font}" !important; }
        .gallery .card { padding-inline: ${width < 100 ? 2 : 8}px; }
        ${width < 100 ? ".gallery .card-name { --room: calc(100cqw + .7rem); --name-size: .8125rem; }" : ""}`);
    document.adoptedStyleSheets = [sheet];
    return [...document.querySelectorAll(".card-name")].filter((name) => {
        const lines = name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight);
        const range = document.createRange();
        const shown = [...name.children].find((one) => !one.matches(".copy") && one.checkVisibility()) ?? name;
        const text = shown.firstChild;
        const broken = [...text.data.matchAll(/[^\\s-]+/g)].some((word) => {
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
    for width in WIDTHS:
        for font in FONTS:
            assert page.evaluate(MISFITS, [width, font]) == [], (width, font)
