"""What each action leads to."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.names import (
    ATTACK, ATTACKING, ATTACK_AT, CARD_AT, CASUALTY, CHECK, COLUMNS, COMMAND, COMMAND_COLUMN, COVER, DEPLOYING, DISCARD,
    DRAW, DRAW_RESERVE, DRAW_TACTICS, ENEMY_AT, ENEMY_RESERVE, EXCHANGE, FIRST_COMMANDER, FIRST_DECK, FROM_RESERVE,
    FROM_TACTICS, MANEUVER, MOVE_AT, MOVING, ORDER, PASS, PASSED, READY, REDRAW, REINFORCE, REORGANISE_AT, REROLL,
    REROLL_COMMANDER, REROLL_GENERAL, RESERVE_COLUMN, RIDE, RIDE_AROUND, RIDE_ROLL, SETUP, SIDE_LEFT, SIDE_RIGHT,
    SORTING, SQUARE_ROLL, STACK_AT, SUPPORT, TAKE_COVER, TAKE_OVER_AT, TERRAIN,
)  # fmt: skip
from grognard.games.ready_aim_fire.rules.frames import Frames
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.cardsets.counts import is_none

# The windows in which passing says something: not those for cards alone.
_TOLD_PASSES: Final = (
    EXCHANGE, DRAW, TERRAIN, MANEUVER, REINFORCE, ATTACK, COVER, SQUARE_ROLL, RIDE, RIDE_ROLL, SUPPORT, REROLL, CHECK,
    DISCARD,
)  # fmt: skip


@mypyc_attr(acyclic=True)
class Steps(Frames):
    """What each action does, by the phase in which it is chosen."""

    def play_card(self, verb: i64, piece: i64) -> None:
        match verb:
            case names.EXCHANGE:
                self.return_battalion(piece)
            case names.CASUALTY:
                self._choose(piece)
            case names.SETUP:
                self.pick_up(piece)
            case names.LIMIT:
                self.give_back(piece)
            case names.REINFORCE:
                self._begin_deploying(piece)
            case _:
                self.open(piece)

    def _begin_deploying(self, piece: i64) -> None:
        """A battalion or a commander, who may get his post by chance."""
        self.doing = DEPLOYING
        if piece >= FIRST_COMMANDER and self.tables.random_roles:
            self.close_frame()
            self.appoint_by_chance(piece)
        else:
            self.open(piece)

    def _choose(self, kind: i64) -> None:
        if self.phase() == CASUALTY:
            self.give_up(kind)
        else:
            self.answer(kind)

    def play_plain(self, action: i64) -> None:
        phase = self.phase()
        if action == PASS:
            self._pass()
        elif action in (DRAW_RESERVE, DRAW_TACTICS):
            self._draw_from(phase, action)
        elif action == TAKE_COVER:
            self.take_cover()
        elif action == RIDE_AROUND:
            self.ride()
        elif action in (REROLL_GENERAL, REROLL_COMMANDER):
            self._step_reroll(phase, action)
        elif phase == SUPPORT:
            self.back(action - CARD_AT)
        elif TAKE_OVER_AT <= action < STACK_AT:
            self.take_over(position_of(self.active, action - TAKE_OVER_AT))
        else:
            self.made += 1
            self._step_frame(action)

    def _step_frame(self, action: i64) -> None:
        """What opens a frame, or answers its question."""
        seat = self.decider()
        if action == READY:
            self.ready()
        elif self.doing == SORTING:
            self.sort(action - CARD_AT)
        elif REORGANISE_AT <= action < MOVE_AT:
            self.doing = SORTING
            self.origin = position_of(seat, action - REORGANISE_AT)
            self.kept = self.army(seat).posts[self.origin].stack
            self.enter(ORDER)
        elif action < ATTACK_AT:
            self.doing = MOVING
            self.origin = position_of(seat, action - MOVE_AT)
            self.proceed()
        elif action < TAKE_OVER_AT:
            self.doing = ATTACKING
            self.origin = position_of(seat, action - ATTACK_AT)
            self.proceed()
        else:
            self.answer(self._thing(seat, action))

    def _thing(self, seat: i64, action: i64) -> i64:
        """The column or place that an answer names."""
        if action < ENEMY_AT:
            return position_of(seat, action - STACK_AT)
        if action < ENEMY_RESERVE:
            return position_of(1 - seat, action - ENEMY_AT)
        if action == ENEMY_RESERVE:
            return RESERVE_COLUMN
        if action == COMMAND:
            return COMMAND_COLUMN
        if action == SIDE_LEFT:
            return position_of(seat, 0)
        if action == SIDE_RIGHT:
            return position_of(seat, COLUMNS - 1)
        return action - CARD_AT

    def _draw_from(self, phase: i64, action: i64) -> None:
        source: i64 = FROM_RESERVE if action == DRAW_RESERVE else FROM_TACTICS
        if phase == DRAW:
            self.draws -= 1
            self.draw_card(source)
            self.draw_on()
        elif phase == REDRAW:
            self.draw_card(source)
            self.redraw()
        elif is_none(self.picked):
            self.leave()
            self.extra -= 1
            self.draw_card(source)
            self.draw_extra()
        else:
            self.answer(FIRST_DECK + action - DRAW_RESERVE)

    def _step_reroll(self, phase: i64, action: i64) -> None:
        if phase == REROLL:
            self.reroll_attack()
        elif phase == CHECK:
            self.reroll_check(action)
        else:
            self.reroll_charge(phase)

    def _pass(self) -> None:
        phase = self.phase()
        # A card that is not played is not worth a line of the log; the journal has it.
        if self.recorder.recording and phase in _TOLD_PASSES:
            self.tell(PASSED, self.decider(), [], [phase])
        match phase:
            case names.EXCHANGE:
                self.frames = SETUP
            case names.SETUP:
                self.commit()
            case names.CONFUSION | names.DRAW | names.TERRAIN | names.MANEUVER:
                self.begin_phase(phase + 1)
            case names.REINFORCE:
                self.end_reinforce()
            case names.DIFFICULTY:
                self.menu()
            case names.ATTACK:
                self.morale_phase()
            case _:
                self._pass_inside(phase)

    def _pass_inside(self, phase: i64) -> None:
        """The windows of an attack and of the phases after it."""
        match phase:
            case names.COVER:
                self.squares()
            case names.SQUARE | names.TACTICS | names.REROLL:
                self.silent += 1
                self.word = 1 - self.word
                self.word_on()
            case names.SQUARE_ROLL:
                self.square = 2
                self.after_square()
            case names.RIDE | names.RIDE_ROLL:
                self.support()
            case names.SUPPORT:
                self.silent += 1
                self.support_words()
            case names.OVERRUN:
                self.check_on()
            case names.CHECK:
                if not self.fail_check():
                    self.check_on()
            case names.PRISONERS:
                self.route()
            case names.AGAIN:
                self.close_attack()
            case names.SNIPER:
                self.silent += 1
                self.snipers()
            case _:
                self.to_limit()
