"""What each seat has seen of a game: its information state with perfect recall."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State


@final
@mypyc_attr(acyclic=True)
class History:
    """For each seat its own actions and the events it was shown, in order, each as a short text. Kept beside a `State`.

    A seat cannot tell apart positions in which its part is equal, and nothing in it depends on what the seat cannot
    know. An own action is its number; an event is `kind:seat:cards:numbers`, with the cards that the seat saw.
    """

    def __init__(self, seen: list[list[str]]) -> None:
        self._seen = seen

    def copy(self) -> History:
        """An independent copy."""
        return History([list(seen) for seen in self._seen])

    def __deepcopy__(self, memo: dict[int, object]) -> History:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[list[list[str]]]]:
        return History, (self._seen,)

    def add(self, seat: i64, action: i64, state: State) -> None:
        """A seat played an action (-1: it gave up) that led to this state, which recorded what happened."""
        if action >= 0:
            self._seen[seat].append(str(action))
        self.hear(state)

    def hear(self, state: State) -> None:
        """Adds what the last action, or the deal, has shown; raises BadInput if the state does not record events."""
        for seat in range(len(self._seen)):
            for event in state.events(seat):
                self._seen[seat].append(_text(event))

    def of(self, seat: i64) -> list[str]:
        """What this seat has seen."""
        return self._seen[seat]


def new_history(state: State) -> History:
    """The history of a new game, whose state has recorded the deal."""
    history = History([[] for _seat in range(state.game.num_players())])
    history.hear(state)
    return history


def _text(event: Event) -> str:
    cards = ",".join(map(str, event.all_cards()))
    numbers = ",".join(map(str, event.all_numbers()))
    return f"{event.kind}:{event.seat}:{cards}:{numbers}"


def encode_event(event: Event) -> tuple[int, int, int, int]:
    """An event as four numbers: its kind, and from 1 its seat, its first card and its first number; 0 is none."""
    cards, numbers = event.all_cards(), event.all_numbers()
    return event.kind, event.seat + 1, cards[0] + 1 if cards else 0, numbers[0] + 1 if numbers else 0
