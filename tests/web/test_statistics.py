"""The pages of statistics in a browser: nothing serious for axe-core, nothing wider than the screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page

from grognard.server.storage.tables import TableStore
from tests.server.finished import filled, game_of, keep
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, until
from tests.web.test_access import AXE, LOOKS, RUN, WIDE, Scheme

GAMES: Final = 24  # of each group, and as many of people who gave up


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows statistics, and has games to show."""
    folder = tmp_path_factory.mktemp("counting")

    async def play(store: TableStore) -> None:
        for number in range(GAMES):
            await keep(store, game_of(number, "fusillade"))
            await keep(store, game_of(100 + number, "fusillade"), ("anna", "*greedy"))
            given_up = game_of(200 + number, "fusillade", until=40)
            given_up.resign(number % 2)
            await keep(store, given_up)

    filled(folder, play)
    served = Server(folder, statistics="on")
    served.start()
    yield served
    served.stop()
    assert "Traceback" not in served.log.read_text()


def wait_until_counted(page: Page) -> None:
    """Loads the page again until a server that has just started has counted its games."""

    def counted() -> bool:
        if page.get_by_role("table").count() > 0:
            return True
        user.reload(page)
        return False

    until(counted, user.WAIT / 1000, "the games are not counted")


@pytest.mark.parametrize("looks", LOOKS)
def test_no_page_has_a_serious_violation_or_scrolls_sideways(
    looks: dict[tuple[int, int], Scheme], visit: Visit, server: Server
) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/statistics")
    wait_until_counted(page)
    found = {}
    for path in ("/statistics", "/statistics/fusillade", "/statistics/green-troops"):
        user.open_page(page, f"{server.url}{path}")
        page.evaluate(AXE)
        for (width, height), scheme in looks.items():
            user.resize(page, width, height)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if wrong := [*page.evaluate(RUN), *page.evaluate(WIDE)]:
                found[f"{path} {width} {scheme}"] = wrong
    assert not found, json.dumps(found, indent=1)


def test_the_start_leads_to_what_a_game_told(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, server.url)
    user.click(page.get_by_role("link", name="Statistics"))
    page.wait_for_url(f"{server.url}/statistics")
    wait_until_counted(page)
    user.click(page.get_by_role("link", name="Fusillade"))
    page.get_by_role("heading", name="Which cards are strong, between people?").wait_for()
    assert page.locator("figure.spans svg").count() > 20
    cells = page.get_by_role("row", name="resigned").locator("td")
    assert cells.all_inner_texts() == ["50.0 %", "fewer than 20"]
