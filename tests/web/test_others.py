"""What the description of the table promises about what others do: moves seen and heard, pace, presence."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    MOVED,
    Server,
    Watch,
    actions,
    choice,
    click,
    in_turn,
    invite,
    over,
    play_until,
    quoted,
    resign,
    set_up,
    until,
    version,
    wait_until_asked,
)
from tests.web.test_friends import play_both
from tests.web.user import IS_READY, WAIT
from tests.web.wire import Clock

MOVEMENT = """
window.moved = [];
const start = document.startViewTransition?.bind(document);
document.startViewTransition = (change) => {
    const named = () => Object.fromEntries([...document.querySelectorAll("[data-handle]")]
        .filter((card) => card.style.viewTransitionName)
        .map((card) => [card.style.viewTransitionName, card.closest("[data-zone]")?.dataset.zone]));
    const before = named();
    return start(async () => { await change(); window.moved.push([before, named()]); });
};
"""


def test_cards_are_seen_to_move_between_zones(visit: Visit, server: Server) -> None:
    page = visit()
    page.add_init_script(MOVEMENT)
    set_up(page, server.url)
    play_until(page, "[data-action^='UNIT ']")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("window.moved.length = 0")
    click(page, next(name for name in actions(page) if name.startswith("UNIT ")))
    page.wait_for_function("window.moved.length > 0")
    before, after = page.evaluate("window.moved[0]")
    changed = {name: (before[name], after[name]) for name in before if name in after and before[name] != after[name]}
    assert list(changed.values()) == [("hand-0", "picked-0")]


def test_nothing_moves_under_reduced_motion(visit: Visit, server: Server) -> None:
    page = visit()
    page.add_init_script(MOVEMENT)
    set_up(page, server.url)
    for _ in range(5):
        wait_until_asked(page)
        click(page, choice(actions(page)))
    assert page.evaluate("window.moved") == []


def test_sound_is_off_until_it_is_asked_for(visit: Visit, server: Server) -> None:
    page = visit()
    page.add_init_script(
        """window.notes = 0;
        const Real = window.AudioContext;
        window.AudioContext = class extends Real {
            createOscillator() { window.notes += 1; return super.createOscillator(); }
        };"""
    )
    set_up(page, server.url)
    play_until(page, "[data-pass]")
    assert page.evaluate("window.notes") == 0
    user.click(page.get_by_role("button", name="Sound (muted)"))
    effects = page.get_by_role("checkbox", name="Effects")
    expect(effects).not_to_be_checked()
    expect(page.get_by_label("Music")).not_to_be_checked()
    user.tick(effects)
    page.wait_for_function("() => window.notes > 0")
    user.reload(page)
    user.click(page.get_by_role("button", name="Sound", exact=True))
    expect(effects).to_be_checked()
    expect(page.get_by_label("Music")).not_to_be_checked()


# Do moves of the computer wait to be shown, or is something asked?
WAITS_OR_ASKS: Final = f"""() => {{
    const skip = [...document.querySelectorAll(".flow:not([hidden]) button:not([hidden])")]
        .some(({{ textContent }}) => textContent.startsWith("Skip"));
    return skip || {IS_READY} && Boolean(document.querySelector("#table[data-outcome], [data-action]"));
}}"""
SKIP: Final = re.compile(r"Skip (\d+) moves?")


def wait_for_moves(page: Page) -> int:
    """Plays on until moves of the computer wait to be shown, and holds them there; how many."""
    skip = page.get_by_role("button", name=SKIP)
    while True:
        page.wait_for_function(WAITS_OR_ASKS)
        if skip.is_visible():
            user.press_key(page, "p")
            found = SKIP.search(page.locator(".flow").inner_text())
            if found and int(found[1]) > 1:  # a move that has already begun cannot be held
                return int(found[1])
            if page.get_by_role("button", name=re.compile("^Continue")).is_visible():
                user.press_key(page, "p")
        elif choices := actions(page):
            # What was asked has just changed at times, and then a click is refused.
            user.click_if_there(page, f"[data-action={quoted(choice(choices))}]")
        else:
            assert not over(page)


def test_moves_of_the_computer_come_one_by_one_at_a_chosen_pace_and_can_be_skipped(
    visit: Visit, server: Server
) -> None:
    page = visit(pace=True)
    set_up(page, server.url)
    pace = page.get_by_label("Moves")
    assert pace.input_value() == "1000"
    user.choose(pace, "2000")
    waiting, since = wait_for_moves(page), version(page)
    user.click(page.get_by_role("button", name=SKIP))
    page.wait_for_function(MOVED, arg=since + waiting - 1)
    expect(page.get_by_role("button", name=SKIP)).to_be_hidden()
    user.reload(page)
    assert page.get_by_label("Moves").input_value() == "2000"


def test_the_tab_title_says_when_it_is_your_turn(visit: Visit, server: Server) -> None:
    pages = a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    clock = Clock()
    for _ in range(4):
        for page in pages:
            mine, title = page.evaluate("[Boolean(document.querySelector('[data-action]')), document.title]")
            assert title == ("Your turn – Fusillade" if mine else "Fusillade")
        play_both(pages, clock, 1)
    resign(a)
    expect(a).to_have_title("You lose – Fusillade")


@contextmanager
def database(server: Server) -> Iterator[sqlite3.Connection]:
    """The server's own database."""
    with closing(sqlite3.connect(server.data / "tables.sqlite", timeout=10)) as connection, connection:
        yield connection


@pytest.mark.parametrize("again", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_the_opponents_presence_is_shown_and_a_long_absence_can_be_claimed(
    again: bool, visit: Visit, watch: Watch, tmp_path: Path
) -> None:
    watch.expect("net::ERR_")  # while the server is gone
    served = Server(tmp_path, claim_after=1)
    served.start()
    try:
        check_presence_and_claim(served, (visit(), visit()), again)
    finally:
        served.stop()


def check_presence_and_claim(server: Server, pages: tuple[Page, Page], again: bool) -> None:
    """One of two leaves, and the other claims the game: after the server was started again, or while it runs on."""
    id = invite(pages[0], server.url, pages[1], server.url)
    active, other = in_turn(pages)
    seat = pages.index(active)
    for page, opponent in zip(pages, (1, 0), strict=True):
        page.locator(f".seat-{opponent} .presence.here").wait_for()
    claim = other.locator("[data-question='Claim the game?']")
    gone = other.locator(f".seat-{seat} .presence.away")
    expect(claim).to_have_count(0)  # a page that has just come may be away for a moment

    def leave_long_ago() -> None:
        with database(server) as connection:  # as another process would
            connection.execute(
                "UPDATE seats SET seen = datetime('now', '-1 hour') WHERE table_id = ? AND seat = ?", (id, seat)
            )
            connection.execute("UPDATE tables SET changes = changes + 1 WHERE id = ?", (id,))

    def noticed() -> bool:
        if gone.is_visible():
            return True
        leave_long_ago()  # again, as what the server still had to write about who leaves undoes it
        return False

    def can_claim() -> bool:
        if claim.is_visible():
            return True
        user.reload(other)
        return False

    active.close()
    if again:
        server.kill()
        leave_long_ago()
        server.start()
        user.reload(other)
        gone.wait_for()
        until(can_claim, WAIT / 1000, "the game cannot be claimed")  # they have been away for less than a second so far
    else:
        until(noticed, 2 * WAIT / 1000, "nobody has noticed")  # without loading the page again, within half a minute
    user.click(claim)
    expect(other.get_by_role("dialog")).to_contain_text("loses the game.")
    user.click(other.get_by_role("dialog").get_by_role("button", name="Yes, claim it"))
    other.wait_for_selector("#table[data-outcome=claimed]")
    expect(other.locator(".ending")).to_contain_text("the opponent has left")
