"""Every ruling of a game is pinned: what `rulings.md` names in the last cell of a row is there."""

from __future__ import annotations

import re

from grognard.kernel.game import Game
from grognard.registry import spec
from grognard.scenarios.reading import read_scenarios
from tests.folders import pinned

# `tests/games/.../raf-7.16.md`, “Title of the case”; a game of your own writes `tests/clauses/...`
PIN = re.compile(r"`(tests/[^`]+)`(?:, “([^”]+)”)?")


def rulings(game: Game) -> str:
    return spec(game.slug).folder.joinpath("rulings.md").read_text(encoding="utf-8")


def test_every_ruling_names_what_pins_it(game: Game) -> None:
    rows = [line for line in rulings(game).splitlines() if re.match(r"\| [A-Z]+-\d", line)]
    assert rows
    assert [row for row in rows if not PIN.search(row.rstrip("| ").rpartition(" | ")[2])] == []


def test_what_pins_a_ruling_is_there(game: Game) -> None:
    missing = []
    for name, title in PIN.findall(rulings(game)):
        path = pinned(game.slug, name)
        if not path.is_file() or (title and title not in {case.title for case in read_scenarios(path)}):
            missing.append((name, title))
    assert missing == []
