"""The rules of Green Troops, phase by phase in the order of the rulebook.

Clause numbers refer to handbook.md. A window opens whenever some hand that fits what everybody can see could act in it
(GT-15.2). A card is offered only if all that it asks for can be named; a question with one answer is not asked.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops.meta import LONGEST, META
from grognard.games.green_troops.state import (
    AFTERMATH, ANSWER, ATTACK, BARRAGE, BARRAGES, CAPTURE, DEFEND, DISPATCH, DISPATCHES, EFFECT, EXTRA_TURN,
    FIRST_LEADER, FIRST_TERRAIN, FOG, KILL_LEADER, KIND, LEADER, LIMIT, MELEE, NONE, OPPORTUNITY, OUTFLANK, PHASES,
    PIECES, PURSUIT, RALLY, REINFORCE, RESERVE, ROUT, ROUTS, SCREEN, SEAT, SHOOT, SPY, TARGET, TERRAIN, TYPE, UNIT,
    UNITS_IN_ALL, Army, Position, pieces_of,
)  # fmt: skip
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.sets.bits import bit, is_in, lowest, members_of, nth_of, ones, word_of
from grognard.kernel.sets.counts import (
    at_least, copies, count, each, is_none, less, nothing, one, plus, some, total, with_count, without,
)  # fmt: skip
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import OVER

# What things are worth (GT-2.2, 2.4, 4.1, 10.1, 13.4).
FIRST_UNITS: Final = 5
FIRST_HAND: Final = 5
CARDS_A_TURN: Final = 1
HAND_LIMIT: Final = 5
RETIRING: Final = 2

# The orders that `reserve_once` allows once each, as numbers of state.DONE.
ONE_RESERVE: Final = 0
ONE_LEADER: Final = 1
ONE_TERRAIN: Final = 2
ONE_RALLY: Final = 3

# Leaders that move are a verb of their own in the Reserve Phase; no phase has this number.
MOVES: Final = 15

# Every action there can ever be; house rules only mask this one space. A verb that several phases share stands once.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(RESERVE, ["PASS"], "PLAY", pieces_of("LTE")),
        Window(SEAT, [f"SEAT {name}" for name in META.seats]),
        Window(MOVES, [], "MOVE", pieces_of("L")),
        Window(ATTACK, [], "ATTACK", pieces_of("SM")),
        Window(OPPORTUNITY, [], "OPP", pieces_of("O")),
        Window(DEFEND, [], "DEFEND", pieces_of("F")),
        Window(CAPTURE, [], "TAKE", pieces_of("T")),
        Window(DISPATCH, [], "DISCARD", pieces_of("SMOFLTE")),
        Window(UNIT, [], "UNIT", list(range(UNITS_IN_ALL))),
        Window(TARGET, [], "TARGET", list(range(UNITS_IN_ALL))),
    ],
    PIECES,
)
PASS: Final = 0
FIRST_SEAT: Final = 1
VERB_OF: Final[bytes] = SPACE.phase
PIECE: Final[bytes] = SPACE.card
ACTION_AT: Final[list[int]] = SPACE.at
PIECES_IN_ALL: Final = 108

# The phase under which the space knows the verb for a card, for every phase.
_SHARED: Final = {AFTERMATH: RESERVE, ROUT: RESERVE, BARRAGE: DEFEND, ANSWER: DEFEND, LIMIT: DISPATCH}
VERB_IN: Final[bytes] = bytes([_SHARED.get(phase, phase) for phase in range(len(PHASES))])

# Why a choice is refused, beside the reasons all games share; text.py gives each its sentence and its clause.
NO_ORDER: Final = 4
GIVEN_ONCE: Final = 5
ARMY_DECK_EMPTY: Final = 6
NO_ROOM_FOR_LEADER: Final = 7
NO_ROOM_FOR_TERRAIN: Final = 8
NOTHING_TO_RALLY: Final = 9
NO_ROUT_HERE: Final = 10
NOT_MORE_UNITS: Final = 11
NO_HAND_TO_FOG: Final = 12
NO_LEADER_TO_KILL: Final = 13
NOT_AN_EVENT: Final = 14
NOBODY_TO_ROUT: Final = 15
NOT_AN_ATTACK: Final = 16
NO_USER: Final = 17
NO_PREY: Final = 18
NOTHING_TO_CHARGE: Final = 19
NEEDS_ITS_TERRAIN: Final = 20
NOT_AN_OPPORTUNITY: Final = 21
TARGET_CANNOT_STRIKE: Final = 22
ATTACKER_NOT_STRUCK: Final = 23
NOT_A_DEFENSE: Final = 24
TARGET_CANNOT_USE: Final = 25
ATTACK_NOT_STOPPED: Final = 26
NO_LIGHT_TROOPS: Final = 27
NOBODY_TO_PROTECT: Final = 28
NOT_LEFT_BEHIND: Final = 29
WOULD_FALL_THERE: Final = 30
NOT_YOUR_LEADER: Final = 31
POSTED_LEADER: Final = 32
NOWHERE_TO_MOVE: Final = 33
NOT_YOUR_UNIT: Final = 34
NOT_AN_ENEMY: Final = 35
HAS_A_LEADER: Final = 36
HAS_TERRAIN: Final = 37
CAVALRY_IN_TERRAIN: Final = 38
HAS_NO_MARKERS: Final = 39
HAS_HIM_ALREADY: Final = 40
LEADER_IS_POSTED: Final = 41
WOULD_FALL_BY_MOVE: Final = 42
CANNOT_USE_IT: Final = 43
NOT_IN_MELEE: Final = 44
HAS_NO_LEADER: Final = 45
NOT_LIGHT_INFANTRY: Final = 46
TOO_FEW_MARKERS: Final = 47
TOO_FRESH: Final = 48
NOT_JUST_DAMAGED: Final = 49
NOT_LIGHT_TROOPS: Final = 50
PROTECTED_ALREADY: Final = 51
CANNOT_PROTECT: Final = 52
UNMARKED_LEADER: Final = 53
NOT_THAT_SEAT: Final = 54
NOT_A_ROUT: Final = 55

# What happened; text.py words it.
BEGAN: Final = 1
MUSTERED: Final = 2
TURN_CAME: Final = 3
DREW: Final = 4
RESHUFFLED: Final = 5
REINFORCED: Final = 6
ATTACHED: Final = 7
LEADER_MOVED: Final = 8
LEADERS_SWAPPED: Final = 9
RALLIED: Final = 10
PASSED: Final = 11
PLAYED: Final = 12
PLAYED_AT: Final = 13
SPIED: Final = 14
LOST_CARDS: Final = 15
LEADER_LOST: Final = 16
ATTACKED: Final = 17
BARRAGED: Final = 18
LEFT_TERRAIN: Final = 19
OPPOSED: Final = 20
RECKONED: Final = 21
HURT: Final = 22
DEFEATED: Final = 23
DEFENDED: Final = 24
PROTECTED: Final = 25
NEGATED: Final = 26
ROUTED: Final = 27
TOOK: Final = 28
DISCARDED: Final = 29
RETIRED: Final = 30
NIGHT_FELL: Final = 31
TRIUMPHED: Final = 32
EXTRA_CAME: Final = 33
UNHURT: Final = 34

# How several numbers stand in the one number of an event; the smallest is an Attack of -1.
_SCALE: Final = 1024


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class GreenTroops(Position):
    """A game of Green Troops."""

    def clone(self) -> GreenTroops:
        other = GreenTroops(self.game)
        other.copy(self)
        return other

    # -- GT-2 Setup ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        for n in range(len(self.armies)):
            self._muster(self.armies[n])
        self.active = self._first_seat()
        if self.clerk.recording:
            self.note_list(BEGAN, self.active, [])
        for n in range(len(self.armies)):
            self._draw(self.armies[n], FIRST_HAND)  # GT-2.4
        self._begin_turn()

    def _muster(self, army: Army) -> None:
        """GT-2.2: five Units; in balanced forces one of each kind (GT-13.2)."""
        for n in range(FIRST_UNITS):
            there = self.army_deck
            if self.tables.balanced:
                there &= self.tables.kinds[n]
            unit = bit(self.random_thing(there))
            self.army_deck &= ~unit
            army.line |= unit
        if self.clerk.recording:
            self.note_list(MUSTERED, army.seat, members_of(army.line))

    def _first_seat(self) -> i64:
        """GT-2.3: most Light Infantry, then most Cavalry, then chance."""
        lines = [army.line for army in self.armies]
        merits = [ones(line & KIND.light_infantry) * UNITS_IN_ALL + ones(line & KIND.cavalry) for line in lines]
        tied = word_of([seat for seat, merit in enumerate(merits) if merit == max(merits)])
        return lowest(tied) if ones(tied) == 1 else self.random_thing(tied)

    # -- GT-3 Turn frame, GT-4 Draw Phase --------------------------------------------------------------------------

    def _begin_turn(self) -> None:
        self.turn += 1
        self.fell = False
        self.reshuffled = False
        self.posted = 0
        self.done = 0
        self.struck = 0
        if self.clerk.recording:
            self.note_list(TURN_CAME, self.active, [], self.turn)
        self._draw(self.armies[self.active], CARDS_A_TURN)  # GT-4.1
        self._open(RESERVE)

    def _draw(self, army: Army, size: i64) -> None:
        """As many cards as the deck and one new deck give (GT-4.2)."""
        drawn: list[int] = []
        while size > 0:
            if is_none(self.deck):
                self._drew(army, drawn)
                drawn = []
                if not self._reshuffle():
                    return
            name = self.random_copy(self.deck, UNITS_IN_ALL)
            self.deck = less(self.deck, one(name))
            army.hand = plus(army.hand, one(name))
            if self.clerk.recording:
                drawn.append(UNITS_IN_ALL + name)
            size -= 1
        self._drew(army, drawn)

    def _drew(self, army: Army, drawn: list[int]) -> None:
        self.reveal()
        if self.clerk.recording and len(drawn) > 0:
            self.note_list(DREW, army.seat, drawn, len(drawn), private=True)

    def _reshuffle(self) -> bool:
        """GT-4.2: the discard pile becomes the deck, once a turn."""
        if self.reshuffled or is_none(self.discard):
            return False
        self.reshuffled = True
        if len(self.armies) == 2:
            # Nothing is in the deck, so each sees or can work out where every card is.
            self.armies[0].deduced = self.armies[0].hand
            self.armies[1].deduced = self.armies[1].hand
        self.deck = self.discard
        self.discard = nothing()
        if self.clerk.recording:
            self.note_list(RESHUFFLED, self.active, [], total(self.deck))
        return True

    # -- windows ---------------------------------------------------------------------------------------------------

    def _open(self, phase: i64) -> None:
        """Goes to a window; one in which nobody could act, for all to see, is passed over (GT-15.2)."""
        self.frames = phase
        if phase == RESERVE:
            if not self._could_act(KIND.orders) and self._moves() == 0:
                self._open(ATTACK)
        elif phase == ATTACK:
            if not self._could_act(KIND.attacks):
                self._open(AFTERMATH)
        elif phase == OPPORTUNITY:
            if not self._could_act(KIND.opportunities):
                self._open(DEFEND)
        elif phase == ANSWER:
            if not self._could_act(KIND.defenses):
                self._strike_back()
        elif phase == ROUT:
            if not self._could_act(KIND.routs):
                self._after_opportunity()
        elif phase == DEFEND:
            if not self._could_act(KIND.defenses):
                self._resolve()
        elif phase == BARRAGE:
            if self.tables.barrage_sure or not self._could_act(KIND.defenses):
                self._resolve()
        elif phase == CAPTURE:
            if self._takeable() == 0:
                self._leave_spoils()
        elif phase == AFTERMATH and not self._could_act(KIND.events | KIND.routs):
            self._end_phase()

    def _could_act(self, names: i64) -> bool:
        """Might the decider, for all that everybody can see, hold one of these cards, and play it here?"""
        if is_none(self.armies[self.decider()].hand):
            return False
        while names != 0:
            name = lowest(names)
            names &= names - 1
            if self._verdict(name) == 0 and self._may_be_held(name):
                return True
        return False

    def _may_be_held(self, name: i64) -> bool:
        """Is a copy of this card out of public sight? What lies aside meanwhile is of no type that could be played."""
        if is_in(KIND.leaders, name):
            if self.unit_led_by(name) != NONE:
                return False
            for n in range(len(self.armies)):
                if is_in(self.armies[n].captives, name):
                    return False
        elif is_in(KIND.terrains, name):
            code = name - FIRST_TERRAIN + 1
            if at_least(self.terrains, code) != at_least(self.terrains, code + 1):
                return False
        return count(self.discard, name) < count(self.tables.all_cards, name)

    def _verdict(self, name: i64) -> i64:
        """Why this card cannot be played in the phase that asks; 0 if it can. It rests on public facts alone."""
        phase = self.phase()
        if phase == RESERVE:
            return self._order_verdict(name)
        if phase == ATTACK:
            return self._attack_verdict(name)
        if phase == OPPORTUNITY:
            return self._opportunity_verdict(name)
        if phase == DEFEND:
            return self._defense_verdict(name)
        if phase == BARRAGE:
            return self._barrage_verdict(name)
        if phase == ANSWER:
            return self._answer_verdict(name)
        if phase == AFTERMATH:
            return self._aftermath_verdict(name)
        if phase == ROUT:
            return self._rout_verdict(name)
        return 0  # GT-10.2, 11.4: any card can be discarded

    # -- the open frame --------------------------------------------------------------------------------------------

    def _pick(self, name: i64) -> None:
        """A card out of the decider's hand, not yet shown."""
        army = self.armies[self.decider()]
        army.hand = less(army.hand, one(name))
        self.picked = plus(self.picked, one(name))

    def _asks(self) -> i64:
        """What the open frame has to ask next: UNIT, TARGET, SEAT, or nothing more."""
        window = self.window()
        if self.moving != NONE:
            return UNIT
        name = lowest(some(self.picked))
        effect = EFFECT[name]
        if window == ATTACK:
            return UNIT if self.chosen == NONE else SEAT if effect == BARRAGES else TARGET
        if window in (DEFEND, BARRAGE, ANSWER):
            return UNIT if effect == SCREEN or (window == BARRAGE and self.chosen == NONE) else OVER
        if TYPE[name] in (LEADER, TERRAIN) or effect == RALLY:
            return UNIT
        if effect in (ROUTS, KILL_LEADER):
            return TARGET
        return SEAT if effect in (SPY, FOG) else OVER

    def _answers(self) -> i64:
        """The Units or seats that the question of the open frame may be answered with."""
        window = self.window()
        if self.moving != NONE:
            return self._destinations(self.moving)
        name = lowest(some(self.picked))
        effect = EFFECT[name]
        if window == ATTACK:
            if self.chosen == NONE:
                return self.attackers(name)
            return self._enemy_seats(effect) if effect == BARRAGES else self.targets(name, self.chosen)
        if window == BARRAGE and self.chosen == NONE:
            return self._protectable(name)
        if effect == SCREEN:
            return self._screeners()
        if TYPE[name] == LEADER:
            return self._leaderless()
        if TYPE[name] == TERRAIN:
            return self._open_ground()
        if effect == RALLY:
            return self._shaken(name)
        if effect == ROUTS:
            return self.routable(name)
        if effect == KILL_LEADER:
            return self._killable(name)
        return self._enemy_seats(effect)

    def _continue(self) -> None:
        """The next question of the open frame; one with a single answer is not asked."""
        asks = self._asks()
        if asks == OVER:
            self._close(NONE)
            return
        answers = self._answers()
        if answers & (answers - 1) == 0:
            self._answer(lowest(answers))
        elif self.phase() >= UNIT:
            self.go(asks)
        else:
            self.enter(asks)

    def _answer(self, thing: i64) -> None:
        if self.chosen == NONE and self.window() in (ATTACK, BARRAGE):
            self.chosen = thing
            self._continue()
        else:
            self._close(thing)

    def _close(self, thing: i64) -> None:
        """All is named: the card is shown and works."""
        if self.phase() >= UNIT:
            self.leave()
        if self.moving != NONE:
            leader = self.moving
            self.close_frame()
            self._move_leader(leader, thing)
            return
        window = self.phase()
        chosen = self.chosen
        name = lowest(some(self.picked))
        self.close_frame()
        self.armies[self.decider()].lose(name)
        if window == ATTACK:
            self._declare(name, chosen, thing)
        elif window == OPPORTUNITY:
            self._oppose(name)
        elif window == DEFEND:
            self._defend(name, thing)
        elif window == BARRAGE:
            self._protect(name, chosen, thing)
        elif window == ANSWER:
            self._answer_opportunity(name, thing)
        elif TYPE[name] == LEADER or TYPE[name] == TERRAIN:
            self._attach(name, thing)
        elif EFFECT[name] == ROUTS:
            self._rout(name, thing)
        else:
            self._play_event(name, thing)

    def _bar(self, units: i64, barred: i64, refusal: i64) -> i64:
        """`units` without the `barred`; if the Unit asked about is among them, this is why it is illegal."""
        clerk = self.clerk
        if clerk.asking and clerk.refusal == 0 and is_in(units & barred, clerk.asked_card):
            clerk.refusal = refusal
        return units & ~barred

    def _discard(self, name: i64) -> None:
        self.discard = plus(self.discard, one(name))

    # -- GT-5 Reserve Phase ----------------------------------------------------------------------------------------

    def _order_verdict(self, name: i64) -> i64:
        kind = TYPE[name]
        effect = EFFECT[name]
        if kind == LEADER:
            return self._once(ONE_LEADER) or (NO_ROOM_FOR_LEADER if self._leaderless() == 0 else 0)  # GT-5.3
        if kind == TERRAIN:
            return self._once(ONE_TERRAIN) or (NO_ROOM_FOR_TERRAIN if self._open_ground() == 0 else 0)  # GT-5.5
        if effect == REINFORCE:
            return self._once(ONE_RESERVE) or (ARMY_DECK_EMPTY if self.army_deck == 0 else 0)  # GT-5.2
        if effect == RALLY:
            return self._once(ONE_RALLY) or (NOTHING_TO_RALLY if self._shaken(name) == 0 else 0)  # GT-5.6
        if effect == ROUTS:
            return NO_ROUT_HERE  # GT-5.8
        return self._event_verdict(name) if is_in(KIND.events, name) else NO_ORDER

    def _once(self, order: i64) -> i64:
        """Option `reserve_once`: has such an order been given? (GT-5.1)"""
        return GIVEN_ONCE if self.tables.reserve_once and is_in(self.done, order) else 0

    def _leaderless(self) -> i64:
        return self._bar(self.armies[self.active].line, some(self.leaders), HAS_A_LEADER)

    def _open_ground(self) -> i64:
        units = self._bar(self.armies[self.active].line, KIND.cavalry, CAVALRY_IN_TERRAIN)
        return self._bar(units, some(self.terrains), HAS_TERRAIN)

    def _shaken(self, name: i64) -> i64:
        """Friendly Units with a marker, an ally's too (GT-5.6)."""
        return self._bar(self.side_line(self.active), ~self._marked(name), HAS_NO_MARKERS)

    def _marked(self, name: i64) -> i64:
        """The Units with as many markers as a card asks for."""
        markers: i64 = self.tables.markers[name]
        return at_least(self.damage, markers) if markers > 0 else KIND.all_units

    def _attach(self, name: i64, unit: i64) -> None:
        """GT-5.3, 5.5."""
        if TYPE[name] == LEADER:
            self.leaders = with_count(self.leaders, unit, name - FIRST_LEADER + 1)
            self.posted |= bit(name)
            self.done |= bit(ONE_LEADER)
        else:
            self.terrains = with_count(self.terrains, unit, name - FIRST_TERRAIN + 1)
            self.done |= bit(ONE_TERRAIN)
        if self.clerk.recording:
            self.note_list(ATTACHED, self.active, [UNITS_IN_ALL + name, unit], 1 if TYPE[name] == LEADER else 0)
        self._open(RESERVE)

    def _moves(self) -> i64:
        """The Leaders that can be moved (GT-5.4)."""
        leaders: i64 = 0
        left = self.armies[self.active].line & some(self.leaders)
        while left != 0:
            leader = self.leader_on(lowest(left))
            left &= left - 1
            if self._move_verdict(leader) == 0:
                leaders |= bit(leader)
        return leaders

    def _move_verdict(self, leader: i64) -> i64:
        """Why a Leader cannot be moved; 0 if he can (GT-5.4)."""
        unit = self.unit_led_by(leader)
        if unit == NONE or not is_in(self.armies[self.active].line, unit):
            return NOT_YOUR_LEADER
        if is_in(self.posted, leader):
            return POSTED_LEADER
        return 0 if self._destinations(leader) != 0 else NOWHERE_TO_MOVE

    def _destinations(self, leader: i64) -> i64:
        """The Units that a Leader may go to; where one leads already, the two change places (GT-5.4)."""
        there = self.unit_led_by(leader)
        units = self._bar(self.armies[self.active].line, bit(there), HAS_HIM_ALREADY)
        kept: i64 = 0
        would_fall: i64 = 0
        left = units
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            other = self.leader_on(unit)
            if other != NONE and is_in(self.posted, other):
                kept |= bit(unit)
            elif self._falls_by_exchange(there, unit):
                would_fall |= bit(unit)
        return self._bar(self._bar(units, kept, LEADER_IS_POSTED), would_fall, WOULD_FALL_BY_MOVE)

    def _falls_by_exchange(self, here: i64, there: i64) -> bool:
        """Would a Unit fall if the two changed Leaders? (GT-9.5)"""
        ours: i64 = self.tables.leader_defense[count(self.leaders, here)]
        theirs: i64 = self.tables.leader_defense[count(self.leaders, there)]
        if self.defense(here) - ours + theirs < count(self.damage, here):
            return True
        return self.defense(there) - theirs + ours < count(self.damage, there)

    def _move_leader(self, leader: i64, unit: i64) -> None:
        here = self.unit_led_by(leader)
        other = self.leader_on(unit)
        code = count(self.leaders, unit)
        self.leaders = with_count(with_count(self.leaders, unit, leader - FIRST_LEADER + 1), here, code)
        self.posted |= bit(leader)
        if other != NONE:
            self.posted |= bit(other)
        if self.clerk.recording:
            if other == NONE:
                self.note_list(LEADER_MOVED, self.active, [UNITS_IN_ALL + leader, here, unit])
            else:
                self.note_list(LEADERS_SWAPPED, self.active, [UNITS_IN_ALL + leader, unit, UNITS_IN_ALL + other, here])
        self._open(RESERVE)

    def _reinforce(self, name: i64) -> None:
        """GT-5.2: it is a full Unit at once."""
        arrived: list[int] = [UNITS_IN_ALL + name]
        for _n in range(self.tables.amount[name]):
            if self.army_deck != 0:
                unit = self.random_thing(self.army_deck)
                self.army_deck &= ~bit(unit)
                self.armies[self.active].line |= bit(unit)
                arrived.append(unit)
        self.done |= bit(ONE_RESERVE)
        self.reveal()
        if self.clerk.recording:
            self.note_list(REINFORCED, self.active, arrived)

    def _rally(self, name: i64, unit: i64) -> None:
        """GT-5.6: up to four markers off."""
        markers = count(self.damage, unit)
        off = min(markers, self.tables.amount[name])
        self.damage = with_count(self.damage, unit, markers - off)
        self.done |= bit(ONE_RALLY)
        if self.clerk.recording:
            self.note_list(RALLIED, self.active, [UNITS_IN_ALL + name, unit], packed([off, markers - off]))

    # -- GT-6 Attack Phase -----------------------------------------------------------------------------------------

    def _attack_verdict(self, name: i64) -> i64:
        if not is_in(KIND.attacks, name):
            return NOT_AN_ATTACK
        users = self.armies[self.active].line & users_of(name)
        if users == 0:
            return NO_USER  # GT-6.2
        if self._prey(name) == 0:
            return NO_PREY
        if self.attackers(name) != 0:
            return 0
        return NEEDS_ITS_TERRAIN if (users & ~self._bound_to_terrain()) == 0 else NOTHING_TO_CHARGE

    def attackers(self, name: i64) -> i64:
        """The own Units that can make this attack (GT-6.2, 6.3, 6.4)."""
        units = self._bar(self.armies[self.active].line, ~users_of(name), CANNOT_USE_IT)
        if TYPE[name] != MELEE:
            return units
        units = self._bar(units, self._bound_to_terrain(), NEEDS_ITS_TERRAIN)
        if (self._prey(name) & self._chargeable()) == 0:
            units = self._bar(units, KIND.line, NOTHING_TO_CHARGE)
        return units

    def _bound_to_terrain(self) -> i64:
        """The own Units that would fall if they gave up their Terrain (GT-6.4, 9.5)."""
        bound: i64 = 0
        left = self.armies[self.active].line & some(self.terrains)
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            given: i64 = self.tables.terrain_defense[count(self.terrains, unit)]
            if self.defense(unit) - given < count(self.damage, unit):
                bound |= bit(unit)
        return bound

    def _chargeable(self) -> i64:
        """What Line Infantry may attack in melee (GT-6.3)."""
        units = KIND.infantry | KIND.artillery
        return units & ~KIND.cavalry if self.tables.mounted_dragoons else units

    def _prey(self, name: i64) -> i64:
        """The enemy Units that fit an attack card, whoever uses it (GT-6.2)."""
        units = self.side_line(self.active ^ 1)
        if EFFECT[name] == KILL_LEADER:
            return self._bar(units, ~some(self.leaders), HAS_NO_LEADER)
        if is_in(KIND.light_infantry_only, name):
            return self._bar(units, ~KIND.light_infantry, NOT_LIGHT_INFANTRY)
        if EFFECT[name] == PURSUIT:
            return self._bar(units, ~self._marked(name), TOO_FEW_MARKERS)
        return units

    def targets(self, name: i64, attacker: i64) -> i64:
        """The enemy Units that this Unit can attack with this card."""
        units = self._prey(name)
        if TYPE[name] == MELEE and is_in(KIND.line, attacker):
            units = self._bar(units, ~self._chargeable(), NOT_IN_MELEE)  # GT-6.3
        return units

    def _enemy_seats(self, effect: i64) -> i64:
        """Enemy seats in the game: all for Scouts, those with a card for Fog of War, with a Unit for a barrage."""
        seats: i64 = 0
        n = (self.active ^ 1) & 1
        while n < len(self.armies):
            army = self.armies[n]
            fits = army.line != 0 if effect == BARRAGES else effect != FOG or not is_none(army.hand)
            if fits and not army.retired:
                seats |= bit(n)
            n += 2
        return seats

    def _declare(self, name: i64, attacker: i64, thing: i64) -> None:
        """GT-6.1: card, attacker and target are shown together."""
        self.attack = name
        self.attacker = attacker
        if EFFECT[name] == BARRAGES:
            self.target_seat = thing
            if self.clerk.recording:
                self.note_list(BARRAGED, self.active, [UNITS_IN_ALL + name, attacker], thing)
            self._open(BARRAGE)
            return
        self.target = thing
        self.target_seat = self.owner(thing).seat
        if self.clerk.recording:
            self.note_list(ATTACKED, self.active, [UNITS_IN_ALL + name, attacker, thing], self.target_seat)
        if TYPE[name] == MELEE:
            self._leave_terrain(attacker)  # GT-6.4
            self._open(OPPORTUNITY)
        else:
            self._open(DEFEND)

    def _leave_terrain(self, unit: i64) -> None:
        terrain = self.terrain_of(unit)
        if terrain == NONE:
            return
        self.terrains = without(self.terrains, bit(unit))
        self._discard(terrain)
        if self.clerk.recording:
            self.note_list(LEFT_TERRAIN, self.active, [UNITS_IN_ALL + terrain, unit])

    # -- damage (GT-1.8) -------------------------------------------------------------------------------------------

    def reckon(self, name: i64, unit: i64, target: i64) -> tuple[i64, i64, i64, i64, i64]:
        """An attack's damage in parts: the card, the Unit, its Leader, its ground, and what the target's takes off."""
        card: i64 = self.tables.damage[name]
        attack: i64 = self.tables.attack[unit]
        code = count(self.leaders, unit)
        leader: i64 = self.tables.leader_attack[code]
        ground: i64 = 0
        if TYPE[name] == MELEE:
            melee: i64 = self.tables.leader_melee[code]
            leader += melee
        elif TYPE[name] == SHOOT:
            ground = self.tables.terrain_shoot[count(self.terrains, unit)]
        cover: i64 = self.tables.terrain_cover[count(self.terrains, target)]
        return card, attack - 1, leader, ground, cover

    def _strike(self, army: Army, name: i64, unit: i64, target: i64) -> i64:
        """A Unit's attack places its damage on another; how much that is. An attacker struck back left its Terrain."""
        parts = self.reckon(name, unit, target)
        damage = summed(parts)
        if self.clerk.recording:
            numbers = packed([parts[0], parts[1], parts[2], parts[3], parts[4]])
            self.note_list(RECKONED, army.seat, [UNITS_IN_ALL + name, unit, target], numbers)
        self._hurt(target, damage, army, True)
        return damage

    # -- GT-7 Opportunity Phase ------------------------------------------------------------------------------------

    def _opportunity_verdict(self, name: i64) -> i64:
        """GT-7.1."""
        if not is_in(KIND.opportunities, name):
            return NOT_AN_OPPORTUNITY
        if not is_in(users_of(name), self.target):
            return TARGET_CANNOT_STRIKE
        return 0 if is_in(KIND.stops_melees_of[name], self.attacker) else ATTACKER_NOT_STRUCK

    def _oppose(self, name: i64) -> None:
        """GT-7.2; with option `answer_opportunity` the attacker's owner may answer."""
        self.opportunity = name
        if self.clerk.recording:
            self.note_list(OPPOSED, self.target_seat, [UNITS_IN_ALL + name, self.target, self.attacker])
        if self.tables.answer_opportunity:
            self._open(ANSWER)
        else:
            self._strike_back()

    def _answer_verdict(self, name: i64) -> i64:
        """Option `answer_opportunity`: an O card is neither S nor M, so only what stops any attack stops it."""
        if not is_in(KIND.defenses, name):
            return NOT_A_DEFENSE
        if not is_in(users_of(name), self.attacker):
            return TARGET_CANNOT_USE
        if not is_in(KIND.stops_shots_of[name] & KIND.stops_melees_of[name], self.target):
            return ATTACK_NOT_STOPPED
        return NO_LIGHT_TROOPS if EFFECT[name] == SCREEN and self._screeners() == 0 else 0

    def _answer_opportunity(self, name: i64, screener: i64) -> None:
        self._discard(name)
        self._discard(self.opportunity)
        self.opportunity = NONE
        if self.clerk.recording:
            self.note_list(DEFENDED, self.active, [UNITS_IN_ALL + name, self.attacker])
        if EFFECT[name] == SCREEN:
            self._hurt(screener, self.tables.amount[name], self.armies[self.target_seat], False)
            if self._cut_short():
                return
        self._after_opportunity()

    def _strike_back(self) -> None:
        """GT-7.2, 7.3."""
        name = self.opportunity
        self.opportunity = NONE
        self._discard(name)
        self._strike(self.armies[self.target_seat], name, self.target, self.attacker)
        if not self._cut_short():
            self._open(ROUT)  # GT-7.4

    def _after_opportunity(self) -> None:
        """GT-7.5."""
        if is_in(self.armies[self.active].line, self.attacker):
            self._open(DEFEND)
        else:
            self._end_attack(True)

    # -- GT-8 Shoot and Melee Resolution ---------------------------------------------------------------------------

    def _stopped(self, name: i64) -> i64:
        """The attackers that a Defense card stops in an attack of the running kind."""
        stops = KIND.stops_melees_of if TYPE[self.attack] == MELEE else KIND.stops_shots_of
        attackers: i64 = stops[name]
        return attackers

    def _defense_verdict(self, name: i64) -> i64:
        """GT-8.1."""
        if not is_in(KIND.defenses, name):
            return NOT_A_DEFENSE
        if not is_in(users_of(name), self.target):
            return TARGET_CANNOT_USE
        if not is_in(self._stopped(name), self.attacker):
            return ATTACK_NOT_STOPPED
        return NO_LIGHT_TROOPS if EFFECT[name] == SCREEN and self._screeners() == 0 else 0

    def _screeners(self) -> i64:
        """The own Light Troops of which one pays for a Screen (GT-9.6)."""
        return self._bar(self.armies[self.decider()].line, ~KIND.light_troops, NOT_LIGHT_TROOPS)

    def _defend(self, name: i64, screener: i64) -> None:
        """GT-8.1, 8.5: the attack does nothing."""
        self._discard(name)
        if self.clerk.recording:
            self.note_list(DEFENDED, self.target_seat, [UNITS_IN_ALL + name, self.target])
        if EFFECT[name] == SCREEN:
            self._hurt(screener, self.tables.amount[name], self.armies[self.active], False)
            if self._cut_short():
                return
        self._end_attack(True)

    def _barrage_verdict(self, name: i64) -> i64:
        """GT-8.4: each Unit may save itself, as from shooting Artillery."""
        if not is_in(KIND.defenses, name):
            return NOT_A_DEFENSE
        if self._protectable(name) == 0:
            return NOBODY_TO_PROTECT
        return NO_LIGHT_TROOPS if EFFECT[name] == SCREEN and self._screeners() == 0 else 0

    def _protectable(self, name: i64) -> i64:
        units = self._bar(self.armies[self.target_seat].line, self.protected, PROTECTED_ALREADY)
        users = users_of(name) if is_in(self._stopped(name), self.attacker) else 0
        return self._bar(units, ~users, CANNOT_PROTECT)

    def _protect(self, name: i64, unit: i64, screener: i64) -> None:
        self._discard(name)
        self.protected |= bit(unit)
        if self.clerk.recording:
            self.note_list(PROTECTED, self.target_seat, [UNITS_IN_ALL + name, unit])
        if EFFECT[name] == SCREEN:
            self._hurt(screener, self.tables.amount[name], self.armies[self.active], False)
            if self._cut_short():
                return
        self._open(BARRAGE)

    def _resolve(self) -> None:
        """GT-8.2, 8.3, 8.4."""
        army = self.armies[self.active]
        effect = EFFECT[self.attack]
        if effect == BARRAGES:
            self._bombard(army)
        elif effect == KILL_LEADER:
            self._lose_leader(self.target, army, True)
        elif self._strike(army, self.attack, self.attacker, self.target) > 0:
            self.struck = bit(self.target)
        if self.frames != OVER:
            self._open(CAPTURE)

    def _bombard(self, army: Army) -> None:
        """GT-8.4: every Unit that is not protected, all at once."""
        target = self.armies[self.target_seat]
        hit = target.line & ~self.protected
        self.struck = hit
        fallen: i64 = 0
        damage: i64 = self.tables.damage[self.attack]
        left = hit
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            markers = count(self.damage, unit) + damage
            if self.clerk.recording:
                self.note_list(HURT, target.seat, [unit], packed([damage, markers, self.defense(unit)]))
            if markers > self.defense(unit):
                fallen |= bit(unit)
            else:
                self.damage = with_count(self.damage, unit, markers)
        if fallen != 0:
            self._defeat(target, fallen, army, True)

    def _end_attack(self, negated: bool) -> None:
        """GT-8.5, 8.6: the card is discarded."""
        if self.clerk.recording and negated:
            self.note_list(NEGATED, self.active, [UNITS_IN_ALL + self.attack])
        self._drop_attack()
        self._open(AFTERMATH)

    def _drop_attack(self) -> None:
        if self.attack != NONE:
            self._discard(self.attack)
        if self.opportunity != NONE:
            self._discard(self.opportunity)
        self.discard = plus(self.discard, each(self.spoils))
        self.attack = NONE
        self.opportunity = NONE
        self.attacker = NONE
        self.target = NONE
        self.target_seat = NONE
        self.protected = 0
        self.spoils = 0

    def _aftermath_verdict(self, name: i64) -> i64:
        """GT-8.6."""
        if EFFECT[name] == ROUTS:
            return self._rout_verdict(name)
        return self._event_verdict(name) if is_in(KIND.events, name) else NOT_AN_EVENT

    # -- GT-9 Damage, defeat and attached cards --------------------------------------------------------------------

    def _hurt(self, unit: i64, damage: i64, winner: Army, spoils: bool) -> None:
        """Markers are placed, and the Unit may fall (GT-1.5)."""
        markers = count(self.damage, unit) + damage
        if self.clerk.recording:
            kind = HURT if damage > 0 else UNHURT
            self.note_list(kind, self.owner(unit).seat, [unit], packed([damage, markers, self.defense(unit)]))
        if markers > self.defense(unit):
            self._defeat(self.owner(unit), bit(unit), winner, spoils)
        else:
            self.damage = with_count(self.damage, unit, markers)

    def _lose_leader(self, unit: i64, winner: Army, spoils: bool) -> None:
        """GT-9.8: the Leader is discarded; without him the Unit may fall."""
        leader = self.leader_on(unit)
        self.leaders = without(self.leaders, bit(unit))
        self._discard(leader)
        if self.clerk.recording:
            self.note_list(LEADER_LOST, self.owner(unit).seat, [UNITS_IN_ALL + leader, unit])
        if count(self.damage, unit) > self.defense(unit):
            self._defeat(self.owner(unit), bit(unit), winner, spoils)

    def _defeat(self, army: Army, fallen: i64, winner: Army, spoils: bool) -> None:
        """GT-9.1, 9.2: they leave together; then a seat may retire, then a side may have lost (GT-9.4)."""
        captives: i64 = 0
        ground: i64 = 0
        left = fallen
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.leader_on(unit) != NONE:
                captives |= bit(self.leader_on(unit))
            if self.terrain_of(unit) != NONE:
                ground |= bit(self.terrain_of(unit))
        self._clear(fallen)
        army.line &= ~fallen
        winner.pile |= fallen
        winner.captives |= captives
        if spoils:
            self.spoils |= ground
        else:
            self.discard = plus(self.discard, each(ground))
        self.fell = True
        self.quiet = 0
        if self.clerk.recording:
            self.note_list(DEFEATED, winner.seat, members_of(fallen) + _battle(each(captives)), army.seat)
        if self.tables.retire and ones(army.line) <= RETIRING:
            self._retire(army)  # GT-13.4
        self._look_for_victory(army.seat)

    def _clear(self, units: i64) -> None:
        """Nothing lies on these Units any more."""
        self.damage = without(self.damage, units)
        self.leaders = without(self.leaders, units)
        self.terrains = without(self.terrains, units)

    def _cut_short(self) -> bool:
        """Has what was just done ended the game, or the turn, for the active seat has retired? Then this leads on."""
        if self.frames == OVER:
            return True
        if not self.armies[self.active].retired:
            return False
        self._drop_attack()
        self._end_turn()
        return True

    def _rout_verdict(self, name: i64) -> i64:
        if EFFECT[name] != ROUTS:
            return NOT_A_ROUT  # GT-7.4
        return NOBODY_TO_ROUT if self.routable(name) == 0 else 0

    def routable(self, name: i64) -> i64:
        """GT-9.7: with option `rout_follow` only who has just been damaged."""
        units = self._bar(self.side_line(self.decider() ^ 1), ~self._marked(name), TOO_FRESH)
        if not self.tables.rout_follow:
            return units
        just = bit(self.attacker) if self.window() == ROUT else self.struck
        return self._bar(units, ~just, NOT_JUST_DAMAGED)

    def _rout(self, name: i64, unit: i64) -> None:
        """GT-9.7: defeated, whatever its Defense."""
        window = self.phase()
        winner = self.armies[self.decider()]
        self._discard(name)
        if self.clerk.recording:
            self.note_list(ROUTED, winner.seat, [UNITS_IN_ALL + name, unit])
        self._defeat(self.owner(unit), bit(unit), winner, False)
        if not self._cut_short():
            self._open(window)

    def _takeable(self) -> i64:
        """GT-9.9: the Terrain that the attacker may take."""
        if is_in(KIND.cavalry, self.attacker):
            return 0
        taken: i64 = 0
        left = self.spoils
        while left != 0:
            terrain = lowest(left)
            left &= left - 1
            if self._take_verdict(terrain) == 0:
                taken |= bit(terrain)
        return taken

    def _take_verdict(self, terrain: i64) -> i64:
        if not is_in(self.spoils, terrain):
            return NOT_LEFT_BEHIND
        old: i64 = self.tables.terrain_defense[count(self.terrains, self.attacker)]
        new: i64 = self.tables.terrain_defense[terrain - FIRST_TERRAIN + 1]
        would_fall = self.defense(self.attacker) - old + new < count(self.damage, self.attacker)
        return WOULD_FALL_THERE if would_fall else 0

    def _take(self, terrain: i64) -> None:
        self._leave_terrain(self.attacker)
        self.spoils &= ~bit(terrain)
        self.terrains = with_count(self.terrains, self.attacker, terrain - FIRST_TERRAIN + 1)
        if self.clerk.recording:
            self.note_list(TOOK, self.active, [UNITS_IN_ALL + terrain, self.attacker])
        self._leave_spoils()

    def _leave_spoils(self) -> None:
        """Probe shows a hand (GT-8.2); what is not taken is discarded with the attack."""
        if EFFECT[self.attack] == SPY and not self.armies[self.target_seat].retired:
            self._spy(self.target_seat)
        self._end_attack(False)

    # -- GT-10 End Phase -------------------------------------------------------------------------------------------

    def hand_limit(self, army: Army) -> i64:
        """GT-10.1: five, and one more with the Commanding Colonel."""
        limit: i64 = HAND_LIMIT
        left = army.line & some(self.leaders)
        while left != 0:
            more: i64 = self.tables.leader_hand[count(self.leaders, lowest(left))]
            limit += more
            left &= left - 1
        return limit

    def _end_phase(self) -> None:
        """GT-10.2: only the active seat is checked (GT-10.3)."""
        army = self.armies[self.active]
        excess = total(army.hand) - self.hand_limit(army)
        if excess > 0:
            self.owed = excess
            self.frames = LIMIT
        else:
            self._end_turn()

    def _give_up(self, name: i64) -> None:
        """A card of a forced discard: shown when the last is chosen (GT-10.2, 11.4)."""
        self._pick(name)
        self.made += 1
        if total(self.picked) == self.owed:
            self._discard_picked()

    def _discard_picked(self) -> None:
        army = self.armies[self.active]
        pile = self.picked
        self.close_frame()
        self.owed = 0
        self._throw(army, pile)
        if self.phase() == LIMIT:
            self._end_turn()
        else:
            self.leave()
            self._end_event()

    def _throw(self, army: Army, pile: tuple[i64, i64, i64, i64, i64]) -> None:
        """Cards that have left a hand are discarded face up."""
        names = copies(pile)
        for n in range(len(names)):
            army.lose(names[n])
        self.discard = plus(self.discard, pile)
        if self.clerk.recording:
            self.note_list(DISCARDED, army.seat, _battle(pile))

    def _end_turn(self) -> None:
        """GT-10.4, 14.1; then an extra turn, or the next seat that has not retired (GT-3.3, 3.4)."""
        if not self.fell:
            self.quiet += 1
        if (self.tables.night > 0 and self.quiet >= self.tables.night) or self.turn >= LONGEST:
            if self.clerk.recording:
                self.note_list(NIGHT_FELL, self.active, [], self.quiet)
            self.frames = OVER
            return
        if self.extra > 0 and not self.armies[self.active].retired:
            self.extra -= 1
            if self.clerk.recording:
                self.note_list(EXTRA_CAME, self.active, [], self.extra)
        else:
            self.extra = 0
            self.active = self._next_seat()
        self._begin_turn()

    def _next_seat(self) -> i64:
        seat = self.active
        while True:
            seat += 1
            if seat == len(self.armies):
                seat = 0
            if not self.armies[seat].retired:
                return seat

    # -- GT-11 Events ----------------------------------------------------------------------------------------------

    def _event_verdict(self, name: i64) -> i64:
        effect = EFFECT[name]
        if effect == OUTFLANK:  # GT-11.3
            more = ones(self.side_line(self.active)) > ones(self.side_line(self.active ^ 1))
            return 0 if more else NOT_MORE_UNITS
        if effect == FOG:  # GT-11.5
            return NO_HAND_TO_FOG if self._enemy_seats(effect) == 0 else 0
        if effect == KILL_LEADER:  # GT-11.7
            return NO_LEADER_TO_KILL if self._killable(name) == 0 else 0
        return 0

    def _killable(self, name: i64) -> i64:
        units = self._bar(self.side_line(self.active ^ 1), ~some(self.leaders), HAS_NO_LEADER)
        return self._bar(units, ~self._marked(name), UNMARKED_LEADER)

    def _play_event(self, name: i64, thing: i64) -> None:
        """The card is set aside while it works (GT-1.9)."""
        effect = EFFECT[name]
        army = self.armies[self.active]
        self.event = name
        if self.clerk.recording and effect not in (REINFORCE, RALLY):
            if effect in (SPY, FOG):
                self.note_list(PLAYED_AT, self.active, [UNITS_IN_ALL + name], thing)
            else:
                self.note_list(PLAYED, self.active, [UNITS_IN_ALL + name], effect)
        if effect == REINFORCE:
            self._reinforce(name)
        elif effect == RALLY:
            self._rally(name, thing)
        elif effect == EXTRA_TURN:  # GT-11.6
            self.extra += self.tables.amount[name]
        elif effect == FOG:
            self._fog(name, self.armies[thing])
        elif effect == KILL_LEADER:
            self._lose_leader(thing, army, False)
        else:
            if effect == SPY:  # GT-11.2
                self._spy(thing)
            self._draw(army, self.tables.draw[name])  # GT-11.1, 11.2, 11.3, 11.4
            if effect == DISPATCHES:
                self._dispatch(name, army)
                return
        self._end_event()

    def _end_event(self) -> None:
        """The Event is discarded, and its window goes on."""
        self._discard(self.event)
        self.event = NONE
        if self.frames != OVER:
            self._open(self.phase())

    def _dispatch(self, name: i64, army: Army) -> None:
        """GT-11.4: four cards of the whole hand; where all must go there is nothing to ask."""
        self.owed = min(self.tables.amount[name], total(army.hand))
        self.enter(DISPATCH)
        if self.owed == total(army.hand):
            self.picked = army.hand
            army.hand = nothing()
            self._discard_picked()
        elif self.owed == 0:
            self.leave()
            self._end_event()

    def _fog(self, name: i64, army: Army) -> None:
        """GT-11.5."""
        lost: tuple[i64, i64, i64, i64, i64] = self.part_of(army.hand, min(self.tables.amount[name], total(army.hand)))
        army.hand = less(army.hand, lost)
        names = copies(lost)
        for n in range(len(names)):
            army.lose(names[n])
        self.discard = plus(self.discard, lost)
        self.reveal()
        if self.clerk.recording:
            self.note_list(LOST_CARDS, army.seat, _battle(lost))

    def _spy(self, owner: i64) -> None:
        """GT-11.8: the whole hand as it is."""
        army = self.armies[owner]
        look = army.look_of(self.active)
        look.cards = army.hand
        look.turn = self.turn
        look.left = total(army.hand)
        self.reveal()
        if self.clerk.recording:
            self.note_list(SPIED, self.active, _battle(army.hand), owner, private=True)

    # -- GT-12 Victory, GT-13.4 Retirement, GT-14 Night ------------------------------------------------------------

    def _look_for_victory(self, seat: i64) -> None:
        """GT-12.1: has the side of this seat no Unit left?"""
        if self.side_line(seat) != 0:
            return
        if self.clerk.recording:
            self.note_list(TRIUMPHED, (seat & 1) ^ 1, [])
        self.frames = OVER

    def _retire(self, army: Army) -> None:
        """GT-13.4: its Units leave the game, all its cards are discarded."""
        gone = army.line
        cards = army.hand
        left = gone
        while left != 0:
            unit = lowest(left)
            left &= left - 1
            if self.leader_on(unit) != NONE:
                cards = plus(cards, one(self.leader_on(unit)))
            if self.terrain_of(unit) != NONE:
                cards = plus(cards, one(self.terrain_of(unit)))
        self._clear(gone)
        army.line = 0
        self.away |= gone
        self.discard = plus(self.discard, cards)
        army.forget()
        army.retired = True
        if self.clerk.recording:
            self.note_list(RETIRED, army.seat, members_of(gone) + _battle(cards))

    def withdraw(self, seat: i64) -> bool:
        """GT-12.4: in a team the seat retires, and the others play on."""
        if self.frames == OVER or self._living(seat) < 2:
            return False
        army = self.armies[seat]
        if army.retired:
            return True
        self.ply -= self.made
        self.rewind()
        self._retire(army)
        self._look_for_victory(seat)
        if self.frames == OVER:
            return True
        if seat == self.active:
            self._drop_event()
            self._drop_attack()
            self._end_turn()
        elif seat == self.target_seat and self.phase() in (OPPORTUNITY, ANSWER, ROUT, DEFEND, BARRAGE):
            self._end_attack(True)
        return True

    def _drop_event(self) -> None:
        if self.event != NONE:
            self._discard(self.event)
        self.event = NONE
        self.owed = 0

    def _living(self, seat: i64) -> i64:
        """How many seats of this side have not retired."""
        living: i64 = 0
        n = seat & 1
        while n < len(self.armies):
            if not self.armies[n].retired:
                living += 1
            n += 2
        return living

    def score(self, side: i64) -> tuple[i64, i64, i64]:
        """GT-12.3: Units captured, Leaders captured, printed Defense of the Units captured."""
        units: i64 = 0
        leaders: i64 = 0
        defense: i64 = 0
        n = side
        while n < len(self.armies):
            army = self.armies[n]
            units += ones(army.pile)
            leaders += ones(army.captives)
            left = army.pile
            while left != 0:
                printed: i64 = self.tables.defense[lowest(left)]
                defense += printed
                left &= left - 1
            n += 2
        return units, leaders, defense

    def victors(self) -> i64:
        """The side that has won a game that is over, or NONE (GT-12.1, 14.1)."""
        if self.side_line(0) == 0:
            return 1
        if self.side_line(1) == 0:
            return 0
        ours = self.score(0)
        theirs = self.score(1)
        if ours == theirs:
            return NONE
        return 0 if ours > theirs else 1

    def returns(self) -> list[float]:
        points: list[float] = []
        side: i64 = self.victors() if self.frames == OVER else NONE
        for n in range(len(self.armies)):
            points.append(0.0 if side == NONE else 1.0 if (self.armies[n].seat & 1) == side else -1.0)
        return points

    # -- what may be chosen, and choosing it -----------------------------------------------------------------------

    def _plain(self) -> i64:
        """The plain actions of this phase that are open, as a set of their numbers."""
        phase = self.phase()
        if phase == SEAT:
            return self._answers() << FIRST_SEAT
        return bit(PASS) if RESERVE <= phase <= AFTERMATH else 0

    def _names(self) -> i64:
        """The Battle cards that can be chosen."""
        phase = self.phase()
        if phase == OVER or phase >= UNIT:
            return 0
        if phase == CAPTURE:
            return self._takeable()
        held = some(self.armies[self.decider()].hand)
        legal: i64 = 0
        while held != 0:
            name = lowest(held)
            held &= held - 1
            if self._verdict(name) == 0:
                legal |= bit(name)
        return legal

    def _units(self) -> i64:
        """The Units that answer the question of the open frame."""
        return self._answers() if self.phase() in (UNIT, TARGET) else 0

    def step(self, action: i64) -> None:
        self.ply += 1
        phase = self.phase()
        piece: i64 = PIECE[action]
        if action == PASS:
            self._pass()
        elif phase == SEAT:
            self._answer(action - FIRST_SEAT)
        elif phase in (UNIT, TARGET):
            self.made += 1
            self._answer(piece)
        elif phase == CAPTURE:
            self._take(piece - UNITS_IN_ALL)
        elif phase in (DISPATCH, LIMIT):
            self._give_up(piece - UNITS_IN_ALL)
        else:
            self.made += 1
            if VERB_OF[action] == MOVES:
                self.moving = piece - UNITS_IN_ALL
            else:
                self._pick(piece - UNITS_IN_ALL)
            self._continue()

    def _pass(self) -> None:
        """GT-3.5: every window but a forced discard can be passed."""
        phase = self.phase()
        if self.clerk.recording:
            self.note_list(PASSED, self.decider(), [], phase)
        if phase == RESERVE:
            self._open(ATTACK)
        elif phase == ATTACK:
            self._open(AFTERMATH)
        elif phase == OPPORTUNITY:
            self._open(DEFEND)
        elif phase == ANSWER:
            self._strike_back()
        elif phase == ROUT:
            self._after_opportunity()
        elif phase in (DEFEND, BARRAGE):
            self._resolve()
        elif phase == CAPTURE:
            self._leave_spoils()
        else:
            self._end_phase()

    def pick(self, r: i64) -> tuple[i64, i64]:
        plain = self._plain()
        names = self._names()
        moves: i64 = self._moves() if self.phase() == RESERVE else 0
        units = self._units()
        plains = ones(plain)
        named = ones(names)
        moved = ones(moves)
        size = plains + named + moved + ones(units)
        n = (r * size) >> 31
        if n < plains:
            return nth_of(plain, n), size
        n -= plains
        phase = self.phase()
        if n < named:
            return self._action(VERB_IN[phase], UNITS_IN_ALL + nth_of(names, n)), size
        n -= named
        if n < moved:
            return self._action(MOVES, UNITS_IN_ALL + nth_of(moves, n)), size
        return self._action(phase, nth_of(units, n - moved)), size

    def _action(self, verb: i64, piece: i64) -> i64:
        """The number of the action that takes this piece with the verb of this phase."""
        return ACTION_AT[verb * PIECES_IN_ALL + piece]

    def legal_actions(self) -> list[int]:
        actions = members_of(self._plain())
        phase = self.phase()
        verb: i64 = VERB_IN[phase]
        for name in members_of(self._names()):
            actions.append(self._action(verb, UNITS_IN_ALL + name))
        if phase == RESERVE:
            for leader in members_of(self._moves()):
                actions.append(self._action(MOVES, UNITS_IN_ALL + leader))
        for unit in members_of(self._units()):
            actions.append(self._action(phase, unit))
        return actions

    def is_legal(self, action: i64) -> bool:
        if action < 0 or action >= len(VERB_OF):
            return False
        phase = self.phase()
        verb: i64 = VERB_OF[action]
        piece: i64 = PIECE[action]
        if action == PASS or verb == SEAT:
            return is_in(self._plain(), action)
        if verb in (UNIT, TARGET):
            return verb == phase and is_in(self._units(), piece)
        if verb == MOVES:
            return phase == RESERVE and is_in(self._moves(), piece - UNITS_IN_ALL)
        return VERB_IN[phase] == verb and is_in(self._names(), piece - UNITS_IN_ALL)

    def refusal(self, action: i64) -> i64:
        phase = self.phase()
        if phase == OVER:
            return GAME_OVER
        verb: i64 = VERB_OF[action]
        piece: i64 = PIECE[action]
        if action == PASS:
            return 0 if self.is_legal(action) else OTHER_PHASE
        if verb == SEAT:
            return 0 if self.is_legal(action) else NOT_THAT_SEAT if phase == SEAT else OTHER_PHASE
        if verb == MOVES:
            return self._move_verdict(piece - UNITS_IN_ALL) if phase == RESERVE else OTHER_PHASE
        return self.card_refusal(piece) if VERB_IN[phase] == verb else OTHER_PHASE

    def card_refusal(self, card: i64) -> i64:
        phase = self.phase()
        if phase == OVER:
            return GAME_OVER
        if phase in (UNIT, TARGET):
            stranger = NOT_YOUR_UNIT if phase == UNIT else NOT_AN_ENEMY
            if card >= UNITS_IN_ALL:
                return stranger
            return 0 if is_in(self._units(), card) else self.why_not(-1, card) or stranger
        if card < UNITS_IN_ALL or phase == SEAT:
            return OTHER_PHASE
        name = card - UNITS_IN_ALL
        if phase == CAPTURE:
            return self._take_verdict(name) if is_in(KIND.terrains, name) else NOT_LEFT_BEHIND
        if count(self.armies[self.decider()].hand, name) == 0:
            return NOT_IN_HAND
        return self._verdict(name)


def users_of(name: i64) -> i64:
    """The Units that may use a card."""
    users: i64 = KIND.users[name]
    return users


def _battle(pile: tuple[i64, i64, i64, i64, i64]) -> list[int]:
    """The cards of a pile as pieces, for events."""
    return [UNITS_IN_ALL + name for name in copies(pile)]


def summed(parts: tuple[i64, i64, i64, i64, i64]) -> i64:
    """GT-1.8: the damage that parts come to; never below 0."""
    return max(0, parts[0] + parts[1] + parts[2] + parts[3] - parts[4])


def packed(numbers: list[i64]) -> i64:
    """Several numbers in the one number of an event, the first lowest."""
    together: i64 = 0
    for n in range(len(numbers)):
        together = together * _SCALE + numbers[len(numbers) - 1 - n] + 1
    return together


def unpacked(number: int, size: int) -> list[int]:
    """The reverse of `packed`."""
    return [(number // _SCALE**n) % _SCALE - 1 for n in range(size)]
