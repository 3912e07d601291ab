"""The days of daily deals: past ones are playable and count for nothing, and a guest sees those they played."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from datetime import date, timedelta

import pytest
from sqlalchemy import update

from grognard.play.daily import OPPONENT, day_of
from grognard.registry import load
from grognard.server.pages import daily
from grognard.server.pages.daily import begin
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.rows import now
from grognard.server.storage.schema import TABLES
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Server, taken
from tests.server.test_daily import MIDNIGHT, SCRIPT, SLUG, finish, own_seat, rows, secret_of, shown, started, told

pytestmark = pytest.mark.usefixtures("same_day")


def day_before(days: int) -> str:
    """An earlier day."""
    return (day_of(now()) - timedelta(days=days)).isoformat()


def late(guest: Guest, day: str, slug: str = SLUG) -> str:
    """The table of an attempt at the deal of a past day, by the button of its page."""
    assert f'name="day" value="{day}"' in guest.page(f"/daily?day={day}").text
    answer = guest.post(f"/daily/{slug}", {"day": day})
    assert answer.status == 303, answer.text
    return answer.answer.headers["location"].removeprefix("/tables/")


def month(guest: Guest, day: str = "") -> str:
    """What the page says about a month, in words; of its calendar only the days played."""
    page = guest.page(f"/daily?day={day}" if day else "/daily").text
    (found,) = re.findall(r'<section class="month".*?</section>', page, re.DOTALL)
    played = re.findall(r'<td class="played(?: today)?">.*?(\d+) <span class="tick"', found)
    said = re.sub(r"<table.*</table>", "", found, flags=re.DOTALL)
    return " ".join([*re.sub("<[^>]+>", " ", said).split(), *played])


def has_played(server: Server, guest: Guest, *ago: int) -> None:
    """Lets a guest have finished a deal on each of these days; takes today's tables of other games."""
    for number, days in enumerate(ago):
        table = started(guest, "outpost")
        finish(server, table, 0)
        rows(server, "UPDATE daily SET day = ?, game = ? WHERE table_id = ?", day_before(days), f"{number}", table)


def test_a_past_day_is_playable_and_counts_for_nothing(server: Server, guest: Guest) -> None:
    day = day_before(1)
    rows(server, "UPDATE daily_secret SET since = ?", day)
    table = late(guest, day)
    assert late_again(guest, day) == table
    deal = secret_of(server).deal(SLUG, 1, date.fromisoformat(day), 2)
    assert rows(server, "SELECT seed, daily FROM tables WHERE id = ?", table) == [(str(deal.seed), day)]
    assert rows(server, "SELECT bot FROM seats WHERE table_id = ? AND seat = ?", table, deal.seat) == [(None,)]
    assert rows(server, "SELECT bot FROM seats WHERE table_id = ? AND bot IS NOT NULL", table) == [(OPPONENT,)]
    assert guest.api(f"/tables/{table}/hint", {"at": guest.look(table)["at"]}).status_code == 403
    guest.do(table, "resign")
    assert told(guest, day=day).startswith("You lost")
    assert "1 day" not in month(guest, day)
    assert "The deal checks out" in guest.page(f"/tables/{table}/check").text
    journal = guest.page(f"/tables/{table}/journal").text
    command = [sys.executable, "-I", str(SCRIPT), day, shown(guest, "key", date.fromisoformat(day))]
    assert subprocess.run(command, input=journal, capture_output=True, text=True, check=False).returncode == 0
    assert json.loads(taken(guest)["index.json"])["daily"][0]["late"] is True


def late_again(guest: Guest, day: str) -> str:
    """The table of an attempt that has begun."""
    return str(guest.post(f"/daily/{SLUG}", {"day": day}).answer.headers["location"].removeprefix("/tables/"))


def test_no_deal_to_come_can_be_started(guest: Guest) -> None:
    for day in (day_before(-1), "soon", "2026-02-30", ""):
        assert guest.post(f"/daily/{SLUG}", {"day": day}).status == (303 if day == "" else 400), day


def test_an_attempt_begun_before_midnight_counts_for_its_day(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, result = DailyStore(tables.store._database), {"turn": 7, "winners": [0], "text": "x"}

    async def played() -> list[tuple[str, bool, bool]]:
        for seconds, day in ((-1, None), (0, MIDNIGHT.date() - timedelta(days=2)), (0, None)):
            moment = MIDNIGHT + timedelta(seconds=seconds)
            monkeypatch.setattr(daily, "now", lambda moment=moment: moment)
            await begin(tables, store, SLUG, "a", day)
        before = {one.counts for one in await store.tries("a")}
        assert before == {False}, "none is finished"
        async with tables.store._database.writing() as connection:
            await connection.execute(update(TABLES).values(ended=MIDNIGHT + timedelta(days=3), result=result))
        return [(one.day, one.late, one.counts) for one in await store.tries("a")]

    assert asyncio.run(played()) == [
        ("2026-02-28", True, False),
        ("2026-03-01", False, True),
        ("2026-03-02", False, True),
    ]


def test_the_month_counts_the_days_on_which_you_finished_a_deal(server: Server, guest: Guest) -> None:
    today = day_of(now())
    assert month(guest).startswith(f"Your {today:%B} ←"), "a newcomer sees no counts"
    has_played(server, guest, 0)
    assert f"Your {today:%B} 1 day this month ←" in month(guest)
    assert month(guest).split()[-1] == str(today.day)
    has_played(server, guest, 1, 2, 4)
    assert "Current run: 4 days , your best" in month(guest)


def test_a_run_that_has_ended_leaves_its_best_and_no_word_of_loss(server: Server, guest: Guest) -> None:
    has_played(server, guest, 40, 39, 38, 37, 36, 9, 8)
    page = month(guest)
    assert "Best run: 5 days" in page
    assert "Current" not in page
    assert not re.search(r"(?i)lost|broke|miss|ended|hurry|left", page)
    for path in ("/", "/daily"):
        assert 'role="alert"' not in guest.page(path).text


def test_a_guest_who_hides_runs_sees_none_and_still_sees_the_days(server: Server, guest: Guest) -> None:
    has_played(server, guest, 1, 2, 3)
    assert "Your run: 3 days" in guest.page("/").text
    days = month(guest).split()[-3:]
    guest.post("/your-data/scores", {})
    for path in ("/", "/daily", "/games-of-mine/record"):
        assert not re.search(r"(?i)(your|best|current|a) runs?\b|streak", guest.page(path).text), path
    assert month(guest).split()[-3:] == days


def test_a_finished_deal_has_a_text_to_share_that_gives_nothing_away(server: Server, guest: Guest) -> None:
    assert "<textarea" not in guest.page("/daily").text
    finish(server, started(guest), own_seat(server))
    (text,) = re.findall(r"<textarea[^>]* readonly [^>]*>([^<]*)</textarea>", guest.page("/daily").text)
    today = day_of(now())
    title, link = load(SLUG).spec.meta.title, f"{server.url}/daily?day={today.isoformat()}"
    assert text == f"Grognard, daily deal of {today.day} {today:%B}: {title}. Won in 7 turns. {link}"
