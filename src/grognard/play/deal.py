"""A deal that nobody can choose: the server and every person commit to random bytes before anyone reveals theirs.

A deal is a list of steps. An attempt begins with the server's promise, the hash of its secret. Then each person's seat
commits itself to its own bytes or lets the server draw. Then those that committed reveal their bytes. If one does not,
the table starts over with a new promise. The secret is opened when the game is over.

Each hash is of a list of fields with their lengths, so that no two lists give the same bytes. docs/fair-deals.md
describes the protocol, and docs/check_deal.py and the pages' script implement it too: a change here needs a new DOMAIN.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from grognard.kernel.content.wording import listed
from grognard.kernel.errors import JournalError

DOMAIN: Final = "grognard/deal/1"
BYTES: Final = 32
HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class DealStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=str.lower):
    """One step before the deal."""


class Promise(DealStep, frozen=True):
    """The server began an attempt with the hash of its secret."""

    hash: str


class Commit(DealStep, frozen=True):
    """A seat committed itself to bytes. The server then knows bytes that a person typed, but not those of a page."""

    seat: int
    hash: str
    typed: bool = False


class Draw(DealStep, frozen=True):
    """A seat let the server draw: the seed has no bytes of its own."""

    seat: int


class Reveal(DealStep, frozen=True):
    """A seat revealed the bytes that it had committed itself to."""

    seat: int
    bytes: str


class Again(DealStep, frozen=True):
    """Someone did not reveal in time, so no cards were dealt and the deal started over."""


AnyStep = Promise | Commit | Draw | Reveal | Again


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table was dealt. The secrets, one for each attempt, stay empty until the game is over."""

    table: str
    steps: tuple[AnyStep, ...]
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True)
class Facts:
    """The other parts of the seed: the game and its rules, the generator, house rules, card numbers, and seats."""

    game: str
    rules: int
    chance: int
    options: Mapping[str, str | int]
    numbers: Mapping[str, int]
    seats: int


@dataclass
class Attempt:
    """The state of one attempt."""

    number: int  # from 1
    promise: str
    commits: dict[int, Commit] = field(default_factory=dict)
    draws: set[int] = field(default_factory=set)
    reveals: dict[int, str] = field(default_factory=dict)
    abandoned: bool = False

    def open(self, people: Collection[int]) -> list[int]:
        """Returns the seats of people that have neither committed nor let the server draw."""
        return [seat for seat in people if seat not in self.commits and seat not in self.draws]

    @property
    def missing(self) -> list[int]:
        """The seats that have committed but not revealed."""
        return sorted(self.commits.keys() - self.reveals.keys())

    def is_whole(self, people: Collection[int]) -> bool:
        """Returns whether the cards can be dealt: all have answered, and all that committed have revealed."""
        return not self.abandoned and not self.open(people) and not self.missing


# -- hashes --------------------------------------------------------------------------------------------------------


def packed(*fields: str | int | bytes) -> bytes:
    """Returns fields as bytes, each after its length, so that no other fields give the same bytes."""
    parts = [each if isinstance(each, bytes) else str(each).encode() for each in fields]
    return b"".join(b"%d:%s," % (len(part), part) for part in parts)


def promised(table: str, attempt: int, secret: bytes) -> str:
    """Returns the hash with which the server promises its secret."""
    return hashlib.sha256(packed(f"{DOMAIN}/promise", table, attempt, secret)).hexdigest()


def committed(table: str, attempt: int, seat: int, promise: str, own: bytes) -> str:
    """Returns the hash with which a seat commits itself to its bytes. It includes the promise before it."""
    return hashlib.sha256(packed(f"{DOMAIN}/seat", table, attempt, seat, promise, own)).hexdigest()


def shared_seed(facts: Facts, table: str, attempt: int, secret: bytes, shown: Mapping[int, bytes]) -> int:
    """Returns the seed, made of everything promised and revealed. Nobody knew all of it before."""
    # Card numbers have keys CARD.FIELD and house rules have keys without a dot, so one list can hold both.
    settings = sorted([*facts.options.items(), *facts.numbers.items()])
    told = [(key, f"{'i' if isinstance(value, int) else 's'}{value}") for key, value in settings]
    options = packed(*(part for pair in told for part in pair))
    bytes_by_seat = [shown.get(seat, b"") for seat in range(facts.seats)]
    text = packed(
        f"{DOMAIN}/seed", table, attempt, facts.game, facts.rules, facts.chance, options, *bytes_by_seat
    )  # fmt: skip
    return int.from_bytes(hmac.digest(secret, text, "sha256"), "big")


def unhexed(text: str, what: str) -> bytes:
    """Returns the 32 bytes for 64 hexadecimal digits; raises JournalError for anything else."""
    if not HEX.fullmatch(text):
        raise JournalError(f"{what} must be 64 lowercase hexadecimal digits.")
    return bytes.fromhex(text)


# -- steps in their order ------------------------------------------------------------------------------------------


def attempts(table: str, steps: Sequence[AnyStep], people: Collection[int]) -> list[Attempt]:
    """Returns the attempts in the steps; `people` are the seats of people. Raises JournalError for a wrong step."""
    found: list[Attempt] = []
    for step in steps:
        last = found[-1] if found else None
        if isinstance(step, Promise):
            unhexed(step.hash, "A promise")
            if last is not None and not last.abandoned:
                raise JournalError(f"The server made a second promise in attempt {last.number}.")
            found.append(Attempt(len(found) + 1, step.hash))
        elif last is None or last.abandoned:
            raise JournalError("A deal must begin with the server's promise.")
        elif isinstance(step, Again):
            if last.is_whole(people) or last.open(people):
                raise JournalError(f"The table started over although nobody was late in attempt {last.number}.")
            last.abandoned = True
        elif step.seat not in people:
            raise JournalError(f"Seat {step.seat + 1} is not a person's, so it has no part in the deal.")
        elif isinstance(step, Reveal):
            _reveal(table, last, step, people)
        else:
            _answer(last, step)
    return found


def _answer(attempt: Attempt, step: Commit | Draw) -> None:
    who = f"Seat {step.seat + 1}"
    if attempt.reveals:
        raise JournalError(f"{who} committed too late: someone had already revealed in attempt {attempt.number}.")
    if step.seat in attempt.commits or step.seat in attempt.draws:
        raise JournalError(f"{who} has already answered in attempt {attempt.number}.")
    if isinstance(step, Draw):
        attempt.draws.add(step.seat)
    else:
        unhexed(step.hash, "A commitment")
        attempt.commits[step.seat] = step


def _reveal(table: str, attempt: Attempt, step: Reveal, people: Collection[int]) -> None:
    who = f"Seat {step.seat + 1}"
    own = unhexed(step.bytes, "What a seat reveals")
    if attempt.open(people):
        raise JournalError(f"{who} revealed in attempt {attempt.number} before all seats had committed.")
    if step.seat not in attempt.commits:
        raise JournalError(f"{who} has not committed to anything in attempt {attempt.number}.")
    if step.seat in attempt.reveals:
        raise JournalError(f"{who} has already revealed in attempt {attempt.number}.")
    if committed(table, attempt.number, step.seat, attempt.promise, own) != attempt.commits[step.seat].hash:
        raise JournalError(f"The bytes from {who} in attempt {attempt.number} do not match its commitment.")
    attempt.reveals[step.seat] = step.bytes


def seed_of(deal: Deal, facts: Facts, people: Collection[int]) -> int:
    """Returns the seed of a deal after checking all of it; raises a JournalError that says what is wrong."""
    found = attempts(deal.table, deal.steps, people)
    if not found or not found[-1].is_whole(people):
        raise JournalError("The deal was never finished.")
    if len(deal.secrets) != len(found):
        raise JournalError("The server has not revealed a secret for every attempt.")
    for attempt, secret in zip(found, deal.secrets, strict=True):
        if promised(deal.table, attempt.number, unhexed(secret, "A secret")) != attempt.promise:
            raise JournalError(f"The server's secret does not match its promise in attempt {attempt.number}.")
    last = found[-1]
    shown = {seat: bytes.fromhex(text) for seat, text in last.reveals.items()}
    return shared_seed(facts, deal.table, last.number, bytes.fromhex(deal.secrets[-1]), shown)


# -- in words ------------------------------------------------------------------------------------------------------


def told(deal: Deal | None, seats: Sequence[str]) -> str:
    """Says who took part in a finished deal, and which attempt dealt the cards."""
    if deal is None:
        return "The cards were fixed, so no seat took part in the deal."
    people = {step.seat for step in deal.steps if isinstance(step, Commit | Draw)}
    found = attempts(deal.table, deal.steps, people)
    last = found[-1]
    paged = [seats[seat] for seat, commit in sorted(last.commits.items()) if not commit.typed]
    typed = [seats[seat] for seat, commit in sorted(last.commits.items()) if commit.typed]
    parts = [
        sentence.format(listed(names))
        for names, sentence in (
            (paged, "The seed is made of secret bytes from the server and from {}."),
            (typed, "The bytes of {} were typed, so the server knew them early."),
            ([seats[seat] for seat in sorted(last.draws)], "The server drew for {}."),
        )
        if names
    ]
    return " ".join([*parts, _tried(len(found))])


def is_shared(deal: Deal | None) -> bool:
    """Returns whether a person's bytes are in the seed of a finished deal. If not, the server could have chosen it."""
    return deal is not None and any(isinstance(step, Reveal) for step in last_attempt(deal))


def last_attempt(deal: Deal) -> Sequence[AnyStep]:
    """Returns the steps of the attempt that dealt the cards, starting with its promise."""
    return deal.steps[max((index for index, step in enumerate(deal.steps) if isinstance(step, Promise)), default=0) :]


def _tried(attempts: int) -> str:
    return "It was dealt on the first attempt." if attempts == 1 else f"It was dealt on attempt {attempts}."
