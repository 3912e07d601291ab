"""What may be chosen in every phase, and what a choice leads to."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors import names
from grognard.games.three_emperors.names import (
    ATTACK_NORTH, CASUALTY, COMMIT, DEFEND, END_ACTIONS, END_COMMIT, END_DEFEND, END_ORDERS, END_VICTORY, FRONT, FRONTS,
    FRONT_NORTH, GIVE, LAUNCH, NOT_FOUND, NOT_TO_MOVE, NO_TARGET, ORDERS, PIECE, SEARCH, TRIM, VICTORY,
)  # fmt: skip
from grognard.games.three_emperors.rules.turn import Turn
from grognard.games.three_emperors.state import KIND, NAMES, cards_of, cards_with, pieces_of
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.cardsets.cards import common, is_empty, meet, no_cards, only

# Every action there can ever be; house rules only mask this one space.
SPACE: Final[ActionSpace] = ActionSpace(
    [
        Window(ORDERS, ["END_ORDERS"], "DEPLOY", cards_of("LU")),
        Window(ORDERS, [], "MARCH", cards_of("M")),
        Window(ORDERS, [], "RESERVE", cards_of("R")),
        Window(SEARCH, [], "TAKE", cards_of("LU"), stranger=NOT_FOUND),
        Window(ORDERS, [], "STANDSTILL", cards_of("Y")),
        Window(ORDERS, [], "MANEUVER", cards_of("X")),
        Window(ORDERS, [], "STRATEGY", cards_of("S")),
        Window(PIECE, [], "PIECE", cards_of("LU"), stranger=NOT_TO_MOVE),
        Window(FRONT, [f"FRONT {front}" for front in FRONTS]),
        Window(LAUNCH, [*(f"ATTACK {front}" for front in FRONTS), "END_ACTIONS"], "EXTRA", cards_of("A")),
        Window(COMMIT, ["END_COMMIT"], "COMMIT", cards_of("AE")),
        Window(DEFEND, ["END_DEFEND"], "DEFEND", cards_of("DE")),
        Window(VICTORY, ["END_VICTORY"], "VICTORY", cards_of("V")),
        Window(CASUALTY, [], "CASUALTY", cards_of("LU"), stranger=NO_TARGET),
        # Full Retreat itself lies in the discard pile by then.
        Window(GIVE, [], "GIVE", [card for card in range(len(NAMES)) if card not in cards_with("effect", "retreat")]),
        Window(TRIM, [], "TRIM", list(range(len(NAMES)))),
    ],
    NAMES,
)
CARD: Final[bytes] = SPACE.card


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class ThreeEmperors(Turn):
    """A battle of the three Emperors."""

    def plain_actions(self) -> tuple[i64, i64]:
        phase = self.phase()
        if phase == ORDERS:
            return only(END_ORDERS)
        if phase == FRONT:
            return self.extra_fronts(self.picked) if meet(self.picked, KIND.attacks) else self.fronts()
        if phase == LAUNCH:
            return self.launch_plain()
        if phase == COMMIT:
            return only(END_COMMIT)
        if phase == DEFEND:
            return only(END_DEFEND)
        if phase == VICTORY:
            return only(END_VICTORY)
        return no_cards()

    def cards_for(self, verb: i64) -> tuple[i64, i64]:
        if verb == ORDERS:
            return self.orders()
        if verb == SEARCH:
            return common(self.deck, pieces_of(self.attacker.seat))
        if verb == PIECE:
            return self.mover().pieces()
        if verb == LAUNCH:
            return self.launching()
        if verb in (COMMIT, DEFEND):
            return self.attacking() if verb == COMMIT else self.defending()
        if verb == VICTORY:
            return self.celebrating()
        if verb == CASUALTY:
            return self.targets()
        return self.army(self.decider()).hand  # GIVE and TRIM

    def play_plain(self, action: i64) -> None:
        phase = self.phase()
        if phase == ORDERS:
            self.end_orders()
        elif phase == FRONT:
            self._name_front(action - FRONT_NORTH)
        elif action == END_ACTIONS:
            self.end_actions()
        elif phase == LAUNCH:
            self.launch(action - ATTACK_NORTH)
        elif phase == VICTORY:
            self.end_victory()
        else:
            self.end_committing()

    def _name_front(self, front: i64) -> None:
        """The Front that the open frame asked for: of an extra attack, of a piece from the hand, of a march."""
        if meet(self.picked, KIND.attacks):
            self.launch(front)
        elif is_empty(self.aimed):
            self.deploy(front)
        else:
            self.move(front)

    def play_card(self, verb: i64, card: i64) -> None:
        match verb:
            case names.ORDERS:
                self.order(card)
            case names.SEARCH:
                self.take(card)
            case names.PIECE:
                self.choose_way(only(card))
            case names.LAUNCH:
                self.extra(card)
            case names.COMMIT | names.DEFEND:
                self.commit(card)
            case names.VICTORY:
                self.celebrate(card)
            case names.CASUALTY:
                self.kill(only(card))
            case names.GIVE:
                self.give(card)
            case _:
                self.trim(card)

    def fresh(self) -> ThreeEmperors:
        return ThreeEmperors(self.game)
