"""The folders of a game: its source, and its test folder, which has everything that proves the game right.

A game in Grognard's repository has its tests in `tests/games/<name>/`. A game of your own has them in the folder
`tests` next to its rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.kernel.errors import BadInput
from grognard.registry import own_games, spec

GAMES: Final = "src/grognard/games"
TESTS: Final = "tests/games"
# The files of a test folder that are not scenarios.
RECORDS: Final = "records.json"
GOLDEN: Final = "golden.txt"
FACTS: Final = "facts.csv"
CLAUSES: Final = "clauses.txt"


def is_own(slug: str) -> bool:
    """Says whether a game is a game of your own, not one of Grognard's."""
    return slug in {own.slug for own in own_games()}


def source_folder(slug: str, root: Path | None = None) -> Path:
    """Returns the folder with the sources of a game.

    A game of Grognard is looked for in the clone at `root`, by default the current folder: raises BadInput if there is
    none. An installed package has no place for proofs.
    """
    if is_own(slug):
        return Path(str(spec(slug).folder))
    return _in_clone(slug, root, GAMES)


def folder_of_tests(slug: str, root: Path | None = None) -> Path:
    """Returns the test folder of a game, which need not exist yet for a game of your own. Raises as `source_folder`."""
    if is_own(slug):
        return source_folder(slug) / "tests"
    return _in_clone(slug, root, TESTS)


def pins_from(slug: str, root: Path | None = None) -> Path:
    """Returns the folder that the paths in `rulings.md` begin from: the repository, or the folder of your own game."""
    if is_own(slug):
        return source_folder(slug)
    return Path.cwd() if root is None else root


def _in_clone(slug: str, root: Path | None, where: str) -> Path:
    clone = Path.cwd() if root is None else root
    name = spec(slug).package.rpartition(".")[2]
    if not clone.joinpath(GAMES, name).is_dir():
        raise BadInput(f"{spec(slug).meta.title} is part of Grognard. Go to the top folder of a clone of it first.")
    return clone.joinpath(where, name)
