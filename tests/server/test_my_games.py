"""The lists of a guest's games: those under way, and those that are over, which he can look through and shorten."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Final

import msgspec
import pytest

from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.registry import load, registered_names
from grognard.server.guests.my_games import GameFilter, GameListing, ago, finished_games, running_games
from grognard.server.jobs.statistics import GIVEN
from grognard.server.storage.people import PeopleStore
from grognard.server.tables.table_registry import TableRegistry
from tests.server.finished import game_of, keep
from tests.server.support import Guest, Server, seated, taken
from tests.server.test_your_data import table_in

MINE = "/games-of-mine"


def listed(guest: Guest, path: str = MINE) -> list[str]:
    """The tables of a list."""
    found = re.search(r'<ul class="tables">.*?</ul>', guest.page(path).text, re.DOTALL)
    return re.findall(r'<li[^>]*><a href="/tables/([\w-]+)"', found[0]) if found else []


def words(guest: Guest, path: str) -> str:
    """What the list says, without its markup."""
    found = re.search(r'<ul class="tables">.*?</ul>', guest.page(path).text, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())


def test_what_is_under_way_is_listed_with_opponent_score_turn_and_age(server: Server) -> None:
    _table, host, friend = seated(server.url)
    friend.api("/me", {"name": "Anna"})
    assert host.page("/games-of-mine?game=fusillade").status == 200
    told = words(host, "/")
    assert told.startswith("Fusillade against Anna Turn 1, Troops 100 to 100 You are Blue.")
    assert "just now" in told
    assert ("Your turn" in told) != ("Your turn" in words(friend, "/"))
    host.create("you", "veteran")
    assert "against Sergeant Major Lagrogne (veteran, computer)" in words(host, "/")


def test_a_finished_game_is_kept_and_found_and_taken_from_ones_own_list_alone(server: Server) -> None:
    table, host, friend = seated(server.url)
    host.api("/me", {"name": "Ännchen"})
    other = friend.create("you", "greedy")["id"]
    running_on = friend.create("you", "recruit")["id"]
    host.do(table, "resign")
    friend.do(other, "resign")
    assert listed(friend) == [other, table]
    assert listed(host) == [table]
    assert "Your 2 finished games" in friend.page("/").text
    assert "You won" in words(friend, f"{MINE}?opponent=ännch")
    for query, tables in {
        "opponent=ÄNN": [table], "opponent=greedy": [other], "result=won": [table], "result=lost": [other],
        "result=drawn": [], "game=fusillade": [other, table], "game=outpost": [], "opponent=%00": [],
    }.items():  # fmt: skip
        assert listed(friend, f"{MINE}?{query}") == tables, query
    assert friend.page(f"{MINE}?result=odd").status == 400
    # It goes from the list, and stays a table of his.
    for wrong in (running_on, table[:-1], "x" * 40, ""):
        assert friend.post(f"{MINE}/remove", {"table": wrong}).status == 404
    assert friend.post(f"{MINE}/remove", {"table": table}).status == 303
    assert friend.post(f"{MINE}/remove", {"table": table}).status == 404
    assert listed(friend) == [other]
    assert listed(host) == [table]
    assert friend.page(f"/tables/{table}/replay").status == 200
    files = taken(friend)
    assert table_in(files, table)["unlisted"] is True
    assert table_in(files, other)["unlisted"] is False
    assert table_in(files, table)["result"]["winners"] == [1]


def test_many_finished_games_come_page_by_page(server: Server, guest: Guest) -> None:
    tables = [guest.create("you", "greedy", game="outpost")["id"] for _ in range(21)]
    for table in tables:
        guest.do(table, "resign")
    first, last = listed(guest), listed(guest, f"{MINE}?page_number=2")
    assert first + last == tables[::-1]
    assert len(last) == 1
    assert listed(guest, f"{MINE}?page_number=99") == last
    assert listed(guest, f"{MINE}?page_number=-1") == first
    assert "page 2 of 2" in guest.page(f"{MINE}?page_number=2").text


# -- the number that decides -------------------------------------------------------------------------------------------

OVER: Final = (0,)
UNDER_WAY: Final = (5, 20, 80)  # choices


def deciding(session: Session) -> list[int]:
    """The deciding number of both sides, as the position says."""
    game = session.game
    assert game.spec.decisive is not None
    own = [number for number in session.view(None).numbers if number.key == game.spec.decisive.key]
    return [sum(number.value for number in own if game.sides[number.owner or 0] == side) for side in (0, 1)]


def uneven(slug: str, after: Sequence[int] = OVER) -> Session:
    """The first random game that is uneven in that number after one of these choices; at the end, a won one."""
    for number in count():
        for choices in after:
            session = game_of(number, slug, choices)
            outcome = session.outcome()
            ours, theirs = deciding(session)
            if ours != theirs and (outcome.winners if outcome and after is OVER else outcome is None):
                return session
    raise AssertionError


def kept(tables: TableRegistry, session: Session) -> tuple[list[str], str]:
    """A guest for each seat of a game that is now at a table, and the table. Its result is as the server keeps it."""

    async def keep_all() -> str:
        id = await keep(tables.store, session, guests)
        if result := (await tables.follow(id)).result:
            await tables.store.set_table(id, result=msgspec.to_builtins(result))
        return id

    guests = [f"guest-{seat}" for seat in range(session.game.num_players())]
    return guests, asyncio.run(keep_all())


def entry_of(tables: TableRegistry, guest: str, over: bool = True) -> GameListing:
    """The only game of a guest, as the guest's list shows it."""
    people = PeopleStore(tables.store._database)
    found = finished_games(people, guest, GameFilter()) if over else running_games(tables, people, guest)
    [entry] = asyncio.run(found)
    return entry


@pytest.mark.parametrize("slug", registered_names())
def test_a_finished_game_lists_the_deciding_number_of_your_side_first(tables: TableRegistry, slug: str) -> None:
    session = uneven(slug)
    outcome, decisive, score = session.outcome(), session.game.spec.decisive, deciding(session)
    assert outcome is not None
    assert decisive is not None
    guests, _table = kept(tables, session)
    for seat, guest in enumerate(guests):
        entry, side = entry_of(tables, guest), session.game.sides[seat]
        assert entry.result == ("won" if seat in outcome.winners else "lost")
        assert entry.score == f"{decisive.label} {score[side]} to {score[1 - side]}"
        assert entry.told == outcome.text


@pytest.mark.parametrize("slug", registered_names())
def test_a_game_given_up_before_its_first_turn_is_won_and_lost(tables: TableRegistry, slug: str) -> None:
    game = load(slug)
    session = Session(game, GIVEN, [PERSON] * game.num_players())
    session.resign(0)
    outcome = session.outcome()
    assert outcome is not None
    guests, _table = kept(tables, session)
    for seat, guest in enumerate(guests):
        entry = entry_of(tables, guest)
        assert entry.result == ("won" if seat in outcome.winners else "lost")
        assert entry.told == outcome.text


@pytest.mark.parametrize("slug", registered_names())
def test_a_game_under_way_lists_the_same_number(tables: TableRegistry, slug: str) -> None:
    session = uneven(slug, UNDER_WAY)
    decisive, score = session.game.spec.decisive, deciding(session)
    assert decisive is not None
    guests, _table = kept(tables, session)
    for seat, guest in enumerate(guests):
        side = session.game.sides[seat]
        assert entry_of(tables, guest, over=False).score == f"{decisive.label} {score[side]} to {score[1 - side]}"


@pytest.mark.parametrize("slug", registered_names())
def test_a_kept_result_with_another_number_is_listed_without_numbers(tables: TableRegistry, slug: str) -> None:
    session = uneven(slug)
    guests, table = kept(tables, session)
    entries = [entry_of(tables, guest) for guest in guests]
    for counted, is_shown in (("another", False), ("", False), (getattr(session.game.spec.decisive, "key", ""), True)):
        result = {"turn": 9, "winners": [0], "text": "Over.", "counted": counted, "score": deciding(session)}
        asyncio.run(tables.store.set_table(table, result=result))
        for guest, before in zip(guests, entries, strict=True):
            assert entry_of(tables, guest).score == (before.score if is_shown else "")
            assert entry_of(tables, guest).told == "Over."


@pytest.mark.parametrize(
    ("past", "told"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=29), "29 days ago"),
        (timedelta(days=30), "on 3 March 2026"),
    ],
)
def test_an_age_is_told_in_words(past: timedelta, told: str) -> None:
    assert ago(past, datetime(2026, 3, 3, tzinfo=UTC)) == told
