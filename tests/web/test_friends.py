"""Two people far apart: a private link, a server that is killed, and what each browser may be sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from grognard.games.fusillade import SPEC
from grognard.play.journal import Action, parse_journal
from grognard.web.assets import address
from tests.server.support import seated
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    FETCH,
    HANDLES,
    MOVED,
    POST,
    SLUG,
    Server,
    Watch,
    asked,
    button,
    choice,
    do,
    in_step,
    invite,
    press,
    resign,
    set_up,
    version,
)  # fmt: skip
from tests.web.user import WAIT
from tests.web.wire import Answer, Clock, Knowledge, Wire, leaks, misplaced, named

# Keeps all that the line at the edge of a table says from now on.
NOTE_MESSAGES = """() => {
    const line = document.querySelector(".flow");
    window.messages = [];
    new MutationObserver(() => messages.push(line.textContent)).observe(line, { childList: true, subtree: true });
}"""


@contextmanager
def wires(server: Server, clock: Clock) -> Iterator[tuple[Wire, Wire]]:
    """A recorded line for each of two browsers."""
    both = Wire(server.port, clock), Wire(server.port, clock)
    try:
        yield both
    finally:
        for wire in both:
            wire.close()


def test_the_best_of_three_goes_on_by_one_button(visit: Visit, tmp_path: Path) -> None:
    served = Server(tmp_path, {SLUG: {"match": 3}})
    served.start()
    try:
        a, b = pages = visit(), visit()
        invite(a, served.url, b, served.url)
        for loser, label in ((b, "Game 2 of 3"), (a, "Game 3 of 3"), (b, "A new match")):
            resign(loser)
            for page in pages:
                page.wait_for_selector("#table[data-outcome=resigned] .ending .match")
            shown = [page.locator(".match").inner_text() for page in pages]
            user.click(a.get_by_role("button", name=label))
            a.wait_for_selector("#dealing")
            user.click(b.get_by_role("button", name="Accept" if label == "A new match" else label))
            for page in pages:
                page.wait_for_selector("#table:not([data-outcome])")
            assert a.url == b.url
            if label != "A new match":
                stands = a.locator(".margin .match").inner_text()
                assert re.match(rf"{label}: you swap sides and are now (Blue|Red)\. You 1, your opponent ", stands)
        assert shown == ["The match goes to you, 2 to 1.", "The match goes to your opponent, 2 to 1."]
        assert a.locator(".match").inner_text() == "Game 1 of 3. You swap seats after each game."
    finally:
        served.stop()


def play_both(pages: tuple[Page, Page], clock: Clock, most: int) -> list[tuple[int, str]]:
    """Both play what they are offered; what was done."""
    done: list[tuple[int, str]] = []
    while len(done) < most:
        seat, notations = asked(pages)
        if not notations:
            break
        notation = choice(notations)
        clock.deeds += 1
        do(pages[seat], notation, MOVED)
        done.append((seat, notation))
    return done


def ask_for_everything(page: Page, id: str, own: list[str]) -> None:
    """All that a curious player can fetch or try while the game runs."""
    paths = ("", "/log", "/journal", "/replay", "/replay?step=3&side=0", "/invitation", "/my-link", "/join/nonsense")
    for path in paths:
        page.evaluate(FETCH, f"/tables/{id}{path}")
    for path in ("", "/journal"):
        page.evaluate(FETCH, f"/api/v1/tables/{id}{path}")
    page.evaluate(FETCH, "/")
    for name in own[:1]:
        for verb in ("USE", "UNIT", "BLUNDER"):
            page.evaluate(POST, [f"/tables/{id}/play", {"do": f"{verb} {name}", "at": "long ago"}])
    for deed in ("claim", "hand-over", "open-hands", "undo-answer", "nonsense"):
        page.evaluate(POST, [f"/tables/{id}/{deed}", {"seat": "0", "open": "yes"}])


@pytest.mark.parametrize("most", [20, pytest.param(600, marks=pytest.mark.soak)])
def test_two_browsers_play_by_private_link_through_kill_9_and_neither_receives_a_card_it_may_not_know(
    visit: Visit, server: Server, watch: Watch, most: int
) -> None:
    """To the end in the soak; else for some choices, and then one gives up."""
    # While the server is gone the pages try again, and what is refused on purpose is an error to Chromium.
    watch.expect(r"net::ERR_")
    watch.expect(r"status of (400|403|404|409|422)")
    clock = Clock()
    with wires(server, clock) as (wire_a, wire_b):
        a, b = pages = visit(), visit()
        id = invite(a, wire_a.url, b, wire_b.url)
        assert a.locator("#table").get_attribute("data-seat") == "0"
        assert b.locator("#table").get_attribute("data-seat") == "1"
        done = play_both(pages, clock, 40)
        for page, seat in ((a, 0), (b, 1)):
            own = page.locator(f"[data-zone='hand-{seat}'] [data-handle]").evaluate_all(HANDLES)
            ask_for_everything(page, id, own)

        in_step(a, b)
        shown = [version(page) for page in pages]
        cut, notations = asked(pages)
        server.kill()
        for page in pages:
            page.get_by_text("Connection lost. Trying again").wait_for()
        pages[cut].evaluate(NOTE_MESSAGES)  # the next attempt to connect fails too, and says so in its place
        press(button(pages[cut], choice(notations)))
        pages[cut].wait_for_function(
            "() => messages.some((text) => text.includes('No connection. Nothing was played. Try again.'))"
        )
        server.start()
        for page in pages:
            page.get_by_text("Connection lost").wait_for(state="hidden")
        assert [version(page) for page in pages] == shown

        done += play_both(pages, clock, 10)
        user.reload(a)
        user.reload(b)
        done += play_both(pages, clock, most)
        in_step(a, b)
        if not a.locator("#table[data-outcome]").count():
            clock.deeds += 1
            resign(a)
        for page in pages:
            page.wait_for_selector(f"#table[data-outcome={'knock-out' if most == 600 else 'resigned'}]")
        answers = list(wire_a.answers), list(wire_b.answers)
        journal = a.evaluate(FETCH, f"/tables/{id}/journal")

    record = parse_journal(journal, "journal")
    assert [(deed.seat, deed.do) for deed in record.entries if isinstance(deed, Action)] == done
    for seat, received in enumerate(answers):
        known = Knowledge(journal, seat)
        assert len(known.deeds) == clock.deeds
        assert leaks(received, known) == []
        assert misplaced(received, known, 8) == []
        assert_it_would_be_noticed(received, known)


def assert_it_would_be_noticed(received: list[Answer], known: Knowledge) -> None:
    """The record holds pages, events, the API and refusals, and names that count; and the check has teeth."""
    paths = {re.sub(r"/tables/[^/?]+", "/tables/ID", answer.path.split("?")[0]) for answer in received}
    assert paths >= {
        "/", address("main.js"), "/tables/ID", "/tables/ID/play", "/stream", "/tables/ID/log",
        "/tables/ID/journal", "/tables/ID/replay", "/api/v1/tables/ID", "/api/v1/tables/ID/journal",
    }  # fmt: skip
    streams = [answer for answer in received if answer.path.split("?")[0] == "/stream"]
    assert sum(len(answer.data) for answer in streams) > 100_000
    early = [name for answer in received for name, at in named(bytes(answer.data)) if answer.deed_at(at) < 40]
    assert len(set(early)) > 15
    unknown = next(name for name in SPEC.pieces if name not in known.told[0])
    planted = Answer(
        "/tables/ID", bytearray(f'<p>{unknown}</p><main id="table" data-handle="{unknown}"></main>'.encode())
    )
    planted.parts.append((len(planted.data), 0))
    assert [leak.name for leak in leaks([planted], known)] == [unknown, unknown]
    assert [leak.name for leak in misplaced([planted], known, 8)] == [unknown]


def test_an_invitation_works_once_and_strangers_who_come_later_are_told_so(
    visit: Visit, server: Server, watch: Watch
) -> None:
    watch.expect(r"status of 403")
    a, b, c = visit(), visit(), visit()
    id = set_up(a, server.url, "friend")
    link = a.locator("[data-link]").input_value()
    for page in (b, c):
        user.open_page(page, link)
        assert "You are invited to" in page.locator("h1").inner_text()
        assert page.locator("[data-join]").inner_text() == "Play Red"
    user.click(b, "[data-join]")
    b.wait_for_selector("#table[data-seat='1']")
    a.wait_for_url(f"{server.url}/tables/{id}")  # the invitation has noticed
    user.click(c, "[data-join]")
    expect(c.locator("[role=alert]")).to_contain_text("This link no longer works")
    user.open_page(c, link)
    expect(c.locator("[role=alert]")).to_contain_text("This link no longer works")
    # To the friend, who sits there already, it is just the way to the table.
    user.open_page(b, link)
    assert b.url == f"{server.url}/tables/{id}"


def test_a_private_link_regains_ones_seat_on_another_device(visit: Visit, server: Server) -> None:
    a, b, phone = visit(), visit(), visit(viewport={"width": 390, "height": 844})
    id = invite(a, server.url, b, server.url)
    user.click(a.locator("details.menu > summary"))
    user.click(a.get_by_role("link", name="Your seat on another device"))
    mine = a.locator("[data-link]").input_value()
    user.open_page(phone, mine)
    user.click(phone, "[data-join]")
    phone.wait_for_selector("#table[data-seat='0']")
    user.open_page(a, f"{server.url}/tables/{id}")
    hand = "[data-zone='hand-0'] [data-handle]"
    assert a.locator(hand).evaluate_all(HANDLES) == phone.locator(hand).evaluate_all(HANDLES) != []


def test_spectators_see_public_things_only(visit: Visit, server: Server, watch: Watch) -> None:
    watch.expect(r"status of 403")
    a, b, c = visit(), visit(), visit()
    clock = Clock()
    id = invite(a, server.url, b, server.url)
    play_both((a, b), clock, 6)
    user.open_page(c, f"{server.url}/tables/{id}")
    assert c.locator("#table").get_attribute("data-seat") == ""
    assert c.locator("[data-action], [data-undo], [data-resign]").count() == 0
    assert c.locator("[data-zone^='hand-'] [data-handle]").count() == 0
    since = version(c)
    play_both((a, b), clock, 12)
    c.wait_for_function(MOVED, arg=since, timeout=WAIT)
    in_step(a, b, c)
    assert c.locator("[data-zone^='hand-'] [data-handle]").count() == 0
    expect(c.locator("[role=log]")).to_contain_text("draws 3 cards.")
    assert not re.search(r"draws \d cards?:", c.locator("[role=log]").inner_text())
    record = c.evaluate(FETCH, f"/tables/{id}/journal")
    assert '"seat":null' in record
    assert not re.search(r"draws \d cards?:|\bsees\b", record)
    assert "you can only watch" in c.evaluate(POST, [f"/tables/{id}/resign", {}])


def test_a_friend_and_the_guest_see_each_his_own_side_only(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    for page, own in ((a, 0), (b, 1)):
        assert page.locator(f"[data-zone='hand-{own}'] [data-handle]").count() >= 7
        assert page.locator(f"[data-zone='hand-{1 - own}'] [data-handle]").count() == 0
        assert int(page.locator(f"[data-zone='hand-{1 - own}']").get_attribute("data-count") or 0) >= 7


def test_a_seat_that_nobody_took_yet_is_no_opponent(visit: Visit, server: Server) -> None:
    a = visit()
    set_up(a, server.url, "friend")
    user.click(a.get_by_role("link", name="Go to the table"))
    a.wait_for_selector("#dealing")
    assert a.locator("#table, [data-handle]").count() == 0, "no card is dealt yet"
    expect(a.get_by_role("link", name="Invite a friend")).to_be_visible()
    user.open_page(a, server.url)
    assert "Waiting for a friend to join" in a.locator(".tables").inner_text()


def test_the_invitation_is_selectable_text_and_a_qr_code(visit: Visit, server: Server) -> None:
    a = visit()
    id = set_up(a, server.url, "friend")
    field = a.locator("[data-link]")
    assert field.input_value().startswith(f"{server.url}/tables/{id}/join/")
    user.focus(field)
    user.press_key(field, "Control+a")
    assert a.evaluate("() => getSelection().toString() || document.activeElement.selectionEnd") not in ("", 0)
    assert a.locator("figure.code svg").bounding_box() is not None
    user.click(a.get_by_role("button", name="Copy link"))
    expect(a.locator(".sharing [role=status]")).to_have_text(re.compile(r"Copied\.|Copy the selected text yourself\."))
    assert "Only this computer can open this link" in a.locator("[data-lone]").inner_text()
    # Plain http in one's own network has to do, too.
    assert {cookie["secure"] for cookie in a.context.cookies()} == {False}


@pytest.mark.parametrize("place", ["invitation", "device"])
def test_a_page_that_waits_keeps_its_button_to_copy(visit: Visit, server: Server, place: str) -> None:
    page = visit()
    if place == "invitation":
        set_up(page, server.url, "friend")
    else:
        user.open_page(page, f"{server.url}/your-data/devices")
        user.click(page.get_by_role("button", name="Add a device"))
    copy = page.get_by_role("button", name="Copy link")
    expect(copy).to_be_visible()
    content = page.locator("#content")
    content.evaluate("content => content.setAttribute('data-old', '')")
    expect(content).not_to_have_attribute("data-old", "")  # the page has reloaded in place
    expect(copy).to_be_visible()


def test_an_open_start_page_shows_whose_turn_it_becomes(visit: Visit, server: Server) -> None:
    table, *two = seated(server.url)
    mover = next(guest for guest in two if guest.look(table)["view"]["actions"])
    waiting = next(guest for guest in two if guest is not mover)
    page = visit()
    cookies = waiting.http.cookies.jar
    page.context.add_cookies(
        [{"name": cookie.name, "value": cookie.value or "", "url": server.url} for cookie in cookies]
    )
    user.open_page(page, server.url)
    games = page.locator("[data-games]")
    expect(games).to_contain_text("decides.")
    assert not page.title().startswith("(")
    while not waiting.look(table)["view"]["actions"]:
        seen = mover.look(table)
        mover.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
    expect(games.locator(".foremost")).to_contain_text("Your turn")
    expect(page).to_have_title(re.compile(r"\(1\) Grognard"))
    user.click(games.get_by_role("link", name="Continue"))
    expect(page.locator("[data-next-game]")).to_have_text("Next game")
