"""One server at a time has a SQLite file, and no kill leaves it locked."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from grognard import cli
from grognard.locking import lock, unlock
from tests.server.support import free_port, running, serve, until

HOLDS: Final = """
import subprocess, sys, time
from multiprocessing import get_context
from pathlib import Path
from grognard.locking import lock

def sleep():
    time.sleep(600)

if __name__ == "__main__":
    assert lock(Path(sys.argv[1])) is not None
    children = [get_context(way).Process(target=sleep) for way in ("fork", "spawn")]
    for child in children:
        child.start()
    children.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdin=0, close_fds=False))
    print(*[child.pid for child in children], flush=True)
    sleep()
"""


def test_a_second_server_on_the_same_file_is_refused_and_a_backup_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = tmp_path / "data", tmp_path / "data" / "tables.sqlite"
    sentence = f"{file} is in use. Stop the server first, or choose another folder with --data-dir."
    with running(data) as server:
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        for database in ((), ("--database", f"sqlite:///{file}")):
            folder = elsewhere if database else data
            code, said = serve(folder, "--port", str(free_port()), *database)
            assert (code, said.strip().splitlines()[-1]) == (2, sentence)
        assert cli.main(["backup", str(tmp_path / "copy"), "--data-dir", str(data)]) == 0
        with running(elsewhere):
            pass
        server.kill()
        server.start()
        assert server.stop() == 0
        assert (data / "tables.sqlite.lock").exists()
        server.start()
    assert "Traceback" not in capsys.readouterr().err


def test_a_lock_is_held_once_and_can_be_taken_again(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    held = lock(path)
    assert held is not None
    assert not os.get_inheritable(held)
    assert lock(path) is None
    unlock(held)
    again = lock(path)
    assert again is not None
    unlock(again)
    assert path.stat().st_mode & 0o777 == 0o600


def test_no_child_keeps_the_lock_of_a_killed_process(tmp_path: Path) -> None:
    script = tmp_path / "holds.py"
    script.write_text(HOLDS)
    path = tmp_path / "lock"
    with subprocess.Popen([sys.executable, str(script), str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        children = [int(pid) for pid in process.stdout.readline().split()]
        try:
            assert len(children) == 3
            assert lock(path) is None
            process.kill()
            process.wait(20)
            until(lambda: all(Path(f"/proc/{child}").exists() for child in children), 1)
            held = lock(path)
            assert held is not None
            unlock(held)
        finally:
            for child in children:
                os.kill(child, signal.SIGKILL)


class FakeMsvcrt(ModuleType):
    """`msvcrt` as Windows has it: a range of bytes from the current position, which one open file can hold."""

    LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int], int] = {}
        self.waits = 0  # after how many its holder dies

    def locking(self, opened: int, mode: int, size: int) -> None:
        """Locks or unlocks that many bytes."""
        of = os.fstat(opened).st_ino, os.lseek(opened, 0, os.SEEK_CUR)
        assert size == 1
        if mode == self.LK_UNLCK:
            assert self.held.pop(of) == opened
        elif of in self.held and mode == self.LK_LOCK:  # it waits for ten seconds
            self.waits -= 1
            if not self.waits:
                self.held.clear()
            raise OSError(errno.EDEADLK, "Resource deadlock avoided")
        elif of in self.held:
            raise PermissionError(errno.EACCES, "Permission denied")
        else:
            self.held[of] = opened


def test_a_lock_can_be_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    held = lock(path)
    assert held is not None
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(lock, path, wait=True)
        assert lock(path) is None
        unlock(held)
        taken = waiting.result(20)
    assert taken is not None
    assert lock(path) is None
    unlock(taken)


def test_windows_waits_for_as_long_as_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    windows = FakeMsvcrt()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    first = lock(tmp_path / "lock")
    assert first is not None
    windows.waits = 3
    second = lock(tmp_path / "lock", wait=True)
    assert second is not None
    assert windows.waits == 0
    assert list(windows.held.values()) == [second]
    os.close(first)
    unlock(second)


def test_windows_has_a_lock_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    windows = FakeMsvcrt()
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    path = tmp_path / "lock"
    held = lock(path)
    assert held is not None
    assert list(windows.held.values()) == [held]
    assert lock(path) is None
    unlock(held)
    assert windows.held == {}
    again = lock(path)
    assert again is not None
    unlock(again)


def test_a_file_that_cannot_be_locked_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite.lock").mkdir()
    code, said = serve(tmp_path, "--port", str(free_port()))
    assert (code, len(said.strip().splitlines())) == (2, 1)
    assert f"The file {tmp_path / 'tables.sqlite.lock'} cannot be locked: Is a directory." in said
