"""Follows a game from decision to decision: who drew which card by what chance, where it lies, what is done with it.

It goes by what is told of the game, which is far quicker than asking positions, and is compiled: reports look at every
event of millions of decisions.
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
LUCK_DIGITS: Final = 6  # the same whatever adds up


@final
class Cards:
    """What the cards of a game are called: pieces by number, and the piece that an action is about, or none.

    One for many games: it keeps in mind what it has read out of events.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: list[str] = [game.fact(piece).name for piece in range(len(game.pieces))]
        self.about: list[int] = [NO_PIECE if card == NO_CARD else card for card in game.actions.card]
        lying = Counter(chain.from_iterable(game.decks.values()))
        self.single: list[bool] = [lying[name] == 1 for name in game.pieces]  # of others there are copies
        self.ordered: list[int] = sorted(range(len(self.names)), key=self.names.__getitem__)
        self.read: dict[tuple[object, ...], tuple[bool, frozenset[int]]] = {}

    def acting(self, event: Event) -> tuple[bool, frozenset[int]]:
        """Is the event mere bookkeeping; and which of its pieces act in it, rather than have it done to them?"""
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
        """By name, copies together, what was counted of all pieces and is not 0."""
        found: dict[str, int] = {}
        for piece in self.ordered:
            if counts[piece] != 0:
                name = self.names[piece]
                found[name] = found.get(name, 0) + counts[piece]
        return found


@final
class Hidden:
    """Follows the cards that lie hidden with each seat: where they come from, and whether they are played."""

    def __init__(self, cards: Cards) -> None:
        pieces = len(cards.names)
        self.cards = cards
        self.sides: list[int] = list(cards.game.sides)
        self.owner: dict[int, int] = {}  # with which seat a piece lies, where there is one of it
        # How many lie there, where there are more of it.
        self.copies: list[list[int]] = [[0] * pieces for _ in cards.game.seats]
        self.drawn: list[list[int]] = [[0] * pieces for _ in range(2)]
        self.chosen: list[list[int]] = [[0] * pieces for _ in range(2)]
        self.played: list[list[int]] = [[0] * pieces for _ in range(2)]
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

    def follow(self, recorder: Recorder) -> None:
        """What came of it: who was shown which cards, and which of those chosen do something."""
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
        """One seat is shown cards that no chance brought: it searched for them and found them, or looks at a hand."""
        for piece in event.all_cards():
            if self.cards.single[piece]:
                self.owner.setdefault(piece, int(event.seat))
            elif not any(hand[piece] > 0 for hand in self.copies):
                self.copies[event.seat][piece] = 1

    def _see(self, event: Event) -> None:
        """All are told of these cards; of those chosen who acts is played, and what books are kept of is given up."""
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
        """By side, what has been counted at all."""
        return [self.cards.counted(one) for one in counts]

    def luck(self) -> dict[str, float]:
        """How much more often than by mere chance side 0 drew each card, less the same of side 1."""
        more: list[float] = [0.0] * len(self.cards.names)
        # What is due for every piece of a pile: draws that follow each other find it nearly as the last one left it.
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
        self.first = -1  # the side that began
        self.turn: i64 = -1
        self.odds: list[float] = []  # by turn, how side 0 stands, as logarithm of its odds
        # By decision: where it was asked, what was chosen, and whether there was another action.
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
        """The seat that decides next."""
        seat = self.state.decider()
        if self.first < 0:
            self.first = self.game.sides[seat]
        if self.state.turn != self.turn:
            self.turn = self.state.turn
            if self.game.outlook is not None:
                self.odds.append(self.game.outlook(self.state, self.game.sides.index(0)))
        return seat

    def note(self, seat: int, action: int, choice: bool) -> None:
        """The seat is about to take this action; was there a choice?"""
        self.phases.append(self.state.phase())
        self.actions.append(action)
        self.choices.append(choice)
        piece = self.hidden.holds(seat, action)
        if piece != NO_PIECE:
            self.hidden.choose(seat, piece)

    def windows(self) -> tuple[dict[str, int], dict[str, dict[str, int]]]:
        """How often each phase asked, and what was chosen there, by verb, where there was a choice."""
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
        """The action, or another where it would choose the banned card: the first that lets the game go on, if any."""
        if not self._is_banned(seat, wished):
            return wished
        others = [action for action in legal if not self._is_banned(seat, action)]
        passes = [action for action in others if self.game.passes[action]]
        return (passes or others or [wished])[0]

    def _is_banned(self, seat: int, action: int) -> bool:
        piece = self.hidden.holds(seat, action)
        return piece != NO_PIECE and self.cards.names[piece] == self.banned
