"""Many pages of one guest: they share one connection, or do without while hidden."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, in_step, invite, set_up
from tests.web.user import WAIT

TABS: Final = 9  # a browser has six connections for a server
RESIGNED: Final = "#table[data-outcome=resigned]"
WITHOUT_WORKERS: Final = """
delete window.SharedWorker;
window.sources = [];
window.EventSource = class extends EventSource {
    constructor(address) { super(address); sources.push(this); }
};
window.unseen = (hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
};
"""
OPEN: Final = "() => sources.filter((source) => source.readyState === 1).length"


def resign(page: Page, id: str) -> None:
    """Gives a game up by the API of the page, so that the page itself need not change."""
    token = page.locator("input[name=_csrf_token]").first.get_attribute("value")
    page.request.post(f"{page.url.split('/tables')[0]}/tables/{id}/resign", form={"_csrf_token": token or ""})


def test_more_tabs_than_a_browser_has_connections_are_all_told(visit: Visit, server: Server) -> None:
    first, friend = visit(), visit()
    id = invite(first, server.url, friend, server.url)
    tabs = [first, *(first.context.new_page() for _ in range(TABS - 1))]
    others = []
    for number, page in enumerate(tabs[1:]):
        if number % 2:
            user.open_page(page, first.url)
        else:
            others.append(set_up(page, server.url))
    resign(friend, id)
    for page in tabs:
        if page.url.endswith(id):
            page.wait_for_selector(RESIGNED)
    assert len({id, *others}) == 1 + TABS // 2
    for page in tabs:
        if page.url.endswith(id):
            continue
        resign(page, page.url.rpartition("/")[2])
        page.wait_for_selector(RESIGNED)


def test_a_tab_that_comes_later_shows_the_same_and_those_that_stay_are_told_on(visit: Visit, server: Server) -> None:
    first, friend = visit(), visit()
    id = invite(first, server.url, friend, server.url)
    second = first.context.new_page()
    user.open_page(second, first.url)
    in_step(first, second)
    first.close()
    resign(friend, id)
    second.wait_for_selector(RESIGNED)


def test_without_workers_a_hidden_page_gives_its_connection_up_and_catches_up_when_it_is_seen(
    visit: Visit, server: Server
) -> None:
    page, friend = visit(), visit()
    page.add_init_script(WITHOUT_WORKERS)
    id = invite(page, server.url, friend, server.url)
    page.wait_for_function(f"() => ({OPEN})() === 1", timeout=WAIT)
    page.evaluate("unseen(true)")
    assert page.evaluate(OPEN) == 0
    resign(friend, id)
    friend.wait_for_selector(RESIGNED)
    assert page.locator(RESIGNED).count() == 0
    page.evaluate("unseen(false)")
    page.wait_for_selector(RESIGNED)
    assert page.evaluate(OPEN) == 1
