"""Numbers for bots and learners, based on the information a seat has: its own cards, open zones and counts.

`evaluate` returns the seat's lead over its opponent in units, including unfinished actions. `outlook` is for the point
between two turns and returns the logarithm of the seat's odds of winning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64

from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.choices import CompanyCommander
from grognard.games.company_commander.rules.battle import FIRE_CASUALTY_FROM, FIRE_PIN_FROM
from grognard.games.company_commander.rules.fronts import FLANKING, adjacent
from grognard.games.company_commander.rules.hits import SAVE_FROM
from grognard.games.company_commander.rules.recon import CASUALTY_FROM, PIN_FROM
from grognard.games.company_commander.tables import HAND_LIMIT, Tables, amount_of
from grognard.kernel.engine.observation import (
    Observer, Part, Row, code, flag, number, numbers_of, one_of, pile_of, set_of, wide,
)  # fmt: skip
from grognard.kernel.cardsets.bits import bit, is_in, lowest, ones
from grognard.kernel.cardsets.pairs import seconds_of
from grognard.kernel.cardsets.counts import copies, count, some, total, within
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

_WON: Final = 100.0

# Values in units: estimates, tested against the random bot.
_UNIT: Final = 1.0
_STRENGTH: Final = 0.2
_GUN: Final = 0.4
_TRAIT: Final = 0.15
_CASUALTY: Final = 0.6
_PIN: Final = 0.2
_ROUT: Final = 0.45
_CARD: Final = 0.25
_DEAD_CARD: Final = 0.02
_SUPPORT_CARD: Final = 0.35
_FRONT_HELD: Final = 0.25
_EDGE: Final = 1.5
_FIELD: Final = 6.0
_TO_DEPLOY: Final = 0.9
_IN_DECK: Final = 0.1
# The fraction of an attack's expected gain that counts: your own before it is declared, and the enemy's next turn.
_HOPE: Final = 0.8
_FEAR: Final = 0.5
_MISSION: Final = 0.1
_STOP: Final = 0.3
_SMALL: Final = 0.1

# Coefficients of `outlook`, in log odds. They come from a logistic regression of the results of 3,000 games of greedy
# with 7 % noise on the positions at the ends of turns (bench/strength.md). Units on the board count little compared
# with losses.
_ODDS_LOSS: Final = 0.276
_ODDS_LOSSES_SQUARED: Final = 0.0414
_ODDS_STRENGTH: Final = 0.088
_ODDS_COMMANDER: Final = 0.332
_ODDS_LEADER: Final = 0.071
_ODDS_GUN: Final = 0.082
_ODDS_CASUALTY: Final = 0.173
_ODDS_PINNED: Final = 0.069
_ODDS_PIN_MORE: Final = 0.195
_ODDS_CROWD: Final = 0.0071
_ODDS_CARD: Final = 0.077
_ODDS_SUPPORT: Final = 0.293
_ODDS_NEGATE: Final = 0.133
_ODDS_STOP: Final = 0.089
_ODDS_ATTACK: Final = 0.097
_ODDS_THREAT: Final = 0.141
_ODDS_TURN: Final = 0.427
_ODDS_AMERICAN: Final = 0.152

# _TWO[n] / 36 is the chance of rolling n or more with two dice.
_TWO: Final[bytes] = bytes([36, 36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0])

# The version of the observation layout.
LAYOUT: Final = 1
_FLAGS: Final = (
    "moved", "arrived", "halted", "stopped", "away", "fired", "attacked", "green", "waiting", "roads", "veterans",
    "fausts", "led",
)  # fmt: skip
_DOINGS: Final = ("deploy", "move", "fire", "assault", "lead", "play")


def layout(game: Game) -> list[Part]:
    """The parts of an `Observation`. An aim is a unit number from 1, or the code of a side's Front."""
    both = ("own", "their")
    sized = ("score", "fronts", "hand size", "squad deck size", "drawn size")
    numbers = ("deck size", "quiet", "rolls", "dice", *(f"{whose} {what}" for what in sized for whose in both))
    flags = ("severe", "stirred", "passed", "bonus drawn", "plays the Americans", "asked in the battle")
    fronts = [one_of(name, n.FRONTS) for name in ("front", "fog", "disorder")]
    fronts += [numbers_of(name, n.FRONTS) for name in ("bonus", "missions")]
    pieces = cast(Tables, game.tables).cards
    names, called = pieces.names, pieces.unit_names
    units = [code(name, called) for name in ("acting", "target", "chosen")]
    cards = [code("gun", names), numbers_of("aims", pieces.aimed_names)]
    lying = [set_of(f"under, {names[name]}", called, names[name]) for name in pieces.staying]
    marked = (*_FLAGS, *(f"attacks, {front}" for front in n.FRONTS), "entrenched", "to fire", "to rally")
    return [
        *map(number, numbers), *map(flag, flags), wide("turn of the look at their hand"), one_of("doing", _DOINGS),
        *fronts, *units, *cards,
        *(set_of(name, called) for name in ("own drawn", "their drawn", *n.FRONTS, "lost", *marked)), *lying,
        *(pile_of(name, called) for name in ("casualties", "pins", "pools", "origins")),
        (pile_of if pieces.repeats else set_of)("in effect", names),
        *(pile_of(name, names) for name in ("own hand", "picked", "discard", "their seen", "their known", "own known")),
    ]  # fmt: skip


@final
class Observation(Observer):
    """Writes the information a seat has; `known` lists the cards that the other side knows for certain (CC-1.5)."""

    def observe(self, state: State, seat: i64, row: Row) -> None:
        position = cast(CompanyCommander, state)
        cards = position.tables.cards
        names: i64 = len(cards.names)
        row.number(total(position.deck))
        row.number(position.quiet)
        row.number(position.rolls)
        row.number(position.dice)
        other = 1 - seat
        own = position.side_of(seat)
        their = position.side_of(other)
        row.number(position.score(seat))
        row.number(position.score(other))
        row.number(position.fronts_held(seat))
        row.number(position.fronts_held(other))
        row.number(total(position.hand(seat).cards))
        row.number(total(position.hand(other).cards))
        row.number(ones(position.squads & own))
        row.number(ones(position.squads & their))
        row.number(ones(position.drawn & own))
        row.number(ones(position.drawn & their))
        row.flag(position.severe)
        row.flag(position.stirred)
        row.flag(position.passed)
        row.flag(position.bonus_drawn)
        row.flag(seat == n.AMERICAN)
        row.flag(position.asked == seat)
        row.wide(position.hand(other).seen_turn)
        row.one_of(position.doing - 1, len(_DOINGS))
        _observe_fronts(position, row)
        row.code(position.acting)
        row.code(position.target)
        row.code(position.chosen)
        row.code(position.gun)
        _observe_aims(position, row)
        row.set_of(position.drawn & own, cards.units_in_all)
        row.set_of(position.drawn & position.exposed & their, cards.units_in_all)
        _observe_units(position, row)
        if cards.repeats:
            row.pile_of(position.in_effect, names)
        else:
            row.set_of(some(position.in_effect), names)
        row.pile_of(position.hand(seat).cards, names)
        row.pile_of(position.picked, names)
        row.pile_of(position.discard, names)
        row.pile_of(position.hand(other).seen, names)
        row.pile_of(position.hand(other).known(), names)
        row.pile_of(position.hand(seat).known(), names)


def _observe_fronts(position: CompanyCommander, row: Row) -> None:
    row.one_of(position.front, len(n.FRONTS))
    row.bits(position.fogged, len(n.FRONTS))
    row.bits(position.disordered, len(n.FRONTS))
    for front in range(n.LEFT, n.RIGHT + 1):
        row.number(position.bonuses(front))
    for front in range(n.LEFT, n.RIGHT + 1):
        row.number(position.missions_at(front))


def _observe_aims(position: CompanyCommander, row: Row) -> None:
    """Writes the target of each copy of the cards that are in effect on one unit or Front."""
    aimed = position.aimed
    at: i64 = 0
    for name in position.tables.cards.aimed:
        target: i64 = 0
        if at < len(aimed) and aimed[at] == name:
            target = aimed[at + 1]
            at += 2
        row.number(target)


def _observe_units(position: CompanyCommander, row: Row) -> None:
    """Writes the units' Fronts, their marks of this turn, and their attached cards and markers."""
    units = position.tables.cards.units_in_all
    for front in range(n.LEFT, n.RIGHT + 1):
        row.set_of(position.at(front), units)
    row.set_of(position.lost, units)
    row.set_of(position.moved, units)
    row.set_of(position.arrived, units)
    row.set_of(position.halted, units)
    row.set_of(position.stopped, units)
    row.set_of(position.away, units)
    row.set_of(position.fired, units)
    row.set_of(position.attacked, units)
    row.set_of(position.green, units)
    row.set_of(position.waiting, units)
    row.set_of(position.roads, units)
    row.set_of(position.veterans, units)
    row.set_of(position.fausts, units)
    row.set_of(position.led, units)
    for front in range(n.LEFT, n.RIGHT + 1):
        row.set_of(position.attackers.at(front), units)
    row.set_of(seconds_of(position.aimed, position.tables.kinds.trenches) >> 1, units)
    row.set_of(position.to_fire, units)
    row.set_of(position.to_rally, units)
    for name in position.tables.cards.staying:
        row.set_of(seconds_of(position.attached, bit(name)), units)
    row.pile_of(position.casualties, units)
    row.pile_of(position.pins, units)
    row.pile_of(position.pools, units)
    row.pile_of(position.origins, units)


def _strength(position: CompanyCommander, units: i64) -> i64:
    """The total Strength of units, less their casualties."""
    strength: i64 = 0
    while units != 0:
        unit = lowest(units)
        units &= units - 1
        printed: i64 = position.tables.strength[unit]
        strength += printed - count(position.casualties, unit)
    return strength


def evaluate(state: State, seat: i64) -> float:
    """The seat's lead in units; above 100 or below -100 once the game is decided."""
    position = cast(CompanyCommander, state)
    lead = float(position.score(seat) - position.score(1 - seat))
    if position.phase() == OVER:
        victor = position.victor()
        return lead + (_WON if victor == seat else 0.0 if victor == n.NONE else -_WON)
    value = lead + _army(position, seat) - _army(position, 1 - seat)
    value += _ground(position, seat) - _ground(position, 1 - seat)
    value += _hand(position, seat) - _CARD * float(total(position.hand(1 - seat).cards))
    return value + _running(position, seat) + _to_come(position, seat) + _open_frame(position, seat)


# -- between two turns ------------------------------------------------------------------------------------------------


def outlook(state: State, seat: i64) -> float:
    """The log odds that the seat wins, at the start of a turn whose units are drawn but not deployed."""
    position = cast(CompanyCommander, state)
    active = position.active
    ready = position.in_play() & position.side_of(active) & ~position.pinned() & ~position.broken
    ready &= ~position.tables.kinds.no_assault & ~(position.tables.kinds.suppressors & ~position.ammo)
    odds = _prospects(position, active) - _prospects(position, 1 - active)
    odds += _ODDS_TURN + _ODDS_THREAT * _assaults(position, active, ready)
    return odds if active == seat else -odds


def _prospects(position: CompanyCommander, seat: i64) -> float:
    """One side's assets in log odds: the enemy's losses, its own units in their current state, and its cards."""
    losses = 10.0 * float(position.score(seat)) / float(position.tables.losses)
    odds = (_ODDS_LOSS + _ODDS_LOSSES_SQUARED * losses) * losses
    if seat == n.AMERICAN:
        odds += _ODDS_AMERICAN
    for front in range(n.LEFT, n.RIGHT + 1):
        units = position.at(front) & position.side_of(seat)
        crowd = float(ones(units))
        odds -= _ODDS_CROWD * crowd * crowd
        while units != 0:
            odds += _unit_odds(position, lowest(units))
            units &= units - 1
    for name in copies(position.hand(seat).cards):
        odds += _card_odds(position, seat, name)
    return odds


def _unit_odds(position: CompanyCommander, unit: i64) -> float:
    """The value of a unit in play with its markers, in log odds."""
    strength: i64 = position.tables.strength[unit]
    odds = _ODDS_STRENGTH * float(strength) - _ODDS_CASUALTY * float(count(position.casualties, unit))
    if is_in(position.tables.kinds.commanders, unit):
        odds += _ODDS_COMMANDER
    elif is_in(position.tables.kinds.leaders, unit):
        odds += _ODDS_LEADER
    elif is_in(position.tables.kinds.suppressors & ~position.ammo, unit):
        odds += _ODDS_GUN
    pins = count(position.pins, unit)
    if pins > 0:
        odds -= _ODDS_PINNED + _ODDS_PIN_MORE * float(pins - 1)
    return odds


def _card_odds(position: CompanyCommander, seat: i64, name: i64) -> float:
    """The value of a card in hand, in log odds; a card that only the other side can play is worth nothing."""
    if is_in(position.tables.kinds.only_of[1 - seat], name):
        return 0.0
    effect: i64 = position.tables.kinds.effect[name]
    if effect == n.SUPPORT:
        return _ODDS_CARD + _ODDS_SUPPORT
    if effect in (n.NEGATE_SUPPRESSION, n.NEGATE_FIRE):
        return _ODDS_CARD + _ODDS_NEGATE
    if effect in (n.GREEN, n.PIN, n.OUT_OF_AMMO, n.BREAKDOWN, n.FOG, n.DISORDER, n.HOLD):
        return _ODDS_CARD + _ODDS_STOP
    if effect in (n.ATTACKERS, n.SIMULTANEOUS, n.OWN_FRONT, n.DICE):
        return _ODDS_CARD + _ODDS_ATTACK
    return _ODDS_CARD


# -- units on the board -----------------------------------------------------------------------------------------------


def _worth(position: CompanyCommander, unit: i64) -> float:
    """The value of an undamaged unit, beyond its count as a loss."""
    strength: i64 = position.tables.strength[unit]
    worth = _STRENGTH * float(strength)
    if is_in(position.tables.kinds.suppressors & ~position.ammo, unit):
        worth += _GUN
    if is_in(position.tables.kinds.leaders | position.tables.kinds.armored, unit):
        worth += _TRAIT
    return worth


def _army(position: CompanyCommander, seat: i64) -> float:
    """The value of a side's units: in play in their current state, drawn, and slightly those in the deck."""
    value = 0.0
    units = position.in_play() & position.side_of(seat)
    while units != 0:
        unit = lowest(units)
        units &= units - 1
        value += _condition(position, unit, count(position.casualties, unit), count(position.pins, unit))
    value += _TO_DEPLOY * float(ones(position.drawn & position.side_of(seat)))
    return value + _IN_DECK * float(ones(position.squads & position.side_of(seat)))


def _condition(position: CompanyCommander, unit: i64, casualties: i64, pins: i64) -> float:
    """The value of a unit with these markers."""
    strength: i64 = position.tables.strength[unit]
    worth = _UNIT * 0.6 + _worth(position, unit) - _pinned_down(strength, casualties, pins)
    return worth - _CASUALTY * float(casualties) / float(strength)


def _pinned_down(strength: i64, casualties: i64, pins: i64) -> float:
    """The value a unit loses by its pins; more if pins and casualties exceed its Strength, so that it may rout."""
    if pins == 0:
        return 0.0
    loss = _PIN + 0.05 * float(pins)
    over = casualties + pins - strength
    if over > 0:
        loss += _ROUT * (1.0 if over > 1 else 0.7)
    return loss


def _exposed(position: CompanyCommander, unit: i64) -> tuple[float, float]:
    """A side's loss from a casualty and from a pin on a unit, allowing for Armor."""
    casualties = count(position.casualties, unit)
    pins = count(position.pins, unit)
    strength: i64 = position.tables.strength[unit]
    now = _pinned_down(strength, casualties, pins)
    by_pin = _pinned_down(strength, casualties, pins + 1) - now
    if casualties + 1 < strength:
        by_casualty = _CASUALTY / float(strength) + _pinned_down(strength, casualties + 1, pins) - now
    else:
        by_casualty = _condition(position, unit, casualties, pins) + _UNIT
    if is_in(position.tables.kinds.armored, unit):
        bonus: i64 = position.tables.armor[unit]
        saved = float(max(0, min(6, 7 - SAVE_FROM + bonus))) / 6.0
        by_casualty = by_casualty * (1.0 - saved) + by_pin * saved
        by_pin *= 1.0 - saved
    return by_casualty, by_pin


def _exposed_all(position: CompanyCommander, units: i64) -> tuple[float, float]:
    """A side's average loss from a casualty and from a pin on a random one of these units."""
    by_casualty = 0.0
    by_pin = 0.0
    number = float(max(1, ones(units)))
    while units != 0:
        loss = _exposed(position, lowest(units))
        units &= units - 1
        by_casualty += loss[0]
        by_pin += loss[1]
    return by_casualty / number, by_pin / number


def _ground(position: CompanyCommander, seat: i64) -> float:
    """The value of the Fronts a side holds, and of being close to a victory by Fronts (CC-1.7)."""
    held = position.fronts_held(seat)
    theirs = position.fronts_held(1 - seat)
    value = _FRONT_HELD * float(held)
    if held == len(n.FRONTS) and position.tables.fronts_from > 0 and position.turn >= 3:
        value += _FIELD if theirs <= 1 else _EDGE if theirs == 2 else 0.0
    return value


# -- cards ------------------------------------------------------------------------------------------------------------


def _card(position: CompanyCommander, seat: i64, name: i64) -> float:
    """The value of a card in hand."""
    if is_in(position.tables.kinds.only_of[1 - seat], name):
        return _DEAD_CARD
    effect: i64 = position.tables.kinds.effect[name]
    if effect == n.SUPPORT:
        return _SUPPORT_CARD
    if effect in (n.NEGATE_SUPPRESSION, n.NEGATE_FIRE, n.FOG, n.DISORDER):
        return _CARD + 0.05
    if effect in (n.NEGATE_MOVE, n.NEGATE_RALLY, n.ANTI_TANK, n.MAY_ASSAULT, n.MAY_ATTACK, n.EXTRA_RALLY):
        return _CARD - 0.1
    return _CARD


def _hand(position: CompanyCommander, seat: i64) -> float:
    """The value of the seat's hand; the active player's cards above the limit count for little."""
    value = 0.0
    held = position.hand(seat).cards
    for name in copies(held):
        value += _card(position, seat, name)
    over = total(held) - HAND_LIMIT
    if over > 0 and position.active == seat and position.phase() in (n.DEPLOY, n.TACTICS):
        value -= 0.2 * float(over)
    return value


# -- odds -------------------------------------------------------------------------------------------------------------


def _roll(exposed: tuple[float, float], bonus: i64) -> float:
    """The expected loss from one Suppression Roll (CC-6.5), given the losses per casualty and per pin."""
    severe = float(_TWO[max(0, min(13, CASUALTY_FROM - bonus))]) / 36.0
    pin = float(_TWO[max(0, min(13, PIN_FROM - bonus))]) / 36.0 - severe
    return severe * exposed[0] + pin * exposed[1]


def _die(exposed: tuple[float, float], bonus: i64) -> float:
    """The expected loss from one Fire die (CC-7.11), given the losses per casualty and per pin."""
    severe = float(max(0, min(6, 7 - FIRE_CASUALTY_FROM + bonus))) / 6.0
    pin = float(max(0, min(6, 7 - FIRE_PIN_FROM + bonus))) / 6.0 - severe
    return severe * exposed[0] + pin * exposed[1]


def _hits(bonus: i64) -> float:
    """The chance that a Fire die hits."""
    return float(max(0, min(6, 7 - FIRE_PIN_FROM + bonus))) / 6.0


def _clash(position: CompanyCommander, attackers: i64, defenders: i64, front: i64) -> float:
    """The attackers' expected gain from an assault, less its cost to them, without cards."""
    dice = 0.0
    left = position.able(defenders)
    while left != 0:
        dice += float(_dice(position, lowest(left), True))
        left &= left - 1
    exposed = _exposed_all(position, defenders)
    gain = 0.0
    left = position.able(attackers)
    while left != 0:
        unit = lowest(left)
        left &= left - 1
        trait: i64 = position.tables.assault[unit]
        flank: i64 = 0 if position.at(front) & bit(unit) else FLANKING
        gain += float(_dice(position, unit, False)) * _die(exposed, trait + flank)
    cost = dice * _die(_exposed_all(position, attackers), 0)
    return gain * (1.0 - _stopped(dice * _hits(0), attackers)) - cost


def _battle(position: CompanyCommander, attackers: i64, defenders: i64) -> float:
    """The attackers' expected gain from the current battle, less its cost to them, with the cards in effect."""
    cost = 0.0
    hits = 0.0
    exposed = _exposed_all(position, attackers)
    left = position.able(defenders)
    while left != 0:
        unit = lowest(left)
        left &= left - 1
        dice = float(position.fire_dice(unit))
        cost += dice * _die(exposed, position.fire_bonus(unit))
        hits += dice * _hits(position.fire_bonus(unit))
    gain = _extra(position, position.active)
    exposed = _exposed_all(position, defenders)
    left = position.able(attackers)
    while left != 0:
        unit = lowest(left)
        left &= left - 1
        gain += float(position.fire_dice(unit)) * _die(exposed, position.fire_bonus(unit))
    stopped = 0.0 if position.at_once() else _stopped(hits, attackers)
    return gain * (1.0 - stopped) - cost


def _stopped(hits: float, attackers: i64) -> float:
    """The fraction of the attackers that this many hits keep from firing."""
    return min(0.9, 0.8 * hits / float(ones(attackers)))


def _extra(position: CompanyCommander, seat: i64) -> float:
    """The attacker's loss in a battle from mines and entrenched defenders."""
    worse = 0.0
    mines = total(within(position.in_effect, position.tables.kinds.mines))
    if mines > 0:
        worse += 4.0 * float(mines) * _die(_exposed_all(position, position.fighters(seat)), 0)
    worse += _SMALL * float(ones(seconds_of(position.aimed, position.tables.kinds.trenches)))
    return -worse


def _dice(position: CompanyCommander, unit: i64, defends: bool) -> i64:
    """The Fire dice of a unit, without cards."""
    dice: i64 = position.tables.strength[unit]
    defense: i64 = position.tables.defense[unit]
    return dice - count(position.casualties, unit) + (defense if defends else 0)


def _reach(position: CompanyCommander, front: i64, side: i64) -> i64:
    """The enemy Front that units on a Front can attack (the first if there are two), or NONE."""
    if position.at(front) & side:
        return front
    for other in range(n.LEFT, n.RIGHT + 1):
        if is_in(adjacent(front), other) and position.at(other) & side:
            return other
    return n.NONE


def _assaults(position: CompanyCommander, seat: i64, units: i64) -> float:
    """The expected gain of these units from assaults, summed over the Fronts."""
    value = 0.0
    enemies = position.side_of(1 - seat)
    for front in range(n.LEFT, n.RIGHT + 1):
        attackers: i64 = 0
        for origin in range(n.LEFT, n.RIGHT + 1):
            if _reach(position, origin, enemies) == front:
                attackers |= units & position.at(origin)
        if attackers != 0:
            value += max(0.0, _clash(position, attackers, position.at(front) & enemies, front))
    return value


def _barrages(position: CompanyCommander, seat: i64, guns: i64) -> float:
    """The expected gain of these units from suppression fire."""
    value = 0.0
    enemies = position.side_of(1 - seat)
    for origin in range(n.LEFT, n.RIGHT + 1):
        here = guns & position.at(origin)
        if here == 0:
            continue
        front = _reach(position, origin, enemies)
        if front == n.NONE:
            continue
        bonus: i64 = 0 if front == origin else FLANKING
        if position.active == seat:
            bonus += position.bonuses(front)
        exposed = _exposed_all(position, position.at(front) & enemies)
        while here != 0:
            own: i64 = position.tables.suppression[lowest(here)]
            value += _roll(exposed, own + bonus)
            here &= here - 1
    return value


# -- unfinished actions -----------------------------------------------------------------------------------------------


def _running(position: CompanyCommander, seat: i64) -> float:
    """The value of declared but unresolved actions: fire, assaults, a hit, a mission, a Leader's attempt."""
    sign = 1.0 if position.active == seat else -1.0
    phase = position.window()
    value = 0.0
    if phase == n.FIRE:
        bonus = position.bonuses(position.front)
        if position.acting != n.NONE:
            own: i64 = position.tables.suppression[position.acting] if position.gun == n.NONE else 0
            bonus += own + position.flank_bonus(position.acting, position.front)
        units = position.at(position.front) & position.side_of(1 - position.active)
        value = float(position.rolls) * _roll(_exposed_all(position, units), bonus)
    elif phase in (n.HIT, n.DIE):
        exposed = _exposed(position, position.target)
        loss = exposed[0] if position.severe else exposed[1]
        value = loss if position.owner_of(position.target) != position.active else -loss
    elif phase == n.MISSION:
        value = _MISSION
    elif phase == n.LEADER:
        value = 0.6 * _PIN
    if phase in (n.ATTACK, n.ORDER, n.BATTLE, n.DIE):
        value += _declared(position)
    return sign * value


def _declared(position: CompanyCommander) -> float:
    """The value of the declared assaults for the attacker."""
    value = 0.0
    for front in range(n.LEFT, n.RIGHT + 1):
        attackers = position.attackers.at(front)
        defenders = position.at(front) & position.side_of(1 - position.active)
        if attackers == 0 or defenders == 0:
            continue
        here = position.window() in (n.BATTLE, n.DIE) and position.front == front
        if here and position.window() == n.DIE:
            continue
        if here:
            value += _battle(position, attackers, defenders)
        else:
            value += _clash(position, attackers, defenders, front)
    return value


def _fresh(position: CompanyCommander, seat: i64) -> i64:
    """The active player's units that may still attack this turn."""
    units = position.able(position.in_play() & position.side_of(seat))
    return units & ~position.away & ~position.fired & ~(position.moved & ~position.roads)


def _to_come(position: CompanyCommander, seat: i64) -> float:
    """The value of attacks the active player can still make this turn, less the opponent's next turn."""
    active = position.active
    phase = position.window()
    fresh = _fresh(position, active)
    guns = position.tables.kinds.suppressors & ~position.ammo
    value = 0.0
    able = fresh & ~position.tables.kinds.no_assault & ~position.broken
    if phase <= n.FIRE or (phase == n.HIT and position.paused() != n.RECON):
        value += _HOPE * _barrages(position, active, fresh & guns & ~position.stopped)
        value += _HOPE * _assaults(position, active, able & ~position.tables.kinds.suppressors)
    elif phase == n.ASSAULT:
        value += _best_assault(position, active, able)
    resting = 1 - active
    next_up = position.in_play() & position.side_of(resting) & ~position.pinned()
    value -= _FEAR * _barrages(position, resting, next_up & guns)
    next_up &= ~guns & ~position.tables.kinds.no_assault & ~position.broken
    value -= _FEAR * _assaults(position, resting, next_up)
    return value if active == seat else -value


def _best_assault(position: CompanyCommander, seat: i64, able: i64) -> float:
    """The better value, Front by Front, of attacking with the declared units or with all that could join them."""
    value = 0.0
    enemies = position.side_of(1 - seat)
    declared = position.attackers.all_units()
    if position.veterans:
        able |= position.able(position.veterans & position.in_play())
    for front in range(n.LEFT, n.RIGHT + 1):
        defenders = position.at(front) & enemies
        if defenders == 0:
            continue
        attackers = position.attackers.at(front)
        joined = attackers
        for origin in range(n.LEFT, n.RIGHT + 1):
            if _reach(position, origin, enemies) == front:
                joined |= able & position.at(origin) & ~declared
        now = 0.0 if attackers == 0 else _clash(position, attackers, defenders, front)
        value += max(now, 0.0 if joined == 0 else _clash(position, joined, defenders, front))
    return value


# -- open frames ------------------------------------------------------------------------------------------------------


def _open_frame(position: CompanyCommander, seat: i64) -> float:
    """The expected value of the seat's open frame."""
    if position.made == 0 or position.decider() != seat:
        return 0.0
    doing = position.doing
    if doing == n.DEPLOYING:
        return _SMALL
    if doing == n.LEADING:
        return 0.5 * _PIN
    if doing == n.FIRING:
        fronts = position.targets_from(position.front_of(position.chosen), position.fogged)
        own: i64 = position.tables.suppression[position.chosen]
        return (1.0 - _HOPE) * _best_barrage(position, fronts, 1, own + FLANKING)
    if doing != n.PLAYING:
        return 0.0
    return _promise(position, seat, lowest(some(position.picked)))


def _best_barrage(position: CompanyCommander, fronts: i64, rolls: i64, bonus: i64) -> float:
    best = 0.0
    for front in range(n.LEFT, n.RIGHT + 1):
        if is_in(fronts, front):
            units = position.at(front) & position.side_of(1 - position.active)
            best = max(best, float(rolls) * _roll(_exposed_all(position, units), bonus + position.bonuses(front)))
    return best


def _promise(position: CompanyCommander, seat: i64, name: i64) -> float:
    """The expected value of a card whose target has not been chosen yet."""
    effect: i64 = position.tables.kinds.effect[name]
    amount = amount_of(position.tables, name)
    if effect in (n.SUPPORT, n.SQUAD_FIRE):
        return _best_barrage(position, position.fronts_in_reach(), amount, 0)
    if effect in (n.OBSERVE, n.RECONNAISSANCE):
        guns = _fresh(position, seat) & position.tables.kinds.suppressors & ~position.ammo & ~position.stopped
        return _SMALL * float(ones(guns))
    if effect == n.DICE:
        targets = position.fighters(1 - seat)
        return float(amount) * _die(_exposed_all(position, targets), 0)
    if effect == n.OWN_FRONT:
        return _SMALL * float(_strength(position, position.fighters(seat)))
    if effect in (n.FOG, n.DISORDER):
        return max(0.0, _declared(position))
    if effect in (n.GREEN, n.PIN, n.HOLD, n.BREAKDOWN, n.OUT_OF_AMMO):
        return _STOP
    return _SMALL
