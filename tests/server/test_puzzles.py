"""Puzzles on the table: choosing, being shown the solution, what is kept of it, and playing on."""

from __future__ import annotations

import asyncio
import html
import json
import re
import zipfile
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from grognard.bots.puzzle_lines import played_on
from grognard.bots.puzzles import Puzzle, position, puzzle, puzzles
from grognard.registry import registered_names
from grognard.server.config import Config
from grognard.server.pages.puzzle_lines import _continuation
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import migrate
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.rows import now
from tests.server.support import Guest, Page, Server
from tests.server.test_your_data import deleted, name_of, stored

SLUG = "company-commander"
PATH = f"/puzzles/{SLUG}/1"


def asked() -> Puzzle:
    return puzzle(SLUG, 1)


def label(do: str) -> str:
    """What a choice is called."""
    view = position(SLUG, asked()).view(asked().seat)
    return next(action.label for action in view.actions if action.notation == do)


def chosen(guest: Guest, do: str) -> Page:
    """Chooses; the page then."""
    answer = guest.post(f"{PATH}/play", {"do": do})
    assert answer.status == 303, answer.text
    return guest.page(answer.answer.headers["location"])


def state(guest: Guest) -> tuple[str, str]:
    """What the list tells of the first puzzle, in words, and what stands there."""
    found = re.search(
        rf'href="{PATH}" aria-label="Company Commander, puzzle 1(?:, )?([^"]*)">([^<]*)<', guest.page("/puzzles").text
    )
    assert found
    return found[1], found[2]


def text_of(page: Page) -> str:
    return html.unescape(page.text)


def test_the_list_shows_what_is_solved_to_the_guest_alone(server: Server, guest: Guest) -> None:
    assert state(guest) == ("", "1")
    chosen(guest, asked().solution)
    assert state(guest) == ("solved on the first try", "1 ✓")
    assert f"1 of {len(puzzles(SLUG))} solved, 1 on the first try." in guest.page("/puzzles").text
    other = Guest(server.url)
    assert state(other) == ("", "1")
    assert f"{len(puzzles(SLUG))} puzzles." in other.page("/puzzles").text


def test_a_wrong_choice_says_what_it_is_worth_and_gives_nothing_away(guest: Guest) -> None:
    page = text_of(guest.page(PATH))
    assert 'class="notice' not in page
    page = text_of(chosen(guest, asked().second))
    assert f"Not the best: “{label(asked().second)}”." in page
    assert f"“{label(asked().second)}” wins" in page
    assert "Solved" not in page
    assert "The solution" not in page
    assert state(guest) == ("tried, not solved yet", "1 …")
    page = text_of(chosen(guest, asked().solution))
    assert f"Solved: “{label(asked().solution)}”." in page
    assert asked().why in page
    assert state(guest) == ("solved on the second try", "1 (✓)")
    assert f"1 of {len(puzzles(SLUG))} solved, none on the first try." in guest.page("/puzzles").text
    page = text_of(chosen(guest, asked().second))
    assert "Not the best:" in page
    assert state(guest) == ("solved on the second try", "1 (✓)"), "what is tried afterwards counts no more"


def test_who_is_shown_the_solution_has_not_solved_it(guest: Guest) -> None:
    answer = guest.post(f"{PATH}/show", {})
    assert f"The solution: “{label(asked().solution)}”." in text_of(guest.page(answer.answer.headers["location"]))
    page = text_of(chosen(guest, asked().solution))
    assert f"That is the solution: “{label(asked().solution)}”." in page
    assert "Solved" not in page
    assert state(guest) == ("solution seen", "1 –")


def test_nothing_but_what_the_side_may_see_is_on_the_page(guest: Guest) -> None:
    one = asked()
    page = guest.page(PATH)
    assert page.attribute("seat") == str(one.seat)
    assert str(one.seed) not in page.text
    view = position(SLUG, one).view(one.seat)
    assert all(zone.cards == () for zone in view.zones if zone.owner == 1 - one.seat and zone.key == "hand")


def test_a_choice_that_is_none_changes_nothing(guest: Guest) -> None:
    for do in ("", "NOTHING", "<b>"):
        answer = guest.post(f"{PATH}/play", {"do": do})
        assert (answer.status, answer.answer.headers["location"]) == (303, PATH)
    assert state(guest) == ("", "1")
    assert guest.page(f"{PATH}?chose=%3Cb%3E").status == 200
    for path in (f"/puzzles/{SLUG}/0", f"/puzzles/{SLUG}/999", "/puzzles/nothing/1"):
        assert guest.page(path).status == 404
    assert guest.post(f"{PATH}/play", {"do": asked().solution}, token="forged").status == 403


@pytest.mark.parametrize("before", ["", "wrong"])
def test_nobody_plays_on_and_has_hints_while_the_puzzle_is_unsolved(guest: Guest, before: str) -> None:
    if before:
        chosen(guest, asked().second)
    assert "data-continue" not in guest.page(PATH).text
    answer = guest.post(f"{PATH}/continue", {})
    assert answer.status == 400
    assert "Solve the puzzle or show its solution first" in answer.text


@pytest.mark.parametrize("before", ["", "wrong"])
def test_nobody_sees_what_follows_while_the_puzzle_is_unsolved(guest: Guest, before: str) -> None:
    if before:
        page = chosen(guest, asked().second).text
        assert "/line" not in page
        assert asked().why not in page
    answer = guest.page(f"{PATH}/line?do={quote(asked().second)}")
    assert answer.status == 400
    assert "Solve the puzzle or show its solution first" in answer.text


def test_what_follows_is_shown_step_by_step(guest: Guest) -> None:
    chosen(guest, asked().second)
    page = chosen(guest, asked().solution)
    links = re.findall(rf'href="({PATH}/line[^"]*)"', text_of(page))
    assert links == [f"{PATH}/line", f"{PATH}/line?{urlencode({'do': asked().second})}"]
    for link, do in zip(links, (asked().solution, asked().second), strict=True):
        first = guest.page(link)
        assert first.attribute("ply") == str(position(SLUG, asked()).state.ply)
        assert label(do) in text_of(first)
        steps = int(re.search(r"Step 0 of (\d+)", first.text)[1])  # type: ignore[index]
        assert steps >= 1
        sign = "&" if "?" in link else "?"
        for step in (1, steps, steps + 9):
            shown = guest.page(f"{link}{sign}step={step}")
            assert f"Step {min(step, steps)} of {steps}" in shown.text
            assert f'href="{PATH}"' in shown.text
            assert "data-action" not in shown.text


def test_what_follows_shows_only_what_the_side_sees(guest: Guest) -> None:
    one = asked()
    guest.post(f"{PATH}/show", {})
    session = played_on(SLUG, one, one.solution)
    line = _continuation(SLUG, 1, one.solution)
    hidden = 0
    for step in range(line.last + 1):
        drawn = line.at("", step, one)
        state = session.positions[len(one.deeds) + step]
        own, other = state.view(one.seat), state.view(1 - one.seat)
        assert drawn.view.zones == own.zones
        assert drawn.view.memory == own.memory
        hidden += own.zones != other.zones
        told = {event.text for event in session.events(one.seat)}
        assert {line.event.text for line in drawn.log} <= told
        assert all(0 <= line.step <= step for line in drawn.log)
    assert hidden
    page = guest.page(f"{PATH}/line?step=1")
    assert str(one.seed) not in page.text
    assert 'href="?side' not in page.text


def test_what_follows_a_choice_that_is_none(guest: Guest) -> None:
    guest.post(f"{PATH}/show", {})
    for do in ("NOTHING", "<b>"):
        answer = guest.page(f"{PATH}/line?do={quote(do)}")
        assert answer.status == 400
        assert "is not a choice in this puzzle" in text_of(answer)
    assert guest.page(f"{PATH}/line?step=x").status == 400
    assert guest.page(f"/puzzles/{SLUG}/999/line").status == 404


def test_it_is_played_on_at_a_table_of_its_own(guest: Guest) -> None:
    chosen(guest, asked().solution)
    answer = guest.post(f"{PATH}/continue", {})
    assert answer.status == 303
    seen = guest.look(answer.answer.headers["location"].split("/")[2])
    assert seen["view"]["seat"] == asked().seat
    assert {action["notation"] for action in seen["view"]["actions"]} >= {asked().solution, asked().second}


@pytest.mark.parametrize("slug", [slug for slug in registered_names() if puzzles(slug)])
def test_the_table_it_is_played_on_at_leads_back_to_it(guest: Guest, slug: str) -> None:
    for number in (1, len(puzzles(slug))):
        path = f"/puzzles/{slug}/{number}"
        guest.post(f"{path}/show", {})
        table = guest.post(f"{path}/continue", {}).answer.headers["location"]
        page = text_of(guest.page(table))
        assert f'<a class="occasion" href="{path}">Puzzle {number}</a>' in page
        assert f'<a href="{path}">The puzzle it started from</a>' in page
        assert "You passed" not in page, "nobody passed for you in the puzzle"
    guest.do(table.removeprefix("/tables/"), "resign")
    page = text_of(guest.page(table))
    assert f'<a class="button primary" href="{path}">Back to the puzzle</a>' in page
    assert f'data-share="{path}"' in page


def test_other_tables_come_from_no_puzzle(guest: Guest) -> None:
    assert 'class="occasion"' not in guest.page(f"/tables/{guest.create('you', 'greedy')['id']}").text


def test_it_goes_with_the_guest_s_data_and_is_deleted_with_them(server: Server, guest: Guest) -> None:
    chosen(guest, asked().second)
    chosen(guest, asked().solution)
    file = zipfile.ZipFile(BytesIO(guest.post("/your-data/download", {}).answer.content))
    (kept,) = json.loads(file.read("index.json"))["puzzles"]
    assert (kept["game"], kept["puzzle"], kept["tries"], kept["shown"]) == (SLUG, asked().id, 2, False)
    assert kept["solved"]
    name = name_of(guest)
    assert name in stored(server)
    deleted(guest)
    assert name not in stored(server)


def test_what_nobody_tries_any_more_is_removed(tmp_path: Path) -> None:
    url = Config(database=f"sqlite:///{tmp_path}/tables.sqlite").url
    migrate(url)

    async def kept() -> tuple[int, int, int]:
        database = Database(url)
        store, lifetime = PuzzleStore(database), Expiry(database)
        await store.note("somebody", "a", "1", right=True)
        await store.note("somebody", "b", "2")
        early = await lifetime.remove_puzzles(now() - timedelta(hours=1))
        found = len(await store.tried("somebody"))
        late = await lifetime.remove_puzzles(now() + timedelta(hours=1))
        await database.close()
        return early, found, late

    assert asyncio.run(kept()) == (0, 2, 2)
