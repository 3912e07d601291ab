"""The names of Green Troops' types and cards, and verbs after names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.green_troops.tables import Cards
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import verb
from grognard.kernel.game import Game

# What each type is called, of Battle cards and of Units.
TYPE_LABELS: Final = {
    "S": "Shoot", "M": "Melee", "O": "Opportunity", "F": "Defense", "L": "Leader", "T": "Terrain", "E": "Event",
    "LN": "Line Infantry", "LI": "Light Infantry", "AR": "Artillery", "HC": "Heavy Cavalry", "LC": "Light Cavalry",
    "DR": "Light Cavalry and Light Infantry",
}  # fmt: skip


def side_of(seat: int, sides: Sequence[Party]) -> Party:
    """All seats on the side of this one, named after the first of them; “you” for each of them."""
    own = [party for party in sides if party.seat % 2 == seat % 2]
    name = own[0].name if len(own) == 1 else f"{own[0].name}'s side"
    return Party(own[0].seat, name, is_reader=any(party.is_reader for party in own))


def card_name(game: Game, name: int) -> str:
    """What a Battle card is called."""
    return game.names[cast(Cards, game.card_set).units_in_all + name]


def after(subject: Sequence[str], word: str) -> str:
    """A verb after the cards that are its subject: Hussars 1 fall, Imperial Guard 2 falls."""
    return verb(word, len(subject) > 1 or _is_plural(subject[0].rstrip(" 0123456789")))


def _is_plural(name: str) -> bool:
    """Whether a Unit's name takes the plural, as far as its ending says: Hussars, Rifle Men, a designer's Cossacks."""
    ending = name.casefold()
    return ending.endswith("men") or (ending.endswith("s") and not ending.endswith("ss"))
