"""Programs list their tables and accept invitations through the API."""

from __future__ import annotations

import pytest

from tests.server.support import Guest, Json, Server, seated


def mine(guest: Guest) -> list[Json]:
    """The guest's tables as the API lists them."""
    found: list[Json] = guest.api("/tables").json()
    return found


def test_a_program_lists_its_tables_and_whose_turn_it_is(server: Server) -> None:
    table, host, friend = seated(server.url)
    friend.api("/me", {"name": "Anna"})
    (listed,), (theirs,) = mine(host), mine(friend)
    view = host.look(table)["view"]
    assert listed == {
        "id": table, "path": f"/tables/{table}", "game": "fusillade", "seats": host.sits(table), "opponents": "Anna",
        "allies": "", "state": "playing", "turn": 1, "your_turn": view["to_move"] == 0,
        "waits_for_you": view["to_move"] == 0, "turn_of": "" if view["to_move"] == 0 else "Anna",
    }  # fmt: skip
    assert theirs["your_turn"] != listed["your_turn"]
    host.do(table, "resign")
    (listed,) = mine(host)
    assert (listed["state"], listed["your_turn"], listed["turn_of"]) == ("over", False, "")


def test_the_list_shows_how_far_a_new_table_is(server: Server, guest: Guest) -> None:
    created = guest.create("you", "open")
    assert [(one["state"], one["waits_for_you"]) for one in mine(guest)] == [("open", False)]
    friend = Guest(server.url)
    joined = friend.api("/join", {"link": f"{server.url}{created['invitations'][0]['path']}"})
    assert joined.json() == {"id": created["id"], "path": created["path"], "seat": 1}
    assert [(one["state"], one["waits_for_you"]) for one in mine(friend)] == [("deal", True)]
    assert [one["state"] for one in mine(guest)] == ["deal"]
    friend.leave_to_server(created["id"])
    assert [one["state"] for one in mine(friend)] == ["playing"]
    guest.do(created["id"], "pause")
    friend.do(created["id"], "pause-answer", answer="yes")
    assert [one["state"] for one in mine(friend)] == ["paused"]


def test_a_stranger_has_no_tables(guest: Guest) -> None:
    assert mine(guest) == []


def test_joining_gives_the_name_and_takes_the_seat_once(server: Server, guest: Guest) -> None:
    path = guest.create("you", "open")["invitations"][0]["path"]
    friend, late = Guest(server.url), Guest(server.url)
    assert friend.api("/join", {"link": path, "name": "Anna"}).status_code == 200
    assert friend.api("/me").json() == {"name": "Anna"}
    refused = late.api("/join", {"link": path})
    assert refused.status_code == 403
    assert refused.json()["detail"].startswith("This link no longer works.")


def test_a_host_cannot_join_the_other_side(guest: Guest) -> None:
    path = guest.create("you", "open")["invitations"][0]["path"]
    refused = guest.api("/join", {"link": path})
    assert refused.status_code == 403
    assert refused.json()["detail"].startswith("You play the other side")


def test_a_refused_name_takes_no_seat(server: Server, guest: Guest) -> None:
    guest.api("/me", {"name": "Anna"})
    path = guest.create("you", "open")["invitations"][0]["path"]
    friend = Guest(server.url)
    for name in ("Anna", "admin"):
        assert friend.api("/join", {"link": path, "name": name}).status_code == 409
    assert friend.api("/join", {"link": path, "name": "Berta"}).status_code == 200


@pytest.mark.parametrize(
    "link", ["", "x", "/tables/abc", "/tables/a/join/b/c", "/tables/a b/join/c", "ftp://host/tables/a/join/b", "\x00"]
)
def test_a_bad_link_gets_one_sentence(guest: Guest, link: str) -> None:
    refused = guest.api("/join", {"link": link})
    assert refused.status_code == 409
    assert refused.json()["detail"] == "This is not an invitation. Its link looks like /tables/TABLE/join/KEY."


def test_an_unknown_table_or_key_gets_one_sentence(guest: Guest) -> None:
    table = guest.create("you", "open")["id"]
    assert guest.api("/join", {"link": "/tables/nothing/join/nothing"}).json()["detail"] == "There is no such table."
    assert guest.api("/join", {"link": f"/tables/{table}/join/nothing"}).status_code == 403
