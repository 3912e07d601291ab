"""What a game's `tests/games/<game>/dealer.py` offers: who can know what, apart from the game's own code."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Protocol, cast

from grognard.kernel.chance import Generator
from grognard.kernel.game import Game
from grognard.kernel.state import State

# Deals anew what a seat cannot know: a new state from (state, seat, seed). The game's own is `fair`.
Sampler = Callable[[State, int, int], State]

# For each fact that is a place for cards: how likely each hidden card lies there.
Odds = Mapping[str, Mapping[str, float]]


class Dealer(Protocol):
    """Follows a game from one seat (None: a spectator), through the events and views of that seat alone."""

    def watch(self, state: State) -> None:
        """Reads what the seat saw: at the first decision and after every action."""

    def compare(self, state: State) -> None:
        """Asserts that the view of the seat is what its events lead to."""

    def nameable(self) -> Set[str]:
        """The cards that the seat sees or can work out: those that its view may name."""

    def situation(self, state: State) -> Set[str]:
        """Words for what makes this position worth a pair, from `SITUATIONS`."""

    def second(self, state: State, generator: Generator) -> str:
        """A stored position that differs from the true one only in what the seat cannot know.

        Another seat's open frame is put back.
        """

    def odds(self) -> Odds:
        """The exact odds if every deal that the seat cannot rule out is equally likely."""

    def misfits(self, state: State) -> list[str]:
        """Why the seat can tell that this is not the true state; empty if it cannot."""


class DealerModule(Protocol):
    """The names that a dealer.py exports."""

    # The facts that are places: each card lies in exactly one.
    PLACES: Sequence[str]
    # Fields (`defender.seat`) that no stored position needs, each with the reason.
    REDUNDANT: Mapping[str, str]
    # What the pairs have to meet.
    SITUATIONS: Set[str]
    # Kinds of events that tell all seats a result of chance.
    TELLING: Set[int]
    # Actions (notation) that random play does not reach, each with the scenario that does.
    UNREACHED: Mapping[str, str]
    # Samplers with a known fault, by the names of `test_hidden_information.FAULTS`.
    MUTANTS: Mapping[str, Sampler]

    def follow(self, game: Game, seat: int | None) -> Dealer:
        """A dealer for one seat of a new game."""


def dealer_module(game: Game) -> DealerModule:
    """The dealer of a game, found by its name."""
    folder = game.slug.replace("-", "_")
    return cast(DealerModule, importlib.import_module(f"tests.games.{folder}.dealer"))


def fair(state: State, seat: int, seed: int) -> State:
    """The game's own sampler."""
    return state.resample_from_infostate(seat, seed)
