"""A calendar feed of deadlines (RFC 5545), for any calendar that can subscribe to an address.

Calendars read a feed every few hours at best, so it replaces no alert.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

MEDIA_TYPE: Final = "text/calendar"  # in UTF-8
MOST_BYTES: Final = 75  # of a line, without its end
STAMP: Final = "%Y%m%dT%H%M%SZ"


class Deadline(NamedTuple):
    """When a player's time at a table runs out."""

    table: str  # its id
    title: str
    moment: datetime
    url: str
    sequence: int  # grows when the deadline moves later


def feed(deadlines: Iterable[Deadline], host: str, now: datetime) -> bytes:
    """Returns the calendar of these deadlines. `host` is this server's, and makes their ids unique."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Grognard//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Grognard",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
    ]
    for one in deadlines:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_escaped(one.table)}@{_escaped(host)}",
            f"DTSTAMP:{_stamp(now)}",
            f"DTSTART:{_stamp(one.moment)}",
            f"SEQUENCE:{one.sequence}",
            f"SUMMARY:{_escaped(one.title)}",
            f"DESCRIPTION:{_escaped(one.url)}",
            f"URL:{_printable(one.url)}",
            "TRANSP:TRANSPARENT",  # a deadline keeps nobody busy
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(STAMP)


def _printable(text: str) -> str:
    return "".join(filter(str.isprintable, text))


def _escaped(text: str) -> str:
    for letter in "\\;,":
        text = text.replace(letter, f"\\{letter}")
    return "\\n".join(map(_printable, text.splitlines()))


def _folded(line: str) -> bytes:
    """Returns a line of a calendar; if it is too long, in several lines that no letter is split between."""
    pieces, piece = [], b""
    for letter in line:
        if len(piece) + len(letter.encode()) > MOST_BYTES:
            pieces.append(piece)
            piece = b" "
        piece += letter.encode()
    return b"".join(each + b"\r\n" for each in [*pieces, piece])
