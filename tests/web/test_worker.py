"""The service worker in a real Chromium: alerts, the page without a connection; and which news were seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, Worker, expect

from grognard.web import assets
from tests.server.support import Guest
from tests.web import user
from tests.web.conftest import BLIND, Visit, required_chromium
from tests.web.support import (
    MOVED,
    Server,
    Watch,
    actions,
    choice,
    do,
    in_step,
    in_turn,
    invite,
    menu,
    set_up,
    until,
    version,
)
from tests.web.test_access import AXE, RUN, WIDE
from tests.web.user import WAIT

REGISTER: Final = """async () => {
    await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
}"""
# Tells instead of showing: this Chromium shows no notifications, whatever it is allowed.
TELL: Final = "() => { self.shown = []; self.show = async (alert) => { self.shown.push(alert); }; }"
# The same one step later, by what the browser itself would show.
TELL_BROWSER: Final = """() => {
    self.shown = [];
    const show = async (title, more) => { self.shown.push({ title, ...more }); };
    const find = async ({ tag }) => self.shown.filter((one) => one.tag === tag).slice(-1);
    Object.assign(ServiceWorkerRegistration.prototype, { showNotification: show, getNotifications: find });
}"""
# A click on a notification, and the pages that it opened or brought to the front.
CLICKED: Final = """async (url) => {
    const went = [];
    WindowClient.prototype.focus = async function () { went.push(["focus", this.url]); };
    Clients.prototype.openWindow = async (address) => { went.push(["open", address]); };
    let done = null;
    const event = new Event("notificationclick");
    event.notification = { close: () => went.push(["close"]), data: url === null ? null : { url } };
    event.waitUntil = (promise) => { done = promise; };
    self.dispatchEvent(event);
    await done;
    return went;
}"""
KEPT: Final = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname);
    }
    return found.sort();
}"""
NO_ANSWER: Final = "(path) => fetch(path).then(() => false, () => true)"


@pytest.fixture
def own(watch: Watch, tmp_path: Path) -> Iterator[Server]:
    """A server that a test may stop."""
    served = Server(tmp_path / "served")
    served.start()
    yield served
    served.stop()


@pytest.fixture
def profile(chromium: Browser, watch: Watch, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with a profile of its own: only such a one takes push messages."""
    context = chromium.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=required_chromium(), args=BLIND, reduced_motion="reduce"
    )
    context.set_default_timeout(WAIT)
    context.on("page", watch.over)
    yield context
    context.close()


def registered(page: Page, base: str) -> Page:
    """Opens the start page, and has the service worker."""
    user.open_page(page, base)
    page.evaluate(REGISTER)
    return page


# -- without a connection ----------------------------------------------------------------------------------------------


def test_without_a_server_you_read_so_and_with_it_you_go_on(own: Server, visit: Visit, watch: Watch) -> None:
    watch.expect("net::ERR_")
    page = visit(color_scheme="dark", viewport={"width": 320, "height": 600})
    user.open_page(page, own.url)
    page.evaluate("caches.open('offline before')")
    table = set_up(page, own.url)
    page.evaluate(REGISTER)
    page.wait_for_function(f"async () => (await caches.keys()).join() === 'offline {assets.release()}'")
    assert page.evaluate(KEPT) == ["/offline", assets.address("grognard.css")]

    own.stop()
    for path in (f"/tables/{table}", "/puzzles"):
        user.open_without_waiting(page, f"{own.url}{path}")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(page.locator("body")).to_have_css("background-color", "rgb(23, 20, 16)")
        assert page.url == f"{own.url}{path}"
        assert page.evaluate(NO_ANSWER, path), "only pages are answered without a server"
    page.evaluate(AXE)
    assert page.evaluate(RUN) == page.evaluate(WIDE) == []
    own.start()
    user.click_without_waiting(page.get_by_role("link", name="Try again"))
    expect(page.get_by_role("heading", name="All puzzles")).to_be_visible()
    user.open_page(page, f"{own.url}/tables/{table}")
    assert page.locator("#table").get_attribute("data-seat") == "0"
    assert page.evaluate(KEPT) == ["/offline", assets.address("grognard.css")]


def test_an_answer_of_the_server_comes_first_even_an_error(server: Server, visit: Visit, watch: Watch) -> None:
    watch.expect("status of 404")
    page = registered(visit(), server.url)
    user.open_page(page, f"{server.url}/nowhere")
    expect(page.get_by_role("alert")).to_have_text("There is no such page.")
    user.open_page(page, f"{server.url}/games/fusillade/rules")
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    downloaded = set_up(page, server.url)
    user.open_page(page, f"{server.url}/tables/{downloaded}")
    user.click(page, "details.menu > summary")
    with page.expect_download() as waiting:
        user.click(page.get_by_role("link", name="Download"))
    assert waiting.value.suggested_filename.endswith(".journal")


def test_a_page_in_a_browser_registers_no_worker_but_an_installed_one_does(server: Server, visit: Visit) -> None:
    page = visit()
    user.open_page(page, server.url)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((found) => found.length)") == 0
    page.add_init_script("navigator.standalone = true")
    user.reload(page)
    page.wait_for_function("() => navigator.serviceWorker.getRegistrations().then((found) => found.length === 1)")


# -- alerts ------------------------------------------------------------------------------------------------------------


class Pushes:
    """The push service: it brings messages to the worker of a page's browser."""

    def __init__(self, page: Page, base: str, tell: str = TELL) -> None:
        self._page, self._base = page, base
        self._found: list[dict[str, Any]] = []
        self._session = page.context.new_cdp_session(page)
        self._session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda told: self._found.extend(told["registrations"])
        )
        self._session.send("ServiceWorker.enable")
        until(self._known, WAIT / 1000, "there is no worker")
        self.worker: Worker = page.context.service_workers[0]
        self.worker.evaluate(tell)

    def _known(self) -> bool:
        self._page.evaluate("0")  # lets events in
        return bool(self._found and self._page.context.service_workers)

    def bring(self, message: str) -> dict[str, Any]:
        """Brings a message; the alert that is shown then."""
        before = len(self.shown())
        registration = self._found[-1]["registrationId"]
        parameters = {"origin": self._base, "registrationId": registration, "data": message}
        self._session.send("ServiceWorker.deliverPushMessage", parameters)
        until(lambda: len(self.shown()) > before, WAIT / 1000, "nothing is shown")
        return self.shown()[-1]

    def shown(self) -> list[dict[str, Any]]:
        """All alerts so far."""
        return list(self.worker.evaluate("() => self.shown"))


def test_a_push_shows_what_it_says_and_leads_nowhere_else(server: Server, profile: BrowserContext) -> None:
    pushes = Pushes(registered(profile.new_page(), server.url), server.url)
    home = f"{server.url}/"
    message = {"title": "Fusillade: your turn", "text": "Anna is waiting.", "url": f"{server.url}/tables/x", "tag": "x"}
    assert pushes.bring(json.dumps(message)) == message
    later = message | {"text": "Anna is still waiting."}
    assert pushes.bring(json.dumps(later)) == later
    for url in ("https://evil.example/", "//evil.example/", "javascript:alert(1)", "http://", 7, None):
        assert pushes.bring(json.dumps(message | {"url": url}))["url"] == home
    assert pushes.bring(json.dumps(message | {"url": "/daily"}))["url"] == f"{home}daily"
    for damaged in ("", "{", "null", "[]", "7", '{"title": {}, "text": 3, "tag": []}'):
        told = pushes.bring(damaged)
        assert told == {"title": "A game waits for you", "text": "", "url": home, "tag": ""}


def test_pushes_with_one_tag_are_one_notification_that_is_silent_only_when_repeated(
    server: Server, profile: BrowserContext
) -> None:
    pushes = Pushes(registered(profile.new_page(), server.url), server.url, TELL_BROWSER)
    turn, time = ("Your turn", "Anna is waiting."), ("Your time is nearly up", "Anna is waiting.")
    later = "Your turn", "Anna is still waiting."
    for (title, text), sounds in (
        (turn, True),
        (turn, False),
        (time, True),
        (time, False),
        (turn, True),
        (later, True),
    ):
        told = pushes.bring(json.dumps({"title": title, "text": text, "url": "/tables/x", "tag": "x"}))
        assert told == {
            "title": title,
            "body": text,
            "tag": "x",
            "renotify": sounds,
            "icon": assets.address("icon-192.png"),
            "data": {"url": f"{server.url}/tables/x"},
        }
    untagged = pushes.bring("")
    assert (untagged["tag"], untagged["renotify"]) == ("", False), "browsers refuse to show it otherwise"


def test_a_click_goes_to_the_page_that_is_open_or_opens_it(server: Server, profile: BrowserContext) -> None:
    page = registered(profile.new_page(), server.url)
    worker = Pushes(page, server.url).worker
    daily = f"{server.url}/daily"
    assert worker.evaluate(CLICKED, daily) == [["close"], ["open", daily]]
    user.open_page(page, f"{daily}#content")
    assert worker.evaluate(CLICKED, daily) == [["close"], ["focus", f"{daily}#content"]]
    for foreign in ("https://evil.example/", None):
        assert worker.evaluate(CLICKED, foreign) == [["close"], ["open", f"{server.url}/"]]


# -- which news were seen ----------------------------------------------------------------------------------------------

COUNTED: Final = """
window.looks = 0;
const ask = window.fetch;
window.fetch = (address, ...more) => {
    if (String(address).endsWith("/looked")) window.looks += 1;
    return ask(address, ...more);
};
window.unseen = (hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
};
"""


def move(pages: tuple[Page, Page], *others: Page) -> None:
    """One of two players moves, and all see it."""
    active, other = in_turn(pages)
    watching = (other, *others)
    since = [version(page) for page in watching]
    do(active, choice(actions(active)), MOVED)
    for page, before in zip(watching, since, strict=True):
        page.wait_for_function(MOVED, arg=before)


def looks(page: Page) -> int:
    """How often a page has said that its news were seen."""
    return int(page.evaluate("window.looks"))


def test_news_are_seen_on_a_visible_page_and_on_a_hidden_one_once_it_is_looked_at(server: Server, visit: Visit) -> None:
    pages = a, b = visit(), visit()
    for page in pages:
        page.add_init_script(COUNTED)
    id = invite(a, server.url, b, server.url)
    spectator = visit()
    spectator.add_init_script(COUNTED)
    user.open_page(spectator, f"{server.url}/tables/{id}")

    other = in_turn(pages)[1]
    with other.expect_response(lambda answer: answer.url.endswith(f"/tables/{id}/looked")) as answered:
        move(pages, spectator)
    assert answered.value.status == 204

    other = in_turn(pages)[1]
    other.evaluate("unseen(true)")
    before = looks(other)
    for _ in range(2):
        if in_turn(pages)[1] is other:
            move(pages, spectator)
    assert looks(other) == before
    with other.expect_response(lambda answer: answer.url.endswith(f"/tables/{id}/looked")):
        other.evaluate("unseen(false)")
    assert looks(other) == before + 1
    other.evaluate("unseen(true)")
    other.evaluate("unseen(false)")
    assert looks(other) == before + 1, "there were no news"
    assert looks(spectator) == 0


def looked(id: str) -> Callable[[Response], bool]:
    """Recognizes the answer to a page that says you have seen the news of a table."""
    return lambda answer: answer.url.endswith(f"/tables/{id}/looked") and answer.status == 204


def test_a_question_is_news_without_a_new_version(server: Server, visit: Visit) -> None:
    pages = a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    move(pages)
    in_step(*pages)
    asking, other = in_turn(pages)
    before = version(other)
    menu(asking)
    with other.expect_response(looked(id)):
        user.click(asking.get_by_role("button", name="Ask for a pause"))
        expect(other.get_by_role("button", name="Agree")).to_be_visible()
    assert version(other) == before


def test_you_see_who_joins_while_you_wait_for_the_deal(server: Server, visit: Visit) -> None:
    host = visit()
    with host.expect_response(lambda answer: answer.url.endswith("/looked")) as answered:
        id = set_up(host, server.url, "friend", side="0")
    assert looked(id)(answered.value), "it says so on the invitation, too"
    link = host.locator("[data-link]").input_value()
    user.open_page(host, f"{server.url}/tables/{id}")
    expect(host.locator("#dealing")).to_contain_text("You are ready")
    with host.expect_response(looked(id)):
        assert Guest(server.url).post(link.removeprefix(server.url), {}).status == 303
        expect(host.locator("#dealing h1")).to_contain_text("waiting for Red")
