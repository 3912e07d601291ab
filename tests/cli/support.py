"""All commands of the command line, found through its Typer app, and how tests run them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.cli.app import command

Command = tuple[str, ...]


def commands() -> dict[Command, Any]:
    """Returns every command that help lists, by its words, such as ("lab", "report")."""
    return dict(_below((), command()))


def _below(words: Command, group: Any) -> Iterator[tuple[Command, Any]]:
    if not hasattr(group, "commands"):
        yield words, group
        return
    for name, below in group.commands.items():
        if not below.hidden:
            yield from _below((*words, name), below)


def path_parameters() -> list[tuple[Command, str]]:
    """Returns each command and parameter that takes a path."""
    return [
        (words, parameter.name)
        for words, each in commands().items()
        for parameter in each.params
        if type(parameter.type).__name__ == "TyperPath"
    ]
