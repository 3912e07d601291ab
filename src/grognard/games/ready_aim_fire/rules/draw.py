"""RAF-4.1 Turn, RAF-4.10 Draw Phase."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.terrain import Terrain
from grognard.games.ready_aim_fire.marks import COVERED, FRESH, SPENT
from grognard.games.ready_aim_fire.state import OPENING
from grognard.kernel.cardsets.bits import bit
from grognard.kernel.cardsets.counts import copies, less, one, plus, some
from grognard.kernel.cardsets.stacks import unmarked

DRAWS: Final = 2  # RAF-4.11


@mypyc_attr(acyclic=True)
class Draw(Terrain):
    """RAF-4.1 The turn begins, RAF-4.10 Draw Phase."""

    def begin_turn(self) -> None:
        """Begins a turn (RAF-4.1, 4.2)."""
        self.turn += 1
        for seat in range(2):
            army = self.army(seat)
            army.commander_rerolls = 0
            army.played = 0
            marks: i64 = SPENT | COVERED | (FRESH if seat == self.active else 0)
            for column in range(n.COLUMNS):
                post = army.posts[column]
                post.stack = unmarked(post.stack, marks)
                post.rerolls = 0  # RAF-4.2
                post.taken = False
        self.confused = False
        self.moves = 1
        self.reorganised = False
        self.bridged = 0
        if self.recorder.recording:
            self.emit(e.TurnCame(self.active, self.turn))
            if self.turn == OPENING + 1:
                self.emit(e.FacedDown(self.active))
        self.frames = n.CONFUSION
        if self.might(1 - self.active, self.tables.kinds.confusions) == 0:
            self.draw_phase()

    def draw_phase(self) -> None:
        """Begins the Draw Phase (RAF-4.10)."""
        self.frames = n.DRAW
        self.draws = 0 if self.confused else DRAWS
        self.draw_on()

    def draw_on(self) -> None:
        """RAF-4.11, 4.12: continues the Draw Phase, with base draws and cards that draw in any order."""
        while True:
            sources = self.sources(False) if self.draws > 0 else 0
            if sources == 0:
                self.draws = 0
            if self.might(self.active, self.drawing_cards()) != 0 or sources == n.FROM_RESERVE | n.FROM_TACTICS:
                return
            if sources == 0:
                break
            self.draws -= 1
            self.draw_card(sources)
        self.terrain_phase()

    def drawing_cards(self) -> i64:
        """The cards that can be played in the Draw Phase (RAF-4.12)."""
        army = self.army(self.active)
        names = self.scouting()
        if not self.confused and self.sources(False) != 0:
            return names | self.tables.kinds.drawers
        pile = some(army.discard)
        if pile & self.tables.kinds.infantry != 0:
            names |= self.tables.kinds.forced_marches
        if pile & self.tables.kinds.artillery != 0:
            names |= self.tables.kinds.limbers
        if pile & self.tables.kinds.cavalry != 0:
            names |= self.tables.kinds.reforms
        return names

    def fetchable(self, piece: i64) -> i64:
        """The kinds of battalion that a card can bring back from the active side's discard pile."""
        pile = some(self.army(self.active).discard)
        card: i64 = self.tables.works_as[piece]
        if card == n.FORCED_MARCH:
            return pile & self.tables.kinds.infantry
        if card == n.LIMBER:
            return pile & self.tables.kinds.artillery
        return pile & self.tables.kinds.cavalry if card == n.CAVALRY_REFORM else 0

    def _fetch(self, kind: i64) -> None:
        """Takes a battalion from the discard pile into the hand, face up; this is not a draw."""
        army = self.army(self.active)
        army.discard = less(army.discard, one(kind))
        army.hand = plus(army.hand, one(kind))
        army.seen = plus(army.seen, one(kind))
        army.seen_turn = self.turn
        if self.recorder.recording:
            self.emit(e.Fetched(army.seat, kind))
        self.draw_on()

    def play_drawer(self, piece: i64, thing: i64) -> None:
        """RAF-4.12: fetches a battalion, or draws the first card from a deck (FIRST_DECK and the next number)."""
        if thing < n.FIRST_DECK:
            self._fetch(thing)
        else:
            self.extra = self.card_number(piece) - 1
            self.draw_card(bit(thing - n.FIRST_DECK))
            self.draw_extra()

    def uses(self, piece: i64) -> i64:
        """The kinds of battalion that a card can fetch, and the decks that it can draw from."""
        decks: i64 = 0 if self.confused else self.sources(False)
        return self.fetchable(piece) | (decks << n.FIRST_DECK)

    def draw_extra(self) -> None:
        """Makes the extra draws of a card, and asks for the deck if both have cards."""
        while self.extra > 0:
            sources = self.sources(False)
            if sources == 0:
                self.extra = 0
            elif sources == n.FROM_RESERVE | n.FROM_TACTICS:
                self.enter(n.FETCH)
                return
            else:
                self.extra -= 1
                self.draw_card(sources)
        self.draw_on()

    def scout(self) -> None:
        """RAF-11.3: shows the enemy's current hand."""
        enemy = self.army(1 - self.active)
        enemy.show(enemy.hand, self.turn)
        self.reveal()
        if self.recorder.recording:
            self.emit(e.Looked(self.active, copies(enemy.hand)))
