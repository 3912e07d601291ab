"""What the description of the table promises about windows for reactions, and about reading cards and rules."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from grognard.registry import load
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    MOVED,
    SLUG,
    Server,
    actions,
    choice,
    click,
    in_turn,
    invite,
    menu,
    play_until,
    sent,
    set_up,
    version,
    wait_until_asked,
    without_events,
    without_presence,
)

# -- reaction windows -------------------------------------------------------------------------------------------------


def test_a_reaction_window_says_what_triggered_it_and_which_cards_answer_and_space_passes(
    visit: Visit, server: Server
) -> None:
    page = visit()
    set_up(page, server.url, troops="100")
    wait_until_asked(page)
    menu(page)
    user.click(page.locator("details.ask > summary"))
    user.click(page.locator("button[name=ask][value=always]"))
    page.get_by_text("When to ask me: every time").wait_for()
    places: list[tuple[float, float]] = []
    triggers: set[str] = set()
    seen_answers = False
    while len(triggers) < 2 or not seen_answers:
        play_until(page, "[data-pass]", eager=False)
        window = page.locator(".dock.reaction")
        prompt = window.locator("#prompt").inner_text()
        found = re.search(r"declares an attack|attacks with \d+ [\w ]+ unit|The attack costs you \d+", prompt)
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
        user.focus(page.locator("#prompt"))
        user.press_key(page, " ")
        page.wait_for_function(MOVED, arg=since)
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
    before = without_presence(active), sent(active)
    user.click(other.locator("details.ask > summary"))
    user.click(other.locator("button[name=ask][value=not_this_turn]"))
    other.get_by_text("When to ask me: not again this turn").wait_for()
    assert (without_presence(active), sent(active)) == before
    while not set(actions(active)) & {"ATTACK", "HOLD"}:
        click(active, "END_DEPLOY")
    click(active, "ATTACK")
    # The window opened and was passed without asking, after as long as a person might take.
    active.locator("[data-action^='UNIT ']").first.wait_for()
    expect(other.get_by_role("log")).to_contain_text("You pass.")
    expect(other.locator("[data-pass]")).to_have_count(0)


# -- reading ----------------------------------------------------------------------------------------------------------


def test_a_card_that_cannot_be_played_says_why_with_the_clause(visit: Visit, server: Server) -> None:
    page = without_events(visit())  # a table that is drawn again takes the hint away
    set_up(page, server.url, "one_screen", open_hands="yes")
    play_until(page, "[data-why-clause]")
    card = page.locator(".card[data-why-clause]").first
    why, clause = card.get_attribute("data-why") or "", card.get_attribute("data-why-clause") or ""
    assert why
    hint = page.locator("[data-hint]")
    user.hover(card)
    page.locator(".zoom .card-name").wait_for()
    expect(hint).to_be_empty()  # to rest the mouse on a card is no mistake
    user.click(card, force=True)  # Playwright takes aria-disabled for something that no person would click
    expect(hint).to_contain_text(why)
    expect(hint.locator("[data-clause]")).to_have_attribute("data-clause", clause)
    user.click_by_script(page, "[data-hint] [data-clause]")
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
        user.click(page.locator(f"#table [data-clause='{clause}']:visible").first)
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("heading", name=handbook.clause(clause).title).wait_for()
        assert page.url == address
        user.press_key(page, "Escape")
        dialog.wait_for(state="hidden")


def test_the_number_of_a_rule_is_shown_on_demand_or_always(visit: Visit, server: Server) -> None:
    page = visit()
    set_up(page, server.url)
    wait_until_asked(page)
    mark = page.locator("#prompt .clause-mark")
    rule = mark.get_attribute("data-clause") or ""
    number = "mark => getComputedStyle(mark, '::before').content"
    expect(mark).to_have_text("§")
    expect(mark).to_have_accessible_name(f"Rule {rule}")
    assert mark.evaluate(number) == "none"
    user.press_key(page, "?")
    user.click(page.get_by_label("Show rule numbers"))
    user.press_key(page, "Escape")
    assert mark.evaluate(number) == f'"{rule}"'
    user.reload(page)
    wait_until_asked(page)
    assert mark.evaluate(number) == f'"{rule}"'


def test_since_your_last_turn_shows_what_happened(visit: Visit, server: Server) -> None:
    page = visit(viewport={"width": 390, "height": 844})  # with the log beside it, what is new in the log is the news
    set_up(page, server.url)
    wait_until_asked(page)
    click(page, choice(actions(page)))
    # A line being laid, or a crowded window, takes the room of the last sentence, which opens the log.
    play_until(page, "body:not(.crowded) form:not(:has(.zone-picked)) .news li.by-1")
    user.click(page.get_by_role("button", name="Log"))
    expect(page.get_by_role("heading", name="Since your last turn")).to_be_visible()
    newest = page.locator(".news li").last.inner_text()
    expect(page.get_by_role("log")).to_contain_text(newest, use_inner_text=True)


def test_a_cards_effect_stands_on_the_card_and_in_the_zoom(visit: Visit, server: Server) -> None:
    page = without_events(visit())  # a table that is drawn again under the mouse shows no card
    set_up(page, server.url, "one_screen", open_hands="yes")
    wait_until_asked(page)
    facts = {fact.name: fact.notes for fact in load(SLUG).cards}
    hand = page.locator(".zone-hand.near .card")
    assert hand.count() > 0
    for card in hand.all():
        name = card.locator(".card-name").inner_text()
        assert card.locator(".card-text").text_content() == facts[name]
    card = hand.first
    text = facts[card.locator(".card-name").inner_text()]
    user.hover(card)
    expect(page.locator(".zoom .card-text")).to_have_text(text)
    user.move_mouse(page, 2, 2)
    page.locator(".zoom").wait_for(state="hidden")
    user.focus(card)
    user.press_key(page, "z")
    expect(page.get_by_role("dialog").locator(".card-text")).to_have_text(text)
