"""Steps many games natively. `grognard.envs.Batch` shows them as NumPy arrays.

Results are in buffers that each step overwrites: observations and masks as bytes, eight to a word, in rows of whole
words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from grognard.kernel.cardsets.bits import wrapped
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.history import encode_event
from grognard.kernel.engine.masks import allow, clear, write_mask
from grognard.kernel.engine.observation import Observer, Row, relative, zeros
from grognard.kernel.engine.state import OVER, State

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# What happens to a finished game: nothing, a new game at the next step, or a new game at once.
DISABLED: Final = 0
NEXT_STEP: Final = 1
SAME_STEP: Final = 2

# The seeds of a batch are below this, so that the sum of two fits in a word.
SEEDS: Final = 0x1000000000000000

# In place of an action: do not move this game; and a number that is never an action.
STAY: Final = 0xFFFF
NO_ACTION: Final = 0xFFFE


def _fill(words: vec[i64], given: list[int]) -> None:
    for i, word in enumerate(given):
        words[i] = word


@final
class Stepper:
    """`size` games of one `Game`, each with its seed.

    The next deal of each game has a seed higher by `stride`, modulo `SEEDS`. Game i of a batch is equal to
    `game.new_initial_state(seeds[i])` after the same actions.
    """

    def __init__(
        self, game: Game, size: i64, autoreset: i64, all_seats: bool, skip_forced: bool, packed: bool, recalled: i64
    ) -> None:
        self.game: Game = game
        self.size: i64 = size
        self.stride: i64 = size
        self.autoreset: i64 = autoreset
        self.all_seats: bool = all_seats
        self.skip_forced: bool = skip_forced
        self.blank: State = game.spec.state(game)
        self.states: vec[State] = vec[State]([game.spec.state(game) for _game in range(size)])
        self.seats_in_all: i64 = game.num_players()
        self.packed: bool = packed
        row_bytes = game.layout.packed_size if packed else game.layout.size
        self.row_words: i64 = row_bytes >> 3
        # Masks lie next to each other: the first action of game i is at position i * mask_stride, in bits or in bytes.
        self.actions: i64 = game.num_distinct_actions()
        mask_bytes: i64 = (self.actions + 7) >> 3 if packed else self.actions
        self.mask_bytes: i64 = mask_bytes
        self.mask_stride: i64 = mask_bytes << 3 if packed else mask_bytes
        self.recalled: i64 = recalled  # public events kept for each game
        seats = self.seats_in_all
        rows = size * self.row_words
        finals: i64 = rows if autoreset == SAME_STEP else 0
        fulls: i64 = rows * seats if all_seats else 0
        self.observations: vec[i64] = zeros(rows)
        self.masks: vec[i64] = zeros((size * mask_bytes + 7) >> 3)
        self.final: vec[i64] = zeros(finals)
        self.full: vec[i64] = zeros(fulls)
        self.observer: Observer = game.observer
        self.row: Row = Row(self.observations, 0, packed)
        self.final_row: Row = Row(self.final, 0, packed)
        self.full_row: Row = Row(self.full, 0, packed)
        self.rewards: vec[float] = vec[float]([0.0] * (size * seats))
        self.done: vec[i64] = zeros(size)
        self.seats: vec[i64] = zeros(size)
        self.seeds: vec[i64] = zeros(size)
        # The number of actions since the last `reset`, and how many of them had an alternative.
        self.plies: i64 = 0
        self.decisions: i64 = 0
        self.choices: vec[i64] = zeros(size)
        # The last public events of each game, the latest first, a word each; and as the seat to move sees them.
        self.heard: vec[i64] = zeros(size * recalled)
        self.events: vec[i64] = zeros(size * recalled)
        if recalled > 0:
            for state in self.states:
                state.record()

    def reset(self, seeds: list[int], stride: i64) -> None:
        """Deals all games from their seeds."""
        self.stride = stride
        self.plies = 0
        self.decisions = 0
        i: i64 = 0
        while i < self.size:
            self.seeds[i] = seeds[i]
            self._deal(i)
            i += 1

    def resume(self, states: list[State], words: list[list[int]], rewards: list[float], counts: list[int]) -> None:
        """Takes over the positions and buffers of a stepper of the same kind."""
        i: i64 = 0
        while i < self.size:
            self.states[i].copy(states[i])
            i += 1
        _fill(self.observations, words[0])
        _fill(self.masks, words[1])
        _fill(self.final, words[2])
        _fill(self.full, words[3])
        _fill(self.done, words[4])
        _fill(self.seats, words[5])
        _fill(self.seeds, words[6])
        _fill(self.choices, words[7])
        _fill(self.heard, words[8])
        _fill(self.events, words[9])
        for place, reward in enumerate(rewards):
            self.rewards[place] = reward
        self.stride, self.plies, self.decisions = counts[0], counts[1], counts[2]

    def _deal(self, i: i64) -> None:
        seed: i64 = self.seeds[i]
        state = self.states[i]
        state.copy(self.blank)
        state.chance = stream(seed, "set-up")
        if self.recalled > 0:
            self._forget(i)
        state.start()
        state.chance = stream(seed, "play")
        if self.recalled > 0:
            self._hear(i)
        self._ask(i, self.skip_forced)
        self.done[i] = 0
        self._pay_nothing(i)
        self._show(i)

    def _pay_nothing(self, i: i64) -> None:
        at = i * self.seats_in_all
        end = at + self.seats_in_all
        while at < end:
            self.rewards[at] = 0.0
            at += 1

    def first_illegal(self, actions: bytes) -> i64:
        """Returns the first game whose action is illegal, or -1. Actions have two bytes each, the lower first.

        A game that has ended takes any action.
        """
        i: i64 = 0
        while i < self.size:
            low: i64 = actions[2 * i]
            high: i64 = actions[2 * i + 1]
            action = low | (high << 8)
            if action != STAY and not self._allows(i, action) and self.states[i].frames != OVER:
                return i
            i += 1
        return -1

    def _allows(self, i: i64, action: i64) -> bool:
        if action >= self.actions:
            return False
        at = i * self.mask_stride + action
        if self.packed:
            return (self.masks[at >> 6] >> (at & 63)) & 1 != 0
        return (self.masks[at >> 3] >> ((at & 7) << 3)) & 1 != 0

    def step(self, actions: bytes) -> None:
        """Plays one action in each game. All must be legal: check with `first_illegal` first."""
        i: i64 = 0
        while i < self.size:
            low: i64 = actions[2 * i]
            high: i64 = actions[2 * i + 1]
            action = low | (high << 8)
            if action != STAY and self.states[i].frames == OVER:
                self._go_on(i)
            elif action != STAY:
                self._play(i, action)
            i += 1

    def _go_on(self, i: i64) -> None:
        """Handles a finished game in a step."""
        if self.autoreset == NEXT_STEP:
            self.deal_next(i)
        else:
            self._pay_nothing(i)

    def deal_next(self, i: i64) -> None:
        """Deals the next game in place of this one."""
        self._take_next_seed(i)
        self._deal(i)

    def _take_next_seed(self, i: i64) -> None:
        self.seeds[i] = (self.seeds[i] + self.stride) & (SEEDS - 1)

    def _play(self, i: i64, action: i64) -> None:
        state = self.states[i]
        self.plies += 1
        if self.choices[i] > 1:
            self.decisions += 1
        if self.done[i] != 0:  # the game before this one ended with the last step
            self.done[i] = 0
            self._pay_nothing(i)
        self._move(i, action)
        self._ask(i, self.skip_forced)
        if state.frames == OVER:
            self._end(i)
        else:
            self._show(i)

    def _ask(self, i: i64, skip_forced: bool) -> None:
        """Plays forced actions if they are skipped, then writes the mask: for a finished game only action 0."""
        state = self.states[i]
        at = i * self.mask_stride
        while True:
            clear(self.masks, i * self.mask_bytes, self.mask_bytes)
            if state.frames == OVER:
                allow(self.masks, at, self.packed)
                self.choices[i] = 1
                return
            count, action = write_mask(state, self.masks, at, self.packed)
            self.choices[i] = count
            if count > 1 or not skip_forced:
                return
            self._move(i, action)
            self.plies += 1

    def _move(self, i: i64, action: i64) -> None:
        if self.recalled == 0:
            self.states[i].step(action)
            return
        self.states[i].recorder.forget()
        self.states[i].step(action)
        self._hear(i)

    def _forget(self, i: i64) -> None:
        """Drops the events of a game."""
        self.states[i].recorder.forget()
        at = i * self.recalled
        clear(self.heard, at << 3, self.recalled << 3)

    def _hear(self, i: i64) -> None:
        """Adds the public events of the last action."""
        first = i * self.recalled
        for event in self.states[i].recorder.events:
            kind, seat, card, number = encode_event(event.seen_by(None))
            at = first + self.recalled - 1
            while at > first:
                self.heard[at] = self.heard[at - 1]
                at -= 1
            word: i64 = kind | (seat << 16) | (card << 32)
            self.heard[first] = wrapped(word | ((number & 0xFFFF) << 48))

    def _end(self, i: i64) -> None:
        """Pays the seats. The seat that played last sees the final position."""
        if self.autoreset == SAME_STEP:
            self.final_row.begin(i * self.row_words)
            self.observer.write(self.states[i], self.seats[i], self.final_row)
            self._take_next_seed(i)
        result = self.states[i].returns()
        if self.autoreset == SAME_STEP:
            self._deal(i)
        else:
            self._show(i)
        self.done[i] = 1
        seat: i64 = 0
        while seat < self.seats_in_all:
            self.rewards[i * self.seats_in_all + seat] = result[seat]
            seat += 1

    def _show(self, i: i64) -> None:
        """Writes the observation of the seat to move, or in a finished game of the one that moved last."""
        state = self.states[i]
        if state.frames != OVER:
            self.seats[i] = state.decider()
        self.row.begin(i * self.row_words)
        self.observer.write(state, self.seats[i], self.row)
        if self.all_seats:
            seat: i64 = 0
            while seat < self.seats_in_all:
                self.full_row.begin((i * self.seats_in_all + seat) * self.row_words)
                self.observer.write(state, seat, self.full_row)
                seat += 1
        if self.recalled > 0:
            self._show_events(i)

    def _show_events(self, i: i64) -> None:
        """Writes the last events with their seats counted from the seat to move, which is 1; 0 is nobody."""
        seats = self.seats_in_all
        at = i * self.recalled
        end = at + self.recalled
        while at < end:
            word = self.heard[at]
            owner = (word >> 16) & 0xFFFF
            if owner != 0:
                word += (relative(self.seats[i], owner - 1, seats) + 1 - owner) << 16
            self.events[at] = word
            at += 1

    def put(self, i: i64, state: State) -> None:
        """Sets game i to a position of the same `Game`."""
        self.states[i].copy(state)
        if self.recalled > 0:
            self._forget(i)
        self.done[i] = 0
        self._pay_nothing(i)
        self._ask(i, False)
        if state.frames == OVER:
            self._end(i)
        else:
            self._show(i)
