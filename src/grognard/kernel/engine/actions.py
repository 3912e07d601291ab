"""The fixed action space of a game: small whole numbers with a verb, perhaps a card, and a one-line notation."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

from grognard.kernel.errors import NotationError

NO_CARD: Final = 255


class Window:
    """One phase that asks: its plain verbs, and its verb for a card with the cards it can ever take."""

    def __init__(self, phase: int, plain: Sequence[str], verb: str = "", cards: Sequence[int] = ()) -> None:
        self.phase = phase
        self.plain = plain
        self.verb = verb
        self.cards = cards


class ActionSpace:
    """Numbers every action there can ever be: the plain verbs of all windows first, then verbs with a card.

    phase[a]    the phase in which action a can be chosen
    card[a]     its card, or NO_CARD
    at[phase * cards + card]    the action of that phase with that card, or -1
    """

    def __init__(self, windows: Sequence[Window], names: Sequence[str]) -> None:
        plain = [(window.phase, NO_CARD, verb) for window in windows for verb in window.plain]
        carded = [(window.phase, card, window.verb) for window in windows for card in window.cards]
        self.phase = bytes(phase for phase, card, verb in plain + carded)
        self.card = bytes(card for phase, card, verb in plain + carded)
        self.verbs = [verb for phase, card, verb in plain + carded]
        self.notations = [verb for phase, card, verb in plain] + [
            f"{verb} {names[card]}" for phase, card, verb in carded
        ]
        self.at: list[int] = [-1] * ((max(self.phase) + 1) * len(names))
        for number, (phase, card, _verb) in enumerate(carded, start=len(plain)):
            self.at[phase * len(names) + card] = number
        self._by_notation = {notation.casefold(): a for a, notation in enumerate(self.notations)}

    def __len__(self) -> int:
        return len(self.notations)

    def parse(self, text: str) -> int:
        """The action a notation names (letter case and spaces do not matter)."""
        wanted = " ".join(text.split()).casefold()
        if wanted in self._by_notation:
            return self._by_notation[wanted]
        near = difflib.get_close_matches(wanted, self._by_notation, n=3)
        hint = " or ".join(self.notations[self._by_notation[n]] for n in near)
        raise NotationError(f"“{text}” names no action." + (f" Did you mean {hint}?" if hint else ""))
