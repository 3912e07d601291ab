"""What may be chosen in each phase, and what choosing it does; the questions of an open frame."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import names
from grognard.games.company_commander.names import (
    ALL_FRONTS, ASSAULT, ASSAULTING, BONUS, BONUS_SQUAD, BONUS_TACTICS, CANNOT_BE_NAMED, CLOSED_FRONT, DEPLOY,
    DEPLOYING, DISCARD, DONE, EMPTY_FRONT, ENEMY_FRONT, ENEMY_UNIT, FIRING, FIRST_FRONT, FIRST_RESOLVE, FRONT, FRONTS,
    LEADING, LEFT, LOOK, LOOK_OR_FRONT, MOVE, MOVING, NONE, NOT_ADJACENT, NOT_DRAWN, NOT_THAT_FRONT, NOT_YOURS,
    NO_BATTLE, NO_FRONT, ORDER, OWN_UNIT, PLAYING, PLAYS, RALLY, RECON, RECONNAISSANCE, RIGHT, SQUAD_AND_FRONT, SUCCESS,
    SUPPRESSION, UNIT, UNITS_TO_DEPLOY,
)  # fmt: skip
from grognard.games.company_commander.rules.fronts import adjacent
from grognard.games.company_commander.rules.windows import Windows
from grognard.games.company_commander.tables import (
    EFFECT, NAMES, PIECES, TARGET, UNITS_IN_ALL, WINDOWS, pieces_of, units_where, units_with,
)  # fmt: skip
from grognard.kernel.engine.actions import OTHER_PHASE, ActionSpace, Window
from grognard.kernel.engine.multi_step import NOTHING
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import bit, is_in, lowest, members_of
from grognard.kernel.cardsets.counts import less, one, some

_UNITS: Final = list(range(UNITS_IN_ALL))
_NO_ASSAULT: Final = units_where("class", "no assault")
_CARDS: Final = pieces_of(range(len(NAMES)))
# Every action there can ever be; house rules only mask this one space. A verb that several phases share stands once.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(DEPLOY, ["DONE", "BONUS_SQUAD", "BONUS_TACTICS"], "DEPLOY", _UNITS, stranger=NOT_DRAWN),
        Window(SUCCESS, ["LOOK", "BONUS"]),
        Window(FRONT, [f"FRONT {front}" for front in FRONTS]),
        Window(ORDER, [f"RESOLVE {front}" for front in FRONTS]),
        Window(MOVE, [], "MOVE", _UNITS, phases=(DEPLOY,), stranger=NOT_YOURS),
        Window(RECON, [], "MISSION", members_of(units_with("recon")), stranger=NOT_YOURS),
        Window(SUPPRESSION, [], "FIRE", members_of(units_with("suppression")), stranger=NOT_YOURS),
        Window(ASSAULT, [], "ASSAULT", [unit for unit in _UNITS if unit not in _NO_ASSAULT], stranger=NOT_YOURS),
        Window(RALLY, [], "LEADER", units_where("class", "leader"), stranger=NOT_YOURS),
        Window(UNIT, [], "UNIT", _UNITS, stranger=CANNOT_BE_NAMED),
        Window(PLAYS, [], "PLAY", _CARDS, phases=sorted(WINDOWS), first=UNITS_IN_ALL),
        Window(DISCARD, [], "DISCARD", _CARDS, first=UNITS_IN_ALL),
    ],
    PIECES,
)
VERB_OF: Final[bytes] = SPACE.phase
PIECE: Final[bytes] = SPACE.card


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class CompanyCommander(Windows):
    """A fight of two companies."""

    # -- what may be chosen ----------------------------------------------------------------------------------------

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == PLAYS:
            return self.playable(), 0
        if verb == MOVE:
            return self.movable(), 0
        if verb == UNIT:
            return self._unit_answers(), 0
        if verb == DISCARD:
            return some(self.hand(self.active).cards), 0
        return self.units(), 0

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == DEPLOY:
            done = self.permits(DONE, self.drawn == 0, UNITS_TO_DEPLOY)  # CC-3.3
            return self.bonus_draws() | (bit(DONE) if done else 0), 0
        if phase == SUCCESS:
            return bit(LOOK) | bit(BONUS), 0
        if phase == FRONT:
            return self._named_fronts() << FIRST_FRONT, 0
        if phase == ORDER:
            battles = self.attacked_fronts() << FIRST_RESOLVE
            return self.restrict(ALL_FRONTS << FIRST_RESOLVE, battles, NO_BATTLE), 0  # CC-7.5
        return (0 if phase in (OVER, DISCARD, UNIT) else bit(DONE)), 0

    def _named_fronts(self) -> i64:
        """The Fronts that the open frame can name."""
        fronts = self._front_answers()
        if self.recorder.asking:
            for front in range(LEFT, RIGHT + 1):
                self.permits(FIRST_FRONT + front, is_in(fronts, front), self._bar_to(front))
        return fronts

    def _bar_to(self, front: i64) -> i64:
        """Why the open frame cannot name a Front, if it cannot."""
        if self.doing == MOVING:
            return NOT_ADJACENT
        if is_in(self.closed(), front):
            return CLOSED_FRONT
        if self.window() in (RECON, SUPPRESSION, ASSAULT) and not is_in(self.occupied(), front):
            return EMPTY_FRONT
        return NOT_THAT_FRONT

    def card_refusal(self, card: i64) -> i64:
        """A Tactics card, while a unit is asked for, is for another moment."""
        if self.phase() == UNIT and card >= UNITS_IN_ALL:
            return OTHER_PHASE
        return super().card_refusal(card)

    # -- choosing it -----------------------------------------------------------------------------------------------

    def play_plain(self, action: i64) -> None:
        if action == DONE:
            self.done()
        elif action in (BONUS_SQUAD, BONUS_TACTICS):
            self.bonus(action)
        elif action in (LOOK, BONUS):
            self._succeed(action)
        elif action < FIRST_RESOLVE:
            self.answer(action - FIRST_FRONT)
        else:
            self.join_battle(action - FIRST_RESOLVE)

    def play_card(self, verb: i64, thing: i64) -> None:
        if verb == RECON:  # this alone is no frame
            self.send(thing)
            return
        self.made += 1
        match verb:
            case names.DISCARD:
                self.give_up(thing)
            case names.PLAYS:
                self._pick(thing)
            case names.UNIT:
                self.answer(thing)
            case _:
                self._choose(verb, thing)

    def _succeed(self, action: i64) -> None:
        """CC-5.6, 5.7: a mission has succeeded, or Air Reconnaissance is played: a look, or a bonus."""
        if self.doing != PLAYING:
            if action == LOOK:
                self.look()
            else:
                self.gain(self.front)
        elif action == LOOK:
            self.finish(NOTHING)
        else:
            self.made += 1
            self.proceed()

    def _pick(self, name: i64) -> None:
        """A card of the open frame: out of the hand, not yet shown."""
        hand = self.hand(self.decider())
        hand.cards = less(hand.cards, one(name))
        self.picked = one(name)
        self.doing = PLAYING
        self.proceed()

    def _choose(self, verb: i64, unit: i64) -> None:
        """A unit with the verb of its phase; then where to, or whom."""
        self.chosen = unit
        if verb == DEPLOY:
            self.doing = DEPLOYING
        elif verb == MOVE:
            self.doing = MOVING
        elif verb == SUPPRESSION:
            self.doing = FIRING
        else:
            self.doing = ASSAULTING if verb == ASSAULT else LEADING
        self.proceed()

    # -- the questions of an open frame ----------------------------------------------------------------------------

    def asks(self) -> i64:
        if self.doing == LEADING:
            return UNIT
        if self.doing != PLAYING:
            return FRONT
        target: i64 = TARGET[lowest(some(self.picked))]
        if target == LOOK_OR_FRONT:  # CC-5.7: a look or a bonus, if there is a Front for one; then for which
            if self.is_question(self.phase()):
                return FRONT
            return SUCCESS if self.occupied() != 0 else OVER
        if target in (OWN_UNIT, ENEMY_UNIT, SQUAD_AND_FRONT) and self.chosen == NONE:
            return UNIT
        return FRONT if target >= ENEMY_FRONT else OVER

    def answers(self) -> i64:
        asks = self.asks()
        if asks == SUCCESS:
            return bit(LOOK) | bit(BONUS)
        return self._unit_answers() if asks == UNIT else self._front_answers()

    def _unit_answers(self) -> i64:
        """The units that the open frame can name."""
        if self.doing == LEADING:
            return self.whom_to_rally(self.chosen)
        return self.candidates(lowest(some(self.picked)))

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

    def answer(self, thing: i64) -> None:
        if self.doing == PLAYING and self.asks() == UNIT:
            self.chosen = thing
            self.proceed()
        else:
            self.finish(thing)

    def fulfil(self, thing: i64) -> None:
        doing = self.doing
        unit = self.chosen
        if doing == PLAYING:
            self._finish_card(NO_FRONT if thing == NOTHING else thing)
            return
        self.close_frame()
        if doing == DEPLOYING:
            self.deploy(unit, thing)
        elif doing == MOVING:
            self.begin_move(unit, thing)
        elif doing == FIRING:
            self._aim(unit, thing)
        elif doing == ASSAULTING:
            self.declare(unit, thing)
        else:
            self.lead(unit, thing)

    def _finish_card(self, front: i64) -> None:
        """Unit and Front of a card are named, as far as it needs them."""
        name = lowest(some(self.picked))
        if EFFECT[name] == RECONNAISSANCE:
            self.reconnoitre(front)
        else:
            self.play(name, self.chosen, front)

    def fresh(self) -> CompanyCommander:
        return CompanyCommander(self.game)
