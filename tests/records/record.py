"""Recorded games: their form in the files beside this, and what a replay of one is compared in.

A file holds one game, a record a line; `make.py` wrote them with the Grognard of a72907d. Journals and positions stand
there to the letter: both forms are kept by people and by databases, so they must stay readable and may not change.
Only the headers are younger: they were brought from version 1 of journals to version 2.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from grognard.kernel.game import Game
from grognard.play.journal import parse_journal
from grognard.play.session import Session, deal_again, play_again
from grognard.registry import load_stored

HERE: Final = Path(__file__).parent
# The games of a72907d.
SLUGS: Final = ("company-commander", "fusillade", "green-troops", "ready-aim-fire", "three-emperors")


class Result(msgspec.Struct, frozen=True):
    """Who won and why."""

    winners: tuple[int, ...]
    reason: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One recorded game.

    `walk` is a hash of every position from the deal on, one after each deed; `positions` are some of them, stored, by
    the number of deeds that led there. A line of the journal is an element of the list.
    """

    name: str
    result: Result | None
    walk: str
    positions: dict[int, msgspec.Raw]
    journal: list[msgspec.Raw]

    @property
    def text(self) -> str:
        """The journal as it was saved."""
        return "".join(f"{bytes(line).decode()}\n" for line in self.journal)

    @property
    def game(self) -> Game:
        """The game with the house rules and card numbers of the record."""
        header = msgspec.json.decode(self.journal[0])
        return load_stored(header["game"], header["options"], header["numbers"])


@dataclass(frozen=True)
class Walk:
    """A recorded game played again, with every position on the way, stored."""

    session: Session
    positions: list[str]

    @property
    def sum(self) -> str:
        """A hash of all positions."""
        return hashlib.sha256("\n".join(self.positions).encode()).hexdigest()

    @property
    def result(self) -> Result | None:
        """What came of the game; None if it was not finished."""
        outcome = self.session.outcome()
        return None if outcome is None else Result(tuple(outcome.winners), outcome.reason)


def walked(journal: str) -> Walk:
    """Plays a journal again, as `grognard verify` does; raises JournalError where it does not fit."""
    record = parse_journal(journal, "The record")
    session = deal_again(record, load_stored)
    deal = session.state.serialize()
    return Walk(session, [deal, *(session.state.serialize() for _ in play_again(session, record))])


def file_of(slug: str) -> Path:
    """Where the records of a game lie."""
    return HERE / f"{slug}.jsonl"


def read(slug: str) -> list[Record]:
    """The records of a game."""
    return [msgspec.json.decode(line, type=Record) for line in file_of(slug).read_bytes().splitlines()]


def write(slug: str, records: list[Record]) -> None:
    """Keeps the records of a game."""
    file_of(slug).write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in records))
