"""Enumeration of all results of chance: the next positions after an action or a deal, with their probabilities.

The rules run once for every result of chance. Deals count as sets of cards, without order; equal positions with equal
events are merged.
"""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.bits import members_of, nth_of, ones
from grognard.kernel.cardsets.cards import members, no_cards, nth, only, size, union
from grognard.kernel.cardsets.counts import count, nothing, some, total, with_count
from grognard.kernel.engine.chance import mix_bits, seed_stream
from grognard.kernel.engine.recorder import Recorder
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The most results of chance that are enumerated unless the caller allows more.
MOST_WAYS: Final = 20_000

_SIDES: Final = 6


@final
@mypyc_attr(acyclic=True)
class Enumerator(Recorder):
    """A recorder that leads chance down every possible path in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.dictates = True
        self.recording = True
        # For the current path: the weights of the results at each fork, and the result taken.
        self._weights: list[list[int]] = []
        self._taken: list[int] = []
        self._at: i64 = 0
        self.probability: float = 1.0

    def has_forked(self) -> bool:
        """Returns whether chance was used on this path."""
        return len(self._taken) > 0

    def set_out(self) -> None:
        """Returns to the start of the path."""
        self.events = []
        self._at = 0
        self.probability = 1.0

    def next_path(self) -> bool:
        """Switches to the next path; returns False if there is none."""
        while self._taken:
            if self._taken[-1] + 1 < len(self._weights[-1]):
                self._taken[-1] += 1
                return True
            self._taken.pop()
            self._weights.pop()
        return False

    def _fork(self, weights: list[int]) -> i64:
        """Returns the result that the path takes at a fork; weights, all above 0, give the probabilities."""
        if self._at == len(self._taken):
            self._taken.append(0)
            self._weights.append(weights)
        taken = self._taken[self._at]
        self._at += 1
        self.probability *= weights[taken] / sum(weights)
        return taken

    def number(self, n: i64) -> i64:
        return self._fork([1] * n)

    def die(self) -> i64:
        return 1 + self._fork([1] * _SIDES)

    def card(self, cards: tuple[i64, i64], pieces: i64) -> i64:
        return nth(cards, self._fork([1] * size(cards)))

    def cards(self, cards: tuple[i64, i64], number: i64, pieces: i64) -> tuple[i64, i64]:
        drawn: tuple[i64, i64] = no_cards()
        left = size(cards)
        for card in members(cards):
            if self._share(1, left - 1, number) == 1:
                drawn = union(drawn, only(card))
                number -= 1
            left -= 1
        return drawn

    def thing(self, things: i64) -> i64:
        return nth_of(things, self._fork([1] * ones(things)))

    def copy(self, pile: tuple[i64, i64, i64, i64, i64], first: i64, pieces: i64) -> i64:
        things = some(pile)
        return nth_of(things, self._fork([count(pile, thing) for thing in members_of(things)]))

    def copies(
        self, pile: tuple[i64, i64, i64, i64, i64], first: i64, number: i64, pieces: i64
    ) -> tuple[i64, i64, i64, i64, i64]:
        drawn: tuple[i64, i64, i64, i64, i64] = nothing()
        left = total(pile)
        for thing in members_of(some(pile)):
            here = count(pile, thing)
            left -= here
            taken = self._share(here, left, number)
            drawn = with_count(drawn, thing, taken)
            number -= taken
        return drawn

    def _share(self, here: i64, elsewhere: i64, number: i64) -> i64:
        """Returns how many of `here` equal cards are drawn, when `number` are drawn from `here` and `elsewhere`."""
        least = max(0, number - elsewhere)
        most = min(here, number)
        if least >= most:
            return least
        # `prod`, because Ctrl-C during a compiled `*` of large numbers aborts the process.
        ways = [prod((comb(here, n), comb(elsewhere, number - n))) for n in range(least, most + 1)]
        return least + self._fork(ways)


def initial_states(game: Game, most: int = MOST_WAYS) -> list[tuple[float, State]]:
    """Returns every deal of a game: its probability and the state at the first decision.

    The states record events. Raises BadInput if chance has more than `most` results.
    """
    return _branches(None, game, 0, most)


def next_states(state: State, action: int, most: int = MOST_WAYS) -> list[tuple[float, State]]:
    """Returns every position that a legal action can lead to, with its probability; one position without chance.

    The states record events. Raises the errors of `apply_action`, and BadInput if chance has more than `most` results.
    """
    return _branches(state, state.game, action, most)


def _branches(before: State | None, game: Game, action: int, most: i64) -> list[tuple[float, State]]:
    """Returns the positions after an action, or after the deal if `before` is None."""
    recorder = Enumerator()
    ways: i64 = 0
    places: dict[object, int] = {}
    states: list[State] = []
    odds: list[float] = []
    while True:
        recorder.set_out()
        state = game.spec.state(game) if before is None else before.clone()
        state.recorder = recorder
        if before is None:
            state.start()
        else:
            state.apply_action(action)
        ways += 1
        if ways > most:
            raise BadInput(f"Chance has more than {most:,} possible results here: too many to enumerate.")
        # Without chance there is nothing to compare.
        key = (state.serialize(), tuple([event.key() for event in recorder.events])) if recorder.has_forked() else None
        if key in places:
            odds[places[key]] += recorder.probability
        else:
            places[key] = len(states)
            if before is None:  # the deal and the play use different streams
                state.chance = seed_stream(mix_bits(ways))
            state.recorder = kept = Recorder()
            kept.recording = True
            kept.events = recorder.events
            states.append(state)
            odds.append(recorder.probability)
        if not recorder.next_path():
            return list(zip(odds, states, strict=True))
