"""The course of a turn, chapter by chapter, and the two steps that lead back to an earlier one.

    a turn begins       turn.py      TE-3, with the Strategy Phase, TE-4
    Orders Phase        orders.py    TE-5, order by order
    Action Phase        attack.py    TE-6; up to three times:
        one Action      fight.py     TE-7
        Victory cards   victory.py   TE-8
    End Phase           end.py       TE-9

The chapters are a chain of classes that runs backwards: what comes later in a turn stands lower, so that a step calls
the next one directly. What all of them may need stands lowest: cards.py (TE-1, drawing) and battle.py (TE-10).
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from grognard.games.three_emperors.state import Position


@mypyc_attr(acyclic=True)
class Course(Position):
    """The steps that lead back to an earlier chapter."""

    def action_phase(self) -> None:
        """TE-6.6: an Action is over, its Victory cards too; the active player may attack once more."""
        raise NotImplementedError
