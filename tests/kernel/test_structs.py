"""Types that threads read are prepared at import."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import grognard

PACKAGE: Final = Path(grognard.__file__).parent
# Here one thread reads: at start-up, at a terminal, in a process of the lab, or on the event loop alone.
ONE_THREAD: Final = {
    "server/config.py", "server/storage/joining.py", "server/storage/rows.py", "server/storage/tables.py",
    "tui/autosave.py", "lab/recording.py", "lab/journals.py", "lab/dataset.py", "server/alerts/outgoing.py",
    "server/alerts/senders.py", "server/alerts/web_push.py", "server/alerts/webhooks.py", "server/guests/alert_ways.py",
    "server/jobs/alerts.py", "game_check/hidden.py",
}  # fmt: skip


def typed_reads(tree: ast.AST) -> bool:
    """Does a module let msgspec read data into a type?"""
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            node.func.attr == "convert" or (node.func.attr == "decode" and any(k.arg == "type" for k in node.keywords))
        )
        for node in ast.walk(tree)
    )


def test_every_module_that_threads_use_prepares_its_types() -> None:
    found = {}
    for file in PACKAGE.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        if "msgspec" in text and typed_reads(ast.parse(text)):
            found[file.relative_to(PACKAGE).as_posix()] = "\nprepare(" in text
    assert {name for name, prepared in found.items() if not prepared} == ONE_THREAD
    assert sum(found.values()) >= 10
