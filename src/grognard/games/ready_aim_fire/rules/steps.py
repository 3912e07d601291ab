"""The effects of each action."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.frames import Frames
from grognard.games.ready_aim_fire.state import position_of
from grognard.kernel.cardsets.bits import is_in
from grognard.kernel.cardsets.counts import is_none

# The phases in which a pass is logged; windows only for cards are left out.
_TOLD_PASSES: Final = (
    n.EXCHANGE, n.DRAW, n.TERRAIN, n.MANEUVER, n.REINFORCE, n.ATTACK, n.COVER, n.SQUARE_ROLL, n.RIDE, n.RIDE_ROLL,
    n.SUPPORT, n.REROLL, n.CHECK, n.DISCARD,
)  # fmt: skip


@mypyc_attr(acyclic=True)
class Steps(Frames):
    """The effects of each action, by phase."""

    def play_card(self, verb: i64, piece: i64) -> None:
        match verb:
            case n.EXCHANGE:
                self.return_battalion(piece)
            case n.CASUALTY:
                self._choose(piece)
            case n.SETUP:
                self.pick_up(piece)
            case n.LIMIT:
                self.give_back(piece)
            case n.REINFORCE:
                self._begin_deploying(piece)
            case _:
                self.open(piece)

    def _begin_deploying(self, piece: i64) -> None:
        """Begins to deploy a battalion or a commander, whose role may be random."""
        self.doing = n.DEPLOYING
        if is_in(self.tables.kinds.commanders, piece) and self.tables.random_roles:
            self.close_frame()
            self.appoint_by_chance(piece)
        else:
            self.open(piece)

    def _choose(self, kind: i64) -> None:
        if self.phase() == n.CASUALTY:
            self.give_up(kind)
        else:
            self.answer(kind)

    def play_plain(self, action: i64) -> None:
        phase = self.phase()
        if action == n.PASS:
            self._pass()
        elif action in (n.DRAW_RESERVE, n.DRAW_TACTICS):
            self._draw_from(phase, action)
        elif action == n.TAKE_COVER:
            self.take_cover()
        elif action == n.RIDE_AROUND:
            self.ride()
        elif action in (n.REROLL_GENERAL, n.REROLL_COMMANDER):
            self._step_reroll(phase, action)
        elif phase == n.SUPPORT:
            self.back(action - n.CARD_AT)
        elif n.TAKE_OVER_AT <= action < n.STACK_AT:
            self.take_over(position_of(self.active, action - n.TAKE_OVER_AT))
        else:
            self.made += 1
            self._step_frame(action)

    def _step_frame(self, action: i64) -> None:
        """Plays an action that opens a frame or answers its question."""
        seat = self.decider()
        if action == n.READY:
            self.ready()
        elif self.doing == n.SORTING:
            self.sort(action - n.CARD_AT)
        elif n.REORGANISE_AT <= action < n.MOVE_AT:
            self.doing = n.SORTING
            self.origin = position_of(seat, action - n.REORGANISE_AT)
            self.kept = self.army(seat).posts[self.origin].stack
            self.enter(n.ORDER)
        elif action < n.ATTACK_AT:
            self.doing = n.MOVING
            self.origin = position_of(seat, action - n.MOVE_AT)
            self.proceed()
        elif action < n.TAKE_OVER_AT:
            self.doing = n.ATTACKING
            self.origin = position_of(seat, action - n.ATTACK_AT)
            self.proceed()
        else:
            self.answer(self._thing(seat, action))

    def _thing(self, seat: i64, action: i64) -> i64:
        """The column or place that an answer names."""
        if action < n.ENEMY_AT:
            return position_of(seat, action - n.STACK_AT)
        if action < n.ENEMY_RESERVE:
            return position_of(1 - seat, action - n.ENEMY_AT)
        if action == n.ENEMY_RESERVE:
            return n.RESERVE_COLUMN
        if action == n.COMMAND:
            return n.COMMAND_COLUMN
        if action == n.SIDE_LEFT:
            return position_of(seat, 0)
        if action == n.SIDE_RIGHT:
            return position_of(seat, n.COLUMNS - 1)
        return action - n.CARD_AT

    def _draw_from(self, phase: i64, action: i64) -> None:
        source: i64 = n.FROM_RESERVE if action == n.DRAW_RESERVE else n.FROM_TACTICS
        if phase == n.DRAW:
            self.draws -= 1
            self.draw_card(source)
            self.draw_on()
        elif phase == n.REDRAW:
            self.draw_card(source)
            self.redraw()
        elif is_none(self.picked):
            self.leave()
            self.extra -= 1
            self.draw_card(source)
            self.draw_extra()
        else:
            self.answer(n.FIRST_DECK + action - n.DRAW_RESERVE)

    def _step_reroll(self, phase: i64, action: i64) -> None:
        if phase == n.REROLL:
            self.reroll_attack()
        elif phase == n.CHECK:
            self.reroll_check(action)
        else:
            self.reroll_charge(phase)

    def _pass(self) -> None:
        phase = self.phase()
        # Declining to play a card is not logged; the journal has it.
        if self.recorder.recording and phase in _TOLD_PASSES:
            self.emit(e.Passed(self.decider(), phase))
        match phase:
            case n.EXCHANGE:
                self.frames = n.SETUP
            case n.SETUP:
                self.commit()
            case n.CONFUSION | n.DRAW | n.TERRAIN | n.MANEUVER:
                self.begin_phase(phase + 1)
            case n.REINFORCE:
                self.end_reinforce()
            case n.DIFFICULTY:
                self.menu()
            case n.ATTACK:
                self.morale_phase()
            case _:
                self._pass_inside(phase)

    def _pass_inside(self, phase: i64) -> None:
        """Passes in a window of an attack or of a later phase."""
        match phase:
            case n.COVER:
                self.squares()
            case n.SQUARE | n.TACTICS | n.REROLL:
                self.silent += 1
                self.word = 1 - self.word
                self.word_on()
            case n.SQUARE_ROLL:
                self.square = n.UNFORMED
                self.after_square()
            case n.RIDE | n.RIDE_ROLL:
                self.support()
            case n.SUPPORT:
                self.silent += 1
                self.support_words()
            case n.OVERRUN:
                self.check_on()
            case n.CHECK:
                if not self.fail_check():
                    self.check_on()
            case n.PRISONERS:
                self.route()
            case n.AGAIN:
                self.close_attack()
            case n.SNIPER:
                self.silent += 1
                self.snipers()
            case _:
                self.to_limit()
