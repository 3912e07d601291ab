"""The commands of `grognard lab`: reports on games, the effect of rules, and the strength of bots."""

from __future__ import annotations

import math
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard.cli.arguments as shared
from grognard.builds import cache_folder
from grognard.cli.arguments import loaded_game, names_in
from grognard.cli.exploiting import exploit
from grognard.cli.output import print_json, print_written, progress_bar, write
from grognard.kernel.content.wording import counted
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.lab.parameters import Parameter, Setting
    from grognard.lab.recording import GameRow, Pace
    from grognard.lab.regret import Regret
    from grognard.lab.report.building import Report
    from grognard.lab.report.sections import Page
    from grognard.lab.simulate import Progress
    from grognard.lab.sweep import Play, Sweep

GAMES: Final = 200  # for each house rule: enough to show a rule that changes one game in twenty
FORMATS: Final = ("html", "md", "json", "parquet")
BACKENDS: Final = ("loky", "ray")

Games = Annotated[int, typer.Option("--games", metavar="N", help="Number of games of each kind.")]
Measured = Annotated[
    str, typer.Option("--measure", metavar="NAME", help="first, share, length, decisions, draws or card.")
]
Counted = Annotated[str, typer.Option("--card", metavar="CARD", help="The card that --measure card counts.")]
Level = Annotated[str, typer.Option("--level", metavar="BOT", help=f"The bot that plays. {shared.A_BOT}")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")]
Cache = Annotated[Path | None, typer.Option("--cache", metavar="DIR", help="The folder where played games are kept.")]
Backend = Annotated[
    str, typer.Option("--backend", metavar="NAME", help="The joblib backend: loky, or ray for many machines.")
]
Ending = Annotated[
    str, typer.Option("--format", metavar="FORMAT", help="html, md or json; by default the ending of --out, or md.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", allow_dash=True, help="The file to write; - is standard output."),
]


def report(
    context: typer.Context,
    game: shared.Slug,
    games: Games = 1000,
    levels: Annotated[
        str, typer.Option("--levels", metavar="A,B", help=f"From weak to strong. {shared.A_BOT}")
    ] = "random,greedy",
    restrict: Annotated[
        list[str] | None,
        typer.Option(
            "--restrict", metavar="CARD", help="Also try games in which nobody may play this card; may be repeated."
        ),
    ] = None,
    rule_games: Annotated[
        int, typer.Option("--rule-games", metavar="N", help="Maximum number of games for each house rule; 0 for none.")
    ] = GAMES,
    seed: Seed = 0,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="html, md, json or parquet.")] = "html",
    out: Out = None,
    cache: Cache = None,
    backend: Backend = "loky",
    source: Annotated[
        Path | None,
        typer.Option("--from", metavar="DIR", help="Report on journals of finished games instead of bot games."),
    ] = None,
) -> None:
    """Report whether a game is fair, how long it is, whether skill matters, and which cards are strong."""
    from grognard.lab.recording import Pace, needs_libraries, planned, record
    from grognard.lab.report.building import build
    from grognard.lab.report.page import page_of
    from grognard.registry import load

    _must_be_written(form, FORMATS, out)
    needs_libraries()
    if source is not None:
        _must_fit_journals(context, form)
        loaded = loaded_game(game, option, number, variant)
        words = ["grognard", "lab", "report", game, "--from", str(source), *_flag("--variant", variant)]
        command = shlex.join([*words, *_rules(option, number)])
        over = _of_journals(loaded, source, jobs, command)
        _give(_text(page_of(loaded, over), over, form), out)
        return
    _ready(backend, jobs)
    if rule_games < 0:
        raise BadInput("--rule-games should be 0 or more.")
    loaded, names = loaded_game(game, option, number, variant), names_in(levels)
    if len(set(names)) < len(names):
        raise BadInput("Name each level once.")
    plays: dict[tuple[str, str], list[GameRow]] = {}  # by the bots, and the house rule tried
    folder, pace = cache or cache_folder("lab"), Pace()
    for card in restrict or ():
        planned(loaded, names[-1:] * 2, seed, card)
    with progress_bar("games", shown=True) as progress:

        def recorded(a: str, b: str, banned: str) -> list[GameRow]:
            plan = planned(loaded, (a, b), seed, banned)
            with pace.timing(plan, games, folder):
                rows = record(plan, games, folder, jobs, progress, backend)
            plays[f"{a} {b}" + (f" without {banned}" if banned else ""), ""] = rows
            return rows

        def tried(other: Game) -> list[GameRow]:
            told = " ".join(f"{rule.key}={value}" for rule, value in other.changed_rules)
            rows = record(planned(other, names[-1:] * 2, seed), min(games, rule_games), folder, jobs, progress, backend)
            if other.options != loaded.options:
                plays[f"{names[-1]} {names[-1]}", told or "the standard rules"] = rows
            return rows

        def standard() -> list[GameRow]:
            seats = {"seats": loaded.options["seats"]} if "seats" in loaded.options else {}
            plan = planned(load(game, seats), names[-1:] * 2, seed)
            with pace.timing(plan, games, folder):
                rows = record(plan, games, folder, jobs, progress, backend)
            plays[f"{names[-1]} {names[-1]}", "the standard game"] = rows
            return rows

        more = ["--levels", levels, "--rule-games", str(rule_games), *_flag("--variant", variant)]
        command = _command("report", game, games, seed, more, option, number, restrict)
        trying = tried if rule_games else None
        found = build(loaded, names, recorded, restrict or (), trying, standard, command, games, seed)
    content = _parquet(plays) if form == "parquet" else _text(page_of(loaded, found), found, form)
    _give(content, out)
    _tell_more_games(found, pace)


def _tell_more_games(found: Report, pace: Pace) -> None:
    """Says on standard error how long the further games would take that the report speaks of."""
    from grognard.lab.report.answers import more_games

    more = more_games(found.levels[-1])
    if more and (minutes := pace.minutes(more / found.games)) is not None:
        told = "less than a minute" if minutes < 1 else f"about {counted(round(minutes), 'minute')}"
        print(f"{more:,} more games would take {told} on this computer.", file=sys.stderr)


def _must_fit_journals(context: typer.Context, form: str) -> None:
    """Raises BadInput for flags about bot games, and for Parquet: neither works with journals."""
    for name in ("games", "levels", "restrict", "rule_games", "seed", "cache", "backend"):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise BadInput(f"--{name.replace('_', '-')} is for games between bots. Leave it out with --from.")
    if form == "parquet":
        raise BadInput("parquet is only for games between bots. With --from, choose html, md or json.")


def _of_journals(loaded: Game, folder: Path, jobs: int, command: str) -> Report:
    """Returns the report on the journals in a folder. Also prints the journals left out on standard error."""
    from grognard.lab.journals import left_out_text, read_folder
    from grognard.lab.report.finished import report_of

    with progress_bar("journals", shown=True) as progress:
        groups, left_out = read_folder(loaded, folder, jobs, progress)
    if not groups:
        raise BadInput(f"{folder} has no finished game of {loaded.title} under these rules. {left_out_text(left_out)}")
    print(left_out_text(left_out), file=sys.stderr)
    return report_of(loaded, groups, left_out_text(left_out) if left_out else "", command)


def _text(page: Page, found: object, form: str) -> str:
    """Returns the results as JSON, or the page about them."""
    import msgspec

    from grognard.lab.report.render import html, markdown

    if form == "json":
        return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"
    return html(page) if form == "html" else markdown(page)


def _parquet(plays: Mapping[tuple[str, str], list[GameRow]]) -> bytes:
    """Returns a Parquet file with a row for each game. Values other than numbers and words are JSON."""
    import msgspec

    rows = []
    for (bots, rules), games in plays.items():
        for row in games:
            plain = msgspec.to_builtins(row)
            for key in ("drawn", "chosen", "played", "luck", "windows", "choices", "actions"):
                plain[key] = msgspec.json.encode(plain[key]).decode()
            rows.append({"bots": bots, "tried": rules, **plain})
    return _parquet_of(rows)


def _parquet_of(rows: Sequence[dict[str, object]]) -> bytes:
    import io

    import polars

    file = io.BytesIO()
    polars.DataFrame(rows, infer_schema_length=None).write_parquet(file)
    return file.getvalue()


def compare(
    game: shared.Slug,
    other: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="KEY=VALUE", help="A house rule or CARD.FIELD=N; may be repeated."),
    ] = None,
    base: Annotated[
        list[str] | None,
        typer.Option("--base", metavar="KEY=VALUE", help="A rule for the base of the comparison; may be repeated."),
    ] = None,
    variant: Annotated[
        Path | None,
        typer.Option("--variant", metavar="PATH", help="Compare with your own variant; --with overrides it."),
    ] = None,
    games: Games = 1000,
    level: Level = "greedy",
    seed: Seed = 0,
    jobs: shared.Jobs = 1,
    form: Ending = "",
    out: Out = None,
    cache: Cache = None,
    backend: Backend = "loky",
) -> None:
    """Play the same deals under two sets of rules, and report the differences and how certain they are."""
    from grognard.lab.compare import comparison
    from grognard.lab.recording import needs_libraries, planned, record
    from grognard.lab.report.comparing import page_of

    form = form or _ending(FORMATS[:3], out)
    _must_be_written(form, FORMATS[:3], out)
    if not other and variant is None:
        raise BadInput("Name the other rules with --with or --variant.")
    needs_libraries()
    _ready(backend, jobs)
    before, after = loaded_game(game, *_split(base or [])), loaded_game(game, *_split(other or []), variant)
    plans = [planned(loaded, (level, level), seed) for loaded in (before, after)]
    flags = [*_repeated("--base", base), *_repeated("--with", other), *_flag("--variant", variant)]
    command = _command("compare", game, games, seed, ["--level", level, *flags])
    with progress_bar("games", shown=True) as progress:
        old, new = (record(plan, games, cache or cache_folder("lab"), jobs, progress, backend) for plan in plans)
    found = comparison((before, after), (old, new), level, seed, command)
    _give(_text(page_of(before, after, found), found, form), out)


def sweep(
    game: shared.Slug,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="KEY=VALUES", help="CARD.FIELD=1..6 or OPTION=A,B; once or twice."),
    ] = None,
    tornado: Annotated[
        bool, typer.Option("--tornado", help="Instead, try every number on every card one lower and one higher.")
    ] = False,
    measure: Measured = "length",
    card: Counted = "",
    games: Games = 400,
    level: Level = "greedy",
    seed: Seed = 0,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="FORMAT", help="html, md, json or parquet; by default the ending of --out, or md."
        ),
    ] = "",
    out: Out = None,
    cache: Cache = None,
    backend: Backend = "loky",
) -> None:
    """Play the same deals under many rules, and chart the effect on one measure."""
    from grognard.lab.measures import CARD, measure_named
    from grognard.lab.parameters import by_one, combinations
    from grognard.lab.recording import needs_libraries
    from grognard.lab.report.sweeping import page_of
    from grognard.lab.sweep import Trial
    from grognard.lab.sweep import sweep as swept

    form = form or _ending(FORMATS, out)
    _must_be_written(form, FORMATS, out)
    if bool(vary) == tornado:
        raise BadInput("Choose what to vary with --vary, or vary every number with --tornado. Use exactly one of them.")
    needs_libraries()
    _ready(backend, jobs)
    loaded = loaded_game(game, option, number, variant)
    parameters = by_one(loaded) if tornado else _parameters(loaded, vary or [])
    if measure == CARD and not tornado:
        card = card or _first_card(parameters)
    counted = measure_named(loaded, measure, card)
    settings = (
        [{parameter.key: value} for parameter in parameters for value in parameter.values]
        if tornado
        else combinations(loaded, parameters)
    )
    flags = ["--tornado"] if tornado else [part for one in vary or [] for part in ("--vary", one)]
    named = ["--card", card] if measure == CARD else []
    more = [*flags, "--measure", measure, *named, "--level", level, *_flag("--variant", variant)]
    command = _command("sweep", game, games, seed, more, option, number)
    with progress_bar("games", shown=True) as progress:
        trial = Trial(counted, level, seed, games, _player(cache, jobs, progress, backend))
        found, values = swept("tornado" if tornado else "surface", loaded, parameters, settings, trial, command)
    content = _swept_parquet(found, values) if form == "parquet" else _text(page_of(loaded, found), found, form)
    _give(content, out)


def _parameters(game: Game, vary: Sequence[str]) -> list[Parameter]:
    """Reads the parameters of a surface."""
    from grognard.lab.parameters import read_parameter

    if len(vary) > 2:
        raise BadInput(f"Give --vary once or twice, not {len(vary)} times.")
    parameters = []
    for one in vary:
        try:
            parameters.append(read_parameter(game, one))
        except BadInput as error:
            raise BadInput(f"--vary {one}: {error}") from error
    if len({parameter.key for parameter in parameters}) < len(parameters):
        raise BadInput(f"--vary names {parameters[0].key} twice.")
    return parameters


def _first_card(parameters: Sequence[Parameter]) -> str:
    """Returns the card of the first parameter that is a number on a card; empty if there is none."""
    return next((name for parameter in parameters if (name := parameter.key.rpartition(".")[0])), "")


def _player(cache: Path | None, jobs: int, progress: Progress | None, backend: str) -> Play:
    """Returns a function that plays the games of plans, or finds them in the cache."""
    from grognard.lab.recording import record_each

    return lambda plans, games: record_each(plans, games, cache or cache_folder("lab"), jobs, progress, backend)


def _swept_parquet(found: Sweep, values: Sequence[Sequence[float]]) -> bytes:
    """Returns a row for each game of each cell: its settings as text, the number of the deal, and the measure."""
    from grognard.lab.parameters import setting_text

    return _parquet_of(
        [
            {
                **({"changed": setting_text(cell.setting)} if found.form == "tornado" else _as_text(cell.setting)),
                "number": number,
                found.measure: value,
            }
            for cell, row in zip(found.cells, values, strict=True)
            for number, value in enumerate(row)
        ]
    )


def _as_text(setting: Setting) -> dict[str, str]:
    return {key: str(value) for key, value in setting.items()}


def balance(
    game: shared.Slug,
    target: Annotated[
        float, typer.Option("--target", metavar="N", help="The value the measure should have; shares in percent.")
    ],
    change: Annotated[
        list[str], typer.Option("--change", metavar="KEY,...", help="What may change: CARD.FIELD or a house rule.")
    ],
    measure: Measured = "first",
    card: Counted = "",
    tolerance: Annotated[
        float | None,
        typer.Option(
            "--tolerance",
            metavar="N",
            help="How far off is close enough; by default 5 %, or a twentieth of the target.",
        ),
    ] = None,
    reach: Annotated[int, typer.Option("--reach", metavar="N", help="How far a number on a card may move.")] = 3,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="Number of games for the proof, and the maximum for each try.")
    ] = 2000,
    level: Level = "greedy",
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The seed of the search; proofs use later seeds.")
    ] = 0,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    form: Ending = "",
    out: Out = None,
    cache: Cache = None,
    backend: Backend = "loky",
) -> None:
    """Find the smallest rule change that brings a measure to a target, and prove it on fresh deals."""
    from grognard.lab.balance import Goal, movable
    from grognard.lab.balance import balance as balanced
    from grognard.lab.measures import CARD, measure_named
    from grognard.lab.recording import needs_libraries
    from grognard.lab.report.balancing import page_of
    from grognard.lab.sweep import Trial

    form = form or _ending(FORMATS[:3], out)
    _must_be_written(form, FORMATS[:3], out)
    needs_libraries()
    _ready(backend, jobs)
    loaded = loaded_game(game, option, number, variant)
    parameters = movable(loaded, [name for one in change for name in names_in(one)], reach)
    card = card or _first_card(parameters)
    counted = measure_named(loaded, measure, card)
    _must_be_between("--target", target, 100 if counted.is_share else math.inf)
    allowed = (5 if counted.is_share else target / 20) if tolerance is None else tolerance
    _must_be_between("--tolerance", allowed, 50 if counted.is_share else math.inf)
    flags = ["--target", f"{target:g}", "--measure", measure, *(["--card", card] if measure == CARD else [])]
    flags += [part for one in change for part in ("--change", one)]
    flags += [] if tolerance is None else ["--tolerance", f"{tolerance:g}"]
    more = [*flags, "--reach", str(reach), "--level", level, *_flag("--variant", variant)]
    command = _command("balance", game, games, seed, more, option, number)
    with progress_bar("games", shown=True) as progress:
        trial = Trial(counted, level, seed, games, _player(cache, jobs, progress, backend))
        goal = Goal(target / counted.scale, allowed / counted.scale)
        found = balanced(loaded, parameters, goal, trial, command)
    _give(_text(page_of(loaded, found), found, form), out)


def _must_be_between(flag: str, value: float, most: float) -> None:
    """Raises BadInput unless a value is above 0 and below `most`."""
    if not 0 < value < most:
        below = f" and below {most:g}" if most < math.inf else ""
        raise BadInput(f"{flag} should be a number above 0{below}, not {value:g}.")


def _flag(flag: str, value: Path | None) -> list[str]:
    return [] if value is None else [flag, str(value)]


def _split(rules: Sequence[str]) -> tuple[list[str], list[str]]:
    """Splits rules into house rules and card numbers, which have a dot in their name."""
    numbers = [rule for rule in rules if "." in rule.partition("=")[0]]
    return [rule for rule in rules if rule not in numbers], numbers


def _must_be_written(form: str, known: Sequence[str], out: Path | None) -> None:
    """Raises BadInput for an unknown format, and for one that needs a file."""
    _must_be_one_of("--format", form, known)
    if form in ("html", "parquet") and out is None:
        raise BadInput(f"Choose a file for the {form} with --out.")


def _ending(known: Sequence[str], out: Path | None) -> str:
    """Returns the format that a file's name ends in, or else Markdown."""
    ending = out.suffix.removeprefix(".") if out is not None else ""
    return ending if ending in known else "md"


def _must_be_one_of(flag: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadInput(f"{flag} should be {', '.join(known[:-1])} or {known[-1]}, not “{value}”.")


def _ready(backend: str, jobs: int) -> None:
    """Prepares a backend. Raises BadInput if it is unknown, not installed, or has only one job."""
    _must_be_one_of("--backend", backend, BACKENDS)
    if backend == "ray":
        if jobs < 2:
            raise BadInput("Ray needs --jobs 2 or more, the number of batches it plays at once.")
        if find_spec("ray") is None:
            raise BadInput("Ray is not installed. Install it with: pip install 'grognard[cluster]'")
        import_module("ray.util.joblib").register_ray()


def _command(
    name: str,
    game: str,
    games: int,
    seed: int,
    more: Sequence[str],
    option: Sequence[str] | None = None,
    number: Sequence[str] | None = None,
    restrict: Sequence[str] | None = None,
) -> str:
    """Returns the command that repeats this run."""
    words = ["grognard", "lab", name, game, "--games", str(games), "--seed", str(seed), *more]
    return shlex.join([*words, *_rules(option, number), *_repeated("--restrict", restrict)])


def _rules(option: Sequence[str] | None, number: Sequence[str] | None) -> list[str]:
    """Returns the flags for house rules and card numbers."""
    return [*_repeated("--option", option), *_repeated("--set", number)]


def _repeated(flag: str, values: Sequence[str] | None) -> list[str]:
    return [part for value in values or () for part in (flag, value)]


def _give(content: str | bytes, out: Path | None) -> None:
    if out is not None:
        write(out, content)
        print_written(out)
    elif isinstance(content, str):
        print(content, end="")


# -- bots: regret, likelihood ----------------------------------------------------------------------------------------


def regret(
    game: shared.Slug,
    bots: Annotated[str, typer.Option("--bots", metavar="A,B,...", help=f"The bots to judge. {shared.A_BOT}")],
    tries: Annotated[
        int, typer.Option("--tries", metavar="N", help="How often each bot makes the same decision.")
    ] = 10,
    positions: Annotated[
        int, typer.Option("--positions", metavar="N", help="How many new decisions to find; 0 uses the saved ones.")
    ] = 0,
    iterations: Annotated[
        int, typer.Option("--iterations", metavar="N", help="Iterations of the search that judges the new decisions.")
    ] = 4000,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed finds the same decisions.")] = 0,
    output: Annotated[
        Path | None, typer.Option("--output", metavar="FILE", help="Save the decisions found to this file.")
    ] = None,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    variant: shared.VariantFolder = None,
    as_json: shared.AsJson = False,
) -> None:
    """Measure how much of their chance of winning bots give away, compared with a long search."""
    from grognard.bots.own_players import player_for
    from grognard.lab.regret import found, kept, regret, text

    loaded, names = loaded_game(game, option, None, variant), names_in(bots)
    for name in names:  # before the long search
        player_for(loaded, name)
    with progress_bar("decisions", shown=not as_json) as progress:
        decisions = found(loaded, positions, iterations, seed, jobs, progress) if positions else kept(loaded)
    if output is not None:
        write(output, text(loaded, iterations, decisions))
    with progress_bar("choices", shown=not as_json) as progress:
        results = regret(loaded, names, decisions, tries, jobs, progress)
    if as_json:
        print_json([asdict(result) for result in results])
        return
    print(f"{loaded.title}: {len(decisions):,} decisions, each made {tries:,} times; in percentage points.")
    print("| bot | lost by a choice (95 %) | error | nothing lost | over ten lost (at most) | ms |")
    print("|---|---|---:|---:|---:|---:|")
    for result in results:
        print(_regret_row(result))
    if output is not None:
        print_written(output)


def _regret_row(result: Regret) -> str:
    lost = f"{100 * result.mean:.2f} ({100 * result.low:.2f} to {100 * result.high:.2f})"
    absurd = f"{result.absurd:.2%} ({result.absurd_high:.2%})"
    ms = f"{1000 * result.seconds:.1f}"
    return f"| {result.bot} | {lost} | {100 * result.error:.2f} | {result.best:.0%} | {absurd} | {ms} |"


def likelihood(
    game: shared.Slug,
    player: Annotated[
        str, typer.Option("--player", metavar="BOT", help=f"The bot that plays the games. {shared.A_BOT}")
    ] = "greedy",
    decisions: Annotated[int, typer.Option("--decisions", metavar="N", help="How many decisions to check.")] = 2000,
    worlds: Annotated[
        int, typer.Option("--worlds", metavar="N", help="How many worlds to deal at each decision.")
    ] = 64,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
    option: shared.HouseRules = None,
    variant: shared.VariantFolder = None,
    as_json: shared.AsJson = False,
) -> None:
    """Measure how likely the other seats' real cards are in the worlds that bots deal."""
    from grognard.lab.likelihood import likelihood

    loaded = loaded_game(game, option, None, variant)
    with progress_bar("decisions", shown=not as_json) as progress:
        found = likelihood(loaded, player, decisions, worlds, seed, progress)
    if as_json:
        print_json(asdict(found))
        return
    print(
        f"{loaded.title}: {found.mean:.2f} nats a decision ({found.low:.2f} to {found.high:.2f}), with "
        f"{found.uncertain:.1f} uncertain things, at {found.decisions:,} decisions of {found.games:,} games of "
        f"{player}; {found.worlds} worlds at each."
    )


# -- data for learning -------------------------------------------------------------------------------------------------


def games(
    game: shared.Slug,
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT,BOT", help=f"A bot for each seat, or one for all. {shared.A_BOT}")
    ],
    count: Annotated[int, typer.Option("--games", metavar="N", help="How many games the file should have in all.")],
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The .npz file to write, or to continue if it is there.")
    ],
    minutes: Annotated[
        float | None, typer.Option("--minutes", metavar="N", help="Stop after this time, with whole games only.")
    ] = None,
    seed: Seed = 0,
    jobs: shared.Jobs = 1,
    option: shared.HouseRules = None,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    as_json: shared.AsJson = False,
) -> None:
    """Play games between bots and keep every action in a file, as data for learning."""
    from grognard.lab.keep_games import keep_games

    loaded = loaded_game(game, option, number, variant)
    with progress_bar("games", shown=not as_json) as progress:
        kept = keep_games(loaded, names_in(bots), count, out, seed, jobs, minutes, progress)
    if as_json:
        print_json(asdict(kept))
        return
    won = ", ".join(f"{seat} won {wins:,}" for seat, wins in zip(loaded.seats, kept.wins, strict=True))
    print(f"{out} has {kept.games:,} games of {loaded.title} with {kept.actions:,} actions, in {kept.bytes:,} bytes.")
    print(f"{won}, {kept.draws:,} were drawn. {kept.new:,} games are new, played in {kept.seconds:,.1f} s.")
    if kept.games < count:
        print("Time is up. To continue, run the same command again.")


LAB: Final[dict[str, Callable[..., None]]] = {
    "report": report,
    "compare": compare,
    "sweep": sweep,
    "balance": balance,
    "regret": regret,
    "exploit": exploit,
    "likelihood": likelihood,
    "games": games,
}
