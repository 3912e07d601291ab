"""The guide in a browser: its words never cover the thing they are about, and keys are enough to play it."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server

GUIDE: Final = "/games/outpost/guide"
MOST: Final = 0.25  # of a phone's height
SIZES: Final = {"desk": (1440, 900), "laptop": (1280, 720), "phone": (390, 844)}
STOPS: Final = ("1", "2", "2?played=1", "2?played=3", "3?played=1", "4", "4?played=3")
LOOK: Final = """() => {
    const box = (element) => element.getBoundingClientRect();
    const lesson = document.querySelector("#table .lesson");
    const shown = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    const covers = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom &&
        other.top < one.bottom;
    const wanted = shown("#table .board .wanted");
    const about = wanted ?? shown(lesson.dataset.at);
    const words = box(lesson);
    const [x, y] = [box(about).left + 12, box(about).top + 12];
    return {
        covers: covers(words, box(about)),
        within: words.left >= 0 && words.top >= 0 && words.right <= innerWidth && words.bottom <= innerHeight,
        share: words.height / innerHeight, clipped: lesson.scrollHeight > lesson.clientHeight + 16,
        reached: about.contains(document.elementFromPoint(x, y)),
        pointed: document.querySelectorAll("#table :is(.wanted, .pointed)").length,
    };
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_words_are_next_to_their_thing_and_never_on_it(visit: Visit, server: Server, size: str) -> None:
    width, height = SIZES[size]
    page = visit(viewport={"width": width, "height": height})
    for stop in STOPS:
        user.open_page(page, f"{server.url}{GUIDE}/{stop}")
        found = page.evaluate(LOOK)
        assert not found["covers"], (stop, found)
        assert found["within"], (stop, found)
        assert not found["clipped"], (stop, found)
        assert found["reached"], (stop, found)
        assert found["pointed"] == 1, (stop, found)
        assert size != "phone" or found["share"] <= MOST + 0.001, (stop, found)


def test_words_that_do_not_fit_scroll_by_keyboard(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 844, "height": 390})
    user.open_page(page, f"{server.url}/games/fusillade/guide")
    lesson = page.locator("#table .lesson")
    assert lesson.evaluate("(one) => one.scrollHeight > one.clientHeight")
    assert lesson.get_attribute("tabindex") == "0"


def test_keys_lead_from_the_goal_to_a_real_game(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, f"{server.url}{GUIDE}")
    for _ in range(30):
        if "/tables/" in page.url:
            break
        if (onward := page.locator("[data-next]")).count():
            expect(onward).to_be_focused()
        else:
            user.press_key(page, "ArrowDown")
            assert page.evaluate("document.activeElement.matches('.wanted')")
        user.press_key(page, "Enter")
    assert "/tables/" in page.url
