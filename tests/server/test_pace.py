"""The pace of a table: people choose it when they set the table up, and everyone at it can read it."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Mapping

import pytest

from grognard.play.clock import FAST, LIVE, NAMES, NONE, SLOW, Pace, read_pace
from grognard.registry import load
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Server

CHOICES = pytest.mark.parametrize(
    ("fields", "pace"),
    [
        ({}, SLOW),
        ({"pace": "slow"}, SLOW),
        ({"pace": "fast"}, FAST),
        ({"pace": "live"}, LIVE),
        ({"pace": "none"}, NONE),
        ({"pace": "clock"}, read_pace("clock", 20, 30)),
        ({"pace": "clock", "minutes": "5", "increment": "0"}, read_pace("clock", 5, 0)),
        ({"pace": "clock", "minutes": "180", "stand_in": "yes"}, read_pace("clock", 180, 30, stand_in=True)),
        ({"pace": "fast", "stand_in": "yes"}, read_pace("fast", stand_in=True)),
        # The fields of a clock are in every form, and matter to no other pace.
        ({"pace": "live", "stand_in": "yes", "minutes": "999"}, LIVE),
    ],
)


def invitation(host: Guest, table: str) -> str:
    """The text of the page with the link."""
    return html.unescape(host.page(f"/tables/{table}/invitation").text)


def join_page(host: Guest, friend: Guest, table: str) -> tuple[str, str]:
    """The path of the invitation, and the text that the friend reads there."""
    link = re.search(r"/tables/[\w-]+/join/[\w-]+", invitation(host, table))
    assert link is not None
    return link[0], html.unescape(friend.page(link[0]).text)


def set_up(host: Guest, fields: Mapping[str, str], slug: str = "fusillade") -> str:
    """A new table by the form; its id."""
    seats = {"with": "friend", "side": "0"} if slug == "fusillade" else {"seat-0": "you", "seat-1": "open"}
    answer = host.post(f"/games/{slug}/tables", {**seats, **fields})
    assert answer.status == 303, answer.text
    return answer.answer.headers["location"].split("/")[2]


@CHOICES
def test_the_form_sets_the_pace_and_the_invitation_says_it(server: Server, fields: dict[str, str], pace: Pace) -> None:
    host, friend = Guest(server.url), Guest(server.url)
    table = set_up(host, fields)
    assert f"<p>{pace.told}</p>" in invitation(host, table)
    _, text = join_page(host, friend, table)
    assert f"<p>{pace.told}</p>" in text
    minutes = load("fusillade").spec.minutes({})
    spread = " of play, spread over days" if pace.kind == "days" else ""
    assert f"<p>A game takes about {minutes} minutes{spread}.</p>" in text


def test_the_seats_of_a_larger_table_have_the_pace_too(server: Server) -> None:
    host, friend = Guest(server.url), Guest(server.url)
    table = set_up(host, {"pace": "fast"}, "green-troops")
    assert FAST.told in join_page(host, friend, table)[1]


@CHOICES
def test_a_program_sets_the_pace(server: Server, fields: dict[str, str], pace: Pace) -> None:
    numbers = {key: int(value) for key, value in fields.items() if key in ("minutes", "increment") and value != "999"}
    asked = {"game": "fusillade", "seats": ["you", "open"], "stand_in": "stand_in" in fields, **numbers}
    if "pace" in fields:
        asked["pace"] = fields["pace"]
    host = Guest(server.url)
    created = host.api("/tables", asked)
    assert created.status_code == 201, created.text
    assert pace.told in invitation(host, created.json()["id"])


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"pace": "quick"}, "The pace can be slow, fast, clock, live or none, not “quick”."),
        ({"pace": "clock", "minutes": "0"}, "A clock starts with 1 to 180 minutes, not 0."),
        ({"pace": "clock", "minutes": "181"}, "A clock starts with 1 to 180 minutes, not 181."),
        ({"pace": "clock", "minutes": "-3"}, "“-3” should be a number."),
        ({"pace": "clock", "minutes": ""}, "“” should be a number."),
        ({"pace": "clock", "increment": "301"}, "A clock gains 0 to 300 seconds each turn, not 301."),
        ({"pace": "clock", "increment": "x"}, "“x” should be a number."),
    ],
)
def test_the_form_refuses_another_pace(server: Server, fields: dict[str, str], says: str) -> None:
    answer = Guest(server.url).post("/games/fusillade/tables", {"with": "friend", "side": "0", **fields})
    assert answer.status == 400
    assert says in html.unescape(answer.text)


@pytest.mark.parametrize(
    "fields",
    [{"pace": "quick"}, {"pace": "clock", "minutes": 0}, {"pace": "clock", "increment": 301}, {"stand_in": "maybe"}],
)
def test_a_program_is_refused_another_pace(server: Server, fields: dict[str, object]) -> None:
    answer = Guest(server.url).api("/tables", {"game": "fusillade", "seats": ["you", "open"], **fields})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["key"] == list(fields)[-1]


def test_the_table_says_its_pace_to_its_players_and_a_rematch_keeps_it(server: Server) -> None:
    host, friend = Guest(server.url), Guest(server.url)
    pace = read_pace("clock", 10, 15, stand_in=True)
    table = set_up(host, {"pace": "clock", "minutes": "10", "increment": "15", "stand_in": "yes"})
    path, _ = join_page(host, friend, table)
    host.leave_to_server(table)
    friend.join(path)
    for guest in (host, friend):
        assert f'<p class="help">{pace.told}</p>' in html.unescape(guest.page(f"/tables/{table}").text)
    assert pace.told not in html.unescape(host.page(f"/tables/{table}/my-link").text)
    host.do(table, "resign")
    again = friend.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    for guest in (host, friend):
        guest.leave_to_server(again)
    for guest in (host, friend):
        assert pace.told in html.unescape(guest.page(f"/tables/{again}").text)


@pytest.mark.parametrize("company", ["computer", "one_screen"])
def test_a_table_without_a_friend_has_no_pace(server: Server, company: str) -> None:
    host = Guest(server.url)
    table = host.set_up(company, side="0", pace="clock", minutes="5", stand_in="yes")
    text = html.unescape(host.page(f"/tables/{table}").text)
    assert read_pace("clock", 5, stand_in=True).told not in text
    assert NONE.told not in text


@pytest.mark.parametrize(
    ("seats", "pace"), [(("you", "greedy"), NONE), (("you", "you"), NONE), (("you", "open"), SLOW)]
)
def test_only_a_table_of_several_people_keeps_a_pace(tables: TableRegistry, seats: tuple[str, ...], pace: Pace) -> None:
    async def kept() -> Pace:
        id = await create(tables, Setup(game="fusillade", options={}, seats=seats), "a")
        return (await tables.follow(id)).table.pace

    assert asyncio.run(kept()) == pace


def offered(text: str, name: str) -> list[int]:
    """The numbers in a list on the set-up page."""
    choices = re.search(rf'<select name="{name}">.*?</select>', text)
    assert choices is not None
    return [int(value) for value in re.findall(r'value="(\d+)"', choices[0])]


@pytest.mark.parametrize("slug", ["fusillade", "green-troops"])
def test_the_set_up_page_offers_every_pace(server: Server, slug: str) -> None:
    text = Guest(server.url).page(f"/games/{slug}").text
    assert re.findall(r'name="pace" value="(\w+)"', text) == list(NAMES)
    assert re.findall(r'name="pace" value="(\w+)" checked', text) == ["slow"]
    assert 'name="stand_in" value="yes">' in text
    assert SLOW.growth in text
    assert FAST.growth in text
    assert "If your time runs out, your friend may give you more or claim the game." in text
    assert "everyone stays at the table until the end. If you leave, you may lose." in text
    assert "play whenever you like. Nobody can claim the game." in text
    for label in ("Starting time", "Added each turn"):
        assert f"<label>{label} <select" in text
    for minutes in offered(text, "minutes"):
        assert read_pace("clock", minutes=minutes)
    for increment in offered(text, "increment"):
        assert read_pace("clock", increment=increment)
    standard = read_pace("clock")
    assert f'value="{standard.start // 60}" selected' in text
    assert f'value="{standard.gain}" selected' in text
