"""The sign that a page is ready, what a test without it runs into, and that every browser test waits for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, Route

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, Watch, button, set_up, version, wait_until_asked

MARK: Final = "window.stayed = true"
STAYED: Final = "window.stayed === true"


def deployment(visit: Visit, server: Server) -> Page:
    """A table for two people at one screen, where nothing happens but what the test does."""
    page = visit()
    set_up(page, server.url, "one_screen", open_hands="yes")
    wait_until_asked(page)
    return page


def sign(page: Page) -> str:
    """What the page says of itself."""
    return page.locator("html").get_attribute("data-scripts") or ""


def hold(page: Page, address: str) -> list[Route]:
    """Holds back what comes from an address: the requests, as they are made."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


# -- the scripts listen ----------------------------------------------------------------------------------------------


def test_a_click_before_the_scripts_listen_leaves_the_page(visit: Visit, server: Server) -> None:
    page = deployment(visit, server)
    hold(page, "**/main.js")
    user.open_without_waiting(page, page.url)
    button(page, "END_DEPLOY").wait_for()
    page.evaluate(MARK)
    assert sign(page) == ""
    user.click_without_waiting(button(page, "END_DEPLOY"))
    page.wait_for_function(f"() => !({STAYED})")
    page.unroute("**/main.js")


def test_a_user_waits_until_the_scripts_listen(visit: Visit, server: Server) -> None:
    page = deployment(visit, server)

    def late(route: Route) -> None:
        button(page, "END_DEPLOY").wait_for()
        page.evaluate(MARK)
        user.wait_for_frames(page)
        route.continue_()

    page.route("**/main.js", late)
    user.open_without_waiting(page, page.url)
    user.click(button(page, "END_DEPLOY"))
    button(page, "ATTACK").or_(button(page, "HOLD")).first.wait_for()
    assert page.evaluate(STAYED)


# -- the answer has come ---------------------------------------------------------------------------------------------


def watched(page: Page) -> list[str]:
    """The requests by which a page plays, and their answers, as they come."""
    told: list[str] = []
    page.on("request", lambda request: told.append("asked") if request.url.endswith("/play") else None)
    page.on("response", lambda response: told.append("answered") if response.url.endswith("/play") else None)
    return told


def test_a_click_before_the_answer_to_the_last_one_is_lost(visit: Visit, server: Server) -> None:
    page = deployment(visit, server)
    told, held, since = watched(page), hold(page, "**/play"), version(page)
    user.click_without_waiting(button(page, "END_DEPLOY"))
    assert sign(page) == "busy"
    user.click_without_waiting(button(page, "END_DEPLOY"))
    assert sign(page) == "busy"
    held[0].continue_()
    user.wait_until_ready(page)
    assert version(page) > since
    assert told == ["asked", "answered"]


def test_a_user_waits_for_the_answer_to_the_last_click(visit: Visit, server: Server) -> None:
    page = deployment(visit, server)
    told = watched(page)

    def late(route: Route) -> None:
        page.wait_for_function("() => window.answer")
        route.continue_()

    page.route("**/play", late)
    user.click_without_waiting(button(page, "END_DEPLOY"))
    assert sign(page) == "busy"
    page.evaluate("window.answer = true")
    user.click(page, "[data-action=ATTACK], [data-action=HOLD]")
    assert told == ["asked", "answered"] * 2


def test_after_an_error_and_from_the_browsers_cache_a_page_is_ready(visit: Visit, server: Server, watch: Watch) -> None:
    watch.expect("status of 500")
    page = deployment(visit, server)
    page.route("**/play", lambda route: route.fulfill(status=500, body="Out of order"))
    user.click(button(page, "END_DEPLOY"))
    assert sign(page) == "ready"
    page.evaluate("""() => {
        document.documentElement.dataset.scripts = "busy";
        dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    assert sign(page) == "ready"


def test_a_page_that_is_left_is_busy_until_it_is_gone_and_one_that_downloads_is_not_left(
    visit: Visit, server: Server
) -> None:
    page = deployment(visit, server)
    leaves = """() => {
        document.querySelector(".menu a[href$='/rules']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
        return document.documentElement.dataset.scripts;
    }"""
    assert page.evaluate(leaves) == "busy"
    page.wait_for_url("**/rules")
    user.open_page(page, f"{server.url}/your-data")
    with page.expect_download():
        user.click(page, "[data-download]")
    assert sign(page) == "ready"


# -- everybody waits -------------------------------------------------------------------------------------------------

FOLDER: Final = Path(__file__).parent
# What Playwright's pages and elements do; `page.mouse` and its like do it too.
ACTS: Final = {
    "goto", "reload", "go_back", "go_forward", "click", "dblclick", "tap", "hover", "drag_to", "drag_and_drop", "fill",
    "clear", "press", "press_sequentially", "focus", "blur", "check", "uncheck", "set_checked", "select_option",
    "set_input_files", "dispatch_event", "scroll_into_view_if_needed", "set_viewport_size",
}  # fmt: skip
DEVICES: Final = {"mouse", "keyboard", "touchscreen"}
# A driver of another browser waits for the sign itself.
WAIT_THEMSELVES: Final = {"user", "driver"}
# Looks at what cannot say that it has changed.
MAY_SLEEP: Final = {("support.py", "until")}
SLEEPS: Final = {"wait_for_timeout", "sleep"}


def faults(file: Path) -> Iterator[str]:
    """The places of a file where a test acts on a page itself, or waits for time to pass."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and (file.name, function.name) in MAY_SLEEP:
            function.body = []
    for node in ast.walk(tree):
        if what := _fault(node):
            yield f"{file.name}:{getattr(node, 'lineno', 0)}: {what}"


def _fault(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if ".click()" in node.value or "networkidle" in node.value:
            return node.value
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".type"):  # `message.type` acts on nothing
        return ast.unparse(node)
    elif isinstance(node, ast.Attribute):
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        if node.attr in SLEEPS or node.attr in DEVICES or (node.attr in ACTS and owner not in WAIT_THEMSELVES):
            return ast.unparse(node)
    elif isinstance(node, ast.ImportFrom) and node.module == "time":
        return ast.unparse(node)
    return ""


def test_every_browser_test_acts_through_the_user_and_none_waits_for_time_to_pass() -> None:
    files = [file for file in FOLDER.glob("*.py") if file.name not in ("user.py", Path(__file__).name)]
    assert len(files) > 20
    assert [fault for file in sorted(files) for fault in faults(file)] == []


@pytest.mark.parametrize(
    "line",
    ["page.goto(url)", "page.locator('a').first.click()", "lambda: close.click()", "act = close.click",
     "field.type(text)", "page.keyboard.press('u')", "page.wait_for_timeout(5)", "time.sleep(1)",
     "from time import sleep", "page.wait_for_load_state('networkidle')", "page.evaluate('document.body.click()')"],
)  # fmt: skip
def test_what_is_looked_for_is_found(line: str, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(f"def test_it(page):\n    {line}\n    user.click(page, 'a')\n")
    assert {fault.split(":")[1] for fault in faults(file)} == {"2"}
