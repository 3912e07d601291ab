"""What saves clicks, and what keeps one from doing what it was not meant for."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    HANDLES,
    MOVED,
    Server,
    button,
    click,
    in_step,
    in_turn,
    invite,
    play_until,
    press,
    resign,
    sent,
    set_up,
    version,
    wait_until_asked,
    without_events,
    without_presence,
)
from tests.web.user import WAIT

# Makes movements slow, and keeps the last of them.
SLOWLY = """() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync("::view-transition-group(*) { animation-duration: 600s !important; }");
    document.adoptedStyleSheets.push(slow);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => (window.movement = start(change));
}"""
# Where the picked card lies, if there is one and it is still on its way there.
MOVING = """async () => {
    await window.movement?.ready;
    const box = document.querySelector(".card.picked")?.getBoundingClientRect();
    return window.movement && box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""


def picked(page: Page) -> list[str]:
    """The cards that lie picked."""
    return list(page.locator("[data-zone^='picked-'] [data-handle]").evaluate_all(HANDLES))


def test_a_unit_is_laid_without_a_word_and_put_back_by_a_click(visit: Visit, server: Server) -> None:
    pages = visit(), visit()
    unit = None
    while unit is None or not unit.count():  # a hand may hold no unit
        invite(pages[0], server.url, pages[1], server.url)
        page, other = in_turn(pages)
        click(page, "END_DEPLOY")
        in_step(page, other)
        unit = page.locator("[data-say^='UNIT ']").first
    hidden = without_presence(other), sent(other)
    name = unit.get_attribute("data-handle") or ""
    assert unit.locator(".does").inner_text() == "attack"
    press(unit)
    back = page.get_by_role("button", name=f"Put {name} back")
    back.wait_for()
    assert picked(page) == [name]
    expect(page.get_by_text("Nobody can see this yet")).to_be_visible()
    user.click(back)
    page.wait_for_selector("[data-zone^='picked-'] [data-handle]", state="detached")
    user.click(page.locator("[data-undo]"))
    button(page, "ATTACK").wait_for()
    expect(page.locator("#prompt"), "Enter must not step back again").to_be_focused()
    assert (without_presence(other), sent(other)) == hidden


def test_keys_and_clicks_for_the_last_question_do_not_answer_the_next(visit: Visit, server: Server) -> None:
    pages = visit(pace=True), visit(pace=True)
    invite(pages[0], server.url, pages[1], server.url)
    page, other = in_turn(pages)
    # Time stands still where it is measured: what comes in the same moment is too soon.
    for one in pages:
        one.evaluate("performance.now = () => 5000")
    click(page, "END_DEPLOY")
    user.press_key(page, "1")
    expect(page.locator("[data-hint]")).to_contain_text("next decision")
    expect(button(page, "ATTACK")).to_be_visible()
    page.evaluate("performance.now = () => 9000")
    since = version(page)
    user.press_key(page, "1")
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)
    # The other may answer now, and then units are asked for: what is clicked at once was not meant for them.
    button(other, "PASS_BLUNDER").wait_for()
    other.evaluate("performance.now = () => 9000")
    click(other, "PASS_BLUNDER")
    unit = page.locator("[data-action^='UNIT ']").first
    press(unit)
    expect(page.locator("[data-hint]")).to_contain_text("next decision")
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
    expect(attack, "the button stays, for the keyboard").to_be_visible()
    since = version(page)
    with page.expect_request(lambda request: request.method == "POST") as clicked:
        user.click(front.locator("h2").first, at=(4, 4))
    assert parse_qs(clicked.value.post_data or "")["do"] == [f"ATTACK {name}"]
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)


def test_a_replay_has_keys_plays_itself_and_gives_a_link(visit: Visit, server: Server) -> None:
    page = visit()
    id = set_up(page, server.url)
    wait_until_asked(page)
    resign(page)
    user.open_page(page, f"{server.url}/tables/{id}/replay?step=0")
    step = page.locator(".replay-bar strong")
    last = int(re.findall(r"of (\d+)", step.inner_text())[0])
    for key, number in (("End", last), ("ArrowLeft", last - 1), ("ArrowRight", last), ("Home", 0)):
        user.press_key(page, key)
        expect(step).to_have_text(re.compile(f"^Step {number} "))
        assert page.url.endswith(f"step={number}")
        assert version(page) == number
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    user.click(page, ".replay-more > summary")
    page.evaluate("() => { window.realTimeout = setTimeout; window.setTimeout = () => 0; }")  # it says so for good
    user.click(page.get_by_role("button", name="Copy link"))
    page.get_by_role("button", name="Copied").wait_for()
    page.evaluate("() => { window.setTimeout = realTimeout; }")
    assert page.evaluate("window.copied") == f"{server.url}/tables/{id}/replay?step=0"
    user.choose(page.get_by_role("combobox", name="Pace of the replay"), "500")
    user.click(page.get_by_role("button", name="Watch"))
    expect(step).not_to_have_text(re.compile("^Step 0 "))


def test_a_click_while_cards_move_is_not_lost(visit: Visit, server: Server) -> None:
    # Without events, which may bring the answer first: then it waits for the end of the movement.
    page, spot = without_events(visit(reduced_motion="no-preference")), None
    while not spot:  # a hand may hold nobody to deploy
        set_up(page, server.url, "one_screen", slug="three-emperors", short=False, open_hands="yes")
        wait_until_asked(page)
        page.evaluate(SLOWLY)
        user.click_if_there(page, "[data-zone^='hand-'] [data-action^='DEPLOY ']")
        spot = page.evaluate(MOVING)
    x, y = spot
    assert page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('.card')", [x, y])
    user.click_at(page, x, y)
    expect(page.locator(".card.picked")).to_have_count(0)


def test_a_card_that_is_held_with_the_mouse_is_read_and_not_played(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    since = version(page)
    box = page.locator("[data-zone^='hand-'] .card").first.bounding_box()  # it may be one that cannot be played now
    assert box is not None
    user.move_mouse(page, box["x"] + 10, box["y"] + 20)
    with user.mouse_held(page):
        page.locator("dialog.sheet[open]").wait_for()
    assert version(page) == since


def test_a_press_of_the_mouse_moves_nothing_before_it_is_a_click(visit: Visit, server: Server) -> None:
    """A hint about the card in focus stays until then; without it, the button would no longer be under the mouse."""
    page = visit()
    set_up(page, server.url)
    play_until(page, "[data-zone^='hand-'] .card.legal")
    hint, ask = page.locator("[data-hint]"), page.locator("[data-hint-ask]")
    user.focus(page.locator("[data-zone^='hand-'] .card.legal").first)
    expect(hint).not_to_be_empty()
    box = ask.bounding_box()
    assert box is not None
    user.move_mouse(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with user.mouse_held(page):
        expect(hint).not_to_be_empty()
        held = ask.bounding_box()
        assert held is not None
        assert abs(held["y"] - box["y"]) < 3  # a pressed button may sink a little
    expect(page.locator(".advice")).to_be_visible()


def test_the_log_of_a_phone_is_closed_by_its_button_by_escape_and_by_a_click_beside_it(
    visit: Visit, server: Server
) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    set_up(page, server.url)
    play_until(page, ".latest:visible")
    log, close = page.locator("#margin"), page.get_by_role("button", name="Close the log")
    expect(close).to_have_count(0)
    ways: list[Callable[[], None]] = [
        lambda: user.click(close), lambda: user.press_key(page, "Escape"), lambda: user.click_at(page, 3, 400),
    ]  # fmt: skip
    for shut in ways:
        user.click(page.locator(".latest"))
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
    user.click(page.get_by_role("group", name="Sound").get_by_role("button", name="Off"))
    user.reload(page)
    wait_until_asked(page)
    expect(hint).to_be_empty()
    play_until(page, ".latest:visible")
    user.click(page.locator(".latest"))
    user.click(page.locator("details.menu > summary"))
    expect(page.locator(".menu")).to_contain_text("Hold a card to read it.")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844)])
def test_a_phone_leads_to_log_and_menu_before_anything_has_happened(
    width: int, height: int, visit: Visit, server: Server
) -> None:
    page = visit(viewport={"width": width, "height": height})
    set_up(page, server.url)
    wait_until_asked(page)
    user.click(page.get_by_role("button", name="Off"))  # no sound
    opens = page.get_by_role("button", name=re.compile("Log$" if width > height else "^Menu$"))
    expect(opens).to_have_count(1)
    box = opens.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    user.click(opens)
    expect(page.locator("#margin .menu")).to_be_visible()
    user.press_key(page, "Escape")
    expect(opens).to_be_focused()
