"""What Python 3.11 lacks on Windows, read from the stubs of the standard library that mypy brings.

They say per system what each module has, as the documentation does under "Availability", and their authors check them
against Python on Windows.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Final

VERSION: Final = (3, 11)
# Its stub is for every system; the documentation says that Python for Windows is without it.
ABSENT: Final = "curses"


class Lacks(dict[str, list[str]]):
    """By module the names that Windows lacks; for a module that it lacks as a whole, no names."""

    @property
    def modules(self) -> set[str]:
        """The modules that do not exist there."""
        return {module for module, names in self.items() if not names}

    def write(self, file: Path, keeps: Sequence[str]) -> None:
        """Writes it for `hidden/sitecustomize.py`, without names such as `os.uname` that stay."""
        found = {module: [name for name in names if f"{module}.{name}" not in keeps] for module, names in self.items()}
        file.write_text(json.dumps(found), encoding="utf-8")


@cache
def lacks() -> Lacks:
    """Goes through the public modules of the standard library."""
    found = Lacks({ABSENT: []})
    for module in sorted(sys.stdlib_module_names):
        stub = _stub(module)
        if module.startswith("_") or not stub.exists():
            continue
        body = ast.parse(stub.read_text(encoding="utf-8")).body
        here, there = ({*_names(body, platform)} for platform in ("linux", "win32"))
        if public(here - there):
            found[module] = sorted(public(here - there)) if public(there) else []
    return found


def public(names: set[str]) -> set[str]:
    """Leaves out private names."""
    return {name for name in names if not name.startswith("_")}


def _stub(module: str) -> Path:
    spec = find_spec("mypy")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    path = Path(spec.submodule_search_locations[0], "typeshed", "stdlib", module)
    return path / "__init__.pyi" if path.is_dir() else path.with_suffix(".pyi")


def _names(body: Sequence[ast.stmt], platform: str) -> Iterator[str]:
    """Names that a stub defines for a system. An imported name counts only if it is imported `as` itself."""
    for statement in body:
        match statement:
            case ast.If(test, first, second):
                yield from _names(first if _holds(test, platform) else second, platform)
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.AnnAssign(ast.Name(name)):
                yield name
            case ast.Assign(targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.ImportFrom(names=names):
                yield from (alias.name for alias in names if alias.name == alias.asname)


def _holds(test: ast.expr, platform: str) -> bool:
    known = {"sys": SimpleNamespace(platform=platform, version_info=VERSION), "TYPE_CHECKING": True}
    return bool(eval(compile(ast.Expression(test), "<stub>", "eval"), known))
