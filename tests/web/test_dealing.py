"""A deal that nobody can choose, in browsers: the pages have their part without a click, and check it afterwards."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from grognard.kernel.engine.chance import Generator, seed_stream
from grognard.kernel.errors import JournalError
from grognard.play.deal import (
    Again,
    AnyStep,
    CallOff,
    Commit,
    Draw,
    Leave,
    Promise,
    Reveal,
    Void,
    attempts,
    committed,
)
from tests.play.test_deal import ELSEWHERE, FALSE, changed, session
from tests.server.support import Guest
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
KINDS = f"([id, kinds]) => ({STEPS})(id).then(({{ steps }}) => steps.map(({{ is }}) => is).join(' ') === kinds)"
# Which of many lists of steps a page accepts.
ALLOWED = """return given[0].map(([people, steps]) => {
    try { return module.attempts('t', steps, people).length; } catch { return -1; }
});"""
KEPT = "() => Object.keys(localStorage).filter((key) => key.includes('bytes')).length"


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

    text = session().journal.to_text()
    tries = [step["is"] for step in json.loads(text.partition("\n")[0])["deal"]["steps"]].count("promise")
    assert said(text) == str(tries)
    for what in FALSE.keys() - {*ELSEWHERE}:
        change: Callable[[dict[str, Any]], object] = FALSE[what][0]
        found = said(changed(change))
        assert found.endswith("."), f"{what}: {found}"


def test_the_page_accepts_the_steps_that_the_program_accepts(plain: Page) -> None:
    cases = [walked(Generator(seed_stream(number))) for number in range(400)]
    sent = [(people, msgspec.to_builtins(steps)) for people, steps in cases]
    found = plain.evaluate(CALL, ["deal.js", ALLOWED, sent])
    assert found == [accepted(people, steps) for people, steps in cases]
    assert found.count(-1) > 50
    assert len([one for one in found if one > 1]) > 50


def accepted(people: Sequence[int], steps: Sequence[AnyStep]) -> int:
    """The number of attempts in the steps; -1 if they break the rules."""
    try:
        return len(attempts("t", steps, people))
    except JournalError:
        return -1


def walked(chance: Generator) -> tuple[list[int], list[AnyStep]]:
    """The steps of a deal of two or three people: all of them fit, but for the last of some lists."""
    people = list(range(2 + chance.below(2)))
    steps: list[AnyStep] = []
    protocol = 1 if chance.below(4) == 0 else 2
    for _ in range(40):
        options = sorted(further(steps, people, protocol, chance), key=lambda _: chance.word())
        if chance.below(20) == 0:
            return people, [*steps, options[0]]
        fitting = [step for step in options if accepted(people, [*steps, step]) > 0]
        if not fitting:
            break
        steps.append(fitting[0])
    return people, steps


def further(steps: list[AnyStep], people: list[int], protocol: int, chance: Generator) -> Iterator[AnyStep]:
    """Steps, some of which may come next."""
    found = attempts("t", steps, people)
    yield Promise(f"{chance.word():064x}", protocol)
    if not found:
        return
    last = found[-1]
    yield Again()
    for seat in people:
        own = bytes([seat, last.number] * 16)
        yield Commit(seat, committed("t", last.number, seat, last.promise, own, last.protocol))
        yield from [Reveal(seat, own.hex())] * 2
        if chance.below(5) == 0:
            yield (Draw(seat), Leave(seat), CallOff(seat), Promise("0" * 64, 2))[chance.below(4)]
        if chance.below(2):
            yield Void((seat,), seat) if chance.below(2) else Void(tuple(last.missing), seat)


PROMISE = {"is": "promise", "hash": "ab", "protocol": 2}
SEEN = [PROMISE, {"is": "commit", "seat": 0, "hash": "01"}, {"is": "draw", "seat": 1}]
REVEAL = {"is": "reveal", "seat": 0, "bytes": "02"}
VOID = {"is": "void", "seats": [0], "by": 1}


def test_a_browser_compares_what_it_saw_and_sent_with_what_it_is_shown(plain: Page) -> None:
    def ask(source: str, *given: object) -> Any:
        return plain.evaluate(CALL, ["receipts.js", source, *given])

    def told(steps: list[dict[str, Any]]) -> list[Any]:
        found = ask("return [module.continues('t', given[0]), module.denied('t', given[0])]", steps)
        assert isinstance(found, list)
        return found

    assert told(SEEN) == [True, 0], "it has seen nothing yet"
    ask("module.noteReveal('t', given[0], { attempt: 1, seat: 0, hash: '01' })", SEEN)
    assert told([*SEEN, REVEAL]) == [True, 0]
    assert told([*SEEN, VOID, PROMISE]) == [True, 1]
    assert told([*SEEN, VOID | {"seats": [1]}, PROMISE, *SEEN[1:]]) == [True, 0]
    for later in ({"is": "commit", "seat": 2, "hash": "03"}, {"is": "draw", "seat": 2}, {"is": "leave", "seat": 0}):
        assert told([*SEEN, later]) == [False, 0], "someone answered after the reveal"
    assert told(SEEN[:2]) == [False, 0]
    assert told([PROMISE | {"protocol": 1}, *SEEN[1:]]) == [False, 0]
    assert told([PROMISE, SEEN[1] | {"hash": "04"}, SEEN[2]]) == [False, 0]


def test_a_browser_keeps_the_records_of_sixty_tables_and_of_sixty_that_wait_and_reads_old_ones(plain: Page) -> None:
    plain.evaluate(
        """() => {
            const old = [["old", ["promise  ab", "draw 1 "]], ["older", ["promise  ab", "commit 0 01"]]];
            localStorage.setItem("grognard.deal.seen", JSON.stringify(old));
        }"""
    )
    steps = [{"is": "promise", "hash": "ab"}, {"is": "draw", "seat": 1}]
    source = "return ['old', 'older', 'none'].map((id) => [module.wasThere(id), module.continues(id, given[0])])"
    assert plain.evaluate(CALL, ["receipts.js", source, steps]) == [[True, True], [True, False], [False, True]]
    source = """for (let n = 0; n < 61; n++) module.keepBytes(`t${n}`, 'hash', String(n));
        return ['t0', 't1', 't60'].map((id) => [module.bytesOf(id, 'hash') ?? '', module.hashesAt(id).length]);"""
    assert plain.evaluate(CALL, ["receipts.js", source]) == [["", 0], ["1", 1], ["60", 1]]
    assert len(json.loads(plain.evaluate("localStorage.getItem('grognard.deal.seen')"))) == 62
    source = """const reveal = { attempt: 1, seat: 0, hash: 'hash' };
        for (let n = 0; n < 61; n++) module.noteReveal(`t${n}`, given[0], reveal);
        return ['old', 't0', 't1', 't60'].map(module.wasThere);"""
    assert plain.evaluate(CALL, ["receipts.js", source, steps]) == [False, False, True, True]
    plain.evaluate("localStorage.setItem('grognard.deal.seen', 'torn')")
    assert plain.evaluate(CALL, ["receipts.js", "return module.revealedIn('t1', 1)"]) is False


# -- whole deals -------------------------------------------------------------------------------------------------------


def wait_for_steps(page: Page, table: str, kinds: str) -> None:
    """Waits until the deal has exactly these kinds of steps."""
    page.wait_for_function(KINDS, arg=[table, kinds])


def left(page: Page) -> BrowserContext:
    """Closes a page; the browser, which keeps what the page stored."""
    browser = page.context
    page.close()
    return browser


def sign_in(page: Page, guest: Guest, server: Server) -> None:
    """Makes a browser that of a guest."""
    cookies = guest.http.cookies.jar
    page.context.add_cookies(
        [{"name": cookie.name, "value": cookie.value or "", "url": server.url} for cookie in cookies]
    )


def resigned(page: Page, server: Server, table: str) -> None:
    """Ends the game of a page that shows the table, so that its deal can be checked."""
    token = page.locator("[name=_csrf_token]").first.input_value()
    page.request.post(f"{server.url}/tables/{table}/resign", form={"_csrf_token": token}, max_redirects=0)


def test_two_pages_deal_a_table_without_a_click_and_check_it(visit: Visit, server: Server) -> None:
    host, friend = visit(), visit()
    id = invite(host, server.url, friend, server.url)
    steps = host.evaluate(STEPS, id)["steps"]
    assert [step["is"] for step in steps] == ["promise", "commit", "commit", "reveal", "reveal"]
    assert not any(step.get("typed") for step in steps)
    assert "Nobody could have chosen these cards." in (host.locator("footer details").text_content() or "")
    resigned(host, server, id)
    for page in (host, friend):
        user.open_page(page, f"{server.url}/tables/{id}/check")
        expect(page.locator("[data-holds=yes]")).to_contain_text(
            "It matches what this browser saw before the first card."
        )
    # A server that tells of other commitments than it showed is caught by whoever was there.
    friend.evaluate(
        """() => {
            const seen = JSON.parse(localStorage.getItem('grognard.deal.seen'));
            const lines = seen[0].seen;
            lines[1] = lines[1].replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
            localStorage.setItem('grognard.deal.seen', JSON.stringify(seen));
        }"""
    )
    user.reload(friend)
    expect(friend.locator("[data-holds=no]")).to_contain_text("differ from the ones this browser saw")
    # A server that took part in its place is not confirmed by a browser that was there and sent nothing.
    host.evaluate(
        """() => {
            const seen = JSON.parse(localStorage.getItem('grognard.deal.seen'));
            seen[0].sent = [];
            localStorage.setItem('grognard.deal.seen', JSON.stringify(seen));
        }"""
    )
    user.reload(host)
    expect(host.locator("[data-check]")).to_contain_text("This browser did not reveal in attempt 1")
    stranger = visit(java_script_enabled=False)
    user.open_page(stranger, f"{server.url}/tables/{id}/check")
    assert "The deal checks out" in stranger.locator("[data-check]").inner_text()
    expect(stranger.locator("[data-without-script]")).to_be_visible()


def test_loading_the_page_anew_changes_nothing(visit: Visit, server: Server) -> None:
    table, host, friend = sat_down(server.url)
    page = visit()
    sign_in(page, host, server)
    user.open_page(page, f"{server.url}/tables/{table}")
    expect(page.locator("#dealing")).to_contain_text("ready")
    page.wait_for_function(f"() => ({STEPS})('{table}').then((deal) => deal.steps.length === 2)")
    before = page.evaluate(STEPS, table)["steps"]
    user.reload(page)
    page.wait_for_selector("#dealing")
    commit_by_page(friend, table)
    page.wait_for_function(f"() => ({STEPS})('{table}').then((deal) => deal.steps.length === 4)")
    assert page.evaluate(STEPS, table)["steps"][:2] == before
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    page.wait_for_selector("#table")
    assert page.evaluate(KEPT) == 1, "they are kept until the deal is checked"
    friend.do(table, "resign")
    user.open_page(page, f"{server.url}/tables/{table}/check")
    expect(page.locator("[data-holds=yes]")).to_be_visible()
    assert page.evaluate(KEPT) == 0


def test_a_page_reveals_nothing_if_the_server_shows_other_steps_than_it_did_before(
    visit: Visit, server: Server
) -> None:
    table, host, friend = sat_down(server.url)
    page = visit()
    sign_in(page, host, server)
    user.open_page(page, f"{server.url}/tables/{table}")
    wait_for_steps(page, table, "promise commit")
    kept = page.evaluate("localStorage.getItem('grognard.deal.seen')")
    put = "(text) => localStorage.setItem('grognard.deal.seen', text)"
    page.evaluate(put, json.dumps([{"table": table, "seen": ["promise  00 2"], "sent": []}]))
    user.reload(page)
    expect(page.locator("[data-denied]")).to_contain_text("The server now shows other steps")
    commit_by_page(friend, table)
    deal(friend, table, "/reveal", seat=1, bytes=OWN[1])
    user.reload(page)
    expect(page.locator("[data-denied]")).to_contain_text("The server now shows other steps")
    assert [step["seat"] for step in deal(friend, table)["steps"] if step["is"] == "reveal"] == [1]
    page.evaluate(put, kept)
    user.reload(page)
    page.wait_for_selector("#table")


def test_two_browsers_that_are_never_open_at_the_same_time_are_dealt_at_the_inviters_second_visit(
    visit: Visit, server: Server
) -> None:
    host, friend = visit(), visit()
    id = set_up(host, server.url, "friend", side="0")
    link = host.locator("[data-link]").input_value()
    wait_for_steps(host, id, "promise commit")
    hosts_browser = left(host)
    user.open_page(friend, link)
    user.click(friend, "[data-join]")
    wait_for_steps(friend, id, "promise commit commit reveal")
    left(friend)
    host = hosts_browser.new_page()
    user.open_page(host, server.url)
    user.click(host, f"a[href='/tables/{id}']")
    host.wait_for_selector("#table")
    wait_for_steps(host, id, "promise commit commit reveal reveal")


def test_a_browser_that_lost_its_bytes_says_so_and_commits_last_in_the_next_attempt(
    visit: Visit, server: Server
) -> None:
    host, friend = visit(), visit()
    id = set_up(host, server.url, "friend", side="0")
    link = host.locator("[data-link]").input_value()
    wait_for_steps(host, id, "promise commit")
    host.evaluate("localStorage.clear()")
    hosts_browser = left(host)
    user.open_page(friend, link)
    user.click(friend, "[data-join]")
    first = "promise commit commit reveal"
    wait_for_steps(friend, id, first)
    friends_browser = left(friend)

    host = hosts_browser.new_page()
    user.open_page(host, f"{server.url}/tables/{id}")
    expect(host.locator("[data-lost='0']")).to_be_visible()
    user.click(host, "[data-lost] button")
    second = f"{first} void promise"
    wait_for_steps(host, id, second)
    expect(host.locator("[data-lost]")).to_be_hidden()
    expect(host.locator("[data-denied]")).to_be_hidden()
    # A browser that sent what a void says is missing shows that.
    forge = (
        "([id]) => localStorage.setItem('grognard.deal.seen', JSON.stringify([{ table: id, seen: null, sent: %s }]))"
    )
    host.evaluate(forge % "[{ attempt: 1, seat: 0, hash: '' }]", [id])
    user.reload(host)
    expect(host.locator("[data-denied]")).to_have_text(
        "The server says that you sent nothing in attempt 1, but this browser did."
    )
    host.evaluate(forge % "[]", [id])
    left(host)

    friend = friends_browser.new_page()
    user.open_page(friend, f"{server.url}/tables/{id}")
    wait_for_steps(friend, id, f"{second} commit")
    left(friend)
    host = hosts_browser.new_page()
    user.open_page(host, f"{server.url}/tables/{id}")
    wait_for_steps(host, id, f"{second} commit commit reveal")
    seats = [step.get("seat") for step in host.evaluate(STEPS, id)["steps"]]
    assert seats[-3:] == [1, 0, 0], "the seat that failed commits last, and reveals in the same visit"
    left(host)
    friend = friends_browser.new_page()
    user.open_page(friend, f"{server.url}/tables/{id}")
    friend.wait_for_selector("#table")
    resigned(friend, server, id)

    user.open_page(friend, f"{server.url}/tables/{id}/check")
    expect(friend.locator("[data-holds=yes]")).to_contain_text("Deal 1 failed because of seat 1.")
    expect(friend.locator("[data-holds=yes]")).to_contain_text("It matches what this browser saw")
    host = hosts_browser.new_page()
    user.open_page(host, f"{server.url}/tables/{id}/check")
    expect(host.locator("[data-holds=yes]")).to_be_visible()
    host.evaluate(
        """() => {
            const [record] = JSON.parse(localStorage.getItem('grognard.deal.seen'));
            record.sent.push({ attempt: 1, seat: 0, hash: '' });
            localStorage.setItem('grognard.deal.seen', JSON.stringify([record]));
        }"""
    )
    user.reload(host)
    expect(host.locator("[data-holds=no]")).to_contain_text(
        "The journal says that you sent nothing in attempt 1, but this browser did."
    )


def test_without_a_script_the_table_is_dealt_by_two_clicks(visit: Visit, server: Server) -> None:
    host, friend = (visit(java_script_enabled=False) for _ in range(2))
    id = set_up(host, server.url, "friend")
    user.open_page(friend, host.locator("[data-link]").input_value())
    user.click(friend, "[data-join]")
    user.click(friend.locator("summary", has_text="Without JavaScript"))
    user.fill(friend.get_by_label("Or type something"), "a secret of mine")
    user.click(friend, "[data-deal-type]")
    user.open_page(host, f"{server.url}/tables/{id}")
    assert "typed something" in host.locator("#dealing").inner_text()
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
    expect(page.locator("[data-holds=yes]")).to_contain_text("in attempt ")
