"""Files that people bring: every reader is known, takes what editors write, and refuses the rest in one sentence."""

from __future__ import annotations

import ast
import codecs
import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import grognard
from grognard import cli
from grognard.bots.puzzles import VERSION as PUZZLES
from grognard.bots.puzzles import puzzles, to_line
from grognard.kernel.files import MOST_BYTES
from grognard.play.journal import VERSION as JOURNALS
from grognard.play.session import Session
from tests.cli.support import Command, commands, path_parameters

Output = pytest.CaptureFixture[str]
SOURCE: Final = Path(grognard.__file__).parent

# -- what is read --------------------------------------------------------------------------------------------------

SLUG: Final = "fusillade"
OTHER: Final = "outpost"
SCENARIO: Final = """\
# Réserve

- Game: nothing
- Clauses: FUS-1.1

| Who | Does | Chance | Then |
|---|---|---|---|
| Red | PASS | | |
"""


def _journal(**changed: object) -> str:
    session = Session(grognard.load(SLUG), 7, ["human", "greedy"])
    header, *rest = session.journal.to_text().splitlines()
    return "\n".join([json.dumps(json.loads(header) | changed), *rest, ""])


def _variant() -> str:
    return f'game = "{OTHER}"\ntitle = "Réserve"\n'


def _entry() -> str:
    return f'name = "Réserve"\nbenchmark = "{OTHER}-bench-1"\nplayer = "random"\n'


def _puzzles() -> str:
    return "".join(f"{to_line(one)}\n" for one in puzzles(SLUG)[:2])


# For each parameter that names a file to read: the rest of the command, the name of the file in the folder, what is in
# it, whether the command names the folder, and what it says when it has read the file.
Case = tuple[tuple[str, ...], str, Callable[[], str], bool, str]
WRONG_GAME: Final = f"this is a variant of {OTHER}"
VARIANTS: Final[dict[tuple[Command, str], Case]] = {
    (words, "variant"): ((SLUG, *more, "--variant"), "variant.toml", _variant, True, WRONG_GAME)
    for words, more in (
        (("cards",), ()),
        (("rules",), ()),
        (("play",), ("--plain",)),
        (("simulate",), ("--games", "1")),
        (("arena",), ("--bots", "random,random", "--pairs", "1")),
        (("bench",), ()),
        (("solve",), ()),
        (("print",), ("-o", "out.pdf")),
        (("lab", "regret"), ("--bots", "random")),
        (("lab", "exploit"), ("--against", "random")),
        (("lab", "likelihood"), ()),
        (("lab", "games"), ("--bots", "random", "--games", "1", "--out", "out.npz")),
        (("lab", "report"), ("--out", "out.html")),
        (("lab", "compare"), ()),
        (("lab", "sweep"), ("--tornado",)),
        (("lab", "balance"), ("--target", "50", "--change", "troops")),
    )
}
READ: Final[dict[tuple[Command, str], Case]] = {
    **VARIANTS,
    (("serve",), "variant"): (("--print-config", "--variant"), "variant.toml", _variant, True, '"variants": "'),
    (("replay",), "file"): ((), "it.jsonl", _journal, False, "The game was not finished"),
    (("verify",), "file"): ((), "it.jsonl", _journal, False, "The game is not finished."),
    (("analyze",), "file"): ((), "it.jsonl", _journal, False, "Nobody had a decision to make in this game."),
    (("lab", "report"), "source"): (
        (SLUG, "--format", "md", "--from"), "it.jsonl", _journal, True, "Left out: 1 not over.",
    ),
    (("scenario", "run"), "paths"): ((), "it.md", lambda: SCENARIO, False, "There is no game “nothing”"),
    (("judge-entry",), "file"): ((), "it.toml", _entry, False, "has no rows to compare with."),
    (("puzzles", "find"), "output"): (
        (SLUG, "--want", "1", "--output"), "it.jsonl", _puzzles, False, "0 found, 2 in ",
    ),
}  # fmt: skip
# Files of SQLite, not of text.
FONT: Final[tuple[Command, str]] = (("print",), "font")
NO_TEXT: Final = {(("restore",), "path"), FONT}
WRITTEN: Final = {
    *((("lab", name), key) for name in ("report", "compare", "sweep", "balance") for key in ("out", "cache")),
    *(((*words,), "output") for words in (("cards",), ("solve",), ("print",), ("lab", "regret"), ("lab", "exploit"))),
    (("game", "looks"), "output"),
    (("simulate",), "journal"),
    (("lab", "games"), "out"),  # an archive of numbers: tests/lab/test_dataset.py
    (("backup",), "path"),
    (("new-game",), "folder"),  # a folder of games: tests/games/test_new_game.py
}
# A journal takes the place of a game's slug, which is no path to Typer.
NAMED: Final[dict[tuple[Command, str], Case]] = {
    (("play",), "game"): (("--plain",), "it.jsonl", _journal, False, "End of input.")
}
ALL: Final[dict[tuple[Command, str], Case]] = {**READ, **NAMED}


def _as_utf_8(text: str) -> bytes:
    return codecs.BOM_UTF8 + text.encode()


def _with_carriage_returns(text: str) -> bytes:
    return codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode()


def _little(text: str) -> bytes:
    return codecs.BOM_UTF16_LE + text.encode("utf-16-le")


def _big(text: str) -> bytes:
    return codecs.BOM_UTF16_BE + text.encode("utf-16-be")


def _ran(key: tuple[Command, str], content: bytes, folder: Path, capsys: Output) -> tuple[int, str]:
    """Runs the command on a file with this content; its status, and all that it said."""
    more, name, _content, names_folder, _said = ALL[key]
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_bytes(content)
    status = cli.main([*key[0], *more, str(folder if names_folder else file)])
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return status, told.out + told.err


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, no input, and nobody's data."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GROGNARD_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr("builtins.input", _no_input)


def _no_input(_prompt: str = "") -> str:
    raise EOFError


def test_every_path_of_every_command_is_known() -> None:
    assert len(commands()) > 20
    assert {*path_parameters()} == {*READ, *NO_TEXT, *WRITTEN}


@pytest.mark.parametrize("key", ALL, ids=lambda key: " ".join([*key[0], key[1]]))
@pytest.mark.parametrize("saved", [_as_utf_8, _with_carriage_returns, _little, _big, str.encode])
def test_a_file_may_begin_with_a_byte_order_mark(
    key: tuple[Command, str], saved: Callable[[str], bytes], tmp_path: Path, capsys: Output
) -> None:
    _more, _name, content, _folder, said = ALL[key]
    _status, told = _ran(key, saved(content()), tmp_path / "theirs", capsys)
    assert said in told


SPOILT: Final = {
    "not text": (b"# \xe9\n" * 9, "it is not text in UTF-8 (line 1). Save it as UTF-8."),
    "half a letter": (codecs.BOM_UTF16_LE + b"a", "it is not text in UTF-8"),
    "too large": (b" " * (MOST_BYTES + 1), "it has more than 16 MB. Check that it is the right file."),
}


@pytest.mark.parametrize("key", ALL, ids=lambda key: " ".join([*key[0], key[1]]))
@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_file_that_cannot_be_read_is_named_with_the_cause_and_a_cure(
    key: tuple[Command, str], spoilt: str, tmp_path: Path, capsys: Output
) -> None:
    content, sentence = SPOILT[spoilt]
    status, told = _ran(key, content, tmp_path / "theirs", capsys)
    assert status == 2
    if key == (("lab", "report"), "source"):  # a folder of many files: those that cannot be read are counted
        assert "Left out: 1 broken or not a journal." in told
        return
    (line,) = [line for line in told.splitlines() if sentence in line]
    assert str(tmp_path / "theirs" / ALL[key][1]) in line


# -- versions ------------------------------------------------------------------------------------------------------

JOURNAL_READERS: Final = [key for key, case in ALL.items() if case[2] is _journal]
PUZZLE_READERS: Final = [key for key, case in ALL.items() if case[2] is _puzzles]
NEWER: Final = "was written by a newer Grognard (version {}; this one reads up to {}). Update Grognard to open it."


@pytest.mark.parametrize("key", JOURNAL_READERS, ids=lambda key: " ".join(key[0]))
def test_a_journal_of_a_newer_version_says_so(key: tuple[Command, str], tmp_path: Path, capsys: Output) -> None:
    content = _journal(grognard_journal=JOURNALS + 1, weather="rain", seats=None)
    status, told = _ran(key, content.encode(), tmp_path / "theirs", capsys)
    assert status == 2
    assert (NEWER.format(JOURNALS + 1, JOURNALS) in told) or "Left out: 1 written by a newer Grognard." in told


@pytest.mark.parametrize("key", PUZZLE_READERS, ids=lambda key: " ".join(key[0]))
def test_puzzles_of_a_newer_version_say_so(key: tuple[Command, str], tmp_path: Path, capsys: Output) -> None:
    content = _puzzles() + json.dumps({"grognard_puzzle": PUZZLES + 1, "weather": "rain"}) + "\n"
    status, told = _ran(key, content.encode(), tmp_path / "theirs", capsys)
    assert status == 2
    assert NEWER.format(PUZZLES + 1, PUZZLES) in told
    assert (tmp_path / "theirs" / "it.jsonl").read_text(encoding="utf-8") == content, "the file is as it was"


# -- the code ------------------------------------------------------------------------------------------------------

# What reads files otherwise: those of the package itself, and what the program alone writes.
OWN: Final = {
    "art/looks.py", "art/persons.py", "bots/learned.py", "bots/policy.py", "bots/puzzles.py",
    "kernel/content/cardfile.py", "kernel/content/measured.py",
    "kernel/game.py", "lab/regret.py", "printing/contents.py", "printing/parts.py", "printing/preview.py",
    "scenarios/tips.py",
    "web/assets.py", "web/pages.py",
    "lab/recording.py",  # its cache
    "lab/bench.py",  # the name of the processor
    "new_game/__init__.py", "art/catalog.py",  # their templates
    # The files of a game, as the game itself reads them.
    "game_check/basics.py", "game_check/loading.py", "game_check/names.py", "game_check/report.py",
    "game_check/teaching.py",
    "building.py", "builds.py", "compiling.py",  # sources to compile, and the note of a build
    "server/jobs/backups.py", "server/config.py",  # the server's secret, and what `make play` says of the build
}  # fmt: skip


def _reads(file: Path) -> bool:
    calls = [node.func for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    named = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    return bool(named & {"read_text", "read_bytes"}) or any(isinstance(c, ast.Name) and c.id == "open" for c in calls)


def test_one_function_reads_the_files_of_people() -> None:
    reading = {file.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("*.py") if _reads(file)}
    assert reading == OWN, "a file that a person brings is read by grognard.kernel.files.read_text"
