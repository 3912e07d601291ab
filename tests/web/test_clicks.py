"""What saves clicks, and what keeps one from doing what it was not meant for."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.support import (
    MOVED,
    WAIT,
    Server,
    button,
    click,
    invite,
    over,
    play_until,
    press,
    set_up,
    version,
    wait_until_asked,
)
from tests.web.test_sentences import in_turn

# Plays the first card of the hand; if it lies picked then, and is still on its slow way there: where it lies.
MOVING = """async () => {
    const slow = new CSSStyleSheet();
    slow.replaceSync("::view-transition-group(*) { animation-duration: 60s !important; }");
    document.adoptedStyleSheets.push(slow);
    const start = document.startViewTransition.bind(document);
    const ready = new Promise((resolve) => {
        setTimeout(resolve, 3000); // it may not move
        document.startViewTransition = (change) => {
            const movement = start(change);
            resolve(movement.ready);
            return movement;
        };
    });
    document.querySelector("[data-zone^='hand-'] [data-action]")?.click();
    await ready;
    const box = document.querySelector(".card.picked")?.getBoundingClientRect();
    return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
NAMES = "(cards) => cards.map((card) => card.dataset.handle)"


def picked(page: Page) -> list[str]:
    """The cards that lie picked."""
    return list(page.locator("[data-zone^='picked-'] [data-handle]").evaluate_all(NAMES))


def test_a_unit_is_laid_without_a_word_and_put_back_by_a_click(visit: Visit, server: Server) -> None:
    pages = visit(), visit()
    unit = None
    while unit is None or not unit.count():  # a hand may hold no unit
        invite(pages[0], server.url, pages[1], server.url)
        page, other = in_turn(pages)
        since = version(other)
        click(page, "END_DEPLOY")
        other.wait_for_function(MOVED, arg=since, timeout=WAIT)
        unit = page.locator("[data-say^='UNIT ']").first
    hidden = other.locator("#table").inner_html()
    name = unit.get_attribute("data-handle") or ""
    assert unit.locator(".does").inner_text() == "attack"
    press(unit)
    back = page.get_by_role("button", name=f"Put {name} back")
    back.wait_for()
    assert picked(page) == [name]
    assert page.get_by_text("Nobody sees this yet").is_visible()
    back.click()
    page.wait_for_selector("[data-zone^='picked-'] [data-handle]", state="detached")
    page.locator("[data-undo]").click()
    button(page, "ATTACK").wait_for()
    assert page.evaluate("document.activeElement.id") == "prompt", "Enter must not step back again"
    assert other.locator("#table").inner_html() == hidden


def test_keys_and_clicks_for_the_last_question_do_not_answer_the_next(visit: Visit, server: Server) -> None:
    pages = visit(pace=True), visit(pace=True)
    invite(pages[0], server.url, pages[1], server.url)
    page, other = in_turn(pages)
    # Time stands still where it is measured: what comes in the same moment is too soon.
    for one in pages:
        one.evaluate("performance.now = () => 5000")
    click(page, "END_DEPLOY")
    page.keyboard.press("1")
    assert "just changed" in page.locator("[data-hint]").inner_text()
    assert button(page, "ATTACK").is_visible()
    page.evaluate("performance.now = () => 9000")
    since = version(page)
    page.keyboard.press("1")
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)
    # The other may answer now, and then units are asked for: what is clicked at once was not meant for them.
    button(other, "PASS_BLUNDER").wait_for()
    other.evaluate("performance.now = () => 9000")
    click(other, "PASS_BLUNDER")
    unit = page.locator("[data-action^='UNIT ']").first
    press(unit)
    assert "just changed" in page.locator("[data-hint]").inner_text()
    assert picked(page) == []
    page.evaluate("performance.now = () => 15000")
    press(unit)
    page.wait_for_selector("[data-zone^='picked-'] [data-handle]")


def test_a_front_is_a_target_itself(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, slug="three-emperors")
    play_until(page, "[data-action^='ATTACK ']")
    front = page.locator(".front.target").first
    name = front.get_attribute("data-key")
    attack = button(page, f"ATTACK {name}")
    assert attack.is_visible(), "the button stays, for the keyboard"
    since = version(page)
    front.locator("h2").first.click(position={"x": 4, "y": 4})
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)
    assert page.locator(f".front.target[data-key='{name}']").count() == 0


def test_a_replay_has_keys_plays_itself_and_gives_a_link(visit: Visit, server: Server) -> None:
    page = visit()
    id = set_up(page, server.url)
    page.locator("details.menu > summary").click()
    page.locator("[data-resign]").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.wait_for_function("() => 'outcome' in document.querySelector('#table').dataset")
    assert over(page)
    page.goto(f"{server.url}/tables/{id}/replay?step=0")
    step = page.locator(".replay-bar strong")
    last = int(re.findall(r"of (\d+)", step.inner_text())[0])
    for key, number in (("End", last), ("ArrowLeft", last - 1), ("ArrowRight", last), ("Home", 0)):
        page.keyboard.press(key)
        page.wait_for_function(
            "(text) => document.querySelector('.replay-bar strong').innerText.startsWith(text)", arg=f"Step {number} "
        )
        assert page.url.endswith(f"step={number}")
        assert version(page) == number
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click(".replay-more > summary")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("window.copied") == f"{server.url}/tables/{id}/replay?step=0"
    page.get_by_role("combobox", name="Pace of the replay").select_option("500")
    page.get_by_role("button", name="Watch").click()
    page.wait_for_function("() => document.querySelector('.replay-bar strong').innerText.startsWith('Step 1 ')")


def test_a_click_while_cards_move_is_not_lost(visit: Visit, server: Server) -> None:
    page, spot = visit(reduced_motion="no-preference"), None
    while not spot:  # the first question may be about no card of the hand, or the first card ask nothing further
        set_up(page, server.url, slug="three-emperors", short=False)
        wait_until_asked(page)
        spot = page.evaluate(MOVING)
    x, y = spot
    assert page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('.card')", [x, y])
    page.mouse.click(x, y)
    expect(page.locator(".card.picked")).to_have_count(0)


def test_a_card_that_is_held_with_the_mouse_is_read_and_not_played(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    since = version(page)
    box = page.locator("[data-zone^='hand-'] .card").first.bounding_box()  # it may be one that cannot be played now
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + 20)
    page.mouse.down()
    page.locator("dialog.sheet[open]").wait_for()
    page.mouse.up()
    assert version(page) == since


def test_the_log_of_a_phone_is_closed_by_its_button_by_escape_and_by_a_click_beside_it(
    visit: Visit, server: Server
) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    set_up(page, server.url)
    play_until(page, ".latest:visible")
    log, close = page.locator("#margin"), page.get_by_role("button", name="Close the log")
    assert close.count() == 0
    ways: list[Callable[[], None]] = [
        close.click, lambda: page.keyboard.press("Escape"), lambda: page.mouse.click(3, 400),
    ]  # fmt: skip
    for shut in ways:
        page.locator(".latest").click()
        expect(log).to_be_visible()
        box = close.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        shut()
        expect(log).to_be_hidden()


def test_a_phone_says_at_the_first_table_how_a_card_is_read(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hint = page.locator("[data-hint]")
    set_up(page, server.url)
    wait_until_asked(page)
    expect(hint).to_have_text("Hold a card to read it.")
    page.get_by_role("group", name="Sound").get_by_role("button", name="Off").click()
    page.reload()
    wait_until_asked(page)
    expect(hint).to_be_empty()
    play_until(page, ".latest:visible")
    page.locator(".latest").click()
    page.locator("details.menu > summary").click()
    expect(page.locator(".menu")).to_contain_text("Hold a card to read it.")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844)])
def test_a_phone_leads_to_log_and_menu_before_anything_has_happened(
    width: int, height: int, visit: Visit, server: Server
) -> None:
    page = visit(viewport={"width": width, "height": height})
    set_up(page, server.url)
    wait_until_asked(page)
    page.get_by_role("button", name="Off").click()  # no sound
    opens = page.get_by_role("button", name=re.compile("Log$"))
    expect(opens).to_have_count(1)
    box = opens.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    opens.click()
    expect(page.locator("#margin .menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(opens).to_be_focused()
