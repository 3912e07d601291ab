"""What a card of Green Troops does, in a few words for the button that plays it."""

from __future__ import annotations

from typing import Final

from grognard.games.green_troops import tables as cards
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.tables import LEADER, TERRAIN, Tables
from grognard.kernel.content.wording import counted

# The clause for what an Event does.
EVENT_CLAUSES: Final = {
    cards.REINFORCE: "GT-5.2", cards.RALLY: "GT-5.6", cards.OUTFLANK: "GT-11.3", cards.EXTRA_TURN: "GT-11.6",
    cards.DISPATCHES: "GT-11.4", cards.FOG: "GT-11.5", cards.ROUTS: "GT-9.7", cards.SPY: "GT-11.2",
    cards.KILL_LEADER: "GT-11.7", cards.DRAW: "GT-11.1",
}  # fmt: skip


def short_effect(position: GreenTroops, name: int) -> str:
    """What a Leader, Terrain or an Event brings."""
    tables = position.tables
    if tables.type[name] == LEADER:
        return _of_leader(tables, tables.code[name])
    if tables.type[name] == TERRAIN:
        return _of_terrain(tables, tables.code[name])
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
        (tables.terrain_shoot[code], "shoots at +{}"),
        (tables.terrain_cover[code], "attacks do {} less"),
    )


def _gifts(*gives: tuple[int, str]) -> str:
    """What is not 0, in words."""
    return ", ".join(text.format(number) for number, text in gives if number)


def _of_event(position: GreenTroops, name: int) -> str:
    tables = position.tables
    draw, amount, markers = tables.draw[name], tables.amount[name], tables.markers[name]
    match tables.effect[name]:
        case cards.DRAW | cards.OUTFLANK:
            return f"draw {draw}"
        case cards.SPY:
            return f"look at a hand, draw {draw}"
        case cards.DISPATCHES:
            return f"draw {draw}, discard {amount}"
        case cards.FOG:
            return f"an enemy seat loses {counted(amount, 'card')}"
        case cards.EXTRA_TURN:
            return counted(amount, "extra turn")
        case cards.ROUTS:
            return f"an enemy Unit with {counted(markers, 'marker')} or more falls"
        case cards.KILL_LEADER:
            return "an enemy Leader is killed"
        case cards.REINFORCE:
            return counted(amount, "new Unit")
        case cards.RALLY:
            return f"up to {counted(amount, 'marker')} off"
    return ""


def attack_effect(position: GreenTroops, name: int) -> str:
    """Returns the effect of an attack card alone; the Unit adds its Attack, and more (GT-1.8)."""
    damage = position.tables.damage[name]
    match position.tables.effect[name]:
        case cards.KILL_LEADER:
            return "kills a Leader"
        case cards.BARRAGES:
            return f"{damage} to every Unit at one seat"
        case cards.SPY:
            return f"D {damage}, then a look at the hand"
    return f"D {damage}"
