"""The budget of a guest: all work and memory count, on every route."""

from __future__ import annotations

import ast
import asyncio
import gc
import threading
import time
import tracemalloc
import warnings
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar, cast

import httpx
import msgspec
import pytest
from itsdangerous import TimestampSigner
from litestar import Litestar
from litestar.routes import HTTPRoute

import grognard.server
from grognard.bots.turns import NOBODY, WHOSE, Whose
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.play.timeline import Timeline
from grognard.registry import load, registered_names
from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.errors import TooMuch
from grognard.server.guests import budgets as work_module
from grognard.server.guests.budgets import MOMENT, OF_ADDRESS, REMEMBERED, SAVED, THREADS, Shelf, Work
from grognard.server.guests.cookies import COOKIE
from grognard.server.net.middleware import UNLIMITED, is_unlimited
from grognard.server.replays import Replay, read_replay
from grognard.server.storage.migrate import migrate
from grognard.server.tables.live_table import LiveTable
from tests.server import support

T = TypeVar("T")

HERE: Final = "127.0.0.1"  # the address of those who ask
ANNA: Final = Whose(HERE, "anna")
DEBT: Final = 100_000.0  # seconds: nobody pays that off while a test runs
SAID: Final = "The server has done a lot of work for you. Try again in "


class Asked:
    """The whole server without a socket."""

    def __init__(self, folder: Path) -> None:
        roomy = Config(requests_per_minute=1_000_000, guests_per_minute=1_000_000, statistics="on")
        self.config = msgspec.structs.replace(roomy, data_dir=str(folder), secret="work " * 9)
        migrate(self.config.url)
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            self.app: Litestar = create_app(self.config)
        self.work: Work = self.app.state.tables.work
        self.cookie = TimestampSigner(self.config.secret, salt="dated guest").sign(ANNA.guest).decode()
        self._loop = asyncio.new_event_loop()

    def ask(self, method: str, path: str, known: bool = True) -> httpx.Response:
        """The answer to a request of a guest, or of a newcomer."""

        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(cast(Any, self.app), client=(HERE, 1))
            cookies = {COOKIE: self.cookie} if known else {}
            async with httpx.AsyncClient(transport=transport, base_url="http://here", cookies=cookies) as client:
                return await client.request(method, path, headers={"accept": "text/html"})

        return self._loop.run_until_complete(answer())

    def close(self) -> None:
        """Lets go of the database."""
        self._loop.run_until_complete(self.app.state.tables.close())
        self._loop.run_until_complete(self.app.state.database.close())
        self.app.state.tables.workers.close()
        self._loop.close()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """A server."""
    found = Asked(tmp_path_factory.mktemp("asked"))
    yield found
    found.close()


@pytest.fixture(autouse=True)
def nobodys() -> Iterator[None]:
    """What a test does itself is done for nobody."""
    token = WHOSE.set(NOBODY)
    yield
    WHOSE.reset(token)


def routes(app: Litestar) -> list[tuple[str, str]]:
    """Every method and path that the server answers, with something in the place of each parameter."""
    found: list[tuple[str, str]] = []
    for route in app.routes:
        assert isinstance(route, HTTPRoute), "a kind of route that this test does not know"
        parts = [part if isinstance(part, str) else "1" for part in route.path_components]
        found += [(method, "/" + "/".join(parts)) for method in sorted(route.methods) if method != "OPTIONS"]
    return found


# -- every route ------------------------------------------------------------------------------------------------------


def test_every_route_has_a_budget(asked: Asked) -> None:
    """A refusal says when to try again, to a guest and to a newcomer."""
    found = routes(asked.app)
    counted = [route for route in found if not is_unlimited(route[1])]
    assert len(counted) >= 70
    assert len(found) - len(counted) <= len(UNLIMITED) + 1  # and the static files
    for whose, known in ((Whose("", ANNA.guest), True), (Whose(HERE), False)):
        asked.work.charge(whose, DEBT)
        for method, path in counted:
            answer = asked.ask(method, path, known)
            assert answer.status_code == 429, (method, path)
            assert int(answer.headers["retry-after"]) > 0
            assert SAID in answer.text, (method, path)
        for path in UNLIMITED:
            assert asked.ask("GET", path).status_code != 429, path
        asked.work._owed.clear()


def test_every_route_is_charged(asked: Asked) -> None:
    """Whatever it answers, its guest and the address pay for it."""
    for method, path in routes(asked.app):
        asked.work._owed.clear()
        asked.ask(method, path)
        names = set() if is_unlimited(path) else {ANNA.guest, f"from {HERE}"}
        assert set(asked.work._owed) == names, (method, path)


# Where a thread or a task begins in the server, and why it is not charged, or by whom it is.
BEGUN: Final = {
    "guests/budgets.py": "charged here",
    "tables/table_registry.py": "tasks in the background: each of their steps is charged",
    "jobs/print_queue.py": "its work is `Work.aside`",
    "net/open_browser.py": "waits for the browser of the host, once at the start",
    "net/stream.py": "a heartbeat, which the stream waits for",
    "serve.py": "the stop of the server",
    "storage/disk.py": "waits for the disk, which takes no time of the processor",
    "storage/database.py": "checks the disk, for /readyz",
    "storage/integrity.py": "the check of the file at the start",
    "storage/migrate.py": "at the start",
}
BEGINS: Final = ("to_thread", "run_in_executor", "create_task", "ensure_future", "Thread", "ThreadPoolExecutor")


def test_nothing_heavy_is_done_beside_the_budget() -> None:
    """Each place that begins a thread or a task is known here: a new one belongs into `Work`."""
    folder = Path(grognard.server.__file__).parent
    found = {
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in BEGINS
    }
    assert "guests/budgets.py" in found
    assert found <= set(BEGUN)


# -- work -------------------------------------------------------------------------------------------------------------


class Clock:
    """Time as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        clocks = SimpleNamespace(monotonic=lambda: self.now, thread_time=time.thread_time)
        monkeypatch.setattr(work_module, "time", clocks)  # and not that of the event loop


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that is moved by hand."""
    return Clock(monkeypatch)


def refusal(work: Work, whose: Whose) -> int:
    """In how many seconds a guest may ask again; 0 for now."""
    token = WHOSE.set(whose)
    try:
        work.must_have_room()
    except TooMuch as error:
        return error.seconds
    finally:
        WHOSE.reset(token)
    return 0


def test_who_has_used_it_up_waits_until_it_is_paid_off(clock: Clock) -> None:
    work = Work(15)
    saved = SAVED * 15
    work.charge(ANNA, saved)
    assert refusal(work, ANNA) == 0
    work.charge(ANNA, 2)
    assert refusal(work, ANNA) == 8, "each second costs four"
    assert refusal(work, Whose(HERE, "ben")) == refusal(work, Whose(HERE)) == 0
    clock.now += 8
    assert refusal(work, ANNA) == 0
    work.charge(ANNA, 1000)
    assert refusal(work, ANNA) == 4000
    assert refusal(work, Whose(HERE, "ben")) > 0, "an address has two budgets"
    assert refusal(work, Whose(HERE)) > 0, "which newcomers share"
    assert refusal(work, Whose("elsewhere", "ben")) == refusal(work, NOBODY) == 0
    work.forget(ANNA.guest)
    assert refusal(work, Whose("elsewhere", ANNA.guest)) == 0


def test_an_address_has_the_budget_of_some_guests(clock: Clock) -> None:
    work, number = Work(15), 0
    while not refusal(work, Whose(HERE, f"guest {number}")):
        work.charge(Whose(HERE, f"guest {number}"), SAVED * 15)
        number += 1
    assert number == OF_ADDRESS + 1


def test_who_steps_quickly_through_a_long_replay_never_meets_it(clock: Clock) -> None:
    """Ten steps a second for an hour, as many as requests are allowed: each takes the processor 20 ms."""
    work = Work(Config().work_per_minute)
    for _ in range(3600 * 10):
        assert not refusal(work, ANNA)
        work.charge(ANNA, 0.02)
        clock.now += 60 / Config().requests_per_minute


def test_those_who_owe_nothing_are_forgotten(clock: Clock) -> None:
    work = Work(15)
    for number in range(2 * REMEMBERED):
        work.charge(Whose("", f"guest {number}"), 1)
        clock.now += 1
    assert len(work._owed) <= REMEMBERED + 1


def run(work: Callable[[], Awaitable[T]]) -> T:
    """Does something that waits."""

    async def done() -> T:
        async with asyncio.timeout(60):
            return await work()

    return asyncio.run(done())


def test_each_step_of_what_waits_is_charged_and_errors_pass(clock: Clock) -> None:
    assert clock.now, "it stands still, so nothing is paid off"
    work = Work(15)

    def busy(seconds: float) -> None:
        end = time.thread_time() + seconds
        while time.thread_time() < end:
            pass

    async def steps(error: type[Exception] | None) -> str:
        for _ in range(3):
            busy(0.01)
            await asyncio.sleep(0)
        if error is not None:
            raise error
        return "done"

    async def cancelled() -> None:
        task = asyncio.create_task(_metered(work, asyncio.sleep(3600)))
        await asyncio.sleep(0)
        task.cancel()
        await task

    async def tried() -> None:
        WHOSE.set(ANNA)
        assert await work.metered(steps(None)) == "done"
        assert work._owed[ANNA.guest][0] > 0.025
        with pytest.raises(ZeroDivisionError):
            await work.metered(steps(ZeroDivisionError))
        assert work._owed[ANNA.guest][0] > 0.05
        with pytest.raises(asyncio.CancelledError):
            await cancelled()
        await work.aside(busy, 0.03)
        await asyncio.sleep(0)
        assert work._owed[ANNA.guest][0] > 0.075, "work in a thread too"

    run(tried)


async def _metered(work: Work, of: Any) -> None:
    await work.metered(of)


def test_of_heavy_work_that_waits_none_is_done_once_the_budget_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for all at once, before anything was charged."""
    work, done = Work(15), list[int]()
    clocks = SimpleNamespace(monotonic=time.monotonic, thread_time=partial(next, count(step=DEBT)))
    monkeypatch.setattr(work_module, "time", clocks)

    async def tried() -> list[object]:
        WHOSE.set(ANNA)

        def heavy(number: int) -> None:
            done.append(number)

        return await asyncio.gather(*(work.aside(heavy, number) for number in range(50)), return_exceptions=True)

    answers = run(tried)
    assert 1 <= len(done) <= THREADS
    assert sum(isinstance(answer, TooMuch) for answer in answers) == 50 - len(done)


def test_a_thread_keeps_its_place_when_nobody_waits_for_it_any_more() -> None:
    work, go_on, under_way = Work(15), threading.Event(), list[int]()

    def heavy() -> None:
        under_way.append(1)
        go_on.wait(30)

    async def tried() -> None:
        tasks = [asyncio.create_task(work.aside(heavy)) for _ in range(3 * THREADS)]
        while len(under_way) < THREADS:
            await asyncio.sleep(0.001)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        last = asyncio.create_task(work.aside(heavy))
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(under_way) == THREADS
        go_on.set()
        await last

    run(tried)
    assert len(under_way) == THREADS + 1


def test_what_belongs_to_something_under_way_is_not_refused_and_what_has_time_waits(clock: Clock) -> None:
    work = Work(15)

    async def tried() -> None:
        WHOSE.set(ANNA)
        work.charge(ANNA, DEBT)
        with pytest.raises(TooMuch):
            await work.aside(int)
        assert await work.finish_aside(int) == 0
        waiting = asyncio.create_task(work.room())
        await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()
        work._owed.clear()
        await work.room()

    run(tried)


# -- memory -----------------------------------------------------------------------------------------------------------


class Thing:
    """Something in memory."""

    def __init__(self, weight: int) -> None:
        self.weight = weight


def put(shelf: Shelf, key: str, whose: Whose, weight: int) -> Thing:
    """Something that is kept for a guest."""
    token = WHOSE.set(whose)
    thing = Thing(weight)
    shelf.put(key, thing)
    WHOSE.reset(token)
    return thing


def kept(shelf: Shelf, *keys: str) -> list[bool]:
    """Which of these are still there; does not count as asking for them."""
    return [key in shelf._kept for key in keys]


def test_each_guest_and_each_address_has_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(each=100)
    put(shelf, "other", Whose("elsewhere", "z"), 90)
    put(shelf, "a1", ANNA, 60)
    put(shelf, "a2", ANNA, 40)
    assert kept(shelf, "other", "a1", "a2") == [True] * 3
    assert shelf.get("a1") is not None  # asked for again, so the other goes first
    put(shelf, "a3", ANNA, 10)
    assert kept(shelf, "other", "a1", "a2", "a3") == [True, True, False, True]
    put(shelf, "b1", Whose(HERE, "b"), 100)
    put(shelf, "c1", Whose(HERE, "c"), 60)
    assert kept(shelf, "other", "a1", "a3", "b1", "c1") == [True, False, True, True, True], "200 for the address"
    growing = put(shelf, "d", Whose("far", "d"), 10)
    put(shelf, "e", Whose("far", "e"), 10)
    growing.weight = 101
    shelf.make_room()
    assert kept(shelf, "d", "e", "other") == [False, True, True]
    put(shelf, "huge", Whose("x", "x"), 1000)
    assert kept(shelf, "huge", "other") == [True, True], "the last one stays, even a huge one"
    monkeypatch.setattr("grognard.server.guests.budgets.MOST_MOMENTS", 1100)
    put(shelf, "last", Whose("y", "y"), 60)
    assert kept(shelf, "huge", "last", "other") == [False, True, True]


def long_game(slug: str, deeds: int = 150) -> Session:
    """A game of random choices, or the beginning of one."""
    game = load(slug)
    session, whim = Session(game, 11, [PERSON] * game.num_players()), 7
    while session.outcome() is None and len(session.journal.entries) < deeds:
        whim = (1103515245 * whim + 12345) % 2**31
        legal = session.state.legal_actions()
        session.play(session.state.current_player(), legal[whim // 65536 % len(legal)])
    return session


def bytes_of(make: Callable[[], T]) -> tuple[T, int]:
    """What something takes in memory."""
    gc.collect()
    tracemalloc.start()
    try:
        found = make()
        gc.collect()
        return found, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("slug", registered_names())
def test_a_moment_takes_no_more_memory_than_is_reckoned(slug: str) -> None:
    """At a table and in the replay of a journal, with the logs of each seat, a spectator and all seats together."""
    session = long_game(slug)
    seats = range(session.game.num_players())
    deeds = read_replay(session.journal).deeds

    def read_logs(timeline: Timeline) -> None:
        for seat in (None, *seats):
            timeline.log(seat, reader=seat)
        timeline.log(None, also=seats)

    def table() -> LiveTable:
        live = support.table_of(slug, *[PERSON] * len(seats))
        for deed in deeds:
            live.enter(deed)
        read_logs(live.timeline)
        return live

    def replay() -> Replay:
        replay = read_replay(session.journal)
        read_logs(replay.timeline)
        return replay

    makes: list[Callable[[], LiveTable | Replay]] = [table, replay]
    for make in makes:
        make()  # what the game keeps for everyone is in memory from now on
        kept, taken = bytes_of(make)
        assert taken <= MOMENT * kept.weight
