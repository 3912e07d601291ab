"""What a user does on a page. Each step waits until the page is ready, acts, and waits until the result is there.

A page says when it is ready: `data-scripts` on `<html>` is "ready" while its scripts listen and nothing that the user
asked for is underway (`static/ready.js`). All browser tests act through this module; test_user.py finds those that do
not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

from playwright.sync_api import BrowserContext, FilePayload, Locator, Page

from tests.web.slow import PATIENCE

WAIT: Final = 90_000 * PATIENCE  # milliseconds: only a test that fails waits so long
SIGN: Final = "html[data-scripts=ready]"
# The same inside a page, for the scripts of tests.
IS_READY: Final = "document.documentElement.dataset.scripts === 'ready'"
CLICK: Final = f"""async ([selector, patience]) => {{
    const result = %s;
    const end = Date.now() + patience; // tests may set the other clock
    const until = async (come, what) => {{
        while (!come()) {{
            if (Date.now() > end) throw new Error(what);
            await new Promise((resolve) => setTimeout(resolve, 5));
        }}
    }};
    const ready = () => {IS_READY};
    const target = () => document.querySelector(selector);
    await until(() => ready() && target(), `There is no ${{selector}}.`);
    const since = Number(document.querySelector("main#table")?.dataset.version ?? -1);
    target().click();
    await until(() => ready() && result(since), `Nothing came of ${{selector}}.`);
}}"""
FRAMES: Final = """async () => {
    for (const _ of [1, 2]) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
PRESS: Final = "(event) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', event))"
# Pages that run no scripts never show the sign.
WITHOUT_SCRIPTS: Final[WeakSet[BrowserContext]] = WeakSet()

Place = Locator | Page
Point = tuple[float, float]


def wait_until_ready(page: Page) -> None:
    """Waits until the page is there, its scripts listen, and the result of everything the user did is on it."""
    if not page.url.startswith("http"):  # a new page, or one that a test has written itself
        return
    if page.context in WITHOUT_SCRIPTS:
        page.wait_for_load_state("domcontentloaded")
    else:
        page.locator(SIGN).wait_for(state="attached", timeout=WAIT)


@contextmanager
def _step(page: Page) -> Iterator[None]:
    wait_until_ready(page)
    yield
    wait_until_ready(page)


def _target(place: Place, selector: str) -> Locator:
    """An element: one that is given, or the first on the page that fits the selector."""
    if isinstance(place, Locator):
        assert not selector, "an element needs no selector"
        return place
    return place.locator(selector).first


def _page(place: Place) -> Page:
    return place.page if isinstance(place, Locator) else place


# -- from page to page -----------------------------------------------------------------------------------------------


def open_page(page: Page, address: str) -> None:
    """Opens an address."""
    with _step(page):
        page.goto(address)


def reload(page: Page) -> None:
    """Loads the page again."""
    with _step(page):
        page.reload()


def go_back(page: Page) -> None:
    """Goes back to the page before."""
    with _step(page):
        page.go_back()


# -- with the mouse, or a finger -------------------------------------------------------------------------------------


def click(place: Place, selector: str = "", *, at: Point | None = None, force: bool = False) -> None:
    """Clicks an element, in its middle or `at` a point of it; with `force` even if Playwright takes it for disabled."""
    target = _target(place, selector)
    position: Any = None if at is None else {"x": at[0], "y": at[1]}
    # First it has to be there: a click on what is just being drawn would get lost.
    target.wait_for(state="attached")
    with _step(target.page):
        target.click(position=position, force=force)


def click_at(page: Page, x: float, y: float) -> None:
    """Clicks a point of the window."""
    with _step(page):
        page.mouse.click(x, y)


def click_by_script(page: Page, selector: str, result: str = "() => true") -> None:
    """Clicks the first element that fits, even if something covers it, and waits for the result.

    `result` is a script that says whether the result is there, given the version of the table that was clicked. All of
    it is one call, for tests that need hundreds of clicks to get to their subject.
    """
    page.evaluate(CLICK % result, [selector, WAIT])


def click_if_there(page: Page, selector: str) -> None:
    """Clicks by script the first element that fits, if there is one: a table may change at any moment."""
    with _step(page):
        page.evaluate("(selector) => document.querySelector(selector)?.click()", selector)


def hover(place: Place, selector: str = "") -> None:
    """Rests the mouse on an element."""
    target = _target(place, selector)
    with _step(target.page):
        target.hover()


def move_mouse(page: Page, x: float, y: float) -> None:
    """Moves the mouse to a point of the window."""
    with _step(page):
        page.mouse.move(x, y)


@contextmanager
def mouse_held(page: Page) -> Iterator[None]:
    """Holds the button of the mouse down, where the mouse is."""
    with _step(page):
        page.mouse.down()
        yield
        page.mouse.up()


def scroll_to(target: Locator) -> None:
    """Scrolls until an element is in view."""
    with _step(target.page):
        target.scroll_into_view_if_needed()


# -- with the keyboard -----------------------------------------------------------------------------------------------


def press_key(place: Place, key: str, code: str = "") -> None:
    """Presses a key, on an element or where the focus is; with a code, what another keyboard has at that position."""
    with _step(_page(place)):
        if code:
            _page(place).evaluate(PRESS, {"key": key, "code": code, "bubbles": True, "cancelable": True})
        elif isinstance(place, Locator):
            place.press(key)
        else:
            place.keyboard.press(key)


def tab_to(page: Page, selector: str, most: int = 120) -> None:
    """Presses Tab until the focus is on an element that fits."""
    with _step(page):
        for _ in range(most):
            if page.evaluate("(selector) => Boolean(document.activeElement?.matches(selector))", selector):
                return
            page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def focus(target: Locator) -> None:
    """Moves the focus to an element."""
    with _step(target.page):
        target.focus()


# -- in forms --------------------------------------------------------------------------------------------------------


def fill(place: Place, text: str, selector: str = "") -> None:
    """Replaces the text of a field."""
    target = _target(place, selector)
    with _step(target.page):
        target.fill(text)


def choose(place: Place, value: str, selector: str = "") -> None:
    """Chooses from a list."""
    target = _target(place, selector)
    with _step(target.page):
        target.select_option(value)


def tick(place: Place, selector: str = "") -> None:
    """Ticks a box, or one of several options."""
    target = _target(place, selector)
    with _step(target.page):
        target.check()


def attach(place: Place, file: Path | FilePayload, selector: str = "") -> None:
    """Chooses a file to send."""
    target = _target(place, selector)
    with _step(target.page):
        target.set_input_files(file)


# -- with the window -------------------------------------------------------------------------------------------------


def resize(page: Page, width: int, height: int) -> None:
    """Makes the window another size, and waits until the page has fitted itself to it."""
    with _step(page):
        page.set_viewport_size({"width": width, "height": height})
        wait_for_frames(page)


def wait_for_frames(page: Page) -> None:
    """Waits for two frames: what the page does in the next one, and after it, is done then."""
    page.evaluate(FRAMES)


# -- on purpose without waiting --------------------------------------------------------------------------------------


def open_without_waiting(page: Page, address: str) -> None:
    """Opens an address and returns as soon as the page begins to arrive."""
    page.goto(address, wait_until="commit")


def click_without_waiting(target: Locator) -> None:
    """Clicks an element, whether or not anything listens, and waits for nothing that comes of it."""
    target.click(no_wait_after=True)
