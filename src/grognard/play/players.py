"""Who may sit in a seat, by the names that journals, command lines and forms give them; and when a person is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from grognard.kernel.engine.state import State

PERSON: Final = "human"
# The levels of the computer, in rising order; what they are is the business of `grognard.bots`.
LEVELS: Final = ("recruit", "regular", "greedy", "veteran", "marshal")
# The version of the bots: it goes up with every change of what one of them chooses (tests/bots/test_version.py).
BOTS: Final = 4
# Whom a newcomer meets unless he asks for another.
DEFAULT_LEVEL: Final = "greedy"

# When a person is asked: at every decision, or only where there is a choice.
Ask = Literal["always", "useful"]


def only_choice(positions: Sequence[State], at: int, seat: int) -> int | None:
    """The one action that a seat can choose in one of the positions of a game; None if it has a choice, or waits.

    A seat that can still step back within an open frame has a choice, to close it or to take it back, unless there
    was none in the frame so far: stepping back would lead to the same again.
    Whether it may be taken unasked is for the table to say: that a seat did not have to think can tell the others what
    it does not hold, so only a person alone against the computer is spared the question.
    """
    position = positions[at]
    legal = position.legal_actions()
    if position.current_player() != seat or len(legal) != 1:
        return None
    while positions[at].picks() > 0:
        at -= 1
        if len(positions[at].legal_actions()) > 1:
            return None
    return legal[0]
