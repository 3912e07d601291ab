"""The journal of a game: a header line of JSON, then one line for every entry.

The journal is the saved game. It holds the seed, so it is only for the owner, or for the end of a game. A seat gets
`Session.redacted` while the game runs.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, Literal

import msgspec

from grognard.kernel.errors import JournalError, NewerJournal
from grognard.kernel.files import must_not_be_newer, read_text, write_whole
from grognard.kernel.structs import prepare
from grognard.play.deal import Deal, Promise

# The newest journal this program reads and writes, and the oldest it reads. Version 3 has another deal, and version 4 a
# game that was claimed because time ran out.
VERSION: Final = 4
OLDEST: Final = 2
NEWER_DEAL: Final = 3
MOST_DIGITS: Final = 100  # a seed is 256 bits at most
MOST_LINES: Final = 50_000


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a game: enough to deal it again."""

    grognard_journal: int
    game: str
    rules: int
    chance: int
    options: dict[str, str | int]
    numbers: dict[str, str | int]
    seats: tuple[str, ...]
    # The seed in decimal digits, and the commitment that a server shows before the first card is dealt: the promise of
    # the deal, or the seed's SHA-256 if there is none.
    seed: str
    commitment: str
    # How people had a part in the seed; None if the server or the person who set up the game chose it.
    deal: Deal | None = None
    # The version of the bots (`players.BOTS`), if there was one at the table and the program knew its version.
    bots: int | msgspec.UnsetType = msgspec.UNSET


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=str.lower):
    """An entry of a journal."""


class SeatEntry(Entry, frozen=True):
    """An entry about something a seat did."""

    seat: int


class Action(SeatEntry, frozen=True):
    """A seat played an action."""

    do: str


class Undo(SeatEntry, frozen=True):
    """A seat undid actions: only the first `kept` remain. `agreed` lists the seats that consented."""

    kept: int
    agreed: tuple[int, ...]


class Resign(SeatEntry, frozen=True):
    """A seat gave up."""


# Why a game may be claimed: the deciding player has left the table, or their time has run out.
Reason = Literal["left", "time"]


class Claim(SeatEntry, frozen=True, omit_defaults=True):
    """A seat claimed the game because the deciding player had left the table, or had run out of time."""

    reason: Reason = "left"


class Check(Entry, frozen=True):
    """The fingerprint of the position at the start of a turn, so that a replay can find where it differs."""

    turn: int
    sum: str


class End(Entry, frozen=True):
    """The game is over: who won and why."""

    winners: tuple[int, ...]
    reason: str


# Entries for what people do; the other entries follow from these.
Deed = Action | Undo | Resign | Claim
AnyEntry = Deed | Check | End
prepare(Header)
prepare(AnyEntry)


class Journal(msgspec.Struct):
    """A header and its entries."""

    header: Header
    entries: list[AnyEntry]

    def to_text(self) -> str:
        """Returns the journal as text, with one JSON object per line."""
        lines = [msgspec.json.encode(self.header), *(msgspec.json.encode(entry) for entry in self.entries)]
        return b"\n".join(lines).decode() + "\n"

    def save(self, path: Path) -> None:
        """Writes the whole file, or leaves the old one."""
        if path == Path("-"):
            raise JournalError("“-” is not a file name. Choose another.")
        try:
            write_whole(path, self.to_text())
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}.") from error


def version_for(deal: Deal | None) -> int:
    """Returns the version of a journal with this deal: the oldest that can hold it, so that older programs read it."""
    newer = deal is not None and any(isinstance(step, Promise) and step.protocol > 1 for step in deal.steps)
    return NEWER_DEAL if newer else OLDEST


def commitment(seed: int) -> str:
    """Returns the hash that a server publishes before its own deal: SHA-256 of the seed's decimal digits."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def read_journal(path: Path) -> Journal:
    """Reads a journal file; raises JournalError naming the line that cannot be read."""
    return parse_journal(read_text(path, JournalError), str(path))


def parse_journal(text: str, name: str) -> Journal:
    """Reads the text of a journal. Errors call it `name`."""
    lines = text.splitlines()
    if lines and '"grognard_record"' in lines[0]:
        raise JournalError(f"{name} is one seat's record of a game in progress: it has no seed and cannot be replayed.")
    must_not_be_newer(lines[0] if lines else "", "grognard_journal", VERSION, name, NewerJournal)
    try:
        header = msgspec.json.decode(lines[0] if lines else "", type=Header)
    except (msgspec.DecodeError, RecursionError) as error:
        raise JournalError(f"{name} is not a journal: {error}.") from error
    if header.grognard_journal < OLDEST:
        raise JournalError(
            f"{name} was written by an older Grognard (version {header.grognard_journal}; this one reads {OLDEST} and "
            "newer)."
        )
    if not (header.seed.isascii() and header.seed.isdecimal() and len(header.seed) <= MOST_DIGITS):
        raise JournalError(f"{name}: the seed is not a whole number.")
    if len(lines) > MOST_LINES:
        raise JournalError(f"{name} has more than {MOST_LINES} lines: no game is that long.")
    entries: list[AnyEntry] = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            entries.append(msgspec.json.decode(line, type=AnyEntry))
        except (msgspec.DecodeError, RecursionError) as error:
            raise JournalError(f"{name}:{number}: {error}.") from error
    return Journal(header, entries)
