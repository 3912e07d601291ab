"""The position of Company Commander: plain data, copying, and redealing the hidden cards for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.meta import META
from grognard.games.company_commander import names as n
from grognard.games.company_commander.tables import (
    AIMED, AMMO, BROKEN, CARDS, COPIES, EFFECT, KIND, NAMES, SLOT, UNITS, UNITS_IN_ALL, UNIT_NAMES, SLOT_BITS,
    SLOT_MASK, Tables, amount_of, front_code, owner_of, side_of,
)  # fmt: skip
from grognard.kernel.content.fields import (
    FLAG, NUMBER, Codec, FactField, Part, check_all_there, check_taken, field, fields, index, names_in, number,
    phase_field, read_number, whole, words,
)  # fmt: skip
from grognard.kernel.engine.multi_step import MultiStepState
from grognard.kernel.engine.state import OVER
from grognard.kernel.engine.known_hand import KnownHand
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import bit, is_in, members_of, ones, word_of
from grognard.kernel.cardsets.counts import (
    MOST, Counts, are_in, copies, count, less, nothing, plus, some, total, with_count,
)  # fmt: skip

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The phase that each window interrupts.
BELOW: Final = {
    n.MOVE: n.DEPLOY, n.MISSION: n.RECON, n.SUCCESS: n.RECON, n.FIRE: n.SUPPRESSION, n.HIT: n.SUPPRESSION,
    n.DIE: n.BATTLE, n.LEADER: n.RALLY, n.RALLIED: n.RALLY,
}  # fmt: skip


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Hand(KnownHand):
    """The Tactics cards of one side, and the ones the other side knows (CC-5.6)."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: tuple[i64, i64, i64, i64, i64] = nothing()

    def copy(self, other: Hand) -> None:
        """Becomes equal to another hand of the same side."""
        self._copy_watched(other)
        self.cards = other.cards


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Columns:
    """Sets of units by Front: the units on it, or the units that attack it."""

    def __init__(self) -> None:
        self.left: i64 = 0
        self.center: i64 = 0
        self.right: i64 = 0

    def copy(self, other: Columns) -> None:
        """Becomes equal to another object of this class."""
        self.left = other.left
        self.center = other.center
        self.right = other.right

    def at(self, front: i64) -> i64:
        """The units of one Front."""
        if front == n.LEFT:
            return self.left
        return self.center if front == n.CENTER else self.right

    def set_at(self, front: i64, units: i64) -> None:
        """Replaces the units of a Front."""
        if front == n.LEFT:
            self.left = units
        elif front == n.CENTER:
            self.center = units
        else:
            self.right = units

    def put(self, unit: i64, front: i64) -> None:
        """Adds a unit to a Front."""
        self.set_at(front, self.at(front) | bit(unit))

    def take_off(self, units: i64) -> None:
        """Removes units from their Fronts."""
        self.left &= ~units
        self.center &= ~units
        self.right &= ~units

    def all_units(self) -> i64:
        """The units of all Fronts."""
        return self.left | self.center | self.right

    def fronts_of(self, units: i64) -> i64:
        """The set of Fronts that hold at least one of these units."""
        fronts: i64 = 0
        for front in range(n.LEFT, n.RIGHT + 1):
            if self.at(front) & units != 0:
                fronts |= bit(front)
        return fronts


@mypyc_attr(acyclic=True)
class Position(MultiStepState):
    """Decks, hands, units on their Fronts with their markers, and the state of the current turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.american_hand: Hand = Hand()
        self.german_hand: Hand = Hand()

        # Units of both sides: not yet drawn, drawn but not deployed, in play by Front, out of play.
        self.squads: i64 = 0
        self.drawn: i64 = 0
        self.stands: Columns = Columns()
        self.lost: i64 = 0
        # Drawn units that the other side saw deployed before that was undone.
        self.exposed: i64 = 0
        # Their markers, and the units with Out of Ammo and Breakdown (CC-9.1).
        self.casualties: tuple[i64, i64, i64, i64, i64] = nothing()
        self.pins: tuple[i64, i64, i64, i64, i64] = nothing()
        self.ammo: i64 = 0
        self.broken: i64 = 0

        # Flags of this turn, as sets of units (CC-2.3).
        self.moved: i64 = 0
        self.arrived: i64 = 0
        self.halted: i64 = 0
        self.stopped: i64 = 0
        self.away: i64 = 0
        self.fired: i64 = 0
        self.attacked: i64 = 0
        self.green: i64 = 0
        self.waiting: i64 = 0
        self.roads: i64 = 0
        self.veterans: i64 = 0
        self.fausts: i64 = 0
        self.led: i64 = 0
        self.bonus_drawn: bool = False
        # For each enemy Front: one bit for Fog of War, one for Formation Disorder, eight for successful missions.
        self.fogged: i64 = 0
        self.disordered: i64 = 0
        self.missions: i64 = 0

        # Declared attackers by the Front they attack.
        self.attackers: Columns = Columns()
        # Cards in effect: on a whole battle as a set, on one unit or Front in slots.
        self.in_effect: i64 = 0
        self.aimed: i64 = 0

        # The action being resolved: its Front, the acting unit, the firing card, and the hit or Rally Roll.
        self.front: i64 = n.NO_FRONT
        self.acting: i64 = n.NONE
        self.gun: i64 = n.NONE
        self.target: i64 = n.NONE
        self.severe: bool = False
        # Still to roll: Suppression Rolls, Fire dice of the acting unit, attackers that have not fired, and under
        # Surprise Contact the attackers' dice and the Fronts they came from.
        self.rolls: i64 = 0
        self.dice: i64 = 0
        self.to_fire: i64 = 0
        self.pools: tuple[i64, i64, i64, i64, i64] = nothing()
        self.origins: tuple[i64, i64, i64, i64, i64] = nothing()
        # Cards before a battle: the seat to decide, and whether the other has just passed (CC-7.7).
        self.asked: i64 = 0
        self.passed: bool = False
        # Units that have not made their own Rally Rolls yet.
        self.to_rally: i64 = 0

        # The open frame: its kind of action and the chosen unit.
        self.doing: i64 = 0
        self.chosen: i64 = n.NONE

        # CC-11.1: the number of quiet turns in a row, and whether something has happened in this one.
        self.quiet: i64 = 0
        self.stirred: bool = False

    def copy(self, other: Position) -> None:
        self._copy_framed(other)
        self.american_hand.copy(other.american_hand)
        self.german_hand.copy(other.german_hand)
        self.squads = other.squads
        self.drawn = other.drawn
        self.stands.copy(other.stands)
        self.lost = other.lost
        self.exposed = other.exposed
        self.casualties = other.casualties
        self.pins = other.pins
        self.ammo = other.ammo
        self.broken = other.broken
        self.moved = other.moved
        self.arrived = other.arrived
        self.halted = other.halted
        self.stopped = other.stopped
        self.away = other.away
        self.fired = other.fired
        self.attacked = other.attacked
        self.green = other.green
        self.waiting = other.waiting
        self.roads = other.roads
        self.veterans = other.veterans
        self.fausts = other.fausts
        self.led = other.led
        self.bonus_drawn = other.bonus_drawn
        self.fogged = other.fogged
        self.disordered = other.disordered
        self.missions = other.missions
        self.attackers.copy(other.attackers)
        self.in_effect = other.in_effect
        self.aimed = other.aimed
        self.front = other.front
        self.acting = other.acting
        self.gun = other.gun
        self.target = other.target
        self.severe = other.severe
        self.rolls = other.rolls
        self.dice = other.dice
        self.to_fire = other.to_fire
        self.pools = other.pools
        self.origins = other.origins
        self.asked = other.asked
        self.passed = other.passed
        self.to_rally = other.to_rally
        self.doing = other.doing
        self.chosen = other.chosen
        self.quiet = other.quiet
        self.stirred = other.stirred

    # -- who decides -----------------------------------------------------------------------------------------------

    def window(self) -> i64:
        # At most one question is above its phase. Skipping the kernel's loop finds the decider twice as fast.
        phase = self.phase()
        return self.paused() if self.is_question(phase) else phase

    def decider(self) -> i64:
        return self.decider_in(self.window())

    def decider_in(self, phase: i64) -> i64:
        """The seat that decides in this phase or window."""
        if phase == n.BATTLE:
            return self.asked
        if phase == n.HIT:
            return owner_of(self.target)
        if phase == n.RALLIED:
            return 1 - owner_of(self.target)
        if phase in (n.MOVE, n.MISSION, n.FIRE, n.ATTACK, n.DIE, n.LEADER):
            return 1 - self.active
        return self.active

    def hand(self, seat: i64) -> Hand:
        """The Tactics cards of a side."""
        return self.american_hand if seat == n.AMERICAN else self.german_hand

    # -- units -----------------------------------------------------------------------------------------------------

    def at(self, front: i64) -> i64:
        """The units of both sides on a Front."""
        return self.stands.at(front)

    def in_play(self) -> i64:
        """All units on the board."""
        return self.stands.all_units()

    def front_of(self, unit: i64) -> i64:
        """The Front of a unit in play."""
        if is_in(self.stands.left, unit):
            return n.LEFT
        return n.CENTER if is_in(self.stands.center, unit) else n.RIGHT

    def pinned(self) -> i64:
        """The units with at least one Pinned marker."""
        return some(self.pins)

    def score(self, seat: i64) -> i64:
        """CC-1.6: the enemy units that this side has removed."""
        return ones(self.lost & side_of(1 - seat))

    # -- cards in effect -------------------------------------------------------------------------------------------

    def aim(self, name: i64) -> i64:
        """The target of a card in effect: a unit + 1, or a side's Front as `front_code`. 0 if it is not in effect."""
        slot: i64 = SLOT[name]
        return (self.aimed >> (slot * SLOT_BITS)) & SLOT_MASK

    def aim_at(self, name: i64, code: i64) -> None:
        """Puts a card into effect on a target; 0 ends its effect."""
        slot: i64 = SLOT[name]
        at = slot * SLOT_BITS
        whole = bit(at + SLOT_BITS) - bit(at)
        self.aimed = (self.aimed & ~whole) | (code << at)

    def missions_at(self, front: i64) -> i64:
        """CC-5.6: successful missions against an enemy Front this turn."""
        return (self.missions >> (8 * front)) & 255

    def bonuses(self, front: i64) -> i64:
        """CC-6.5: the total bonus of missions, Air Reconnaissance and Forward Observer against an enemy Front."""
        total_bonus = self.missions_at(front)
        for name in KIND.observers:
            if self.aim(name) == front_code(1 - self.active, front):
                total_bonus += amount_of(self.tables, name)
        return total_bonus

    # -- steps implemented in later chapters of the rules --------------------------------------------------------------

    def open_window(self, phase: i64) -> None:
        """Opens a window above the phase that it interrupts, if any hand could act in it (CC-10.4)."""
        raise NotImplementedError

    def begin_rally(self) -> None:
        """CC-8.1: starts the Rally Phase, because no battle is left."""
        raise NotImplementedError

    # -- hidden information (CC-1.5) -------------------------------------------------------------------------------

    def is_question(self, phase: i64) -> bool:
        return phase >= n.FRONT or (phase == n.SUCCESS and self.doing != 0)

    def take_back(self) -> None:
        hand = self.hand(self.decider())
        hand.cards = plus(hand.cards, self.picked)

    def close_frame(self) -> None:
        self.picked = nothing()
        self.doing = 0
        self.chosen = n.NONE
        self.made = 0

    def redeal(self, seat: i64) -> None:
        other = self.hand(1 - seat)
        known = other.known()
        unknown = total(other.cards) - total(known)
        pool = plus(self.deck, less(other.cards, known))
        dealt = self.random_part(pool, UNITS_IN_ALL, unknown)
        other.cards = plus(known, dealt)
        self.deck = less(pool, dealt)
        hidden = self.drawn & ~self.exposed & side_of(1 - seat)
        unknown = ones(hidden)
        self.squads |= hidden
        self.drawn &= ~hidden
        while unknown > 0:
            unit = bit(self.random_thing(self.squads & side_of(1 - seat)))
            self.squads &= ~unit
            self.drawn |= unit
            unknown -= 1

    def keep_knowledge(self, undone: Position) -> None:
        self.exposed |= self.drawn & (undone.in_play() | undone.exposed)
        for seat in range(2):
            now = self.hand(seat)
            then = undone.hand(seat)
            left = then.cards
            if undone.phase() != OVER and undone.decider() == seat:
                left = plus(left, undone.picked)
            shown = less(now.cards, left)
            now.seen = plus(then.seen, shown)
            if total(shown) > 0:
                now.seen_turn = undone.turn

    # -- plain data ------------------------------------------------------------------------------------------------

    def check_facts(self, known: dict[str, object]) -> None:
        self._check_places(known)
        check_taken(known, self.to_dict())
        copy = self.clone()
        copy.take_back_choice()
        for seat in range(2):
            if not are_in(copy.hand(seat).known(), copy.hand(seat).cards):
                raise BadInput("Nobody can know a card that is not in that hand.", "CC-1.5")

    def fact_parts(self) -> list[Part]:
        hands: list[Part] = [(self.hand(seat), HAND_FIELDS, f"{{}} {seat}") for seat in range(2)]
        sides = [part for seat in range(2) for part in ((self, SIDE_FIELDS[seat], "{}"), hands[seat])]
        return [(self, TABLE_FIELDS, "{}"), *sides, (self, UNIT_FIELDS, "{}")]

    def _check_places(self, known: Mapping[str, object]) -> None:
        sides = ("squad deck", "drawn", *n.FRONTS, "lost")
        listed = [name for seat in range(2) for place in sides for name in cast("list[str]", known[f"{place} {seat}"])]
        for seat in range(2):
            strangers = UNITS.set_in([i for place in sides for i in cast("list[str]", known[f"{place} {seat}"])])
            for unit in members_of(strangers & ~side_of(seat)):
                raise BadInput(f"{UNIT_NAMES[unit]} belongs to the other side.")
        for place in ("deck", "discard", "picked", "hand 0", "hand 1", *UNIT_NAMES):
            listed += cast("list[str]", known[place])
        check_all_there(COPIES, listed)
        marked = some(self.casualties) | some(self.pins) | self.ammo | self.broken
        for unit in members_of(marked & ~self.in_play()):
            raise BadInput(f"{UNIT_NAMES[unit]} is not in play, so it cannot have markers or cards.")
        for unit in members_of(some(self.casualties)):
            if count(self.casualties, unit) >= self.tables.strength[unit]:
                raise BadInput(f"{UNIT_NAMES[unit]} has enough casualties to be destroyed.")


def aim_words(name: int, code: int) -> str:
    """The target of a card in effect, as written in a position."""
    if EFFECT[name] in (n.DICE, n.ENTRENCH):
        return UNIT_NAMES[code - 1]
    seat, front = divmod(code - 1, len(n.FRONTS))
    return f"{META.seats[seat]} {n.FRONTS[front]}"


def aim_code(words: str) -> int:
    """The reverse of `aim_words`."""
    if words in UNIT_NAMES:
        return UNIT_NAMES.index(words) + 1
    seat, _, front = words.partition(" ")
    return front_code(index(META.seats, seat), index(n.FRONTS, front))


# -- the fields of a position ------------------------------------------------------------------------------------------

IN_EFFECT: Final = Codec(lambda names: [NAMES[name] for name in members_of(names)], CARDS.set_in)
FRONT_SET: Final = Codec(
    lambda word: [n.FRONTS[front] for front in members_of(word)],
    lambda listed: word_of([index(n.FRONTS, name) for name in names_in(listed)]),
)


def _written_counts(numbers: Counts) -> list[str]:
    return [f"{UNIT_NAMES[unit]}: {int(count(numbers, unit))}" for unit in members_of(some(numbers))]


def _read_counts(listed: object) -> Counts:
    numbers: tuple[i64, i64, i64, i64, i64] = nothing()
    for text in names_in(listed):
        name, _, value = text.partition(": ")
        numbers = with_count(numbers, UNITS.number(name), number(read_number(value), 0, MOST))
    return numbers


# Numbers of units, each written as `Rifle Squad 1: 2`.
UNIT_COUNTS: Final = Codec(_written_counts, _read_counts)


def _aims(position: Position) -> list[str]:
    """The cards in effect on one unit or Front, each written as `Grenades: Rifle Squad 1`."""
    return [f"{NAMES[name]}: {aim_words(name, position.aim(name))}" for name in AIMED if position.aim(name) != 0]


def _aim(position: Position, listed: object) -> None:
    position.aimed = 0
    for text in names_in(listed):
        name, _, about = text.partition(": ")
        position.aim_at(CARDS.number(name), aim_code(about))


def _bonus_field(front: int) -> FactField:
    """CC-5.6: the number of successful missions against a Front."""

    def put(position: Position, value: object) -> None:
        others = position.missions & ~(255 << (8 * front))
        position.missions = others | number(value, 0, MOST) << (8 * front)

    return FactField(f"bonus {n.FRONTS[front]}", lambda position: int(position.missions_at(front)), put)


def _front_field(front: int, seat: int) -> FactField:
    """The units of one side on a Front."""
    side = side_of(seat)

    def put(position: Position, listed: object) -> None:
        position.stands.set_at(front, position.at(front) & ~side | UNITS.set_in(listed))

    return FactField(f"{n.FRONTS[front]} {seat}", lambda position: UNITS.set(position.at(front) & side), put)


def _attack_field(front: int) -> FactField:
    """The declared attackers of a Front."""
    return FactField(
        f"toward {n.FRONTS[front]}",
        lambda position: UNITS.set(position.attackers.at(front)),
        lambda position, listed: position.attackers.set_at(front, UNITS.set_in(listed)),
    )


def _side_field(place: str, attribute: str, seat: int) -> FactField:
    """One side's units in a place that exists for both sides."""
    side = side_of(seat)

    def put(position: Position, listed: object) -> None:
        setattr(position, attribute, getattr(position, attribute) & ~side | UNITS.set_in(listed))

    return FactField(f"{place} {seat}", lambda position: UNITS.set(getattr(position, attribute) & side), put)


def _attached(unit: int) -> FactField:
    """The cards attached to a unit."""

    def get(position: Position) -> list[str]:
        cards = [AMMO] if is_in(position.ammo, unit) else []
        return [NAMES[card] for card in (*cards, *([BROKEN] if is_in(position.broken, unit) else []))]

    def put(position: Position, listed: object) -> None:
        cards = copies(CARDS.pile_in(listed))
        for card in cards:
            if card not in (AMMO, BROKEN):
                raise BadInput(f"{NAMES[card]} cannot be attached to a unit.")
        position.ammo = position.ammo & ~bit(unit) | (bit(unit) if AMMO in cards else 0)
        position.broken = position.broken & ~bit(unit) | (bit(unit) if BROKEN in cards else 0)

    return FactField(UNIT_NAMES[unit], get, put)


def _marker_field(unit: int, marker: str) -> FactField:
    """The number of markers of one kind on a unit."""

    def put(position: Position, value: object) -> None:
        setattr(position, marker, with_count(getattr(position, marker), unit, number(value, 0, MOST)))

    return FactField(f"{UNIT_NAMES[unit]} {marker}", lambda position: int(count(getattr(position, marker), unit)), put)


TABLE_FIELDS: Final = [
    phase_field(META.phases, BELOW),
    field("active", whole(0, 1)),
    *fields(NUMBER, "turn", "quiet"),
    field("stirred", FLAG),
    *fields(CARDS.as_pile, "deck", "discard", "picked"),
    *fields(UNITS.as_set, "moved", "arrived", "halted", "stopped"),
    field("on mission", UNITS.as_set, "away"),
    *fields(UNITS.as_set, "fired", "attacked", "green", "waiting"),
    field("on roads", UNITS.as_set, "roads"),
    field("veterans", UNITS.as_set),
    field("with panzerfausts", UNITS.as_set, "fausts"),
    *fields(UNITS.as_set, "led", "exposed"),
    field("bonus drawn", FLAG),
    *fields(FRONT_SET, "fogged", "disordered"),
    field("in effect", IN_EFFECT),
    FactField("aimed", _aims, _aim),
    field("front", words([*n.FRONTS, "-"])),
    field("acting", UNITS.as_one),
    field("gun", CARDS.as_one),
    field("target", UNITS.as_one),
    field("severe", FLAG),
    *fields(NUMBER, "rolls", "dice"),
    field("to fire", UNITS.as_set),
    *fields(UNIT_COUNTS, "pools", "origins"),
    field("asked", whole(0, 1)),
    field("passed", FLAG),
    field("to rally", UNITS.as_set),
    field("doing", words(["-", "deploy", "move", "fire", "assault", "lead", "play"])),
    field("chosen", UNITS.as_one),
    field("made", NUMBER),
    *[one for front in range(len(n.FRONTS)) for one in (_bonus_field(front), _attack_field(front))],
]
SIDE_FIELDS: Final = [
    [
        _side_field("squad deck", "squads", seat),
        _side_field("drawn", "drawn", seat),
        *[_front_field(front, seat) for front in range(len(n.FRONTS))],
        _side_field("lost", "lost", seat),
    ]
    for seat in range(2)
]
HAND_FIELDS: Final = [
    field("hand", CARDS.as_pile, "cards"),
    field("seen", CARDS.as_pile),
    field("seen turn", NUMBER),
    field("deduced", CARDS.as_pile),
]
UNIT_FIELDS: Final = [
    one
    for unit in range(UNITS_IN_ALL)
    for one in (_attached(unit), _marker_field(unit, "casualties"), _marker_field(unit, "pins"))
]
