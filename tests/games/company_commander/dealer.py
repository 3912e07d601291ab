"""Who can know what in Company Commander (CC-1.5), worked out from what a seat saw.

A seat knows its own hand, the units it drew, all in the open and every count. Of the other hand it is certain of
the cards that a look showed it and that have not left since, and of all that it can work out when the Tactics deck is
empty. Every other card may lie in the other hand or in the deck, and every unit that the other side has not deployed
may be drawn or not, each deal as likely. Nothing here reads the position's own notes of this (`seen`, `deduced`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from math import comb
from typing import Any, Final, cast

from grognard.games.company_commander import events
from grognard.games.company_commander.names import NONE
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.views.view import ZoneView
from tests.conformance.dealing import hand_of, with_notes

FRONTS: Final = ("Left", "Center", "Right")
UNITS: Final[Sequence[str]] = (
    "Company HQ", "Platoon HQ 1", "Platoon HQ 2", "Platoon HQ 3", "Rifle Squad 1", "Rifle Squad 2", "Rifle Squad 3",
    "Replacement Squad 1", "Replacement Squad 2", "Heavy Rifle Squad", "Engineering Squad", "Half Squad 1",
    "Half Squad 2", "Recon Team 1", "Recon Team 2", "Browning 30 Calibre MG", "Browning 50 Calibre MG", "60mm Mortar",
    "81mm Mortar", "M1A1 Bazooka Team", "M4A1 Sherman Tank", "M8 Armored Car",
    "Company Leader", "Platoon Leader 1", "Platoon Leader 2", "Platoon Leader 3", "Jagergruppe Infantry Squad 1",
    "Jagergruppe Infantry Squad 2", "Stosstrup Heavy Squad", "Pioniere Engineering Squad", "Half Squad 3",
    "Recon Team 3", "Recon Team 4", "Light MG 34", "Heavy MG 42", "80cm Mortar", "Panzerschreck Team",
    "Panzer IV G Tank", "Scharfschutze Sniper", "7.5cm PaK 40 AT Gun", "Half Track",
)  # fmt: skip
PLACES: Final[Sequence[str]] = (
    "deck", "discard", "picked",
    *(f"{zone} {seat}" for seat in range(2) for zone in ("hand", "squad deck", "drawn", *FRONTS, "lost")),
    *UNITS,
)  # fmt: skip

REDUNDANT: Final[Mapping[str, str]] = {
    "ammo": "the units with such a card: the cards attached to units are stored",
    "broken": "as `ammo`",
}

UNREACHED: Final[Mapping[str, str]] = {"stalled": "tests/games/company_commander/clauses/cc-11.1.md"}

TELLING: Final[Set[type[Event]]] = frozenset(
    {
        events.ReconRoll, events.SpottedRoll, events.SuppressionRoll, events.FireDie, events.SaveRoll,
        events.RallyRoll, events.HasHit,
    }
)  # fmt: skip

# What a phase is to the seat that decides, and to the one that waits.
_KINDS: Final = {
    "deploy": "deploy", "tactics": "orders", "discard": "orders", "recon": "orders", "success": "orders",
    "suppression": "orders", "assault": "orders", "order": "orders", "rally": "orders", "battle": "battle",
}  # fmt: skip
SITUATIONS: Final[Set[str]] = frozenset(
    [f"{kind}, {who}" for kind in {*_KINDS.values(), "answer"} for who in ("deciding", "waiting")]
    + ["own open frame", "open frame of the other", "certain of a card", "units to deploy"]
)

# The effects of cards that stay with their unit, and the effect of those that are discarded when others are drawn.
_STAYS: Final = ("out of ammo", "breakdown")
_LATE: Final = "draw tactics"


class Dealer:
    """Follows a game from one seat, by the events and the views of that seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self.names = game.pieces
        self.all = Counter(game.decks["deck"])
        self.deck = self.all.total()
        self.discard: Counter[str] = Counter()
        # The units of each side, and the effect of each Tactics card, as the loaded game has them.
        self.units = [list(game.decks[f"squad deck {side}"]) for side in range(2)]
        self.effect = {name: game.fact(piece).columns["effect"] for piece, name in enumerate(self.names)}
        self.attached: list[tuple[str, str]] = []  # cards with their units
        self.late: Counter[str] = Counter()
        self.sizes = [0, 0]
        self.own: Counter[str] = Counter()
        self.known: Counter[str] = Counter()  # of the other hand
        self.fronts: dict[str, tuple[int, int]] = {}  # unit in play: side and Front
        self.lost: set[str] = set()
        self.drawn = [0, 0]
        self.own_drawn: set[str] = set()
        self.over = False

    @property
    def other(self) -> int:
        """The other seat."""
        assert self.seat is not None
        return 1 - self.seat

    # -- what happened ---------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        for event in state.events(self.seat):
            self._hear(event)
        self._come_late()
        view = state.view(self.seat)
        if view.outcome is not None:  # all is laid open
            self.over = True
            self.known = _pile(hand_of(view, 1)) if self.seat in (None, 0) else _pile(hand_of(view, 0))
            self.own = _pile(hand_of(view, 0)) if self.seat is None else self.own

    def _hear(self, event: Event) -> None:
        if not isinstance(event, events.Drew | events.Reshuffled):
            self._come_late()
        match event:
            case events.Drew(seat=seat, cards=cards, number=number):
                self.deck -= number
                self.sizes[seat] += number
                self.own.update(self._named(cards))
            case events.Reshuffled():
                self._reshuffle()
            case events.Played(seat=seat, card=card, unit=unit):
                self.play(seat, self.names[card], "" if unit == NONE else self.names[unit])
            case events.Discarded(seat=seat, cards=cards):
                for name in self._named(cards):
                    self._leave(seat, name)
                    self.discard[name] += 1
            case events.Looked(seat=seat, cards=cards) if seat == self.seat:
                self.known = Counter(self._named(cards))
            case _:
                self._hear_of_units(event)

    def _named(self, pieces: Sequence[int]) -> list[str]:
        return [self.names[piece] for piece in pieces]

    def _come_late(self) -> None:
        self.discard += self.late
        self.late = Counter()

    def _hear_of_units(self, event: Event) -> None:
        match event:
            case events.DrewUnits(seat=seat, cards=cards, number=number):
                self.drawn[seat] += number
                self.own_drawn |= set(self._named(cards))
            case events.Deployed(seat=seat, unit=unit, front=front):
                self.drawn[seat] -= 1
                self.own_drawn -= {self.names[unit]}
                self.fronts[self.names[unit]] = seat, front
            case events.Moved(seat=seat, unit=unit, front=front):
                self.fronts[self.names[unit]] = seat, front
            case events.Destroyed(units=units, cards=cards) | events.Routed(units=units, cards=cards):
                lying = [card for card, unit in self.attached if unit in self._named(units)]
                assert sorted(lying) == sorted(self._named(cards))
                self.attached = [pair for pair in self.attached if pair[1] not in self._named(units)]
                self.discard.update(lying)
                for gone in self._named(units):
                    del self.fronts[gone]
                    self.lost.add(gone)

    def _reshuffle(self) -> None:
        """The deck is empty: what lies nowhere else is in the other hand."""
        if self.seat is not None:
            assert self.deck == 0
            self.known += self._unseen()
            assert self.known.total() == self.sizes[self.other]
        self.deck = self.discard.total()
        self.discard = Counter()

    def _leave(self, seat: int, card: str) -> None:
        """A card is seen to leave a hand."""
        self.sizes[seat] -= 1
        if seat == self.seat:
            assert self.own[card] > 0
            self.own[card] -= 1
        elif self.seat is not None:
            self.known[card] = max(0, self.known[card] - 1)

    def play(self, seat: int, card: str, unit: str = "") -> None:
        self._leave(seat, card)
        if self.effect[card] in _STAYS:
            self.attached.append((card, unit))
        elif self.effect[card] == _LATE:
            self.late[card] += 1
        else:
            self.discard[card] += 1

    def compare(self, state: State) -> None:
        view = state.view(self.seat)
        zones = {(zone.key, zone.owner): zone for zone in view.zones}
        assert zones["deck", None].count == self.deck
        assert _pile(zones["discard", None]) == +self.discard
        for side in range(2):
            for front, name in enumerate(FRONTS):
                shown = zones[name, side].cards
                assert {card.handle for card in shown} == self._at(side, front)
                under = sorted((tucked.name, card.handle) for card in shown for tucked in card.under)
                assert under == sorted(pair for pair in self.attached if pair[1] in self._at(side, front))
            assert {card.handle for card in zones["lost", side].cards} == self.lost & set(self.units[side])
            assert zones["drawn", side].count == self.drawn[side]
            assert zones["squad deck", side].count == len(self._undeployed(side)) - self.drawn[side]
            picked = zones["picked", side].count if ("picked", side) in zones else 0
            assert zones["hand", side].count + picked == self.sizes[side]
        if self.seat is None or self.over:
            return
        mine = _pile(zones["hand", self.seat])
        if ("picked", self.seat) in zones:
            mine += _pile(zones["picked", self.seat])
        assert mine == +self.own
        assert {card.handle for card in zones["drawn", self.seat].cards} == self.own_drawn
        assert all(Counter(card.name for card in memory.cards) <= self.known for memory in view.memory)

    # -- what the seat knows ---------------------------------------------------------------------------------

    def _at(self, side: int, front: int) -> set[str]:
        return {unit for unit, place in self.fronts.items() if place == (side, front)}

    def _undeployed(self, side: int) -> set[str]:
        """The units of a side that have not come into play yet."""
        return set(self.units[side]) - set(self.fronts) - self.lost

    def _unseen(self) -> Counter[str]:
        """The cards that may lie in the deck or in the other hand."""
        return self.all - self.own - self._open() - self.known

    def _open(self) -> Counter[str]:
        """The Tactics cards that everybody sees."""
        return self.discard + self.late + Counter(card for card, _unit in self.attached)

    def _hidden(self) -> int:
        """How many cards of the other hand are not certain."""
        return self.sizes[self.other] - self.known.total()

    def nameable(self) -> Set[str]:
        seen = set(+self.own) | set(+self._open()) | set(+self.known) | set(self.fronts) | self.lost
        return seen | self.own_drawn | ({*self.units[0], *self.units[1]} if self.over else set())

    def situation(self, state: State) -> Set[str]:
        if self.over:
            return set()
        deciding = state.current_player() == self.seat
        window = state.game.view(state, None).phase
        words = {f"{_KINDS.get(window, 'answer')}, {'deciding' if deciding else 'waiting'}"}
        if state.picks() > 0:
            words.add("own open frame" if deciding else "open frame of the other")
        if self.known.total() > 0 and self._hidden() > 0 and self.deck > 0:
            words.add("certain of a card")
        if self.drawn[self.other] > 0:
            words.add("units to deploy")
        return words

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        """How likely at least one copy of each name lies in each place, and each unit."""
        unseen = +self._unseen()
        cards = unseen.total()

        def chances(size: int, known: Counter[str]) -> dict[str, float]:
            some = {name: 1 - comb(cards - copies, size) / comb(cards, size) for name, copies in unseen.items()}
            return some | dict.fromkeys(+known, 1.0)

        units = self._undeployed(self.other)
        drawn = self.drawn[self.other] / len(units) if units else 0.0
        return {
            f"hand {self.other}": chances(self._hidden(), self.known),
            "deck": chances(self.deck, Counter()),
            f"drawn {self.other}": dict.fromkeys(units, drawn),
            f"squad deck {self.other}": dict.fromkeys(units, 1 - drawn),
        }

    # -- other worlds ----------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        stored: dict[str, Any] = json.loads(state.serialize())
        kernel, facts = stored["kernel"], stored["position"]
        kernel["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        if not state.is_terminal() and state.current_player() == self.other and state.picks() > 0:
            _put_back(stored, state)
        truth = Counter(facts[f"hand {self.other}"]), set(facts[f"drawn {self.other}"])
        for _ in range(20):
            hand, deck = self._deal(generator)
            drawn = self.draw_tactics(generator)
            if (hand, drawn) != truth:
                break
        facts[f"hand {self.other}"] = list(hand.elements())
        facts["deck"] = deck
        facts[f"drawn {self.other}"] = sorted(drawn)
        facts[f"squad deck {self.other}"] = sorted(self._undeployed(self.other) - drawn)
        return json.dumps(stored)

    def _deal(self, generator: Generator) -> tuple[Counter[str], list[str]]:
        """Another hand that fits, and the deck that is left."""
        rest = sorted(self._unseen().elements())
        hand = +self.known
        for _ in range(self._hidden()):
            hand[rest.pop(generator.below(len(rest)))] += 1
        return hand, rest

    def draw_tactics(self, generator: Generator) -> set[str]:
        """Other units that the other side may have drawn."""
        rest = sorted(self._undeployed(self.other))
        return {rest.pop(generator.below(len(rest))) for _ in range(self.drawn[self.other])}

    def misfits(self, state: State) -> list[str]:
        facts = {name: Counter(value) for name, value in state.to_dict().items() if isinstance(value, list)}
        seat, other = self.seat, self.other
        own, hand = facts[f"hand {seat}"], facts[f"hand {other}"]
        if state.current_player() == seat:
            own = own + facts["picked"]
        elif state.picks() > 0:
            return ["a frame of the other seat is open"]
        drawn = set(facts[f"drawn {other}"])
        wrong = {
            "own hand": own != +self.own,
            "discard pile": facts["discard"] != +self.discard,
            "size of the other hand": hand.total() != self.sizes[other],
            "a known card is gone": not self.known <= hand,
            "deck": facts["deck"] != self._unseen() + self.known - hand,
            "own units drawn": set(facts[f"drawn {seat}"]) != self.own_drawn,
            "units drawn": len(drawn) != self.drawn[other] or not drawn <= self._undeployed(other),
            "squad deck": set(facts[f"squad deck {other}"]) != self._undeployed(other) - drawn,
            "units in play": any(
                set(facts[f"{name} {side}"]) != self._at(side, front)
                for side in range(2)
                for front, name in enumerate(FRONTS)
            ),
        }
        return [what for what, so in wrong.items() if so]


def _put_back(stored: dict[str, Any], state: State) -> None:
    """The open frame of the other seat is taken back."""
    kernel, facts = stored["kernel"], stored["position"]
    kernel["ply"] -= state.picks()
    facts[f"hand {state.current_player()}"] += facts["picked"]
    facts |= {"picked": [], "chosen": [], "doing": "-", "made": 0}
    if facts["phase"] in ("front", "unit", "success"):
        kernel["frames"].pop()
        facts["phase"] = state.game.view(state, None).phase


def _pile(zone: ZoneView) -> Counter[str]:
    """The Tactics cards seen in a zone, every copy."""
    return Counter(card.name for card in zone.cards)


def follow(game: Game, seat: int | None) -> Dealer:
    """A dealer for one seat of a new game."""
    return Dealer(game, seat)


# -- samplers with a fault: the pair test must find each -----------------------------------------------------
# They begin from the game's own sampler, so that nothing but the fault gives them away, and they read the true position
# with its notes, as it does.


def _true_hand(state: State, seat: int) -> Counter[str]:
    """The true hand of the other seat, an open frame put back."""
    facts = state.to_dict()
    hand = Counter(cast("list[str]", facts[f"hand {1 - seat}"]))
    if state.current_player() == 1 - seat:
        hand.update(cast("list[str]", facts["picked"]))
    return hand


def _known(state: State, seat: int) -> Counter[str]:
    facts = state.to_dict()
    return Counter(cast("list[str]", facts[f"seen {1 - seat}"])) | Counter(
        cast("list[str]", facts[f"deduced {1 - seat}"])
    )


def _dealt(state: State, seat: int, seed: int, choose: Callable[[Counter[str], list[str], Generator], None]) -> State:
    """A resample whose other hand is chosen anew from the true hand, the true deck and a generator."""
    world = state.resample_from_infostate(seat, seed)
    hand, deck = _true_hand(state, seat), list(cast("list[str]", state.to_dict()["deck"]))
    choose(hand, deck, Generator(world.chance))
    world.from_dict({f"hand {1 - seat}": list(hand.elements()), "deck": deck})
    return world


def truth(state: State, seat: int, seed: int) -> State:
    """Deals no card anew: the true hand, under another generator."""
    return _dealt(state, seat, seed, lambda hand, deck, generator: None)


def true_units(state: State, seat: int, seed: int) -> State:
    """Deals no unit anew: those that the other side truly drew."""
    world, facts = state.resample_from_infostate(seat, seed), state.to_dict()
    world.from_dict({place: facts[place] for place in (f"drawn {1 - seat}", f"squad deck {1 - seat}")})
    return world


def swap_one_card(state: State, seat: int, seed: int) -> State:
    """The true hand, but for one hidden card that is swapped with one of the deck."""

    def choose(hand: Counter[str], deck: list[str], generator: Generator) -> None:
        hidden = sorted((hand - _known(state, seat)).elements())
        if hidden and deck:
            away, place = hidden[generator.below(len(hidden))], generator.below(len(deck))
            hand[deck[place]] += 1
            hand[away] -= 1
            deck[place] = away

    return _dealt(state, seat, seed, choose)


def keep_an_order(state: State, seat: int, seed: int) -> State:
    """Half of the hidden cards of the hand stay where they are, the rest is dealt anew.

    The deck has no order, being drawn from at random: cards that keep their place are what comes nearest.
    """
    known = _known(state, seat)
    kept = sorted((_true_hand(state, seat) - known).elements())[::2]
    return with_notes(state, seat, seed, {f"seen {1 - seat}": sorted((known + Counter(kept)).elements())})


def forget_a_look(state: State, seat: int, seed: int) -> State:
    """Cards that a look showed are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"seen {1 - seat}": []})


def forget_a_reshuffle(state: State, seat: int, seed: int) -> State:
    """Cards that were worked out when the deck was empty are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"deduced {1 - seat}": []})


MUTANTS: Final[Mapping[str, Callable[[State, int, int], State]]] = {
    "truth": truth,
    "true units": true_units,
    "swap one card": swap_one_card,
    "forget a look": forget_a_look,
    "keep an order": keep_an_order,
    "forget a reshuffle": forget_a_reshuffle,
}
