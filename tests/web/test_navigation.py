"""The navigation on screens of all widths: in one row, never wider than the screen, and at small tables in the menu."""

from __future__ import annotations

from typing import Final

import pytest

from grognard.web.navigation import NAME, PLACES
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, menu, set_up, wait_until_asked

ADDRESSES: Final = [*(place.address for place in PLACES), NAME.address]
LONG: Final = "Maximilian von Württember"[:24]
# Each link that can be seen: its address, the top of its row, and whether all of it is on the screen.
ROW: Final = """() => [...document.querySelectorAll("header .places a")].filter((link) => link.checkVisibility())
    .map((link) => [link.getAttribute("href"), Math.round(link.getBoundingClientRect().top),
        link.getBoundingClientRect().left >= 0 && link.getBoundingClientRect().right <= innerWidth,
        link.getBoundingClientRect().width >= 24 && link.getBoundingClientRect().height >= 44])"""
CUT: Final = "(links) => links.map((link) => link.scrollWidth > link.clientWidth)"


@pytest.mark.parametrize("width", [320, 390, 844, 1440])
def test_the_navigation_is_one_row_on_every_screen(width: int, visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": width, "height": 844})
    user.open_page(page, f"{server.url}{NAME.address}")
    user.fill(page, LONG, "#name")
    user.click(page, "[data-name]")
    for path in ("/", "/puzzles", "/games/fusillade/rules"):
        user.open_page(page, f"{server.url}{path}")
        row = page.evaluate(ROW)
        assert [address for address, *_ in row] == ADDRESSES
        assert len({top for _, top, *_ in row}) == 1, row
        assert all(inside and large for *_, inside, large in row), row
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert not any(page.locator("header .places a:not(.own-name)").evaluate_all(CUT)), "only a name may be cut"
    assert page.locator("header .own-name").evaluate_all(CUT) == [width < 400], "a long name ends in dots"


def test_a_large_table_shows_the_navigation_and_a_small_one_has_it_in_its_menu(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    set_up(page, server.url)
    wait_until_asked(page)  # the way to the log changes with the first event
    assert [address for address, *_ in page.evaluate(ROW)] == ADDRESSES
    places = page.locator(".menu .places a")
    menu(page)
    assert not places.first.is_visible()
    user.resize(page, 390, 844)
    assert page.evaluate(ROW) == []
    user.click(page.locator("[data-log]:visible").first)
    assert [link.get_attribute("href") for link in places.all()] == ADDRESSES
    user.click(places.get_by_text("Puzzles"))
    page.wait_for_url("**/puzzles")
