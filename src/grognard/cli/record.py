"""The command `grognard record`, which counts the games finished at this terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard
from grognard.cli.arguments import loaded_game
from grognard.cli.output import print_rows
from grognard.cli.saved_games import short_path, wanted
from grognard.kernel.content.wording import listed, plural
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.game import Meta
    from grognard.tui.finished_games import FinishedGame

MIXED: Final = "several opponents"
ENDED: Final = {"won": "you won", "drawn": "a draw", "lost": "you lost"}


def record(
    game: Annotated[str | None, typer.Argument(help="Only this game (see `grognard games`).")] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Delete all games that the record counts.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --forget: don't ask.")] = False,
) -> None:
    """Show how you have done against the computer at this terminal."""
    from grognard.tui.finished_games import finished_games
    from grognard.tui.finished_games import forget as forget_games

    if yes and not forget:
        raise BadInput("--yes goes with --forget.")
    if forget:
        if game is not None:
            raise BadInput("--forget deletes the games of all kinds. Leave out the game.")
        if yes or wanted("Delete all finished games at this terminal? yes/no> ", usual=False):
            print(f"{_games(forget_games())} deleted.")
        return
    if game is not None:
        loaded_game(game, None, None)
    found = finished_games(game, lambda sentence: print(sentence, file=sys.stderr))
    if not found:
        print(f"Nothing here yet. Play a game: `grognard play {game or grognard.registered_names()[0]}`.")
        return
    slugs = dict.fromkeys(one.journal.header.game for one in reversed(found))
    for number, slug in enumerate(slugs):
        if number:
            print()
        _show(slug, [one for one in found if one.journal.header.game == slug])


def _show(slug: str, games: Sequence[FinishedGame]) -> None:
    """Prints the record in one game."""
    from grognard.bots import LEVELS, PERFECT, PRODIGY
    from grognard.play.results import results

    meta = grognard.load(slug).spec.meta
    found = results([(_opponent(one), one.result) for one in games], (*LEVELS, PRODIGY, PERFECT))
    won = sum(tally["won"] for tally in found.tallies.values())
    print(f"{meta.title}: won {won} of {_games(len(games))}")
    print_rows([(f"  {_called(meta, name)}", _told(tally)) for name, tally in found.tallies.items()])
    if found.beaten:
        print(f"  Strongest opponent beaten: {_called(meta, found.beaten)}.")
    if found.best:
        print(f"  Winning streak: {found.streak} now, {found.best} at best.")
    last = games[-1]
    print(f"  Last game: {last.ended.day} {last.ended:%B %Y}, {ENDED[last.result]}. What decided it:")
    print(f"  grognard analyze {short_path(last.file)}")


def _games(number: int) -> str:
    return f"{number} {plural(number, 'game')}"


def _opponent(one: FinishedGame) -> str:
    """Returns the level of the other side's bots."""
    from grognard.bots import level_of

    levels = {level_of(bot) for bot in one.against}
    return levels.pop() if len(levels) == 1 else MIXED


def _called(meta: Meta, level: str) -> str:
    """Returns a level with the person who plays it: “Sergeant Duval (greedy)”."""
    from grognard.art.persons import person_of
    from grognard.bots import in_words

    person = person_of(meta, level)
    return level if person is None else f"{person.called} ({in_words(level)})"


def _told(tally: Counter[str]) -> str:
    return listed([f"{tally[result]} {result}" for result in ("won", "drawn", "lost") if tally[result]])
