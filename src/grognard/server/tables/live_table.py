"""A table in memory: its seats, its game with every moment of it, and what each seat sees."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

import msgspec

from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, Meta
from grognard.kernel.views.shortcuts import preview
from grognard.kernel.views.view import View, merge_views
from grognard.play.deal import Attempt, Deal, Promise, attempts
from grognard.play.journal import Deed
from grognard.play.matches import Match
from grognard.play.notation import read_action
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.play.summary import decisive_key, numbers
from grognard.play.timeline import Timeline
from grognard.registry import load
from grognard.server.errors import Undealt
from grognard.server.storage.rows import Dealt, Hint, Seat, StoredResult, StoredTable, TableRecord

# Games that are played at random take a sixth of this at most; the rest is for stepping back.
DEEDS_A_TURN: Final = 100
MOST_DEEDS: Final = 10_000
# The memory of a table without its moments, and of a page that a guest was shown, in moments' worth.
AT_REST: Final = 10
PER_SHOWN: Final = 30
MOST_ATTEMPTS: Final = 10  # to deal: each is a promise, and steps that are kept
GIVEN_UP: Final = (
    f"This table can't be dealt: in each of {MOST_ATTEMPTS} attempts somebody did not reveal in time. Call the table "
    "off and set up a new one."
)


def most_deeds(meta: Meta) -> int:
    """How many deeds a table or a record of this game may have: each is a position that is kept in memory."""
    return min(DEEDS_A_TURN * meta.longest, MOST_DEEDS)


def _holders(seats: Sequence[Seat]) -> set[str]:
    return {guest for seat in seats for guest in seat.guests}


def shows(state: State, action: int) -> bool:
    """Would the others see anything of this action? Of a choice of several steps they see the last only."""
    after = state.clone()
    after.record()
    after.apply_action(action)
    return after.picks() == 0 or bool(after.recorder.events)


class LiveTable:
    """A table at hand. What is done here is done in this process only, until it is kept."""

    def __init__(self, table: TableRecord) -> None:
        self.id = table.id
        self.table = table
        self.seats: list[Seat] = []
        # What each seat has decided ahead of its turn.
        self.plans: list[tuple[int, ...]] = []
        self.game: Game = load(table.game, table.options, table.numbers)
        # What was done before the deal, if people have a part in it; there is no timeline until the cards are dealt.
        self.dealing: Sequence[Dealt] = ()
        self._timeline: Timeline | None = None
        # The attempt to deal in which all have committed, and since when this process knows that.
        self.revealing = 0, 0.0
        self.lock = asyncio.Lock()
        # A deed was done here that could not be kept: whoever has waited for the lock must load the table anew.
        self.void = False
        self.driver: asyncio.Task[None] | None = None
        # How many streams of each seat's guests are open in this process.
        self.watching: Counter[int] = Counter()
        # When this process learned that somebody was seen in a seat, by a clock that is never set.
        self.noticed: dict[int, float] = {}
        # What each guest was shown last, as drawn and as HTML.
        self.shown: dict[str, tuple[object, str]] = {}

    def settle(self, kept: StoredTable) -> None:
        """Takes over what the database says about the table and its seats."""
        self.table = kept.table
        # Whoever has lost his seat is shown the table anew, and perhaps he is to be forgotten.
        for guest in _holders(self.seats) - _holders(kept.seats):
            self.shown.pop(guest, None)
        for number, seat in enumerate(kept.seats):
            if not self.seats or seat.seen != self.seats[number].seen:
                self.noticed[number] = time.monotonic()
        self.seats = kept.seats
        self.plans = [tuple(read_action(self.game, text) for text in seat.plan) for seat in kept.seats]
        self.dealing = kept.dealing or self.dealing
        names = tuple(seat.bot or PERSON for seat in self.seats)
        if self.dealt:
            self.session.journal.header = msgspec.structs.replace(self.session.journal.header, seats=names)
        elif self.table.seed:
            self._timeline = Timeline(Session(self.game, int(self.table.seed), names, self.deal))
        elif self.waits_for == "reveals" and self.revealing[0] != self.attempt.number:
            self.revealing = self.attempt.number, time.monotonic()

    # -- dealing -----------------------------------------------------------------------------------------------------

    @property
    def timeline(self) -> Timeline:
        """All moments of the game. Raises Undealt until the cards are dealt."""
        if self._timeline is None:
            raise Undealt("No card is dealt yet: the table waits until everybody has had his part in the deal.")
        return self._timeline

    @property
    def session(self) -> Session:
        """The game. Raises Undealt until the cards are dealt."""
        return self.timeline.session

    @property
    def dealt(self) -> bool:
        """Are the cards dealt?"""
        return self._timeline is not None

    @property
    def deal(self) -> Deal | None:
        """How it is dealt, with all secrets; None where it is given."""
        secrets = tuple(one.secret or "" for one in self.dealing if isinstance(one.step, Promise))
        return Deal(self.id, tuple(one.step for one in self.dealing), secrets) if self.dealing else None

    @property
    def attempts(self) -> list[Attempt]:
        """What the attempts to deal have come to so far; none where the deal is given."""
        return attempts(self.id, [one.step for one in self.dealing], self.people)

    @property
    def attempt(self) -> Attempt:
        """The present attempt to deal."""
        return self.attempts[-1]

    @property
    def given_up(self) -> bool:
        """Returns whether every attempt to deal has failed, so that there is no other."""
        return not self.dealt and len(found := self.attempts) >= MOST_ATTEMPTS and found[-1].abandoned

    @property
    def waits_for(self) -> str:
        """What keeps the table from being dealt: "seats", "answers" or "reveals"; "nothing" once it is given up.

        Empty once it is dealt.
        """
        if self.dealt:
            return ""
        if self.given_up:
            return "nothing"
        if any(seat.open for seat in self.seats):
            return "seats"
        return "answers" if self.attempt.open(self.people) else "reveals"

    # -- what is done: each of these returns the deed to keep, and raises what the session raises -------------------

    @property
    def done(self) -> int:
        """How many deeds were done so far."""
        return self.timeline.last if self.dealt else 0

    @property
    def weight(self) -> int:
        """How many moments' worth of memory this takes."""
        moments = len(self.timeline.moments) if self.dealt else 0
        return moments + AT_REST + PER_SHOWN * len(self.shown)

    def play(self, seat: int, action: int) -> Deed:
        """A seat plays an action."""
        return self.timeline.add(self.session.play(seat, action))

    def undo(self, seat: int, agreed: Collection[int] = (), kept: int | None = None) -> Deed:
        """A seat steps back."""
        return self.timeline.add(self.session.undo(seat, agreed, kept))

    def resign(self, seat: int) -> Deed:
        """A seat gives up."""
        return self.timeline.add(self.session.resign(seat))

    def claim(self, seat: int) -> Deed:
        """A seat takes the game."""
        return self.timeline.add(self.session.claim(seat))

    def enter(self, deed: Deed) -> Deed:
        """Does what was kept."""
        return self.timeline.add(self.session.enter(deed))

    def note(self, number: int, moment: datetime) -> None:
        """Somebody is seen in a seat."""
        self.seats[number] = msgspec.structs.replace(self.seats[number], seen=moment)
        self.noticed[number] = time.monotonic()

    # -- who plays ---------------------------------------------------------------------------------------------------

    def seats_of(self, guest: str) -> list[int]:
        """The seats a guest holds."""
        return [number for number, seat in enumerate(self.seats) if guest in seat.guests]

    def others(self, seat: int) -> tuple[int, ...]:
        """All seats but this one."""
        return tuple(other for other in range(len(self.seats)) if other != seat)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.dealt and self.session.outcome() is not None

    @property
    def result(self) -> StoredResult | None:
        """What came of the game; None while it runs."""
        outcome = self.session.outcome()
        if outcome is None:
            return None
        score = numbers(self.game, self.session.view(None))
        return StoredResult(int(self.session.state.turn), outcome.winners, outcome.text, decisive_key(self.game), score)

    @property
    def match(self) -> Match:
        """The match that this game is part of, as it stands now."""
        outcome = self.session.outcome() if self.dealt else None
        return self.table.match.after(outcome, self.game.sides)

    @property
    def people(self) -> list[int]:
        """The seats that are not a bot's."""
        return [number for number, seat in enumerate(self.seats) if seat.bot is None]

    def has_company(self, guest: str) -> bool:
        """Do others than this guest and the bots play?"""
        return any(guest not in self.seats[seat].guests for seat in self.people)

    @property
    def against_people(self) -> bool:
        """Do two different people play, or will they?"""
        hold = {self.seats[seat].guests for seat in self.people}
        return len(hold) > 1 or any(seat.open for seat in self.seats)

    @property
    def one_screen(self) -> bool:
        """Do two people share a screen, with bots in all other seats? Tables once let others sit there too."""
        return self.table.one_screen and not self.against_people

    @property
    def alone(self) -> bool:
        """Does one person alone, in one seat or several of a side, play against the computer?"""
        sides = {self.game.sides[seat] for seat in self.people}
        return len(sides) == 1 and not self.against_people and not any(seat.open for seat in self.seats)

    # -- what a seat sees --------------------------------------------------------------------------------------------

    def view(self, seat: int | None, open_seats: Collection[int] = ()) -> View:
        """What a seat sees now, with the hands that are open to it."""
        view = self._planning(seat) or self.session.view(seat)
        return merge_views(view, (self.session.view(other) for other in open_seats if other != seat))

    def planned(self, seat: int | None) -> tuple[State, bool] | None:
        """Where a seat decides ahead, with its plan so far; is the plan whole? None: it does not."""
        if seat is None or self.over:
            return None
        if self.session.state.current_player() == seat:
            position = preview(self.session.state, seat, self.plans[seat]) if self.composing(seat) else None
            return None if position is None else (position, False)
        position = self.session.state.ahead(seat)
        if position is None:
            return None
        for action in self.plans[seat]:
            before = position.clone()
            position.apply_action(action)
            if position.picks() == 0:  # what comes after it is not this seat's to know
                return before, True
        return position, False

    def plan(self, seat: int) -> tuple[str, ...]:
        """What a seat has planned, in notation."""
        return tuple(self.game.action_to_string(action) for action in self.plans[seat])

    def composing(self, seat: int) -> bool:
        """Does what a seat has planned begin with what went without saying? Then it is played when it is whole."""
        plan = self.plans[seat]
        return bool(plan) and plan[0] in self.game.implied.values()

    def due(self, seat: int) -> bool:
        """Has this seat, which decides now, planned what it plays?"""
        return bool(self.plans[seat]) and not self.composing(seat)

    def _planning(self, seat: int | None) -> View | None:
        planned = self.planned(seat)
        if planned is None:
            return None
        position, whole = planned
        view = position.view(seat)
        if whole:
            waits = self.session.view(seat)
            return msgspec.structs.replace(
                view, to_move=waits.to_move, prompt=waits.prompt, actions=(), refused=(), coming=None
            )
        return view

    def version(self, seats: Sequence[int]) -> int:
        """How many deeds the holder of these seats has seen anything of; 0 before the deal."""
        return self.timeline.versions(seats)[-1] if self.dealt else 0

    def hint(self, number: int | None) -> Hint | None:
        """The advice that a seat asked for, while it still has to decide the same."""
        hint = None if number is None else self.seats[number].hint
        return hint if hint is not None and hint.deeds == self.done else None
