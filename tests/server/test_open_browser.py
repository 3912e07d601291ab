"""The browser opens for a person who starts a server for themselves, and for nobody else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

import pytest

from grognard import cli
from grognard.server import serve
from grognard.server.config import Config
from grognard.server.net import open_browser
from tests.server.inside import begin_and_end
from tests.server.support import environment, free_port, until

DISPLAY: Final = {"DISPLAY": ":0"}
ROOT: Final = Path(__file__).resolve().parents[2]


@pytest.fixture
def at_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal on Linux, in no container."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(open_browser, "CONTAINERS", ())


@pytest.mark.parametrize(
    ("settings", "opens"),
    [
        (DISPLAY, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({}, False),
        ({"DISPLAY": ""}, False),
        (DISPLAY | {"CI": "true"}, False),
        (DISPLAY | {"SSH_CONNECTION": "192.0.2.1 22 192.0.2.2 22"}, False),
        (DISPLAY | {"SSH_TTY": "/dev/pts/0"}, False),
    ],
)
@pytest.mark.usefixtures("at_a_screen")
def test_it_needs_a_display_of_ones_own(settings: dict[str, str], opens: bool) -> None:
    assert open_browser.has_browser(settings) == opens


@pytest.mark.usefixtures("at_a_screen")
def test_it_needs_a_terminal_and_no_container(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert open_browser.has_browser({}), "a Mac always has a display"
    monkeypatch.setattr(open_browser, "CONTAINERS", (tmp_path,))
    assert not open_browser.has_browser(DISPLAY)
    monkeypatch.setattr(open_browser, "CONTAINERS", (tmp_path / "none",))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert not open_browser.has_browser(DISPLAY)


@pytest.mark.parametrize(
    ("arguments", "settings", "opens"),
    [
        ([], {}, True),
        (["--lan"], {}, True),
        (["--no-open"], {}, False),
        (["--lan", "--no-open"], {}, False),
        (["--host", "0.0.0.0"], {}, False),
        (["--host", "192.0.2.7"], {}, False),
        ([], {"GROGNARD_ADDRESS": "https://play.example.org"}, False),
        (["--lan"], {"GROGNARD_ADDRESS": "https://play.example.org"}, False),
        ([], {"GROGNARD_PROXIES": "127.0.0.1"}, False),
        ([], {"CI": "1"}, False),
    ],
)
@pytest.mark.usefixtures("at_a_screen")
def test_a_server_for_others_opens_no_browser(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], settings: dict[str, str], opens: bool
) -> None:
    asked: list[tuple[str, bool]] = []
    here = {name: value for name, value in environment().items() if name not in ("CI", *open_browser.REMOTE)}
    monkeypatch.setattr(os, "environ", here | DISPLAY | settings)
    monkeypatch.setattr(serve, "lan_address", lambda: "192.0.2.9")
    monkeypatch.setattr(serve, "run", lambda config, opens: asked.append((config.opened_address, opens)))
    assert cli.main(["serve", "--port", "8123", "--data-dir", str(tmp_path), *arguments]) == 0
    ((address, opened),) = asked
    assert opened == opens
    assert not opens or address == "http://127.0.0.1:8123"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("opens", [True, False])
def test_it_opens_once_the_server_listens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, opens: bool) -> None:
    opened: list[str] = []
    config = Config(port=free_port(), data_dir=str(tmp_path), secret="s" * 32)
    monkeypatch.setattr(serve, "open_browser", opened.append)
    begin_and_end(config, monkeypatch, opens)
    assert opened == ([f"http://127.0.0.1:{config.port}"] if opens else [])


def test_a_browser_that_stays_blocks_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The script stands for a browser: it notes the address, and ends only when it may."""
    script, told, may_end = tmp_path / "browser", tmp_path / "told", tmp_path / "end"
    script.write_text(f'#!/bin/sh\necho "$1" > {told}.new && mv {told}.new {told}\n'
                      f'until [ -e {may_end} ]; do sleep 0.05; done\n')  # fmt: skip
    script.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{script} %s")
    before = {*threading.enumerate()}
    open_browser.open_browser("http://127.0.0.1:8123")
    until(told.exists, 30)
    assert told.read_text() == "http://127.0.0.1:8123\n"
    (waiting,) = {*threading.enumerate()} - before
    assert waiting.daemon
    may_end.touch()
    waiting.join(30)
    assert not waiting.is_alive()


def test_a_browser_that_cannot_be_opened_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object, **_options: object) -> None:
        raise OSError("no processes left")

    monkeypatch.setattr(subprocess, "run", broken)
    open_browser._open("http://127.0.0.1:8123")


def test_make_play_passes_the_option_on() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"tools/package\.py play .*\$\(if \$\(NO_OPEN\),--no-open\)", makefile)
