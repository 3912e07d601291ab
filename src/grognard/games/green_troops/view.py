"""The view of Green Troops for one seat (GT-15.1). It includes only information the seat may see.

Waiting seats see the table as it was when the open frame began; picks appear when the frame closes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules import GreenTroops
from grognard.games.green_troops.rules.damage import falls
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import BARRAGES, KILL_LEADER
from grognard.games.green_troops.text.sums import attack_sum, fate
from grognard.games.green_troops.text.words import card_name
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import counted, listed, plural
from grognard.kernel.cardsets.bits import NONE, is_in, members_of, ones
from grognard.kernel.cardsets.counts import copies, count, is_none, plus, some, total
from grognard.kernel.views.view_builder import Viewer, build_view
from grognard.kernel.views.view import (
    ActionView, CardView, MarkerView, MemoryView, NumberView, SumView, TermView, View, ZoneView, card_view,
    action_views, number_view, refused_views,
)  # fmt: skip


def view(position: GreenTroops, viewer: Viewer) -> View:
    """The table as the viewer sees it."""
    faces = _Faces(position)
    return build_view(
        viewer,
        zones=tuple(_zones(position, viewer, faces)),
        numbers=_numbers(position),
        actions=lambda: _actions(position),
        refused=lambda: refused_views(position, _choices(position)),
        memory=_memories(position, viewer.seat, faces),
        coming=_coming(position, viewer.seat),
    )


# -- cards and zones ---------------------------------------------------------------------------------------------------


class _Faces:
    """The cards of one view. Copies of a Battle card share a name but have different handles."""

    def __init__(self, position: GreenTroops) -> None:
        self.position = position
        self.shown: Counter[int] = Counter()

    def battle(self, names: Iterable[int]) -> tuple[CardView, ...]:
        """Battle cards."""
        return tuple(self._battle(name) for name in names)

    def _battle(self, name: int) -> CardView:
        card = card_view(self.position, self.position.piece(name))
        self.shown[name] += 1
        copy = f" ({self.shown[name]})" if self.shown[name] > 1 else ""
        # Only the damage means something on its own; the card's text states the other numbers.
        damage = {key: value for key, value in card.numbers.items() if key == "damage"}
        return msgspec.structs.replace(card, handle=card.handle + copy, numbers=damage)

    def line(self, army: Army) -> tuple[CardView, ...]:
        """Units in play, with their current Attack and Defense, markers and attached cards."""
        return tuple(self._unit(unit) for unit in members_of(army.line))

    def _unit(self, unit: int) -> CardView:
        position = self.position
        card, defense = card_view(position, unit), int(position.defense(unit))
        attack = card.numbers["attack"] + int(position.tables.leader_attack[count(position.leaders, unit)])
        damage = MarkerView("damage", "Damage Markers", int(count(position.damage, unit)), defense)
        return msgspec.structs.replace(
            card,
            numbers={**card.numbers, "attack": attack, "defense": defense},
            markers=(damage, *self._part(unit)),
            under=self.battle(name for name in (position.leader_on(unit), position.terrain_of(unit)) if name != NONE),
        )

    def _part(self, unit: int) -> Iterator[MarkerView]:
        """The markers for a Unit's part in the current attack."""
        position = self.position
        barraged = position.target_seat != NONE and position.target == NONE
        if unit == position.attacker:
            yield MarkerView("attacks", "attacks", 1)
        elif unit == position.target or (barraged and is_in(position.army(position.target_seat).line, unit)):
            safe = is_in(position.protected, unit)
            yield MarkerView("safe", "safe", 1) if safe else MarkerView("attacked", "under attack", 1)

    def trophies(self, army: Army) -> tuple[CardView, ...]:
        """The cards of a Victory Pile."""
        units = tuple(card_view(self.position, unit) for unit in members_of(army.pile))
        return units + self.battle(copies(army.captives))


def _zones(position: GreenTroops, viewer: Viewer, faces: _Faces) -> Iterator[ZoneView]:
    def shown(
        key: str, label: str, owner: int | None, cards: tuple[CardView, ...], folded: bool = False, yours: str = ""
    ) -> ZoneView:
        return ZoneView(key, label, owner, len(cards), cards, folded, yours=yours)

    yield ZoneView("army deck", "Army Deck", None, ones(position.army_deck), ())
    yield ZoneView("deck", "Battle Deck", None, total(position.deck), ())
    for key, label, name in (
        ("attack", "Attack card", position.attack),
        ("opportunity", "Opportunity card", position.opportunity),
        ("event", "Event card", position.event),
    ):
        if name != NONE:
            yield shown(key, label, None, faces.battle([name]))
    if not is_none(position.spoils):
        yield shown("spoils", "Terrain left behind", None, faces.battle(copies(position.spoils)))
    names = position.game.seats
    for army in position.armies:
        whose = f"{names[army.seat]}'s"
        yield shown("line", f"{whose} line", army.seat, faces.line(army), yours="Your line")
        yield shown("pile", f"{whose} Victory Pile", army.seat, faces.trophies(army), True, yours="Your Victory Pile")
    if viewer.deciding and not is_none(position.picked):
        yield shown("picked", "Picked", viewer.seat, faces.battle(copies(position.picked)))
    for army in position.armies:
        hand = plus(army.hand, position.picked) if viewer.hides(int(army.seat)) else army.hand
        # When the game is over, all hands are revealed.
        is_open = viewer.over or (viewer.seat is not None and position.sees_hand(viewer.seat, army.seat))
        cards = faces.battle(copies(hand)) if is_open else ()
        yield ZoneView("hand", f"{names[army.seat]}'s hand", army.seat, total(hand), cards, yours="Your hand")
    yield shown("discard", "Discard pile", None, faces.battle(copies(position.discard)), True)


def _choices(position: GreenTroops) -> list[int]:
    """The pieces that the question is about. For each one that cannot be chosen, the view says why."""
    phase, decider = position.phase(), position.decider()
    if phase == n.UNIT:
        return members_of(position.armies[decider].line)
    if phase == n.TARGET:
        return members_of(position.side_line(decider ^ 1))
    if phase == n.CAPTURE:
        return [position.piece(name) for name in members_of(some(position.spoils))]
    return [] if phase == n.SEAT else [position.piece(name) for name in members_of(some(position.armies[decider].hand))]


def _numbers(position: GreenTroops) -> Iterator[NumberView]:
    for army in position.armies:
        name = position.game.seats[army.seat]
        ends = "GT-13.4" if position.tables.retire else "GT-12.1"
        yield number_view("units", "{whose} Units", army.seat, ones(army.line), ends, who=name)
        yield number_view("captured", "Units captured by {who}", army.seat, ones(army.pile), "GT-9.2", who=name)
    if position.extra > 0:
        yield number_view("extra", f"Extra {plural(position.extra, 'turn')} to come", None, position.extra, "GT-3.3")
    night = position.tables.night
    until = f"night at {night}" if night > 0 else ""
    quiet = f"{plural(position.quiet, 'Turn')} without a defeat"
    yield number_view("quiet", quiet, None, position.quiet, "GT-14.1", note=until)


def _memories(position: GreenTroops, seat: int | None, faces: _Faces) -> Iterator[MemoryView]:
    """The cards the seat has seen in other hands that have not left since (GT-11.8)."""
    if seat is None:
        return
    for army in position.armies:
        if army.seat != seat and not is_none(army.look_of(seat).cards):
            look = army.look_of(seat)
            yield MemoryView(army.seat, look.turn, faces.battle(copies(look.cards)))


# -- damage previews (GT-1.8) ------------------------------------------------------------------------------------------


def _actions(position: GreenTroops) -> tuple[ActionView, ...]:
    actions = action_views(position)
    if position.window() not in (n.ATTACK, n.OPPORTUNITY):
        return actions
    return tuple(_previewed(action, _preview(position, action.action)) for action in actions)


def _previewed(action: ActionView, reckoned: SumView | None) -> ActionView:
    """The action with its damage preview; an attack without damage is marked as hopeless."""
    in_vain = reckoned is not None and bool(reckoned.terms) and reckoned.total == 0
    return msgspec.structs.replace(action, sum=reckoned, hopeless=in_vain)


def _preview(position: GreenTroops, action: int) -> SumView | None:
    """The damage of the attack that an action completes, or None if it does not complete one.

    The action is played on a copy. Only the card, attacker and target are read, which reveal nothing hidden.
    """
    tried = position.clone()
    tried.record()
    tried.apply_action(action)
    for event in tried.events():
        match event:
            case e.AttackEvent(seat=seat, card=card, unit=unit, target=target):
                return _attack_sum(position, seat, card - position.tables.units_in_all, unit, target)
            case e.Barraged(card=card, unit=unit, against=against):
                return _barrage_sum(position, card - position.tables.units_in_all, unit, against, reader=None)
    return None


def _coming(position: GreenTroops, reader: int | None) -> SumView | None:
    """The damage preview of the current attack, which everyone sees."""
    name, unit, target = position.attack, position.attacker, position.target
    if position.opportunity != NONE:
        return _attack_sum(position, position.target_seat, position.opportunity, target, unit)
    if name != NONE and position.tables.effect[name] == BARRAGES:
        return _barrage_sum(position, name, unit, position.target_seat, reader)
    in_play = position.side_line(0) | position.side_line(1)
    if name == NONE or not is_in(in_play, unit) or not is_in(in_play, target):
        return None
    return _attack_sum(position, position.active, name, unit, target)


def _attack_sum(position: GreenTroops, seat: int, name: int, unit: int, target: int) -> SumView:
    called = position.game.names
    if position.tables.effect[name] == KILL_LEADER:
        label = f"{card_name(position.game, name)}, {called[unit]} at {called[target]}"
        return SumView(label, (), 0, _without_leader(position, target), "GT-8.3")
    return attack_sum(position.game, position.reckoning(seat, name, unit, target))


def _without_leader(position: GreenTroops, target: int) -> str:
    """The effect on a Unit of losing its Leader, in words."""
    lost = position.tables.leader_defense[count(position.leaders, target)]
    markers, defense = count(position.damage, target), position.defense(target) - lost
    return f"{card_name(position.game, position.leader_on(target))} is killed, {fate(markers, defense)}"


def _barrage_sum(position: GreenTroops, name: int, unit: int, seat: int, reader: int | None) -> SumView:
    called = position.game.names
    label = f"{card_name(position.game, name)}, {called[unit]} at {parties(position.game.seats, reader)[seat]}"
    damage = position.tables.damage[name]
    hit = members_of(position.armies[seat].line & ~position.protected)
    fall = [called[u] for u in hit if falls(count(position.damage, u) + damage, position.defense(u))]
    what = f"on {counted(len(hit), 'Unit')}" + (f", {listed(fall)} would fall" if fall else "")
    return SumView(label, (TermView(card_name(position.game, name), damage, "GT-8.4"),), damage, what, "GT-8.4")
