"""The position of Company Commander: plain data, copying, and redealing the hidden cards for one seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.meta import META
from grognard.games.company_commander import names as n
from grognard.games.company_commander.tables import Cards, Tables, amount_of, front_code
from grognard.kernel.content.fields import (
    FLAG, NUMBER, Codec, FactField, Part, PieceNames, check_all_there, check_taken, field, fields, index, names_in,
    number, phase_field, read_number, whole, words,
)  # fmt: skip
from grognard.kernel.engine.card_set import CARD_SETS
from grognard.kernel.engine.multi_step import MultiStepState
from grognard.kernel.engine.state import OVER
from grognard.kernel.engine.known_hand import KnownHand
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of, ones, word_of
from grognard.kernel.cardsets.pairs import with_pair, without_firsts, without_seconds
from grognard.kernel.cardsets.counts import (
    MOST, THINGS, Counts, are_in, copies, count, less, nothing, one, plus, some, total, with_count,
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
        # Their markers (CC-9.1).
        self.casualties: tuple[i64, i64, i64, i64, i64] = nothing()
        self.pins: tuple[i64, i64, i64, i64, i64] = nothing()
        # Out of Ammo, Breakdown and cards like them: pairs of a card and its unit, and the units with such a card.
        self.attached: bytes = b""
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
        # Cards in effect: on a whole battle, and on one unit or Front as pairs of a card and its target. A target is a
        # unit + 1, or a side's Front as `front_code`.
        self.in_effect: tuple[i64, i64, i64, i64, i64] = nothing()
        self.aimed: bytes = b""

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
        self.attached = other.attached
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
            return self.owner_of(self.target)
        if phase == n.RALLIED:
            return 1 - self.owner_of(self.target)
        if phase in (n.MOVE, n.MISSION, n.FIRE, n.ATTACK, n.DIE, n.LEADER):
            return 1 - self.active
        return self.active

    def hand(self, seat: i64) -> Hand:
        """The Tactics cards of a side."""
        return self.american_hand if seat == n.AMERICAN else self.german_hand

    # -- pieces ----------------------------------------------------------------------------------------------------

    def side_of(self, seat: i64) -> i64:
        """All units of a side."""
        kinds = self.tables.kinds
        return kinds.americans if seat == n.AMERICAN else kinds.germans

    def owner_of(self, unit: i64) -> i64:
        """The side of a unit."""
        return n.AMERICAN if unit < self.tables.kinds.first_german else n.GERMAN

    def piece(self, name: i64) -> i64:
        """Returns the piece number of a Tactics card; NONE stays NONE."""
        return n.NONE if name == n.NONE else self.tables.cards.units_in_all + name

    def pieces_in(self, pile: tuple[i64, i64, i64, i64, i64]) -> list[int]:
        """Returns the piece number of every card in a pile of Tactics cards."""
        return self.tables.cards.pieces_of(copies(pile))

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
        return ones(self.lost & self.side_of(1 - seat))

    # -- cards in effect -------------------------------------------------------------------------------------------

    def helping(self, names: i64, target: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The cards of these names that are in effect on a target."""
        found: tuple[i64, i64, i64, i64, i64] = nothing()
        aimed = self.aimed
        at: i64 = 0
        while at < len(aimed):
            name: i64 = aimed[at]
            code: i64 = aimed[at + 1]
            if code == target and is_in(names, name):
                found = plus(found, one(name))
            at += 2
        return found

    def aim_at(self, name: i64, code: i64) -> None:
        """Puts a card into effect on a target."""
        self.aimed = with_pair(self.aimed, name, code)

    def end_effects(self, names: i64) -> None:
        """Ends the effects of these cards on units and Fronts."""
        self.aimed = without_firsts(self.aimed, names)

    def sum_of(self, pile: tuple[i64, i64, i64, i64, i64]) -> i64:
        """The sum of the numbers on these cards."""
        sum_so_far: i64 = 0
        names = some(pile)
        while names != 0:
            name = lowest(names)
            names &= names - 1
            sum_so_far += count(pile, name) * amount_of(self.tables, name)
        return sum_so_far

    def attach(self, name: i64, unit: i64) -> None:
        """Leaves a card with a unit, for the rest of the game."""
        self.attached = with_pair(self.attached, name, unit)
        if is_in(self.tables.kinds.ammo, name):
            self.ammo |= bit(unit)
        else:
            self.broken |= bit(unit)

    def lying_with(self, units: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The cards attached to these units."""
        found: tuple[i64, i64, i64, i64, i64] = nothing()
        attached = self.attached
        at: i64 = 0
        while at < len(attached):
            name: i64 = attached[at]
            unit: i64 = attached[at + 1]
            if is_in(units, unit):
                found = plus(found, one(name))
            at += 2
        return found

    def detach(self, units: i64) -> None:
        """Takes all cards off these units."""
        self.ammo &= ~units
        self.broken &= ~units
        self.attached = without_seconds(self.attached, units)

    def missions_at(self, front: i64) -> i64:
        """CC-5.6: successful missions against an enemy Front this turn."""
        return (self.missions >> (8 * front)) & 255

    def observing(self, front: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The cards that help Suppression Rolls against an enemy Front."""
        return self.helping(self.tables.kinds.observers, front_code(1 - self.active, front))

    def bonuses(self, front: i64) -> i64:
        """CC-6.5: the total bonus of missions, Air Reconnaissance and Forward Observer against an enemy Front."""
        return self.missions_at(front) + self.sum_of(self.observing(front))

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
        dealt = self.random_part(pool, self.tables.cards.units_in_all, unknown)
        other.cards = plus(known, dealt)
        self.deck = less(pool, dealt)
        hidden = self.drawn & ~self.exposed & self.side_of(1 - seat)
        unknown = ones(hidden)
        self.squads |= hidden
        self.drawn &= ~hidden
        while unknown > 0:
            unit = bit(self.random_thing(self.squads & self.side_of(1 - seat)))
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
        cards = self.tables.cards
        hands: list[Part] = [(self.hand(seat), hand_fields(cards), f"{{}} {seat}") for seat in range(2)]
        sides = [part for seat in range(2) for part in ((self, side_fields(cards, seat), "{}"), hands[seat])]
        return [(self, table_fields(cards), "{}"), *sides, (self, unit_fields(cards), "{}")]

    def _check_places(self, known: Mapping[str, object]) -> None:
        cards = self.tables.cards
        called = cards.unit_names
        sides = ("squad deck", "drawn", *n.FRONTS, "lost")
        listed = [name for seat in range(2) for place in sides for name in cast("list[str]", known[f"{place} {seat}"])]
        for seat in range(2):
            strangers = cards.units.set_in([i for place in sides for i in cast("list[str]", known[f"{place} {seat}"])])
            for unit in members_of(strangers & ~self.side_of(seat)):
                raise BadInput(f"{called[unit]} belongs to the other side.")
        for place in ("deck", "discard", "picked", "hand 0", "hand 1", *called):
            listed += cast("list[str]", known[place])
        check_all_there(cards.copies_of, listed)
        marked = some(self.casualties) | some(self.pins) | self.ammo | self.broken
        for unit in members_of(marked & ~self.in_play()):
            raise BadInput(f"{called[unit]} is not in play, so it cannot have markers or cards.")
        for unit in members_of(some(self.casualties)):
            if count(self.casualties, unit) >= self.tables.strength[unit]:
                raise BadInput(f"{called[unit]} has enough casualties to be destroyed.")


# -- the fields of a position ------------------------------------------------------------------------------------------

FRONT_SET: Final = Codec(
    lambda word: [n.FRONTS[front] for front in members_of(word)],
    lambda listed: word_of([index(n.FRONTS, name) for name in names_in(listed)]),
)


def unit_counts(cards: Cards) -> Codec:
    """The codec for numbers of units, each written as `Rifle Squad 1: 2`."""

    def write(numbers: Counts) -> list[str]:
        return [f"{cards.unit_names[unit]}: {int(count(numbers, unit))}" for unit in members_of(some(numbers))]

    def read(listed: object) -> Counts:
        numbers: tuple[i64, i64, i64, i64, i64] = nothing()
        for text in names_in(listed):
            name, _, value = text.partition(": ")
            numbers = with_count(numbers, cards.units.number(name), number(read_number(value), 0, MOST))
        return numbers

    return Codec(write, read)


def _is_on_unit(cards: Cards, name: int) -> bool:
    """Whether a card in effect is on a unit; all others are on a Front."""
    return is_in(cards.kinds.dice | cards.kinds.trenches, name)


def _aim_words(cards: Cards, name: int, code: int) -> str:
    """The target of a card in effect, as written in a position."""
    if _is_on_unit(cards, name):
        return cards.unit_names[code - 1]
    seat, front = divmod(code - 1, len(n.FRONTS))
    return f"{META.seats[seat]} {n.FRONTS[front]}"


def _aim_code(cards: Cards, name: int, words: str) -> int:
    """The reverse of `_aim_words`."""
    if _is_on_unit(cards, name):
        return cards.units.number(words) + 1
    seat, _, front = words.partition(" ")
    return front_code(index(META.seats, seat), index(n.FRONTS, front))


def _aimed_field(cards: Cards) -> FactField:
    """The cards in effect on one unit or Front, each written as `Grenades: Rifle Squad 1`."""

    def get(position: Position) -> list[str]:
        aimed = position.aimed
        pairs = [(aimed[at], aimed[at + 1]) for at in range(0, len(aimed), 2)]
        return [f"{cards.names[name]}: {_aim_words(cards, name, code)}" for name, code in pairs]

    def put(position: Position, listed: object) -> None:
        position.aimed = b""
        for text in names_in(listed):
            called, _, about = text.partition(": ")
            name = cards.cards.number(called)
            if name not in cards.aimed:
                raise BadInput(f"{called} has no effect on one unit or Front.")
            if position.aimed[::2].count(name) == cards.aimed.count(name):
                raise BadInput(f"{called} is in effect more often than it has copies.")
            position.aim_at(name, _aim_code(cards, name, about))

    return FactField("aimed", get, put)


def _bonus_field(front: int) -> FactField:
    """CC-5.6: the number of successful missions against a Front."""

    def put(position: Position, value: object) -> None:
        others = position.missions & ~(255 << (8 * front))
        position.missions = others | number(value, 0, THINGS) << (8 * front)

    return FactField(f"bonus {n.FRONTS[front]}", lambda position: int(position.missions_at(front)), put)


def _front_field(units: PieceNames, side: int, front: int, seat: int) -> FactField:
    """The units of one side on a Front."""

    def put(position: Position, listed: object) -> None:
        position.stands.set_at(front, position.at(front) & ~side | units.set_in(listed))

    return FactField(f"{n.FRONTS[front]} {seat}", lambda position: units.set(position.at(front) & side), put)


def _attack_field(units: PieceNames, front: int) -> FactField:
    """The declared attackers of a Front."""
    return FactField(
        f"toward {n.FRONTS[front]}",
        lambda position: units.set(position.attackers.at(front)),
        lambda position, listed: position.attackers.set_at(front, units.set_in(listed)),
    )


def _side_field(units: PieceNames, side: int, place: str, attribute: str, seat: int) -> FactField:
    """One side's units in a place that exists for both sides."""

    def put(position: Position, listed: object) -> None:
        setattr(position, attribute, getattr(position, attribute) & ~side | units.set_in(listed))

    return FactField(f"{place} {seat}", lambda position: units.set(getattr(position, attribute) & side), put)


def _attached_field(cards: Cards, unit: int) -> FactField:
    """The cards attached to a unit."""

    def get(position: Position) -> list[str]:
        return cards.cards.pile(position.lying_with(bit(unit)))

    def put(position: Position, listed: object) -> None:
        position.detach(bit(unit))
        for card in copies(cards.cards.pile_in(listed)):
            if card not in cards.staying:
                raise BadInput(f"{cards.names[card]} cannot be attached to a unit.")
            position.attach(card, unit)

    return FactField(cards.unit_names[unit], get, put)


def _marker_field(called: str, unit: int, marker: str) -> FactField:
    """The number of markers of one kind on a unit."""

    def put(position: Position, value: object) -> None:
        setattr(position, marker, with_count(getattr(position, marker), unit, number(value, 0, MOST)))

    return FactField(f"{called} {marker}", lambda position: int(count(getattr(position, marker), unit)), put)


@lru_cache(CARD_SETS)
def table_fields(cards: Cards) -> list[FactField]:
    """Returns the fields of the table, with these cards."""
    as_pile, as_set, as_one = cards.cards.as_pile, cards.units.as_set, cards.units.as_one
    return [
        phase_field(META.phases, BELOW),
        field("active", whole(0, 1)),
        *fields(NUMBER, "turn", "quiet"),
        field("stirred", FLAG),
        *fields(as_pile, "deck", "discard", "picked"),
        *fields(as_set, "moved", "arrived", "halted", "stopped"),
        field("on mission", as_set, "away"),
        *fields(as_set, "fired", "attacked", "green", "waiting"),
        field("on roads", as_set, "roads"),
        field("veterans", as_set),
        field("with panzerfausts", as_set, "fausts"),
        *fields(as_set, "led", "exposed"),
        field("bonus drawn", FLAG),
        *fields(FRONT_SET, "fogged", "disordered"),
        field("in effect", as_pile),
        _aimed_field(cards),
        field("front", words([*n.FRONTS, "-"])),
        field("acting", as_one),
        field("gun", cards.cards.as_one),
        field("target", as_one),
        field("severe", FLAG),
        *fields(NUMBER, "rolls", "dice"),
        field("to fire", as_set),
        *fields(unit_counts(cards), "pools", "origins"),
        field("asked", whole(0, 1)),
        field("passed", FLAG),
        field("to rally", as_set),
        field("doing", words(["-", "deploy", "move", "fire", "assault", "lead", "play"])),
        field("chosen", as_one),
        field("made", NUMBER),
        *[part for front in range(len(n.FRONTS)) for part in (_bonus_field(front), _attack_field(cards.units, front))],
    ]


@lru_cache(2 * CARD_SETS)
def side_fields(cards: Cards, seat: int) -> list[FactField]:
    """Returns the fields of a side's units, with these cards."""
    units, side = cards.units, int(cards.kinds.side_of(seat))
    return [
        _side_field(units, side, "squad deck", "squads", seat),
        _side_field(units, side, "drawn", "drawn", seat),
        *[_front_field(units, side, front, seat) for front in range(len(n.FRONTS))],
        _side_field(units, side, "lost", "lost", seat),
    ]


@lru_cache(CARD_SETS)
def hand_fields(cards: Cards) -> list[FactField]:
    """Returns the fields of a hand, with these cards."""
    as_pile = cards.cards.as_pile
    return [
        field("hand", as_pile, "cards"),
        field("seen", as_pile),
        field("seen turn", NUMBER),
        field("deduced", as_pile),
    ]


@lru_cache(CARD_SETS)
def unit_fields(cards: Cards) -> list[FactField]:
    """Returns the fields of each unit, with these cards."""
    return [
        part
        for unit, called in enumerate(cards.unit_names)
        for part in (
            _attached_field(cards, unit),
            _marker_field(called, unit, "casualties"),
            _marker_field(called, unit, "pins"),
        )
    ]
