"""Keeps the games that a person finished against the computer at this terminal, for `grognard record`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from grognard.kernel.errors import GrognardError
from grognard.kernel.files import write_whole
from grognard.play.journal import Action, End, Journal, read_journal
from grognard.play.players import PERSON
from grognard.play.results import met_bots, result_for
from grognard.play.session import Session
from grognard.tui import autosave

FOLDER: Final = "finished"
ENDING: Final = ".journal"
MOST_KEPT: Final = 500  # the latest; a game takes some ten kilobytes


class FinishedGame(NamedTuple):
    """A finished game: its journal and file, when it ended, the person's result, and the bots of the other side."""

    file: Path
    ended: datetime
    journal: Journal
    result: str
    against: frozenset[str]


def folder() -> Path:
    """Returns the folder of finished games. Raises RuntimeError if the user has no home."""
    return autosave.folder() / FOLDER


def keep(session: Session) -> None:
    """Keeps a finished game if a person has made a choice in it against the computer. Errors lose only the record."""
    if _bots_met(session.journal) is None:
        return
    with suppress(OSError, RuntimeError):
        place = folder()
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(place / f"{session.game.slug}-{secrets.token_hex(4)}{ENDING}", session.journal.to_text())
        for old in _files(place)[:-MOST_KEPT]:
            old.unlink(missing_ok=True)


def finished_games(slug: str | None, tell: Callable[[str], object]) -> list[FinishedGame]:
    """Returns the games kept, of one game or of all, the earliest first. A file that can't be read is named instead."""
    found = []
    for file in _files(folder(), slug or "*"):
        try:
            journal = read_journal(file)
        except GrognardError as error:
            tell(f"A game does not count: {error}")
            continue
        ends = [entry for entry in journal.entries if isinstance(entry, End)]
        against = _bots_met(journal)
        if ends and against is not None:
            ended = datetime.fromtimestamp(file.stat().st_mtime)
            found.append(FinishedGame(file, ended, journal, result_for(ends[-1].winners, _own(journal)), against))
    return found


def forget() -> int:
    """Deletes the games kept, and returns how many there were. Raises OSError if a file can't be deleted."""
    files = _files(folder())
    for file in files:
        file.unlink(missing_ok=True)
    return len(files)


def _files(place: Path, slug: str = "*") -> list[Path]:
    """Returns the files of finished games, the earliest first."""
    return sorted(place.glob(f"{slug}-*{ENDING}"), key=lambda file: file.stat().st_mtime)


def _own(journal: Journal) -> list[int]:
    return [seat for seat, name in enumerate(journal.header.seats) if name == PERSON]


def _bots_met(journal: Journal) -> frozenset[str] | None:
    """Returns the bots of the other side; None if it was no game of a person against the computer."""
    own = _own(journal)
    if not any(isinstance(entry, Action) and entry.seat in own for entry in journal.entries):
        return None
    bots = [None if name == PERSON else name for name in journal.header.seats]
    return frozenset(bot for bot in met_bots(bots, own) if bot is not None) or None
