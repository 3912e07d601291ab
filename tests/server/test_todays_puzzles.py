"""Today's five puzzles: the list, the way through them, the rating, and the pictures of positions."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from grognard.bots.puzzle_sets import SIZE, Place
from grognard.bots.puzzles import Puzzle, puzzle, puzzles
from grognard.registry import registered_names
from grognard.server.storage.migrate import migrate
from grognard.server.storage.rows import now
from tests.server.old_database import REVISIONS, migrate_to, url_of
from tests.server.support import Guest, Page, Server, taken
from tests.server.test_preferences import hide
from tests.server.test_your_data import name_of

pytestmark = pytest.mark.usefixtures("same_day")

SLUGS = [slug for slug in registered_names() if puzzles(slug)]
CARD = re.compile(r'<h2><a href="/puzzles/([\w-]+)/(\d+)\?today=true">')
NEXT = re.compile(r'class="todays-next"><a class="button primary" href="([^"]+)">([^<]+)<')


def text_of(page: Page) -> str:
    return html.unescape(page.text)


def five(guest: Guest) -> list[Place]:
    return [Place(slug, int(number)) for slug, number in CARD.findall(text_of(guest.page("/puzzles")))]


def path_of(place: Place) -> str:
    return f"/puzzles/{place.slug}/{place.number}"


def choose(guest: Guest, place: Place, right: bool, today: bool = True) -> Page:
    """The page after a choice there."""
    asked = puzzle(*place)
    form = {"do": asked.solution if right else asked.second} | ({"today": "true"} if today else {})
    return guest.page(guest.post(f"{path_of(place)}/play", form).answer.headers["location"])


def onward(page: Page) -> str:
    """Where the button leads that appears once the solution is known."""
    found = re.search(r'<a class="button primary" href="([^"]+)">', text_of(page))
    assert found
    return found[1]


def earlier(server: Server, days: int) -> None:
    """Moves all attempts into the past."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection, connection:
        for name in ("solved", "tried", "first_tried"):
            connection.execute(f"UPDATE puzzles SET {name} = datetime({name}, ?)", [f"-{days} days"])


def test_next_leads_through_all_five_and_to_the_result(guest: Guest) -> None:
    places = five(guest)
    assert len(places) == len(set(places)) == SIZE
    page = text_of(guest.page("/puzzles"))
    assert NEXT.findall(page) == [(f"{path_of(places[0])}?today=true", "Start")]
    for number, (place, following) in enumerate(pairwise(places), start=1):
        before = text_of(guest.page(f"{path_of(place)}?today=true"))
        assert f"Today's puzzle {number} of {SIZE}, " in before
        assert '<input type="hidden" name="today" value="true">' in before
        assert 'name="today"' in text_of(choose(guest, place, right=False)), "a wrong choice stays in the set"
        solved = choose(guest, place, right=number > 1)
        if number == 1:
            solved = choose(guest, place, right=True)
        assert onward(solved) == f"{path_of(following)}?today=true"
        assert f"{path_of(place)}/line?today=true" in text_of(solved)
        assert five(guest) == places, "nothing done today changes the set"
        assert NEXT.findall(text_of(guest.page("/puzzles"))) == [(f"{path_of(following)}?today=true", "Next puzzle")]
    last = choose(guest, places[-1], right=True)
    assert onward(last) == "/puzzles"
    assert "Today's result" in text_of(last)
    page = text_of(guest.page("/puzzles"))
    assert f"Done for today: 1 of {SIZE} on the first try." in page
    assert not NEXT.findall(page)


def test_what_was_left_out_comes_after_the_last(guest: Guest) -> None:
    places = five(guest)
    assert onward(choose(guest, places[-1], right=True)) == f"{path_of(places[0])}?today=true"
    assert onward(choose(guest, places[0], right=True)) == f"{path_of(places[1])}?today=true"


def test_all_on_the_first_try_is_perfect(guest: Guest) -> None:
    for place in five(guest):
        choose(guest, place, right=True)
    assert "Perfect: all five on the first try!" in text_of(guest.page("/puzzles"))


def test_the_solution_can_be_seen_and_the_set_goes_on(guest: Guest) -> None:
    places = five(guest)
    answer = guest.post(f"{path_of(places[0])}/show", {"today": "true"})
    assert onward(guest.page(answer.answer.headers["location"])) == f"{path_of(places[1])}?today=true"
    assert "Solution seen" in text_of(guest.page("/puzzles"))


def test_a_puzzle_outside_the_set_leads_on_in_its_game(guest: Guest) -> None:
    places = five(guest)
    other = next(Place(slug, 1) for slug in SLUGS if Place(slug, 1) not in places)
    page = text_of(guest.page(f"{path_of(other)}?today=true"))
    assert f"Puzzle 1 of {len(puzzles(other.slug))}, " in page
    assert 'name="today"' not in page
    assert onward(choose(guest, other, right=True)) == f"/puzzles/{other.slug}/2"
    inside = text_of(guest.page(path_of(places[0])))
    assert "Today's puzzle" not in inside, "who comes from the list of a game stays there"
    assert onward(choose(guest, places[0], right=True, today=False)).startswith(f"/puzzles/{places[0].slug}")
    assert guest.page(f"{path_of(places[0])}?today=perhaps").status == 400


def test_the_next_day_brings_others(server: Server, guest: Guest) -> None:
    places = five(guest)
    for place in places:
        choose(guest, place, right=False)
    earlier(server, 2)
    assert not {*five(guest)} & {*places}


def test_when_all_are_tried_only_what_is_not_solved_comes_again(server: Server, guest: Guest) -> None:
    guest.page("/puzzles")
    name, moment = name_of(guest), now() - timedelta(days=1)
    every = [Place(slug, number) for slug in SLUGS for number in range(1, len(puzzles(slug)) + 1)]
    with closing(sqlite3.connect(server.folder / "tables.sqlite")) as connection, connection:
        for number, place in enumerate(every):
            solved = None if number < 2 else moment.isoformat(" ")
            connection.execute(
                "INSERT INTO puzzles (guest, game, puzzle, tries, shown, solved, tried, first_tried) "
                "VALUES (?, ?, ?, 1, 0, ?, ?, ?)",
                [name, place.slug, puzzle(*place).id, solved, *[moment.isoformat(" ")] * 2],
            )
    assert {*five(guest)} == {*every[:2]}
    for place in every[:2]:
        choose(guest, place, right=True)
    assert "Done for today." in text_of(guest.page("/puzzles"))
    earlier(server, 2)
    assert "You've been through every puzzle." in text_of(guest.page("/puzzles"))


# -- the rating -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/puzzles", "/games-of-mine/record"])
def test_the_rating_is_shown_once_it_is_known_unless_it_is_hidden(guest: Guest, path: str) -> None:
    for number in range(1, 4):
        choose(guest, Place(SLUGS[0], number), right=number == 1)
        assert "rating:" not in text_of(guest.page(path)).lower()
    for number in range(1, 6):
        choose(guest, Place(SLUGS[1], number), right=number > 2)
    assert re.search(r"rating: <b>about \d+[05]0<", text_of(guest.page(path)))
    assert "rating:" not in text_of(Guest(str(guest.http.base_url)).page(path)).lower(), "nobody else sees it"
    hide(guest)
    assert "rating:" not in text_of(guest.page(path)).lower()


def test_only_the_first_try_counts_and_a_shown_solution_ends_it(server: Server, guest: Guest) -> None:
    first, second = Place(SLUGS[0], 1), Place(SLUGS[0], 2)
    choose(guest, first, right=False)
    begun = json.loads(taken(guest)["index.json"])["puzzles"][0]
    earlier(server, 1)
    choose(guest, first, right=True)
    guest.post(f"{path_of(second)}/show", {})
    choose(guest, second, right=True)
    kept = {one["puzzle"]: one for one in json.loads(taken(guest)["index.json"])["puzzles"]}
    solved, shown = kept[puzzle(*first).id], kept[puzzle(*second).id]
    assert solved["first_tried"] < begun["first_tried"] <= solved["tried"] == solved["solved"]
    assert (solved["tries"], shown["tries"], shown["solved"]) == (2, 0, None)
    assert shown["first_tried"] == shown["tried"]


def test_the_first_try_of_earlier_rows_is_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "server"
    folder.mkdir()
    migrate_to(url_of(folder), REVISIONS[REVISIONS.index("0014") - 1], monkeypatch)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection, connection:
        row = "'anna', 'fusillade', '1234', 2, 0, '2026-01-02', '[]'"
        connection.execute(f"INSERT INTO puzzles (guest, game, puzzle, tries, shown, tried, choices) VALUES ({row})")
    migrate(url_of(folder))
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        assert connection.execute("SELECT tried, first_tried, tries FROM puzzles").fetchall() == [
            ("2026-01-02", "2026-01-02", 2)
        ]


# -- pictures -------------------------------------------------------------------------------------------------------


def secrets_of(asked: Puzzle) -> list[str]:
    """What nobody may read in a picture: the choices, and the explanation."""
    return [f'"{asked.solution}"', f'"{asked.second}"', *([asked.why] if asked.why else [])]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_picture_shows_the_position_and_not_the_solution(guest: Guest, slug: str) -> None:
    for number in (1, 2, len(puzzles(slug))):
        asked = puzzle(slug, number)
        page = guest.page(f"/puzzles/{slug}/{number}/picture")
        text = text_of(page)
        assert not [secret for secret in secrets_of(asked) if secret in text]
        assert not re.search(r'data-action|data-mark=|\bsolution\b|name="do"', text)
        assert "data-marks='[]'" in text
        assert str(asked.seed) not in text
        assert page.attribute("seat") == str(asked.seat)
        assert len(page.text.encode()) < 66_000


def test_a_picture_is_framed_by_our_pages_and_kept_for_an_hour(guest: Guest) -> None:
    headers = guest.page("/puzzles/outpost/1/picture").answer.headers
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in headers["content-security-policy"]
    assert headers["cache-control"] == "private, max-age=3600"
    assert (
        guest.page("/puzzles/outpost/1/picture").text
        == Guest(str(guest.http.base_url)).page("/puzzles/outpost/1/picture").text
    ), "it is the same for everyone"
    assert guest.page("/puzzles/outpost/999/picture").status == 404
    assert guest.page("/puzzles/nothing/1/picture").status == 404


def test_the_list_is_light_and_loads_five_pictures_late(guest: Guest) -> None:
    page = guest.page("/puzzles")
    frames = re.findall(r"<iframe [^>]*>", page.text)
    assert len(frames) == SIZE
    assert all('loading="lazy"' in frame and 'tabindex="-1"' in frame for frame in frames)
    assert len(page.text.encode()) < 48_000
    assert sum(len(guest.page(f"{path_of(place)}/picture").text.encode()) for place in five(guest)) < 250_000


def test_the_list_names_no_solution(guest: Guest) -> None:
    text = text_of(guest.page("/puzzles"))
    for place in five(guest):
        assert not [secret for secret in secrets_of(puzzle(*place)) if secret in text]
