"""Alerts read well, for one game and for several, and nothing hidden has a place in them."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, get_args

import pytest

from grognard.server import alerts
from grognard.server.alerts import missing, missing_told
from grognard.server.alerts.messages import MOST_LINES, WAITING, Alert, Kind, Message, message
from grognard.server.config import Config
from tests.server.inside import begin_and_end
from tests.server.support import free_port

NOW: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOME: Final = "https://play.example/my-games"


def alert(kind: Kind = "turn", table: str = "a", opponent: str = "Anna", hours: float | None = None) -> Alert:
    deadline = None if hours is None else NOW + timedelta(hours=hours)
    return Alert(kind, "Three Emperors", opponent, f"https://play.example/tables/{table}", deadline)


def told(*alerts: Alert) -> Message:
    return message(alerts, HOME, NOW)


@pytest.mark.parametrize(
    ("given", "title", "text"),
    [
        (alert(), "Three Emperors: your turn", "Anna is waiting for you."),
        (alert(opponent=""), "Three Emperors: your turn", "Your opponent is waiting for you."),
        (alert(hours=53), "Three Emperors: your turn", "Anna is waiting for you. You have 2 days 5 hours left."),
        (
            alert("time", hours=0.5),
            "Three Emperors: your time is nearly up",
            "You have 30 minutes left. Anna is waiting for you.",
        ),
        (
            alert("time", hours=-1),
            "Three Emperors: your time is nearly up",
            "Your time is up, but you can still play. Anna is waiting for you.",
        ),
        (alert("undo"), "Anna asks to undo", "Anna is waiting for your answer in Three Emperors."),
        (alert("pause"), "Anna asks to pause", "Anna is waiting for your answer in Three Emperors."),
        (
            alert("rematch", opponent=""),
            "Your opponent asks for a rematch",
            "Your opponent is waiting for your answer in Three Emperors.",
        ),
        (
            alert("deal"),
            "Three Emperors: ready to start",
            "Anna is waiting for you. Open the game, and the cards are dealt.",
        ),
        (alert("joined"), "Anna joined your game", "Anna took a seat in your game of Three Emperors."),
        (
            alert("joined", opponent=""),
            "A player joined your game",
            "A player took a seat in your game of Three Emperors.",
        ),
        (
            alert("over"),
            "Three Emperors: the game is over",
            "Your game of Three Emperors against Anna has ended. Open it to see how.",
        ),
    ],
)
def test_one_alert_says_what_has_happened(given: Alert, title: str, text: str) -> None:
    assert told(given) == (title, text, given.url)


def test_a_test_says_that_it_is_one() -> None:
    assert told(Alert("test")) == ("Test alert", "This is the test you asked for. Alerts reach you here.", HOME)


def test_several_games_become_one_message() -> None:
    found = told(alert(hours=30), alert(table="b", opponent="Ben"), alert("undo", table="c", opponent=""))
    assert found.title == "3 games wait for you"
    assert found.url == HOME
    assert found.text.splitlines() == [
        "Three Emperors against Anna: your turn. You have 1 day 6 hours left.",
        "Three Emperors against Ben: your turn.",
        "Three Emperors: a request to undo.",
    ]


def test_only_games_that_wait_are_counted_and_each_once() -> None:
    assert told(alert(), alert("time"), alert("over", "b")).title == "1 game waits for you"
    assert told(alert("joined", "a"), alert("over", "b")).title == "News from 2 games"


def test_several_alerts_of_one_game_lead_to_it() -> None:
    found = told(alert("joined"), alert("turn"), alert("undo"))
    assert (found.title, found.url) == ("Three Emperors: your turn", alert().url)
    assert len(found.text.splitlines()) == 3
    assert told(alert("joined"), alert("over")).title == "Anna joined your game"


def test_a_long_list_is_cut_off() -> None:
    found = told(*(alert(table=str(number)) for number in range(14)))
    assert found.title == "14 games wait for you"
    assert found.text.splitlines()[MOST_LINES:] == ["and 4 more"]


def test_a_name_cannot_break_a_line() -> None:
    for given in (told(alert("undo", opponent="A\r\nB\x00\u2028C")), told(alert(opponent="A\nB"), alert(table="b"))):
        assert "\r" not in given.title + given.text
        assert given.title.count("\n") == 0
        assert len(given.text.splitlines()) <= 2


def test_an_alert_has_no_field_for_anything_hidden() -> None:
    assert set(Alert.__struct_fields__) == {"kind", "game", "opponent", "url", "deadline"}
    assert set(get_args(Kind)) > WAITING


def test_without_the_extra_everything_else_works() -> None:
    blocked = "import sys; sys.modules.update(dict.fromkeys(('aiosmtplib', 'cryptography', 'http_ece', 'py_vapid')))"
    names = ("calendar", "mail", "messages", "outgoing", "web_push", "webhooks")
    imported = "; ".join(f"import grognard.server.alerts.{name}" for name in names)
    subprocess.run([sys.executable, "-c", f"{blocked}; {imported}"], check=True)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing("mail") == missing("push") == missing("json") == []
    assert missing_told() == ""
    monkeypatch.setattr(alerts, "find_spec", lambda name: None if name in ("http_ece", "py_vapid") else object())
    assert missing("push") == ["http_ece", "py_vapid"]
    said = "Alerts by push are off, because they need http_ece, py_vapid (pip install 'grognard[alerts]')."
    assert missing_told() == said
    monkeypatch.setattr(alerts, "find_spec", lambda name: None)
    said = "Alerts by mail and push are off, because they need aiosmtplib, cryptography, http_ece, py_vapid ("
    assert missing_told().startswith(said)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_without_the_libraries_the_server_runs_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "aiosmtplib", None)
    begin_and_end(Config(port=free_port(), data_dir=str(tmp_path), secret="s" * 32), monkeypatch)
    said = "Alerts by mail are off, because they need aiosmtplib (pip install 'grognard[alerts]')."
    assert capsys.readouterr().out.splitlines()[-1] == said
