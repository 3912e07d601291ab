"""A lock between processes that the system drops when its holder dies, even by kill -9.

`flock` on POSIX, `msvcrt.locking` on Windows. Neither is imported before it is needed, so this module imports anywhere.
"""

from __future__ import annotations

import errno
import importlib
import os
from pathlib import Path
from typing import Any, Final

# The open files that hold a lock in this process.
_HELD: Final[set[int]] = set()


def lock(path: Path, wait: bool = False) -> int | None:
    """Locks a file, creating it if it is missing; returns a handle for `unlock`, or None while another holds the lock.

    With `wait` it waits for the other instead. Never delete the file: processes that opened it before and after would
    hold locks on two different files. Raises OSError if the file cannot be locked.
    """
    # Python opens it close-on-exec, so no program started from here inherits it.
    opened = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        free = _take(opened, wait)
    except BaseException:
        os.close(opened)
        raise
    if not free:
        os.close(opened)
        return None
    _HELD.add(opened)
    return opened


def unlock(held: int) -> None:
    """Releases a lock."""
    _HELD.discard(held)
    try:
        _drop(held)
    finally:
        os.close(held)


def _take(opened: int, wait: bool) -> bool:
    try:
        import fcntl
    except ModuleNotFoundError:
        return _take_on_windows(opened, wait)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def _take_on_windows(opened: int, wait: bool) -> bool:
    windows = _windows()
    while True:
        try:
            windows.locking(opened, windows.LK_LOCK if wait else windows.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError as error:
            if not wait or error.errno != errno.EDEADLK:  # Windows stops waiting after ten seconds
                raise
        else:
            return True


def _drop(held: int) -> None:
    try:
        import fcntl
    except ModuleNotFoundError:
        windows = _windows()
        os.lseek(held, 0, os.SEEK_SET)
        windows.locking(held, windows.LK_UNLCK, 1)
        return
    fcntl.flock(held, fcntl.LOCK_UN)


def _windows() -> Any:
    # Type checkers know `msvcrt` on Windows only.
    return importlib.import_module("msvcrt")


def _let_go() -> None:
    """Closes the parent's locks in a forked child: an open copy would keep the lock after the parent is gone."""
    while _HELD:
        os.close(_HELD.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)
