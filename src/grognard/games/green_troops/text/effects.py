"""What a card of Green Troops does, in a few words for the button that plays it."""

from __future__ import annotations

from grognard.games.green_troops import state
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.state import EFFECT, FIRST_LEADER, FIRST_TERRAIN, LEADER, TERRAIN, TYPE
from grognard.kernel.book.wording import counted


def short_effect(position: GreenTroops, name: int) -> str:
    """What a Leader, Terrain or an Event brings."""
    if TYPE[name] == LEADER:
        return _of_leader(position, name - FIRST_LEADER + 1)
    if TYPE[name] == TERRAIN:
        return _of_terrain(position, name - FIRST_TERRAIN + 1)
    return _of_event(position, name)


def _of_leader(position: GreenTroops, code: int) -> str:
    tables = position.tables
    gives = (
        (tables.leader_attack[code], "Attack +{}"),
        (tables.leader_melee[code], "+{} in melee"),
        (tables.leader_defense[code], "Defense +{}"),
        (tables.leader_hand[code], "hand limit +{}"),
    )
    return ", ".join(text.format(number) for number, text in gives if number)


def _of_terrain(position: GreenTroops, code: int) -> str:
    tables = position.tables
    gives = (
        (tables.terrain_defense[code], "Defense +{}"),
        (tables.terrain_shoot[code], "shoots with +{}"),
        (tables.terrain_cover[code], "attacks do {} less"),
    )
    return ", ".join(text.format(number) for number, text in gives if number)


def _of_event(position: GreenTroops, name: int) -> str:
    tables = position.tables
    draw, amount, markers = tables.draw[name], tables.amount[name], tables.markers[name]
    match EFFECT[name]:
        case state.DRAW | state.OUTFLANK:
            return f"draw {draw}"
        case state.SPY:
            return f"look at a hand, draw {draw}"
        case state.DISPATCHES:
            return f"draw {draw}, discard {amount}"
        case state.FOG:
            return f"an enemy seat loses {counted(amount, 'card')}"
        case state.EXTRA_TURN:
            return counted(amount, "extra turn")
        case state.ROUTS:
            return f"an enemy Unit with {counted(markers, 'marker')} or more falls"
        case state.KILL_LEADER:
            return "an enemy Leader is killed"
        case state.REINFORCE:
            return counted(amount, "new Unit")
        case state.RALLY:
            return f"up to {counted(amount, 'marker')} off"
    return ""


def attack_effect(position: GreenTroops, name: int) -> str:
    """What an attack card does by itself; the Unit adds its Attack, and more (GT-1.8)."""
    damage = position.tables.damage[name]
    match EFFECT[name]:
        case state.KILL_LEADER:
            return "kills a Leader"
        case state.BARRAGES:
            return f"{damage} on every Unit of a seat"
        case state.SPY:
            return f"D {damage}, then a look at the hand"
    return f"D {damage}"
