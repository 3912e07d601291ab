"""What several commands of the command line are given, each with its flag and its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Slug = Annotated[str, typer.Argument(help="Its slug; see `grognard games`.")]
HouseRules = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="A house rule; may be repeated.")
]
CardNumbers = Annotated[
    list[str] | None, typer.Option("--set", metavar="CARD.FIELD=N", help="Another number on a card; may be repeated.")
]
VariantFolder = Annotated[
    Path | None, typer.Option("--variant", metavar="FOLDER", help="Your own variant; --option and --set win over it.")
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", help="Processes; the games stay the same.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one object.")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Such as postgresql://user:password@host/name.")
]
DataDir = Annotated[str | None, typer.Option("--data-dir", metavar="DIR", help="Where files are kept.")]
