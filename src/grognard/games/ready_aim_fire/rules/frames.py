"""The questions of an open frame, that is, of a choice that takes several actions."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.cards import Cards
from grognard.games.ready_aim_fire.marks import card_of
from grognard.games.ready_aim_fire.state import Army
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.bits import bit, is_in, lowest
from grognard.kernel.cardsets.counts import less, nothing, one, plus, some
from grognard.kernel.cardsets.stacks import at_bottom, height


@mypyc_attr(acyclic=True)
class Frames(Cards):
    """The open frame: after a card or stack is picked, its questions are asked one after the other."""

    def open(self, piece: i64) -> None:
        """Takes a card from the hand without showing it, and asks its first question."""
        self.made += 1
        army = self.army(self.decider())
        army.hand = less(army.hand, one(piece))
        self.picked = plus(self.picked, one(piece))
        self.proceed()

    def pick_up(self, kind: i64) -> None:
        """Picks up a battalion in the setup, to be placed."""
        self.made += 1
        army = self.army(self.word)
        if self.tables.thoth:
            army.hand = less(army.hand, one(kind))
        else:
            army.reserve = less(army.reserve, one(kind))
        self.picked = one(kind)
        self.doing = n.PLACING
        self.proceed()

    def asks(self) -> i64:
        if self.doing == n.PLACING or self.doing == n.DEPLOYING:
            return n.STACK
        if self.doing == n.MOVING:
            return n.CARD if self.which == n.NONE else n.STACK
        if self.doing == n.ATTACKING:
            return n.ENEMY
        piece = lowest(some(self.picked))
        card: i64 = self.tables.works_as[piece]
        if is_in(self.tables.kinds.drawers, piece):
            return n.FETCH
        if card == n.PROBE:
            return n.STACK if self.origin == n.NONE else n.CARD if self.which == n.NONE else n.ENEMY
        if card == n.RIVER:
            return n.SIDE
        if is_in(self.tables.kinds.terrains, piece):
            return n.STACK
        if card == n.SNIPER_CARD:
            return n.ENEMY
        return n.ENEMY if card in (n.FUSILLADE, n.SABERS) else OVER

    def answers(self) -> i64:
        """The possible answers to the question: columns, places, sides, kinds or decks."""
        army = self.army(self.decider())
        if self.doing == n.MOVING:
            return self.leavers(self.origin) if self.which == n.NONE else self.moves_to(self.origin, self.which)
        if self.doing == n.ATTACKING:
            return self.targets(self.origin, self.kind_at(self.active, self.origin))
        piece = lowest(some(self.picked))
        if self.doing == n.PLACING:
            return self.start_columns(is_in(self.tables.kinds.flankers, piece), 1)
        if self.doing == n.DEPLOYING:
            return self.roomy(army) if is_in(self.tables.kinds.battalions, piece) else self.roles(army)
        if is_in(self.tables.kinds.probes, piece):
            if self.origin == n.NONE:
                return self.light_columns()
            return self.lights(self.origin) if self.which == n.NONE else self.probed(self.origin, self.which)
        if is_in(self.tables.kinds.drawers, piece):
            return self.uses(piece)
        if is_in(self.tables.kinds.terrains, piece):
            return self.sites(piece)
        if is_in(self.tables.kinds.snipers, piece):
            return self.snipable()
        return self.targets(self.front, self.kind_at(self.active, self.front))

    def is_asked(self, asks: i64, answers: i64) -> bool:
        """Is the question asked? A Probe asks for a hidden choice unless the other side can rule it out."""
        if some(self.picked) & self.tables.kinds.probes != 0 and asks != n.ENEMY:
            army = self.army(self.active)
            if asks == n.CARD:
                return height(army.posts[self.origin].stack) > 1
            stacks: i64 = 0
            for column in range(n.COLUMNS):
                stacks += 1 if army.posts[column].stack != 0 else 0
            return stacks > 1
        return answers & (answers - 1) != 0

    def answer(self, thing: i64) -> None:
        asks = self.asks()
        if self.doing == n.MOVING and asks == n.CARD:
            self.which = thing
            self.proceed()
        elif asks in (n.STACK, n.CARD) and some(self.picked) & self.tables.kinds.probes != 0:
            if asks == n.STACK:
                self.origin = thing
            else:
                self.which = thing
            self.proceed()
        else:
            self.finish(thing)

    def fulfil(self, thing: i64) -> None:
        if self.doing == n.MOVING:
            self.move(thing)
            return
        if self.doing == n.ATTACKING:
            column = self.origin
            self.close_frame()
            self.declare(column, thing)
            return
        piece = lowest(some(self.picked))
        army = self.army(self.decider())
        if self.doing == n.PLACING:
            self._close_placing(army, piece, thing)
            return
        deploying = self.doing == n.DEPLOYING
        origin = self.origin
        which = self.which
        self.close_frame()
        if deploying:
            self.deploy(piece, thing)
            return
        army.lose(piece)
        army.played |= bit(piece)
        if is_in(self.tables.kinds.terrains, piece):
            self.lay_terrain(piece, thing)
            return
        self.drop(army, piece)
        if self.recorder.recording:
            self.emit(e.Played(army.seat, piece, self.phase()))
        if is_in(self.tables.kinds.probes, piece):
            self.probe(origin, which, thing)
        else:
            self.play(piece, thing)

    def _close_placing(self, army: Army, kind: i64, column: i64) -> None:
        """Places a battalion in the setup; the frame stays open until the line is finished."""
        self.picked = nothing()
        self.doing = 0
        post = army.posts[column]
        post.stack = at_bottom(post.stack, card_of(kind))
