"""RAF-11 Tactics cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import names as n
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.rules.setup import Setup
from grognard.games.ready_aim_fire.tables import KIND
from grognard.kernel.cardsets.bits import bit, is_in


# The windows for a single card; other windows have 0 in `_ALONE`.
_WINDOWS_OF_ONE: Final = {
    n.CONFUSION: n.CONFUSION_CARD,
    n.DIFFICULTY: n.DIFFICULT_TERRAIN,
    n.OVERRUN: n.OVERRUN_CARD,
    n.PRISONERS: n.TAKE_PRISONERS,
    n.SNIPER: n.SNIPER_CARD,
}
_ALONE: Final[bytes] = bytes([_WINDOWS_OF_ONE.get(phase, 0) for phase in range(len(META.phases))])


@mypyc_attr(acyclic=True)
class Cards(Setup):
    """RAF-11 Tactics cards: the windows and effects of each."""

    def fitting(self) -> i64:
        """The Tactics cards that could be played in this window."""
        phase = self.phase()
        alone: i64 = _ALONE[phase]
        if alone != 0:
            return bit(alone)
        if phase == n.DRAW:
            return self.drawing_cards()
        if phase == n.TERRAIN:
            return self.terrain_cards()
        if phase == n.MANEUVER:
            return self.maneuver_cards()
        if phase == n.REINFORCE:
            return self.scouting()
        if phase == n.ATTACK:
            probe: i64 = bit(n.PROBE) if self.light_columns() != 0 else 0
            return bit(n.FIRE_AT_WILL) | bit(n.ADVANCE) | self.scouting() | probe
        if phase == n.SQUARE:
            return self.square_cards()
        if phase == n.TACTICS:
            return self.roll_cards()
        return self.again_cards() if phase == n.AGAIN else 0

    def meant(self) -> i64:
        """The cards that belong to this window only."""
        phase = self.phase()
        if phase == n.DRAW:
            return KIND.drawers
        if phase == n.TERRAIN:
            return KIND.terrains
        if phase == n.MANEUVER:
            return bit(n.COLUMN)
        return bit(n.PROBE) if phase == n.ATTACK else 0

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
        if piece == n.CONFUSION_CARD:
            self.confused = True
            self.draw_phase()
        elif is_in(KIND.drawers, piece):
            self.play_drawer(piece, thing)
        elif piece == n.SCOUTS:
            self.scout()
            self._go_on()
        elif piece == n.COLUMN:
            self.moves += self.card_number(n.COLUMN)
        elif piece == n.DIFFICULT_TERRAIN:
            self.attacks = max(0, self.attacks - self.card_number(n.DIFFICULT_TERRAIN))
            self.menu()
        elif piece in (n.FIRE_AT_WILL, n.ADVANCE):
            self.attacks += self.card_number(piece)
            self.further += self.card_number(piece)
            self.menu()
        elif piece in (n.FUSILLADE, n.SABERS):
            self.attack_again(thing)
        elif piece == n.INDIRECT_FIRE:
            self.attack_again(self.target)
        elif piece == n.SNIPER_CARD:
            self.snipe(thing)
        elif piece == n.OVERRUN_CARD:
            self.overrun = self.card_number(n.OVERRUN_CARD)
            self.check_on()
        elif piece == n.TAKE_PRISONERS:
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
