"""TE-9 End Phase: the hand limit and the change of turns."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors.names import TRIM
from grognard.games.three_emperors.rules.battle import Battle
from grognard.kernel.cardsets.cards import is_empty, members, size

HAND_LIMIT: Final = 7  # TE-9.1


@mypyc_attr(acyclic=True)
class EndPhase(Battle):
    """The end of a turn."""

    def end_phase(self) -> None:
        """TE-9.1: asks for discards down to seven, then ends the turn; the other hand is not checked (TE-9.2)."""
        if size(self.attacker.hand) > HAND_LIMIT:
            self.frames = TRIM
            return
        if not is_empty(self.picked):
            cards = self.put_picks_away(self.attacker)
            if self.recorder.recording:
                self.emit(e.Trimmed(self.attacker.seat, members(cards)))
        self.give_turn(self.defender.seat)
        self.begin_turn()

    def trim(self, card: i64) -> None:
        """Picks one more card above the limit; all are shown together."""
        self.pick_from(self.attacker, card)
        self.end_phase()
