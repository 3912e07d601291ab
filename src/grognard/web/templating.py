"""Jinja, compiled to faster Python. A page reads hundreds of attributes and calls hundreds of functions.

Templates read attributes and call functions as Python does, so no function gets Jinja's context. Only of a dict, and in
`thing.name is defined`, a name may be a key or missing, as usual.
"""

from __future__ import annotations

import keyword
from collections.abc import MutableMapping
from typing import Any, Final

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame

# Tests of things that need not be there.
OF_MISSING: Final = ("defined", "undefined")


class _Code(CodeGenerator):
    """Writes the Python of a template."""

    _may_be_missing: nodes.Expr | None = None
    _things = 0

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:
        """Writes a test, and notes what need not be there."""
        if node.name in OF_MISSING:
            self._may_be_missing = node.node
        super().visit_Test(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Writes `thing.name`, instead of a call that also tries `thing["name"]`, as dicts and blocks need it."""
        is_block = isinstance(node.node, nodes.Name) and node.node.name == "self"
        if is_block or node is self._may_be_missing:
            super().visit_Getattr(node, frame)
            return
        self._things += 1
        thing = f"thing_{self._things}"
        self.write(f"({thing}.{node.attr} if ({thing} := ")
        self.visit(node.node, frame)
        self.write(f").__class__ is not dict else environment.getattr({thing}, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Writes `function(…)`, instead of a call that finds out whether the function wants the context."""
        is_plain = not (forward_caller or node.dyn_args or node.dyn_kwargs)
        if not is_plain or any(keyword.iskeyword(given.key) for given in node.kwargs):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for number, given in enumerate([*node.args, *node.kwargs]):
            if number:
                self.write(", ")
            self.visit(given, frame)
        self.write(")")


class Templates(Environment):
    """Our templates. Set all globals before the first template is loaded."""

    code_generator_class = _Code

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Returns the globals of a template, in one dict: Jinja's chain of two makes each import slow."""
        return {**self.globals, **(d or {})}
