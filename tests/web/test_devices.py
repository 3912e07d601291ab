"""A second device and a recovery code in the browser, with the keyboard alone, on a phone and on a computer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, Watch, set_up

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 720}


def press(page: Page, selector: str) -> None:
    """Goes to a button or link with Tab, and presses it."""
    user.tab_to(page, selector)
    user.press_key(page, "Enter")


def type_into(page: Page, selector: str, text: str) -> None:
    """Goes to a field with Tab, types, and presses Enter."""
    user.tab_to(page, selector)
    for letter in text:
        user.press_key(page, letter)
    user.press_key(page, "Enter")


@pytest.mark.parametrize(("old_size", "new_size"), [(SCREEN, PHONE), (PHONE, SCREEN)], ids=["phone", "computer"])
def test_a_device_is_added_with_the_keyboard(
    old_size: dict[str, int], new_size: dict[str, int], visit: Visit, server: Server, watch: Watch
) -> None:
    watch.expect("status of 400")
    old, new, preview = visit(viewport=old_size), visit(viewport=new_size), visit()
    table = set_up(old, server.url)
    own = set_up(new, server.url)
    user.open_page(old, f"{server.url}/your-data/devices")
    press(old, "[data-add-device]")
    link = old.locator("#device-link").input_value()
    user.open_page(preview, link)
    user.open_page(new, link)
    expect(new.locator("main")).to_contain_text("This browser becomes one of the devices of a guest without a name.")
    press(new, "[data-show-digits]")
    digits = new.locator("[data-digits]").inner_text()
    expect(old.locator("#digits")).to_be_visible()  # without a click
    type_into(old, "#digits", "000000" if digits.replace(" ", "") != "000000" else "111111")
    expect(old.get_by_role("alert")).to_have_text("Those aren't the digits on the new device. You have 4 more tries.")
    assert old.evaluate("document.activeElement.id") == "digits"
    user.press_key(old, "Control+a")
    type_into(old, "#digits", digits)
    expect(old.locator("h1")).to_have_text("The digits match")
    expect(new.locator("h1")).to_have_text("Bring your games along?")
    expect(new.locator("[data-coming] li")).to_have_text(["Fusillade: 1 game in progress"])
    press(new, "button[value=bring]")
    expect(old.locator("h1")).to_have_text("Your new device is ready")
    for page in (old, new):
        for id in (table, own):
            user.open_page(page, f"{server.url}/tables/{id}")
            expect(page.locator("#table")).to_have_attribute("data-seat", "0")
    user.open_page(preview, f"{server.url}/tables/{table}")
    expect(preview.locator("#table")).to_have_attribute("data-seat", "")


def test_a_waiting_device_shows_that_its_link_is_dead_and_stops_asking(
    visit: Visit, server: Server, watch: Watch
) -> None:
    watch.expect("status of 403")
    old, new = visit(), visit(viewport=PHONE)
    user.open_page(old, f"{server.url}/your-data/devices")
    user.click(old, "[data-add-device]")
    user.open_page(new, old.locator("#device-link").input_value())
    user.click(new, "[data-show-digits]")
    expect(old.locator("#digits")).to_be_visible()
    user.click(old.get_by_role("button", name="Start over"))
    expect(new.get_by_role("alert")).to_contain_text("This link no longer works.")
    assert new.locator("[data-working]").count() == 0


def test_a_lost_device_is_replaced_with_the_keyboard(visit: Visit, server: Server, watch: Watch) -> None:
    watch.expect("status of 400")
    lost, new = visit(viewport=SCREEN), visit(viewport=PHONE)
    table = set_up(lost, server.url)
    user.open_page(lost, f"{server.url}/your-data/devices/code")
    press(lost, "[data-make-code]")
    code = lost.locator("[data-recovery-code]").input_value()
    user.open_page(new, server.url)
    press(new, "a[href='/recover']")
    type_into(new, "#code", "0123")
    expect(new.get_by_role("alert")).to_have_text("A recovery code has 16 letters and digits. Check what you typed.")
    user.press_key(new, "Control+a")
    type_into(new, "#code", code.lower().replace(" ", "-"))
    expect(new.locator("h1")).to_have_text("Your new recovery code")
    assert new.locator("[data-recovery-code]").input_value() != code
    user.open_page(new, f"{server.url}/tables/{table}")
    expect(new.locator("#table")).to_have_attribute("data-seat", "0")
