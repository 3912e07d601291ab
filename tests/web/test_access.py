"""Every page, in light and dark, narrow and wide: nothing serious for axe-core, nothing wider than the screen."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib import resources
from typing import Final, Literal
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from grognard.bots.puzzles import puzzle as find_puzzle
from grognard.registry import registered_names
from grognard.server.alerts.senders import TOKEN_LETTERS
from tests.server.support import Guest
from tests.server.test_device_links import link_of
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    SLUG,
    Server,
    Watch,
    actions,
    choice,
    do,
    given_up,
    over,
    play_until,
    press,
    quoted,
    resign,
    set_up,
    wait_until_asked,
)

Scheme = Literal["light", "dark"]

AXE: Final = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN: Final = """() => axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .map((one) => [one.id, ...one.nodes.map((node) => `${node.target}: ${node.failureSummary}`)]))"""
# Both widths and both schemes are looked at in every run, and the other two ways to combine them in the soak.
SOME: Final = 12  # decisions of a game
NARROW: Final = 390, 844
BROAD: Final = 1280, 900
LOOKS: Final = [
    pytest.param({NARROW: "light", BROAD: "dark"}, id="run"),
    pytest.param({NARROW: "dark", BROAD: "light"}, id="soak", marks=pytest.mark.soak),
]
WIDE: Final = """() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width) return [];
    return [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > width + 1)
        .map((one) => `${one.tagName}.${one.className}`).slice(0, 10);
}"""


def go(page: Page, base: str, path: str) -> None:
    user.open_page(page, f"{base}{path}")


def table(page: Page, base: str) -> None:
    set_up(page, base)
    wait_until_asked(page)


def tip(page: Page, base: str) -> None:
    go(page, base, "/games/outpost/guide/4?played=3")
    user.click(page, "#table [data-next]")
    assert page.locator("#table .tip:not([hidden])").count() == 1


def phase(selector: str) -> Callable[[Page, str], None]:
    """The table at the moment when an element is on it."""

    def reach(page: Page, base: str) -> None:
        set_up(page, base)
        play_until(page, selector)

    return reach


def picked(page: Page, base: str) -> None:
    phase("[data-action^='UNIT ']")(page, base)
    do(page, next(name for name in actions(page) if name.startswith("UNIT ")))


def menu(page: Page, base: str) -> None:
    table(page, base)
    user.click(page.locator("details.menu > summary"))


def finished(page: Page, base: str) -> None:
    given_up(page, base)


def after_the_end(path: str) -> Callable[[Page, str], None]:
    """A page that belongs to a finished game."""

    def reach(page: Page, base: str) -> None:
        id = given_up(page, base)
        user.open_page(page, f"{base}/tables/{id}/{path}")

    return reach


def advice(page: Page, base: str) -> None:
    table(page, base)
    user.click(page.locator("[data-hint-ask]"))
    user.click(page.locator("[data-hint-show]"))
    page.locator("[data-advised]").wait_for()


def analysis(page: Page, base: str) -> None:
    after_the_end("analysis")(page, base)  # it starts on its own
    page.locator("table.decisions").wait_for()


def record(page: Page, base: str) -> None:
    given_up(page, base)
    user.open_page(page, f"{base}/games-of-mine/record")


def puzzle(page: Page, base: str) -> None:
    """With its help open, and then its solution."""
    user.open_page(page, f"{base}/puzzles")
    user.click(page.locator(".puzzle-card a").first)
    user.click(page.locator("details.replay-more > summary"))
    user.click(page.locator("[data-show]"))
    page.locator(".notice").wait_for()


def puzzle_tried(page: Page, base: str) -> None:
    """With its second best choice, which is marked among the others."""
    user.open_page(page, f"{base}/puzzles/company-commander/3")
    user.click(page.locator(f"[data-action={quoted(find_puzzle('company-commander', 3).second)}]").first)
    page.locator(".notice.wrong").wait_for()


def puzzle_solved(page: Page, base: str) -> None:
    puzzle_tried(page, base)
    user.click(page.locator(f"[data-action={quoted(find_puzzle('company-commander', 3).solution)}]").first)
    page.locator(".notice.right").wait_for()


def daily_table(page: Page, base: str) -> None:
    user.open_page(page, f"{base}/daily")
    user.click(page.locator(f"form[action='/daily/{SLUG}'] button"))
    wait_until_asked(page)


def daily_end(page: Page, base: str) -> None:
    daily_table(page, base)
    resign(page)
    user.click(page.locator(".share > summary"))


def daily_shared(page: Page, base: str) -> None:
    daily_table(page, base)
    resign(page)
    user.open_page(page, f"{base}/daily")
    user.click(page.locator(".share > summary"))


def start_with_tables(page: Page, base: str) -> None:
    set_up(page, base)
    user.open_page(page, base)


def set_up_with_friend(page: Page, base: str) -> None:
    go(page, base, f"/games/{SLUG}")
    user.tick(page, "[name=with][value=friend]")
    user.tick(page, "[name=pace][value=clock]")
    page.locator("[name=minutes]").wait_for()


def custom_rules(page: Page, base: str) -> None:
    go(page, base, "/games/ready-aim-fire")
    user.tick(page, "[name=rules][value=custom]")
    for group in page.locator("[data-group] > summary").all():
        user.click(group)


def finished_games(page: Page, base: str) -> None:
    given_up(page, base)
    user.open_page(page, f"{base}/games-of-mine")
    page.locator("[data-remove]").wait_for()


def invitation(page: Page, base: str) -> None:
    set_up(page, base, "friend")


def leave(page: Page, base: str) -> None:
    """Makes the browser a stranger. A table that is still open would report news with the cookie that is gone."""
    go(page, base, "/")
    page.context.clear_cookies()


def join(page: Page, base: str) -> None:
    set_up(page, base, "friend", morale="stack")
    link = page.locator("[data-link]").input_value()
    leave(page, base)
    user.open_page(page, link)


def hand_over(page: Page, base: str) -> None:
    set_up(page, base, "one_screen")
    page.locator("[data-hand-over]").wait_for()


def open_hands(page: Page, base: str) -> None:
    set_up(page, base, "one_screen", open_hands="yes")


def spectator(page: Page, base: str) -> None:
    table(page, base)
    address = page.url
    leave(page, base)
    user.open_page(page, address)


def clause(page: Page, base: str) -> None:
    table(page, base)
    user.click(page.locator("#prompt [data-clause]"))
    page.get_by_role("dialog").wait_for()


def deleting(page: Page, base: str) -> None:
    table(page, base)
    user.open_page(page, f"{base}/your-data")
    user.click(page.get_by_role("link", name="Delete everything"))


def deleted(page: Page, base: str) -> None:
    deleting(page, base)
    user.click(page, "[data-delete]")
    page.get_by_role("status").wait_for()


def on_vacation(page: Page, base: str) -> None:
    """The page of a vacation that has begun."""
    go(page, base, "/vacation")
    user.click(page, "button:text('Go on vacation')")
    page.wait_for_selector('button:text("I\'m back")')


def alerts(page: Page, base: str) -> None:
    """With a webhook, a test that is on its way, and a calendar."""
    go(page, base, "/your-data/alerts")
    user.fill(page, "https://hooks.example/games", "#webhook-address")
    user.click(page, "form[action$='/webhook'] button")
    user.click(page, ".ways button:has-text('Test')")
    user.click(page, "form[action$='/feed'] button")
    page.wait_for_selector("#feed")


def new_code(page: Page, base: str) -> None:
    go(page, base, "/your-data/devices/code")
    user.click(page, "[data-make-code]")
    page.wait_for_selector("[data-recovery-code]")


def sign_out(page: Page, base: str) -> None:
    go(page, base, "/your-data/devices")
    user.click(page, "[data-sign-out]")
    page.wait_for_selector("button[name=sure]")


def device_link(page: Page, base: str) -> None:
    go(page, base, "/your-data/devices")
    user.click(page, "[data-add-device]")
    page.wait_for_selector("#device-link")


def device_digits(page: Page, base: str) -> None:
    """A browser that waits with another guest's link."""
    link = link_of(Guest(base))
    go(page, base, link)
    user.click(page, "[data-show-digits]")
    page.wait_for_selector("[data-digits]")


PAGES: Final[dict[str, Callable[[Page, str], None]]] = {
    "a tip": tip,
    "start": lambda page, base: go(page, base, "/"),
    "start with tables": start_with_tables,
    "set-up": lambda page, base: go(page, base, f"/games/{SLUG}"),
    "set-up with a friend": set_up_with_friend,
    "custom rules": custom_rules,
    "finished games": finished_games,
    "print": lambda page, base: go(page, base, f"/games/{SLUG}/print"),
    "daily deals": lambda page, base: go(page, base, "/daily"),
    "cards": lambda page, base: go(page, base, f"/games/{SLUG}/cards"),
    "guide": lambda page, base: go(page, base, f"/games/{SLUG}/guide"),
    "rules": lambda page, base: go(page, base, f"/games/{SLUG}/rules"),
    "problem": lambda page, base: go(page, base, "/tables/none"),
    "invitation": invitation,
    "join": join,
    "deploy": table,
    "menu": menu,
    "attack or hold": phase("[data-action=ATTACK]"),
    "units": picked,
    "support": phase("[data-action=END_SUPPORT]"),
    "reaction window": phase("[data-pass]"),
    "exchange": phase("[data-action=END_EXCHANGE]"),
    "advice": advice,
    "hand-over": hand_over,
    "open hands": open_hands,
    "spectator": spectator,
    "clause in place": clause,
    "the end": finished,
    "replay": after_the_end("replay?step=3"),
    "replay from one side": after_the_end("replay?step=3&side=1"),
    "log": after_the_end("log"),
    "analysis still to come": after_the_end("analysis"),
    "analysis": analysis,
    "record": record,
    "puzzles": lambda page, base: go(page, base, "/puzzles"),
    "puzzle": puzzle,
    "puzzle tried": puzzle_tried,
    "puzzle solved": puzzle_solved,
    "daily deal": daily_table,
    "daily deal over": daily_end,
    "daily deals with a result": daily_shared,
    "your name": lambda page, base: go(page, base, "/your-data/name"),
    "vacation": lambda page, base: go(page, base, "/vacation"),
    "on vacation": on_vacation,
    "your data": lambda page, base: go(page, base, "/your-data"),
    "your devices": lambda page, base: go(page, base, "/your-data/devices"),
    "alerts": alerts,
    "recovery code": lambda page, base: go(page, base, "/your-data/devices/code"),
    "new recovery code": new_code,
    "recover": lambda page, base: go(page, base, "/recover"),
    "link for a device": device_link,
    "sign out": sign_out,
    "digits of a device": device_digits,
    "the question before deleting": deleting,
    "all deleted": deleted,
}


# Other moments of a table whose like is looked at in every run.
LIKE_OTHERS: Final = {
    "menu", "attack or hold", "units", "support", "exchange", "open hands", "clause in place", "replay from one side",
    "analysis still to come", "the question before deleting",
}  # fmt: skip


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.soak] if name in LIKE_OTHERS else []) for name in PAGES]
)
def test_no_page_has_a_serious_violation_or_scrolls_sideways(
    name: str, looks: dict[tuple[int, int], Scheme], visit: Visit, server: Server, watch: Watch
) -> None:
    if name == "problem":
        watch.expect("status of 404")
    page = visit()
    PAGES[name](page, server.url)
    must_be_accessible(page, looks)


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("purpose", ["confirm", "stop"])
def test_the_pages_of_links_in_mail_have_no_serious_violation_either(
    purpose: str, looks: dict[tuple[int, int], Scheme], visit: Visit, server: Server
) -> None:
    page, way = visit(), uuid4().hex
    with closing(sqlite3.connect(server.data / "tables.sqlite", timeout=10)) as connection, connection:
        connection.execute(
            "INSERT INTO alert_ways (id, guest, kind, address, form, keys, device, origin, added, confirmed)"
            " VALUES (?, 'a', 'mail', 'anna.longname@home.example', '', '', '', '', '2026-11-30 12:00:00', ?)",
            (way, purpose == "stop"),
        )
    secret = (server.data / "secret").read_bytes().strip()
    token = hmac.new(secret, f"alert {purpose}\n{way}".encode(), hashlib.sha256).hexdigest()[:TOKEN_LETTERS]
    go(page, server.url, f"/alerts/{purpose}/{way}/{token}")
    must_be_accessible(page, looks)
    user.click(page, "main button")
    page.wait_for_selector("main:not(:has(button))")
    must_be_accessible(page, looks)


def must_be_accessible(page: Page, looks: dict[tuple[int, int], Scheme]) -> None:
    """Checks a page in several sizes: no serious violation of accessibility, and no scrolling sideways."""
    page.evaluate(AXE)
    found = {}
    for (width, height), scheme in looks.items():
        user.resize(page, width, height)
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        wrong = [*page.evaluate(RUN), *page.evaluate(WIDE)]
        if wrong:
            found[f"{width} {scheme}"] = wrong
    assert not found, json.dumps(found, indent=1)


@pytest.mark.soak
@pytest.mark.parametrize("looks", [looks.values[0] for looks in LOOKS])
@pytest.mark.parametrize("slug", [slug for slug in registered_names() if slug != SLUG])
def test_the_tables_of_the_other_games_have_no_serious_violation_either(
    slug: str, looks: dict[tuple[int, int], Scheme], visit: Visit, server: Server
) -> None:
    page = visit()
    set_up(page, server.url, slug=slug)
    page.evaluate(AXE)
    found = {}
    for number in range(SOME):
        wait_until_asked(page)
        if over(page):
            break
        for (width, height), scheme in looks.items():
            user.resize(page, width, height)
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if wrong := page.evaluate(RUN):
                found[f"{number} {width} {scheme}"] = wrong
        do(page, choice(actions(page)))
    assert not found, json.dumps(found, indent=1)


IN_VIEW: Final = """(start) => {
    const bottom = document.querySelector(".dock").getBoundingClientRect().top;
    return [...document.querySelectorAll(`main [data-action^="${start}"]`)].some((choice) => {
        const box = choice.getBoundingClientRect();
        return box.bottom > 0 && box.top < bottom;
    });
}"""


def test_on_a_phone_the_places_for_a_card_come_into_view(visit: Visit, server: Server) -> None:
    """Who has touched a card of his hand looks at his hand; the line of battle is beyond the edge of the screen."""
    page = visit(viewport={"width": 390, "height": 640})
    set_up(page, server.url, slug="ready-aim-fire")
    play_until(page, "[data-action^='DEPLOY '][data-handle]")
    deploy = page.locator("[data-action^='DEPLOY '][data-handle]").last
    user.scroll_to(deploy)
    page.evaluate("() => scrollTo({ top: document.body.scrollHeight })")
    assert not page.evaluate(IN_VIEW, "STACK ")
    press(deploy)
    page.wait_for_selector("[data-action^='STACK ']")
    page.wait_for_function(IN_VIEW, arg="STACK ")
