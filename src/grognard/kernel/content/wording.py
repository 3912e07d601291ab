"""Small parts of sentences that the `text` of every game uses."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Final, NamedTuple

# The verbs of buttons that pass, and that end a choice of several cards.
PASS: Final = "Pass"
DONE: Final = "Done"
USUAL: Final = 0.4  # luck that comes this often is nothing to mention
# Characters of a list that a sentence holds whole.
MOST_OFFERED: Final = 240
_AFTER_PLURALS: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


class Label(NamedTuple):
    """The label of a button, in three parts: a verb, its object, and the effect after a colon.

    “Play Smoke: the unit stays” is `Label("Play", "Smoke", "the unit stays")`. The verb is empty if the button only
    names a thing.
    """

    does: str
    what: str = ""
    effect: str = ""

    @property
    def short(self) -> str:
        """The label without the effect."""
        return " ".join(filter(None, (self.does, self.what)))

    @property
    def told(self) -> str:
        """What choosing it means, within a sentence: “commit nothing” for “Pass: commit nothing”."""
        return self.effect if self.effect and not self.what else uncapitalized(self.short)

    @property
    def text(self) -> str:
        """The whole label."""
        return f"{self.short}: {self.effect}" if self.effect else self.short


def counted(number: int, thing: str) -> str:
    """Returns a number with its noun: “1 card”, “2 cards”."""
    return f"{number} {plural(number, thing)}"


def plural(number: int, thing: str) -> str:
    """Returns “card” or “cards”, to follow a number."""
    return thing if number == 1 else f"{thing}s"


_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def in_words(number: int) -> str:
    """Returns a number up to ten as a word, such as “four”, and larger numbers in digits, such as “11”."""
    return _WORDS[number] if number < len(_WORDS) else str(number)


def in_order(number: int) -> str:
    """Returns the word for a place in a row, from 1: “second”, but “number 11”."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"number {number}"


def unusual(chance: float) -> str:
    """Returns how unusual luck is, as players say it: “you would see this in about 1 game of 7”."""
    return f"you would see this in {games(chance)}" if chance < USUAL else "nothing unusual"


def games(chance: float) -> str:
    """Returns how many games a chance comes to, as players say it: “about 1 game of 7”."""
    return "fewer than 1 game of 1,000" if chance < 0.001 else f"about 1 game of {round(1 / chance):,}"


def roughly(number: float) -> str:
    """Returns an expected number as players say it: “about 4”, “fewer than 1”."""
    return f"about {round(number)}" if number >= 0.95 else "fewer than 1"


def duration(seconds: float) -> str:
    """Returns how long something takes, as people say it: “about 25 seconds”, “about 2 minutes”."""
    if seconds <= 55:
        return f"about {max(5, 5 * math.ceil(seconds / 5))} seconds"
    return f"about {counted(max(1, round(seconds / 60)), 'minute')}"


def listed(names: Sequence[str]) -> str:
    """Returns a list in words: “one, two and three”."""
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)


def with_article(name: str) -> str:
    """Returns a name after its article: “a Redoubt”, “an Earthwork”, “an 81mm Mortar”."""
    return f"an {name}" if re.match(r"[aeio]|8|1[18]\b", name, re.IGNORECASE) else f"a {name}"


def quoted(name: str) -> str:
    """Returns a name in quotation marks, for names that could be misread as part of a sentence."""
    return f"“{name}”"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Returns a sentence that suggests known words in place of an unknown one: all, or the most similar of many."""
    every = list(known)
    told = ", ".join(every)
    if len(told) <= MOST_OFFERED:
        return f"Choose from: {told}."
    near = difflib.get_close_matches(word[:MOST_OFFERED], every, n=5, cutoff=0.4) or every[:5]
    return f"There are {len(every)}, such as: {', '.join(near)}."


def beginning(text: str, most: int) -> str:
    """Returns a text of at most this many letters: all of it, or whole words from its beginning before an ellipsis."""
    if len(text) <= most:
        return text
    head, _, _part = text[:most].rpartition(" ")
    return f"{(head or text[: most - 1]).rstrip(' ,;:.')}…"


def capitalized(text: str) -> str:
    """Returns the text with a capital letter, to begin a sentence."""
    return text[0].upper() + text[1:]


def uncapitalized(text: str) -> str:
    """Returns the text with a small first letter, to continue a sentence."""
    return text[0].lower() + text[1:]


def verb(word: str, plural: bool) -> str:
    """Returns a third-person verb to fit its subject: “falls”, or “fall” after a plural."""
    if not plural:
        return word
    if word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    ending = "es" if word.endswith(("sses", "shes", "ches", "xes")) else "s"
    return _AFTER_PLURALS.get(word, word.removesuffix(ending))


def words_of(names: ModuleType, first: str, last: str, zero: str = "-") -> tuple[str, ...]:
    """Returns the words for a module's constants from `first` to `last`, by number: `MAKE_CAMP` becomes “make camp”.

    The numbers count up from 1; `zero` is the word for 0.
    """
    standing = list(vars(names))
    run = standing[standing.index(first) : standing.index(last) + 1]
    return (zero, *(name.lower().replace("_", " ") for name in run))
