"""The dealer of a game that declares its board and has no dealer.py: what a seat can know follows from the zones.

A seat knows its own hand, the open zones, every count, and the cards of the other hand that a note says it has seen.
The other hand and the hidden zones hold the cards that it sees nowhere, and every way to deal them is alike likely. A
game in which a seat learns more, for example from what the other side must hold, needs a dealer of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, Final, cast

from grognard.kernel.cardsets.cards import WORD
from grognard.kernel.content.board import HAND, PICKED, Board, Note, Zone, attribute
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.one_deck import Side
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from tests.conformance.dealing import Sampler, keep_an_order, swap_one_card, truth, with_notes
from tests.conformance.support import play

# How many random games show which events tell a result of chance.
GAMES: Final = 20
OTHER_CHANCE: Final = (1, 2, 3, 4)


class BoardDealer:
    """Follows a game from one seat, by the events and the views of that seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        assert game.spec.board is not None
        self.board = game.spec.board
        self.seat = seat
        self.other = None if seat is None else 1 - seat
        self.names = frozenset(game.pieces)
        self.pieces = game.pieces
        # The cards that the seat sees, and the counts of all that is hidden from it, by the fact that they are in.
        self.seen: Mapping[str, Set[str]] = {}
        self.counts: Mapping[str, int] = {}
        self.known: Set[str] = set()  # those of the other hand that it has seen
        self.over = False

    # -- what happened -------------------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        before, known = set().union(*self.seen.values()), self.known
        told = {self.pieces[card] for event in state.events(self.seat) for card in event.all_cards()}
        self.over = state.is_terminal()
        self.seen, self.counts = self._look(state)
        self.known = self._known(state)
        now = set().union(*self.seen.values())
        if not self.over:  # at the end, what was hidden is laid open without a word
            assert before ^ now <= told, "cards come and go without a word"
            assert self.known <= known | told | before, "a note has cards that the seat has not seen"

    def _look(self, state: State) -> tuple[Mapping[str, Set[str]], Mapping[str, int]]:
        """The cards of each place that the seat sees, and the counts of the others; the view shows just these."""
        seen: dict[str, Set[str]] = {}
        counts: dict[str, int] = {}
        for zone in state.view(self.seat).zones:
            place = zone.key if zone.key in self._common else f"{zone.key} {zone.owner}"
            if self._is_open(place):
                assert len(zone.cards) == zone.count, f"not all cards of {place} are seen"
                seen[place] = {card.handle for card in zone.cards}
            else:
                assert not zone.cards, f"cards of {place} are seen"
                counts[place] = zone.count
        return seen, counts

    def _known(self, state: State) -> Set[str]:
        """The cards that the seat must know to be in the other hand, by the notes of that hand."""
        if self.seat is None or self.over:
            return set()
        facts = state.to_dict()
        notes = [item.key for item in self.board.army if isinstance(item, Note) and item.in_hand]
        return set().union(*(cast("list[str]", facts[f"{note} {self.other}"]) for note in notes))

    @cached_property
    def _common(self) -> Mapping[str, Zone]:
        return {item.key: item for item in self.board.common if isinstance(item, Zone)}

    @cached_property
    def _army(self) -> Mapping[str, Zone]:
        return {item.key: item for item in self.board.army if isinstance(item, Zone)}

    def _is_open(self, place: str) -> bool:
        """Does the board say that this seat sees what lies here?"""
        key, _, owner = place.rpartition(" ")
        if key == HAND:
            return self.over or owner == str(self.seat)
        zone = self._common[place] if place in self._common else self._army[key]
        return not zone.is_hidden or (self.over and zone.opens)

    def compare(self, state: State) -> None:
        seen, counts = self._look(state)
        assert (seen, counts) == (self.seen, self.counts)
        shown = [name for cards in seen.values() for name in cards]
        assert len(shown) == len(set(shown)), "a card is in two places"
        assert len(shown) + sum(counts.values()) == len(self.names)

    # -- what the seat knows -------------------------------------------------------------------------------------------

    def _hidden(self) -> Set[str]:
        """What may lie in the other hand and in the hidden zones."""
        return self.names - set().union(*self.seen.values()) - self.known

    def _unknown(self) -> Mapping[str, int]:
        """How many cards of each place the seat does not know."""
        return {
            place: count - (len(self.known) if place == f"{HAND} {self.other}" else 0)
            for place, count in self.counts.items()
        }

    def nameable(self) -> Set[str]:
        return set().union(*self.seen.values(), self.known)

    def situation(self, state: State) -> Set[str]:
        if self.over or len([place for place, count in self._unknown().items() if count > 0]) < 2:
            return set()  # nothing is hidden but what can be worked out
        deciding = state.current_player() == self.seat
        words = {f"{cast(str, state.to_dict()['phase'])}, {'deciding' if deciding else 'waiting'}"}
        if state.picks() > 0:
            words.add("own open frame" if deciding else "open frame of the other")
        return words

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        hidden = self._hidden()
        return {place: dict.fromkeys(hidden, count / len(hidden)) for place, count in self._unknown().items() if hidden}

    # -- other worlds --------------------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        true = state.clone()
        if not self.over and true.current_player() != self.seat:
            true.ply -= true.picks()
            true.take_back_choice()
        stored: dict[str, Any] = json.loads(true.serialize())
        facts = stored["position"]
        stored["kernel"]["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        there = {place: set(facts[place]) for place in self.counts}
        for _ in range(20):
            dealt = self._deal(generator)
            if dealt != there:
                break
        for place, cards in dealt.items():
            facts[place] = sorted(cards)
        for note in self._secret_notes if not self.over else ():
            facts[note] = [name for name in facts[f"{HAND} {self.seat}"] if generator.below(2)]
        return json.dumps(stored)

    @cached_property
    def _secret_notes(self) -> Sequence[str]:
        """The notes of the seat's own hand whose cards it does not know."""
        return [f"{item.key} {self.seat}" for item in self.board.army if isinstance(item, Note) and item.secret]

    def _deal(self, generator: Generator) -> dict[str, set[str]]:
        """Another way to deal what is hidden, all alike likely."""
        rest = sorted(self._hidden())
        dealt = {
            place: {rest.pop(generator.below(len(rest))) for _ in range(count)}
            for place, count in self._unknown().items()
        }
        if self.known:
            dealt[f"{HAND} {self.other}"] |= self.known
        return dealt

    def misfits(self, state: State) -> list[str]:
        facts = {name: set(value) for name, value in state.to_dict().items() if isinstance(value, list)}
        wrong = [place for place, cards in self.seen.items() if facts[place] != cards]
        wrong += ["known cards"] if self.known - facts.get(f"{HAND} {self.other}", set()) else []
        wrong += [f"count of {place}" for place, count in self.counts.items() if len(facts[place]) != count]
        return wrong


class BoardSupport:
    """What a dealer.py exports, from a board."""

    def __init__(self, game: Game) -> None:
        assert game.spec.board is not None
        self.game = game
        self.board: Board = game.spec.board
        self.UNREACHED: Mapping[str, str] = {}

    @property
    def PLACES(self) -> Sequence[str]:
        """The facts that are places."""
        return self.game.spec.places

    @cached_property
    def REDUNDANT(self) -> Mapping[str, str]:
        """Fields that no stored position needs."""
        state = self.game.new_initial_state()
        sides = {name: side for name in dir(state) if isinstance(side := getattr(state, name), Side)}
        fields = {f"{name}.seat": "it is the other seat" for name, side in sides.items() if side.seat != state.active}
        if PICKED not in self.PLACES:
            fields |= dict.fromkeys([f"{PICKED}.0", f"{PICKED}.1"], "one choice is one action: nothing is ever picked")
        if len(self.game.pieces) <= WORD:
            fields |= dict.fromkeys(self._second_words(sides), "all cards fit the first word of a set")
        return fields

    def _second_words(self, sides: Mapping[str, Side]) -> Iterator[str]:
        """The second word of every set of cards."""
        for item in self.board.common:
            if isinstance(item, Zone | Note):
                yield f"{attribute(item.key)}.1"
        for item in self.board.army:
            if isinstance(item, Zone | Note):
                yield from (f"{name}.{attribute(item.key)}.1" for name in sides)

    @property
    def SITUATIONS(self) -> Set[str]:
        """Every phase, from both seats."""
        words = {f"{phase}, {who}" for phase in self.game.spec.meta.phases[1:] for who in ("deciding", "waiting")}
        return words | ({"own open frame", "open frame of the other"} if PICKED in self.PLACES else set())

    @cached_property
    def TELLING(self) -> Set[type[Event]]:
        """The kinds of events that tell all seats a result of chance: those that depend on the generator alone."""
        found: set[type[Event]] = set()
        for seed in range(GAMES):
            for state in play(self.game, seed):
                found |= set() if state.is_terminal() else _differing(state)
        return found

    @property
    def MUTANTS(self) -> Mapping[str, Sampler]:
        """Samplers with a fault: the pair test must find each."""
        notes = [item.key for item in self.board.army if isinstance(item, Note) and item.in_hand]
        return {
            "truth": truth(notes),
            "swap one card": swap_one_card(notes),
            "forget a look": forget_the_open_cards(self.board, notes),
            "keep an order": keep_an_order(notes),
        }

    def follow(self, game: Game, seat: int | None) -> BoardDealer:
        """A dealer for one seat of a new game."""
        return BoardDealer(game, seat)


def _differing(state: State) -> set[type[Event]]:
    """The kinds of events that any action of this position can begin to tell otherwise, under another generator."""
    found: set[type[Event]] = set()
    for action in state.legal_actions():
        one, other = state.clone(), state.clone()
        other.chance = OTHER_CHANCE
        for copy in (one, other):
            copy.record()
            copy.apply_action(action)
        both = zip(one.events(None), other.events(None), strict=False)
        found |= {type(event) for event, twin in both if event.key() != twin.key()}
    return found


def forget_the_open_cards(board: Board, notes: Sequence[str]) -> Sampler:
    """Known cards of the other hand are dealt again; if there are none, an open card changes places with one of it."""

    def sampler(state: State, seat: int, seed: int) -> State:
        known = [f"{note} {1 - seat}" for note in notes]
        if any(state.to_dict()[note] for note in known):
            return with_notes(state, seat, seed, {note: [] for note in known})
        world = state.resample_from_infostate(seat, seed)
        facts = world.to_dict()
        hand = cast("list[str]", facts[f"hand {1 - seat}"])
        for zone in board.zones:
            there = cast("list[str]", facts[zone.key])
            if not zone.is_hidden and hand and there:
                world.from_dict({f"hand {1 - seat}": [*hand[1:], there[0]], zone.key: [*there[1:], hand[0]]})
                break
        return world

    return sampler
