"""The daily deal: the same for everybody, one try each, and nothing of others before one's own is over."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from grognard.kernel.errors import BadInput, NotFound
from grognard.play.daily import OPPONENT, daily_deal, day_of
from grognard.registry import load, registered_names
from grognard.server.analysis import Analyses
from grognard.server.pages import daily
from grognard.server.pages.daily import begin
from grognard.server.storage.analyses import AnalysisStore
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.lifetime import Lifetime
from grognard.server.storage.records import DailyTry, Result, now
from grognard.server.storage.tables import TableStore, Taken
from grognard.server.tables.at_hand import Tables
from grognard.server.tables.lobby import Setup, create
from tests.server.support import Guest, Server, running, taken, until
from tests.server.test_analysis import done, wanted
from tests.server.test_your_data import deleted, name_of

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


def rows(server: Server, sql: str, *values: str) -> list[Any]:
    """What the database of a server answers, or changes."""
    with closing(sqlite3.connect(server.folder / "tables.sqlite", timeout=10)) as connection, connection:
        return connection.execute(sql, values).fetchall()


def finish(server: Server, table: str, *winners: int) -> None:
    """Ends a table so, as if it had been played."""
    result = json.dumps({"turn": 7, "winners": winners, "text": "So it was."})
    rows(server, "UPDATE tables SET ended = '2026-03-01 12:00:00', result = ? WHERE id = ?", result, table)


def may_choose(guest: Guest, table: str) -> bool:
    """Is the guest asked at a table?"""
    return bool(guest.look(table)["view"]["actions"])


def own_seat(slug: str = SLUG) -> int:
    """Where everybody sits today."""
    return daily_deal(load(slug), day_of(now())).seat


# -- the deal ----------------------------------------------------------------------------------------------------------


def test_two_guests_play_the_same_deal_from_the_same_side(server: Server) -> None:
    both = Guest(server.url), Guest(server.url)
    one, other = (started(guest) for guest in both)
    assert one != other
    seen = [guest.look(table) for guest, table in zip(both, (one, other), strict=True)]
    assert seen[0]["view"]["seat"] == seen[1]["view"]["seat"] == own_seat()
    kept = rows(server, "SELECT seed, options, numbers, match FROM tables WHERE id IN (?, ?)", one, other)
    assert kept[0] == kept[1]
    assert kept[0][0] == str(daily_deal(load(SLUG), day_of(now())).seed)
    assert json.loads(kept[0][3])["games"] == 1
    bots = rows(server, "SELECT bot FROM seats WHERE table_id = ? AND bot IS NOT NULL", one)
    assert bots == [(OPPONENT,)]


@pytest.mark.parametrize("slug", registered_names())
def test_every_game_has_a_deal_today(guest: Guest, slug: str) -> None:
    assert told(guest, slug) == "Not played."
    table = started(guest, slug)
    assert guest.page(f"/tables/{table}").status == 200
    assert told(guest, slug) == "Begun: your game waits at its table."
    assert f'<a href="/tables/{table}">' in guest.page("/daily").text


def test_the_start_leads_to_it_and_there_is_none_of_other_games_or_days(guest: Guest) -> None:
    assert '<a href="/daily">' in guest.page("/").text
    assert guest.post("/daily/nothing", {}).status == 404
    tomorrow = (now() + timedelta(days=1)).date().isoformat()
    assert guest.page(f"/daily?day={tomorrow}").status == 400
    assert guest.page("/daily?day=soon").status == 400
    assert guest.page("/daily?day=0001-01-01").status == 200
    yesterday = (now() - timedelta(days=1)).date().isoformat()
    page = guest.page(f"/daily?day={yesterday}").text
    assert 'action="/daily/' not in page
    assert "Next day" not in page, "that is today"
    earlier = (now() - timedelta(days=2)).date().isoformat()
    assert f'<a href="/daily?day={yesterday}">Next day</a>' in guest.page(f"/daily?day={earlier}").text


def test_it_tells_how_long_a_game_takes_and_where_its_level_is_not_among_those_of_a_new_game(guest: Guest) -> None:
    page = guest.page("/daily").text
    for slug in registered_names():
        assert f"about {load(slug).spec.minutes({})} minute" in page
    assert "When you set up a game of Outpost, the computer does not offer veteran" in page


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
    assert f'<a class="button primary" href="{link}">How others did</a>' in page
    assert re.search(rf'<button formaction="/tables/{table}/rematch">', page), "a rematch is not the main thing"
    shared = re.findall(r"<textarea[^>]*>[^<]*</textarea>", page)
    assert len(shared) == 2
    assert all(link in text and "/replay" not in text for text in shared), "a replay would give the deal away"
    assert f"{name}. " in shared[1]


def test_of_many_clicks_at_two_processes_one_counts(tmp_path: Path) -> None:
    """They stand in different time zones, which changes nothing."""
    with running(tmp_path, {"TZ": "Pacific/Auckland"}) as one, running(tmp_path, {"TZ": "Pacific/Honolulu"}) as two:
        guest = Guest(one.url)
        token = guest.page("/").hidden("_csrf_token")
        windows = [Guest(server.url, dict(guest.http.cookies)) for server in (one, two) * 4]
        with ThreadPoolExecutor(len(windows)) as pool:
            answers = [*pool.map(lambda window: window.post(f"/daily/{SLUG}", {}, token), windows)]
        assert [answer.status for answer in answers] == [303] * len(windows)
        assert len({answer.answer.headers["location"] for answer in answers}) == 1
        assert len(rows(one, "SELECT * FROM daily")) == 1
        assert len(rows(one, "SELECT * FROM tables")) == 1, "no table is left over"
        assert rows(one, "SELECT day FROM daily") == [(day_of(now()).isoformat(),)]


def test_whoever_is_slower_to_write_it_down_follows(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_at_midnight_utc_there_is_another_deal_and_another_try(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    store = DailyStore(tables.store._database)

    async def at(moment: datetime) -> str:
        monkeypatch.setattr(daily, "now", lambda: moment)
        return await begin(tables, store, SLUG, "a")

    async def played() -> tuple[list[str], list[tuple[str, str]], list[str]]:
        ids = [await at(MIDNIGHT + timedelta(seconds=seconds)) for seconds in (-86400, -1, 0, 86399)]
        tries = await store.tries("a")
        seeds = [record.seed for record in await tables.store.all_of("a")]
        with pytest.raises(NotFound):
            await begin(tables, store, "nothing", "a")
        return ids, [(one.day, one.table) for one in tries], seeds

    ids, tries, seeds = asyncio.run(played())
    assert ids[0] == ids[1] != ids[2] == ids[3]
    assert tries == [("2026-03-01", ids[0]), ("2026-03-02", ids[2])]
    game = load(SLUG)
    assert sorted(seeds) == sorted(
        str(daily_deal(game, (MIDNIGHT - timedelta(days=days)).date()).seed) for days in (0, 1)
    )


@pytest.mark.parametrize("text", ["2026-03-03", "tomorrow", "2026-02-30"])
def test_a_day_that_is_none_or_still_to_come_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        daily._day(text, MIDNIGHT.date())


# -- what comes of it --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which nobody but these tests has played."""
    with running(tmp_path_factory.mktemp("alone")) as found:
        yield found


def test_others_results_are_told_once_the_own_try_is_over_and_not_before(alone: Server) -> None:
    me, winner, loser, drawer, busy = (Guest(alone.url) for _ in range(5))
    seat = own_seat()
    finish(alone, started(winner), seat)
    finish(alone, started(loser), 1 - seat)
    finish(alone, started(drawer))
    started(busy)
    for state in ("Not played.", "Begun: your game waits at its table."):
        page = me.page("/daily").text
        assert told(me) == state
        assert "Others" not in page
        mine = started(me)
    me.do(mine, "resign")
    assert re.fullmatch(
        r"You lost in \d+ turns?\. Others on this server: 1 won, 1 lost, 1 drawn\. Luck and the best play", told(me)
    )
    assert told(winner) == "You won in 7 turns. Others on this server: 2 lost, 1 drawn. Luck and the best play"
    assert told(drawer) == "Drawn in 7 turns. Others on this server: 1 won, 2 lost. Luck and the best play"
    assert told(me, "outpost") == "Not played."
    for guest in (winner, loser, drawer, busy):
        assert name_of(guest) not in me.page("/daily").text
    assert 'href="/daily?day=' in me.page(f"/tables/{mine}").text


def test_a_lone_player_hears_that_nobody_else_has_finished(alone: Server) -> None:
    guest = Guest(alone.url)
    finish(alone, started(guest, "outpost"), own_seat("outpost"))
    assert told(guest, "outpost").endswith("Others on this server: nobody has finished it yet. Luck and the best play")


def test_what_choices_cost_is_told_once_the_games_were_analysed(alone: Server) -> None:
    cost = r"(nothing that shows|\d+&nbsp;% of the chance to win)"
    both = Guest(alone.url), Guest(alone.url)
    for guest, others in zip(both, ("", rf", those of 1 other {cost}"), strict=True):
        table = started(guest, "outpost")
        until(partial(may_choose, guest, table), 60)
        seen = guest.look(table)
        guest.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
        guest.do(table, "resign")
        assert "Apart from luck" not in told(guest, "outpost")
        wanted(guest, f"/tables/{table}", "start")
        done(guest, f"/tables/{table}")
        assert re.search(
            rf"\. Apart from luck, your choices cost you {cost}{others}\. The best play$", told(guest, "outpost")
        )


def test_of_a_past_day_nothing_is_awaited_any_more(alone: Server) -> None:
    guest = Guest(alone.url)
    yesterday = (day_of(now()) - timedelta(days=1)).isoformat()
    guest.do(started(guest, "company-commander"), "resign")
    assert "nobody has finished it yet" in told(guest, "company-commander")
    rows(alone, "UPDATE daily SET day = ? WHERE game = 'company-commander'", yesterday)
    assert "Others on this server: nobody finished it." in told(guest, "company-commander", yesterday)


def test_a_try_under_other_rules_is_not_counted_among_the_others(alone: Server) -> None:
    me, other = Guest(alone.url), Guest(alone.url)
    mine, theirs = started(me, "green-troops"), started(other, "green-troops")
    finish(alone, mine, own_seat("green-troops"))
    finish(alone, theirs, own_seat("green-troops"))
    assert "1 won" in told(me, "green-troops")
    rows(alone, "UPDATE tables SET rules = 99 WHERE id = ?", theirs)
    assert "nobody has finished" in told(me, "green-troops")
    assert told(other, "green-troops").startswith(("You won", "You lost")), "his page opens all the same"


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
    assert index["daily"] == [{"game": SLUG, "day": day_of(now()).isoformat(), "table": table}]
    name = name_of(guest)
    assert rows(server, "SELECT table_id FROM daily WHERE guest = ?", name) == [(table,)]
    assert deleted(guest).status_code == 303
    assert not rows(server, "SELECT * FROM daily WHERE guest = ? OR table_id = ?", name, table)


def test_a_try_whose_table_is_gone_still_counts_until_its_day_is_long_over(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tables.store._database
    store, lifetime, analyses = DailyStore(database), Lifetime(database), Analyses(tables, AnalysisStore(database))
    today = now()

    async def played() -> tuple[str, list[str], list[bool], int]:
        id = await begin(tables, store, SLUG, "a")
        await lifetime.remove_daily(today + timedelta(days=5))
        kept = len(await store.tries("a"))
        assert await lifetime.remove_tables(today + timedelta(days=1)) == [id]
        await lifetime.remove_daily(today)
        again = await begin(tables, store, SLUG, "a")
        tried = {one.game: one for one in await store.tries("a")}
        entry = await daily._entry(store, analyses, "a", load(SLUG), day_of(today), tried)
        await lifetime.remove_daily(today + timedelta(days=1))
        return id, [again], [entry.gone, entry.result == "", entry.others is None], kept + len(await store.tries("a"))

    id, again, gone, left = asyncio.run(played())
    assert again == [id]
    assert gone == [True, True, True]
    assert left == 1


def test_the_page_stands_when_a_table_is_gone(server: Server, guest: Guest) -> None:
    table = started(guest)
    for name, column in (("deeds", "table_id"), ("holders", "table_id"), ("seats", "table_id"), ("tables", "id")):
        rows(server, f"DELETE FROM {name} WHERE {column} = ?", table)
    assert told(guest) == "Played; the table has been removed."


def test_what_nobody_can_tell_any_more_counts_for_nothing() -> None:
    unknown = DailyTry(SLUG, "2026-03-01", "t", 1, Result(0, (), ""))
    assert daily._ending(unknown, 0) == ""
    assert daily._ending(unknown._replace(result=Result(3, (1,), "")), 0) == "lost"
