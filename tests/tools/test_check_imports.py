"""The direction of imports is enforced, and the tree keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_imports import main, violations

MODULES = (
    "__init__",
    "cli",
    "kernel/__init__",
    "kernel/cardsets/cards",
    "kernel/engine/state",
    "kernel/views/view",
    "games/__init__",
    "games/red/__init__",
    "games/red/rules",
    "games/blue/__init__",
    "games/blue/rules",
    "bots/__init__",
    "bots/greedy",
    "envs/__init__",
    "lab/__init__",
    "server/__init__",
    "server/app",
    "server/sounds",
    "server/guests/__init__",
    "server/guests/export",
    "server/guests/names",
    "server/net/__init__",
    "server/net/stream",
    "server/storage/__init__",
    "server/storage/tables",
    "server/tables/__init__",
    "server/tables/live_table",
    "server/tables/lobby",
    "server/tables/undo",
    "server/pages/__init__",
    "server/pages/common",
    "server/pages/games",
    "web/__init__",
)


def found(tmp_path: Path, module: str, line: str) -> list[str]:
    for name in MODULES:
        file = tmp_path / "grognard" / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    changed = tmp_path / "grognard" / f"{module}.py"
    changed.parent.mkdir(parents=True, exist_ok=True)
    changed.write_text(f"import sys\n{line}\n")
    return list(violations(tmp_path))


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("kernel/engine/state", "from grognard.kernel.cardsets import cards"),
        (
            "kernel/engine/state",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from grognard.kernel.views import view",
        ),
        ("games/red/rules", "from grognard.kernel.engine.state import State"),
        ("games/red/rules", "from . import rules"),
        ("games/__init__", "from grognard.games import red"),
        ("__init__", "from grognard.games import red"),
        ("bots/greedy", "from grognard import load"),
        ("bots/greedy", "from grognard.games.red.features import numbers"),
        ("lab/__init__", "from grognard.bots import greedy"),
        ("lab/__init__", "from grognard.envs import Batch"),
        ("server/__init__", "import grognard.web"),
        ("server/app", "from grognard.server.pages import common"),
        ("server/tables/undo", "from grognard.server.tables.live_table import Live"),
        ("server/tables/undo", "from grognard.server.storage import tables"),
        ("server/pages/__init__", "from grognard.server.pages.games import GamePages"),
        ("web/__init__", "from grognard.kernel.views.view import View"),
        ("web/__init__", "from grognard.bots import names"),
        ("web/__init__", "from grognard import load"),
        ("cli", "from grognard.games.red.rules import Red"),
        ("cli", "import grognard.web, grognard.lab"),
        ("kernel/cardsets/cards", "from random_grognard import x"),
    ],
)
def test_allowed(tmp_path: Path, module: str, line: str) -> None:
    assert found(tmp_path, module, line) == []


@pytest.mark.parametrize(
    ("module", "line", "reason"),
    [
        ("kernel/cardsets/cards", "import grognard.games.red", "kernel may not import games"),
        ("kernel/cardsets/cards", "from ...games.red import rules", "kernel may not import games"),
        ("kernel/cardsets/cards", "from grognard.kernel.engine import state", "cardsets is below engine"),
        ("kernel/engine/state", "from grognard.kernel.views.view import View", "engine is below views"),
        ("kernel/cardsets/cards", "from grognard import load", "kernel may not import grognard"),
        ("kernel/cardsets/cards", "def f():\n    from grognard.bots import greedy", "kernel may not import bots"),
        ("games/red/rules", "from grognard.games.blue.rules import x", "games never import each other"),
        ("games/red/rules", "from grognard.games import blue", "games never import each other"),
        ("games/red/rules", "from ..blue import rules", "games never import each other"),
        ("games/red/rules", "from grognard.games import load", "a game knows only the kernel and itself"),
        ("games/red/__init__", "from grognard.bots import greedy", "games may not import bots"),
        ("bots/greedy", "from grognard.lab import x", "bots may not import lab"),
        ("lab/__init__", "from grognard.server import x", "lab may not import server"),
        ("envs/__init__", "from grognard.lab import x", "envs may not import lab"),
        ("web/__init__", "from grognard.server import x", "web may not import server"),
        ("web/__init__", "from grognard.games.red import rules", "not its modules"),
        ("web/__init__", "from grognard.bots import greedy", "not its modules"),
        ("web/__init__", "from grognard.kernel.engine import state", "must not hold a position"),
        ("server/storage/tables", "from grognard.server.tables import live_table", "storage is below tables"),
        ("server/tables/lobby", "from grognard.server import pages", "tables is below pages"),
        ("server/tables/live_table", "from grognard.server.tables import undo", "live_table is below undo"),
        ("server/tables/undo", "from grognard.server.tables import lobby", "undo and lobby are on the same floor"),
        ("server/pages/common", "from grognard.server.pages.games import x", "common is below games"),
        ("server/guests/names", "from grognard.server.guests import export", "guests.names is below guests.export"),
        ("server/net/stream", "from grognard.server.guests import export", "net.stream is below guests.export"),
        ("server/guests/names", "from grognard.server import app", "guests.names is below app"),
        ("server/sounds", "from grognard.server import app", "server.sounds is on no floor"),
        ("server/__init__", "from grognard.cli import main", "nothing imports the command line"),
        ("sounds/__init__", "from grognard.kernel import cards", "layer sounds is unknown"),
    ],
)
def test_forbidden(tmp_path: Path, module: str, line: str, reason: str) -> None:
    (complaint,) = found(tmp_path, module, line)
    number = 3 if line.startswith("def") else 2
    assert f"{module}.py:{number}: " in complaint
    assert complaint.endswith(reason) or reason in complaint


def test_the_tree_keeps_it() -> None:
    assert main([]) == 0
