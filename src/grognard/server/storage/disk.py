"""Handles the SQLite file: private, copied even while in use, and synced to disk before a change is confirmed."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile
from typing import Final

from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from grognard.kernel.errors import BadInput
from grognard.locking import lock, unlock

BESIDE = ("-wal", "-shm", "-journal")
PROBE: Final = bytes(4096)
MEGABYTE: Final = 1 << 20
LEAST_FREE: Final = 64  # megabytes


class Away(SQLAlchemyError):
    """Nothing can be saved: the database's file was removed, or the disk fails."""


def file_of(url: URL) -> Path | None:
    """Returns the file of a SQLite database; None for PostgreSQL."""
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def address_of(file: Path) -> str:
    """Returns SQLite's address of an existing file; with it, a missing file is an error, not a new database."""
    return f"{file.absolute().as_uri()}?mode=rw"


@contextmanager
def database_lock(file: Path) -> Iterator[None]:
    """Locks a database while a server or `restore` uses it; backups need no lock.

    The lock file `….lock` stays after the lock is released. Raises BadInput.
    """
    beside = file.with_name(f"{file.name}.lock")
    try:
        held = lock(beside)
    except OSError as error:
        raise BadInput(f"The file {beside} cannot be locked: {error.strerror}.") from error
    if held is None:
        raise BadInput(f"{file} is in use. Stop the server first, or choose another folder with --data-dir.")
    try:
        yield
    finally:
        unlock(held)


def private(file: Path) -> None:
    """Makes sure that a file exists and only its owner can read it. Call this before the file is opened."""
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for path in (file, *(Path(f"{file}{suffix}") for suffix in BESIDE)):
        with suppress(FileNotFoundError, PermissionError):  # only its owner can change a file's permissions
            path.chmod(0o600)


def copy(source: Path, target: Path, alter: Callable[[sqlite3.Connection], None] | None = None) -> None:
    """Copies a database as of one moment, completely or not at all, even while others write to it.

    `alter` may change the copy before it gets its name. If the process is killed, `target` stays as it was. Raises
    OSError and sqlite3.Error.
    """
    part = target.with_name(f"{target.name}.part")
    remove(part)
    private(part)
    try:
        with closing(sqlite3.connect(address_of(source), uri=True)) as here, closing(sqlite3.connect(part)) as there:
            here.backup(there)
            there.execute("PRAGMA journal_mode=DELETE")  # so that the copy is one file
            if alter is not None:
                alter(there)
        sync(part)
        part.replace(target)
        sync_names(target.parent)
    finally:
        remove(part)


def remove(file: Path) -> None:
    """Deletes a database and SQLite's extra files, whose content would get into the next file of that name."""
    for suffix in ("", *BESIDE):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


def sync(file: Path) -> None:
    """Waits until a file is on the disk."""
    _sync(file, os.O_RDWR)  # on Windows, a file opened for reading only cannot be synced


def sync_names(folder: Path) -> None:
    """Waits until the names in a folder are on the disk. Windows cannot open folders; its file system does this."""
    if hasattr(os, "O_DIRECTORY"):
        _sync(folder, os.O_RDONLY | os.O_DIRECTORY)


def _sync(path: Path, flags: int) -> None:
    opened = os.open(path, flags)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class Disk:
    """Syncs committed transactions to the disk.

    Does what `synchronous=FULL` does after each commit, but in a thread, and once for all who wait (group commit).
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._log = Path(f"{file}-wal")
        self._identity = self._identity_now()
        self._failed = ""
        self._thread = ThreadPoolExecutor(1, "disk")
        self._asked = 0
        self._done = 0
        self._flush: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Waits for a sync still in progress, for which nobody may be waiting any more, and ends the thread.

        Call this while the database is open: the last connection to close removes the log.
        """
        if self._flush is not None:
            await asyncio.wait([self._flush])
        self._thread.shutdown()

    async def flushed(self) -> None:
        """Waits until all committed transactions are on the disk; raises Away."""
        self._asked += 1
        mine = self._asked
        while self._done < mine:
            if self._flush is None:
                self._flush = asyncio.create_task(self._flushing())
            await asyncio.shield(self._flush)

    async def _flushing(self) -> None:
        upto = self._asked
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._sync)
            self._done = upto
        finally:
            self._flush = None

    def _sync(self) -> None:
        self.check()
        try:
            sync(self._log)
        except OSError as error:
            # Data of the failed sync may be lost: no later success can make up for that.
            self._failed = f"the database's log could not be written to disk: {error.strerror}"
        self.check()

    def check(self) -> None:
        """Raises Away if written data may be missing at the next start."""
        if self._identity_now() != self._identity:
            self._failed = "the database's file was removed or replaced while it was in use"
        if self._failed:
            raise Away(self._failed)

    def obstacles(self) -> list[str]:
        """Returns what keeps the disk from storing more, as public sentences."""
        try:
            with TemporaryFile(dir=self._file.parent) as probe:
                probe.write(PROBE)
                probe.flush()
            if disk_usage(self._file.parent).free >= LEAST_FREE * MEGABYTE:
                return []
        except OSError:
            return ["The disk of the database cannot be written to."]
        return [f"The disk of the database has less than {LEAST_FREE} MB left."]

    def _identity_now(self) -> list[tuple[int, int]]:
        found = [path.stat() for path in (self._file, self._log) if path.exists()]
        return [(each.st_dev, each.st_ino) for each in found]
