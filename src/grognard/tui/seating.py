"""The seats at this terminal: which bot moves, who gets the screen, and who must agree to an undo."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from grognard.art.persons import person_of
from grognard.bots import Bot, in_words
from grognard.kernel.content.wording import listed
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.kernel.views.headlines import MOST, headlines
from grognard.kernel.views.view import ActionView, EventView, View, merge_views
from grognard.play.matches import SINGLE, Match, moved, next_seed
from grognard.play.players import PERSON, Ask, only_choice
from grognard.play.session import Session
from grognard.play.unasked import Move, parted, unasked_told
from grognard.tui import finished_games
from grognard.tui.autosave import Autosave

BETWEEN_PEOPLE: Final = "Between people every question is asked: skipping one could reveal cards you do not hold."


class Seating:
    """A session with its people and bots. `bots` has a bot for each seat, or None for a person.

    `ask` says when a person is asked. None means “useful” if that reveals nothing. Raises BadInput if “useful” would
    reveal something.
    """

    def __init__(
        self, session: Session, bots: Sequence[Bot | None], match: Match = SINGLE, ask: Ask | None = None,
        autosave: Autosave | None = None,
    ) -> None:  # fmt: skip
        self.session = session
        self._match = match
        self.bots = bots
        self.seats = session.game.seats
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        # The seats of a person who plays a side alone. They share their knowledge.
        alone = len({session.game.sides[seat] for seat in self.people}) == 1
        self.shared = tuple(self.people) if alone else ()
        # One person who plays one seat is called “you”; several who share the screen read names.
        self.reader: int | None = self.people[0] if len(self.people) == 1 else None
        # The seat whose hand the screen may show. With several people it is nobody until a hand-over.
        self.at_the_screen: int | None = self.people[0] if self.shared else None
        # Forced choices may be played automatically. Between people that could reveal cards a seat does not hold.
        self.may_go_on = bool(self.shared)
        if ask == "useful" and self.people and not self.may_go_on:
            raise BadInput(BETWEEN_PEOPLE)
        self.goes_on = self.may_go_on and ask != "always"
        self._unasked: list[Move] = []
        # For each seat, the number of events before its person's last choice, also in a continued game.
        self.chose = [self._chose_last(self.shared or (seat,)) for seat in range(len(bots))]
        self.autosave = autosave
        if autosave is not None:
            session.changed = self._keep

    def _keep(self) -> None:
        """Writes the game to its file, or removes the file if nothing is left to play."""
        assert self.autosave is not None
        if self.session.outcome() is not None:
            finished_games.keep(self.session)
        if self.session.outcome() is not None and self.match.over:
            self.autosave.forget()
        else:
            self.autosave.keep(self.session, self._match)

    @property
    def way_back(self) -> str:
        """Says how to continue the saved game; empty if none is saved."""
        kept = self.autosave is not None and self.autosave.file.exists()
        return f"Your game is saved. Continue it with: grognard play {self.session.game.slug}" if kept else ""

    def _chose_last(self, seats: Sequence[int]) -> int:
        return max((at for at, told in enumerate(self.session.told) if told.seat in seats), default=0)

    def decider(self) -> int | None:
        """Returns the seat that decides now; None when the game is over."""
        return self.session.view(None).to_move

    def bot_to_move(self) -> tuple[int, Bot] | None:
        """Returns the deciding seat and its bot, if a bot decides."""
        seat = self.decider()
        bot = self.bots[seat] if seat is not None else None
        return (seat, bot) if seat is not None and bot is not None else None

    @property
    def against(self) -> str:
        """The computer's players on the other side: “Sergeant Duval (greedy)”; empty if people share the screen."""
        game, names = self.session.game, self.session.journal.header.seats
        if not self.shared:
            return ""
        others = [name for seat, name in enumerate(names) if game.sides[seat] != game.sides[self.shared[0]]]
        return listed([_called(game, name) for name in dict.fromkeys(others) if name != PERSON])

    def unasked(self) -> tuple[int, int] | None:
        """Returns the deciding person's seat and only action, if it may be played without asking."""
        seat = self.decider()
        if not self.goes_on or seat is None or self.bots[seat] is not None:
            return None
        positions = self.session.positions
        action = only_choice(positions, len(positions) - 1, seat)
        return None if action is None else (seat, action)

    def go_on_unasked(self) -> bool:
        """Plays a person's only action, if it may be played without asking. Returns whether it did."""
        if (only := self.unasked()) is None:
            return False
        seat, action = only
        self._unasked.append((self.session.positions[-1], action))
        self.session.play(seat, action)
        return True

    def done_unasked(self) -> str:
        """Says what has been played for you since the last call; empty if nothing has.

        The first part of a choice is not mentioned while the rest of it is asked.
        """
        complete, self._unasked = parted(self._unasked, self.session.state)
        return " ".join(unasked_told(complete))

    def play(self, seat: int, action: int) -> None:
        """Plays a person's choice. Raises the errors of `Session.play`."""
        told = len(self.session.told)
        self._unasked = []
        self.session.play(seat, action)
        for reader in self.shared or (seat,):
            self.chose[reader] = told

    def news(self, seat: int | None) -> list[EventView]:
        """Returns the headlines since the last choice of a seat, and its own rolls."""
        events = self.events(seat, self.chose[seat] if seat is not None else 0)
        chosen = headlines(events, seat, also=self.shared)
        return [event for event in events if event in chosen or (event.roll is not None and event.seat == seat)][-MOST:]

    def toggle_going_on(self) -> str:
        """Switches between asking everything and playing forced choices automatically. Says which is on."""
        if not self.may_go_on:
            return BETWEEN_PEOPLE
        self.goes_on = not self.goes_on
        return "Forced choices are played for you." if self.goes_on else "You are asked everything."

    def must_hand_over(self, seat: int) -> bool:
        """Returns whether somebody else may be looking at the screen when this person decides."""
        return seat != self.at_the_screen and not self.shared

    def view(self, seat: int | None) -> View:
        """Returns what the person at the screen sees from a seat."""
        view = self.session.view(seat)
        return merge_views(view, (self.session.view(other) for other in self.shared if other != seat))

    def events(self, seat: int | None, since: int = 0) -> list[EventView]:
        """Returns the events that the person in a seat has seen."""
        return self.session.events(seat, since, also=self.shared, reader=self.reader)

    def must_agree(self, seat: int) -> list[int]:
        """Returns the people to ask before this seat undoes. Bots agree until they have answered. Raises CannotUndo."""
        _kept, free = self._undo_target(seat)
        return [] if free or self.shared else [other for other in self.people if other != seat]

    def take_back(self, seat: int) -> None:
        """Undoes a choice, after everyone who had to be asked has agreed."""
        kept, _free = self._undo_target(seat)
        self.session.undo(seat, [other for other in range(len(self.seats)) if other != seat], kept)

    @property
    def ask(self) -> Ask | None:
        """The setting for when a person is asked, for the next game of the match."""
        return None if self.goes_on == self.may_go_on else "always"

    def result(self) -> str:
        """Returns the result for the person here, or for the people of one side; empty if there are none."""
        outcome = self.session.outcome()
        if outcome is None or not self.shared:
            return ""
        if not outcome.winners:
            return "A draw."
        sides = self.session.game.sides
        won = sides[self.shared[0]] in [sides[winner] for winner in outcome.winners]
        return "You win." if won else "You lose."

    def _undo_target(self, seat: int) -> tuple[int, bool]:
        """Returns how far this seat undoes: past choices that were played automatically, as they would be again."""
        positions = self.session.positions
        is_asked = (lambda after: only_choice(positions, after, seat) is None) if self.goes_on else None
        return self.session.undo_target(seat, is_asked, [seat for seat, bot in enumerate(self.bots) if bot is not None])

    @property
    def match(self) -> Match:
        """The match of this game, with its current score."""
        return self._match.after(self.session.outcome(), self.session.game.sides)

    def told(self) -> str:
        """Returns the score of the match in a sentence; empty for a single game and during the first."""
        bots = [seat for seat, bot in enumerate(self.bots) if bot is not None]
        return self.match.told(self.session.game, self.people, bots)

    def again(self) -> Seating:
        """Returns the next game of the match, with seats swapped; after its end, a new deal for the same players."""
        game, names = self.session.game, self.session.journal.header.seats
        if self.match.over:
            fresh = Session(game, secrets.randbits(32), names)
            return Seating(fresh, self.bots, self.match.next(), self.ask, self.autosave)
        following = Session(game, next_seed(self.session.seed), moved(names))
        return Seating(following, moved(self.bots), self.match.next(), self.ask, self.autosave)


def _called(game: Game, name: str) -> str:
    person = person_of(game.spec.meta, name)
    return name if person is None else f"{person.called} ({in_words(name)})"


def passing(view: View) -> ActionView | None:
    """Returns the pass in a reaction to another player's turn: its only action without a card."""
    if view.to_move == view.active:
        return None
    plain = [action for action in view.actions if action.card is None]
    return plain[0] if len(plain) == 1 else None
