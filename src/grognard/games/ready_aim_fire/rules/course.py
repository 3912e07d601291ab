"""The course of the game: each step calls the next, and here stand those that lead back to an earlier one.

    set-up            setup       RAF-3
    a turn begins     draw        RAF-4.1
    draw phase        draw        RAF-4.10
    terrain phase     terrain     RAF-4.20
    reinforce phase   reinforce   RAF-4.30
    attack phase      attack      RAF-5.1; again and again:
        a fight       fight       RAF-5.26, with its modifiers, RAF-6
        its result    result      RAF-5.31, with its losses, RAF-5.33, and checks, RAF-7.21
    morale phase      morale      RAF-7
    the turn ends     discard     RAF-9, with nightfall, RAF-10.5

The chapters are a chain of classes that runs backwards: what comes later in a turn stands lower, so that a step calls
the next one directly. What every step may need (the line, victory, hands) stands lowest.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from grognard.games.ready_aim_fire.state import Position


@mypyc_attr(acyclic=True)
class Course(Position):
    """The steps that lead back to an earlier chapter."""

    def end_attack(self) -> None:
        """RAF-5.39: the fight is over; the attack ends, or the same battalion attacks once more."""
        raise NotImplementedError

    def fight_on(self) -> None:
        """RAF-7.21: a check in a fight is settled; the other side's comes, or the fight is over."""
        raise NotImplementedError
