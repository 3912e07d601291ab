"""Two browsers, two processes of the server, one PostgreSQL behind them."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.server.postgres import postgres, two_servers
from tests.web import user
from tests.web.conftest import AT_ONCE, opened_context
from tests.web.support import MOVED, Watch, actions, choice, do, set_up, wait_until_asked


def opened(chromium: Browser, watch: Watch) -> Page:
    """A page of a browser of its own."""
    context = opened_context(chromium, watch, reduced_motion="reduce")
    context.add_init_script(AT_ONCE)
    return context.new_page()


def test_friends_on_two_processes_see_each_others_actions_live(chromium: Browser, watch: Watch, tmp_path: Path) -> None:
    with postgres() as database, two_servers(tmp_path, database) as (one, two):
        pages = [opened(chromium, watch) for _ in range(2)]
        table = set_up(pages[0], one.url, "friend")
        user.open_page(pages[0], f"{one.url}/tables/{table}/invitation")
        link = pages[0].locator("[data-link]").input_value()
        user.open_page(pages[1], link.replace(one.url, two.url))
        # If both seats act at once, the server may refuse one page's step. That page tries again.
        watch.expect(r"status of 409.*/deal/reveal")
        user.click(pages[1], "[data-join]")
        pages[0].wait_for_url(f"{one.url}/tables/{table}")  # where the invitation leads by itself
        seats = [page.locator("#table").get_attribute("data-seat") for page in pages]
        assert seats == ["0", "1"]
        acted: list[int] = []
        while len(acted) < 8 or set(acted) != {0, 1}:
            mover = int(pages[0].locator("#table").get_attribute("data-to-move") or 0)
            wait_until_asked(pages[mover])
            do(pages[mover], choice(actions(pages[mover])), MOVED)
            now = pages[mover].locator("#table").get_attribute("data-to-move")
            # Nobody loads anything again: what one does arrives on the other's page.
            for page in pages:
                page.wait_for_selector(f"#table[data-to-move='{now}']")
            acted.append(mover)
        for page in pages:
            page.context.close()
