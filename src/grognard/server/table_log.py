"""The log of a table as a guest may read it: what happened in the game, and what the players did about time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec

from grognard.kernel.content.grammar import Party
from grognard.kernel.engine.state import State
from grognard.kernel.views.headlines import ABOUT_TIME
from grognard.kernel.views.view import EventView
from grognard.play.timeline import LogEntry
from grognard.server.storage.rows import Happening
from grognard.server.tables.auto_pass import automatic_action_in
from grognard.server.tables.happenings import computer_moments
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.viewpoint import is_late
from grognard.web.table_model import LogLine

# Lines of the log that a page shows; the whole log has a page of its own.
LOG_LINES: Final = 60
COMPUTER: Final = "Computer: "  # begins the line of a move that the computer made for a person


def table_log(
    live: LiveTable,
    guest: str,
    seat: int | None,
    upto: int | None = None,
    also: Collection[int] = (),
    reader: int | None = None,
) -> Sequence[LogEntry]:
    """Returns the log of a table, as `Timeline.log` does, with what the players did about time.

    Moves that the computer made for a person say so. A guest who watches late learns nothing about time until the
    game is over.
    """
    entries = live.timeline.log(seat, upto, also, reader)
    if not live.table.happenings or is_late(live, guest):
        return entries
    by_computer = computer_moments(live)
    if by_computer:
        # Of the moves that the computer made for the reader, the sentences don't say “you”.
        named = live.timeline.log(seat, upto, also, None)
        mine = {moment for moment in by_computer if live.timeline.moments[moment].actor == reader}
        told = [other if one.moment in mine else one for one, other in zip(entries, named, strict=True)]
        entries = [*_with_computer(live, told, by_computer)]
    last = live.done if upto is None else upto
    return [*_merged(entries, [_entry(live, one, reader) for one in live.table.happenings if one.deeds <= last])]


def _with_computer(live: LiveTable, entries: Sequence[LogEntry], moments: set[int]) -> Iterator[LogEntry]:
    """Marks the first line of each of these moments, if it is the move itself: an effect can be all that others see."""
    before = -1
    for event, moment in entries:
        if moment in moments and moment != before and event.seat == live.timeline.moments[moment].actor:
            event = msgspec.structs.replace(event, text=COMPUTER + event.text)
        yield LogEntry(event, moment)
        before = moment


def _merged(entries: Sequence[LogEntry], happened: Sequence[LogEntry]) -> Iterator[LogEntry]:
    """Yields both in order: a happening comes after the lines of its moment."""
    at = 0
    for entry in entries:
        while at < len(happened) and happened[at].moment < entry.moment:
            yield happened[at]
            at += 1
        yield entry
    yield from happened[at:]


def _entry(live: LiveTable, one: Happening, reader: int | None) -> LogEntry:
    """Returns what happened as a line of the log."""
    return LogEntry(EventView(_told(live, one, reader), "", one.by, (), kind=ABOUT_TIME), one.deeds)


def _told(live: LiveTable, one: Happening, reader: int | None) -> str:
    whom = _party(live, one.seat, reader)
    match one.kind:
        case "gave_time":
            gift = "5 minutes" if live.table.pace.is_live else "a day"
            return f"{_party(live, one.by, reader):^gave} {whom} {gift}."
        case "stood_in":
            return f"The computer plays for {whom} from here."
        case "came_back":
            return f"{whom:^is} back."
        case "paused":
            return "The game was paused."
        case "resumed":
            return "The game continued."


def _party(live: LiveTable, seat: int, reader: int | None) -> Party:
    """Returns a seat as a party of a sentence, with the name of its person if they have one."""
    name = live.seats[seat].name
    return Party(seat, name, seat == reader) if name else live.game.seat_party(seat, reader)


def log_lines(live: LiveTable, seat: int | None, entries: Sequence[LogEntry]) -> list[LogLine]:
    """Returns the end of the log; lines after the seat's last real choice count as new."""
    first = max(0, len(entries) - LOG_LINES)
    by_computer = computer_moments(live)
    last = 0 if seat is None else last_chosen(live, seat, by_computer)
    # While the game runs, a guest must not learn how often others have changed their minds.
    held = [] if seat is None else [seat]
    steps = range(live.done + 1) if live.over else live.timeline.versions(held)

    def line(number: int, event: EventView, moment: int) -> LogLine:
        if event.kind == ABOUT_TIME:  # this came after the moment, which may be the seat's last choice
            new, own = seat is not None and moment >= last, event.seat == seat
            return LogLine(event, steps[moment], new, own, f"/{number}")
        own = moment not in by_computer and _own_deed(live, seat, entries, number)
        return LogLine(event, steps[moment], seat is not None and moment > last, own)

    return [line(number, event, moment) for number, (event, moment) in enumerate(entries[first:], first)]


def _own_deed(live: LiveTable, seat: int | None, entries: Sequence[LogEntry], number: int) -> bool:
    """Returns whether a line is the seat's own deed: the first line of a moment is the deed, the rest its effects."""
    event, moment = entries[number]
    follows = number > 0 and entries[number - 1].moment == moment
    return event.seat == seat == live.timeline.moments[moment].actor and not follows


def last_chosen(live: LiveTable, seat: int, by_computer: Collection[int] = ()) -> int:
    """Returns the moment after the seat's last choice, other than those of the computer.

    Forced moves do not count: they may have passed unseen.
    """
    positions = live.timeline.states
    for number in range(live.done, 0, -1):
        own = live.timeline.moments[number].actor == seat and number not in by_computer
        if own and not _went_by(live, seat, positions, number - 1):
            return number
    return 0


def _went_by(live: LiveTable, seat: int, positions: Sequence[State], at: int) -> bool:
    """Returns whether the seat may not have been asked at a position, because it had no choice there."""
    if len(positions[at].legal_actions()) > 1:
        return False
    if live.alone:
        return automatic_action_in(live, seat, positions, at) is not None
    return positions[at].view(seat).active != seat
