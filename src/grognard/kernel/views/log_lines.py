"""The lines of a log: each action makes a line, whose details are passes, ends of phases and sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from grognard.kernel.views.headlines import TURN_CAME
from grognard.kernel.views.view import EventView, SumView

Entry = TypeVar("Entry")


def joined(events: Iterable[EventView]) -> list[EventView]:
    """Returns the events of one action, each with its place in a line. The first and each new turn start a line.

    The sums of a detail are shown with the sentence that gives the result.
    """
    found: list[EventView] = []
    sums: tuple[SumView, ...] = ()
    starts = True
    for event in events:
        if event.line == "detail":
            sums += () if event.roll else event.sums
            found.append(event)
            continue
        if sums:
            event = msgspec.structs.replace(event, sums=sums)
        if not starts and event.kind != TURN_CAME:
            event = msgspec.structs.replace(event, line="more")
        found.append(event)
        starts, sums = False, ()
    return found


def folded(entries: Sequence[Entry], event_of: Callable[[Entry], EventView]) -> list[list[Entry]]:
    """Returns the entries of a log, line by line; details before the first line are left out."""
    lines: list[list[Entry]] = []
    for entry in entries:
        if event_of(entry).line == "start":
            lines.append([entry])
        elif lines:
            lines[-1].append(entry)
    return lines


def sentences(events: Iterable[EventView]) -> str:
    """Returns the text of a line without its details."""
    return " ".join(event.text for event in events if event.line != "detail")
