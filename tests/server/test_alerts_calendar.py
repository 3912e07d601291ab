"""The calendar of deadlines is one that calendars can read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Final

from grognard.server.alerts.calendar import Deadline, feed

NOW: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
MOMENT: Final = datetime(2026, 12, 1, 8, 30, tzinfo=timezone(timedelta(hours=2)))
ONE: Final = Deadline("abc", "Three Emperors against Anna", MOMENT, "https://play.example/tables/abc", 3)


def lines(*deadlines: Deadline) -> list[str]:
    """The lines of a feed, as a calendar puts them together."""
    content = feed(deadlines, "play.example", NOW)
    assert content.endswith(b"END:VCALENDAR\r\n")
    assert content.count(b"\n") == content.count(b"\r") == content.count(b"\r\n")
    for line in content.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()  # no letter is split
    return content.decode().replace("\r\n ", "").split("\r\n")[:-1]


def test_an_empty_calendar_is_one() -> None:
    found = lines()
    assert (found[0], found[1], found[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    assert "PRODID:-//Grognard//Deadlines//EN" in found


def test_a_deadline_is_an_event() -> None:
    found = lines(ONE)
    assert found[found.index("BEGIN:VEVENT") : found.index("END:VEVENT")] == [
        "BEGIN:VEVENT",
        "UID:abc@play.example",
        "DTSTAMP:20261130T120000Z",
        "DTSTART:20261201T063000Z",
        "SEQUENCE:3",
        "SUMMARY:Three Emperors against Anna",
        "DESCRIPTION:https://play.example/tables/abc",
        "URL:https://play.example/tables/abc",
        "TRANSP:TRANSPARENT",
    ]
    assert lines(ONE, ONE._replace(table="d")).count("BEGIN:VEVENT") == 2


def test_signs_of_the_format_are_escaped() -> None:
    found = lines(ONE._replace(title="A; B, C\\D: “E”\r\nEND:VEVENT\nF\x00\x07\rG\u2028H"))
    assert "SUMMARY:A\\; B\\, C\\\\D: “E”\\nEND:VEVENT\\nF\\nG\\nH" in found
    assert found.count("END:VEVENT") == 1


def test_an_address_cannot_begin_a_line() -> None:
    assert "URL:https://a.exampleX:1" in lines(ONE._replace(url="https://a.example\r\nX:1"))


def test_long_lines_are_folded_between_letters() -> None:
    for width in range(60, 80):
        title = "x" * width + "–ü🂡" * 60
        assert f"SUMMARY:{title}" in lines(ONE._replace(title=title))
