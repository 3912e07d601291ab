"""Statistics: off unless a host wants them; people and bots apart, finished games alone, no names and no few games."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from grognard.lab.journals import read_folder
from grognard.lab.recording import LIBRARIES
from grognard.lab.report.building import FEW, LEAST, MIXED, PEOPLE
from grognard.lab.report.finished import report_of
from grognard.lab.report.page import page_of
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.registry import load
from grognard.server.config import Config
from grognard.server.jobs import statistics
from grognard.server.jobs.statistics import GIVEN, Statistics
from grognard.server.storage.database import Database
from grognard.server.storage.expiry import Expiry
from grognard.server.storage.migrate import migrate
from grognard.server.storage.tables import TableStore
from tests.server.finished import BEGUN, filled, game_of, keep
from tests.server.support import Guest, Server, running, until

ON = {"GROGNARD_STATISTICS": "on"}


class Aside:
    """Workers that do all on the spot, and count it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def aside(self, work: Callable[..., Any], *asked: Any) -> Any:
        self.asked.append(work.__name__)
        return work(*asked)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TableStore]:
    """An empty database; games are played again without a pause."""
    monkeypatch.setattr(statistics, "PAUSE", 0)
    config = Config(data_dir=str(tmp_path))
    migrate(config.url)
    database = Database(config.url)
    yield TableStore(database)
    asyncio.run(database.close())


def counted(store: TableStore, aside: Aside | None = None) -> Statistics:
    """What a server that starts now counts."""
    found = Statistics(store, cast(Any, aside or Aside()))
    asyncio.run(found.count())
    return found


def counts(store: TableStore, name: tuple[str, int] = ("outpost", 2)) -> dict[str, int]:
    """How many games each group has, small ones too."""
    found = counted(store)
    groups = [game.group for game in found._games.values() if game is not None]
    return {group: groups.count(group) for group in {*groups}}


# -- what is counted ---------------------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_report_on_the_journals(store: TableStore, tmp_path: Path) -> None:
    async def play() -> None:
        for number in range(LEAST):
            await keep(store, game_of(number))
            await keep(store, game_of(100 + number), ("anna", "*greedy"))

    asyncio.run(play())
    folder = tmp_path / "journals"
    folder.mkdir()
    for number in (*range(LEAST), *range(100, 100 + LEAST)):
        session = game_of(number)
        if number >= 100:
            header = session.journal.header
            session.journal.header = msgspec.structs.replace(header, seats=(PERSON, "greedy"))
        session.save(folder / f"{number:03}.jsonl")
    game = load("outpost")
    told = page_of(game, report_of(game, read_folder(game, folder).groups))
    shown = counted(store).shown["outpost", 2]
    assert shown.counts == {PEOPLE: LEAST, MIXED: LEAST}
    assert shown.page.sections == told.sections
    assert shown.page.about == told.about


def test_running_games_are_never_counted(store: TableStore) -> None:
    async def play() -> None:
        await keep(store, game_of(1))
        await keep(store, game_of(2, until=3))
        lying = await keep(store, game_of(3, until=3))  # a row that says otherwise, and a game that still runs
        await store.set_table(lying, ended=BEGUN)

    asyncio.run(play())
    assert counts(store) == {PEOPLE: 1}


def test_what_people_did_not_play_against_each_other_is_left_out(store: TableStore) -> None:
    async def play() -> None:
        await keep(store, game_of(1))
        await keep(store, game_of(2), one_screen=True)
        await keep(store, game_of(3), ("anna", "anna"))
        await keep(store, game_of(4), seed=4)  # the seed of a daily deal, of a puzzle, or a known one
        await keep(store, game_of(1), id="again")
        await keep(store, game_of(5), rules=0)
        await keep(store, game_of(6, morale=4))
        given_up = Session(load("outpost"), GIVEN + 7, [PERSON] * 2)
        given_up.resign(0)
        await keep(store, given_up)
        await keep(store, game_of(8), ("anna", "gone:1"))
        await keep(store, game_of(9), ("*veteran-bold", "anna"))

    asyncio.run(play())
    assert counts(store) == {PEOPLE: 1, MIXED: 1}


def test_four_at_a_table_are_a_kind_of_their_own(store: TableStore) -> None:
    async def play() -> None:
        for number in range(LEAST):
            await keep(store, game_of(number, "green-troops", seats=4), ("anna", "ben", "carl", "*greedy"))

    asyncio.run(play())
    found = counted(store)
    assert found.shown["green-troops", 4].counts == {MIXED: LEAST}
    assert found.shown["green-troops", 2].counts == {}
    told = "These are not the standard rules. House rule: Seats at the table: 4, two against two (GT-13.3)."
    assert told in found.shown["green-troops", 4].page.about


def test_a_broken_game_does_not_spoil_the_others(store: TableStore, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        await keep(store, game_of(1))
        other = game_of(3)
        session = game_of(2)
        session.journal.entries = other.journal.entries
        await keep(store, session)

    asyncio.run(play())
    assert counts(store) == {PEOPLE: 1}
    assert "a table cannot be counted" in caplog.text
    assert "table-2" not in caplog.text


def test_a_game_is_played_again_once_and_the_latest_are_counted(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "LATEST", 3)
    monkeypatch.setattr(statistics, "AT_ONCE", 2)

    async def play(numbers: Sequence[int]) -> None:
        for number in numbers:
            await keep(store, game_of(number))

    aside = Aside()
    asyncio.run(play(range(5)))
    found = counted(store, aside)
    assert sorted(found._games) == ["table-2", "table-3", "table-4"]
    assert aside.asked.count("packed_row") == 3
    asyncio.run(play([5]))
    asyncio.run(found.count())
    assert sorted(found._games) == ["table-3", "table-4", "table-5"]
    assert aside.asked.count("packed_row") == 4


def test_who_has_his_data_deleted_is_not_counted_any_more(store: TableStore) -> None:
    """Neither where he played alone, nor where somebody else keeps the table."""

    async def play() -> None:
        await keep(store, game_of(1))
        await keep(store, game_of(2), ("anna", "*greedy"))
        await keep(store, game_of(3), ("carl", "*greedy"))

    asyncio.run(play())
    found = counted(store)
    assert len(found._games) == 3
    lifetime = Expiry(store._database)
    asyncio.run(lifetime.remove_guest("anna", ()))
    asyncio.run(found.count())
    assert sorted(found._games) == ["table-3"]


def test_it_goes_on_after_the_database_was_away(
    store: TableStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(statistics, "EVERY", 0)
    found = Statistics(store, cast(Any, Aside()))
    asked = found.count
    times = 0

    async def away() -> None:
        nonlocal times
        times += 1
        if times == 1:
            raise OperationalError("SELECT", {}, Exception())
        await asked()
        raise asyncio.CancelledError

    monkeypatch.setattr(found, "count", away)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(found.tend())
    assert "could not count finished games" in caplog.text
    assert found.shown


# -- the pages ---------------------------------------------------------------------------------------------------------


def test_there_is_no_such_page_unless_the_host_wants_it(server: Server) -> None:
    guest = Guest(server.url)
    assert guest.page("/statistics").status == 404
    assert guest.page("/statistics/fusillade").status == 404
    assert "/statistics" not in guest.page("/").text
    assert "Statistics" not in guest.page("/your-data").text


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that shows statistics of 20 games of people, 19 of people with bots, and 20 of four at a table."""
    folder = tmp_path_factory.mktemp("counting")

    async def play(store: TableStore) -> None:
        for number in range(LEAST):
            await keep(store, game_of(number), (f"Wellington{number}", f"Ney{number}"))
            teams = game_of(1000 + number, "green-troops", seats=4)
            await keep(store, teams, ("anna", "ben", "carl", "dora"))
        for number in range(LEAST - 1):
            await keep(store, game_of(100 + number), ("anna", "*greedy"))

    filled(folder, play)
    with running(folder, ON) as found:
        guest = Guest(found.url)
        until(lambda: "<table" in guest.page("/statistics").text, 60)
        yield found


def row(page: str, name: str) -> list[str]:
    """The cells beside a name."""
    found = re.search(rf'<tr><th scope="row">(?:<a [^>]*>)?{name}(?:</a>)?</th>(.*?)</tr>', page, re.DOTALL)
    assert found, page
    return re.findall(r"<td[^>]*>(.*?)</td>", found[1])


def test_people_and_bots_are_counted_apart_and_small_numbers_hidden(counting: Server) -> None:
    guest = Guest(counting.url)
    page = guest.page("/statistics").text
    assert row(page, "Outpost") == [str(LEAST), FEW]
    assert row(page, "Green Troops, 4 seats") == [str(LEAST), FEW]
    assert row(page, "Fusillade") == [FEW, FEW]
    assert 'href="/statistics/outpost"' in page
    assert 'href="/statistics/fusillade"' not in page
    told = guest.page("/statistics/outpost").text
    assert "20 finished games of people" in told
    assert "There are fewer than 20 games of people and bots, so they are not shown." in told
    assert "Is it fair?" in told
    assert str(LEAST - 1) not in told.partition("<h1>")[2].partition("Is it fair?")[0]
    assert "between people and bots" not in told


def test_nobody_is_named(counting: Server) -> None:
    guest = Guest(counting.url)
    told = "".join(guest.page(f"/statistics{path}").text for path in ("", "/outpost", "/green-troops?seats=4"))
    assert not re.search(r"Wellington\d|Ney\d|anna|table-\d", told)


def test_sizes_and_games_that_there_are_not(counting: Server) -> None:
    guest = Guest(counting.url)
    assert "20 finished games of people" in guest.page("/statistics/green-troops?seats=4").text
    assert "Finished games. Rules version" in guest.page("/statistics/green-troops").text
    assert guest.page("/statistics/green-troops?seats=3").status == 404
    assert guest.page("/statistics/outpost?seats=-1").status == 404
    assert guest.page("/statistics/outpost?seats=many").status == 400
    assert guest.page("/statistics/chess").status == 404


def test_guests_are_told_where_it_is_shown(counting: Server) -> None:
    guest = Guest(counting.url)
    assert '<a href="/statistics">' in guest.page("/").text
    assert '<a href="/statistics">' in guest.page("/your-data").text


def test_it_needs_no_library_of_the_lab() -> None:
    """The extra is not for servers: nothing that they import or count with may ask for it."""
    code = (
        "import sys\n"
        f"sys.modules |= dict.fromkeys({(*LIBRARIES, 'numpy')})  # who imports one of them fails\n"
        "import grognard.server.app\n"
        "from grognard.lab.journals import packed_page, packed_row\n"
        "from grognard.play.journal import Deed\n"
        "from tests.server.finished import game_of\n"
        "games = [game_of(number) for number in range(20)]\n"
        "rows = [packed_row('outpost', {}, game.seed, game.journal.header.seats, "
        "[deed for deed in game.journal.entries if isinstance(deed, Deed)]) for game in games]\n"
        "print(packed_page('outpost', {}, {'people': rows})[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'people': 20}\n"
