"""The timeline of a game: the position after each action, each seat's view of it, the log so far, and the summary."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grognard.kernel.engine.state import State
from grognard.kernel.views.view import EventView, View, merge_views
from grognard.play.journal import Action, Claim, Deed, Journal, Resign
from grognard.play.session import Loader, Session, deal_again, play_again
from grognard.play.summary import GameSummary, summarize


class LogEntry(NamedTuple):
    """A line of the log, and the moment that brought it."""

    event: EventView
    moment: int


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after an action: the position, the length of the log, whether others saw anything of it, and the action.

    `action` is the number of the action played; None if the deed was something else.
    """

    state: State
    told: int
    actor: int | None = None
    open: bool = True
    deed: Deed | None = None
    action: int | None = None


class Timeline:
    """All moments of a game. Moment 0 is the deal. Each entry leads to the next moment, even if it is undone later."""

    def __init__(self, session: Session) -> None:
        """Starts at the deal of a session in which nothing has been played yet."""
        self.session = session
        self.moments = [Moment(session.state, len(session.told))]
        # The summary, once the game is over and `prepare_summary` has been called.
        self.summary: GameSummary | None = None
        self._logs: dict[tuple[int | None, tuple[int, ...], int | None], list[LogEntry]] = {}
        self._versions: dict[tuple[int, ...], list[int]] = {}

    @classmethod
    def of(cls, record: Journal, load: Loader) -> Timeline:
        """Replays a journal. Raises JournalError if it does not match."""
        session = deal_again(record, load)
        timeline = cls(session)
        for deed in play_again(session, record):
            timeline.add(deed)
        return timeline

    def add(self, deed: Deed) -> Deed:
        """Adds the moment that a deed has just led to."""
        told = self.session.told
        # An unfinished choice, or undoing it, shows nothing to anybody else.
        closed = isinstance(deed, Action) and self.session.state.picks() == 0
        brought = told[self.moments[-1].told :]
        open = closed or isinstance(deed, Resign | Claim) or any(entry.events or entry.undone for entry in brought)
        action = self.session.line[-1][1] if isinstance(deed, Action) else None
        self.moments.append(Moment(self.session.state, len(told), deed.seat, open, deed, action))
        return deed

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    @property
    def states(self) -> list[State]:
        """The position at each moment."""
        return [moment.state for moment in self.moments]

    @property
    def deeds(self) -> list[Deed]:
        """Everything that was done, in order."""
        return [moment.deed for moment in self.moments if moment.deed is not None]

    def prepare_summary(self) -> None:
        """Prepares the summary if the game is over. A long game takes a second."""
        if self.summary is None and self.session.outcome() is not None:
            self.summary = summarize(self.session, self.states, [moment.told for moment in self.moments])

    # -- what a seat saw ---------------------------------------------------------------------------------------------

    def view(self, seat: int | None, moment: int, open_seats: Collection[int] = ()) -> View:
        """Returns what a seat (None: a spectator) saw at a moment, with the hands that are open to it."""
        state = self.moments[moment].state
        view = self.session.view(seat) if moment == self.last else state.view(seat)
        return merge_views(view, (state.view(other) for other in open_seats if other != seat))

    def versions(self, seats: Sequence[int]) -> Sequence[int]:
        """Returns, for each moment, how many entries had shown something to the person who holds these seats.

        That person may know no more about how often the game has moved.
        """
        counts = self._versions.setdefault(tuple(seats), [0])
        for moment in self.moments[len(counts) :]:
            counts.append(counts[-1] + (moment.open or moment.actor in seats))
        return counts

    def log(
        self, seat: int | None, upto: int | None = None, also: Collection[int] = (), reader: int | None = None
    ) -> Sequence[LogEntry]:
        """Returns the log up to a moment, as far as a seat and the same person's other seats may know it.

        Its sentences call the `reader` “you”.
        """
        key = seat, tuple(also), reader
        lines = self._logs.get(key, [])
        since = lines[-1].moment + 1 if lines else 0
        if since <= self.last:
            # A new list: two threads may draw up the same log at once.
            lines = self._logs[key] = lines + [
                line for number in range(since, self.last + 1) for line in self._lines(number, *key)
            ]
        return lines if upto is None else lines[: bisect_right(lines, upto, key=lambda line: line.moment)]

    def _lines(self, number: int, seat: int | None, also: tuple[int, ...], reader: int | None) -> list[LogEntry]:
        """Returns the lines of a moment, as far as a seat may know them."""
        since = self.moments[number - 1].told if number else 0
        events = self.session.events(seat, since, self.moments[number].told, also, reader)
        return [LogEntry(event, number) for event in events]
