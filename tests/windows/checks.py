"""Asks a process, and a child of it, whether everything is hidden. Prints the rest as JSON."""

from __future__ import annotations

import asyncio
import importlib
import json
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any


def left(folder: str) -> list[str]:
    """What this process has and Windows has not."""
    lacks = json.loads(Path(folder, "lacks.json").read_text(encoding="utf-8"))
    found = []
    for module, names in lacks.items():
        if module == "sys":  # it cannot be replaced
            continue
        try:
            there = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        found += [f"{module}.{name}" for name in names if hasattr(there, name)] if names else [module]
    for way in ("fork", "forkserver"):
        try:
            multiprocessing.get_context(way)
        except ValueError:
            continue
        found.append(way)
    return found


def refusals(folder: Path) -> list[str]:
    """Deeds that Windows refuses and this process does not."""
    here, there = folder / "here", folder / "there"
    here.touch()
    there.touch()
    beyond: list[str] = []

    def refused(deed: str, error: type[Exception], *given: object) -> None:
        try:
            asked: dict[str, Any] = {"open": os.open, "rename": os.rename, "touch": Path.touch, "mkdir": Path.mkdir}
            asked |= {"unlink": Path.unlink, "replace": Path.replace, "fsync": os.fsync}
            asked[deed](*given)
        except error:
            return
        beyond.append(f"{deed} {given}")

    refused("open", PermissionError, folder, os.O_RDONLY)
    refused("rename", FileExistsError, here, there)
    for name in ("aux.journal", "NUL", "a:b", "what?", "end.", "com1"):
        refused("touch", OSError, folder / name)
        refused("mkdir", OSError, folder / name)
    with here.open("rb") as opened:
        refused("unlink", PermissionError, here)
        refused("replace", PermissionError, here, there)
        refused("replace", PermissionError, there, here)
        refused("fsync", OSError, opened.fileno())
    there.replace(here)
    here.unlink()
    return beyond


async def loop_can() -> list[str]:
    """What the event loop does here and not on Windows."""
    loop = asyncio.get_running_loop()
    found = []
    for name in ("add_reader", "add_writer", "add_signal_handler"):
        try:
            getattr(loop, name)(0, print)
        except NotImplementedError:
            continue
        found.append(name)
    return found


if __name__ == "__main__":
    folder = sys.argv[1]
    with ProcessPoolExecutor(1) as pool:
        child = pool.submit(left, folder).result()
    beyond = [*refusals(Path(folder)), *asyncio.run(loop_can())]
    print(json.dumps({"here": left(folder), "child": child, "beyond": beyond}))
