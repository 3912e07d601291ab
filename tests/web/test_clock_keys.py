"""All that players decide about time and pauses, with the keyboard alone; and what axe finds on these pages."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, actions, choice, do, in_turn
from tests.web.test_access import AXE, LOOKS, RUN, WIDE, Scheme
from tests.web.test_clocks import pass_time, sat_down

# Whether the focus is on something, and can be seen there.
FOCUSED: Final = """() => {
    const one = document.activeElement;
    const { outlineStyle, boxShadow } = getComputedStyle(one);
    return one !== document.body && one.matches(":focus-visible") && (outlineStyle !== "none" || boxShadow !== "none");
}"""
LOST: Final = "() => !document.activeElement || document.activeElement === document.body"
CLAIM: Final = ".claim > summary"


def press(page: Page, selector: str, key: str) -> None:
    """Goes to an element with Tab, sees the focus there, and presses a key."""
    user.tab_to(page, selector)
    assert page.evaluate(FOCUSED), selector
    user.press_key(page, key)


def keeps_focus(page: Page) -> None:
    """The focus is not lost: the next Tab does not start again from the top of the page."""
    assert not page.evaluate(LOST)


def test_a_pace_is_chosen_with_the_keyboard(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/games/fusillade")
    user.tab_to(page, "[name=with]")
    while not page.locator("[name=with][value=friend]").is_checked():
        press(page, "[name=with]", "ArrowDown")
    user.tab_to(page, "[name=pace]")
    while not page.locator("[name=pace][value=clock]").is_checked():
        press(page, "[name=pace]", "ArrowDown")
    press(page, "[name=stand_in]", "Space")
    press(page, "[data-start]", "Enter")
    page.wait_for_url("**/invitation")
    id = page.url.split("/")[-2]
    seen = page.request.get(f"{server.url}/tables/{id}/invitation").text()
    assert "Live, with a clock" in seen
    assert "let the computer play for you" in seen


def test_time_and_pauses_need_no_mouse(visit: Visit, server: Server) -> None:
    pages = visit(), visit()
    id = sat_down(server, pages)
    do(in_turn(pages)[0], choice(actions(in_turn(pages)[0])))
    mover, other = in_turn(pages)

    press(mover, "details.menu > summary", "Enter")
    press(mover, "[formaction$='/pause']", "Enter")
    expect(mover.locator(".notice.pausing")).to_be_visible()
    keeps_focus(mover)
    press(other, "[formaction$='/pause-answer'][value=yes]", "Space")
    for page in pages:
        expect(page.locator("[formaction$='/pause-end']")).to_be_visible()
    keeps_focus(other)
    press(other, "[formaction$='/pause-end']", "Enter")
    for page in pages:
        expect(page.locator(".notice.paused")).to_have_count(0)
    keeps_focus(other)

    pass_time(server, id, 560, *pages)
    press(other, "[formaction$='/give-time']", "Enter")
    expect(other.locator("[formaction$='/give-time']")).to_have_count(0)
    keeps_focus(other)

    pass_time(server, id, 1500, *pages)
    press(other, CLAIM, "Enter")
    dialog = other.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert other.evaluate("() => Boolean(document.activeElement.closest('dialog'))")
    user.press_key(other, "Escape")
    expect(dialog).to_have_count(0)
    assert other.evaluate("(selector) => document.activeElement.matches(selector)", CLAIM)
    expect(other.locator("#table[data-outcome]")).to_have_count(0)
    said = other.locator(".claim [formaction$='/claim']").text_content() or ""
    user.press_key(other, "Enter")
    expect(dialog).to_be_visible()
    buttons = [button.text_content() for button in dialog.locator("button").all()]
    press(other, f"dialog button:nth-of-type({buttons.index(said) + 1})", "Enter")
    other.wait_for_selector("#table[data-outcome=claimed]")
    keeps_focus(other)


@pytest.mark.parametrize("looks", LOOKS)
def test_no_state_of_a_clock_has_a_serious_violation(
    looks: dict[tuple[int, int], Scheme], visit: Visit, server: Server
) -> None:
    pages = visit(), visit()
    id = sat_down(server, pages)
    do(in_turn(pages)[0], choice(actions(in_turn(pages)[0])))
    mover, other = in_turn(pages)
    found: dict[str, object] = {}

    def look(state: str, page: Page, shown: str) -> None:
        expect(page.locator(shown).first).to_be_visible()
        page.evaluate(AXE)
        for (width, height), scheme in looks.items():
            user.resize(page, width, height)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if wrong := [*page.evaluate(RUN), *page.evaluate(WIDE)]:
                found[f"{state} {width} {scheme}"] = wrong
        user.resize(page, 1280, 900)

    user.click(mover, "details.menu > summary")
    user.click(mover, "[formaction$='/pause']")
    look("pause asked", other, "[formaction$='/pause-answer'][value=yes]")
    user.click(other, "[formaction$='/pause-answer'][value=yes]")
    look("paused", other, "[formaction$='/pause-end']")
    user.click(other, "[formaction$='/pause-end']")
    pass_time(server, id, 560, *pages)
    look("warning", mover, "[formaction$='/here']")
    pass_time(server, id, 100, *pages)
    look("out of time", other, CLAIM)
    user.click(other, CLAIM)
    look("claim", other, "dialog[open]")
    user.press_key(other, "Escape")
    user.click(other, "[formaction$='/stand-in']")
    look("the computer plays", mover, "[formaction$='/take-back']")
    assert not found, json.dumps(found, indent=1)
