"""No module uses what Windows lacks, unless it looks whether it is there; and text always names its encoding."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.windows.hidden.windows_names import is_impossible
from tests.windows.lacks import lacks

ROOT: Final = Path(__file__).resolve().parents[2]
PLACES: Final = ("src/**/*.py", "tools/*.py", "bench/*.py", "docs/*.py", "examples/**/*.py", "*.py")
MODULES: Final = sorted(path for place in PLACES for path in ROOT.glob(place))
MISSING: Final = {"ImportError", "ModuleNotFoundError", "AttributeError"}
# How a call writes or reads text, and at which place it may take an encoding.
TEXT_METHODS: Final = {"read_text": 0, "write_text": 1}
STARTS: Final = {"run", "Popen", "check_output", "check_call", "call"}
# They measure a server that runs on Linux.
LINUX_ONLY: Final = {"bench/load.py": {"os.getloadavg", "os.sysconf"}}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def lacking(tree: ast.AST) -> Iterator[str]:
    """What a module imports or uses that Windows lacks, without a look whether it is there."""
    yield from _lacking(tree, frozenset(), False)


def _lacking(node: ast.AST, known: frozenset[str], caught: bool) -> Iterator[str]:
    given = lacks()
    match node:
        case ast.Import(names):
            used = [alias.name.partition(".")[0] for alias in names]
            yield from (module for module in used if module in given.modules and not caught)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            if module.partition(".")[0] in given.modules and not caught:
                yield module
            yield from (f"{module}.{alias.name}" for alias in names if alias.name in given.get(module, []))
        case ast.Attribute(ast.Name(module), name) if name in given.get(module, []):
            if f"{module}.{name}" not in known and not caught:
                yield f"{module}.{name}"
        case ast.If(test, body, other):
            yield from _lacking(test, known, caught)
            for statement in body:
                yield from _lacking(statement, known | looked_for(test), caught)
            for statement in other:
                yield from _lacking(statement, known, caught)
            return
        case ast.Try(body=tried, handlers=handlers):
            errors = {
                each.id for one in handlers if one.type for each in ast.walk(one.type) if isinstance(each, ast.Name)
            }
            for child in ast.iter_child_nodes(node):
                yield from _lacking(child, known, caught or (child in tried and bool(errors & MISSING)))
            return
    for child in ast.iter_child_nodes(node):
        yield from _lacking(child, known, caught)


def looked_for(test: ast.expr) -> frozenset[str]:
    """What there is where `hasattr(os, "fork")` holds."""
    match test:
        case ast.Call(ast.Name("hasattr"), [ast.Name(module), ast.Constant(str(name))]):
            return frozenset({f"{module}.{name}"})
        case ast.BoolOp(ast.And(), parts):
            return frozenset[str]().union(*map(looked_for, parts))
    return frozenset()


def unnamed(tree: ast.AST) -> Iterator[str]:
    """Calls that take the encoding of the console for text."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or any(word.arg == "encoding" for word in node.keywords):
            continue
        words = {word.arg: word.value for word in node.keywords}
        match node.func:
            case ast.Attribute(_, name) if name in TEXT_METHODS and len(node.args) <= TEXT_METHODS[name]:
                yield ast.unparse(node)
            case ast.Attribute(ast.Name("subprocess"), name) if name in STARTS and words.keys() & {
                "text",
                "universal_newlines",
            }:
                yield ast.unparse(node)
            case ast.Attribute(_, "open") | ast.Name("open") | ast.Attribute(_, "fdopen") if is_text(node, words):
                yield ast.unparse(node)


def name_called(function: ast.expr) -> str:
    match function:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
    return ""


def is_text(call: ast.Call, words: dict[str | None, ast.expr]) -> bool:
    """Is it a file that is opened, and as text? `open` of ours has no mode; `os.open` has numbers."""
    modes = [node.value for node in [*call.args, *words.values()] if isinstance(node, ast.Constant)]
    if isinstance(call.func, ast.Name):
        return not any("b" in str(mode) for mode in modes)
    return any(isinstance(mode, str) and set(mode) <= set("rwax+t") for mode in modes)


def test_no_module_uses_what_windows_lacks() -> None:
    assert len(MODULES) > 400
    imports = re.compile(rf"^\s*(import|from)\s+({'|'.join(lacks())})\b", re.MULTILINE)
    for path in MODULES:
        uses = imports.search(path.read_text(encoding="utf-8"))  # few do, and a walk takes its time
        found = {*lacking(tree_of(path))} if uses else set()
        assert found == LINUX_ONLY.get(name_of(path), set()), name_of(path)


def test_one_module_alone_makes_pools_of_processes() -> None:
    """Windows refuses those of more than 61."""
    makers = {
        name_of(path)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and name_called(node.func) == "ProcessPoolExecutor"
    }
    assert makers == {"src/grognard/bots/pools.py"}


def test_all_text_names_its_encoding() -> None:
    for path in MODULES:
        assert [*unnamed(tree_of(path))] == [], name_of(path)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import fcntl", {"fcntl"}),
        ("from pwd import getpwnam", {"pwd"}),
        ("from os import fork", {"os.fork"}),
        ("def f():\n import os\n return os.killpg", {"os.killpg"}),
        ("if hasattr(os, 'nice'):\n os.nice(5)\nelse:\n os.fork()", {"os.fork"}),
        ("try:\n import fcntl\nexcept ModuleNotFoundError:\n import termios", {"termios"}),
        ("try:\n import fcntl\nexcept OSError:\n pass", {"fcntl"}),
        ("import os, signal\nos.kill(1, signal.SIGTERM)", set()),
        ("import signal\nx = signal.SIGKILL", {"signal.SIGKILL"}),
    ],
)
def test_a_use_is_found(code: str, found: set[str]) -> None:
    assert {*lacking(ast.parse(code))} == found


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("Path('a').read_text()", 1),
        ("Path('a').read_text('ascii')", 0),
        ("path.write_text('a')", 1),
        ("path.write_text('a', encoding='utf-8')", 0),
        ("open('a')", 1),
        ("open('a', 'rb')", 0),
        ("path.open('w')", 1),
        ("path.open('wb')", 0),
        ("os.open(path, os.O_RDWR)", 0),
        ("subprocess.run(['a'], text=True)", 1),
        ("subprocess.run(['a'])", 0),
    ],
)
def test_text_without_an_encoding_is_found(code: str, count: int) -> None:
    assert len([*unnamed(ast.parse(code))]) == count


def test_every_file_can_be_there_on_windows() -> None:
    """Names that Windows can have, of which no two differ by capital letters alone, and no links."""
    places = "src", "tests", "docs", "tools", "bench", "deploy", "examples", "requirements"
    paths = [path for place in places for path in ROOT.joinpath(place).rglob("*") if "__pycache__" not in path.parts]
    assert len(paths) > 1000
    assert len({str(path).casefold() for path in paths}) == len(paths)
    assert [name_of(path) for path in paths if is_impossible(path.name) or path.is_symlink()] == []


@pytest.mark.parametrize("name", ["CON", "nul", "aux.journal", "com1.txt", "a:b", "what?", "end.", "a\\b"])
def test_a_name_that_windows_cannot_have_is_found(name: str) -> None:
    assert is_impossible(name)
    assert not is_impossible(f"x{name}x".replace(":", "").replace("?", "").replace("\\", ""))
