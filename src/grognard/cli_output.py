"""How commands print: JSON, rows, Markdown, and a bar for what takes long."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from grognard.kernel.errors import BadInput

BAR_AFTER_SECONDS: Final = 1.0


def print_json(value: object) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False))


def print_rows(rows: Sequence[tuple[str, str]]) -> None:
    width = max(len(label) for label, _ in rows) + 2
    for label, text in rows:
        print(f"{label:{width}}{text}")


def print_markdown(text: str) -> None:
    """Laid out on a terminal; as it stands for a pipe or a file."""
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


@contextmanager
def progress_bar(what: str, shown: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr for what takes longer than a second, where somebody is there to see it."""
    if not (shown and sys.stderr.isatty()):
        yield None
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


def write(file: Path, content: bytes | str) -> None:
    """Writes a file; raises BadInput if that is not possible."""
    try:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}.") from error
