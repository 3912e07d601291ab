"""What a table says about moves that it played for a person who had no choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from grognard.kernel.content.wording import DONE, PASS
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.state import State

MOST_SAID: Final = 3  # moves that are listed

# A move: the position before it, and the action.
Move = tuple[State, int]


def unasked_told(moves: Iterable[Move]) -> list[str]:
    """Returns sentences about moves that were played for a seat: first its moves, then how often it passed.

    Actions that only let the game continue are left out, such as the end of a phase or of a choice of several cards.
    """
    played: Counter[str] = Counter()
    passed = 0
    forced = True
    for position, action in moves:
        label = position.game.spec.wording.label(position, action)
        if label.does == PASS:
            passed += 1
            forced = forced and len(position.legal_actions()) == 1
        elif label.does != DONE and not _only_continues(position, action):
            played[label.told] += 1
    told = [_often(what, times) for what, times in [*played.items()][-MOST_SAID:]]
    sentences = [f"Played for you (no choice): {', '.join(told)}."] if told else []
    return [*sentences, _passes_told(passed, forced)] if passed else sentences


def parted(moves: Sequence[Move], position: State) -> tuple[list[Move], list[Move]]:
    """Divides a seat's latest moves into complete ones and the first part of the choice that is now open.

    The question that asks for the rest of the choice names the first part anyway.
    """
    complete = max(0, len(moves) - position.picks())
    return [*moves[:complete]], [*moves[complete:]]


def _passes_told(passed: int, forced: bool) -> str:
    """Says how often a pass was played, and whether there was no choice. A seat can also ask to pass without one."""
    times = "" if passed == 1 else f" {passed} times"
    return f"You passed{times}: nothing to decide." if forced else f"You passed{times} without being asked."


def _often(what: str, times: int) -> str:
    return f"{what} ×{times}" if times > 1 else what


def _only_continues(position: State, action: int) -> bool:
    """Returns whether an action ends a phase, or an open choice of cards."""
    return position.game.passes[action] or (position.picks() > 0 and position.space.card[action] == NO_CARD)
