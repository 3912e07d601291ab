"""What a card of Green Troops does, in a few words for the button that plays it."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import state
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.state import EFFECT, FIRST_LEADER, FIRST_TERRAIN, LEADER, TERRAIN, TYPE, Tables
from grognard.kernel.content.wording import counted

# The clause for what an Event does.
EVENT_CLAUSES: Final = {
    state.REINFORCE: "GT-5.2", state.RALLY: "GT-5.6", state.OUTFLANK: "GT-11.3", state.EXTRA_TURN: "GT-11.6",
    state.DISPATCHES: "GT-11.4", state.FOG: "GT-11.5", state.ROUTS: "GT-9.7", state.SPY: "GT-11.2",
    state.KILL_LEADER: "GT-11.7", state.DRAW: "GT-11.1",
}  # fmt: skip


def short_effect(position: GreenTroops, name: int) -> str:
    """What a Leader, Terrain or an Event brings."""
    if TYPE[name] == LEADER:
        return _of_leader(position.tables, name - FIRST_LEADER + 1)
    if TYPE[name] == TERRAIN:
        return _of_terrain(position.tables, name - FIRST_TERRAIN + 1)
    return _of_event(position, name)


def _of_leader(tables: Tables, code: int) -> str:
    return _gifts(
        (tables.leader_attack[code], "Attack +{}"),
        (tables.leader_melee[code], "+{} in melee"),
        (tables.leader_defense[code], "Defense +{}"),
        (tables.leader_hand[code], "hand limit +{}"),
    )


def _of_terrain(tables: Tables, code: int) -> str:
    return _gifts(
        (tables.terrain_defense[code], "Defense +{}"),
        (tables.terrain_shoot[code], "shoots with +{}"),
        (tables.terrain_cover[code], "attacks do {} less"),
    )


def _gifts(*gives: tuple[int, str]) -> str:
    """What is not 0, in words."""
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
