"""The rules for players, clause by clause, read from a game's `handbook.md`.

The handbook takes the numbers of cards from the card table (see `card_text`), each by its card and column, and what
people call the cards:

    {Howitzer Battery.amount}     in the first deck that has the card
    {german/Half Squad.strength}  in this deck
    {Smoke.copies}                how many copies there are
    {tactics.copies}              how many cards a deck has
    {tactics.names}               how many different cards a deck has
    {tactics/OR.copies}           how many cards of a type a deck has
    {changes}                     how many changes on cards change how the game plays
    {Smoke}                       what people call a card, in the first deck that has it
    {german/Half Squad}           in this deck
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import NotFound

_CLAUSE: Final = re.compile(
    r"^\*\*(?P<id>[A-Z]+-[0-9.]+)\s+(?P<title>(?:[^*\\]|\\.)+?)\.?\*\*\s*(?P<text>.*)$", re.DOTALL
)
_CHAPTER: Final = re.compile(r"^##\s+(?P<title>.+)$")
# Signs with a meaning in Markdown, anywhere and at the beginning of a line.
_SIGN: Final = re.compile(r"[\\`*_<>|~[\]]|&(?=[#\w])")
_AT_START: Final = re.compile(r"^(?P<before>\d*)(?P<sign>[-+=#]|(?<=\d)[.)])(?!\d)")
# A sign without its meaning.
ESCAPED: Final = re.compile(r"\\([!-/:-@[-`{-~])")


@dataclass
class Clause:
    """One numbered paragraph of the handbook. Its text is Markdown, and its title plain text."""

    id: str
    title: str
    text: str
    chapter: str

    @property
    def heading(self) -> str:
        """Its number and title in bold, in Markdown."""
        return f"**{self.id} {in_markdown(self.title)}.**"


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
                last = Clause(clause["id"], without_escapes(clause["title"]), clause["text"], chapter)
                self.clauses[last.id] = last
            elif last is not None:  # a table or list that belongs to the clause above
                last.text += "\n\n" + block.strip("\n")

    def clause(self, id: str) -> Clause:
        """Returns the clause with this number; raises NotFound, which lists the numbers."""
        found = self.clauses.get(id.upper())
        if found is None:
            raise NotFound(f"There is no clause “{id}”. {did_you_mean(id.upper(), self.clauses)}")
        return found


def handbook_numbers(cards: Iterable[CardFact], fields: Sequence[str]) -> dict[str, int]:
    """Returns the numbers that a handbook can name; a column that is empty counts as 0."""
    found: dict[str, int] = {}
    totals: Counter[str] = Counter()
    for card in cards:
        own = {field: card.numbers.get(field, 0) for field in fields} | {"copies": card.copies}
        for field, number in own.items():
            found.setdefault(f"{card.name}.{field}", number)
            found[f"{card.deck}/{card.name}.{field}"] = number
        totals[f"{card.deck}.copies"] += card.copies
        totals[f"{card.deck}.names"] += 1 if card.copies > 0 else 0
        totals[f"{card.deck}/{card.text('type')}.copies"] += card.copies
    return {**totals, **found}


def in_markdown(text: str) -> str:
    """Returns plain text as Markdown that reads the same: signs with a meaning have a backslash before them."""
    return _AT_START.sub(r"\g<before>\\\g<sign>", _SIGN.sub(r"\\\g<0>", text))


def without_escapes(markdown: str) -> str:
    """Returns a text without the backslashes before signs that would have a meaning in Markdown."""
    return ESCAPED.sub(r"\g<1>", markdown)
