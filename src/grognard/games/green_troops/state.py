"""The position of Green Troops: plain data, copying, and redealing the hidden cards for one seat."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops.meta import META
from grognard.games.green_troops import names as n
from grognard.games.green_troops.tables import LEADER, Cards, Tables
from grognard.kernel.content.fields import (
    FLAG, NUMBER, Codec, FactField, Part, check_all_there, check_taken, field, fields, index, names_in,
    number, phase_field, whole,
)  # fmt: skip
from grognard.kernel.engine.card_set import CARD_SETS
from grognard.kernel.engine.multi_step import MultiStepState
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import NONE, is_in, members_of, word_of
from grognard.kernel.cardsets.counts import (
    MOST, are_in, at_least, copies, count, larger, less, nothing, one, plus, some, total, with_count,
)  # fmt: skip

if TYPE_CHECKING:
    from grognard.kernel.game import Game


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Look:
    """The cards one seat has seen in another's hand that have not left since (GT-11.8)."""

    def __init__(self) -> None:
        self.cards: tuple[i64, i64, i64, i64, i64] = nothing()
        self.turn: i64 = 0
        # The number of cards the look showed, less those lost since. This much is public.
        self.left: i64 = 0


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Army:
    """One seat: its hand, its line of Units, its Victory Pile, and the other seats' knowledge of the hand."""

    def __init__(self, seat: i64, seats: i64) -> None:
        self.seat: i64 = seat
        self.hand: tuple[i64, i64, i64, i64, i64] = nothing()
        self.line: i64 = 0
        # The Victory Pile: Units, and Leaders by the names of their cards.
        self.pile: i64 = 0
        self.captives: tuple[i64, i64, i64, i64, i64] = nothing()
        self.retired: bool = False
        # When the other seats looked at this hand, in order around the table.
        self.looks: list[Look] = []
        while len(self.looks) < seats - 1:
            self.looks.append(Look())
        # With two seats: cards that the other seat can deduce, because with an empty deck it sees all others (GT-15.1).
        self.deduced: tuple[i64, i64, i64, i64, i64] = nothing()

    def copy(self, other: Army) -> None:
        """Becomes equal to another army of the same seat."""
        self.hand = other.hand
        self.line = other.line
        self.pile = other.pile
        self.captives = other.captives
        self.retired = other.retired
        for i in range(len(self.looks)):
            mine = self.looks[i]
            theirs = other.looks[i]
            mine.cards = theirs.cards
            mine.turn = theirs.turn
            mine.left = theirs.left
        self.deduced = other.deduced

    def look_of(self, viewer: i64) -> Look:
        """Another seat's look at this hand."""
        place = viewer - self.seat - 1
        return self.looks[place if place >= 0 else place + len(self.looks) + 1]

    def known_to(self, viewer: i64) -> tuple[i64, i64, i64, i64, i64]:
        """The cards of this hand that another seat knows for certain."""
        return larger(self.look_of(viewer).cards, self.deduced)

    def lose(self, name: i64) -> None:
        """Updates the other seats' knowledge when a card publicly leaves the hand; assumes they had seen that card."""
        for i in range(len(self.looks)):
            look = self.looks[i]
            if count(look.cards, name) > 0:
                look.cards = less(look.cards, one(name))
            look.left = max(0, look.left - 1)
        if count(self.deduced, name) > 0:
            self.deduced = less(self.deduced, one(name))

    def forget(self) -> None:
        """Empties the hand and clears the other seats' knowledge of it."""
        self.hand = nothing()
        self.deduced = nothing()
        for i in range(len(self.looks)):
            self.looks[i].cards = nothing()
            self.looks[i].left = 0


@mypyc_attr(acyclic=True)
class Position(MultiStepState):
    """The decks, the discard pile, the armies, the cards and markers on Units, and the state of the current turn."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        tables = cast(Tables, game.tables)
        self.tables: Tables = tables
        self.armies: list[Army] = []
        seat: i64 = 0
        while seat < tables.seats:
            self.armies.append(Army(seat, tables.seats))
            seat += 1
        self.active = NONE
        self.army_deck: i64 = tables.all_units
        # Units out of the game: those of retired seats, and those that a quick start does not use.
        self.away: i64 = tables.unused_units
        self.deck = tables.all_cards
        # For each Unit: its markers, and its Leader and Terrain as codes from 1.
        self.damage: tuple[i64, i64, i64, i64, i64] = nothing()
        self.leaders: tuple[i64, i64, i64, i64, i64] = nothing()
        self.terrains: tuple[i64, i64, i64, i64, i64] = nothing()

        # The open frame, which can be undone: the Leader to move and the first Unit chosen.
        self.moving: i64 = NONE
        self.chosen: i64 = NONE
        # The total number of cards that the deciding player must discard.
        self.owed: i64 = 0

        # Leaders placed or moved in this phase (GT-5.4); with equal Leaders, the Units that they went to as well.
        self.posted: i64 = 0
        self.posted_on: i64 = 0
        # The orders given, for `reserve_once` (GT-5.1).
        self.done: i64 = 0

        # The current attack: its cards, which are set aside (GT-1.9), its Units and the target seat.
        self.attack: i64 = NONE
        self.opportunity: i64 = NONE
        self.attacker: i64 = NONE
        self.target: i64 = NONE
        self.target_seat: i64 = NONE
        # Units protected from the barrage; Units that took markers from this turn's attack; Terrain left to take.
        self.protected: i64 = 0
        self.struck: i64 = 0
        self.spoils: tuple[i64, i64, i64, i64, i64] = nothing()
        # The Event set aside while it takes effect.
        self.event: i64 = NONE

        # Extra turns to come (GT-3.3); turns in a row without a defeat (GT-14.1); events of this turn.
        self.extra: i64 = 0
        self.quiet: i64 = 0
        self.fell: bool = False
        self.reshuffled: bool = False

    def copy(self, other: Position) -> None:
        self._copy_framed(other)
        for i in range(len(self.armies)):
            self.armies[i].copy(other.armies[i])
        self.army_deck = other.army_deck
        self.away = other.away
        self.damage = other.damage
        self.leaders = other.leaders
        self.terrains = other.terrains
        self.moving = other.moving
        self.chosen = other.chosen
        self.owed = other.owed
        self.posted = other.posted
        self.posted_on = other.posted_on
        self.done = other.done
        self.attack = other.attack
        self.opportunity = other.opportunity
        self.attacker = other.attacker
        self.target = other.target
        self.target_seat = other.target_seat
        self.protected = other.protected
        self.struck = other.struck
        self.spoils = other.spoils
        self.event = other.event
        self.extra = other.extra
        self.quiet = other.quiet
        self.fell = other.fell
        self.reshuffled = other.reshuffled

    def decider(self) -> i64:
        phase = self.phase()
        if phase >= n.UNIT:
            phase = self.paused()
        if phase in (n.OPPORTUNITY, n.ROUT, n.DEFEND, n.BARRAGE):
            return self.target_seat
        return self.active

    # -- pieces, seats and Units ------------------------------------------------------------------------------------

    def piece(self, name: i64) -> i64:
        """The piece number of a Battle card."""
        return self.tables.units_in_all + name

    def army(self, seat: i64) -> Army:
        """The army of a seat."""
        return self.armies[seat]

    def side_line(self, seat: i64) -> i64:
        """The Units in play of a seat's whole side; the sides alternate around the table (GT-2.1)."""
        line: i64 = 0
        i = seat & 1
        while i < len(self.armies):
            line |= self.armies[i].line
            i += 2
        return line

    def owner(self, unit: i64) -> Army:
        """The army that has a Unit in its line."""
        i: i64 = 0
        while not is_in(self.armies[i].line, unit):
            i += 1
        return self.armies[i]

    def leader_on(self, unit: i64) -> i64:
        """The name of a Unit's Leader, or NONE."""
        code = count(self.leaders, unit)
        if code == 0:
            return NONE
        name: i64 = self.tables.cards.leader_names[code]
        return name

    def terrain_of(self, unit: i64) -> i64:
        """The name of a Unit's Terrain, or NONE."""
        code = count(self.terrains, unit)
        if code == 0:
            return NONE
        name: i64 = self.tables.cards.terrain_names[code]
        return name

    def units_with(self, name: i64) -> i64:
        """The Units that have this Leader or Terrain."""
        code: i64 = self.tables.code[name]
        lying = self.leaders if self.tables.type[name] == LEADER else self.terrains
        units = at_least(lying, code)
        return units & ~at_least(lying, code + 1) if code < MOST else units

    def is_posted(self, unit: i64) -> bool:
        """Whether a Unit has a Leader that has been placed or moved in this phase (GT-5.4)."""
        leader = self.leader_on(unit)
        if leader == NONE or not is_in(self.posted, leader):
            return False
        return not self.tables.cards.equal_leaders or is_in(self.posted_on, unit)

    def defense(self, unit: i64) -> i64:
        """GT-1.4: the current Defense of a Unit."""
        printed: i64 = self.tables.defense[unit]
        leader: i64 = self.tables.leader_defense[count(self.leaders, unit)]
        terrain: i64 = self.tables.terrain_defense[count(self.terrains, unit)]
        return printed + leader + terrain

    # -- steps implemented in later chapters of the rules --------------------------------------------------------------

    def end_attack(self, negated: bool) -> None:
        """GT-8.5, 8.6: ends the attack and starts its aftermath."""
        raise NotImplementedError

    def end_turn(self) -> None:
        """GT-10.4: ends the turn; night falls or the next turn begins."""
        raise NotImplementedError

    # -- hidden information (GT-15) --------------------------------------------------------------------------------

    def is_question(self, phase: i64) -> bool:
        return phase >= n.UNIT

    def take_back(self) -> None:
        army = self.armies[self.decider()]
        army.hand = plus(army.hand, self.picked)

    def close_frame(self) -> None:
        self.picked = nothing()
        self.moving = NONE
        self.chosen = NONE
        self.made = 0

    def sees_hand(self, seat: i64, owner: i64) -> bool:
        """Whether a seat always sees this hand: its own and, with `open_allies`, those of its side."""
        return seat == owner or (self.tables.open_allies and (seat ^ owner) & 1 == 0)

    def redeal(self, seat: i64) -> None:
        """Redeals hidden cards, except those the seat knows; what a third seat saw becomes a random part of a hand."""
        pool = self.deck
        for i in range(len(self.armies)):
            army = self.armies[i]
            if not self.sees_hand(seat, army.seat):
                pool = plus(pool, less(army.hand, army.known_to(seat)))
        for i in range(len(self.armies)):
            army = self.armies[i]
            if not self.sees_hand(seat, army.seat):
                known = army.known_to(seat)
                dealt = self.random_part(pool, self.tables.units_in_all, total(army.hand) - total(known))
                pool = less(pool, dealt)
                army.hand = plus(known, dealt)
        self.deck = pool
        self._redeal_looks(seat)

    def _redeal_looks(self, seat: i64) -> None:
        for i in range(len(self.armies)):
            army = self.armies[i]
            if self.sees_hand(seat, army.seat):
                continue
            viewer: i64 = 0
            while viewer < len(self.armies):
                if viewer not in (seat, army.seat):
                    look = army.look_of(viewer)
                    look.cards = self.random_part(army.hand, self.tables.units_in_all, look.left)
                viewer += 1

    def keep_knowledge(self, undone: Position) -> None:
        for i in range(len(self.armies)):
            now = self.armies[i]
            then = undone.armies[i]
            left = then.hand
            if undone.decider() == i:
                left = plus(left, undone.picked)
            shown = less(now.hand, left)
            for viewer in range(len(now.looks)):
                look = now.looks[viewer]
                look.cards = plus(then.looks[viewer].cards, shown)
                look.left = then.looks[viewer].left + total(shown)
                if total(shown) > 0:
                    look.turn = undone.turn

    # -- plain data ------------------------------------------------------------------------------------------------

    def check_facts(self, known: dict[str, object]) -> None:
        self._check_cards(self.tables.cards.cards.pile_in(known["away"]))
        check_taken(known, self.to_dict())
        self._check_seats()

    def fact_parts(self) -> list[Part]:
        seats, cards = range(len(self.armies)), self.tables.cards
        return [
            (self, table_fields(cards), "{}"),
            *[(self.armies[seat], army_fields(cards), f"{{}} {seat}") for seat in seats],
            *[
                (self.armies[owner].look_of(viewer), look_fields(cards), f"{{}} {viewer} {owner}")
                for owner in seats
                for viewer in seats
                if viewer != owner
            ],
            (self, unit_fields(cards), "{}"),
        ]

    def lying_on(self, unit: i64) -> list[str]:
        """The names of a Unit's Leader and Terrain."""
        cards = self.tables.cards.cards
        return cards.one(self.leader_on(unit)) + cards.one(self.terrain_of(unit))

    def lay_on(self, unit: i64, attached: list[str]) -> None:
        """Gives a Unit a Leader and Terrain by name; raises BadInput for any other card."""
        cards = self.tables.cards
        leader: i64 = 0
        terrain: i64 = 0
        for text in attached:
            name = cards.cards.number(text)
            if is_in(cards.kinds.leaders, name):
                leader = cards.code[name]
            elif is_in(cards.kinds.terrains, name):
                terrain = cards.code[name]
            else:
                raise BadInput(f"{text} is neither a Leader nor Terrain, so {cards.pieces[unit]} cannot have it.")
        if len(attached) != (1 if leader > 0 else 0) + (1 if terrain > 0 else 0):
            raise BadInput(f"{cards.pieces[unit]} can have one Leader and one Terrain (GT-1.3).")
        self.leaders = with_count(self.leaders, unit, leader)
        self.terrains = with_count(self.terrains, unit, terrain)

    def _check_seats(self) -> None:
        """Checks the seats: numbers in range, someone left to play, and known cards in their hands."""
        seats = len(self.armies)
        if self.active >= seats or self.target_seat >= seats:
            raise BadInput(f"This game has only {seats} seats.")
        if self.phase() != OVER and all(army.retired for army in self.armies):
            raise BadInput("At least one seat must still be in the game.", "GT-13.4")
        in_play: i64 = 0
        for army in self.armies:
            in_play |= army.line
        running = self.phase() in (n.OPPORTUNITY, n.ANSWER, n.DEFEND, n.BARRAGE)
        for unit in (self.attacker, self.target):
            if running and unit != NONE and not is_in(in_play, unit):
                called = self.tables.cards.pieces[unit]
                raise BadInput(f"{called} is not in play, so it cannot be part of an attack.", "GT-8.1")
        copy = self.clone()
        copy.take_back_choice()
        for army in copy.armies:
            for look in army.looks:
                if not 0 <= look.left <= total(army.hand) or not are_in(larger(look.cards, army.deduced), army.hand):
                    raise BadInput("Nobody can know a card that is not in that hand.", "GT-11.8")

    def _check_cards(self, unused: tuple[i64, i64, i64, i64, i64]) -> None:
        """Checks that every card is in exactly one place, and that only Units in play have cards and markers."""
        cards = self.tables.cards
        listed: list[int] = [*members_of(self.army_deck), *members_of(self.away)]
        names = [*copies(self.deck), *copies(self.discard), *copies(self.picked), *copies(unused)]
        names += copies(self.spoils)
        names += [name for name in (self.attack, self.opportunity, self.event) if name != NONE]
        in_play: i64 = 0
        for army in self.armies:
            listed += members_of(army.line) + members_of(army.pile)
            names += copies(army.hand) + copies(army.captives)
            in_play |= army.line
        for marked in members_of(some(self.damage) | some(self.leaders) | some(self.terrains)):
            if not is_in(in_play, marked):
                raise BadInput(f"{cards.pieces[marked]} is not in play, so it cannot have markers or cards.")
            names += [name for name in (self.leader_on(marked), self.terrain_of(marked)) if name != NONE]
        there = [*(cards.unit_names[unit] for unit in listed), *(cards.names[name] for name in names)]
        check_all_there(cards.copies_of, there)


# -- the fields of a position ------------------------------------------------------------------------------------------


def _pile_field(cards: Cards) -> FactField:
    """The Victory Pile: its Units, then its Leaders."""

    def put(army: Army, listed: object) -> None:
        army.pile = cards.units.set_in(listed)
        army.captives = cards.cards.pile_in(listed)

    return FactField("pile", lambda army: cards.units.set(army.pile) + cards.cards.pile(army.captives), put)


def _away_field(cards: Cards) -> FactField:
    """The cards out of the game; the options decide which Battle cards are never in it (GT-13.1)."""

    def put(position: Position, listed: object) -> None:
        position.away = cards.units.set_in(listed)

    return FactField(
        "away",
        lambda position: cards.units.set(position.away) + cards.cards.pile(position.tables.unused_cards),
        put,
    )


def _unit_fields(cards: Cards, unit: int) -> list[FactField]:
    """A Unit's Leader and Terrain, and its markers."""

    def mark(position: Position, markers: object) -> None:
        position.damage = with_count(position.damage, unit, number(markers, 0, MOST))

    return [
        FactField(
            cards.unit_names[unit],
            lambda position: position.lying_on(unit),
            lambda position, attached: position.lay_on(unit, names_in(attached)),
        ),
        FactField(f"{cards.unit_names[unit]} damage", lambda position: int(count(position.damage, unit)), mark),
    ]


_ORDERS: Final = Codec(
    lambda done: [n.ORDERS[order] for order in members_of(done)],
    lambda listed: word_of([index(n.ORDERS, order) for order in names_in(listed)]),
)


@lru_cache(CARD_SETS)
def table_fields(cards: Cards) -> list[FactField]:
    """The fields of a position outside the seats and the Units."""
    units, battle = cards.units, cards.cards
    return [
        phase_field(META.phases, {n.DISPATCH: n.RESERVE}),
        field("active", whole(0, len(META.seats) - 1)),
        field("quiet", NUMBER),
        field("fell", FLAG),
        field("extra", NUMBER),
        field("reshuffled", FLAG),
        field("army deck", units.as_set),
        *fields(battle.as_pile, "deck", "discard"),
        _away_field(cards),
        field("picked", battle.as_pile),
        *fields(battle.as_one, "attack", "opportunity", "event"),
        field("spoils", battle.as_pile),
        *fields(units.as_one, "attacker", "target"),
        field("target seat", whole(NONE, len(META.seats) - 1)),
        *fields(units.as_set, "protected", "struck"),
        field("posted", battle.as_set),
        *([field("posted on", units.as_set)] if cards.equal_leaders else []),
        field("done", _ORDERS),
        field("moving", battle.as_one),
        field("chosen", units.as_one),
        *fields(NUMBER, "made", "owed"),
    ]


@lru_cache(CARD_SETS)
def army_fields(cards: Cards) -> list[FactField]:
    """The fields of a seat."""
    return [
        field("line", cards.units.as_set),
        field("hand", cards.cards.as_pile),
        _pile_field(cards),
        field("retired", FLAG),
        field("deduced", cards.cards.as_pile),
    ]


@lru_cache(CARD_SETS)
def look_fields(cards: Cards) -> list[FactField]:
    """The fields of a look at a hand."""
    return [
        field("look", cards.cards.as_pile, "cards"),
        field("look turn", NUMBER, "turn"),
        field("look left", NUMBER, "left"),
    ]


@lru_cache(CARD_SETS)
def unit_fields(cards: Cards) -> list[FactField]:
    """The fields of all Units."""
    return [each_field for unit in range(cards.units_in_all) for each_field in _unit_fields(cards, unit)]
