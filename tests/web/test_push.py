"""The button that alerts this browser, and the line of this browser among the alerts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, expect

from grognard.web.pages import ENVIRONMENT
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server

ALERTS: Final = "/your-data/alerts"
KEY: Final = "BPublicKeyOfTheServer"
ENDPOINT: Final = "https://push.example/one"
# The page of alerts as far as it concerns this browser: the button, and a list with a form to remove each alert.
PAGE: Final = """{% extends "base.html" %}
{% block content %}
{% include "_push.html" %}
<ul class="devices">
{% for name, endpoint in ways %}
<li><span><b>{{ name }}</b></span>
<form method="post" action="/your-data/alerts/remove" data-push-endpoint="{{ endpoint }}">
<button name="way" value="{{ loop.index }}">Remove</button></form></li>
{% endfor %}
</ul>
{% endblock %}"""
# A browser with a push service of its own: this Chromium has none, and allows no notifications.
BROWSER: Final = """
window.said = "granted"; // what the user answers
window.fails = []; // names of errors of the next subscriptions
window.ended = () => localStorage.ended ?? "";
Object.defineProperty(Notification, "permission", { configurable: true, get: () => "default" });
Notification.requestPermission = async () => window.said;
const subscription = {
    endpoint: "https://push.example/one",
    toJSON: () => ({ endpoint: "https://push.example/one", keys: { p256dh: localStorage.key, auth: "a" } }),
    unsubscribe: async () => { localStorage.ended = "ended"; delete localStorage.key; return true; },
};
PushManager.prototype.getSubscription = async () => (localStorage.key ? subscription : null);
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    const name = window.fails.shift();
    if (name) throw new DOMException("Refused", name);
    localStorage.key = userVisibleOnly ? applicationServerKey : "";
    return subscription;
};
"""


class Alerts:
    """The server's part of the page."""

    def __init__(self, page: Page, base: str, secure: bool = True) -> None:
        self.page, self._secure, self.address = page, secure, f"{base}{ALERTS}"
        self.ways: list[tuple[str, str]] = [("Another browser", "0" * 64)]
        self.sent: list[tuple[str, dict[str, list[str]]]] = []
        page.context.route(f"{self.address}**", self._answer)

    def _answer(self, route: Route) -> None:
        request = route.request
        if request.method == "POST":
            path, fields = request.url.removeprefix(self.address), parse_qs(request.post_data or "")
            self.sent.append((path, fields))
            if path == "/push":
                endpoint = json.loads(fields["subscription"][0])["endpoint"]
                self.ways.append(("My laptop", sha256(endpoint.encode()).hexdigest()))
            else:
                self.ways.pop(int(fields["way"][0]) - 1)
        push = {"key": KEY, "secure": self._secure, "mail": True}
        page = ENVIRONMENT.from_string(PAGE).render(csrf="token", push=push, ways=self.ways)
        route.fulfill(body=page, content_type="text/html; charset=utf-8")


@pytest.fixture
def alerts(server: Server, visit: Visit) -> Iterator[Alerts]:
    """The page of alerts, still to be opened, in a browser that can show them."""
    page = visit()
    page.add_init_script(BROWSER)
    yield Alerts(page, server.url)
    page.context.unroute_all(behavior="wait")


def status(page: Page) -> Any:
    """What the page says about this browser."""
    return expect(page.locator("form[data-push] [role=status]"))


def alert_this(page: Page) -> None:
    user.click(page.get_by_role("button", name="Alert this browser"))


def test_a_browser_is_added_is_marked_and_ends_its_subscription_when_it_is_removed(alerts: Alerts) -> None:
    page = alerts.page
    user.open_page(page, alerts.address)
    expect(page.get_by_text("This browser", exact=True)).to_have_count(0)
    alert_this(page)
    status(page).to_have_text("This browser shows your alerts.")
    told = {"endpoint": ENDPOINT, "keys": {"p256dh": KEY, "auth": "a"}}
    ((path, fields),) = alerts.sent
    assert (path, fields["_csrf_token"], json.loads(fields["subscription"][0])) == ("/push", ["token"], told)
    marked = page.locator("li", has=page.get_by_text("This browser", exact=True))
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("My laptop")
    expect(page.get_by_role("button", name="Alert this browser")).to_be_hidden()

    user.click(page.locator("li", has_text="Another browser").get_by_role("button", name="Remove"))
    status(page).to_have_text("This browser shows your alerts.")
    assert page.evaluate("ended()") == ""
    user.click(marked.get_by_role("button", name="Remove"))
    expect(page.get_by_role("button", name="Alert this browser")).to_be_visible()
    assert [fields["way"] for path, fields in alerts.sent if path == "/remove"] == [["1"], ["1"]]
    assert page.evaluate("ended()") == "ended"


def test_a_subscription_with_another_key_is_replaced(alerts: Alerts) -> None:
    page = alerts.page
    page.add_init_script("window.fails = ['InvalidStateError']; localStorage.key ??= 'old';")
    user.open_page(page, alerts.address)
    alert_this(page)
    status(page).to_have_text("This browser shows your alerts.")
    assert page.evaluate("ended()") == "ended"
    assert json.loads(alerts.sent[0][1]["subscription"][0])["keys"]["p256dh"] == KEY


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        ("window.said = 'denied'", "This browser blocks notifications from this site. Allow them in its settings"),
        ("window.said = 'default'", "You closed the question."),
        ("window.fails = ['AbortError']", "This browser can't reach a push service."),
        ("window.fails = ['NotAllowedError']", "This browser blocks notifications"),
        ("navigator.serviceWorker.register = async () => { throw new TypeError(); }", "The server does not answer."),
    ],
)
def test_a_failure_is_told_in_a_sentence_and_can_be_tried_again(alerts: Alerts, happens: str, told: str) -> None:
    page = alerts.page
    user.open_page(page, alerts.address)
    page.evaluate(f"() => {{ {happens}; }}")
    alert_this(page)
    status(page).to_contain_text(told)
    expect(page.get_by_role("button", name="Alert this browser")).to_be_enabled()
    assert alerts.sent == []


@pytest.mark.parametrize(
    ("lacks", "told"),
    [
        ("delete window.PushManager", "This browser can't show alerts."),
        ("delete window.PushManager; navigator.standalone = false", "first add Grognard to your home screen"),
        ("Object.defineProperty(window, 'isSecureContext', { value: false })", "only at addresses with HTTPS"),
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "blocks notifications"),
    ],
)
def test_a_browser_that_shows_no_alerts_says_why(alerts: Alerts, lacks: str, told: str) -> None:
    page = alerts.page
    page.add_init_script(lacks)
    user.open_page(page, alerts.address)
    status(page).to_contain_text(told)
    expect(page.get_by_role("button", name="Alert this browser")).to_be_hidden()


def test_without_scripts_you_read_which_alerts_work(server: Server, visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    alerts = Alerts(page, server.url)
    user.open_page(page, alerts.address)
    status(page).to_have_text("Alerts in your browser need scripts. A webhook, mail and the calendar feed work here.")
    expect(page.get_by_role("button", name="Alert this browser")).to_be_hidden()


def test_the_page_of_alerts_shows_how_a_test_went_and_keeps_what_you_type(server: Server, visit: Visit) -> None:
    page = visit()
    user.open_page(page, f"{server.url}{ALERTS}")
    user.fill(page.locator("#webhook-address"), "https://nobody.invalid/hook")
    user.click(page.locator("form[action$='/webhook'] button"))
    expect(page.locator("#news")).to_have_text("Added. Send a test to see that it works.")
    user.click(page.locator("form[action$='/test'] button"))
    field = page.locator("#webhook-address")
    user.fill(field, "https://home.example/")
    expect(page.locator("#news")).to_contain_text("The test was not sent.", timeout=user.WAIT)
    expect(field).to_have_value("https://home.example/")
