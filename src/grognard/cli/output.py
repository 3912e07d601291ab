"""Output of commands: JSON, rows, Markdown and a progress bar, and what to do if output cannot be written."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from grognard.kernel.errors import BadInput

BAR_AFTER_SECONDS: Final = 1.0
LINE_EVERY_SECONDS: Final = 10.0
# Exit statuses.
ENOUGH: Final = 0
UNWRITTEN: Final = 1
# A path is seldom this long, and its end matters most.
LONG_WORD: Final = re.compile(r"(\S{60})\S{180,}(\S{60})")
STANDARD_OUTPUT: Final = Path("-")


def prepare_streams() -> None:
    """Makes the standard streams replace characters they cannot encode, and opens substitutes for closed ones.

    Python prints to a closed standard output without an error. A file opened later could even get its number.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # so that writing fails
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # somebody has read from it already
                stream.reconfigure(errors="replace")


def give_up_output(error: OSError) -> int:
    """Says why output could not be written, and drops the rest of it. Returns the exit status.

    It is no error if the reader stops early, as `head` does.
    """
    with suppress(OSError, ValueError):  # Python would try again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    gone = (errno.EPIPE, errno.EINVAL) if os.name == "nt" else (errno.EPIPE,)
    if error.filename is None and error.errno in gone:
        return ENOUGH
    if error.filename is not None:
        sentence = f"{error.filename} cannot be used: {error.strerror}."
    else:
        sentence = f"The output cannot be written: {error.strerror}. Send it elsewhere."
    with suppress(OSError):
        print(sentence, file=sys.stderr)
    return UNWRITTEN


def error_sentence(text: str) -> str:
    """Returns an error that a person can read: no control characters, and long words cut in the middle."""
    plain = "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)
    return LONG_WORD.sub(r"\1…\2", plain)


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_rows(rows: Sequence[tuple[str, str]]) -> None:
    width = max(len(label) for label, _ in rows) + 2
    for label, text in rows:
        print(f"{label:{width}}{text}")


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a Markdown table whose columns are aligned to the right."""
    lines = [head, ["---:"] * len(head), *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("| " + " | ".join(map(str.rjust, line, widths)) + " |")


def print_markdown(text: str) -> None:
    """Prints Markdown, formatted on a terminal and unchanged in a pipe or a file."""
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


@contextmanager
def progress_bar(what: str, shown: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Shows a progress bar on stderr after a second, or prints lines if stderr is no terminal."""
    if not shown:
        yield None
        return
    if not sys.stderr.isatty():
        yield progress_lines(what, time.monotonic)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=None)
    begun = time.monotonic()

    def progress(done: int, total: int) -> None:
        bar.update(task, completed=done, total=total)
        if time.monotonic() - begun > BAR_AFTER_SECONDS:
            bar.start()

    try:
        yield progress
    finally:
        bar.stop()


def progress_lines(what: str, clock: Callable[[], float]) -> Callable[[int, int], None]:
    """Returns a function that prints the progress on stderr, at most every ten seconds."""
    due = clock() + LINE_EVERY_SECONDS

    def progress(done: int, total: int) -> None:
        nonlocal due
        now = clock()
        if now < due:
            return
        due = now + LINE_EVERY_SECONDS
        with suppress(OSError):  # a closed stderr is no reason to stop
            print(f"{done:,} of {total:,} {what}", file=sys.stderr, flush=True)

    return progress


def write(file: Path, content: bytes | str) -> None:
    """Writes a file, or standard output for “-”; raises BadInput if the file cannot be written."""
    data = content if isinstance(content, bytes) else content.encode(errors="replace")
    if file == STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        file.write_bytes(data)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}.") from error


def print_written(file: Path) -> None:
    """Says which file was written, unless it was standard output."""
    if file != STANDARD_OUTPUT:
        print(f"Written: {file}")
