"""RAF-5 Attack Phase: who attacks whom (RAF-5.1 to 5.25), and what ends an attack (RAF-5.39)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.names import (
    ADVANCE, AGAIN, ATTACK, ATTACKED, ATTACK_AT, CAPTURED, CASUALTY, COLUMNS, CONFUSION, COVER, COVER_TAKEN,
    DIFFICULTY, DIFFICULT_TERRAIN, FIRE_AT_WILL, FUSILLADE, GENERAL_ALONE, HAS_ATTACKED, INDIRECT_FIRE, IS_BLOWN,
    LIGHT, NOBODY_THERE, NONE, NO_ATTACK_LEFT, NO_TARGET, OVERRUN, PROBE, PROBED, RAIDED, REDOUBT, RESERVE_COLUMN,
    SABERS, STACK_ENGAGED, VOID, WOODS,
)  # fmt: skip
from grognard.games.ready_aim_fire.rules.fight import Fight
from grognard.games.ready_aim_fire.state import BLOWN, COVERED, SPENT, Army, kind_of, position_of
from grognard.games.ready_aim_fire.tables import KIND
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import less, one, plus, some
from grognard.kernel.cardsets.stacks import card_at, height, on_top, without_card

ATTACKS: Final = 3  # RAF-5.1


@mypyc_attr(acyclic=True)
class Attack(Fight):
    """RAF-5 Attack Phase: who attacks whom (RAF-5.1 to 5.25), and the end of an attack (RAF-5.39)."""

    def attack_phase(self) -> None:
        """RAF-5.1, 5.3."""
        self.attacks = self.attacks_due()
        self.further = 1
        self.engaged = 0
        self.frames = DIFFICULTY
        if self.might(1 - self.active, bit(DIFFICULT_TERRAIN)) == 0:
            self.menu()

    def attacks_due(self) -> i64:
        """RAF-5.1: the attacks that a turn begins with (option `attacks`)."""
        attacks: i64 = ATTACKS
        if self.tables.per_stack:
            army = self.army(self.active)
            attacks = 1
            for column in range(COLUMNS):
                attacks += 1 if army.posts[column].stack != 0 else 0
        return attacks

    def attacks_left(self) -> i64:
        """RAF-5.1: the attacks of this turn that are still to come, as the table shows them."""
        if self.phase() == OVER:
            return 0
        window = self.window()
        if CONFUSION <= window < DIFFICULTY:
            return self.attacks_due()
        fighting = DIFFICULTY <= window < OVERRUN or window == AGAIN or self.front != NONE
        return self.attacks if fighting else 0

    def menu(self) -> None:
        """RAF-5.4."""
        self.frames = ATTACK
        names = bit(FIRE_AT_WILL) | bit(ADVANCE) | bit(PROBE) | self.scouting()
        if not self._might_attack() and self.might(self.active, names) == 0:
            self.morale_phase()

    def _might_attack(self) -> bool:
        """Is there an attack left, and a card on top that is not visibly unable to make it?"""
        if self.attacks <= 0:
            return False
        for column in range(COLUMNS):
            verdict = self._attack_verdict(column)
            if verdict in (0, NO_TARGET):
                return True
        return False

    def _attack_verdict(self, column: i64) -> i64:
        """Why the top card of a column cannot attack; 0 if it can (RAF-5.10, 5.11)."""
        post = self.army(self.active).posts[column]
        if post.stack == 0:
            return NOBODY_THERE
        card = card_at(post.stack, 0)
        if card & BLOWN != 0 and not self.tables.blown_attack:
            return IS_BLOWN
        if card & SPENT != 0 and not self.tables.repeat_attack:
            return HAS_ATTACKED
        if self.tables.per_stack and is_in(self.engaged, column) and self.further <= 0:
            return STACK_ENGAGED
        return 0 if self.targets(column, kind_of(card)) != 0 else NO_TARGET

    def attackers(self) -> i64:
        """The columns that can attack."""
        columns: i64 = 0
        for column in range(COLUMNS):
            verdict: i64 = NO_ATTACK_LEFT if self.attacks <= 0 else self._attack_verdict(column)
            if verdict == 0:
                columns |= bit(column)
            else:
                self.permits(ATTACK_AT + position_of(self.active, column), False, verdict)
        return columns

    def targets(self, column: i64, kind: i64) -> i64:
        """RAF-5.11: the enemy columns that such a battalion can attack from here; RESERVE_COLUMN is the reserve."""
        enemy = self.army(1 - self.active)
        if self.is_held(enemy.posts[column]):
            return bit(column)
        columns: i64 = 0
        for there in range(COLUMNS):
            if self.is_held(enemy.posts[there]) and (is_in(KIND.cavalry, kind) or -1 <= there - column <= 1):
                columns |= bit(there)
        if some(enemy.discard) & KIND.battalions != 0:
            columns |= bit(RESERVE_COLUMN)
        return columns

    def light_columns(self) -> i64:
        """The columns with a Light that has a target, for a Probe."""
        columns: i64 = 0
        for column in range(COLUMNS):
            if self.lights(column) != 0 and self.targets(column, LIGHT) != 0:
                columns |= bit(column)
        return columns

    def lights(self, column: i64) -> i64:
        """The places of the Light in an own stack."""
        stack = self.army(self.active).posts[column].stack
        places: i64 = 0
        n = height(stack)
        while n > 0:
            n -= 1
            if kind_of(card_at(stack, n)) == LIGHT:
                places |= bit(n)
        return places

    def declare(self, column: i64, target: i64) -> None:
        """RAF-5.20: an attack is spent."""
        self.attacks -= 1
        if is_in(self.engaged, column):
            self.further -= 1
        self.engaged |= bit(column)
        self._engage(column, target)

    def _engage(self, column: i64, target: i64) -> None:
        """Steps 2 to 5 of RAF-5.20: both cards are turned up."""
        self._clear_fight()
        self.front = column
        self.target = NONE if target == RESERVE_COLUMN else target
        self.attacker_here = True
        self.turn_up(self.active, column, SPENT)
        enemy = self.army(1 - self.active)
        here = position_of(self.active, column)
        if target == RESERVE_COLUMN:
            if self.recorder.recording:
                self.tell(RAIDED, self.active, [self.kind_at(self.active, column)], [here])
            self._raid(enemy)
            return
        there = position_of(1 - self.active, target)
        if enemy.posts[target].stack == 0:
            self.tell(
                GENERAL_ALONE, self.active, [self.kind_at(self.active, column), enemy.posts[target].general],
                [here, there],
            )  # fmt: skip
            self.kill_general(enemy, target)  # RAF-5.22
            self.after_fight()
            return
        self.defender_here = True
        self.turn_up(1 - self.active, target, 0)
        attacker = self.kind_at(self.active, column)
        defender = self.kind_at(1 - self.active, target)
        if self.recorder.recording:
            self.tell(ATTACKED, self.active, [attacker, defender], [here, there])
        if is_in(KIND.infantry, attacker) and is_in(KIND.cavalry, defender):  # RAF-5.24
            self._void()
        elif self._cover_offered():
            self.frames = COVER
        else:
            self.squares()

    def _clear_fight(self) -> None:
        self.front = NONE
        self.target = NONE
        self.attacker_here = False
        self.defender_here = False
        self.supporters = (NONE, NONE)
        self.square = 0
        self.sheltered = False
        self.crossing = False
        self.aids = (0, 0)
        self.dice = (0, 0, 0)
        self.word = 0
        self.silent = 0
        self.loser = NONE
        self.fate = 0

    def _raid(self, enemy: Army) -> None:
        """RAF-5.21: the owner chooses, if he has several kinds."""
        kinds = some(enemy.discard) & KIND.battalions
        if kinds & (kinds - 1) == 0:
            self.give_up(lowest(kinds))
        else:
            self.frames = CASUALTY

    def give_up(self, kind: i64) -> None:
        enemy = self.army(1 - self.active)
        enemy.discard = less(enemy.discard, one(kind))
        enemy.eliminated = plus(enemy.eliminated, one(kind))
        self.tell(CAPTURED, enemy.seat, [kind], [])
        self.after_fight()

    def _void(self) -> None:
        """RAF-5.24, 5.40: the attack is used up, nobody has fought."""
        if self.recorder.recording:
            self.tell(VOID, self.active, [], [])
        self.end_attack()

    def _cover_offered(self) -> bool:
        """Can the defender be put in Woods or a Redoubt, and would that matter?"""
        post = self.post(1 - self.active, self.target)
        cover = post.ground & (bit(WOODS) | bit(REDOUBT))
        if cover == 0 or (post.taken and card_at(post.stack, 0) & COVERED == 0):
            return False
        attacker = self.kind_at(self.active, self.front)
        defender = kind_of(post.stack)
        infantry = is_in(KIND.infantry, defender)
        woods = is_in(cover, WOODS)
        if not infantry and (woods or not is_in(KIND.artillery, defender)):
            return False
        if is_in(KIND.cavalry, attacker):
            return True
        return infantry and is_in(KIND.infantry, attacker) and not (woods and attacker == LIGHT)

    def take_cover(self) -> None:
        post = self.post(1 - self.active, self.target)
        post.taken = True
        post.stack |= COVERED
        self.sheltered = True
        if self.recorder.recording:
            cover = WOODS if is_in(post.ground, WOODS) else REDOUBT
            self.tell(COVER_TAKEN, 1 - self.active, [kind_of(post.stack), cover], [])
        if is_in(KIND.cavalry, self.kind_at(self.active, self.front)):
            self._void()
        else:
            self.squares()

    def probe(self, column: i64, place: i64, target: i64) -> None:
        """A Light from anywhere in its stack: while it fights it is on top."""
        post = self.army(self.active).posts[column]
        card = card_at(post.stack, place)
        post.stack = on_top(without_card(post.stack, place), card)
        self.tell(PROBED, self.active, [LIGHT], [position_of(self.active, column), place])
        self._engage(column, target)

    def end_attack(self) -> None:
        """RAF-5.39: the defender to the bottom; one more attack by a card; the attacker to the bottom."""
        if self.defender_here:
            self.sink(1 - self.active, self.target)
        self.frames = AGAIN
        if self.might(self.active, self.again_cards()) == 0:
            self.close_attack()

    def again_cards(self) -> i64:
        """The card with which this attacker could attack once more."""
        if not self.attacker_here or self.again:
            return 0
        kind = self.kind_at(self.active, self.front)
        if is_in(KIND.artillery, kind):
            if self.target == NONE:
                return 0
            there = height(self.post(1 - self.active, self.target).stack)
            return bit(INDIRECT_FIRE) if there > (1 if self.defender_here else 0) else 0
        if self.targets(self.front, kind) == 0:
            return 0
        return bit(SABERS) if is_in(KIND.cavalry, kind) else bit(FUSILLADE)

    def attack_again(self, target: i64) -> None:
        self.again = True
        self._engage(self.front, target)

    def close_attack(self) -> None:
        if self.attacker_here:
            self.sink(self.active, self.front)
        self.again = False
        self._clear_fight()
        self.menu()
