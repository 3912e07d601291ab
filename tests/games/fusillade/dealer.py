"""Who can know what in Fusillade (FUS-8), worked out from what a seat saw, apart from the game's own sampler.

A seat knows its own hand, the open piles, every count, and of the other hand:

- the cards that a look showed, each until it is seen to leave (FUS-8.1);
- the whole hand at every reshuffle: nothing lay in the deck, so what the seat saw nowhere was in that hand;
- that a unit is in it, from a declared attack until a unit is seen to leave (FUS-4.1).

Nothing here reads the position's own notes of this (`seen`, `deduced`, `vouched`): they are what is tested.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence, Set
from math import comb
from typing import Any, Final, cast

from grognard.games.fusillade import events
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from tests.conformance.dealing import faces, hand_of, keep_an_order, swap_one_card, truth, with_notes

PLACES: Final[Sequence[str]] = ("deck", "discard", "line", "picked", "hand 0", "hand 1")

REDUNDANT: Final[Mapping[str, str]] = {
    "defender.seat": "of two seats it is the other one; `active` names the attacker's",
}

UNREACHED: Final[Mapping[str, str]] = {}

TELLING: Final[Set[type[Event]]] = frozenset({events.Stripped})

_PHASES: Final = (
    "deploy", "declare", "blunder", "units", "counter", "target", "support", "morale", "exchange", "trim",
)  # fmt: skip
SITUATIONS: Final[Set[str]] = frozenset(
    [f"{phase}, {who}" for phase in _PHASES for who in ("deciding", "waiting")]
    + ["own open frame", "open frame of the other", "shown by a look", "worked out", "a unit for certain"]
)

# Cards go from a hand to the discard pile.
GONE: Final = (
    events.Used,
    events.Stripped,
    events.Blundered,
    events.Halved,
    events.Exchanged,
    events.Trimmed,
)


class Dealer:
    """Follows a game from one seat, by the events and the views of that seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self.other = None if seat is None else 1 - seat
        self.names = [card.name for card in game.cards]
        self.units = {card.name for card in game.cards if card.text("type") in ("IU", "LU", "CU", "AU")}
        self.deck = len(self.names)
        self.discard: set[str] = set()
        self.line: set[str] = set()
        self.own: set[str] = set()
        self.count = 0
        self.theirs: set[str] = set()
        self.unit = False
        self.shown: set[str] = set()
        self.over = False

    # -- what happened ---------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        told = state.events(self.seat)
        for event, *after in (told[n : n + 2] for n in range(len(told))):
            self._hear(event, {self.names[card] for card in event.all_cards()}, after[0] if after else None)
        if self.over:  # both hands are laid open
            view = state.view(self.seat)
            first, second = (faces(hand_of(view, owner)) for owner in (self.seat or 0, 1 - (self.seat or 0)))
            assert self.seat is None or first == self.own
            self.own, self.theirs = first, second

    def _hear(self, event: Event, cards: set[str], following: Event | None) -> None:
        if isinstance(event, events.Drew):
            self.deck -= event.number
            if event.seat == self.seat:
                self.own |= cards
            elif event.seat == self.other:
                self.count += event.number
        elif isinstance(event, events.Reshuffled):
            assert isinstance(following, events.Drew)
            self._reshuffle(event, following)
        elif isinstance(event, events.Looked) and event.seat == self.seat:
            self.theirs, self.shown = set(cards), set(cards)
        elif isinstance(event, events.Declared) and event.seat == self.other:
            self.unit = True
        elif isinstance(event, GONE):
            self._leave(event.seat, cards)
            self.discard |= cards
        elif isinstance(event, events.Laid | events.Supported):
            self._leave(event.seat, cards)
            self.line |= cards
        elif isinstance(event, events.Countered):
            self._leave(event.seat, {self.names[event.card]})
            self.line.remove(self.names[event.target])
            self.discard |= cards
        elif isinstance(event, events.Struck) and not isinstance(following, events.KnockedOut):
            self.discard |= self.line
            self.line = set()
        self.over = self.over or isinstance(event, events.KnockedOut | events.ClockRanOut)

    def _leave(self, seat: int, cards: set[str]) -> None:
        """Cards are seen to leave a hand."""
        if seat == self.seat:
            assert cards <= self.own
            self.own -= cards
        elif seat == self.other:
            self.count -= len(cards)
            self.theirs -= cards
            self.shown -= cards
            if cards & self.units:
                self.unit = False

    def _reshuffle(self, event: events.Reshuffled, draw: events.Drew) -> None:
        """In the middle of a draw the deck is empty: what is seen nowhere else is in the other hand."""
        assert (draw.seat, event.number) == (event.seat, len(self.discard))
        if self.seat is not None:
            held, count = set(self.own), self.count
            if event.seat == self.seat:  # of the cards drawn, the first came before the reshuffle
                held |= {self.names[card] for card in draw.cards} - self.discard
                assert len(held) == len(self.own) + self.deck
            else:
                count += self.deck
            self.theirs = set(self.names) - held - self.discard - self.line
            assert len(self.theirs) == count
            assert not self.unit or self.theirs & self.units
        self.deck += len(self.discard)
        self.discard = set()

    def compare(self, state: State) -> None:
        view = state.view(self.seat)
        zones = {zone.key: zone for zone in view.zones if zone.key != "hand"}
        assert zones["deck"].count == self.deck
        assert faces(zones["discard"]) == self.discard
        assert faces(zones["line"]) == self.line
        if self.seat is None or self.other is None:
            return
        picked = faces(zones["picked"]) if "picked" in zones else set()
        assert faces(hand_of(view, self.seat)) | picked == self.own
        assert hand_of(view, self.other).count == self.count
        # At the end both hands lie open: nothing is remembered any more.
        remembered = set() if state.is_terminal() else self.shown
        assert {card.name for memory in view.memory for card in memory.cards} == remembered

    # -- what the seat knows ---------------------------------------------------------------------------------

    def _hidden(self) -> set[str]:
        """What may lie in the deck or in the other hand."""
        return set(self.names) - self.own - self.discard - self.line - self.theirs

    def _needs_unit(self) -> bool:
        """Must one of the cards that are not known be a unit?"""
        return self.unit and not self.theirs & self.units

    def nameable(self) -> Set[str]:
        if self.over:
            return set(self.names) - self._hidden()
        return self.own | self.discard | self.line | self.shown

    def situation(self, state: State) -> Set[str]:
        phase = cast(str, state.to_dict()["phase"])
        if self.over:
            return set()
        deciding = state.current_player() == self.seat
        words = {f"{phase}, {'deciding' if deciding else 'waiting'}"}
        if state.picks() > 0:
            words.add("own open frame" if deciding else "open frame of the other")
        if self.deck > 0 and self.count > len(self.theirs):  # something is hidden
            if self.shown:
                words.add("shown by a look")
            if self.theirs - self.shown:
                words.add("worked out")
            if self._needs_unit():
                words.add("a unit for certain")
        return words

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        hidden = self._hidden()
        free, units = self.count - len(self.theirs), len(hidden & self.units)
        barren = len(hidden) - units if self._needs_unit() else -1
        deals = comb(len(hidden), free) - (comb(barren, free) if barren >= 0 else 0)
        chance = dict.fromkeys(self.theirs, 1.0)
        for name in hidden:
            with_it = comb(len(hidden) - 1, free - 1) if free > 0 else 0
            if barren > 0 and free > 0 and name not in self.units:
                with_it -= comb(barren - 1, free - 1)
            chance[name] = with_it / deals
        deck = {name: 1.0 - probability for name, probability in chance.items()}
        return {f"hand {self.other}": chance, "deck": deck}

    # -- other worlds ----------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        stored: dict[str, Any] = json.loads(state.serialize())
        kernel, facts = stored["kernel"], stored["position"]
        kernel["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        hand = f"hand {self.other}"
        if facts["picked"] and state.current_player() == self.other:
            kernel["ply"] -= len(facts["picked"])
            facts[hand] = facts[hand] + facts["picked"]
            facts["picked"] = []
            if facts["phase"] == "target":
                facts["phase"] = "counter"
                kernel["frames"].pop()
        true_hand = set(facts[hand])
        for _ in range(20):
            dealt = self._deal(generator)
            if dealt != true_hand:
                break
        facts[hand] = sorted(dealt)
        facts["deck"] = sorted(self._hidden() - dealt)
        return json.dumps(stored)

    def _deal(self, generator: Generator) -> set[str]:
        """Another hand that fits, all alike likely."""
        while True:
            rest, dealt = sorted(self._hidden()), set(self.theirs)
            while len(dealt) < self.count:
                dealt.add(rest.pop(generator.below(len(rest))))
            if not self.unit or dealt & self.units:
                return dealt

    def misfits(self, state: State) -> list[str]:
        facts = {name: set(value) for name, value in state.to_dict().items() if isinstance(value, list)}
        hand = facts[f"hand {self.other}"]
        own = facts[f"hand {self.seat}"]
        if state.current_player() == self.seat:
            own |= facts["picked"]
        elif facts["picked"]:
            return ["a frame of the other seat is open"]
        wrong = {
            "own hand": own != self.own,
            "discard pile": facts["discard"] != self.discard,
            "attack line": facts["line"] != self.line,
            "count of the other hand": len(hand) != self.count,
            "a known card is gone": not self.theirs <= hand,
            "no unit for the attack": self.unit and not hand & self.units,
            "deck": facts["deck"] != (self._hidden() | self.theirs) - hand,
        }
        return [what for what, so in wrong.items() if so]


def follow(game: Game, seat: int | None) -> Dealer:
    """A dealer for one seat of a new game."""
    return Dealer(game, seat)


# -- samplers with a fault: the pair test must find each -----------------------------------------------------


def forget_a_look(state: State, seat: int, seed: int) -> State:
    """Cards that a look showed are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"seen {1 - seat}": []})


def forget_a_reshuffle(state: State, seat: int, seed: int) -> State:
    """Cards that were worked out when the deck was empty are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"deduced {1 - seat}": []})


def forget_an_attack(state: State, seat: int, seed: int) -> State:
    """That an attack was declared is no proof of a unit."""
    return with_notes(state, seat, seed, {f"vouched {1 - seat}": False})


_NOTES: Final = ("seen", "deduced")
MUTANTS: Final[Mapping[str, Callable[[State, int, int], State]]] = {
    "truth": truth(_NOTES),
    "swap one card": swap_one_card(_NOTES),
    "forget a look": forget_a_look,
    "keep an order": keep_an_order(_NOTES),
    "forget a reshuffle": forget_a_reshuffle,
    "forget an attack": forget_an_attack,
}
