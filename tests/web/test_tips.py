"""Tips in a browser: one at a time, none twice, in nobody's way, and gone at a click."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server

SIZES: Final = {"desk": (1440, 900), "laptop": (1280, 720), "phone": (390, 844)}
SHOWN: Final = "#table .tip:not([hidden])"
LOOK: Final = f"""() => {{
    const tips = [...document.querySelectorAll('{SHOWN}')];
    const apart = (one, other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top ||
        other.bottom <= one.top;
    const box = (element) => element.getBoundingClientRect();
    const free = '.board [data-action], .dock .prompt, .dock .action, .log';
    const kept = [...document.querySelectorAll(free)].filter((one) => one.checkVisibility());
    return {{
        keys: tips.map((tip) => tip.dataset.tip),
        covered: tips.flatMap((tip) => kept.filter((one) => !apart(box(tip), box(one))).map((one) => one.className)),
        over: 'outcome' in document.querySelector('#table').dataset,
    }};
}}"""


def begin(visit: Visit, server: Server, width: int, height: int) -> Page:
    """A newcomer's first game."""
    page = visit(viewport={"width": width, "height": height})
    begin_again(page, server)
    return page


def begin_again(page: Page, server: Server) -> None:
    user.open_page(page, f"{server.url}/games/outpost/guide/4?played=3")
    user.click(page, "#table [data-next]")
    assert "/tables/" in page.url


@pytest.mark.parametrize("size", SIZES)
def test_tips_come_once_and_cover_no_choice(visit: Visit, server: Server, size: str) -> None:
    page = begin(visit, server, *SIZES[size])
    met: list[str] = []
    while not (found := page.evaluate(LOOK))["over"]:
        assert len(found["keys"]) <= 1
        assert not found["covered"], found
        if found["keys"] and met[-1:] != found["keys"]:
            assert found["keys"][0] not in met
            met += found["keys"]
        user.click_if_there(page, "#table [data-action]")
        page.locator("#table[data-outcome], #table [data-action]").first.wait_for(state="attached")
    assert met[0] == "outpost/spend"
    begin_again(page, server)
    assert not {*page.evaluate(LOOK)["keys"]} & {*met}


def test_a_seat_shows_the_face_of_whoever_is_chosen(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/games/green-troops")
    faces = page.locator("[data-seat-face]")
    assert faces.nth(0).locator("img").count() == 0, "you"
    first = faces.nth(1).inner_html()
    user.choose(page, "marshal-bold", "[name=seat-1]")
    assert "img" in faces.nth(1).inner_html() != first
    user.choose(page, "open", "[name=seat-1]")
    assert faces.nth(1).inner_html() == ""


def test_a_tip_goes_at_a_click_and_stays_away(visit: Visit, server: Server) -> None:
    page = begin(visit, server, 1280, 720)
    assert page.locator(SHOWN).count() == 1
    user.click(page, f"{SHOWN} button")
    assert page.locator(SHOWN).count() == 0
    assert page.evaluate("document.activeElement.id") == "prompt"
    user.open_page(page, page.url)
    assert page.locator(SHOWN).count() == 0
