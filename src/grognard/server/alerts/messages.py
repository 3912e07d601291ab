"""The texts of alerts. What they are made from has no field for anything hidden: no card, no result, no seat's key."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

import msgspec

from grognard.kernel.content.wording import counted
from grognard.play.clock import time_told

MOST_LINES: Final = 10  # games listed in one message

Kind = Literal["turn", "time", "deal", "undo", "pause", "rematch", "joined", "over", "test"]
# The alerts after which a game waits for the player.
WAITING: Final = frozenset({"turn", "time", "deal", "undo", "pause", "rematch"})


class Alert(msgspec.Struct, frozen=True):
    """Something at one table that its player should hear about."""

    kind: Kind
    game: str = ""  # its title
    opponent: str = ""  # name; empty if there is none, or several opponents
    url: str = ""  # of the table's page; never of an invitation
    deadline: datetime | None = None  # when the player's time runs out


class Message(NamedTuple):
    """An alert as people read it."""

    title: str
    text: str
    url: str


def message(alerts: Sequence[Alert], home: str, now: datetime) -> Message:
    """Returns one message about all these alerts, at least one. With several games, it links to the page `home`."""
    if len(alerts) == 1:
        [alert] = alerts
        return Message(_plain(_title(alert)), _plain(_sentences(alert, now)), alert.url or home)
    games = list(dict.fromkeys(alert.url for alert in alerts))
    waiting = len({alert.url for alert in alerts if alert.kind in WAITING})
    lines = [_plain(_line(alert, now)) for alert in alerts[:MOST_LINES]]
    if len(alerts) > MOST_LINES:
        lines.append(f"and {len(alerts) - MOST_LINES} more")
    text = "\n".join(lines)
    if len(games) == 1:
        first = next((alert for alert in alerts if alert.kind in WAITING), alerts[0])
        return Message(_plain(_title(first)), text, games[0] or home)
    if waiting:
        return Message(f"{counted(waiting, 'game')} {'waits' if waiting == 1 else 'wait'} for you", text, home)
    return Message(f"News from {counted(len(games), 'game')}", text, home)


def _plain(text: str) -> str:
    """Returns a text on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _title(alert: Alert) -> str:
    other = alert.opponent or "Your opponent"
    match alert.kind:
        case "turn":
            return f"{alert.game}: your turn"
        case "time":
            return f"{alert.game}: your time is nearly up"
        case "deal":
            return f"{alert.game}: ready to start"
        case "undo":
            return f"{other} asks to undo"
        case "pause":
            return f"{other} asks to pause"
        case "rematch":
            return f"{other} asks for a rematch"
        case "joined":
            return f"{alert.opponent or 'A player'} joined your game"
        case "over":
            return f"{alert.game}: the game is over"
        case "test":
            return "Test alert"


def _sentences(alert: Alert, now: datetime) -> str:
    other = alert.opponent or "Your opponent"
    against = f" against {alert.opponent}" if alert.opponent else ""
    match alert.kind:
        case "turn":
            return " ".join([f"{other} is waiting for you.", *_time_left(alert, now)])
        case "time":
            return " ".join([*_time_left(alert, now), f"{other} is waiting for you."])
        case "deal":
            return f"{other} is waiting for you. Open the game, and the cards are dealt."
        case "undo" | "pause" | "rematch":
            return f"{other} is waiting for your answer in {alert.game}."
        case "joined":
            return f"{alert.opponent or 'A player'} took a seat in your game of {alert.game}."
        case "over":
            return f"Your game of {alert.game}{against} has ended. Open it to see how."
        case "test":
            return "This is the test you asked for. Alerts reach you here."


def _line(alert: Alert, now: datetime) -> str:
    """Returns an alert as one line among those of other games."""
    if alert.kind == "test":
        return _sentences(alert, now)
    against = f" against {alert.opponent}" if alert.opponent else ""
    news = {
        "turn": "your turn",
        "time": "your time is nearly up",
        "deal": "ready to start",
        "undo": "a request to undo",
        "pause": "a request to pause",
        "rematch": "a request for a rematch",
        "joined": "a player joined",
        "over": "the game is over",
    }[alert.kind]
    left = "".join(f" {each}" for each in _time_left(alert, now)) if alert.kind in ("turn", "time") else ""
    return f"{alert.game}{against}: {news}.{left}"


def _time_left(alert: Alert, now: datetime) -> list[str]:
    """Returns the sentence that says how much time the player has; none without a deadline."""
    if alert.deadline is None:
        return []
    left = (alert.deadline - now).total_seconds()
    return ["Your time is up, but you can still play."] if left <= 0 else [f"You have {time_told(left)} left."]
