"""Who can know what in Outpost (OUT-6.1), worked out from what a seat saw, apart from the game's own sampler.

A seat knows its own hand, the attack, the discards and every count. Of the other hand and the cards aside it knows
that they are the cards it sees nowhere: whether the other side passes or answers is for that side to choose, so it
tells nothing for certain. At the end all lies open.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Final, cast

from grognard.games.outpost import events
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from tests.conformance.dealing import faces, hand_of, keep_an_order, swap_one_card, truth

PLACES: Final[Sequence[str]] = ("deck", "discard", "attack", "hand 0", "hand 1")

_ONE_WORD: Final = "nine cards fit the first word of a set"
REDUNDANT: Final[Mapping[str, str]] = {
    "defender.seat": "of two seats it is the other one; `active` names the attacker's",
    "picked.0": "one choice is one action: nothing is ever picked",
    **dict.fromkeys(
        [f"{pile}.1" for pile in ("deck", "discard", "attack", "picked")]
        + [f"{army}.{pile}.1" for army in ("attacker", "defender") for pile in ("hand", "seen")],
        _ONE_WORD,
    ),
}

UNREACHED: Final[Mapping[str, str]] = {}

TELLING: Final[Set[type[Event]]] = frozenset()

# Who is asked what, and how many cards of the other hand are hidden from the seat.
SITUATIONS: Final[Set[str]] = frozenset(
    [f"{phase}, {who}, {hidden} hidden" for phase in ("attack", "answer") for who in ("deciding", "waiting")
     for hidden in (1, 2, 3) if (phase, who, hidden) != ("answer", "deciding", 3)]
)  # fmt: skip


class Dealer:
    """Follows a game from one seat, by the events and the views of that seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self.other = None if seat is None else 1 - seat
        self.names = [card.name for card in game.cards]
        self.aside = len(self.names)
        self.discard: set[str] = set()
        self.attack: set[str] = set()
        self.own: set[str] = set()
        self.count = 0
        self.over = False

    # -- what happened ---------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        for event in state.events(self.seat):
            self._hear(event, {self.names[card] for card in event.all_cards()})

    def _hear(self, event: Event, cards: set[str]) -> None:
        if isinstance(event, events.Dealt):
            self.aside -= event.number
            if event.seat == self.seat:
                self.own = cards
            elif event.seat == self.other:
                self.count = event.number
        elif isinstance(event, events.Attacked):
            self._leave(event.seat, cards)
            self.attack = cards
        elif isinstance(event, events.Answered | events.Struck):
            self._leave(event.seat, cards - self.attack)
            self.discard |= cards
            self.attack = set()
        self.over = self.over or isinstance(event, events.Broken | events.HandsEmpty)

    def _leave(self, seat: int, cards: set[str]) -> None:
        """Cards are seen to leave a hand."""
        if seat == self.seat:
            assert cards <= self.own
            self.own -= cards
        elif seat == self.other:
            self.count -= len(cards)

    def compare(self, state: State) -> None:
        view = state.view(self.seat)
        zones = {zone.key: zone for zone in view.zones if zone.key != "hand"}
        assert zones["deck"].count == self.aside
        assert len(faces(zones["deck"])) == (self.aside if self.over else 0)
        assert faces(zones["discard"]) == self.discard
        assert faces(zones["attack"]) == self.attack
        if self.seat is not None and self.other is not None:
            assert faces(hand_of(view, self.seat)) == self.own
            assert hand_of(view, self.other).count == self.count
            assert len(faces(hand_of(view, self.other))) == (self.count if self.over else 0)

    # -- what the seat knows ---------------------------------------------------------------------------------

    def _hidden(self) -> set[str]:
        """What may lie aside or in the other hand."""
        return set(self.names) - self.own - self.discard - self.attack

    def nameable(self) -> Set[str]:
        return set(self.names) if self.over else self.own | self.discard | self.attack

    def situation(self, state: State) -> Set[str]:
        if self.over or self.count == 0:
            return set()
        who = "deciding" if state.current_player() == self.seat else "waiting"
        return {f"{cast(str, state.to_dict()['phase'])}, {who}, {self.count} hidden"}

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        hidden = self._hidden()
        chance = self.count / len(hidden)
        return {f"hand {self.other}": dict.fromkeys(hidden, chance), "deck": dict.fromkeys(hidden, 1.0 - chance)}

    # -- other worlds ----------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        stored: dict[str, Any] = json.loads(state.serialize())
        kernel, facts = stored["kernel"], stored["position"]
        kernel["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        if not self.over:
            true_hand = set(facts[f"hand {self.other}"])
            for _ in range(20):
                dealt = self._deal(generator)
                if dealt != true_hand:
                    break
            facts[f"hand {self.other}"] = sorted(dealt)
            facts["deck"] = sorted(self._hidden() - dealt)
        return json.dumps(stored)

    def _deal(self, generator: Generator) -> set[str]:
        """Another hand that fits, all alike likely."""
        rest = sorted(self._hidden())
        return {rest.pop(generator.below(len(rest))) for _ in range(self.count)}

    def misfits(self, state: State) -> list[str]:
        facts = {name: set(value) for name, value in state.to_dict().items() if isinstance(value, list)}
        hand = facts[f"hand {self.other}"]
        wrong = {
            "own hand": facts[f"hand {self.seat}"] != self.own,
            "discard pile": facts["discard"] != self.discard,
            "attack": facts["attack"] != self.attack,
            "count of the other hand": len(hand) != self.count,
            "cards aside": facts["deck"] != self._hidden() - hand,
        }
        return [what for what, so in wrong.items() if so]


def follow(game: Game, seat: int | None) -> Dealer:
    """A dealer for one seat of a new game."""
    return Dealer(game, seat)


# -- samplers with a fault: the pair test must find each -----------------------------------------------------


def forget_the_discards(state: State, seat: int, seed: int) -> State:
    """A card that lies open among the discards changes places with one of the other hand."""
    world = state.resample_from_infostate(seat, seed)
    facts = world.to_dict()
    hand, discard = (cast("list[str]", facts[place]) for place in (f"hand {1 - seat}", "discard"))
    if hand and discard:
        world.from_dict({f"hand {1 - seat}": [*hand[1:], discard[0]], "discard": [*discard[1:], hand[0]]})
    return world


_NOTES: Final = ("seen",)
MUTANTS: Final[Mapping[str, Callable[[State, int, int], State]]] = {
    "truth": truth(_NOTES),
    "swap one card": swap_one_card(_NOTES),
    "forget a look": forget_the_discards,
    "keep an order": keep_an_order(_NOTES),
}
