"""The daily deal: the same for everybody, one try each, and nothing of others before one's own is over."""

from __future__ import annotations

import asyncio
import html
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine, make_url, select, update

from grognard.art.persons import person_of
from grognard.kernel.errors import BadInput, NotFound
from grognard.play.daily import OPPONENT, SECRET_BYTES, DailyDeal, DailySecret, day_of, practice_deal, practice_of
from grognard.registry import load, registered_names
from grognard.server.config import DRIVERS, Config
from grognard.server.guests.todays_deal import leading_game
from grognard.server.jobs.analysis import Analyses
from grognard.server.pages import daily
from grognard.server.pages.daily import begin
from grognard.server.storage.analyses import AnalysisStore
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import migrate
from grognard.server.storage.rows import now
from grognard.server.storage.schema import DAILY, DAILY_SECRET, TABLES
from grognard.server.storage.tables import TableStore, Taken
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.old_database import migrate_to
from tests.server.postgres import postgres, two_servers
from tests.server.support import Guest, Server, running, taken, until
from tests.server.test_analysis import done, wanted
from tests.server.test_deeds import sum_up
from tests.server.test_your_data import deleted, name_of

pytestmark = pytest.mark.usefixtures("same_day")

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "check_daily.py"
SLUG = "fusillade"
MIDNIGHT = datetime(2026, 3, 2, tzinfo=UTC)


def started(guest: Guest, slug: str = SLUG) -> str:
    """The table of today's try, by the button of the page."""
    answer = guest.post(f"/daily/{slug}", {})
    assert answer.status == 303, answer.text
    return answer.answer.headers["location"].removeprefix("/tables/")


def told(guest: Guest, slug: str = SLUG, day: str = "") -> str:
    """What the page says about the deal of a game, in words."""
    page = guest.page(f"/daily?day={day}" if day else "/daily")
    assert page.status == 200, page.text
    found = re.search(rf'data-daily="{slug}">(.*?)</span>', page.text, re.DOTALL)
    assert found
    return " ".join(re.sub("<[^>]+>", " ", found[1]).split())


def rows(server: Server, sql: str, *values: object) -> list[Any]:
    """What the database of a server answers, or changes."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=10)) as connection, connection:
        return connection.execute(sql, values).fetchall()


def stored(server: Server, table: str) -> dict[str, Any]:
    """The table's own row, without the counter that also grows when its guest was seen there."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=10)) as connection:
        connection.row_factory = sqlite3.Row
        row = dict(connection.execute("SELECT * FROM tables WHERE id = ?", [table]).fetchone())
    del row["changes"]
    return row


def finish(server: Server, table: str, *winners: int) -> None:
    """Ends a table so, as if it had been played."""
    result = json.dumps({"turn": 7, "winners": winners, "text": "So it was."})
    rows(server, "UPDATE tables SET ended = '2026-03-01 12:00:00', result = ? WHERE id = ?", result, table)


def may_choose(guest: Guest, table: str) -> bool:
    """Is the guest asked at a table?"""
    return bool(guest.look(table)["view"]["actions"])


def secret_of(server: Server) -> DailySecret:
    """What the deals of a server are derived from."""
    ((secret, since),) = rows(server, "SELECT secret, since FROM daily_secret")
    return DailySecret(bytes.fromhex(secret), date.fromisoformat(since))


def deal_today(server: Server, slug: str = SLUG) -> DailyDeal:
    """What everybody plays today."""
    game = load(slug)
    return secret_of(server).deal(slug, game.spec.meta.rules, day_of(now()), game.num_players())


def own_seat(server: Server, slug: str = SLUG) -> int:
    """Where everybody sits today."""
    return deal_today(server, slug).seat


# -- the deal ----------------------------------------------------------------------------------------------------------


def test_two_guests_play_the_same_deal_from_the_same_side(server: Server) -> None:
    both = Guest(server.url), Guest(server.url)
    one, other = (started(guest) for guest in both)
    assert one != other
    seen = [guest.look(table) for guest, table in zip(both, (one, other), strict=True)]
    assert seen[0]["view"]["seat"] == seen[1]["view"]["seat"] == own_seat(server)
    kept = rows(server, "SELECT seed, options, numbers, match FROM tables WHERE id IN (?, ?)", one, other)
    assert kept[0] == kept[1]
    assert kept[0][0] == str(deal_today(server).seed)
    assert json.loads(kept[0][3])["games"] == 1
    bots = rows(server, "SELECT bot FROM seats WHERE table_id = ? AND bot IS NOT NULL", one)
    assert bots == [(OPPONENT,)]


@pytest.mark.parametrize("slug", registered_names())
def test_every_game_has_a_deal_today(guest: Guest, slug: str) -> None:
    assert told(guest, slug) == ""
    assert f'action="/daily/{slug}"' in guest.page("/daily").text
    table = started(guest, slug)
    assert guest.page(f"/tables/{table}").status == 200
    assert told(guest, slug) == "Started. Your game is waiting."
    assert f'<a href="/tables/{table}">' in guest.page("/daily").text


def test_the_start_leads_to_it_and_there_is_none_of_other_games_or_days(guest: Guest) -> None:
    assert '<a href="/daily">' in guest.page("/").text
    assert guest.post("/daily/nothing", {}).status == 404
    tomorrow = (now() + timedelta(days=1)).date().isoformat()
    assert guest.page(f"/daily?day={tomorrow}").status == 400
    assert guest.page("/daily?day=soon").status == 400
    assert guest.page("/daily?day=0001-01-01").status == 200
    yesterday = (now() - timedelta(days=1)).date().isoformat()
    assert "Next day" not in guest.page("/daily").text
    today = f'<a href="/daily?day={day_of(now()).isoformat()}">Next day</a>'
    assert today in guest.page(f"/daily?day={yesterday}").text
    earlier = (now() - timedelta(days=2)).date().isoformat()
    assert f'<a href="/daily?day={yesterday}">Next day</a>' in guest.page(f"/daily?day={earlier}").text


def test_the_deal_of_the_day_leads_and_each_deal_names_side_and_length(server: Server, guest: Guest) -> None:
    page, leading = guest.page("/daily").text, leading_game(day_of(now())).meta
    for slug in registered_names():
        assert f"about {load(slug).spec.minutes({})} minute" in page
    assert re.findall('data-daily="([^"]*)"', page)[0] == leading.slug
    lead, rest = page.split("More deals today")
    person = person_of(leading, OPPONENT)
    assert person is not None
    assert person.called in lead
    assert f"You play <b>{load(leading.slug).seat_party(own_seat(server, leading.slug)).name}</b>" in lead
    assert leading.hook in html.unescape(lead)
    assert rest.count("You play <b>") == len(registered_names()) - 1


# -- one try -----------------------------------------------------------------------------------------------------------


def test_a_second_try_leads_to_the_table_of_the_first_even_when_that_is_over(guest: Guest) -> None:
    table = started(guest)
    assert started(guest) == table
    guest.do(table, "resign")
    assert started(guest) == table


def test_its_table_and_its_result_say_that_it_is_one(guest: Guest) -> None:
    table, today = started(guest), day_of(now())
    name, link = f"Daily deal, {today.day} {today:%B}", f"/daily?day={today.isoformat()}"
    assert f'<a class="occasion" href="{link}">{name}</a>: no hints' in guest.page(f"/tables/{table}").text
    guest.do(table, "resign")
    page = guest.page(f"/tables/{table}").text
    assert f"{name} · " in page
    assert f'<a class="button primary" href="{link}">Daily deals</a>' in page
    assert re.search(rf'<button formaction="/tables/{table}/rematch">', page), "a rematch is not the main thing"
    shared = re.findall(r"<textarea[^>]*>[^<]*</textarea>", page)
    assert len(shared) == 2
    assert all(link in text and "/replay" not in text for text in shared), "a replay would give the deal away"
    title = load(SLUG).spec.meta.title
    said = rf"Grognard, daily deal of {today.day} {today:%B}: {title}\. Lost in \d+ turns?\. http://[\w.:]+{re.escape(link)}"
    assert re.search(rf">{said}</textarea>", shared[1]), shared[1]


def test_of_many_clicks_at_two_processes_one_counts(tmp_path: Path) -> None:
    with postgres() as database, two_servers(tmp_path, database) as (one, two):
        guest = Guest(one.url)
        token = guest.page("/").hidden("_csrf_token")
        windows = [Guest(server.url, dict(guest.http.cookies)) for server in (one, two) * 4]
        with ThreadPoolExecutor(len(windows)) as pool:
            answers = [*pool.map(lambda window: window.post(f"/daily/{SLUG}", {}, token), windows)]
        assert [answer.status for answer in answers] == [303] * len(windows)
        assert len({answer.answer.headers["location"] for answer in answers}) == 1
        engine = create_engine(make_url(database.address).set(drivername=DRIVERS["postgresql"]))
        with engine.connect() as connection:
            assert [*connection.execute(select(DAILY.c.day))] == [(day_of(now()).isoformat(),)]
            assert len([*connection.execute(select(TABLES.c.id))]) == 1, "no table is left over"
        engine.dispose()


def test_whoever_is_slower_to_write_it_down_follows(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen that there is no try yet."""
    store, other = DailyStore(tables.store._database), TableStore(tables.store._database)
    setup = Setup(game="outpost", options={}, seats=["you", OPPONENT], seed=1, daily=day_of(now()).isoformat())
    first: list[str] = []
    asked = DailyStore.tries

    async def late(self: DailyStore, guest: str, day: str = "") -> Sequence[Any]:
        found = await asked(self, guest, day)
        if not first:
            first.append(await create(tables, setup, guest))
        return found

    async def played() -> tuple[str, int, int]:
        monkeypatch.setattr(DailyStore, "tries", late)
        id = await begin(tables, store, "outpost", "a")
        with pytest.raises(Taken):
            await create(tables, setup, "a")
        return id, len(await asked(store, "a")), len(await other.all_of("a"))

    assert asyncio.run(played()) == (first[0], 1, 1)


# -- the day -----------------------------------------------------------------------------------------------------------


def test_at_midnight_utc_there_is_another_deal_and_another_try(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DailyStore(tables.store._database)

    async def at(moment: datetime) -> str:
        async with tables.store._database.writing() as connection:
            await connection.execute(update(DAILY_SECRET).values(since="2026-01-01"))
        monkeypatch.setattr(daily, "now", lambda: moment)
        return await begin(tables, store, SLUG, "a")

    async def played() -> tuple[list[str], list[tuple[str, str]], list[str], DailySecret]:
        ids = [await at(MIDNIGHT + timedelta(seconds=seconds)) for seconds in (-86400, -1, 0, 86399)]
        tries = await store.tries("a")
        seeds = [record.seed for record in await tables.store.all_of("a")]
        with pytest.raises(NotFound):
            await begin(tables, store, "nothing", "a")
        return ids, [(one.day, one.table) for one in tries], seeds, await store.secret()

    ids, tries, seeds, secret = asyncio.run(played())
    assert ids[0] == ids[1] != ids[2] == ids[3]
    assert tries == [("2026-03-01", ids[0]), ("2026-03-02", ids[2])]
    game = load(SLUG)
    days = [(MIDNIGHT - timedelta(days=days)).date() for days in (0, 1)]
    assert sorted(seeds) == sorted(str(secret.deal(SLUG, game.spec.meta.rules, day, 2).seed) for day in days)
    assert str(practice_deal(game, days[0]).seed) not in seeds


@pytest.mark.parametrize("text", ["2026-03-03", "tomorrow", "2026-02-30"])
def test_a_day_that_is_none_or_still_to_come_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        daily._day(text, MIDNIGHT.date())


# -- the key -----------------------------------------------------------------------------------------------------------


def shown(guest: Guest, what: str, day: date) -> str:
    """The hash or the key of a day, as its page shows it."""
    found = re.search(rf"<code data-{what}>([0-9a-f]{{64}})</code>", guest.page(f"/daily?day={day}").text)
    return found[1] if found else ""


def put_back(server: Server, table: str, days: int = 1) -> None:
    """Lets a table's deal, and the first day with a key, be of an earlier day."""
    earlier = (day_of(now()) - timedelta(days=days)).isoformat()
    rows(server, "UPDATE tables SET daily = ?, changes = changes + 1 WHERE id = ?", earlier, table)
    rows(server, "UPDATE daily SET day = ? WHERE table_id = ?", earlier, table)
    sum_up(server.folder / "tables.sqlite")
    # A table that the server has in memory keeps its day and its checksum.
    server.stop()
    server.start()


def dealt_yesterday(server: Server, guest: Guest) -> tuple[str, date]:
    """A finished attempt at the deal of yesterday: its table, and the day."""
    day = day_of(now()) - timedelta(days=1)
    rows(server, "UPDATE daily_secret SET since = ?", day.isoformat())
    table, game = started(guest), load(SLUG)
    deal = secret_of(server).deal(SLUG, game.spec.meta.rules, day, game.num_players())
    rows(server, "UPDATE tables SET seed = ? WHERE id = ?", str(deal.seed), table)
    bots = [(None if seat == deal.seat else OPPONENT) for seat in range(game.num_players())]
    for seat, bot in enumerate(bots):
        rows(server, "UPDATE seats SET bot = ? WHERE table_id = ? AND seat = ?", bot, table, str(seat))
    rows(server, "UPDATE holders SET seat = ? WHERE table_id = ?", str(deal.seat), table)
    rows(server, "DELETE FROM deeds WHERE table_id = ?", table)
    put_back(server, table)
    return table, day


def test_the_hash_is_shown_on_the_day_and_the_key_on_the_next(tmp_path: Path) -> None:
    """Yesterday's journal, the hash and the key that its page shows: a stranger's program checks them."""
    with running(tmp_path) as server:
        guest, today = Guest(server.url), day_of(now())
        promise, key = secret_of(server).promise(today), secret_of(server).opened(today, today + timedelta(days=1))
        page = guest.page("/daily").text
        assert (shown(guest, "promise", today), shown(guest, "key", today)) == (promise, "")
        assert key not in page
        table, day = dealt_yesterday(server, guest)
        guest.do(table, "resign")
        journal = guest.page(f"/tables/{table}/journal").text
        command = [sys.executable, "-I", str(SCRIPT), day.isoformat(), shown(guest, "key", day)]
        done = subprocess.run(command, input=journal, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert shown(guest, "promise", day) in done.stdout
        check = guest.page(f"/tables/{table}/check").text
        assert "The deal checks out" in check
        assert shown(guest, "key", day) in check
        before = day - timedelta(days=1)
        assert (shown(guest, "promise", before), shown(guest, "key", before)) == ("", "")
        assert "the cards came from the date alone" in guest.page(f"/daily?day={before}").text


def test_no_page_shows_the_key_of_today_or_the_secret(server: Server, guest: Guest) -> None:
    table, today = started(guest), day_of(now())
    guest.do(table, "resign")
    secret = secret_of(server)
    hidden = [secret.secret.hex(), secret.opened(today, today + timedelta(days=1))]
    pages = [guest.page(path).text for path in ("/daily", "/your-data", "/games-of-mine/record")]
    pages += [guest.page(f"/tables/{table}/{what}").text for what in ("", "check", "journal", "log", "replay")]
    pages += [*taken(guest).values()]
    assert not [text for text in pages for one in hidden if one in text]
    assert "The key is published at midnight UTC" in guest.page(f"/tables/{table}/check").text


def test_processes_on_one_database_deal_the_same(tables: TableRegistry) -> None:
    async def secrets() -> list[DailySecret]:
        other = Database(tables.config.url)
        found = [await DailyStore(database).secret() for database in (tables.store._database, other)]
        await other.close()
        return found

    one, other = asyncio.run(secrets())
    assert one == other
    assert len(one.secret) == SECRET_BYTES


@pytest.mark.parametrize(("played", "first"), [(None, 0), (-1, 0), (0, 1)])
def test_attempts_of_before_keep_their_deals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: int | None, first: int
) -> None:
    """If somebody has played today, today's deal stays the same; else today is the first day with a key."""
    url, today = Config(data_dir=str(tmp_path)).url, day_of(now())
    migrate_to(url, "0010", monkeypatch)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        if played is not None:
            day = (today + timedelta(days=played)).isoformat()
            connection.execute("INSERT INTO daily VALUES ('a', 'fusillade', ?, 't')", (day,))
    migrate(url)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        ((secret, since),) = connection.execute("SELECT secret, since FROM daily_secret").fetchall()
    assert date.fromisoformat(since) == today + timedelta(days=first)
    kept = DailySecret(bytes.fromhex(secret), date.fromisoformat(since))
    if played is not None:
        day_played = today + timedelta(days=played)
        assert kept.deal(SLUG, 1, day_played, 2) == practice_of(SLUG, 1, day_played, 2)


# -- whose it is -------------------------------------------------------------------------------------------------------


def asked_for(guest: Guest, method: str, path: str, token: str) -> httpx.Response:
    """Calls an address of a table in the way that it is meant to be called."""
    if method != "POST":
        return guest.http.request(method, path, params={"step": 0} if path.endswith("/picture") else None)
    if not path.startswith("/api/"):
        return guest.http.post(path, data={"_csrf_token": token, "do": "start", "at": "0"})
    body = {"actions": {"do": "END", "at": "0"}, "commit": {"seat": 0, "hash": "0" * 64}, "draw": {"seat": 0}}
    body |= {"reveal": {"seat": 0, "bytes": "0" * 64}, "lost": {"seat": 0}, "start-over": {"seat": 0}}
    return guest.http.post(path, json=body.get(path.rpartition("/")[2], {"at": "0"}))


@pytest.mark.parametrize("over", [False, True])
def test_where_nobody_may_watch_the_address_of_a_table_is_not_enough(
    server: Server, routes: list[tuple[str, str]], over: bool
) -> None:
    host, friend, stranger = (Guest(server.url) for _ in range(3))
    asked = {"game": "fusillade", "seats": ["you", "open"], "spectators": "nobody"}
    created = host.api("/tables", asked).json()
    table, two = created["id"], (host, friend)
    host.leave_to_server(table)
    friend.join(created["invitations"][0]["path"])
    token = stranger.page("/").hidden("_csrf_token")
    if over:
        two[0].do(table, "resign")
    before = stored(server, table)
    for method, path in routes:
        address = path.format(id=table, key="nothing", clause="none", deed="play")
        answer = asked_for(stranger, method, address, token)
        assert answer.status_code == 403, f"{method} {address}: {answer.status_code}"
    assert stranger.http.get(f"/stream?table={table}").status_code == 404
    assert stored(server, table) == before
    for guest in two:
        assert guest.page(f"/tables/{table}").status == 200
    assert ('data-key="share"' in two[0].page(f"/tables/{table}").text) is False, "a link would lead nowhere"


@pytest.mark.parametrize("over", [False, True])
def test_nobody_else_opens_an_attempt_before_midnight(
    server: Server, guest: Guest, routes: list[tuple[str, str]], over: bool
) -> None:
    table, stranger = started(guest), Guest(server.url)
    token, seed = stranger.page("/").hidden("_csrf_token"), str(deal_today(server).seed)
    until(partial(may_choose, guest, table), 60)  # the computer may begin, and its moves are stored, too
    if over:
        guest.do(table, "resign")
    before = stored(server, table)
    for method, path in routes:
        address = path.format(id=table, key="nothing", clause="none", deed="play")
        answer = asked_for(stranger, method, address, token)
        assert answer.status_code == 403, f"{method} {address}: {answer.status_code}"
        assert seed not in answer.text
    assert stranger.http.get(f"/stream?table={table}").status_code == 404
    assert stored(server, table) == before
    assert len(routes) > 20
    for what in ("", "/log", "/journal", *(["/replay", "/check", "/analysis"] if over else [])):
        assert guest.page(f"/tables/{table}{what}").status == 200, "its own guest sees it all"
    put_back(server, table)
    assert stranger.page(f"/tables/{table}").status == 200
    if over:
        assert seed in stranger.page(f"/tables/{table}/journal").text


def test_the_link_of_the_seat_opens_it_on_another_device(server: Server, guest: Guest) -> None:
    table, other = started(guest), Guest(server.url)
    (link,) = re.findall(r"/tables/[\w-]+/join/[\w-]+", guest.page(f"/tables/{table}/my-link").text)[:1]
    assert other.page(link).status == 200
    assert other.post(link, {"devices": "all"}).status == 303
    assert other.page(f"/tables/{table}").status == 200


# -- what comes of it --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nobody but these tests has played."""
    with running(tmp_path_factory.mktemp("alone")) as found:
        yield found


def test_others_results_are_told_once_the_own_try_is_over_and_not_before(alone: Server) -> None:
    me, winner, loser, drawer, busy = (Guest(alone.url) for _ in range(5))
    seat = own_seat(alone)
    finish(alone, started(winner), seat)
    finish(alone, started(loser), 1 - seat)
    finish(alone, started(drawer))
    started(busy)
    for _ in range(2):
        finish(alone, started(Guest(alone.url)), seat)
    for state in ("", "Started. Your game is waiting."):
        page = me.page("/daily").text
        assert told(me) == state
        assert "Others" not in page
        mine = started(me)
    me.do(mine, "resign")
    assert re.fullmatch(
        r"You lost in \d+ turns?\. Others on this server: 3 won, 1 lost, 1 drawn\. Luck and the best play", told(me)
    )
    assert told(winner) == "You won in 7 turns. Others on this server: 2 won, 2 lost, 1 drawn. Luck and the best play"
    assert told(drawer) == "Drawn in 7 turns. Others on this server: 3 won, 2 lost. Luck and the best play"
    rows(alone, "UPDATE daily SET late = 1 WHERE guest = ?", name_of(loser))
    assert "Others" not in told(me), "four are too few"
    assert "3 won, 1 lost, 1 drawn" in told(loser), "a late attempt is shown the others all the same"
    assert told(me, "outpost") == ""
    for guest in (winner, loser, drawer, busy):
        assert name_of(guest) not in me.page("/daily").text
    assert 'href="/daily?day=' in me.page(f"/tables/{mine}").text


def test_a_lone_player_hears_nothing_of_others(alone: Server) -> None:
    guest = Guest(alone.url)
    finish(alone, started(guest, "outpost"), own_seat(alone, "outpost"))
    assert told(guest, "outpost") == "You won in 7 turns. Luck and the best play"


def test_what_choices_cost_is_told_once_the_games_were_analysed(alone: Server) -> None:
    cost = r"(next to nothing|\d+&nbsp;% of the chance of winning)"
    for number in range(daily.LEAST_OTHERS + 1):
        guest = Guest(alone.url)
        table = started(guest, "outpost")
        until(partial(may_choose, guest, table), 60)
        seen = guest.look(table)
        guest.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
        guest.do(table, "resign")
        assert "Luck aside" not in told(guest, "outpost")
        wanted(guest, f"/tables/{table}", "start")
        done(guest, f"/tables/{table}")
        others = rf"\. 5 other players lost {cost} on average" if number == daily.LEAST_OTHERS else ""
        assert re.search(
            rf" Luck aside, your mistakes cost you {cost}{others}\. The best play$", told(guest, "outpost")
        )


def test_a_try_under_other_rules_is_not_counted_among_the_others(alone: Server) -> None:
    me, *others = (Guest(alone.url) for _ in range(daily.LEAST_OTHERS + 1))
    mine, *theirs = (started(guest, "green-troops") for guest in (me, *others))
    for table in (mine, *theirs):
        finish(alone, table, own_seat(alone, "green-troops"))
    assert "5 won" in told(me, "green-troops")
    rows(alone, "UPDATE tables SET rules = 99 WHERE id = ?", theirs[0])
    assert "Others" not in told(me, "green-troops")
    assert told(others[0], "green-troops").startswith(("You won", "You lost")), "their page opens all the same"


def test_there_are_no_hints_in_it_and_there_are_in_a_game_like_it(guest: Guest) -> None:
    table = started(guest)
    assert "data-hint-ask" not in guest.page(f"/tables/{table}").text
    refused = guest.api(f"/tables/{table}/hint", {"at": guest.look(table)["at"]})
    assert refused.status_code == 403
    assert "daily deal" in refused.json()["detail"]


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_the_zip_lists_the_tries_and_deleting_removes_them(server: Server, guest: Guest) -> None:
    table = started(guest)
    index = json.loads(taken(guest)["index.json"])
    assert index["daily"] == [{"game": SLUG, "day": day_of(now()).isoformat(), "table": table, "late": False}]
    name = name_of(guest)
    assert rows(server, "SELECT table_id FROM daily WHERE guest = ?", name) == [(table,)]
    assert deleted(guest).status_code == 303
    assert not rows(server, "SELECT * FROM daily WHERE guest = ? OR table_id = ?", name, table)


def test_a_try_whose_table_is_gone_still_counts_until_its_day_is_long_over(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tables.store._database
    store, lifetime, analyses = DailyStore(database), Expiry(database), Analyses(tables, AnalysisStore(database))
    today = now()

    async def played() -> tuple[str, list[str], list[bool], int]:
        id = await begin(tables, store, SLUG, "a")
        await lifetime.remove_daily(today + timedelta(days=5))
        kept = len(await store.tries("a"))
        assert await lifetime.remove_tables(today + timedelta(days=1)) == [id]
        await lifetime.remove_daily(today)
        again = await begin(tables, store, SLUG, "a")
        tried = {one.game: one for one in await store.tries("a")}
        entry = await daily._entry(store, analyses, "a", load(SLUG), day_of(today), tried, await store.secret())
        await lifetime.remove_daily(today + timedelta(days=1))
        return id, [again], [entry.gone, entry.result == "", not entry.others], kept + len(await store.tries("a"))

    id, again, gone, left = asyncio.run(played())
    assert again == [id]
    assert gone == [True, True, True]
    assert left == 1


def test_the_page_stands_when_a_table_is_gone(server: Server, guest: Guest) -> None:
    table = started(guest)
    for name, column in (("deeds", "table_id"), ("holders", "table_id"), ("seats", "table_id"), ("tables", "id")):
        rows(server, f"DELETE FROM {name} WHERE {column} = ?", table)
    assert told(guest) == "Played. The table has been removed."
