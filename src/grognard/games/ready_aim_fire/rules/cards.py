"""RAF-11 Tactics cards."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.rules.setup import Setup
from grognard.kernel.cardsets.bits import is_in


@mypyc_attr(acyclic=True)
class Cards(Setup):
    """RAF-11 Tactics cards: the windows and effects of each."""

    def fitting(self) -> i64:
        """The Tactics cards that could be played in this window."""
        phase = self.phase()
        kinds = self.tables.kinds
        if phase == n.DRAW:
            return self.drawing_cards()
        if phase == n.TERRAIN:
            return self.terrain_cards()
        if phase == n.MANEUVER:
            return self.maneuver_cards()
        if phase == n.REINFORCE:
            return self.scouting()
        if phase == n.ATTACK:
            probe: i64 = kinds.probes if self.light_columns() != 0 else 0
            return kinds.more_attacks | self.scouting() | probe
        if phase == n.SQUARE:
            return self.square_cards()
        if phase == n.TACTICS:
            return self.roll_cards()
        if phase == n.AGAIN:
            return self.again_cards()
        if phase == n.CONFUSION:
            return kinds.confusions
        if phase == n.DIFFICULTY:
            return kinds.difficulties
        if phase == n.OVERRUN:
            return kinds.overruns
        if phase == n.PRISONERS:
            return kinds.captures
        return kinds.snipers if phase == n.SNIPER else 0

    def meant(self) -> i64:
        """The cards that belong to this window only."""
        phase = self.phase()
        if phase == n.DRAW:
            return self.tables.kinds.drawers
        if phase == n.TERRAIN:
            return self.tables.kinds.terrains
        if phase == n.MANEUVER:
            return self.tables.kinds.marches
        return self.tables.kinds.probes if phase == n.ATTACK else 0

    def lacking(self) -> i64:
        """The reason why a card that belongs to this window cannot be played."""
        phase = self.phase()
        if phase == n.DRAW:
            return n.CONFUSED if self.confused else n.DECK_EMPTY
        if phase == n.TERRAIN:
            return n.NO_TERRAIN_PLACE
        return n.CANNOT_MOVE if phase == n.MANEUVER else n.NO_TARGET

    def play(self, piece: i64, thing: i64) -> None:
        """RAF-11.3: applies the effect of a card other than Terrain."""
        card: i64 = self.tables.works_as[piece]
        if card == n.CONFUSION_CARD:
            self.confused = True
            self.draw_phase()
        elif is_in(self.tables.kinds.drawers, piece):
            self.play_drawer(piece, thing)
        elif card == n.SCOUTS:
            self.scout()
            self._go_on()
        elif card == n.COLUMN:
            self.moves += self.card_number(piece)
        elif card == n.DIFFICULT_TERRAIN:
            self.attacks = max(0, self.attacks - self.card_number(piece))
            self.menu()
        elif card in (n.FIRE_AT_WILL, n.ADVANCE):
            self.attacks += self.card_number(piece)
            self.further += self.card_number(piece)
            self.menu()
        elif card in (n.FUSILLADE, n.SABERS):
            self.attack_again(thing)
        elif card == n.INDIRECT_FIRE:
            self.attack_again(self.target)
        elif card == n.SNIPER_CARD:
            self.snipe(piece, thing)
        elif card == n.OVERRUN_CARD:
            self.overrun = self.card_number(piece)
            self.check_on()
        elif card == n.TAKE_PRISONERS:
            self.capture()
        else:
            self.aid(piece)

    def _go_on(self) -> None:
        """Opens the window again if a player could still act in it."""
        phase = self.phase()
        if phase == n.DRAW:
            self.draw_on()
        else:
            self.begin_phase(phase)

    def begin_phase(self, phase: i64) -> None:
        """Begins a phase of the turn, or continues the Attack Phase; a phase without possible actions is skipped."""
        match phase:
            case n.DRAW:
                self.draw_phase()
            case n.TERRAIN:
                self.terrain_phase()
            case n.MANEUVER:
                self.maneuver()
            case n.REINFORCE:
                self.reinforce()
            case _:
                self.menu()
