"""What is on the board of Outpost."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost.names import ANSWER
from grognard.kernel.content.board import Board, Note, Number, Zone

BOARD: Final = Board(
    common=(
        Zone("deck", "Set aside", is_hidden=True, opens=True),
        Zone("discard", "Discards"),
        Zone("attack", "Attack"),
    ),
    army=(
        Number("morale", "{whose} Morale", "OUT-2.3", limit="morale"),
        Zone("hand"),
        Note("seen", in_hand=True, clause="OUT-6.1"),
    ),
    defends=(ANSWER,),
    shown=("attack", "discard", "deck"),
)
