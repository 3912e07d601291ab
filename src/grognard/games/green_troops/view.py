"""What one seat may see of Green Troops (GT-15.1), built by naming what is shown.

The seats that wait see the table as it was when the open frame began: picks are shown when they are closed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.games.green_troops import text
from grognard.games.green_troops.meta import META
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.state import NONE, PHASES, UNITS_IN_ALL, Army
from grognard.kernel.bits import members_of, ones
from grognard.kernel.counts import Counts, copies, count, each, is_none, nothing, one, plus, total
from grognard.kernel.state import State
from grognard.kernel.view import (
    CardView,
    MarkerView,
    MemoryView,
    NumberView,
    View,
    ZoneView,
    card_view,
    offered,
    refused,
)


def view(position: State, seat: int | None) -> View:
    """The table as this seat (None: a spectator) sees it."""
    assert isinstance(position, GreenTroops)
    over = position.is_terminal()
    to_move = None if over else position.current_player()
    deciding = seat is not None and seat == to_move
    phase = position.phase() if deciding else position.window()
    hand = sorted(set(copies(position.army(seat).hand))) if seat is not None and deciding else []
    return View(
        game=META.slug,
        title=META.title,
        seat=seat,
        seats=position.game.seats,
        ply=position.ply if deciding else position.ply - position.picks(),
        turn=position.turn,
        active=position.active,
        to_move=to_move,
        phase=PHASES[phase],
        phase_label=text.PHASE_LABELS[phase],
        prompt=text.prompt(position) if deciding or over else text.waiting(position),
        zones=tuple(_zones(position, seat, deciding)),
        numbers=tuple(_numbers(position)),
        actions=offered(position, text.label) if deciding else (),
        refused=refused(position, [UNITS_IN_ALL + name for name in hand], text.reason),
        can_step_back=deciding and position.picks() > 0,
        memory=tuple(_memories(position, seat)),
        outcome=position.outcome(),
    )


def battle_cards(position: GreenTroops, pile: Counts) -> tuple[CardView, ...]:
    """Battle cards that may be seen, every copy with a handle of its own."""
    views: list[CardView] = []
    for name in copies(pile):
        view = card_view(position, UNITS_IN_ALL + name)
        alike = sum(other.name == view.name for other in views)
        handle = f"{view.name} ({alike + 1})" if alike else view.name
        views.append(msgspec.structs.replace(view, handle=handle))
    return tuple(views)


def unit_card(position: GreenTroops, unit: int) -> CardView:
    """A Unit with its Defense as it stands, its markers, and what is tucked under it."""
    card, markers, defense = card_view(position, unit), count(position.damage, unit), position.defense(unit)
    on = [name for name in (position.leader_on(unit), position.terrain_of(unit)) if name != NONE]
    return msgspec.structs.replace(
        card,
        numbers={**card.numbers, "defense": int(defense)},
        markers=(MarkerView("damage", "Damage", markers, defense),),
        under=tuple(card_view(position, UNITS_IN_ALL + name) for name in on),
    )


def _zones(position: GreenTroops, seat: int | None, deciding: bool) -> Iterator[ZoneView]:
    def pile(key: str, label: str, owner: int | None, cards: Counts, folded: bool = False) -> ZoneView:
        return ZoneView(key, label, owner, total(cards), battle_cards(position, cards), folded)

    yield ZoneView("army deck", "Army Deck", None, ones(position.army_deck), ())
    yield ZoneView("deck", "Battle Deck", None, total(position.deck), ())
    yield pile("discard", "Discard pile", None, position.discard, True)
    for key, label, name in (
        ("attack", "Attack card", position.attack),
        ("opportunity", "Opportunity card", position.opportunity),
        ("event", "Event at work", position.event),
    ):
        if name != NONE:
            yield pile(key, label, None, one(name))
    if position.spoils:
        yield pile("spoils", "Terrain left behind", None, each(position.spoils))
    for army in position.armies:
        yield from _army_zones(position, army)
    if deciding and not is_none(position.picked):
        yield pile("picked", "Picked", seat, position.picked)
    for army in position.armies:
        hand = army.hand
        if not position.is_terminal() and not deciding and army.seat == position.decider():
            hand = plus(hand, position.picked)
        # At the end all hands are laid open.
        is_open = position.is_terminal() or (seat is not None and position.sees_hand(seat, army.seat))
        shown = battle_cards(position, hand if is_open else nothing())
        yield ZoneView("hand", f"{META.seats[army.seat]}'s hand", army.seat, total(hand), shown)


def _army_zones(position: GreenTroops, army: Army) -> Iterator[ZoneView]:
    """A line, what lies on its Units, and a Victory Pile."""
    name = META.seats[army.seat]
    units = members_of(army.line)
    yield ZoneView("line", f"{name}'s line", army.seat, len(units), tuple(unit_card(position, unit) for unit in units))
    captured = tuple(card_view(position, unit) for unit in members_of(army.pile))
    captured += battle_cards(position, each(army.captives))
    yield ZoneView("pile", f"{name}'s Victory Pile", army.seat, len(captured), captured, True)


def _numbers(position: GreenTroops) -> Iterator[NumberView]:
    for army in position.armies:
        name = META.seats[army.seat]
        yield NumberView("units", f"{name}'s Units", army.seat, ones(army.line), "GT-12.1")
        yield NumberView("captured", f"Units captured by {name}", army.seat, ones(army.pile), "GT-12.3")
    yield NumberView("extra", "Extra turns to come", None, position.extra, "GT-3.3")
    yield NumberView("quiet", "Turns without a defeat", None, position.quiet, "GT-14.1")


def _memories(position: GreenTroops, seat: int | None) -> Iterator[MemoryView]:
    """What the seat was shown of other hands and what has not left since (GT-11.8)."""
    if seat is None:
        return
    for army in position.armies:
        if army.seat != seat and not is_none(army.look_of(seat).cards):
            look = army.look_of(seat)
            yield MemoryView(army.seat, look.turn, battle_cards(position, look.cards))
