"""What the description of the table in the browser promises, sentence by sentence."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from grognard.bots import ABOUT, DEFAULT_LEVEL, LEVELS, STYLED, STYLES
from grognard.games.fusillade.meta import META
from grognard.play.journal import Action, parse_journal
from grognard.play.session import replayed
from grognard.registry import load
from grognard.web.assets import address
from tests.server.support import PLAIN
from tests.web.conftest import Visit
from tests.web.support import (
    SLUG,
    Server,
    Watch,
    actions,
    button,
    choice,
    click,
    do,
    given_up,
    invite,
    menu,
    over,
    play_until,
    press,
    resign,
    set_up,
    version,
    wait_until_asked,
)
from tests.web.test_friends import FETCH, POST, asked, play_both
from tests.web.wire import Clock

HANDLES = "(cards) => cards.map((card) => card.dataset.handle)"
LOOKS = """(cards) => cards.map((card) => [
    card.querySelector(".card-type").innerText, card.querySelector(".card-top use").getAttribute("href"),
    getComputedStyle(card.querySelector(".card-top")).color,
])"""
SINCE = "(since) => Number(document.querySelector('#table').dataset.version) > since"


def finished(visit: Visit, server: Server) -> tuple[Page, str]:
    """A game of some moves that was given up, on the page of the one who gave it up; and the id of its table."""
    page = visit()
    return page, given_up(page, server.url)


def in_turn(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """The page that is asked, and the other."""
    seat, _ = asked(pages)
    return pages[seat], pages[1 - seat]


def twin(visit: Visit, page: Page, **options: Any) -> Page:
    """A second window of a guest, which is told nothing of what happens."""
    other = visit(like=page.context, **options)
    other.add_init_script("delete window.SharedWorker")  # which asks for itself: nothing of it can be kept back
    other.route("**/stream?*", lambda route: route.fulfill(status=204))
    return other


# -- starting --------------------------------------------------------------------------------------------------------


def test_the_start_page_has_the_games_and_a_button_to_play_the_computer(visit: Visit, server: Server) -> None:
    page = visit()
    page.goto(server.url)
    assert page.get_by_role("heading", name=META.title).is_visible()
    page.click(f"[data-play={SLUG}]")
    page.wait_for_selector(f"#table[data-game={SLUG}][data-seat='0']")
    assert page.locator(".seat-1").inner_text().count("computer") == 1


def test_set_up_offers_company_level_side_and_every_option_with_its_clause(visit: Visit, server: Server) -> None:
    page = visit()
    page.goto(f"{server.url}/games/{SLUG}")
    values = "(radios) => radios.map((radio) => radio.value)"
    assert page.locator("[name=with]").evaluate_all(values) == ["computer", "one_screen", "friend"]
    levels = page.locator("[name=bot] option")
    named = [f"{level}{style}" for level in LEVELS for style in ("", *(f"-{s}" for s in STYLES if level in STYLED))]
    assert levels.evaluate_all(values) == [*named, "fair"]
    assert levels.all_inner_texts() == [*(n.replace("-", ", ") for n in named), f"a fair fight: {DEFAULT_LEVEL}"]
    for level in LEVELS:
        page.select_option("select[name=bot]", level)
        assert page.locator(".levels li:visible").all_inner_texts() == [f"{level} {ABOUT[level]}"]
    assert page.locator("[name=side]").evaluate_all(values) == ["0", "1"]
    for option in META.options:
        shown = page.locator(f"[data-option={option.key}]")
        assert not shown.is_visible()
        assert shown.locator(f"[name={option.key}]").evaluate_all(values) == [str(value) for value in option.values]
        assert all(word in shown.inner_text() for word in (*option.words, option.help))
        assert shown.locator("[data-clause]").get_attribute("data-clause") == option.clause
    page.check("[name=rules][value=custom]")
    assert all(page.locator(f"[data-option={option.key}]").is_visible() for option in META.options)


def test_the_side_and_the_options_that_were_chosen_are_played(visit: Visit, server: Server) -> None:
    page = visit()
    page.goto(f"{server.url}/games/{SLUG}")
    page.check("input[name=side][value='1']")
    page.select_option("select[name=bot]", "recruit")
    for name, value in {"rules": "custom", "troops": "60", "morale": "stack"}.items():
        page.check(f"[name={name}][value='{value}']")
    page.click("[data-start]")
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
        page.goto(server.url)
        lines.append(page.locator(".tables li").inner_text())
        assert page.locator(f".tables a[href='/tables/{id}']").count() == 1
    assert sum("Your turn" in line for line in lines) == 1
    assert sum(bool(re.search(r"(Blue|Red) decides\.", line)) for line in lines) == 1
    mine = (a, b)["Your turn" in lines[1]]
    mine.goto(f"{server.url}/tables/{id}")
    resign(mine)
    mine.goto(server.url)
    assert mine.locator(".tables").count() == 0


# -- on the table ----------------------------------------------------------------------------------------------------


def test_the_tables_root_says_game_ply_seat_who_is_to_move_and_the_outcome(visit: Visit, server: Server) -> None:
    page, _ = finished(visit, server)
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
    assert "draws 3 cards" in page.get_by_role("log").inner_text()


def test_a_unit_type_is_shape_letter_and_colour(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    symbols = address(f"games/{SLUG}/symbols.svg")
    kinds: dict[str, tuple[str, str]] = {}
    for kind, shape, colour in page.locator("[data-zone='hand-0'] .card").evaluate_all(LOOKS):
        assert shape == f"{symbols}#{kind}"
        kinds[kind] = shape, colour
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
    page.click("[data-undo]")
    page.wait_for_function(SINCE, arg=since)
    assert page.locator("[data-zone='hand-0'] [data-handle]").evaluate_all(HANDLES) == before
    assert laid in actions(page)
    assert "takes the last choice back" not in page.get_by_role("log").inner_text()


def test_what_others_saw_is_undone_with_their_consent_only(visit: Visit, server: Server) -> None:
    pages = a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    active, other = in_turn(pages)
    click(active, "END_DEPLOY")
    active.get_by_role("button", name="Ask to step back").click()
    active.get_by_text("the answer is still to come").wait_for()
    other.get_by_role("button", name="Refuse").click()
    other.get_by_role("button", name="Refuse").wait_for(state="hidden")  # until then it takes no other click
    active.get_by_role("button", name="Ask to step back").wait_for()
    assert "END_DEPLOY" not in actions(active)
    active.get_by_role("button", name="Ask to step back").click()
    other.get_by_role("button", name="Agree").click()
    button(active, "END_DEPLOY").wait_for()
    for page in pages:
        page.get_by_role("log").get_by_text("takes the last choice back").wait_for()


def test_against_the_computer_a_choice_is_taken_back_at_once(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    play_until(page, "[data-action='END_DEPLOY']")
    click(page, "END_DEPLOY")
    page.get_by_role("button", name="Step back", exact=False).click()
    button(page, "END_DEPLOY").wait_for()
    assert page.get_by_text("Ask to step back").count() == 0


def test_nothing_is_undone_across_a_draw(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    play_until(page, "[data-action^='USE ']")
    click(page, next(name for name in actions(page) if name.startswith("USE ")))
    assert page.locator(".undo").count() == 0
    page.keyboard.press("u")
    assert re.search("draw|look|taken back", page.locator("[data-hint]").inner_text())


def test_resigning_ends_the_game_for_both(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    resign(a)
    b.wait_for_selector("#table[data-outcome=resigned]")
    for page in (a, b):
        assert "Blue resigns: Red wins." in page.locator(".ending").inner_text()
    assert [page.locator("#ending").inner_text() for page in (a, b)] == ["You lost", "You win"]


def test_a_rematch_is_one_table_with_the_seats_swapped(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    resign(a)
    a.get_by_role("button", name="Rematch").click()
    a.wait_for_url(lambda url: id not in url)
    b.get_by_role("link", name="To the rematch").click()
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
        page.get_by_role("link", name=re.compile("Download")).click()
    record = Path(waiting.value.path()).read_text()
    assert '"grognard_record"' in record
    assert '"seat":0' in record
    assert "seed" not in record
    assert '"sum"' not in record
    assert "Red draws 3 cards:" not in record
    resign(page)
    menu(page)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download the journal").click()
    assert waiting.value.suggested_filename == f"{SLUG}-{id}.journal"
    journal = parse_journal(Path(waiting.value.path()).read_text(), "journal")
    assert replayed(journal, load).outcome() is not None
    # What was promised before the deal is what was dealt.
    assert f'"commitment":"{journal.header.commitment}"' in record
    assert journal.header.commitment in page.content()


# -- replays ---------------------------------------------------------------------------------------------------------


def test_a_finished_game_is_stepped_through_from_either_side(visit: Visit, server: Server) -> None:
    page, _ = finished(visit, server)
    page.get_by_role("link", name="See how it went").click()
    page.wait_for_url(re.compile("step=0"))
    page.get_by_role("link", name="Last", exact=True).click()
    last = int(re.findall(r"of (\d+)", page.locator(".replay-bar").inner_text())[0])
    page.locator("[data-step='0']").first.click()
    page.wait_for_url(re.compile("step=0"))
    hand = "[data-zone='hand-{}'] [data-handle]"
    assert page.locator(hand.format(0)).count() > 0  # who played one side sees it from there
    assert page.locator(hand.format(1)).count() == 0
    page.click(".replay-more > summary")
    page.get_by_role("link", name="all hands open", exact=True).click()
    page.wait_for_url(re.compile("side=all"))
    assert min(page.locator(hand.format(side)).count() for side in (0, 1)) > 0
    for side in (0, 1):
        page.click(".replay-more > summary")
        page.get_by_role("link", name=META.seats[side], exact=True).click()
        page.wait_for_url(re.compile(f"side={side}"))
        assert page.locator("#table").get_attribute("data-seat") == str(side)
        assert page.locator(hand.format(side)).count() > 0
        assert page.locator(hand.format(1 - side)).count() == 0
    for step in (1, 2, 3):
        page.get_by_role("link", name="Next", exact=True).click()
        page.wait_for_url(re.compile(f"step={step}&"))
        assert f"Step {step} of {last}" in page.locator(".replay-bar").inner_text()
    page.get_by_role("link", name="Back", exact=True).click()
    page.wait_for_url(re.compile("step=2&"))
    page.get_by_role("link", name="Last", exact=True).click()
    page.wait_for_url(re.compile(f"step={last}&"))
    assert page.locator("#table").get_attribute("data-outcome") == "resigned"


def test_a_link_leads_to_a_move(visit: Visit, server: Server) -> None:
    page, _ = finished(visit, server)
    line = page.get_by_role("log").locator("a[href*='step=']").nth(2)
    text, target = line.inner_text(), line.get_attribute("href") or ""
    line.click()
    page.wait_for_url(re.compile(re.escape(target)))
    # With open hands the replay names the cards, too.
    assert text.rstrip(".") in page.get_by_role("log").inner_text()
    stranger = visit()
    stranger.goto(f"{server.url}{target}")
    assert stranger.locator("#table").get_attribute("data-ply") == page.locator("#table").get_attribute("data-ply")


def test_any_position_of_a_replay_can_be_played_on_against_a_bot(visit: Visit, server: Server) -> None:
    page, id = finished(visit, server)
    page.goto(f"{server.url}/tables/{id}/replay?step=6&side=1")
    hand = page.locator("[data-zone='hand-1'] [data-handle]").evaluate_all(HANDLES)
    assert page.locator("[name=side]").last.input_value() == "1"
    page.click(".replay-more > summary")
    page.click("[data-continue]")
    page.wait_for_url(lambda url: "/replay" not in url)
    assert id not in page.url
    assert page.locator("#table").get_attribute("data-seat") == "1"
    assert set(hand) & set(page.locator("[data-zone='hand-1'] [data-handle]").evaluate_all(HANDLES))
    wait_until_asked(page)
    click(page, choice(actions(page)))


def test_a_downloaded_journal_opens_as_a_replay(visit: Visit, server: Server, tmp_path: Path, watch: Watch) -> None:
    watch.expect("status of 400")
    page, id = finished(visit, server)
    file = tmp_path / "game.journal"
    file.write_text(page.evaluate(FETCH, f"/tables/{id}/journal"))
    other = visit()
    other.goto(server.url)
    other.set_input_files("#journal", file)
    other.get_by_role("button", name="Open the replay").click()
    other.wait_for_url(re.compile("/replays/"))
    assert other.locator("#table").get_attribute("data-outcome") == "resigned"
    other.goto(f"{other.url.split('?')[0]}?step=4")
    other.click(".replay-more > summary")
    other.click("[data-continue]")
    other.wait_for_url(re.compile("/tables/"))
    file.write_text("no journal at all")
    other.goto(server.url)
    other.set_input_files("#journal", file)
    other.get_by_role("button", name="Open the replay").click()
    assert "is no journal" in other.locator("[role=alert]").inner_text()


# -- clicks that cross -----------------------------------------------------------------------------------------------


def test_of_two_clicks_the_second_gets_a_clear_message_and_the_fresh_table(
    visit: Visit, server: Server, watch: Watch
) -> None:
    watch.expect("status of 409")
    page = visit()
    set_up(page, server.url)
    play_until(page, "[data-action='END_DEPLOY']")
    behind = twin(visit, page)
    behind.goto(page.url)
    plain = visit(like=page.context, java_script_enabled=False)
    plain.goto(page.url)
    click(page, "END_DEPLOY")
    for late in (behind, plain):
        press(button(late, "END_DEPLOY"))
        late.locator("[role=alert]").first.wait_for()
        assert "The table has moved on since you looked: nothing was played." in late.locator(".notice").inner_text()
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


# -- reaction windows ------------------------------------------------------------------------------------------------


def test_a_reaction_window_says_what_triggered_it_and_which_cards_answer_and_space_passes(
    visit: Visit, server: Server
) -> None:
    page = visit()
    set_up(page, server.url, troops="100")
    wait_until_asked(page)  # until then the table is drawn anew while the menu opens
    menu(page)
    page.locator("details.ask > summary").click()
    page.locator("button[name=ask][value=always]").click()
    page.get_by_text("Ask me: every time").wait_for()
    places: list[tuple[float, float]] = []
    triggers: set[str] = set()
    seen_answers = False
    while len(triggers) < 2 or not seen_answers:
        play_until(page, "[data-pass]", eager=False)
        window = page.locator(".dock.reaction")
        prompt = window.locator("#prompt").inner_text()
        found = re.search(r"declares an attack|attacks with \d+ unit|The attack costs you \d+", prompt)
        assert found is not None
        triggers.add(found[0].split()[0])
        answering = {name.split(" ", 1)[1] for name in actions(page) if " " in name}
        told = window.locator(".answers").inner_text()
        assert all(name in told for name in answering)
        assert answering or "None of your cards can answer." in told
        seen_answers |= bool(answering)
        page.evaluate("scrollTo(0, 0)")
        box = window.bounding_box()
        assert box is not None
        places.append((box["x"], box["y"] + box["height"]))
        large = page.locator("[data-pass]").bounding_box()
        assert large is not None
        assert large["height"] >= 40
        since = version(page)
        page.locator("#prompt").focus()
        page.keyboard.press(" ")
        page.wait_for_function(SINCE, arg=since)
    for left, bottom in places:
        assert abs(left - places[0][0]) < 4
        assert abs(bottom - places[0][1]) < 4


def test_ask_me_settings_pass_for_me_and_others_cannot_notice(visit: Visit, server: Server) -> None:
    pages = a, b = visit(), visit()
    units = ", ".join(f".near .card.type-{arm}" for arm in ("IU", "LU", "CU", "AU"))
    while True:  # until a hand is dealt that can attack
        invite(a, server.url, b, server.url)
        active, other = in_turn(pages)
        if active.locator(units).count():
            break
    for page in pages:
        menu(page)
        asked = page.locator("button[name=ask]")
        pressed = "(all) => all.filter((one) => one.ariaPressed === 'true').map((one) => one.value)"
        assert asked.evaluate_all(pressed) == ["always"]
    before = active.locator("#table").inner_html()
    other.locator("details.ask > summary").click()
    other.locator("button[name=ask][value=not_this_turn]").click()
    other.get_by_text("Ask me: not again this turn").wait_for()
    active.wait_for_timeout(500)
    assert active.locator("#table").inner_html() == before
    while not set(actions(active)) & {"ATTACK", "HOLD"}:
        click(active, "END_DEPLOY")
    click(active, "ATTACK")
    # The window opened and was passed without asking, after as long as a person might take.
    active.locator("[data-action^='UNIT ']").first.wait_for()
    assert other.locator("[data-pass]").count() == 0
    assert "passes" in other.get_by_role("log").inner_text()


# -- reading ---------------------------------------------------------------------------------------------------------


def test_a_card_that_cannot_be_played_says_why_with_the_clause(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    play_until(page, "[data-why-clause]")
    wait_until_asked(page)  # a table that still changes would take the hint away
    card = page.locator(".card[data-why-clause]").first
    why, clause = card.get_attribute("data-why") or "", card.get_attribute("data-why-clause") or ""
    assert why
    card.click(force=True)  # Playwright takes aria-disabled for something that no person would click
    hint = page.locator("[data-hint]")
    assert why in hint.inner_text()
    assert hint.locator("[data-clause]").get_attribute("data-clause") == clause
    hint.locator("[data-clause]").dispatch_event("click")
    page.get_by_role("dialog").get_by_text(clause).first.wait_for()


def test_every_clause_opens_in_place(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    address = page.url
    links = page.locator("#table [data-clause]:visible")
    clauses = sorted({link.get_attribute("data-clause") or "" for link in links.all()})
    assert len(clauses) >= 3
    handbook = load(SLUG).handbook
    for clause in clauses:
        page.locator(f"#table [data-clause='{clause}']:visible").first.click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("heading", name=handbook.clause(clause).title).wait_for()
        assert page.url == address
        page.keyboard.press("Escape")
        dialog.wait_for(state="hidden")


def test_since_your_last_turn_shows_what_happened(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 390, "height": 844})  # with the log beside it, what is new in the log is the news
    set_up(page, server.url)
    wait_until_asked(page)
    click(page, choice(actions(page)))
    # A line being laid, or a crowded window, takes the room of the last sentence, which opens the log.
    play_until(page, "body:not(.crowded) form:not(:has(.zone-picked)) .news li.by-1")
    page.get_by_role("button", name="Log").click()
    assert page.get_by_role("heading", name="Since your last turn").is_visible()
    newest = page.locator(".news li").last.inner_text()
    assert newest in page.get_by_role("log").inner_text()


def test_a_cards_effect_stands_on_the_card_and_in_the_zoom(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    facts = {fact.name: fact.notes for fact in load(SLUG).cards}
    for card in page.locator("[data-zone='hand-0'] .card").all():
        name = card.locator(".card-name").inner_text()
        assert card.locator(".card-text").text_content() == facts[name]
    card = page.locator("[data-zone='hand-0'] .card").first
    text = facts[card.locator(".card-name").inner_text()]
    card.hover()
    page.locator(".zoom .card-text").wait_for()
    assert page.locator(".zoom .card-text").inner_text() == text
    page.mouse.move(2, 2)
    page.locator(".zoom").wait_for(state="hidden")
    card.focus()
    page.keyboard.press("z")
    assert page.get_by_role("dialog").locator(".card-text").inner_text() == text


# -- what others do --------------------------------------------------------------------------------------------------

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
    speaker = page.get_by_role("button", name="Sound")
    assert speaker.get_attribute("aria-pressed") == "false"
    speaker.click()
    assert speaker.get_attribute("aria-pressed") == "true"
    assert page.evaluate("window.notes") > 0
    page.reload()
    assert page.get_by_role("button", name="Sound").get_attribute("aria-pressed") == "true"


# Skips the moves that wait, if any: how many there are, and the version of the table before.
SKIP: Final = """() => {
    const button = [...document.querySelectorAll(".flow:not([hidden]) button:not([hidden])")]
        .find(({ textContent }) => textContent.startsWith("Skip"));
    const waiting = Number(button?.textContent.match(/\\d+/)[0] ?? 0);
    const since = Number(document.querySelector("#table").dataset.version);
    button?.click();
    return [waiting, since];
}"""


def test_moves_of_the_computer_come_one_by_one_at_a_chosen_pace_and_can_be_skipped(
    visit: Visit, server: Server
) -> None:
    page = visit(pace=True)
    set_up(page, server.url)
    pace = page.get_by_label("Moves")
    assert pace.input_value() == "1000"
    pace.select_option("2000")
    waiting = since = 0
    for _ in range(240):
        waiting, since = page.evaluate(SKIP)
        if waiting:
            break
        if actions(page):
            press(button(page, choice(actions(page))))
        page.wait_for_timeout(250)
    assert waiting > 0
    page.wait_for_function("(since) => Number(document.querySelector('#table').dataset.version) >= since",
                           arg=since + waiting)  # fmt: skip
    expect(page.get_by_role("button", name=re.compile(r"Skip \d+ moves?"))).to_be_hidden()
    page.reload()
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
    assert a.title() == "You lost – Fusillade"


@contextmanager
def database(server: Server) -> Iterator[sqlite3.Connection]:
    """The server's own database."""
    with closing(sqlite3.connect(server.data / "tables.sqlite", timeout=10)) as connection, connection:
        yield connection


@pytest.mark.parametrize("again", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_the_opponents_presence_is_shown_and_a_long_absence_can_be_claimed(
    again: bool, visit: Visit, server: Server, watch: Watch
) -> None:
    watch.expect("net::ERR_")  # while the server is gone
    pages = a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    active, other = in_turn(pages)
    seat = pages.index(active)
    for page, opponent in ((a, 1), (b, 0)):
        page.locator(f".seat-{opponent} .presence.here").wait_for()
    claim = other.get_by_role("button", name=re.compile("claim"))
    expect(claim).to_have_count(0, timeout=30_000)  # a page that has just come may be away for a moment
    active.close()
    if again:
        server.kill()
    else:
        other.wait_for_timeout(1500)  # until the server has noticed; what it notes then would undo what follows
    with database(server) as connection:  # as another process would
        connection.execute(
            "UPDATE seats SET seen = datetime('now', '-1 hour') WHERE table_id = ? AND seat = ?", (id, seat)
        )
        connection.execute("UPDATE tables SET changes = changes + 1 WHERE id = ?", (id,))
    # The one who waits need not load his page again to be told, but within half a minute only.
    if again:
        server.start()
        other.reload()
    other.locator(f".seat-{seat} .presence.away").wait_for(timeout=60_000)
    while not claim.count() and again:  # he has waited for less than a second so far
        other.wait_for_timeout(200)
        other.reload()
    claim.click()
    other.wait_for_selector("#table[data-outcome=claimed]")
    assert "the opponent has left" in other.locator(".ending").inner_text()


# -- the end ---------------------------------------------------------------------------------------------------------


def test_the_end_screen_gives_the_reason_the_final_numbers_and_the_revealed_hands(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    play_both((a, b), Clock(), 10)
    resign(b)
    a.wait_for_selector("#table[data-outcome=resigned]")
    session = replayed(parse_journal(a.evaluate(FETCH, f"/tables/{id}/journal"), "journal"), load)
    assert any(isinstance(entry, Action) for entry in session.journal.entries)
    for page in (a, b):
        ending = page.locator(".ending").inner_text()
        assert "Red resigns: Blue wins." in ending
        for seat in (0, 1):
            view = session.state.view(seat)
            number = next(n for n in view.numbers if n.key == "troops" and n.owner == seat)
            assert re.search(rf"{number.label}( \(you\))?\s+{number.value}\b", ending)
            hand = next(zone for zone in view.zones if zone.key == "hand" and zone.owner == seat)
            shown = page.locator(f"[data-zone='hand-{seat}'] [data-handle]").evaluate_all(HANDLES)
            assert sorted(shown) == sorted(card.handle for card in hand.cards)
        assert page.locator("[data-action], [data-undo]").count() == 0
        assert over(page)


def test_the_end_folds_away_from_the_field_and_stays_so(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    invite(a, server.url, b, server.url)
    resign(a)
    b.wait_for_selector("#table[data-outcome=resigned]")
    assert b.evaluate("document.activeElement.id") == "ending"
    assert b.locator(".board").evaluate("(board) => board.inert")
    b.get_by_text("Look at the field").click()
    b.wait_for_function("() => !document.querySelector('.board').inert")  # "toggle" comes a task later
    a.get_by_role("button", name="Rematch").click()
    b.get_by_role("link", name="To the rematch").wait_for()  # the table was drawn anew
    assert not b.locator(".finale-sheet").is_visible()
    b.get_by_text("How it went", exact=True).click()
    assert b.locator(".finale-sheet").is_visible()
    b.get_by_text("Share", exact=True).click()
    b.context.grant_permissions(["clipboard-read", "clipboard-write"])
    b.locator("[data-copy=share-link]").click()
    b.get_by_text("Copied.").wait_for()
    assert b.evaluate("navigator.clipboard.readText()") == b.url + "/replay"


def test_a_game_against_the_computer_goes_on_after_kill_9(visit: Visit, server: Server, watch: Watch) -> None:
    watch.expect("net::ERR_")
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    for _ in range(4):
        do(page, choice(actions(page)))
    since, hand = version(page), page.locator("[data-zone='hand-0'] [data-handle]").evaluate_all(HANDLES)
    server.kill()
    server.start()
    page.reload()
    wait_until_asked(page)
    assert version(page) == since
    assert page.locator("[data-zone='hand-0'] [data-handle]").evaluate_all(HANDLES) == hand
    for _ in range(3):
        wait_until_asked(page)
        click(page, choice(actions(page)))


def test_a_forbidden_post_changes_nothing(visit: Visit, server: Server, watch: Watch) -> None:
    watch.expect(r"status of 4\d\d")
    a, stranger = visit(), visit()
    id = set_up(a, server.url)
    wait_until_asked(a)
    stranger.goto(f"{server.url}/tables/{id}")
    since = version(a)
    for deed in ("play", "undo", "resign", "claim", "ask", "hand-over", "rematch"):
        stranger.evaluate(POST, [f"/tables/{id}/{deed}", {"do": "END_DEPLOY", "at": "", "ask": "always", "seat": "0"}])
    a.reload()
    assert version(a) == since
    assert not over(a)
