"""What the players of a table have done about time: its log says so, and which moves the computer made for them."""

from __future__ import annotations

from typing import Any, Final

from msgspec import to_builtins

from grognard.server.storage.rows import Happening
from grognard.server.tables.live_table import LiveTable

MOST: Final = 200  # at a table


def with_happenings(live: LiveTable, *new: Happening) -> dict[str, Any]:
    """Returns the field of a table that keeps these happenings too. Beyond `MOST`, the oldest pauses are forgotten."""
    found = [*live.table.happenings, *new]
    while len(found) > MOST:
        # The other happenings say who made which move, so they are kept as long as possible.
        del found[next((at for at, one in enumerate(found) if one.kind in ("paused", "resumed")), 0)]
    return {"happenings": to_builtins(found)}


def computer_moments(live: LiveTable) -> set[int]:
    """Returns the moments brought by actions that the computer chose while it played on for a person."""
    found: set[int] = set()
    began: dict[int, int] = {}
    for one in live.table.happenings:
        if one.kind == "stood_in":
            began[one.seat] = one.deeds
        elif one.kind == "came_back":
            found.update(_actions_of(live, one.seat, began.pop(one.seat, one.deeds), one.deeds))
    for seat, since in began.items():
        found.update(_actions_of(live, seat, since, live.done))
    return found


def _actions_of(live: LiveTable, seat: int, since: int, upto: int) -> list[int]:
    """Returns the moments after `since`, up to `upto`, that an action of this seat has brought."""
    numbered = list(enumerate(live.timeline.moments))[since + 1 : upto + 1]
    return [number for number, moment in numbered if moment.actor == seat and moment.action is not None]
