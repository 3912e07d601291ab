"""All commands, by name and group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final

import typer

import grognard
from grognard.cli import benchmarks, catalog, hosting, lab, measuring, playing, puzzles
from grognard.cli.analyze import analyze
from grognard.cli.arguments import refuse_dashes
from grognard.cli.game_check import game_check
from grognard.cli.game_compile import compile_own
from grognard.cli.game_looks import looks as game_looks
from grognard.cli.game_record import record as game_record
from grognard.cli.guiding import guide
from grognard.cli.new_game import new_game
from grognard.cli.paper import print_game
from grognard.cli.record import record
from grognard.registry import for_players

WELCOME: Final = """\
Grognard: card wargames against the computer or with friends. Start here:

  grognard play {game:10} play in this terminal
  grognard rules {game:9} read the rules
  grognard games           see all games
  grognard serve           play in the browser, alone or with friends
  grognard --help          see everything Grognard can do"""

Commands = Mapping[str, Callable[..., int | None]]
COMMANDS: Final[Commands] = {
    **catalog.COMMANDS,
    "guide": guide,
    **playing.COMMANDS,
    "record": record,
    **hosting.COMMANDS,
    **measuring.COMMANDS,
    **benchmarks.COMMANDS,
    "analyze": analyze,
    "print": print_game,
    "new-game": new_game,
}
GAME: Final[Commands] = {"check": game_check, "record": game_record, "looks": game_looks, "compile": compile_own}
# Older names that still work but that the help does not list.
ALIASES: Final[Commands] = {"analyse": analyze}


def command() -> Any:
    """Returns the command `grognard` with all its subcommands."""
    found = typer.main.get_command(_app())
    refuse_dashes(found)
    return found


def _app() -> typer.Typer:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(top)
    for name, each in COMMANDS.items():
        app.command(name)(each)
    for name, each in ALIASES.items():
        app.command(name, hidden=True)(each)
    _add_group(app, "scenario", "Play scenario files.", playing.SCENARIO)
    _add_group(app, "puzzles", "Positions in which one choice is far better than the rest.", puzzles.PUZZLES)
    _add_group(app, "lab", "Study bots and rules.", lab.LAB)
    _add_group(app, "game", "Build a game of your own.", GAME)
    return app


def _add_group(app: typer.Typer, name: str, about: str, commands: Commands) -> None:
    group = typer.Typer(help=about, no_args_is_help=True)
    group.callback()(lambda: None)
    for each, function in commands.items():
        group.command(each)(function)
    app.add_typer(group, name=name)


def top(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Card wargames against the computer or with friends."""
    if version:
        print(f"grognard {grognard.__version__}")
    elif context.invoked_subcommand is None:
        print(WELCOME.format(game=for_players()[0].meta.slug))
