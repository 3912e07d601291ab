"""What is on the board of Battle of the Three Emperors."""

from __future__ import annotations

from typing import Final

from grognard.games.three_emperors import names as n
from grognard.games.three_emperors.meta import META
from grognard.kernel.content.board import Board, Flag, Note, Number, Zone
from grognard.kernel.content.fields import FactField, PieceNames, field, number, words


def _control(front: int) -> FactField:
    """Returns the field for the holder of a Front."""
    return FactField(
        n.FRONTS[front],
        lambda position: int(position.holder(front)),
        lambda position, seat: position.give_front(front, number(seat, 0, 1)),
    )


# `state.py` explains the fields, and `view.py` shows them.
BOARD: Final = Board(
    common=(
        field("front", words([*n.FRONTS, "-"])),
        field("attacked", PieceNames(META.title, n.FRONTS).as_set),
        Number("winner"),
        Number("owed"),
        Flag("passed"),
        Flag("reshuffled"),
        Zone("deck", is_hidden=True),
        Zone("discard"),
        Zone("picked"),
        Note("aimed"),
        *map(_control, range(len(n.FRONTS))),
    ),
    army=(
        Number("morale"),
        Zone("hand"),
        *map(Zone, n.FRONTS),
        Zone("committed"),
        Note("known", in_hand=True),
        Flag("searched"),
        Number("seen most"),
        Number("strangers most"),
        Number("pieces least"),
        Number("own least"),
    ),
    below=(
        (n.SEARCH, n.ORDERS), (n.PIECE, n.ORDERS), (n.FRONT, n.ORDERS), (n.CASUALTY, n.VICTORY), (n.GIVE, n.VICTORY),
    ),
)  # fmt: skip
