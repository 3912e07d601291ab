"""The installed package in a simulation of Windows: see `hidden/sitecustomize.py`.

Every command has a line here, so a new one needs one.
"""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.cli.support import commands
from tests.server.support import PLAIN, READY_SECONDS, ROOMY, Guest, free_port, until
from tests.windows.lacks import lacks
from tests.windows.support import CONSOLE, Windows

HERE: Final = Path(__file__).parent
GAME: Final = "outpost"
SCENARIO: Final = HERE.parent / "games" / GAME / "clauses" / "out-1.1.md"
ENTRY: Final = HERE.parents[1] / "bench" / "entries" / f"{GAME}-greedy.toml"
SECONDS: Final = 120
CLAIMED: Final = "Stop the server first, or choose another folder with --data-dir."

# By command: its line, the keys typed, and a part of its output. FOLDER is a folder of the test.
JOURNAL: Final = f"FOLDER/journals/{GAME}-0-000000.journal"
QUICK: Final = "--level random --games 25 --format json --cache FOLDER/lab"
LINES: Final[Mapping[str, tuple[str, str, str]]] = {
    "games": ("", "", GAME),
    "cards": (GAME, "", "Infantry"),
    "rules": (f"{GAME} OUT-1.1", "", "OUT-1.1"),
    "layout": (GAME, "", "own morale"),
    "guide": (GAME, "\n\nquit\n", "You win when"),
    "daily": (f"{GAME} --plain", "log\nresign\n", "You resigned."),
    "record": ("--forget --yes", "", "deleted."),
    "simulate": (f"{GAME} --games 8 --jobs 2 --seats greedy --journal FOLDER/journals", "", "8 games"),
    "verify": (JOURNAL, "", "checksums agree"),
    "replay": (f"{JOURNAL} --step", "\nq\n", "Enter: continue"),
    "analyze": (f"{JOURNAL} --seconds 0.005", "", "at the first decision"),
    "arena": (f"{GAME} --bots random,greedy --pairs 2 --jobs 2", "", "2 pairs"),
    "judge-entry": (f"{ENTRY} --against random --pairs 20", "", "recomputed"),
    "bench": (GAME, "", "random playouts"),
    "solve": (f"{GAME} --option size=skirmish --iterations 10 --output FOLDER/policy", "", "information sets"),
    "print": (f"{GAME} -o FOLDER/deck.pdf --only aid", "", "deck.pdf"),
    "scenario run": (str(SCENARIO), "", ""),
    "new-game": ("ford --in FOLDER/mine", "", "Your game is in"),
    "game check": (GAME, "", "is complete"),
    "puzzles find": ("fusillade --want 1 --output FOLDER/puzzles.jsonl", "", "0 found"),
    "puzzles list": (GAME, "", "veteran"),
    "puzzles play": (GAME, "show\n", "The solution: "),
    "lab regret": (f"{GAME} --bots random --positions 2 --iterations 5 --tries 2", "", "random"),
    "lab exploit": (f"{GAME} --against random --effort 1 --tries 1 --pairs 2", "", "2 fresh pairs"),
    "lab games": (f"{GAME} --bots random --games 4 --jobs 2 --out FOLDER/games.npz", "", "4 games are new"),
    "lab likelihood": (f"{GAME} --player random --decisions 3 --worlds 4", "", "nats a decision"),
    "lab report": (
        f"{GAME} --games 50 --levels random --jobs 2 --format md --cache FOLDER/lab -o FOLDER/report.md",
        "",
        "",
    ),
    "lab compare": (f"{GAME} --with morale=5 {QUICK} --out FOLDER/compare.json", "", ""),
    "lab sweep": (f"{GAME} --vary morale=4,5 {QUICK} --out FOLDER/sweep.json", "", ""),
    "lab balance": (
        f"{GAME} --measure length --target 4 --tolerance 3 --change morale {QUICK} -o FOLDER/b.json",
        "",
        "",
    ),
    "game looks": ("-o FOLDER/looks.html", "", ""),
}
ELSEWHERE: Final = {
    "play": "test_a_kept_game_is_continued",
    **dict.fromkeys(("serve", "backup", "restore"), "test_a_server"),
    **dict.fromkeys(("game record", "game compile"), "test_games_of_your_own"),
}
# What these write, for the line above does not say it.
WRITTEN: Final = ("policy", "deck.pdf", "report.md", "compare.json", "sweep.json", "b.json", "looks.html")


@pytest.fixture
def windows(tmp_path: Path) -> Windows:
    return Windows(tmp_path)


def answers(windows: Windows, *lines: tuple[str, str]) -> list[tuple[int, str]]:
    """Runs commands in one process; the exit status and output of each."""
    file = windows.folder / "lines.json"
    file.write_text(json.dumps([(shlex.split(words), typed) for words, typed in lines]), encoding="utf-8")
    status, printed = windows.run(HERE / "commands.py", file)
    assert (status, printed) == (0, "")
    return [(code, said) for code, said in json.loads(file.with_suffix(".answer").read_text(encoding="utf-8"))]


def test_what_windows_lacks_is_hidden_from_children_too(windows: Windows) -> None:
    given = lacks()
    for module, name in (
        ("os", "fork"), ("os", "killpg"), ("os", "geteuid"), ("os", "setsid"), ("os", "fchmod"), ("os", "O_NOFOLLOW"),
        ("signal", "SIGHUP"), ("signal", "SIGKILL"), ("signal", "SIGCHLD"), ("signal", "alarm"), ("socket", "AF_UNIX"),
        ("select", "poll"), ("time", "tzset"),
    ):  # fmt: skip
        assert name in given[module]
    assert given.modules > {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "posix", "curses"}
    assert not {"kill", "link", "fsync", "unlink"} & {*given["os"]}
    assert not {"SIGINT", "SIGTERM"} & {*given["signal"]}
    status, printed = windows.run(HERE / "checks.py", windows.processes.parent)
    assert (status, json.loads(printed)) == (0, {"here": [], "child": [], "beyond": []})
    assert windows.count() >= 2


def test_every_command_works(windows: Windows) -> None:
    names = {" ".join(words) for words in commands()}
    assert {*LINES, *ELSEWHERE} == names, "a command needs a line here, and a line a command"
    assert {*ELSEWHERE.values()} <= globals().keys()
    folder = windows.folder
    ours = HERE.parents[1] / "src/grognard/games/fusillade/puzzles.jsonl"
    folder.joinpath("puzzles.jsonl").write_bytes(ours.read_bytes())
    given = [(f"{name} {line}".replace("FOLDER", str(folder)), typed) for name, (line, typed, _) in LINES.items()]
    for (words, _), (status, printed), (_, _, wanted) in zip(
        given, answers(windows, *given), LINES.values(), strict=True
    ):
        assert (status, wanted in printed) == (0, True), f"{words}: {printed}"
    assert all(folder.joinpath(name).stat().st_size for name in WRITTEN)
    workers = sum("--jobs 2" in words for words, _ in given) * 2
    assert windows.count() > workers, "those that --jobs starts are processes of this kind too"


def test_games_of_your_own(windows: Windows) -> None:
    """These two need a game of your own, and say so."""
    recorded, compiled = answers(windows, ("game record nothing", ""), ("game compile", ""))
    assert (recorded[0], "There is no game “nothing”." in recorded[1]) == (2, True)
    assert (compiled[0], "GROGNARD_GAMES" in compiled[1]) == (2, True)


# -- serving -------------------------------------------------------------------------------------------------------


@contextmanager
def serving(windows: Windows, data: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server as long as the block lasts."""
    output = windows.folder / "output"
    server = windows.start(
        "-m", "grognard", "serve", "--port", str(port), "--data-dir", data, output=output
    )  # fmt: skip

    def is_ready() -> bool:
        assert server.poll() is None, output.read_text(CONSOLE)
        try:
            return httpx.get(f"http://127.0.0.1:{port}/readyz", verify=PLAIN).status_code == 200
        except httpx.TransportError:
            return False

    try:
        until(is_ready, READY_SECONDS, "the server did not start")
        yield server
    finally:
        if server.poll() is None:
            server.kill()
        server.wait(20)


def play_one(guest: Guest, table: str) -> None:
    """Plays one choice, once it is this guest's turn."""
    until(lambda: guest.look(table)["view"]["to_move"] in (0, None), SECONDS, "the computer did not answer")
    seen = guest.look(table)
    if seen["view"]["to_move"] == 0:
        answer = guest.play(table, seen["view"]["actions"][0]["notation"], seen["at"])
        assert answer.status_code == 200, answer.text


def test_a_server(tmp_path: Path) -> None:
    windows = Windows(tmp_path, ROOMY)
    data, copy, port = tmp_path / "data", tmp_path / "copy.sqlite", free_port()
    guest = Guest(f"http://127.0.0.1:{port}")
    here = f"--data-dir {data}"
    with serving(windows, data, port) as server:
        before = windows.count()
        table = guest.create("you", "veteran", game=GAME)["id"]
        for _ in range(3):
            play_one(guest, table)
        while windows.count() == before:  # the computer thinks in a process of its own, once it has a choice
            if guest.look(table)["view"]["to_move"] is None:
                table = guest.create("you", "veteran", game=GAME)["id"]
            play_one(guest, table)
        page = guest.page(f"/tables/{table}")
        assert (page.status, "</html>" in page.text) == (200, True)
        assets = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page.text)
        assert assets
        assert all(guest.http.get(path).status_code == 200 for path in assets)
        second, third, saved, restored = answers(
            windows,
            (f"serve --port {free_port()} {here}", ""),
            (f"serve --port {port} --data-dir {tmp_path / 'other'}", ""),
            (f"backup {copy} {here}", ""),
            (f"restore {copy} {here}", ""),
        )
        assert second == (2, f"{data / 'tables.sqlite'} is in use. {CLAIMED}\n")
        assert third == (2, f"Port {port} on 127.0.0.1 cannot be used: Address already in use.\n")
        assert saved == (0, f"{copy}\n")
        assert restored == second
        server.send_signal(signal.SIGINT)  # Ctrl-C
        assert server.wait(60) == 0
    ((code, said),) = answers(windows, (f"restore {copy} {here}", ""))
    assert (code, "Restored " in said, "guests keep their seats" in said) == (0, True, True), said
    assert len(list(data.glob("tables.sqlite.before-*"))) == 1


@pytest.mark.soak
def test_a_killed_server_leaves_no_lock_and_a_restored_one_goes_on(tmp_path: Path) -> None:
    windows = Windows(tmp_path, ROOMY)
    data, copy, port = tmp_path / "data", tmp_path / "copy.sqlite", free_port()
    guest = Guest(f"http://127.0.0.1:{port}")
    here = f"--data-dir {data}"
    with serving(windows, data, port) as server:
        table = guest.create("you", "veteran", game=GAME)["id"]
        play_one(guest, table)
        assert answers(windows, (f"backup {copy} {here}", "")) == [(0, f"{copy}\n")]
        server.kill()
        assert server.wait(20) == -signal.SIGKILL
    ((code, said),) = answers(windows, (f"restore {copy} {here}", ""))
    assert (code, "Restored 1 tables" in said) == (0, True), said
    with serving(windows, data, port):
        play_one(guest, table)  # the cookie still fits


# -- playing -------------------------------------------------------------------------------------------------------


class Terminal:
    """A console with a program in it."""

    def __init__(self, windows: Windows, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        command = [windows.python, "-m", "grognard", *words]
        self.process = subprocess.Popen(
            command, cwd=windows.folder, env=windows.environment, stdin=theirs, stdout=theirs, stderr=theirs
        )
        os.close(theirs)
        self.shown = ""

    def shows(self, *texts: str) -> None:
        """Reads until all these texts are there."""
        self.until(lambda: all(text in self.shown for text in texts))

    def until(self, holds: Callable[[], bool]) -> None:
        """Reads until something is so."""
        latest = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < latest, self.shown
            if select.select([self.ours], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.ours, 1 << 16).decode(CONSOLE)
                except OSError:  # the program has gone
                    assert holds(), self.shown
                    return

    def type(self, line: str) -> None:
        """Types a line."""
        os.write(self.ours, f"{line}\n".encode())

    def kill(self) -> None:
        """Closes the console, as far as the program is concerned."""
        self.process.kill()
        self.process.wait(20)
        os.close(self.ours)


def test_a_kept_game_is_continued(windows: Windows) -> None:
    first = Terminal(windows, "play", GAME, "--plain", "--seed", "7", "--seats", "human,greedy")
    try:
        for _ in range(2):
            asked = first.shown.count("> ")
            first.until(lambda asked=asked: first.shown.count("> ") > asked)  # type: ignore[misc]
            first.type("1")
        kept = windows.folder / "data home" / "grognard" / "terminal"
        first.until(lambda: any(kept.glob("*.game")))
    finally:
        first.kill()
    second = Terminal(windows, "play", "--plain")
    try:
        second.shows("Continue your game of Outpost")
        second.type("no")
        second.shows("Continue it later with: grognard play ~/")
        aside = re.findall(r"grognard play (~/[^\r\n]+\.journal)", second.shown)
        second.process.wait(SECONDS)
    finally:
        second.kill()
    ((code, said),) = answers(windows, (f"play '{aside[0]}' --plain", "log\nquit\n"))
    assert code == 0, said


def test_the_table_fills_the_screen(windows: Windows) -> None:
    """Textual's own driver for Windows needs a console of Windows: here it draws for none."""
    status, printed = windows.run(HERE / "screen.py")
    assert (status, printed) == (0, "2\n"), printed
