"""The course of the game: the steps of a turn, and those that a chapter takes into a later one.

    turn         CC-2   a turn begins: CC-3.1
    deploy       CC-3
    tactics      CC-4
    recon        CC-5
    suppression  CC-6
    assault      CC-7.1: attackers are declared
    battle       CC-7.5: one battle after another
    rally        CC-8   and the turn ends: CC-8.6, 11.1

The chapters are a chain of classes in this order. Below them stand those that every phase needs (victory, fronts,
hits, draw), above them the Tactics cards (cards, play) and what may be chosen (windows, choices).
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.state import Position


@mypyc_attr(acyclic=True)
class Course(Position):
    """What every chapter may go on to."""

    def _open_window(self, phase: i64) -> None:
        """Opens a window above the phase that it interrupts, if somebody could act in it (CC-10.4)."""
        raise NotImplementedError

    def _begin_rally(self) -> None:
        """CC-8.1: no battle is left."""
        raise NotImplementedError
