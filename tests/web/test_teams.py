"""Two people on one side against the computer on the other, each in a browser of his own."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.web.conftest import Visit
from tests.web.support import TOLD, WAIT, Server, actions, choice, click, over

SLUG = "green-troops"


def set_up_team(host: Page, guest: Page, base: str) -> str:
    """Four seats: the host is Blue, the guest Blue 2, the computer both of Red; the id of the table."""
    host.goto(f"{base}/games/{SLUG}")
    host.select_option("select[name=seats]", "4")
    host.select_option("select[name=seat-2]", "open")
    for seat in (1, 3):
        host.select_option(f"select[name=seat-{seat}]", "greedy")
    host.select_option("select[name=retire]", "on")
    host.click("[data-start]")
    host.wait_for_url("**/invitation")
    link = host.locator("[data-link]").input_value()
    id = re.sub(r".*/tables/([^/]+)/.*", r"\1", link)
    guest.goto(link)
    guest.click("[data-join]")
    host.goto(f"{base}/tables/{id}")
    for page in (host, guest):
        page.wait_for_selector("#table")
    return id


def asked(pages: tuple[Page, Page]) -> Page | None:
    """The page that is asked to choose; none when the game is over. Waits until one of these is so."""
    for _ in range(WAIT // 10):
        for page in pages:
            told = page.evaluate(TOLD)
            if told is not None and told["actions"] and not told["busy"]:
                return page
        if all(over(page) for page in pages):
            return None
        pages[0].wait_for_timeout(10)
    raise AssertionError("nobody is asked")


def hidden(page: Page, seat: int) -> bool:
    """Is a hand seen from behind?"""
    return page.locator(f"[data-zone='hand-{seat}'] [data-handle]").count() == 0


def test_two_browsers_on_one_side_play_against_the_computer_to_the_end(visit: Visit, server: Server) -> None:
    host, guest = visit(), visit()
    set_up_team(host, guest, server.url)
    assert [page.locator("#table").get_attribute("data-seat") for page in (host, guest)] == ["0", "2"]
    decided = {0: 0, 1: 0}
    while page := asked((host, guest)):
        for one, own in ((host, 0), (guest, 2)):
            assert all(hidden(one, seat) for seat in range(4) if seat != own)
        click(page, choice(actions(page)))
        decided[(host, guest).index(page)] += 1
        assert sum(decided.values()) < 2000
    assert min(decided.values()) > 0
    outcomes = {page.locator("#table").get_attribute("data-outcome") for page in (host, guest)}
    assert len(outcomes) == 1
    assert outcomes <= {"destroyed", "retired", "night"}
    # At the end all hands lie open.
    assert [page.locator(".ending").count() for page in (host, guest)] == [1, 1]
