"""The puzzle commands: list them, try one in the terminal, and find more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard.cli.arguments as shared
from grognard.cli.arguments import loaded_game
from grognard.cli.output import print_rows, progress_bar, write
from grognard.kernel.content.fields import as_number
from grognard.kernel.errors import BadInput
from grognard.kernel.files import read_text

if TYPE_CHECKING:
    from grognard.bots.puzzles import Puzzle


def find(
    game: shared.Slug,
    output: Annotated[
        Path, typer.Option("--output", metavar="FILE", help="The file to add to. Older puzzles are judged again.")
    ],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Maximum number of games to play.")] = 100,
    want: Annotated[int, typer.Option("--want", metavar="N", min=1, help="Stop once the file has N puzzles.")] = 20,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Explain the file's puzzles again and drop those that can't be explained. Find no more."
        ),
    ] = False,
) -> None:
    """Find puzzles in games between bots: positions where one choice is far better and greedy misses it."""
    from grognard.bots.puzzles import from_lines
    from grognard.lab.puzzles import judged_again, search

    loaded = loaded_game(game, None, None)
    try:
        had = from_lines(read_text(output).splitlines(), str(output)) if output.exists() else []
    except ValueError as error:
        raise BadInput(f"{output} is not a file of puzzles: {error}.") from error
    if explain:
        _explain(game, output, had)
        return
    first = max((one.number + 1 for one in had), default=0)
    found = [one for one in (judged_again(game, each) for each in had) if one is not None]
    kept = len(found)
    if found != had:
        _save(output, found)
    with progress_bar("games", shown=True) as progress:
        for one in search(loaded, first, games, max(0, want - kept), seed, progress):
            found.append(one)
            _save(output, found)
    print(f"{loaded.spec.meta.title}: {len(found) - kept} found, {len(found)} in {output}.")
    if dropped := len(had) - kept:
        print(f"{dropped} dropped: greedy now solves them, or the solution is no longer clearly the best.")


def _explain(game: str, output: Path, had: Sequence[Puzzle]) -> None:
    """Explains the puzzles of a file again."""
    from grognard.lab.puzzles import explained_again

    found = []
    with progress_bar("puzzles", shown=True) as progress:
        for number, one in enumerate(had, start=1):
            again = explained_again(game, one)
            if again is not None:
                found.append(again)
            if progress is not None:
                progress(number, len(had))
    _save(output, found)
    print(f"{len(found)} puzzles explained in {output}.")
    if dropped := len(had) - len(found):
        print(f"{dropped} dropped: nothing that follows explains the solution.")


def _save(output: Path, found: Sequence[Puzzle]) -> None:
    """Writes the puzzles to a file, the easiest first."""
    from grognard.bots.puzzles import to_line

    write(output, "".join(f"{to_line(one)}\n" for one in sorted(found, key=lambda each: each.place)))


def listed(game: shared.Slug) -> None:
    """List the puzzles that come with a game, the easiest first."""
    from grognard.bots.puzzles import finders, puzzles

    title = loaded_game(game, None, None).spec.meta.title
    if not puzzles(game):
        raise BadInput(f"{title} has no puzzles yet. Find some with `grognard puzzles find {game}`.")
    print("Puzzle: cost of the second-best choice, cost of greedy's choice, difficulty, and levels that find it.")
    rows = []
    for number, one in enumerate(puzzles(game), start=1):
        behind = f"{one.behind:4.0%} ± {one.error:.1%}   {one.greedy_behind:4.0%}"
        rows.append((f"{number}", f"{behind}   {one.difficulty:<6}   {', '.join(finders(one)) or 'no level'}"))
    print_rows(rows)


def play(
    game: shared.Slug,
    number: Annotated[int, typer.Argument(metavar="[N]", help="The puzzle's number in the list.")] = 1,
) -> None:
    """Try a puzzle in this terminal."""
    from grognard.bots.puzzles import puzzle

    loaded_game(game, None, None)
    _try(game, puzzle(game, number), number)


def _try(game: str, asked: Puzzle, number: int) -> None:
    from grognard.bots.puzzles import HOW_FOUND, odds_text, position, verdict_text
    from grognard.tui.plain import table_lines
    from grognard.tui.words import choice

    session = position(game, asked)
    view = session.view(asked.seat)
    labels = {action.notation: action.label for action in view.actions}
    print(
        f"{view.title}, puzzle {number}. Your side: {view.seats[asked.seat]}. "
        "One choice is far better than the rest: find it."
    )
    for line in table_lines(view):
        print(line)
    print(view.prompt.text)
    for place, action in enumerate(view.actions, start=1):
        print(f"  {place}. {choice(action)}")
    while True:
        try:
            line = input("A number, “show” or “quit”> ").strip().lower()
        except EOFError:
            print()
            return
        if line in ("quit", "q"):
            return
        chosen = as_number(line)
        if line != "show" and (chosen is None or not 1 <= chosen <= len(view.actions)):
            print(f"Type a number from 1 to {len(view.actions)}, “show” or “quit”.")
            continue
        chose = "" if chosen is None else view.actions[chosen - 1].notation
        known = chose in ("", asked.solution)
        print(verdict_text(asked, labels, chose, known))
        if known and asked.why:
            print(f"{asked.why} {HOW_FOUND}")
        print(odds_text(asked, labels, chose, known, "{:.0%}".format))
        if known:
            return


PUZZLES: Final[dict[str, Callable[..., int | None]]] = {"find": find, "list": listed, "play": play}
