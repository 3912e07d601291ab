"""What the browser tests share: a real server that can be killed, a watch over every page, and a way to play."""

from __future__ import annotations

import os
import re
import signal
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, Request

from tests.server.nursery import Child, Metas
from tests.server.support import environment, free_port
from tests.web import user
from tests.web.slow import PATIENCE, distant
from tests.web.user import IS_READY, WAIT

# House rules that make a long game short.
SHORT: Final = {
    "fusillade": {"troops": "50"},
    "three-emperors": {"morale": "12"},
    "green-troops": {"balanced": "on", "retire": "on"},
    "company-commander": {"victory_count": "6"},
    "ready-aim-fire": {"army_breakpoint": "on", "nightfall_round": "10"},
}
SLUG: Final = "fusillade"
START_SECONDS: Final = 30.0 * PATIENCE
EVERY: Final = 0.02  # seconds between two looks, where nothing says that something has changed

# The page's own way of saying that it shows a table, which version of it, and whether something can be chosen.
TOLD: Final = f"""() => {{
    const table = document.querySelector("main#table");
    if (!table || !({IS_READY})) return null;
    return {{
        version: Number(table.dataset.version), ply: Number(table.dataset.ply), seat: table.dataset.seat,
        toMove: table.dataset.toMove, outcome: table.dataset.outcome ?? "",
        actions: [...table.querySelectorAll("[data-action]")].map((button) => button.dataset.action),
    }};
}}"""
READY: Final = f"""(since) => {{
    const table = document.querySelector("main#table");
    if (!table || !({IS_READY}) || Number(table.dataset.version) <= since) return false;
    return "outcome" in table.dataset || Boolean(table.querySelector("[data-action], [data-hand-over]"));
}}"""
MOVED: Final = f"""(since) => {{
    const table = document.querySelector("main#table");
    return Boolean(table) && {IS_READY} && Number(table.dataset.version) > since;
}}"""
VERSION: Final = re.compile(r'data-version="(\d+)"')
TABLE: Final = re.compile(r'<main id="table".*</main>', re.DOTALL)
PRESENCE: Final = re.compile(r'<span class="presence [^>]*>[^<]*</span>')
WITHOUT_PRESENCE: Final = """(table) => {
    const shown = table.cloneNode(true);
    for (const presence of shown.querySelectorAll(".presence")) presence.remove();
    return shown.innerHTML;
}"""

Found = TypeVar("Found")


class Server:
    """`grognard serve` in a process of its own, on files of its own."""

    def __init__(self, data: Path, metas: Metas | None = None, skipped: Path | None = None, **settings: object) -> None:
        self.data = data
        self._skipped = skipped
        self._metas = metas or {}
        self._own_port = free_port()
        self.port = distant(self._own_port)
        self.url = f"http://localhost:{self.port}"
        roomy = dict.fromkeys(("requests_per_minute", "guests_per_minute", "work_per_minute", "moments"), 1_000_000)
        self._settings = roomy | settings
        self._process: Child | None = None

    @property
    def log(self) -> Path:
        """What the server wrote."""
        return self.data / "server.log"

    def start(self) -> None:
        """Starts it, on the same port and files each time, and waits until it is ready."""
        settings = {f"GROGNARD_{name.upper()}": str(value) for name, value in self._settings.items()}
        self.data.mkdir(parents=True, exist_ok=True)
        arguments = ["--port", str(self._own_port), "--data-dir", str(self.data)]
        self._process = Child(arguments, environment(settings), self.data, self.log, self._metas, skipped=self._skipped)
        until(self._started, START_SECONDS, "The server does not start.")

    def _started(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"the server did not start: {self.log.read_text()}"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._own_port}/readyz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    def kill(self) -> None:
        """kill -9."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """SIGTERM, as a host does it."""
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, with_signal: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(with_signal)
        self._process.wait(timeout=20)
        # Its session is its own, so that killing it leaves none of its thinking processes behind.
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process = None


def until(found: Callable[[], Found | None], seconds: float, what: str) -> Found:
    """Polls until something is found, for states that neither a page nor a process reports."""
    end = time.monotonic() + seconds
    while not (one := found()):
        if time.monotonic() > end:
            raise AssertionError(what)
        time.sleep(EVERY)
    return one


class Watch:
    """Hears every complaint of the pages it is set on: errors, warnings, and requests to anywhere but our server."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._expected: list[str] = []

    def expect(self, *patterns: str) -> None:
        """Complaints that a test brings about on purpose, such as a refused click, which Chromium reports."""
        self._expected += patterns

    def over(self, page: Page) -> None:
        """Listens to a page."""
        page.on("console", self._console)
        page.on("pageerror", self._error)
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: Error) -> None:
        self._complain(f"page error: {error}")

    def _request(self, request: Request) -> None:
        if not re.match(r"http://(localhost|127\.0\.0\.1):|data:|blob:", request.url):
            self._complain(f"foreign request: {request.url}")

    def _complain(self, text: str) -> None:
        self.complaints.append(text)

    @property
    def unexpected(self) -> list[str]:
        """The complaints that no test asked for."""
        return [text for text in self.complaints if not any(re.search(known, text) for known in self._expected)]


# Scripts of the page that ask the server on behalf of its guest.
FETCH: Final = "(path) => fetch(path).then((answer) => answer.text())"
POST: Final = """([path, fields]) => {
    const body = new URLSearchParams(fields);
    body.append("_csrf_token", document.querySelector("[name=_csrf_token]").value);
    return fetch(path, {method: "POST", body}).then((answer) => answer.text());
}"""
HANDLES: Final = "(cards) => cards.map((card) => card.dataset.handle)"


# -- setting up and playing ------------------------------------------------------------------------------------------


def set_up(
    page: Page, base: str, company: str = "computer", slug: str = SLUG, short: bool = True, **choices: str
) -> str:
    """Sets up a table, mostly for a short game, by sending the set-up page's form, and goes there; the table's id."""
    form = page.request.get(f"{base}/games/{slug}").text()
    token = re.search(r'name="_csrf_token" value="([^"]*)"', form)
    assert token is not None
    fields = (
        {"_csrf_token": token[1], "with": company, "side": "0", "pace": "live"}
        | (SHORT.get(slug, {}) if short else {})
        | choices
    )
    if 'name="seat-0"' in form:  # seat by seat, and here two of them
        other = {"computer": fields.pop("bot", "greedy"), "one_screen": "you", "friend": "open"}[company]
        fields = {"seat-0": "you", "seat-1": other} | fields
    answer = page.request.post(f"{base}/games/{slug}/tables", form=fields, max_redirects=0)
    path = answer.headers["location"]
    user.open_page(page, f"{base}{path}")
    return path.split("/")[2]


def invite(host: Page, base: str, guest: Page, guests_base: str, slug: str = SLUG) -> str:
    """One sets up a table for a friend, who opens the link and joins; the id of the table."""
    id = set_up(host, base, "friend", slug, side="0")
    assert host.url.endswith("/invitation")
    link = host.locator("[data-link]").input_value()
    user.click(host, f"a[href='/tables/{id}']")
    user.open_page(guest, re.sub(r"^http://[^/]+", guests_base, link))
    user.click(guest, "[data-join]")
    for page in (host, guest):
        page.wait_for_selector("#table")
        user.wait_until_ready(page)
    return id


def menu(page: Page) -> None:
    """Opens the table's own menu.

    A move of the computer may shift the line it is in while the mouse is down. Then the click hits nothing.
    """

    def opened() -> bool:
        user.wait_until_ready(page)
        if page.locator("details.menu").evaluate("(menu) => menu.open"):
            return True
        user.click(page, "details.menu > summary")
        return False

    until(opened, WAIT / 1000, "the menu does not open")


def resign(page: Page) -> None:
    """Gives up, and says so twice. A move of the computer may close the menu or shift the line before the click."""
    yes = page.get_by_role("dialog").get_by_role("button", name="Yes, resign")

    def asked() -> bool:
        user.wait_until_ready(page)
        if yes.count():
            return True
        menu(page)
        user.click(page, "[data-resign]")
        return False

    until(asked, WAIT / 1000, "nothing asks whether to resign")
    user.click(yes)
    page.wait_for_selector("#table[data-outcome=resigned]")


# By the address of a server: a game that was given up there, and the cookies of who did so.
GIVEN_UP: Final[dict[str, tuple[str, list[Any]]]] = {}


def given_up(page: Page, base: str) -> str:
    """Goes to a game that was given up after some moves, as the one who gave it up; the id of its table.

    It is played once for all tests of a server, which only look at it.
    """
    if base not in GIVEN_UP:
        id = set_up(page, base)
        wait_until_asked(page)
        for _ in range(8):
            do(page, choice(actions(page)))
        resign(page)
        GIVEN_UP[base] = id, page.context.cookies()
        return id
    id, cookies = GIVEN_UP[base]
    page.context.add_cookies(cookies)
    user.open_page(page, f"{base}/tables/{id}")
    page.wait_for_selector("#table[data-outcome=resigned]")
    return id


def version(page: Page) -> int:
    """The version of the table that a page shows."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


def asked(pages: tuple[Page, Page]) -> tuple[int, list[str]]:
    """Waits until one of two pages may choose; returns its number and its actions, none once the game is over."""

    def found() -> tuple[int, list[str]] | None:
        for number, page in enumerate(pages):
            told = page.evaluate(TOLD)
            if told is not None and (told["actions"] or told["outcome"]):
                return number, told["actions"]
        return None

    return until(found, WAIT / 1000, "nobody is asked")


def in_turn(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """The page that is asked, and the other."""
    seat, _ = asked(pages)
    return pages[seat], pages[1 - seat]


def in_step(*pages: Page) -> None:
    """Waits until each of these pages shows its table as the server would send it now."""
    for page in pages:
        found = VERSION.search(page.request.get(page.url).text())
        assert found is not None
        page.wait_for_function(MOVED, arg=int(found[1]) - 1, timeout=WAIT)


def without_events(page: Page) -> Page:
    """A page, not yet opened, whose table changes by the user's own clicks alone: it hears of nothing else."""
    page.add_init_script("delete window.SharedWorker")  # which asks for itself: nothing of it can be kept back
    page.route("**/stream?*", lambda route: route.fulfill(status=204))
    return page


def without_presence(page: Page) -> str:
    """All that a page shows of its table, but for who is here."""
    return str(page.locator("#table").evaluate(WITHOUT_PRESENCE))


def sent(page: Page) -> str:
    """The table as the server sends it when the page is asked for again, but for who is here."""
    found = TABLE.search(page.request.get(page.url).text())
    assert found is not None
    return PRESENCE.sub("", found[0])


def over(page: Page) -> bool:
    """Does the page show a game that has ended?"""
    return page.locator("#table[data-outcome]").count() > 0


def actions(page: Page) -> list[str]:
    """The notation of every action button."""
    told = page.evaluate(TOLD)
    return [] if told is None else list(told["actions"])


def button(page: Page, notation: str) -> Locator:
    """The button of an action."""
    return page.locator(f"[data-action={quoted(notation)}]").first


def quoted(text: str) -> str:
    """A string as CSS has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def press(card: Locator) -> None:
    """Clicks a card where it shows: in a full hand the next one covers its middle, and one pointed at its edge."""
    user.move_mouse(card.page, 0, 0)
    user.click(card, at=(10, 20))


def click(page: Page, notation: str) -> None:
    """Clicks an action and waits until the page shows what came of it."""
    since = version(page)
    press(button(page, notation))
    page.wait_for_function(MOVED, arg=since, timeout=WAIT)


def wait_until_asked(page: Page, since: int = -1) -> None:
    """Waits until something can be chosen on the page, or the game is over."""
    page.wait_for_function(READY, arg=since, timeout=WAIT)


def choice(notations: Sequence[str], eager: bool = True) -> str:
    """Which action to take: mostly to attack with all there is, now and then (by the card's name) something else."""

    def at_times(notation: str, of: int) -> bool:
        return zlib.crc32(notation.encode()) % of == 0

    for notation in notations:
        verb = notation.split(" ")[0]
        if verb in ("UNIT", "SUPPORT", "TARGET", "TRIM") or (verb == "ATTACK" and eager):
            return notation
        if verb in ("MORALE", "COUNTER", "BLUNDER", "PLAY", "OPP", "DEFEND", "TAKE") and at_times(notation, 2):
            return notation
        if verb in ("USE", "EXCHANGE") and at_times(notation, 4):
            return notation
    plain = [notation for notation in notations if " " not in notation]
    return (plain or list(notations))[-1 if "HOLD" in notations else 0]


def do(page: Page, notation: str, then: str = READY) -> None:
    """Chooses an action where it is not the click that is tested, and waits until the page is asked again."""
    user.click_by_script(page, f"[data-action={quoted(notation)}]", then)


def play_until(page: Page, wanted: str, most: int = 400, eager: bool = True) -> None:
    """Plays until the page has an element, in another game if chance did not bring it; fails after so many choices."""
    wait_until_asked(page)
    for _ in range(most):
        if page.locator(wanted).count():
            return
        if over(page):
            user.click(page.get_by_role("button", name="Rematch"))
            page.wait_for_selector("#table:not([data-outcome])")
            wait_until_asked(page)
        elif page.locator("[data-hand-over]").count():  # at one screen, the other person's turn
            user.click(page, "[data-hand-over]")
            page.locator("[data-action]").first.wait_for()
        else:
            do(page, choice(actions(page), eager))
    raise AssertionError(f"{wanted} did not come")
