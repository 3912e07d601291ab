"""Two friends on one side against the computer, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

import grognard
from tests.web.conftest import Visit
from tests.web.support import MOVED, WAIT, Server, choice, do, set_up

SLUG = "green-troops"
# At one moment: whether the game is over, which hands lie open, and whether something can be chosen.
SEEN = """() => {
    const table = document.querySelector("main#table");
    if (!table || table.ariaBusy === "true") return null;
    return {
        over: "outcome" in table.dataset,
        hands: [0, 1, 2, 3].filter((seat) => table.querySelector(`[data-zone="hand-${seat}"] [data-handle]`)),
        actions: [...table.querySelectorAll("[data-action]")].map((button) => button.dataset.action),
    };
}"""


@pytest.mark.parametrize("most", [24, pytest.param(2000, marks=pytest.mark.soak)])
def test_two_browsers_on_one_side_play_four_seats(visit: Visit, server: Server, most: int) -> None:
    """To the end in the soak; else for some choices, by both of them."""
    host, friend = visit(), visit()
    id = set_up(host, server.url, slug=SLUG, seats="4", short=True, **{"seat-2": "open"})
    link = host.locator("[data-link]").input_value()
    host.click(f"a[href='/tables/{id}']")
    friend.goto(link)
    friend.get_by_text("You would be Blue 2").wait_for()
    friend.click("[data-join]")
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
    for _ in range(WAIT // 10):
        for seat, page in pages.items():
            seen = page.evaluate(SEEN)
            if seen is None:
                continue
            if seen["over"]:
                return None
            assert set(seen["hands"]) <= {seat}, f"{seat} sees the hands of {seen['hands']}"
            if seen["actions"]:
                return seat, seen["actions"]
        next(iter(pages.values())).wait_for_timeout(10)
    raise AssertionError("nobody is asked")
