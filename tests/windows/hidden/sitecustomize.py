"""Makes a Python on Linux like one on Windows, as far as that goes. Python imports this before anything else.

It is found through PYTHONPATH, so every child process has it too. WINDOWS names a folder: `lacks.json` there says what
is hidden, and every process leaves a file of its number in `processes`.

The standard library and the packages in LINUX keep everything. On Windows they run other code, which cannot run here.
Our code and the other libraries see only a Windows. `sys.platform` and `os.name` stay: too much of the standard library
would break.
"""

from __future__ import annotations

import asyncio.unix_events
import builtins
import concurrent.futures.process
import errno
import fcntl
import importlib
import json
import os
import shutil
import socket
import sys
import warnings
from collections.abc import Callable, Mapping
from multiprocessing import context
from pathlib import Path
from types import ModuleType
from typing import Any, Final

FOLDER: Final = Path(os.environ["WINDOWS"])
PROCESSES: Final = FOLDER / "processes"
LACKS: Final[dict[str, list[str]]] = json.loads(FOLDER.joinpath("lacks.json").read_text(encoding="utf-8"))
# Code for other systems than Windows.
LINUX: Final = sys.stdlib_module_names | {
    *("joblib", "numpy", "platformdirs"),
    *("pip", "setuptools", "_distutils_hack", "mypy", "mypyc"),  # they install us
}
EXCLUSIVE: Final = -5  # SO_EXCLUSIVEADDRUSE
MOST_PROCESSES: Final = 61

is_impossible: Final[Callable[[str], bool]] = importlib.import_module("windows_names").is_impossible
import_module = builtins.__import__
real: Final[dict[str, ModuleType]] = {}


# -- what is missing -----------------------------------------------------------------------------------------------


def hide() -> None:
    """Replaces modules by copies without the names that Windows lacks."""
    for name, missing in LACKS.items():
        try:
            real[name] = importlib.import_module(name)
        except ModuleNotFoundError:  # this Linux lacks it too
            continue
        if not missing:
            sys.modules[name] = None  # type: ignore[assignment]
        elif name != "sys":
            left = ModuleType(name)
            vars(left).update({key: value for key, value in vars(real[name]).items() if key not in missing})
            sys.modules[name] = left
    sys.modules["msvcrt"] = Msvcrt("msvcrt")
    builtins.__import__ = imported


def imported(
    name: str, globals: Mapping[str, Any] | None = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    """`import`: the standard library gets the real modules."""
    asking = globals or {}
    who = getattr(asking.get("__spec__"), "name", None) or asking.get("__name__") or ""  # of `python -m` the real name
    top = name.partition(".")[0]
    if level == 0 and (top in real or top == "msvcrt") and is_for_linux(who):
        if top == "msvcrt":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name == top or not fromlist:
            return real[top]
    return import_module(name, globals, locals, fromlist, level)


def is_for_linux(module: str) -> bool:
    """Is this a module of the standard library, or another with code of its own for Windows?"""
    return module.partition(".")[0] in LINUX


class Msvcrt(ModuleType):
    """The locks of Windows: mandatory, of a range of bytes, dropped with the process."""

    LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2

    def locking(self, opened: int, mode: int, size: int) -> None:
        """Locks or unlocks bytes from the current position: here always the first byte."""
        assert (size, os.lseek(opened, 0, os.SEEK_CUR)) == (1, 0)
        try:
            fcntl.flock(opened, fcntl.LOCK_UN if mode == self.LK_UNLCK else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if mode == self.LK_NBLCK:
                raise PermissionError(errno.EACCES, "Permission denied") from None
            raise OSError(errno.EDEADLK, "Resource deadlock avoided") from None


def not_there(*_given: object, **_named: object) -> Any:
    """What event loops of Windows answer."""
    raise NotImplementedError


def hide_methods() -> None:
    """Takes from event loops what the one of Windows cannot do, and from multiprocessing its forks."""
    loop = asyncio.unix_events._UnixSelectorEventLoop
    for name in ("add_reader", "remove_reader", "add_writer", "remove_writer", "add_signal_handler"):
        setattr(loop, name, not_there)
    for name in ("remove_signal_handler", "create_unix_connection", "create_unix_server"):
        setattr(loop, name, not_there)
    contexts = context._concrete_contexts  # type: ignore[attr-defined]
    contexts.pop("fork")
    contexts.pop("forkserver")
    context._default_context._default_context = contexts["spawn"]  # type: ignore[attr-defined]


# -- what is otherwise ---------------------------------------------------------------------------------------------


def change_files() -> None:
    """Files as Windows has them: locked while they are open, and folders that nobody opens."""
    changed = {
        "unlink": closed_first(os.unlink, 1),
        "remove": closed_first(os.remove, 1),
        "rename": never_over(closed_first(os.rename, 2)),
        "replace": closed_first(os.replace, 2),
        "open": no_folder(os.open),
        "fsync": to_write(os.fsync),
    }
    vars(os).update(changed)
    vars(sys.modules["os"]).update(changed)
    shutil._use_fd_functions = False  # type: ignore[attr-defined]


def closed_first(deed: Callable[..., None], paths: int) -> Callable[..., None]:
    """A deed that Windows refuses while any process has one of the files open."""

    def closed(*given: Any, **named: Any) -> None:
        if not named:
            for path in given[:paths]:
                if who := holders(path):
                    raise PermissionError(errno.EACCES, f"another process uses the file ({who})", os.fspath(path))
        deed(*given, **named)

    return closed


def holders(path: Any) -> list[str]:
    """The simulated processes that have a file open."""
    try:
        sought = os.stat(path)
    except OSError:
        return []
    found = []
    for process in os.listdir(PROCESSES):
        try:
            opened = [f"/proc/{process}/fd/{number}" for number in os.listdir(f"/proc/{process}/fd")]
        except OSError:  # it is gone
            continue
        if any(is_same(each, sought) for each in opened):
            found.append(process)
    return found


def is_same(path: str, sought: os.stat_result) -> bool:
    """Is it this file?"""
    try:
        return os.path.samestat(os.stat(path), sought)
    except OSError:
        return False


def never_over(rename: Callable[..., None]) -> Callable[..., None]:
    """`os.rename`, which replaces nothing on Windows."""

    def renamed(old: Any, new: Any, **named: Any) -> None:
        if os.path.lexists(new):
            raise FileExistsError(errno.EEXIST, "File exists", os.fspath(new))
        rename(old, new, **named)

    return renamed


def no_folder(really: Callable[..., int]) -> Callable[..., int]:
    """`os.open`, which opens no folder on Windows."""

    def opened(path: Any, flags: int, mode: int = 0o777, **named: Any) -> int:
        if os.path.isdir(path) and flags & os.O_TMPFILE != os.O_TMPFILE:  # which `tempfile` opens
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
        return really(path, flags, mode, **named)

    return opened


def to_write(really: Callable[[int], None]) -> Callable[[int], None]:
    """`os.fsync`, which fails on Windows for a file that is open for reading only."""

    def synced(opened: int) -> None:
        if fcntl.fcntl(opened, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY:
            raise OSError(errno.EBADF, "Bad file descriptor")
        really(opened)

    return synced


def watch_names(event: str, given: tuple[Any, ...]) -> None:
    """Refuses names that no file can have on Windows."""
    if event == "open":
        path, _, flags = given
        names = [path] if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) else []
    elif event in ("os.rename", "os.link"):
        names = [given[1]]
    elif event == "os.mkdir":
        names = [given[0]]
    else:
        return
    for name in names:
        for part in Path(os.fsdecode(name)).parts[1:] if isinstance(name, str | bytes | os.PathLike) else ():
            if is_impossible(part):
                raise OSError(errno.EINVAL, "Invalid argument", os.fspath(name))


def change_the_rest() -> None:
    """Ports that are one server's, pools that are not too large, and text that names its encoding."""
    setsockopt = socket.socket.setsockopt

    def exclusive(sock: socket.socket, level: int, option: int, *value: Any) -> None:
        if (level, option) == (socket.SOL_SOCKET, socket.SO_REUSEADDR):
            raise AssertionError("on Windows this would let two servers have one port")
        # On Linux this means the same: a port that nobody listens at.
        setsockopt(sock, level, socket.SO_REUSEADDR if option == EXCLUSIVE else option, *value)

    socket.socket.setsockopt = exclusive  # type: ignore[assignment,method-assign]
    vars(sys.modules["socket"])["SO_EXCLUSIVEADDRUSE"] = EXCLUSIVE
    pool = concurrent.futures.process.ProcessPoolExecutor
    make = pool.__init__

    def made(self: Any, processes: int | None = None, *given: Any, **named: Any) -> None:
        if processes is not None and processes > MOST_PROCESSES:
            raise ValueError(f"max_workers must be <= {MOST_PROCESSES}")
        make(self, processes, *given, **named)

    setattr(pool, "__init__", made)  # noqa: B010
    warnings.filterwarnings("error", category=EncodingWarning, module=r"grognard(\.|$)|tools\.|setup$")


PROCESSES.joinpath(str(os.getpid())).touch()
hide()
hide_methods()
change_files()
change_the_rest()
sys.addaudithook(watch_names)
