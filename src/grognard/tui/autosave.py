"""Saves the game at this terminal after every action, so that a closed window or a killed process does not lose it."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.files import must_not_be_newer, read_text, write_whole
from grognard.locking import lock, unlock
from grognard.play.journal import parse_journal
from grognard.play.matches import Match
from grognard.play.session import Loader, Session, replayed

VERSION: Final = 1
ENDING: Final = ".game"
ASIDE: Final = ".journal"
MOST_ASIDE: Final = 10


class SaveFile(msgspec.Struct, frozen=True):
    """The content of a saved game: the journal as text, and the score of its match."""

    grognard_kept: int
    match: Match
    journal: str


class Autosave:
    """Keeps the game of one terminal in its own file, and locks other terminals out of it."""

    def __init__(self, file: Path) -> None:
        """Raises OSError if nothing can be saved there."""
        self.file = file
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(file.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file.parent))
        self._lock_file = file.with_suffix(".lock")
        self._held: int | None = None

    def take(self) -> None:
        """Locks other terminals out of the file. Raises OSError if another has locked it."""
        if self._held is None:
            self._held = lock(self._lock_file)
            if self._held is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), str(self._lock_file))

    def keep(self, session: Session, match: Match) -> None:
        """Saves the game. A full disk must not end it: the next action tries again."""
        kept = SaveFile(VERSION, match, session.journal.to_text())
        with suppress(OSError):
            self.take()
            write_whole(self.file, msgspec.json.encode(kept).decode())

    def forget(self) -> None:
        """Removes the file of a game that is over or no longer wanted."""
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        """Unlocks the game for other terminals."""
        if self._held is None:
            return
        unlock(self._held)
        self._held = None
        if not self.file.exists():  # nobody waits for this lock: file names are random
            with suppress(OSError):  # Windows cannot delete a file that another terminal is trying
                self._lock_file.unlink(missing_ok=True)


class SavedGame(NamedTuple):
    """A saved game: its autosave, its session, its match, and the time of its last action."""

    autosave: Autosave
    session: Session
    match: Match
    done: datetime

    @property
    def seats(self) -> tuple[str, ...]:
        """The players of the seats."""
        return self.session.journal.header.seats


def folder() -> Path:
    """Returns the folder for saved games, inside the folder of a server's data."""
    chosen = os.environ.get("GROGNARD_DATA_DIR")
    if chosen:
        return Path(chosen) / "terminal"
    try:
        import platformdirs
    except ModuleNotFoundError:  # installed without extras
        home = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
        return (Path(home) if home else Path.home() / ".local" / "share") / "grognard" / "terminal"
    return Path(platformdirs.user_data_dir("grognard")) / "terminal"


def new_autosave(slug: str) -> Autosave:
    """Returns the autosave of a new game. Raises OSError, or RuntimeError if the user has no home."""
    return Autosave(folder() / f"{slug}-{secrets.token_hex(4)}{ENDING}")


def last_saved(slug: str | None, seed: int | None, load: Loader, tell: Callable[[str], object]) -> SavedGame | None:
    """Returns the last saved game that no other terminal has open, of one game or of all; None if there is none.

    With a seed, only a game of that deal counts. A game that cannot be continued is set aside with a message.
    """
    try:
        files = sorted(folder().glob(f"{slug or '*'}-*{ENDING}"), key=lambda file: file.stat().st_mtime, reverse=True)
    except (OSError, RuntimeError):
        return None
    for file in files:
        try:
            autosave = Autosave(file)
            autosave.take()
        except OSError:  # it is open elsewhere
            continue
        try:
            session, match = _read(file, load)
        except GrognardError as error:
            with suppress(OSError):
                tell(f"Your last game cannot be continued: {error} It is still in {file.replace(f'{file}.broken')}.")
            autosave.close()
            continue
        if seed is not None and session.seed != seed:
            autosave.close()
            continue
        return SavedGame(autosave, session, match, datetime.fromtimestamp(file.stat().st_mtime))
    return None


def _read(file: Path, load: Loader) -> tuple[Session, Match]:
    text = read_text(file)
    must_not_be_newer(text, "grognard_kept", VERSION, str(file))
    try:
        kept = msgspec.json.decode(text, type=SaveFile)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadInput(f"{file} is not a saved game: {error}.") from error
    return replayed(parse_journal(kept.journal, str(file)), load), kept.match


def set_aside(found: SavedGame) -> Path:
    """Turns a saved game into a journal when its player wants another game. Only the latest few are kept."""
    file = found.autosave.file.with_suffix(ASIDE)
    found.session.save(file)
    found.autosave.forget()
    found.autosave.close()
    for old in sorted(file.parent.glob(f"*{ASIDE}"), key=lambda each: each.stat().st_mtime)[:-MOST_ASIDE]:
        old.unlink(missing_ok=True)
    return file
