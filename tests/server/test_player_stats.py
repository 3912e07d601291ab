"""A guest's record: what it counts, and that nobody else sees it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grognard.bots.puzzles import puzzle, puzzles
from grognard.bots.review import Verdict
from grognard.bots.workers import Weighed
from grognard.play.players import BOTS
from grognard.registry import for_players
from tests.server.support import Guest, Server, running, seated
from tests.server.test_analysis import done, finished, wanted

PATH = "/games-of-mine/record"


def section(guest: Guest, slug: str) -> str:
    """What is told of a game, without its markup."""
    page = guest.page(PATH).text
    text = page[page.index(f'id="record-{slug}"') :].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", text.partition(">")[2]).split()).replace("&nbsp;", " ")


def test_results_are_told_by_opponent_with_streaks_and_a_fair_fight(server: Server) -> None:
    table, host, friend = seated(server.url)
    assert "One hand for everything" in section(friend, "fusillade"), "an invitation"
    assert "Nothing here yet." in friend.page(PATH).text
    host.do(table, "resign")
    told = section(friend, "fusillade")
    assert "people 1 0 0" in told
    assert "Winning streak: 1 now, 1 at best." in told
    friend.do(friend.create("you", "greedy")["id"], "resign")
    told = section(friend, "fusillade")
    assert "Sergeant Duval greedy 0 0 1 people 1 0 0" in told
    assert "Winning streak: 0 now, 1 at best." in told
    assert "Suggested opponent: Corporal Hartmann (regular)." in told
    assert "Strongest opponent beaten" not in told
    assert "people 0 0 1" in section(host, "fusillade")
    assert "Won 1 of" not in section(Guest(server.url), "fusillade")
    assert "Won 1 of 2 games" in told
    page = friend.page(PATH).text
    assert page.index("record-fusillade") < page.index("Not played yet") < page.index("record-outpost")


def test_puzzles_and_what_choices_cost_are_told(server: Server) -> None:
    table, guest = finished(server.url)
    wanted(guest, f"/tables/{table}", "start")
    done(guest, f"/tables/{table}")
    assert "each decision cost you" not in section(guest, "three-emperors"), "the analysis says what a game cost"
    slug = "company-commander"
    guest.post(f"/puzzles/{slug}/1/play", {"do": puzzle(slug, 1).solution})
    assert f"Puzzles solved: 1 of {len(puzzles(slug))}, 1 on the first try." in section(guest, slug)
    assert "Suggested opponent" not in section(guest, slug), "nothing is known of how he plays"
    for number in (2, 3):
        guest.post(f"/puzzles/{slug}/{number}/play", {"do": puzzle(slug, number).second})
    guest.post(f"/puzzles/{slug}/3/play", {"do": puzzle(slug, 3).solution})
    assert f"Puzzles solved: 2 of {len(puzzles(slug))}, 1 on the first try." in section(guest, slug)


def test_a_game_not_played_is_one_click_away(guest: Guest) -> None:
    page = guest.page(PATH).text
    forms = re.findall(r'<form method="post" action="(/games/[^"]+/tables)">(.*?)</form>', page, re.DOTALL)
    assert len(forms) == len(for_players())
    action, fields = forms[0]
    assert 'name="with" value="computer"' in fields
    answer = guest.post(action, {"with": "computer"})
    assert answer.status == 303
    assert answer.answer.headers["location"].startswith("/tables/")


def test_the_record_tells_the_best_moment_and_the_most_frequent_mistake(tmp_path: Path) -> None:
    """As the stored verdicts have them: those of a game that was given up are replaced."""
    with running(tmp_path) as server:
        table, guest = finished(server.url)
        wanted(guest, f"/tables/{table}", "start")
        done(guest, f"/tables/{table}")
        server.kill()
        with closing(sqlite3.connect(server.folder / "tables.sqlite")) as database, database:
            key = database.execute("SELECT id FROM analyses").fetchone()[0]
            database.execute("DELETE FROM verdicts")
            for step in range(6):
                chance = 0.5 if step else 0.3
                best, played = Weighed("A", "Best", 9, chance), Weighed("B", "Charge", 9, chance - 0.1)
                one = Verdict(step, 0, 1 + step, (best, played), played, 0.04, 0.1, 0.01, 0.1, BOTS, "Attack")
                one = replace(one, good_news="You take the hill." if step == 1 else "")
                text = msgspec.json.encode(one).decode()
                database.execute(
                    "INSERT INTO verdicts (analysis_id, step, verdict) VALUES (?, ?, ?)", (key, step, text)
                )
        server.start()
        told = section(guest, "three-emperors")
        assert "Look twice" not in told, "nothing but attacks was chosen"
        assert "Your best moment: turn 1 You take the hill. Your chance of winning rose from 20 % to 50 % ." in told
        page = guest.page(PATH).text
        assert f'href="/tables/{table}/replay?step=0&amp;play=1"' in page
        picture = re.findall(r'<iframe src="([^"]+)"', page)
        assert picture == [f"/tables/{table}/analysis/picture?step=1&amp;marks=false"]
        assert guest.page(picture[0].replace("&amp;", "&")).status == 200
