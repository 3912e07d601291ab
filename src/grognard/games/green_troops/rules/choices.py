"""The legal actions and their effects, and the questions of the open frame.

A card is offered only if all its questions have an answer.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names as n
from grognard.games.green_troops.meta import META
from grognard.games.green_troops.rules.windows import Windows
from grognard.games.green_troops.tables import (
    BARRAGES, FOG, KILL_LEADER, LEADER, RALLY, ROUTS, SCREEN, SPY, TERRAIN,
)  # fmt: skip
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import NONE, bit, lowest, word_of
from grognard.kernel.cardsets.counts import some

# The actions that name a seat.
SEATS: Final[int] = word_of([n.FIRST_SEAT + seat for seat in range(len(META.seats))])


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class GreenTroops(Windows):
    """The state of a game of Green Troops, with all its rules."""

    # -- the open frame --------------------------------------------------------------------------------------------

    def asks(self) -> i64:
        window = self.window()
        if self.moving != NONE:
            return n.UNIT
        name = lowest(some(self.picked))
        effect = self.tables.effect[name]
        if window == n.ATTACK:
            return n.UNIT if self.chosen == NONE else n.SEAT if effect == BARRAGES else n.TARGET
        if window in (n.DEFEND, n.BARRAGE, n.ANSWER):
            return n.UNIT if effect == SCREEN or (window == n.BARRAGE and self.chosen == NONE) else OVER
        if self.tables.type[name] in (LEADER, TERRAIN) or effect == RALLY:
            return n.UNIT
        if effect in (ROUTS, KILL_LEADER):
            return n.TARGET
        return n.SEAT if effect in (SPY, FOG) else OVER

    def answers(self) -> i64:
        window = self.window()
        if self.moving != NONE:
            return self.movers(self.moving) if self._asks_from() else self.destinations(self._origin())
        name = lowest(some(self.picked))
        effect = self.tables.effect[name]
        if window == n.ATTACK:
            if self.chosen == NONE:
                return self.attackers(name)
            return self.enemy_seats(effect) if effect == BARRAGES else self.targets(name, self.chosen)
        if window == n.BARRAGE and self.chosen == NONE:
            return self.protectable(name)
        if effect == SCREEN:
            return self.screeners()
        if self.tables.type[name] == LEADER:
            return self.leaderless()
        if self.tables.type[name] == TERRAIN:
            return self.open_ground()
        if effect == RALLY:
            return self.shaken(name)
        if effect == ROUTS:
            return self.routable(name)
        if effect == KILL_LEADER:
            return self.killable(name)
        return self.enemy_seats(effect)

    def _asks_from(self) -> bool:
        """Whether the question is which of several equal Leaders moves."""
        return self.moving != NONE and self.chosen == NONE and self.tables.cards.equal_leaders

    def _origin(self) -> i64:
        """The Unit that the Leader to move is on."""
        return self.chosen if self.tables.cards.equal_leaders else lowest(self.units_with(self.moving))

    def answer(self, thing: i64) -> None:
        if self._asks_from() or (self.chosen == NONE and self.window() in (n.ATTACK, n.BARRAGE)):
            self.chosen = thing
            self.proceed()
        else:
            self.finish(thing)

    def fulfil(self, thing: i64) -> None:
        if self.moving != NONE:
            here = self._origin()
            self.close_frame()
            self.move_leader(here, thing)
            return
        window = self.phase()
        chosen = self.chosen
        name = lowest(some(self.picked))
        self.close_frame()
        self.armies[self.decider()].lose(name)
        if window == n.ATTACK:
            self.declare(name, chosen, thing)
        elif window == n.OPPORTUNITY:
            self.oppose(name)
        elif window == n.DEFEND:
            self.defend(name, thing)
        elif window == n.BARRAGE:
            self.protect(name, chosen, thing)
        elif window == n.ANSWER:
            self.cancel_opportunity(name, thing)
        elif self.tables.type[name] == LEADER or self.tables.type[name] == TERRAIN:
            self.attach(name, thing)
        elif self.tables.effect[name] == ROUTS:
            self.rout(name, thing)
        else:
            self.play_event(name, thing)

    # -- legal actions and their effects ---------------------------------------------------------------------------

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == n.SEAT:
            return self.restrict(SEATS, self.answers() << n.FIRST_SEAT, n.NOT_THAT_SEAT), 0
        passing: i64 = bit(n.PASS)
        if phase > n.AFTERMATH:
            passing = 0  # GT-3.5
        return passing, 0

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb in (n.UNIT, n.TARGET):
            return self.answers(), 0
        if verb == n.MOVES:
            return self.moves(), 0
        if verb == n.CAPTURE:
            return self.takeable(), 0
        return self._playable(), 0

    def _playable(self) -> i64:
        """The cards in the deciding player's hand that can be played in this window."""
        held = some(self.armies[self.decider()].hand)
        playable: i64 = 0
        while held != 0:
            name = lowest(held)
            held &= held - 1
            verdict = self.verdict(name)
            if verdict == 0 or self.accepts(self.piece(name), verdict):
                playable |= bit(name)
        return playable

    def play_plain(self, action: i64) -> None:
        if action == n.PASS:
            self._pass()
        else:
            self.answer(action - n.FIRST_SEAT)

    def play_card(self, verb: i64, thing: i64) -> None:
        if verb == n.CAPTURE:
            self.take(thing)
        elif verb == n.DISPATCH:
            self.give_up(thing)
        else:
            self.made += 1
            if verb in (n.UNIT, n.TARGET):
                self.answer(thing)
                return
            if verb == n.MOVES:
                self.moving = thing
            else:
                self.pick_card(thing)
            self.proceed()

    def _pass(self) -> None:
        """GT-3.5: passes in a window; only forced discards cannot be passed."""
        phase = self.phase()
        if self.recorder.recording:
            self.emit(e.Passed(self.decider(), phase))
        self.close_phase(phase)

    def fresh(self) -> GreenTroops:
        return GreenTroops(self.game)
