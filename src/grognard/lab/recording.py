"""Games between bots, written down row by row: what reports and comparisons of rules are made of.

Games are played in batches, each kept on disk under a key of all that it depends on. Whoever stops halfway goes on from
there; neither jobs, order nor backend change a row.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from importlib.util import find_spec
from itertools import chain, compress, pairwise
from pathlib import Path
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
    from grognard.kernel.game import Game

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
    return Plan(game.slug, game.options, game.overrides, tuple(by_side[side] for side in game.sides), seed, banned)


def record(
    plan: Plan, games: int, folder: Path, jobs: int = 1, progress: Progress | None = None, backend: str = LOKY
) -> list[GameRow]:
    """The games of a plan in their order, from `folder` where they are kept and played where they are not.

    Raises BadInput for numbers that cannot be, and for a folder that cannot be written.
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
    rows: list[GameRow] = []
    for batch in _spread(plan, batches, folder, min(jobs, len(batches)), backend):
        rows += batch
        if progress is not None:
            progress(min(len(rows), games), games)
    return rows[:games]


def _spread(plan: Plan, batches: Sequence[range], folder: Path, jobs: int, backend: str) -> Iterator[list[GameRow]]:
    """The batches in their order. Ray gives nothing back before all is done, and gets them by and by."""
    import joblib

    once = backend == LOKY
    wave = len(batches) if once else WAVE * jobs
    with joblib.Parallel(n_jobs=jobs, backend=backend, return_as="generator" if once else "list") as parallel:
        for first in range(0, len(batches), wave):
            yield from parallel(joblib.delayed(_batch)(plan, one, folder) for one in batches[first : first + wave])


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
    return _Recorder(cards, seed, plan.banned).played(number, [bot(name) for name in plan.bots], seeds)


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
        import numpy

        if not self.draws:
            return {}
        seats, came, pools = zip(*self.draws, strict=True)
        signs = numpy.array([1.0 - 2 * side for side in self.sides])[list(seats)]
        sizes = numpy.fromiter(map(len, pools), numpy.intp, len(pools))
        drawable = numpy.frombuffer(b"".join(pools), numpy.uint8)
        more = numpy.bincount(came, signs, len(self.cards.names))
        more -= numpy.bincount(drawable, numpy.repeat(signs / sizes, sizes), len(self.cards.names))
        return {name: round(one, LUCK_DIGITS) for name, one in self.cards.counted(more.tolist()).items()}


class _Recorder:
    """Follows one game from decision to decision."""

    def __init__(self, cards: _Cards, seed: int, banned: str) -> None:
        self.game = cards.game
        self.state = cards.game.new_initial_state(seed)
        self.cards = cards
        self.hidden = _Hidden(cards)
        self.banned = banned
        self.odds: list[float] = []

    def played(self, number: int, bots: Sequence[Bot], seeds: Sequence[int]) -> GameRow:
        """Plays the game to its end."""
        from grognard.kernel.engine.history import begun

        state, hidden, turn = self.state, self.hidden, -1
        phases, actions, choices = list[int](), list[int](), list[bool]()  # by decision; was there another action?
        first = self.game.sides[state.decider()]
        history = begun(state) if any(player.remembers for player in bots) else None
        hidden.follow(state.clerk)
        while (phase := state.phase()) != OVER:
            seat = state.decider()
            if state.turn != turn:
                turn = state.turn
                if self.game.outlook is not None:
                    self.odds.append(self.game.outlook(state, self.game.sides.index(0)))
            seen = history.of(seat) if history is not None and bots[seat].remembers else ()
            wished = bots[seat].choose(self.game.information(state, seat, seeds[seat], seen))
            legal = state.legal_actions()
            action = self._allowed(seat, wished, legal) if self.banned else wished
            phases.append(phase)
            actions.append(action)
            choices.append(len(legal) > 1)
            piece = hidden.holds(seat, action)
            if piece != NO_PIECE:
                hidden.choose(seat, piece)
            state.apply_action(action)
            hidden.follow(state.clerk)
            if history is not None:
                history.add(seat, action, state)
        outcome = self.game.outcome(state)
        points = (state.returns()[self.game.sides.index(0)] + 1) / 2
        leads, comeback = self._course(points)
        return GameRow(
            number,
            first,
            points,
            state.turn,
            sum(choices),
            outcome.reason if outcome is not None else "",
            leads,
            comeback,
            hidden.by_name(hidden.drawn),
            hidden.by_name(hidden.chosen),
            hidden.by_name(hidden.played),
            hidden.luck(),
            *self._asked(phases, actions, choices),
            actions,
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

    def _asked(
        self, phases: Sequence[int], actions: Sequence[int], choices: Sequence[bool]
    ) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
        """How often each phase asked, and what was chosen there, by verb, where there was a choice."""
        called, verbs = self.game.spec.meta.phases, self.game.actions.verbs
        found: dict[str, dict[str, int]] = {}
        for (phase, action), times in Counter(compress(zip(phases, actions, strict=True), choices)).items():
            counts, verb = found.setdefault(called[phase], {}), verbs[action]
            counts[verb] = counts.get(verb, 0) + times
        return {called[phase]: times for phase, times in Counter(phases).items()}, found

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
