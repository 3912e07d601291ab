"""A table in memory: its seats, every moment of its game, and the view of each seat."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

import msgspec

from grognard.kernel.content.wording import listed
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, Meta
from grognard.kernel.views.shortcuts import preview
from grognard.kernel.views.view import View, merge_views
from grognard.play.clock import Clock
from grognard.play.deal import Attempt, Commit, Deal, Draw, Promise, attempts, comes_before, is_called_off
from grognard.play.journal import Deed, Reason
from grognard.play.matches import Match
from grognard.play.notation import read_action
from grognard.play.players import DEFAULT_LEVEL, PERSON
from grognard.play.session import Session
from grognard.play.summary import decisive_key, numbers
from grognard.play.timeline import Timeline
from grognard.registry import load_stored
from grognard.server.errors import Undealt
from grognard.server.storage.rows import Dealt, Hint, Seat, StoredResult, StoredTable, TableRecord

# Random games take at most a sixth of this; the rest is for undo.
DEEDS_A_TURN: Final = 100
MOST_DEEDS: Final = 10_000
FORGOTTEN_AFTER: Final = 60.0  # seconds without news from another process after which its spectators no longer count
# The memory of a table without its moments, and of a cached page, measured in moments.
AT_REST: Final = 10
PER_SHOWN: Final = 30


def most_deeds(meta: Meta) -> int:
    """Returns the maximum number of deeds for a table or journal of this game: each is a position kept in memory."""
    return min(DEEDS_A_TURN * meta.longest, MOST_DEEDS)


def _holders(seats: Sequence[Seat]) -> set[str]:
    return {guest for seat in seats for guest in seat.guests}


def shows(state: State, action: int) -> bool:
    """Returns whether others would see this action. Of a choice in several steps, they see only the last."""
    after = state.clone()
    after.record()
    after.apply_action(action)
    return after.picks() == 0 or bool(after.recorder.events)


class LiveTable:
    """A table in memory. Deeds done here exist only in this process until they are saved."""

    def __init__(self, table: TableRecord) -> None:
        self.id = table.id
        self.table = table
        self.seats: list[Seat] = []
        # The actions that each seat has planned ahead of its turn.
        self.plans: list[tuple[int, ...]] = []
        self.game: Game = load_stored(table.game, table.options, table.numbers)
        # The steps before the deal, if people take part in it. There is no timeline until the cards are dealt.
        self.dealing: Sequence[Dealt] = ()
        self._timeline: Timeline | None = None
        self.lock = asyncio.Lock()
        # True if a deed done here could not be saved: anything that waited for the lock must load the table again.
        self.void = False
        self.driver: asyncio.Task[None] | None = None
        # How many streams the guests of each seat have open in this process.
        self.watching: Counter[int] = Counter()
        # How many streams each guest without a seat has open in this process, and how many such guests other processes
        # have reported, with the time by a monotonic clock.
        self.spectators: Counter[str] = Counter()
        self.spectators_elsewhere: dict[str, tuple[int, float]] = {}
        # When this process last learned that a seat was visited, by a monotonic clock.
        self.noticed: dict[int, float] = {}
        # The last page of each guest, as a model and as HTML.
        self.shown: dict[str, tuple[object, str]] = {}
        # The guests who get tips here, in their first games (see `tips`).
        self.tipped: dict[str, bool] = {}
        # Once the game is over: the bot that each guest is offered next, or nothing (see `offers`).
        self.offers: dict[str, str] = {}
        # The table against that bot, once a guest has set it up.
        self.accepted: dict[str, str] = {}

    def settle(self, kept: StoredTable) -> None:
        """Takes over the stored state of the table and its seats."""
        self.table = kept.table
        # A guest who has lost a seat gets a new page; their data may just have been deleted.
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
            self._timeline = Timeline(Session(self.game, int(self.table.seed), names, self.deal, self.table.options))

    # -- dealing -----------------------------------------------------------------------------------------------------

    @property
    def timeline(self) -> Timeline:
        """All moments of the game. Raises Undealt until the cards are dealt."""
        if self._timeline is None:
            raise Undealt("The cards are not dealt yet. The table is waiting for everyone to take part in the deal.")
        return self._timeline

    @property
    def session(self) -> Session:
        """The session of the game. Raises Undealt until the cards are dealt."""
        return self.timeline.session

    @property
    def dealt(self) -> bool:
        """Whether the cards are dealt."""
        return self._timeline is not None

    @property
    def deal(self) -> Deal | None:
        """The steps of the deal, with all secrets; None for a fixed deal."""
        secrets = tuple(one.secret or "" for one in self.dealing if isinstance(one.step, Promise))
        return Deal(self.id, tuple(one.step for one in self.dealing), secrets) if self.dealing else None

    @property
    def attempts(self) -> list[Attempt]:
        """The attempts to deal so far; none for a fixed deal."""
        return attempts(self.id, [one.step for one in self.dealing], self.people)

    @property
    def attempt(self) -> Attempt:
        """The current attempt to deal."""
        return self.attempts[-1]

    @property
    def all_committed_at(self) -> float | None:
        """When the last seat of the current attempt answered, in house time; None if some have not."""
        if self.attempt.open(self.people):
            return None
        last = next((one for one in reversed(self.dealing) if isinstance(one.step, Commit | Draw)), None)
        return None if last is None else last.house

    def may_commit(self, guest: str) -> list[int]:
        """Returns the seats of a guest that have not answered, and that no other seat must come before."""
        if self.waits_for not in ("seats", "answers"):
            return []
        found, held = self.attempts, self.seats_of(guest)
        return [seat for seat in found[-1].open(held) if not comes_before(found, seat, self.people)]

    def must_reveal(self, guest: str) -> list[int]:
        """Returns the seats of a guest for whose bytes the others wait."""
        held = self.seats_of(guest)
        return [seat for seat in self.attempt.missing if seat in held] if self.waits_for == "reveals" else []

    def called(self, number: int) -> str:
        """Returns what others call a seat: the name of its person, or else its own."""
        return self.seats[number].name or self.game.seats[number]

    @property
    def waits_for(self) -> str:
        """What the deal is waiting for: "seats", "answers" or "reveals"; "nothing" once the table is called off.

        Empty once the cards are dealt.
        """
        if self.dealt:
            return ""
        if is_called_off(self.attempts):
            return "nothing"
        if any(seat.open for seat in self.seats):
            return "seats"
        return "answers" if self.attempt.open(self.people) else "reveals"

    # -- deeds: each method returns the deed to save, and raises what the session raises -----------------------------

    @property
    def done(self) -> int:
        """The number of deeds so far."""
        return self.timeline.last if self.dealt else 0

    @property
    def weight(self) -> int:
        """The memory this takes, in moments."""
        moments = len(self.timeline.moments) if self.dealt else 0
        return moments + AT_REST + PER_SHOWN * len(self.shown)

    def play(self, seat: int, action: int) -> Deed:
        """Plays an action of a seat."""
        return self.timeline.add(self.session.play(seat, action))

    def undo(self, seat: int, agreed: Collection[int] = (), kept: int | None = None) -> Deed:
        """Undoes actions of a seat."""
        return self.timeline.add(self.session.undo(seat, agreed, kept))

    def resign(self, seat: int) -> Deed:
        """Resigns for a seat."""
        return self.timeline.add(self.session.resign(seat))

    def claim(self, seat: int, reason: Reason = "left") -> Deed:
        """Claims the game for a seat."""
        return self.timeline.add(self.session.claim(seat, reason))

    def enter(self, deed: Deed) -> Deed:
        """Repeats a stored deed."""
        return self.timeline.add(self.session.enter(deed))

    def note(self, number: int, moment: datetime) -> None:
        """Notes that a seat's guest was seen."""
        self.seats[number] = msgspec.structs.replace(self.seats[number], seen=moment)
        self.noticed[number] = time.monotonic()

    # -- who watches ---------------------------------------------------------------------------------------------------

    @property
    def spectators_here(self) -> int:
        """How many guests without a seat watch through this process."""
        return len(+self.spectators)

    @property
    def watching_now(self) -> int:
        """How many guests without a seat watch, as far as this process knows."""
        since = time.monotonic() - FORGOTTEN_AFTER
        elsewhere = (count for count, moment in self.spectators_elsewhere.values() if moment > since)
        return self.spectators_here + sum(elsewhere)

    def hear_of_spectators(self, process: str, count: int) -> None:
        """Notes how many guests without a seat watch through another process."""
        self.spectators_elsewhere[process] = count, time.monotonic()

    # -- who plays ---------------------------------------------------------------------------------------------------

    def seats_of(self, guest: str) -> list[int]:
        """Returns the seats that a guest holds."""
        return [number for number, seat in enumerate(self.seats) if guest in seat.guests]

    def others(self, seat: int) -> tuple[int, ...]:
        """Returns all seats except this one."""
        return tuple(other for other in range(len(self.seats)) if other != seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.dealt and self.session.outcome() is not None

    @property
    def result(self) -> StoredResult | None:
        """The result of the game; None while it is running."""
        outcome = self.session.outcome()
        if outcome is None:
            return None
        score = numbers(self.game, self.session.view(None))
        told = " ".join([outcome.text, *self.computer_played_on()])
        return StoredResult(int(self.session.state.turn), outcome.winners, told, decisive_key(self.game), score)

    def computer_played_on(self, reader: int | None = None) -> list[str]:
        """Returns a sentence about the seats for which the computer played on, as this seat reads it, if there are any.

        This may be how the game ended.
        """
        seats = ["you" if seat == reader else self.game.seats[seat] for seat in self.table.stand_ins]
        return [f"The computer played on for {listed(seats)}."] if seats else []

    @property
    def match(self) -> Match:
        """The match that this game is part of, with its current score."""
        outcome = self.session.outcome() if self.dealt else None
        return self.table.match.after(outcome, self.game.sides)

    @property
    def clock(self) -> Clock | None:
        """The clock of the game; None until it is measured, and without one."""
        return self.table.clock

    def computer(self, number: int) -> str | None:
        """Returns the bot that decides for a seat: its own, or one that plays on for its person."""
        return self.seats[number].bot or (DEFAULT_LEVEL if number in self.table.stand_ins else None)

    @property
    def people(self) -> list[int]:
        """The seats without a bot."""
        return [number for number, seat in enumerate(self.seats) if seat.bot is None]

    def has_company(self, guest: str) -> bool:
        """Returns whether there are other players besides this guest and the bots."""
        return any(guest not in self.seats[seat].guests for seat in self.people)

    @property
    def against_people(self) -> bool:
        """Whether two or more different people play, or will play."""
        hold = {self.seats[seat].guests for seat in self.people}
        return len(hold) > 1 or any(seat.open for seat in self.seats)

    @property
    def one_screen(self) -> bool:
        """Whether two people share a screen, with bots in all other seats. (Older tables let others sit there too.)"""
        return self.table.one_screen and not self.against_people

    @property
    def alone(self) -> bool:
        """Whether one person, in one or more seats of one side, plays against the computer."""
        sides = {self.game.sides[seat] for seat in self.people}
        return len(sides) == 1 and not self.against_people and not any(seat.open for seat in self.seats)

    # -- views -------------------------------------------------------------------------------------------------------

    def view(self, seat: int | None, open_seats: Collection[int] = ()) -> View:
        """Returns the view of a seat now, with the hands that are open to it."""
        view = self._planning(seat) or self.session.view(seat)
        return merge_views(view, (self.session.view(other) for other in open_seats if other != seat))

    def planned(self, seat: int | None) -> tuple[State, bool] | None:
        """Returns the position after a seat's plan so far, and whether the plan is complete; None without planning."""
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
            if position.picks() == 0:  # the seat must not see what comes after this
                return before, True
        return position, False

    def plan(self, seat: int) -> tuple[str, ...]:
        """Returns a seat's plan in notation."""
        return tuple(self.game.action_to_string(action) for action in self.plans[seat])

    def composing(self, seat: int) -> bool:
        """Returns whether a plan begins with an implied action. Such a plan is played once it is complete."""
        plan = self.plans[seat]
        return bool(plan) and plan[0] in self.game.implied.values()

    def due(self, seat: int) -> bool:
        """Returns whether this seat, which decides now, has a plan ready to play."""
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
        """Returns how many deeds these seats could see; 0 before the deal."""
        return self.timeline.versions(seats)[-1] if self.dealt else 0

    def hint(self, number: int | None) -> Hint | None:
        """Returns the advice that a seat asked for, as long as it still faces the same decision."""
        hint = None if number is None else self.seats[number].hint
        return hint if hint is not None and hint.deeds == self.done else None
