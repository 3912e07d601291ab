"""The end of a game: its analysis starts on its own, where it may, and shows its mistakes as pictures of the table."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

import grognard
from grognard.bots.puzzles import puzzle
from grognard.bots.reasons import NumberContrast, Reasons
from grognard.bots.review import (
    FREQUENT,
    PASS,
    Verdict,
    biggest_gain,
    frequent_mistake,
    kind_of,
    mistake_told,
    why_better,
)
from grognard.bots.workers import Weighed
from grognard.kernel.views.view import View, with_under
from grognard.play.players import BOTS
from grognard.play.session import Session
from grognard.server.jobs.analysis import Progress
from grognard.server.pages.analyses import _picture
from grognard.server.pages.common import FRAMED
from grognard.server.replays import Replay, read_replay
from grognard.web.pages import render
from tests.server.support import Guest, Server, running, seated, until
from tests.server.test_analysis import finished, wanted

WAITS = "data-waits"


def verdict(guest: Guest, table: str) -> str:
    """What the ending shows of the analysis."""
    answer = guest.page(f"/tables/{table}/analysis/verdict")
    assert answer.status == 200, answer.text
    return answer.text


# -- it starts on its own ---------------------------------------------------------------------------------------------


def test_it_starts_for_a_player_only_and_ends_in_a_sentence(server: Server) -> None:
    table, guest = finished(server.url, moves=2)
    path = f"/tables/{table}"
    assert f'data-verdict="{path}/analysis/verdict"' in guest.page(path).text
    watcher = Guest(server.url)
    assert "data-verdict" not in watcher.page(path).text
    assert WAITS not in verdict(watcher, table)
    assert "No player has asked for an analysis yet." in watcher.page(f"{path}/analysis").text
    assert re.search(r"Analyzing… \d+&nbsp;%|Checking your biggest mistakes…", verdict(guest, table))
    until(lambda: WAITS not in verdict(guest, table), 60)
    assert re.search(
        rf'"{path}/analysis(?:#step-\d+)?">'
        r"(Your biggest mistake, on turn \d+, lowered your chance of winning by \d+\xa0%"
        r"|You made no big mistake)\.",
        verdict(guest, table),
    )
    assert "<a href" not in verdict(watcher, table), "it speaks to the players"


def test_a_game_against_people_is_analyzed_once_one_player_opens_its_end(server: Server) -> None:
    table, host, friend = seated(server.url)
    guest = host if host.look(table)["view"]["actions"] else friend
    seen = guest.look(table)
    guest.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
    host.do(table, "resign")
    assert WAITS in verdict(friend, table)
    until(lambda: "<a href" in verdict(host, table), 60)


def test_a_stopped_one_is_left_alone(server: Server) -> None:
    table, guest = finished(server.url, moves=10)
    verdict(guest, table)
    wanted(guest, f"/tables/{table}", "stop")
    assert WAITS not in verdict(guest, table)
    assert "data-start" in guest.page(f"/tables/{table}/analysis").text


def test_a_guest_who_sees_many_ends_waits(tmp_path: Path) -> None:
    with running(tmp_path, {"GROGNARD_ANALYSES_AT_ONCE": "1"}) as server:
        first, guest = finished(server.url, moves=20)
        second = guest.create("you", "greedy", game="three-emperors")["id"]
        until(lambda: bool(guest.look(second)["view"]["actions"]))
        seen = guest.look(second)
        guest.play(second, seen["view"]["actions"][0]["notation"], seen["at"])
        guest.do(second, "resign")
        assert "Analyzing…" in verdict(guest, first)
        told = verdict(guest, second)
        assert "Waiting for analysis…" in told
        assert WAITS in told


def test_neither_a_puzzle_nor_todays_deal_is_analyzed_automatically(server: Server) -> None:
    guest = Guest(server.url)
    slug = "company-commander"
    guest.post(f"/puzzles/{slug}/1/play", {"do": puzzle(slug, 1).solution})
    begun = guest.post(f"/puzzles/{slug}/1/continue", {})
    daily = guest.post("/daily/fusillade", {})
    for answer in (begun, daily):
        assert answer.status == 303, answer.text
        table = answer.answer.headers["location"].split("/")[2]
        guest.do(table, "resign")
        assert guest.look(table)["over"]
        assert WAITS not in verdict(guest, table)
        assert "Analyzing…" not in guest.page(f"/tables/{table}/analysis").text


def test_a_running_game_has_no_verdict(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    assert guest.page(f"/tables/{table}/analysis/verdict").status == 403
    assert guest.page(f"/tables/{table}/analysis/picture?step=0").status == 403


@pytest.mark.parametrize(("judged", "says"), [(3, "Analyzing… 30&nbsp;%"), (10, "Checking your biggest mistakes…")])
def test_its_progress_says_what_it_does_once_all_decisions_are_judged(judged: int, says: str) -> None:
    told = {"base": "/tables/a", "waits": True, "asked": True, "told": "", "at": ""}
    shown = render("_verdict.html", progress=Progress(judged, 10, True, False), **told)
    assert says in shown
    assert "100&nbsp;%" not in shown


# -- the pictures ----------------------------------------------------------------------------------------------------


def replay_of(slug: str, moves: int) -> Replay:
    """A game in progress."""
    session = Session(grognard.load(slug), 5, ["human", "greedy"])
    for move in range(moves):
        actions = session.state.legal_actions()
        session.play(session.state.current_player(), actions[move * 7 % len(actions)])
    return read_replay(session.journal)


def handles(view: View) -> set[str]:
    """The cards that a view names."""
    seen = [*(with_under(zone.cards) for zone in view.zones), *(memory.cards for memory in view.memory)]
    return {card.handle for cards in seen for card in cards}


def drawn_at(replay: Replay, step: int) -> set[str]:
    """The cards that a picture names."""
    drawn = unescape(str(_picture(replay, step, None, replay.seats).content))
    assert f'data-seat="{replay.decider(step)}"' in drawn
    return set(re.findall(r'data-(?:handle|name)="([^"]+)"', drawn))


@pytest.mark.parametrize("slug", ["fusillade", "company-commander", "three-emperors", "green-troops", "ready-aim-fire"])
def test_a_picture_shows_what_the_deciding_seat_knew_and_no_more(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    replay = replay_of(slug, 40)
    secret = {}
    for step in range(0, 40, 5):
        seat = replay.decider(step)
        mine, others = (handles(replay.timeline.view(one, step)) for one in (seat, 1 - seat))
        secret[step] = others - mine
        assert not drawn_at(replay, step) & secret[step]
        assert drawn_at(replay, step) & mine
    decides = Replay.decider
    monkeypatch.setattr(Replay, "decider", lambda self, step: 1 - decides(self, step))
    assert any(drawn_at(replay, step) & cards for step, cards in secret.items()), "the other seat's picture shows them"


def test_a_picture_has_nothing_to_click_and_only_our_pages_may_show_it() -> None:
    answer = _picture(replay_of("fusillade", 12), 8, None, replay_of("fusillade", 12).seats)
    drawn = str(answer.content)
    assert "<body inert>" in drawn
    assert "data-action" not in drawn
    assert "_csrf_token" not in drawn
    assert answer.headers["content-security-policy"] == FRAMED["content-security-policy"]
    assert "frame-ancestors 'self'" in FRAMED["content-security-policy"]


def test_a_picture_points_out_the_choice_and_the_better_one() -> None:
    replay = replay_of("fusillade", 12)
    step = next(one.step for one in replay.decisions)
    actions = replay.timeline.view(replay.decider(step), step).actions
    first, last = (
        Weighed(one.notation, one.label, 9, chance) for one, chance in ((actions[0], 0.6), (actions[-1], 0.4))
    )
    made = Verdict(step, replay.decider(step), 1, (first, last), last, 0.04, 0.2, 0.01, 0.2, BOTS)
    drawn = str(_picture(replay, step, made, replay.seats).content)
    assert re.search(r"""data-marks='\[\["better", .*\["played", """, drawn)


def test_you_can_try_it_again_from_a_mistake(server: Server) -> None:
    table, guest = finished(server.url, moves=6)
    step = 2
    answer = guest.post(f"/tables/{table}/replay/continue", {"step": str(step), "side": "0", "bot": "greedy"})
    assert answer.status == 303, answer.text
    again = answer.answer.headers["location"].split("/")[2]
    assert again != table
    until(lambda: bool(guest.look(again)["view"]["actions"]))
    seen = guest.look(again)
    assert guest.play(again, seen["view"]["actions"][0]["notation"], seen["at"]).status_code == 200
    assert Guest(server.url).page(f"/tables/{again}").attribute("seat") == "", "others only watch"


# -- the sentences ---------------------------------------------------------------------------------------------------


def judged(step: int, seat: int, cost: float, chance: float = 0.5, kind: str = "Attack") -> Verdict:
    """A verdict on a decision of turn `step`."""
    best, played = Weighed("A", "Best", 9, chance), Weighed("B", "Charge", 9, chance - cost)
    return Verdict(step, seat, step, (best, played), played, 0.04, cost, 0.001, cost, BOTS, kind)


def test_the_verdict_names_your_biggest_mistake() -> None:
    game = grognard.load("fusillade")
    verdicts = [judged(3, 0, 0.05), judged(7, 0, 0.12), judged(9, 1, 0.3)]
    assert (
        mistake_told(game, verdicts, [0])
        == "Your biggest mistake, on turn 7, lowered your chance of winning by 12\xa0%."
    )
    assert mistake_told(game, verdicts, [0], won=True) == (
        "You won despite a mistake on turn 7 that lowered your chance of winning by 12\xa0%."
    )
    assert mistake_told(game, verdicts, [0, 1]) == (
        "The biggest mistake was Red's, on turn 9: it lowered Red's chance of winning by 30\xa0%."
    )
    assert mistake_told(game, [judged(3, 0, 0.01)], [0]) == "You made no big mistake."


def test_the_most_frequent_mistake_is_named_once_there_are_enough() -> None:
    four = [judged(step, 0, 0.05) for step in range(FREQUENT - 1)]
    fine = [judged(step, 0, 0.0, kind="Hold") for step in range(10, 15)]
    assert frequent_mistake([*four, *fine]) == ""
    assert frequent_mistake([*four, *fine, judged(9, 0, 0.001)]) == "", "what cost nothing is no mistake"
    told = frequent_mistake([*four, *fine, judged(9, 0, 0.05, kind=PASS)])
    assert (
        told == "Look twice before “Attack”: it accounts for 4 of your 5 mistakes, but only 40\xa0% of your decisions."
    )
    passing = [judged(step, 0, 0.05, kind=PASS) for step in range(FREQUENT)]
    assert frequent_mistake([*passing, *fine]).startswith(
        "Look twice before passing or holding back: it accounts for 5 of your 5"
    )
    assert frequent_mistake(passing) == "", "nothing else was ever chosen"
    assert frequent_mistake([judged(step, 0, 0.05, kind="") for step in range(9)]) == "", "their kind is not known"


def test_the_biggest_gain_lies_between_two_decisions_of_a_seat() -> None:
    verdicts = [judged(1, 0, 0.1, 0.5), judged(2, 1, 0, 0.2), judged(3, 0, 0, 0.9), judged(5, 0, 0, 0.95)]
    gain = biggest_gain(verdicts, 0)
    assert gain is not None
    assert (gain.before.step, gain.after.step, gain.end) == (1, 3, 0.9)
    assert gain.start == pytest.approx(0.4)
    assert biggest_gain(verdicts, 1) is None
    assert biggest_gain(verdicts[2:], 0) is None, "it was small"


def test_why_speaks_to_the_seat_that_decided_and_names_it_to_others() -> None:
    troops = NumberContrast("Blue's troops", "your troops", 0, 87.0, 79.0, True)
    one = Verdict(1, 0, 1, (), Weighed("B", "Charge", 9, 0.4), 0.04, 0.1, 0.01, 0.1, BOTS, "", Reasons(1, (troops,)))
    assert why_better(one, 0) == "By the next turn, “Charge” would leave your troops at about 79 instead of 87."
    assert "leave Blue's troops at about 79" in why_better(one, 1)
    assert "leave Blue's troops at about 79" in why_better(one, None)


def test_the_kind_of_a_decision_is_the_verb_of_its_button() -> None:
    state = replay_of("fusillade", 12).session.state
    kinds = {kind_of(state, action) for action in state.legal_actions()}
    actions = state.view(int(state.current_player())).actions
    assert kinds == {PASS if one.passes else one.does for one in actions}
