"""Two friends on one side against the computer, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

import grognard
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import MOVED, Server, choice, do, set_up, until
from tests.web.user import IS_READY, WAIT

SLUG = "green-troops"
# At one moment: whether the game is over, which hands lie open, and whether something can be chosen.
SEEN = f"""() => {{
    const table = document.querySelector("main#table");
    if (!table || !({IS_READY})) return null;
    return {{
        over: "outcome" in table.dataset,
        hands: [0, 1, 2, 3].filter((seat) => table.querySelector(`[data-zone="hand-${{seat}}"] [data-handle]`)),
        actions: [...table.querySelectorAll("[data-action]")].map((button) => button.dataset.action),
    }};
}}"""


@pytest.mark.parametrize("most", [24, pytest.param(2000, marks=pytest.mark.soak)])
def test_two_browsers_on_one_side_play_four_seats(visit: Visit, server: Server, most: int) -> None:
    """To the end in the soak; else for some choices, by both of them."""
    host, friend = visit(), visit()
    id = set_up(host, server.url, slug=SLUG, seats="4", short=True, **{"seat-2": "open"})
    link = host.locator("[data-link]").input_value()
    user.click(host, f"a[href='/tables/{id}']")
    user.open_page(friend, link)
    friend.get_by_text("You will play Blue 2").wait_for()
    user.click(friend, "[data-join]")
    pages = {0: host, 2: friend}
    for page in pages.values():
        page.wait_for_selector("#table")
    asked = dict.fromkeys(pages, 0)
    while (turn := whose_turn(pages)) is not None and (sum(asked.values()) < most or not all(asked.values())):
        seat, notations = turn
        do(pages[seat], choice(notations), MOVED)
        asked[seat] += 1
    assert all(asked.values())
    if turn is not None:
        assert most < 2000
        return
    for seat, page in pages.items():
        page.wait_for_selector("#table[data-outcome]")
        assert page.locator("#table").get_attribute("data-outcome") in grognard.spec(SLUG).meta.reasons
        assert page.locator("#table").get_attribute("data-seat") == str(seat)
    won = [bool(re.search(r"Blue", page.locator(".ending").inner_text())) for page in pages.values()]
    assert won[0] == won[1]


def whose_turn(pages: dict[int, Page]) -> tuple[int, list[str]] | None:
    """Which of the two is asked, seeing his own hand and no other, and what; None when the game is over."""

    def found() -> tuple[int, list[str]] | None:
        for seat, page in pages.items():
            seen = page.evaluate(SEEN)
            if seen is None:
                continue
            if seen["over"]:
                return seat, []
            assert set(seen["hands"]) <= {seat}, f"{seat} sees the hands of {seen['hands']}"
            if seen["actions"]:
                return seat, seen["actions"]
        return None

    seat, notations = until(found, WAIT / 1000, "nobody is asked")
    return (seat, notations) if notations else None
