"""A guest's record: what it counts, and that nobody else sees it."""

from __future__ import annotations

import re

from grognard.bots.puzzles import puzzle, puzzles
from tests.server.support import Guest, Server, seated
from tests.server.test_analysis import done, finished, wanted

PATH = "/games-of-mine/record"


def section(guest: Guest, slug: str) -> str:
    """What is told of a game, without its markup."""
    page = guest.page(PATH).text
    text = page[page.index(f'id="record-{slug}"') :].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", text.partition(">")[2]).split()).replace("&nbsp;", " ")


def test_results_are_told_by_opponent_with_streaks_and_a_fair_fight(server: Server) -> None:
    table, host, friend = seated(server.url)
    assert "Nothing yet." in section(friend, "fusillade")
    host.do(table, "resign")
    told = section(friend, "fusillade")
    assert "people 1 0 0" in told
    assert "Winning streak: 1 now, 1 at best." in told
    friend.do(friend.create("you", "greedy")["id"], "resign")
    told = section(friend, "fusillade")
    assert "greedy 0 0 1 people 1 0 0" in told
    assert "Winning streak: 0 now, 1 at best." in told
    assert "Suggested opponent: regular ." in told
    assert "Highest level beaten" not in told
    assert "people 0 0 1" in section(host, "fusillade")
    assert "Nothing yet." in section(Guest(server.url), "fusillade")


def test_puzzles_and_what_choices_cost_are_told(server: Server) -> None:
    table, guest = finished(server.url)
    assert "each decision cost you" not in section(guest, "three-emperors")
    wanted(guest, f"/tables/{table}", "start")
    done(guest, f"/tables/{table}")
    told = section(guest, "three-emperors")
    assert re.search(r"On average each decision cost you -?\d+\.\d % \(1 game analyzed\)", told)
    slug = "company-commander"
    guest.post(f"/puzzles/{slug}/1/play", {"do": puzzle(slug, 1).solution})
    assert f"Puzzles solved: 1 of {len(puzzles(slug))}, 1 on the first try." in section(guest, slug)
    assert "Suggested opponent" not in section(guest, slug), "nothing is known of how he plays"
    for number in (2, 3):
        guest.post(f"/puzzles/{slug}/{number}/play", {"do": puzzle(slug, number).second})
    guest.post(f"/puzzles/{slug}/3/play", {"do": puzzle(slug, 3).solution})
    assert f"Puzzles solved: 2 of {len(puzzles(slug))}, 1 on the first try." in section(guest, slug)
