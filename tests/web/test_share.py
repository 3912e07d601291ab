"""A result is shared by the device's own dialog, else through the clipboard, and without the script by hand."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, resign, wait_until_asked

STUB = "navigator.share = async (given) => { window.given = given.text; if (window.fails) throw new window.fails(); }"
REFUSED = "window.fails = class extends Error { name = '%s' }"


def finished(page: Page, server: Server) -> str:
    """The text to share on the daily page, after today's first deal."""
    user.open_page(page, f"{server.url}/daily")
    user.click(page.locator(".deal-of-day form button"))
    wait_until_asked(page)
    resign(page)
    user.open_page(page, f"{server.url}/daily")
    text = page.locator(".deal-of-day textarea").input_value()
    assert text.startswith("Grognard, daily deal of ")
    assert text.rpartition(" ")[2].startswith(f"{server.url}/daily?day=")
    return text


def test_a_click_copies_the_result_and_says_so(visit: Visit, server: Server) -> None:
    page = visit()
    text = finished(page, server)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("delete Navigator.prototype.share")
    user.click(page.locator(".deal-of-day .share > summary"))
    expect(page.locator(".deal-of-day .share-done")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == text
    assert page.locator(".calendar .played.today").count() == 1


def test_where_the_device_can_share_it_does_and_otherwise_the_text_is_copied(visit: Visit, server: Server) -> None:
    page = visit()
    text = finished(page, server)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    fold = page.locator(".deal-of-day .share")
    for setting in (STUB, REFUSED % "AbortError"):
        page.evaluate(f"() => {{ {setting} }}")
        user.click(fold.locator("summary"))
        page.wait_for_function("window.given")
        assert page.evaluate("window.given") == text
        assert fold.get_attribute("open") is None, "it was shared, or you changed your mind"
        page.evaluate("window.given = ''")
    page.evaluate(f"() => {{ {REFUSED % 'NotAllowedError'} }}")
    user.click(fold.locator("summary"))
    expect(fold.locator(".share-done")).to_have_text("Copied.")


def test_without_the_script_there_is_a_text_to_select(visit: Visit, server: Server) -> None:
    page = visit()
    text = finished(page, server)
    plain = visit(like=page.context, java_script_enabled=False)
    user.open_page(plain, f"{server.url}/daily")
    user.click(plain.locator(".deal-of-day .share > summary"))
    field = plain.locator(".deal-of-day textarea")
    expect(field).to_be_visible()
    expect(field).to_have_value(text)
    expect(field).to_have_js_property("readOnly", True)
