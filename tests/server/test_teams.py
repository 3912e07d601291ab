"""Tables with four seats: who may hold which, see what, and go on when an ally gives up."""

from __future__ import annotations

import re

import pytest

from tests.server.support import Guest, Json, Server, until

SLUG = "green-troops"
FOUR: Json = {"seats": 4, "balanced": "on"}
ALLIES = (0, 2)


def hands(seen: Json) -> list[int]:
    """The seats whose hands lie open in a view."""
    return [zone["owner"] for zone in seen["view"]["zones"] if zone["key"] == "hand" and zone["cards"]]


def table_of(guest: Guest, *seats: str) -> Json:
    """A table with four seats."""
    return guest.create(*seats, game=SLUG, **FOUR)


def form(guest: Guest, *seats: str, **fields: str) -> str:
    """Sets a table up by the form; where that leads."""
    data = {f"seat-{number}": who for number, who in enumerate(seats)} | fields
    answer = guest.post(f"/games/{SLUG}/tables", {"seats": str(len(seats)), **data})
    assert answer.status == 303, answer.text
    return str(answer.answer.headers["location"])


def test_the_form_says_who_sits_where(server: Server, guest: Guest) -> None:
    page = guest.page(f"/games/{SLUG}").text
    assert re.findall(r'name="(seat-\d)"', page) == [f"seat-{number}" for number in range(6)]
    where = form(guest, "you", "greedy", "open", "random", "greedy", "open")
    assert where.endswith("/invitation")
    text = guest.page(where).text
    links = re.findall(rf"{server.url}(/tables/[\w-]+/join/[\w-]+)", text)
    assert len(set(links)) == 2
    for seat, link in zip(("Blue 2", "Red 3"), links, strict=True):
        friend = Guest(server.url)
        assert f"You will play {seat}" in friend.page(link).text
        assert friend.join(link).status == 303
    assert guest.page(where).status == 303, "all seats are taken"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seats": "4", "seat-0": "greedy"}, "Take a seat yourself"),
        ({"seats": "3", "seat-0": "you"}, "can be 2, 4, 6"),
        ({"seats": "4", "seat-0": "you", "seat-3": "nobody"}, "no bot"),
        ({"seats": "4", "seat-0": "you", "quick": "on"}, ""),
        ({"seats": "6", "seat-0": "you", "balanced": "on"}, ""),
    ],
)
def test_seats_that_make_no_sense_are_refused(guest: Guest, fields: dict[str, str], said: str) -> None:
    answer = guest.post(f"/games/{SLUG}/tables", fields)
    assert answer.status in (400, 404)
    assert said in answer.text
    assert 'role="alert"' in answer.text


def test_who_holds_two_seats_of_a_side_sees_both_hands_and_nobody_elses(server: Server, guest: Guest) -> None:
    created = table_of(guest, "you", "open", "you", "greedy")
    friend = Guest(server.url)
    assert friend.join(created["invitations"][0]["path"]).status == 303
    assert hands(guest.look(created["id"])) == [0, 2]
    assert hands(friend.look(created["id"])) == [1]
    assert hands(Guest(server.url).look(created["id"])) == []
    page = guest.page(f"/tables/{created['id']}").text
    assert "your opponent" in page
    assert "Hand over" not in page


def test_he_is_told_and_may_keep_what_both_were_told(server: Server, guest: Guest) -> None:
    """Each of his seats draws cards that the others only see drawn."""
    created = table_of(guest, "you", "open", "you", "open")
    others = [Guest(server.url), Guest(server.url)]
    for friend, invitation in zip(others, created["invitations"], strict=True):
        assert friend.join(invitation["path"]).status == 303
    table = created["id"]
    play_until_all_have_drawn(table, [guest, others[0], guest, others[1]])
    own = guest.page(f"/tables/{table}/log").text
    for seat in ("Blue", "Blue 2"):
        assert re.search(rf"{seat} draws 1 card: ", own), seat
        assert not re.search(rf"{seat} draws 1 card: ", others[0].page(f"/tables/{table}/log").text)
        assert re.search(rf"{seat} draws 1 card: ", guest.page(f"/tables/{table}/journal").text)
    for seat in ("Red", "Red 2"):
        assert not re.search(rf"{seat} draws 1 card: ", own)


def play_until_all_have_drawn(table: str, seats: list[Guest]) -> None:
    """Everybody lets things be until each seat has begun a turn."""
    turns = set()
    for _ in range(200):
        seen = seats[0].look(table)
        turns.add(seen["view"]["active"])
        if len(turns) == len(seats) and seen["view"]["turn"] > len(seats):
            return
        mover = seats[seen["view"]["to_move"]]
        seen = mover.look(table)
        choices = [action["notation"] for action in seen["view"]["actions"]]
        answer = mover.play(table, "PASS" if "PASS" in choices else choices[0], seen["at"])
        assert answer.status_code == 200, answer.text
    raise AssertionError("not everybody has had a turn")


def test_one_link_regains_both_seats(server: Server, guest: Guest) -> None:
    table = table_of(guest, "you", "greedy", "you", "greedy")["id"]
    found = re.search(rf"{server.url}(/tables/{table}/join/[\w-]+)", guest.page(f"/tables/{table}/my-link").text)
    assert found
    phone = Guest(server.url)
    assert phone.join(found[1]).status == 303
    assert hands(phone.look(table)) == [0, 2]


def test_an_ally_who_resigns_leaves_the_field_and_the_others_play_on(server: Server, guest: Guest) -> None:
    created = table_of(guest, "you", "greedy", "open", "greedy")
    table, ally = created["id"], Guest(server.url)
    assert ally.join(created["invitations"][0]["path"]).status == 303
    assert "your ally" in guest.page(f"/tables/{table}").text
    assert ally.do(table, "resign").status == 200
    seen = guest.look(table)
    assert seen["view"]["outcome"] is None
    assert [zone["count"] for zone in seen["view"]["zones"] if zone["key"] == "line" and zone["owner"] == 2] == [0]
    assert guest.do(table, "resign").status == 200
    assert guest.look(table)["view"]["outcome"]["winners"] == [1, 3]


@pytest.mark.parametrize("ally", ALLIES)
def test_two_seats_of_one_person_need_not_agree(guest: Guest, ally: int) -> None:
    """Only bots play besides: what was played is taken back at once, whichever of the seats played it."""
    table = table_of(guest, "you", "random", "you", "random")["id"]

    def stepped_back() -> bool:
        """Plays on by one action, or waits for a bot; whether an action of this seat was taken back."""
        nonlocal table
        seen = guest.look(table)
        view = seen["view"]
        choices = [action["notation"] for action in view["actions"]]
        if view["outcome"]:
            table = table_of(guest, "you", "random", "you", "random")["id"]
        if view["to_move"] not in ALLIES or not choices:
            return False
        own_reserve = view["phase"] == "reserve" and view["active"] == view["to_move"] == ally
        played = guest.play(table, "PASS" if "PASS" in choices else choices[0], seen["at"])
        assert played.status_code == 200, played.text
        if not own_reserve:
            return False
        page = guest.page(f"/tables/{table}").text
        assert "Ask to undo" not in page
        # A bot may have been quicker, and what it drew cannot be undrawn.
        return ">Undo " in page and guest.do(table, "undo").status == 200

    until(stepped_back, 60, f"seat {ally} never stepped back")
    view = guest.look(table)["view"]
    assert (view["phase"], view["to_move"]) == ("reserve", ally)


def test_seats_of_both_sides_share_a_screen(guest: Guest) -> None:
    table = table_of(guest, "you", "you", "you", "you")["id"]
    page = guest.page(f"/tables/{table}")
    assert "Hand the screen to" in page.text
    assert hands(guest.look(table)) == []
    decider = guest.look(table)["view"]["to_move"]
    assert guest.do(table, "hand-over", seat=str(decider)).status == 200
    assert hands(guest.look(table)) == [decider]
