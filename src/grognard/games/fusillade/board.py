"""What is on the board of Fusillade."""

from __future__ import annotations

from typing import Final

from grognard.games.fusillade import names as n
from grognard.kernel.content.board import Board, Flag, Note, Number, Zone

BOARD: Final = Board(
    common=(
        # Consecutive completed turns in which nobody lost a troop point (FUS-7.2).
        Number("quiet"),
        Flag("attacked"),
        Flag("struck"),
        # The current casualties of the attack (FUS-5.1, 5.2).
        Number("casualties"),
        Zone("deck", "Deck", is_hidden=True),
        Zone("discard", "Discard pile", folded=True),
        Zone("line", "Attack line"),
        Zone("picked"),
        # Cards whose Deploy ability was used this phase (FUS-3.6).
        Note("spent"),
    ),
    army=(
        Number("troops", "{whose} troops", "FUS-1.4"),
        Zone("hand"),
        # Cards the opponent has seen and that have not left the hand since, and the turn of the look (FUS-8.1).
        Note("seen", in_hand=True, clause="FUS-8.1", since="seen turn"),
        Number("seen turn"),
        # Cards the opponent can deduce: when the deck is empty, every card not visible elsewhere.
        Note("deduced", in_hand=True, clause="FUS-8.1"),
        # An attack was declared, so the hand holds a unit until a unit visibly leaves it (FUS-4.1).
        Flag("vouched"),
    ),
    defends=(n.BLUNDER, n.COUNTER, n.TARGET, n.MORALE),
    below=((n.TARGET, n.COUNTER),),
)
