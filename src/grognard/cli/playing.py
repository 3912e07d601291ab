"""The commands that play and check games at this terminal: play, daily, scenario run, replay, verify."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard
import grognard.cli.arguments as shared
from grognard.cli import OK, WRONG
from grognard.cli.arguments import loaded_game, names_in
from grognard.cli.output import progress_bar
from grognard.cli.saved_games import continued, kept_by
from grognard.kernel.errors import BadInput
from grognard.play.players import DEFAULT_LEVEL, LEVELS, PERSON, Ask
from grognard.registry import load_stored

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.kernel.game import Game
    from grognard.play.matches import Match
    from grognard.play.session import Session
    from grognard.tui.autosave import Autosave

WHO: Final = (
    f"{PERSON} or a level for each seat: {', '.join(LEVELS)}, in some games prodigy or perfect, or one in a style "
    "(veteran-bold, marshal-cautious); the last one also takes the remaining seats."
)
EXAMPLE_SEATS: Final = f"{PERSON},{DEFAULT_LEVEL}"


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game's slug (see `grognard games`), or a saved journal to continue. Without either, you can "
            "continue your last game."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="WHO,WHO", help=f"{WHO}  [default: you, against the game's first opponent]"),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Deal the same game again.")] = None,
    option: shared.HouseRules = None,
    variant: shared.VariantFolder = None,
    match: Annotated[
        int | None,
        typer.Option("--match", metavar="N", help="Play a best-of-N match, swapping seats after each game."),
    ] = None,
    ask: Annotated[
        Ask | None,
        typer.Option(
            "--ask", help="Ask at every decision, or only if there is a choice.  [default: useful if you play alone]"
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line: for screen readers and pipes.")] = False,
) -> int:
    """Play a game in this terminal. It is saved after every action, so you can leave and continue later."""
    from grognard.bots import bot_for
    from grognard.play.matches import Match
    from grognard.play.session import Session

    if match is not None and match < 1:
        raise BadInput(f"--match should be 1 or more, not {match}.")
    file = None if game is None else Path(os.path.expanduser(game))  # Windows shells do not expand “~”
    saved = file if file is not None and file.is_file() else None
    if saved is not None:
        if variant is not None:
            raise BadInput("A saved game already has its rules. Leave out --variant.")
        session = _replayed(saved)
    elif (found := continued(game, seed)) is not None:
        bots = [None if name == PERSON else bot_for(found.session.game, name) for name in found.seats]
        return _at_the_table(found.session, bots, None, found.match, ask, plain, found.autosave)
    elif game is None:
        raise BadInput(f"Name a game: {', '.join(grognard.registered_names())}.")
    else:
        loaded = loaded_game(game, option, None, variant)
        if seats is None and not option and variant is None:
            loaded = grognard.load(game, loaded.spec.meta.first_options)
        names = _first_seats(loaded) if seats is None else names_in(seats)
        if not 2 <= len(names) <= loaded.num_players():
            raise BadInput(
                f"--seats names up to {loaded.num_players()} players, such as {EXAMPLE_SEATS}. It can't be “{seats}”."
            )
        names += names[-1:] * (loaded.num_players() - len(names))
        for name in names:
            if name != PERSON:
                bot_for(loaded, name)
        session = Session(loaded, secrets.randbits(32) if seed is None else seed, names)
    bots = [None if name == PERSON else bot_for(session.game, name) for name in session.journal.header.seats]
    # A journal does not say which match it belonged to.
    series = Match(match or (1 if saved else session.game.spec.meta.match))
    return _at_the_table(session, bots, saved, series, ask, plain, kept_by(session.game.slug))


def _first_seats(game: Game) -> list[str]:
    """Seats a person against the game's first opponent, and says who that is and how to choose another."""
    from grognard.art.persons import person_of
    from grognard.bots import first_opponent, in_words

    meta, bot = game.spec.meta, first_opponent(game)
    others = [DEFAULT_LEVEL] * game.num_players()
    names = [bot] * game.num_players()
    changed = {option.key: value for option, value in game.changed_rules}
    seat = meta.first_seat if changed == dict(meta.first_options) else meta.opening.first(game.options) or 0
    names[seat] = others[seat] = PERSON
    person = person_of(meta, bot)
    called = in_words(bot) if person is None else f"{person.called} ({in_words(bot)})"
    print(f"You play {game.seats[seat]} against {called}.", end=" ")
    preset = next((one for one in meta.presets if dict(one.options) == changed), None)
    if preset is None:
        print(f"To choose another opponent, add `--seats {','.join(others)}`.")
    else:
        print(f"{preset.label}: {preset.help}")
        print(f"Standard rules, another opponent: `grognard play {game.slug} --seats {','.join(others)}`.")
    return names


def _at_the_table(
    session: Session, bots: Sequence[Bot | None], saved: Path | None, series: Match, ask: Ask | None, plain: bool,
    autosave: Autosave | None,
) -> int:  # fmt: skip
    """Plays at the full-screen table or line by line. Returns the exit status."""
    from grognard.tui.plain import PlainTable
    from grognard.tui.terminal import obstacle

    hindrance = None if plain else obstacle()
    if hindrance is not None:
        print(hindrance, file=sys.stderr)
    with closing(autosave) if autosave is not None else nullcontext():
        if plain or hindrance is not None:
            PlainTable(session, bots, input, print, series, ask, autosave).run()
            return OK
        from grognard.tui.screen import ScreenTable

        table = ScreenTable(session, bots, file=saved, match=series, ask=ask, autosave=autosave)
        parting = table.run()
    if parting is None:  # Textual has already reported the error
        return WRONG
    print(parting)
    return table.return_code or OK


def daily(
    game: shared.Slug,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line: for screen readers and pipes.")] = False,
) -> int:
    """Play today's practice deal (UTC): the same cards and side for everyone. It does not count on any server."""
    from datetime import UTC, datetime

    from grognard.play.daily import day_of, practice_deal, seated

    loaded, today = loaded_game(game, None, None), day_of(datetime.now(UTC))
    deal = practice_deal(loaded, today)
    print(f"Practice deal of {today.day} {today:%B}: it does not count on any server.")
    return play(game, ",".join(seated(loaded, deal.seat)), deal.seed, match=1, plain=plain)


def scenario_run(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
) -> int:
    """Run every case in scenario files, and list the failures and their places."""
    from grognard.scenarios.runner import run_file

    files: list[Path] = []
    for path in paths:
        found = sorted(path.rglob("*.md")) if path.is_dir() else [path]
        if not found:
            raise BadInput(f"{path} has no scenario files (*.md).")
        files += found
    passed = failed = 0
    with progress_bar("scenarios", shown=True) as progress:
        for number, file in enumerate(files, start=1):
            for error in run_file(file, grognard.load):
                if error is None:
                    passed += 1
                else:
                    failed += 1
                    print(f"FAILED {error}\n", file=sys.stderr)
            if progress is not None:
                progress(number, len(files))
    print(f"{passed} passed, {failed} failed")
    return WRONG if failed else OK


def replay(
    file: Annotated[Path, typer.Argument(help="A journal.")],
    step: Annotated[bool, typer.Option("--step", help="Show the table and wait after each action.")] = False,
) -> None:
    """Show a recorded game from the first card to the last."""
    from grognard.play.journal import read_journal
    from grognard.tui.replay import replay

    replay(read_journal(file), load_stored, print, _next_step if step else None)


def _next_step() -> bool:
    try:
        return input("Enter: continue, q: stop> ").strip().lower() != "q"
    except EOFError:
        return False


def verify(file: Annotated[Path, typer.Argument(help="A journal.")]) -> None:
    """Replay a journal and check the deal, every action, every checksum and the result."""
    from grognard.play.deal import told
    from grognard.play.journal import Action, Check

    session = _replayed(file)
    entries = session.journal.entries
    actions = sum(isinstance(entry, Action) for entry in entries)
    checks = sum(isinstance(entry, Check) for entry in entries)
    outcome = session.outcome()
    print(f"{file}: {actions} actions and {checks} checksums agree, and the seed matches its promise.")
    print(told(session.journal.header.deal, session.game.seats))
    print(outcome.text if outcome is not None else "The game is not finished.")


def _replayed(file: Path) -> Session:
    from grognard.play.journal import read_journal
    from grognard.play.session import replayed

    return replayed(read_journal(file), load_stored)


COMMANDS: Final[dict[str, Callable[..., int | None]]] = {
    "play": play,
    "daily": daily,
    "replay": replay,
    "verify": verify,
}
SCENARIO: Final[dict[str, Callable[..., int]]] = {"run": scenario_run}
