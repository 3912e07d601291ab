"""`grognard print --watch`: a page that follows a variant's file, on this machine only."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from grognard import cli

Output = pytest.CaptureFixture[str]
VARIANT: Final = 'game = "outpost"\ntitle = "{title}"\n[numbers]\n"Infantry 3.force" = {force}\n'
SECONDS: Final = 120  # until a busy machine has drawn the pages


def save(file: Path, text: str) -> None:
    """Saves a file at once, so that no half of it is drawn."""
    beside = file.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


class Watched:
    """A running preview of one page of cards."""

    def __init__(self, variant: Path) -> None:
        words = ["print", "outpost", "--variant", str(variant), "--watch", "--only", "common", "--sheets", "fronts"]
        command = [sys.executable, "-m", "grognard", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+) ", self.said)
        assert found is not None
        self.port = int(found[1])

    def get(self, path: str, host: str = "", method: str = "GET") -> tuple[int, bytes, dict[str, str]]:
        """Returns status, content and headers of an answer."""
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        asked.request(method, path, headers={"Host": host or f"127.0.0.1:{self.port}"})
        answer = asked.getresponse()
        content = answer.read()
        asked.close()
        return answer.status, content, dict(answer.getheaders())

    def news(self, seen: int) -> dict[str, Any]:
        """Waits for a state after the one that was seen."""
        while True:
            state: dict[str, Any] = json.loads(self.get(f"/news/{seen}")[1])
            if state["version"] != seen:
                return state

    def page(self, state: dict[str, Any]) -> bytes:
        """Returns the picture of the first page."""
        status, content, headers = self.get(f"/pages/{state['version']}/0")
        assert (status, headers["Content-Type"]) == (200, "image/png")
        return content

    def stop(self) -> int:
        """Presses Ctrl-C; returns the exit status."""
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=SECONDS)
        return self.process.returncode


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("variant")
    (found / "variant.toml").write_text(VARIANT.format(title="First", force=4), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def watched(folder: Path) -> Iterator[Watched]:
    found = Watched(folder)
    yield found
    if found.process.poll() is None:
        found.stop()


def test_the_pages_follow_the_file(watched: Watched, folder: Path) -> None:
    assert watched.said == f"Your pages are at http://127.0.0.1:{watched.port} (Ctrl-C stops it).\n"
    first = watched.news(0)
    assert first == {"version": first["version"], "title": "Outpost: First", "error": "", "pages": 1}
    before = watched.page(first)
    assert before.startswith(b"\x89PNG")
    file = folder / "variant.toml"
    save(file, VARIANT.format(title="Second", force='"many"'))
    broken = watched.news(first["version"])
    sentence = '“Infantry 3.force” should be a whole number, written as "CARD.FIELD" = N.'
    assert broken == {**first, "version": broken["version"], "error": f"{file}:4:1: {sentence}"}
    assert watched.page(broken) == before, "the last good pages stay"
    save(file, VARIANT.format(title="Second", force=2))
    after = watched.news(broken["version"])
    assert after == {"version": after["version"], "title": "Outpost: Second", "error": "", "pages": 1}
    assert watched.page(after) != before


def test_the_page_runs_and_loads_only_its_own(watched: Watched) -> None:
    status, content, headers = watched.get("/")
    assert status == 200
    assert b"<title>Outpost" in content
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; connect-src 'self'; img-src 'self' data:; style-src 'sha256-")
    assert "unsafe" not in policy
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_no_file_is_served(watched: Watched, folder: Path) -> None:
    paths = (
        "/variant.toml",
        "/../variant.toml",
        f"/{folder}/variant.toml",
        "//etc/passwd",
        "/pages/1/..%2f",
        "/pages/1/99",
    )
    for path in (*paths, "/news/-1", "/news/x", "/news/", "/pages/1", "/news/" + "9" * 30):
        assert watched.get(path)[0] == 404, path
    assert watched.get("/", method="POST")[0] == 501


def test_only_this_machine_under_its_own_name(watched: Watched) -> None:
    for host in ("evil.example", f"evil.example:{watched.port}", "127.0.0.1", f"127.0.0.1:{watched.port}.evil.example"):
        for path in ("/", "/news/0", "/pages/1/0"):
            assert watched.get(path, host)[0] == 403
    assert watched.get("/", f"localhost:{watched.port}")[0] == 200
    with socket.socket() as taken:
        taken.bind(("127.0.0.2", watched.port))  # free on every other address


def test_a_spreadsheet_that_is_wrong_from_the_start_and_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "cards.csv"
    save(file, "card,force\nInfantry 3,x\n")
    watched = Watched(file)
    state = watched.news(0)
    why = f"{file}, row 2, column force: “x” should be a whole number."
    assert state == {"version": state["version"], "title": "Outpost", "error": why, "pages": 0}
    save(file, "card,force\nInfantry 3,4\n")
    assert watched.news(state["version"])["pages"] == 1
    assert watched.stop() == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Name the file to write with -o, or see the pages in your browser with --watch."),
        (["--watch"], "--watch needs --variant: it shows your changes to its files."),
        (["--watch", "--variant", "x", "-o", "a.pdf"], "--watch writes no file. Leave out -o and --as."),
        (["--watch", "--variant", "x", "--as", "png"], "--watch writes no file. Leave out -o and --as."),
        (["--watch", "--variant", "x", "--ink", "red"], "There is no ink “red”. Choose from: full, light."),
    ],
)
def test_what_does_not_fit(words: list[str], sentence: str, capsys: Output) -> None:
    assert cli.main(["print", "outpost", *words]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


def test_a_port_in_use(capsys: Output) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert cli.main(["print", "outpost", "--watch", "--variant", "x", "--port", str(port)]) == 2
    assert capsys.readouterr().err.startswith(f"Port {port} on 127.0.0.1 cannot be used: ")
