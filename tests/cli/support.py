"""All commands of the command line, found through its Typer app, and how tests run them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from grognard import cli, cli_options

Command = tuple[str, ...]


def commands() -> dict[Command, Any]:
    """Returns every command by its words, such as ("lab", "report")."""
    vars(cli).update(typer=typer, shared=cli_options)  # as the command line does before it builds the app
    return dict(_below((), typer.main.get_command(cli._app())))


def _below(words: Command, group: Any) -> Iterator[tuple[Command, Any]]:
    if not hasattr(group, "commands"):
        yield words, group
        return
    for name, command in group.commands.items():
        yield from _below((*words, name), command)


def path_parameters() -> list[tuple[Command, str]]:
    """Returns each command and parameter that takes a path."""
    return [
        (words, parameter.name)
        for words, command in commands().items()
        for parameter in command.params
        if type(parameter.type).__name__ == "TyperPath"
    ]
