"""The view one seat may have of Battle of the Three Emperors (TE-11); only the parts named here are shown."""

from __future__ import annotations

from typing import cast

import msgspec
from mypy_extensions import i64

from grognard.games.three_emperors.meta import META
from grognard.games.three_emperors.names import ATTACK_NORTH, COMMIT, DEFEND, FRONTS, GIVE, SEARCH
from grognard.games.three_emperors.rules import ThreeEmperors
from grognard.games.three_emperors.text.prompts import SIDES, retreat, total
from grognard.kernel.cardsets.cards import common, members, minus, size, union
from grognard.kernel.views.view_builder import Viewer, build_view, hands
from grognard.kernel.views.view import (
    ActionView, MarkerView, NumberView, View, ZoneView, action_views, card_views, number_view, refused_views,
)  # fmt: skip


def view(position: ThreeEmperors, viewer: Viewer) -> View:
    """Returns the table as the viewer sees it."""
    seen = build_view(
        viewer,
        zones=_zones(position, viewer),
        numbers=_numbers(position, viewer.deciding),
        refused=lambda: refused_views(position, members(position.army(position.decider()).hand)),
        actions=lambda: [_weighed(position, action) for action in action_views(position)],
        # No memory: a search shows its cards only while it lasts, and no notepad is kept (TE-11.2).
    )
    if viewer.phase != GIVE:
        return seen
    return msgspec.structs.replace(seen, phase_label=f"Victory cards: {retreat(position)}")


def _zones(position: ThreeEmperors, viewer: Viewer) -> tuple[ZoneView, ...]:
    def shown(key: str, label: str, owner: int | None, pile: tuple[i64, i64], folded: bool = False) -> ZoneView:
        return ZoneView(key, label, owner, size(pile), card_views(position, pile), folded)

    zones = [
        ZoneView("deck", "Deck", None, size(position.deck), ()),
        shown("discard", "Discard pile", None, position.discard, True),
    ]
    for front, name in enumerate(FRONTS):
        for owner in range(2):
            there = shown(name, f"{META.seats[owner]} at {name}", owner, position.army(owner).at(front))
            zones.append(msgspec.structs.replace(there, yours=f"Your pieces at {name}"))
    # Only during the Action: when the winner plays Victory cards, no Front is under attack anymore.
    front_name = FRONTS[position.front] if position.phase() in (COMMIT, DEFEND) else ""
    for owner, who in enumerate(META.seats):
        where = f" at {front_name}" if front_name else ""
        label, yours = f"Committed by {who}{where}", f"Committed by you{where}"
        committed = shown("committed", label, owner, position.army(owner).committed)
        zones.append(msgspec.structs.replace(committed, place=front_name, yours=yours))
    if viewer.deciding and position.phase() == SEARCH:
        found = common(position.deck, position.tables.kinds.pieces_of(position.attacker.seat))
        zones.append(shown("search", "Found in the deck", viewer.seat, found))
    if viewer.deciding and size(position.picked) > 0:
        zones.append(shown("picked", "Picked", viewer.seat, position.picked))
    held = hands(viewer, [position.army(owner).hand for owner in range(2)], position.picked)
    return (*zones, *(_with_strangers(position, zone) for zone in held))


def _with_strangers(position: ThreeEmperors, hand: ZoneView) -> ZoneView:
    """Returns a hand with a marker on each card that only the other side can use (TE-1.5)."""
    owner = cast(int, hand.owner)
    other = MarkerView("stranger", f"{META.seats[1 - owner]} only", 1)
    cards = position.tables.cards
    strangers = minus(cards.all_cards, cards.kinds.usable_by(owner))
    strange = {cards.pieces[card] for card in members(strangers)}
    shown = (
        msgspec.structs.replace(card, markers=(*card.markers, other)) if card.handle in strange else card
        for card in hand.cards
    )
    return msgspec.structs.replace(hand, cards=tuple(shown))


def _numbers(position: ThreeEmperors, deciding: bool) -> tuple[NumberView, ...]:
    """Returns Morale, and at each Front the running sum of both sides with the 4 for holding it."""
    start = int(position.tables.morale)
    numbers = [
        number_view("morale", "{whose} Morale", owner, position.army(owner).morale, "TE-1.4", who=name, of=start)
        for owner, name in enumerate(SIDES)
    ]
    for front, name in enumerate(FRONTS):
        for owner, who in enumerate(SIDES):
            value = total(position, owner, front, deciding)
            at, what = (name,), f"{{whose}} sum at {name}"
            numbers.append(number_view(f"force-{name}", what, owner, value, "TE-7.5", who=who, places=at))
        numbers.append(_bonus(position, front))
    attacked = tuple(name for front, name in enumerate(FRONTS) if (position.attacked >> front) & 1)
    told, what = ", ".join(attacked) or "none", "Fronts attacked this turn"
    numbers.append(number_view("attacked", what, None, len(attacked), "TE-6.3", note=told, places=attacked))
    return tuple(numbers)


def _bonus(position: ThreeEmperors, front: int) -> NumberView:
    """Returns the bonus for holding a Front. An attacker on their own Front gets none: a note says why it is 0."""
    name, holder = FRONTS[front], position.holder(front)
    bonus = position.bonus(position.army(holder), front)
    what, note = f"{{whose}} bonus for holding {name}", "" if bonus else "not as the attacker"
    who = SIDES[holder]
    return number_view(f"bonus-{name}", what, holder, bonus, "TE-7.5", who=who, note=note, places=(name,))


def _weighed(position: ThreeEmperors, action: ActionView) -> ActionView:
    """Marks an attack as hopeless if even the whole hand cannot bring it above the defense (TE-7.6)."""
    front = action.action - ATTACK_NORTH
    if not 0 <= front < len(FRONTS):
        return action
    attacker, defender = position.attacker, position.defender
    able = common(position.own(attacker), union(position.tables.kinds.attacks, position.tables.kinds.events))
    if position.holder(front) == attacker.seat:
        able = minus(able, position.tables.kinds.assaults)
    most = position.force_at(attacker, front) + sum(position.tables.force[card] for card in members(able))
    return msgspec.structs.replace(action, hopeless=most <= position.total(defender, front))
