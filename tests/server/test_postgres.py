"""Two processes behind one PostgreSQL are one server to those who play."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from grognard.bots.puzzles import puzzle
from grognard.server.config import Config
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import migrate
from grognard.server.storage.rows import now
from grognard.server.storage.sessions import Claim, SessionStore
from tests.server.postgres import Postgres, postgres, two_servers
from tests.server.support import PLAIN, Guest, Json, Server, Stream, Whim, lines, until
from tests.server.test_seats import own_link
from tests.server.test_your_data import everything, name_of


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A database server for this file."""
    with postgres() as found:
        yield found


@pytest.fixture(scope="module")
def servers(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two processes."""
    with two_servers(tmp_path_factory.mktemp("two"), database) as found:
        yield found


def seated_apart(servers: tuple[Server, Server]) -> tuple[str, Guest, Guest]:
    """A table whose players are on different processes."""
    host, friend = Guest(servers[0].url), Guest(servers[1].url)
    created = host.create("you", "open")
    assert friend.join(created["invitations"][0]["path"]).status == 303
    return created["id"], host, friend


def shown_alike(stream: Stream, at: str) -> bool:
    """Has the stream brought the table that this stands for?"""
    return any(f'name="at" value="{at}"' in event for event in stream.events)


def test_each_sees_the_others_actions_live_through_the_other_process(servers: tuple[Server, Server]) -> None:
    table, *both = seated_apart(servers)
    streams = [guest.watch(table) for guest in both]
    whim, seen = Whim(), 0
    for _ in range(30):
        views: list[Json] = [guest.look(table) for guest in both]
        mover = views[0]["view"]["to_move"]
        do = whim(views[mover]["view"]["actions"])["notation"]
        assert both[mover].play(table, do, views[mover]["at"]).status_code == 200
        after = both[1 - mover].look(table)
        if after["at"] != views[1 - mover]["at"]:
            stream = streams[1 - mover]
            until(lambda stream=stream, at=after["at"]: shown_alike(stream, at), 5)  # type: ignore[misc]
            seen += 1
    assert seen > 10
    both[1].do(table, "resign")
    until(lambda: 'data-outcome="resigned"' in streams[0].events[-1])
    journals = [guest.api(f"/tables/{table}/journal").text for guest in both]
    assert journals[0] == journals[1]
    assert sum(line["is"] == "action" for line in lines(journals[0])[1:]) == 30


def test_of_two_clicks_on_two_processes_one_lands(servers: tuple[Server, Server]) -> None:
    table, *both = seated_apart(servers)
    for _ in range(8):
        mover = both[both[0].look(table)["view"]["to_move"]]
        twins = [Guest(server.url, dict(mover.http.cookies)) for server in servers]
        seen = [twin.look(table) for twin in twins]
        assert seen[0] == seen[1]
        do = seen[0]["view"]["actions"][0]["notation"]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda twin, do=do, at=seen[0]["at"]: twin.play(table, do, at).status_code, twins))
        assert sorted(answers) == [200, 409]


def test_a_seat_that_is_taken_alone_is_lost_at_both_processes(servers: tuple[Server, Server]) -> None:
    table, host, friend = seated_apart(servers)
    link = own_link(friend, table)
    taker = Guest(servers[0].url)
    assert taker.join(link).status == 303
    assert [guest.look(table)["view"]["seat"] for guest in (host, friend, taker)] == [0, None, 1]
    assert friend.join(link).status == 403


def test_a_table_that_was_removed_is_gone_at_both_processes(servers: tuple[Server, Server], database: Postgres) -> None:
    table, *both = seated_apart(servers)
    assert [guest.page(f"/tables/{table}").status for guest in both] == [200, 200]

    async def removed() -> Sequence[str]:
        there = Database(Config(database=database.address).url)
        try:
            return await Expiry(there).remove_tables(now() + timedelta(hours=1))
        finally:
            await there.close()

    assert table in asyncio.run(removed())
    assert [guest.page(f"/tables/{table}").status for guest in both] == [404, 404]
    assert both[0].page("/").status == 200


def test_a_guest_who_goes_is_gone_at_both_processes(servers: tuple[Server, Server], database: Postgres) -> None:
    table, host, friend = seated_apart(servers)
    alone = host.create("you", "greedy")["id"]
    assert Guest(servers[1].url, dict(host.http.cookies)).look(alone)["view"]["seat"] == 0
    name = name_of(host)
    stream = friend.watch(table)
    stream.wait(1)
    assert name in everything(database.address)
    assert host.post("/your-data/delete", {}).status == 303
    until(lambda: "a guest who has left" in stream.events[-1], what="the opponent was not told")
    assert "data-outcome=" in stream.events[-1]
    assert friend.page(f"/tables/{alone}").status == 404
    assert friend.page(f"/tables/{table}/replay").status == 200
    assert name not in everything(database.address)


def test_both_processes_deal_the_same_on_a_day_and_know_what_was_posted(servers: tuple[Server, Server]) -> None:
    guest = Guest(servers[0].url)
    pages = [guest.page("/daily").text, Guest(servers[1].url).page("/daily").text]
    promises = [re.findall(r"<code data-promise>(\w{64})</code>", page) for page in pages]
    assert len(promises[0]) == 1
    assert promises[0] == promises[1]
    path, do = "/puzzles/outpost/1", puzzle("outpost", 1).second
    answer = guest.post(f"{path}/play", {"do": do})
    assert answer.status == 303, servers[0].output()
    judged = answer.answer.headers["location"]
    there = Guest(servers[1].url, dict(guest.http.cookies))
    assert there.page(judged).text == guest.page(judged).text != guest.page(path).text


def test_one_invitation_is_taken_once(servers: tuple[Server, Server]) -> None:
    for _ in range(5):
        created = Guest(servers[0].url).create("you", "open")
        path = created["invitations"][0]["path"]
        friends = [Guest(server.url) for server in servers * 2]
        tokens = [friend.page(path).hidden("_csrf_token") for friend in friends]
        with ThreadPoolExecutor(4) as pool:
            answers = pool.map(lambda friend, token, path=path: friend.post(path, {}, token).status, friends, tokens)
        assert sorted(answers) == [303, 403, 403, 403]
        assert sum(friend.sits(created["id"]) == [1] for friend in friends) == 1


def twice(servers: tuple[Server, Server]) -> tuple[Guest, Guest]:
    """One guest at both processes."""
    one = Guest(servers[0].url)
    one.create("you", "greedy")
    return one, Guest(servers[1].url, dict(one.http.cookies))


def test_of_two_seats_of_two_sides_a_guest_takes_one(servers: tuple[Server, Server]) -> None:
    friends = twice(servers)
    token = friends[0].page("/").hidden("_csrf_token")
    for _ in range(10):
        created = Guest(servers[0].url).create("you", "open", "open", "greedy", game="green-troops", seats=4)
        paths = [one["path"] for one in created["invitations"]]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda friend, path: friend.post(path, {}, token), friends, paths))
        assert sorted(answer.status for answer in answers) == [303, 403]
        assert len(friends[0].sits(created["id"])) == 1


def test_of_two_commitments_of_a_seat_the_first_stands(servers: tuple[Server, Server]) -> None:
    hosts = twice(servers)
    for _ in range(10):
        table = hosts[0].api("/tables", {"game": "outpost", "seats": ["you", "open"]}).json()
        assert Guest(servers[1].url).post(table["invitations"][0]["path"], {}).status == 303
        address, hashes = f"/tables/{table['id']}/deal", ("1" * 64, "2" * 64)
        asked = [{"seat": 0, "hash": hash} for hash in hashes]
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(Guest.api, hosts, [f"{address}/commit"] * 2, asked))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        first = hashes[answers[0].status_code != 200]
        for host in hosts:
            steps = host.api(address).json()["steps"]
            assert [step["hash"] for step in steps if step["is"] == "commit"] == [first]
            again = [host.api(f"{address}/commit", {"seat": 0, "hash": hash}).status_code for hash in hashes]
            assert again == [200 if hash == first else 409 for hash in hashes], "the same again changes nothing"
            assert host.api(address).json()["steps"] == steps


@pytest.mark.parametrize("id", ["%00", "a%00b", "%ff", "x" * 300])
def test_what_the_database_would_refuse_is_not_found(servers: tuple[Server, Server], id: str) -> None:
    guest = Guest(servers[0].url)
    table = guest.create("you", "open")["id"]
    for path in (f"/tables/{id}", f"/replays/{id}"):
        assert guest.page(path).status == 404
    assert guest.page(f"/tables/{table}/join/{id}").status in (303, 403, 404)
    assert guest.post("/games/fusillade/tables", {"with": "computer", "bot": "a\x00b"}).status in (400, 404)


def test_a_database_that_went_away_is_found_again(
    servers: tuple[Server, Server], database: Postgres, tmp_path: Path
) -> None:
    table, *both = seated_apart(servers)
    mover = both[0].look(table)["view"]["to_move"]
    seen = both[mover].look(table)
    database.stop()
    try:
        assert [httpx.get(f"{server.url}/readyz", timeout=20, verify=PLAIN).status_code for server in servers] == [
            503,
            503,
        ]
        assert httpx.get(f"{servers[0].url}/healthz", verify=PLAIN).status_code == 200
        failed = both[mover].play(table, seen["view"]["actions"][0]["notation"], seen["at"])
        assert failed.status_code in (500, 503)
        assert "postgres" not in failed.text
    finally:
        database.start()
    until(
        lambda: all(
            httpx.get(f"{server.url}/readyz", timeout=20, verify=PLAIN).status_code == 200 for server in servers
        ),
        20,
    )
    assert both[mover].look(table) == seen, "what failed was not done"
    stream = both[1 - mover].watch(table)
    until(lambda: bool(stream.events), 10, "\n".join(server.output() for server in servers))
    count = len(stream.events)

    def noticed() -> bool:
        decider = both[both[0].look(table)["view"]["to_move"]]
        now = decider.look(table)
        decider.play(table, now["view"]["actions"][-1]["notation"], now["at"])
        time.sleep(0.2)
        return len(stream.events) > count

    until(noticed, 15, "news do not come through any more")


def test_unfinished_tables_are_counted_in_all_processes_together(
    database: Postgres, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Of those that one guest sets up at both processes in one moment no more are set up than anybody may have."""
    most, settings = 3, {"GROGNARD_UNFINISHED_TABLES": "3"}
    with two_servers(tmp_path_factory.mktemp("bounded"), database, settings) as servers:
        for _ in range(5):
            hosts = twice(servers)  # has one table
            with ThreadPoolExecutor(8) as pool:
                body = {"game": "fusillade", "seats": ["you", "greedy"]}
                asked = [pool.submit(hosts[number % 2].api, "/tables", body) for number in range(8)]
                answers = sorted(one.result().status_code for one in asked)
            assert answers == [201] * (most - 1) + [429] * (8 - most + 1)


def test_of_two_vacations_at_once_one_begins(servers: tuple[Server, Server]) -> None:
    both = twice(servers)
    token = both[0].page("/").hidden("_csrf_token")
    for _ in range(3):
        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(both[n % 2].post, "/vacation", {"days": "6"}, token) for n in range(8)]
            answers = sorted(one.result().status for one in asked)
        assert answers == [303] + [400] * 7
        assert both[1].post("/vacation/end", {}, token).status == 303


def test_sessions_replaced_many_times_at_once_leave_one(database: Postgres, tmp_path: Path) -> None:
    """Clicks on the same form store one session. Of rivals, the first one used ends the others."""
    config = Config(data_dir=str(tmp_path), database=database.address)
    migrate(config.url)

    async def all_at_once() -> tuple[set[bool], list[str]]:
        stores = [SessionStore(Database(config.url)) for _ in range(2)]
        own = Claim("own", "a guest", now(), "mark")
        forms = [stores[number % 2].end_others(own, f"new {number % 3}", "") for number in range(12)]
        answers = set(await asyncio.gather(*forms))
        uses = [stores[number % 2].confirm(f"new {number % 3}", "own") for number in range(12)]
        await asyncio.gather(*uses)
        left = [session.id for session in await stores[0].of_guest("a guest")]
        for store in stores:
            await store._database.close()
        return answers, left

    answers, left = asyncio.run(all_at_once())
    assert answers == {True}
    assert len(left) == 1
    assert left[0] in ("new 0", "new 1", "new 2")
