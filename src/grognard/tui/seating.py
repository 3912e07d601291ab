"""Who sits where at this terminal: whose bot moves, who gets the screen, who must agree when something is undone."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from grognard.bots import Bot
from grognard.kernel.shown.view import EventView, View, opened
from grognard.play.matches import SINGLE, Match, moved, next_seed
from grognard.play.players import only_choice
from grognard.play.session import Session


class Seating:
    """A session with its people and bots. `bots` has a bot for its seats and None for a person's."""

    def __init__(self, session: Session, bots: Sequence[Bot | None], match: Match = SINGLE) -> None:
        self.session = session
        self._match = match
        self.bots = bots
        self.seats = session.game.seats
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        # Who plays several seats of one side alone shares what they know.
        alone = len({session.game.sides[seat] for seat in self.people}) == 1
        self.shared = tuple(self.people) if alone else ()
        # Whom the screen may show his own hand; with several people nobody until it is handed over.
        self.at_the_screen: int | None = self.people[0] if self.shared else None
        # Goes on by itself where there is nothing to choose; between people that could tell what a seat does not hold.
        self.may_go_on = bool(self.shared)
        self.goes_on = self.may_go_on

    def decider(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return self.session.view(None).to_move

    def bot_to_move(self) -> tuple[int, Bot] | None:
        """The seat that decides and its bot, if it is one."""
        seat = self.decider()
        bot = self.bots[seat] if seat is not None else None
        return (seat, bot) if seat is not None and bot is not None else None

    def unasked(self) -> tuple[int, int] | None:
        """The person that decides and the only action there is, where nobody need be asked for it."""
        seat = self.decider()
        if not self.goes_on or seat is None or self.bots[seat] is not None:
            return None
        action = only_choice(self.session.view(seat))
        return None if action is None else (seat, action)

    def toggle_going_on(self) -> str:
        """Asks everything from now on, or goes on unasked again; says which."""
        if not self.may_go_on:
            return "Between people every question is asked: to go on unasked could tell what you do not hold."
        self.goes_on = not self.goes_on
        return "It goes on by itself where there is nothing to choose." if self.goes_on else "Everything is asked."

    def must_hand_over(self, seat: int) -> bool:
        """Whether somebody else may be looking at the screen when this person decides."""
        return seat != self.at_the_screen and not self.shared

    def view(self, seat: int | None) -> View:
        """What whoever has the screen sees from a seat."""
        view = self.session.view(seat)
        return opened(view, (self.session.view(other) for other in self.shared if other != seat))

    def events(self, seat: int | None, since: int = 0) -> list[EventView]:
        """What he was told."""
        return self.session.events(seat, since, also=self.shared)

    def must_agree(self, seat: int) -> list[int]:
        """The people to ask before this seat takes back; bots agree until they have answered. Raises CannotUndo."""
        _kept, free = self._undo_target(seat)
        return [] if free or self.shared else [other for other in self.people if other != seat]

    def take_back(self, seat: int) -> None:
        """Undoes, all who had to be asked having agreed."""
        kept, _free = self._undo_target(seat)
        self.session.undo(seat, [other for other in range(len(self.seats)) if other != seat], kept)

    def _undo_target(self, seat: int) -> tuple[int, bool]:
        """To where this seat takes back: what went on by itself would do so again."""
        is_asked = (lambda view: only_choice(view) is None) if self.goes_on else None
        return self.session.undo_target(seat, is_asked, [seat for seat, bot in enumerate(self.bots) if bot is not None])

    @property
    def match(self) -> Match:
        """The match that this game is part of, as it stands now."""
        return self._match.after(self.session.outcome(), self.session.game.sides)

    def told(self) -> str:
        """How the match stands, in a sentence; empty for a single game and during the first."""
        bots = [seat for seat, bot in enumerate(self.bots) if bot is not None]
        return self.match.told(self.session.game, self.people, bots)

    def again(self) -> Seating:
        """The next game of the match, the seats changed; after its end a new deal for the same players."""
        game, names = self.session.game, self.session.journal.header.seats
        if self.match.over:
            return Seating(Session(game, secrets.randbits(32), names), self.bots, self.match.next())
        return Seating(Session(game, next_seed(self.session.seed), moved(names)), moved(self.bots), self.match.next())
