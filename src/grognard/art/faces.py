"""The face of a card: everything on it, shared by the table, printed cards and virtual tabletops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.looks import Look, read_looks
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.game import GameSpec
from grognard.registry import spec


class Face(msgspec.Struct, frozen=True):
    """The contents of a card. `numbers` are shown large, each with its label; `line` is its effect in a few words.

    `key` names the face in addresses and files: `old-guard`, `battalion-france-guard`.
    """

    key: str
    deck: str
    name: str
    type: str
    kind: str
    copies: int
    numbers: tuple[tuple[str, int], ...]
    line: str
    text: str
    history: str
    look: Look

    @property
    def symbol(self) -> str:
        """The id of the card's symbol; by default that of its type."""
        return self.look.symbol or self.type

    def svg(self, palette: str = "light") -> str:
        """The figure, as an SVG file in this palette (see `PALETTES`)."""
        canvas = Canvas(palette)
        self.look.figure.draw(canvas)
        return canvas.svg()


def faces(game: GameSpec, cards: Sequence[CardFact] | None = None) -> tuple[Face, ...]:
    """The faces of a game, one for each row of its card table, or of `cards` if their numbers have changed."""
    looks = read_looks(game.folder)
    shown = looks.numbers or game.meta.numbers
    return tuple(_face(game, card, looks.of(card), shown) for card in cards or game.cards)


@cache
def looks(slug: str) -> Mapping[str, Face]:
    """The faces of a game by key."""
    return {face.key: face for face in faces(spec(slug))}


@cache
def figures(slug: str, palette: str) -> Mapping[str, str]:
    """The figures of a game as SVG files, by the keys of their faces."""
    return {key: face.svg(palette) for key, face in looks(slug).items()}


def _face(game: GameSpec, card: CardFact, look: Look, shown: Sequence[str]) -> Face:
    kind = str(card.columns.get("type") or "")
    numbers = ((key, card.columns[key]) for key in shown)
    return Face(
        card.key, card.deck, card.name, kind, game.types.get(kind, ""), card.copies,
        tuple((label, value) for label, value in numbers if isinstance(value, int)),
        look.line, card.notes, look.history, look,
    )  # fmt: skip
