"""When a person is asked: against the computer the table goes on by itself where there is nothing to choose."""

from __future__ import annotations

import html
import re
from typing import Final

import pytest

import grognard
from grognard.bots import Greedy
from grognard.kernel.errors import CannotUndo
from grognard.play.journal import Action
from grognard.play.players import only_choice
from grognard.play.session import replayed
from grognard.registry import load
from grognard.server.tables.auto_pass import (
    ask_settings,
    automatic_action,
    current_ask,
    play_automatic_actions,
    undo_target,
)
from grognard.server.tables.live_table import LiveTable
from tests.server.support import Guest, Json, Server, Whim, seated, table_of, until

SLUG: Final = "company-commander"  # its phases often have but one answer
DEEDS: Final = 300


def has_one_choice(seen: Json) -> bool:
    """Does the caller decide, where he can do but one thing, and take nothing back in an open frame?"""
    return len(seen["view"]["actions"]) == 1 and not seen["view"]["can_step_back"]


def is_asked(seen: Json) -> bool:
    """Does the caller decide, or is the game over?"""
    return bool(seen["view"]["actions"]) or seen["over"]


def asked(guest: Guest, table: str) -> Json:
    """The table as soon as the guest decides. Nothing is ever shown that goes on by itself."""
    seen: Json = {}

    def ready() -> bool:
        nonlocal seen
        seen = guest.look(table)
        return is_asked(seen)

    until(ready, 30)
    return seen


def taken_up(guest: Guest, live: LiveTable, step: int) -> str:
    """A table at which the guest in seat 0 goes on with a game from a step, against the computer."""
    files = {"journal": ("a.journal", live.session.journal.to_text().encode())}
    token = guest.page("/").hidden("_csrf_token")
    replay = guest.http.post("/replays", data={"_csrf_token": token}, files=files).headers["location"]
    answer = guest.post(f"{replay}/continue", {"step": str(step), "side": "0", "bot": "greedy"})
    return answer.answer.headers["location"].removeprefix("/tables/")


# -- against the computer --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_whoever_plays_the_computer_is_asked_only_where_there_is_a_choice(slug: str) -> None:
    live = table_of(slug, "you", "greedy")
    bot = Greedy()
    went = {True: 0, False: 0}  # of own phases, and of windows
    for number in range(DEEDS):
        went_on = len(play_automatic_actions(live))
        for at in range(live.done - went_on, live.done):
            assert only_choice(live.session.positions, at, 0) is not None
            went[live.session.positions[at].view(0).active == 0] += 1
        if live.over:  # a short game is followed by another
            live = table_of(slug, "you", "greedy", seed=number)
            continue
        seat = live.session.state.current_player()
        if seat == 0:
            view = live.view(0)
            assert len(view.actions) > 1 or view.can_step_back
        live.play(seat, int(bot.choose(live.session.state.information(seat, number))))
    assert went[True] or slug != SLUG
    assert went[False] or slug != SLUG, "another game may have no windows"
    assert replayed(live.session.journal, load).state.serialize() == live.session.state.serialize()


def test_the_answer_to_a_deed_shows_the_next_choice_and_so_does_every_page(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy", game=SLUG)["id"]
    assert 'When to ask me<span class="unless-low">: only when there is a choice' in guest.page(f"/tables/{table}").text
    stream = guest.watch(table)
    whim, went = Whim(2), 0
    for _ in range(40):
        seen = asked(guest, table)
        assert not has_one_choice(seen)
        if seen["over"]:
            break
        answer = guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"])
        after = answer.json()
        assert not has_one_choice(after)
        went += after["view"]["to_move"] == 0 and after["view"]["ply"] > seen["view"]["ply"] + 1
    assert went, "own phases went on in the answer itself"
    for event in stream.events:
        assert event.count("data-action=") != 1 or "Undo <kbd" in event


def test_everything_is_asked_of_who_wants_that(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy", game=SLUG)["id"]
    assert 'When to ask me<span class="unless-low">: every time' in guest.do(table, "ask", ask="always").text
    whim, own = Whim(2), 0
    for _ in range(60):
        seen = asked(guest, table)
        if seen["over"]:
            break
        own += has_one_choice(seen) and seen["view"]["active"] == 0
        answer = guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"])
        after = answer.json()["view"]
        assert after["to_move"] != 0 or after["ply"] == seen["view"]["ply"] + 1
    assert own


def test_whoever_wants_to_be_asked_less_sees_the_next_choice_at_once(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy", game=SLUG)["id"]
    guest.do(table, "ask", ask="always")
    whim = Whim(2)
    while not has_one_choice(seen := asked(guest, table)):
        guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"])
    page = guest.do(table, "ask", ask="when_useful")
    assert 'When to ask me<span class="unless-low">: only when there is a choice' in page.text
    assert len(page.actions) != 1
    assert guest.look(table)["view"]["ply"] > seen["view"]["ply"]


def test_a_table_that_begins_where_there_is_nothing_to_choose_goes_on_when_it_is_opened(guest: Guest) -> None:
    live = table_of(SLUG, "you", "other")
    bot = Greedy()
    while only_choice(live.session.positions, live.done, 0) is None or live.view(0).active != 0:
        seat = live.session.state.current_player()
        live.play(seat, int(bot.choose(live.session.state.information(seat, live.done))))
    page = guest.page(f"/tables/{taken_up(guest, live, live.done)}")
    assert len(page.actions) > 1
    assert int(page.attribute("version") or 0) > live.done


def test_not_this_turn_ends_with_the_turn() -> None:
    """Then one is asked again as if nothing had been set."""
    live = table_of(SLUG, "you", "greedy", ask="not_this_turn")
    assert current_ask(live, 0, 0) == "not_this_turn"
    assert current_ask(live, 0, 1) == "when_useful"
    assert current_ask(table_of(SLUG, "you", "other", ask="not_this_turn"), 0, 1) == "always"


# -- stepping back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_against_the_computer_one_steps_back_to_what_one_was_asked_last(slug: str) -> None:
    live = table_of(slug, "you", "greedy")
    bot = Greedy()
    further = latest = 0
    for number in range(DEEDS):
        play_automatic_actions(live)
        if live.over:
            break
        ply = int(live.session.state.ply)
        if ply > latest:  # from everywhere once
            latest = ply
            further += _steps_back(live)
        seat = live.session.state.current_player()
        live.play(seat, int(bot.choose(live.session.state.information(seat, number))))
    # In another game the computer may answer whatever one does, and then nothing is taken back.
    assert further or slug != SLUG, "now and then something has gone by itself since the last choice"
    assert replayed(live.session.journal, load).state.serialize() == live.session.state.serialize()


def _steps_back(live: LiveTable) -> bool:
    """The person steps back, if he can; was it further than to his last deed?"""
    target = _target(live)
    if target is None:
        return False
    kept, free = target
    last, _free = live.session.undo_target(0)
    ply = live.session.state.ply
    live.undo(0, () if free else (1,), kept)
    assert live.session.state.ply < ply
    assert live.view(0).to_move == 0
    assert automatic_action(live, 0) is None
    assert not play_automatic_actions(live), "it stays where it was led"
    return kept < last


def test_the_page_tells_what_went_by_itself_and_steps_back_over_it(guest: Guest) -> None:
    live = table_of(SLUG, "you", "greedy")
    bot = Greedy()
    while True:
        play_automatic_actions(live)
        choice = live.done
        seat = live.session.state.current_player()
        chosen = live.play(seat, int(bot.choose(live.session.state.information(seat, choice))))
        if seat == 0 and play_automatic_actions(live) and live.view(0).actions and _target(live) == (choice, False):
            break
    went = live.session.told[-1].events[0]
    table = taken_up(guest, live, choice)
    before = guest.look(table)
    assert isinstance(chosen, Action)
    assert guest.play(table, chosen.do, before["at"]).status_code == 200
    page = guest.page(f"/tables/{table}").text
    new = re.findall(r'<span class="event [^"]*\bnew" data-key="([^"]*)"', page)
    assert any(live.game.event_view(went, 0).text in html.unescape(key) for key in new)
    undone = guest.do(table, "undo")
    assert undone.actions == [action["notation"] for action in before["view"]["actions"]]
    told = [event["text"] for event in guest.look(table)["log"]]
    assert told[-1] == "You take back the last choice."
    assert not told[-2].endswith("takes back the last choice."), "it was one step"


def test_what_one_was_asked_was_not_done_for_one(guest: Guest) -> None:
    """To close a choice that could be taken back, though nothing could be added to it, in a turn of the computer's."""
    live = table_of("three-emperors", "you", "greedy")
    bot = Greedy()
    while True:
        play_automatic_actions(live)
        view = live.view(0)
        if len(view.actions) == 1 and view.active != 0:
            break
        seat = live.session.state.current_player()
        live.play(seat, int(bot.choose(live.session.state.information(seat, live.done))))
    table = taken_up(guest, live, live.done)
    asked_for = live.game.spec.wording.label(live.session.state, view.actions[0].action).told
    assert guest.play(table, view.actions[0].notation, guest.look(table)["at"]).status_code == 200
    asked(guest, table)
    done = re.findall(r'<p class="by-itself">.*?</p>', guest.page(f"/tables/{table}").text, re.DOTALL)
    assert done, "something else was"
    assert asked_for not in html.unescape(done[0])


def _target(live: LiveTable) -> tuple[int, bool] | None:
    try:
        return undo_target(live, 0)
    except CannotUndo:
        return None


def test_who_is_asked_everything_steps_back_to_his_last_deed() -> None:
    live = table_of("fusillade", "you", "greedy", ask="always")
    while True:
        seat = live.session.state.current_player()
        single = seat == 0 and only_choice(live.session.positions, live.done, 0) is not None
        live.play(seat, live.session.state.legal_actions()[0])
        if single and live.session.state.reveals == live.timeline.moments[-2].state.reveals:
            assert undo_target(live, 0) == live.session.undo_target(0) == (live.done - 1, False)
            return


# -- between people --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "alone"),
    [
        (("you", "greedy"), True),
        (("greedy", "you"), True),
        (("you", "you"), False),
        (("you", "other"), False),
        (("you", "open"), False),
        (("open", "greedy"), False),
        (("you", "greedy", "you", "greedy"), True),
        (("you", "greedy", "other", "greedy"), False),
        (("you", "greedy", "open", "greedy"), False),
        (("you", "greedy", "greedy", "other"), False),
    ],
)
def test_only_who_plays_the_computer_alone_is_not_asked(seats: tuple[str, ...], alone: bool) -> None:
    live = table_of("green-troops", *seats, seats=len(seats))
    assert live.alone == alone
    assert ("when_useful" in ask_settings(live)) == alone
    assert current_ask(live, 0, 0) == ("when_useful" if alone else "always")


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_between_people_everything_is_asked(slug: str) -> None:
    """Even of seats that were set otherwise."""
    live = table_of(slug, "you", "other")
    bot = Greedy()
    single = 0
    for number in range(DEEDS):
        assert not play_automatic_actions(live)
        if live.over:
            break
        seat = live.session.state.current_player()
        single += only_choice(live.session.positions, live.done, seat) is not None
        assert automatic_action(live, seat) is None
        live.play(seat, int(bot.choose(live.session.state.information(seat, number))))
    assert single or slug != SLUG, "another game may always have a choice"


def test_between_people_a_page_shows_also_what_is_no_choice(server: Server) -> None:
    table, *both = seated(server.url, game=SLUG)
    whim, own = Whim(2), 0
    for _ in range(60):
        mover = both[both[0].look(table)["view"]["to_move"]]
        seen = mover.look(table)
        own += has_one_choice(seen) and seen["view"]["active"] == seen["view"]["to_move"]
        after = mover.play(table, whim(seen["view"]["actions"])["notation"], seen["at"]).json()["view"]
        assert after["ply"] in (seen["view"]["ply"], seen["view"]["ply"] + 1)
    assert own
