"""What would the computer do? Asked at the table and after the game, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import MOVED, Server, actions, choice, do, over, quoted, set_up, until, version, wait_until_asked
from tests.web.user import WAIT

SLUG = "three-emperors"
WHERE = re.compile(r"(Both|[\w ]+ of) your [\w ]*moves (are about equal|is clearly better)\.")
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
    expect(page.locator(".advice-word")).to_have_text(WHERE)
    assert page.locator("[data-advised]").count() == 0
    user.press_key(page, "h")
    page.locator("[data-advised]").wait_for(timeout=WAIT)
    found = WORD.search(page.locator(".advice-word").inner_text())
    assert found
    return found[1], int(found[2])


def test_a_hint_is_asked_for_and_played_and_the_game_is_analysed_at_its_end(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, slug=SLUG)
    decide(page)
    since = version(page)
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        user.click(page.get_by_role("button", name="What would the computer do?"))
    assert "<progress" in answer.value.text(), "it thinks"
    label, percent = advised(page)
    assert 0 <= percent <= 100
    assert version(page) == since
    notation = page.locator("[data-advised]").get_attribute("data-advised")
    assert notation in actions(page)
    rating = page.locator(f"[data-action={quoted(notation or '')}].advised .rating")
    expect(rating, "it is marked on the table").to_be_visible()
    assert page.locator(".advised").count() == 1
    user.click(page.locator(".advice-next > summary"))
    for width, height in ((390, 844), (1280, 900)):
        user.resize(page, width, height)
        assert page.locator(".advice-next > p").evaluate(CLEAR), "what is said of numbers does not lie on them"
    user.click(page.get_by_role("button", name="Do that"))
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)
    expect(page.locator(".advice")).to_have_count(0)
    wait_until_asked(page)
    while not over(page):
        do(page, choice(actions(page)))
    expect(page.locator(".verdict-progress")).to_contain_text("Analyzing…", timeout=WAIT)
    user.click(page.get_by_role("link", name="Analysis: what decided it"))
    # Without another click the page follows the work.
    page.locator("form.work progress").wait_for()
    page.locator("table.decisions").wait_for(timeout=4 * WAIT)
    expect(page.locator("form.work progress")).to_have_count(0)
    expect(page.locator(".plot path.line")).to_have_count(2)
    rows = page.locator("table.decisions tbody tr")
    assert any(label == row for row in rows.locator("td[data-of='Played:']").all_inner_texts())
    assert page.locator(".turning > li").count() == page.locator(".plot .mark").count() > 0
    picture = page.frame_locator(".turning-picture > iframe").first
    expect(picture.locator("main#table .board")).to_have_count(1)
    expect(picture.locator("main#table")).to_have_attribute("data-seat", "0")
    user.click(page.locator(".turning a").first)
    page.locator("nav.replay-bar").wait_for()
    assert page.locator("[data-action]").count() == 0
    user.click(page.locator("details.menu > summary"))
    user.click(page.get_by_role("link", name="Analysis", exact=True))
    page.locator("table.decisions").wait_for()


def test_thinking_is_stopped_by_key_or_button_and_taken_up_again(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, slug=SLUG)
    stop_thinking(page, lambda: user.press_key(page, "h"), lambda: user.press_key(page, "h"))
    expect(page.locator(".advice progress")).to_have_count(0)
    ask, stop = page.locator("[data-hint-ask]"), page.locator("[data-hint-stop], [data-hint-show]")
    stop_thinking(page, lambda: user.click(ask), lambda: user.click(stop))
    user.press_key(page, "h")
    advised(page)
    expect(page.locator("[data-hint-ask]")).to_have_count(0)


def stop_thinking(page: Page, ask: Callable[[], None], stop: Callable[[], None]) -> None:
    """Asks and stops, at another decision if the computer has thought it through by then."""
    stopping, known = page.locator("[data-hint-stop]"), page.locator("[data-hint-show]")
    while True:
        decide(page)
        ask()
        stopping.or_(known).first.wait_for()
        stop()
        asking = page.locator("[data-hint-ask]")
        asking.or_(known).or_(page.locator("[data-advised]")).first.wait_for()
        if asking.is_visible():
            return
        do(page, choice(actions(page)))


def test_without_the_script_too(visit: Visit, server: Server) -> None:
    page = visit(java_script_enabled=False)
    set_up(page, server.url, slug=SLUG)
    for button in ("[data-hint-ask]", "[data-hint-show]"):

        def shown(button: str = button) -> bool:
            if page.locator(button).count() > 0:
                return True
            user.reload(page)
            return False

        until(shown, WAIT / 1000, f"{button} does not come")
        user.click(page, button)
    assert WORD.search(page.locator(".advice-word").inner_text())
    user.click(page.locator("[data-advised]"))
    page.locator("#table").wait_for()
    assert page.locator(".advice").count() == 0


def test_between_friends_nobody_is_offered_advice(visit: Visit, server: Server) -> None:
    host, friend = visit(), visit()
    id = set_up(host, server.url, "friend", slug=SLUG)
    link = host.locator("[data-link]").input_value()
    user.click(host, f"a[href='/tables/{id}']")
    user.open_page(friend, link)
    user.click(friend, "[data-join]")
    for page in (host, friend):
        page.wait_for_selector("#table")
        assert page.locator("[data-hint-ask]").count() == 0
        user.press_key(page, "h")
        assert page.locator(".advice").count() == 0
