"""The course of the game: the steps that a chapter takes into a later one."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from grognard.games.fusillade.state import Position


@mypyc_attr(acyclic=True)
class Course(Position):
    """What every chapter may go on to."""

    def _trim_or_end_turn(self) -> None:
        """FUS-6.4, 6.5: down to the hand limit, and the other side's turn."""
        raise NotImplementedError
