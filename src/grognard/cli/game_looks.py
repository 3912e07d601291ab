"""The command `grognard game looks`, which shows what a game's `looks.toml` can draw."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.output import print_written, write


def looks(
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="FILE", allow_dash=True, help="The file to write, or - for standard output."
        ),
    ] = Path("looks.html"),
) -> None:
    """Write a page with pictures of everything that looks.toml can draw, each with its word."""
    from grognard.art.catalog import catalog

    write(output, catalog())
    print_written(output)
