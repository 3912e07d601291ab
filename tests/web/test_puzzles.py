"""A puzzle in the browser, by keyboard alone: found in the list, tried, solved, and played on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from grognard.bots.puzzles import puzzle, puzzles
from grognard.registry import registered_names
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, quoted


def choose(page: Page, do: str) -> None:
    """Chooses, and waits until the page says what that is worth."""
    user.tab_to(page, f"[data-action={quoted(do)}]")
    user.press_key(page, "Enter")
    expect(page).to_have_url(re.compile(r"\?chose="))


@pytest.mark.parametrize("slug", [slug for slug in registered_names() if puzzles(slug)])
def test_a_puzzle_is_solved_by_keyboard(slug: str, visit: Visit, server: Server) -> None:
    asked = puzzle(slug, 1)
    page = visit()
    user.open_page(page, f"{server.url}/puzzles")
    user.tab_to(page, f"#puzzles-{slug} > summary", most=30)
    user.press_key(page, "Enter")
    user.tab_to(page, f"a[href='/puzzles/{slug}/1']")
    user.press_key(page, "Enter")
    page.wait_for_selector("#table")
    assert page.title().startswith("Puzzle 1 – ")
    expect(page.locator("#replay-tools"), "there is nothing to watch").to_have_count(0)
    choose(page, asked.second)
    expect(page.locator(".notice").first).to_contain_text("Not the best:")
    expect(page.locator(".notice")).to_be_focused()
    expect(page.locator(".task")).to_contain_text("find it")
    expect(page.locator(f"[data-action={quoted(asked.second)}]").first).to_have_class(re.compile(r"\bwrong\b"))
    expect(page.locator(".solution, .other")).to_have_count(0)
    choose(page, asked.solution)
    expect(page.locator(".notice").first).to_contain_text("Solved:")
    expect(page.locator(".notice")).to_be_focused()
    expect(page.locator(".task")).to_have_text("Solved on the second try.")
    expect(page.locator(f"[data-action={quoted(asked.solution)}]").first).to_have_class(re.compile(r"\bsolution\b"))
    expect(page.locator("[data-action]:not(.solution, .other)")).to_have_count(0)
    expect(page.locator("#table")).not_to_contain_text("you decide")
    expect(page.locator(".target")).to_have_count(0)
    user.tab_to(page, f".dock a[href='/puzzles/{slug}/2']", most=5)
    expect(page.locator(":focus")).to_have_text("Next puzzle")
    user.tab_to(page, f".dock a[href='/puzzles/{slug}/1/line']")
    user.press_key(page, "Enter")
    page.wait_for_url(re.compile(r"/line"))
    expect(page.locator(".replay-bar strong .long")).to_contain_text("Step 0 of ")
    user.press_key(page, "ArrowRight")
    expect(page.locator(".replay-bar strong .long")).to_contain_text("Step 1 of ")
    user.tab_to(page, f".replay-bar a[href='/puzzles/{slug}/1']")
    user.press_key(page, "Enter")
    page.wait_for_selector("[data-continue]")
    user.tab_to(page, "[data-continue]")
    user.press_key(page, "Enter")
    page.wait_for_url(re.compile(r"/tables/"))
    page.wait_for_selector("#table")
