"""RAF-5 Attack Phase: attackers and targets (RAF-5.1 to 5.25), and the end of an attack (RAF-5.39)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.fight import Fight
from grognard.games.ready_aim_fire.marks import BLOWN, COVERED, SPENT, kind_of
from grognard.games.ready_aim_fire.state import Army, position_of
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import less, one, plus, some
from grognard.kernel.cardsets.stacks import card_at, height, on_top, without_card

ATTACKS: Final = 3  # RAF-5.1


@mypyc_attr(acyclic=True)
class Attack(Fight):
    """RAF-5 Attack Phase: attackers and targets (RAF-5.1 to 5.25), and the end of an attack (RAF-5.39)."""

    def attack_phase(self) -> None:
        """Begins the Attack Phase (RAF-5.1, 5.3)."""
        self.attacks = self.attacks_due()
        self.further = 1
        self.engaged = 0
        self.frames = n.DIFFICULTY
        if self.might(1 - self.active, self.tables.kinds.difficulties) == 0:
            self.menu()

    def attacks_due(self) -> i64:
        """RAF-5.1: the number of attacks at the start of a turn (option `attacks`)."""
        attacks: i64 = ATTACKS
        if self.tables.per_stack:
            army = self.army(self.active)
            attacks = 1
            for column in range(n.COLUMNS):
                attacks += 1 if army.posts[column].stack != 0 else 0
        return attacks

    def attacks_left(self) -> i64:
        """RAF-5.1: the number of attacks left this turn, as the table shows it."""
        if self.phase() == OVER:
            return 0
        window = self.window()
        if n.CONFUSION <= window < n.DIFFICULTY:
            return self.attacks_due()
        fighting = n.DIFFICULTY <= window < n.OVERRUN or window == n.AGAIN or self.front != n.NONE
        return self.attacks if fighting else 0

    def menu(self) -> None:
        """Opens the choice between attacks (RAF-5.4)."""
        self.frames = n.ATTACK
        names = self.tables.kinds.more_attacks | self.tables.kinds.probes | self.scouting()
        if not self._might_attack() and self.might(self.active, names) == 0:
            self.morale_phase()

    def _might_attack(self) -> bool:
        """Is there an attack left, and a top card that may be able to make it?"""
        if self.attacks <= 0:
            return False
        for column in range(n.COLUMNS):
            verdict = self._attack_verdict(column)
            if verdict in (0, n.NO_TARGET):
                return True
        return False

    def _attack_verdict(self, column: i64) -> i64:
        """The reason why the top card of a column cannot attack; 0 if it can (RAF-5.10, 5.11)."""
        post = self.army(self.active).posts[column]
        if post.stack == 0:
            return n.NOBODY_THERE
        card = card_at(post.stack, 0)
        if card & BLOWN != 0 and not self.tables.blown_attack:
            return n.IS_BLOWN
        if card & SPENT != 0 and not self.tables.repeat_attack:
            return n.HAS_ATTACKED
        if self.tables.per_stack and is_in(self.engaged, column) and self.further <= 0:
            return n.STACK_ENGAGED
        return 0 if self.targets(column, kind_of(card)) != 0 else n.NO_TARGET

    def attackers(self) -> i64:
        """The columns that can attack."""
        columns: i64 = 0
        for column in range(n.COLUMNS):
            verdict: i64 = n.NO_ATTACK_LEFT if self.attacks <= 0 else self._attack_verdict(column)
            if verdict == 0:
                columns |= bit(column)
            else:
                self.permits(n.ATTACK_AT + position_of(self.active, column), False, verdict)
        return columns

    def targets(self, column: i64, kind: i64) -> i64:
        """RAF-5.11: the enemy columns that this kind can attack from a column; RESERVE_COLUMN is the reserve."""
        enemy = self.army(1 - self.active)
        if self.is_held(enemy.posts[column]):
            return bit(column)
        columns: i64 = 0
        for there in range(n.COLUMNS):
            if self.is_held(enemy.posts[there]) and (
                is_in(self.tables.kinds.cavalry, kind) or -1 <= there - column <= 1
            ):
                columns |= bit(there)
        if some(enemy.discard) & self.tables.kinds.battalions != 0:
            columns |= bit(n.RESERVE_COLUMN)
        return columns

    def light_columns(self) -> i64:
        """The columns with a Light that has a target, for a Probe."""
        columns: i64 = 0
        for column in range(n.COLUMNS):
            places = self.lights(column)
            if places != 0 and self.probed(column, lowest(places)) != 0:
                columns |= bit(column)
        return columns

    def _kind_in(self, column: i64, place: i64) -> i64:
        """The kind of a card in a stack of the active side."""
        return kind_of(card_at(self.army(self.active).posts[column].stack, place))

    def probed(self, column: i64, place: i64) -> i64:
        """The enemy columns that a Light in a stack can attack with a Probe."""
        return self.targets(column, self._kind_in(column, place))

    def lights(self, column: i64) -> i64:
        """The places of Light in a stack of the active side."""
        stack = self.army(self.active).posts[column].stack
        places: i64 = 0
        i = height(stack)
        while i > 0:
            i -= 1
            if is_in(self.tables.kinds.light, kind_of(card_at(stack, i))):
                places |= bit(i)
        return places

    def declare(self, column: i64, target: i64) -> None:
        """RAF-5.20: uses up an attack and begins it."""
        self.attacks -= 1
        if is_in(self.engaged, column):
            self.further -= 1
        self.engaged |= bit(column)
        self._engage(column, target)

    def _engage(self, column: i64, target: i64) -> None:
        """Turns up both cards and begins the fight (RAF-5.20 to 5.25)."""
        self._clear_fight()
        self.front = column
        self.target = n.NONE if target == n.RESERVE_COLUMN else target
        self.attacker_here = True
        self.turn_up(self.active, column, SPENT)
        enemy = self.army(1 - self.active)
        here = position_of(self.active, column)
        if target == n.RESERVE_COLUMN:
            if self.recorder.recording:
                self.emit(e.Raided(self.active, self.kind_at(self.active, column), here))
            self._raid(enemy)
            return
        there = position_of(1 - self.active, target)
        if enemy.posts[target].stack == 0:
            if self.recorder.recording:
                attacker = self.kind_at(self.active, column)
                self.emit(e.GeneralAlone(self.active, attacker, enemy.posts[target].general, here, there))
            self.kill_general(enemy, target)  # RAF-5.22
            self.after_fight()
            return
        self.defender_here = True
        self.turn_up(1 - self.active, target, 0)
        attacker = self.kind_at(self.active, column)
        defender = self.kind_at(1 - self.active, target)
        if self.recorder.recording:
            self.emit(e.Attacked(self.active, attacker, defender, here, there))
        if is_in(self.tables.kinds.infantry, attacker) and is_in(self.tables.kinds.cavalry, defender):  # RAF-5.24
            self._void(in_cover=False)
        elif self._cover_offered():
            self.frames = n.COVER
        else:
            self.squares()

    def _clear_fight(self) -> None:
        self.front = n.NONE
        self.target = n.NONE
        self.attacker_here = False
        self.defender_here = False
        self.supporters = (n.NONE, n.NONE)
        self.square = 0
        self.sheltered = False
        self.crossing = False
        self.aids = (0, 0)
        self.dice = (0, 0, 0)
        self.word = 0
        self.silent = 0
        self.loser = n.NONE
        self.fate = 0

    def _raid(self, enemy: Army) -> None:
        """RAF-5.21: the owner chooses a battalion if there are several kinds."""
        kinds = some(enemy.discard) & self.tables.kinds.battalions
        if kinds & (kinds - 1) == 0:
            self.give_up(lowest(kinds))
        else:
            self.frames = n.CASUALTY

    def give_up(self, kind: i64) -> None:
        enemy = self.army(1 - self.active)
        enemy.discard = less(enemy.discard, one(kind))
        enemy.eliminated = plus(enemy.eliminated, one(kind))
        if self.recorder.recording:
            self.emit(e.Captured(enemy.seat, kind))
        self.after_fight()

    def _void(self, in_cover: bool) -> None:
        """RAF-5.24, 5.40: ends a void attack, which is used up without a fight."""
        if self.recorder.recording:
            self.emit(e.Void(self.active, in_cover))
        self.end_attack()

    def _cover_offered(self) -> bool:
        """Can the defender take cover in Woods or a Redoubt, and would that matter?"""
        post = self.post(1 - self.active, self.target)
        kinds = self.tables.kinds
        cover = post.ground & (kinds.woods | kinds.redoubts)
        if cover == 0 or (post.taken and card_at(post.stack, 0) & COVERED == 0):
            return False
        attacker = self.kind_at(self.active, self.front)
        defender = kind_of(post.stack)
        infantry = is_in(self.tables.kinds.infantry, defender)
        woods = cover & kinds.woods != 0
        if not infantry and (woods or not is_in(self.tables.kinds.artillery, defender)):
            return False
        if is_in(self.tables.kinds.cavalry, attacker):
            return True
        return infantry and is_in(self.tables.kinds.infantry, attacker) and not (woods and is_in(kinds.light, attacker))

    def take_cover(self) -> None:
        post = self.post(1 - self.active, self.target)
        post.taken = True
        post.stack |= COVERED
        self.sheltered = True
        if self.recorder.recording:
            woods = post.ground & self.tables.kinds.woods
            cover = woods if woods != 0 else post.ground & self.tables.kinds.redoubts
            self.emit(e.CoverTaken(1 - self.active, kind_of(post.stack), lowest(cover)))
        if is_in(self.tables.kinds.cavalry, self.kind_at(self.active, self.front)):
            self._void(in_cover=True)
        else:
            self.squares()

    def probe(self, column: i64, place: i64, target: i64) -> None:
        """Attacks with a Light from anywhere in its stack; while it fights, it is on top."""
        post = self.army(self.active).posts[column]
        card = card_at(post.stack, place)
        post.stack = on_top(without_card(post.stack, place), card)
        if self.recorder.recording:
            self.emit(e.Probed(self.active, kind_of(card), position_of(self.active, column), place))
        self._engage(column, target)

    def end_attack(self) -> None:
        """RAF-5.39: moves the defender to the bottom, and asks for a card that allows an extra attack."""
        if self.defender_here:
            self.sink(1 - self.active, self.target)
        self.frames = n.AGAIN
        if self.might(self.active, self.again_cards()) == 0:
            self.close_attack()

    def again_cards(self) -> i64:
        """The cards that would let this attacker attack once more."""
        if not self.attacker_here or self.again:
            return 0
        kind = self.kind_at(self.active, self.front)
        if is_in(self.tables.kinds.artillery, kind):
            if self.target == n.NONE:
                return 0
            there = height(self.post(1 - self.active, self.target).stack)
            return self.tables.kinds.indirect_fires if there > (1 if self.defender_here else 0) else 0
        if self.targets(self.front, kind) == 0:
            return 0
        return self.tables.kinds.sabers if is_in(self.tables.kinds.cavalry, kind) else self.tables.kinds.fusillades

    def attack_again(self, target: i64) -> None:
        self.again = True
        self._engage(self.front, target)

    def close_attack(self) -> None:
        if self.attacker_here:
            self.sink(self.active, self.front)
        self.again = False
        self._clear_fight()
        self.menu()
