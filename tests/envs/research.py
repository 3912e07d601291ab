"""The tables of docs/research.md."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TEXT: Final = Path(__file__).parents[2].joinpath("docs/research.md").read_text(encoding="utf-8")


def table(column: str) -> dict[str, dict[str, str]]:
    """Returns the table that has this column: by the first cell of each row, its cells by their columns."""
    lines = TEXT.splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("|") and f"| {column} |" in line)
    names = _cells(lines[head])
    rows = {}
    for line in lines[head + 2 :]:
        if not line.startswith("|"):
            break
        cells = _cells(line)
        rows[cells[0]] = dict(zip(names, cells, strict=True))
    return rows


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
