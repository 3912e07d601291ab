"""The legal choices, as the kernel asks for them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.steps import Steps
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.engine.actions import OTHER_PHASE
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import is_none, some
from grognard.kernel.cardsets.stacks import height


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ReadyAimFire(Steps):
    """A game of Ready Aim Fire: its legal actions, and the reasons why others are refused."""

    def ahead(self, seat: i64) -> ReadyAimFire | None:
        # RAF-3.2: both sides set up at the same time, in secret. In the Thoth setup they exchange cards one after the
        # other.
        if self.window() != n.SETUP or self.word == seat or seat == 0 or self.tables.thoth:
            return None
        copy = self.clone()
        copy.ply -= copy.made
        copy.take_back_choice()
        copy.word = seat
        return copy

    # -- actions without a card ------------------------------------------------------------------------------------

    def plain_actions(self) -> tuple[i64, i64]:
        return self._plain(self.phase()), 0

    def _plain(self, phase: i64) -> i64:
        """The actions without a card in this phase, as one bit set."""
        if phase >= n.FETCH or phase in (n.CASUALTY, n.LIMIT):
            self.permits(n.PASS, False, n.MUST_CHOOSE)
            return self._plain_answers(phase)
        if phase in (n.DRAW, n.REDRAW):
            return self._plain_draws(phase)
        if phase == n.SETUP:
            ready: i64 = bit(n.READY) if self.placeable() != 0 else 0
            return ready | (bit(n.PASS) if self.permits(n.PASS, self.line_stands(), n.LINE_UNFINISHED) else 0)
        if phase in (n.MANEUVER, n.REINFORCE):
            return self._plain_reinforce(phase)
        if phase == n.ATTACK:
            return bit(n.PASS) | self._at(n.ATTACK_AT, self.active, self.attackers())
        if phase == n.COVER:
            return bit(n.PASS) | bit(n.TAKE_COVER)
        if phase == n.RIDE:
            return bit(n.PASS) | bit(n.RIDE_AROUND)
        if phase == n.SUPPORT:
            places: i64 = bit(n.GENERAL_PLACE) - 1
            return bit(n.PASS) | self.restrict(places << n.CARD_AT, self.supporter_places() << n.CARD_AT, n.NO_SUPPORT)
        if phase in (n.SQUARE_ROLL, n.RIDE_ROLL, n.REROLL):
            self.permits(n.REROLL_COMMANDER, False, n.NO_REROLL)
            return bit(n.PASS) | bit(n.REROLL_GENERAL)
        if phase == n.CHECK:
            if self.helped:
                self.permits(n.REROLL_GENERAL, False, n.CLOSED_BY_COMMANDER)
            return bit(n.PASS) | self.restrict(
                bit(n.REROLL_GENERAL) | bit(n.REROLL_COMMANDER), self.check_rerolls(), n.NO_REROLL
            )
        return bit(n.PASS)

    def _plain_draws(self, phase: i64) -> i64:
        """The possible draws; passing is legal only when no draw is left."""
        sources: i64 = 0
        if phase == n.REDRAW:
            sources = self.sources(True)
        elif self.draws > 0:
            sources = self.sources(False)
        left = phase == n.REDRAW or self.draws > 0
        draws = self._draws(sources, n.DECK_EMPTY if left else n.NO_DRAWS_LEFT)
        return draws | (bit(n.PASS) if self.permits(n.PASS, phase == n.DRAW and sources == 0, n.MUST_DRAW) else 0)

    def _draws(self, sources: i64, lacking: i64) -> i64:
        """The draws from these decks; the other draws are refused with a reason."""
        both = bit(n.DRAW_RESERVE) | bit(n.DRAW_TACTICS)
        return self.restrict(both, sources << n.DRAW_RESERVE, n.CONFUSED if self.confused else lacking)

    def _plain_reinforce(self, phase: i64) -> i64:
        """The actions without a card in the Reinforce Phase: RAF-8.10 and, before reinforcements, RAF-4.30."""
        no_commander = self.army(self.active).commander == n.NONE
        actions = bit(n.PASS) | self._offered(
            n.TAKE_OVER_AT, self.active, self.vacant(), n.NO_COMMANDER if no_commander else n.NOT_FALLEN
        )
        if phase == n.REINFORCE:
            return actions
        sorts = n.REORGANISED_ALREADY if self.reorganised else n.NOTHING_TO_SORT
        actions |= self._offered(n.REORGANISE_AT, self.active, self.sortable(), sorts)
        if self.moves > 0:
            return actions | self._offered(n.MOVE_AT, self.active, self.movable(), n.CANNOT_MOVE)
        return actions | self._offered(n.MOVE_AT, self.active, 0, n.NO_MOVE_LEFT)

    def _plain_answers(self, phase: i64) -> i64:
        """The answers to a question of the open frame that do not name a card."""
        if phase in (n.CASUALTY, n.LIMIT):
            return 0
        places: i64 = bit(n.GENERAL_PLACE + 1) - 1
        if phase == n.FETCH:
            return self._draws(0 if self.confused else self.sources(False), n.DECK_EMPTY)
        if phase == n.ORDER:
            unsorted = height(self.army(self.active).posts[self.origin].stack) - self.sorted
            return self.restrict(places << n.CARD_AT, (bit(unsorted) - 1) << n.CARD_AT, n.NO_SUCH_CARD)
        answers = self.answers()
        seat = self.decider()
        if phase == n.STACK:
            return self._plain_stacks(seat, answers)
        if phase == n.ENEMY:
            reserve: i64 = 0
            if self.permits(n.ENEMY_RESERVE, is_in(answers, n.RESERVE_COLUMN), n.NO_TARGET):
                reserve = bit(n.ENEMY_RESERVE)
            return reserve | self._offered(n.ENEMY_AT, 1 - seat, answers, n.NO_TARGET)
        if phase == n.CARD:
            return self.restrict(places << n.CARD_AT, answers << n.CARD_AT, n.NO_SUCH_CARD)
        return bit(n.SIDE_LEFT) | bit(n.SIDE_RIGHT)  # a River asks for a side only if both are free

    def _plain_stacks(self, seat: i64, answers: i64) -> i64:
        """The decider's columns where the open frame may end, and the Army Commander's place."""
        if self.doing == n.PLACING:
            if self.recorder.asking:
                self._bar_columns(answers)
            return self._at(n.STACK_AT, seat, answers)
        piece = lowest(some(self.picked)) if self.doing != n.MOVING else 0
        lacking: i64 = n.NO_TERRAIN_PLACE
        command: i64 = 0
        if self.doing == n.MOVING:
            lacking = n.CANNOT_MOVE
        elif self.doing == n.DEPLOYING:
            commander = is_in(self.tables.kinds.commanders, piece)
            lacking = n.NO_POST if commander else n.NO_ROOM
            appointable = is_in(answers, n.COMMAND_COLUMN)
            if self.permits(n.COMMAND, appointable, n.APPOINTED_ALREADY if commander else n.NOT_OFFERED):
                command = bit(n.COMMAND)
        elif is_in(self.tables.kinds.probes, piece):
            lacking = n.NO_TARGET
        return command | self._offered(n.STACK_AT, seat, answers, lacking)

    def _bar_columns(self, answers: i64) -> None:
        """RAF-3.3: records why the picked battalion cannot be placed in the other columns."""
        flanker = is_in(self.tables.kinds.flankers, lowest(some(self.picked)))
        for column in range(n.COLUMNS):
            bar = self.start_bar(flanker, column)
            action = n.STACK_AT + position_of(self.word, column)
            self.permits(action, is_in(answers, column), n.FLANKS_NEED_IT if bar == 0 else bar)

    def _offered(self, first: i64, seat: i64, columns: i64, refusal: i64) -> i64:
        """The actions that name these columns; the others are refused with `refusal`."""
        # (Not 31 << first: mypyc shifts a literal by 32 bits only.)
        return self.restrict(bit(first + n.COLUMNS) - bit(first), self._at(first, seat, columns), refusal)

    def _at(self, first: i64, seat: i64, columns: i64) -> i64:
        """The actions that name these columns, from the point of view of a seat."""
        if seat == 0:
            return (columns & 31) << first
        actions: i64 = 0
        for column in range(n.COLUMNS):
            if is_in(columns, column):
                actions |= bit(first + n.COLUMNS - 1 - column)
        return actions

    # -- actions with a card ---------------------------------------------------------------------------------------

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == n.TACTICS:
            return self._playable(), 0
        if verb == n.REINFORCE:
            return self._deployable(), 0
        if verb == n.LIMIT:
            return some(self.army(self.active).hand), 0
        if verb == n.SETUP:
            return self.placeable(), 0
        if verb == n.EXCHANGE:
            return self.returnable_units(), 0
        if self.phase() == n.CASUALTY:
            return some(self.army(1 - self.active).discard) & self.tables.kinds.battalions, 0
        return 0 if is_none(self.picked) else self.fetchable(lowest(some(self.picked))), 0

    def _playable(self) -> i64:
        """The Tactics cards in the decider's hand that can be played now."""
        army = self.army(self.decider())
        held = self.reject_bits(some(army.hand), ~self.tables.kinds.tactics, OTHER_PHASE)
        if held == 0:
            return 0
        held = self.reject_bits(held, army.played, n.PLAYED_ALREADY)
        fitting = self.fitting()
        if self.recorder.asking:
            held = self.reject_bits(held, self.meant() & ~fitting, self.lacking())
        return self.reject_bits(held, ~fitting, n.NOT_THIS_CARD)

    def _deployable(self) -> i64:
        """The battalions and commanders in the active hand that can be deployed."""
        army = self.army(self.active)
        pieces = some(army.hand) & self.tables.kinds.reserves
        if pieces & self.tables.kinds.battalions != 0 and self.roomy(army) == 0:
            pieces = self.reject_bits(pieces, self.tables.kinds.battalions, n.NO_ROOM)
        if pieces & self.tables.kinds.commanders != 0 and self.roles(army) == 0:
            pieces = self.reject_bits(pieces, self.tables.kinds.commanders, n.NO_POST)
        return pieces

    def fresh(self) -> ReadyAimFire:
        return ReadyAimFire(self.game)
