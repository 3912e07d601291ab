"""Arguments that several commands share: flags with their help, and games with house rules and card numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import grognard
from grognard.kernel.content.card_numbers import value_of
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.variants import Variant, read_variant

Slug = Annotated[str, typer.Argument(help="The game's slug; see `grognard games`.")]
HouseRules = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="A house rule; may be repeated.")
]
CardNumbers = Annotated[
    list[str] | None, typer.Option("--set", metavar="CARD.FIELD=N", help="Change a number on a card; may be repeated.")
]
VariantFolder = Annotated[
    Path | None,
    typer.Option(
        "--variant", metavar="PATH", help="Your own variant, a folder or a spreadsheet; --option and --set override it."
    ),
]
# What the help of every option says that takes a bot for measuring.
A_BOT = "A bot is a level, mine.py:Player or learned:FILE."
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", help="Number of processes; the games stay the same.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Database = Annotated[
    str | None, typer.Option("--database", metavar="URL", help="Such as postgresql://user:password@host/name.")
]
DataDir = Annotated[str | None, typer.Option("--data-dir", metavar="DIR", help="Where files are kept.")]


def loaded_game(
    slug: str, options: Sequence[str] | None, numbers: Sequence[str] | None, variant: Path | None = None
) -> Game:
    """Loads a game with the rules of --option and the card numbers of --set, which override those of --variant."""
    overrides: dict[str, str | int] = {}
    for key, value in _assigned("--set", "CARD.FIELD=N", numbers).items():
        try:
            overrides[key] = value_of(key, value)
        except BadInput as error:
            raise BadInput(f"--set {key}: {error}") from error
    chosen: dict[str, str | int] = dict(_assigned("--option", "KEY=VALUE", options))
    if variant is None:
        return grognard.load(slug, chosen, overrides)
    return variant_of(slug, variant).loaded(chosen, overrides)


def variant_of(slug: str, folder: Path) -> Variant:
    """Reads the variant in a folder; raises BadInput if it belongs to another game."""
    found = read_variant(folder)
    if found.game != slug:
        raise BadInput(f"--variant {folder}: this is a variant of {found.game}, not of {slug}.")
    return found


def _assigned(flag: str, form: str, texts: Sequence[str] | None) -> dict[str, str]:
    """Splits each text at its equals sign into key and value."""
    found: dict[str, str] = {}
    for text in texts or ():
        key, equals, value = text.partition("=")
        if not (key.strip() and equals and value.strip()):
            raise BadInput(f"{flag} takes {form}, not “{text}”.")
        found[key.strip()] = value.strip()
    return found


def refuse_dashes(command: Any) -> None:
    """Makes a Typer command and its subcommands refuse “-” as the name of a file."""
    for below in getattr(command, "commands", {}).values():
        refuse_dashes(below)
    for parameter in command.params:
        if getattr(parameter.type, "allow_dash", True) is False:
            parameter.callback = _refuse_dash


def _refuse_dash(_context: object, parameter: Any, value: object) -> object:
    if "-" in map(str, value if isinstance(value, (list, tuple)) else [value]):
        flag = parameter.opts[-1] if parameter.opts[-1].startswith("-") else parameter.name.upper()
        raise BadInput(f"{flag} cannot be “-” here. Name a file or a folder.")
    return value


def names_in(listed: str) -> list[str]:
    """Returns the names in a list separated by commas."""
    return [name.strip() for name in listed.split(",")]
