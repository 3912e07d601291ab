"""Prints the table of docs/benchmark.md, from the entries in bench/entries.

    python bench/entries.py

`grognard judge-entry FILE --write` makes the numbers of an entry. With another folder as the argument, the table has
the entries in that folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from grognard.lab.benchmark import OPPONENTS, OPTIONAL, Entry, Row, deals_against, read_entry
from grognard.registry import spec

FOLDER: Final = Path(__file__).with_name("entries")
SHOWN: Final = [one for one in OPPONENTS if one not in OPTIONAL]


def table(entries: Sequence[Entry]) -> list[str]:
    """Returns the lines of a Markdown table with a row for each entry that has results, sorted by game and name."""
    columns = ["benchmark", "player", "rules, layout, bots", *SHOWN]
    lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    for entry in sorted(entries, key=lambda one: (spec(one.benchmark.game).meta.title, one.name)):
        cells = [cell(entry.row(against)) for against in SHOWN]
        if any(cells):
            versions = ", ".join(str(version) for _key, version in entry.versions)
            lines.append(f"| `{entry.benchmark.id}` | {entry.name} | {versions} | {' | '.join(cells)} |")
    return lines


def cell(row: Row | None) -> str:
    """Returns a share in percent with its interval, and the number of deals if it is not that of a whole row."""
    if row is None:
        return ""
    share, low, high = ("100" if one >= 0.9995 else f"{100 * one:.1f}" for one in (row.share, row.low, row.high))
    return f"{share} ({low} to {high})" + (f", {row.deals} deals" if row.deals < deals_against(row.against) else "")


def entries_in(folder: Path) -> list[Entry]:
    """Returns the entries of a folder."""
    return [read_entry(file) for file in sorted(folder.glob("*.toml"))]


def main() -> None:
    """Prints the table of a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    print(*table(entries_in(parser.parse_args().folder)), sep="\n")


if __name__ == "__main__":
    main()
