"""Rows as the rest of the server knows them: typed, whatever the database makes of times and JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, Self

import msgspec

from grognard.bots.thinking import Weighed
from grognard.play.journal import Action, Deed
from grognard.play.matches import SINGLE, Match

# What the holder of a seat is called once he is forgotten, with something random after it. No guest's name has a colon.
GONE: Final = "gone:"
# What is random about a table's name, and about the key of a seat.
ID_BYTES: Final = 12
KEY_BYTES: Final = 24


def now() -> datetime:
    """The time, as it is stored."""
    return datetime.now(UTC)


class Hint(msgspec.Struct, frozen=True):
    """Advice for a seat, which is thought in rounds: about the position after so many deeds."""

    id: str
    deeds: int
    rounds: int
    of: int
    stopped: bool
    beat: float  # when the last round was done: a server that was killed goes on with nothing
    found: tuple[Weighed, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What the computer makes of a decision: what it would have done, the best first, and what was done."""

    step: int  # the deed, as the replay counts them
    seat: int
    turn: int
    best: tuple[Weighed, ...]
    played: Weighed
    seconds: float  # how long it thought


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
    changes: int = 0

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """The record of a row."""
        match = msgspec.convert(row["match"], Match)
        return cls(**row | {"undo_agreed": tuple(row["undo_agreed"]), "match": match})

    def row(self) -> dict[str, Any]:
        """The row of the record."""
        return msgspec.structs.asdict(self) | {"match": msgspec.to_builtins(self.match)}


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

    @classmethod
    def of(cls, row: dict[str, Any], guests: frozenset[str]) -> Self:
        """The record of a row and of those that hold the seat."""
        seen: datetime | None = row["seen"]
        if seen is not None and seen.tzinfo is None:  # SQLite gives times back without their zone
            seen = seen.replace(tzinfo=UTC)
        return cls(
            bot=row["bot"],
            key=row["key"],
            ask=row["ask"],
            ask_turn=row["ask_turn"],
            seen=seen,
            plan=tuple(squeezed(notation) for notation in row["plan"]),
            hint=None if row["hint"] is None else msgspec.json.decode(row["hint"], type=Hint),
            guests=guests,
        )

    @property
    def open(self) -> bool:
        """Nobody has taken it yet."""
        return self.bot is None and not self.guests

    @property
    def left(self) -> bool:
        """Whoever held it is forgotten."""
        return bool(self.guests) and all(guest.startswith(GONE) for guest in self.guests)


class Kept(NamedTuple):
    """A table with its seats, and its deeds from some number on, all of one moment."""

    table: TableRecord
    seats: list[Seat]
    deeds: list[Deed]


class AnalysisRecord(msgspec.Struct, frozen=True):
    """An analysis without its verdicts: how many decisions it has to judge, whether it shall go on, when it ended."""

    total: int
    wanted: bool
    ended: datetime | None


def deed_of(text: str) -> Deed:
    """A deed as it is kept."""
    deed: Deed = msgspec.json.decode(text, type=Deed)
    return msgspec.structs.replace(deed, do=squeezed(deed.do)) if isinstance(deed, Action) else deed


def squeezed(notation: str) -> str:
    """An action without idle spaces: what people typed was once kept as it came, however many there were."""
    return " ".join(notation.split())
