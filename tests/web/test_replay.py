"""A game seen again: whichever step is shown next, what is staged is what that step brought."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.bots import bot
from grognard.play.session import Session
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server
from tests.web.walk import brought, token_of

SLOWLY: Final = "localStorage.setItem('grognard.pace', '5000')"
# The version of the table with which a page begins.
OPENED: Final = """addEventListener("DOMContentLoaded", () => {
    window.opened = document.querySelector("#table")?.dataset.version;
});"""
# At one moment: the differences that lie on the stage, what its banner says is left, and what each side has left.
STAGED: Final = """(what) => document.querySelector(`.stage ${what}`) && {
    losses: [...document.querySelectorAll(".stage .number-by")].map((by) => by.innerText),
    left: document.querySelector(".stage .banner-change strong")?.innerText ?? "",
    troops: [0, 1].map((seat) => Number(document.querySelector(`.number-troops.owner-${seat} > b`).innerText)),
}"""
TROOPS: Final = 50


@cache
def recorded() -> Session:
    """A short game between bots that one of them has lost by its troops."""
    game, greedy = grognard.load("fusillade", {"troops": TROOPS}), bot("greedy")
    session = Session(game, 1, ["human", "greedy"])
    while session.outcome() is None:
        seat = session.state.current_player()
        session.play(seat, greedy.choose(session.state.information(seat, 1)))
    return session


def replay(visit: Visit, server: Server, address: str = "?step=0", pace: str = SLOWLY) -> Page:
    """The recorded game, brought along and opened at a step."""
    page = visit(pace=True)
    page.add_init_script(OPENED)
    user.open_page(page, server.url)
    path = brought(page, server.url, token_of(page, server.url), recorded().journal.to_text())
    page.evaluate(pace)
    user.open_page(page, f"{server.url}{path}{address}")
    return page


def troops(page: Page) -> list[int]:
    """What each side has left on the page."""
    return [int(page.locator(f".number-troops.owner-{seat} > b").inner_text()) for seat in (0, 1)]


def staged(page: Page, what: str) -> dict[str, Any]:
    """Waits until something is on the stage; the differences beside it, and what each side has left then."""
    return dict(page.wait_for_function(STAGED, arg=what).json_value())


@pytest.mark.parametrize("keys", [["End"], ["End", "ArrowLeft", "ArrowRight"]])
def test_after_a_jump_the_numbers_fall_by_what_the_last_step_brought(
    keys: list[str], visit: Visit, server: Server
) -> None:
    last = recorded()
    before = [number.value for number in last.positions[-2].view(None).numbers if number.key == "troops"]
    page = replay(visit, server)
    assert troops(page) == [TROOPS, TROOPS]
    for key in keys:
        step = page.locator("#table").get_attribute("data-version")
        user.press_key(page, key)
        expect(page.locator("#table")).not_to_have_attribute("data-version", step or "")
    found = staged(page, ".banner-change")
    assert found["losses"] == [
        f"\N{MINUS SIGN}{was - now}" for was, now in zip(before, found["troops"], strict=True) if was != now
    ]


def test_a_step_back_brings_nobody_his_troops_again(visit: Visit, server: Server) -> None:
    page = replay(visit, server, "")
    user.press_key(page, "Escape")
    user.press_key(page, "ArrowLeft")
    assert staged(page, ".banner")["losses"] == []


def test_a_moment_opens_before_its_blow_which_is_then_seen(visit: Visit, server: Server) -> None:
    last = len(recorded().positions) - 1
    page = replay(visit, server, f"?step={last - 1}&play=1", pace="localStorage.setItem('grognard.pace', '0')")
    assert page.evaluate("opened") == str(last - 1)
    found = staged(page, ".banner-change")
    assert found["losses"]
    assert found["left"] == "0"
    assert page.url.endswith(f"step={last}"), "the page is not played again when it is loaded again"


def test_more_lies_over_the_stage_and_is_closed_by_escape(visit: Visit, server: Server) -> None:
    page = replay(visit, server, "")
    more = page.locator(".replay-more")
    user.click(more.locator("summary"))
    user.press_key(page, "ArrowLeft")
    expect(page.locator(".stage .banner")).to_have_count(1)
    layers = [
        page.locator(of).evaluate("(one) => Number(getComputedStyle(one).zIndex)") for of in (".stage", ".replay-bar")
    ]
    assert layers == sorted(layers)
    user.press_key(page, "Escape")
    expect(more).not_to_have_attribute("open", "")


def test_a_numbered_point_of_the_course_leads_to_its_moment(visit: Visit, server: Server) -> None:
    page = replay(visit, server, "")
    user.resize(page, 390, 844)
    user.click(page.locator(".finale > summary"))
    point = page.locator(".points a").first
    box = point.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert point.get_attribute("href") == page.locator(".moments a").first.get_attribute("href")
    with page.expect_navigation(url="**play=1"):  # a moment later it is played
        user.click(point)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_a_sum_between_two_open_hands_covers_neither_the_numbers_nor_my_hand(
    width: int, height: int, visit: Visit, server: Server
) -> None:
    session = recorded()

    def parts(step: int) -> int:
        return sum(len(one.terms) for event in session.open_events(step, step + 1) for one in event.sums)

    at = max(range(len(session.positions)), key=parts)
    assert parts(at) > 4
    page = replay(visit, server, f"?step={at}")
    user.resize(page, width, height)
    user.reload(page)
    box, field = page.locator(".stage .banner").bounding_box(), page.locator(".battlefield").bounding_box()
    assert box is not None
    assert field is not None
    above = page.locator(".number-troops.owner-1").bounding_box()
    assert above is not None
    assert above["y"] + above["height"] <= box["y"]
    assert box["y"] + box["height"] <= field["y"] + field["height"] + 1
