"""The game at this terminal, kept in a file after every action: neither a closed window nor a kill loses it."""

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
    """What a kept file holds: the journal as text, and the score of the match it belongs to."""

    grognard_kept: int
    match: Match
    journal: str


class Autosave:
    """Keeps the game of one terminal in its own file, and locks other terminals out of it."""

    def __init__(self, file: Path) -> None:
        """Raises OSError where nothing can be kept."""
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
        """Writes the game. A full disk must not end it: the next action tries again."""
        kept = SaveFile(VERSION, match, session.journal.to_text())
        with suppress(OSError):
            self.take()
            write_whole(self.file, msgspec.json.encode(kept).decode())

    def forget(self) -> None:
        """Removes the file: the game is over, or its player wants it no more."""
        self.file.unlink(missing_ok=True)

    def close(self) -> None:
        """Unlocks the game for other terminals."""
        if self._held is None:
            return
        unlock(self._held)
        self._held = None
        if not self.file.exists():  # the name was drawn at random, so nobody waits for the lock of a game that is gone
            with suppress(OSError):  # Windows deletes no file that another terminal is just trying
                self._lock_file.unlink(missing_ok=True)


class SavedGame(NamedTuple):
    """A kept game: who keeps it from now on, its session, its match, and when something was done last."""

    autosave: Autosave
    session: Session
    match: Match
    done: datetime

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.session.journal.header.seats


def folder() -> Path:
    """Returns where games are kept: below the folder of a server's data, on the same terms."""
    chosen = os.environ.get("GROGNARD_DATA_DIR")
    if chosen:
        return Path(chosen) / "terminal"
    try:
        import platformdirs
    except ModuleNotFoundError:  # the bare package
        home = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
        return (Path(home) if home else Path.home() / ".local" / "share") / "grognard" / "terminal"
    return Path(platformdirs.user_data_dir("grognard")) / "terminal"


def new_autosave(slug: str) -> Autosave:
    """Returns what keeps a new game. Raises OSError, or RuntimeError where the user has no home."""
    return Autosave(folder() / f"{slug}-{secrets.token_hex(4)}{ENDING}")


def last_saved(slug: str | None, seed: int | None, load: Loader, tell: Callable[[str], object]) -> SavedGame | None:
    """Returns the game of this kind, or of any, that was played last and that no other terminal has open.

    Returns None if there is none. With a seed, only a game of that deal counts. A game that cannot be continued is set
    aside with a message.
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
                tell(f"Your last game cannot be continued: {error} It stays in {file.replace(f'{file}.broken')}.")
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
        raise BadInput(f"{file} is no kept game: {error}.") from error
    return replayed(parse_journal(kept.journal, str(file)), load), kept.match


def set_aside(found: SavedGame) -> Path:
    """Returns the journal that a kept game becomes when its player wants another; of these a few stay."""
    file = found.autosave.file.with_suffix(ASIDE)
    found.session.save(file)
    found.autosave.forget()
    found.autosave.close()
    for old in sorted(file.parent.glob(f"*{ASIDE}"), key=lambda each: each.stat().st_mtime)[:-MOST_ASIDE]:
        old.unlink(missing_ok=True)
    return file
