"""What the description of the table promises about the end of a game, and about seeing it again."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from grognard.games.fusillade.meta import META
from grognard.kernel.views.labels import number_label
from grognard.play.journal import Action, parse_journal
from grognard.play.session import replayed
from grognard.registry import load
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import (
    FETCH,
    HANDLES,
    POST,
    Server,
    Watch,
    actions,
    choice,
    click,
    do,
    given_up,
    invite,
    over,
    resign,
    set_up,
    version,
    wait_until_asked,
)
from tests.web.test_friends import play_both
from tests.web.wire import Clock


def finished(visit: Visit, server: Server) -> tuple[Page, str]:
    """A game of some moves that was given up, on the page of the one who gave it up; and the id of its table."""
    page = visit()
    return page, given_up(page, server.url)


# -- the end ----------------------------------------------------------------------------------------------------------


def test_the_end_screen_gives_the_reason_the_final_numbers_and_the_revealed_hands(visit: Visit, server: Server) -> None:
    a, b = visit(), visit()
    id = invite(a, server.url, b, server.url)
    play_both((a, b), Clock(), 10)
    resign(b)
    a.wait_for_selector("#table[data-outcome=resigned]")
    session = replayed(parse_journal(a.evaluate(FETCH, f"/tables/{id}/journal"), "journal"), load)
    assert any(isinstance(entry, Action) for entry in session.journal.entries)
    for page, why in ((a, "Red resigned."), (b, "You resigned.")):
        ending = page.locator(".ending").inner_text()
        assert why in ending
        for seat in (0, 1):
            view = session.state.view(seat)
            number = next(n for n in view.numbers if n.key == "troops" and n.owner == seat)
            mine = (page is a) == (seat == 0)
            assert re.search(rf"{number_label(number, mine)}\s+{number.value}\b", ending)
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
    expect(b.locator("#ending")).to_be_focused()
    assert b.locator(".board").evaluate("(board) => board.inert")
    user.click(b.get_by_text("See the field"))
    assert not b.locator(".board").evaluate("(board) => board.inert")
    user.click(a.get_by_role("button", name="Rematch"))
    b.get_by_role("button", name="Accept").wait_for()  # the table was drawn again
    expect(b.locator(".finale-sheet")).to_be_hidden()
    user.click(b.get_by_text("How it went", exact=True))
    expect(b.locator(".finale-sheet")).to_be_visible()
    user.click(b.get_by_text("Share", exact=True))
    b.context.grant_permissions(["clipboard-read", "clipboard-write"])
    user.click(b.locator("[data-copy=share-link]"))
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
    user.reload(page)
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
    user.open_page(stranger, f"{server.url}/tables/{id}")
    since = version(a)
    for deed in ("play", "undo", "resign", "claim", "ask", "hand-over", "rematch"):
        stranger.evaluate(POST, [f"/tables/{id}/{deed}", {"do": "END_DEPLOY", "at": "", "ask": "always", "seat": "0"}])
    user.reload(a)
    assert version(a) == since
    assert not over(a)


# -- replays ----------------------------------------------------------------------------------------------------------


def test_a_finished_game_is_stepped_through_from_either_side(visit: Visit, server: Server) -> None:
    page, _ = finished(visit, server)
    user.click(page.get_by_role("link", name="See how it went"))
    page.wait_for_url(re.compile("step=0"))
    user.click(page.get_by_role("link", name="Last", exact=True))
    last = int(re.findall(r"of (\d+)", page.locator(".replay-bar").inner_text())[0])
    user.click(page.locator("[data-step='0']").first)
    page.wait_for_url(re.compile("step=0"))
    hand = "[data-zone='hand-{}'] [data-handle]"
    assert page.locator(hand.format(0)).count() > 0  # who played one side sees it from there
    assert page.locator(hand.format(1)).count() == 0
    user.click(page, ".replay-more > summary")
    user.click(page.get_by_role("link", name="all hands", exact=True))
    page.wait_for_url(re.compile("side=all"))
    assert min(page.locator(hand.format(side)).count() for side in (0, 1)) > 0
    for side in (0, 1):
        user.click(page, ".replay-more > summary")
        user.click(page.get_by_role("link", name=META.seats[side], exact=True))
        page.wait_for_url(re.compile(f"side={side}"))
        assert page.locator("#table").get_attribute("data-seat") == str(side)
        assert page.locator(hand.format(side)).count() > 0
        assert page.locator(hand.format(1 - side)).count() == 0
    for step in (1, 2, 3):
        user.click(page.get_by_role("link", name="Next", exact=True))
        page.wait_for_url(re.compile(f"step={step}&"))
        expect(page.locator(".replay-bar")).to_contain_text(f"Step {step} of {last}")
    user.click(page.get_by_role("link", name="Back", exact=True))
    page.wait_for_url(re.compile("step=2&"))
    user.click(page.get_by_role("link", name="Last", exact=True))
    page.wait_for_url(re.compile(f"step={last}&"))
    assert page.locator("#table").get_attribute("data-outcome") == "resigned"


def test_a_link_leads_to_a_move(visit: Visit, server: Server) -> None:
    page, _ = finished(visit, server)
    # A replay names both sides, so its line about the other one is that of the table.
    line = page.get_by_role("log").locator("a[href*='step=']").filter(has_text=re.compile("^Red ")).first
    text, target = line.inner_text(), line.get_attribute("href") or ""
    user.click(line)
    page.wait_for_url(re.compile(re.escape(target)))
    # With open hands the replay names the cards, too.
    assert text.rstrip(".") in page.get_by_role("log").inner_text()
    stranger = visit()
    user.open_page(stranger, f"{server.url}{target}")
    assert stranger.locator("#table").get_attribute("data-ply") == page.locator("#table").get_attribute("data-ply")


def test_any_position_of_a_replay_can_be_played_on_against_a_bot(visit: Visit, server: Server) -> None:
    page, id = finished(visit, server)
    user.open_page(page, f"{server.url}/tables/{id}/replay?step=6&side=1")
    hand = page.locator("[data-zone='hand-1'] [data-handle]").evaluate_all(HANDLES)
    assert page.locator("[name=side]").last.input_value() == "1"
    user.click(page, ".replay-more > summary")
    user.click(page, "[data-continue]")
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
    user.open_page(other, server.url)
    user.click(other, "details.saved > summary")
    user.attach(other, file, "#journal")
    user.click(other.get_by_role("button", name="Open the replay"))
    other.wait_for_url(re.compile("/replays/"))
    assert other.locator("#table").get_attribute("data-outcome") == "resigned"
    user.open_page(other, f"{other.url.split('?')[0]}?step=4")
    user.click(other, ".replay-more > summary")
    user.click(other, "[data-continue]")
    other.wait_for_url(re.compile("/tables/"))
    file.write_text("no journal at all")
    user.open_page(other, server.url)
    user.click(other, "details.saved > summary")
    user.attach(other, file, "#journal")
    user.click(other.get_by_role("button", name="Open the replay"))
    assert "is not a journal" in other.locator("[role=alert]").inner_text()
