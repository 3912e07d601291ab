"""The command that judges entries of the benchmark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

import grognard.cli.arguments as shared
from grognard.cli import OK, WRONG
from grognard.cli.output import print_json, print_table, progress_bar
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.lab.benchmark import Entry, Row, Verdict

VERDICTS: Final = {"same": "the same", "inside": "inside the interval", "differs": "differs", None: ""}


class Judged(NamedTuple):
    """A row that was played now, the claim that it was compared with, if any, and the verdict."""

    row: Row
    claimed: Row | None
    verdict: Verdict | None


def judge_entry(
    file: Annotated[Path, typer.Argument(help="An entry: a TOML file that names a player and has its results.")],
    pairs: Annotated[
        int | None, typer.Option("--pairs", metavar="N", min=1, help="Play only the first N deals of each row.")
    ] = None,
    against: Annotated[
        str | None, typer.Option("--against", metavar="BOT", help="Play only the row against this opponent.")
    ] = None,
    jobs: shared.Jobs = 1,
    is_written: Annotated[
        bool, typer.Option("--write", help="Write the results to the file; this removes its comments.")
    ] = False,
    as_json: shared.AsJson = False,
) -> int:
    """Play the rows of a benchmark entry again and compare them with its claims.

    The entry's player is run as part of this command. If it is a stranger's Python file, read it first. With --write,
    this plays a row against every opponent except marshal, which you add with --against marshal. Each row is written
    when it is done. The exit status is 2 if a claim differs.
    """
    from grognard.lab.benchmark import play_row, read_entry, repeats, verdict, write_entry

    given = entry = read_entry(file)
    judged = []
    for opponent in _opponents(entry, against, is_written):
        exact = repeats(entry, opponent)
        claimed = given.row(opponent) if given.is_current else None
        deals = pairs if claimed is None or is_written else min(pairs or claimed.deals, claimed.deals)
        with progress_bar(f"games against {opponent}", shown=not as_json) as progress:
            row = play_row(entry, opponent, deals, jobs, progress)
        judged.append(Judged(row, claimed, None if claimed is None else verdict(claimed, row, exact)))
        if is_written:
            entry = entry.with_row(row)
            write_entry(entry)
    if as_json:
        print_json(_as_object(given, judged))
    else:
        _print_judged(given, judged, is_written)
    return OK if is_written or all(one.verdict != "differs" for one in judged) else WRONG


def _opponents(entry: Entry, against: str | None, is_written: bool) -> list[str]:
    """Returns the opponents of the rows to play; raises BadInput if there is no claim to compare with."""
    from grognard.lab.benchmark import OPPONENTS, OPTIONAL, deals_against

    if against is not None:
        deals_against(against)
    _must_be_current(entry, against, is_written)
    claimed = [row.against for row in entry.rows]
    if is_written:
        every = [one for one in OPPONENTS if one in claimed or one not in OPTIONAL]
        return every if against is None else [against]
    if not claimed or against not in (None, *claimed):
        lacking = "rows" if against is None else f"row against {against}"
        raise BadInput(f"{entry.file} has no {lacking} to compare with. Add --write to play and write them.")
    return claimed if against is None else [against]


def _must_be_current(entry: Entry, against: str | None, is_written: bool) -> None:
    """Raises BadInput if rows that would stay, or be compared, are those of other rules, layouts or bots."""
    if entry.is_current or (is_written and against is None):
        return
    was, now = (
        ", ".join(f"{key} {version}" for key, version in versions)
        for versions in (entry.versions, entry.benchmark.versions.items())
    )
    raise BadInput(
        f"{entry.file} has rows for {was}, but this Grognard has {now}. "
        "Compare them with the Grognard that made them, or play all rows again: use --write without --against."
    )


def _as_object(entry: Entry, judged: list[Judged]) -> dict[str, object]:
    return {
        "name": entry.name,
        "benchmark": entry.benchmark.id,
        **entry.benchmark.versions,
        "rows": [
            {
                "against": one.row.against,
                "claimed": None if one.claimed is None else asdict(one.claimed),
                "recomputed": asdict(one.row),
                "verdict": one.verdict,
            }
            for one in judged
        ],
    }


def _print_judged(entry: Entry, judged: list[Judged], is_written: bool) -> None:
    versions = ", ".join(f"{key} {version}" for key, version in entry.benchmark.versions.items())
    print(f"{entry.name}: {entry.benchmark.id}, {versions}.")
    print_table(
        ["against", "deals", "claimed", "recomputed", "result"],
        [
            [one.row.against, _deals(one.row), _told(one.claimed), _told(one.row), VERDICTS[one.verdict]]
            for one in judged
        ],
    )
    if any(one.verdict == "inside" for one in judged):
        print("Inside the interval: the claimed share is in the recomputed 95 % interval. The exact result may differ.")
    if is_written:
        print(f"Written to {entry.file}.")
        return
    wrong = [one.row.against for one in judged if one.verdict == "differs"]
    print(f"The claim differs against {', '.join(wrong)}." if wrong else "All claims agree.")


def _deals(row: Row) -> str:
    """Returns the number of deals, with the number that a whole row has if it is more."""
    from grognard.lab.benchmark import deals_against

    most = deals_against(row.against)
    return f"{row.deals:,}" if row.deals == most else f"{row.deals:,} of {most:,}"


def _told(row: Row | None) -> str:
    """Returns a share and its interval in percent, with all the digits that are compared."""
    return "" if row is None else f"{100 * row.share:.3f} % ({100 * row.low:.3f} to {100 * row.high:.3f})"


COMMANDS: Final[dict[str, Callable[..., int]]] = {"judge-entry": judge_entry}
