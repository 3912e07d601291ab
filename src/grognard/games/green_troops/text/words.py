"""The names of Green Troops' types and phases, the clauses of the phases, and verbs after names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.green_troops import names
from grognard.games.green_troops.tables import Cards
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import verb
from grognard.kernel.engine.state import OVER
from grognard.kernel.game import Game

# What each type is called, of Battle cards and of Units.
TYPE_LABELS: Final = {
    "S": "Shoot", "M": "Melee", "O": "Opportunity", "F": "Defense", "L": "Leader", "T": "Terrain", "E": "Event",
    "LN": "Line Infantry", "LI": "Light Infantry", "AR": "Artillery", "HC": "Heavy Cavalry", "LC": "Light Cavalry",
    "DR": "Light Cavalry and Light Infantry",
}  # fmt: skip

# Written small, for most of these words are names of cards too.
PHASE_LABELS: Final = {
    OVER: "The game is over",
    names.RESERVE: "The reserve phase",
    names.ATTACK: "The attack phase",
    names.OPPORTUNITY: "The opportunity phase: the charged unit fires",
    names.ANSWER: "The opportunity phase: the attacker's answer",
    names.ROUT: "The opportunity phase: after the fire",
    names.DEFEND: "The resolution phase: defense",
    names.BARRAGE: "The resolution phase: under a barrage",
    names.CAPTURE: "The resolution phase: ground is taken",
    names.AFTERMATH: "The resolution phase: aftermath",
    names.DISPATCH: "Discards of an event",
    names.LIMIT: "The end phase: hand limit",
    names.UNIT: "Which unit",
    names.TARGET: "Which target",
    names.SEAT: "Which seat",
}

PHASE_CLAUSES: Final = {
    OVER: "GT-12.1",
    names.RESERVE: "GT-5.1",
    names.ATTACK: "GT-6.1",
    names.OPPORTUNITY: "GT-7.1",
    names.ANSWER: "GT-7.2",
    names.ROUT: "GT-7.4",
    names.DEFEND: "GT-8.1",
    names.BARRAGE: "GT-8.4",
    names.CAPTURE: "GT-9.9",
    names.AFTERMATH: "GT-8.6",
    names.DISPATCH: "GT-11.4",
    names.LIMIT: "GT-10.2",
    names.UNIT: "GT-6.1",
    names.TARGET: "GT-6.1",
    names.SEAT: "GT-6.1",
}


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
