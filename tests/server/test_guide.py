"""The guide's pages: a step waits for the right action, sums it up, and after the last one a real game begins."""

from __future__ import annotations

import re

from tests.server.support import Guest, Page

GUIDE = "/games/outpost/guide"


def tried(guest: Guest, page: Page, step: int, action: str) -> Page:
    """A step after the click on an action."""
    data = {"at": page.hidden("at"), "do": action}
    return guest.post(f"{GUIDE}/{step}/play", data, page.hidden("_csrf_token"), fragment=True)


def test_the_first_page_is_the_goal(guest: Guest) -> None:
    page = guest.page(GUIDE)
    assert "You win when Red&#39;s Morale is 0" in page.text
    assert f'href="{GUIDE}/2"' in page.text
    assert 'data-outcome="morale"' in page.text


def test_it_waits_for_the_right_action_and_sums_it_up(guest: Guest) -> None:
    reading = guest.page(f"{GUIDE}/2")
    assert 'value="sees"' in reading.text
    asked = tried(guest, reading, 2, "sees")
    assert "Attack with Infantry 3." in asked.text
    other = tried(guest, asked, 2, "ATTACK Cavalry 2")
    assert other.hidden("at") == asked.hidden("at")
    assert "In this lesson, try: Attack with Infantry 3" in other.text
    done = tried(guest, other, 2, "ATTACK Infantry 3")
    assert "Red&#39;s Morale: 5 to 2." in done.text
    assert 'data-at=".number-morale.owner-1"' in done.text


def test_the_last_step_says_to_newcomers_how_their_first_game_is_shorter(guest: Guest) -> None:
    told = "Your first game is shorter: each side begins with 50 troop points instead of 100."
    last = "/games/fusillade/guide/5?played="
    assert told not in guest.page(last + "0").text
    page = guest.page(last + "99")
    assert page.text.count(told) == 1
    assert "Well done. Now" not in page.text
    guest.do(guest.set_up("computer"), "resign")
    assert told not in guest.page(last + "99").text


def test_the_last_step_ends_with_a_real_game(guest: Guest) -> None:
    page = guest.page(f"{GUIDE}/4?played=3")
    button = re.search(r"<button[^>]*>Play a real game</button>", page.text)
    assert button
    assert 'name="with" value="computer" formaction="/games/outpost/tables"' in button[0]
    data = {"at": page.hidden("at"), "with": "computer"}
    started = guest.post("/games/outpost/tables", data, page.hidden("_csrf_token"))
    assert started.status == 303
    assert started.answer.headers["location"].startswith("/tables/")
