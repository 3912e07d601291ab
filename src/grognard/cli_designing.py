"""The commands for designers: what a game is like under its rules, and what other rules make of it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard.cli_options as shared
from grognard.cli_output import progress_bar, write
from grognard.cli_reading import loaded_game, names_in
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.lab.recording import GameRow
    from grognard.lab.report.building import Report

GAMES: Final = 200  # for each house rule: what changes one game in twenty shows, what changes none does not
FORMATS: Final = ("html", "md", "json", "parquet")
BACKENDS: Final = ("loky", "ray")

Games = Annotated[int, typer.Option("--games", metavar="N", help="Games of each kind.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Equal seeds give equal games.")]
Cache = Annotated[Path | None, typer.Option("--cache", metavar="DIR", help="Where games played are kept.")]
Backend = Annotated[str, typer.Option("--backend", metavar="NAME", help="Of joblib: loky, or ray for many machines.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write it there.")]


def report(
    game: shared.Slug,
    games: Games = 1000,
    levels: Annotated[str, typer.Option("--levels", metavar="A,B", help="From weak to strong.")] = "random,greedy",
    restrict: Annotated[
        list[str] | None, typer.Option("--restrict", metavar="CARD", help="Also: nobody may play it; may be repeated.")
    ] = None,
    rule_games: Annotated[
        int, typer.Option("--rule-games", metavar="N", help="At most so many for each house rule; 0 for none.")
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
) -> None:
    """Say of a game whether it is fair, how long it is, whether skill matters, and which cards are strong."""
    from grognard.lab.recording import needs_libraries, planned, record
    from grognard.lab.report.building import build

    _must_be_one_of("--format", form, FORMATS)
    if form in ("html", "parquet") and out is None:
        raise BadInput(f"Say with --out where the {form} file shall be written.")
    needs_libraries()
    _ready(backend, jobs)
    if rule_games < 0:
        raise BadInput("The number of games for each house rule must be 0 or more.")
    loaded, names = loaded_game(game, option, number, variant), names_in(levels)
    if len(set(names)) < len(names):
        raise BadInput("Name each level once.")
    plays: dict[tuple[str, str], list[GameRow]] = {}  # by the bots, and the house rule tried
    folder = cache or _folder()
    for card in restrict or ():
        planned(loaded, names[-1:] * 2, seed, card)
    with progress_bar("games", shown=True) as progress:

        def recorded(a: str, b: str, banned: str) -> list[GameRow]:
            rows = record(planned(loaded, (a, b), seed, banned), games, folder, jobs, progress, backend)
            plays[f"{a} {b}" + (f" without {banned}" if banned else ""), ""] = rows
            return rows

        def tried(other: Game) -> list[GameRow]:
            told = " ".join(f"{rule.key}={value}" for rule, value in other.house_rules)
            rows = record(planned(other, names[-1:] * 2, seed), min(games, rule_games), folder, jobs, progress, backend)
            if other.options != loaded.options:
                plays[f"{names[-1]} {names[-1]}", told or "the standard rules"] = rows
            return rows

        more = ["--levels", levels, "--rule-games", str(rule_games), *_flag("--variant", variant)]
        command = _command("report", game, games, seed, more, option, number, restrict)
        found = build(loaded, names, recorded, restrict or (), tried if rule_games else None, command, games, seed)
    content = _parquet(plays) if form == "parquet" else _text(loaded, found, form)
    _give(content, out)


def _text(loaded: Game, found: Report, form: str) -> str:
    import msgspec

    from grognard.lab.report.building import page_of
    from grognard.lab.report.pages import html, markdown

    if form == "json":
        return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"
    page = page_of(loaded, found)
    return html(page) if form == "html" else markdown(page)


def _parquet(plays: Mapping[tuple[str, str], list[GameRow]]) -> bytes:
    """A row for each game; what is not a number or a word stands as JSON."""
    import io

    import msgspec
    import polars

    rows = []
    for (bots, rules), games in plays.items():
        for row in games:
            plain = msgspec.to_builtins(row)
            for key in ("drawn", "chosen", "played", "luck", "windows", "choices", "actions"):
                plain[key] = msgspec.json.encode(plain[key]).decode()
            rows.append({"bots": bots, "tried": rules, **plain})
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
        list[str] | None, typer.Option("--base", metavar="KEY=VALUE", help="The same of what it is compared with.")
    ] = None,
    variant: Annotated[
        Path | None, typer.Option("--variant", metavar="FOLDER", help="With your own variant; --with wins over it.")
    ] = None,
    games: Games = 1000,
    level: Annotated[str, typer.Option("--level", metavar="BOT", help="Who plays.")] = "greedy",
    seed: Seed = 0,
    jobs: shared.Jobs = 1,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="md or json.")] = "md",
    out: Out = None,
    cache: Cache = None,
    backend: Backend = "loky",
) -> None:
    """Play the same deals under two sets of rules and say what changes, and how surely."""
    import msgspec

    from grognard.lab.compare import differences, parting
    from grognard.lab.recording import needs_libraries, planned, record
    from grognard.lab.report.building import comparison_text, is_standard
    from grognard.lab.report.sections import TUNED

    _must_be_one_of("--format", form, ("md", "json"))
    if not other and variant is None:
        raise BadInput("Say by --with or --variant under which other rules the deals are played.")
    needs_libraries()
    _ready(backend, jobs)
    before, after = loaded_game(game, *_split(base or [])), loaded_game(game, *_split(other or []), variant)
    plans = [planned(loaded, (level, level), seed) for loaded in (before, after)]
    with progress_bar("games", shown=True) as progress:
        old, new = (record(plan, games, cache or _folder(), jobs, progress, backend) for plan in plans)
    found, parted = differences(old, new), parting(before, old, new)
    flags = [
        part
        for flag, rules in (("--base", base or []), ("--with", other or []))
        for rule in rules
        for part in (flag, rule)
    ]
    command = _command("compare", game, games, seed, ["--level", level, *flags, *_flag("--variant", variant)])
    if form == "json":
        body = {"game": game, "differences": found, "parting": parted, "command": command}
        _give(msgspec.json.format(msgspec.json.encode(body)).decode() + "\n", out)
        return
    against = " ".join([*([after.title] if variant is not None else []), *(other or [])])
    told = [
        f"{games:,} deals, {level} bots, {' '.join(base or []) or 'the standard rules'} against {against}; "
        f"side 1 is that of {before.seats[0]}. {_parted(parted.games, parted.parted, parted.decision, parted.windows)}",
        *([] if is_standard(before) and is_standard(after) else [TUNED]),
    ]
    lines = comparison_text(f"{before.spec.meta.title}: two sets of rules", told, found, 20)
    _give("\n".join([*lines, "", f"    {command}", ""]), out)


def _parted(games: int, parted: int, decision: float, windows: Sequence[tuple[str, int]]) -> str:
    if not parted:
        return "All games are the same to the last action."
    first, times = windows[0]
    return (
        f"{parted:,} of {games:,} games part, at decision {decision:.0f} in the middle; most often ({times:,}) where "
        f"the first rules bring {first}."
    )


def _flag(flag: str, value: Path | None) -> list[str]:
    return [] if value is None else [flag, str(value)]


def _split(rules: Sequence[str]) -> tuple[list[str], list[str]]:
    """House rules, and the numbers of cards: these have a point in their name."""
    numbers = [rule for rule in rules if "." in rule.partition("=")[0]]
    return [rule for rule in rules if rule not in numbers], numbers


def _must_be_one_of(flag: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadInput(f"{flag} is {', '.join(known[:-1])} or {known[-1]}, not “{value}”.")


def _ready(backend: str, jobs: int) -> None:
    """Raises BadInput for a backend that there is not, or that would have nothing to spread."""
    _must_be_one_of("--backend", backend, BACKENDS)
    if backend == "ray":
        if jobs < 2:
            raise BadInput("Ray plays as many batches at once as --jobs says: give it 2 or more.")
        if find_spec("ray") is None:
            raise BadInput("Ray is not installed: install “grognard[cluster]”.")
        import_module("ray.util.joblib").register_ray()


def _folder() -> Path:
    """Where games are kept, unless --cache says otherwise."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "grognard" / "lab"


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
    """What to type for the same again."""
    words = ["grognard", "lab", name, game, "--games", str(games), "--seed", str(seed), *more]
    for flag, values in (("--option", option), ("--set", number), ("--restrict", restrict)):
        for value in values or ():
            words += [flag, value]
    return shlex.join(words)


def _give(content: str | bytes, out: Path | None) -> None:
    if out is not None:
        write(out, content)
    elif isinstance(content, str):
        print(content, end="")


DESIGNING: Final[dict[str, Callable[..., None]]] = {"report": report, "compare": compare}
