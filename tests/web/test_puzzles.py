"""A puzzle in the browser, by keyboard alone: found in the list, tried, solved, and played on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from grognard.bots.puzzles import puzzle, puzzles
from grognard.registry import registered_names
from tests.web.conftest import Visit
from tests.web.support import Server, quoted

MOST_TABS = 120


def tab_to(page: Page, wanted: str, most: int = MOST_TABS) -> None:
    """Presses Tab until the focus is on an element."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(wanted) => Boolean(document.activeElement?.matches(wanted))", wanted):
            return
    raise AssertionError(f"Tab does not lead to {wanted}")


def choose(page: Page, do: str) -> None:
    """Chooses, and waits until the page says what that is worth."""
    tab_to(page, f"[data-action={quoted(do)}]")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"\?chose="))
    page.wait_for_load_state()


@pytest.mark.parametrize("slug", [slug for slug in registered_names() if puzzles(slug)])
def test_a_puzzle_is_solved_by_keyboard(slug: str, visit: Visit, server: Server) -> None:
    asked = puzzle(slug, 1)
    page = visit()
    page.goto(f"{server.url}/puzzles")
    tab_to(page, f"a[href='/puzzles/{slug}/1']")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    assert page.title().startswith("Puzzle 1 – ")
    assert page.locator("#replay-tools").count() == 0, "there is nothing to watch"
    choose(page, asked.second)
    expect(page.locator(".notice").first).to_contain_text("Not the best:")
    expect(page.locator(".notice")).to_be_focused()
    expect(page.locator(".task")).to_contain_text("find it")
    expect(page.locator(f"[data-action={quoted(asked.second)}]").first).to_have_class(re.compile(r"\bwrong\b"))
    expect(page.locator(".solution, .other")).to_have_count(0)
    choose(page, asked.solution)
    expect(page.locator(".notice").first).to_contain_text("Solved:")
    expect(page.locator(".notice")).to_be_focused()
    expect(page.locator(".task")).to_have_text("Solved at try 2.")
    expect(page.locator(f"[data-action={quoted(asked.solution)}]").first).to_have_class(re.compile(r"\bsolution\b"))
    expect(page.locator("[data-action]:not(.solution, .other)")).to_have_count(0)
    expect(page.locator("#table")).not_to_contain_text("you decide")
    expect(page.locator(".target")).to_have_count(0)
    tab_to(page, f".dock a[href='/puzzles/{slug}/2']", most=3)
    expect(page.locator(":focus")).to_have_text("Next puzzle")
    tab_to(page, ".replay-more > summary")
    page.keyboard.press("Enter")
    tab_to(page, "[data-continue]")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/tables/"))
    page.wait_for_selector("#table")
