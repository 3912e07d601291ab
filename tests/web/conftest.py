"""A real server and a real Chromium. Where there is no Chromium the tests are skipped, or fail if one is required."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.slow import throttle
from tests.web.support import Server, Watch
from tests.web.user import WAIT, WITHOUT_SCRIPTS

FOLDER: Final = Path(__file__).parent
# The shell has no windows to draw, which is half of what the tests take otherwise.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", "--disable-quic",
    # No process in reserve, none for each site, and none to draw or to fetch: few processes have to start and talk.
    "--disable-site-isolation-trials", "--process-per-site", "--renderer-process-limit=1",
    "--in-process-gpu", "--enable-features=NetworkServiceInProcess2",
    # Without these, Chromium emulates a graphics card, which took a sixth of all processor time.
    "--disable-gpu-compositing", "--disable-software-rasterizer",
]  # fmt: skip
# No memory for pixels: all is laid out and painted, but nothing is drawn that nobody looks at, which took a third.
BLIND = [*ARGUMENTS, "--force-gpu-mem-available-mb=0"]
AT_ONCE = "if (location.protocol === 'http:') localStorage.setItem('grognard.pace', '0')"


# A state that a page is to reach may take long on a busy machine: a test that fails waits for it, and no other.
expect.set_options(timeout=WAIT)


class Visit(Protocol):
    """Opens a page in a browser context of its own; `like` takes over the cookies of another context."""

    def __call__(self, *, like: BrowserContext | None = None, pace: bool = False, **options: Any) -> Page: ...


def found_chromium() -> str | None:
    """Where Chromium is."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def required_chromium() -> str:
    """Where Chromium is. Without it the test is skipped, or fails if a browser is required."""
    path = found_chromium()
    if path is None:
        sentence = "There is no Chromium here (Debian: apt install chromium-headless-shell)."
        if os.environ.get("GROGNARD_REQUIRE_BROWSER") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    return path


class SharedChromium:
    """Debian's Chromium (Playwright's own is not everywhere), for all browser tests that a process runs in a row.

    While it runs, its event loop keeps other tests of the process from having one.
    """

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        """Returns the running browser, or starts one."""
        if self._browser is None or not self._browser.is_connected():
            self.close()
            playwright = self._opened.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=required_chromium(), args=BLIND)
            self._opened.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        """Ends the browser and its event loop."""
        self._browser = None
        self._opened.close()


SHARED: Final = SharedChromium()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Ends the browser after the last of the browser tests in a row."""
    try:
        yield
    finally:
        if nextitem is None or not nextitem.path.is_relative_to(FOLDER):
            SHARED.close()


@pytest.fixture
def chromium() -> Iterator[Browser]:
    """A browser without any pages."""
    browser = SHARED.browser()
    yield browser
    for context in browser.contexts:
        context.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for the tests of one file."""
    served = Server(tmp_path_factory.mktemp("served"))
    served.start()
    yield served
    served.stop()
    assert "Traceback" not in served.log.read_text()
    assert "failed" not in served.log.read_text()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What the pages of a test complain about; at its end there may be nothing unexpected."""
    watched = Watch()
    yield watched
    assert watched.unexpected == []


def opened_context(chromium: Browser, watch: Watch, **options: Any) -> BrowserContext:
    """A browser context whose pages are watched, and as slow as the environment asks for."""
    context = chromium.new_context(**options)
    context.set_default_timeout(WAIT)
    if not options.get("java_script_enabled", True):
        WITHOUT_SCRIPTS.add(context)
    context.on("page", watch.over)
    context.on("page", throttle)
    return context


@pytest.fixture
def visit(chromium: Browser, server: Server, watch: Watch) -> Iterator[Visit]:
    """Opens pages, quick and without motion unless a test wants it otherwise."""
    opened: list[BrowserContext] = []

    def open_page(*, like: BrowserContext | None = None, pace: bool = False, **options: Any) -> Page:
        settings: dict[str, Any] = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}} | options
        if like is not None:
            settings["storage_state"] = like.storage_state()
        context = opened_context(chromium, watch, **settings)
        opened.append(context)
        if not pace:
            context.add_init_script(AT_ONCE)
        return context.new_page()

    yield open_page
    for context in opened:
        context.close()
