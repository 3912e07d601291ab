"""Tips come in a guest's first games against the computer under the rules of a first game, and nowhere else."""

from __future__ import annotations

from grognard.server.tables.tips import FIRST_GAMES
from tests.server.support import Guest, Server, until

NOW = "/games/outpost/tables"
SPEND = 'data-tip="outpost/spend"'


def play_now(guest: Guest, **fields: str) -> str:
    answer = guest.post(NOW, {"with": "computer", **fields})
    return str(answer.answer.headers["location"].split("/")[2])


def has_tips(guest: Guest, table: str) -> bool:
    text = guest.page(f"/tables/{table}").text
    assert ("guide.css" in text) == ('class="tips"' in text)
    return 'class="tips"' in text


def test_a_tip_comes_with_the_first_decision_hidden_until_a_script_shows_it(guest: Guest) -> None:
    text = guest.page(f"/tables/{play_now(guest)}").text
    assert SPEND in text
    assert text.count('class="tip"') == 1
    assert text.count("hidden>\n<p>Bring your opponent") == 1


def test_the_first_choice_of_a_short_first_game_says_how_it_is_shorter(guest: Guest) -> None:
    answer = guest.post("/games/fusillade/tables", {"with": "computer"})
    table, told = answer.answer.headers["location"].split("/")[2], "begins with 50 troop points instead of 100."
    until(lambda: bool(guest.look(table)["view"]["actions"]))
    assert guest.page(f"/tables/{table}").text.count(told) == 1
    guest.do(table, "play", do=guest.look(table)["view"]["actions"][0]["notation"])
    assert told not in guest.page(f"/tables/{table}").text


def test_the_first_games_have_tips_and_later_ones_do_not(guest: Guest) -> None:
    for number in range(FIRST_GAMES + 1):
        table = play_now(guest, bot="greedy", rules="standard")
        assert has_tips(guest, table) == (number < FIRST_GAMES)
        guest.do(table, "resign")
        assert not has_tips(guest, table)


def test_a_game_continued_from_a_replay_has_none_and_counts_for_nothing(guest: Guest) -> None:
    first = play_now(guest)
    guest.do(first, "play", do=guest.look(first)["view"]["actions"][0]["notation"])
    guest.do(first, "resign")
    for _ in range(FIRST_GAMES):
        page = guest.page(f"/tables/{first}/replay?step=1")
        data = {"step": "1", "side": "0", "bot": "greedy"}
        answer = guest.post(f"/tables/{first}/replay/continue", data, page.hidden("_csrf_token"))
        table = answer.answer.headers["location"].split("/")[2]
        assert not has_tips(guest, table)
        guest.do(table, "resign")
    assert has_tips(guest, play_now(guest))


def test_other_company_and_other_rules_have_none(guest: Guest, server: Server) -> None:
    assert not has_tips(guest, play_now(guest, **{"with": "one_screen"}))
    assert not has_tips(guest, play_now(guest, rules="custom", morale="4"))
    table = play_now(guest)
    assert has_tips(guest, table)
    assert not has_tips(Guest(server.url), table)


def test_the_guide_has_lessons_and_no_tips(guest: Guest) -> None:
    assert 'class="tips"' not in guest.page("/games/outpost/guide/2").text
