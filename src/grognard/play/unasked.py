"""Going on by itself where there is nothing to choose."""

from __future__ import annotations

from grognard.kernel.shown.view import View


def only_choice(view: View) -> int | None:
    """The one action that the seat of this view can choose; None if it has a choice, or does not decide.

    Who can still step back within an open frame has a choice: to close it, or to take it back.
    Whether it may be taken unasked is for the table to say: that a seat did not have to think can tell the others what
    it does not hold, so only who plays the computer alone is spared the question.
    """
    return view.actions[0].action if len(view.actions) == 1 and not view.can_step_back else None
