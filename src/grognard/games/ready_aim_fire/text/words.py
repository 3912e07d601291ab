"""What phases, types of card and positions are called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.tables import Cards, Kinds
from grognard.kernel.content.wording import listed, quoted
from grognard.kernel.engine.state import OVER
from grognard.kernel.game import Game
from grognard.kernel.cardsets.bits import is_in, members_of

TYPE_LABELS: Final = {
    "LN": "Line Infantry", "LI": "Light Infantry", "HC": "Heavy Cavalry", "LC": "Light Cavalry", "AR": "Artillery",
    "HA": "Horse Artillery", "CO": "Commander", "TC": "Tactics", "TR": "Terrain", "BK": "Face down",
}  # fmt: skip

# Written small, for many of these words are names of cards too.
PHASE_LABELS: Final = {
    OVER: "The game is over",
    names.EXCHANGE: "Setup: exchange",
    names.SETUP: "Setup: the line of battle",
    names.CONFUSION: "Before the draw phase",
    names.DRAW: "The draw phase",
    names.TERRAIN: "The terrain phase",
    names.MANEUVER: "The reinforce phase: moves",
    names.REINFORCE: "The reinforce phase: reinforcements",
    names.DIFFICULTY: "Before the attack phase",
    names.ATTACK: "The attack phase",
    names.CASUALTY: "The attack phase: the reserve is attacked",
    names.COVER: "The attack phase: into cover",
    names.SQUARE: "The attack phase: cards for a square",
    names.SQUARE_ROLL: "The attack phase: the square has failed",
    names.RIDE: "The attack phase: a square stands",
    names.RIDE_ROLL: "The attack phase: riding around has failed",
    names.SUPPORT: "The attack phase: support",
    names.TACTICS: "The attack phase: cards before the roll",
    names.REROLL: "The attack phase: re-rolls",
    names.OVERRUN: "Before a morale check",
    names.CHECK: "A check has failed",
    names.PRISONERS: "A battalion routs",
    names.AGAIN: "The attack phase: attacking again",
    names.SNIPER: "The morale phase begins",
    names.DISCARD: "The last phase: a discard",
    names.LIMIT: "The last phase: hand limit",
    names.REDRAW: "The last phase: redraw",
    names.FETCH: "Which deck",
    names.STACK: "Which position",
    names.ENEMY: "Which enemy position",
    names.SIDE: "Which side",
    names.CARD: "Which battalion",
    names.ORDER: "In which order",
}

PHASE_CLAUSES: Final = {
    OVER: "RAF-10.1", names.EXCHANGE: "RAF-3.2", names.SETUP: "RAF-3.2", names.CONFUSION: "RAF-4.10",
    names.DRAW: "RAF-4.11", names.TERRAIN: "RAF-4.20", names.MANEUVER: "RAF-4.30", names.REINFORCE: "RAF-4.32",
    names.DIFFICULTY: "RAF-5.3", names.ATTACK: "RAF-5.4", names.CASUALTY: "RAF-5.21", names.COVER: "RAF-5.25",
    names.SQUARE: "RAF-5.26", names.SQUARE_ROLL: "RAF-5.26", names.RIDE: "RAF-5.26", names.RIDE_ROLL: "RAF-5.26",
    names.SUPPORT: "RAF-5.27", names.TACTICS: "RAF-5.28", names.REROLL: "RAF-5.30", names.OVERRUN: "RAF-7.12",
    names.CHECK: "RAF-7.14", names.PRISONERS: "RAF-5.34", names.AGAIN: "RAF-5.39", names.SNIPER: "RAF-7.10",
    names.DISCARD: "RAF-9.1", names.LIMIT: "RAF-9.2", names.REDRAW: "RAF-9.2", names.FETCH: "RAF-4.12",
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
