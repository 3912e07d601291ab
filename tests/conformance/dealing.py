"""What the `dealer.py` in a game's test folder offers: who can know what, apart from the game's own code."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import suppress
from typing import Protocol, cast

from grognard.kernel.engine.chance import Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.kernel.views.view import View, ZoneView
from grognard.lab.game_folders import is_own

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
    TELLING: Set[type[Event]]
    # Actions (notation) and reasons to end that random play does not reach, each with the scenario that does.
    UNREACHED: Mapping[str, str]
    # Samplers with a known fault, by the names of `test_hidden_information.FAULTS`.
    MUTANTS: Mapping[str, Sampler]

    def follow(self, game: Game, seat: int | None) -> Dealer:
        """A dealer for one seat of a new game."""


def dealer_module(game: Game) -> DealerModule:
    """The dealer of a game, in its test folder; without one, the dealer that follows from its board."""
    package = game.spec.package
    name = f"{package}.tests.dealer" if is_own(game.slug) else f"tests.games.{package.rpartition('.')[2]}.dealer"
    try:
        return cast(DealerModule, importlib.import_module(name))
    except ModuleNotFoundError as missing:
        if not name.startswith(str(missing.name)):
            raise  # something in it is missing
    from tests.conformance.board_dealer import BoardSupport

    return cast(DealerModule, BoardSupport(game))


def fair(state: State, seat: int, seed: int) -> State:
    """The game's own sampler."""
    return state.resample_from_infostate(seat, seed)


# -- what the dealers of games with two seats and single cards are made of --------------------------------------------


def faces(zone: ZoneView) -> set[str]:
    """The names of the cards that are seen in a zone."""
    return {card.name for card in zone.cards}


def hand_of(view: View, owner: int) -> ZoneView:
    """The hand of a seat."""
    return next(zone for zone in view.zones if (zone.key, zone.owner) == ("hand", owner))


# Samplers with a fault begin from the game's own, so that nothing but the fault gives them away, and they read the
# true position with its notes, as it does. `notes` are the facts, without the seat, that name known cards of a hand.


def truth(notes: Sequence[str]) -> Sampler:
    """Deals nothing anew: the true hand, under another generator."""
    return lambda state, seat, seed: _with(state, seat, seed, notes, lambda hand, hidden, generator: hand)


def swap_one_card(notes: Sequence[str]) -> Sampler:
    """The true hand, but for one hidden card that is swapped with one of the deck."""

    def sampler(state: State, seat: int, seed: int) -> State:
        deck = cast("list[str]", state.to_dict()["deck"])

        def choose(hand: set[str], hidden: set[str], generator: Generator) -> set[str]:
            if not hidden or not deck:
                return hand
            away = sorted(hidden)[generator.below(len(hidden))]
            return hand - {away} | {deck[generator.below(len(deck))]}

        return _with(state, seat, seed, notes, choose)

    return sampler


def keep_an_order(notes: Sequence[str]) -> Sampler:
    """Half of the hidden cards of the hand stay where they are, the rest is dealt anew.

    A deck that is a set, drawn from at random, has no order: cards that keep their place are what comes nearest.
    """

    def sampler(state: State, seat: int, seed: int) -> State:
        facts = state.to_dict()
        hidden = sorted(_names(facts, f"hand {1 - seat}") - _known(facts, notes, 1 - seat))
        note = f"{notes[0]} {1 - seat}"
        return with_notes(state, seat, seed, {note: sorted(_names(facts, note) | set(hidden[::2]))})

    return sampler


def with_notes(state: State, seat: int, seed: int, wrong: dict[str, object]) -> State:
    """A resample made while some notes of the position were wrong; the notes are then mended."""
    misled = state.clone()
    facts = misled.to_dict()
    right = {note: facts[note] for note in wrong}
    misled.from_dict(wrong)
    world = misled.resample_from_infostate(seat, seed)
    with suppress(BadInput):  # a deal that contradicts the right notes keeps the wrong ones; its cards tell
        world.from_dict(right)
    return world


def _names(facts: Mapping[str, object], place: str) -> set[str]:
    return set(cast("list[str]", facts[place]))


def _picked(facts: Mapping[str, object]) -> set[str]:
    """The cards of an unfinished choice, in games that have such choices."""
    return _names(facts, "picked") if "picked" in facts else set()


def _known(facts: Mapping[str, object], notes: Sequence[str], seat: int) -> set[str]:
    return set().union(*(_names(facts, f"{note} {seat}") for note in notes))


def _with(
    state: State,
    seat: int,
    seed: int,
    notes: Sequence[str],
    choose: Callable[[set[str], set[str], Generator], set[str]],
) -> State:
    """A resample whose other hand is chosen anew from the true hand, its hidden part and a generator."""
    facts = state.to_dict()
    other = 1 - seat
    hand = _names(facts, f"hand {other}") | (_picked(facts) if state.current_player() == other else set())
    world = state.resample_from_infostate(seat, seed)
    chosen = choose(hand, hand - _known(facts, notes, other), Generator(world.chance))
    world.from_dict({f"hand {other}": sorted(chosen), "deck": sorted((hand | _names(facts, "deck")) - chosen)})
    return world
