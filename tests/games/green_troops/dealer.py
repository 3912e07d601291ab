"""Who can know what in Green Troops (GT-15), worked out from what a seat saw.

A seat knows its own hand, everything in the open and every count. Of another hand it is certain of the cards that a
look showed it and that have not left since; with two seats also of all that it can work out when the Battle Deck is
empty. Everything else may lie in any hidden place, every deal as likely. What a third seat was shown of a hand it
cannot know: only how many cards that were, less those lost since. Nothing here reads the position's own notes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from math import comb
from typing import Any, Final, cast

from grognard.games.green_troops import events
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.views.view import View, ZoneView
from tests.conformance.dealing import hand_of, with_notes

SEATS: Final = 6
UNITS: Final = 56
PLACES: Final[Sequence[str]] = (
    "army deck", "deck", "discard", "away", "picked", "attack", "opportunity", "event", "spoils",
    *(f"{zone} {seat}" for seat in range(SEATS) for zone in ("line", "hand", "pile")),
    "Imperial Guard 1", "Imperial Guard 2", "Grognards 1", "Grognards 2", "Grognards 3",
    *(f"Grenadiers {n}" for n in range(1, 5)), *(f"Troopers {n}" for n in range(1, 6)),
    *(f"Fusiliers {n}" for n in range(1, 7)), *(f"Green Troops {n}" for n in range(1, 6)),
    "Rifle Men 1", "Rifle Men 2", "Jagers 1", "Jagers 2", "Jagers 3", *(f"Voltiguers {n}" for n in range(1, 5)),
    "12 Pound Cannon 1", "12 Pound Cannon 2", "8 Pound Cannon 1", "8 Pound Cannon 2", "8 Pound Cannon 3",
    *(f"6 Pound Cannon {n}" for n in range(1, 5)), "Horse Artillery 1", "Horse Artillery 2",
    "Cuirassiers 1", "Cuirassiers 2", "Cuirassiers 3", "Carabiniers", "Dragoons 1", "Dragoons 2",
    "Lancers 1", "Lancers 2", "Hussars 1", "Hussars 2", "Hussars 3",
)  # fmt: skip

REDUNDANT: Final[Mapping[str, str]] = {
    f"armies.{seat}.seat": "the armies stand in the order of their seats" for seat in range(SEATS)
} | {"posted_on": "without equal Leaders, `posted` says it; test_copies.py has equal ones"}

UNREACHED: Final[Mapping[str, str]] = {}

TELLING: Final[Set[type[Event]]] = frozenset({events.Reinforced, events.LostCards, events.Retired})

# What a window is to those who wait for it and to those who are asked.
_KIND_OF_WINDOW: Final = {
    "reserve": "orders", "attack": "attack", "opportunity": "answer", "answer": "answer", "rout": "answer",
    "defend": "answer", "barrage": "answer", "capture": "aftermath", "aftermath": "aftermath", "dispatch": "discards",
    "limit": "discards",
}  # fmt: skip
_FRAMES: Final = ("unit", "target", "seat")
SITUATIONS: Final[Set[str]] = frozenset(
    [f"{kind}, {who}" for kind in set(_KIND_OF_WINDOW.values()) for who in ("deciding", "waiting")]
    + ["own open frame", "open frame of another", "certain of a card"]
)

# The phases of an attack: its card lies aside.
_ATTACKING: Final = frozenset({"opportunity", "answer", "rout", "defend", "barrage", "capture"})


class Dealer:
    """Follows a game from one seat, by the events and the views of that seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self.names = game.pieces
        self.all = Counter(game.decks["deck"])
        self.seats = len(game.seats)
        self.others = [other for other in range(self.seats) if other != seat]
        self.open_allies = game.options["open_allies"] == "on"
        self.deck = self.all.total()
        self.army_deck = set(game.decks["army deck"])
        self.discard: Counter[str] = Counter()
        self.lines: list[set[str]] = [set() for _ in range(self.seats)]
        self.piles: list[set[str]] = [set() for _ in range(self.seats)]
        self.sizes = [0] * self.seats
        self.own: Counter[str] = Counter()
        self.damage: dict[str, int] = {}
        self.attached: dict[str, str] = {}  # Leader or Terrain: its Unit
        # Cards set aside while they work, and Terrain left behind by the fallen.
        self.attack = ""
        self.opportunity = ""
        self.event = ""
        self.spoils: set[str] = set()
        self.cause = ""
        # Cards of other hands that are certain; how many cards of a look can still be there at least.
        self.known: dict[int, Counter[str]] = {other: Counter() for other in self.others}
        self.left: dict[tuple[int, int], int] = {}
        self.shown: dict[int, Counter[str]] = {other: Counter() for other in self.others}
        self.over = False

    # -- what happened ---------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        view = state.view(self.seat)
        for event in state.events(self.seat):
            self._hear(event)
        if view.outcome is not None:
            self.over = True
            if not any(zone.key == "event" for zone in view.zones):  # who retires by himself has done all before
                self._discard_event()
        else:
            self._settle(state.view(None))  # whose phase is the window, whatever an open frame asks
        for other in self.others:
            if self._sees(other) or self.over:
                self.known[other] = _pile(hand_of(view, other))

    def _sees(self, other: int) -> bool:
        """Does the seat see this hand at all times?"""
        return self.seat is not None and self.open_allies and (other - self.seat) % 2 == 0

    def _settle(self, view: View) -> None:
        """What lay aside is discarded when it has done its work."""
        if self.event and view.phase != "dispatch" and not any(zone.key == "event" for zone in view.zones):
            self._discard_event()
        if view.phase not in _ATTACKING:
            self.end_attack()

    def _discard_event(self) -> None:
        if self.event:
            self.discard[self.event] += 1
        self.event = ""

    def end_attack(self) -> None:
        if self.attack:
            self.discard[self.attack] += 1
        self.discard.update(self.spoils)
        self.attack, self.spoils = "", set()

    def _hear(self, event: Event) -> None:
        for hears in (self._hear_of_hands, self._hear_of_orders, self._hear_of_attacks, self._hear_of_units):
            hears(event)

    def _called(self, pieces: Sequence[int]) -> list[str]:
        """The names of pieces."""
        return [self.names[piece] for piece in pieces]

    def _hear_of_hands(self, event: Event) -> None:
        match event:
            case events.TurnCame():
                self._discard_event()
                self.end_attack()
            case events.Drew(seat=seat, cards=cards, number=number):
                self.deck -= number
                self.sizes[seat] += number
                if seat == self.seat:
                    self.own.update(self._called(cards))
            case events.Reshuffled():
                self._reshuffle()
            case events.Spied(seat=seat, cards=cards, owner=owner):
                self.left[seat, owner] = self.sizes[owner]
                if seat == self.seat:
                    self.known[owner] = Counter(self._called(cards))
                elif owner == self.seat:
                    self.shown[seat] = self.own.copy()
            case events.LostCards(seat=seat, cards=cards) | events.Discarded(seat=seat, cards=cards):
                for card in self._called(cards):
                    self._play(seat, card)

    def _reshuffle(self) -> None:
        """The deck is empty: with two seats, what lies nowhere else is in the other hand."""
        if self.seats == 2 and self.seat is not None:
            assert self.deck == 0
            self.known[1 - self.seat] = self._unseen() + self.known[1 - self.seat]
            assert self.known[1 - self.seat].total() == self.sizes[1 - self.seat]
        self.deck = self.discard.total()
        self.discard = Counter()

    def _leave(self, seat: int, card: str) -> None:
        """A card is seen to leave a hand."""
        self.sizes[seat] -= 1
        for viewer in range(self.seats):
            if (viewer, seat) in self.left:
                self.left[viewer, seat] = max(0, self.left[viewer, seat] - 1)
        if seat == self.seat:
            assert self.own[card] > 0
            self.own[card] -= 1
            for shown in self.shown.values():
                shown[card] = max(0, shown[card] - 1)
        else:
            self.known[seat][card] = max(0, self.known[seat][card] - 1)

    def _play(self, seat: int, card: str) -> None:
        """A card goes from a hand to the discard pile."""
        self._leave(seat, card)
        self.discard[card] += 1

    def _hear_of_orders(self, event: Event) -> None:
        if isinstance(event, events.Played | events.PlayedAt | events.Reinforced | events.Rallied):
            self._discard_event()
            self._leave(event.seat, self.names[event.card])
            self.event, self.cause = self.names[event.card], "event"
        match event:
            case events.Reinforced(seat=seat, units=units):
                self._muster(seat, units)
            case events.Rallied(unit=unit, left=left):
                self.damage[self.names[unit]] = left
            case events.Attached(seat=seat, card=card, unit=unit):
                self._leave(seat, self.names[card])
                self.attached[self.names[card]] = self.names[unit]
            case events.LeaderMoved(leader=leader, new_unit=unit):
                self.attached[self.names[leader]] = self.names[unit]
            case events.LeadersSwapped(leader=leader, unit=unit, other_leader=other, other_unit=other_unit):
                self.attached[self.names[leader]] = self.names[unit]
                self.attached[self.names[other]] = self.names[other_unit]

    def _muster(self, seat: int, units: Sequence[int]) -> None:
        """Units come from the Army Deck into a line."""
        come = set(self._called(units))
        self.army_deck -= come
        self.lines[seat] |= come

    def _hear_of_attacks(self, event: Event) -> None:
        match event:
            case events.Attacked(seat=seat, card=card) | events.Barraged(seat=seat, card=card):
                self._leave(seat, self.names[card])
                self.attack, self.cause = self.names[card], "attack"
            case events.Opposed(seat=seat, card=card):
                self._leave(seat, self.names[card])
                self.opportunity, self.cause = self.names[card], "answer"
            case events.Reckoned(card=card):
                self.cause = "answer" if self.names[card] == self.opportunity else "attack"
                self._discard_opportunity()
            case (
                events.Defended(seat=seat, card=card)
                | events.Protected(seat=seat, card=card)
                | events.Routed(seat=seat, card=card)
            ):
                self._discard_opportunity()
                self._play(seat, self.names[card])
                self.cause = "answer"
            case events.Passed():
                self.cause = "attack"

    def _discard_opportunity(self) -> None:
        if self.opportunity:
            self.discard[self.opportunity] += 1
        self.opportunity = ""

    def _hear_of_units(self, event: Event) -> None:
        match event:
            case events.Mustered(seat=seat, cards=units):
                self._muster(seat, units)
            case events.Hurt(unit=unit, markers=markers):
                self.damage[self.names[unit]] = markers
            case events.LeaderLost(card=card) | events.LeftTerrain(card=card):
                del self.attached[self.names[card]]
                self.discard[self.names[card]] += 1
            case events.Took(card=card, unit=unit):
                self.spoils.remove(self.names[card])
                self.attached[self.names[card]] = self.names[unit]
            case events.Defeated():
                self._fall(event)
            case events.Retired():
                self._retire(event)

    def _fall(self, event: events.Defeated) -> None:
        fallen, leaders = set(self._called(event.units)), set(self._called(event.leaders))
        self.lines[event.owner] -= fallen
        self.piles[event.seat] |= fallen | leaders
        for card, unit in list(self.attached.items()):
            if unit in fallen:
                del self.attached[card]
                if card not in leaders and self.cause == "attack":
                    self.spoils.add(card)
                elif card not in leaders:
                    self.discard[card] += 1
        for unit in fallen:
            self.damage.pop(unit, None)

    def _retire(self, event: events.Retired) -> None:
        seat = event.seat
        assert set(self._called(event.units)) == self.lines[seat]
        for unit in self.lines[seat]:
            self.damage.pop(unit, None)
        for card in self._called(event.cards):
            if self.attached.get(card) in self.lines[seat]:
                del self.attached[card]
                self.discard[card] += 1
            else:
                self._play(seat, card)
        assert self.sizes[seat] == 0
        self.lines[seat] = set()

    def compare(self, state: State) -> None:
        view = state.view(self.seat)
        zones = {(zone.key, zone.owner): zone for zone in view.zones}
        assert zones["deck", None].count == self.deck
        assert zones["army deck", None].count == len(self.army_deck)
        assert _pile(zones["discard", None]) == self.discard
        for seat in range(self.seats):
            line = zones["line", seat].cards
            assert {card.name for card in line} == self.lines[seat]
            assert {card.name: card.markers[0].value for card in line if card.markers[0].value} == {
                unit: markers for unit, markers in self.damage.items() if markers and unit in self.lines[seat]
            }
            assert {under.name: card.name for card in line for under in card.under} == {
                card: unit for card, unit in self.attached.items() if unit in self.lines[seat]
            }
            assert {card.name for card in zones["pile", seat].cards} == self.piles[seat]
            picked = zones["picked", seat].count if ("picked", seat) in zones else 0
            assert zones["hand", seat].count + picked == self.sizes[seat]
        if self.seat is None or self.over:
            return
        mine = _pile(zones["hand", self.seat])
        if ("picked", self.seat) in zones:
            mine += _pile(zones["picked", self.seat])
        assert mine == self.own
        remembered = {memory.owner: Counter(card.name for card in memory.cards) for memory in view.memory}
        assert all(cards <= self.known[owner] for owner, cards in remembered.items())

    # -- what the seat knows ---------------------------------------------------------------------------------

    def _open(self) -> Counter[str]:
        """The Battle cards that everybody sees."""
        aside = [card for card in (self.attack, self.opportunity, self.event) if card]
        captured = [piece for pile in self.piles for piece in pile if piece in self.all]
        return self.discard + Counter([*aside, *captured, *self.spoils, *self.attached])

    def _unseen(self) -> Counter[str]:
        """The cards that may lie in the deck or in any other hand."""
        unseen = self.all - self.own - self._open()
        for known in self.known.values():
            unseen -= known
        return unseen

    def _hidden_in(self, other: int) -> int:
        """How many cards of a hand are not certain."""
        return self.sizes[other] - self.known[other].total()

    def nameable(self) -> Set[str]:
        seen = set(self.own) | set(self._open()) | set().union(*self.lines, *self.piles)
        return seen.union(*self.known.values())

    def situation(self, state: State) -> Set[str]:
        if self.over:
            return set()
        facts = state.to_dict()
        deciding = state.current_player() == self.seat
        window = cast("str", facts["phase"])
        if window in _FRAMES:
            window = state.game.view(state, None).phase
        words = {f"{_KIND_OF_WINDOW[window]}, {'deciding' if deciding else 'waiting'}"}
        if state.picks() > 0:
            words.add("own open frame" if deciding else "open frame of another")
        if any(self.known[other].total() > 0 and self._hidden_in(other) > 0 for other in self.others):
            words.add("certain of a card")
        return words

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        """How likely at least one copy of each name lies in each place."""
        unseen = +self._unseen()
        cards = unseen.total()

        def chances(size: int, known: Counter[str]) -> dict[str, float]:
            some = {name: 1 - comb(cards - copies, size) / comb(cards, size) for name, copies in unseen.items()}
            return some | dict.fromkeys(+known, 1.0)

        hands = {f"hand {o}": chances(self._hidden_in(o), self.known[o]) for o in self.others if not self._sees(o)}
        return hands | {"deck": chances(self.deck, Counter())}

    # -- other worlds ----------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        stored: dict[str, Any] = json.loads(state.serialize())
        kernel, facts = stored["kernel"], stored["position"]
        kernel["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        if not state.is_terminal() and state.current_player() != self.seat and state.picks() > 0:
            _put_back(stored, state)
        true_hands = {other: Counter(facts[f"hand {other}"]) for other in self.others}
        for _ in range(20):
            hands, deck = self._deal(generator)
            if hands != true_hands:
                break
        for other, hand in hands.items():
            facts[f"hand {other}"] = list(hand.elements())
            for viewer in range(self.seats):
                if viewer not in (self.seat, other) and not self._sees(other) and not self.over:
                    part = sorted(hand.elements())
                    while len(part) > facts[f"look left {viewer} {other}"]:
                        part.pop(generator.below(len(part)))
                    facts[f"look {viewer} {other}"] = part
        facts["deck"] = deck
        return json.dumps(stored)

    def _deal(self, generator: Generator) -> tuple[dict[int, Counter[str]], list[str]]:
        """Other hands that fit, and the deck that is left."""
        rest = sorted(self._unseen().elements())
        hands = {other: self.known[other].copy() for other in self.others}
        for other in self.others:
            for _ in range(self._hidden_in(other)):
                hands[other][rest.pop(generator.below(len(rest)))] += 1
        return hands, rest

    def misfits(self, state: State) -> list[str]:
        facts = state.to_dict()
        hands = [Counter(cast("list[str]", facts[f"hand {seat}"])) for seat in range(self.seats)]
        seat = cast("int", self.seat)
        own = hands[seat]
        if state.current_player() == seat:
            own = own + Counter(cast("list[str]", facts["picked"]))
        elif state.picks() > 0:
            return ["a frame of another seat is open"]
        theirs = Counter[str]()
        for other in self.others:
            theirs += hands[other]
        wrong = {
            "own hand": own != self.own,
            "discard pile": Counter(cast("list[str]", facts["discard"])) != self.discard,
            "size of a hand": any(hands[other].total() != self.sizes[other] for other in self.others),
            "a known card is gone": any(not self.known[other] <= hands[other] for other in self.others),
            "deck": Counter(cast("list[str]", facts["deck"])) != self.all - self.own - self._open() - theirs,
            "lines": any(set(cast("list[str]", facts[f"line {s}"])) != self.lines[s] for s in range(self.seats)),
            "what others were shown": self._wrong_looks(facts, hands),
        }
        return [what for what, so in wrong.items() if so]

    def _wrong_looks(self, facts: Mapping[str, object], hands: Sequence[Counter[str]]) -> bool:
        """What the seat's hand showed is known; what other hands showed to others is a part of them, so large."""
        for (viewer, owner), left in self.left.items():
            look = Counter(cast("list[str]", facts[f"look {viewer} {owner}"]))
            if owner == self.seat and look != self.shown[viewer]:
                return True
            third = viewer != self.seat and owner != self.seat and not self._sees(owner) and not self.over
            if third and not (look <= hands[owner] and look.total() == left):
                return True
        return False


def _put_back(stored: dict[str, Any], state: State) -> None:
    """The open frame of another seat is taken back."""
    kernel, facts = stored["kernel"], stored["position"]
    kernel["ply"] -= state.picks()
    facts[f"hand {state.current_player()}"] += facts["picked"]
    facts |= {"picked": [], "moving": [], "chosen": [], "made": 0}
    if facts["phase"] in _FRAMES:
        kernel["frames"].pop()
        facts["phase"] = state.game.view(state, None).phase


def _pile(zone: ZoneView) -> Counter[str]:
    """The cards seen in a zone, every copy."""
    return Counter(card.name for card in zone.cards)


def follow(game: Game, seat: int | None) -> Dealer:
    """A dealer for one seat of a new game."""
    return Dealer(game, seat)


# -- samplers with a fault: the pair test must find each -----------------------------------------------------
# They begin from the game's own sampler, so that nothing but the fault gives them away, and they read the
# true position with its notes, as it does.


def _others(state: State, seat: int) -> list[int]:
    """The seats whose hands are hidden from this one."""
    allied = state.game.options["open_allies"] == "on"
    seats = range(state.game.num_players())
    return [other for other in seats if other != seat and not (allied and (other - seat) % 2 == 0)]


def _hands(state: State, seat: int) -> dict[int, Counter[str]]:
    """The true hands of the others, an open frame put back."""
    facts = state.to_dict()
    hands = {other: Counter(cast("list[str]", facts[f"hand {other}"])) for other in _others(state, seat)}
    if state.current_player() in hands:
        hands[state.current_player()].update(cast("list[str]", facts["picked"]))
    return hands


def _known(state: State, seat: int, other: int) -> Counter[str]:
    facts = state.to_dict()
    return Counter(cast("list[str]", facts[f"look {seat} {other}"])) | Counter(
        cast("list[str]", facts[f"deduced {other}"])
    )


def _dealt(
    state: State, seat: int, seed: int, choose: Callable[[dict[int, Counter[str]], list[str], Generator], None]
) -> State:
    """A resample whose other hands are chosen anew from the true hands, the true deck and a generator."""
    world = state.resample_from_infostate(seat, seed)
    hands, deck = _hands(state, seat), list(cast("list[str]", state.to_dict()["deck"]))
    choose(hands, deck, Generator(world.chance))
    facts: dict[str, object] = {f"hand {other}": list(hand.elements()) for other, hand in hands.items()}
    world.from_dict({**facts, "deck": deck})
    return world


def truth(state: State, seat: int, seed: int) -> State:
    """Deals nothing anew: the true hands, under another generator."""
    return _dealt(state, seat, seed, lambda hands, deck, generator: None)


def swap_one_card(state: State, seat: int, seed: int) -> State:
    """The true hands, but for one hidden card that is swapped with one of the deck."""

    def choose(hands: dict[int, Counter[str]], deck: list[str], generator: Generator) -> None:
        hidden = [(o, card) for o, hand in hands.items() for card in sorted((hand - _known(state, seat, o)).elements())]
        if hidden and deck:
            other, away = hidden[generator.below(len(hidden))]
            place = generator.below(len(deck))
            hands[other][deck[place]] += 1
            hands[other][away] -= 1
            deck[place] = away

    return _dealt(state, seat, seed, choose)


def keep_an_order(state: State, seat: int, seed: int) -> State:
    """Half of the hidden cards of each hand stay where they are, the rest is dealt anew.

    The deck has no order, being drawn from at random: cards that keep their place are what comes nearest.
    """
    notes: dict[str, object] = {}
    for other, hand in _hands(state, seat).items():
        known = _known(state, seat, other)
        kept = sorted((hand - known).elements())[::2]
        notes[f"look {seat} {other}"] = sorted((known + Counter(kept)).elements())
    return with_notes(state, seat, seed, notes)


def forget_a_look(state: State, seat: int, seed: int) -> State:
    """Cards that a look showed are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"look {seat} {other}": [] for other in _others(state, seat)})


def forget_a_reshuffle(state: State, seat: int, seed: int) -> State:
    """Cards that were worked out when the deck was empty are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"deduced {other}": [] for other in _others(state, seat)})


MUTANTS: Final[Mapping[str, Callable[[State, int, int], State]]] = {
    "truth": truth,
    "swap one card": swap_one_card,
    "forget a look": forget_a_look,
    "keep an order": keep_an_order,
    "forget a reshuffle": forget_a_reshuffle,
}
