"""What is told of an event: its sentence, and who did what to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.ready_aim_fire.tables import PIECES
from grognard.kernel.book.wording import listed
from grognard.kernel.shown.view import SumView


class Told(NamedTuple):
    """A sentence and its clause; who acts, whom it is done to and whose those are; dice as they fell, and sums."""

    text: str
    clause: str
    who: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    against: int | None = None
    dice: tuple[int, ...] = ()
    sums: tuple[SumView, ...] = ()


def named(pieces: Sequence[int]) -> tuple[str, ...]:
    """Cards by their names."""
    return tuple(PIECES[piece] for piece in pieces)


def enumerated(pieces: Sequence[int]) -> str:
    """One, two and three."""
    return listed(named(pieces))
