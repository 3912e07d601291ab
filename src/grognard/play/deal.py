"""A deal that nobody can choose: the server and every person commit to random bytes before anyone reveals theirs.

A deal is a list of steps. An attempt begins with the server's promise, the hash of its secret. Then each person's seat
commits itself to its own bytes or lets the server draw. Then those that committed reveal their bytes. There is no
deadline, and the server never draws for them. An attempt is void only if a seat says that its bytes are lost, or if
another seat has waited for it too long. Then the table starts over with a new promise, and the seat that failed commits
last. If it fails again, the table is called off. The secret is opened when the game is over.

Each hash is of a list of fields with their lengths, so that no two lists give the same bytes. docs/fair-deals.md
describes the protocol, and docs/check_deal.py and the pages' script implement it too: a change here needs a new entry
in DOMAINS.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from grognard.kernel.content.wording import listed
from grognard.kernel.errors import JournalError

# How the hashes of each protocol begin. In protocol 1, an attempt was abandoned as soon as somebody was late.
DOMAINS: Final = {1: "grognard/deal/1", 2: "grognard/deal/2"}
PROTOCOL: Final = 2  # of new deals
BYTES: Final = 32
HEX: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class DealStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=str.lower):
    """One step before the deal."""


class Promise(DealStep, frozen=True, omit_defaults=True):
    """The server began an attempt with the hash of its secret."""

    hash: str
    protocol: int = 1


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
    """In protocol 1: someone did not reveal in time, so no cards were dealt and the deal started over."""


class Leave(DealStep, frozen=True):
    """A seat was given up before all seats had answered, and took its answer with it."""

    seat: int


class Void(DealStep, frozen=True):
    """An attempt came to nothing because of these seats.

    Either a seat said that its own bytes were lost (`by` itself), or another seat had waited too long for all of these.
    """

    seats: tuple[int, ...]
    by: int


class CallOff(DealStep, frozen=True):
    """The person in a seat deleted their data, so this table will never be dealt."""

    seat: int


AnyStep = Promise | Commit | Draw | Reveal | Again | Leave | Void | CallOff


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
    numbers: Mapping[str, str | int]
    seats: int


@dataclass
class Attempt:
    """The state of one attempt."""

    number: int  # from 1
    promise: str
    protocol: int = PROTOCOL
    commits: dict[int, Commit] = field(default_factory=dict)
    draws: set[int] = field(default_factory=set)
    reveals: dict[int, str] = field(default_factory=dict)
    abandoned: bool = False
    void: Void | None = None
    called_off: int | None = None  # the seat whose person deleted their data

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


def promised(table: str, attempt: int, secret: bytes, protocol: int = PROTOCOL) -> str:
    """Returns the hash with which the server promises its secret."""
    return hashlib.sha256(packed(f"{DOMAINS[protocol]}/promise", table, attempt, secret)).hexdigest()


def committed(table: str, attempt: int, seat: int, promise: str, own: bytes, protocol: int = PROTOCOL) -> str:
    """Returns the hash with which a seat commits itself to its bytes. It includes the promise before it."""
    return hashlib.sha256(packed(f"{DOMAINS[protocol]}/seat", table, attempt, seat, promise, own)).hexdigest()


def shared_seed(
    facts: Facts, table: str, attempt: int, secret: bytes, shown: Mapping[int, bytes], protocol: int = PROTOCOL
) -> int:
    """Returns the seed, made of everything promised and revealed. Nobody knew all of it before."""
    # Card numbers have keys CARD.FIELD and house rules have keys without a dot, so one list can hold both.
    settings = sorted([*facts.options.items(), *facts.numbers.items()])
    told = [(key, f"{'i' if isinstance(value, int) else 's'}{value}") for key, value in settings]
    options = packed(*(part for pair in told for part in pair))
    bytes_by_seat = [shown.get(seat, b"") for seat in range(facts.seats)]
    text = packed(
        f"{DOMAINS[protocol]}/seed", table, attempt, facts.game, facts.rules, facts.chance, options, *bytes_by_seat
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
        add_step(table, found, step, people)
    return found


def add_step(table: str, found: list[Attempt], step: AnyStep, people: Collection[int]) -> None:
    """Adds a step to the attempts before it. Raises JournalError for a wrong step."""
    if isinstance(step, Promise):
        found.append(_begun(found, step, people))
        return
    if not found or found[-1].abandoned:
        raise JournalError("A deal must begin with the server's promise.")
    last = found[-1]
    if isinstance(step, Again):
        _start_over(last, people)
    elif isinstance(step, Void):
        _void(last, step, people)
    elif step.seat not in people:
        raise JournalError(f"Seat {step.seat + 1} is not a person's, so it has no part in the deal.")
    elif isinstance(step, Reveal):
        _reveal(table, last, step, people)
    elif isinstance(step, Leave):
        _leave(last, step, people)
    elif isinstance(step, CallOff):
        _call_off(last, step, people)
    else:
        _answer(found, step, people)


def failures(found: Sequence[Attempt]) -> Counter[int]:
    """Returns how many of these attempts came to nothing because of each seat."""
    return Counter(seat for attempt in found if attempt.void is not None for seat in attempt.void.seats)


def is_called_off(found: Sequence[Attempt]) -> bool:
    """Returns whether there are no more attempts: a seat has failed twice, or its person deleted their data."""
    return any(attempt.called_off is not None for attempt in found) or max(failures(found).values(), default=0) > 1


def comes_before(found: Sequence[Attempt], seat: int, people: Collection[int]) -> list[int]:
    """Returns the seats that must answer before this seat may commit: the seat that failed last commits last."""
    failed: dict[int, int] = {}
    for attempt in found:
        failed.update(dict.fromkeys(attempt.void.seats if attempt.void is not None else (), attempt.number))
    return [other for other in found[-1].open(people) if failed.get(other, 0) < failed.get(seat, 0)]


def _begun(found: Sequence[Attempt], step: Promise, people: Collection[int]) -> Attempt:
    unhexed(step.hash, "A promise")
    if step.protocol not in DOMAINS:
        raise JournalError(f"This program does not know protocol {step.protocol} of deals.")
    if found:
        last = found[-1]
        # A server that was upgraded starts over, under the new protocol, with a table that it had not dealt.
        upgraded = last.protocol == 1 < step.protocol and not last.is_whole(people)
        if not (last.abandoned or upgraded) or step.protocol < last.protocol:
            raise JournalError(f"The server made a second promise in attempt {last.number}.")
        if is_called_off(found):
            raise JournalError(f"The table was called off in attempt {last.number}.")
        last.abandoned = True
    return Attempt(len(found) + 1, step.hash, step.protocol)


def _must_follow(attempt: Attempt, step: AnyStep) -> None:
    """Raises JournalError if a step is not one of the attempt's protocol."""
    if (attempt.protocol == 1) != isinstance(step, Again):
        kind = type(step).__name__.lower()
        raise JournalError(f"There is no “{kind}” in protocol {attempt.protocol} of deals (attempt {attempt.number}).")


def _start_over(attempt: Attempt, people: Collection[int]) -> None:
    _must_follow(attempt, Again())
    if attempt.is_whole(people) or attempt.open(people):
        raise JournalError(f"The table started over although nobody was late in attempt {attempt.number}.")
    attempt.abandoned = True


def _void(attempt: Attempt, step: Void, people: Collection[int]) -> None:
    _must_follow(attempt, step)
    if step.by not in people:
        raise JournalError(f"Seat {step.by + 1} is not a person's, so it has no part in the deal.")
    if attempt.open(people):
        raise JournalError(f"Attempt {attempt.number} became void before all seats had committed.")
    missing = attempt.missing
    of_itself = step.seats == (step.by,) and step.by in missing
    of_others = step.by not in missing and bool(missing) and step.seats == tuple(missing)
    if not (of_itself or of_others):
        raise JournalError(f"Attempt {attempt.number} became void because of a seat that was not missing.")
    attempt.abandoned, attempt.void = True, step


def _call_off(attempt: Attempt, step: CallOff, people: Collection[int]) -> None:
    _must_follow(attempt, step)
    if attempt.is_whole(people):
        raise JournalError(f"The table was called off in attempt {attempt.number}, which had dealt the cards.")
    attempt.abandoned, attempt.called_off = True, step.seat


def _leave(attempt: Attempt, step: Leave, people: Collection[int]) -> None:
    _must_follow(attempt, step)
    who = f"Seat {step.seat + 1}"
    if not attempt.open(people):
        raise JournalError(f"{who} was given up in attempt {attempt.number} after all seats had committed.")
    if step.seat in attempt.open(people):
        raise JournalError(f"{who} was given up in attempt {attempt.number} before it had answered.")
    attempt.commits.pop(step.seat, None)
    attempt.draws.discard(step.seat)


def _answer(found: Sequence[Attempt], step: Commit | Draw, people: Collection[int]) -> None:
    attempt, who = found[-1], f"Seat {step.seat + 1}"
    if attempt.reveals:
        raise JournalError(f"{who} committed too late: someone had already revealed in attempt {attempt.number}.")
    if step.seat in attempt.commits or step.seat in attempt.draws:
        raise JournalError(f"{who} has already answered in attempt {attempt.number}.")
    if isinstance(step, Draw):
        attempt.draws.add(step.seat)
        return
    unhexed(step.hash, "A commitment")
    if comes_before(found, step.seat, people):
        raise JournalError(f"{who} commits last in attempt {attempt.number}, because an earlier attempt failed at it.")
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
    hash = committed(table, attempt.number, step.seat, attempt.promise, own, attempt.protocol)
    if hash != attempt.commits[step.seat].hash:
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
        own = unhexed(secret, "A secret")
        if promised(deal.table, attempt.number, own, attempt.protocol) != attempt.promise:
            raise JournalError(f"The server's secret does not match its promise in attempt {attempt.number}.")
    last = found[-1]
    shown = {seat: bytes.fromhex(text) for seat, text in last.reveals.items()}
    return shared_seed(facts, deal.table, last.number, bytes.fromhex(deal.secrets[-1]), shown, last.protocol)


# -- in words ------------------------------------------------------------------------------------------------------


def told(deal: Deal | None, seats: Sequence[str]) -> str:
    """Says who took part in a finished deal, which attempt dealt the cards, and why earlier attempts did not."""
    if deal is None:
        return "The cards were fixed, so no seat took part in the deal."
    people = {step.seat for step in last_attempt(deal) if isinstance(step, Commit | Draw)}
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
    return " ".join([*parts, _tried(len(found)), *void_told(found, seats)])


def void_told(found: Sequence[Attempt], seats: Sequence[str]) -> list[str]:
    """Returns a sentence about each attempt that came to nothing."""
    return [
        f"Deal {attempt.number} failed: {_reason_told(attempt.void, seats)}"
        for attempt in found
        if attempt.void is not None
    ]


def called_off_told(found: Sequence[Attempt], seats: Sequence[str]) -> str:
    """Returns why the table was called off; empty if it was not."""
    if not is_called_off(found):
        return ""
    last = found[-1]
    if last.called_off is not None:
        return f"{seats[last.called_off]} deleted their data before the cards were dealt."
    failed = failures(found)
    return f"The deal failed twice because of {listed([seats[seat] for seat in sorted(failed) if failed[seat] > 1])}."


def _reason_told(void: Void, seats: Sequence[str]) -> str:
    names = listed([seats[seat] for seat in void.seats])
    if void.by in void.seats:
        return f"{names}'s browser lost its part."
    return f"{names} did not come back, and {seats[void.by]} started over."


def is_shared(deal: Deal | None) -> bool:
    """Returns whether a person's bytes are in the seed of a finished deal. If not, the server could have chosen it."""
    return deal is not None and any(isinstance(step, Reveal) for step in last_attempt(deal))


def last_attempt(deal: Deal) -> Sequence[AnyStep]:
    """Returns the steps of the attempt that dealt the cards, starting with its promise."""
    return deal.steps[max((index for index, step in enumerate(deal.steps) if isinstance(step, Promise)), default=0) :]


def step_told(step: AnyStep, seats: Sequence[str]) -> tuple[str, str]:
    """Returns a sentence about a step without its full stop if digits follow it, and the digits, if it has any."""
    match step:
        case Promise(hash=hash):
            return "The server promised its secret", hash
        case Commit(seat=seat, hash=hash, typed=typed):
            return f"{seats[seat]} committed{' to something typed' if typed else ''}", hash
        case Reveal(seat=seat, bytes=own):
            return f"{seats[seat]} revealed", own
        case Draw(seat=seat):
            return f"{seats[seat]} let the server draw.", ""
        case Leave(seat=seat):
            return f"{seats[seat]} was given up, so its commitment no longer counts.", ""
        case CallOff(seat=seat):
            return f"{seats[seat]} deleted their data, so the table was called off.", ""
        case Void():
            return f"The deal failed: {_reason_told(step, seats)}", ""
        case Again():
            return "Someone did not reveal in time, so no cards were dealt and the deal started over.", ""


def _tried(attempts: int) -> str:
    return "It was dealt on the first attempt." if attempts == 1 else f"It was dealt on attempt {attempts}."
