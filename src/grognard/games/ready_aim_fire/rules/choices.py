"""What may be chosen: the game as the kernel asks it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.names import (
    APPOINTED_ALREADY, ATTACK, ATTACK_AT, CANNOT_MOVE, CARD, CARD_AT, CASUALTY, CHECK, CLOSED_BY_COMMANDER, COLUMNS,
    COMMAND, COMMAND_COLUMN, CONFUSED, COVER, DECK_EMPTY, DEPLOYING, DRAW, DRAW_RESERVE, DRAW_TACTICS, ENEMY, ENEMY_AT,
    ENEMY_RESERVE, EXCHANGE, FETCH, FIRST_COMMANDER, FLANKS_NEED_IT, GENERAL_PLACE, LIMIT, LINE_UNFINISHED, MANEUVER,
    MOVE_AT, MOVING, MUST_CHOOSE, MUST_DRAW, NONE, NOTHING_TO_SORT, NOT_FALLEN, NOT_OFFERED, NOT_THIS_CARD,
    NO_COMMANDER, NO_DRAWS_LEFT, NO_MOVE_LEFT, NO_POST, NO_REROLL, NO_ROOM, NO_SUCH_CARD, NO_SUPPORT, NO_TARGET,
    NO_TERRAIN_PLACE, ORDER, PASS, PLACING, PLAYED_ALREADY, PROBE, READY, REDRAW, REINFORCE, REORGANISED_ALREADY,
    REORGANISE_AT, REROLL, REROLL_COMMANDER, REROLL_GENERAL, RESERVE_COLUMN, RIDE, RIDE_AROUND, RIDE_ROLL, SETUP,
    SIDE_LEFT, SIDE_RIGHT, SQUARE_ROLL, STACK, STACK_AT, SUPPORT, TACTICS, TAKE_COVER, TAKE_OVER_AT,
)  # fmt: skip
from grognard.games.ready_aim_fire.rules.steps import Steps
from grognard.games.ready_aim_fire.state import position_of
from grognard.games.ready_aim_fire.tables import KIND
from grognard.kernel.engine.actions import OTHER_PHASE
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import is_none, some
from grognard.kernel.cardsets.stacks import height


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ReadyAimFire(Steps):
    """A game of Ready Aim Fire: what may be chosen, and why the rest may not."""

    def ahead(self, seat: i64) -> ReadyAimFire | None:
        # RAF-3.2: both draw up their lines at once, in secret. What the Thoth set-up exchanges is drawn, one side after
        # the other.
        if self.window() != SETUP or self.word == seat or seat == 0 or self.tables.thoth:
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
        """The plain actions of this phase, in one word."""
        if phase >= FETCH or phase in (CASUALTY, LIMIT):
            self.permits(PASS, False, MUST_CHOOSE)
            return self._plain_answers(phase)
        if phase in (DRAW, REDRAW):
            return self._plain_draws(phase)
        if phase == SETUP:
            ready: i64 = bit(READY) if self.placeable() != 0 else 0
            return ready | (bit(PASS) if self.permits(PASS, self.line_stands(), LINE_UNFINISHED) else 0)
        if phase in (MANEUVER, REINFORCE):
            return self._plain_reinforce(phase)
        if phase == ATTACK:
            return bit(PASS) | self._at(ATTACK_AT, self.active, self.attackers())
        if phase == COVER:
            return bit(PASS) | bit(TAKE_COVER)
        if phase == RIDE:
            return bit(PASS) | bit(RIDE_AROUND)
        if phase == SUPPORT:
            places: i64 = bit(GENERAL_PLACE) - 1
            return bit(PASS) | self.restrict(places << CARD_AT, self.supporter_places() << CARD_AT, NO_SUPPORT)
        if phase in (SQUARE_ROLL, RIDE_ROLL, REROLL):
            self.permits(REROLL_COMMANDER, False, NO_REROLL)
            return bit(PASS) | bit(REROLL_GENERAL)
        if phase == CHECK:
            if self.helped:
                self.permits(REROLL_GENERAL, False, CLOSED_BY_COMMANDER)
            return bit(PASS) | self.restrict(
                bit(REROLL_GENERAL) | bit(REROLL_COMMANDER), self.check_rerolls(), NO_REROLL
            )
        return bit(PASS)

    def _plain_draws(self, phase: i64) -> i64:
        """Draws from the decks there are; to pass, none must be left to draw."""
        sources: i64 = 0
        if phase == REDRAW:
            sources = self.sources(True)
        elif self.draws > 0:
            sources = self.sources(False)
        left = phase == REDRAW or self.draws > 0
        draws = self._draws(sources, DECK_EMPTY if left else NO_DRAWS_LEFT)
        return draws | (bit(PASS) if self.permits(PASS, phase == DRAW and sources == 0, MUST_DRAW) else 0)

    def _draws(self, sources: i64, lacking: i64) -> i64:
        """The draws from these decks, and what is wrong with the others."""
        both = bit(DRAW_RESERVE) | bit(DRAW_TACTICS)
        return self.restrict(both, sources << DRAW_RESERVE, CONFUSED if self.confused else lacking)

    def _plain_reinforce(self, phase: i64) -> i64:
        """RAF-8.10; before reinforcements come, RAF-4.30."""
        no_commander = self.army(self.active).commander == NONE
        actions = bit(PASS) | self._offered(
            TAKE_OVER_AT, self.active, self.vacant(), NO_COMMANDER if no_commander else NOT_FALLEN
        )
        if phase == REINFORCE:
            return actions
        sorts = REORGANISED_ALREADY if self.reorganised else NOTHING_TO_SORT
        actions |= self._offered(REORGANISE_AT, self.active, self.sortable(), sorts)
        if self.moves > 0:
            return actions | self._offered(MOVE_AT, self.active, self.movable(), CANNOT_MOVE)
        return actions | self._offered(MOVE_AT, self.active, 0, NO_MOVE_LEFT)

    def _plain_answers(self, phase: i64) -> i64:
        """The answers to a question of the open frame that name no card by its name."""
        if phase in (CASUALTY, LIMIT):
            return 0
        places: i64 = bit(GENERAL_PLACE + 1) - 1
        if phase == FETCH:
            return self._draws(0 if self.confused else self.sources(False), DECK_EMPTY)
        if phase == ORDER:
            unsorted = height(self.army(self.active).posts[self.origin].stack) - self.sorted
            return self.restrict(places << CARD_AT, (bit(unsorted) - 1) << CARD_AT, NO_SUCH_CARD)
        answers = self.answers()
        seat = self.decider()
        if phase == STACK:
            return self._plain_stacks(seat, answers)
        if phase == ENEMY:
            reserve: i64 = 0
            if self.permits(ENEMY_RESERVE, is_in(answers, RESERVE_COLUMN), NO_TARGET):
                reserve = bit(ENEMY_RESERVE)
            return reserve | self._offered(ENEMY_AT, 1 - seat, answers, NO_TARGET)
        if phase == CARD:
            return self.restrict(places << CARD_AT, answers << CARD_AT, NO_SUCH_CARD)
        return bit(SIDE_LEFT) | bit(SIDE_RIGHT)  # a River is asked about only where both are free

    def _plain_stacks(self, seat: i64, answers: i64) -> i64:
        """The own columns that the open frame may go to, and the Army Commander's place."""
        if self.doing == PLACING:
            if self.recorder.asking:
                self._bar_columns(answers)
            return self._at(STACK_AT, seat, answers)
        piece = lowest(some(self.picked)) if self.doing != MOVING else 0
        lacking: i64 = NO_TERRAIN_PLACE
        command: i64 = 0
        if self.doing == MOVING:
            lacking = CANNOT_MOVE
        elif self.doing == DEPLOYING:
            commander = piece >= FIRST_COMMANDER
            lacking = NO_POST if commander else NO_ROOM
            appointable = is_in(answers, COMMAND_COLUMN)
            if self.permits(COMMAND, appointable, APPOINTED_ALREADY if commander else NOT_OFFERED):
                command = bit(COMMAND)
        elif piece == PROBE:
            lacking = NO_TARGET
        return command | self._offered(STACK_AT, seat, answers, lacking)

    def _bar_columns(self, answers: i64) -> None:
        """RAF-3.3: why the picked battalion cannot be placed in the other columns."""
        flanker = is_in(KIND.flankers, lowest(some(self.picked)))
        for column in range(COLUMNS):
            bar = self.start_bar(flanker, column)
            action = STACK_AT + position_of(self.word, column)
            self.permits(action, is_in(answers, column), FLANKS_NEED_IT if bar == 0 else bar)

    def _offered(self, first: i64, seat: i64, columns: i64, refusal: i64) -> i64:
        """The actions that name these columns; `refusal` is what is wrong with the others."""
        # (Not 31 << first: mypyc shifts a literal by 32 bits only.)
        return self.restrict(bit(first + COLUMNS) - bit(first), self._at(first, seat, columns), refusal)

    def _at(self, first: i64, seat: i64, columns: i64) -> i64:
        """The actions that name these columns as the seat calls them."""
        if seat == 0:
            return (columns & 31) << first
        actions: i64 = 0
        for column in range(COLUMNS):
            if is_in(columns, column):
                actions |= bit(first + COLUMNS - 1 - column)
        return actions

    # -- actions with a card ---------------------------------------------------------------------------------------

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == TACTICS:
            return self._playable(), 0
        if verb == REINFORCE:
            return self._deployable(), 0
        if verb == LIMIT:
            return some(self.army(self.active).hand), 0
        if verb == SETUP:
            return self.placeable(), 0
        if verb == EXCHANGE:
            return self.returnable_units(), 0
        if self.phase() == CASUALTY:
            return some(self.army(1 - self.active).discard) & KIND.battalions, 0
        return 0 if is_none(self.picked) else self.fetchable(lowest(some(self.picked))), 0

    def _playable(self) -> i64:
        """The Tactics cards of the decider's hand that he can play now."""
        army = self.army(self.decider())
        held = self.reject_bits(some(army.hand), ~KIND.tactics, OTHER_PHASE)
        if held == 0:
            return 0
        held = self.reject_bits(held, army.played, PLAYED_ALREADY)
        fitting = self.fitting()
        if self.recorder.asking:
            held = self.reject_bits(held, self.meant() & ~fitting, self.lacking())
        return self.reject_bits(held, ~fitting, NOT_THIS_CARD)

    def _deployable(self) -> i64:
        """Battalions and commanders of the active hand that can be brought up."""
        army = self.army(self.active)
        pieces = some(army.hand) & KIND.reserves
        if pieces & KIND.battalions != 0 and self.roomy(army) == 0:
            pieces = self.reject_bits(pieces, KIND.battalions, NO_ROOM)
        if pieces & KIND.commanders != 0 and self.roles(army) == 0:
            pieces = self.reject_bits(pieces, KIND.commanders, NO_POST)
        return pieces

    def fresh(self) -> ReadyAimFire:
        return ReadyAimFire(self.game)
