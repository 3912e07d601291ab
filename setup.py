"""Builds the package: the rules compiled by mypyc where a C compiler is at hand, plain Python where none is.

All that is declarative is in pyproject.toml. GROGNARD_PLAIN=1 skips the compilation. src/grognard/building.py says what
is compiled and how; build_fonts.py adds the fonts.
"""

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

# A build frontend runs this file without its folder on the path.
sys.path.insert(0, str(Path(__file__).resolve().parent))
from build_fonts import write_fonts

# Asked for these, nothing is built; installers ask them first, and mypyc takes its time.
ABOUT_ONLY = {"egg_info", "dist_info", "sdist"}
PLAIN = "grognard: plain Python, nothing compiled"


def load_building() -> ModuleType:
    """Loads the package's module that knows how to compile, by its path, since the package is not installed yet."""
    spec = importlib.util.spec_from_file_location("building", "src/grognard/building.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiled_core() -> list[Extension]:
    """The extensions to build; none where they are not wanted, or without mypyc."""
    if not ABOUT_ONLY.isdisjoint(sys.argv):
        return []
    if os.environ.get("GROGNARD_PLAIN", "0") not in {"", "0"}:
        print(f"{PLAIN} (GROGNARD_PLAIN is set)")
        return []
    building = load_building()
    modules = building.compiled_modules(Path("src/grognard"))
    if not modules:
        print(f"{PLAIN} (no module to compile)")
        return []
    try:
        found: list[Extension] = building.extensions(modules, "grognard")
    except ImportError as missing:
        print(f"{PLAIN} ({missing})")
        return []
    for extension in found:
        extension.optional = True
    return found


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
