"""What is written down beside a position: events, scripted chance, and why something is refused."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.errors import ScenarioError


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Event:
    """Something that happened. `private` says that only `seat` saw which cards; the others know how many.

    What `kind` is, which cards it lists and what its `numbers` mean is told by the game's log.
    """

    def __init__(self, kind: i64, seat: i64, cards: list[int], private: bool, numbers: list[int]) -> None:
        self.kind: i64 = kind
        self.seat: i64 = seat
        self.cards: list[int] = cards
        self.private: bool = private
        self.numbers: list[int] = numbers

    def seen_by(self, seat: int | None) -> Event:
        """The form that this seat (None: a spectator) may know: hidden cards are left out."""
        if not self.private or seat == self.seat:
            return self
        return Event(self.kind, self.seat, [], True, self.numbers)

    def key(self) -> tuple[int, int, tuple[int, ...], bool, tuple[int, ...]]:
        """Everything in it, to compare."""
        return self.kind, self.seat, tuple(self.cards), self.private, tuple(self.numbers)


@mypyc_attr(acyclic=True)
class Clerk:
    """Writes down what happens, dictates scripted chance, and notes why something is refused.

    It is no part of the position: a clone gets the silent clerk, and the hot path asks it nothing but one flag.
    """

    def __init__(self) -> None:
        self.recording: bool = False
        self.events: list[Event] = []
        self.scripted: bool = False
        self.script: list[int] = []
        self.asking: bool = False
        self.asked_card: i64 = -1
        self.asked_action: i64 = -1
        self.refusal: i64 = 0

    def dictate(self, n: i64) -> i64:
        """The next scripted result, from 0 to n - 1; the script must hold one."""
        if not self.script:
            raise ScenarioError("Something is drawn or rolled here, and the script has nothing left to say what.")
        result: i64 = self.script.pop(0)
        if not 0 <= result < n:
            raise ScenarioError(f"The script says {result}, where chance brings 0 to {n - 1}.")
        return result


SILENT: Final = Clerk()
