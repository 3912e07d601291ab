"""Small faults, one at a time, in the source of a game and in its cards: what a scenario has to notice.

Left alone are annotations, decorators, what only writes events down (`if self.recorder.recording`), and constants that
merely enumerate: three or more in a row at the top of a module, each one more than the one before it.
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from grognard.kernel.engine.actions import NOT_IN_HAND

# The refusal codes that all games share; a game's own are the run of constants that goes on from them.
_SHARED_REFUSALS: Final = ("GAME_OVER", "OTHER_PHASE", "NOT_IN_HAND")

_SHIFTED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_ASIDE: Final = ("self.recorder.recording", "TYPE_CHECKING")


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, and the expression or statement before and after."""

    file: str
    place: str
    before: str
    after: str
    line: int = 0
    # Puts the fault into the syntax tree; a process does so once.
    put: Callable[[], None] = field(default=lambda: None, compare=False)

    @property
    def function(self) -> str:
        """The function it is in."""
        return self.place.partition(" (")[0]

    @property
    def key(self) -> str:
        """What it is called in the lists of survivors; it outlives changes elsewhere in the file."""
        return f"{self.file} {self.place}: {self.before} → {self.after}"


@dataclass(frozen=True)
class _Spot:
    """A node of the tree, where it hangs, and the function and the expression to tell of it."""

    node: ast.AST
    parent: ast.AST
    name: str
    index: int | None
    place: str
    host: ast.AST

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.name, node)
        else:
            getattr(self.parent, self.name)[self.index] = node

    def shown(self, node: ast.AST) -> str:
        """The host with another node in this place."""
        if self.host is self.node:
            return ast.unparse(node)
        self.put(node)
        text = ast.unparse(self.host)
        self.put(self.node)
        return text


class Source:
    """One module, its tree and its mutants."""

    def __init__(self, folder: Path, file: str, refusals: Sequence[str] = ()) -> None:
        self.file = file
        self.path = path = folder / file
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.runs = [run for run, _first in _counting(self.tree)]
        own = next((run for run, first in _counting(self.tree) if first == NOT_IN_HAND + 1), ())
        self.refusals = (*_SHARED_REFUSALS, *own) if own else tuple(refusals)
        self.places = sorted({spot.place for spot in self._spots()})

    def mutants(self) -> list[Mutant]:
        """All mutants; equal ones are numbered."""
        found: list[Mutant] = []
        met: Counter[str] = Counter()
        for spot in self._spots():
            before = ast.unparse(spot.host)
            for node in self._faults(spot):
                mutant = Mutant(self.file, spot.place, before, spot.shown(node))
                met[mutant.key] += 1
                again = f" ({met[mutant.key]})" if met[mutant.key] > 1 else ""
                line = getattr(spot.node, "lineno", 0)
                put = _putter(spot, node)
                found.append(Mutant(mutant.file, mutant.place + again, before, mutant.after, line, put))
        return found

    def _spots(self) -> Iterator[_Spot]:
        counted = {name for run in self.runs for name in run}
        for index, statement in enumerate(self.tree.body):
            match statement:
                case ast.AnnAssign(target=ast.Name(id=name)) if name in counted:
                    continue
            yield from _walk(_Spot(statement, self.tree, "body", index, "module", statement))

    def _faults(self, spot: _Spot) -> Iterator[ast.AST]:
        node = spot.node
        match node:
            case ast.Constant(value=bool(value)):
                yield ast.Constant(not value)
            case ast.Constant(value=int(value)):
                yield ast.Constant(value + 1)
                yield ast.Constant(value - 1)
            case ast.Compare():
                for at, op in enumerate(node.ops):
                    ops = [*node.ops[:at], _SHIFTED[type(op)](), *node.ops[at + 1 :]]
                    yield ast.Compare(node.left, ops, node.comparators)
            case ast.UnaryOp(op=ast.Not()):
                yield node.operand
            case ast.BoolOp():
                yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            case ast.Name(id=name, ctx=ast.Load()) if name in self.refusals:
                yield ast.Name(self.refusals[0 if name != self.refusals[0] else -1], ast.Load())
            case ast.Expr(value=ast.Call()):
                yield ast.Pass()
            case ast.Assign(targets=[ast.Attribute()]) | ast.AugAssign(target=ast.Attribute()):
                yield ast.Pass()
        if spot.name == "test" and isinstance(node, ast.Call | ast.Name | ast.Attribute):
            yield ast.UnaryOp(ast.Not(), node)


def _putter(spot: _Spot, node: ast.AST) -> Callable[[], None]:
    return lambda: spot.put(node)


def _walk(spot: _Spot) -> Iterator[_Spot]:
    """The node and all below it that may be changed."""
    node, place, host = spot.node, spot.place, spot.host
    aside = isinstance(node, ast.If) and ast.unparse(node.test) in _ASIDE
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        place = node.name if place == "module" else f"{place}.{node.name}"
    elif not aside:
        yield spot
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "annotation", "returns", "bases") or (aside and name != "orelse"):
            continue
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr):
                continue
            inner = child if isinstance(child, ast.stmt) or hasattr(node, "body") else host
            at = index if isinstance(value, list) else None
            yield from _walk(_Spot(child, node, name, at, place, inner))


def _counting(tree: ast.Module) -> list[tuple[tuple[str, ...], int]]:
    """The names of constants that only count, and the first number: runs of three or more, each one more."""
    runs: list[list[tuple[str, int]]] = [[]]
    for statement in tree.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=int(value))):
                if runs[-1] and runs[-1][-1][1] + 1 != value:
                    runs.append([])
                runs[-1].append((name, value))
            case _:
                runs.append([])
    return [(tuple(name for name, _ in run), run[0][1]) for run in runs if len(run) >= 3]


def card_mutants(cards: Path) -> list[Mutant]:
    """Each number of each card one more and one less, and each card of each other type."""
    rows = list(csv.DictReader(cards.read_text(encoding="utf-8").splitlines()))
    types = sorted({row["type"] for row in rows if row.get("type")})
    found = []
    for line, row in enumerate(rows, start=2):
        for column, text in row.items():
            if column == "type" and text:
                others = [other for other in types if other != text]
            elif column not in ("copies", "name") and text.lstrip("-").isdigit():
                others = [str(int(text) + 1), str(int(text) - 1)]
            else:
                continue
            found += [Mutant(cards.name, row["name"], f"{column} {text}", f"{column} {o}", line) for o in others]
    return found
