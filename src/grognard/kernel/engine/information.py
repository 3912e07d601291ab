"""What a bot gets: one seat's knowledge, and worlds that fit it. There is no path from here to the true state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, SupportsIndex

from mypy_extensions import i64

from grognard.kernel.engine.chance import MASK, WORDS, Generator, mix_bits, seed_stream
from grognard.kernel.engine.state import State

# At every ply there is a stream of its own for each seat, of so many.
SEATS: Final = 8

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.kernel.views.view import View


class Information:
    """The information state of one seat, held as an already resampled world whose generator was replaced.

    Everything here is a function of what the seat knows and of `seed`, so that a bot given the same seed must choose
    alike in any two positions that its seat cannot tell apart.

    `history` is what the seat has seen so far (`History.of`), for bots that go by it; it is empty for all others.
    """

    def __init__(self, state: State, seat: i64, seed: i64 = 0, history: Sequence[str] = ()) -> None:
        self.seat: i64 = seat
        self.seed: i64 = seed & MASK
        self.history = history
        self._world: State = state.clone()
        self._world.resample(seat, 0)
        self.generator: Generator = Generator(self._stream(self._world.ply))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Copies and pickles what the bot was given: the world that stands for it, and where its generator is."""
        return _again, (type(self), self._world, self.seat, self.seed, self.history, self.generator)

    def resume(self, world: State, generator: Generator) -> None:
        """Becomes the information that holds this world and is at this point of its generator."""
        self._world.copy(world)
        self.generator.state = generator.state

    def renew(self, state: State, seat: i64, seed: i64, history: Sequence[str]) -> None:
        """Becomes the information of another seat or position of the same game, in place (for loops)."""
        self.seat = seat
        self.seed = seed & MASK
        self.history = history
        self._world.copy(state)
        self._world.resample(seat, 0)
        self.generator.state = self._stream(self._world.ply)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._world.game

    def legal_actions(self) -> list[int]:
        """What the seat may choose now; empty if another seat decides."""
        if self._world.is_terminal() or self._world.decider() != self.seat:
            return []
        return self._world.legal_actions()

    def form(self) -> float:
        """What kind of day the seat has, from 0 (its best) to 1: by the seed alone, so one for a whole game."""
        return float(Generator(self._stream(-1)).word()) / WORDS

    def view(self) -> View:
        """What the seat sees."""
        return self._world.view(self.seat)

    def resample(self, seed: SupportsIndex) -> State:
        """A world that the seat cannot tell from the true one, dealt from `seed`."""
        return self._world.resample_from_infostate(self.seat, seed)

    def deal_into(self, world: State, seed: i64) -> None:
        """Makes an existing state a world that the seat cannot tell from the true one (for search loops)."""
        world.copy(self._world)
        world.resample(self.seat, seed)

    def random_action(self) -> i64:
        """A legal action, each as likely, from the seat's own generator."""
        action, _count = self._world.pick(self.generator.word())
        return action

    def _stream(self, ply: i64) -> tuple[i64, i64, i64, i64]:
        """The seat's own stream at a ply; -1 is before the game."""
        return seed_stream(mix_bits(self.seed) ^ mix_bits(ply * SEATS + self.seat))


def _again(
    kind: type[Information], world: State, seat: i64, seed: i64, history: Sequence[str], generator: Generator
) -> Information:
    """Returns an information that was copied or pickled."""
    information = kind(world, seat, seed, history)
    information.resume(world, generator)
    return information
