"""Who may sit in a seat, by the names that journals, command lines and forms give them; and when a person is asked."""

from __future__ import annotations

from typing import Final, Literal

from grognard.kernel.shown.view import View

PERSON: Final = "human"
# The levels of the computer, in rising order; what they are is the business of `grognard.bots`.
LEVELS: Final = ("recruit", "regular", "greedy", "veteran", "marshal")
# Whom a newcomer meets unless he asks for another.
DEFAULT_LEVEL: Final = "greedy"

# When a person is asked: at every decision, or only where there is a choice.
Ask = Literal["always", "useful"]


def only_choice(view: View) -> int | None:
    """The one action that the seat of this view can choose; None if it has a choice, or does not decide.

    A seat that can still step back within an open frame has a choice: to close it, or to take it back.
    Whether it may be taken unasked is for the table to say: that a seat did not have to think can tell the others what
    it does not hold, so only a person alone against the computer is spared the question.
    """
    return view.actions[0].action if len(view.actions) == 1 and not view.can_step_back else None
