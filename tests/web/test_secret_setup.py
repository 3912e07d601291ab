"""Ready Aim Fire between two browsers: both draw up their lines at the same time (RAF-3.2)."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, actions, button, invite, press, sent, without_presence

LINE = ".zone[data-zone^='Left Centre-{seat}'] [data-handle]"


def do(page: Page, notation: str, then: str) -> None:
    """Clicks, and waits for what comes of it: a plan moves no version."""
    press(button(page, notation))
    page.wait_for_selector(then)


def test_both_draw_up_their_lines_at_once(visit: Visit, server: Server) -> None:
    blue, red = visit(), visit()
    invite(blue, server.url, red, server.url, "ready-aim-fire")
    before = without_presence(blue), sent(blue)
    do(red, "PLACE Guard", "[data-action='STACK Left Centre']")
    do(red, "STACK Left Centre", "[data-action='PLACE Line']")
    do(red, "READY", "[data-action=PASS]")
    press(button(red, "PASS"))
    red.wait_for_selector("[data-action]", state="detached")
    placed = red.locator(LINE.format(seat=1)).evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert len(placed) == 3
    assert (without_presence(blue), sent(blue)) == before
    # It can be thought over while the other is still at it.
    user.click(red.locator("[data-undo]"))
    red.wait_for_selector("[data-action=PASS]")
    do(blue, "READY", "[data-action=PASS]")
    press(button(red, "PASS"))
    red.wait_for_selector("[data-action]", state="detached")
    press(button(blue, "PASS"))
    for page in (blue, red):
        page.wait_for_function("() => document.querySelector('#table')?.innerText.includes('Turn 1')")
    assert not {"READY", "PLACE Line"} & {*actions(blue), *actions(red)}
    assert red.locator(LINE.format(seat=1)).count() == 3
