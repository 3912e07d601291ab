"""Who sits where at this terminal: whose bot moves, who gets the screen, who must agree when something is undone."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Final

from grognard.bots import Bot
from grognard.kernel.content.wording import capitalized
from grognard.kernel.errors import BadInput
from grognard.kernel.views.headlines import MOST, headlines
from grognard.kernel.views.view import ActionView, EventView, View, merge_views
from grognard.play.matches import SINGLE, Match, moved, next_seed
from grognard.play.players import Ask, only_choice
from grognard.play.session import Session
from grognard.tui.autosave import Autosave

PASS: Final = "Pass"  # the short label of a button that only passes
BETWEEN_PEOPLE: Final = "Between people every question is asked: to go on unasked could tell what you do not hold."


class Seating:
    """A session with its people and bots. `bots` has a bot for its seats and None for a person's.

    `ask` says when a person is asked; None is “useful” where that tells nobody anything. Raises BadInput
    where it would.
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
        # Who plays several seats of one side alone shares what they know.
        alone = len({session.game.sides[seat] for seat in self.people}) == 1
        self.shared = tuple(self.people) if alone else ()
        # One person who plays one seat is called “you”; several who share the screen read names.
        self.reader: int | None = self.people[0] if len(self.people) == 1 else None
        # Whose own hand the screen may show; with several people nobody's until it is handed over.
        self.at_the_screen: int | None = self.people[0] if self.shared else None
        # Goes on by itself where there is nothing to choose; between people that could tell what a seat does not hold.
        self.may_go_on = bool(self.shared)
        if ask == "useful" and self.people and not self.may_go_on:
            raise BadInput(BETWEEN_PEOPLE)
        self.goes_on = self.may_go_on and ask != "always"
        self._unasked: list[str] = []
        self._why_unasked = ": nothing else was possible"
        # For each seat, how much had been told when its person chose last, in a game that is gone on with too.
        self.chose = [self._chose_last(self.shared or (seat,)) for seat in range(len(bots))]
        self.autosave = autosave
        if autosave is not None:
            session.changed = self._keep

    def _keep(self) -> None:
        """Writes the game to its file, or removes the file if nothing is left to play."""
        assert self.autosave is not None
        if self.session.outcome() is not None and self.match.over:
            self.autosave.forget()
        else:
            self.autosave.keep(self.session, self._match)

    @property
    def way_back(self) -> str:
        """Says how to continue the kept game; empty where none is kept."""
        kept = self.autosave is not None and self.autosave.file.exists()
        return f"Your game is kept. Continue it with: grognard play {self.session.game.slug}" if kept else ""

    def _chose_last(self, seats: Sequence[int]) -> int:
        return max((at for at, told in enumerate(self.session.told) if told.seat in seats), default=0)

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
        positions = self.session.positions
        action = only_choice(positions, len(positions) - 1, seat)
        return None if action is None else (seat, action)

    def go_on_unasked(self) -> bool:
        """Plays the only action that a person has, where nobody need be asked for it; False where somebody is."""
        if (only := self.unasked()) is None:
            return False
        seat, action = only
        view = self.session.view(seat)
        label = view.actions[0].short
        self.session.play(seat, action)
        passed = passing(view) is not None or label == PASS
        self._unasked.append("passed" if passed else f"chose “{label}”")
        return True

    def done_unasked(self) -> str:
        """What was played for the person since this was asked last, the first time with the reason; or nothing."""
        done = Counter(self._unasked)
        self._unasked = []
        told = "; ".join(f"{what} for you{f' {often} times' if often > 1 else ''}" for what, often in done.items())
        if not told:
            return ""
        why, self._why_unasked = self._why_unasked, ""
        return f"{capitalized(told)}{why}."

    def play(self, seat: int, action: int) -> None:
        """A person chooses. Raises what `Session.play` raises."""
        told = len(self.session.told)
        self.session.play(seat, action)
        for reader in self.shared or (seat,):
            self.chose[reader] = told

    def news(self, seat: int | None) -> list[EventView]:
        """The headlines since the last choice of a seat, and what it rolled itself."""
        events = self.events(seat, self.chose[seat] if seat is not None else 0)
        chosen = headlines(events, seat, also=self.shared)
        return [event for event in events if event in chosen or (event.roll is not None and event.seat == seat)][-MOST:]

    def toggle_going_on(self) -> str:
        """Asks everything from now on, or goes on unasked again; says which."""
        if not self.may_go_on:
            return BETWEEN_PEOPLE
        self.goes_on = not self.goes_on
        return "It goes on by itself where there is nothing to choose." if self.goes_on else "Everything is asked."

    def must_hand_over(self, seat: int) -> bool:
        """Whether somebody else may be looking at the screen when this person decides."""
        return seat != self.at_the_screen and not self.shared

    def view(self, seat: int | None) -> View:
        """What whoever has the screen sees from a seat."""
        view = self.session.view(seat)
        return merge_views(view, (self.session.view(other) for other in self.shared if other != seat))

    def events(self, seat: int | None, since: int = 0) -> list[EventView]:
        """What he was told."""
        return self.session.events(seat, since, also=self.shared, reader=self.reader)

    def must_agree(self, seat: int) -> list[int]:
        """The people to ask before this seat takes back; bots agree until they have answered. Raises CannotUndo."""
        _kept, free = self._undo_target(seat)
        return [] if free or self.shared else [other for other in self.people if other != seat]

    def take_back(self, seat: int) -> None:
        """Undoes, all who had to be asked having agreed."""
        kept, _free = self._undo_target(seat)
        self.session.undo(seat, [other for other in range(len(self.seats)) if other != seat], kept)

    @property
    def ask(self) -> Ask | None:
        """When a person is asked, as the next game of the match takes it over."""
        return None if self.goes_on == self.may_go_on else "always"

    def result(self) -> str:
        """How the game ended for the person here, or the people of one side; empty where there is no such person."""
        outcome = self.session.outcome()
        if outcome is None or not self.shared:
            return ""
        if not outcome.winners:
            return "A draw."
        sides = self.session.game.sides
        won = sides[self.shared[0]] in [sides[winner] for winner in outcome.winners]
        return "You win." if won else "You lose."

    def _undo_target(self, seat: int) -> tuple[int, bool]:
        """To where this seat takes back: what went on by itself would do so again."""
        positions = self.session.positions
        is_asked = (lambda after: only_choice(positions, after, seat) is None) if self.goes_on else None
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
            fresh = Session(game, secrets.randbits(32), names)
            return Seating(fresh, self.bots, self.match.next(), self.ask, self.autosave)
        following = Session(game, next_seed(self.session.seed), moved(names))
        return Seating(following, moved(self.bots), self.match.next(), self.ask, self.autosave)


def passing(view: View) -> ActionView | None:
    """In a window in another's turn, the one action without a card: to let it go by."""
    if view.to_move == view.active:
        return None
    plain = [action for action in view.actions if action.card is None]
    return plain[0] if len(plain) == 1 else None
