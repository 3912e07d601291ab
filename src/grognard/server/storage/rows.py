"""Rows as the rest of the server knows them: typed, whatever the database makes of times and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, Self

import msgspec

from grognard.bots.workers import Weighed
from grognard.play.deal import AnyStep
from grognard.play.journal import Deed
from grognard.play.matches import SINGLE, Match

# What the holder of a seat is called once he is forgotten, with something random after it. No guest's name has a colon.
GONE: Final = "gone:"
# What is random about a table's name, and about the key of a seat.
ID_BYTES: Final = 12
KEY_BYTES: Final = 24


def now() -> datetime:
    """The time, as it is stored."""
    return datetime.now(UTC)


def zoned(moment: datetime) -> datetime:
    """A time with its zone; SQLite gives it back without."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Hint(msgspec.Struct, frozen=True):
    """Advice for a seat, which is thought in rounds: about the position after so many deeds."""

    id: str
    deeds: int
    rounds: int
    of: int
    stopped: bool
    beat: float  # when the last round was done: a server that was killed goes on with nothing
    found: tuple[Weighed, ...]
    # Sentences, once all rounds are done and there is something to say.
    where: str = ""
    why: str = ""
    opened: bool = False  # asked for the choice, and not only for where to look


class StoredResult(msgspec.Struct, frozen=True):
    """What came of a game: on which turn, which seats won, why, and the deciding number of both sides."""

    turn: int
    winners: tuple[int, ...]
    text: str
    counted: str = ""  # the key of that number in views; databases of revision 0009 may name another one
    score: tuple[int, ...] = ()


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its seats and deeds; `schema.TABLES` says what each field means."""

    id: str
    game: str
    rules: int
    options: Mapping[str, str | int]
    numbers: Mapping[str, int]
    seed: str
    created: datetime
    one_screen: bool = False
    open_hands: bool = False
    at_screen: int | None = None
    undo_seat: int | None = None
    undo_at: int | None = None
    undo_agreed: tuple[int, ...] = ()
    rematch: str | None = None
    match: Match = SINGLE
    ended: datetime | None = None
    result: StoredResult | None = None
    daily: str | None = None
    changes: int = 0
    checksum: str = ""

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """The record of a row."""
        match = msgspec.convert(row["match"], Match)
        return cls(**row | {"undo_agreed": tuple(row["undo_agreed"]), "match": match, "result": _result(row["result"])})

    def row(self) -> dict[str, Any]:
        """The row of the record."""
        result = None if self.result is None else msgspec.to_builtins(self.result)
        return msgspec.structs.asdict(self) | {"match": msgspec.to_builtins(self.match), "result": result}


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits in a seat; `schema.SEATS` says what each field means, `guests` are its holders."""

    bot: str | None
    key: str
    ask: str
    ask_turn: int = 0
    seen: datetime | None = None
    plan: tuple[str, ...] = ()
    hint: Hint | None = None
    guests: frozenset[str] = frozenset()
    name: str = ""

    @classmethod
    def of(cls, row: dict[str, Any], guests: frozenset[str], name: str = "") -> Self:
        """The record of a row, of those that hold the seat, and of what they call themselves."""
        seen: datetime | None = row["seen"]
        return cls(
            bot=row["bot"],
            key=row["key"],
            ask=row["ask"],
            ask_turn=row["ask_turn"],
            seen=seen and zoned(seen),
            plan=tuple(row["plan"]),
            hint=None if row["hint"] is None else msgspec.json.decode(row["hint"], type=Hint),
            guests=guests,
            name=name,
        )

    @property
    def open(self) -> bool:
        """Nobody has taken it yet."""
        return self.bot is None and not self.guests

    @property
    def left(self) -> bool:
        """Whoever held it is forgotten."""
        return bool(self.guests) and all(guest.startswith(GONE) for guest in self.guests)


class TriedPuzzle(NamedTuple):
    """A guest's attempts at a puzzle: how many, whether the solution was shown, when it was solved, and each choice."""

    game: str
    puzzle: str
    tries: int
    shown: bool
    solved: datetime | None
    choices: Sequence[str] = ()  # in notation, each once

    @property
    def at_once(self) -> bool:
        """Was the first choice the solution?"""
        return self.solved is not None and self.tries == 1


class DailyTry(NamedTuple):
    """A guest's try at the deal of a day: its table, and the rules and the result of that, as far as there are any."""

    game: str
    day: str
    table: str
    rules: int | None  # None if the table has been removed
    result: StoredResult | None

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """The record of a row."""
        return cls(row["game"], row["day"], row["table_id"], row["rules"], _result(row["result"]))


class ListedTable(NamedTuple):
    """A table as a list shows it: its game, when it was set up, when and how it ended, and who sits where."""

    id: str
    game: str
    created: datetime
    ended: datetime | None
    result: StoredResult | None
    bots: tuple[str | None, ...]
    holders: tuple[frozenset[str], ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, row: dict[str, Any], sitting: Sequence[dict[str, Any]]) -> Self:
        """The record of a row and of those that sit there, seat by seat; a seat has as many rows as holders."""
        seats = range(max(one["seat"] for one in sitting) + 1)
        held = [[one for one in sitting if one["seat"] == seat] for seat in seats]
        return cls(
            row["id"],
            row["game"],
            zoned(row["created"]),
            row["ended"] and zoned(row["ended"]),
            _result(row["result"]),
            tuple(of_seat[0]["bot"] for of_seat in held),
            tuple(frozenset(one["guest"] for one in of_seat if one["guest"]) for of_seat in held),
            tuple(next((one["name"] for one in of_seat if one["name"]), "") for of_seat in held),
        )


class FinishedTable(NamedTuple):
    """A table whose game is over, as statistics look for it."""

    id: str
    game: str
    rules: int
    options: Mapping[str, str | int]
    numbers: Mapping[str, int]
    seed: str
    ended: datetime


class Dealt(NamedTuple):
    """A step of dealing, and what the server alone knows of it (see `schema.DEALING`)."""

    step: AnyStep
    secret: str | None = None


class StoredTable(NamedTuple):
    """A table with its seats, its deeds from some number on and, if that is the first, how it was dealt: one moment."""

    table: TableRecord
    seats: list[Seat]
    deeds: list[Deed]
    dealing: Sequence[Dealt] = ()


class AnalysisRecord(msgspec.Struct, frozen=True):
    """An analysis without its verdicts: how many decisions it has to judge, whether it shall go on, when it ended."""

    total: int
    wanted: bool
    ended: datetime | None


def deed_of(text: str) -> Deed:
    """A deed as it is kept."""
    deed: Deed = msgspec.json.decode(text, type=Deed)
    return deed


def _result(kept: Any) -> StoredResult | None:
    return None if kept is None else msgspec.convert(kept, StoredResult)
