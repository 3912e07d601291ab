"""A model of the deal, and an exhaustive search for the best that an adversary can do against one honest person.

The adversary is the server and all people but the honest one, who has seat 0. A state is the journal that the server
would publish, what the honest page remembers, and what the adversary has learned. The search follows every move from
every state. Secrets and bytes are one bit each, stretched to 32 bytes, and the rules are those of `grognard.play.deal`:
a step is possible if `add_step` accepts it, and a deal counts if `seed_of` does.

Moves of the adversary:

- Append any step of any seat: an answer, a reveal, lost bytes, a wait that ended, a seat given up, a table called off.
  Steps in the honest name are among them, with forged bytes. The messages of the page may be delayed or dropped.
- Show the journal to the honest page. If it sees everyone's commitments, its own unchanged, it sends its bytes, and the
  adversary knows them from then on.
- Take back any fixed steps of the attempt, so that the page has seen another list than the journal's.

The honest page sends a commitment to each promise of protocol 2. When it reveals, it remembers the fixed steps (all but
the reveals) that it saw. It objects to a journal that differs from them, or in which its own answer is not the one that
it sent. A deal to which it objects is no success for the adversary. If an attempt is void because of the honest seat
although the page has sent its bytes, the page says so and takes part in the next attempt.

The adversary wants a deal where the sum of all bits is odd. The hash functions are taken to be perfect: a commitment
hides its bit, so the honest bit is drawn when it is revealed, and nobody finds other bytes for it.

Not modeled: several honest people, typed text, other bytes than bits, false claims about who is a person or about the
rules of the game (the page must remember these too), waiting (any wait may end at once), and browsers that lose what
they remember. A state says how many more seats may be given up and how often steps may be taken back. Steps of a void
attempt are never taken back: without new bytes from the page, the adversary would learn nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

from grognard.kernel.errors import JournalError
from grognard.play import deal as rules
from grognard.play.deal import AnyStep, Attempt, CallOff, Commit, Deal, Draw, Facts, Leave, Promise, Reveal, Void

TABLE = "model"
HONEST = 0
FORGED = 2  # bytes that are not the honest person's

Bit = int | None  # None: not known

# What may go wrong for the honest person.
NOT_IN_DEAL = "a deal without the honest bytes"
CHOSEN_LATE = "the others' bytes were not fixed when they knew the honest ones"
SAME_SEED = "the honest bit does not change the seed"
HIDDEN = "a rejected attempt is not in the journal"
TOO_MANY = "a seat rejected more than one deal"
# What may be wrong with the model.
UNLIKE = "states with the same key differ"


class Move(NamedTuple):
    """A step to append, without its hashes: whose, with which bit, by which protocol, and void because of whom."""

    kind: str
    seat: int = -1
    bit: int = 0
    protocol: int = 2
    seats: tuple[int, ...] = ()


# The commitment of the honest page, and the delivery of its bytes. The moves do not depend on its bit.
OWN = Move("own", HONEST)
OWN_REVEAL = Move("reveal", HONEST)

# The server's promises of a secret bit. The page does not commit under the older protocol.
PROMISES = (Move("promise", bit=0), Move("promise", bit=1), Move("promise", protocol=1))


def stretched(bit: int) -> bytes:
    """Returns 32 bytes for a bit."""
    return bytes([bit]) * rules.BYTES


@cache
def step_of(move: Move, number: int, promise: Move, own: int) -> AnyStep:
    """Returns the step of a move in an attempt with this number and promise; `own` is the honest bit."""
    hash = rules.promised(TABLE, number, stretched(promise.bit), promise.protocol)
    bytes = stretched(own if move in (OWN, OWN_REVEAL) else move.bit)
    if move.kind == "promise":
        return Promise(hash, promise.protocol)
    if move.kind in ("commit", "own"):
        return Commit(move.seat, rules.committed(TABLE, number, move.seat, hash, bytes, promise.protocol))
    if move.kind == "reveal":
        return Reveal(move.seat, bytes.hex())
    if move.kind == "void":
        return Void(move.seats, move.seat)
    if move.kind == "draw":
        return Draw(move.seat)
    return Leave(move.seat) if move.kind == "leave" else CallOff(move.seat)


@dataclass(frozen=True)
class State:
    """The journal that the server would publish, the page's memory, and what the adversary has learned."""

    past: tuple[AnyStep, ...] = ()  # the steps of earlier attempts
    secrets: tuple[str, ...] = ()  # of earlier attempts
    moves: tuple[Move, ...] = ()  # of this attempt, from its promise to the end
    # The attempts in all these steps, as the rules read them.
    found: Sequence[Attempt] = ()
    # The honest bit behind a commitment to either promise of this attempt, if the page has revealed it, and the fixed
    # moves that it saw then.
    known: tuple[Bit, Bit] = (None, None)
    seen: tuple[Move, ...] = ()
    leaves: int = 0  # how many more seats may be given up
    forks: int = 0  # how often steps may still be taken back

    @property
    def fixed(self) -> tuple[Move, ...]:
        """The moves of this attempt without the reveals."""
        return tuple(move for move in self.moves if move.kind != "reveal")

    @property
    def own(self) -> Bit:
        """The honest bit behind a commitment to this promise, if the adversary knows it."""
        return self.known[self.moves[0].bit]

    @property
    def voids(self) -> int:
        """The number of void attempts."""
        return sum(attempt.void is not None for attempt in self.found)

    @property
    def hides(self) -> bool:
        """Whether the adversary has taken back a promise after it knew what would be dealt."""
        return self.known[1 - self.moves[0].bit] is not None

    def steps(self, own: int) -> tuple[AnyStep, ...]:
        """Returns all steps, where the honest bit of this attempt is `own`."""
        number = len(self.secrets) + 1
        return self.past + tuple(step_of(move, number, self.moves[0], own) for move in self.moves)

    def key(self) -> Hashable:
        """Returns everything that the future depends on. States with the same key have the same value."""
        failed: dict[int, int] = {}
        for attempt in self.found:
            failed.update(dict.fromkeys(attempt.void.seats if attempt.void else (), attempt.number))
        order = sorted({*failed.values()})
        ranks = tuple(sorted((seat, order.index(number)) for seat, number in failed.items()))
        oldest = self.found[0].protocol if self.found else 0
        # The order of reveals never matters, nor that of the other steps unless a seat was given up in between.
        has_left = any(move.kind == "leave" for move in self.moves)
        moves = (self.fixed, self.seen) if has_left else (frozenset(self.fixed), frozenset(self.seen))
        reveals = frozenset(move for move in self.moves if move.kind == "reveal")
        return ranks, self.voids, oldest, *moves, reveals, self.known, self.leaves, self.forks


@dataclass
class Search:
    """A search of all states of a table with this many people. The three flags change the adversary or the page."""

    people: int
    is_quiet: bool = False  # the adversary never blames the honest seat once its page has revealed
    is_eager: bool = False  # the page reveals before its list is complete
    is_forgetful: bool = False  # the page does not compare the journal with the list that it saw
    promises: tuple[Move, ...] = PROMISES
    compares: bool = False  # whether to check that the same moves are possible in all states with the same key
    values: dict[Hashable, float] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    deals: Counter[int] = field(default_factory=Counter)  # by the number of void attempts before them
    tried: int = 0  # moves
    possible: dict[Hashable, set[Move]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = range(self.people)

    def value(self, state: State) -> float:
        """Returns the probability of a deal that the adversary wants, if it moves as well as it can."""
        key = state.key()
        if key not in self.values:
            self.values[key] = max(chain((0.0,), self._results(state)))
            if self.compares:
                self.possible[key] = self._possible(state)
        elif self.compares and self.possible[key] != self._possible(state):
            self.faults[UNLIKE] += 1
        return self.values[key]

    def _possible(self, state: State) -> set[Move]:
        """Returns the moves that are possible in a state."""
        return {move for move in self._moves(state) if self._after(state, move) is not None}

    def _results(self, state: State) -> Iterator[float]:
        """Yields the value of every move from a state."""
        if self._is_whole(state):
            yield self._dealt(state)
        if self._page_reveals(state):
            yield sum(self.value(self._revealed(state, bit)) for bit in (0, 1)) / 2
        for move in self._moves(state):
            after = self._after(state, move)
            if after is not None:
                yield self.value(after)
        if state.forks:
            for rest in rests(state.fixed):
                before = self._taken_back(state, rest)
                if before is not None:
                    yield self.value(before)

    # -- the honest page -------------------------------------------------------------------------------------------

    def _page_reveals(self, state: State) -> bool:
        """Returns whether the page sends its bytes when it sees this journal."""
        if not state.moves or state.own is not None or not self._has_own(state):
            return False
        return self.is_eager or not state.found[-1].open(self.seats)

    def _has_own(self, state: State) -> bool:
        """Returns whether the page sees its own commitment, unchanged."""
        own = step_of(OWN, len(state.found), state.moves[0], state.own or 0)
        return state.found[-1].commits.get(HONEST) == own

    def _objects(self, before: State, after: State) -> bool:
        """Returns whether the page will object to every journal that continues this one."""
        if not self.is_forgetful and any(one != other for one, other in zip(after.seen, after.fixed, strict=False)):
            return True
        completed = self._is_open(before) and not self._is_open(after)
        return completed and not self._has_own(after)

    # -- the adversary ---------------------------------------------------------------------------------------------

    def _moves(self, state: State) -> Iterator[Move]:
        """Yields the steps that the adversary can try to append."""
        if not state.moves or state.moves[0].protocol == 1:
            yield from self.promises
        if not state.moves:
            return
        if state.moves[0].protocol == 2:  # the page does not commit under another protocol
            yield OWN
        if state.own is not None:
            yield OWN_REVEAL
        for seat in self.seats:
            for bit in (FORGED,) if seat == HONEST else (0, 1):
                yield Move("commit", seat, bit)
                yield Move("reveal", seat, bit)
            yield Move("draw", seat)
            yield Move("calloff", seat)
            if state.leaves:
                yield Move("leave", seat)
        if not self._is_open(state):
            yield from blames(self.people)

    def _after(self, state: State, move: Move) -> State | None:
        """Returns the state after a move, or None if the rules or the page refuse it."""
        self.tried += 1
        if move.kind == "promise" and state.moves:  # starts over under a newer protocol
            state = self._next(state)
        promise = state.moves[0] if state.moves else move
        step = step_of(move, len(state.secrets) + 1, promise, state.known[promise.bit] or 0)
        found = [*state.found[:-1], copied(state.found[-1])] if state.found else []
        try:
            rules.add_step(TABLE, found, step, self.seats)
        except JournalError:
            return None
        leaves = state.leaves - (move.kind == "leave")
        after = replace(state, moves=(*state.moves, move), found=found, leaves=leaves)
        if self._objects(state, after):
            return None
        if move.kind == "promise" and max(rules.failures(found).values(), default=0) > 1:
            self.faults[TOO_MANY] += 1
            return None
        if move.kind == "calloff":
            return None  # never dealt
        if move.kind != "void":
            return after
        if self.is_quiet and HONEST in move.seats and after.own is not None:
            return None
        if after.hides:
            self.faults[HIDDEN] += 1
        return self._next(after)

    def _next(self, state: State) -> State:
        """Returns the state in which the next attempt may begin."""
        secrets = (*state.secrets, stretched(state.moves[0].bit).hex())
        past = state.steps(state.own or 0)
        return replace(state, past=past, secrets=secrets, moves=(), known=(None, None), seen=())

    def _revealed(self, state: State, bit: int) -> State:
        """Returns the state after the page has sent this bit to the adversary."""
        known = (bit, state.known[1]) if state.moves[0].bit == 0 else (state.known[0], bit)
        found = rules.attempts(TABLE, state.steps(bit), self.seats)
        return replace(state, known=known, seen=state.fixed, found=found)

    def _taken_back(self, state: State, rest: tuple[Move, ...]) -> State | None:
        """Returns the state after all but the rest of this attempt's fixed steps have been taken back, if it exists."""
        after = replace(state, moves=rest, forks=state.forks - 1)
        steps = after.steps(after.own or 0) if rest else after.past
        try:
            return replace(after, found=rules.attempts(TABLE, steps, self.seats))
        except JournalError:
            return None

    # -- deals -----------------------------------------------------------------------------------------------------

    def _is_open(self, state: State) -> bool:
        """Returns whether a seat has not answered in this attempt."""
        return not state.moves or bool(state.found[-1].open(self.seats))

    def _is_whole(self, state: State) -> bool:
        """Returns whether the rules deal now."""
        return bool(state.moves) and state.found[-1].is_whole(self.seats)

    def _dealt(self, state: State) -> float:
        """Checks what the honest person relies on in a deal, and returns 1 if the adversary wants it."""
        reveals, own = state.found[-1].reveals, state.own
        if own is None or reveals.get(HONEST) != stretched(own).hex():
            self.faults[NOT_IN_DEAL] += 1
        if state.seen != state.fixed:
            self.faults[CHOSEN_LATE] += 1
        secrets = (*state.secrets, stretched(state.moves[0].bit).hex())
        deals = [Deal(TABLE, state.steps(bit), secrets) for bit in (0, 1)]
        facts = Facts("model", 1, 1, {}, {}, self.people)
        if len({rules.seed_of(deal, facts, self.seats) for deal in deals}) == 1:
            self.faults[SAME_SEED] += 1
        if state.hides:
            self.faults[HIDDEN] += 1
        self.deals[state.voids] += 1
        bits = (bytes.fromhex(text)[0] for text in (secrets[-1], *reveals.values()))
        return float(sum(bits) % 2)


def copied(attempt: Attempt) -> Attempt:
    """Returns a copy of an attempt, to which a step can be added."""
    return Attempt(
        attempt.number,
        attempt.promise,
        attempt.protocol,
        dict(attempt.commits),
        set(attempt.draws),
        dict(attempt.reveals),
        attempt.abandoned,
        attempt.void,
        attempt.called_off,
    )


@cache
def blames(people: int) -> tuple[Move, ...]:
    """Returns every void, because of any seats and by any seat."""
    seats = range(people)
    groups = [group for size in range(people + 1) for group in combinations(seats, size)]
    return tuple(Move("void", by, seats=group) for group, by in product(groups, seats))


def rests(fixed: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """Yields every shorter list of fixed moves with the same promise, and the empty list."""
    if fixed:
        yield ()
    if not any(move.kind == "leave" for move in fixed):
        for size in range(len(fixed) - 1):
            yield from ((fixed[0], *some) for some in combinations(fixed[1:], size))
