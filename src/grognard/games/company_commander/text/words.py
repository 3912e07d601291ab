"""The words that all texts share: sides, Fronts, phases with their clauses, and what a card is called."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.company_commander import names
from grognard.games.company_commander.meta import META
from grognard.games.company_commander.names import CENTER, FRONTS
from grognard.games.company_commander.tables import Cards
from grognard.kernel.content.wording import listed, quoted
from grognard.kernel.engine.state import OVER
from grognard.kernel.game import Game

# What each kind of card is called, of units and of Tactics cards.
TYPE_LABELS: Final = {
    "HQ": "Leader", "SQ": "Squad", "EN": "Engineers", "RT": "Recon Team", "MG": "Machine Gun", "MO": "Mortar",
    "BZ": "Anti-Tank Team", "TK": "Tank", "AC": "Armored Car", "HT": "Half Track", "SN": "Sniper",
    "GU": "Anti-Tank Gun", "SP": "Support", "FP": "Fire", "CC": "Close combat", "AK": "Attack", "DF": "Defense",
    "NG": "Negates", "ST": "Stops", "OR": "Orders",
}  # fmt: skip

SIDES: Final = ("the Americans", "the Germans")

PHASE_LABELS: Final = {
    OVER: "The game is over",
    names.DEPLOY: "Deploy Phase",
    names.MOVE: "Deploy Phase: a unit moves",
    names.TACTICS: "Tactics Phase",
    names.DISCARD: "Tactics Phase: hand limit",
    names.RECON: "Recon Phase",
    names.MISSION: "Recon Phase: the mission",
    names.SUCCESS: "Recon Phase: success",
    names.SUPPRESSION: "Suppression Phase",
    names.FIRE: "Suppression Phase: taking aim",
    names.HIT: "Under suppression fire",
    names.ASSAULT: "Assault Phase: declaration",
    names.ATTACK: "Assault Phase: getting ready",
    names.ORDER: "Assault Phase: order of battles",
    names.BATTLE: "Assault Phase: cards before the dice",
    names.DIE: "Assault Phase: an attacker's die",
    names.RALLY: "Rally Phase",
    names.LEADER: "Rally Phase: the leader",
    names.RALLIED: "Rally Phase: a roll has succeeded",
    names.FRONT: "Which Front",
    names.UNIT: "Which unit",
}

PHASE_CLAUSES: Final = {
    OVER: "CC-1.6",
    names.DEPLOY: "CC-3.2",
    names.MOVE: "CC-3.7",
    names.TACTICS: "CC-4.2",
    names.DISCARD: "CC-4.3",
    names.RECON: "CC-5.1",
    names.MISSION: "CC-5.2",
    names.SUCCESS: "CC-5.6",
    names.SUPPRESSION: "CC-6.1",
    names.FIRE: "CC-6.4",
    names.HIT: "CC-6.6",
    names.ASSAULT: "CC-7.1",
    names.ATTACK: "CC-7.4",
    names.ORDER: "CC-7.5",
    names.BATTLE: "CC-7.7",
    names.DIE: "CC-7.11",
    names.RALLY: "CC-8.3",
    names.LEADER: "CC-8.3",
    names.RALLIED: "CC-8.4",
    names.FRONT: "CC-1.1",
    names.UNIT: "CC-10.2",
}


def front_name(front: int) -> str:
    """The Left, the Center, the Right, in the middle of a sentence."""
    return f"the {FRONTS[front]}"


def on_front(front: int) -> str:
    """On the Left, in the Center, on the Right."""
    return f"{'in' if front == CENTER else 'on'} {front_name(front)}"


def place_name(seat: int, front: int) -> str:
    """The Front of a side as the table calls it: American Left."""
    return f"{META.seats[seat]} {FRONTS[front]}"


def fire_dice(number: int) -> str:
    """1 Fire die, 2 Fire dice."""
    return f"{number} {plural_dice(number)}"


def plural_dice(number: int) -> str:
    """Returns “Fire die” or “Fire dice”, to follow a number."""
    return f"Fire {'die' if number == 1 else 'dice'}"


def cards_of(game: Game) -> Cards:
    """Returns the pieces of a loaded game."""
    return cast(Cards, game.card_set)


def named(game: Game, piece: int) -> str:
    """What a piece is called within a sentence: Tactics cards in quotes, so as not to be read as words."""
    called = game.names[piece]
    return called if piece < cards_of(game).units_in_all else quoted(called)


def pieces_named(game: Game, pieces: Sequence[int]) -> str:
    """One, two and three, of pieces."""
    return listed([named(game, piece) for piece in pieces])


def signed(value: int) -> str:
    """+1, -1."""
    return f"+{value}" if value >= 0 else f"−{-value}"
