"""Checks that no code parses texts written for people: everything it needs to know is a field of a view.

    python tools/check_parsing.py [folder of the package, default src]

Labels, notations, names and sentences are for people. Code that splits or searches them breaks when their wording
changes. A text comes from an attribute (`action.label`), a parameter or table with such a name, or a call that writes
one. The check follows it through variables, and reports

- methods that split or search it (`split`, `partition`, `replace`, `startswith` ...), and the functions and patterns of
  `re`;
- slices and single letters of it, and `in` before it;
- reading a notation: `parse`, `read_action`, `string_to_action`;
- reading the numbers of an event by their places (`all_numbers`), where its fields have names;
- the same in templates, where splitting anything is an error, and `replace` is for keys only.

Notations are read by kernel/engine/actions.py and play/notation.py. ALLOWED lists all other code that reads input from
people or files, each with its reason.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Literal

from jinja2 import Environment, nodes

PACKAGE: Final = "grognard"
FOLDERS: Final = ("games", "web", "server", "bots", "lab", "tui", "play", "kernel/views", "envs")

# Attributes that hold a text.
TEXTS: Final = frozenset(
    {"do", "label", "measure", "name", "notation", "phase_label", "prompt", "short", "text", "yours"}
)
# Attributes that hold several texts, and the last word of names of tables with texts.
LISTS: Final = frozenset({"first_words", "notations", "verbs"})
TABLES: Final = "LABELS"
# Functions that return a text.
WRITERS: Final = frozenset({"action_to_string", "label"})

SEARCHES: Final = frozenset({"endswith", "find", "rfind", "startswith"})
CUTS: Final = frozenset(
    {"partition", "removeprefix", "removesuffix", "replace", "rpartition", "rsplit", "split", "splitlines", "translate"}
)
PATTERNS: Final = frozenset({"findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"})
READERS: Final = frozenset({"parse", "read_action", "string_to_action"})
FILTERS: Final = frozenset({"first", "last", "list", "random", "reverse"})
# Functions that return their arguments, or one of several.
SAME: Final = frozenset(
    {"capitalized", "escape", "filter", "iter", "list", "reversed", "set", "sorted", "str", "tuple", "uncapitalized"}
)
ITEM: Final = frozenset({"max", "min", "next"})
SAME_METHODS: Final = frozenset({"capitalize", "casefold", "lower", "lstrip", "rstrip", "strip", "title", "upper"})

# Functions that read input, or use one of these names for something else, each with its reason.
ALLOWED: Final[dict[tuple[str, str], str]] = {
    ("bots/consequences.py", "_key"): "sentences are the same if only numbers or the name of the chosen card differ",
    ("bots/consequences.py", "_how"): "a sentence becomes part of another",
    ("bots/consequences.py", "_name"): "what a sentence calls a choice",
    ("bots/puzzles.py", "position"): "the file of puzzles has notations",
    ("play/notation.py", "read_action"): "the edge itself",
    ("play/session.py", "Session.enter"): "journals have notations",
    ("server/api.py", "TablesApi.play"): "what a client sends",
    ("server/jobs/backups.py", "backup"): "the names of files",
    ("server/pages/tables.py", "_done"): "what a form sends",
    ("server/tables/live_table.py", "LiveTable.settle"): "the database keeps plans by notation",
    ("tui/plain.py", "PlainTable._chosen"): "a typed text",
}

# A text, or several of them.
Kind = Literal["text", "texts"]
# Parameters that hold texts.
PARAMETERS: Final[dict[str, Kind]] = {
    "label": "text", "labels": "texts", "measure": "text", "notation": "text", "notations": "texts",
}  # fmt: skip
Finding = tuple[int, str, str]  # line, function, fault


def cut(method: str) -> str:
    return f"cuts or searches a text ({method})"


class Module(ast.NodeVisitor):
    """Follows texts through the variables of one module, and notes each use that parses one."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self._known: dict[str, Kind] = {}
        self._within: list[str] = []

    def _note(self, node: ast.expr, what: str) -> None:
        self.found.append((node.lineno, ".".join(self._within), what))

    # -- which expressions are texts -----------------------------------------------------------------------------------

    def kind(self, node: ast.expr | None) -> Kind | None:
        """Says whether this is a text for people, or several."""
        match node:
            case ast.Name(name):
                return "texts" if name.endswith(TABLES) else self._known.get(name)
            case ast.Attribute(_, name):
                return "text" if name in TEXTS else "texts" if name in LISTS or name.endswith(TABLES) else None
            case ast.Subscript():
                of = self.kind(node.value)
                return of if of is None or isinstance(node.slice, ast.Slice) else "text"
            case ast.JoinedStr():
                parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
                return "text" if any(map(self.kind, parts)) else None
            case ast.Starred() | ast.NamedExpr() | ast.Await():
                return self.kind(node.value)
            case ast.IfExp():
                return self.kind(node.body) or self.kind(node.orelse)
            case ast.BoolOp():
                return next(filter(None, map(self.kind, node.values)), None)
            case ast.BinOp():
                return self.kind(node.left) or self.kind(node.right)
            case ast.List() | ast.Tuple() | ast.Set():
                return "texts" if any(map(self.kind, node.elts)) else None
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                return "texts" if self._inside(node.generators, node.elt) else None
            case ast.Call():
                return self._kind_of_call(node)
        return None

    def _kind_of_call(self, call: ast.Call) -> Kind | None:
        match call.func:
            case ast.Name(id) if id in SAME:
                return next(filter(None, map(self.kind, call.args)), None)
            case ast.Name(id) if id in ITEM:
                return "text" if any(map(self.kind, call.args)) else None
            case ast.Attribute(value, attr) if attr in SAME_METHODS:
                return self.kind(value)
            case ast.Attribute(_, attr) | ast.Name(attr) if attr in WRITERS:
                return "text"
        return None

    def _inside(self, generators: Sequence[ast.comprehension], element: ast.expr) -> Kind | None:
        before = dict(self._known)
        for generator in generators:
            self._hand_out(generator.target, generator.iter)
        kind, self._known = self.kind(element), before
        return kind

    # -- which variables hold texts ------------------------------------------------------------------------------------

    def _keep(self, target: ast.expr, kind: Kind | None) -> None:
        match target:
            case ast.Name():
                if kind is None:
                    self._known.pop(target.id, None)
                else:
                    self._known[target.id] = kind
            case ast.Tuple() | ast.List():
                for one in target.elts:
                    inner = one.value if isinstance(one, ast.Starred) else one
                    self._keep(inner, ("texts" if isinstance(one, ast.Starred) else "text") if kind else None)

    def _hand_out(self, target: ast.expr, values: ast.expr) -> None:
        """Marks the variables of a loop over these values."""
        match values, target:
            case ast.Call(ast.Name("enumerate"), [of, *_]), ast.Tuple([number, one]):
                self._keep(number, None)
                self._hand_out(one, of)
            case ast.Call(ast.Name("zip"), several), ast.Tuple(targets) if len(several) == len(targets):
                for one, of in zip(targets, several, strict=True):
                    self._hand_out(one, of)
            case _:
                self._keep(target, "text" if self.kind(values) == "texts" else None)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            match target, node.value:
                case (ast.Tuple(targets), ast.Tuple(values)) if len(targets) == len(values):
                    for one, value in zip(targets, values, strict=True):
                        self._keep(one, self.kind(value))
                case _:
                    self._keep(target, self.kind(node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)
            self._keep(node.target, self.kind(node.value))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._keep(node.target, self.kind(node.value))

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._hand_out(node.target, node.iter)
        for statement in [*node.body, *node.orelse]:
            self.visit(statement)

    visit_AsyncFor = visit_For

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        before = dict(self._known)
        for generator in node.generators:
            self.visit(generator.iter)
            self._hand_out(generator.target, generator.iter)
            for condition in generator.ifs:
                self.visit(condition)
        for part in [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]:
            self.visit(part)
        self._known = before

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comprehension

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        before = dict(self._known)
        self._within.append(node.name)
        if not isinstance(node, ast.ClassDef):
            for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
                self._keep(ast.Name(argument.arg), PARAMETERS.get(argument.arg))
        self.generic_visit(node)
        self._within.pop()
        self._known = before

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _definition

    # -- faults --------------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        texts = any(map(self.kind, [*node.args, *(keyword.value for keyword in node.keywords)]))
        match node.func:
            case ast.Attribute(value, attr) if attr in CUTS | SEARCHES and self.kind(value) == "text":
                self._note(node, cut(attr))
            case ast.Attribute(_, attr) if attr in PATTERNS and texts:
                self._note(node, f"matches a text with a pattern ({attr})")
            case ast.Attribute(_, attr) | ast.Name(attr) if attr in READERS:
                self._note(node, f"reads a notation back ({attr})")
            case ast.Attribute(_, "all_numbers"):
                self._note(node, "reads the numbers of an event by their places (all_numbers)")
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if self.kind(node.value) == "text":
            self._note(node, "takes letters out of a text")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, ast.In | ast.NotIn) and self.kind(right) == "text":
                self._note(right, "looks for something in a text (in)")
        self.generic_visit(node)


def in_module(source: str, name: str) -> list[Finding]:
    """Returns the faults of a module."""
    module = Module()
    module.visit(ast.parse(source, name))
    return module.found


# -- templates ---------------------------------------------------------------------------------------------------------


def is_text(node: nodes.Node | None, known: frozenset[str]) -> bool:
    """Says whether this is a text for people. In templates the names of variables count, too."""
    match node:
        case nodes.Name():
            return node.name in TEXTS or node.name in known
        case nodes.Getattr():
            return node.attr in TEXTS
        case nodes.NSRef():
            return node.attr in TEXTS
        case nodes.Concat() | nodes.CondExpr() | nodes.Or() | nodes.And() | nodes.Add():
            return any(is_text(child, known) for child in node.iter_child_nodes())
        case nodes.Filter():
            return node.name in ("lower", "upper", "capitalize", "title", "trim") and is_text(node.node, known)
    return False


def in_template(source: str) -> list[Finding]:
    """Returns the faults of a template."""
    tree = Environment().parse(source)
    known = frozenset(
        one.target.name
        for one in tree.find_all(nodes.Assign)
        if isinstance(one.target, nodes.Name) and is_text(one.node, frozenset())
    )
    return sorted(_in_template(tree, known))


def _in_template(tree: nodes.Template, known: frozenset[str]) -> Iterator[Finding]:
    for call in tree.find_all(nodes.Call):
        method = call.node
        if not isinstance(method, nodes.Getattr):
            continue
        if method.attr in CUTS or (method.attr in SEARCHES and is_text(method.node, known)):
            yield call.lineno, "", cut(method.attr)
    for filtered in tree.find_all(nodes.Filter):
        key = isinstance(filtered.node, nodes.Getattr) and filtered.node.attr == "key"
        if filtered.name == "replace" and not key:
            yield filtered.lineno, "", "replaces parts of a text (replace)"
        elif filtered.name in FILTERS and is_text(filtered.node, known):
            yield filtered.lineno, "", cut(filtered.name)
    for item in tree.find_all(nodes.Getitem):
        if is_text(item.node, known):
            yield item.lineno, "", "takes letters out of a text"
    for compared in tree.find_all(nodes.Compare):
        for operand in compared.ops:
            if operand.op in ("in", "notin") and is_text(operand.expr, known):
                yield compared.lineno, "", "looks for something in a text (in)"


# -- the whole package -------------------------------------------------------------------------------------------------


def files(source: Path) -> Iterator[Path]:
    """Yields the modules and templates to check."""
    for folder in FOLDERS:
        for ending in ("py", "html"):
            yield from sorted((source / PACKAGE / folder).rglob(f"*.{ending}"))


def faults(source: Path) -> Iterator[tuple[Path, tuple[str, str], int, str]]:
    """Yields each place that parses a text: the file, its key in ALLOWED, the line, and the fault."""
    for file in files(source):
        text, name = file.read_text(encoding="utf-8"), file.relative_to(source / PACKAGE).as_posix()
        for line, function, what in in_module(text, name) if file.suffix == ".py" else in_template(text):
            yield file, (name, function), line, what


def violations(source: Path) -> Iterator[str]:
    """Yields the faults that are not allowed, as lines to print."""
    for file, place, line, what in faults(source):
        if place not in ALLOWED:
            yield f"{os.path.relpath(file)}:{line}: {place[1] or 'here'} {what}: use a field of a view"


def main(arguments: list[str]) -> int:
    """The command line."""
    source = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent / "src"
    found = list(violations(source))
    print(*found, sep="\n") if found else print("no code parses texts for people")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
