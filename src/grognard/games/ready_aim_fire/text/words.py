"""What types of card, positions and cards are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.tables import Cards, Kinds
from grognard.kernel.content.wording import listed, quoted
from grognard.kernel.game import Game
from grognard.kernel.cardsets.bits import is_in, members_of

TYPE_LABELS: Final = {
    "LN": "Line Infantry", "LI": "Light Infantry", "HC": "Heavy Cavalry", "LC": "Light Cavalry", "AR": "Artillery",
    "HA": "Horse Artillery", "CO": "Commander", "TC": "Tactics", "TR": "Terrain", "BK": "Face down",
}  # fmt: skip

# What becomes of the loser of a fight.
FATES: Final = {names.IS_SHAKEN: "is Shaken", names.IS_ROUTED: "routs", names.IS_ELIMINATED: "is eliminated"}


def named_position(seat: int, place: int) -> str:
    """The name of a position, such as Blue's Left Flank. Left and right are as its owner sees them."""
    return f"{META.seats[seat]}'s {POSITIONS[place]}"


class Called:
    """What people call the pieces of a game, by number; `keys` are the names that never change."""

    def __init__(self, game: Game) -> None:
        self.names: Sequence[str] = game.names
        self.keys: Sequence[str] = game.pieces
        self.kinds: Kinds = cast(Cards, game.card_set).kinds

    def __getitem__(self, piece: int) -> str:
        return self.names[piece]

    def keys_of(self, pieces: Sequence[int]) -> tuple[str, ...]:
        """Returns cards by the names that never change."""
        return tuple(self.keys[piece] for piece in pieces)

    def either(self, pieces: int) -> Sequence[str]:
        """Returns what people call the pieces of a set."""
        return [self[piece] for piece in members_of(pieces)]


def titled(called: Called, piece: int) -> str:
    """How texts refer to a card: generals have numbers for names, so their rank comes first."""
    return f"General {called[piece]}" if is_in(called.kinds.commanders, piece) else called[piece]


def enumerated(called: Called, pieces: Sequence[int]) -> str:
    """One, two and three."""
    return listed([titled(called, piece) for piece in pieces])


def enumerated_in_quotes(called: Called, pieces: Sequence[int]) -> str:
    """One, two and “Three”: Tactics cards, except Terrain, in quotes, so as not to be read as words."""
    tactics = called.kinds.tactics & ~called.kinds.terrains
    return listed([quoted(called[piece]) if is_in(tactics, piece) else titled(called, piece) for piece in pieces])
