"""Clocks in the browser: they count down, ask whether you are there, and what to do once time is up."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import POST, Server, actions, choice, do, in_turn

SECONDS = """(time) => time.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0)"""


def sat_down(server: Server, pages: tuple[Page, Page]) -> str:
    """A live table of two with ten minutes each, where the computer may play on; its id."""
    asked = {"game": "fusillade", "seats": ["you", "open"], "pace": "clock", "minutes": 10, "stand_in": True}
    made = pages[0].request.post(f"{server.url}/api/v1/tables", data=asked).json()
    invitation, id = made["invitations"][0]["path"], made["id"]
    user.open_page(pages[1], f"{server.url}{invitation}")
    pages[1].evaluate(POST, [invitation, {}])
    for seat, page in enumerate(pages):
        drawn = page.request.post(f"{server.url}/api/v1/tables/{id}/deal/draw", data={"seat": seat})
        assert drawn.ok, drawn.text()
    for page in pages:
        user.open_page(page, f"{server.url}/tables/{id}")
    return str(id)


def pass_time(server: Server, id: str, seconds: float, *pages: Page) -> None:
    """Lets time pass at a table, as another process would see it, and loads its pages again."""
    with closing(sqlite3.connect(server.data / "tables.sqlite", timeout=10)) as connection, connection:
        [text] = connection.execute("SELECT clock FROM tables WHERE id = ?", (id,)).fetchone()
        clock = json.loads(text)
        clock["since"] -= seconds
        connection.execute("UPDATE tables SET clock = ?, changes = changes + 1 WHERE id = ?", (json.dumps(clock), id))
    for page in pages:
        user.reload(page)


def test_a_clock_counts_down_asks_and_lets_the_other_choose(server: Server, visit: Visit) -> None:
    pages = visit(), visit()
    id = sat_down(server, pages)
    mover, other = in_turn(pages)
    expect(mover.locator(".seat-time").first).to_have_text("10:00")
    do(mover, choice(actions(mover)))
    mover, other = in_turn(pages)
    for page in pages:
        running = page.locator(".seat.decides .seat-time")
        before = running.evaluate(SECONDS)
        assert 500 < before <= 600
        expect(page.locator(".seat-time[aria-live], .seat-time[role]")).to_have_count(0)
        page.wait_for_function(
            f"(before) => ({SECONDS})(document.querySelector('.seat.decides .seat-time')) < before", arg=before
        )
    pass_time(server, id, 545, mover, other)
    expect(mover.locator(".dock .notice")).to_contain_text("Are you there? Your time is nearly up.")
    expect(mover).to_have_title("A question for you – Fusillade")
    expect(mover.locator(".seat.decides .seat-time.low")).to_have_count(1)
    user.click(mover.get_by_role("button", name="I'm here"))
    expect(mover.locator("#table.deciding")).to_have_count(1)
    expect(other.locator(".dock .notice")).to_contain_text("You can claim the game in less than a minute.")
    expect(other.locator("[data-question]")).to_have_count(1)  # to resign
    pass_time(server, id, 60, mover, other)
    expect(other.locator(".dock .notice")).to_contain_text("is out of time.")
    expect(other).to_have_title("A question for you – Fusillade")
    claim, dialog = other.locator("[data-question='Claim the game?']"), other.get_by_role("dialog")
    user.click(claim)
    user.click(dialog.get_by_role("button", name="Not yet"))
    user.click(other.get_by_role("button", name="Give 5 minutes"))
    expect(other.locator(".dock .notice")).to_have_count(0)
    expect(mover.locator(".dock .notice")).to_have_count(0)  # the news reaches the open page
    pass_time(server, id, 400, mover, other)
    user.click(other.get_by_role("button", name="Let the computer play on"))
    expect(mover.locator(".dock .notice")).to_contain_text("Your time ran out, so the computer is playing for you.")
    expect(mover.locator("[data-action]")).to_have_count(0)
    user.click(mover.get_by_role("button", name="Take your seat back"))
    expect(mover.locator(".dock .notice", has_text="the computer is playing")).to_have_count(0)


def test_a_claim_is_confirmed(server: Server, visit: Visit) -> None:
    pages = visit(), visit()
    id = sat_down(server, pages)
    do(in_turn(pages)[0], choice(actions(in_turn(pages)[0])))
    mover, other = in_turn(pages)
    pass_time(server, id, 700, mover, other)
    user.click(other, "[data-question='Claim the game?']")
    expect(other.get_by_role("dialog")).to_contain_text("loses the game.")
    user.click(other.get_by_role("dialog").get_by_role("button", name="Yes, claim it"))
    other.wait_for_selector("#table[data-outcome=claimed]")
    expect(other.locator(".ending")).to_contain_text("ran out of time")
    expect(mover.locator(".ending")).to_contain_text("You ran out of time.")
