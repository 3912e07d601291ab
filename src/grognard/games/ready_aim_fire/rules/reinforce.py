"""RAF-4.30 Reinforce Phase."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.attack import Attack
from grognard.games.ready_aim_fire.marks import SEEN, card_of, kind_of
from grognard.games.ready_aim_fire.state import Army, position_of
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import less, one, some
from grognard.kernel.cardsets.stacks import at_bottom, card_at, height, inserted, unmarked, without_card


@mypyc_attr(acyclic=True)
class Reinforce(Attack):
    """RAF-4.30 Reinforce Phase: moves along the line, then reinforcements from the hand."""

    def maneuver(self) -> None:
        self.frames = n.MANEUVER
        could = self.sortable() != 0 or (self.moves > 0 and self.movable() != 0) or self._could_reinforce()
        if not could and self.might(self.active, self.maneuver_cards()) == 0:
            self.reinforce()

    def maneuver_cards(self) -> i64:
        return self.scouting() | (self.tables.kinds.marches if self.movable() != 0 else 0)

    def reinforce(self) -> None:
        self.frames = n.REINFORCE
        if not self._could_reinforce() and self.might(self.active, self.scouting()) == 0:
            self.end_reinforce()

    def _could_reinforce(self) -> bool:
        """Might the active side deploy a card or take over a position, by public information?"""
        army = self.army(self.active)
        if self.vacant() != 0:
            return True
        if (some(army.hand) & (-1 if self.tables.merged else self.tables.kinds.reserves)) == 0:
            return False
        return self.roomy(army) != 0 or self.roles(army) != 0

    def sortable(self) -> i64:
        """The active side's columns whose stack can be reorganized (RAF-4.30)."""
        army = self.army(self.active)
        columns: i64 = 0
        if not self.reorganised:
            for column in range(n.COLUMNS):
                if height(army.posts[column].stack) > 1:
                    columns |= bit(column)
        return columns

    def movable(self) -> i64:
        """The active side's columns that a card or a general can leave."""
        columns: i64 = 0
        for column in range(n.COLUMNS):
            if self.leavers(column) != 0:
                columns |= bit(column)
        return columns

    def leavers(self, column: i64) -> i64:
        """The places of the cards that can move to an adjacent column; the general is GENERAL_PLACE."""
        army = self.army(self.active)
        post = army.posts[column]
        lie = height(post.stack)
        places: i64 = 0
        if self.moves_to(column, 0) != 0 and not (self.tables.enemy_action and lie == 1):
            places = bit(lie) - 1
        if post.general != n.NONE and self.moves_to(column, n.GENERAL_PLACE) != 0:
            places |= bit(n.GENERAL_PLACE)
        return places

    def moves_to(self, column: i64, place: i64) -> i64:
        """The adjacent columns that a card or the general can move to."""
        army = self.army(self.active)
        columns: i64 = 0
        for step in range(-1, 2, 2):
            there = column + step
            if 0 <= there < n.COLUMNS:
                post = army.posts[there]
                if place == n.GENERAL_PLACE:
                    fits = post.general == n.NONE and post.stack != 0
                else:
                    fits = height(post.stack) < self.limit(army, there)
                if fits:
                    columns |= bit(there)
        return columns

    def move(self, column: i64) -> None:
        """RAF-4.30: moves a card or general along the line."""
        army = self.army(self.active)
        origin = self.origin
        which = self.which
        self.close_frame()
        here = army.posts[origin]
        there = army.posts[column]
        self.moves -= 1
        if which == n.GENERAL_PLACE:
            if self.recorder.recording:
                left = position_of(army.seat, origin)
                self.emit(e.GeneralMoved(army.seat, here.general, left, position_of(army.seat, column), which))
            there.general = here.general
            there.acting = here.acting
            there.rerolls = here.rerolls
            here.general = n.NONE
            here.acting = False
            here.rerolls = 0
        else:
            card = card_at(here.stack, which)
            here.stack = without_card(here.stack, which)
            there.stack = at_bottom(there.stack, card)
            there.lost = there.lost and self.tables.cumulative
            if self.recorder.recording:
                left = position_of(army.seat, origin)
                reached = position_of(army.seat, column)
                self.emit(e.Moved(army.seat, kind_of(card), left, reached, which, private=card & SEEN == 0))
        self.maneuver()

    def sort(self, place: i64) -> None:
        """RAF-4.30: chooses the next card from the top; the player is not asked about the last one."""
        post = self.army(self.active).posts[self.origin]
        card = card_at(post.stack, self.sorted + place)
        post.stack = inserted(without_card(post.stack, self.sorted + place), self.sorted, card)
        self.sorted += 1
        if self.sorted < height(post.stack) - 1:
            return
        if not self.is_open():
            post.stack = unmarked(post.stack, SEEN)  # RAF-2.8
        if self.recorder.recording:
            self.emit(e.Reorganised(self.active, position_of(self.active, self.origin)))
        self.close_frame()
        self.reorganised = True
        self.maneuver()

    def deploy(self, piece: i64, column: i64) -> None:
        """RAF-4.32, 4.33: deploys a card, which ends the rearranging."""
        army = self.army(self.active)
        if is_in(self.tables.kinds.battalions, piece):
            self._bring_up(army, piece, column)
        else:
            army.lose(piece)
            if column == n.COMMAND_COLUMN:
                army.commander = piece
                army.appointed = True
                if self.recorder.recording:
                    self.emit(e.Appointed(army.seat, piece))
            else:
                post = army.posts[column]
                post.general = piece
                if self.recorder.recording:
                    self.emit(e.Posted(army.seat, piece, position_of(army.seat, column)))
        self.reinforce()

    def _bring_up(self, army: Army, kind: i64, column: i64) -> None:
        """Adds a battalion at the bottom, face down, or face up in the opening round (RAF-4.35)."""
        post = army.posts[column]
        seen = self.is_open()
        post.stack = at_bottom(post.stack, card_of(kind) | (SEEN if seen else 0))
        post.lost = post.lost and self.tables.cumulative
        if seen:
            army.lose(kind)
        else:
            army.lose_one_unseen(self.tables.kinds.battalions)
        if self.recorder.recording:
            self.emit(e.Deployed(army.seat, kind, position_of(army.seat, column), private=not seen))

    def appoint_by_chance(self, piece: i64) -> None:
        """Deploys a commander in a random role (option `commander_roles`)."""
        army = self.army(self.active)
        roles: i64 = 0
        left = self.roles(army)
        while left != 0:
            column = lowest(left)
            left &= left - 1
            roles |= bit(column if column == n.COMMAND_COLUMN else position_of(army.seat, column))
        army.hand = less(army.hand, one(piece))
        role = self.random_thing(roles)
        self.reveal()
        self.deploy(piece, role if role == n.COMMAND_COLUMN else position_of(army.seat, role))

    def take_over(self, column: i64) -> None:
        """RAF-8.10: the Army Commander takes over a position."""
        army = self.army(self.active)
        post = army.posts[column]
        post.general = army.commander
        post.acting = True
        post.rerolls = army.commander_rerolls
        army.commander = n.NONE
        army.commander_rerolls = 0
        if self.recorder.recording:
            self.emit(e.TookOver(army.seat, post.general, position_of(army.seat, column)))
        if self.phase() == n.MANEUVER:
            self.maneuver()
        else:
            self.reinforce()

    def end_reinforce(self) -> None:
        """RAF-4.36: checks for victory, and begins the Attack Phase."""
        if not self.decided():
            self.attack_phase()
