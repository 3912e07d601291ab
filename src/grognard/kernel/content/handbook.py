"""The rules for players, clause by clause, read from a game's `handbook.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import NotFound

_CLAUSE: Final = re.compile(r"^\*\*(?P<id>[A-Z]+-[0-9.]+)\s+(?P<title>[^*]+?)\.?\*\*\s*(?P<text>.*)$", re.DOTALL)
_CHAPTER: Final = re.compile(r"^##\s+(?P<title>.+)$")


@dataclass
class Clause:
    """One numbered paragraph of the handbook."""

    id: str
    title: str
    text: str
    chapter: str


class Handbook:
    """A handbook divided into its clauses; `text` is the whole handbook."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.clauses: dict[str, Clause] = {}
        chapter = ""
        last: Clause | None = None
        for block in re.split(r"\n\s*\n", text):
            heading, clause = _CHAPTER.match(block.strip()), _CLAUSE.match(block.strip())
            if heading:
                chapter, last = heading["title"], None
            elif clause:
                last = Clause(clause["id"], clause["title"], clause["text"], chapter)
                self.clauses[last.id] = last
            elif last is not None:  # a table or list that belongs to the clause above
                last.text += "\n\n" + block.strip("\n")

    def clause(self, id: str) -> Clause:
        """Returns the clause with this number; raises NotFound, which lists the numbers."""
        found = self.clauses.get(id.upper())
        if found is None:
            raise NotFound(f"There is no clause “{id}”. {did_you_mean(id.upper(), self.clauses)}")
        return found
