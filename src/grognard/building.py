"""Compiles Grognard's rules with mypyc: which modules, and how. For our own build, and for games of your own.

setup.py and tools load this file by its path, before the package is installed, and `grognard game compile` runs it as a
program. So it needs nothing but the standard library until it compiles.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    from setuptools import Extension

# What runs in the inner loop of playouts and search; everything else stays plain for clarity.
CORE: Final = (
    "kernel/cardsets/bits.py",
    "kernel/cardsets/cards.py",
    "kernel/cardsets/counts.py",
    "kernel/cardsets/pairs.py",
    "kernel/cardsets/stacks.py",
    "kernel/engine/*.py",
    "bots/base.py",
    "bots/greedy.py",
    "bots/guided.py",
    "bots/ismcts.py",
    "bots/softmax_bot.py",
    "bots/luck_counter.py",
    "bots/network.py",
    "lab/instrumented.py",
    "lab/self_play.py",
    "envs/stepper.py",
)
# The same in the folder of a game. Modules with other names stay plain, and so do those in rules/ that begin with _.
GAME: Final = (
    "state.py",
    "facts.py",
    "marks.py",
    "names.py",
    "events.py",
    "rules.py",
    "rules/[a-z]*.py",
    "tables.py",
    "features.py",
)
# Modules that are only imported are the business of `make check`, not of a build.
OPTIONS: Final = ("--follow-imports=silent", "--cache-dir=build/mypyc-cache")
# A build for your own games looks at nothing but what was copied for it, and not at your settings of mypy.
OWN_OPTIONS: Final = ("--config-file=", "--explicit-package-bases", "--ignore-missing-imports")


def compiled_modules(package: Path) -> list[Path]:
    """Returns the modules of this package that are compiled, those of its games included, in a fixed order."""
    games = [f"games/*/{pattern}" for pattern in GAME]
    return sorted((path for pattern in (*CORE, *games) for path in package.glob(pattern)), key=Path.as_posix)


def game_modules(game: Path) -> list[Path]:
    """Returns the modules of one game that are compiled, in a fixed order."""
    return sorted((path for pattern in GAME for path in game.glob(pattern)), key=Path.as_posix)


def extensions(modules: Iterable[Path], group: str, options: Sequence[str] = ()) -> list[Extension]:
    """Translates modules into C and returns the extensions to build.

    They are one mypyc group, so that calls from module to module stay native. Raises ImportError without mypyc.
    """
    from mypyc.build import mypycify

    files = [*OPTIONS, *options, *map(Path.as_posix, modules)]
    # What to inline is known best where all lies in one file. Nobody debugs the C: -g would cost time and space.
    built = mypycify(files, group_name=group, opt_level="3", debug_level="0", strip_asserts=True, multi_file=False)
    found = cast("list[Extension]", built)
    for source in {Path(source) for extension in found for source in extension.sources}:
        forget_the_trashcan(source)
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *compile_flags()]
    if is_gcc():
        # One file, and all processors: it is read once, and its functions are compiled side by side.
        library = next(extension for extension in found if extension.name.endswith("__mypyc"))
        library.extra_compile_args = [*library.extra_compile_args, "-flto", f"-frandom-seed={group}"]
        library.extra_link_args = [*(library.extra_link_args or []), "-flto=auto", *compile_flags(), "-O3", "-fPIC"]
    return found


def forget_the_trashcan(source: Path) -> None:
    """Takes CPython's guard against deep deallocation out of C that mypyc has written.

    mypyc 2.4 sets it for acyclic classes too, whose objects lack the header that the guard writes to where more than
    fifty are freed within each other: that damages the heap. Tuples and lists in between have guards of their own.
    """
    text = source.read_text(encoding="utf-8")
    if "CPy_TRASHCAN_BEGIN" not in text or "#undef CPy_TRASHCAN_BEGIN" in text:
        return
    includes = [line for line in text.splitlines() if line.startswith("#include")]
    nothing = ["BEGIN(op, dealloc)", "END(op)"]
    lines = [f"#undef CPy_TRASHCAN_{macro.partition('(')[0]}\n#define CPy_TRASHCAN_{macro}" for macro in nothing]
    source.write_text(text.replace(includes[-1], "\n".join([includes[-1], *lines]), 1), encoding="utf-8")


def compile_flags() -> list[str]:
    """Returns the compiler flags that mypyc's own lack."""
    # mypyc asks for -Werror: a warning of a newer compiler must not cost the compilation. Python's own flags ask
    # for all warnings, and looking for them took half of the time.
    flags = ["-Wno-error", "-Wno-all"] if os.name == "posix" else []
    if sys.platform == "linux":
        # The second flag keeps the name of this folder out of the result.
        flags += ["-fno-semantic-interposition", f"-ffile-prefix-map={Path.cwd()}=."]
    return flags


def compiler() -> list[str]:
    """Returns the C compiler that setuptools will call; empty if there is none."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return command if command and shutil.which(command[0]) else []


def is_gcc() -> bool:
    """Says whether the compiler is gcc on Linux: others want another linker for what is asked of it here."""
    command = compiler()
    if sys.platform != "linux" or not command:
        return False
    version = subprocess.run(
        [*command, "--version"], capture_output=True, encoding="utf-8", errors="replace", check=False
    ).stdout
    return "Free Software Foundation" in version


def _staged(source: Path, games: Iterable[str]) -> Iterator[Path]:
    yield from compiled_modules(source / "grognard")
    for game in games:
        yield from game_modules(source.joinpath(*game.split(".")))


def main(arguments: Sequence[str]) -> None:
    """Compiles what `grognard game compile` has copied below src/ in this folder.

    The arguments are the name of the group, the folder for the result, and the packages of games outside Grognard.
    """
    from setuptools import setup

    group, out, *games = arguments
    modules = sorted(set(_staged(Path("src"), games)), key=Path.as_posix)
    words = ["build_ext", "--build-lib", out, "--build-temp", "build/temp", "--parallel", str(os.cpu_count() or 1)]
    setup(
        name=group, packages=[], py_modules=[], ext_modules=extensions(modules, group, OWN_OPTIONS), script_args=words
    )


if __name__ == "__main__":
    main(sys.argv[1:])
