"""The lines of a log: each action makes one, and passes, ends of phases and sums are its details."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from grognard.kernel.views.headlines import TURN_CAME
from grognard.kernel.views.view import EventView, SumView

Entry = TypeVar("Entry")


def joined(events: Iterable[EventView]) -> list[EventView]:
    """The events of one action, each with its place in a line: the first starts it, and a new turn starts another.

    What a detail adds up is shown with the sentence that says what came of it.
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
    """The entries of a log, line by line; details before the first line are left out."""
    lines: list[list[Entry]] = []
    for entry in entries:
        if event_of(entry).line == "start":
            lines.append([entry])
        elif lines:
            lines[-1].append(entry)
    return lines


def sentences(events: Iterable[EventView]) -> str:
    """What a line says without its details."""
    return " ".join(event.text for event in events if event.line != "detail")
