"""The numbers for bots and learners that follow from a game's board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from grognard.kernel.cardsets.cards import size
from grognard.kernel.content.board import Board
from grognard.kernel.engine.board_observer import BoardObserver, board_layout
from grognard.kernel.engine.observation import Observer, Part
from grognard.kernel.engine.search_tuning import WON
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.engine.two_hands import TwoHands

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# What a card in the hand is worth, in the number that decides the game.
CARD: Final = 0.5


class BoardFeatures:
    """What a game with a `Board` offers bots and learners; see `kernel.game.Judging`.

    `card` is what a card in the hand is worth, measured in the number that decides the game. `layout_version` increases
    whenever the board changes.
    """

    def __init__(self, board: Board, card: float = CARD, layout_version: int = 1) -> None:
        self.board = board
        self.card = card
        self.LAYOUT = layout_version

    def layout(self, game: Game) -> list[Part]:
        """Returns the parts of an observation of this game."""
        return board_layout(self.board, game)

    @property
    def Observation(self) -> Callable[[i64, i64], Observer]:
        """Makes the writer of observations from the numbers of phases and seats."""
        return partial(BoardObserver, self.board)

    def evaluate(self, state: State, seat: i64) -> float:
        """Returns the seat's lead in the number that decides the game, and in cards; beyond 1000 at the end."""
        position = cast(TwoHands, state)
        lead = float(position.lead(seat))
        if position.phase() == OVER:
            return lead + (WON if lead > 0 else -WON if lead < 0 else 0.0)
        return lead + self.card * float(size(position.army(seat).hand) - size(position.army(1 - seat).hand))
