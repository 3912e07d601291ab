"""Clocks in the browser: they count down, ask whether you are there, and what to do once time is up."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import POST, Server, actions, choice, do, in_turn, menu

SECONDS = """(time) => time.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0)"""


# Counts the timers that run four times a second.
TICKING = """
window.ticking = new Set();
const [start, stop] = [setInterval, clearInterval];
window.setInterval = (act, every) => {
  const timer = start(act, every);
  if (every === 250) ticking.add(timer);
  return timer;
};
window.clearInterval = (timer) => { stop(timer); ticking.delete(timer); };
"""
# The answers in the dock that are not in view.
HIDDEN = """() => {
  const frame = document.querySelector(".dock").getBoundingClientRect();
  const seen = ({ top, bottom }) => top >= frame.top && bottom <= frame.bottom;
  const answers = [...document.querySelectorAll(".dock :is(button, summary)")].filter((one) => one.checkVisibility());
  return answers.filter((one) => !seen(one.getBoundingClientRect())).map((one) => one.textContent);
}"""
SLICED = """() => [...document.querySelectorAll(".dock .notice")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1).length"""
DAY = 24 * 3600


def sat_down(server: Server, pages: tuple[Page, Page], pace: str = "clock") -> str:
    """A table of two where the computer may play on, live with ten minutes each or at another pace; its id."""
    asked = {"game": "fusillade", "seats": ["you", "open"], "pace": pace, "minutes": 10, "stand_in": True}
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
    expect(mover).to_have_title("Are you there? – Fusillade")
    expect(mover.locator(".seat.decides .seat-time.low")).to_have_count(1)
    user.click(mover.get_by_role("button", name="I'm here"))
    expect(mover.locator("#table.deciding")).to_have_count(1)
    expect(other.locator(".dock .notice")).to_contain_text("You can claim the game in less than a minute.")
    expect(other.locator("[data-question]")).to_have_count(1)  # to resign
    pass_time(server, id, 60, mover, other)
    expect(other.locator(".dock .notice")).to_contain_text("is out of time.")
    expect(other).to_have_title(re.compile("^(Blue|Red) is out of time – Fusillade$"))
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


def test_moves_of_the_computer_for_an_absent_player_are_news_like_any_other(server: Server, visit: Visit) -> None:
    pages = visit(), visit()
    id = sat_down(server, pages)
    do(in_turn(pages)[0], choice(actions(in_turn(pages)[0])))
    mover, other = in_turn(pages)
    pass_time(server, id, 700, mover, other)
    user.click(other.get_by_role("button", name="Let the computer play on"))
    expect(other).to_have_title("Your turn – Fusillade")
    expect(other.locator("#table.deciding")).to_have_count(1)
    expect(other.locator(".log-lines li.new").first).to_be_visible()


def test_only_a_running_clock_is_counted_down(server: Server, visit: Visit) -> None:
    pages = visit(), visit()
    for page in pages:
        page.add_init_script(TICKING)
    sat_down(server, pages)

    def expect_timers(number: int) -> None:
        for page in pages:
            page.wait_for_function("(number) => ticking.size === number", arg=number)

    expect_timers(0)  # until the first move
    do(in_turn(pages)[0], choice(actions(in_turn(pages)[0])))
    expect_timers(1)
    asking, other = in_turn(pages)
    menu(asking)
    user.click(asking.get_by_role("button", name="Ask for a pause"))
    expect(other).to_have_title(re.compile("^(Blue|Red) asks for a pause – Fusillade$"))
    user.click(other.get_by_role("button", name="Agree"))
    expect_timers(0)
    for page in pages:
        expect(page.locator(".seat.decides, .seat .badge")).to_have_count(0)
        expect(page).to_have_title("Fusillade")
    expect(other.locator(".seat-time").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    user.click(other.get_by_role("button", name="Resume"))
    expect_timers(1)
    expect(asking).to_have_title("Your turn – Fusillade")


def test_over_days_notices_fit_a_phone_and_say_times_in_the_readers_time_zone(server: Server, visit: Visit) -> None:
    zones = "Asia/Tokyo", "America/New_York"
    tokyo, new_york = (visit(timezone_id=zone, viewport={"width": 390, "height": 844}) for zone in zones)
    pages = tokyo, new_york
    id = sat_down(server, pages, "slow")
    mover, other = in_turn(pages)

    def look(*told: str) -> None:
        for page, text in zip((mover, other), told, strict=True):
            expect(page.locator(".dock")).to_contain_text(text)
            assert page.evaluate(HIDDEN) == []
            assert page.evaluate(SLICED) == 0

    pass_time(server, id, 2.5 * DAY, *pages)
    look("Your time is nearly up: ", "You can claim the game from ")
    for page, zone in zip(pages, zones, strict=True):
        moment = page.locator(".dock .notice time")
        at = datetime.fromisoformat(moment.get_attribute("datetime") or "").astimezone(ZoneInfo(zone))
        expect(moment).to_have_text(f"{at:%A %H:%M}")
    user.click(mover.locator(".dock").get_by_role("button", name="Ask for a pause"))
    look("Your time runs until ", "asks to pause the game.")
    user.click(mover.get_by_role("button", name="Menu"))
    user.click(mover.get_by_role("button", name="Never mind"))
    expect(other.locator("[data-asks]")).to_have_count(0)
    user.click(mover.locator("#margin").get_by_role("button", name="Ask for a pause"))
    expect(mover.locator("#margin")).to_be_hidden()
    expect(mover.locator(".dock").get_by_text("You asked for a pause.")).to_be_visible()
    user.click(mover.get_by_role("button", name="Menu"))
    user.click(mover.get_by_role("button", name="Never mind"))
    expect(other.locator("[data-asks]")).to_have_count(0)
    user.press_key(mover, "Escape")
    pass_time(server, id, DAY, *pages)
    look("can claim the game. You can still play.", "is out of time.")
    user.click(mover.locator(".dock").get_by_role("button", name="Ask for a pause"))
    user.click(other.get_by_role("button", name="Agree"))
    look("The game is paused.", "The game is paused.")
    user.click(other.get_by_role("button", name="Resume"))
    pass_time(server, id, 2 * DAY, *pages)
    user.click(other.get_by_role("button", name="Let the computer play on"))
    look("Your time ran out, so the computer is playing for you.", "")


def test_a_claim_is_confirmed(server: Server, visit: Visit) -> None:
    pages = visit(), visit()
    id = sat_down(server, pages)
    do(in_turn(pages)[0], choice(actions(in_turn(pages)[0])))
    mover, other = in_turn(pages)
    pass_time(server, id, 700, mover, other)
    user.click(other, "[data-question='Claim the game?']")
    dialog = other.get_by_role("dialog")
    expect(dialog).to_contain_text("loses the game. This can't be undone.")
    expect(dialog.get_by_role("button", name="Not yet")).to_be_focused()
    expect(dialog.get_by_role("button", name="Yes, claim it")).to_have_class("danger")
    user.click(other.get_by_role("dialog").get_by_role("button", name="Yes, claim it"))
    other.wait_for_selector("#table[data-outcome=claimed]")
    expect(other.locator(".ending")).to_contain_text("ran out of time")
    expect(mover.locator(".ending")).to_contain_text("You ran out of time.")
