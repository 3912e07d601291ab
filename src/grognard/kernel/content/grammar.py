"""Sentences that address their reader: a side is “you” for its own reader, and a name for everyone else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from grognard.kernel.content.wording import capitalized, verb

YOU: Final = "you"


@dataclass(frozen=True)
class Party:
    """A side in a sentence. In an f-string, a format gives the verb that follows it.

    With `blue = Party(0, "Blue")` and `you = Party(0, "Blue", is_reader=True)`:

    - `f"{blue}"` is “Blue”, and `f"{you}"` is “you”, as the subject or the object;
    - `f"{blue:draws} a card"` is “Blue draws a card”, and `f"{you:draws} a card"` “you draw a card”;
    - `f"{blue:^draws} a card"` begins a sentence: for `you`, “You draw a card”;
    - `f"{blue:'s} hand"` is “Blue's hand”, and `f"{you:'s} hand"` “your hand”.

    A name that is `plural` takes the verb that plurals take: “the Germans draw”.
    """

    seat: int
    name: str
    is_reader: bool = False
    plural: bool = False

    def __str__(self) -> str:
        return YOU if self.is_reader else self.name

    def __format__(self, spec: str) -> str:
        if spec.startswith("^"):
            return capitalized(format(self, spec[1:]))
        if spec == "'s":
            return self.possessive()
        return f"{self} {self.does(spec)}" if spec else str(self)

    def does(self, words: str) -> str:
        """Returns a verb phrase, given in the third person singular (“loses 3 Morale”), in the form for this side."""
        first, blank, rest = words.partition(" ")
        return verb(first, self.is_reader or self.plural) + blank + rest

    def own(self) -> str:
        """Returns “your” or “their”, for something that belongs to the subject of the sentence."""
        return "your" if self.is_reader else "their"

    def possessive(self) -> str:
        """The possessive: “your”, “Blue's” or “the Germans'”."""
        if self.is_reader:
            return "your"
        return f"{self.name}'" if self.plural and self.name.endswith("s") else f"{self.name}'s"


def parties(names: Sequence[str], reader: int | None, plural: bool = False) -> tuple[Party, ...]:
    """Returns the sides of a game by seat, for the seat of the reader; with None, every side has its name."""
    return tuple(Party(seat, name, seat == reader, plural) for seat, name in enumerate(names))
