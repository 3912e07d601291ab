"""A damaged database: the start notices it, no page is a wrong board, and the log says what to do."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event
from typing import Any, Final, cast

import httpx
import pytest
from itsdangerous import TimestampSigner
from litestar import Litestar

from grognard.kernel.errors import BadInput
from grognard.registry import load
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.errors import DAMAGE
from grognard.server.guests.cookies import COOKIE
from grognard.server.serve import checking_for_damage
from grognard.server.storage.checksums import FIRST
from grognard.server.storage.database import DAMAGED
from grognard.server.storage.integrity import IntegrityCheck
from grognard.server.storage.migrate import RESTORE, migrate
from grognard.server.storage.rows import Seat, TableRecord, now
from grognard.server.storage.schema import METADATA
from grognard.server.storage.tables import TableStore
from grognard.server.tables.dealing import promise
from grognard.server.tables.table_registry import CLOSED
from tests.records.record import SLUGS
from tests.server.finished import filled, game_of, keep
from tests.server.support import PROBLEM, Json

PAGE: Final = 4096
NUMBER: Final = 20  # tables
SECRET: Final = "damage " * 9
DOZEN: Final = 12
DAMAGES: Final = {"zeros": bytes(PAGE), "noise": bytes((7 * at + at // 251) % 256 for at in range(PAGE))}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound database of twenty tables: all games, some over, and one that waits to be dealt."""
    folder = tmp_path_factory.mktemp("sound")

    async def play(store: TableStore) -> None:
        for number in range(NUMBER - 1):
            slug = SLUGS[number % len(SLUGS)]
            await keep(store, game_of(number, slug, until=0 if slug == "outpost" else 3 + number), daily="2026-03-01")
        game = load("fusillade")
        undealt = TableRecord(
            id="undealt", game=game.slug, rules=game.spec.meta.rules, options=game.options, numbers=game.overrides,
            seed="", created=now(),
        )  # fmt: skip
        seats = [Seat(bot=None, key=name, ask="always", guests=frozenset({name})) for name in ("anna", "ben")]
        await store.create(undealt, seats, (), dealing=[promise("undealt", 1)])

    filled(folder, play)
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def damaged(sound: Path, folder: Path, page: int, how: str) -> Path:
    """A copy of the database with one page, counted from 0, overwritten; its header stays, or it is no database."""
    folder.mkdir(exist_ok=True)
    file = folder / "tables.sqlite"
    for left in folder.glob("tables.sqlite*"):
        left.unlink()
    shutil.copy(sound / "tables.sqlite", file)
    skipped = 100 if page == 0 else 0
    with file.open("r+b") as opened:
        opened.seek(page * PAGE + skipped)
        opened.write(DAMAGES[how][skipped:])
    return file


# -- a server without a socket ----------------------------------------------------------------------------------------


class Asked:
    """The whole server without a socket, asked by one of the guests of all tables."""

    def __init__(self, folder: Path) -> None:
        config = Config(data_dir=str(folder), secret=SECRET, requests_per_minute=1_000_000)
        self.app: Litestar = create_app(config)
        self._loop = asyncio.new_event_loop()
        cookie = TimestampSigner(config.secret, salt="dated guest").sign("anna").decode()
        self._client = httpx.AsyncClient(
            transport=httpx.ASGITransport(cast(Any, self.app)), base_url="http://here", cookies={COOKIE: cookie}
        )

    def get(self, path: str) -> httpx.Response:
        """The answer to a request."""
        return self._loop.run_until_complete(self._client.get(path, headers={"accept": "text/html"}))

    def close(self) -> None:
        """Lets go of the database."""
        self._loop.run_until_complete(self.app.state.tables.close())
        self._loop.run_until_complete(self.app.state.database.close())
        self.app.state.tables.workers.close()
        self._loop.close()


@contextmanager
def served(folder: Path) -> Iterator[Asked]:
    """A server as long as the block lasts."""
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        asked = Asked(folder)
    try:
        yield asked
    finally:
        asked.close()


def pages(folder: Path) -> int:
    """How many pages the database of a folder has."""
    return (folder / "tables.sqlite").stat().st_size // PAGE


# -- the start ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_file_is_not_served(sound: Path, tmp_path: Path, how: str) -> None:
    file = damaged(sound, tmp_path, pages(sound) // 2, how)
    with pytest.raises(BadInput) as refused, checking_for_damage(file):
        raise AssertionError("it was served")
    assert str(refused.value).startswith(f"The database {file} is damaged: ")
    assert str(refused.value).endswith(RESTORE)


def test_a_sound_file_is_served(sound: Path) -> None:
    with checking_for_damage(sound / "tables.sqlite"):
        pass


def test_an_empty_file_is_no_new_database(tmp_path: Path) -> None:
    config = Config(data_dir=str(tmp_path))
    (tmp_path / "tables.sqlite").touch()
    with pytest.raises(BadInput, match="is empty"):
        migrate(config.url)
    (tmp_path / "tables.sqlite").unlink()
    migrate(config.url)


@pytest.mark.parametrize("missing", sorted(METADATA.tables))
def test_a_database_without_one_of_its_tables_is_refused(sound: Path, tmp_path: Path, missing: str) -> None:
    shutil.copy(sound / "tables.sqlite", tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.execute(f"DROP TABLE {missing}")
    with pytest.raises(BadInput, match=f"is damaged: it has no table {missing}. Restore a backup"):
        migrate(Config(data_dir=str(tmp_path)).url)


def test_a_fault_that_is_found_later_ends_readiness(
    sound: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    damaged(sound, tmp_path, pages(sound) // 2, "zeros")
    with served(tmp_path) as asked:
        assert asked.get("/healthz").status_code == 200
        found = Event()

        def tell() -> None:
            asked.app.state.database.damaged()
            found.set()

        check = IntegrityCheck(tmp_path / "tables.sqlite")
        check.begin(0)
        check.then(tell)
        assert found.wait(20)
        check.stop()
        answer = asked.get("/readyz")
        assert answer.status_code == 503
        assert DAMAGED in answer.json()["errors"]
    assert DAMAGE in caplog.messages


# -- values that were changed in sound pages ---------------------------------------------------------------------------

CHANGES: Final = {
    "a letter of a deed": "UPDATE deeds SET deed = replace(deed, '\"seat\":0', '\"seat\":1') WHERE table_id = :id",
    "a deed that is no text": "UPDATE deeds SET deed = CAST(x'ff' || deed AS TEXT) WHERE table_id = :id AND ply = 1",
    "a deed that is a blob": "UPDATE deeds SET deed = CAST(deed AS BLOB) WHERE table_id = :id AND ply = 1",
    "half a deed": "UPDATE deeds SET deed = substr(deed, 1, 9) WHERE table_id = :id AND ply = 1",
    "the last deed": "DELETE FROM deeds WHERE table_id = :id AND ply = "
    "(SELECT max(ply) FROM deeds WHERE table_id = :id)",
    "a deed between": "DELETE FROM deeds WHERE table_id = :id AND ply = 1",
    "a number": "UPDATE deeds SET ply = 999 WHERE table_id = :id AND ply = 2",
    "game": "UPDATE tables SET game = 'green-troops' WHERE id = :id",
    "options": "UPDATE tables SET options = '{\"troops\": 7}' WHERE id = :id",
    "options, no JSON": "UPDATE tables SET options = '{' WHERE id = :id",
    "numbers": "UPDATE tables SET numbers = '{\"x\": 7}' WHERE id = :id",
    "match": "UPDATE tables SET match = '{\"games\": 3}' WHERE id = :id",
    "seed": "UPDATE tables SET seed = seed || '1' WHERE id = :id",
    "no seed": "UPDATE tables SET seed = '' WHERE id = :id",
    "daily": "UPDATE tables SET daily = '2020-01-01' WHERE id = :id",
    "one_screen": "UPDATE tables SET one_screen = 1 - one_screen WHERE id = :id",
    "checksum": "UPDATE tables SET checksum = 'x' || checksum WHERE id = :id",
    "created": "UPDATE tables SET created = 'yesterday' WHERE id = :id",
    "plan": "UPDATE seats SET plan = '[7]' WHERE table_id = :id",
}


def test_each_field_of_the_checksum_has_a_change() -> None:
    assert {*FIRST, "seed", "one_screen", "checksum"} - {"id"} <= {*CHANGES}


@pytest.mark.parametrize("change", CHANGES)
def test_a_table_that_does_not_add_up_is_closed_and_the_others_play_on(
    sound: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, change: str
) -> None:
    shutil.copy(sound / "tables.sqlite", tmp_path)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        id = connection.execute("SELECT id FROM tables WHERE game = 'fusillade' AND seed != ''").fetchone()[0]
        assert connection.execute(CHANGES[change], {"id": id}).rowcount > 0
        other = connection.execute("SELECT id FROM tables WHERE game = 'fusillade' AND id != ?", (id,)).fetchone()[0]
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    with served(tmp_path) as asked:
        page, answer = asked.get(f"/tables/{id}"), asked.get(f"/api/v1/tables/{id}")
        assert (page.status_code, answer.status_code) == (503, 503), page.text
        assert CLOSED in page.text
        assert answer.json()["detail"] == CLOSED
        assert asked.get(f"/api/v1/tables/{other}").status_code == 200
        assert asked.get("/readyz").status_code == 200
    assert [DAMAGE in line for line in caplog.messages] == [True, True]


@pytest.mark.parametrize("change", [*CHANGES, "a game that there is not"])
def test_a_closed_table_stays_in_the_list_of_those_who_sit_there(sound: Path, tmp_path: Path, change: str) -> None:
    shutil.copy(sound / "tables.sqlite", tmp_path)
    changed = CHANGES.get(change, "UPDATE tables SET game = 'no-such-game' WHERE id = :id")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        running = "SELECT id FROM tables WHERE game = 'fusillade' AND seed != '' AND ended IS NULL"
        id = connection.execute(running).fetchone()[0]
        assert connection.execute(changed, {"id": id}).rowcount > 0
    with served(tmp_path) as asked:
        page = asked.get("/")
        assert page.status_code == 200
        # A row that cannot even be read is in no list.
        assert page.text.count(f'<a href="/tables/{id}">What you can do</a>') == (change != "created")
        assert page.text.count("Closed</strong>") == (change != "created")
        assert page.text.count('<span class="state">') > 2, "the others are there too"


def test_a_changed_step_of_a_deal_closes_the_table(sound: Path, tmp_path: Path) -> None:
    for change in ("step = replace(step, 'a', 'b')", "secret = 'x' || secret", "number = 5"):
        shutil.copy(sound / "tables.sqlite", tmp_path)
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
            assert connection.execute(f"UPDATE dealing SET {change}").rowcount == 1
        with served(tmp_path) as asked:
            assert CLOSED in asked.get("/tables/undealt").text


# -- pages that are damaged --------------------------------------------------------------------------------------------


def boards(folder: Path, ids: Sequence[str]) -> dict[str, Json | None]:
    """What a guest sees at each table; nothing where it is closed, which is said in a page and as problem+json."""
    found: dict[str, Json | None] = dict.fromkeys(ids)
    if (refused := refusal(folder)) is not None:  # the damage is such that no server starts
        assert RESTORE in refused
        return found
    with served(folder) as asked:
        for path in ("/", "/my-games", "/your-data"):
            assert asked.get(path).status_code in (200, 404, 503), path
        for id in ids:
            answer = asked.get(f"/api/v1/tables/{id}")
            if answer.status_code == 200:
                found[id] = answer.json()["view"]
            elif answer.status_code != 409:  # not dealt
                assert answer.status_code in (403, 404, 503), answer.text
                assert answer.headers["content-type"].startswith(PROBLEM)
                page = asked.get(f"/tables/{id}")
                assert (page.status_code, page.headers["content-type"][:9]) == (answer.status_code, "text/html")
        assert asked.get("/readyz").status_code in (200, 503)
    return found


def refusal(folder: Path) -> str | None:
    """Why a server does not start on a database, apart from the check of the whole file."""
    try:
        migrate(Config(data_dir=str(folder)).url)
    except BadInput as error:
        return str(error)
    return None


def all_tables(folder: Path) -> list[str]:
    """The tables of a database."""
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        return [id for (id,) in connection.execute("SELECT id FROM tables ORDER BY id")]


def never_a_wrong_board(
    sound: Path, folder: Path, damages: Sequence[tuple[int, str]], log: pytest.LogCaptureFixture
) -> None:
    """Damages pages in turn: each table is as it was, or closed."""
    ids = all_tables(sound)
    assert len(ids) == NUMBER
    shutil.copytree(sound, folder / "whole")
    wanted = boards(folder / "whole", ids)
    assert sum(view is not None for view in wanted.values()) == NUMBER - 1
    closed = 0
    for page, how in damages:
        damaged(sound, folder / "damaged", page, how)
        found = boards(folder / "damaged", ids)
        assert all(view is None or view == wanted[id] for id, view in found.items()), f"page {page}, {how}"
        closed += sum(view is None for view in found.values()) - 1
    assert closed, "or the damage was noticed nowhere"
    assert not [line for line in log.messages if "Traceback" in line or "failed" in line]
    assert not [record for record in log.records if record.exc_info]
    assert any(DAMAGE in line for line in log.messages)


def test_a_dozen_damaged_pages(sound: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    last, ways = pages(sound) - 1, [*DAMAGES]
    spread = [(at * last // (DOZEN - 1), ways[at % len(ways)]) for at in range(DOZEN)]
    never_a_wrong_board(sound, tmp_path, spread, caplog)


@pytest.mark.soak
def test_every_damaged_page(sound: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    every = [(page, how) for page in range(pages(sound)) for how in DAMAGES]
    never_a_wrong_board(sound, tmp_path, every, caplog)
