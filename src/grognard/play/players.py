"""The names of players in journals, command lines and forms, and the settings for when a person is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from grognard.kernel.engine.state import State

PERSON: Final = "human"
# The levels of the computer, in rising order. `grognard.bots` implements them.
LEVELS: Final = ("recruit", "regular", "greedy", "veteran", "marshal")
# The version of the bots. It goes up when any bot's choices change (tests/bots/test_version.py).
BOTS: Final = 8
# The default opponent.
DEFAULT_LEVEL: Final = "greedy"

# When a person is asked: at every decision, or only if there is a choice.
Ask = Literal["always", "useful"]


def only_choice(positions: Sequence[State], at: int, seat: int) -> int | None:
    """Returns the only action of a seat in one of a game's positions; None if it has a choice or is not to move.

    A seat that can still undo within an open frame has a choice: to close it, or to undo. It has none if the frame had
    no choice so far, since undoing would lead to the same again.

    The table decides whether to play the action without asking. That a seat did not have to think can reveal cards it
    does not hold, so only a person alone against the computer is spared the question.
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
