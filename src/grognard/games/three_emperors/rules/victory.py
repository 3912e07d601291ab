"""TE-8 Victory cards: the cards that the winner of an Action may play."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import events as e
from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.rules.end import EndPhase
from grognard.games.three_emperors.state import Army
from grognard.kernel.cardsets.cards import has, is_empty, members, minus, no_cards, nth, size, union

# The effects of the cards (TE-8.2, 8.3; Recall Men too, TE-7.4).
VICTORY_DRAWS: Final = 1
NOTE_GAINS: Final = 2
NOTE_TAKES: Final = 2
RETREAT_GIVES: Final = 2
EXTRA_DRAWS: Final = 1


@mypyc_attr(acyclic=True)
class VictoryCards(EndPhase):
    """The winner's window, until it closes."""

    def victory_cards(self) -> None:
        """TE-8.1: asks for the next Victory card; an empty hand is skipped (TE-11.1)."""
        self.frames = n.VICTORY
        if is_empty(self.army(self.winner).hand):
            self.action_phase()

    def celebrating(self) -> tuple[i64, i64]:
        """Returns the Victory cards that the winner can play."""
        kinds = self.tables.kinds
        cards = self.own(self.army(self.winner))
        cards = self.reject(cards, minus(kinds.all_cards, kinds.victories), n.NOT_A_VICTORY_CARD)  # TE-8.1
        if self.front != n.CENTER:
            cards = self.reject(cards, kinds.center_only, n.ONLY_AT_THE_CENTER)  # TE-8.3, Shatter Center
        return cards

    def targets(self) -> tuple[i64, i64]:
        """TE-8.3: returns the opposing pieces at any Front, or with option `casualties` at this one."""
        loser = self.army(1 - self.winner)
        return loser.at(self.front) if self.tables.battle_front else loser.pieces()

    def celebrate(self, card: i64) -> None:
        """TE-8.2: plays a Victory card: its full effect, the check for victory, then the draw."""
        kinds = self.tables.kinds
        winner = self.army(self.winner)
        loser = self.army(1 - self.winner)
        self.pick_from(winner, card)
        if has(kinds.casualties, card):
            targets = self.targets()
            if size(targets) > 1:
                self.enter(n.CASUALTY)
            else:
                self.kill(targets)
            return
        self._play(winner)
        if has(kinds.gains, card):
            self.raise_morale(winner, NOTE_GAINS)
        elif has(kinds.losses, card):
            loser.morale = max(0, loser.morale - NOTE_TAKES)
            if self.recorder.recording:
                self.emit(e.Fell(loser.seat, loser.morale))
        elif has(kinds.retreats, card) and not is_empty(loser.hand):
            self.owed = min(RETREAT_GIVES, size(loser.hand))
            self.enter(n.GIVE)
            return
        if not self.triumph(winner, loser):
            self.draw(winner, VICTORY_DRAWS + (EXTRA_DRAWS if has(kinds.extra_cards, card) else 0))
            self._after_victory_card()

    def _play(self, winner: Army) -> None:
        card = self.picked
        self.picked = no_cards()
        self.put_away(winner, card)
        if self.recorder.recording:
            self.emit(e.Played(winner.seat, nth(card, 0)))

    def kill(self, target: tuple[i64, i64]) -> None:
        """Casualties: removes one opposing piece, if there is one."""
        winner = self.army(self.winner)
        self._play(winner)
        self.army(1 - self.winner).remove(target)
        self.discard = union(self.discard, target)
        if self.recorder.recording and not is_empty(target):
            self.emit(e.Removed(winner.seat, nth(target, 0)))
        self.draw(winner, VICTORY_DRAWS)
        self._after_victory_card()

    def give(self, card: i64) -> None:
        """Full Retreat: picks a card of the loser's choice; all are shown together, then the winner draws."""
        loser = self.army(1 - self.winner)
        self.pick_from(loser, card)
        if size(self.picked) < self.owed:
            return
        cards = self.picked
        self.picked = no_cards()
        self.owed = 0
        self.put_away(loser, cards)
        if self.recorder.recording:
            self.emit(e.Gave(loser.seat, members(cards)))
        self.draw(self.army(self.winner), VICTORY_DRAWS)
        self._after_victory_card()

    def _after_victory_card(self) -> None:
        if self.tables.one_victory_card:
            self.action_phase()
        else:
            self.victory_cards()

    def end_victory(self) -> None:
        """TE-8.4: closes the winner's window."""
        if self.recorder.recording:
            self.emit(e.EndedVictory(self.winner))
        self.action_phase()
