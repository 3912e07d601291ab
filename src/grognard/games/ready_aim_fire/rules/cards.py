"""RAF-11 Tactics cards."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import (
    ADVANCE, AGAIN, ATTACK, CANNOT_MOVE, COLUMN, CONFUSED, CONFUSION, CONFUSION_CARD, DECK_EMPTY, DIFFICULTY,
    DIFFICULT_TERRAIN, DRAW, FIRE_AT_WILL, FUSILLADE, INDIRECT_FIRE, MANEUVER, NO_TARGET, NO_TERRAIN_PLACE, OVERRUN,
    OVERRUN_CARD, PRISONERS, PROBE, REINFORCE, SABERS, SCOUTS, SNIPER, SNIPER_CARD, SQUARE, TACTICS,
    TAKE_PRISONERS, TERRAIN,
)  # fmt: skip
from grognard.games.ready_aim_fire.rules.setup import Setup
from grognard.games.ready_aim_fire.tables import KIND
from grognard.kernel.cardsets.bits import bit, is_in


# The windows that are for one card alone, and 0 for the others.
_WINDOWS_OF_ONE: Final = {
    CONFUSION: CONFUSION_CARD,
    DIFFICULTY: DIFFICULT_TERRAIN,
    OVERRUN: OVERRUN_CARD,
    PRISONERS: TAKE_PRISONERS,
    SNIPER: SNIPER_CARD,
}
_ALONE: Final[bytes] = bytes([_WINDOWS_OF_ONE.get(phase, 0) for phase in range(len(META.phases))])


@mypyc_attr(acyclic=True)
class Cards(Setup):
    """RAF-11 Tactics cards: when each can be played, and what it does."""

    def fitting(self) -> i64:
        """The Tactics cards that could act in this window."""
        phase = self.phase()
        alone: i64 = _ALONE[phase]
        if alone != 0:
            return bit(alone)
        if phase == DRAW:
            return self.drawing_cards()
        if phase == TERRAIN:
            return self.terrain_cards()
        if phase == MANEUVER:
            return self.maneuver_cards()
        if phase == REINFORCE:
            return self.scouting()
        if phase == ATTACK:
            probe: i64 = bit(PROBE) if self.light_columns() != 0 else 0
            return bit(FIRE_AT_WILL) | bit(ADVANCE) | self.scouting() | probe
        if phase == SQUARE:
            return self.square_cards()
        if phase == TACTICS:
            return self.roll_cards()
        return self.again_cards() if phase == AGAIN else 0

    def meant(self) -> i64:
        """The cards that are for this window and for no other."""
        phase = self.phase()
        if phase == DRAW:
            return KIND.drawers
        if phase == TERRAIN:
            return KIND.terrains
        if phase == MANEUVER:
            return bit(COLUMN)
        return bit(PROBE) if phase == ATTACK else 0

    def lacking(self) -> i64:
        """What such a card lacks if it cannot be played all the same."""
        phase = self.phase()
        if phase == DRAW:
            return CONFUSED if self.confused else DECK_EMPTY
        if phase == TERRAIN:
            return NO_TERRAIN_PLACE
        return CANNOT_MOVE if phase == MANEUVER else NO_TARGET

    def play(self, piece: i64, thing: i64) -> None:
        """RAF-11.3: what a card does that is not Terrain."""
        if piece == CONFUSION_CARD:
            self.confused = True
            self.draw_phase()
        elif is_in(KIND.drawers, piece):
            self.play_drawer(piece, thing)
        elif piece == SCOUTS:
            self.scout()
            self._go_on()
        elif piece == COLUMN:
            self.moves += self.card_number(COLUMN)
        elif piece == DIFFICULT_TERRAIN:
            self.attacks = max(0, self.attacks - self.card_number(DIFFICULT_TERRAIN))
            self.menu()
        elif piece in (FIRE_AT_WILL, ADVANCE):
            self.attacks += self.card_number(piece)
            self.further += self.card_number(piece)
            self.menu()
        elif piece in (FUSILLADE, SABERS):
            self.attack_again(thing)
        elif piece == INDIRECT_FIRE:
            self.attack_again(self.target)
        elif piece == SNIPER_CARD:
            self.snipe(thing)
        elif piece == OVERRUN_CARD:
            self.overrun = self.card_number(OVERRUN_CARD)
            self.check_on()
        elif piece == TAKE_PRISONERS:
            self.capture()
        else:
            self.aid(piece)

    def _go_on(self) -> None:
        """The window asks again, if somebody could still act in it."""
        phase = self.phase()
        if phase == DRAW:
            self.draw_on()
        else:
            self.begin_phase(phase)

    def begin_phase(self, phase: i64) -> None:
        """A phase of the turn begins, or the Attack Phase goes on; each leads to the next if nobody could act in it."""
        match phase:
            case names.DRAW:
                self.draw_phase()
            case names.TERRAIN:
                self.terrain_phase()
            case names.MANEUVER:
                self.maneuver()
            case names.REINFORCE:
                self.reinforce()
            case _:
                self.menu()
