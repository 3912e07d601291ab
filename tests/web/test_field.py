"""The land behind the cards, measured on pixels: dusk keeps its contrast, and text on the field can be read."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page

from grognard.art.landscapes import landscape
from grognard.registry import registered_names
from tests.web import user
from tests.web.conftest import ARGUMENTS, AT_ONCE, required_chromium
from tests.web.support import Server, set_up, wait_until_asked

SIZES: Final = ((1280, 720), (390, 844))
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
# At least this share of the day's local contrast is left at dusk.
DUSK: Final = 0.5
READABLE: Final = 4.5
# The functions below decode a picture and know WCAG's relative luminance and contrast.
PIXELS: Final = """
    const pixels = async (address) => {
        const picture = new Image();
        picture.src = address;
        await picture.decode();
        const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
        const context = canvas.getContext("2d");
        context.drawImage(picture, 0, 0);
        return context.getImageData(0, 0, canvas.width, canvas.height);
    };
    const linear = (part) => part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
    const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
"""
# The standard deviation of lightness (L* of CIELAB, as an eye sees it) over a picture.
CONTRAST: Final = f"""async (address) => {{
    {PIXELS}
    const {{ data }} = await pixels(address);
    const all = [];
    for (let at = 0; at < data.length; at += 4) all.push(116 * Math.cbrt(luminance(data.slice(at, at + 3))) - 16);
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    return Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length);
}}"""
# Each text on the field that is not on a card: its words, its color and where it is in the window.
TEXTS: Final = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector(".battlefield"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const holder = node.parentElement;
        if (!node.data.trim() || holder.closest(".card, .hidden, button, select, summary")) continue;
        if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const style = getComputedStyle(holder);
        let unseen = false; // clipped, so only for screen readers
        for (let around = holder; around; around = around.parentElement)
            unseen ||= getComputedStyle(around).clipPath !== "none";
        if (unseen) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, top: above, right, bottom: below } = range.getBoundingClientRect();
        const [top, bottom] = [above + 0.2 * (below - above), below - 0.2 * (below - above)]; // without the leading
        if (right - left < 4 || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
        if (!holder.closest(".battlefield").contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)))
            continue;
        const color = holder instanceof SVGElement ? style.fill : style.color;
        found.push([node.data.trim(), color.match(/[0-9.]+/g).slice(0, 3).map(Number), [left, top, right, bottom]]);
    }
    return found;
}"""
# The lowest contrast of each text with its background; the worst twentieth of the pixels is left out.
WORST: Final = f"""async ([address, texts]) => {{
    {PIXELS}
    const {{ data, width }} = await pixels(address);
    return texts.map(([words, color, [left, top, right, bottom]]) => {{
        const own = luminance(color) + 0.05;
        const behind = [];
        for (let y = Math.ceil(top); y < bottom; y += 1)
            for (let x = Math.ceil(left); x < right; x += 1) {{
                const other = luminance(data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)) + 0.05;
                behind.push(Math.max(own, other) / Math.min(own, other));
            }}
        behind.sort((one, two) => one - two);
        return [words, Math.round(100 * behind[Math.floor(behind.length / 20)]) / 100];
    }});
}}"""
# Our pages refuse style elements, so this puts a sheet into the page.
STYLED: Final = """(rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
}"""
WITHOUT_TEXT: Final = """
    .battlefield * { color: transparent !important; transition: none !important; }
    .battlefield text { fill: none !important; }
"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page of a browser that draws; the shared browser saves the work of drawing pixels."""
    browser = chromium.browser_type.launch(executable_path=required_chromium(), args=ARGUMENTS)
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(AT_ONCE)
    yield context.new_page()
    browser.close()


def picture(data: bytes, kind: str = "png") -> str:
    """A picture as an address."""
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


@pytest.mark.parametrize("slug", registered_names())
def test_dusk_keeps_half_of_the_contrast_of_the_day(page: Page, slug: str) -> None:
    day, dusk = (page.evaluate(CONTRAST, picture(landscape(slug, theme).encode(), "svg+xml")) for theme in THEMES)
    assert dusk >= DUSK * day > 0


def contrasts(page: Page) -> list[tuple[str, float]]:
    """The texts on the field, each with its contrast with its background."""
    texts = page.evaluate(TEXTS)
    page.evaluate(STYLED, WITHOUT_TEXT)
    shown = page.screenshot()
    page.evaluate(STYLED, "")
    reader = page.context.new_page()  # our own pages may not open pictures from data
    found = reader.evaluate(WORST, [picture(shown), texts])
    reader.close()
    return [(words, contrast) for words, contrast in found]


def test_pale_text_is_noticed(page: Page) -> None:
    page.set_content(
        '<div class="battlefield" style="background: #767676"><p style="color: #fff">clear</p>'
        '<p style="color: #bbb">pale</p></div>'
    )
    assert contrasts(page) == [("clear", 4.54), ("pale", 2.37)]


@pytest.mark.parametrize("slug", registered_names())
def test_text_on_the_field_can_be_read(page: Page, server: Server, slug: str) -> None:
    set_up(page, server.url, slug=slug)
    wait_until_asked(page)
    for width, height in SIZES:
        user.resize(page, width, height)
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            unclear = [f"{words} ({contrast})" for words, contrast in contrasts(page) if contrast < READABLE]
            assert not unclear, f"at {width} x {height}, {theme}"
