"""What the description of the table promises, sentence by sentence: starting, playing, and clicks that cross."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, Page, expect

from grognard.art.persons import person_of
from grognard.bots import STYLES, about_levels, about_styles, first_opponent, in_words
from grognard.games.fusillade.meta import META
from grognard.play.journal import parse_journal
from grognard.play.session import replayed
from grognard.registry import load, spec
from grognard.web.assets import address
from tests.server.support import PLAIN
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    FETCH,
    HANDLES,
    MOVED,
    SLUG,
    Server,
    Watch,
    actions,
    button,
    choice,
    click,
    do,
    given_up,
    in_turn,
    invite,
    menu,
    play_until,
    press,
    resign,
    set_up,
    version,
    wait_until_asked,
    without_events,
)

LOOKS = """(cards) => cards.map((card) => [
    card.querySelector(".card-kind").innerText, card.querySelector(".card-top use").getAttribute("href"),
    getComputedStyle(card.querySelector(".card-top")).color,
])"""


def twin(visit: Visit, page: Page, **options: Any) -> Page:
    """A second window of a guest, which is told nothing of what happens."""
    return without_events(visit(like=page.context, **options))


# -- starting ---------------------------------------------------------------------------------------------------------


def test_the_start_page_has_the_games_and_a_button_to_play_the_computer(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, server.url)
    expect(page.get_by_role("heading", name=META.title)).to_be_visible()
    user.click(page, f"[data-play={SLUG}]")
    page.wait_for_selector(f"#table[data-game={SLUG}][data-seat='0']")
    assert page.locator(".seat-1").inner_text().count("computer") == 1


def test_set_up_offers_company_level_side_and_every_option_with_its_clause(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/games/{SLUG}")
    values = "(radios) => radios.map((radio) => radio.value)"
    assert page.locator("[name=with]").evaluate_all(values) == ["computer", "one_screen", "friend"]
    game, people = load(SLUG), page.locator(".person")
    styles = about_styles(game)
    named = [bot for level in about_levels(game) for bot in (level, *styles.get(level, ()))]
    assert page.locator("[name=bot]").evaluate_all(values) == ["fair", *named]
    assert page.locator("[name=bot]:checked").input_value() == "fair"
    told = people.all_text_contents()
    for bot, words in zip([first_opponent(game), *named], told, strict=True):
        person = person_of(META, bot)
        assert person is not None
        assert person.called in words
        assert in_words(bot) in words
    assert page.locator(".styles .person:visible").count() == 0
    user.click(page.locator(".styles").last.locator("summary"))
    assert page.locator(".styles .person:visible").count() == len(STYLES)
    assert page.locator("[name=side]").evaluate_all(values) == ["0", "1"]
    for option in META.options:
        shown = page.locator(f"[data-option={option.key}]")
        assert not shown.is_visible()
        assert shown.locator(f"[name={option.key}]").evaluate_all(values) == [str(value) for value in option.values]
        assert all(word in shown.inner_text() for word in (*option.words, option.help))
        assert shown.locator("[data-clause]").get_attribute("data-clause") == option.clause
    user.tick(page, "[name=rules][value=custom]")
    assert all(page.locator(f"[data-option={option.key}]").is_visible() for option in META.options)


def test_the_side_and_the_options_that_were_chosen_are_played(visit: Visit, server: Server) -> None:
    page = visit()
    user.open_page(page, f"{server.url}/games/{SLUG}")
    user.tick(page, "input[name=side][value='1']")
    user.tick(page, "[name=bot][value=recruit]")
    for name, value in {"rules": "custom", "troops": "60", "morale": "stack"}.items():
        user.tick(page, f"[name={name}][value='{value}']")
    user.click(page, "[data-start]")
    page.wait_for_selector("#table[data-seat='1']")
    # Numbers are not read from the table: the computer may have begun.
    options = json.loads(page.evaluate(FETCH, f"{page.url}/journal").split("\n")[0])["options"]
    assert (options["troops"], options["morale"]) == (60, "stack")
    assert "recruit" in page.locator(".seat-0").inner_text()


def test_the_start_page_lists_my_unfinished_tables_and_whose_turn_it_is(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    lines = []
    for page in (a, b):
        user.open_page(page, server.url)
        lines.append(page.locator(".tables li").inner_text())
        assert page.locator(f".tables a[href='/tables/{id}']").count() == 1
    assert sum("Your turn" in line for line in lines) == 1
    assert sum(bool(re.search(r"(Blue|Red) decides\.", line)) for line in lines) == 1
    mine = (a, b)["Your turn" in lines[1]]
    user.open_page(mine, f"{server.url}/tables/{id}")
    resign(mine)
    user.open_page(mine, server.url)
    assert mine.locator(".tables").count() == 0


# -- on the table -----------------------------------------------------------------------------------------------------


def test_the_tables_root_says_game_ply_seat_who_is_to_move_and_the_outcome(visit: Visit, server: Server) -> None:
    page = visit()
    given_up(page, server.url)
    table = page.locator("main#table")
    told = {name: table.get_attribute(f"data-{name}") for name in ("game", "ply", "seat", "to-move", "outcome")}
    assert told | {"ply": ""} == {"game": SLUG, "ply": "", "seat": "0", "to-move": "", "outcome": "resigned"}
    assert int(told["ply"] or 0) > 0


def test_every_legal_action_is_a_real_form_button(visit: Visit, server: Server) -> None:
    page = visit()
    id = set_up(page, server.url)
    wait_until_asked(page)
    for _ in range(6):
        buttons = page.locator("[data-action]")
        real = "(all) => all.every((one) => one.matches('form button[name=do]') && one.value === one.dataset.action)"
        assert buttons.evaluate_all(real)
        view = page.evaluate("(id) => fetch(`/api/v1/tables/${id}`).then((answer) => answer.json())", id)["view"]
        assert sorted(actions(page)) == sorted(action["notation"] for action in view["actions"])
        assert buttons.evaluate_all("(all) => all.every((one) => one.checkVisibility({visibilityProperty: true}))")
        do(page, choice(actions(page)))


def test_zones_are_labelled_and_the_log_is_a_log_for_screen_readers(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    zones = page.locator("[data-zone]")
    assert zones.count() >= 5
    for zone in zones.all():
        label = zone.get_attribute("aria-label") or ""
        assert f"{zone.get_attribute('data-count')} card" in label
    assert "You draw 7 cards" in page.get_by_role("log").inner_text()


def test_a_unit_type_is_shape_word_and_color(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    symbols = address(f"games/{SLUG}/symbols.svg")
    called = {word: kind for kind, word in spec(SLUG).types.items()}
    kinds: dict[str, tuple[str, str]] = {}
    for word, shape, color in page.locator("[data-zone='hand-0'] .card").evaluate_all(LOOKS):
        kind = called[word]
        assert shape == f"{symbols}#{kind}"
        kinds[kind] = shape, color
    drawn = page.evaluate(FETCH, symbols)
    assert all(f'id="{kind}"' in drawn for kind in kinds)
    families = {kind[0]: look for kind, (_, look) in kinds.items() if kind[1] in "UT"}
    assert len(set(families.values())) == len(families)


def test_undo_is_free_while_the_own_choice_is_open(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    play_until(page, "[data-action^='UNIT ']")
    before = page.locator("[data-zone='hand-0'] [data-handle]").evaluate_all(HANDLES)
    laid = next(notation for notation in actions(page) if notation.startswith("UNIT "))
    click(page, laid)
    assert page.locator("[data-zone='picked-0'] [data-handle]").evaluate_all(HANDLES) == [laid.removeprefix("UNIT ")]
    since = version(page)
    user.click(page, "[data-undo]")
    page.wait_for_function(MOVED, arg=since)
    assert page.locator("[data-zone='hand-0'] [data-handle]").evaluate_all(HANDLES) == before
    assert laid in actions(page)
    assert "takes back the last choice" not in page.get_by_role("log").inner_text()


def test_what_others_saw_is_undone_with_their_consent_only(visit: Visit, server: Server) -> None:
    pages = a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    active, other = in_turn(pages)
    click(active, "END_DEPLOY")
    user.click(active.get_by_role("button", name="Ask to undo"))
    active.get_by_text("Waiting for an answer").wait_for()
    user.click(other.get_by_role("button", name="Not now"))
    other.get_by_role("button", name="Not now").wait_for(state="hidden")  # until then it takes no other click
    active.get_by_role("button", name="Ask to undo").wait_for()
    assert "END_DEPLOY" not in actions(active)
    user.click(active.get_by_role("button", name="Ask to undo"))
    user.click(other.get_by_role("button", name="Agree"))
    button(active, "END_DEPLOY").wait_for()
    for page in pages:
        page.get_by_role("log").get_by_text(re.compile("takes? back the last choice")).wait_for()


def test_against_the_computer_a_choice_is_taken_back_at_once(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    play_until(page, "[data-action='END_DEPLOY']")
    click(page, "END_DEPLOY")
    user.click(page.get_by_role("button", name="Undo", exact=False))
    button(page, "END_DEPLOY").wait_for()
    expect(page.get_by_text("Ask to undo")).to_have_count(0)


def test_nothing_is_undone_across_a_draw(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    play_until(page, "[data-action^='USE ']")
    click(page, next(name for name in actions(page) if name.startswith("USE ")))
    expect(page.locator(".undo")).to_have_count(0)
    user.press_key(page, "u")
    expect(page.locator("[data-hint]")).to_have_text(re.compile("draw|look|taken back"))


def test_resigning_ends_the_game_for_both(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    resign(a)
    b.wait_for_selector("#table[data-outcome=resigned]")
    for page, told in ((a, "You lose"), (b, "You win")):
        expect(page.locator(".ending")).to_contain_text("Blue resigns: Red wins.")
        expect(page.locator("#ending")).to_have_text(told)


def test_a_rematch_is_one_table_with_the_seats_swapped(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    resign(a)
    user.click(a.get_by_role("button", name="Rematch"))
    a.wait_for_url(lambda url: id not in url)
    user.click(b.get_by_role("button", name="Accept"))
    b.wait_for_url(lambda url: id not in url)
    assert a.url == b.url
    assert a.locator("#table").get_attribute("data-seat") == "1"
    assert b.locator("#table").get_attribute("data-seat") == "0"
    assert a.locator(".number-troops.owner-0 b").inner_text() == "50"


def test_the_journal_is_ones_own_record_while_the_game_runs_and_whole_afterwards(visit: Visit, server: Server) -> None:
    page = visit()
    id = set_up(page, server.url)
    wait_until_asked(page)
    menu(page)
    with page.expect_download() as waiting:
        user.click(page.get_by_role("link", name=re.compile("Download")))
    record = Path(waiting.value.path()).read_text()
    assert '"grognard_record"' in record
    assert '"seat":0' in record
    assert "seed" not in record
    assert '"sum"' not in record
    assert "Red draws 3 cards:" not in record
    resign(page)
    menu(page)
    with page.expect_download() as waiting:
        user.click(page.get_by_role("link", name="Download the journal"))
    assert waiting.value.suggested_filename == f"{SLUG}-{id}.journal"
    journal = parse_journal(Path(waiting.value.path()).read_text(), "journal")
    assert replayed(journal, load).outcome() is not None
    # What was promised before the deal is what was dealt.
    assert f'"commitment":"{journal.header.commitment}"' in record
    assert journal.header.commitment in page.content()


# -- clicks that cross ------------------------------------------------------------------------------------------------


def test_of_two_clicks_the_second_gets_a_clear_message_and_the_fresh_table(
    visit: Visit, server: Server, watch: Watch
) -> None:
    watch.expect("status of 409")
    page = visit()
    set_up(page, server.url)
    play_until(page, "[data-action='END_DEPLOY']")
    behind = twin(visit, page)
    user.open_page(behind, page.url)
    plain = visit(like=page.context, java_script_enabled=False)
    user.open_page(plain, page.url)
    click(page, "END_DEPLOY")
    for late in (behind, plain):
        press(button(late, "END_DEPLOY"))
        late.locator("[role=alert]").first.wait_for()
        assert "The game moved on before your click, so nothing was played." in late.locator(".notice").inner_text()
        assert "END_DEPLOY" not in {one.get_attribute("data-action") for one in late.locator("[data-action]").all()}
        assert late.locator("#table").get_attribute("data-version") == str(version(page))


def test_of_many_clicks_at_once_exactly_one_lands(visit: Visit, server: Server) -> None:
    page = visit()
    id = set_up(page, server.url, "one_screen", open_hands="yes")
    wait_until_asked(page)
    told = page.evaluate("(id) => fetch(`/api/v1/tables/${id}`).then((answer) => answer.json())", id)
    statuses = post_at_once(page.context, server, id, told["at"])
    assert sorted(statuses) == [200] + [409] * 7


def post_at_once(context: BrowserContext, server: Server, id: str, at: str) -> list[int]:
    """One action from eight threads."""
    cookies = {str(cookie["name"]): str(cookie["value"]) for cookie in context.cookies()}

    def post(_: int) -> int:
        address = f"{server.url}/api/v1/tables/{id}/actions"
        return httpx.post(address, json={"do": "END_DEPLOY", "at": at}, cookies=cookies, verify=PLAIN).status_code

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(post, range(8)))
