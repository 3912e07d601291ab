"""A terminal that closes, and programs that are killed: the game is kept, and the terminal is as it was."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

import grognard
from grognard.play.journal import Action, parse_journal
from grognard.play.matches import SINGLE, Match
from grognard.play.session import Session, replayed
from grognard.tui import autosave
from grognard.tui.autosave import ENDING, MOST_ASIDE, VERSION, Autosave, SaveFile, last_saved, set_aside

SLUG: Final = "fusillade"
SECONDS: Final = 60
SIZE: Final = (40, 120)
FULL_SCREEN, MOUSE = b"\x1b[?1049", b"\x1b[?1000"
MODES: Final = ((), ("--plain",))
OFFER: Final = "Continue your game of Fusillade"


class Terminal:
    """A pseudo-terminal with a program in it."""

    def __init__(self, home: Path, *arguments: str) -> None:
        child, self.master = pty.fork()
        if child == 0:
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # ignored where `nohup` began the tests
            environment = {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "xterm-256color"}
            os.execve(sys.executable, [sys.executable, "-m", "grognard", *arguments], environment)
        self.child = child
        self.shown = b""
        self.status: int | None = None
        termios.tcsetwinsize(self.master, SIZE)
        self.before = termios.tcgetattr(self.master)

    def read(self) -> None:
        """Takes what the program writes within a moment."""
        ready, _, _ = select.select([self.master], [], [], 0.1)
        if ready:
            with suppress(OSError):  # the program has gone
                self.shown += os.read(self.master, 1 << 16)

    def until(self, happened: Any) -> None:
        """Reads until something is so."""
        latest = time.monotonic() + SECONDS
        while not happened():
            assert time.monotonic() < latest, self.shown.decode(errors="replace")
            self.read()

    def shows(self, text: str) -> None:
        """Reads until a text is there."""
        self.until(lambda: text.encode() in self.shown)

    def type(self, keys: str) -> None:
        """Types keys."""
        os.write(self.master, keys.encode())

    def kill(self, number: int) -> None:
        """Sends a signal, and reads what the program writes at its end."""
        os.kill(self.child, number)
        self.until(self.ended)

    def ended(self) -> bool:
        """Has the program ended?"""
        if self.status is None:
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is not None

    def close(self) -> None:
        """Closes the window."""
        os.close(self.master)
        self.master = os.open(os.devnull, os.O_RDONLY)  # so that there is something to wait with
        self.until(self.ended)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """The terminals of a test, which end with it."""
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        if not terminal.ended():
            os.kill(terminal.child, signal.SIGKILL)
            terminal.until(terminal.ended)
        os.close(terminal.master)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept in a home of its own."""
    for name in ("XDG_DATA_HOME", "GROGNARD_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return autosave.folder()


def _kept(folder: Path) -> SaveFile | None:
    files = [*folder.glob(f"*{ENDING}")]
    return msgspec.json.decode(files[0].read_bytes(), type=SaveFile) if files else None


def _deeds(folder: Path) -> list[Action]:
    """The actions of the person in the only kept game."""
    kept = _kept(folder)
    entries = [] if kept is None else parse_journal(kept.journal, "it").entries
    return [entry for entry in entries if isinstance(entry, Action) and entry.seat == 0]


def _begun(terminals: list[Terminal], home: Path, folder: Path, mode: tuple[str, ...]) -> Terminal:
    """A game at a terminal in which the person has just chosen something."""
    terminal = Terminal(home, "play", SLUG, "--seed", "7", "--seats", "human,greedy", *mode)
    terminals.append(terminal)
    terminal.shows("help" if mode else "Deploy")
    terminal.type("1\n" if mode else "1")
    terminal.until(lambda: _deeds(folder))
    return terminal


@pytest.mark.parametrize("mode", MODES, ids=["screen", "plain"])
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_loses_no_action_and_the_terminal_is_as_it_was(
    mode: tuple[str, ...], number: signal.Signals, tmp_path: Path, folder: Path, terminals: list[Terminal]
) -> None:
    terminal = _begun(terminals, tmp_path, folder, mode)
    terminal.kill(number)
    kept = _kept(folder)
    assert kept is not None
    assert replayed(parse_journal(kept.journal, "it"), grognard.load).outcome() is None
    if number != signal.SIGKILL:  # nothing can clean up after that
        assert termios.tcgetattr(terminal.master) == terminal.before
        if not mode:
            assert terminal.status == 128 + number
            assert "Your game is saved. Continue it with: grognard play fusillade" in terminal.shown.decode()
            for switch in (FULL_SCREEN, MOUSE):
                assert terminal.shown.rfind(switch + b"l") > terminal.shown.rfind(switch + b"h") >= 0

    again = Terminal(tmp_path, "play", SLUG, "--plain")
    terminals.append(again)
    again.shows(OFFER)
    again.type("yes\n")
    again.shows("seed 7")
    again.type("log\nquit\n")
    again.until(again.ended)
    assert "Your game is saved." in again.shown.decode()
    assert _deeds(folder)


@pytest.mark.parametrize("mode", MODES, ids=["screen", "plain"])
def test_a_window_that_closes_loses_no_action(
    mode: tuple[str, ...], tmp_path: Path, folder: Path, terminals: list[Terminal]
) -> None:
    terminal = _begun(terminals, tmp_path, folder, mode)
    deeds = _deeds(folder)
    terminal.close()
    assert _deeds(folder)[: len(deeds)] == deeds


def test_the_end_of_input_keeps_the_game(tmp_path: Path, folder: Path, terminals: list[Terminal]) -> None:
    terminal = _begun(terminals, tmp_path, folder, ("--plain",))
    terminal.type("\x04")
    terminal.until(terminal.ended)
    assert terminal.status == 0
    assert "End of input. Your game is saved. Continue it with: grognard play fusillade" in terminal.shown.decode()
    assert _deeds(folder)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_without_a_name_the_game_left_last_is_offered(
    answer: str, tmp_path: Path, folder: Path, terminals: list[Terminal]
) -> None:
    _begun(terminals, tmp_path, folder, ("--plain",)).kill(signal.SIGKILL)
    again = Terminal(tmp_path, "play", "--plain")
    terminals.append(again)
    again.shows(OFFER)
    again.type(f"{answer}\n")
    if answer == "yes":
        again.shows("seed 7")
        again.type("quit\n")
    again.until(again.ended)
    assert (again.status, b"Name a game: company-commander, " in again.shown) == (
        (0, False) if answer == "yes" else (2, True)
    )


def test_whoever_does_not_want_the_game_again_has_it_in_a_file(
    tmp_path: Path, folder: Path, terminals: list[Terminal]
) -> None:
    _begun(terminals, tmp_path, folder, ("--plain",)).kill(signal.SIGKILL)
    again = Terminal(tmp_path, "play", SLUG, "--plain")
    terminals.append(again)
    again.shows(OFFER)
    again.type("perhaps\nno\n")
    again.shows("It is saved. Continue it later with: grognard play ")
    again.shows("== Turn ")
    kept = _kept(folder)  # the computer may have begun the new game
    assert kept is None or '"seed":"7"' not in kept.journal
    (file,) = folder.glob("*.journal")
    assert file.name in again.shown.decode()
    again.type("quit\n")
    again.until(again.ended)
    assert OFFER.encode() not in again.shown.partition(b"It stays")[2]


# -- the files -----------------------------------------------------------------------------------------------------


def _session(seed: int = 7) -> Session:
    return Session(grognard.load(SLUG), seed, ["human", "greedy"])


def _filled(folder: Path, name: str = "a", seed: int = 7, match: Match = SINGLE) -> Path:
    """A kept game that no terminal has open."""
    autosave = Autosave(folder / f"{SLUG}-{name}{ENDING}")
    session = _session(seed)
    session.play(session.state.current_player(), session.state.legal_actions()[0])
    autosave.keep(session, match)
    autosave.close()
    return autosave.file


def _found(seed: int | None = None) -> tuple[autosave.SavedGame | None, list[str]]:
    told: list[str] = []
    found = last_saved(SLUG, seed, grognard.load, told.append)
    if found is not None:
        found.autosave.close()
    return found, told


def test_a_kept_game_comes_back_with_its_match(folder: Path) -> None:
    match = Match(3, (1, 0))
    _filled(folder, match=match)
    found, told = _found()
    assert found is not None
    assert (found.match, found.session.seed, told) == (match, 7, [])
    assert found.session.line


def test_only_the_deal_that_is_asked_for_is_found(folder: Path) -> None:
    _filled(folder)
    assert _found(8)[0] is None
    assert _found(7)[0] is not None


def test_a_game_that_another_terminal_has_open_is_not_offered(folder: Path) -> None:
    file = _filled(folder)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        autosave = Autosave(file)
        autosave.take()
        os.write(writer, b"x")
        signal.pause()
    os.read(reader, 1)
    try:
        assert _found()[0] is None
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)
        os.close(writer)
    assert _found()[0] is not None


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (f'{{"grognard_kept":{VERSION + 1},"weather":"rain"}}', f"written by a newer Grognard (version {VERSION + 1};"),
        ("half of", "is not a saved game"),
        (f'{{"grognard_kept":{VERSION},"match":{{"games":1}},"journal":"half of"}}', "is not a journal"),
    ],
)
def test_a_file_that_cannot_be_continued_is_told_once(folder: Path, content: str, why: str) -> None:
    file = _filled(folder)
    file.write_text(content, encoding="utf-8")
    found, (told,) = _found()
    assert found is None
    assert why in told
    assert str(file) in told
    assert _found() == (None, [])


def test_few_games_that_nobody_wants_stay(folder: Path) -> None:
    for number in range(MOST_ASIDE + 2):
        _filled(folder, str(number))
        found = last_saved(SLUG, None, grognard.load, print)
        assert found is not None
        assert set_aside(found).exists()
    assert len([*folder.glob("*.journal")]) == MOST_ASIDE
    assert {file.suffix for file in folder.iterdir()} == {".journal"}
