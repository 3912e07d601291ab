"""Follows a game from decision to decision: which cards were drawn and how likely, where they are, and their use.

It reads the game's events, which is far quicker than querying positions, and is compiled: reports read every event of
millions of decisions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.history import new_history
from grognard.kernel.engine.recorder import Recorder
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

NO_PIECE: Final = -1
MOST_READ: Final = 50_000  # events, some 20 MB of them
LUCK_DIGITS: Final = 6  # enough rounding to make the order of additions irrelevant


@final
class Cards:
    """The names of a game's pieces, by number, and for each action the piece it is about, or none.

    One instance serves many games, since it remembers what it has read from events.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: list[str] = [game.fact(piece).name for piece in range(len(game.pieces))]
        self.about: list[int] = [NO_PIECE if card == NO_CARD else card for card in game.actions.card]
        lying = Counter(chain.from_iterable(game.decks.values()))
        self.single: list[bool] = [lying[name] == 1 for name in game.pieces]  # False for cards with copies
        self.ordered: list[int] = sorted(range(len(self.names)), key=self.names.__getitem__)
        self.read: dict[tuple[object, ...], tuple[bool, frozenset[int]]] = {}

    def acting(self, event: Event) -> tuple[bool, frozenset[int]]:
        """Says whether the event is mere bookkeeping, and which of its pieces act in it rather than being acted on."""
        key = event.key()
        found = self.read.get(key)
        if found is None:
            if len(self.read) >= MOST_READ:
                self.read.clear()
            view = self.game.event_view(event)
            called = {piece: {self.game.pieces[piece], self.names[piece]} for piece in event.all_cards()}
            acting = [piece for piece, names in called.items() if names & {*view.who} or not names & {*view.whom}]
            found = self.read[key] = (view.weight == "bookkeeping", frozenset(acting))
        return found

    def counted(self, counts: list[int]) -> dict[str, int]:
        """Returns the nonzero counts by name, with copies added up."""
        found: dict[str, int] = {}
        for piece in self.ordered:
            if counts[piece] != 0:
                name = self.names[piece]
                found[name] = found.get(name, 0) + counts[piece]
        return found


@final
class Hidden:
    """Follows the hidden cards of each seat: where they come from, and whether they are played."""

    def __init__(self, cards: Cards) -> None:
        pieces = len(cards.names)
        self.cards = cards
        self.sides: list[int] = list(cards.game.sides)
        self.owner: dict[int, int] = {}  # the seat that holds a piece without copies
        # How many each seat holds of the pieces with copies.
        self.copies: list[list[int]] = [[0] * pieces for _ in cards.game.seats]
        self.drawn: list[list[int]] = [[0] * pieces for _ in range(2)]
        self.chosen: list[list[int]] = [[0] * pieces for _ in range(2)]
        self.played: list[list[int]] = [[0] * pieces for _ in range(2)]
        self.draws: list[tuple[int, int, bytes]] = []  # the seat, the piece, and the pile it was drawn from
        self.waiting: dict[int, int] = {}  # pieces chosen but not yet seen to do anything, with their side

    def holds(self, seat: int, action: int) -> int:
        """Returns the hidden piece of the seat that an action is about, or none."""
        piece = self.cards.about[action]
        if piece == NO_PIECE:
            return NO_PIECE
        there = self.owner.get(piece) == seat if self.cards.single[piece] else self.copies[seat][piece] > 0
        return piece if there else NO_PIECE

    def choose(self, seat: int, piece: int) -> None:
        """Notes that the seat is about to use a piece hidden in its hand."""
        side = self.sides[seat]
        if self.owner.pop(piece, None) is None:
            self.copies[seat][piece] -= 1
        self.chosen[side][piece] += 1
        self.waiting[piece] = side

    def follow(self, recorder: Recorder) -> None:
        """Reads the events of the last action: which seats got which cards, and which chosen cards had an effect."""
        single = self.cards.single
        for draw in recorder.draws():
            seat, piece, _pool = draw
            self.draws.append(draw)
            self.drawn[self.sides[seat]][piece] += 1
            self.waiting.pop(piece, None)
            if single[piece]:
                self.owner[piece] = seat
            else:
                self.copies[seat][piece] += 1
        for event in recorder.events:
            if event.private:
                self._look(event)
            else:
                self._see(event)

    def _look(self, event: Event) -> None:
        """Reads a private event: the seat searched for cards and found them, or looked at a hand."""
        for piece in event.all_cards():
            if self.cards.single[piece]:
                self.owner.setdefault(piece, int(event.seat))
            elif not any(hand[piece] > 0 for hand in self.copies):
                self.copies[event.seat][piece] = 1

    def _see(self, event: Event) -> None:
        """Reads a public event: a chosen card that acts in it is played, one in mere bookkeeping is given up."""
        for piece in event.all_cards():
            if piece not in self.waiting:
                self.owner.pop(piece, None)
                continue
            if self.waiting[piece] != self.sides[event.seat]:
                continue
            bookkeeping, acting = self.cards.acting(event)
            if bookkeeping or piece in acting:
                del self.waiting[piece]
                if not bookkeeping:
                    self.played[self.sides[event.seat]][piece] += 1

    def by_name(self, counts: list[list[int]]) -> list[dict[str, int]]:
        """Returns the nonzero counts of each side."""
        return [self.cards.counted(one) for one in counts]

    def luck(self) -> dict[str, float]:
        """Returns how far side 0's draws of each card exceed what chance predicts, minus the same for side 1."""
        more: list[float] = [0.0] * len(self.cards.names)
        # The expected draws for every piece of a pile; the next draw usually finds the pile as the last one left it.
        due: dict[bytes, float] = {}
        for seat, came, pool in self.draws:
            sign = 1.0 - 2.0 * self.sides[seat]
            each = due.pop(pool, 0.0) + sign / len(pool)
            more[came] += sign - each
            left = pool.replace(bytes((came,)), b"", 1)
            due[left] = due.get(left, 0.0) + each
        for pool, each in due.items():
            for piece in pool:
                more[piece] -= each
        named: dict[str, float] = {}
        for piece in self.cards.ordered:
            name = self.cards.names[piece]
            named[name] = named.get(name, 0.0) + more[piece]
        return {name: rounded for name, one in named.items() if (rounded := round(one, LUCK_DIGITS)) != 0.0}


@final
class Follower:
    """Follows one game from its start; nobody may choose the `banned` card, if there is one."""

    def __init__(self, cards: Cards, start: State, banned: str = "") -> None:
        self.game = cards.game
        self.state = start
        self.cards = cards
        self.hidden = Hidden(cards)
        self.banned = banned
        self.first = -1  # the side that went first
        self.turn: i64 = -1
        self.odds: list[float] = []  # side 0's log-odds, turn by turn
        # For each decision: the phase, the action, and whether there was another one.
        self.phases: list[int] = []
        self.actions: list[int] = []
        self.choices: list[bool] = []

    def play(self, bots: Sequence[Bot], seeds: Sequence[int]) -> None:
        """Plays the game to its end: one bot and one seed for each seat."""
        state, hidden = self.state, self.hidden
        history = new_history(state) if any(player.remembers for player in bots) else None
        hidden.follow(state.recorder)
        while state.phase() != OVER:
            seat = self.asked()
            bot = bots[seat]
            seen = history.of(seat) if history is not None and bot.remembers else ()
            action: int = bot.choose(self.game.information(state, seat, seeds[seat], seen))
            legal = state.legal_actions()
            if self.banned:
                action = self._allowed(seat, action, legal)
            self.note(seat, action, len(legal) > 1)
            state.apply_action(action)
            hidden.follow(state.recorder)
            if history is not None:
                history.add(seat, action, state)

    def asked(self) -> int:
        """Returns the seat that decides next."""
        seat = self.state.decider()
        if self.state.turn != self.turn:
            if self.turn <= 0:  # until the first turn begins, the armies are being set up
                self.first = self.game.sides[self.state.active]
            self.turn = self.state.turn
            if self.game.outlook is not None:
                self.odds.append(self.game.outlook(self.state, self.game.sides.index(0)))
        return seat

    def note(self, seat: int, action: int, choice: bool) -> None:
        """Notes that the seat is about to take this action, and whether it had a choice."""
        self.phases.append(self.state.phase())
        self.actions.append(action)
        self.choices.append(choice)
        piece = self.hidden.holds(seat, action)
        if piece != NO_PIECE:
            self.hidden.choose(seat, piece)

    def windows(self) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
        """Returns how often each phase asked, and the choices there by verb, counting only real choices."""
        called, verbs = self.game.spec.meta.phases, self.game.actions.verbs
        asked: dict[str, int] = {}
        found: dict[str, dict[str, int]] = {}
        for number, phase in enumerate(self.phases):
            name = called[phase]
            asked[name] = asked.get(name, 0) + 1
            if self.choices[number]:
                counts = found.setdefault(name, {})
                verb = verbs[self.actions[number]]
                counts[verb] = counts.get(verb, 0) + 1
        return asked, found

    def _allowed(self, seat: int, wished: int, legal: Sequence[int]) -> int:
        """Returns the action, or instead of the banned card the first pass if any, otherwise the first other action."""
        if not self._is_banned(seat, wished):
            return wished
        others = [action for action in legal if not self._is_banned(seat, action)]
        passes = [action for action in others if self.game.passes[action]]
        return (passes or others or [wished])[0]

    def _is_banned(self, seat: int, action: int) -> bool:
        piece = self.hidden.holds(seat, action)
        return piece != NO_PIECE and self.cards.names[piece] == self.banned
