"""Typed records of database rows, with times and JSON converted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, Self

import msgspec

from grognard.bots.workers import Weighed
from grognard.play.clock import LIVE, Clock, Pace
from grognard.play.deal import AnyStep
from grognard.play.journal import Deed
from grognard.play.matches import SINGLE, Match
from grognard.play.results import met_bots, result_for

# Replaces the holder of a seat once a guest's data is deleted, followed by random text. No guest's id has a colon.
GONE: Final = "gone:"
# Of a session that has ended, only the hash and the times remain. Without its row, its cookie would be valid again.
FORGOTTEN: Final = {"guest": "", "device": ""}
# Random bytes in a table's id and in the key of a seat.
ID_BYTES: Final = 12
KEY_BYTES: Final = 24


def now() -> datetime:
    """Returns the current time in UTC, as it is stored."""
    return datetime.now(UTC)


def zoned(moment: datetime) -> datetime:
    """Returns a stored time with its time zone, which SQLite drops."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Hint(msgspec.Struct, frozen=True):
    """Advice for a seat, searched in rounds, about the position after `deeds` deeds."""

    id: str
    deeds: int
    rounds: int
    of: int
    stopped: bool
    beat: float  # when the last round ended: if the server is killed, no further round comes
    found: tuple[Weighed, ...]
    # Sentences, set once all rounds are done, if there is something to say.
    where: str = ""
    why: str = ""
    opened: bool = False  # whether the player asked for the best choice, and not only where to look


class StoredResult(msgspec.Struct, frozen=True):
    """The result of a game: the turn, the winning seats, why, and each side's deciding number."""

    turn: int
    winners: tuple[int, ...]
    text: str
    counted: str = ""  # the key of the deciding number in views; databases of revision 0009 may have another key
    score: tuple[int, ...] = ()

    def for_seats(self, own: Collection[int]) -> str:
        """Returns “won”, “lost” or “drawn” for a guest in these seats; empty if they sat on both sides and one won."""
        return result_for(self.winners, own)


# Who may watch a table without a seat: anyone at once, nobody, or anyone who is some turns late, as in "late:2".
ANYONE: Final = "anyone"
NOBODY: Final = "nobody"
LATE: Final = "late:"
MOST_LATE: Final = 5  # turns
SPECTATORS: Final = (ANYONE, *(f"{LATE}{turns}" for turns in range(1, MOST_LATE + 1)), NOBODY)


def turns_late(spectators: str) -> int:
    """Returns how many turns late spectators see a table; 0 if they see it at once, or not at all."""
    return int(spectators.removeprefix(LATE)) if spectators.startswith(LATE) and spectators in SPECTATORS else 0


class Question(msgspec.Struct, frozen=True):
    """What a player asks the others: to pause the game, or for a rematch. `agreed` are the seats that have said yes.

    A question stays once it is settled: the game is paused (`settled`), or somebody has said no (`refused`) when the
    players could see `at` deeds.
    """

    kind: Literal["pause", "rematch"]
    seat: int
    agreed: tuple[int, ...] = ()
    settled: bool = False
    refused: bool = False
    at: int = 0


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player did about time: `by` did it, to `seat`, when the journal had `deeds` deeds.

    They gave time, let the computer play on, took their seat back, or paused or resumed the game.
    """

    kind: Literal["gave_time", "stood_in", "came_back", "paused", "resumed"]
    deeds: int
    by: int
    seat: int


class TableRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A table without its seats and deeds; `schema.TABLES` explains each field."""

    id: str
    game: str
    rules: int
    options: Mapping[str, str | int]
    numbers: Mapping[str, str | int]
    seed: str
    created: datetime
    one_screen: bool = False
    open_hands: bool = False
    spectators: str = ANYONE
    pace: Pace = LIVE
    clock: Clock | None = None
    clock_changes: int = 0
    stand_ins: tuple[int, ...] = ()
    question: Question | None = None
    happenings: tuple[Happening, ...] = ()
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

    @property
    def turns_late(self) -> int:
        """How many turns late spectators see the table; 0 if they see it at once, or not at all."""
        return turns_late(self.spectators)

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """Makes a record from a row."""
        read = {name: msgspec.convert(row[name], kind) for name, kind in STRUCTURED.items()}
        return cls(**row | {"undo_agreed": tuple(row["undo_agreed"]), "result": _result(row["result"])} | read)

    def row(self) -> dict[str, Any]:
        """Returns the record as a row."""
        written = {name: msgspec.to_builtins(getattr(self, name)) for name in (*STRUCTURED, "result")}
        return msgspec.structs.asdict(self) | written


# The fields of a table whose JSON has a type.
STRUCTURED: Final[dict[str, Any]] = {
    "match": Match,
    "pace": Pace,
    "clock": Clock | None,
    "stand_ins": tuple[int, ...],
    "question": Question | None,
    "happenings": tuple[Happening, ...],
}


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a table and its holders, `guests`; `schema.SEATS` explains the other fields."""

    bot: str | None
    key: str
    ask: str
    ask_turn: int = 0
    seen: datetime | None = None
    plan: tuple[str, ...] = ()
    hint: Hint | None = None
    guests: frozenset[str] = frozenset()
    name: str = ""
    vacations: tuple[tuple[float, float], ...] = ()  # of its holders, in house time, without overlaps
    program: bool = False  # a program has acted for one of its holders

    @classmethod
    def of(
        cls,
        row: dict[str, Any],
        guests: frozenset[str],
        name: str = "",
        vacations: tuple[tuple[float, float], ...] = (),
        program: bool = False,
    ) -> Self:
        """Makes a record from a row, and from the stored data of the guests who hold the seat."""
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
            vacations=vacations,
            program=program,
        )

    @property
    def open(self) -> bool:
        """Whether the seat is still free."""
        return self.bot is None and not self.guests

    @property
    def left(self) -> bool:
        """Whether all guests who held the seat have deleted their data."""
        return bool(self.guests) and all(guest.startswith(GONE) for guest in self.guests)


class TriedPuzzle(NamedTuple):
    """A guest's attempts at a puzzle: how many, whether the solution was shown, when it was solved, and each choice.

    `tried` is the time of the last attempt that counts, or of the showing; `first_tried` the time of the first.
    """

    game: str
    puzzle: str
    tries: int
    shown: bool
    solved: datetime | None
    tried: datetime
    first_tried: datetime
    choices: Sequence[str] = ()  # in notation, each once

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Self:
        """Makes a record from a row."""
        solved: datetime | None = row["solved"]
        times = {name: zoned(row[name]) for name in ("tried", "first_tried")}
        return cls(**{name: row[name] for name in cls._fields} | times | {"solved": solved and zoned(solved)})

    @property
    def at_once(self) -> bool:
        """Whether the guest's first choice was the solution."""
        return self.solved is not None and self.tries == 1

    @property
    def over(self) -> datetime | None:
        """When the guest knew the solution; None if they don't."""
        return self.solved or (self.tried if self.shown else None)


class DailyTry(NamedTuple):
    """A guest's attempt at a daily deal: its table, and that table's rules version and result.

    A late attempt began after its day. It counts for nothing.
    """

    game: str
    day: str
    table: str
    rules: int | None  # None if the table has been removed
    result: StoredResult | None
    late: bool = False

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """Makes a record from a row."""
        try:
            result = _result(row["result"])
        except msgspec.ValidationError:  # one unreadable result does not close the pages of all days
            result = None
        return cls(row["game"], row["day"], row["table_id"], row["rules"], result, row["late"])

    @property
    def counts(self) -> bool:
        """Whether it counts for its day: it began on that day and is finished, and its table is kept."""
        return self.result is not None and not self.late


class ListedTable(NamedTuple):
    """A table in a guest's list: its game, when it was set up, when and how it ended, and who sits where.

    `seen` says when each seat was last seen, `match` is the match as of the start of the game.
    """

    id: str
    game: str
    created: datetime
    ended: datetime | None
    result: StoredResult | None
    bots: tuple[str | None, ...]
    holders: tuple[frozenset[str], ...]
    names: tuple[str, ...]
    seen: tuple[datetime | None, ...]
    rematch: str | None
    match: Match

    @classmethod
    def of(cls, row: dict[str, Any], sitting: Sequence[dict[str, Any]]) -> Self:
        """Makes a record from a row and its seats; `sitting` has a row for each holder of each seat."""
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
            tuple(of_seat[0]["seen"] and zoned(of_seat[0]["seen"]) for of_seat in held),
            row["rematch"],
            msgspec.convert(row["match"], Match),
        )


class PastGame(NamedTuple):
    """A guest's finished game of one kind: its rules, its result, the bots by seat, and the guest's own seats.

    `continues`: it began from a position of a recorded game or a puzzle.
    """

    id: str
    options: Mapping[str, str | int]
    numbers: Mapping[str, str | int]
    daily: str | None
    result: StoredResult
    bots: tuple[str | None, ...]
    own: tuple[int, ...]
    continues: bool = False

    @property
    def whole(self) -> bool:
        """Whether it was a game from the first turn on: not continued, not ended before that turn, no daily deal."""
        return bool(self.result.turn) and self.daily is None and not self.continues

    @property
    def opponent(self) -> str:
        """The bot that had every seat of the other side; empty if people sat there, or several bots."""
        met = met_bots(self.bots, self.own)
        return met.pop() or "" if len(met) == 1 else ""

    @property
    def outcome(self) -> str:
        """Returns “won”, “lost” or “drawn” for the guest."""
        return self.result.for_seats(self.own)


class FinishedTable(NamedTuple):
    """A finished table, as the statistics need it."""

    id: str
    game: str
    rules: int
    options: Mapping[str, str | int]
    numbers: Mapping[str, str | int]
    seed: str
    ended: datetime


class Dealt(NamedTuple):
    """A step of dealing, the secret of the server that belongs to it, and its time (see `schema.DEALING`)."""

    step: AnyStep
    secret: str | None = None
    done: datetime | None = None
    house: float = 0.0


class StoredTable(NamedTuple):
    """A table at one moment: its seats, its deeds from some number on, and, if that is 0, the steps of its deal."""

    table: TableRecord
    seats: list[Seat]
    deeds: list[Deed]
    dealing: Sequence[Dealt] = ()


class AnalysisRecord(msgspec.Struct, frozen=True):
    """An analysis without its verdicts: its total of decisions, whether it should continue, and when it ended."""

    total: int
    wanted: bool
    ended: datetime | None


def deed_of(text: str) -> Deed:
    """Reads a stored deed."""
    deed: Deed = msgspec.json.decode(text, type=Deed)
    return deed


def _result(kept: Any) -> StoredResult | None:
    return None if kept is None else msgspec.convert(kept, StoredResult)
