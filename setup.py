"""Builds the package: the rules compiled by mypyc where a C compiler is at hand, plain Python where none is.

All that is declarative is in pyproject.toml. GROGNARD_PLAIN=1 skips the compilation. build_fonts.py adds the fonts.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import cast

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

# A build frontend runs this file without its folder on the path.
sys.path.insert(0, str(Path(__file__).resolve().parent))
from build_fonts import write_fonts

# What runs in the inner loop of playouts and search; everything else stays plain for clarity.
COMPILED = (
    "src/grognard/kernel/cardsets/bits.py",
    "src/grognard/kernel/cardsets/cards.py",
    "src/grognard/kernel/cardsets/counts.py",
    "src/grognard/kernel/cardsets/pairs.py",
    "src/grognard/kernel/cardsets/stacks.py",
    "src/grognard/kernel/engine/*.py",
    "src/grognard/games/*/state.py",
    "src/grognard/games/*/facts.py",
    "src/grognard/games/*/marks.py",
    "src/grognard/games/*/names.py",
    "src/grognard/games/*/events.py",
    "src/grognard/games/*/rules.py",
    "src/grognard/games/*/rules/[a-z]*.py",
    "src/grognard/games/*/tables.py",
    "src/grognard/games/*/features.py",
    "src/grognard/bots/base.py",
    "src/grognard/bots/greedy.py",
    "src/grognard/bots/guided.py",
    "src/grognard/bots/ismcts.py",
    "src/grognard/bots/softmax_bot.py",
    "src/grognard/bots/luck_counter.py",
    "src/grognard/bots/network.py",
    "src/grognard/lab/instrumented.py",
    "src/grognard/lab/self_play.py",
    "src/grognard/envs/stepper.py",
)
# Asked for these, nothing is built; installers ask them first, and mypyc takes its time.
ABOUT_ONLY = {"egg_info", "dist_info", "sdist"}
PLAIN = "grognard: plain Python, nothing compiled"


def compiled_core() -> list[Extension]:
    """The extensions to build: one mypyc group, so that calls from module to module stay native."""
    if not ABOUT_ONLY.isdisjoint(sys.argv):
        return []
    if os.environ.get("GROGNARD_PLAIN", "0") not in {"", "0"}:
        print(f"{PLAIN} (GROGNARD_PLAIN is set)")
        return []
    modules = sorted(path.as_posix() for pattern in COMPILED for path in Path().glob(pattern))
    if not modules:
        print(f"{PLAIN} (no module to compile)")
        return []
    try:
        from mypyc.build import mypycify
    except ImportError as missing:
        print(f"{PLAIN} ({missing})")
        return []
    # Modules that are only imported are `make check`'s business, not the installer's.
    options = ["--follow-imports=silent", "--cache-dir=build/mypyc-cache"]
    files = [*options, *modules]
    # What to inline is known best where all lies in one file. Nobody debugs the C: -g would cost time and space.
    built = mypycify(files, group_name="grognard", opt_level="3", debug_level="0", strip_asserts=True, multi_file=False)
    extensions = cast("list[Extension]", built)
    for source in {Path(source) for extension in extensions for source in extension.sources}:
        forget_the_trashcan(source)
    for extension in extensions:
        extension.optional = True
        extension.extra_compile_args = [*extension.extra_compile_args, *compile_flags()]
    if is_gcc():
        # One file, and all processors: it is read once, and its functions are compiled side by side.
        group = next(extension for extension in extensions if extension.name.endswith("__mypyc"))
        group.extra_compile_args = [*group.extra_compile_args, "-flto", "-frandom-seed=grognard"]
        group.extra_link_args = [*(group.extra_link_args or []), "-flto=auto", *compile_flags(), "-O3", "-fPIC"]
    return extensions


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
    """What mypyc's own flags lack."""
    # mypyc asks for -Werror: a warning of a newer compiler must not cost the compilation. Python's own flags ask
    # for all warnings, and looking for them took half of the time.
    flags = ["-Wno-error", "-Wno-all"] if os.name == "posix" else []
    if sys.platform == "linux":
        # The second flag keeps the name of this folder out of the result.
        flags += ["-fno-semantic-interposition", f"-ffile-prefix-map={Path.cwd()}=."]
    return flags


def is_gcc() -> bool:
    """Whether the compiler is gcc on Linux: others want another linker for what is asked of it here."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if sys.platform != "linux" or shutil.which(command[0]) is None:
        return False
    version = subprocess.run(
        [*command, "--version"], capture_output=True, encoding="utf-8", errors="replace", check=False
    ).stdout
    return "Free Software Foundation" in version


class CleanBuild(build):
    """Starts from nothing: what an earlier build left must not get into this one. Adds the fonts at the end."""

    def run(self) -> None:
        shutil.rmtree(self.build_lib, ignore_errors=True)
        for leftover in Path(self.build_base).glob("bdist.*"):
            shutil.rmtree(leftover)
        super().run()
        write_fonts(Path(self.build_lib, "grognard/web/static/fonts"))


class AllOrNothing(build_ext):
    """Modules of one group need each other: where one cannot be built, all stay plain Python."""

    def initialize_options(self) -> None:
        super().initialize_options()
        # Every module has an extension of its own, tiny, which need not wait for the large one.
        self.parallel = os.cpu_count()

    def build_extensions(self) -> None:
        super().build_extensions()
        built = [Path(self.get_ext_fullpath(extension.name)) for extension in self.extensions]
        if all(path.exists() for path in built):
            print(f"grognard: {len(built)} extensions compiled")
            return
        for path in built:
            path.unlink(missing_ok=True)
        self.extensions = []
        print(f"{PLAIN} (no C compiler, or it failed: see above)")


setup(ext_modules=compiled_core(), cmdclass={"build": CleanBuild, "build_ext": AllOrNothing})
