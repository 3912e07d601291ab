"""Games played to their end in a real browser: one whole in each way to play, one of every game from near its end."""

from __future__ import annotations

import html
import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

import grognard
from grognard.bots import bot
from grognard.play.session import Session
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    MOVED,
    SLUG,
    Server,
    actions,
    button,
    choice,
    click,
    over,
    press,
    quoted,
    set_up,
    until,
    version,
    wait_until_asked,
)
from tests.web.user import WAIT
from tests.web.walk import brought, play_on, token_of

# A button of the accessibility tree that can be pressed, and the names of those that choose nothing.
NAMED = re.compile(r"""button "((?:[^"\\]|\\.)*)"(?! \[disabled)""")
NO_CHOICE = ("Hint: what would the computer do?", "Undo", "Take back", "Show it again", "Log", "Stop")
# Can something be chosen on a page, or is the game over?
ASKS = re.compile(" data-(action|outcome)=")
# So many deeds before its end, at least, a game is taken up.
LEFT = 8


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_game_against_greedy_is_played_to_its_end_by_clicking_only_action_buttons(
    visit: Visit, server: Server, slug: str
) -> None:
    page = visit()
    play_on_near_the_end(page, server.url, slug)
    check_play_to_the_end(page, slug)


@pytest.mark.soak
@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_whole_game_against_greedy_is_played_by_clicking_only_action_buttons(
    visit: Visit, server: Server, slug: str
) -> None:
    page = visit()
    set_up(page, server.url, slug=slug, bot="greedy")
    check_play_to_the_end(page, slug)


def lost_by_a_bot(slug: str) -> tuple[str, int, int]:
    """The journal of a game between greedy bots, a seat that lost it, and a late step at which it has a choice."""
    game, greedy = grognard.load(slug), bot("greedy")
    session = Session(game, 1, ["greedy"] * game.num_players())
    choosers = []
    while (outcome := session.outcome()) is None:
        seat = session.state.current_player()
        choosers.append(seat if len(session.state.legal_actions()) > 1 else None)
        session.play(seat, greedy.choose(session.state.information(seat, 1)))
    loser = next(seat for seat in range(game.num_players()) if seat not in outcome.winners)
    step = max(step for step, seat in enumerate(choosers[:-LEFT]) if seat == loser)
    return session.journal.to_text(), loser, step


def play_on_near_the_end(page: Page, base: str, slug: str) -> None:
    """Brings a finished game along as a journal, and plays on from a late step of it as the loser."""
    journal, seat, step = lost_by_a_bot(slug)
    token = token_of(page, base)
    play_on(page, base, token, brought(page, base, token, journal), step, seat)


def check_play_to_the_end(page: Page, slug: str) -> None:
    """Clicks action buttons until the game is over."""
    turns = 0
    while True:
        wait_until_asked(page)
        if over(page):
            break
        choices = actions(page)
        # Where there is but one, it is to close what was begun or to step back: everything else goes by itself, but in
        # the game for newcomers.
        newcomers = grognard.spec(slug).meta.first
        assert len(choices) > 1 or newcomers or page.get_by_role("button", name="Undo").is_enabled()
        click(page, choice(choices))
        turns += 1
        assert turns < 1000
    assert page.locator("#table").get_attribute("data-outcome") in grognard.spec(slug).meta.reasons
    assert page.locator("[data-action]").count() == 0
    assert turns > 0  # against greedy, choices made anyhow may last a handful
    assert version(page) > turns


def test_a_game_without_javascript_is_played_to_its_end_by_reload(visit: Visit, server: Server) -> None:
    page = visit(java_script_enabled=False)
    play_on_near_the_end(page, server.url, SLUG)
    check_play_by_reload(page)


@pytest.mark.soak
def test_a_whole_game_without_javascript_is_played_by_reload(visit: Visit, server: Server) -> None:
    page = visit(java_script_enabled=False)
    set_up(page, server.url, bot="greedy")
    check_play_by_reload(page)


def check_play_by_reload(page: Page) -> None:
    """Clicks action buttons until the game is over; each brings a new page."""
    for _ in range(1000):
        shown = page.content()
        if " data-outcome=" in shown:
            break
        names = [html.unescape(name) for name in re.findall(r' data-action="([^"]*)"', shown)]
        if names:
            with page.expect_navigation():
                press(button(page, choice(names)))
        else:  # the computer thinks: a reader without the script sees the page anew every three seconds
            assert '<meta http-equiv="refresh"' in shown
            until(lambda: ASKS.search(page.request.get(page.url).text()), WAIT / 1000, "nothing is asked")
            user.reload(page)
    assert page.locator("#table").get_attribute("data-outcome") in grognard.spec(SLUG).meta.reasons
    expect(page.locator("#ending")).to_be_visible()


@pytest.mark.parametrize("most", [12, pytest.param(1000, marks=pytest.mark.soak)])
def test_a_game_is_played_by_keyboard_only(visit: Visit, server: Server, most: int) -> None:
    """To its end in the soak; else for some choices, and until every way to choose was taken."""
    page = visit()
    user.open_page(page, f"{server.url}/games/{SLUG}")
    user.tab_to(page, "[name=rules]")
    while page.locator("[name=rules]:checked").input_value() != "custom":
        user.press_key(page, "ArrowUp")
    user.tab_to(page, "[name=troops]")
    user.press_key(page, "ArrowUp")
    assert page.locator("[name=troops]:checked").input_value() == "50"
    user.tab_to(page, "[data-start]")
    user.press_key(page, "Enter")
    page.wait_for_url("**/tables/*")
    # Against the computer windows without an answer are left out unless one asks for them.
    for selector in ("details.menu > summary", "details.ask > summary", "button[name=ask][value=always]"):
        user.tab_to(page, selector)
        user.press_key(page, "Enter")
    page.locator("button[name=ask][value=always][aria-pressed=true]").wait_for(state="attached")
    ways = Counter[str]()
    while ways.total() < most or set(ways) != {"space", "digit", "arrows", "tab"}:
        wait_until_asked(page)
        if over(page):
            break
        since = version(page)
        ways[by_keys(page, choice(actions(page)), ways)] += 1
        page.wait_for_function(MOVED, arg=since, timeout=WAIT)
    if over(page):
        assert page.locator("#table").get_attribute("data-outcome") in grognard.spec(SLUG).meta.reasons
        expect(page.locator("#ending")).to_be_focused()
    assert over(page) == (most == 1000)
    assert set(ways) == {"space", "digit", "arrows", "tab"}


def by_keys(page: Page, notation: str, ways: Counter[str]) -> str:
    """Takes an action with keys alone, in one way or another; which."""
    wanted = f"[data-action={quoted(notation)}]"
    if page.locator(f"{wanted}[data-pass]").count() and not page.evaluate(
        "document.activeElement.matches('button, a, summary')"
    ):
        user.press_key(page, " ")
        return "space"
    if ways["tab"] < 3 <= ways["digit"]:
        return tab(page, wanted)
    digit = page.evaluate(
        "(wanted) => [...document.querySelectorAll('.dock .actions .action')].findIndex((one) => one.matches(wanted))",
        wanted,
    )
    if 0 <= digit < 9:
        user.press_key(page, str(digit + 1))
        return "digit"
    if " " in notation and arrow_to(page, wanted):
        user.press_key(page, "Enter")
        return "arrows"
    return tab(page, wanted)


def tab(page: Page, wanted: str) -> str:
    """Goes from one thing to the next until the action is reached, and takes it."""
    user.tab_to(page, wanted)
    user.press_key(page, "Enter")
    return "tab"


def arrow_to(page: Page, wanted: str) -> bool:
    """Goes along the cards with the arrow keys."""
    for key in ["ArrowDown"] * 3 + ["ArrowLeft"] * 16 + ["ArrowRight"] * 16:
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return True
        user.press_key(page, key)
    return False


@pytest.mark.parametrize(
    "slug",
    [slug if slug == "outpost" else pytest.param(slug, marks=pytest.mark.soak) for slug in grognard.registered_names()],
)
def test_a_whole_game_is_played_by_roles_and_names_alone(visit: Visit, server: Server, slug: str) -> None:
    """As one who sees nothing: all that is known of the page is its accessibility tree, and keys are pressed."""
    page = visit()
    set_up(page, server.url, slug=slug)
    wait_until_asked(page)
    for number in range(1000):
        tree = page.locator("main").aria_snapshot()
        if 'region "The game is over"' in tree:
            break
        found = NAMED.findall(tree)
        names = [name for name in found if not name.startswith(NO_CHOICE) and not name.endswith(" back")]
        user.press_key(page.get_by_role("button", name=names[number * 7 % len(names)], exact=True).first, "Enter")
        # Another table has another tree; of what nobody sees yet the version does not tell.
        expect(page.locator("main")).not_to_match_aria_snapshot(tree, timeout=WAIT)
        wait_until_asked(page)
    read_out = "() => document.activeElement.closest('main h2') !== null"
    page.wait_for_function(read_out, timeout=WAIT)
