"""The command `grognard game record`, which writes the files of a game that a program can work out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

import grognard.cli.arguments as shared
from grognard.cli.arguments import loaded_game, names_in
from grognard.cli.output import print_rows, print_written, progress_bar, write
from grognard.kernel.content.wording import plural
from grognard.kernel.errors import BadInput, NotFound

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.lab.effort import Effort

DECISIONS: Final = 100
ITERATIONS: Final = 20_000
PUZZLES: Final = 20
PUZZLE_GAMES: Final = 100
LONG: Final = 300  # seconds


class _Task(NamedTuple):
    """A game, its two folders, and what is asked for."""

    game: Game
    source: Path
    tests: Path
    games: int
    iterations: int
    jobs: int


class _Part(NamedTuple):
    """A file that is to be written: what it says, about how many seconds it takes, and what writes it."""

    file: Path
    about: str
    seconds: float
    make: Callable[[], None]


def record(
    game: shared.Slug,
    only: Annotated[
        str, typer.Option("--only", metavar="A,B", help="Only these: records, golden, measured, decisions, puzzles.")
    ] = "",
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", min=0, help="Games for each row of measured.csv. Rows with fewer are played again."
        ),
    ] = 0,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", min=1, help="Iterations of the search that judges decisions.")
    ] = ITERATIONS,
    jobs: shared.Jobs = 1,
) -> None:
    """Write the files of a game that can be worked out: what must not change, and what was measured.

    records.json and golden.txt are always made again. The other files take long, so they are only completed: delete
    one to make it again from the start. If you stop, run the command again to continue.
    """
    from grognard.lab.bench import is_compiled
    from grognard.lab.effort import about, effort
    from grognard.lab.game_folders import folder_of_tests, is_own, source_folder
    from grognard.lab.processes import must_be_jobs

    must_be_jobs(jobs)
    chosen = names_in(only) if only else list(PARTS)
    for name in chosen:
        if name not in PARTS:
            raise BadInput(f"--only has no “{name}”. Choose from: {', '.join(PARTS)}.")
    loaded = loaded_game(game, None, None)
    task = _Task(loaded, source_folder(game), folder_of_tests(game), games, iterations, jobs)
    speed = effort(loaded)
    parts = [part for name in PARTS if name in chosen for part in PARTS[name](task, speed)]
    if parts:
        print_rows([(part.file.name, f"{part.about}: {about(part.seconds)}") for part in parts])
    if is_own(game) and not is_compiled() and sum(part.seconds for part in parts) > LONG:
        print("In plain Python, this takes long. With `grognard game compile` first, it is about 50 times faster.")
    for part in parts:
        part.make()


def _records(task: _Task, _speed: Effort) -> Sequence[_Part]:
    from grognard.lab.game_folders import RECORDS
    from grognard.lab.game_records import new_records, read_records, written

    file = task.tests / RECORDS

    def make() -> None:
        had = read_records(task.tests)
        records = new_records(task.game.slug, had.golden if had is not None else None)
        _write(file, written(records))

    return [_Part(file, "random games, games between bots, and layouts", 0, make)]


def _golden(task: _Task, speed: Effort) -> Sequence[_Part]:
    from grognard.cli.golden import SEEDS, chosen, playthrough
    from grognard.lab.game_folders import GOLDEN, RECORDS
    from grognard.lab.game_records import new_records, read_records, with_golden, written

    slug = task.game.slug
    had = read_records(task.tests)
    known = had.golden if had is not None else None
    file = task.tests / GOLDEN

    def make() -> None:
        golden = known if known is not None else chosen(slug)
        records = read_records(task.tests) or new_records(slug)
        _write(task.tests / RECORDS, written(with_golden(records, golden)))
        _write(file, playthrough(slug, golden))

    seconds = 0.0 if known is not None else len(SEEDS) * speed.game
    return [_Part(file, "a game to read, in words", seconds, make)]


def _measured(task: _Task, speed: Effort) -> Sequence[_Part]:
    from grognard.kernel.content.measured import FILE, read_measurements
    from grognard.lab.measuring import measured, missing

    game, file = task.game, task.source / FILE
    measurements = read_measurements(task.source)
    setups = missing(game.spec, measurements, task.games)
    if not setups:
        _print_complete(file, "every row is there")
        return ()

    def make() -> None:
        for number, setup in enumerate(setups, start=1):
            with progress_bar(f"games (row {number} of {len(setups)})", shown=True) as progress:
                measurements.add(measured(game.slug, setup, task.jobs, progress))
            write(file, measurements.write())
        print_written(file)

    about = f"{len(setups)} {plural(len(setups), 'row')} of games under house rules"
    return [_Part(file, about, speed.of_rows(setups, game.measure.veteran, task.jobs), make)]


def _decisions(task: _Task, speed: Effort) -> Sequence[_Part]:
    from grognard.bots.policy import is_solved
    from grognard.lab.regret import FILE, found, text

    game, file = task.game, task.source / FILE
    if is_solved(game):
        _print_complete(file, "not needed, as the game is solved")
        return ()
    if file.exists() and _is_kept(game):
        _print_complete(file, "made for these rules")
        return ()

    def make() -> None:
        with progress_bar("decisions", shown=True) as progress:
            decisions = found(game, DECISIONS, task.iterations, 0, task.jobs, progress)
        _write(file, text(game, task.iterations, decisions))

    about = f"{DECISIONS} decisions, judged by {task.iterations:,} iterations"
    return [_Part(file, about, speed.of_decisions(DECISIONS, task.iterations, task.jobs), make)]


def _is_kept(game: Game) -> bool:
    """Says whether the game has decisions for its rules."""
    from grognard.lab.regret import kept

    try:
        kept(game)
    except NotFound:
        return False
    return True


def _puzzles(task: _Task, speed: Effort) -> Sequence[_Part]:
    from grognard.bots.puzzles import FILE, puzzles
    from grognard.cli.puzzles import find

    slug, file = task.game.slug, task.source / FILE
    had = len(puzzles(slug)) if file.exists() else 0
    if had:
        _print_complete(file, f"{had} {plural(had, 'puzzle')} for these rules")
        return ()

    def make() -> None:
        find(slug, file, PUZZLE_GAMES, PUZZLES)

    about = f"up to {PUZZLES} puzzles, from up to {PUZZLE_GAMES} games"
    return [_Part(file, about, speed.of_puzzles(PUZZLE_GAMES, task.game.measure.pace), make)]


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write(file, text)
    print_written(file)


def _print_complete(file: Path, why: str) -> None:
    print(f"{file.name} stays as it is: {why}.")


PARTS: Final[dict[str, Callable[[_Task, Effort], Sequence[_Part]]]] = {
    "records": _records,
    "golden": _golden,
    "measured": _measured,
    "decisions": _decisions,
    "puzzles": _puzzles,
}
