"""The name that a guest gives himself: what may be in it, and whom it may not pretend to be."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from grognard.bots import BOTS, PERFECT
from grognard.kernel.errors import BadInput
from grognard.server.storage.people import PeopleStore
from grognard.server.tables.at_hand import Tables

MOST: Final = 24  # characters
MOST_MARKS: Final = 2  # one over the other: more of them would reach into other lines
# Letters that nobody sees.
INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
# What pages call those who have no name.
TAKEN: Final = frozenset(
    {*BOTS, PERFECT, "you", "nobody", "nobody yet", "guest", "a guest", "your ally", "your opponent"}
)


async def rename(tables: Tables, people: PeopleStore, guest: str, text: str) -> str:
    """Gives a guest the name that he wants, or takes it from him; who watches his tables is told. Raises BadInput."""
    name = cleaned(text)
    if name != await people.name(guest):
        tables.renamed.use(guest)
        running = await people.rename(guest, name)
        await tables.catch_up(running)
        for id in running:
            tables.tell(id)
    return name


def cleaned(text: str) -> str:
    """A name as it is kept, composed and without idle spaces; empty for none. Raises BadInput."""
    name = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip(" ")
    if not name:
        return ""
    if len(name) > MOST:
        raise BadInput(f"A name has at most {MOST} characters; this one has {len(name)}.")
    if any((unicodedata.category(letter)[0] in "CZ" and letter != " ") or letter in INVISIBLE for letter in name):
        raise BadInput("A name is a single line of characters that can be seen.")
    if not any(letter.isalnum() for letter in name):
        raise BadInput("A name has at least one letter or digit.")
    if _piled(name):
        raise BadInput("That name has too many marks over or under a letter.")
    plain = " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", name).casefold()))
    if plain in TAKEN or "computer" in plain.replace(" ", "") or "guest who has left" in plain:
        raise BadInput(f"“{name}” could be taken for somebody else at the table: choose another name.")
    return name


def _piled(name: str) -> bool:
    """Do more marks stand one over the other than any language needs?"""
    marks = "".join("m" if unicodedata.category(letter) in ("Mn", "Me") else "." for letter in name)
    return "m" * (MOST_MARKS + 1) in marks
