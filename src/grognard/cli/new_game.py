"""The command that begins a game of your own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from grognard.new_game import write_game


def new_game(
    slug: Annotated[str, typer.Argument(help="The short name of the game, such as “the-ford”.")],
    folder: Annotated[
        Path | None, typer.Option("--in", help="The folder for your games; by default the one in GROGNARD_GAMES.")
    ] = None,
    title: Annotated[str, typer.Option(help="The title; by default the short name in words.")] = "",
    letters: Annotated[str, typer.Option(help="The letters that begin its clauses, such as FO.")] = "",
) -> None:
    """Write a small game that runs into a folder of your own, for you to change."""
    named = [name for name in os.environ.get("GROGNARD_GAMES", "").split(os.pathsep) if name]
    games = folder or (Path(named[0]) if named else Path("games"))
    games.mkdir(parents=True, exist_ok=True)
    game = write_game(slug, games, title, letters)
    print(f"Your game is in {game}. It is a small one that works: change it step by step.")
    if str(games) not in named:
        print(f"First, tell Grognard where your games are: export GROGNARD_GAMES={games.resolve()}")
    print(f"Play it:           grognard play {slug}")
    print(f"See what is next:  grognard game check {slug}")
    print("How to go on:      docs/adding-a-game.md")
