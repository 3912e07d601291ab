"""Games without a table, a stylesheet, symbols or looks of their own: pages lay them out, and nothing is covered."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.games.test_own_games import make_game
from tests.server.support import environment, free_port, until
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import actions, choice, do, over, play_until, set_up, wait_until_asked
from tests.web.walk import SIZES, Looker, walk

# A small game, one with a large hand and picked cards, and one for four seats; no proper names of ours.
MODELS: Final = {"ford": "outpost", "volley": "fusillade", "quartet": "green_troops"}
FILES: Final = ("table.html", "table.css", "symbols.svg", "looks.toml")
# The answers of the small game say what they would do.
PLAIN_LABEL: Final = 'else "Answer", f"with {card}")'
TELLING: Final = 'else "Answer", f"with {card}", "" if position.phase() == ATTACK else f"holds until {card} falls")'
WINDOWS: Final = [size for size in SIZES if (size.width, size.height) in {(1440, 900), (1280, 720), (390, 844)}]
DECISIONS: Final = 40
# Where the parts of the table are: left, top, right, bottom.
BOXES: Final = """() => Object.fromEntries(Object.entries({
    opponent: ".seat-1", field: ".battlefield", own: ".seat-0", hand: ".zone-hand.near", dock: ".dock",
}).map(([name, selector]) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [name, [left, top, right, bottom]];
}))"""
# How much of each card on the field something else covers, in its middle.
COVERED: Final = """() => [...document.querySelectorAll(".battlefield .card")].filter((card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    return !card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map((card) => card.dataset.handle)"""
# Does the enlarged card hide a card on the field?
HIDES: Final = """() => {
    const over = document.querySelector(".zoom").getBoundingClientRect();
    const cards = [...document.querySelectorAll(".battlefield .card")].map((card) => card.getBoundingClientRect());
    return cards.some(({ left, top, right, bottom }) =>
        left < over.right && right > over.left && top < over.bottom && bottom > over.top);
}"""


class Served(NamedTuple):
    """A server of games outside the repository."""

    url: str


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests of this file: in plain Python it starts slowly. No fork, which knows its games."""
    folder = tmp_path_factory.mktemp("own")
    for name, model in MODELS.items():
        game = make_game(folder / "games", name, model=model)
        for file in FILES:
            (game / file).unlink()
    words_of_ford = folder / "games" / "ford" / "text.py"
    text = words_of_ford.read_text(encoding="utf-8")
    assert PLAIN_LABEL in text
    words_of_ford.write_text(text.replace(PLAIN_LABEL, TELLING), encoding="utf-8")
    port, output = free_port(), folder / "output"
    words = ["serve", "--port", str(port), "--data-dir", str(folder / "data"), "--no-open"]
    roomy = {f"GROGNARD_{name}_PER_MINUTE": "1000000" for name in ("REQUESTS", "GUESTS", "WORK")}
    with output.open("w", encoding="utf-8") as stream, subprocess.Popen(
        [sys.executable, "-m", "grognard", *words], stdout=stream, stderr=stream, start_new_session=True,
        env=environment(roomy | {"GROGNARD_GAMES": str(folder / "games")}),
    ) as process:  # fmt: skip
        try:
            until(lambda: "Grognard is at" in output.read_text("utf-8"), 90, "the server did not start")
            yield Served(f"http://localhost:{port}")
        finally:
            end(process)
    assert "Traceback" not in output.read_text("utf-8")


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends the server with the processes that think for it."""
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)


def boxes(page: Page) -> dict[str, list[float]]:
    """Where the parts of the table are."""
    return dict(page.evaluate(BOXES))


@pytest.mark.parametrize("slug", ["ford", "volley"])
def test_the_opponent_is_above_the_field_and_the_hand_below_it(visit: Visit, server: Served, slug: str) -> None:
    page = visit()
    set_up(page, server.url, slug=slug)
    wait_until_asked(page)
    for width, height, *_ in WINDOWS:
        user.resize(page, width, height)
        at = boxes(page)
        _, opponent_top, _, opponent_bottom = at["opponent"]
        _, top, right, bottom = at["field"]
        assert 0 < opponent_top < opponent_bottom <= top
        assert bottom <= at["own"][1] < at["own"][3] <= at["hand"][1] + 1
        assert height - 20 <= at["hand"][3] <= height
        assert bottom - top >= 0.2 * height, "a large field"
        dock_left, dock_top, _, _ = at["dock"]
        assert dock_left >= right or dock_top >= bottom, "the question covers no card"
        assert page.locator(".zone-hand.near .card").count() == int(
            page.locator(".zone-hand.near").get_attribute("data-count") or 0
        )


def test_nothing_is_cut_off_or_covered_in_a_whole_game(visit: Visit, server: Served) -> None:
    page = visit()
    looker = Looker(page, WINDOWS)
    walk(page, server.url, "ford", looker, every=1, least=1)
    assert {size: figures.first for size, figures in looker.walked.sizes.items() if figures.first} == {}


def test_nothing_is_cut_off_or_covered_with_a_large_hand(visit: Visit, server: Served) -> None:
    page = visit()
    looker = Looker(page, WINDOWS[:2])
    set_up(page, server.url, slug="volley", short=False)
    for number in range(DECISIONS):
        wait_until_asked(page)
        if over(page):
            break
        if number % 8 == 0:
            looker.look(f"decision {number}")
            assert page.evaluate(COVERED) == []
        do(page, choice(actions(page)))
    assert {size: figures.first for size, figures in looker.walked.sizes.items() if figures.first} == {}


def test_the_attack_to_answer_is_large_and_in_view(visit: Visit, server: Served) -> None:
    page = visit()
    set_up(page, server.url, slug="volley")
    play_until(page, ".dock.reaction")
    play_until(page, ".zone-line .card")
    for width, height, *_ in WINDOWS:
        user.resize(page, width, height)
        assert page.evaluate(COVERED) == []
        box = page.locator(".zone-line .card").first.bounding_box()
        assert box is not None
        assert box["width"] >= 80
        assert box["height"] >= 40


def test_choices_can_be_compared_without_a_pointer(visit: Visit, server: Served) -> None:
    page = visit()
    lines = page.locator(".compare > li")
    for _ in range(60):
        set_up(page, server.url, slug="ford")
        wait_until_asked(page)
        while not over(page) and not lines.count():
            do(page, choice(actions(page)))
            wait_until_asked(page)
        if lines.count():
            break
    cards = page.locator(".zone-hand.near .card.legal")
    assert lines.count() == cards.count() >= 2
    for width, height, *_ in WINDOWS:
        user.resize(page, width, height)
        for line in lines.all():
            expect(line).to_contain_text("holds until")
            expect(line).to_be_in_viewport(ratio=1)
    user.resize(page, 1280, 720)
    user.move_mouse(page, 1, 1)
    user.hover(cards.first)
    expect(page.locator(".compare > .at")).to_have_text(cards.first.get_attribute("aria-label") or "")
    page.locator(".zoom .card-name").wait_for()
    assert page.evaluate(HIDES) is False
    expect(page.locator("[data-hint]")).to_be_empty()  # it would repeat the line


def test_each_of_four_seats_has_a_post_on_the_field(visit: Visit, server: Served) -> None:
    page = visit()
    others = {f"seat-{seat}": "greedy" for seat in range(1, 4)}
    set_up(page, server.url, slug="quartet", short=False, seats="4", **others)
    wait_until_asked(page)
    user.resize(page, 1440, 900)
    for seat in range(1, 4):
        expect(page.locator(f".post.owner-{seat} .seat-{seat}")).to_be_in_viewport(ratio=1)
        expect(page.locator(f".post.owner-{seat} .zone-line .card").first).to_be_in_viewport()
    enemies, allies = (
        page.locator("[data-key=enemies]").bounding_box(),
        page.locator("[data-key=allies]").bounding_box(),
    )
    assert enemies is not None
    assert allies is not None
    assert enemies["y"] + enemies["height"] <= allies["y"]
    expect(page.locator("[data-key=enemies] .seat-2")).to_have_count(0)  # an ally


def test_a_face_without_a_look_shows_its_type_in_a_color_of_its_own(visit: Visit, server: Served) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/games/ford/cards")
    faces = page.locator(".card:has(.card-name)")
    assert faces.count() >= 9
    kinds = {face.locator(".card-kind").inner_text() for face in faces.all()}
    colors = {str(face.evaluate("(card) => getComputedStyle(card).getPropertyValue('--type')")) for face in faces.all()}
    assert len(kinds) == len(colors) == 3
    figures = {face.locator(".figure img").get_attribute("src") for face in faces.all()}
    pictures = {page.request.get(f"{server.url}{address}").text() for address in figures}
    assert len(pictures) == 3
