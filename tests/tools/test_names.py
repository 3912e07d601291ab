"""What is for all games names none of ours: not by slug, by title, nor by a clause."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from grognard.registry import load, spec
from tests.folders import OURS


def test_nothing_outside_the_games_names_one() -> None:
    """Not in code, comments, pages, scripts or pictures."""
    package = Path(str(resources.files("grognard")))
    sources = [
        file
        for kind in ("py", "html", "js", "css", "svg", "tcss", "typ")
        for file in package.rglob(f"*.{kind}")
        if package / "games" not in file.parents
    ]
    assert len(sources) > 100
    names = [name for slug in OURS for name in (slug, slug.replace("-", "_"), spec(slug).meta.title)]
    clauses = {clause.partition("-")[0] for slug in OURS for clause in load(slug).handbook.clauses}
    named = re.compile(
        "|".join([re.escape(name) for name in names] + [rf"\b{letters}-\d" for letters in clauses]), re.I
    )
    found = [file.relative_to(package) for file in sources if named.search(file.read_text(encoding="utf-8"))]
    assert found == []
