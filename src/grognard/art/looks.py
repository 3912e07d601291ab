"""A game's `looks.toml`: the appearance of each card, the short line on its face, and a line of history.

`poster.py` reads the part about the game's poster.

numbers = ["force"]              # the numbers shown large on a face; by default all that a card has

[tints]                          # the types of each tint (see `TINTS`)
brown = ["IU"]

[dress.fusilier]                 # parts that several cards share; a dress may be `like` another
draw = "foot"
coat = "blue"

[types.IU]                       # for cards of this type without their own look
like = "fusilier"

[cards."Old Guard"]              # if a game has several decks: [cards.DECK.NAME]
like = "fusilier"
hat = "bearskin"
line = "Stops cavalry"
short = "Guard"                  # for narrow cards, if a word of the name is too wide for them
called = "Daring General"        # for a card whose name is only a number
symbol = "guard"                 # a symbol from the game's file, if it is not that of the type
history = "…"

A card without a look has a flag in a laurel wreath, in the color of its type; a game without `[tints]` gives each type one
of its own. The same file has the land behind the cards (`[field]`, see `landscapes`) and their backs (`[backs]`, see `backs`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable
from itertools import cycle
from typing import Any, Final

import msgspec

from grognard.art.figures import Figure
from grognard.art.palette import TINTS
from grognard.kernel.content.cardfile import COMMON, CardFact
from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import BadInput
from grognard.kernel.structs import prepare

TEXTS: Final = ("line", "history", "symbol", "short", "called")
# The color of the cloth on a card without a look, by the tint of its type; and the order in which types get tints.
CLOTH: Final = {
    "brown": "brown", "green": "green", "steel": "sky", "crimson": "brick",
    "gold": "yellow", "violet": "violet", "navy": "blue", "slate": "dark-grey",
}  # fmt: skip
SLATE: Final = "slate"  # the tint of a type without one


prepare(Figure)


class Look(msgspec.Struct, frozen=True):
    """The figure of a card, its effect in a few words, a sentence of history, and its own symbol, if any.

    `short` is its name for narrow cards, `called` a name for a card whose own is only a number.
    """

    figure: Figure
    line: str = ""
    history: str = ""
    symbol: str = ""
    short: str = ""
    called: str = ""


class Looks:
    """The looks of a game's cards. `types` has the types of the game, in its order."""

    def __init__(self, tables: Mapping[str, Any], source: str, types: Iterable[str] = ()) -> None:
        self._source = source
        self._dress: Mapping[str, dict[str, Any]] = tables.get("dress", {})
        # The numbers shown large on a face; by default all that a card has.
        self.numbers: tuple[str, ...] = tuple(tables.get("numbers", ()))
        self._types: Mapping[str, dict[str, Any]] = tables.get("types", {})
        self._cards: Mapping[str, dict[str, Any]] = tables.get("cards", {})
        # The types of each tint.
        self.tints: Mapping[str, list[str]] = tables.get("tints") or _spread(types)
        if unknown := self.tints.keys() - TINTS.keys():
            raise BadInput(f"{source}: {min(unknown)} is not a tint. Choose one of: {', '.join(TINTS)}.")

    def of(self, card: CardFact) -> Look:
        """The look of a card: its own, its type's, or a flag. Raises BadInput if the table has an error."""
        named = self._cards if card.deck == COMMON else self._cards.get(card.deck, {})
        kind = str(card.columns.get("type") or "")
        of_type = self._types.get(kind, {})
        table = named.get(card.name) or of_type or _flag(self._tint_of(kind))
        return self._look(card.name, self._whole(table, card.name), of_type)

    def tint(self, kind: str) -> str:
        """The tint of a type of card, as `#rrggbb`; slate by default."""
        return TINTS[self._tint_of(kind)]

    def _tint_of(self, kind: str) -> str:
        return next((tint for tint, kinds in self.tints.items() if kind in kinds), SLATE)

    def _look(self, name: str, parts: dict[str, Any], of_type: Mapping[str, str]) -> Look:
        texts = {key: parts.pop(key, of_type.get(key, "")) for key in TEXTS}
        try:
            return Look(msgspec.convert(parts, Figure), **texts)
        except msgspec.ValidationError as error:
            raise BadInput(f"{self._source}: {name}: {error}.{_choices(parts, str(error))}") from None

    def _whole(self, table: Mapping[str, Any], name: str) -> dict[str, Any]:
        """A table merged with the dresses it is `like`; nearer entries win."""
        whole = dict(table)
        seen = set()
        while (like := whole.pop("like", None)) is not None:
            if like not in self._dress or like in seen:
                raise BadInput(f"{self._source}: {name} is like {like}, which is not in the table of dresses.")
            seen.add(like)
            whole = {**self._dress[like], **whole}
        return whole


def _spread(types: Iterable[str]) -> dict[str, list[str]]:
    """Gives each type a tint, and several types the same one only if there are more types than tints."""
    tints: dict[str, list[str]] = {}
    for kind, tint in zip(types, cycle(CLOTH), strict=False):
        tints.setdefault(tint, []).append(kind)
    return tints


def _choices(parts: Mapping[str, Any], error: str) -> str:
    """The words that fit where an error found another one in the parts of a figure; empty if there is no list."""
    at = re.search(r"at `\$\.(\w+)`", error)
    kinds = msgspec.inspect.type_info(Figure)
    if at is None or not isinstance(kinds, msgspec.inspect.UnionType):
        return ""
    structs = [kind for kind in kinds.types if isinstance(kind, msgspec.inspect.StructType)]
    known = [str(kind.tag) for kind in structs] if at[1] == "draw" else []
    for field in (field for kind in structs if kind.tag == parts.get("draw") for field in kind.fields):
        if field.name == at[1] and isinstance(field.type, msgspec.inspect.LiteralType):
            known = [str(value) for value in field.type.values]
    return f" {did_you_mean(str(parts.get(at[1])), known)}" if known else ""


def _flag(tint: str) -> dict[str, Any]:
    """A flag in a laurel wreath, which fits any card."""
    cloth = CLOTH[tint]
    return {"draw": "scene", "ground": False, "pieces": [f"disc {cloth}*1.75", "laurel", f"flag 50 45 0.85 {cloth}"]}


def read_looks(folder: Traversable, types: Iterable[str] = ()) -> Looks:
    """The looks in a game's folder. Without a `looks.toml`, all cards of a type look alike."""
    return Looks(read_tables(folder), f"{folder.name}/looks.toml", types)


def read_tables(folder: Traversable) -> Mapping[str, Any]:
    """The contents of a game's `looks.toml`; empty without one. Raises BadInput if it cannot be read."""
    file = folder.joinpath("looks.toml")
    if not file.is_file():
        return {}
    try:
        return _parsed(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{folder.name}/looks.toml cannot be read: {error}.") from None


@lru_cache(maxsize=2)
def _parsed(text: str) -> Mapping[str, Any]:
    """The parsed file. Parsing is slower than drawing, and figures and field are usually drawn together."""
    return tomllib.loads(text)
