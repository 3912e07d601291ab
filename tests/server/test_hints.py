"""What would the computer do? Only where nobody else plays, only from what the seat knows, and it can be stopped."""

from __future__ import annotations

import html

import httpx
import pytest

from grognard.art.persons import person_of
from grognard.bots import LEVELS, PRODIGY
from grognard.registry import load
from grognard.server.table_page import percent
from tests.server.support import PROBLEM, READY_SECONDS, Guest, Json, Server, seated, sorted_by_turn, until
from tests.server.test_secrecy import Names

ASK = 'formaction="/tables/{}/hint"'


def asked(guest: Guest, table: str) -> Json:
    """Asks, and waits until the computer knows; the table then."""
    seen = guest.look(table)
    answer = guest.api(f"/tables/{table}/hint", {"at": seen["at"]})
    assert answer.status_code == 200, answer.text
    assert answer.json()["hint"] is not None
    until(lambda: not guest.look(table)["hint"]["thinking"], 30)
    return guest.look(table)


def deciding(guest: Guest, table: str) -> Json:
    """The table once the guest has something to choose among."""
    while len(guest.look(table)["view"]["actions"]) < 2:
        seen = guest.look(table)
        if seen["view"]["actions"]:
            guest.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
    return guest.look(table)


def problem(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    return str(answer.json()["detail"])


def test_advice_has_the_choice_its_chance_and_the_two_next_best(guest: Guest) -> None:
    table = guest.create("you", "greedy", game="three-emperors")["id"]
    seen = deciding(guest, table)
    assert seen["may_ask"]
    assert seen["hint"] is None
    seen = asked(guest, table)
    hint, legal = seen["hint"], {action["notation"]: action["label"] for action in seen["view"]["actions"]}
    assert hint["rounds"] == hint["of"]
    assert len(hint["choices"]) == min(3, len(legal))
    for choice in hint["choices"]:
        assert legal[choice["notation"]] == choice["label"]
        assert 0 <= choice["chance"] <= 1
    page = html.unescape(guest.page(f"/tables/{table}").text)
    first = hint["choices"][0]
    assert f'role="status">{hint["where"]}</p>' in page
    assert "would choose" not in page
    assert "data-advised" not in page
    page = html.unescape(guest.do(table, "hint-show").text)
    assert f"would choose</span> <b>{first['label']}</b>: {percent(first['chance'])} to win" in page
    assert "A draw counts as half a win." in page
    assert f'value="{first["notation"]}" data-advised' in page
    for choice in hint["choices"][1:]:
        assert f"{choice['label']} ({percent(choice['chance'])})" in page
    assert ASK.format(table) not in page


def test_what_it_advises_can_be_played_and_then_it_is_gone(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    deciding(guest, table)
    seen = asked(guest, table)
    answer = guest.play(table, seen["hint"]["choices"][0]["notation"], seen["at"])
    assert answer.status_code == 200
    assert answer.json()["hint"] is None


def test_it_is_stopped_and_asked_again(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    at = deciding(guest, table)["at"]
    assert guest.api(f"/tables/{table}/hint", {"at": at}).json()["hint"]["thinking"]
    until(lambda: guest.look(table)["hint"]["rounds"] > 0)
    stopped = guest.api(f"/tables/{table}/hint/stop", {"at": at}).json()["hint"]
    assert not stopped["thinking"]
    assert 0 < stopped["rounds"] < stopped["of"]
    assert stopped["choices"]
    assert guest.look(table)["hint"] == stopped
    assert ASK.format(table) in guest.page(f"/tables/{table}").text
    assert asked(guest, table)["hint"]["rounds"] == stopped["of"]


def test_the_page_without_the_script_asks_shows_progress_and_stops(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    deciding(guest, table)
    page = guest.do(table, "hint")
    assert page.status == 200
    assert "<progress" in page.text
    assert '<noscript><meta http-equiv="refresh"' in page.text
    assert "<progress" not in guest.do(table, "hint-stop").text


def test_an_open_page_is_sent_the_progress(guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    deciding(guest, table)
    stream = guest.watch(table)
    asked(guest, table)
    until(lambda: any("data-hint-show" in event for event in stream.events))
    guest.do(table, "hint-show")
    until(lambda: any("The computer would choose" in event for event in stream.events))
    assert sum("<progress" in event for event in stream.events) > 1


def test_between_people_there_is_none(server: Server) -> None:
    table, *both = seated(server.url)
    mover, other = sorted_by_turn(table, (both[0], both[1]))
    for guest in (mover, other):
        seen = guest.look(table)
        assert not seen["may_ask"]
        for path in ("hint", "hint/stop"):
            refused = guest.api(f"/tables/{table}/{path}", {"at": seen["at"]})
            assert "no hints in games between people" in problem(refused, 403)
        assert ASK.format(table) not in guest.page(f"/tables/{table}").text
        assert guest.do(table, "hint").status == 403


def test_not_before_a_friend_has_come_either(guest: Guest) -> None:
    table = guest.create("you", "open")["id"]
    assert "no hints in games between people" in problem(guest.api(f"/tables/{table}/hint", {"at": ""}), 403)


def test_refusals_are_problem_documents(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    at = deciding(guest, table)["at"]
    stranger = Guest(server.url)
    assert "not your seat" in problem(stranger.api(f"/tables/{table}/hint", {"at": stranger.look(table)["at"]}), 403)
    assert "moved on" in problem(guest.api(f"/tables/{table}/hint", {"at": "old"}), 409)
    assert problem(guest.api("/tables/nothing/hint", {"at": at}), 404) == "There is no such table."
    assert problem(guest.api(f"/tables/{table}/hint", {"at": at, "level": "marshal"}), 400)
    guest.api(f"/tables/{table}/resign", {"at": at})
    assert "game is over" in problem(guest.api(f"/tables/{table}/hint", {"at": guest.look(table)["at"]}), 409)


def test_who_watches_is_told_nothing_of_it(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    deciding(guest, table)
    watcher = Guest(server.url)
    stream = watcher.watch(table)
    before = watcher.look(table)
    asked(guest, table)
    assert watcher.look(table) == before
    assert watcher.look(table)["hint"] is None
    assert not any("computer would" in event or "<progress" in event for event in stream.events)


def test_it_names_no_card_that_the_seat_does_not_see(guest: Guest) -> None:
    names = Names("fusillade")
    table = guest.create("you", "greedy")["id"]
    for _ in range(2):
        seen = deciding(guest, table)
        known = names(str(seen["view"]))
        advised = asked(guest, table)["hint"]["choices"]
        assert names(str(advised)) <= known
        guest.play(table, advised[-1]["notation"], seen["at"])


def test_two_on_one_screen_share_the_computer_but_no_advice(guest: Guest) -> None:
    answer = guest.set_up("one_screen", open_hands="")
    page = guest.page(f"/tables/{answer}")
    assert "data-hint-ask" not in page.text  # nobody has taken the screen yet
    guest.do(answer, "hand-over", seat=guest.page(f"/tables/{answer}").hidden("seat"))
    assert "data-hint-ask" in guest.page(f"/tables/{answer}").text


# -- levels ----------------------------------------------------------------------------------------------------------


def test_the_levels_are_told_with_a_line_on_each(guest: Guest) -> None:
    told, meta = guest.api("/games/fusillade").json(), load("fusillade").spec.meta
    assert list(told["levels"]) == [*LEVELS, PRODIGY]
    assert all(told["levels"].values())
    page = guest.page("/games/fusillade").text
    for level in told["levels"]:
        person = person_of(meta, level)
        assert person is not None
        assert f'value="{level}"' in page
        assert person.called in html.unescape(page)
        assert person.about in html.unescape(page)


@pytest.mark.parametrize("level", [*LEVELS, "random"])
def test_every_level_takes_a_seat_and_plays(guest: Guest, level: str) -> None:
    table = guest.create(level, "you")["id"]
    # The first turn has as many decisions as the deal gives, and the marshal may think a second about each.
    until(lambda: bool(guest.look(table)["view"]["actions"]), READY_SECONDS)


@pytest.mark.parametrize("name", ["ismcts:iterations=1000000000", "human", "Marshal", ""])
def test_nobody_else_does(guest: Guest, name: str) -> None:
    answer = guest.api("/tables", {"game": "fusillade", "seats": ["you", name]})
    assert "Choose from: random, recruit" in problem(answer, 404)


@pytest.mark.parametrize(
    ("chance", "said"), [(0, "0 %"), (0.001, "under 1 %"), (0.374, "37 %"), (0.996, "over 99 %"), (1, "100 %")]
)
def test_what_may_still_happen_is_neither_0_nor_100_percent(chance: float, said: str) -> None:
    assert percent(chance).replace("\N{NO-BREAK SPACE}", " ") == said
