"""Odd command lines, run in this process: every command and option is found through the command line's own description.

A command that a person would wait for is stopped as Ctrl-C stops it, once it has used `PATIENCE` of processor time.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import re
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest import mock

import grognard
from grognard import cli
from grognard.bots.puzzles import puzzles, to_line
from grognard.play.journal import parse_journal
from grognard.play.matches import Match
from grognard.play.session import replayed
from grognard.printing import preview
from grognard.server import serve
from grognard.server.config import Config
from grognard.tui.autosave import Autosave
from grognard.tui.plain import HELP
from tests.cli.support import commands
from tests.cli.test_files import ALL, FONT, NO_TEXT, _journal, _puzzles, _variant
from tests.fuzz import inputs
from tests.fuzz.inputs import Dice
from tests.server.finished import filled, game_of, keep

LONGEST: Final = 500  # characters of a line
PATIENCE: Final = 0.2  # seconds of processor time
MEMORY: Final = 8 << 30  # bytes that a command may ask for
SLUGS: Final = grognard.registered_names()
SEED: Final = 7
DATA: Final = "data"
UNWRITTEN: Final = ("The output cannot be written: ", "cannot be used: ")  # what status 1 comes with
LAST_KEPT: Final = "fusillade-00000000.game"

BOTS: Final = ("random", "greedy", "random,greedy", "human,greedy", "recruit", "veteran-bold", "human,human")
COUNTS: Final = ("1", "2", "0", "3")
RULES: Final = ("troops=20", "Old Guard.force=4", "Infantry 1.force=3", "mulligan=yes", "troops=9..12", "force=1")
FILES: Final = (
    "it.jsonl", "over.jsonl", "it.md", "theirs", "puzzles.jsonl", "journals", "copy.sqlite", "nothing", "new/one",
    "it.jsonl/in", ".", "", "new.zip", "new.html", "new.json", "new.parquet", "/dev/null", "/dev/full", "/dev/zero",
    "-", "é\udcff", "n" * 300, "loop", "new.pdf", "data",
)  # fmt: skip
# What is sensible for a parameter, by its name. What is not here is found in the help, or guessed by its kind.
SENSIBLE: Final[dict[str, Sequence[str]]] = {
    "game": SLUGS,
    **dict.fromkeys(("bots", "seats", "levels", "against", "player", "level"), BOTS),
    **dict.fromkeys(("option", "number", "with", "base", "other", "vary", "change", "restrict"), RULES),
    "measure": ("first", "share", "length", "decisions", "draws", "card"),
    "card": ("Old Guard", "Probe"),
    "only": ("markers", "aid", "mat"),
    "clause": ("FUS-1.1", "fus-2", "OUT-1"),
    "back_offset": ("0,0", "1,-1"),
    "base_": ("https://cards.example/here",),
    "database": ("sqlite:///data/tables.sqlite", "postgresql://nobody@127.0.0.1:1/none", "sqlite://", "mysql://x"),
    "data_dir": (DATA, "empty", "it.jsonl"),
    "host": ("127.0.0.1", "0.0.0.0", "::1", "localhost"),
    "port": ("0", "65535", "65536", "18999"),
    "jobs": ("1",),
}
ODD: Final = (
    *(one for one in inputs.ODD if not {"\0", "\x1b"} & {*one}),  # no system passes a zero byte
    "\udcff", "-", "--", "=", "a=b", "=1", "x=", "x" * 20_000, "-1.5", "nan", "inf", "-inf", "1e400", "0x10", "1_0",
    "十", "\x1b[31m", "😀", "%s", "{0}", "../..", "a,,b", ",", "a\nb", "1..0",
    "K=1..9",
)  # fmt: skip
# The words that a table in the terminal knows, as its help lists them.
VERBS: Final = tuple(re.findall(r"^  (\S+)", HELP, re.MULTILINE))
TYPED: Final = (*ODD, "\0", ".", "..", "nothing/in/it", "1", "2", "3", "9", *VERBS, "yes", "no", "show")


# -- what there is in the folder ----------------------------------------------------------------------------------


@cache
def _folder() -> Path:
    """A folder with a sound file of each kind. Every input meets a copy of it."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    (folder / "it.jsonl").write_text(_journal())
    over = [journal for journal in inputs.journals() if '"game":"outpost"' in journal[:400]][-1]
    (folder / "over.jsonl").write_text(over)
    (folder / "journals").mkdir()
    (folder / "journals/one.jsonl").write_text(over)
    shutil.copy(inputs.scenario_files()[0], folder / "it.md")
    (folder / "theirs").mkdir()
    (folder / "theirs/variant.toml").write_text(_variants()[0])
    (folder / "puzzles.jsonl").write_text(_puzzles())
    (folder / "loop").symlink_to(folder / "loop")

    async def play(store: Any) -> None:
        for number, slug in enumerate(SLUGS):
            await keep(store, game_of(number, slug, until=4 + number))

    (folder / DATA).mkdir()
    filled(folder / DATA, play)
    with _at(folder):
        assert cli.main(["backup", "copy.sqlite", "--data-dir", DATA]) == 0
        assert cli.main([*CACHED, "--cache", "cache"]) == 0
    kept = Autosave(folder / DATA / "terminal" / LAST_KEPT)
    kept.keep(replayed(parse_journal(_journal(), "it"), grognard.load), Match(1))
    kept.close()
    return folder


CACHED: Final = (
    "lab", "report", "fusillade", "--games", "2", "--rule-games", "0", "--levels", "random", "--format", "md",
)  # fmt: skip


@contextmanager
def _at(folder: Path) -> Iterator[None]:
    """A process whose folder, home and settings are those of the input, and that prints nothing."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("GROGNARD_")}
    home = {"HOME": str(folder), "GROGNARD_DATA_DIR": str(folder / DATA), "XDG_CACHE_HOME": str(folder / "caches")}
    quiet = contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    with mock.patch.dict(os.environ, {**ours, **home}, clear=True), contextlib.chdir(folder), quiet:
        yield


@cache
def _variants() -> list[str]:
    """A variant of each game, with house rules, numbers and names."""
    found = []
    for slug in SLUGS:
        game = grognard.load(slug)
        options = [f'{option.key} = "{option.values[-1]}"' if isinstance(option.values[-1], str)
                   else f"{option.key} = {option.values[-1]}" for option in game.spec.meta.options[:3]]  # fmt: skip
        card = next(card for card in game.cards if any(isinstance(value, int) for value in card.columns.values()))
        field = next(name for name, value in card.columns.items() if isinstance(value, int))
        number = f'"{card.name}.{field}" = {card.columns[field]}'
        text = [f'game = "{slug}"', 'title = "Ours"', "[options]", *options, "[numbers]", number, "[names]"]
        found.append("\n".join([*text, f'"{card.name}" = "Another"', ""]))
    return found


# -- running a line -----------------------------------------------------------------------------------------------


def _stop(_number: int, _frame: object) -> None:
    """Ctrl-C, by somebody who has waited long enough."""
    raise KeyboardInterrupt


def _unraisable(found: Any) -> None:
    """Ignores Ctrl-C that came while Python removed an object, where it cannot be raised. It comes again."""
    if not issubclass(found.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(found)


class _Terminal(io.TextIOWrapper):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def ran(words: Sequence[str], typed: Sequence[str], settings: Mapping[str, str], terminal: bool = False) -> None:
    """Runs a command line in the present folder; raises AssertionError unless it is answered as it should be."""
    status, out, err = _run(words, typed, settings, terminal)
    try:
        _judge(words, status, out, err)
    except AssertionError as fault:
        line = f"{[*words]!r:.1500} {dict(settings)!r:.300} typed {[*typed]!r:.300}"
        raise AssertionError(f"{fault}\nstatus {status} of {line}\n{err[-1500:]!r}") from fault


def _run(
    words: Sequence[str], typed: Sequence[str], settings: Mapping[str, str], terminal: bool
) -> tuple[int, str, str]:
    """Returns the status of a command line, its output and its errors."""
    kind = _Terminal if terminal else io.TextIOWrapper
    shown, told = io.BytesIO(), io.BytesIO()
    out, err = (kind(raw, "utf-8", errors="backslashreplace", write_through=True) for raw in (shown, told))
    given = kind(io.BytesIO("\n".join([*typed, ""]).encode(errors="surrogateescape")), "utf-8", errors="replace")
    with (
        mock.patch.multiple(sys, stdin=given, stdout=out, stderr=err),
        mock.patch.dict(os.environ, settings),
        mock.patch.object(serve, "_serve"),  # all but to serve
        mock.patch.object(preview, "watch"),
        mock.patch.object(sys, "unraisablehook", _unraisable),
    ):
        usual = signal.signal(signal.SIGVTALRM, _stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE, 5 * PATIENCE)
        try:
            status = cli.main([*words])
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, usual)
        for stream in (out, err):
            stream.flush()
    return status, shown.getvalue().decode(), told.getvalue().decode()


def _judge(words: Sequence[str], status: int, out: str, err: str) -> None:
    # What Ctrl-C meets inside a library, the library may log.
    assert status == cli.INTERRUPTED or "Traceback" not in out + err
    assert "\x1b]0;theirs" not in out + err, "a stranger's text reaches the terminal as it is"
    if status == cli.WRONG:
        assert err.strip(), "nothing was said"
        if [*words[:1]] != ["scenario"]:  # it lists what fails
            assert len(err) < 3 * LONGEST, f"{len(err)} characters"
        assert all(len(line) < LONGEST for line in err.splitlines())
    elif status == 1:
        assert any(sentence in err for sentence in UNWRITTEN)
    else:
        assert status in (cli.OK, cli.INTERRUPTED)


def _limited() -> None:
    """From now on, a command that asks for more memory than there is fails."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


@cache
def prepared() -> Path:
    """The sound folder. What commands import late is imported first: an import that is stopped stays broken."""
    package = Path(grognard.__file__).parent
    text = "\n".join(source.read_text(encoding="utf-8") for source in sorted(package.glob("**/*.py")))
    for name in sorted(set(re.findall(r"^ +(?:from|import) ([a-z_][\w.]*)(?: import|$)", text, re.MULTILINE))):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    found = _folder()
    _limited()
    return found


# -- any line -----------------------------------------------------------------------------------------------------


def command(dice: Dice, folder: Path) -> None:
    """An odd command line."""
    line = _line(dice)
    # What fills the screen needs more of a terminal than streams.
    terminal = dice.below(3) == 0 and (line[0] not in ("play", "daily") or "--plain" in line)
    _in_a_copy(dice, folder, lambda: ran(line, _typed(dice), _settings(dice), terminal))


def _in_a_copy(dice: Dice, folder: Path, do: Callable[[], None]) -> None:
    own = folder / f"input-{dice.number}"
    shutil.copytree(prepared(), own, symlinks=True)
    try:
        with _at(own):
            do()
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _line(dice: Dice) -> list[str]:
    found = commands()
    words = dice.one_of(sorted(found))
    parts = [part for parameter in found[words].params for part in _given(parameter, dice)]
    while dice.below(5) == 0:
        other = dice.one_of(found[dice.one_of(sorted(found))].params)  # again, or of another command
        parts.insert(dice.below(len(parts) + 1), [other.opts[-1], _value(other, dice)])
    if dice.below(8) == 0 and parts:
        parts[0], parts[-1] = parts[-1], parts[0]
    line = [*words, *(word for part in parts for word in part)]
    how = dice.below(40)
    if how == 0:
        del line[dice.below(len(line))]
    elif how == 1:
        line.insert(dice.below(len(line) + 1), dice.one_of(ODD))
    elif how == 2:
        line.append("--help")
    return line


def _given(parameter: Any, dice: Dice) -> list[list[str]]:
    """What is given for a parameter: mostly nothing if it need not be, now and then several times."""
    if dice.below(40) == 0 or not (parameter.required or dice.below(4) == 0 or parameter.name == "game"):
        return []
    flag = parameter.opts[-1]
    found = []
    for _n in range(2 if dice.below(12) == 0 else 1):
        if not flag.startswith("-"):
            found.append([_value(parameter, dice)])
        elif getattr(parameter, "is_flag", False):
            found.append([flag])
        elif dice.below(4) == 0:
            found.append([f"{flag}={_value(parameter, dice)}"])
        else:
            found.append([flag, _value(parameter, dice)][: 1 if dice.below(60) == 0 else 2])
    return found


def _value(parameter: Any, dice: Dice) -> str:
    """Something sensible, or something odd."""
    if dice.below(5) == 0:
        return str(dice.one_of(ODD))
    return str(dice.one_of(_sensible(parameter)))


def _sensible(parameter: Any) -> Sequence[str]:
    kind = type(parameter.type).__name__
    if kind == "TyperPath":
        return FILES
    if parameter.name in SENSIBLE:
        return SENSIBLE[parameter.name]
    if choices := getattr(parameter.type, "choices", ()):
        return [str(getattr(choice, "value", choice)) for choice in choices]
    if "Int" in kind or "Float" in kind:
        return COUNTS
    words = (getattr(parameter, "help", "") or "").replace(",", " ").replace(".", " ").split()
    return [*words, *COUNTS]


def _typed(dice: Dice) -> list[str]:
    lines = [str(dice.one_of(TYPED)) for _ in range(dice.below(12))]
    return [f"{dice.one_of(VERBS)} {line}" if dice.below(3) == 0 else line for line in lines]


def _settings(dice: Dice) -> dict[str, str]:
    """Mostly none; or odd settings of the server, and an odd terminal."""
    if dice.below(5):
        return {}
    names = [f"GROGNARD_{name.upper()}" for name in Config.__struct_fields__]
    name = dice.one_of([*names, "COLUMNS", "LINES", "TERM", "HOME", "XDG_CACHE_HOME", "GROGNARD_NOTHING"])
    fields = dict(zip(names, Config.__struct_fields__, strict=True))
    pool = SENSIBLE.get(fields.get(name, ""), COUNTS) if dice.below(3) == 0 else (*ODD, *FILES)
    return {name: str(dice.one_of(pool))[:9000]}


# -- files that a command reads -----------------------------------------------------------------------------------

STORED: Final = ("cache", "database", "secret", "kept game")  # what only the program itself writes


def readers() -> list[object]:
    """Returns everything that reads a file: commands with the parameter that names it, and files that nobody names."""
    return [*sorted(ALL), *sorted(NO_TEXT), *STORED]


def file(dice: Dice, folder: Path) -> None:
    """A command that reads a spoilt file."""
    reader = dice.one_of(readers())
    _in_a_copy(dice, folder, lambda: ran(*_reading(reader, dice), {}, terminal=reader == "kept game"))


def _reading(reader: Any, dice: Dice) -> tuple[list[str], list[str]]:
    """Spoils a file here. Returns the command line that reads it, and lines to type."""
    typed = ["yes", *_typed(dice)]
    here = Path()
    if reader == "cache":
        for cached in here.glob("cache/*.json"):
            cached.write_bytes(inputs.spoilt_lines(cached.read_text(), dice))
        return [*CACHED, "--cache", "cache"], typed
    if reader == "database":
        _spoil_database(here / DATA / "tables.sqlite", dice)
        return ["serve", "--data-dir", DATA, "--port", "0"], typed
    if reader == "secret":
        secret = here / DATA / "secret"
        secret.write_bytes(dice.one_of(ODD).encode(errors="surrogateescape") * dice.below(40))
        return [["serve", "--print-config"], ["backup", "new.sqlite"]][dice.below(2)], typed
    if reader == "kept game":
        kept = here / DATA / "terminal" / LAST_KEPT
        kept.write_bytes(inputs.spoilt_lines(kept.read_text(), dice))
        return ["play", *(["fusillade"] if dice.below(2) else []), "--plain"], typed
    if reader == FONT:
        (here / "a.ttf").write_bytes(b"\0\1\0\0" * dice.below(2) + dice.one_of(ODD).encode(errors="surrogateescape"))
        return ["print", "outpost", "--font", "a.ttf", "--output", "new.pdf"], typed
    if reader in NO_TEXT:
        _spoil_database(here / "copy.sqlite", dice)
        return [*reader[0], "copy.sqlite", "--data-dir", dice.one_of((DATA, "empty"))], typed
    more, name, content, names_folder, _said = ALL[reader]
    (here / "spoilt").mkdir()
    spoilt = here / "spoilt" / name
    spoilt.write_bytes(inputs.spoilt_lines(_sound(content, dice), dice))
    if content is _variant and dice.below(2):
        (spoilt.parent / "notes.md").write_bytes(inputs.spoilt_lines("# Notes\n\nOurs.\n", dice))
    return [*reader[0], *more, str(spoilt.parent if names_folder else spoilt)], typed


def _sound(content: Callable[[], str], dice: Dice) -> str:
    """What a file of a kind may hold."""
    if content is _variant:
        return str(dice.one_of(_variants()))
    if content is _journal:
        return str(dice.one_of(inputs.journals()))
    if content is _puzzles:
        return "".join(f"{to_line(one)}\n" for one in puzzles("fusillade")[: 1 + dice.below(3)])
    return content()


def _spoil_database(path: Path, dice: Dice) -> None:
    """Changes bytes of a file of SQLite, or values in sound pages."""
    if dice.below(3) == 0:
        data = bytearray(path.read_bytes())
        for _n in range(1 + dice.below(9)):
            at = dice.below(len(data))
            data[at : at + 1 + dice.below(60)] = bytes([dice.below(256)] * dice.below(60))
        path.write_bytes(data)
        return
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for _n in range(1 + dice.below(2)):
            table = dice.one_of(sorted(tables))
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            value = dice.one_of((*ODD[:-30], b"\xff", None, 0, -1, 2**62, 1.5))
            if isinstance(value, str):
                value = value.encode(errors="replace").decode()
            with contextlib.suppress(sqlite3.Error):  # what its own rules refuse
                connection.execute(
                    f"UPDATE {table} SET {dice.one_of(columns)} = ? WHERE rowid % {1 + dice.below(3)} = 0", (value,)
                )
        connection.commit()
