"""Games between bots, written down row by row: what reports and comparisons of rules are made of.

Games are played in batches, each kept on disk under a key of all that it depends on. Whoever stops halfway goes on from
there; neither jobs, order nor backend change a row.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from importlib.util import find_spec
from itertools import chain, islice, pairwise
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from grognard.bots import bot, bot_for
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput
from grognard.lab.simulate import Progress, game_seed
from grognard.play.session import bot_seed
from grognard.registry import load

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.kernel.engine.state import State
    from grognard.kernel.game import Game
    from grognard.kernel.shown.view import Outcome
    from grognard.play.session import Session

BATCH: Final = 25
HAND: Final = "hand {}"  # what games call the place of a seat's hand
# The winner's chance, as logarithm of the odds, below which a victory is a comeback: one in four.
BEHIND: Final = -1.0986
LIBRARIES: Final = ("altair", "joblib", "polars", "vl_convert")
MISSING: Final = "Reports and comparisons need more libraries: install “grognard[lab]”."


class GameRow(msgspec.Struct, frozen=True):
    """One game. Cards go by the names of the card table, `held` and `chosen` by side.

    `held` was in the side's hand when a turn began, or chosen from it; `chosen` left the hand, or was picked in it, by
    its owner's choice, and how often. `windows` counts by name of the phase how often it asked, and `choices` what was
    chosen there, by verb, among two or more legal actions. `first` is the side that began, `points` are
    those of side 0 (a draw is half).
    `leads` and `comeback` are None where the game does not judge its turns.
    """

    number: int
    first: int
    points: float
    turns: int
    decisions: int
    reason: str
    leads: int | None
    comeback: bool | None
    held: list[list[str]]
    chosen: list[dict[str, int]]
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
    plan: Plan, games: int, folder: Path, jobs: int = 1, progress: Progress | None = None, backend: str = "loky"
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
    backend: str = "loky",
) -> Iterator[list[GameRow]]:
    """What `record` finds for each of several plans, no two of them alike, one after the other.

    The rows of one plan need not be kept while the next one's are awaited.
    """
    import joblib

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
    parallel = joblib.Parallel(n_jobs=min(jobs, len(tasks)), backend=backend, return_as="generator")
    found = parallel(joblib.delayed(_batch)(plan, numbers, folder) for plan, numbers in tasks)
    with _stopped_once():
        for before in range(len(plans)):
            rows: list[GameRow] = []
            for batch in islice(found, len(batches)):
                rows += batch
                if progress is not None:
                    progress(before * games + min(len(rows), games), len(plans) * games)
            yield rows[:games]


@contextmanager
def _stopped_once() -> Iterator[None]:
    """Ctrl-C stops what is inside; pressed again, it leaves the processes to their orderly end, which would hang."""
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


def _batch(plan: Plan, numbers: range, folder: Path) -> list[GameRow]:
    """The games of these numbers; a file that is no batch, such as half of one, is played anew."""
    file = folder / f"{_key(plan, numbers)}.json"
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[GameRow])
    except (OSError, msgspec.DecodeError):
        pass
    game = load(plan.slug, plan.options, plan.overrides)
    rows = [_play(game, plan, number) for number in numbers]
    half = file.with_suffix(f".{os.getpid()}")
    half.write_bytes(msgspec.json.encode(rows))
    half.replace(file)
    return rows


def _key(plan: Plan, numbers: range) -> str:
    rules = load(plan.slug).spec.meta.rules
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


def _play(game: Game, plan: Plan, number: int) -> GameRow:
    seed = game_seed(plan.seed, number)
    seeds = [bot_seed(seed, seat) for seat in range(len(plan.bots))]
    state = game.new_initial_state(seed)
    return _Recorder(game, state, plan.banned).played(number, [bot(name) for name in plan.bots], seeds)


def row_of(session: Session) -> GameRow | None:
    """The row of a game that was played at a table, as number 0; None if it is not over.

    What was taken back is left out. Of a seat that gives up while its team carries on nothing is noted.
    """
    outcome = session.outcome()
    return None if outcome is None else _Recorder(session.game, session.state, "").followed(session, outcome)


class _Recorder:
    """Follows one game from decision to decision."""

    def __init__(self, game: Game, state: State, banned: str) -> None:
        self.game = game
        self.state = state
        self.banned = banned
        self.cards = {piece: game.fact(number).name for number, piece in enumerate(game.pieces)}
        self.hands: list[set[str]] = []
        self.held: list[set[str]] = [set(), set()]
        self.chosen: list[dict[str, int]] = [{}, {}]
        self.windows: dict[str, int] = {}
        self.choices: dict[str, dict[str, int]] = {}
        self.odds: list[float] = []
        self.first = -1
        self.turn = -1
        self.decisions = 0
        self.actions: list[int] = []

    def played(self, number: int, bots: Sequence[Bot], seeds: Sequence[int]) -> GameRow:
        """Plays the game to its end."""
        from grognard.kernel.engine.history import begun

        state = self.state
        history = begun(state) if any(player.remembers for player in bots) else None
        while state.phase() != OVER:
            seat = self._asked()
            seen = history.of(seat) if history is not None and bots[seat].remembers else ()
            wished = bots[seat].choose(self.game.information(state, seat, seeds[seat], seen))
            legal = state.legal_actions()
            action = self._allowed(seat, wished, legal)
            self._note(seat, action, len(legal) > 1)
            state.apply_action(action)
            if history is not None:
                history.add(seat, action, state)
        return self._row(number, self.game.outcome(state))

    def followed(self, session: Session, outcome: Outcome) -> GameRow:
        """Goes through a game that is over, from position to position."""
        for position, (seat, action) in zip(session.positions, session.line, strict=False):
            self.state = position
            self._asked()
            if action >= 0:
                self._note(seat, action, len(position.legal_actions()) > 1)
        self.state = session.state
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
            self._new_turn()
        return seat

    def _row(self, number: int, outcome: Outcome | None) -> GameRow:
        won = {self.game.sides[seat] for seat in outcome.winners} if outcome is not None else {0, 1}
        points = float(0 in won) if len(won) == 1 else 0.5
        leads, comeback = self._course(points)
        return GameRow(
            number,
            self.first,
            points,
            self.state.turn,
            self.decisions,
            outcome.reason if outcome is not None else "",
            leads,
            comeback,
            [sorted(cards) for cards in self.held],
            [dict(sorted(cards.items())) for cards in self.chosen],
            self.windows,
            self.choices,
            self.actions,
        )

    def _new_turn(self) -> None:
        self._look()
        if self.game.outlook is not None:
            self.odds.append(self.game.outlook(self.state, self.game.sides.index(0)))

    def _look(self) -> None:
        """What is in each hand."""
        facts = self.state.facts()
        self.hands = [_listed(facts, HAND.format(seat)) for seat in range(len(self.game.seats))]
        for seat, hand in enumerate(self.hands):
            self.held[self.game.sides[seat]] |= {self.cards[piece] for piece in hand}

    def _from_hand(self, seat: int, action: int) -> str:
        """The card of the seat's hand that an action is about; empty if it is about none."""
        if self.game.actions.card[action] == NO_CARD:
            return ""
        notation, verb = self.game.actions.notations[action], self.game.actions.verbs[action]
        piece = notation.removeprefix(verb).strip()
        if piece not in self.cards:
            return ""
        if piece not in self.hands[seat]:  # it may have been drawn since
            self._look()
        return self.cards[piece] if piece in self.hands[seat] else ""

    def _allowed(self, seat: int, wished: int, legal: Sequence[int]) -> int:
        """The action, or another where it would choose the banned card: the first that lets the game go on, if any."""
        if not self.banned or self._from_hand(seat, wished) != self.banned:
            return wished
        others = [action for action in legal if self._from_hand(seat, action) != self.banned]
        passes = [action for action in others if self.game.passes[action]]
        return (passes or others or [wished])[0]

    def _note(self, seat: int, action: int, choice: bool) -> None:
        self.decisions += choice
        self.actions.append(action)
        card = self._from_hand(seat, action)
        if card:
            times = self.chosen[self.game.sides[seat]]
            times[card] = times.get(card, 0) + 1
        window = self.game.spec.meta.phases[self.state.phase()]
        self.windows[window] = self.windows.get(window, 0) + 1
        if choice:
            verbs = self.choices.setdefault(window, {})
            verb = self.game.actions.verbs[action]
            verbs[verb] = verbs.get(verb, 0) + 1

    def _course(self, points: float) -> tuple[int | None, bool | None]:
        """How often the lead changed, and whether the winner had once less than one chance in four."""
        if self.game.outlook is None:
            return None, None
        ahead = [odds > 0 for odds in self.odds if odds != 0]
        leads = sum(one != other for one, other in pairwise(ahead))
        sign = 1 if points > 0.5 else -1
        return leads, points != 0.5 and any(sign * odds < BEHIND for odds in self.odds)


def _listed(facts: Mapping[str, object], place: str) -> set[str]:
    found = facts.get(place)
    return {str(piece) for piece in found} if isinstance(found, list) else set()


def by_card(rows: Sequence[GameRow]) -> Iterator[str]:
    """Every card that somebody held or chose, by name."""
    yield from sorted({card for row in rows for cards in (*row.held, *row.chosen) for card in cards})
