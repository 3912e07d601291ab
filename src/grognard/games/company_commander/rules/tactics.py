"""CC-4 Tactics Phase: discarding down to seven cards. (Its two cards are drawn when the Deploy Phase ends.)"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander import events as e
from grognard.games.company_commander.names import DISCARD, RECON
from grognard.games.company_commander.rules.deploy import Deploy
from grognard.games.company_commander.tables import HAND_LIMIT
from grognard.kernel.cardsets.counts import copies, less, one, plus, total


@mypyc_attr(acyclic=True)
class Tactics(Deploy):
    """CC-4 Tactics Phase."""

    def trim(self) -> None:
        """CC-4.3: asks for discards down to seven cards, or goes to the next phase."""
        if total(self.hand(self.active).cards) > HAND_LIMIT:
            self.frames = DISCARD
        else:
            self.open_phase(RECON)

    def give_up(self, name: i64) -> None:
        hand = self.hand(self.active)
        hand.cards = less(hand.cards, one(name))
        self.picked = plus(self.picked, one(name))
        if total(hand.cards) > HAND_LIMIT:
            return
        cards = self.picked
        self.close_frame()
        given = copies(cards)
        for n in range(len(given)):
            hand.lose(given[n])
        self.discard = plus(self.discard, cards)
        if self.recorder.recording:
            self.emit(e.Discarded(self.active, self.tables.cards.pieces_of(given)))
        self.open_phase(RECON)
