"""Passkeys in a browser: Chromium's own authenticator stands for the one of a phone or a computer."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, Watch, set_up

DEVICES: Final = "/your-data/devices"
# A phone that its owner holds.
PHONE: Final = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
NONE: Final = "delete window.PublicKeyCredential"


class Phone:
    """An authenticator of the browser that shows this page."""

    def __init__(self, page: Page, **more: Any) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        found = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE | more})
        self._id = {"authenticatorId": found["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        """The passkeys on it."""
        return list(self._session.send("WebAuthn.getCredentials", self._id)["credentials"])

    def put(self, passkey: dict[str, Any]) -> None:
        """Puts a passkey on it, as a password manager does that shares them between devices."""
        self._session.send("WebAuthn.addCredential", self._id | {"credential": passkey})

    def refuse(self) -> None:
        """From now on someone else holds it."""
        self._session.send("WebAuthn.setUserVerified", self._id | {"isUserVerified": False})


def add(page: Page, base: str) -> None:
    """Adds a passkey on the page of the devices."""
    user.open_page(page, f"{base}{DEVICES}")
    user.click(page.get_by_role("button", name="Add a passkey"))
    page.locator("section li", has_text="Never used.").wait_for()


def test_a_lost_phone_costs_no_seat(server: Server, visit: Visit) -> None:
    phone, new = visit(), visit()
    tables = [set_up(phone, server.url) for _ in range(2)]
    first, second = Phone(phone), Phone(new)
    add(phone, server.url)
    (passkey,) = first.passkeys()
    assert (passkey["isResidentCredential"], passkey["rpId"]) == (True, "localhost")

    user.open_page(new, f"{server.url}/tables/{tables[0]}")
    assert new.locator("#table").get_attribute("data-seat") == ""
    second.put(passkey)
    user.open_page(new, f"{server.url}{DEVICES}")
    user.click(new.get_by_role("button", name="Use a passkey"))
    expect(new).to_have_url(f"{server.url}/")
    for table in tables:
        user.open_page(new, f"{server.url}/tables/{table}")
        assert new.locator("#table").get_attribute("data-seat") == "0"

    user.open_page(new, f"{server.url}{DEVICES}")
    expect(new.locator("section li")).to_contain_text("Last used on")
    user.click(new.get_by_role("button", name="Remove the passkey"))
    expect(new.locator("section li")).to_have_count(0)


def test_a_passkey_that_is_there_already_or_nowhere_is_told(server: Server, visit: Visit) -> None:
    page = visit()
    Phone(page)
    add(page, server.url)
    told = page.locator("[data-passkey=create] [role=status]")
    user.click(page.get_by_role("button", name="Add a passkey"))
    expect(told).to_have_text("This device has a passkey for your games already.")
    expect(page.get_by_role("button", name="Add a passkey")).to_be_enabled()


def test_a_passkey_that_was_removed_is_refused(server: Server, visit: Visit, watch: Watch) -> None:
    watch.expect("403")
    page, other = visit(), visit()
    phone = Phone(page)
    add(page, server.url)
    (passkey,) = phone.passkeys()
    user.click(page.get_by_role("button", name="Remove the passkey"))
    Phone(other).put(passkey)
    user.open_page(other, f"{server.url}{DEVICES}")
    user.click(other.get_by_role("button", name="Use a passkey"))
    expect(other.locator("main")).to_contain_text("it was removed")


def test_someone_who_cannot_unlock_the_device_is_not_signed_in(server: Server, visit: Visit) -> None:
    page = visit()
    phone = Phone(page)
    add(page, server.url)
    phone.refuse()
    user.click(page.get_by_role("button", name="Use a passkey"))
    expect(page.locator("[data-passkey=get] [role=status]")).to_contain_text("Nothing was done.")


@pytest.mark.parametrize("lacks", ["passkeys", "scripts"])
def test_a_browser_without_passkeys_is_told(server: Server, visit: Visit, lacks: str) -> None:
    page = visit(java_script_enabled=lacks != "scripts")
    page.add_init_script(NONE)
    user.open_page(page, f"{server.url}{DEVICES}")
    expect(page.locator("[data-passkey=create] [role=status]")).to_have_text("This browser has no passkeys.")
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)


def test_at_an_address_without_a_name_the_page_leads_to_localhost(server: Server, visit: Visit) -> None:
    page = visit()
    numbers = server.url.replace("localhost", "127.0.0.1")
    # A browser that has played there stays there.
    page.request.get(numbers, headers={"accept": "text/html"})
    user.open_page(page, f"{numbers}{DEVICES}")
    assert page.url.startswith(numbers)
    user.click(page.get_by_role("link", name=server.url))
    expect(page).to_have_url(f"{server.url}{DEVICES}")
    page.get_by_role("button", name="Add a passkey").wait_for()


def test_a_new_browser_at_127_0_0_1_is_led_to_localhost(server: Server, visit: Visit) -> None:
    page = visit()
    user.open_page(page, f"{server.url.replace('localhost', '127.0.0.1')}/games/fusillade")
    assert page.url == f"{server.url}/games/fusillade"
