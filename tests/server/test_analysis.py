"""After the game: who may have it analysed, how it stops and goes on, and what is kept."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import grognard
from grognard.bots.review import GameBalance, Verdict, seconds_for
from grognard.bots.workers import Weighed
from grognard.play.players import BOTS
from grognard.play.session import Session
from grognard.play.summary import GameSummary, Highlight
from grognard.server.jobs.analysis import Pace
from grognard.server.pages import analyses
from grognard.server.pages.analyses import _analysis_page
from grognard.server.replays import read_replay
from grognard.server.storage.rows import AnalysisRecord
from grognard.web.chart import APART, MOST_TURNS, Point, chart, course
from grognard.web.pages import render
from tests.server.support import OPENED, Guest, Page, Server, Whim, running, until
from tests.server.test_replays import opened

PROGRESS = re.compile(r"<progress[^>]*>(\d+) of (\d+)</progress>")
PATH = re.compile(r'<path class="line [^>]*>')
MOVES = 10
STOPPED = re.compile(r"Stopped after (\d+) of (\d+) decisions")


def finished(url: str, moves: int = MOVES) -> tuple[str, Guest]:
    """Some moves of a game against the computer, which is then given up; of another should it end before."""
    guest = Guest(url)
    while True:
        table = guest.create("you", "greedy", game="three-emperors")["id"]
        whim = Whim()
        played = 0
        while played < moves and not (seen := guest.look(table))["over"]:
            if seen["view"]["actions"]:
                guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"])
                played += 1
            else:
                time.sleep(0.02)
        guest.do(table, "resign")
        if guest.look(table)["view"]["outcome"]["reason"] == "resigned":
            return table, guest


def wanted(guest: Guest, path: str, do: str) -> Page:
    """Clicks a button of the page; the page then."""
    answer = guest.post(f"{path}/analysis", {"do": do})
    assert answer.status == 303, answer.text
    return guest.page(f"{path}/analysis")


def done(guest: Guest, path: str) -> Page:
    """The page once all decisions were looked at."""
    until(lambda: "decisions analyzed." in guest.page(f"{path}/analysis").text, 120)
    return guest.page(f"{path}/analysis")


@pytest.fixture(scope="module")
def analysed(server: Server) -> Iterator[tuple[str, Guest]]:
    """A finished game whose analysis is done."""
    table, guest = finished(server.url)
    OPENED.remove(guest)  # it stays for all tests of this file
    assert "data-start" not in guest.page(f"/tables/{table}/analysis").text, "it starts on its own for a player"
    done(guest, f"/tables/{table}")
    yield table, guest
    guest.close()


def test_the_analysis_shows_a_chart_and_every_decision(server: Server, analysed: tuple[str, Guest]) -> None:
    table, guest = analysed
    page = guest.page(f"/tables/{table}/analysis").text
    lines = re.findall(r'<path class="line line-(\d)" d="([^"]+)"', page)
    assert [seat for seat, _ in lines] == ["0", "1"]
    leads = rf'<tr><th scope="row"><a href="/tables/{table}/replay\?step=(\d+)&amp;side=(\d)">'
    rows = re.findall(leads, Guest(server.url).page(f"/tables/{table}/analysis").text)
    assert len(rows) > 5
    # A corner for each decision of the side, and one for the result, at the bottom or the top.
    for seat, path in lines:
        assert path.count("V") == sum(side == seat for _, side in rows)
        assert path.endswith(("H100.00V0.00", "H100.00V100.00", "H100.00V50.00"))
    assert 'role="img" aria-label="Winning chances, move by move: ' in page
    assert "style=" not in page


def test_the_sums_add_up_to_the_result(analysed: tuple[str, Guest]) -> None:
    """Whoever played reads of his own choices first; he gave the game up, so the result is nothing."""
    table, guest = analysed
    page = guest.page(f"/tables/{table}/analysis").text
    shown = page[page.index('id="sums"') : page.index('class="chances"')]
    assert "Your mistakes" in shown
    assert "including giving up" in shown
    numbers = [
        0 if text == "nothing" else int(text.removesuffix("&nbsp;%").replace("−", "-").replace("+", ""))
        for text in re.findall(r"<td>([^<]*)</td>", shown)
    ]
    assert len(numbers) == 6
    assert numbers[-1] == 0
    assert sum(numbers[:-1]) == numbers[-1]
    headings = re.findall(r'<h2 id="costly-(\d)">([^<]*)</h2>', page)
    assert headings[0] == ("0", "Your biggest mistakes")
    assert len(headings) == 2


def test_each_decision_leads_to_the_table_then(analysed: tuple[str, Guest]) -> None:
    table, guest = analysed
    page = guest.page(f"/tables/{table}/analysis").text
    assert "&amp;side=" not in page, "who sat there sees the table from his own seat"
    step = re.findall(rf'href="(/tables/{table}/replay\?step=\d+)"', page)[0]
    assert guest.page(step).attribute("seat") == "0"


def test_a_moment_tells_what_was_made_of_it_and_leads_back(analysed: tuple[str, Guest]) -> None:
    table, guest = analysed
    page = guest.page(f"/tables/{table}/analysis").text
    step = re.findall(rf'href="/tables/{table}/replay\?step=(\d+)"', page)[0]
    shown = guest.page(f"/tables/{table}/replay?step={step}").text
    judged = re.search(r'<p class="judged">(.*?)</p>', shown, re.DOTALL)
    assert judged
    assert re.search(r"(Your|&#39;s) choice: <b>[^<]+</b>", judged[1])
    assert re.search(r"as good as any\.|Better: <b>.*Cost: \d+&nbsp;%", judged[1])
    assert f'href="/tables/{table}/analysis"' in judged[1]
    assert 'class="judged"' not in guest.page(f"/tables/{table}/replay").text, "at the end nothing is chosen"


def test_the_finished_table_and_the_replay_lead_to_it(analysed: tuple[str, Guest]) -> None:
    table, guest = analysed
    for path in (f"/tables/{table}", f"/tables/{table}/replay"):
        assert f'href="/tables/{table}/analysis"' in guest.page(path).text


def test_a_second_visit_is_quick_and_anybody_may_come(server: Server, analysed: tuple[str, Guest]) -> None:
    table, guest = analysed
    first = guest.page(f"/tables/{table}/analysis").text
    began = time.monotonic()
    second = Guest(server.url).page(f"/tables/{table}/analysis").text
    assert time.monotonic() - began < 2
    assert PATH.findall(first) == PATH.findall(second) != []


def test_it_is_stopped_goes_on_and_outlasts_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, guest = finished(server.url)
        path = f"/tables/{table}"
        page = wanted(guest, path, "start")
        assert PROGRESS.search(page.text)
        assert '<noscript><meta http-equiv="refresh"' in page.text
        until(lambda: int(PROGRESS.search(guest.page(f"{path}/analysis").text)[1]) > 2, 30)  # type: ignore[index]
        stopped = STOPPED.search(wanted(guest, path, "stop").text)
        assert stopped
        assert 2 < int(stopped[1]) < int(stopped[2])
        time.sleep(0.5)
        again = STOPPED.search(guest.page(f"{path}/analysis").text)
        assert again
        assert int(again[1]) <= int(stopped[1]) + 1  # one may have been under way
        wanted(guest, path, "start")
        server.kill()
        server.start()
        # Nobody has to ask again.
        assert "decisions analyzed." in done(guest, path).text


def test_an_analysis_by_earlier_bots_is_made_again_for_a_player(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        table, guest = finished(server.url, moves=3)
        path = f"/tables/{table}"
        wanted(guest, path, "start")
        done(guest, path)
        server.kill()
        database = sqlite3.connect(server.folder / "tables.sqlite")
        with database:
            database.execute(f"""UPDATE verdicts SET verdict = replace(verdict, '"bots":{BOTS}', '"bots":1')""")
        server.start()
        assert "decisions analyzed." in Guest(server.url).page(f"{path}/analysis").text
        assert PROGRESS.search(guest.page(f"{path}/analysis").text)
        done(guest, path)
        verdicts = [row[0] for row in database.execute("SELECT verdict FROM verdicts")]
        database.close()
        assert verdicts
        assert all(f'"bots":{BOTS}' in verdict for verdict in verdicts)


def test_only_those_who_played_can_have_a_table_analysed(server: Server, analysed: tuple[str, Guest]) -> None:
    table, _ = analysed
    for do in ("start", "stop"):
        assert Guest(server.url).post(f"/tables/{table}/analysis", {"do": do}).status == 403


def test_a_running_game_is_not_analysed(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    refused = guest.page(f"/tables/{table}/analysis")
    assert refused.status == 403
    assert "A game can be analyzed only when it is over." in refused.text
    assert guest.post(f"/tables/{table}/analysis", {"do": "start"}).status == 403


def test_what_is_no_such_game_or_no_such_wish_is_refused(guest: Guest, analysed: tuple[str, Guest]) -> None:
    table, player = analysed
    assert guest.page("/tables/nothing/analysis").status == 404
    assert guest.page("/replays/nothing/analysis").status == 404
    assert player.post(f"/tables/{table}/analysis", {"do": "dance"}).status == 400
    assert player.post(f"/tables/{table}/analysis", {"do": "start"}, token="forged").status == 403


def test_a_brought_journal_is_analysed_even_an_unfinished_one(guest: Guest) -> None:
    session = Session(grognard.load("three-emperors"), 5, ["human", "greedy"])
    for _ in range(12):
        session.play(session.state.current_player(), session.state.legal_actions()[-1])
    path = opened(guest, session.journal.to_text())
    wanted(guest, path, "start")
    page = done(guest, path).text
    assert PATH.search(page)
    assert f'href="{path}?step=' in page


def test_a_game_in_which_nobody_decided_anything_has_no_analysis(guest: Guest) -> None:
    path = opened(guest, Session(grognard.load("three-emperors"), 5, ["human", "greedy"]).journal.to_text())
    assert guest.page(f"{path}/analysis").status == 200
    assert guest.post(f"{path}/analysis", {"do": "start"}).status == 400


# -- the sentences ---------------------------------------------------------------------------------------------------


def verdict_of(step: int, seat: int, cost: float, error: float, chance: float = 0.56) -> Verdict:
    best, played = Weighed("A", f"Best {step}", 9, chance), Weighed("B", f"Move {step}", 9, chance - cost)
    return Verdict(step, seat, 1, (best, played), played, 0.04, cost, error, cost, BOTS)


def told_of(verdicts: list[Verdict], balance: GameBalance, sits: bool = True) -> str:
    """The text of the page of a game of Company Commander that the Germans began, as the Americans read it."""
    session = Session(grognard.load("company-commander"), 5, ["human", "greedy"])
    session.resign(0)
    replay = read_replay(session.journal)
    replay.sums = lambda verdicts, seat: balance  # type: ignore[method-assign]
    record = AnalysisRecord(len(verdicts), False, datetime(2026, 1, 1, tzinfo=UTC))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analyses, "page", lambda _request, template, **told: render(template, **told, csrf=""))
        patch.setattr(analyses, "_described", lambda _replay, _verdict: "")
        patch.setattr(analyses, "_asked", lambda _replay, _verdict: "Where does the squad go?")
        shown = _analysis_page(None, replay, record, verdicts, (), "/tables/a", True, 0, sits, None)  # type: ignore[arg-type]
    plain = re.sub("<[^>]+>", "", str(shown).replace("</th>", " ").replace("&nbsp;", " ").replace("&#39;", "'"))
    return re.sub(r"\s+", " ", plain)


def test_the_headline_leaves_nothing_large_out_and_the_sums_are_of_the_numbers_shown() -> None:
    verdicts = [
        verdict_of(0, 1, 0.0, 0.01), verdict_of(1, 0, 0.036, 0.009), verdict_of(2, 0, 0.026, 0.005),
        verdict_of(3, 0, 0.05, 0.04),
    ]  # fmt: skip
    text = told_of(verdicts, GameBalance(0.44, -0.09, 0.19, -0.13, -0.41, 0.0))
    assert (
        "Your mistakes cost you 9 %. Your opponent's mistakes gave you 19 %. Luck cost you 13 %. The game ended early."
        " You lost."
    ) in text
    assert "Most of your losses come from the big mistakes below." in text, "4 % and 3 % of 9 %"
    assert "Unexplained, including giving up" in text
    assert "At the first decision (your opponent's) 44 %" in text
    assert "Your opponent's biggest mistakes" in text
    assert "German" not in text
    assert "5 % ? (uncertain)" in text, "why it is not among the biggest"
    assert "100 %, because" not in text
    assert "give or take" not in text
    assert "drawing and rolling" not in text
    assert "4 % lost Where does the squad go?" in text, "a label alone may say too little"


def test_more_than_all_there_was_to_lose_is_explained_and_others_read_names() -> None:
    text = told_of([verdict_of(0, 1, 0.3, 0.01)], GameBalance(0.49, -1.02, 0.85, 0.23, -0.55, 0.0), sits=False)
    assert (
        "The Americans' mistakes cost the Americans as much as a whole game is worth. The Germans' mistakes gave the"
        " Americans 85 %."
    ) in text
    assert "can't explain" not in text
    assert "losses and gains can come to more than 100 %, because a side can recover its losses." in text
    assert "The Germans' biggest mistakes" in text
    assert "The Americans lost" in text


def test_the_time_left_follows_the_pace() -> None:
    pace = Pace(100, 15, 50.0)
    assert pace.seconds_left(60.0) is None
    for _ in range(50):
        pace.note(longer=False)
    idle, busy = pace.seconds_left(50 + seconds_for(50, 0)), pace.seconds_left(50 + 5 * seconds_for(50, 0))
    assert idle == pytest.approx(seconds_for(50, 15))
    assert busy == pytest.approx(5 * seconds_for(50, 15))


# -- what is looked at -----------------------------------------------------------------------------------------------


def test_what_was_taken_back_is_no_decision() -> None:
    session = Session(grognard.load("fusillade", {"troops": 50}), 5, ["human", "human"])
    play_to_a_pick(session)
    before = len(read_replay(session.journal).decisions)
    seat = session.state.current_player()
    session.undo(seat)
    session.play(seat, session.state.legal_actions()[0])
    found = read_replay(session.journal).decisions
    assert len(found) == before
    assert found[-1].step == len(read_replay(session.journal).deeds) - 1
    assert [decision.step for decision in found] == sorted({decision.step for decision in found})


def play_to_a_pick(session: Session) -> None:
    """To the first choice that is half made."""
    while session.state.picks() == 0:
        session.play(session.state.current_player(), session.state.legal_actions()[0])


def test_a_decision_is_among_two_or_more() -> None:
    session = Session(grognard.load("fusillade", {"troops": 50}), 5, ["human", "human"])
    several = 0
    for _ in range(60):
        several += len(session.state.legal_actions()) > 1
        session.play(session.state.current_player(), session.state.legal_actions()[-1])
    assert len(read_replay(session.journal).decisions) == several < 60


# -- the chart -------------------------------------------------------------------------------------------------------


def test_the_chart_has_a_line_for_each_seat_that_decided() -> None:
    points = [Point(0, 1, 0.5), Point(1, 1, 0.25, "1"), Point(0, 2, 1.0)]
    drawn = chart(points, [1.0, 0.0], ["Blue", "Red"], 3)
    assert [line.path for line in drawn.lines] == ["M0.00,50.00H66.67V0.00H100.00V0.00", "M33.33,75.00H100.00V100.00"]
    assert [(mark.text, mark.x, mark.y) for mark in drawn.marks] == [("1", "33.33%", "75.00%")]
    assert drawn.turns == [(1, "0.00%"), (2, "66.67%")], "each turn once, where it begins"
    assert [line.name for line in chart(points[:1], [None, None], ["Blue", "Red"], 3).lines] == ["Blue"]
    assert chart([], [None, None], ["Blue", "Red"], 3).lines == []


def test_an_unfinished_chart_has_room_for_what_is_still_to_come() -> None:
    drawn = chart([Point(0, 1, 0.5), Point(0, 1, 0.25)], [None], ["Blue"], 5)
    assert drawn.lines[0].path == "M0.00,50.00H25.00V75.00"
    assert drawn.turns == []


def test_the_course_of_a_game_has_the_moments_on_it_none_over_another() -> None:
    found = [Highlight(5, 1, "a", 0, (4, 4), (4, 2)), Highlight(9, 2, "b", 0, (4, 2), (3, 2)), Highlight(9, 2, "c", 0)]
    drawn = course(GameSummary(("Blue", "Red"), [(0, (4, 4)), (1, (4, 2)), (2, (2, 2))], 8, found), "Morale")
    assert drawn is not None
    assert [line.path for line in drawn.lines] == [
        "M0.00,50.00L50.00,50.00L100.00,75.00", "M0.00,50.00L50.00,75.00L100.00,75.00",
    ]  # fmt: skip
    assert drawn.marks == [("1", "50.00%", "75.00%"), ("2", "100.00%", "75.00%")]
    assert (drawn.scale, drawn.turns) == (("8", "0"), [(0, "0.00%"), (1, "50.00%"), (2, "100.00%")])
    assert (
        drawn.told
        == "Morale by turn. At first: Blue 4, Red 4; after turn 1: Blue 4, Red 2; after turn 2: Blue 2, Red 2."
    )
    twice = course(GameSummary(("Blue", "Red"), [(0, (4, 4)), (1, (2, 2))], 8, [found[1], found[1]]), "Morale")
    assert twice is not None
    assert [mark.y for mark in twice.marks] == [f"{75 - APART[1]}.00%", "75.00%"]


def test_below_a_course_each_turn_is_named_for_which_there_is_room_and_the_last() -> None:
    few, many = (
        course(GameSummary(("Blue", "Red"), [(turn, (1, 1)) for turn in range(count)], None, []), "Losses")
        for count in (6, 12)
    )
    assert few is not None
    assert [turn for turn, _ in few.turns] == [0, 1, 2, 3, 4, 5]
    assert many is not None
    assert [turn for turn, _ in many.turns] == [0, 2, 4, 6, 8, 11]


def test_a_course_of_many_turns_is_thinned_out_and_one_of_none_is_not_drawn() -> None:
    long = GameSummary(("Blue", "Red"), [(turn, (1, 1)) for turn in range(1000)], None, [])
    drawn = course(long, "Troops")
    assert drawn is not None
    assert MOST_TURNS / 2 < drawn.lines[0].path.count(",") <= MOST_TURNS + 1
    assert drawn.turns[-1] == (999, "100.00%")
    assert course(long._replace(turns=[(0, (1, 1))]), "Troops") is None
