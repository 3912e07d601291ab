"""A table at hand: its session, every moment of it, and what each seat sees."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, Meta
from grognard.kernel.views.shortcuts import preview
from grognard.kernel.views.view import EventView, View, merge_views
from grognard.play.deal import Attempt, Deal, Promise, attempts
from grognard.play.journal import Action, Claim, Deed, Resign
from grognard.play.matches import Match
from grognard.play.notation import read_action
from grognard.play.players import PERSON
from grognard.play.recap import Recap, decisive_key, numbers
from grognard.play.session import Session
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


class LogEntry(NamedTuple):
    """A line of the log, and the moment that brought it."""

    event: EventView
    moment: int


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after a deed: the position, how long the log was, whether others saw anything of it, and the deed."""

    state: State
    told: int
    actor: int | None = None
    open: bool = True
    deed: Deed | None = None


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
        # What was done before the deal, if people have a part in it; no session, and no moment, until it is dealt.
        self.dealing: Sequence[Dealt] = ()
        self._session: Session | None = None
        self.moments: list[Moment] = []
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
        # How the game went, once it is over (see `tables.telling`).
        self.recap: Recap | None = None
        # What each moment told, where all may know it: the logs of all seats share these lines.
        self._public: list[list[LogEntry] | None] = []
        self._logs: dict[tuple[int | None, tuple[int, ...]], list[LogEntry]] = {}
        self._versions: dict[tuple[int, ...], list[int]] = {}

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
        if self._session is not None:
            self._session.journal.header = msgspec.structs.replace(self._session.journal.header, seats=names)
        elif self.table.seed:
            self._session = Session(self.game, int(self.table.seed), names, self.deal)
            self.moments = [Moment(self._session.state, 1)]
            self._publish(0)
        elif self.waits_for == "reveals" and self.revealing[0] != self.attempt.number:
            self.revealing = self.attempt.number, time.monotonic()

    # -- dealing -----------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        """The game. Raises Undealt until it is dealt."""
        if self._session is None:
            raise Undealt("No card is dealt yet: the table waits until everybody has had his part in the deal.")
        return self._session

    @property
    def dealt(self) -> bool:
        """Are the cards dealt?"""
        return self._session is not None

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
        return max(0, len(self.moments) - 1)

    @property
    def weight(self) -> int:
        """How many moments' worth of memory this takes."""
        return len(self.moments) + AT_REST + PER_SHOWN * len(self.shown)

    def play(self, seat: int, action: int) -> Deed:
        """A seat plays an action."""
        return self._remembered(self.session.play(seat, action))

    def undo(self, seat: int, agreed: Collection[int] = (), kept: int | None = None) -> Deed:
        """A seat steps back."""
        return self._remembered(self.session.undo(seat, agreed, kept))

    def resign(self, seat: int) -> Deed:
        """A seat gives up."""
        return self._remembered(self.session.resign(seat))

    def claim(self, seat: int) -> Deed:
        """A seat takes the game."""
        return self._remembered(self.session.claim(seat))

    def enter(self, deed: Deed) -> Deed:
        """Does what was kept."""
        return self._remembered(self.session.enter(deed))

    def _remembered(self, deed: Deed) -> Deed:
        """Puts the moment down that a deed has led to."""
        told = self.session.told
        # Another's unfinished choice, or its being taken back, shows nothing to anybody else.
        closed = isinstance(deed, Action) and self.session.state.picks() == 0
        brought = told[self.moments[-1].told :]
        open = closed or isinstance(deed, Resign | Claim) or any(entry.events or entry.undone for entry in brought)
        self.moments.append(Moment(self.session.state, len(told), deed.seat, open, deed))
        self._publish(self.moments[-2].told)
        return deed

    def _publish(self, since: int) -> None:
        """Draws up the lines of the last moment for all viewers, so that those of a long game are there already."""
        private = any(event.private for told in self.session.told[since:] for event in told.events)
        number = len(self.moments) - 1
        self._public.append(None if private else self._lines(number, None, ()))

    def _lines(self, number: int, seat: int | None, also: tuple[int, ...]) -> list[LogEntry]:
        """The lines of a moment as a seat may know them."""
        since = self.moments[number - 1].told if number else 0
        return [LogEntry(event, number) for event in self.session.events(seat, since, self.moments[number].told, also)]

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
        return self._session is not None and self._session.outcome() is not None

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
        outcome = None if self._session is None else self._session.outcome()
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

    def view(self, seat: int | None, moment: int | None = None, open_seats: Collection[int] = ()) -> View:
        """What a seat sees now or saw at a moment, with the hands that lie open to it."""
        if moment is None or moment == self.done:
            view = self._planning(seat) or self.session.view(seat)
            return merge_views(view, (self.session.view(other) for other in open_seats if other != seat))
        state = self.moments[moment].state
        return merge_views(state.view(seat), (state.view(other) for other in open_seats if other != seat))

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
        before = {notation for _verb, notation in self.game.spec.implied}
        return self.plan(seat)[:1] != () and self.plan(seat)[0] in before

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

    def version(self, seats: Sequence[int], upto: int | None = None) -> int:
        """How many deeds (up to a moment) have shown somebody who holds these seats anything.

        It is what he may know of how often the table has moved.
        """
        return self.versions(seats)[-1 if upto is None else upto]

    def versions(self, seats: Sequence[int]) -> Sequence[int]:
        """The version after each moment (see `version`)."""
        counts = self._versions.setdefault(tuple(seats), [0])
        for number in range(len(counts), len(self.moments)):
            shown = self.moments[number].open or self.moments[number].actor in seats
            counts.append(counts[-1] + shown)
        return counts

    def log(self, seat: int | None, upto: int | None = None, also: tuple[int, ...] = ()) -> list[LogEntry]:
        """The log as a seat may know it, with what other seats of the same person know, up to a moment."""
        lines = self._logs.setdefault((seat, also), [])
        first = lines[-1].moment + 1 if lines else 0
        for number in range(first, len(self.moments)):
            public = self._public[number]
            lines += self._lines(number, seat, also) if public is None else public
        return lines if upto is None else [line for line in lines if line.moment <= upto]

    def hint(self, number: int | None) -> Hint | None:
        """The advice that a seat asked for, while it still has to decide the same."""
        hint = None if number is None else self.seats[number].hint
        return hint if hint is not None and hint.deeds == self.done else None
