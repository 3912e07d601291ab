"""At each decision, in windows of five sizes: only lists scroll, and all that matters can be seen and touched."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

import grognard
from grognard.play.session import Session
from grognard.registry import spec
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, resign, set_up, wait_until_asked
from tests.web.walk import Looker, allowed, brought, moments, play_on, sample, token_of, visit_moments, walk

POSITIONS: Final = 10
# In whole games a crowd may now and then cost a name its last letter or make a box scroll: once in so many decisions.
# What is asked, and all that can be answered, must always be there.
RARE: Final = 20
NEVER: Final = {
    "page scrolls", "choice hidden", "choice covered", "choice outside",
    "prompt hidden", "prompt covered", "prompt outside", "prompt cut off",
}  # fmt: skip
STEPS: Final = 160  # after which there are units on all fronts
# Browsers round the height of a line to a fraction of a pixel.
ROUNDING: Final = 0.1
# The frames that still move, and how far at most, in pixels.
RESTLESS: Final = {("company-commander", "844x390", f"front {front}"): 120.0 for front in ("Left", "Center", "Right")}
# Is this front open, and do its units alone show their whole names?
OPENED: Final = """(key) => [...document.querySelectorAll(".front:has(.card)")].every((front) => {
    const [fold, names] = [front.querySelector("details"), front.querySelectorAll(".card-name > .whole")];
    const meant = front.dataset.key === key;
    return fold.open === meant && [...names].every((name) => name.checkVisibility() === meant);
})"""

# Does a list lie in the window, with all that is in it?
WHOLE: Final = """(list) => list.scrollWidth <= list.clientWidth && list.scrollHeight <= list.clientHeight &&
    list.getBoundingClientRect().bottom <= innerHeight"""


def too_much(looker: Looker, slug: str, may: dict[tuple[str, str, str], int]) -> dict[str, list[str]]:
    """What was found more often than it may: where mostly, by size."""
    found: dict[str, list[str]] = {}
    for size, figures in looker.walked.sizes.items():
        for kind, count in figures.counts.items():
            if count > (most := may.get((slug, size, kind), 0)):
                place, (_, worst) = next(iter(figures.places(kind).items()))
                found.setdefault(size, []).append(f"{kind}: {count} times, not {most}; {worst} px at {place}")
    return found


def too_far(looker: Looker, slug: str) -> dict[str, list[str]]:
    """The frames that moved farther than they may, by size."""
    found: dict[str, list[str]] = {}
    for size, figures in looker.walked.sizes.items():
        for frame, distance in figures.moved.items():
            if distance > RESTLESS.get((slug, size, frame), ROUNDING):
                found.setdefault(size, []).append(f"{frame}: {distance:.1f} px at {figures.farthest[frame]}")
    return found


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_at_sampled_decisions_all_that_matters_fits_in_windows_of_five_sizes(
    slug: str, visit: Visit, server: Server
) -> None:
    looker = Looker(visit())
    visit_moments(looker.page, server.url, slug, looker, sample(slug, POSITIONS))
    assert looker.walked.decisions == POSITIONS
    may = allowed()
    is_plain = not spec(slug).folder.joinpath("table.html").is_file()
    if is_plain:
        may |= {(slug, size, "box scrolls"): POSITIONS for size in looker.walked.sizes}  # a crowded plain field scrolls
    assert too_much(looker, slug, may) == {}
    # In a plain layout, the bar at the top grows with its contents.
    assert is_plain or too_far(looker, slug) == {}


def test_a_window_that_was_small_for_a_while_shows_its_field_as_before(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    moment = sample("company-commander", 12)[8]  # two steps fit, and which was found depended on where one began
    token = token_of(page, server.url)
    play_on(page, server.url, token, brought(page, server.url, token, moment.journal), moment.step)
    wait_until_asked(page)
    user.reload(page)
    field = page.locator("[data-fit]")
    expect(field).to_have_attribute("style", re.compile("--unit"))
    before = field.get_attribute("style"), field.get_attribute("data-fit")
    for width in (900, 600, 390):
        user.resize(page, width, 844)
    user.resize(page, 1280, 720)
    expect(field).to_have_attribute("style", before[0] or "")
    expect(field).to_have_attribute("data-fit", before[1] or "")


@pytest.mark.parametrize("slug", ["fusillade", "three-emperors"])
def test_a_phone_held_upright_shows_all_cards_of_a_large_hand(slug: str, visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    largest = max(moments(slug, POSITIONS), key=lambda one: one.hand)
    token = token_of(page, server.url)
    play_on(page, server.url, token, brought(page, server.url, token, largest.journal), largest.step)
    wait_until_asked(page)
    hand = page.locator(".zone-hand.near > .cards")
    assert hand.locator(".card").count() == largest.hand > 8
    user.wait_for_frames(page)
    assert hand.evaluate(WHOLE)


def test_all_that_can_be_done_after_a_daily_deal_stands_in_one_row(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    user.open_page(page, f"{server.url}/daily")
    user.click(page.locator("form button").first)
    wait_until_asked(page)
    resign(page)
    choices = page.locator(".finale .actions > *")
    tops = choices.evaluate_all("(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))")
    assert len(tops) == 6
    assert len(set(tops)) == 1


def test_a_phone_that_was_too_low_and_is_turned_shows_its_cards_large_again(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    field = page.locator("[data-fit]")
    for height in (240, 230):
        user.resize(page, 844, height)
        expect(field).to_have_attribute("data-fit", "heads thin")
    user.resize(page, 390, 844)
    expect(field).not_to_have_attribute("data-fit", "heads thin")


def test_a_front_opened_on_a_phone_folds_the_others_and_no_longer_does_in_a_wide_window(
    visit: Visit, server: Server
) -> None:
    session = Session(grognard.load("company-commander"), 1, ["somebody"] * 2)
    step = 0
    while step < STEPS or session.state.current_player() != 0:
        legal = session.state.legal_actions()
        session.play(session.state.current_player(), legal[step * 7 % len(legal)])
        step += 1
    page = visit(viewport={"width": 390, "height": 844})
    token = token_of(page, server.url)
    play_on(page, server.url, token, brought(page, server.url, token, session.journal.to_text()), step)
    fronts = page.locator(".front:has(.card)").evaluate_all("(fronts) => fronts.map((front) => front.dataset.key)")
    assert len(fronts) > 1
    for front in fronts:
        user.click(page.locator(f"[data-key=opens-{front}] > summary"))
        page.wait_for_function(OPENED, arg=front)
    user.resize(page, 1440, 900)
    page.wait_for_function("() => !document.querySelector('.opens[open]')")


@pytest.mark.soak
@pytest.mark.parametrize("slug", grognard.registered_names())
def test_in_whole_games_all_that_matters_fits_in_windows_of_five_sizes(slug: str, visit: Visit, server: Server) -> None:
    looker = Looker(visit())
    walk(looker.page, server.url, slug, looker, every=1, least=40)
    rarely = looker.walked.decisions // RARE
    kinds = {(size, kind) for size, figures in looker.walked.sizes.items() for kind in figures.counts}
    may = {(slug, size, kind): rarely for size, kind in kinds if kind not in NEVER}
    assert too_much(looker, slug, may) == {}
