"""RAF-11 Tactics cards."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.names import (
    ADVANCE, COLUMN, CONFUSION_CARD, DIFFICULT_TERRAIN, DRAW, FIRE_AT_WILL, FUSILLADE, INDIRECT_FIRE, MANEUVER,
    OVERRUN_CARD, REINFORCE, SABERS, SCOUTS, SNIPER_CARD, TAKE_PRISONERS, TERRAIN,
)  # fmt: skip
from grognard.games.ready_aim_fire.rules.setup import Setup
from grognard.games.ready_aim_fire.tables import KIND
from grognard.kernel.sets.bits import is_in


@mypyc_attr(acyclic=True)
class Cards(Setup):
    """RAF-11 Tactics cards: when each can be played, and what it does."""

    def _play(self, piece: i64, thing: i64) -> None:
        """RAF-11.3: what a card does that is not Terrain."""
        if piece == CONFUSION_CARD:
            self.confused = True
            self._draw_phase()
        elif is_in(KIND.drawers, piece):
            self._play_drawer(piece, thing)
        elif piece == SCOUTS:
            self._scout()
            self._go_on()
        elif piece == COLUMN:
            self.moves += self._amount(COLUMN)
        elif piece == DIFFICULT_TERRAIN:
            self.attacks = max(0, self.attacks - self._amount(DIFFICULT_TERRAIN))
            self._menu()
        elif piece in (FIRE_AT_WILL, ADVANCE):
            self.attacks += self._amount(piece)
            self.further += self._amount(piece)
            self._menu()
        elif piece in (FUSILLADE, SABERS):
            self._attack_again(thing)
        elif piece == INDIRECT_FIRE:
            self._attack_again(self.target)
        elif piece == SNIPER_CARD:
            self._snipe(thing)
        elif piece == OVERRUN_CARD:
            self.overrun = self._amount(OVERRUN_CARD)
            self._check_on()
        elif piece == TAKE_PRISONERS:
            self._capture()
        else:
            self._aid(piece)

    def _go_on(self) -> None:
        """The window asks again, if somebody could still act in it."""
        phase = self.phase()
        if phase == DRAW:
            self._draw_on()
        elif phase == TERRAIN:
            self._terrain_phase()
        elif phase == MANEUVER:
            self._maneuver()
        elif phase == REINFORCE:
            self._reinforce()
        else:
            self._menu()
