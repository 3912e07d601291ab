"""The chances of rolls."""

from __future__ import annotations

import pytest

from grognard.kernel.views.rolls import opposed_roll_view, roll_view


def test_a_sum_of_two_dice() -> None:
    roll = roll_view([6, 4], "10 or more", lambda shown: shown >= 10)
    assert (roll.dice, roll.came, roll.good) == ((6, 4), 1, ())
    assert roll.expected == pytest.approx(6 / 36)


@pytest.mark.parametrize(("own", "other", "came"), [(5, 4, 1), (4, 4, 0), (1, 6, 0)])
def test_a_die_against_a_die(own: int, other: int, came: int) -> None:
    roll = opposed_roll_view(own, other, "more than the other side", lambda mine, theirs: mine > theirs)
    assert (roll.dice, roll.target, roll.good, roll.came) == ((own, other), "more than the other side", (), came)
    assert roll.expected == pytest.approx(15 / 36)
