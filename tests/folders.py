"""Which games are ours, and where the proofs of a game are: see `grognard.lab.game_folders`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.lab import game_folders
from grognard.lab.game_records import Records, read_records
from grognard.registry import registered_names

ROOT: Final = Path(__file__).resolve().parents[1]
# The games of this repository, which its documents and tables describe. Games of your own are not among them.
OURS: Final = [slug for slug in registered_names() if not game_folders.is_own(slug)]


def folder_of(slug: str) -> Path:
    """The test folder of a game."""
    return game_folders.folder_of_tests(slug, ROOT)


def pins(slug: str) -> Path:
    """The folder that a ruling or a dealer names files from: the repository, or the folder of a game of your own."""
    return game_folders.pins_from(slug, ROOT)


def records(slug: str) -> Records:
    """The records of a game; it fails if there are none."""
    found = read_records(folder_of(slug))
    assert found is not None, f"no records: grognard game record {slug} --only records"
    return found
