"""The input of a bot: one seat's knowledge and worlds that fit it, with no path to the true state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, SupportsIndex

from mypy_extensions import i64

from grognard.kernel.engine.chance import MASK, WORDS, Generator, mix_bits, seed_stream
from grognard.kernel.engine.masks import mask_of
from grognard.kernel.engine.state import State

# The number of seats with separate streams at every ply.
SEATS: Final = 8

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.kernel.views.view import View


class Information:
    """The information state of one seat, stored as a resampled world with a replaced generator.

    Everything here depends only on the seat's knowledge and on `seed`, so a bot with the same seed must choose the same
    in any two positions that its seat cannot tell apart.

    `history` is the seat's history so far (`History.of`), for bots that use it, and empty for all others.
    """

    def __init__(self, state: State, seat: i64, seed: i64 = 0, history: Sequence[str] = ()) -> None:
        self.seat: i64 = seat
        self.seed: i64 = seed & MASK
        self.history = history
        self._world: State = state.clone()
        self._world.resample(seat, 0)
        self.generator: Generator = Generator(self._stream(self._world.ply))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Copies and pickles the stored world and the state of the generator."""
        return _again, (type(self), self._world, self.seat, self.seed, self.history, self.generator)

    def resume(self, world: State, generator: Generator) -> None:
        """Adopts this world and this state of the generator."""
        self._world.copy(world)
        self.generator.state = generator.state

    def renew(self, state: State, seat: i64, seed: i64, history: Sequence[str]) -> None:
        """Replaces the content with that of another seat or position of the same game, in place (for loops)."""
        self.seat = seat
        self.seed = seed & MASK
        self.history = history
        self._world.copy(state)
        self._world.resample(seat, 0)
        self.generator.state = self._stream(self._world.ply)

    @property
    def game(self) -> Game:
        """The loaded game."""
        return self._world.game

    def legal_actions(self) -> list[int]:
        """Returns the legal actions of the seat; empty if another seat decides."""
        if self._world.is_terminal() or self._world.decider() != self.seat:
            return []
        return self._world.legal_actions()

    def observe(self) -> bytes:
        """Returns the seat's observation, as `game.layout` lists it."""
        return self._world.game.observe(self._world, self.seat)

    def mask(self) -> bytes:
        """Returns a byte for each action, 1 if it is legal; all are 0 if another seat decides or the game is over."""
        length = len(self._world.space.verb)
        if self._world.is_terminal() or self._world.decider() != self.seat:
            return bytes(length)
        return mask_of(self._world)[:length]

    def form(self) -> float:
        """Returns the seat's form for the whole game, from 0 (best) to 1; it depends only on the seed."""
        return float(Generator(self._stream(-1)).word()) / WORDS

    def view(self) -> View:
        """Returns the view of the seat."""
        return self._world.view(self.seat)

    def resample(self, seed: SupportsIndex) -> State:
        """Returns a world, dealt from `seed`, that fits everything the seat knows."""
        return self._world.resample_from_infostate(self.seat, seed)

    def deal_into(self, world: State, seed: i64) -> None:
        """Turns an existing state into a world that fits everything the seat knows (for search loops)."""
        world.copy(self._world)
        world.resample(self.seat, seed)

    def random_action(self) -> i64:
        """Returns a random legal action, each equally likely, from the seat's own generator."""
        action, _count = self._world.pick(self.generator.word())
        return action

    def _stream(self, ply: i64) -> tuple[i64, i64, i64, i64]:
        """Returns the seat's own stream at a ply; -1 is before the game."""
        return seed_stream(mix_bits(self.seed) ^ mix_bits(ply * SEATS + self.seat))


def _again(
    kind: type[Information], world: State, seat: i64, seed: i64, history: Sequence[str], generator: Generator
) -> Information:
    """Returns an information that was copied or pickled."""
    information = kind(world, seat, seed, history)
    information.resume(world, generator)
    return information
