"""Numbers for bots and learners, based on the information a seat has: its own cards, open zones, counts and looks.

`evaluate` returns the lead of the seat's side, in points worth about one marker each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64

from grognard.games.green_troops import names as n
from grognard.games.green_troops.rules.choices import GreenTroops
from grognard.games.green_troops.rules.damage import summed
from grognard.games.green_troops.rules.turn import HAND_LIMIT
from grognard.games.green_troops.state import Army
from grognard.games.green_troops.tables import (
    BARRAGES, DISPATCHES, DRAW, EXTRA_TURN, FOG, KILL_LEADER, LEADER, MELEE, OUTFLANK, RALLY, REINFORCE, ROUTS, SCREEN,
    SPY, TERRAIN, Cards,
)  # fmt: skip
from grognard.kernel.engine.search_tuning import WON
from grognard.kernel.engine.observation import (
    Observer, Part, Row, code, flag, number, one_of, pile_of, place_names, relative, set_of, things_on, wide,
)  # fmt: skip
from grognard.kernel.cardsets.bits import NONE, bit, is_in, lowest, ones
from grognard.kernel.cardsets.counts import count, nothing, some, total
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The value of an undamaged Unit: estimates, tested against the random bot.
_UNIT: Final = 5.0
_DEFENSE: Final = 0.7
_ATTACK: Final = 1.2
_STANDING: Final = 0.3
_FRAIL: Final = 0.7
_TOUGHEST: Final = 1.6
_LEADER_ATTACK: Final = 0.7
_LAST_UNITS: Final = 14.0

# The value of a card in hand.
_CARD: Final = 0.2
_USELESS: Final = 0.15
_DAMAGE: Final = 0.12
_ANSWER: Final = 0.8
_PLACEABLE: Final = 1.0
_RESERVE: Final = 3.5
_RALLY: Final = 1.8
_ROUT: Final = 2.6
_EVENT: Final = 1.1
_EXTRA: Final = 3.5
_THEIR_CARD: Final = 1.1
_EXCESS: Final = 0.8
_LOOK: Final = 0.3

# The chance that an attack is not stopped by hidden cards, and how much it drops with each card in the hand.
_LANDS: Final = 0.85
_STOPPED: Final = 0.05
_STRUCK_BACK: Final = 0.15

# The version of the observation layout.
LAYOUT: Final = 1


def layout(game: Game) -> list[Part]:
    """The parts of an `Observation`; seats are counted from your own."""
    who = place_names(game.num_players())
    cards = cast(Cards, game.card_set)
    units, names = cards.unit_names, cards.names
    leaders = [names[name] for name in cards.names_of("L")]
    terrains = [names[name] for name in cards.names_of("T")]
    leaders_of = pile_of if cards.equal_leaders else set_of
    terrains_of = pile_of if cards.equal_terrains else set_of
    numbers = ("deck size", "army deck size", "extra", "quiet", "owed")
    parts = [*map(number, numbers), flag("fell"), flag("reshuffled"), one_of("target seat", who)]
    parts += [one_of("orders given", n.ORDERS), *(code(part, units) for part in ("attacker", "target", "chosen"))]
    parts += [code(card, names) for card in ("attack", "opportunity", "event", "moving")]
    for whose in who:
        parts += [number(f"{whose} {what}") for what in ("hand size", "units", "captured")]
        parts += [flag(f"{whose} retired"), set_of(f"{whose} line", units), set_of(f"{whose} pile", units)]
        parts += [leaders_of(f"{whose} pile, Leaders", names), pile_of(f"{whose} hand", names)]
        parts += [pile_of(f"{whose} deduced", names)]
        if whose != who[0]:
            parts += [wide(f"turn of the look at {whose} hand")]
            parts += [pile_of(f"{whose} seen", names), pile_of(f"own hand seen from {whose}", names)]
    parts += [pile_of("damage", units), things_on("under, Leaders", units, leaders)]
    parts += [things_on("under, Terrain", units, terrains)]
    parts += [set_of(what, units) for what in ("protected", "struck", "away")]
    parts += [pile_of(what, names) for what in ("picked", "discard")]
    parts += [terrains_of("spoils", names), set_of("posted", names)]
    return [*parts, set_of("posted on", units)] if cards.equal_leaders else parts


@final
class Observation(Observer):
    """Writes the information a seat has; a hand that it cannot see is 0 (GT-15)."""

    def observe(self, state: State, seat: i64, row: Row) -> None:
        position = cast(GreenTroops, state)
        seats: i64 = len(position.armies)
        cards = position.tables.cards
        units = cards.units_in_all
        names: i64 = len(cards.names)
        row.number(total(position.deck))
        row.number(ones(position.army_deck))
        row.number(position.extra)
        row.number(position.quiet)
        row.number(position.owed)
        row.flag(position.fell)
        row.flag(position.reshuffled)
        row.one_of(relative(seat, position.target_seat, seats), seats)
        row.bits(position.done, len(n.ORDERS))
        row.code(position.attacker)
        row.code(position.target)
        row.code(position.chosen)
        row.code(position.attack)
        row.code(position.opportunity)
        row.code(position.event)
        row.code(position.moving)
        place: i64 = 0
        while place < seats:
            owner = seat + place if seat + place < seats else seat + place - seats
            _observe_army(position, position.armies[owner], seat, row)
            place += 1
        row.pile_of(position.damage, units)
        _observe_lying(position.leaders, ones(cards.kinds.leaders), units, row)
        _observe_lying(position.terrains, ones(cards.kinds.terrains), units, row)
        row.set_of(position.protected, units)
        row.set_of(position.struck, units)
        row.set_of(position.away, units)
        row.pile_of(position.picked, names)
        row.pile_of(position.discard, names)
        if cards.equal_terrains:
            row.pile_of(position.spoils, names)
        else:
            row.set_of(some(position.spoils), names)
        row.set_of(position.posted, names)
        if cards.equal_leaders:
            row.set_of(position.posted_on, units)


def _observe_lying(lying: tuple[i64, i64, i64, i64, i64], names: i64, units: i64, row: Row) -> None:
    """Writes a `things_on` part for cards with this number of names; with one name, it is a set."""
    if names == 1:
        row.set_of(some(lying), units)
    else:
        row.pile_of(lying, units)


def _observe_army(position: GreenTroops, army: Army, seat: i64, row: Row) -> None:
    cards = position.tables.cards
    units = cards.units_in_all
    names: i64 = len(cards.names)
    row.number(total(army.hand))
    row.number(ones(army.line))
    row.number(ones(army.pile))
    row.flag(army.retired)
    row.set_of(army.line, units)
    row.set_of(army.pile, units)
    if cards.equal_leaders:
        row.pile_of(army.captives, names)
    else:
        row.set_of(some(army.captives), names)
    row.pile_of(army.hand if position.sees_hand(seat, army.seat) else nothing(), names)
    row.pile_of(army.deduced, names)
    if army.seat != seat:
        look = army.look_of(seat)
        row.wide(look.turn)
        row.pile_of(look.cards, names)
        row.pile_of(position.armies[seat].look_of(army.seat).cards, names)


def evaluate(state: State, seat: i64) -> float:
    """The lead of the seat's side in points; above 1000 or below -1000 once the game is decided."""
    position = cast(GreenTroops, state)
    value = _side(position, seat) - _side(position, seat ^ 1)
    if position.phase() == OVER:
        victors = position.victors()
        return value + (0.0 if victors == NONE else WON if victors == (seat & 1) else -WON)
    army = position.armies[seat]
    value += _hand(position, army)
    value -= _THEIR_CARD * float(_cards_of_side(position, seat ^ 1))
    if (position.active ^ seat) & 1 == 0:
        value += _EXTRA * float(position.extra)
    else:
        value -= _EXTRA * float(position.extra)
    return value + _running(position, seat) + _open_frame(position, seat)


# -- Units in play -----------------------------------------------------------------------------------------------------


def _side(position: GreenTroops, seat: i64) -> float:
    """The value of a side's Units in their current state; the last ones count most."""
    line = position.side_line(seat)
    worth = -_LAST_UNITS / float(1 + ones(line))
    while line != 0:
        worth += _unit(position, lowest(line), 0, 0)
        line &= line - 1
    return worth


def _unit(position: GreenTroops, unit: i64, markers: i64, defense: i64) -> float:
    """The value of a Unit with extra markers and Defense; 0 if it would fall."""
    left = position.defense(unit) + defense - count(position.damage, unit) - markers + 1
    if left <= 0:
        return 0.0
    printed: i64 = position.tables.defense[unit]
    attack = position.tables.attack_of(unit)
    code = count(position.leaders, unit)
    led: i64 = position.tables.leader_attack[code] + position.tables.leader_melee[code]
    worth = _UNIT + _DEFENSE * float(printed) + _ATTACK * float(attack)
    share = min(_TOUGHEST, float(left) / float(printed + 1))
    return worth * (_STANDING + _FRAIL * share) + _LEADER_ATTACK * float(led)


def _harm(position: GreenTroops, unit: i64, damage: i64) -> float:
    """The value a Unit loses by this much damage."""
    return _unit(position, unit, 0, 0) - _unit(position, unit, damage, 0)


# -- cards in hand -----------------------------------------------------------------------------------------------------


def _cards_of_side(position: GreenTroops, seat: i64) -> i64:
    """The number of cards a side's seats hold, including those picked in an open frame."""
    cards: i64 = 0
    i = seat & 1
    while i < len(position.armies):
        army = position.armies[i]
        cards += total(army.hand)
        if position.decider() == army.seat:
            cards += total(position.picked)
        i += 2
    return cards


def _hand(position: GreenTroops, army: Army) -> float:
    """The value of the seat's own hand, less a penalty for cards above the limit, which will be discarded."""
    worth = 0.0
    left = some(army.hand)
    while left != 0:
        name = lowest(left)
        left &= left - 1
        worth += _card(position, army, name) * float(count(army.hand, name))
    if position.active == army.seat:
        worth -= _EXCESS * float(max(0, total(army.hand) - HAND_LIMIT))
    return worth


def _card(position: GreenTroops, army: Army, name: i64) -> float:
    kind = position.tables.type[name]
    effect = position.tables.effect[name]
    if is_in(position.tables.kinds.attacks, name):
        return _attack_card(position, army, name)
    if is_in(position.tables.kinds.opportunities, name) or is_in(position.tables.kinds.defenses, name):
        return _USELESS + (_ANSWER if (army.line & position.users_of(name)) != 0 else 0.0)
    if kind in (LEADER, TERRAIN):
        return _PLACEABLE
    if effect == REINFORCE:
        return _RESERVE if position.army_deck != 0 else _USELESS
    if effect == RALLY:
        return _RALLY
    if effect == ROUTS:
        return _ROUT
    return _EVENT if effect in (EXTRA_TURN, DISPATCHES, DRAW, OUTFLANK, FOG) else _CARD


def _attack_card(position: GreenTroops, army: Army, name: i64) -> float:
    """The value of an attack card, by the damage the seat's best Unit would do with it, as far as a Unit can suffer it.

    If more counted, a very deadly card would seem better in the hand than in an attack.
    """
    users = army.line & position.users_of(name)
    if users == 0:
        return _USELESS
    damage: i64 = position.tables.damage[name]
    best: i64 = 0
    while users != 0:
        best = max(best, position.tables.attack_of(lowest(users)))
        users &= users - 1
    return _CARD + _DAMAGE * float(min(damage + best, position.tables.deadly))


# -- attacks -----------------------------------------------------------------------------------------------------------


def _landing(position: GreenTroops, owner: i64) -> float:
    """The chance that an attack on a seat is not stopped."""
    return max(0.3, _LANDS - _STOPPED * float(total(position.armies[owner].hand)))


def _strike(position: GreenTroops, name: i64, unit: i64, target: i64) -> float:
    """The value of an attack that is not stopped."""
    if position.tables.effect[name] == KILL_LEADER:
        code = count(position.leaders, target)
        given: i64 = position.tables.leader_defense[code]
        return _unit(position, target, 0, 0) - _unit(position, target, 0, -given) + _PLACEABLE
    return _harm(position, target, summed(position.reckon(name, unit, target)))


def _barrage(position: GreenTroops, owner: i64) -> float:
    """The value of a barrage on a seat."""
    worth = 0.0
    line = position.armies[owner].line & ~position.protected
    while line != 0:
        worth += _harm(position, lowest(line), 1)
        line &= line - 1
    return worth


def _running(position: GreenTroops, seat: i64) -> float:
    """The expected value of the current attack."""
    if position.attack == NONE or position.phase() == n.CAPTURE:
        return 0.0
    if not is_in(position.armies[position.active].line, position.attacker):
        return 0.0
    ours = (position.active ^ seat) & 1 == 0
    lands = _landing(position, position.target_seat)
    if position.tables.effect[position.attack] == BARRAGES:
        worth = lands * _barrage(position, position.target_seat)
    elif is_in(position.armies[position.target_seat].line, position.target):
        worth = lands * _strike(position, position.attack, position.attacker, position.target)
    else:
        worth = 0.0
    if position.phase() == n.OPPORTUNITY:
        worth -= _STRUCK_BACK * _harm(position, position.attacker, 2)
    return worth if ours else -worth


# -- open frames -------------------------------------------------------------------------------------------------------


def _open_frame(position: GreenTroops, seat: i64) -> float:
    """The value of the best way to complete the seat's open frame."""
    if position.made == 0 or position.decider() != seat:
        return 0.0
    phase = position.phase()
    if phase in (n.DISPATCH, n.LIMIT) or position.moving != NONE:
        return 0.0
    name = lowest(some(position.picked))
    effect = position.tables.effect[name]
    window = position.window()
    if window == n.ATTACK:
        return _best_attack(position, name)
    if window in (n.DEFEND, n.BARRAGE, n.ANSWER):
        return _best_defense(position, seat, name)
    if window == n.ROUT or effect == ROUTS:
        return _best_rout(position, seat, name)
    if position.tables.type[name] in (LEADER, TERRAIN):
        return _best_place(position, seat, name)
    if effect == RALLY:
        return _best_rally(position, seat, name)
    if effect == KILL_LEADER:
        return _PLACEABLE + 1.0
    return _card(position, position.armies[seat], name) + (_LOOK if effect == SPY else 0.5)


def _best_attack(position: GreenTroops, name: i64) -> float:
    """The value of the picked attack on the best target, by the chosen or best attacker."""
    best = 0.0
    if position.tables.effect[name] == BARRAGES:
        i: i64 = (position.active ^ 1) & 1
        while i < len(position.armies):
            if position.armies[i].line != 0:
                best = max(best, _landing(position, i) * _barrage(position, i))
            i += 2
        return best
    attackers = bit(position.chosen) if position.chosen != NONE else position.attackers(name)
    while attackers != 0:
        attacker = lowest(attackers)
        attackers &= attackers - 1
        targets = position.targets(name, attacker)
        while targets != 0:
            target = lowest(targets)
            targets &= targets - 1
            lands = _landing(position, position.owner(target).seat)
            worth = lands * _strike(position, name, attacker, target)
            if position.tables.type[name] == MELEE:
                worth -= _STRUCK_BACK * _harm(position, attacker, 2)
            best = max(best, worth)
    return best


def _best_defense(position: GreenTroops, seat: i64, name: i64) -> float:
    """The value of stopping the attack with a card; a Screen costs a marker."""
    stopped = -_running(position, seat)
    if position.window() == n.BARRAGE:
        stopped = _harm(position, position.chosen, 1) if position.chosen != NONE else _most_harm(position, seat)
    if position.tables.effect[name] != SCREEN:
        return stopped
    cost = 100.0
    screeners = position.armies[seat].line & position.tables.kinds.light_troops
    while screeners != 0:
        cost = min(cost, _harm(position, lowest(screeners), 1))
        screeners &= screeners - 1
    return stopped - cost


def _most_harm(position: GreenTroops, seat: i64) -> float:
    """The largest loss of value from one marker on an unprotected Unit."""
    most = 0.0
    line = position.armies[seat].line & ~position.protected
    while line != 0:
        most = max(most, _harm(position, lowest(line), 1))
        line &= line - 1
    return most


def _best_rout(position: GreenTroops, seat: i64, name: i64) -> float:
    """The value of the best target for the picked Rout."""
    best = 0.0
    units = position.routable(name)
    while units != 0:
        best = max(best, _unit(position, lowest(units), 0, 0))
        units &= units - 1
    return best


def _best_place(position: GreenTroops, seat: i64, name: i64) -> float:
    """The value of a Leader or Terrain card on the Unit that gains the most."""
    units = position.armies[seat].line
    if position.tables.type[name] == LEADER:
        units &= ~some(position.leaders)
        code: i64 = position.tables.code[name]
        given: i64 = position.tables.leader_defense[code]
        led: i64 = position.tables.leader_attack[code] + position.tables.leader_melee[code]
    else:
        units &= ~some(position.terrains) & ~position.tables.kinds.cavalry
        given = position.tables.terrain_defense[position.tables.code[name]]
        led = 0
    best = 0.0
    while units != 0:
        unit = lowest(units)
        units &= units - 1
        best = max(best, _unit(position, unit, 0, given) - _unit(position, unit, 0, 0))
    return best + _LEADER_ATTACK * float(led) + 0.2


def _best_rally(position: GreenTroops, seat: i64, name: i64) -> float:
    """The value of a Rally on the Unit that gains the most."""
    best = 0.0
    units = position.side_line(seat) & some(position.damage)
    while units != 0:
        unit = lowest(units)
        units &= units - 1
        off = min(count(position.damage, unit), position.tables.amount[name])
        best = max(best, _unit(position, unit, -off, 0) - _unit(position, unit, 0, 0))
    return best
