"""Games between bots, written down row by row: what reports and comparisons of rules are made of.

Games are played in batches, each kept on disk under a key of all that it depends on. Whoever stops halfway goes on from
there; neither jobs, order nor backend change a row.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, lru_cache
from importlib import resources
from importlib.util import find_spec
from itertools import chain, compress, islice, pairwise
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from grognard.bots import bot, bot_for
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput
from grognard.lab.simulate import Progress, game_seed
from grognard.play.session import bot_seed
from grognard.registry import load, spec

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.kernel.engine.clerk import Clerk, Event
    from grognard.kernel.engine.state import State
    from grognard.kernel.game import Game
    from grognard.kernel.shown.view import Outcome
    from grognard.play.session import Session

LOKY: Final = "loky"  # the backend that needs no other library
BATCH: Final = 25
WAVE: Final = 4  # batches for each job before progress is told, where a backend tells none itself
NO_PIECE: Final = -1
MOST_READ: Final = 50_000  # events, some 20 MB of them
LUCK_DIGITS: Final = 6  # the same whatever adds up
# The winner's chance, as logarithm of the odds, below which a victory is a comeback: one in four.
BEHIND: Final = -1.0986
LIBRARIES: Final = ("altair", "joblib", "polars", "vl_convert")
MISSING: Final = "Reports and comparisons need more libraries: install “grognard[lab]”."

N = TypeVar("N", int, float)


class GameRow(msgspec.Struct, frozen=True):
    """One game. Cards go by the names of the card table; `drawn`, `chosen` and `played` count them by side.

    `drawn` came by chance, seen by its owner alone. `chosen` are actions of its owner about a card that lay hidden with
    him, to whatever end; `played` those of them that let it act: an event which is no bookkeeping names it, and not as
    one that something is done to. What is chosen and not played was given up. `luck` is by how much side 0 drew the
    card more often than by mere chance out of the same piles, less the same of side 1.

    `windows` counts by name of the phase how often it asked, and `choices` what was chosen there, by verb, among two or
    more legal actions. `first` is the side that began, `points` are those of side 0 (a draw is half). `leads` and
    `comeback` are None where the game does not judge its turns.
    """

    number: int
    first: int
    points: float
    turns: int
    decisions: int
    reason: str
    leads: int | None
    comeback: bool | None
    drawn: list[dict[str, int]]
    chosen: list[dict[str, int]]
    played: list[dict[str, int]]
    luck: dict[str, float]
    windows: dict[str, int]
    choices: dict[str, dict[str, int]]
    actions: list[int]

    @property
    def first_points(self) -> float:
        """The points of the side that began."""
        return self.points if self.first == 0 else 1 - self.points


class Plan(NamedTuple):
    """All that a batch depends on, but for the package and the numbers of its games. `banned` is a card or empty."""

    slug: str
    options: dict[str, str | int]
    overrides: dict[str, int]
    bots: tuple[str, ...]
    seed: int
    banned: str = ""


def needs_libraries() -> None:
    """Raises BadInput where the extra `lab` is not installed."""
    if any(find_spec(name) is None for name in LIBRARIES):
        raise BadInput(MISSING)


def planned(game: Game, by_side: Sequence[str], seed: int, banned: str = "") -> Plan:
    """A plan with one bot for each side; raises BadInput for what cannot be recorded, NotFound for an unknown bot."""
    if set(game.sides) != {0, 1}:
        raise BadInput(f"Reports need two sides; {game.spec.meta.title} has {len(set(game.sides))}.")
    if seed < 0:
        raise BadInput("A seed is a whole number from 0 up.")
    for name in by_side:
        if getattr(bot_for(game, name), "seconds", 0):
            raise BadInput(f"“{name}” thinks by the clock: its games could not be played again. Name another level.")
    if banned and banned not in {card.name for card in game.cards}:
        raise BadInput(f"{game.spec.meta.title} has no card “{banned}”.")
    # A number that is set to what it is anyway is none of the plan: its games are those of the rules without it.
    numbers = {f"{new.card}.{new.field}": new.value for new in game.new_numbers}
    return Plan(game.slug, game.options, numbers, tuple(by_side[side] for side in game.sides), seed, banned)


def record(
    plan: Plan, games: int, folder: Path, jobs: int = 1, progress: Progress | None = None, backend: str = LOKY
) -> list[GameRow]:
    """The games of a plan in their order, from `folder` where they are kept and played where they are not.

    Raises BadInput for numbers that cannot be, and for a folder that cannot be written.
    """
    (rows,) = record_each([plan], games, folder, jobs, progress, backend)
    return rows


def record_each(
    plans: Sequence[Plan],
    games: int,
    folder: Path,
    jobs: int = 1,
    progress: Progress | None = None,
    backend: str = LOKY,
) -> Iterator[list[GameRow]]:
    """What `record` finds for each of several plans, no two of them alike, one after the other.

    The rows of one plan need not be kept while the next one's are awaited.
    """
    if games < 1:
        raise BadInput("The number of games must be 1 or more.")
    if jobs < 1:
        raise BadInput(f"The number of jobs must be 1 or more, not {jobs}.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot keep games: {error.strerror}.") from error
    batches = [range(first, first + BATCH) for first in range(0, games, BATCH)]
    tasks = [(plan, numbers) for plan in plans for numbers in batches]
    with _stopped_once(), closing(_spread(tasks, folder, min(jobs, len(tasks)), backend)) as found:
        for before in range(len(plans)):
            rows: list[GameRow] = []
            for batch in islice(found, len(batches)):
                rows += batch
                if progress is not None:
                    progress(before * games + min(len(rows), games), len(plans) * games)
            yield rows[:games]


@contextmanager
def _stopped_once() -> Iterator[None]:
    """Lets the first Ctrl-C stop what is inside and ignores a second, which would keep the processes from ending."""
    if current_thread() is not main_thread():  # it has no say in signals
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    usual = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _spread(
    tasks: Sequence[tuple[Plan, range]], folder: Path, jobs: int, backend: str
) -> Generator[list[GameRow], None, None]:
    """The batches in their order. Ray returns nothing before all is done, so it gets them a few at a time."""
    import joblib

    once = backend == LOKY
    wave = len(tasks) if once else WAVE * jobs
    with joblib.Parallel(n_jobs=jobs, backend=backend, return_as="generator" if once else "list") as parallel:
        for first in range(0, len(tasks), wave):
            some = tasks[first : first + wave]
            yield from parallel(joblib.delayed(_batch)(plan, numbers, folder) for plan, numbers in some)


def _batch(plan: Plan, numbers: range, folder: Path) -> list[GameRow]:
    """The games of these numbers; a file that is no batch, such as half of one, is played anew."""
    file = folder / f"{_key(plan, numbers)}.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[GameRow])
    except (OSError, msgspec.DecodeError):
        pass
    cards = _loaded(plan.slug, tuple(plan.options.items()), tuple(plan.overrides.items()))
    rows = [_play(cards, plan, number) for number in numbers]
    half = file.with_suffix(f".{os.getpid()}")
    half.write_bytes(msgspec.json.encode(rows))
    half.replace(file)
    return rows


def _key(plan: Plan, numbers: range) -> str:
    rules = spec(plan.slug).meta.rules
    text = json.dumps([_program(), rules, plan, numbers.start, numbers.stop], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _program() -> str:
    """What the package's sources and data hash to, but for the faces, which no game depends on."""
    package = Path(str(resources.files("grognard")))
    files = chain.from_iterable((package / layer).rglob("*") for layer in ("kernel", "games", "bots", "play", "lab"))
    found = hashlib.sha256()
    for file in sorted(file for file in files if file.suffix in (".py", ".csv", ".toml", ".json")):
        found.update(f"{file.relative_to(package)}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()


@lru_cache(maxsize=4)
def _loaded(slug: str, options: tuple[tuple[str, str | int], ...], overrides: tuple[tuple[str, int], ...]) -> _Cards:
    """A game's cards with what has been read of them, for batch after batch."""
    return _Cards(load(slug, dict(options), dict(overrides)))


def _play(cards: _Cards, plan: Plan, number: int) -> GameRow:
    seed = game_seed(plan.seed, number)
    seeds = [bot_seed(seed, seat) for seat in range(len(plan.bots))]
    start = cards.game.new_initial_state(seed)
    return _Recorder(cards, start, plan.banned).played(number, [bot(name) for name in plan.bots], seeds)


class _Cards:
    """What the cards of a game are called: pieces by number, and the piece that an action is about, or none.

    One for many games: it keeps in mind what it has read out of events.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        actions = game.actions
        numbers = {name: piece for piece, name in enumerate(game.pieces)}
        self.names = [game.fact(piece).name for piece in range(len(game.pieces))]
        self.about = [
            numbers.get(notation.removeprefix(verb).strip(), NO_PIECE) if card != NO_CARD else NO_PIECE
            for notation, verb, card in zip(actions.notations, actions.verbs, actions.card, strict=True)
        ]
        lying = Counter(chain.from_iterable(game.decks.values()))
        self.single = [lying[name] == 1 for name in game.pieces]  # of others there are copies
        self.ordered = sorted(range(len(self.names)), key=self.names.__getitem__)
        self.read: dict[tuple[int, int, tuple[int, ...], bool, tuple[int, ...]], tuple[bool, frozenset[int]]] = {}

    def counted(self, counts: Sequence[N]) -> dict[str, N]:
        """By name, copies together, what was counted of all pieces and is not 0."""
        found: dict[str, N] = {}
        for piece in self.ordered:
            if counts[piece]:
                name = self.names[piece]
                found[name] = found[name] + counts[piece] if name in found else counts[piece]
        return found

    def acting(self, event: Event) -> tuple[bool, frozenset[int]]:
        """Is the event mere bookkeeping; and which of its pieces act in it, rather than have it done to them?"""
        key = event.key()
        found = self.read.get(key)
        if found is None:
            if len(self.read) >= MOST_READ:
                self.read.clear()
            view = self.game.event_view(event)
            called = {piece: {self.game.pieces[piece], self.names[piece]} for piece in event.cards}
            acting = [piece for piece, names in called.items() if names & {*view.who} or not names & {*view.whom}]
            found = self.read[key] = (view.weight == "bookkeeping", frozenset(acting))
        return found


class _Hidden:
    """Follows the cards that lie hidden with each seat: where they come from, and whether they are played."""

    def __init__(self, cards: _Cards) -> None:
        self.cards = cards
        self.sides = cards.game.sides
        self.owner: dict[int, int] = {}  # with which seat a piece lies, where there is one of it
        self.copies = [[0] * len(cards.names) for _ in cards.game.seats]  # how many lie there, where there are more
        self.drawn, self.chosen, self.played = ([[0] * len(cards.names) for _ in range(2)] for _ in range(3))
        self.draws: list[tuple[int, int, bytes]] = []  # the seat, the piece, and what it was drawn from
        self.waiting: dict[int, int] = {}  # pieces that were chosen, and not seen to do anything yet; by what side

    def holds(self, seat: int, action: int) -> int:
        """The piece hidden with the seat that an action is about, or none."""
        piece = self.cards.about[action]
        if piece == NO_PIECE:
            return NO_PIECE
        there = self.owner.get(piece) == seat if self.cards.single[piece] else self.copies[seat][piece] > 0
        return piece if there else NO_PIECE

    def choose(self, seat: int, piece: int) -> None:
        """The seat is about to do something with a piece that is hidden with it."""
        side = self.sides[seat]
        if self.owner.pop(piece, None) is None:
            self.copies[seat][piece] -= 1
        self.chosen[side][piece] += 1
        self.waiting[piece] = side

    def follow(self, clerk: Clerk) -> None:
        """What came of it: who was shown which cards, and which of those chosen do something."""
        single = self.cards.single
        if clerk.draws:
            self.draws += clerk.draws
            for seat, piece, _ in clerk.draws:
                self.drawn[self.sides[seat]][piece] += 1
                self.waiting.pop(piece, None)
                if single[piece]:
                    self.owner[piece] = seat
                else:
                    self.copies[seat][piece] += 1
        for event in clerk.events:
            if event.private:  # what was searched for and found, say, which no chance brought; or a look at a hand
                for piece in event.cards:
                    if single[piece]:
                        self.owner.setdefault(piece, event.seat)
                    elif not any(hand[piece] for hand in self.copies):
                        self.copies[event.seat][piece] = 1
            elif event.cards:
                self._see(event)

    def _see(self, event: Event) -> None:
        """All are told of these cards; of those chosen who acts is played, and what books are kept of is given up."""
        for piece in event.cards:
            if piece not in self.waiting:
                self.owner.pop(piece, None)
                continue
            side, (bookkeeping, acting) = self.sides[event.seat], self.cards.acting(event)
            if self.waiting[piece] == side and (bookkeeping or piece in acting):
                del self.waiting[piece]
                self.played[side][piece] += not bookkeeping

    def by_name(self, counts: Sequence[Sequence[int]]) -> list[dict[str, int]]:
        """By side, what has been counted at all."""
        return [self.cards.counted(one) for one in counts]

    def luck(self) -> dict[str, float]:
        """How much more often than by mere chance side 0 drew each card, less the same of side 1."""
        more = [0.0] * len(self.cards.names)
        # What is due for every piece of a pile: draws that follow each other find it nearly as the last one left it.
        due: dict[bytes, float] = {}
        for seat, came, pool in self.draws:
            sign = 1 - 2 * self.sides[seat]
            each = due.pop(pool, 0.0) + sign / len(pool)
            more[came] += sign - each
            left = pool.replace(bytes((came,)), b"", 1)
            due[left] = due.get(left, 0.0) + each
        for pool, each in due.items():
            for piece in pool:
                more[piece] -= each
        found = {name: round(one, LUCK_DIGITS) for name, one in self.cards.counted(more).items()}
        return {name: one for name, one in found.items() if one}


def row_of(session: Session) -> GameRow | None:
    """The row of a game that was played at a table, as number 0; None if it is not over.

    What was taken back is left out. Of a seat that gives up while its team carries on nothing is noted.
    """
    outcome = session.outcome()
    if outcome is None:
        return None
    return _Recorder(_Cards(session.game), session.positions[0], "").followed(session, outcome)


class _Recorder:
    """Follows one game from decision to decision."""

    def __init__(self, cards: _Cards, start: State, banned: str) -> None:
        self.game = cards.game
        self.state = start
        self.cards = cards
        self.hidden = _Hidden(cards)
        self.banned = banned
        self.odds: list[float] = []
        self.first = -1
        self.turn = -1
        # By decision: where it was asked, what was chosen, and whether there was another action.
        self.phases: list[int] = []
        self.actions: list[int] = []
        self.choices: list[bool] = []

    def played(self, number: int, bots: Sequence[Bot], seeds: Sequence[int]) -> GameRow:
        """Plays the game to its end."""
        from grognard.kernel.engine.history import begun

        state, hidden = self.state, self.hidden
        history = begun(state) if any(player.remembers for player in bots) else None
        hidden.follow(state.clerk)
        while state.phase() != OVER:
            seat = self._asked()
            seen = history.of(seat) if history is not None and bots[seat].remembers else ()
            wished = bots[seat].choose(self.game.information(state, seat, seeds[seat], seen))
            legal = state.legal_actions()
            action = self._allowed(seat, wished, legal) if self.banned else wished
            self._note(seat, action, len(legal) > 1)
            state.apply_action(action)
            hidden.follow(state.clerk)
            if history is not None:
                history.add(seat, action, state)
        return self._row(number, self.game.outcome(state))

    def followed(self, session: Session, outcome: Outcome) -> GameRow:
        """Goes through a game that is over, from position to position."""
        for position, (seat, action) in zip(session.positions, session.line, strict=False):
            self.state = position
            self.hidden.follow(position.clerk)
            self._asked()
            if action >= 0:
                self._note(seat, action, len(position.legal_actions()) > 1)
        self.state = session.state
        self.hidden.follow(self.state.clerk)
        if self.state.phase() != OVER:  # it was given up: somebody was still asked
            self._asked()
        return self._row(0, outcome)

    def _asked(self) -> int:
        """The seat that decides next."""
        seat = self.state.decider()
        if self.first < 0:
            self.first = self.game.sides[seat]
        if self.state.turn != self.turn:
            self.turn = self.state.turn
            if self.game.outlook is not None:
                self.odds.append(self.game.outlook(self.state, self.game.sides.index(0)))
        return seat

    def _row(self, number: int, outcome: Outcome | None) -> GameRow:
        won = {self.game.sides[seat] for seat in outcome.winners} if outcome is not None else {0, 1}
        points = float(0 in won) if len(won) == 1 else 0.5
        leads, comeback = self._course(points)
        hidden = self.hidden
        return GameRow(
            number,
            self.first,
            points,
            self.state.turn,
            sum(self.choices),
            outcome.reason if outcome is not None else "",
            leads,
            comeback,
            hidden.by_name(hidden.drawn),
            hidden.by_name(hidden.chosen),
            hidden.by_name(hidden.played),
            hidden.luck(),
            *self._windows(),
            self.actions,
        )

    def _allowed(self, seat: int, wished: int, legal: Sequence[int]) -> int:
        """The action, or another where it would choose the banned card: the first that lets the game go on, if any."""
        if not self._is_banned(seat, wished):
            return wished
        others = [action for action in legal if not self._is_banned(seat, action)]
        passes = [action for action in others if self.game.passes[action]]
        return (passes or others or [wished])[0]

    def _is_banned(self, seat: int, action: int) -> bool:
        piece = self.hidden.holds(seat, action)
        return piece != NO_PIECE and self.cards.names[piece] == self.banned

    def _note(self, seat: int, action: int, choice: bool) -> None:
        self.phases.append(self.state.phase())
        self.actions.append(action)
        self.choices.append(choice)
        piece = self.hidden.holds(seat, action)
        if piece != NO_PIECE:
            self.hidden.choose(seat, piece)

    def _windows(self) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
        """How often each phase asked, and what was chosen there, by verb, where there was a choice."""
        called, verbs = self.game.spec.meta.phases, self.game.actions.verbs
        found: dict[str, dict[str, int]] = {}
        chosen = compress(zip(self.phases, self.actions, strict=True), self.choices)
        for (phase, action), times in Counter(chosen).items():
            counts, verb = found.setdefault(called[phase], {}), verbs[action]
            counts[verb] = counts.get(verb, 0) + times
        return {called[phase]: times for phase, times in Counter(self.phases).items()}, found

    def _course(self, points: float) -> tuple[int | None, bool | None]:
        """How often the lead changed, and whether the winner had once less than one chance in four."""
        if self.game.outlook is None:
            return None, None
        ahead = [odds > 0 for odds in self.odds if odds != 0]
        leads = sum(one != other for one, other in pairwise(ahead))
        sign = 1 if points > 0.5 else -1
        return leads, points != 0.5 and any(sign * odds < BEHIND for odds in self.odds)


def by_card(rows: Sequence[GameRow]) -> Iterator[str]:
    """Every card that somebody drew or chose, by name."""
    yield from sorted({card for row in rows for cards in (*row.drawn, *row.chosen) for card in cards})
