"""Two people at one screen: neither may see the other's hand by accident."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from grognard.games.fusillade import SPEC
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, actions, choice, do, over, play_until, set_up, wait_until_asked, without_events
from tests.web.wire import TITLE

HANDS = "[data-zone^='hand-'] [data-handle]"
WINDOWS = ("PASS_BLUNDER", "PASS_COUNTER", "PASS_MORALE")


def decider(page: Page) -> str:
    """The seat that decides, as the page says."""
    return page.locator("#table").get_attribute("data-to-move") or ""


def seen(page: Page, seat: int) -> tuple[int, int]:
    """How many faces of a hand the page shows, and how many cards it holds."""
    zone = page.locator(f"[data-zone='hand-{seat}']")
    return zone.locator("[data-handle]").count(), int(zone.get_attribute("data-count") or 0)


def names_in(page: Page) -> set[str]:
    """The cards that the page names anywhere."""
    text = page.content()
    return {name for name in SPEC.pieces if name in text and name != TITLE}


def test_a_hand_over_page_without_any_hand_precedes_every_change_of_the_deciding_person_windows_included(
    visit: Visit, server: Server
) -> None:
    page = visit()
    set_up(page, server.url, "one_screen")
    shown: str | None = None
    windows = handed = 0
    while windows < 2 or handed < 5:
        wait_until_asked(page)
        assert not over(page)
        place = page.locator("[data-hand-over]")
        seat = decider(page)
        if seat != shown:
            assert place.get_attribute("data-hand-over") == seat
            assert page.locator("#table").get_attribute("data-seat") == ""
            assert page.locator("[data-action], [data-handle]").count() == 0
            assert names_in(page) == set()
            if handed < 2:
                user.reload(page)
                expect(place).to_have_count(1)
            user.click(place)
            page.wait_for_selector("[data-action]")
            shown = seat
            handed += 1
        assert place.count() == 0
        assert page.locator("#table").get_attribute("data-seat") == seat
        own, other = seen(page, int(seat)), seen(page, 1 - int(seat))
        assert own[0] == own[1]
        assert other[0] == 0
        notation = choice(actions(page))
        windows += notation in WINDOWS
        do(page, notation)


def rest_on_a_card(page: Page) -> None:
    """Rests the mouse on a card until it is shown large."""
    user.move_mouse(page, 2, 2)
    user.hover(page, "[data-handle]")
    page.locator(".zoom .card-text").wait_for()


def test_what_was_looked_at_before_handing_over_cannot_be_looked_at_after_it(visit: Visit, server: Server) -> None:
    page = without_events(visit())  # a table that is drawn again under the mouse shows no card
    set_up(page, server.url, "one_screen")
    user.click(page, "[data-hand-over]")
    rest_on_a_card(page)
    user.press_key(page, "z")
    page.get_by_role("dialog").wait_for()
    user.press_key(page, "Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    play_until(page, "[data-action=ATTACK]")
    rest_on_a_card(page)
    # With keys, so that the pointer rests where the card was.
    user.focus(page.locator("[data-action=ATTACK]"))
    user.press_key(page, "Enter")
    page.locator("[data-hand-over]").wait_for()
    user.press_key(page, "z")
    assert page.get_by_role("dialog").count() == 0
    assert names_in(page) == set()


def test_the_open_hands_setting_omits_the_hand_over_page(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, "one_screen", open_hands="yes")
    seats: set[str] = set()
    while len(seats) < 2:
        wait_until_asked(page)
        assert page.locator("[data-hand-over]").count() == 0
        for seat in (0, 1):
            faces, held = seen(page, seat)
            assert faces == held
        seats.add(decider(page))
        do(page, choice(actions(page)))
    assert seats == {"0", "1"}


def test_open_hands_can_be_chosen_and_given_up_during_the_game(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url, "one_screen")
    user.click(page.get_by_role("button", name="Play with open hands from now on"))
    page.wait_for_selector("[data-action]")
    assert page.locator("[data-zone='hand-0'] [data-handle]").count() > 0
    assert page.locator("[data-zone='hand-1'] [data-handle]").count() > 0
    user.click(page.locator("details.menu > summary"))
    user.click(page.get_by_role("button", name="Hide hands between turns"))
    page.wait_for_selector("[data-hand-over]")
    assert page.locator(HANDS).count() == 0
