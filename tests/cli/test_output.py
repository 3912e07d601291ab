"""Output that cannot be encoded or written, “-” instead of a file, files that were written, and progress in a pipe."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import grognard
from grognard import cli
from grognard.cli import output
from grognard.play.session import Session
from tests.cli.support import Command, commands, path_parameters

SLUG: Final = "fusillade"
PLAINLY: Final = ("--plain",)
# What makes a command print at once; of those that are not here only the help is printed.
ARGUMENTS: Final[dict[Command, tuple[str, ...]]] = {
    ("games",): (),
    ("cards",): (SLUG,),
    ("rules",): (SLUG,),
    ("guide",): (SLUG,),
    ("play",): (SLUG, *PLAINLY),
    ("daily",): (SLUG, *PLAINLY),
    ("replay",): ("it.jsonl",),
    ("verify",): ("it.jsonl",),
    ("serve",): ("--print-config",),
    ("simulate",): (SLUG, "--games", "1"),
    ("arena",): (SLUG, "--bots", "random,greedy", "--pairs", "1"),
    ("print",): (SLUG, "--only", "markers", "-o", "-"),
    ("puzzles", "list"): (SLUG,),
    ("puzzles", "play"): (SLUG,),
    ("lab", "report"): (SLUG, "--format", "md", "--games", "2", "--rule-games", "0", "--cache", "cache"),
}
SOME: Final = [*((*words, *more) for words, more in ARGUMENTS.items()), (), ("--version",)]
LINES: Final = [*SOME, *((*words, "--help") for words in commands())]


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GROGNARD_DATA_DIR", str(tmp_path / "data"))
    Session(grognard.load(SLUG), 7, ["human", "greedy"]).save(tmp_path / "it.jsonl")


def _run(arguments: tuple[str, ...], folder: Path, before: Callable[[], None]) -> tuple[int, str]:
    """Runs a command in a copy of this process, as if from a shell; its status, and what came on standard error."""
    errors = folder / "errors"
    child = os.fork()
    if child == 0:
        status = 99
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        sys.stderr = os.fdopen(2, "w", buffering=1, encoding="utf-8", closefd=False)
        try:
            sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
            before()
            status = cli.main(arguments)
            try:  # as Python does when it ends
                sys.stdout.flush()
            except OSError:
                status = 120
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    _child, ended = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(ended), errors.read_text(encoding="utf-8")


def _onto(file: int, encoding: str = "utf-8") -> None:
    os.dup2(file, 1)
    sys.stdout = os.fdopen(1, "w", encoding=encoding, closefd=False)


def _full() -> None:
    _onto(os.open("/dev/full", os.O_WRONLY))


def _unread() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    _onto(writer)


def _closed() -> None:
    os.close(1)
    sys.stdout = None  # as Python does when it starts


@pytest.mark.parametrize(
    ("closed", "why", "arguments"),
    [
        *((_full, "No space left on device", line) for line in LINES),
        *((_closed, "Bad file descriptor", line) for line in SOME),
    ],
)
def test_output_that_cannot_be_written_is_one_sentence_and_status_1(
    closed: Callable[[], None], why: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    status, said = _run(arguments, tmp_path, closed)
    assert said.startswith(f"The output cannot be written: {why}."), said
    assert len(said.splitlines()) == 1
    assert status == 1


@pytest.mark.parametrize("arguments", SOME)
def test_a_reader_that_has_had_enough_is_no_error(arguments: tuple[str, ...], tmp_path: Path) -> None:
    assert _run(arguments, tmp_path, _unread) == (0, "")


@pytest.mark.parametrize(
    ("encoding", "arguments"), [*(("ascii", line) for line in LINES), *(("cp1252", line) for line in SOME)]
)
def test_output_that_cannot_be_encoded_has_replacements(
    encoding: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    out = tmp_path / "out"

    def onto() -> None:
        _onto(os.open(out, os.O_WRONLY | os.O_CREAT), encoding)

    assert _run(arguments, tmp_path, onto) == (0, "")
    assert out.stat().st_size > 0


def test_every_command_was_run() -> None:
    assert len(commands()) > 20
    assert {words[:-1] for words in LINES if words and words[-1] == "--help"} == {*commands()}


# -- the name “-” --------------------------------------------------------------------------------------------------

REQUIRED: Final = {
    "arena": ("--bots", "random,greedy", "--pairs", "1"), "simulate": ("--games", "1"), "regret": ("--bots", "random"),
    "exploit": ("--against", "random"), "balance": ("--target", "50", "--change", "troops"), "find": (),
    "games": ("--bots", "random", "--games", "1"), "cards": ("--format", "json"), "new-game": ("ford",),
}  # fmt: skip
QUICK: Final = ("--games", "2", "--cache", "cache", "--format", "json")


@pytest.mark.parametrize("key", path_parameters(), ids=lambda key: " ".join([*key[0], key[1]]))
def test_a_dash_is_never_the_name_of_a_file(
    key: tuple[Command, str], tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    words, name = key
    (parameter,) = [each for each in commands()[words].params if each.name == name]
    takes_game = any(each.name == "game" for each in commands()[words].params)
    given = [*words, *([SLUG] if takes_game else []), *REQUIRED.get(words[-1], ())]
    if name == "out" and words[-1] != "games":
        given += QUICK
        given += ["--rule-games", "0"] if words[-1] == "report" else []
    elif words == ("print",):
        given += ["--only", "markers", *(["-o", "out.pdf"] if name != "output" else [])]
    if parameter.type.allow_dash and words[-1] in ("balance", "compare", "sweep"):  # they write as the report does
        return
    flag = parameter.opts[-1]
    given += [flag, "-"] if flag.startswith("-") else ["-"]
    status = cli.main(given)
    sys.stdout.flush()
    shown = capfdbinary.readouterr()
    assert not [*tmp_path.rglob("-")]
    if parameter.type.allow_dash:
        assert status == 0
        assert shown.out.startswith((b"{", b"[", b"%PDF", b"<!doctype html>"))
    else:
        assert status == 2
        assert "cannot be “-” here. Name a file or a folder." in shown.err.decode()


def test_pictures_do_not_go_to_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["print", SLUG, "--as", "png", "-o", "-"]) == 2
    assert capsys.readouterr().err == "--as png makes many files. Name a folder or a .zip instead of “-”.\n"
    assert [file.name for file in tmp_path.iterdir()] == ["it.jsonl"]


# -- files that were written, and progress in a pipe ---------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [("report", "--rule-games", "0"), ("compare", "--with", "morale=4"), ("sweep", "--vary", "morale")]
)
def test_reports_say_which_file_they_wrote(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *more = words
    out = tmp_path / "report.json"
    assert cli.main(["lab", name, "outpost", *more, *QUICK, "--out", str(out)]) == 0
    assert out.exists()
    assert capsys.readouterr() == (f"Written: {out}\n", "")


def test_decisions_and_policies_that_were_saved_are_named_except_in_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "policy.csv"
    solve = ["solve", "outpost", "--option", "size=skirmish", "--iterations", "1", "--output", str(out)]
    assert cli.main(solve) == 0
    assert capsys.readouterr().out.endswith(f"\nWritten: {out}\n")
    assert cli.main([*solve, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == "outpost"


def test_progress_in_a_pipe_is_a_line_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "LINE_EVERY_SECONDS", 10.0)
    seconds = iter([100.0, 105.0, 110.0, 119.0, 121.0])
    progress = output.progress_lines("games", lambda: next(seconds))
    for done in (1, 400, 700, 1000):
        progress(done, 1000)
    assert capsys.readouterr() == ("", "400 of 1,000 games\n1,000 of 1,000 games\n")


def test_progress_is_on_standard_error_and_the_result_on_standard_output(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(output, "LINE_EVERY_SECONDS", 0.0)
    assert cli.main(["lab", "report", "outpost", "--rule-games", "0", *QUICK, "--out", "-"]) == 0
    sys.stdout.flush()
    shown = capfdbinary.readouterr()
    assert shown.err.startswith(b"2 of 2 games\n")
    assert json.loads(shown.out)["levels"]


def test_json_comes_without_progress(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "LINE_EVERY_SECONDS", 0.0)
    assert cli.main(["simulate", "outpost", "--games", "2", "--json"]) == 0
    assert capsys.readouterr().err == ""
