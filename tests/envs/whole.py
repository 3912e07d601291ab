"""Finds every public call that takes a whole number, and makes such calls with numbers of several kinds."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from grognard.envs import Batch
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game

SOURCES: Final = Path(__file__).resolve().parents[2] / "src"
# How a signature says that a parameter is a whole number; a native one (i64) is for loops, whose numbers are Python's.
WHOLE: Final = {"int", "SupportsIndex", "Seat", "Seeds", "ArrayLike"}


class Own:
    """A whole number as another library may have it: Python knows it by `__index__` alone."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


KINDS: Final[tuple[Callable[[int], Any], ...]] = (np.int64, np.int32, np.uint8, np.uint64, np.array, Own)
NO_NUMBERS: Final[tuple[Any, ...]] = (0.0, np.float64(0), "0")


class Call(NamedTuple):
    """A public function or method, and the names of its parameters that are whole numbers."""

    owner: str
    name: str
    whole: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.owner}.{self.name}".lstrip(".")


def calls_of(owner: type, words: set[str] = WHOLE) -> list[Call]:
    """Returns the constructor and the public methods of a class that take a whole number."""
    tree = _source(owner.__module__)
    found = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == owner.__name__]
    return [Call(owner.__name__, name, whole) for name, whole in _calls(found[0].body, words)]


def functions_of(module: Any) -> list[Call]:
    """Returns the functions that a package exports and that take a whole number."""
    found = []
    for name in module.__all__:
        function = getattr(module, name)
        if inspect.isroutine(function):
            by_name = dict(_calls(_source(function.__module__).body, WHOLE))
            if name in by_name:
                found.append(Call("", name, by_name[name]))
    return found


def _source(module: str) -> ast.Module:
    return ast.parse(SOURCES.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))


def _calls(body: list[ast.stmt], words: set[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in body:
        if isinstance(node, ast.FunctionDef) and (node.name == "__init__" or not node.name.startswith("_")):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            whole = tuple(arg.arg for arg in given if arg.annotation is not None and _is_whole(arg.annotation, words))
            if whole:
                yield node.name, whole


def _is_whole(annotation: ast.expr, words: set[str]) -> bool:
    """Says whether this annotation allows a whole number or a sequence of them. (Native lists are for loops.)"""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) in {"Callable", "list"}:
        return False
    return any(isinstance(part, ast.Name) and part.id in words for part in ast.walk(annotation))


def plainly(found: object) -> object:
    """Returns what a call gave in a form that can be compared."""
    if isinstance(found, State):
        return found.serialize()
    if isinstance(found, Information):
        return found.view(), found.legal_actions(), found.generator.state, found.seed
    if isinstance(found, Game):
        return repr(found)
    if isinstance(found, np.ndarray):
        return found.tolist()
    if isinstance(found, (list, tuple)):
        return [plainly(part) for part in found]
    if isinstance(found, dict):
        return {key: plainly(value) for key, value in found.items()}
    if isinstance(found, Batch):
        return found.observations.tolist(), found.seeds.tolist(), [plainly(found.state(n)) for n in range(len(found))]
    if isinstance(found, Event):
        return found.key()
    return found
