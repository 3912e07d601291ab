"""The fixed action space of a game: small whole numbers with a verb, perhaps a card, and a one-line notation."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from grognard.kernel.errors import NotationError

NO_CARD: Final = 255

# Why a choice is refused, in every game; a game's own codes go on from here.
GAME_OVER: Final = 1
OTHER_PHASE: Final = 2
NOT_IN_HAND: Final = 3

# A phase has at most so many verbs that take a card; there are at most so many phases.
VERBS: Final = 3
PHASES: Final = 64

# In place of a verb: none, or more than one.
NO_VERB: Final = 0
SEVERAL: Final = 255


class Window:
    """A number of plain verbs, and a verb that takes a card, with the cards it can ever take.

    `phase` is the number of that verb, and the phase in which it is chosen, unless `phases` names others (at most
    three verbs to a phase, in the order in which windows name it). `first` is the card that counts as thing 0 where a
    game numbers its kinds of cards apart: `State.things` speaks of things. `stranger` is the reason why a card that was
    never a candidate cannot be chosen.
    """

    def __init__(
        self,
        phase: int,
        plain: Sequence[str],
        verb: str = "",
        cards: Sequence[int] = (),
        phases: Sequence[int] = (),
        first: int = 0,
        stranger: int = NOT_IN_HAND,
    ) -> None:
        self.phase = phase
        self.plain = plain
        self.verb = verb
        self.cards = cards
        self.phases = phases or [phase]
        self.first = first
        self.stranger = stranger


class ActionSpace:
    """Numbers every action there can ever be: the plain verbs of all windows first, then verbs with a card.

    phase[a]    the `phase` of the window that lists action a
    card[a]     its card, or NO_CARD
    verb[a], thing[a]    the same number where it is that of a verb with a card, and the card less `first`; else NO_VERB
    at[verb * cards + card]    the action of that verb with that card, or -1
    taken[phase * VERBS + n]   the n-th verb that takes a card in that phase, or 0; phases without a window have none
    first[verb], stranger[verb]    as their `Window` says
    single[phase]    the one verb that takes a card in that phase, NO_VERB or SEVERAL
    mixed[phase]     1 where the numbers of its actions do not ascend with its verbs and their cards
    first_words[a]   the first word of its notation, which plain actions on different places share
    objects[a]       the rest of its notation: a card, a place, or nothing
    """

    def __init__(self, windows: Sequence[Window], names: Sequence[str]) -> None:
        plain = [(window.phase, NO_CARD, verb) for window in windows for verb in window.plain]
        carded = [(window.phase, card, window.verb) for window in windows for card in window.cards]
        self.names: i64 = len(names)
        self.phase: bytes = bytes([phase for phase, card, verb in plain + carded])
        self.card: bytes = bytes([card for phase, card, verb in plain + carded])
        self.verbs = [verb for phase, card, verb in plain + carded]
        self.notations = [verb for phase, card, verb in plain] + [
            f"{verb} {names[card]}" for phase, card, verb in carded
        ]
        most = max([max(window.phase, *window.phases) for window in windows]) + 1
        self.at: list[int] = [-1] * (most * len(names))
        for number, (phase, card, _verb) in enumerate(carded, start=len(plain)):
            self.at[phase * len(names) + card] = number
        first = [0] * most
        stranger = [0] * most
        taken: list[list[int]] = [[] for _phase in range(PHASES)]
        for window in windows:
            if window.cards:
                first[window.phase] = window.first
                stranger[window.phase] = window.stranger
                for phase in window.phases:
                    if window.phase not in taken[phase]:
                        taken[phase].append(window.phase)
        self.first: bytes = bytes(first)
        self.stranger: bytes = bytes(stranger)
        self.verb: bytes = bytes([NO_VERB] * len(plain) + [verb for verb, _card, _verb in carded])
        self.thing: bytes = bytes([0] * len(plain) + [card - first[verb] for verb, card, _verb in carded])
        self.taken: bytes = bytes([(verbs + [0] * VERBS)[n] for verbs in taken for n in range(VERBS)])
        self.single: bytes = bytes([SEVERAL if verbs[1:] else verbs[0] if verbs else NO_VERB for verbs in taken])
        numbers = [
            [n for verb in verbs for n in self.at[verb * len(names) :][: len(names)] if n >= 0] for verbs in taken
        ]
        self.mixed: bytes = bytes([int(listed != sorted(listed)) for listed in numbers])
        self.first_words = [notation.partition(" ")[0] for notation in self.notations]
        self.objects = [notation.partition(" ")[2] for notation in self.notations]
        self._by_notation = {notation.casefold(): a for a, notation in enumerate(self.notations)}

    def __len__(self) -> int:
        return len(self.notations)

    def parse(self, text: str) -> int:
        """The action a notation names (letter case and spaces do not matter)."""
        wanted = " ".join(text.split()).casefold()
        if wanted in self._by_notation:
            return self._by_notation[wanted]
        near = difflib.get_close_matches(wanted, self._by_notation, n=3)
        hint = " or ".join([self.notations[self._by_notation[n]] for n in near])
        raise NotationError(f"“{text}” names no action." + (f" Did you mean {hint}?" if hint else ""))
