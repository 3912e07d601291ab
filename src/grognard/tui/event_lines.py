"""Events on the full screen: headlines whose sums build up part by part, news, and the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from textual.content import Content

from grognard.kernel.content.wording import capitalized
from grognard.kernel.views.headlines import MOST
from grognard.kernel.views.log_lines import folded
from grognard.kernel.views.view import EventView, SumView
from grognard.tui.words import DIGITS, details, parts_of, sum_text

NEW_LINE: Final = Content("\n")
# The style of a line in the log, by the weight of its event.
LOOKS: Final = {"headline": "bold $foreground", "normal": "", "bookkeeping": "dim"}


def event_steps(event: EventView, faces: str = DIGITS) -> list[Content]:
    """Returns an event step by step: the target before the roll, or a sum with one more part each time."""
    headline = _line(event)
    if event.roll is not None and event.roll.target:
        needed = Content(f"{capitalized(event.roll.target)}: {' '.join('?' * len(event.roll.dice))}")
        return [needed, _below(headline, details(event, faces))]
    steps = [headline]
    before: list[str] = []
    for sum in event.sums:
        if len(sum.terms) > 1:
            steps += [_below(headline, [*before, part]) for part in _growing(sum)]
            before.append(sum_text(sum))
    return steps


def _growing(sum: SumView) -> list[str]:
    """Returns a sum with one part, with two, and so on to the whole."""
    parts = parts_of(sum)
    return [f"{sum.label}: {', '.join(parts[:many])} …" for many in range(1, len(parts))] + [sum_text(sum)]


def headline_lines(events: Sequence[EventView], most: int, faces: str = DIGITS) -> Content:
    """Returns the latest headlines since the last choice. The last one with a sum or a roll has it below.

    If `most` is small, the lines have no title.
    """
    if not events:
        return Content("")
    shown = events[-most:]
    last = next((number for number in reversed(range(len(shown))) if details(shown[number])), None)
    lines = [Content.styled("Since your last choice", "dim")] if most >= MOST else []
    for number, event in enumerate(shown):
        lines.append(_below(_line(event), details(event, faces) if number == last else []))
    return NEW_LINE.join(lines)


def _line(event: EventView) -> Content:
    return Content.styled(event.text, LOOKS[event.weight])


def log_lines(events: Sequence[EventView], most: int, brief: bool = False) -> Content:
    """Returns the end of the log, a line for each action: headlines bold, bookkeeping dim, or left out if `brief`."""
    lines = [
        [event for event in line if event.line != "detail" and not (brief and event.weight == "bookkeeping")]
        for line in folded(events, lambda event: event)
    ]
    return NEW_LINE.join(Content.assemble("• ", Content(" ").join(map(_line, line))) for line in lines[-most:] if line)


def whole_log(events: Iterable[EventView]) -> Content:
    """Returns every event with its clause, details indented."""
    return NEW_LINE.join(
        Content.styled(f"{'  ' if event.line == 'detail' else '• '}{_cited(event)}", LOOKS[event.weight])
        for event in events
    )


def _cited(event: EventView) -> str:
    return f"{event.text} ({event.clause})" if event.clause else event.text


def _below(first: Content, lines: Sequence[str]) -> Content:
    return NEW_LINE.join([first, *map(Content, lines)])
