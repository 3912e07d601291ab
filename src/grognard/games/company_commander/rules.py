"""The rules of Company Commander, phase by phase in the order of the rulebook.

Clause numbers refer to handbook.md. A window opens whenever some hand that fits what everybody can see could act in it
(CC-10.4). A choice is offered only if all that it asks for can be named; a question with one answer is not asked.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.meta import STALL
from grognard.games.company_commander.state import (
    AIMED, ALL_FRONTS, AMERICAN, AMMO, ANTI_TANK, ASSAULT, ASSAULTING, ATTACK, BATTLE, BREAKDOWN, BROKEN, CENTER,
    DEFENDERS, DEPLOY, DEPLOYING, DICE, DIE, DISCARD, DISORDER, DRAW_SQUAD, DRAW_TACTICS, EFFECT, ENEMY_FRONT,
    ENEMY_UNIT, ENTRENCH, EXTRA_RALLY, FIRE, FIRING, FOG, FRONT, FRONTS, GERMAN, GREEN, HIT, HOLD, KIND, LEADER,
    LEADING, LEFT, LOOK_OR_FRONT, MAY_ASSAULT, MAY_ATTACK, MISSION, MOVE, MOVING, NAMES, NEGATE_FIRE, NEGATE_MOVE,
    NEGATE_RALLY, NEGATE_SUPPRESSION, NONE, NO_FRONT, NO_TARGET, OBSERVE, ORDER, OUT_OF_AMMO, OWN_FRONT, OWN_UNIT,
    PIECES, PIECES_IN_ALL, PIN, PLAYING, RALLIED, RALLY, RECON, RECONNAISSANCE, RIGHT, SQUAD_AND_FRONT, SQUAD_FIRE,
    SUCCESS, SUPPORT, SUPPRESSION, TACTICS, TARGET, UNIT, UNITS_IN_ALL, Position, amount_of, front_code, owner_of,
    pieces_of, side_of, units_where, units_with,
)  # fmt: skip
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.sets.bits import bit, is_in, lowest, members_of, nth_of, ones
from grognard.kernel.sets.counts import (
    MOST, at_least, copies, count, is_none, less, nothing, one, plus, some, total, with_count, without,
)  # fmt: skip
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.state import OVER

# What things are worth (CC-3.1, 3.5, 4.1, 4.3, 5.4, 6.5, 7.11, 8.2, 8.3, 9.3).
SQUADS_A_TURN: Final = 3
REDUCED_SQUADS: Final = 2
BONUS_CARDS: Final = 1
CARDS_A_TURN: Final = 2
HAND_LIMIT: Final = 7
SPOTTED_UP_TO: Final = 2
SUCCESS_FROM: Final = 5
PIN_FROM: Final = 8
CASUALTY_FROM: Final = 11
FIRE_PIN_FROM: Final = 4
FIRE_CASUALTY_FROM: Final = 6
RALLY_FROM: Final = 5
SAVE_FROM: Final = 6
FLANKING: Final = 1

# The verb for Tactics cards stands once; no phase has this number.
PLAYS: Final = 21

_UNITS: Final = list(range(UNITS_IN_ALL))
_NO_ASSAULT: Final = units_where("class", "no assault")

# Every action there can ever be; house rules only mask this one space. A verb that several phases share stands once.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(DEPLOY, ["DONE", "BONUS_SQUAD", "BONUS_TACTICS"], "DEPLOY", _UNITS),
        Window(SUCCESS, ["LOOK", "BONUS"]),
        Window(FRONT, [f"FRONT {front}" for front in FRONTS]),
        Window(ORDER, [f"RESOLVE {front}" for front in FRONTS]),
        Window(MOVE, [], "MOVE", _UNITS),
        Window(RECON, [], "MISSION", members_of(units_with("recon"))),
        Window(SUPPRESSION, [], "FIRE", members_of(units_with("suppression"))),
        Window(ASSAULT, [], "ASSAULT", [unit for unit in _UNITS if unit not in _NO_ASSAULT]),
        Window(RALLY, [], "LEADER", units_where("class", "leader")),
        Window(UNIT, [], "UNIT", _UNITS),
        Window(PLAYS, [], "PLAY", pieces_of(range(len(NAMES)))),
        Window(DISCARD, [], "DISCARD", pieces_of(range(len(NAMES)))),
    ],
    PIECES,
)
# Its plain verbs, in the same order; those with a Front are three, from Left to Right.
DONE: Final = 0
BONUS_SQUAD: Final = 1
BONUS_TACTICS: Final = 2
LOOK: Final = 3
BONUS: Final = 4
FIRST_FRONT: Final = 5
FIRST_RESOLVE: Final = 8
PLAINS: Final = 11

VERB_OF: Final[bytes] = SPACE.phase
PIECE: Final[bytes] = SPACE.card
ACTION_AT: Final[list[int]] = SPACE.at

# Why a choice is refused, beside the reasons all games share; text.py gives each its sentence and its clause.
UNITS_TO_DEPLOY: Final = 4
NO_COMMANDER: Final = 5
BONUS_TAKEN: Final = 6
NO_SQUADS: Final = 7
NO_TACTICS: Final = 8
NOT_DRAWN: Final = 9
NOT_YOURS: Final = 10
IS_PINNED: Final = 11
IS_GREEN: Final = 12
IS_BROKEN: Final = 13
HAS_ARRIVED: Final = 14
HAS_MOVED: Final = 15
WAS_HALTED: Final = 16
NO_RECON: Final = 17
WAS_AWAY: Final = 18
NO_SUPPRESSION: Final = 19
NO_AMMO: Final = 20
HAS_FIRED: Final = 21
WAS_STOPPED: Final = 22
NOTHING_IN_REACH: Final = 23
NEVER_ASSAULTS: Final = 24
ARRIVALS_WAIT: Final = 25
DECLARED_ALREADY: Final = 26
NO_LEADER: Final = 27
HAS_LED: Final = 28
HAS_ATTACKED: Final = 29
NOBODY_TO_RALLY: Final = 30
NOT_PINNED: Final = 31
NOT_HIMSELF: Final = 32
OTHER_FRONT: Final = 33
NOT_NOW: Final = 34
ONLY_AMERICANS: Final = 35
ONLY_GERMANS: Final = 36
NO_UNIT: Final = 37
NO_FRONT_FOR_IT: Final = 38
NOBODY_FIRES: Final = 39
NOT_ADJACENT: Final = 40
CANNOT_FIRE: Final = 42
WRONG_KIND: Final = 43
HAS_ANTI_TANK: Final = 44
NOT_MOVED: Final = 45
RELEASED_ALREADY: Final = 46
IS_LEADER: Final = 47
NOT_A_VEHICLE: Final = 48
NO_BATTLE: Final = 50
CLOSED_FRONT: Final = 51
EMPTY_FRONT: Final = 52
NOT_THAT_FRONT: Final = 53
CANNOT_BE_NAMED: Final = 54

# What happened; text.py words it.
BEGAN: Final = 1
TURN_CAME: Final = 2
DREW_UNITS: Final = 3
DREW: Final = 4
RESHUFFLED: Final = 5
DEPLOYED: Final = 6
SET_OUT: Final = 7
MOVED: Final = 8
ENDED: Final = 9
PASSED: Final = 10
PLAYED: Final = 11
PLAYED_ON: Final = 12
PLAYED_AT: Final = 13
PLAYED_ON_AT: Final = 14
DISCARDED: Final = 15
SENT: Final = 16
RECON_ROLL: Final = 17
LOOKED: Final = 18
GAINED: Final = 19
AIMED_FIRE: Final = 20
SUPPRESSION_ROLL: Final = 21
HAS_HIT: Final = 22
SPARED: Final = 23
SAVE_ROLL: Final = 24
PINNED: Final = 25
HURT: Final = 26
DESTROYED: Final = 27
ROUTED: Final = 28
DECLARED: Final = 29
WITHDREW: Final = 30
JOINED: Final = 31
READY: Final = 32
FIRE_DIE: Final = 33
HELD: Final = 34
LED: Final = 35
RALLY_ROLL: Final = 36
RECOVERED: Final = 37
WON_LOSSES: Final = 38
WON_FRONTS: Final = 39
STALLED: Final = 40
SPOTTED_ROLL: Final = 41

# How several numbers stand in the one number of an event.
_SCALE: Final = 256
_ZERO: Final = 100


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CompanyCommander(Position):
    """A fight of two companies."""

    def clone(self) -> CompanyCommander:
        other = CompanyCommander(self.game)
        other.copy(self)
        return other

    # -- CC-1 Setup, CC-2 Turn frame -------------------------------------------------------------------------------

    def start(self) -> None:
        self.squads = KIND.americans | KIND.germans
        self.deck = self.tables.all_cards
        self.active = self.below(2)  # CC-1.3
        if self.clerk.recording:
            self._tell(BEGAN, self.active, [])
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.turn += 1
        if self.clerk.recording:
            self._tell(TURN_CAME, self.active, [], self.turn)
        reduced = self.turn == 1 and self.tables.two_squads
        self._draw_squads(REDUCED_SQUADS if reduced else SQUADS_A_TURN)  # CC-3.1
        self._open(DEPLOY)

    def _clear_turn(self) -> None:
        """CC-2.3: what units and Fronts did and suffered this turn is forgotten."""
        self.moved = 0
        self.arrived = 0
        self.halted = 0
        self.stopped = 0
        self.away = 0
        self.fired = 0
        self.attacked = 0
        self.green = 0
        self.waiting = 0
        self.roads = 0
        self.veterans = 0
        self.fausts = 0
        self.led = 0
        self.bonus_drawn = False
        self.fogged = 0
        self.disordered = 0
        self.missions = 0
        self.aimed = 0
        self.stirred = False

    # -- drawing ---------------------------------------------------------------------------------------------------

    def _draw_squads(self, number: i64) -> None:
        """CC-3.1: as many units as the Squad deck gives; it is never refilled."""
        drawn: i64 = 0
        while number > 0 and self._own_squads() != 0:
            unit = bit(self.random_thing(self._own_squads()))
            self.squads &= ~unit
            drawn |= unit
            number -= 1
        self.drawn |= drawn
        if drawn == 0:
            return
        self.reveal()
        if self.clerk.recording:
            self._tell(DREW_UNITS, self.active, members_of(drawn), ones(drawn), private=True)

    def _own_squads(self) -> i64:
        """The active player's Squad deck."""
        return self.squads & side_of(self.active)

    def _draw(self, number: i64) -> None:
        """CC-4.1: Tactics cards to the active player's hand; the discard pile refills the deck when one is needed."""
        hand = self.hand(self.active)
        drawn: list[int] = []
        while number > 0:
            if is_none(self.deck):
                self._drew(drawn)
                drawn = []
                if not self._reshuffle():
                    return
            name = self.random_copy(self.deck, UNITS_IN_ALL)
            self.deck = less(self.deck, one(name))
            hand.cards = plus(hand.cards, one(name))
            if self.clerk.recording:
                drawn.append(UNITS_IN_ALL + name)
            number -= 1
        self._drew(drawn)

    def _drew(self, drawn: list[int]) -> None:
        self.reveal()
        if self.clerk.recording and len(drawn) > 0:
            self._tell(DREW, self.active, drawn, len(drawn), private=True)

    def _reshuffle(self) -> bool:
        if is_none(self.discard):
            return False
        # Nothing is in the deck, so each player sees or can work out where every card is.
        self.american_hand.deduced = self.american_hand.cards
        self.german_hand.deduced = self.german_hand.cards
        self.deck = self.discard
        self.discard = nothing()
        if self.clerk.recording:
            self._tell(RESHUFFLED, self.active, [], total(self.deck))
        return True

    # -- windows ---------------------------------------------------------------------------------------------------

    def _open(self, phase: i64) -> None:
        """Goes to a phase; one in which nobody could act, for all to see, is passed over (CC-2.4, 10.4)."""
        self.frames = phase
        if phase in (DEPLOY, RECON, SUPPRESSION, RALLY):
            self._settle()
        if not self._asks():
            self._close()

    def _settle(self) -> None:
        """Nothing is being resolved any more."""
        self.front = NO_FRONT
        self.acting = NONE
        self.gun = NONE
        self.target = NONE
        self.severe = False
        self.rolls = 0

    def _asks(self) -> bool:
        """Is there something to choose in this phase, or might there be?"""
        phase = self.phase()
        if phase == DEPLOY:
            if self.drawn != 0 or self._bonuses() != 0 or self._movable() != 0:
                return True
        elif phase == ATTACK:
            if self._all_attackers() == 0:
                return False
        elif self._units() != 0:
            return True
        return self._could_play()

    def _could_play(self) -> bool:
        """Might the decider, for all that everybody can see, hold a card that can be played here?"""
        if is_none(self.hand(self.decider()).cards):
            return False
        names = self._names_here() & ~self._in_sight()
        while names != 0:
            if self._verdict(lowest(names)) == 0:
                return True
            names &= names - 1
        return False

    def _in_sight(self) -> i64:
        """The names of which every copy lies open for all to see."""
        seen = (some(self.discard) & KIND.single) | at_least(self.discard, 2)
        if self.ammo != 0:
            seen |= bit(AMMO)
        if self.broken != 0:
            seen |= bit(BROKEN)
        return seen

    def _names_here(self) -> i64:
        """The cards that C.1 gives to the decider in this window."""
        phase = self.window()
        # With `both_sides_rally` an opponent's unit rallies too, and then it is the active player who answers.
        if self.decider() != self.active or phase == RALLIED:
            return KIND.opponent[phase]
        return KIND.active[phase]

    def _ask(self, phase: i64) -> None:
        """Opens a window above the phase that it interrupts."""
        self.enter(phase)
        if not self._could_play():
            self._close()

    def _done(self) -> None:
        """A player has finished, or lets a window pass."""
        phase = self.phase()
        if self.clerk.recording:
            kind = ENDED if phase in (DEPLOY, TACTICS, RECON, SUPPRESSION, ASSAULT, RALLY) else PASSED
            self._tell(kind, self.decider(), [], phase)
        self._close()

    def _close(self) -> None:
        """What follows when nobody does anything more in this phase."""
        phase = self.phase()
        if phase == DEPLOY:
            self._end_deploy()
        elif phase == TACTICS:
            self._trim()
        elif phase == RECON:
            self._open(SUPPRESSION)
        elif phase == SUPPRESSION:
            self._open(ASSAULT)
        elif phase == ASSAULT:
            self._open(ATTACK)
        elif phase == ATTACK:
            self._next_battle()
        elif phase == BATTLE:
            self._pass_card()
        elif phase == RALLY:
            self._rout()
        else:
            self.leave()
            self._go_on(phase)

    def _go_on(self, window: i64) -> None:
        """What a window had interrupted goes on."""
        if window == MOVE:
            self._move()
        elif window == MISSION:
            self._scout()
        elif window == FIRE:
            self._open_fire()
        elif window == HIT:
            if not self._take_hit():
                self._after_hit()
        elif window == DIE:
            if not self._take_hit():
                self._fire_on()
        elif window == LEADER:
            self._try_to_rally()
        else:
            self._recover()
            self._own_rolls()

    # -- CC-3 Deploy Phase -----------------------------------------------------------------------------------------

    def _bonuses(self) -> i64:
        """CC-3.5: the kinds of bonus draw that are open, as plain actions."""
        here = (self.in_play() & side_of(self.active) & KIND.commanders) != 0
        squad = self.allows(BONUS_SQUAD, here, NO_COMMANDER)
        tactics = self.allows(BONUS_TACTICS, here, NO_COMMANDER)
        squad = squad and self.allows(BONUS_SQUAD, not self.bonus_drawn, BONUS_TAKEN)
        tactics = tactics and self.allows(BONUS_TACTICS, not self.bonus_drawn, BONUS_TAKEN)
        squad = squad and self.allows(BONUS_SQUAD, self._own_squads() != 0, NO_SQUADS)
        left = not (is_none(self.deck) and is_none(self.discard))
        tactics = tactics and self.allows(BONUS_TACTICS, left, NO_TACTICS)
        return (bit(BONUS_SQUAD) if squad else 0) | (bit(BONUS_TACTICS) if tactics else 0)

    def _bonus(self, action: i64) -> None:
        self.bonus_drawn = True
        if action == BONUS_SQUAD:
            self._draw_squads(BONUS_CARDS)
        else:
            self._draw(BONUS_CARDS)
        self._open(DEPLOY)

    def _deploy(self, unit: i64, front: i64) -> None:
        """CC-3.3, 3.4."""
        self.drawn &= ~bit(unit)
        self.exposed &= ~bit(unit)
        self.put(unit, front)
        self.arrived |= bit(unit)
        self.stirred = True
        if self.clerk.recording:
            self._tell(DEPLOYED, self.active, [unit], front)
        self._open(DEPLOY)

    def _movable(self) -> i64:
        """CC-3.6: the units that may move."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, self.arrived, HAS_ARRIVED)
        units = self._bar(units, self.moved, HAS_MOVED)
        units = self._bar(units, self.halted, WAS_HALTED)
        units = self._bar(units, self.broken, IS_BROKEN)
        units = self._bar(units, self.green, IS_GREEN)
        return self._bar(units, self.pinned(), IS_PINNED)

    def _set_out(self, unit: i64, front: i64) -> None:
        """CC-3.7: the opponent may stop a Move before it happens."""
        self.acting = unit
        self.front = front
        if self.clerk.recording:
            self._tell(SET_OUT, self.active, [unit], front)
        self._ask(MOVE)

    def _move(self) -> None:
        self.take_off(bit(self.acting))
        self.put(self.acting, self.front)
        self.moved |= bit(self.acting)
        if self.clerk.recording:
            self._tell(MOVED, self.active, [self.acting], self.front)
        self._open(DEPLOY)

    def _end_deploy(self) -> None:
        if self._look_for_fronts(self.turn - 1):  # CC-3.9
            return
        self._draw(CARDS_A_TURN)  # CC-4.1
        self._open(TACTICS)

    # -- CC-4 Tactics Phase ----------------------------------------------------------------------------------------

    def _trim(self) -> None:
        """CC-4.3: down to seven cards."""
        if total(self.hand(self.active).cards) > HAND_LIMIT:
            self.frames = DISCARD
        else:
            self._open(RECON)

    def _give_up(self, name: i64) -> None:
        hand = self.hand(self.active)
        hand.cards = less(hand.cards, one(name))
        self.picked = plus(self.picked, one(name))
        self.made += 1
        if total(hand.cards) > HAND_LIMIT:
            return
        cards = self.picked
        self.close_frame()
        given = copies(cards)
        for n in range(len(given)):
            hand.show(given[n])
        self.discard = plus(self.discard, cards)
        if self.clerk.recording:
            self._tell(DISCARDED, self.active, pieces(given))
        self._open(RECON)

    # -- CC-5 Recon Phase ------------------------------------------------------------------------------------------

    def _scouts(self) -> i64:
        """CC-5.1: the units that may go on a mission."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, ~KIND.scouts, NO_RECON)
        units = self._bar(units, self.away, WAS_AWAY)
        units = self._bar(units, self.moved, HAS_MOVED)
        units = self._bar(units, self.green, IS_GREEN)
        return self._bar(units, self.pinned(), IS_PINNED)

    def _send(self, unit: i64) -> None:
        """CC-5.2."""
        self.acting = unit
        self.front = self.front_of(unit)
        if self.clerk.recording:
            self._tell(SENT, self.active, [unit], self.front)
        self._ask(MISSION)

    def _scout(self) -> None:
        """CC-5.3, 5.4."""
        self.away |= bit(self.acting)
        die = self.die()
        bonus: i64 = self.tables.recon[self.acting]
        self.reveal()
        if self.clerk.recording:
            self._tell(RECON_ROLL, self.active, [self.acting], packed([die, bonus]))
        if die + bonus <= SPOTTED_UP_TO:
            self._be_spotted()
        elif die + bonus >= SUCCESS_FROM:
            self.enter(SUCCESS)
        else:
            self._open(RECON)

    def _be_spotted(self) -> None:
        """CC-5.5: a Suppression Roll without modifiers against the unit itself."""
        first = self.die()
        second = self.die()
        if self.clerk.recording:
            self._tell(SPOTTED_ROLL, 1 - self.active, [self.acting], packed([first, second]))
        if first + second >= PIN_FROM:
            self._hit(self.acting, first + second >= CASUALTY_FROM)
            self._ask(HIT)
        else:
            self._open(RECON)

    def _look(self) -> None:
        """CC-5.6: the hand as it is now; the notepad keeps what has not left since."""
        other = self.hand(1 - self.active)
        other.seen = other.cards
        other.seen_turn = self.turn
        self.reveal()
        if self.clerk.recording:
            shown = pieces(copies(other.cards))
            self._tell(LOOKED, self.active, shown, len(shown), private=True)
        self._open(RECON)

    def _gain(self, front: i64) -> None:
        """CC-5.6: Suppression Rolls against this Front at +1."""
        self.missions += bit(8 * front)
        if self.clerk.recording:
            self._tell(GAINED, self.active, [], front)
        self._open(RECON)

    # -- CC-6 Suppression Phase ------------------------------------------------------------------------------------

    def _able_to_suppress(self) -> i64:
        """CC-6.2: the units that could fire, had they Suppression or a card for it."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, self.fired, HAS_FIRED)
        units = self._bar(units, self.stopped, WAS_STOPPED)
        units = self._bar(units, self.away, WAS_AWAY)
        units = self._bar(units, self.moved & ~self.roads, HAS_MOVED)
        units = self._bar(units, self.ammo, NO_AMMO)
        units = self._bar(units, self.green, IS_GREEN)
        return self._bar(units, self.pinned(), IS_PINNED)

    def _guns(self) -> i64:
        """The units that may fire suppression."""
        units = self._bar(self._able_to_suppress(), ~KIND.suppressors, NO_SUPPRESSION)
        return self._in_reach(units, self.fogged)

    def _in_reach(self, units: i64, closed: i64) -> i64:
        """Those of the units that have a Front to attack."""
        for front in range(LEFT, RIGHT + 1):
            if units & self.at(front) and self.targets_from(front, closed) == 0:
                units = self._bar(units, self.at(front), NOTHING_IN_REACH)
        return units

    def targets_from(self, front: i64, closed: i64) -> i64:
        """CC-6.3: the enemy Front opposite; only if it is empty, those beside it. As a set of Fronts."""
        found = bit(front)
        if self._defenders(front) == 0:
            beside = adjacent(front)
            found = 0
            for other in range(LEFT, RIGHT + 1):
                if is_in(beside, other) and self._defenders(other) != 0:
                    found |= bit(other)
        return found & ~closed

    def _defenders(self, front: i64) -> i64:
        """The opponent's units on a Front."""
        return self.at(front) & side_of(1 - self.active)

    def fronts_in_reach(self) -> i64:
        """The enemy Fronts that a Support card can name (CC-6.3)."""
        return self._occupied() & ~self.fogged

    def _occupied(self) -> i64:
        """The enemy Fronts that hold a unit."""
        found: i64 = 0
        for front in range(LEFT, RIGHT + 1):
            if self._defenders(front) != 0:
                found |= bit(front)
        return found

    def _aim(self, unit: i64, front: i64) -> None:
        """CC-6.4: fire is declared; one roll."""
        self.acting = unit
        self.front = front
        self.rolls = 1
        if self.clerk.recording:
            self._tell(AIMED_FIRE, self.active, [unit], front)
        self._ask(FIRE)

    def _open_fire(self) -> None:
        """CC-6.8: now the unit has fired."""
        if self.acting != NONE:
            self.fired |= bit(self.acting)
        self._shoot_on()

    def _shoot_on(self) -> None:
        """CC-6.5, 6.6, 6.7: roll by roll, as long as there is a target."""
        while self.rolls > 0:
            there = self._defenders(self.front)
            if there == 0:
                break
            self.rolls -= 1
            result = self._suppression_roll()
            if result < PIN_FROM:
                continue
            self._hit(self._picked_target(there), result >= CASUALTY_FROM)
            if not self._is_spared():
                self._ask(HIT)
                return
        self._open(SUPPRESSION)

    def _suppression_roll(self) -> i64:
        """CC-6.5: two dice and all modifiers."""
        first = self.die()
        second = self.die()
        self.reveal()
        own = self.suppression_bonus(self.acting) if self.gun == NONE else 0
        flank = self.flank_bonus(self.acting, self.front)
        if self.clerk.recording:
            numbers = packed([first, second, own, flank, self.missions_at(self.front)])
            shooter = self.acting if self.gun == NONE else UNITS_IN_ALL + self.gun
            squad = [self.acting] if self.gun != NONE and self.acting != NONE else []
            cards = pieces(members_of(self.observing(self.front)))
            self._tell(SUPPRESSION_ROLL, self.active, [shooter, *squad, *cards], numbers)
        return first + second + own + flank + self.bonuses(self.front)

    def suppression_bonus(self, unit: i64) -> i64:
        """The number beside a unit's Suppression."""
        bonus: i64 = self.tables.suppression[unit]
        return bonus

    def flank_bonus(self, unit: i64, front: i64) -> i64:
        """CC-6.3: a unit that attacks an adjacent Front; Support cards never flank."""
        return 0 if unit == NONE or self.origin(unit) == front else FLANKING

    def observing(self, front: i64) -> i64:
        """The cards that help Suppression Rolls against an enemy Front."""
        names: i64 = 0
        for name in KIND.observers:
            if self.aim(name) == front_code(1 - self.active, front):
                names |= bit(name)
        return names

    def _after_hit(self) -> None:
        """The hit is done with: the fire goes on, or the mission is over (CC-5.5)."""
        if self.phase() == RECON:
            self._open(RECON)
        else:
            self._shoot_on()

    # -- CC-7 Assault Phase: declaration ---------------------------------------------------------------------------

    def _assaulters(self) -> i64:
        """CC-7.2: the units that may be declared as attackers."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, KIND.no_assault, NEVER_ASSAULTS)
        units = self._bar(units, self._all_attackers(), DECLARED_ALREADY)
        units = self._bar(units, self.fired, HAS_FIRED)
        units = self._bar(units, self.away, WAS_AWAY)
        units = self._bar(units, self.moved & ~self.roads & ~self.veterans, HAS_MOVED)
        units = self._bar(units, self.broken, IS_BROKEN)
        units = self._bar(units, self.green, IS_GREEN)
        units = self._bar(units, self.pinned(), IS_PINNED)
        if self.tables.arrivals_wait:
            units = self._bar(units, self.arrived, ARRIVALS_WAIT)
        return self._in_reach(units, self.fogged | self.disordered)

    def assault_is_declared(self) -> bool:
        """Is there an attacker?"""
        return self._all_attackers() != 0

    def _all_attackers(self) -> i64:
        return self.toward_left | self.toward_center | self.toward_right

    def _declare(self, unit: i64, front: i64) -> None:
        """CC-7.1."""
        if front == LEFT:
            self.toward_left |= bit(unit)
        elif front == CENTER:
            self.toward_center |= bit(unit)
        else:
            self.toward_right |= bit(unit)
        if self.clerk.recording:
            self._tell(DECLARED, self.active, [unit], front)
        self._open(ASSAULT)

    def _withdraw(self, units: i64) -> None:
        """CC-7.4: attackers that are stopped."""
        if self.clerk.recording and units & self._all_attackers():
            self._tell(WITHDREW, self.active, members_of(units & self._all_attackers()))
        self._forget_attackers(units)

    def _forget_attackers(self, units: i64) -> None:
        self.toward_left &= ~units
        self.toward_center &= ~units
        self.toward_right &= ~units

    def _attacked_fronts(self) -> i64:
        """The enemy Fronts of declared assaults."""
        fronts: i64 = 0
        for front in range(LEFT, RIGHT + 1):
            if self.toward(front) != 0:
                fronts |= bit(front)
        return fronts

    # -- CC-7 Assault Phase: battles -------------------------------------------------------------------------------

    def _next_battle(self) -> None:
        """CC-7.5: the attacker chooses the order; a lone battle needs no question."""
        fronts = self._attacked_fronts()
        if fronts == 0:
            self._begin_rally()
        elif ones(fronts) == 1:
            self._join_battle(lowest(fronts))
        else:
            self.frames = ORDER

    def _join_battle(self, front: i64) -> None:
        """CC-7.7: cards first, the attacker's turn."""
        self.front = front
        self.asked = self.active
        self.passed = False
        if self.clerk.recording:
            self._tell(JOINED, self.active, members_of(self.toward(front)) + members_of(self._defenders(front)), front)
        self._open(BATTLE)

    def _pass_card(self) -> None:
        """CC-7.7: two passes in a row end it."""
        if self.passed:
            self._fight()
        else:
            self.passed = True
            self.asked = 1 - self.asked
            self._open(BATTLE)

    def _next_card(self) -> None:
        self.passed = False
        self.asked = 1 - self.asked
        self._open(BATTLE)

    def fighters(self, seat: i64) -> i64:
        """A side's units in the running battle (CC-7.5, 7.6)."""
        return self.toward(self.front) if seat == self.active else self._defenders(self.front)

    def able(self, units: i64) -> i64:
        """CC-7.9: those that may fire."""
        return units & ~self.green & ~self.pinned()

    def _fight(self) -> None:
        """CC-7.8, 7.10: mines, then the defenders; the attackers after them."""
        self.attacked |= self.toward(self.front)
        for name in members_of(self.in_effect & KIND.mines):
            if self.clerk.recording:
                self._tell(READY, 1 - self.active, [UNITS_IN_ALL + name], packed([amount_of(self.tables, name)]))
            if self._fire_at_attackers(NONE, amount_of(self.tables, name)):
                return
        if self._at_once():
            self._fix_pools()
        defenders = self.able(self._defenders(self.front))
        while defenders != 0 and self.toward(self.front) != 0:
            unit = lowest(defenders)
            defenders &= defenders - 1
            dice = self.fire_dice(unit)
            self._get_ready(unit, dice)
            if self._fire_at_attackers(unit, dice):
                return
        self.to_fire = some(self.pools) if self._at_once() else self.able(self.toward(self.front))
        self._fire_on()

    def _at_once(self) -> bool:
        """Is this battle under Surprise Contact (CC-7.13)?"""
        return (self.in_effect & KIND.simultaneous) != 0

    def _fix_pools(self) -> None:
        """CC-7.13: what the attackers will roll, and from where, whatever happens to them."""
        for unit in members_of(self.able(self.toward(self.front))):
            self.pools = with_count(self.pools, unit, self.fire_dice(unit))
            self.origins = with_count(self.origins, unit, self.front_of(unit) + 1)

    def origin(self, unit: i64) -> i64:
        """The own Front of a unit, even of one that Surprise Contact lets fire after it was removed."""
        return self.front_of(unit) if is_in(self.in_play(), unit) else count(self.origins, unit) - 1

    def fire_dice(self, unit: i64) -> i64:
        """CC-7.9: Strength less casualties, Defense, and what cards give."""
        dice: i64 = self.tables.strength[unit]
        dice -= count(self.casualties, unit)
        if owner_of(unit) != self.active:
            defense: i64 = self.tables.defense[unit]
            dice += defense
        for name in KIND.dice:
            if self.aim(name) == unit + 1:
                dice += amount_of(self.tables, name)
        return dice

    def assault_bonus(self, unit: i64) -> i64:
        """The Assault trait, which works for attackers."""
        bonus: i64 = self.tables.assault[unit]
        return bonus if owner_of(unit) == self.active else 0

    def modifying(self, unit: i64) -> i64:
        """The cards that change the Fire dice of a unit, whatever it hits (B-1)."""
        attacks = owner_of(unit) == self.active
        names = self.in_effect & (KIND.for_attackers if attacks else KIND.for_defenders)
        for name in KIND.fronts:
            if self.aim(name) == front_code(owner_of(unit), self.origin(unit)):
                names |= bit(name)
        return names

    def fire_bonus(self, unit: i64) -> i64:
        """All modifiers of a unit's Fire dice, but for Entrenched."""
        bonus = self.assault_bonus(unit)
        if owner_of(unit) == self.active:
            bonus += self.flank_bonus(unit, self.front)
        names = self.modifying(unit)
        while names != 0:
            bonus += amount_of(self.tables, lowest(names))
            names &= names - 1
        return bonus

    def _get_ready(self, unit: i64, dice: i64) -> None:
        if self.clerk.recording:
            helping = [UNITS_IN_ALL + name for name in KIND.dice if self.aim(name) == unit + 1]
            self._tell(READY, owner_of(unit), [unit, *helping], packed([dice]))

    def _fire_die(self, unit: i64) -> i64:
        """CC-7.11: one die and its modifiers; mines (no unit) have none."""
        die = self.die()
        self.reveal()
        bonus: i64 = 0 if unit == NONE else self.fire_bonus(unit)
        if self.clerk.recording:
            if unit == NONE:
                self._tell(FIRE_DIE, 1 - self.active, pieces(members_of(KIND.mines)), packed([die, 0, 0]))
            else:
                flank = self.flank_bonus(unit, self.front) if owner_of(unit) == self.active else 0
                cards = pieces(members_of(self.modifying(unit)))
                self._tell(FIRE_DIE, owner_of(unit), [unit, *cards], packed([die, self.assault_bonus(unit), flank]))
        return die + bonus

    def _fire_at_attackers(self, unit: i64, dice: i64) -> bool:
        """CC-7.10: mines or one defender; nobody answers these dice. Is the game over?"""
        while dice > 0 and self.toward(self.front) != 0:
            dice -= 1
            result = self._fire_die(unit)
            if result < FIRE_PIN_FROM:
                continue
            self.acting = unit
            self._hit(self._picked_target(self.toward(self.front)), result >= FIRE_CASUALTY_FROM)
            if not self._is_spared() and self._take_hit():
                return True
        return False

    def _fire_on(self) -> None:
        """CC-7.10: the attackers' dice, one by one; each that hits may be answered."""
        while True:
            while self.dice > 0 and self._defenders(self.front) != 0:
                self.dice -= 1
                if self._attacker_hits(self._fire_die(self.acting)):
                    self._ask(DIE)
                    return
            self.dice = 0
            if self.to_fire == 0 or self._defenders(self.front) == 0:  # CC-7.12
                break
            self.acting = lowest(self.to_fire)
            self.to_fire &= self.to_fire - 1
            self.dice = count(self.pools, self.acting) if self._at_once() else self.fire_dice(self.acting)
            self._get_ready(self.acting, self.dice)
        self._end_battle()

    def _attacker_hits(self, result: i64) -> bool:
        """CC-7.11: the target is picked first, then Entrenched counts."""
        if result < FIRE_PIN_FROM:
            return False
        target = self._picked_target(self._defenders(self.front))
        for name in KIND.trenches:
            if self.aim(name) == target + 1:
                result += amount_of(self.tables, name)
                if self.clerk.recording:
                    self._tell(HELD, owner_of(target), [target, UNITS_IN_ALL + name], result)
        if result < FIRE_PIN_FROM:
            return False
        self._hit(target, result >= FIRE_CASUALTY_FROM)
        return not self._is_spared()

    def _end_battle(self) -> None:
        """CC-7.14; the cards of this battle have done their work."""
        judged = self._at_once()
        self._forget_attackers(self.toward(self.front))
        self.to_fire = 0
        self.pools = nothing()
        self.origins = nothing()
        self.in_effect = 0
        for name in AIMED:
            if EFFECT[name] in (DICE, ENTRENCH):
                self.aim_at(name, 0)
        self._settle()
        if judged and self._look_for_victory():  # CC-7.13
            return
        self._next_battle()

    # -- CC-9 Hits -------------------------------------------------------------------------------------------------

    def _picked_target(self, units: i64) -> i64:
        """CC-6.6: chance picks one; Anti-Tank picks among Vehicles and Artillery first. A lone one needs no chance."""
        if self._is_anti_tank() and units & KIND.prey:
            units &= KIND.prey
        return lowest(units) if ones(units) == 1 else self.random_thing(units)

    def _is_anti_tank(self) -> bool:
        """Has the unit that fires Anti-Tank? Cards and mines have not."""
        return self.acting != NONE and is_in(KIND.anti_tank | self.fausts, self.acting)

    def _hit(self, target: i64, severe: bool) -> None:
        """CC-9.1: a pin, or if severe a casualty, on its way to a unit."""
        self.target = target
        self.severe = severe
        if self.clerk.recording:
            self._tell(HAS_HIT, owner_of(target), [target], 1 if severe else 0)

    def _is_spared(self) -> bool:
        """CC-9.4."""
        sniper = self.acting != NONE and is_in(KIND.snipers, self.acting)
        if not (sniper and is_in(KIND.tanks, self.target)):
            return False
        if self.clerk.recording:
            self._tell(SPARED, owner_of(self.target), [self.target])
        return True

    def _take_hit(self) -> bool:
        """CC-9.3: the armor save, then the marker. Is the game over?"""
        unit = self.target
        severe = self.severe
        self.target = NONE
        self.severe = False
        if is_in(KIND.armored, unit):
            die = self.die()
            self.reveal()
            bonus: i64 = self.tables.armor[unit]
            if self.clerk.recording:
                self._tell(SAVE_ROLL, owner_of(unit), [unit], packed([die, bonus, 1 if severe else 0]))
            if die + bonus >= SAVE_FROM:
                if not severe:
                    return False
                severe = False
        return self._injure(unit) if severe else self._pin(unit)

    def _injure(self, unit: i64) -> bool:
        """A casualty marker. Is the game over?"""
        casualties = count(self.casualties, unit) + 1
        self.casualties = with_count(self.casualties, unit, casualties)
        self.stirred = True
        if casualties >= self.tables.strength[unit]:
            return self._remove(bit(unit), DESTROYED)  # CC-9.2
        if self.clerk.recording:
            self._tell(HURT, owner_of(unit), [unit], casualties)
        return self._rout_at_once(unit)

    def _pin(self, unit: i64) -> bool:
        """A Pinned marker; beyond 31 they can make no difference to any unit. Is the game over?"""
        pins = min(MOST, count(self.pins, unit) + 1)
        self.pins = with_count(self.pins, unit, pins)
        if self.clerk.recording:
            self._tell(PINNED, owner_of(unit), [unit], pins)
        return self._rout_at_once(unit)

    def _rout_at_once(self, unit: i64) -> bool:
        """Option `immediate_rout` (CC-8.5). Is the game over?"""
        return self.tables.immediate_rout and self._is_shaken(unit) and self._remove(bit(unit), ROUTED)

    def _is_shaken(self, unit: i64) -> bool:
        """CC-8.5: more markers than Strength."""
        strength: i64 = self.tables.strength[unit]
        return count(self.casualties, unit) + count(self.pins, unit) > strength

    def _remove(self, units: i64, kind: i64) -> bool:
        """CC-9.2: units leave play for good, their cards go to the discard pile. Is the game over?"""
        cards: list[int] = []
        if units & self.ammo:
            cards.append(AMMO)
        if units & self.broken:
            cards.append(BROKEN)
        for n in range(len(cards)):
            self.discard = plus(self.discard, one(cards[n]))
        if self.clerk.recording:
            self._tell(kind, owner_of(lowest(units)), members_of(units) + pieces(cards))
        self.take_off(units)
        self.lost |= units
        self.casualties = without(self.casualties, units)
        self.pins = without(self.pins, units)
        self.ammo &= ~units
        self.broken &= ~units
        self._forget_attackers(units)
        self.stirred = True
        return not self._at_once() and self._look_for_victory()

    # -- CC-8 Rally Phase ------------------------------------------------------------------------------------------

    def _begin_rally(self) -> None:
        """CC-8.1, 8.2: all own rolls first."""
        self.frames = RALLY
        for name in KIND.fronts:
            self.aim_at(name, 0)
        self.to_rally = self.pinned() & ~self.green
        if not self.tables.both_rally:
            self.to_rally &= side_of(self.active)
        self._own_rolls()

    def _own_rolls(self) -> None:
        """CC-8.2: in the order of the units, the active player's first; then the Leaders' attempts."""
        while self.to_rally != 0:
            own = self.to_rally & side_of(self.active)
            unit = lowest(own if own != 0 else self.to_rally)
            self.to_rally &= ~bit(unit)
            if self._rally_roll(unit, NONE):
                self._ask(RALLIED)
                return
        self._open(RALLY)

    def _rally_roll(self, unit: i64, leader: i64) -> bool:
        """CC-8.2, 8.3: a roll of its own, or one that a Leader makes for it. Has it succeeded?"""
        die = self.die()
        bonus = self.rally_bonus(unit, leader)
        self.reveal()
        self.target = unit
        if self.clerk.recording:
            named = [unit] if leader == NONE else [leader, unit]
            self._tell(RALLY_ROLL, owner_of(unit), named, packed([die, bonus]))
        return die + bonus >= RALLY_FROM

    def rally_bonus(self, unit: i64, leader: i64) -> i64:
        """CC-8.2, 8.3: a Leader adds his number to another's roll; of that unit's own only a penalty counts."""
        stored: i64 = self.tables.rally[unit]
        own = stored - 1
        if leader == NONE:
            return own
        led: i64 = self.tables.rally[leader]
        return led - 1 + (0 if is_in(KIND.leaders, unit) else own)

    def _recover(self) -> None:
        """One Pinned marker less."""
        left = count(self.pins, self.target) - 1
        self.pins = with_count(self.pins, self.target, left)
        if self.clerk.recording:
            self._tell(RECOVERED, owner_of(self.target), [self.target], left)

    def _leaders(self) -> i64:
        """CC-8.3: the Leaders that may make an attempt."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, ~KIND.leaders, NO_LEADER)
        units = self._bar(units, self.led, HAS_LED)
        units = self._bar(units, self.moved, HAS_MOVED)
        units = self._bar(units, self.fired | self.attacked, HAS_ATTACKED)
        units = self._bar(units, self.green, IS_GREEN)
        alone: i64 = 0
        left = units
        while left != 0:
            leader = lowest(left)
            left &= left - 1
            if self._rallyable(leader) == 0:
                alone |= bit(leader)
        return self._bar(units, alone, NOBODY_TO_RALLY)

    def _rallyable(self, leader: i64) -> i64:
        """CC-8.3: the other own pinned units, with `leader_same_front` those on his Front."""
        units = self.in_play() & side_of(self.active) & self.pinned() & ~bit(leader)
        return units & self.at(self.front_of(leader)) if self.tables.same_front else units

    def _whom_to_rally(self, leader: i64) -> i64:
        """The same as answers to a question, where each of the other units has its reason."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, bit(leader), NOT_HIMSELF)
        units = self._bar(units, ~self.pinned(), NOT_PINNED)
        return self._bar(units, ~self._rallyable(leader), OTHER_FRONT)

    def _lead(self, leader: i64, unit: i64) -> None:
        self.led |= bit(leader)
        self.acting = leader
        self.target = unit
        if self.clerk.recording:
            self._tell(LED, self.active, [leader, unit])
        self._ask(LEADER)

    def _try_to_rally(self) -> None:
        if self._rally_roll(self.target, self.acting):
            self._ask(RALLIED)
        else:
            self._open(RALLY)

    def _rout(self) -> None:
        """CC-8.5: all that have too many markers leave together."""
        units = self.pinned()
        if not self.tables.both_rally:
            units &= side_of(self.active)
        routed: i64 = 0
        for unit in members_of(units):
            if self._is_shaken(unit):
                routed |= bit(unit)
        if routed == 0 or not self._remove(routed, ROUTED):
            self._end_turn()

    def _end_turn(self) -> None:
        """CC-8.6, 11.1."""
        if self._look_for_fronts(self.turn):
            return
        self.quiet = 0 if self.stirred else self.quiet + 1
        if self.quiet >= STALL:
            if self.clerk.recording:
                self._tell(STALLED, self.active, [], self.quiet)
            self.frames = OVER
            return
        self.active = 1 - self.active
        self._clear_turn()
        self._begin_turn()

    # -- CC-1 Victory ----------------------------------------------------------------------------------------------

    def _look_for_victory(self) -> bool:
        """CC-1.6, 1.7, 1.8: after a removal. Is the game over? (Nothing is removed inside the Deploy Phase.)"""
        most = max(self.score(AMERICAN), self.score(GERMAN))
        if most >= self.tables.losses:
            if self.clerk.recording:
                self._tell(WON_LOSSES, self.victor(), [], most)
            self.frames = OVER
            return True
        return self._look_for_fronts(self.turn - 1)

    def _look_for_fronts(self, completed: i64) -> bool:
        """CC-1.7: counted from the end of the turn that the option names. Is the game over?"""
        if self.tables.fronts_from == 0 or completed < self.tables.fronts_from:
            return False
        if self.tables.fronts_at_end and completed < self.turn:
            return False
        if not (self.holds_the_field(AMERICAN) or self.holds_the_field(GERMAN)):
            return False
        if self.clerk.recording:
            self._tell(WON_FRONTS, AMERICAN if self.holds_the_field(AMERICAN) else GERMAN, [])
        self.frames = OVER
        return True

    def holds_the_field(self, seat: i64) -> bool:
        """CC-1.7: a unit on each of three Fronts, and the enemy on one at most."""
        theirs: i64 = 0
        for front in range(LEFT, RIGHT + 1):
            if self.at(front) & side_of(seat) == 0:
                return False
            if self.at(front) & side_of(1 - seat):
                theirs += 1
        return theirs <= 1

    def won_by_fronts(self) -> bool:
        """Of a game that is over: was it CC-1.7?"""
        if max(self.score(AMERICAN), self.score(GERMAN)) >= self.tables.losses or self.tables.fronts_from == 0:
            return False
        return self.holds_the_field(AMERICAN) or self.holds_the_field(GERMAN)

    def victor(self) -> i64:
        """The seat that has won a game that is over, or NONE (CC-1.6, 1.7, 1.8, 11.1)."""
        if self.won_by_fronts():
            return AMERICAN if self.holds_the_field(AMERICAN) else GERMAN
        ours = self.score(AMERICAN)
        theirs = self.score(GERMAN)
        return NONE if ours == theirs else AMERICAN if ours > theirs else GERMAN

    def returns(self) -> list[float]:
        victor: i64 = self.victor() if self.frames == OVER else NONE
        if victor == NONE:
            return [0.0, 0.0]
        return [1.0, -1.0] if victor == AMERICAN else [-1.0, 1.0]

    # -- CC-10 Tactics cards: may they be played? ------------------------------------------------------------------

    def _verdict(self, name: i64) -> i64:
        """Why this card cannot be played in the window that asks; 0 if it can. It rests on public facts alone."""
        if not is_in(self._names_here(), name):
            return NOT_NOW  # CC-10.1
        seat = self.decider()
        if is_in(KIND.only_american, name) and seat != AMERICAN:
            return ONLY_AMERICANS  # CC-10.5
        if is_in(KIND.only_german, name) and seat != GERMAN:
            return ONLY_GERMANS
        target: i64 = TARGET[name]
        if target == NO_TARGET:
            return self._plain_verdict(name)
        if target in (OWN_UNIT, ENEMY_UNIT, SQUAD_AND_FRONT):
            return 0 if self.candidates(name) != 0 else NO_UNIT
        if target == LOOK_OR_FRONT:
            return 0
        return 0 if self.fronts_for(name) != 0 else NO_FRONT_FOR_IT

    def _plain_verdict(self, name: i64) -> i64:
        """The same of a card that names nothing."""
        effect: i64 = EFFECT[name]
        if effect == DRAW_SQUAD:
            return NO_SQUADS if self._own_squads() == 0 else 0
        if effect == DRAW_TACTICS:
            return NO_TACTICS if is_none(self.deck) and is_none(self.discard) else 0
        if effect == DEFENDERS:
            return NOBODY_FIRES if self.able(self._defenders(self.front)) == 0 else 0
        return 0

    def candidates(self, name: i64) -> i64:
        """The units that a card can be played on."""
        target: i64 = TARGET[name]
        return self._enemy_candidates(name) if target == ENEMY_UNIT else self._own_candidates(name)

    def _own_candidates(self, name: i64) -> i64:
        effect: i64 = EFFECT[name]
        if effect == DICE:
            return self._only(self._able_fighters(), name)
        if effect == ENTRENCH:
            return self.fighters(self.decider())
        if effect == ANTI_TANK:
            units = self._able_fighters() if self.window() == BATTLE else self._able_to_suppress()
            units = self._bar(units, KIND.tanks, WRONG_KIND)
            return self._bar(units, KIND.anti_tank | self.fausts, HAS_ANTI_TANK)
        if effect == SQUAD_FIRE:
            return self._in_reach(self._only(self._able_to_suppress(), name), self.fogged)
        if effect in (MAY_ASSAULT, MAY_ATTACK):
            return self._stayed_behind(effect)
        units = self.in_play() & side_of(self.active)  # Professionalism
        units = self._bar(units, ~self.pinned(), NOT_PINNED)
        return self._bar(units, self.green, IS_GREEN)

    def _able_fighters(self) -> i64:
        """The decider's units in the running battle that may fire."""
        units = self.fighters(self.decider())
        return self._bar(units, self.green | self.pinned(), CANNOT_FIRE)

    def _only(self, units: i64, name: i64) -> i64:
        """Those of the kind that the card is for."""
        if is_in(KIND.for_engineers, name):
            return self._bar(units, ~KIND.engineers, WRONG_KIND)
        if is_in(KIND.for_recon_teams, name):
            return self._bar(units, ~KIND.recon_teams, WRONG_KIND)
        if is_in(KIND.for_infantry, name):
            return self._bar(units, ~self.tables.infantry, WRONG_KIND)
        return units

    def _stayed_behind(self, effect: i64) -> i64:
        """Roads and Veteran Unit: those that moved, and could attack had they not."""
        units = self.in_play() & side_of(self.active)
        units = self._bar(units, ~self.moved, NOT_MOVED)
        units = self._bar(units, self.roads, RELEASED_ALREADY)
        units = self._bar(units, self.green, IS_GREEN)
        units = self._bar(units, self.pinned(), IS_PINNED)
        if self.window() == SUPPRESSION:
            return units
        units = self._bar(units, self.veterans, RELEASED_ALREADY)
        units = self._bar(units, self.fired, HAS_FIRED)
        units = self._bar(units, self.broken, IS_BROKEN)
        return self._bar(units, KIND.no_assault, NEVER_ASSAULTS)

    def _enemy_candidates(self, name: i64) -> i64:
        phase = self.window()
        effect: i64 = EFFECT[name]
        if phase == TACTICS:
            units = self.in_play() & side_of(1 - self.active)
        elif phase == BATTLE:
            units = self._defenders(self.front)
        elif phase == ATTACK:
            units = self._all_attackers()
        else:  # the unit that is about to act; a Support card is none
            units = 0 if self.acting == NONE else bit(self.acting)
        if effect == GREEN and phase == BATTLE:
            return self._bar(units, self.pinned(), IS_PINNED)
        if effect == PIN:
            return self._bar(units, KIND.leaders, IS_LEADER)
        if effect == BREAKDOWN:
            return self._bar(units, ~KIND.vehicles, NOT_A_VEHICLE)
        if effect == OUT_OF_AMMO and phase == TACTICS:
            return self._bar(units, ~KIND.suppressors, NO_SUPPRESSION)
        return units

    def fronts_for(self, name: i64) -> i64:
        """The Fronts that a card can name, as a set."""
        effect: i64 = EFFECT[name]
        if effect == SUPPORT:
            return self.fronts_in_reach()
        if effect in (OBSERVE, RECONNAISSANCE):
            return self._occupied()
        if effect == SQUAD_FIRE:
            return self.targets_from(self.front_of(self.chosen), self.fogged)
        if effect in (FOG, DISORDER):
            return bit(self.front) if self.window() == FIRE else self._attacked_fronts()
        units = self.able(self.fighters(self.decider()))  # Enfilade, Crossfire
        fronts: i64 = 0
        for front in range(LEFT, RIGHT + 1):
            if units & self.at(front):
                fronts |= bit(front)
        return fronts

    # -- CC-10 Tactics cards: playing them -------------------------------------------------------------------------

    def _pick(self, name: i64) -> None:
        """A card of the open frame: out of the hand, not yet shown."""
        hand = self.hand(self.decider())
        hand.cards = less(hand.cards, one(name))
        self.picked = one(name)
        self.doing = PLAYING
        self._play_on()

    def _play_on(self) -> None:
        """Asks what the card still has to be told, then plays it."""
        name = lowest(some(self.picked))
        target: i64 = TARGET[name]
        if target in (OWN_UNIT, ENEMY_UNIT, SQUAD_AND_FRONT) and self.chosen == NONE:
            units = self.candidates(name)
            if ones(units) > 1:
                self._question(UNIT)
                return
            self.chosen = lowest(units)
        if target == LOOK_OR_FRONT:
            if self._occupied() != 0:
                self._question(SUCCESS)
            else:
                self._reconnoitre(NO_FRONT)
            return
        front: i64 = NO_FRONT
        if target >= ENEMY_FRONT:
            fronts = self.fronts_for(name)
            if ones(fronts) > 1:
                self._question(FRONT)
                return
            front = lowest(fronts)
        self._play(name, self.chosen, front)

    def _question(self, phase: i64) -> None:
        """One question of the open frame after another, above the phase it belongs to."""
        if self.phase() in (SUCCESS, UNIT):  # which Front is the last thing asked
            self.go(phase)
        else:
            self.enter(phase)

    def _close_questions(self) -> None:
        if self.phase() >= FRONT or self.phase() == SUCCESS:
            self.leave()
        self.close_frame()

    def _show(self, name: i64, unit: i64, front: i64) -> i64:
        """CC-10.2: the card is shown, and goes to the discard pile unless it stays with a unit. Who played it?"""
        seat = self.decider()
        effect: i64 = EFFECT[name]
        self._close_questions()
        self.hand(seat).show(name)
        if effect not in (OUT_OF_AMMO, BREAKDOWN, DRAW_TACTICS):
            self.discard = plus(self.discard, one(name))
        if self.clerk.recording:
            cards: list[int] = [UNITS_IN_ALL + name]
            if unit == NONE:
                kind = PLAYED if front == NO_FRONT else PLAYED_AT
            else:
                cards.append(unit)
                kind = PLAYED_ON if front == NO_FRONT else PLAYED_ON_AT
            self._tell(kind, seat, cards, front)
        return seat

    def _play(self, name: i64, unit: i64, front: i64) -> None:
        seat = self._show(name, unit, front)
        effect: i64 = EFFECT[name]
        phase = self.phase()
        if effect in (NEGATE_SUPPRESSION, NEGATE_FIRE, NEGATE_MOVE, NEGATE_RALLY):
            self._negate()
        elif phase == BATTLE:
            self._play_in_battle(name, unit, front, seat)
        elif effect in (GREEN, PIN, OUT_OF_AMMO, BREAKDOWN, FOG, DISORDER, HOLD):
            self._stop(effect, unit, front)
        elif effect in (SUPPORT, SQUAD_FIRE):
            self.gun = name
            self.acting = unit
            self.front = front
            self.rolls = amount_of(self.tables, name)
            self._ask(FIRE)  # CC-6.4
        elif effect == EXTRA_RALLY:
            if self._rally_roll(unit, NONE):
                self._ask(RALLIED)
            else:
                self._open(RALLY)
        else:
            self._order(name, unit, front)

    def _negate(self) -> None:
        """A Move, a roll or a die has no effect (CC-3.7, 6.6, 7.11, 8.4)."""
        phase = self.phase()
        self.leave()
        if phase == MOVE:
            self.halted |= bit(self.acting)
            self._open(DEPLOY)
        elif phase == HIT:
            self._after_hit()
        elif phase == DIE:
            self._fire_on()
        else:
            self._own_rolls()

    def _order(self, name: i64, unit: i64, front: i64) -> None:
        """The cards that help the active player outside battles."""
        effect: i64 = EFFECT[name]
        amount = amount_of(self.tables, name)
        if effect == DRAW_SQUAD:
            self._draw_squads(amount)
        elif effect == DRAW_TACTICS:
            self._draw(amount)
            self.discard = plus(self.discard, one(name))
        elif effect == OBSERVE:
            self.aim_at(name, front_code(1 - self.active, front))
        elif effect == ANTI_TANK:
            self.fausts |= bit(unit)
        elif effect == MAY_ASSAULT:
            self.veterans |= bit(unit)
        else:
            self.roads |= bit(unit)
        self._open(self.phase())

    def _play_in_battle(self, name: i64, unit: i64, front: i64, seat: i64) -> None:
        effect: i64 = EFFECT[name]
        if effect in (DICE, ENTRENCH):
            self.aim_at(name, unit + 1)
        elif effect == OWN_FRONT:
            self.aim_at(name, front_code(seat, front))
        elif effect == ANTI_TANK:
            self.fausts |= bit(unit)
        elif effect == GREEN:
            self.green |= bit(unit)
        elif effect == PIN:
            if self._pin(unit):
                return
        else:
            self.in_effect |= bit(name)
        self._next_card()

    def _stop(self, effect: i64, unit: i64, front: i64) -> None:
        """The cards that stop a unit or close a Front; in answer to an action they also cancel it."""
        if effect == GREEN:
            self.green |= bit(unit)
        elif effect == OUT_OF_AMMO:
            self.ammo |= bit(unit)
        elif effect == BREAKDOWN:
            self.broken |= bit(unit)
        elif effect == HOLD:
            self.waiting |= bit(unit)
        elif effect == FOG:
            self.fogged |= bit(front)
        elif effect == DISORDER:
            self.disordered |= bit(front)
        elif self._pin(unit):
            return
        phase = self.phase()
        if phase == MOVE:
            self.halted |= bit(self.acting)
            self._open(DEPLOY)
        elif phase == MISSION:
            self._open(RECON)
        elif phase == FIRE:
            if self.acting != NONE:
                self.stopped |= bit(self.acting)
            self._open(SUPPRESSION)
        elif phase == LEADER:
            self._open(RALLY)
        elif phase == ATTACK:
            self._withdraw(self.toward(front) if effect in (FOG, DISORDER) else bit(unit))
            self._open(ATTACK)
        else:
            self._open(TACTICS)

    def _reconnoitre(self, front: i64) -> None:
        """CC-5.7: what Air Reconnaissance was played for; no Front: a look."""
        name = lowest(some(self.picked))
        self._show(name, NONE, front)
        if front == NO_FRONT:
            self._look()
        else:
            self.aim_at(name, front_code(1 - self.active, front))
            self._open(RECON)

    # -- what may be chosen ----------------------------------------------------------------------------------------

    def _plain(self) -> i64:
        """The plain actions of this phase that are open, as a set of their numbers."""
        phase = self.phase()
        if phase == DEPLOY:
            done = self.allows(DONE, self.drawn == 0, UNITS_TO_DEPLOY)  # CC-3.3
            return self._bonuses() | (bit(DONE) if done else 0)
        if phase == SUCCESS:
            return bit(LOOK) | bit(BONUS)
        if phase == FRONT:
            return self._front_answers() << FIRST_FRONT
        if phase == ORDER:
            return self._attacked_fronts() << FIRST_RESOLVE
        return 0 if phase in (OVER, DISCARD, UNIT) else bit(DONE)

    def _front_answers(self) -> i64:
        """The Fronts that the open frame can name."""
        if self.doing == DEPLOYING:
            return ALL_FRONTS
        if self.doing == PLAYING:
            return self.fronts_for(lowest(some(self.picked)))
        front = self.front_of(self.chosen)
        if self.doing == MOVING:
            return adjacent(front)
        return self.targets_from(front, self.closed())

    def closed(self) -> i64:
        """The enemy Fronts that cannot be attacked in this phase."""
        return self.fogged | (self.disordered if self.window() == ASSAULT else 0)

    def _units(self) -> i64:
        """The units that this phase takes with its own verb."""
        phase = self.phase()
        if phase == DEPLOY:
            return self.drawn
        if phase == RECON:
            return self._scouts()
        if phase == SUPPRESSION:
            return self._guns()
        if phase == ASSAULT:
            return self._assaulters()
        if phase == RALLY:
            return self._leaders()
        if phase == UNIT:
            return self._unit_answers()
        return 0

    def _unit_answers(self) -> i64:
        """The units that answer the question of the open frame."""
        if self.doing == LEADING:
            return self._whom_to_rally(self.chosen)
        return self.candidates(lowest(some(self.picked)))

    def _names(self) -> i64:
        """The cards that can be chosen."""
        phase = self.phase()
        if phase in (OVER, SUCCESS, ORDER, FRONT, UNIT):
            return 0
        held = some(self.hand(self.decider()).cards)
        if phase == DISCARD:
            return held
        held &= self._names_here()
        legal: i64 = 0
        while held != 0:
            name = lowest(held)
            held &= held - 1
            if self._verdict(name) == 0:
                legal |= bit(name)
        return legal

    # -- choosing it -----------------------------------------------------------------------------------------------

    def step(self, action: i64) -> None:
        self.ply += 1
        verb: i64 = VERB_OF[action]
        piece: i64 = PIECE[action]
        if action == DONE:
            self._done()
        elif action < PLAINS:
            self._step_plain(action)
        elif verb == DISCARD:
            self._give_up(piece - UNITS_IN_ALL)
        elif verb == RECON:
            self._send(piece)
        else:
            self.made += 1
            if verb == PLAYS:
                self._pick(piece - UNITS_IN_ALL)
            elif verb == UNIT:
                self._answer_unit(piece)
            else:
                self._choose(verb, piece)

    def _step_plain(self, action: i64) -> None:
        if action in (BONUS_SQUAD, BONUS_TACTICS):
            self._bonus(action)
        elif action == LOOK:
            if self.doing == PLAYING:
                self._reconnoitre(NO_FRONT)
            else:
                self._look()
        elif action == BONUS:
            self._choose_bonus()
        elif action < FIRST_RESOLVE:
            self._answer_front(action - FIRST_FRONT)
        else:
            self._join_battle(action - FIRST_RESOLVE)

    def _choose_bonus(self) -> None:
        if self.doing != PLAYING:
            self._gain(self.front)
        elif ones(self._occupied()) > 1:
            self.made += 1
            self._question(FRONT)
        else:
            self._reconnoitre(lowest(self._occupied()))

    def _choose(self, verb: i64, unit: i64) -> None:
        """A unit with the verb of its phase; then where to, if that is a question."""
        self.chosen = unit
        if verb == DEPLOY:
            self.doing = DEPLOYING
        elif verb == MOVE:
            self.doing = MOVING
        elif verb == SUPPRESSION:
            self.doing = FIRING
        elif verb == ASSAULT:
            self.doing = ASSAULTING
        else:
            self.doing = LEADING
            units = self._rallyable(unit)
            if ones(units) > 1:
                self._question(UNIT)
            else:
                self._answer_unit(lowest(units))
            return
        fronts = self._front_answers()
        if ones(fronts) > 1:
            self._question(FRONT)
        else:
            self._answer_front(lowest(fronts))

    def _answer_front(self, front: i64) -> None:
        doing = self.doing
        unit = self.chosen
        if doing == PLAYING:
            name = lowest(some(self.picked))
            if EFFECT[name] == RECONNAISSANCE:
                self._reconnoitre(front)
            else:
                self._play(name, unit, front)
            return
        self._close_questions()
        if doing == DEPLOYING:
            self._deploy(unit, front)
        elif doing == MOVING:
            self._set_out(unit, front)
        elif doing == FIRING:
            self._aim(unit, front)
        else:
            self._declare(unit, front)

    def _answer_unit(self, unit: i64) -> None:
        if self.doing == LEADING:
            leader = self.chosen
            self._close_questions()
            self._lead(leader, unit)
        else:
            self.chosen = unit
            self._play_on()

    def pick(self, r: i64) -> tuple[i64, i64]:
        phase = self.phase()
        plain = self._plain()
        units = self._units()
        movers: i64 = self._movable() if phase == DEPLOY else 0
        names = self._names()
        plains = ones(plain)
        united = ones(units)
        moving = ones(movers)
        size = plains + united + moving + ones(names)
        n = (r * size) >> 31
        if n < plains:
            return nth_of(plain, n), size
        n -= plains
        if n < united:
            return action_with(phase, nth_of(units, n)), size
        n -= united
        if n < moving:
            return action_with(MOVE, nth_of(movers, n)), size
        verb: i64 = DISCARD if phase == DISCARD else PLAYS
        return action_with(verb, UNITS_IN_ALL + nth_of(names, n - moving)), size

    def legal_actions(self) -> list[int]:
        phase = self.phase()
        actions = members_of(self._plain())
        for unit in members_of(self._units()):
            actions.append(action_with(phase, unit))
        if phase == DEPLOY:
            for unit in members_of(self._movable()):
                actions.append(action_with(MOVE, unit))
        verb: i64 = DISCARD if phase == DISCARD else PLAYS
        for name in members_of(self._names()):
            actions.append(action_with(verb, UNITS_IN_ALL + name))
        return actions

    def is_legal(self, action: i64) -> bool:
        if action < 0 or action >= len(VERB_OF):
            return False
        phase = self.phase()
        verb: i64 = VERB_OF[action]
        piece: i64 = PIECE[action]
        if action < PLAINS:
            return is_in(self._plain(), action)
        if verb == PLAYS:
            return phase != DISCARD and is_in(self._names(), piece - UNITS_IN_ALL)
        if verb == DISCARD:
            return phase == DISCARD and is_in(self._names(), piece - UNITS_IN_ALL)
        if verb == MOVE:
            return phase == DEPLOY and is_in(self._movable(), piece)
        return phase == verb and is_in(self._units(), piece)

    # -- why not ---------------------------------------------------------------------------------------------------

    def _bar(self, things: i64, barred: i64, refusal: i64) -> i64:
        """`things` without the barred; if the unit asked about is among them, this is why it cannot be chosen."""
        clerk = self.clerk
        if clerk.asking and clerk.refusal == 0 and clerk.asked_card >= 0 and is_in(things & barred, clerk.asked_card):
            clerk.refusal = refusal
        return things & ~barred

    def refusal(self, action: i64) -> i64:
        phase = self.phase()
        if phase == OVER:
            return GAME_OVER
        if self.is_legal(action):
            return 0
        verb: i64 = VERB_OF[action]
        piece: i64 = PIECE[action]
        if action < PLAINS:
            return self._plain_refusal(action)
        if verb == PLAYS and phase not in (DISCARD, SUCCESS, ORDER, FRONT, UNIT):
            return self.card_refusal(piece)
        if verb == DISCARD and phase == DISCARD:
            return NOT_IN_HAND
        if verb == MOVE and phase == DEPLOY:
            return self._unit_refusal(piece, True)
        return self._unit_refusal(piece, False) if verb == phase else OTHER_PHASE

    def _plain_refusal(self, action: i64) -> i64:
        phase = self.phase()
        if phase == DEPLOY and action <= BONUS_TACTICS:
            return self.why_not(action, -1)
        if phase == FRONT and FIRST_FRONT <= action < FIRST_RESOLVE:
            return self._front_refusal(action - FIRST_FRONT)
        if phase == ORDER and action >= FIRST_RESOLVE:
            return NO_BATTLE
        return OTHER_PHASE

    def _front_refusal(self, front: i64) -> i64:
        """Why the open frame cannot name this Front."""
        if self.doing == MOVING:
            return NOT_ADJACENT
        if is_in(self.closed(), front):
            return CLOSED_FRONT
        if self.window() in (RECON, SUPPRESSION, ASSAULT) and not is_in(self._occupied(), front):
            return EMPTY_FRONT
        return NOT_THAT_FRONT

    def _unit_refusal(self, unit: i64, moves: bool) -> i64:
        """Why a unit cannot be chosen, asked on a copy that is then thrown away."""
        phase = self.phase()
        copy = self.being_asked(-1, unit)
        if moves:
            copy._movable()
        else:
            copy._units()
        if copy.clerk.refusal != 0:
            return copy.clerk.refusal
        if phase == DEPLOY and not moves:
            return NOT_DRAWN
        return CANNOT_BE_NAMED if phase == UNIT else NOT_YOURS

    def card_refusal(self, card: i64) -> i64:
        phase = self.phase()
        if phase == OVER:
            return GAME_OVER
        if card < UNITS_IN_ALL:
            if phase not in (DEPLOY, RECON, SUPPRESSION, ASSAULT, RALLY, UNIT):
                return OTHER_PHASE
            if is_in(self._units(), card) or (phase == DEPLOY and is_in(self._movable(), card)):
                return 0
            return self._unit_refusal(card, phase == DEPLOY)
        if phase in (SUCCESS, ORDER, FRONT, UNIT):
            return OTHER_PHASE
        name = card - UNITS_IN_ALL
        if count(self.hand(self.decider()).cards, name) == 0:
            return NOT_IN_HAND
        return 0 if phase == DISCARD else self._verdict(name)

    def _tell(self, kind: i64, seat: i64, cards: list[int], number: i64 = 0, private: bool = False) -> None:
        """Writes an event down; what it is about is listed in its own order."""
        self.note_list(kind, seat, cards, number, private)


def action_with(verb: i64, piece: i64) -> i64:
    """The number of the action that takes this piece with this verb."""
    return ACTION_AT[verb * PIECES_IN_ALL + piece]


def adjacent(front: i64) -> i64:
    """CC-1.1: the neighbours of a Front, as a set."""
    return bit(LEFT) | bit(RIGHT) if front == CENTER else bit(CENTER)


def pieces(names: list[int]) -> list[int]:
    """Tactics cards as pieces, for events."""
    return [UNITS_IN_ALL + name for name in names]


def packed(numbers: list[i64]) -> i64:
    """Several small numbers in the one number of an event, the first lowest."""
    together: i64 = 0
    for n in range(len(numbers)):
        together = together * _SCALE + numbers[len(numbers) - 1 - n] + _ZERO
    return together


def unpacked(number: int, size: int) -> list[int]:
    """The reverse of `packed`."""
    return [(number // _SCALE**n) % _SCALE - _ZERO for n in range(size)]
