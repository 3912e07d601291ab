"""Compiles Grognard and your own games into one build, as `grognard game compile` does.

The sources are copied into one tree, because a game of your own need not be in Grognard's folder, and compiled there
by `grognard.building` in a process of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from grognard import building, builds, locking
from grognard.kernel.content.wording import listed
from grognard.kernel.errors import BadInput, NotFound
from grognard.own_games import OwnGame

NEEDED: Final = ("setuptools", "mypyc")
KEPT: Final = 3  # builds of the same games: programs that still run load modules from older ones
LOG: Final = "build.log"
FAULT: Final = re.compile(r"(?P<file>\S.*\.py):(?P<line>\d+): error: (?P<what>.+)")
# What a new build must be able to do: load each game, and play one.
TRIAL: Final = """
import sys, grognard
from grognard import builds
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.playout import play_out
assert builds.build_in_use() is not None, builds.build_notes()
for slug in sys.argv[1:]:
    play_out(grognard.load(slug).new_initial_state(1), Generator(stream(1, "trial")))
"""

Games = Sequence[tuple[OwnGame, Path]]


class Done(NamedTuple):
    """The result of compiling: the games that the build has, or the faults that prevented it."""

    slugs: list[str]
    faults: list[str]
    is_new: bool


def compile_games(tell: Callable[[str], object], wanted: str | None = None) -> Done:
    """Makes a build of Grognard with your own games, unless there is one of just these files.

    All games are in it, since a program can use only one build; `wanted` must be among them. Raises NotFound if it is
    not, and BadInput or ModuleNotFoundError if something is missing that the compiler needs.
    """
    found = builds.buildable_games()
    if not found:
        raise BadInput("You have no games of your own. Name the folder that they are in: GROGNARD_GAMES=FOLDER.")
    slugs = [own.slug for own, _folder in found]
    if wanted is not None and wanted not in slugs:
        raise NotFound(f"You have no game “{wanted}” of your own. Choose from: {', '.join(slugs)}.")
    place = _prepared()
    key = builds.key(found)
    if place.joinpath(key).is_dir():
        os.utime(place / key)
        return Done(slugs, [], is_new=False)
    _check_tools()
    held = locking.lock(place / ".lock")
    if held is None:
        raise BadInput("Your games are being compiled already. Wait until that is done.")
    try:
        tell(f"Compiling Grognard with {listed(slugs)}. This takes some minutes; the log is {place / LOG}.")
        faults = _build(place, key, found)
    finally:
        locking.unlock(held)
    return Done(slugs, faults, is_new=True)


def _prepared() -> Path:
    """Returns the folder for builds, which only its owner can open. Raises BadInput if it is not safe to use."""
    try:
        place = builds.place_of_builds()
    except RuntimeError:
        raise BadInput("You have no home folder. Name a folder for caches: XDG_CACHE_HOME=FOLDER.") from None
    place.parent.parent.mkdir(parents=True, exist_ok=True)
    for folder in (place.parent, place):
        folder.mkdir(mode=0o700, exist_ok=True)
        builds.check_owner(folder)
    return place


def _check_tools() -> None:
    for module in NEEDED:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
    if os.name == "nt":
        return  # setuptools looks for a compiler of its own
    if not building.compiler():
        raise BadInput("There is no C compiler. Install one, for example with: apt install gcc python3-dev")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise BadInput("The C headers of Python are missing. Install them, for example with: apt install python3-dev")


def _build(place: Path, key: str, found: Games) -> list[str]:
    """Makes a build and tries it. Returns the faults; none if it is ready for use."""
    for left in place.glob("work-*"):
        shutil.rmtree(left, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix="work-", dir=place))
    try:
        originals = _copy_sources(work / "src", found)
        log = place / LOG
        packages = [own.package for own, _folder in found]
        command = [str(building.__file__), builds.GROUP, "out", *packages]
        if _run(command, log, "w", work, MYPYPATH="src") != 0:
            printed = log.read_text(encoding="utf-8", errors="replace")
            return list(_faults(printed, work, originals)) or [f"The compiler failed: see {log}"]
        if builds.key(found) != key:
            return ["Python files changed meanwhile, so the build would be out of date. Run the command again."]
        build = work.joinpath("out").rename(place / key)
        if not _works(found, log):
            shutil.rmtree(build)
            return [f"The compiled games do not run: see {log}"]
    finally:
        shutil.rmtree(work, ignore_errors=True)
    for old in sorted(builds.builds_in(place), key=os.path.getmtime)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return []


def _copy_sources(target: Path, found: Games) -> dict[str, Path]:
    """Copies all Python files into one tree. Returns the original of each, by its path in the tree."""
    originals: dict[str, Path] = {}
    for package, folder in [("grognard", builds.PACKAGE), *((own.package, folder) for own, folder in found)]:
        for file in builds.sources_of(folder):
            copied = target.joinpath(*package.split("."), file.relative_to(folder))
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copied)
            originals[copied.relative_to(target.parent).as_posix()] = file
    return originals


def _run(words: Sequence[str], log: Path, mode: str, folder: Path | None = None, **settings: str) -> int:
    """Runs Python with its output in the log. Nothing that it writes can be changed by others."""
    # -P keeps the folder of a program off the path: modules of Grognard have names that other modules have, too.
    command = [sys.executable, "-P", *words]
    with log.open(mode, encoding="utf-8") as stream:
        return subprocess.run(
            command, cwd=folder, env=os.environ | settings, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream,
            umask=0o077 if os.name == "posix" else -1, check=False,
        ).returncode  # fmt: skip


def _works(found: Games, log: Path) -> bool:
    """Says whether the games of a new build can be played, in a process of its own: faulty machine code crashes."""
    path = os.pathsep.join([str(builds.PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    words = ["-c", TRIAL, *(own.slug for own, _folder in found)]
    return _run(words, log, "a", PYTHONPATH=path, GROGNARD_PLAIN="") == 0


def _faults(printed: str, work: Path, originals: Mapping[str, Path]) -> Iterator[str]:
    """Yields the errors that mypy and mypyc have found, each with its file and line."""
    for line in printed.splitlines():
        if fault := FAULT.fullmatch(line.strip()):
            file = Path(fault["file"])
            if file.is_absolute() and file.is_relative_to(work):
                file = file.relative_to(work)
            yield f"{originals.get(file.as_posix(), file)}:{fault['line']}: {fault['what']}"
