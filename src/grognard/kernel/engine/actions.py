"""The fixed action space of a game: small whole numbers, each with a verb, perhaps a card, and a notation."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from grognard.kernel.errors import BadInput, NotationError

NO_CARD: Final = 255

# Reasons for refusing an action in every game; a game's own codes start after these.
GAME_OVER: Final = 1
OTHER_PHASE: Final = 2
NOT_IN_HAND: Final = 3

# The most verbs with a card in one phase, and the most phases.
VERBS: Final = 3
PHASES: Final = 64

# Stand for a verb: none, or more than one.
NO_VERB: Final = 0
SEVERAL: Final = 255


class Window:
    """A group of actions: plain verbs, and a verb that takes a card, with all cards it can ever take.

    `phase` is the number of that verb and the phase in which it is chosen, unless `phases` lists others (at most three
    verbs per phase, in the order of the windows). Two windows with one number take different cards. `first` is the card
    that counts as thing 0, for games that number their kinds of cards separately. `stranger` is the reason for refusing
    a card that was never a candidate.
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
    """Numbers all possible actions: first the plain verbs of all windows, then the verbs with a card.

    phase[a]    the `phase` of the window that lists action a
    card[a]     its card, or NO_CARD
    verb[a], thing[a]    the same number for a verb with a card, and the card minus `first`; otherwise NO_VERB
    at[verb * cards + card]    the action of that verb with that card, or -1
    taken[phase * VERBS + n]   the n-th verb that takes a card in that phase, or 0 if there is none
    first[verb], stranger[verb]    the values of their `Window`
    single[phase]    the one verb that takes a card in that phase, NO_VERB or SEVERAL
    mixed[phase]     1 if the numbers of its actions are not in the order of its verbs and their cards
    first_words[a]   the first word of its notation, shared by plain actions on different places
    objects[a]       the rest of its notation: a card, a place or nothing
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
        for number, (phase, card, verb) in enumerate(carded, start=len(plain)):
            place = phase * len(names) + card
            if self.at[place] >= 0:
                other = carded[self.at[place] - len(plain)][2]
                raise BadInput(
                    f"Both {other} and {verb} take {names[card]}, and both windows have the number {phase}. Give "
                    f"{verb} a number of its own, and say in `phases` when it is chosen."
                )
            self.at[place] = number
        first = [0] * most
        stranger = [0] * most
        taken: list[list[int]] = [[] for _phase in range(PHASES)]
        for window in windows:
            if window.verb:
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
        """Returns the action with this notation (letter case and spaces do not matter); raises NotationError."""
        wanted = " ".join(text.split()).casefold()
        if wanted in self._by_notation:
            return self._by_notation[wanted]
        near = difflib.get_close_matches(wanted, self._by_notation, n=3)
        hint = " or ".join([self.notations[self._by_notation[n]] for n in near])
        raise NotationError(f"“{text}” is not an action." + (f" Did you mean {hint}?" if hint else ""))
