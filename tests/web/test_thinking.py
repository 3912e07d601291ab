"""What would the computer do? Asked at the table and after the game, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.web.conftest import Visit
from tests.web.support import MOVED, WAIT, Server, actions, choice, do, over, quoted, set_up, version, wait_until_asked

SLUG = "three-emperors"
WHERE = re.compile(r"(Both your|[\w ]+ your \d+) choices (are about equally good|is better than the next by \d+ %)[.;]")
WORD = re.compile(r"The computer would choose\s(.+): (?:under |over )?(\d+)\s%\sto win")
# Is it in sight, and no number under it?
CLEAR = """(said) => said.checkVisibility() && [...document.querySelectorAll(".number")].every((number) => {
    const [over, box] = [said.getBoundingClientRect(), number.getBoundingClientRect()];
    return box.bottom <= over.top || box.top >= over.bottom || box.right <= over.left || box.left >= over.right;
})"""


def decide(page: Page) -> None:
    """Plays until there are two things or more to choose among."""
    wait_until_asked(page)
    while len(actions(page)) < 2:
        do(page, actions(page)[0])


def advised(page: Page) -> tuple[str, int]:
    """Waits until the computer knows, and asks on; its choice, as its button says, and the chance in percent."""
    page.locator("[data-hint-show]").wait_for(timeout=WAIT)
    assert WHERE.match(page.locator(".advice-word").inner_text())
    assert page.locator("[data-advised]").count() == 0
    page.keyboard.press("h")
    page.locator("[data-advised]").wait_for(timeout=WAIT)
    found = WORD.search(page.locator(".advice-word").inner_text())
    assert found
    return found[1], int(found[2])


def test_a_hint_is_asked_for_and_played_and_the_game_is_analysed_at_its_end(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, slug=SLUG)
    decide(page)
    since = version(page)
    page.get_by_role("button", name="What would the computer do?").click()
    page.locator(".advice progress").wait_for()
    label, percent = advised(page)
    assert 0 <= percent <= 100
    assert version(page) == since
    notation = page.locator("[data-advised]").get_attribute("data-advised")
    assert notation in actions(page)
    assert page.locator(f"[data-action={quoted(notation)}].advised .rating").is_visible(), "it is marked on the table"
    assert page.locator(".advised").count() == 1
    page.locator(".advice-next > summary").click()
    for width, height in ((390, 844), (1280, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".advice-next > p").evaluate(CLEAR), "what is said of numbers does not lie on them"
    page.get_by_role("button", name="Do that").click()
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)
    assert page.locator(".advice").count() == 0
    wait_until_asked(page)
    while not over(page):
        do(page, choice(actions(page)))
    page.get_by_role("link", name="Analysis: what decided it").click()
    page.get_by_role("button", name="Analyse this game").click()
    # Without another click the page follows the work.
    page.locator("form.work progress").wait_for()
    page.locator("table.decisions").wait_for(timeout=4 * WAIT)
    assert page.locator("form.work progress").count() == 0
    assert page.locator(".plot path.line").count() == 2
    rows = page.locator("table.decisions tbody tr")
    assert any(label == row for row in rows.locator("td[data-of='Played:']").all_inner_texts())
    assert page.locator(".turning > li").count() == page.locator(".plot .mark").count() > 0
    page.locator(".turning a").first.click()
    page.locator("nav.replay-bar").wait_for()
    assert page.locator("[data-action]").count() == 0
    page.locator("details.menu > summary").click()
    page.get_by_role("link", name="Analysis", exact=True).click()
    page.locator("table.decisions").wait_for()


def test_thinking_is_stopped_by_key_or_button_and_taken_up_again(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, slug=SLUG)
    decide(page)
    page.keyboard.press("h")
    page.locator("[data-hint-stop]").wait_for()
    page.keyboard.press("h")
    page.locator("[data-hint-ask]").wait_for()
    assert page.locator(".advice progress").count() == 0
    page.locator("[data-hint-ask]").click()
    page.locator("[data-hint-stop]").click()
    page.locator("[data-hint-ask]").wait_for()
    page.keyboard.press("h")
    advised(page)
    assert page.locator("[data-hint-ask]").count() == 0


def test_without_the_script_too(visit: Visit, server: Server) -> None:
    page = visit(java_script_enabled=False)
    set_up(page, server.url, slug=SLUG)
    for _ in range(60):
        if page.locator("[data-hint-ask]").count():
            break
        page.reload()
    page.locator("[data-hint-ask]").click()
    for _ in range(60):
        if page.locator("[data-hint-show]").count():
            break
        page.wait_for_timeout(200)
        page.reload()
    page.locator("[data-hint-show]").click()
    assert WORD.search(page.locator(".advice-word").inner_text())
    page.locator("[data-advised]").click()
    page.locator("#table").wait_for()
    assert page.locator(".advice").count() == 0


def test_between_friends_nobody_is_offered_advice(visit: Visit, server: Server) -> None:
    host, friend = visit(), visit()
    id = set_up(host, server.url, "friend", slug=SLUG)
    link = host.locator("[data-link]").input_value()
    host.click(f"a[href='/tables/{id}']")
    friend.goto(link)
    friend.click("[data-join]")
    for page in (host, friend):
        page.wait_for_selector("#table")
        assert page.locator("[data-hint-ask]").count() == 0
        page.keyboard.press("h")
        assert page.locator(".advice").count() == 0
