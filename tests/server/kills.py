"""Kills servers, migrations, backups and restores at random moments, and looks whether anything is lost.

python -m tests.server.kills FOLDER [SHARE]

The dice of a round follow from its number. FOLDER/rounds.jsonl tells of the rounds so far, and the next run goes on
after them until each phase was hit as often as wanted, or a SHARE of it such as 0.1. A kill counts as a hit only if it
met the process within that phase. The folder of a round with a fault is kept. PostgreSQL's rounds need its programs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

from grognard import cli
from tests.fuzz.inputs import Dice
from tests.server.killing import Cluster, Crowd, Postgresql, Sqlite, Store, contents, ended
from tests.server.nursery import Child
from tests.server.old_database import HEAD, holds, revision
from tests.server.postgres import postgres
from tests.server.support import OPENED, ROOMY, Server, environment, free_port

# How many hits are wanted.
WANTED: Final = {
    "SQLite, migration": 25,
    "SQLite, backup": 15,
    "SQLite, restore": 10,
    "SQLite, playing": 50,
    "PostgreSQL, migration": 8,
    "PostgreSQL, playing": 22,
}
STEP: Final = 0.0002  # seconds between two looks whether a phase has begun
LONGEST: Final = 60  # seconds of a command


@dataclass
class Round:
    """One kill."""

    number: int
    phase: str
    hit: bool
    fault: str = ""


class Miss(Exception):
    """The process was killed outside the phase, or had ended."""


# -- commands ---------------------------------------------------------------------------------------------------------


def begun(store: Store, command: str, *arguments: object) -> Child:
    """A process of the command line on the data of a round."""
    data = store.folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    settings = environment(ROOMY | store.settings)
    given = [*map(str, arguments), "--data-dir", str(data)]
    return Child(given, settings, store.folder, store.folder / "output", {}, command)


def killed_in(child: Child, has_begun: Callable[[], bool], after: float) -> bool:
    """Kills a process so many seconds after a phase of it has begun; False if it had ended before."""
    end = time.monotonic() + LONGEST
    while not has_begun():
        if child.poll() is not None:
            return False
        assert time.monotonic() < end, "the phase did not begin"
        time.sleep(STEP)
    time.sleep(after)
    child.send_signal(signal.SIGKILL)
    return child.wait(LONGEST) == -signal.SIGKILL


def lasts(child: Child, has_begun: Callable[[], bool], has_ended: Callable[[], bool]) -> float:
    """How many seconds a phase takes that nobody kills."""
    begin = 0.0
    while not has_ended():
        if not begin and has_begun():
            begin = time.monotonic()
        assert child.poll() in (None, 0)
        time.sleep(STEP)
    return time.monotonic() - begin if begin else STEP


def within(dice: Dice, seconds: float) -> float:
    """A moment of a time."""
    return seconds * int(dice.below(1000)) / 1000


def said(*arguments: object) -> str:
    """What a command prints, which must succeed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = cli.main([str(argument) for argument in arguments])
    assert code == 0, err.getvalue()
    return out.getvalue()


def all_is_playable(store: Store) -> None:
    """A backup of a running server is restored elsewhere, which plays every table of it again."""
    if isinstance(store, Sqlite):
        file = store.folder / "whole.sqlite"
        said("backup", file, "--data-dir", store.folder / "data")
        assert "were replayed without an error" in said("restore", file, "--data-dir", store.folder / "whole")


def served(store: Store) -> Server:
    """A server on the data of a round, not yet started."""
    return Server(store.folder / "data", store.settings)


def quiet(server: Server) -> None:
    """Raises AssertionError if the log tells of a fault."""
    assert "ERROR" not in server.output(), server.output()[-2000:]
    assert "Traceback" not in server.output(), server.output()[-2000:]


# -- the phases --------------------------------------------------------------------------------------------------------


def playing(store: Store, dice: Dice) -> None:
    """The server is killed while guests play; every other one has begun with the tables of 3aacac42."""
    if dice.below(2):
        store.put_old()
    with ended(served(store).start()) as server:
        crowd = Crowd(server, dice, contents(store.url))
        crowd.wait(1)
        time.sleep(within(dice, 1.5))
        hit = crowd.is_at_work()
        server.kill()
        crowd.leave()
        server.start()
        crowd.check(contents(store.url))
        all_is_playable(store)
        quiet(server)
    if not hit:
        raise Miss


def migration_lasts(store: Store, old: bool) -> float:
    """How long a migration takes."""
    if old:
        store.put_old()
    child = begun(store, "serve", "--port", free_port())
    found = lasts(child, store.is_migrating, store.is_migrated)
    child.send_signal(signal.SIGKILL)
    child.wait(LONGEST)
    store.close()
    return found


def migration(store: Store, dice: Dice, length: Callable[[bool], float]) -> None:
    """The server's start is killed while it brings the database of 3aacac42 up to date, or creates one."""
    old = dice.below(3) > 0
    if old:
        store.put_old()
    earlier = store.left() if old else {}
    after = within(dice, length(old))
    child = begun(store, "serve", "--port", free_port())
    killed = killed_in(child, store.is_migrating, after)
    halted = store.left()
    hit = killed and revision(halted) == revision(earlier)
    if hit:
        assert sorted(halted) == sorted(earlier), "half of a migration is none"
        assert holds(halted, earlier)
    with ended(served(store).start()) as server:
        done = contents(store.url)
        assert revision(done) == HEAD
        assert holds(done, earlier)
        if old and isinstance(store, Sqlite):
            assert contents(store.url.set(database=f"{store.file}.{revision(earlier)}")) == earlier
        if not hit:
            raise Miss
        crowd = Crowd(server, dice, done, people=1, bots=0)
        crowd.wait(2)
        crowd.leave()
        crowd.check(contents(store.url))
        all_is_playable(store)
        quiet(server)
    assert not list((store.folder / "data").glob("*.part*"))


@cache
def _backup_lasts(folder: Path) -> float:
    store = Sqlite(folder / "lasts-backup")
    store.put_old()
    copy = store.folder / "copy.sqlite"
    child = begun(store, "backup", copy)
    found = lasts(child, copy.with_name(f"{copy.name}.part").exists, copy.exists)
    child.wait(LONGEST)
    store.close()
    return found


def backup(store: Store, dice: Dice) -> None:
    """A backup is killed while the server writes; the server goes on, and a later backup is whole."""
    assert isinstance(store, Sqlite)
    copy = store.folder / "copy.sqlite"
    after = within(dice, _backup_lasts(store.folder.parent))
    if dice.below(2):
        store.put_old()
    with ended(served(store).start()) as server:
        crowd = Crowd(server, dice, contents(store.url))
        crowd.wait(1)
        child = begun(store, "backup", copy)
        part = copy.with_name(f"{copy.name}.part")
        killed = killed_in(child, part.exists, after)
        hit = killed and part.exists() and not copy.exists() and crowd.is_at_work()
        crowd.wait(1)
        done = [{seat: list(done) for seat, done in party.acknowledged.items()} for party in crowd.parties]
        copy.unlink(missing_ok=True)
        assert begun(store, "backup", copy).wait(LONGEST) == 0
        crowd.wait(1)
        server.kill()
        crowd.leave()
        assert "were replayed without an error" in said("restore", copy, "--data-dir", store.folder / "restored")
        server.start()
        rows = contents(store.url)
        copied = contents(store.url.set(database=str(store.folder / "restored" / "tables.sqlite")))
        for party, before in zip(crowd.parties, done, strict=True):
            party.check_rows(copied, before)
        crowd.check(rows)
        quiet(server)
    if not hit:
        raise Miss


@cache
def _worn(folder: Path) -> Path:
    """A folder with data whose server was killed while guests played, and a backup from before its last deeds."""
    store = Sqlite(folder / "worn")
    store.close()
    store.put_old()
    with ended(served(store).start()) as server:
        crowd = Crowd(server, Dice("worn", 1), contents(store.url), people=4)
        crowd.wait(2)
        said("backup", store.folder / "copy.sqlite", "--data-dir", store.folder / "data")
        crowd.wait(2)
        server.kill()
        crowd.leave()
    return store.folder


@cache
def _restore_lasts(folder: Path) -> float:
    store = Sqlite(folder / "lasts-restore")
    shutil.copytree(_worn(folder), store.folder)
    child = begun(store, "restore", store.folder / "copy.sqlite")
    fresh = store.file.with_name(f"{store.file.name}.restoring.part")
    found = lasts(child, fresh.exists, lambda: child.poll() is not None)
    store.close()
    return found


def restore(store: Store, dice: Dice) -> None:
    """A restore is killed; there is the one database or the other, and the next restore is whole."""
    assert isinstance(store, Sqlite)
    length = _restore_lasts(store.folder.parent)
    shutil.copytree(_worn(store.folder.parent), store.folder)
    copy, data = store.folder / "copy.sqlite", store.folder / "data"
    before = store.left()
    wanted_folder = store.folder / "wanted"
    said("restore", copy, "--data-dir", wanted_folder)
    wanted = contents(store.url.set(database=str(wanted_folder / "tables.sqlite")))
    child = begun(store, "restore", copy)
    if dice.below(2):
        hit = killed_in(child, store.file.with_name(f"{store.file.name}.restoring.part").exists, within(dice, length))
    else:  # the exchange of the files, which is soon done
        hit = killed_in(child, lambda: any(data.glob("*.before-*")), within(dice, STEP * 10))
    found = store.left()
    assert found in (before, wanted), "neither the one nor the other"
    with ended(served(store).start()) as server:
        assert holds(contents(store.url), found)
        quiet(server)
    said("restore", copy, "--data-dir", data)
    assert contents(store.url) == wanted
    assert not list(data.glob("*.restoring*"))
    if not hit:
        raise Miss


# -- rounds ------------------------------------------------------------------------------------------------------------


class Rounds:
    """The rounds of a folder: those so far, and the next."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._file = self.folder / "rounds.jsonl"
        lines = self._file.read_text("utf-8").splitlines() if self._file.exists() else []
        self.rounds = [Round(**json.loads(line)) for line in lines]
        self._cluster: Cluster | None = None
        self._lasts: dict[tuple[str, bool], float] = {}

    @contextmanager
    def with_postgres(self) -> Iterator[None]:
        """For the rounds of PostgreSQL."""
        old = self.folder / "postgres-old"
        shutil.rmtree(old, ignore_errors=True)
        with postgres() as found:
            self._cluster = Cluster(found, old)
            try:
                yield
            finally:
                self._cluster.admin.close()
                shutil.rmtree(old)

    def hits(self, phase: str) -> int:
        """How often a phase was hit."""
        return sum(each.hit for each in self.rounds if each.phase == phase)

    def until(self, phase: str, wanted: int) -> None:
        """Goes on until a phase was hit so often. A phase that is never hit is a fault of this program."""
        tries = 0
        while (hits := self.hits(phase)) < wanted:
            tries += 1
            assert tries <= 10 * wanted, f"{phase}: {hits} of {tries} kills hit"
            self._try(phase)

    def _try(self, phase: str) -> None:
        number = len(self.rounds)
        done = Round(number, phase, hit=True)
        store = self._store(phase, f"{number}")
        try:
            self._kill(phase, store, Dice(f"kills {phase}", number))
        except Miss:
            done.hit = False
        except Exception:
            done.fault = traceback.format_exc()
            print(f"{phase}, round {number}: {done.fault}", file=sys.stderr, flush=True)
        finally:
            while OPENED:
                OPENED.pop().close()
        if not done.fault:
            store.close()
        self.rounds.append(done)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(done)) + "\n")

    def _kill(self, phase: str, store: Store, dice: Dice) -> None:
        match phase.partition(", ")[2]:
            case "playing":
                playing(store, dice)
            case "migration":
                migration(store, dice, lambda old: self._migration_lasts(phase, old))
            case "backup":
                backup(store, dice)
            case "restore":
                restore(store, dice)

    def _migration_lasts(self, phase: str, old: bool) -> float:
        if (phase, old) not in self._lasts:
            self._lasts[phase, old] = migration_lasts(self._store(phase, "lasts"), old)
        return self._lasts[phase, old]

    def _store(self, phase: str, name: str) -> Store:
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        if phase.startswith("SQLite"):
            return Sqlite(folder)
        assert self._cluster is not None
        return Postgresql(folder, self._cluster)

    def table(self) -> str:
        """What came of it."""
        lines = [f"{'phase':24} {'kills':>6} {'hits':>6} {'faults':>6}"]
        for phase in WANTED:
            mine = [each for each in self.rounds if each.phase == phase]
            if mine:
                faults = sum(bool(each.fault) for each in mine)
                lines.append(f"{phase:24} {len(mine):6} {self.hits(phase):6} {faults:6}")
        return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Runs the rounds that are still wanting; 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("share", type=float, nargs="?", default=1)
    parser.add_argument("--only", default="", help="phases that begin so, such as SQLite")
    given = parser.parse_args(arguments)
    rounds = Rounds(given.folder)
    with contextlib.ExitStack() as stack:
        for phase, wanted in WANTED.items():
            if not phase.startswith(given.only):
                continue
            if phase == "PostgreSQL, migration":
                stack.enter_context(rounds.with_postgres())
            rounds.until(phase, math.ceil(wanted * given.share))
            print(f"{time.strftime('%H:%M:%S')} {phase}: done", flush=True)
    print(rounds.table())
    return int(any(each.fault for each in rounds.rounds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
