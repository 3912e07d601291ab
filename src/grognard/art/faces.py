"""The face of a card: everything on it, shared by the table, printed cards and virtual tabletops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec

from grognard.art.canvas import Canvas
from grognard.art.looks import Look, read_looks
from grognard.kernel.content.card_text import filled
from grognard.kernel.content.cardfile import CardFact, names_of
from grognard.kernel.game import Game, GameSpec
from grognard.registry import load_stored, spec

MOST_VARIANTS: Final = 64  # whose changed faces are kept


class Face(msgspec.Struct, frozen=True):
    """The contents of a card. `numbers` are shown large, each with its label; `line` is its effect in a few words.

    `key` names the face in addresses and files: `old-guard`, `battalion-france-guard`. `drawn` is the key of the standard
    face with this figure. The line of `look` is filled, too. `like` is the card's own name, or for a new card the name of
    the printed card that it works like.
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
    drawn: str
    like: str

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
    """The faces of a game, one for each row of its card table, or of `cards` if a variant has others."""
    looks = read_looks(game.folder, game.types)
    shown = looks.numbers or game.meta.numbers
    by_look = {f"{card.deck}/{card.name}": looks.of(card) for card in game.cards}
    keys = {f"{card.deck}/{card.name}": card.key for card in game.cards}
    names = names_of(cards or game.cards)
    found = []
    for card in cards or game.cards:
        look = by_look[f"{card.deck}/{card.like.removeprefix(f'{card.deck}/') or card.name}"]
        if (other := by_look[card.look]) != look or card.like:
            look = msgspec.structs.replace(look, figure=other.figure, history="")
        if card.title != card.name or card.like:
            look = msgspec.structs.replace(look, short="", called="")
        line = "" if card.own_text is not None else filled(look.line, {**names, **card.numbers})
        found.append(_face(game, card, msgspec.structs.replace(look, line=line), shown, keys[card.look]))
    return tuple(found)


def changed_faces(game: Game) -> Mapping[str, Face]:
    """The faces of the cards that are not the standard ones, by key."""
    return _changed_faces(game.slug, tuple(game.overrides.items())) if game.overrides else {}


@lru_cache(maxsize=MOST_VARIANTS)
def _changed_faces(slug: str, overrides: tuple[tuple[str, str | int], ...]) -> Mapping[str, Face]:
    game = load_stored(slug, overrides=dict(overrides))
    standard = looks(slug)
    return {face.key: face for face in faces(game.spec, game.cards) if face != standard.get(face.key)}


@cache
def looks(slug: str) -> Mapping[str, Face]:
    """The faces of a game by key."""
    return {face.key: face for face in faces(spec(slug))}


@cache
def figures(slug: str, palette: str) -> Mapping[str, str]:
    """The figures of a game as SVG files, by the keys of their faces."""
    return {key: face.svg(palette) for key, face in looks(slug).items()}


def _face(game: GameSpec, card: CardFact, look: Look, shown: Sequence[str], drawn: str) -> Face:
    kind = str(card.columns.get("type") or "")
    numbers = ((key, card.columns[key]) for key in shown)
    return Face(
        card.key, card.deck, card.title, kind, game.types.get(kind, ""), card.copies,
        tuple((label, value) for label, value in numbers if isinstance(value, int)),
        look.line, card.notes, look.history, look, drawn, card.like.removeprefix(f"{card.deck}/") or card.name,
    )  # fmt: skip
