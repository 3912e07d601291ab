"""A deal that nobody can choose, in browsers: the pages have their part without a click, and check it afterwards."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.play.test_deal import ELSEWHERE, FALSE, changed, session
from tests.server.test_dealing import OWN, commit_by_page, deal, sat_down
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, Watch, invite, set_up

# What a module of the page answers.
CALL = """async ([name, source, ...given]) => {
    const base = document.querySelector('link[rel=modulepreload]').href.replace(/[^/]+$/, '');
    const module = await import(`${base}${name}`);
    return (0, new Function('module', 'given', source))(module, given);
}"""
DIGEST = """const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (two) => parseInt(two, 16));
    const [text, key] = given.map(bytes);
    const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex(module.sha256(text)), hex(module.hmac(key, text))];"""
CHECKED = "try { return String(module.checked(JSON.parse(given[0])).attempts); } catch (e) { return e.message; }"
STEPS = "(id) => fetch(`/api/v1/tables/${id}/deal`).then((answer) => answer.json())"


@pytest.fixture
def plain(visit: Visit, server: Server) -> Page:
    """A page whose policy lets a test compile its questions."""
    page = visit(bypass_csp=True)
    user.open_page(page, server.url)
    return page


def test_the_hashes_are_those_of_everybody(plain: Page) -> None:
    # Lengths at the edges of a block, and one of several.
    for length in (0, 1, 55, 56, 63, 64, 65, 119, 120, 1000):
        text, key = bytes((7 * n + length) % 256 for n in range(length)), bytes(range(length % 33))
        found = plain.evaluate(CALL, ["sha256.js", DIGEST, text.hex(), key.hex()])
        assert found == [hashlib.sha256(text).hexdigest(), hmac.digest(key, text, "sha256").hex()]


def test_the_page_finds_what_the_program_finds(plain: Page) -> None:
    def said(text: str) -> str:
        return str(plain.evaluate(CALL, ["deal.js", CHECKED, text.partition("\n")[0]]))

    assert said(session().journal.to_text()) == "2"
    for what in FALSE.keys() - {*ELSEWHERE}:
        change: Callable[[dict[str, Any]], object] = FALSE[what][0]
        found = said(changed(change))
        assert found.endswith("."), f"{what}: {found}"


def test_two_pages_deal_a_table_without_a_click_and_check_it(visit: Visit, server: Server) -> None:
    host, friend = visit(), visit()
    id = invite(host, server.url, friend, server.url)
    steps = host.evaluate(STEPS, id)["steps"]
    assert [step["is"] for step in steps] == ["promise", "commit", "commit", "reveal", "reveal"]
    assert not any(step.get("typed") for step in steps)
    assert "Nobody could have chosen these cards." in (host.locator("footer details").text_content() or "")
    token = host.locator("[name=_csrf_token]").first.input_value()
    host.request.post(f"{server.url}/tables/{id}/resign", form={"_csrf_token": token}, max_redirects=0)
    for page in (host, friend):
        user.open_page(page, f"{server.url}/tables/{id}/check")
        expect(page.locator("[data-holds=yes]")).to_contain_text(
            "It matches what this browser saw before the first card."
        )
    # A server that tells of other commitments than it showed is caught by whoever was there.
    friend.evaluate(
        """() => {
            const seen = JSON.parse(localStorage.getItem('grognard.deal.seen'));
            seen[0][1][1] = seen[0][1][1].replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
            localStorage.setItem('grognard.deal.seen', JSON.stringify(seen));
        }"""
    )
    user.reload(friend)
    expect(friend.locator("[data-holds=no]")).to_contain_text("differ from the ones this browser saw")
    stranger = visit(java_script_enabled=False)
    user.open_page(stranger, f"{server.url}/tables/{id}/check")
    assert "The deal checks out" in stranger.locator("[data-check]").inner_text()
    expect(stranger.locator("[data-without-script]")).to_be_visible()


def test_loading_the_page_anew_changes_nothing(visit: Visit, server: Server) -> None:
    table, host, friend = sat_down(server.url)
    page = visit()
    page.context.add_cookies(
        [{"name": cookie.name, "value": cookie.value or "", "url": server.url} for cookie in host.http.cookies.jar]
    )
    user.open_page(page, f"{server.url}/tables/{table}")
    expect(page.locator("#dealing")).to_contain_text("has committed")
    page.wait_for_function(f"() => ({STEPS})('{table}').then((deal) => deal.steps.length === 2)")
    before = page.evaluate(STEPS, table)["steps"]
    user.reload(page)
    page.wait_for_selector("#dealing")
    commit_by_page(friend, table)
    page.wait_for_function(f"() => ({STEPS})('{table}').then((deal) => deal.steps.length === 4)")
    assert page.evaluate(STEPS, table)["steps"][:2] == before
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    page.wait_for_selector("#table")
    assert page.evaluate("() => Object.keys(localStorage).filter((key) => key.includes('bytes'))") == []


def test_without_a_script_the_table_is_dealt_by_two_clicks(visit: Visit, server: Server) -> None:
    host, friend = (visit(java_script_enabled=False) for _ in range(2))
    id = set_up(host, server.url, "friend")
    user.open_page(friend, host.locator("[data-link]").input_value())
    user.click(friend, "[data-join]")
    user.click(friend.locator("summary", has_text="Without JavaScript"))
    user.fill(friend.get_by_label("Or type something"), "a secret of mine")
    user.click(friend, "[data-deal-type]")
    user.open_page(host, f"{server.url}/tables/{id}")
    assert "has typed something" in host.locator("#dealing").inner_text()
    user.click(host.locator("summary", has_text="Without JavaScript"))
    user.click(host, "[data-deal-draw]")
    host.wait_for_selector("#table")
    assert "The server drew for" in (host.locator("footer").text_content() or "")


def test_a_brought_journal_is_checked_too(visit: Visit, server: Server, watch: Watch) -> None:
    page = visit()
    user.open_page(page, server.url)
    text = session().journal.to_text()
    user.click(page, "details.saved > summary")
    user.attach(page, {"name": "it", "mimeType": "text/plain", "buffer": text.encode()}, "#journal")
    user.click(page.get_by_role("button", name="Open the replay"))
    page.wait_for_url("**/replays/*")
    user.open_page(page, f"{page.url.partition('?')[0]}/check")
    expect(page.locator("[data-holds=yes]")).to_contain_text("in attempt 2")
