"""The part of a game that each seat has seen: its information state with perfect recall."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State


@final
@mypyc_attr(acyclic=True)
class History:
    """Each seat's own actions and the events it saw, in order, each as a short text; kept along with a `State`.

    A seat cannot tell apart positions with the same history, and nothing in it depends on facts hidden from the seat.
    A seat's own action is its number; an event is `kind:seat:cards:numbers`, with the cards that the seat saw.
    """

    def __init__(self, seen: list[list[str]]) -> None:
        self._seen = seen

    def copy(self) -> History:
        """Returns an independent copy."""
        return History([list(seen) for seen in self._seen])

    def __deepcopy__(self, memo: dict[int, object]) -> History:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[list[list[str]]]]:
        return History, (self._seen,)

    def add(self, seat: i64, action: i64, state: State) -> None:
        """Adds an action of a seat (-1: it gave up) and the events recorded by the state it led to."""
        if action >= 0:
            self._seen[seat].append(str(action))
        self.hear(state)

    def hear(self, state: State) -> None:
        """Adds the events of the last action or the deal; raises BadInput if the state does not record events."""
        for seat in range(len(self._seen)):
            for event in state.events(seat):
                self._seen[seat].append(_text(event))

    def of(self, seat: i64) -> list[str]:
        """Returns the history of this seat."""
        return self._seen[seat]


def new_history(state: State) -> History:
    """Returns the history of a new game whose state has recorded the deal."""
    history = History([[] for _seat in range(state.game.num_players())])
    history.hear(state)
    return history


def _text(event: Event) -> str:
    cards = ",".join(map(str, event.all_cards()))
    numbers = ",".join(map(str, event.all_numbers()))
    return f"{event.kind}:{event.seat}:{cards}:{numbers}"


def encode_event(event: Event) -> tuple[int, int, int, int]:
    """Returns an event as four numbers: its kind, then its seat, first card and first number plus 1 (0: none)."""
    cards, numbers = event.all_cards(), event.all_numbers()
    return event.kind, event.seat + 1, cards[0] + 1 if cards else 0, numbers[0] + 1 if numbers else 0
