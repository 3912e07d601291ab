"""The legal actions in each phase and their effects, and the questions of an open frame."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import names as n
from grognard.games.company_commander.rules.fronts import adjacent
from grognard.games.company_commander.rules.windows import Windows
from grognard.kernel.engine.actions import OTHER_PHASE
from grognard.kernel.engine.multi_step import NOTHING
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import less, one, some


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CompanyCommander(Windows):
    """The state of a game of Company Commander, with all its rules."""

    # -- legal actions ---------------------------------------------------------------------------------------------

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == n.PLAYS:
            return self.playable(), 0
        if verb == n.MOVE:
            return self.movable(), 0
        if verb == n.UNIT:
            return self._unit_answers(), 0
        if verb == n.DISCARD:
            return some(self.hand(self.active).cards), 0
        return self.units(), 0

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == n.DEPLOY:
            done = self.permits(n.DONE, self.drawn == 0, n.UNITS_TO_DEPLOY)  # CC-3.3
            return self.bonus_draws() | (bit(n.DONE) if done else 0), 0
        if phase == n.SUCCESS:
            return bit(n.LOOK) | bit(n.BONUS), 0
        if phase == n.FRONT:
            return self._named_fronts() << n.FIRST_FRONT, 0
        if phase == n.ORDER:
            battles = self.attacked_fronts() << n.FIRST_RESOLVE
            return self.restrict(n.ALL_FRONTS << n.FIRST_RESOLVE, battles, n.NO_BATTLE), 0  # CC-7.5
        return (0 if phase in (OVER, n.DISCARD, n.UNIT) else bit(n.DONE)), 0

    def _named_fronts(self) -> i64:
        """The Fronts that the open frame can name; also records why the others are refused."""
        fronts = self._front_answers()
        if self.recorder.asking:
            for front in range(n.LEFT, n.RIGHT + 1):
                self.permits(n.FIRST_FRONT + front, is_in(fronts, front), self._bar_to(front))
        return fronts

    def _bar_to(self, front: i64) -> i64:
        """The reason why the open frame cannot name a Front."""
        if self.doing == n.MOVING:
            return n.NOT_ADJACENT
        if is_in(self.closed(), front):
            return n.CLOSED_FRONT
        if self.window() in (n.RECON, n.SUPPRESSION, n.ASSAULT) and not is_in(self.occupied(), front):
            return n.EMPTY_FRONT
        return n.NOT_THAT_FRONT

    def card_refusal(self, card: i64) -> i64:
        """Returns why a card is refused. While the game asks for a unit, Tactics cards belong to another phase."""
        if self.phase() == n.UNIT and card >= self.tables.cards.units_in_all:
            return OTHER_PHASE
        return super().card_refusal(card)

    # -- effects of actions ----------------------------------------------------------------------------------------

    def play_plain(self, action: i64) -> None:
        if action == n.DONE:
            self.done()
        elif action in (n.BONUS_SQUAD, n.BONUS_TACTICS):
            self.bonus(action)
        elif action in (n.LOOK, n.BONUS):
            self._succeed(action)
        elif action < n.FIRST_RESOLVE:
            self.answer(action - n.FIRST_FRONT)
        else:
            self.join_battle(action - n.FIRST_RESOLVE)

    def play_card(self, verb: i64, thing: i64) -> None:
        if verb == n.RECON:  # the only one that opens no frame
            self.send(thing)
            return
        self.made += 1
        match verb:
            case n.DISCARD:
                self.give_up(thing)
            case n.PLAYS:
                self._pick(thing)
            case n.UNIT:
                self.answer(thing)
            case _:
                self._choose(verb, thing)

    def _succeed(self, action: i64) -> None:
        """CC-5.6, 5.7: takes a look or the bonus, after a successful mission or for Air Reconnaissance."""
        if self.doing != n.PLAYING:
            if action == n.LOOK:
                self.look()
            else:
                self.gain(self.front)
        elif action == n.LOOK:
            self.finish(NOTHING)
        else:
            self.made += 1
            self.proceed()

    def _pick(self, name: i64) -> None:
        """Moves a card from the hand to the open frame, not yet shown to the opponent."""
        hand = self.hand(self.decider())
        hand.cards = less(hand.cards, one(name))
        self.picked = one(name)
        self.doing = n.PLAYING
        self.proceed()

    def _choose(self, verb: i64, unit: i64) -> None:
        """Chooses a unit with the verb of its phase; the frame then asks for the Front or the unit to rally."""
        self.chosen = unit
        if verb == n.DEPLOY:
            self.doing = n.DEPLOYING
        elif verb == n.MOVE:
            self.doing = n.MOVING
        elif verb == n.SUPPRESSION:
            self.doing = n.FIRING
        else:
            self.doing = n.ASSAULTING if verb == n.ASSAULT else n.LEADING
        self.proceed()

    # -- the questions of an open frame ----------------------------------------------------------------------------

    def asks(self) -> i64:
        if self.doing == n.LEADING:
            return n.UNIT
        if self.doing != n.PLAYING:
            return n.FRONT
        target: i64 = self.tables.kinds.target[lowest(some(self.picked))]
        if target == n.LOOK_OR_FRONT:  # CC-5.7: look or bonus, if a Front could get a bonus; then which Front
            if self.is_question(self.phase()):
                return n.FRONT
            return n.SUCCESS if self.occupied() != 0 else OVER
        if target in (n.OWN_UNIT, n.ENEMY_UNIT, n.SQUAD_AND_FRONT) and self.chosen == n.NONE:
            return n.UNIT
        return n.FRONT if target >= n.ENEMY_FRONT else OVER

    def answers(self) -> i64:
        asks = self.asks()
        if asks == n.SUCCESS:
            return bit(n.LOOK) | bit(n.BONUS)
        return self._unit_answers() if asks == n.UNIT else self._front_answers()

    def _unit_answers(self) -> i64:
        """The units that can answer the open frame's question."""
        if self.doing == n.LEADING:
            return self.whom_to_rally(self.chosen)
        return self.candidates(lowest(some(self.picked)))

    def _front_answers(self) -> i64:
        """The Fronts that can answer the open frame's question."""
        if self.doing == n.DEPLOYING:
            return n.ALL_FRONTS
        if self.doing == n.PLAYING:
            return self.fronts_for(lowest(some(self.picked)))
        front = self.front_of(self.chosen)
        if self.doing == n.MOVING:
            return adjacent(front)
        return self.targets_from(front, self.closed())

    def answer(self, thing: i64) -> None:
        if self.doing == n.PLAYING and self.asks() == n.UNIT:
            self.chosen = thing
            self.proceed()
        else:
            self.finish(thing)

    def fulfil(self, thing: i64) -> None:
        doing = self.doing
        unit = self.chosen
        if doing == n.PLAYING:
            self._finish_card(n.NO_FRONT if thing == NOTHING else thing)
            return
        self.close_frame()
        if doing == n.DEPLOYING:
            self.deploy(unit, thing)
        elif doing == n.MOVING:
            self.begin_move(unit, thing)
        elif doing == n.FIRING:
            self._aim(unit, thing)
        elif doing == n.ASSAULTING:
            self.declare(unit, thing)
        else:
            self.lead(unit, thing)

    def _finish_card(self, front: i64) -> None:
        """Plays the picked card, once its unit and Front are named as needed."""
        name = lowest(some(self.picked))
        if self.tables.kinds.effect[name] == n.RECONNAISSANCE:
            self.reconnoitre(front)
        else:
            self.play(name, self.chosen, front)

    def fresh(self) -> CompanyCommander:
        return CompanyCommander(self.game)
