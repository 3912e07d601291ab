"""The command line: one door to everything. Each command reads its words, calls the layer below, and prints.

Typer and Rich are imported only when they are needed; `import grognard` never needs them.
"""

from __future__ import annotations

import csv
import difflib
import os
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import grognard
from grognard.cli_output import (
    error_sentence,
    give_up_output,
    prepare_streams,
    print_json,
    print_markdown,
    progress_bar,
)
from grognard.cli_reading import loaded_game, names_in, refuse_dashes, variant_of
from grognard.kernel.errors import BadInput, GrognardError, NotFound
from grognard.play.differences import differences
from grognard.play.players import DEFAULT_LEVEL, LEVELS, PERSON, Ask
from grognard.registry import for_players

if TYPE_CHECKING:
    import typer

    import grognard.cli_options as shared
    from grognard.bots import Bot
    from grognard.kernel.content.cardfile import CardFact
    from grognard.kernel.content.handbook import Handbook
    from grognard.kernel.game import Game
    from grognard.play.matches import Match
    from grognard.play.session import Session
    from grognard.tui.autosave import Autosave

OK: Final = 0
WRONG: Final = 2
INTERRUPTED: Final = 130
WHO: Final = (
    f"{PERSON} or a level for each seat: {', '.join(LEVELS)}, or perfect, or one in a style (veteran-bold, "
    "marshal-cautious); the last takes the rest."
)
USUAL_SEATS: Final = f"{PERSON},{DEFAULT_LEVEL}"
# The extra that brings a module.
EXTRAS: Final = {
    **dict.fromkeys(
        ("alembic", "itsdangerous", "jinja2", "litestar", "platformdirs", "segno", "sqlalchemy", "uvicorn"), "web"
    ),
    "markdown_it": "print",
    "numpy": "lab",
    "typst": "print",
}
WELCOME: Final = """\
Grognard: card wargames against the computer or with friends. Start here:

  grognard play {game:10} play in this terminal
  grognard rules {game:9} read the rules
  grognard games           see all games
  grognard serve           play in the browser, alone or with friends
  grognard --help          see all that Grognard can do"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status.

    A mistake is one sentence on standard error and status 2; output that cannot be written is one and status 1.
    """
    prepare_streams()
    try:
        status = _answered(arguments)
        sys.stdout.flush()
    except OSError as error:
        return give_up_output(error)
    return status


def _answered(arguments: Sequence[str] | None) -> int:
    try:
        return _run(arguments)
    except GrognardError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        return _complain(f"This command needs {error.name}: pip install 'grognard[{EXTRAS[error.name]}]'")


def _run(arguments: Sequence[str] | None) -> int:
    import typer

    from grognard import cli_options

    globals().update(typer=typer, shared=cli_options)  # Typer reads the annotations of the commands below
    command = typer.main.get_command(_app())
    refuse_dashes(command)
    try:
        status = command(args=arguments, prog_name="grognard", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as stop:
        if isinstance(stop.__context__, OSError):  # Typer and Rich exit when nobody reads the output any more
            raise stop.__context__ from None
        raise
    except typer.TyperException as error:
        return _complain(error.format_message())
    return status if isinstance(status, int) else OK


def _complain(sentence: str) -> int:
    print(error_sentence(sentence), file=sys.stderr)
    return WRONG


def _app() -> typer.Typer:
    from grognard.cli_analysis import analyse
    from grognard.cli_designing import DESIGNING
    from grognard.cli_lab import COMMANDS as MEASURING
    from grognard.cli_lab import LAB
    from grognard.cli_printing import print_game
    from grognard.cli_puzzles import PUZZLES

    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.callback(invoke_without_command=True)(top)
    for name, command in (COMMANDS | MEASURING | {"analyse": analyse, "print": print_game}).items():
        app.command(name)(command)
    _add_group(app, "scenario", "Play scenario files.", {"run": scenario_run})
    _add_group(app, "puzzles", "Positions in which one choice is far better than the rest.", PUZZLES)
    _add_group(app, "lab", "Look closer at bots, and at rules.", LAB | DESIGNING)
    return app


def _add_group(app: typer.Typer, name: str, about: str, commands: Mapping[str, Callable[..., int | None]]) -> None:
    group = typer.Typer(help=about, no_args_is_help=True)
    group.callback()(lambda: None)
    for each, command in commands.items():
        group.command(each)(command)
    app.add_typer(group, name=name)


def top(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    """Card wargames with their rules enforced."""
    if version:
        print(f"grognard {grognard.__version__}")
    elif context.invoked_subcommand is None:
        print(WELCOME.format(game=for_players()[0].meta.slug))


# -- what there is: games, cards, rules ----------------------------------------------------------------------------


def games(as_json: Annotated[bool, typer.Option("--json", help="Print a list of objects.")] = False) -> None:
    """List the games and their house rules.

    Below each rule, for each value: what it means, and what it does to length and balance, as `greedy` plays it.
    """
    specs = for_players()
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins([spec.meta for spec in specs]))
        return
    for spec in specs:
        meta = spec.meta
        beside = " Start here." if meta.first else ""
        print(f"{meta.slug:20}{meta.title}: {meta.subtitle}. {len(meta.seats)} seats.{beside}")
        for option in meta.options:
            values = "|".join(str(value) for value in option.values)
            print(f"    {f'{option.key}={values}':39} {option.label} ({option.clause})")
            effects = spec.measurements.beside(option, "greedy")
            for value in option.values:
                print(f"        {value}: {option.told(value)}: {effects.get(value, 'not measured')}")
        for preset in meta.presets:
            rules = " ".join(f"{key}={value}" for key, value in preset.options.items())
            print(f"    {f'{preset.label}: {rules}':39} {preset.help}")


def cards(
    game: shared.Slug,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="table, csv or json.")] = "table",
    variant: shared.VariantFolder = None,
) -> None:
    """Show a game's card table."""
    facts = loaded_game(game, None, None, variant).cards
    writers = {"table": _print_card_table, "csv": _print_card_csv, "json": _print_card_json}
    if form not in writers:
        raise BadInput(f"There is no format “{form}”. There are: {', '.join(writers)}.")
    if variant is not None and form == "table":
        _tell_variant(game, variant)
    writers[form](facts)


def _tell_variant(slug: str, folder: Path) -> None:
    """A variant's title, what differs from the standard rules, and its notes."""
    found = variant_of(slug, folder)
    loaded = found.loaded({}, {})
    lines = [*differences(loaded), *(f"On paper {card} is called {name}." for card, name in found.names.items())]
    told = "\n".join(f"- {line}" for line in lines) or "Nothing differs from the standard rules."
    print_markdown("\n\n".join([f"# {loaded.title}", told, *([found.notes.strip()] if found.notes.strip() else [])]))


def _card_object(fact: CardFact) -> dict[str, object]:
    return {"deck": fact.deck, "name": fact.name, "copies": fact.copies, **fact.columns, "notes": fact.notes}


def _print_card_json(facts: Sequence[CardFact]) -> None:
    print_json([_card_object(fact) for fact in facts])


def _print_card_csv(facts: Sequence[CardFact]) -> None:
    rows = [_card_object(fact) for fact in facts]
    writer = csv.DictWriter(sys.stdout, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def _print_card_table(facts: Sequence[CardFact]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    rows = [_card_object(fact) for fact in facts]
    table = Table(box=box.SIMPLE_HEAD)
    for column, value in rows[0].items():
        table.add_column(column, justify="right" if isinstance(value, int) else "left")
    for row in rows:
        table.add_row(*(Text("" if value is None else str(value)) for value in row.values()))
    Console().print(table)


def rules(
    game: shared.Slug,
    clause: Annotated[
        str | None, typer.Argument(help="The number of a clause, or what stands before its dot for a whole chapter.")
    ] = None,
    variant: shared.VariantFolder = None,
) -> None:
    """Show a game's handbook, or one clause of it; of a variant, what it changes first."""
    if variant is not None:
        _tell_variant(game, variant)
        print()
    handbook = grognard.load(game).handbook
    print_markdown(handbook.text if clause is None else _clauses(handbook, clause))


def _clauses(handbook: Handbook, wanted: str) -> str:
    """A clause, or all clauses of a chapter; raises NotFound with those near it, or all."""
    known = handbook.clauses
    upper = wanted.upper()
    found = [upper] if upper in known else [id for id in known if id.startswith(f"{upper}.")]
    if not found:
        near = difflib.get_close_matches(upper, known, n=3, cutoff=0.5)
        hint = f"Near it are: {', '.join(near)}." if near else f"There are: {', '.join(known)}."
        raise NotFound(f"There is no clause “{wanted}”. {hint}")
    return "\n\n".join(f"**{id} {known[id].title}.** {known[id].text}" for id in found)


# -- playing and checking games: play, scenario, replay, verify ----------------------------------------------------


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="Its slug; see `grognard games`. Or a saved journal to continue. Without either, the game that "
            "you left last is offered."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option("--seats", metavar="WHO,WHO", help=f"{WHO}  [default: {USUAL_SEATS}; the first turn is yours]"),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Deals the same game again.")] = None,
    option: shared.HouseRules = None,
    variant: shared.VariantFolder = None,
    match: Annotated[
        int | None,
        typer.Option("--match", metavar="N", help="Play the best of N games, the seats changed after each."),
    ] = None,
    ask: Annotated[
        Ask | None,
        typer.Option(
            "--ask", help="Ask at every decision, or only where there is a choice.  [default: useful if alone]"
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line: for screen readers and pipes.")] = False,
) -> int:
    """Play a game in this terminal. It is kept after every action; if you leave it, the next start offers it again."""
    from grognard.bots import bot_for
    from grognard.cli_keeping import continued, kept_by
    from grognard.play.matches import Match
    from grognard.play.session import Session

    if match is not None and match < 1:
        raise BadInput(f"A match has 1 game or more, not {match}.")
    file = None if game is None else Path(os.path.expanduser(game))  # no shell of Windows knows what “~” is
    saved = file if file is not None and file.is_file() else None
    if saved is not None:
        if variant is not None:
            raise BadInput("A saved game has its rules in it: leave out --variant.")
        session = _replayed(saved)
    elif (found := continued(game, seed)) is not None:
        bots = [None if name == PERSON else bot_for(found.session.game, name) for name in found.seats]
        return _at_the_table(found.session, bots, None, found.match, ask, plain, found.autosave)
    elif game is None:
        raise BadInput(f"Name a game: {', '.join(grognard.registered_names())}.")
    else:
        loaded = loaded_game(game, option, None, variant)
        names = _usual_seats(loaded) if seats is None else names_in(seats)
        if not 2 <= len(names) <= loaded.num_players():
            raise BadInput(f"--seats names up to {loaded.num_players()} players, such as {USUAL_SEATS}; not “{seats}”.")
        names += names[-1:] * (loaded.num_players() - len(names))
        for name in names:
            if name != PERSON:
                bot_for(loaded, name)
        session = Session(loaded, secrets.randbits(32) if seed is None else seed, names)
    bots = [None if name == PERSON else bot_for(session.game, name) for name in session.journal.header.seats]
    # A journal does not say of which match it was.
    series = Match(match or (1 if saved else session.game.spec.meta.match))
    return _at_the_table(session, bots, saved, series, ask, plain, kept_by(session.game.slug))


def _at_the_table(
    session: Session, bots: Sequence[Bot | None], saved: Path | None, series: Match, ask: Ask | None, plain: bool,
    autosave: Autosave | None,
) -> int:  # fmt: skip
    """Plays at the table that fills the screen, or line by line; the exit status."""
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
    if parting is None:  # Textual has told what went wrong
        return WRONG
    print(parting)
    return table.return_code or OK


def daily(
    game: shared.Slug,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line: for screen readers and pipes.")] = False,
) -> int:
    """Play today's practice deal of a game (by UTC): the same cards and side for everybody. It counts on no server."""
    from datetime import UTC, datetime

    from grognard.play.daily import day_of, practice_deal, seated

    loaded, today = loaded_game(game, None, None), day_of(datetime.now(UTC))
    deal = practice_deal(loaded, today)
    print(f"Practice deal of {today.day} {today:%B}: it counts on no server.")
    return play(game, ",".join(seated(loaded, deal.seat)), deal.seed, match=1, plain=plain)


def scenario_run(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
) -> int:
    """Play every case of scenario files; say which fail and where, and how many passed."""
    from grognard.scenarios.runner import run_file

    files: list[Path] = []
    for path in paths:
        found = sorted(path.rglob("*.md")) if path.is_dir() else [path]
        if not found:
            raise BadInput(f"{path} holds no scenario files (*.md).")
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

    replay(read_journal(file), grognard.load, print, _next_step if step else None)


def _next_step() -> bool:
    try:
        return input("Enter: go on, q: stop> ").strip().lower() != "q"
    except EOFError:
        return False


def verify(file: Annotated[Path, typer.Argument(help="A journal.")]) -> None:
    """Play a journal again and compare the deal, every action, every checksum and the result."""
    from grognard.play.deal import told
    from grognard.play.journal import Action, Check

    session = _replayed(file)
    entries = session.journal.entries
    actions = sum(isinstance(entry, Action) for entry in entries)
    checks = sum(isinstance(entry, Check) for entry in entries)
    outcome = session.outcome()
    print(f"{file}: {actions} actions and {checks} checksums agree, and the seed is the one promised.")
    print(told(session.journal.header.deal, session.game.seats))
    print(outcome.text if outcome is not None else "The game is not finished.")


def _replayed(file: Path) -> Session:
    from grognard.play.journal import read_journal
    from grognard.play.session import replayed

    return replayed(read_journal(file), grognard.load)


# -- hosting: serve, backup, restore -------------------------------------------------------------------------------


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Where to listen; 0.0.0.0 is everywhere.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="The port.  [default: 8000]")] = None,
    database: shared.Database = None,
    data_dir: shared.DataDir = None,
    lan: Annotated[bool, typer.Option("--lan", help="Let friends in the room join; shows the address.")] = False,
    variant: Annotated[
        list[Path] | None,
        typer.Option("--variant", metavar="FOLDER", help="Offer your own variant of a game; may be repeated."),
    ] = None,
    print_config: Annotated[bool, typer.Option("--print-config", help="Print all settings and stop.")] = False,
) -> None:
    """Serve the tables to browsers. Every setting can be given as GROGNARD_<NAME> in the environment too."""
    from grognard.server.config import read_config
    from grognard.server.serve import lan_address, run

    given: dict[str, object] = {"host": host, "port": port, "database": database, "data_dir": data_dir}
    if variant:
        given["variants"] = os.pathsep.join(map(str, variant))
    if lan:
        given["host"] = host or "0.0.0.0"
    config = read_config(os.environ, given)
    if lan and not config.address:
        given["address"] = f"http://{lan_address()}:{config.port}"
        config = read_config(os.environ, given)
    if print_config:
        print_json(config.redacted())
        return
    run(config)


def backup(
    path: Annotated[Path, typer.Argument(help="A new file, or a folder: there its name tells the time.")],
    keep: Annotated[
        int | None,
        typer.Option("--keep", metavar="N", help="PATH is a folder: delete all backups there but the newest N."),
    ] = None,
    database: shared.Database = None,
    data_dir: shared.DataDir = None,
) -> None:
    """Copy a server's SQLite database and secret to a safe place, also while it runs."""
    from grognard.server.config import read_config
    from grognard.server.jobs.backups import backup

    config = read_config(os.environ, {"database": database, "data_dir": data_dir}, to_serve=False)
    done = backup(config, path, keep)
    print(done.file)
    if config.secret:
        print("GROGNARD_SECRET is not in the backup. Keep a copy of it yourself.", file=sys.stderr)
    elif not done.has_secret:
        print(f"The backup has no secret: there is none at {config.secret_file}.", file=sys.stderr)
        print("If your server has GROGNARD_SECRET, keep a copy of it yourself.", file=sys.stderr)


def restore(
    path: Annotated[Path, typer.Argument(help="A backup.")],
    database: shared.Database = None,
    data_dir: shared.DataDir = None,
) -> None:
    """Put a backup in the place of a server's SQLite database, once every table in it was played again."""
    from grognard.server.config import read_config
    from grognard.server.jobs.backups import restore

    config = read_config(os.environ, {"database": database, "data_dir": data_dir}, to_serve=False)
    done = restore(config, path)
    played = done.tables - done.unplayable
    print(f"Restored {done.tables:,} tables with {done.deeds:,} deeds; {played:,} were played again without a fault.")
    if done.unplayable:
        print(f"Not played: {done.unplayable:,} tables of games or rules that this Grognard does not have.")
    if done.before is not None:
        print(f"The database that was there before is kept in {done.before}.")
    if done.secret_before is not None:
        print(f"The secret that was there before is kept in {done.secret_before}.")
    if config.secret:
        print(
            "Servers use GROGNARD_SECRET, not the secret of the backup. Guests are known again only if it is the same."
        )
    elif done.has_secret:
        print("The secret is back: guests keep their seats.")
    else:
        print("The backup has no secret. Guests keep their seats only if this server has the same secret as before.")


def _usual_seats(game: Game) -> list[str]:
    """A person against the computer, in the seat that begins where the house rules say which that is."""
    names = [DEFAULT_LEVEL] * game.num_players()
    names[game.spec.meta.opening.first(game.options) or 0] = PERSON
    return names


COMMANDS: Final[dict[str, Callable[..., int | None]]] = {
    "games": games,
    "cards": cards,
    "rules": rules,
    "play": play,
    "daily": daily,
    "replay": replay,
    "verify": verify,
    "serve": serve,
    "backup": backup,
    "restore": restore,
}


if __name__ == "__main__":
    sys.exit(main())
