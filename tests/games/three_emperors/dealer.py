"""Who can know what in Battle of the Three Emperors (TE-11), worked out from what a seat saw.

A seat knows its own hand, all open zones and every count. The unseen cards fall into four classes: plain ones, pieces
that only the seat can use, pieces that both can, and pieces that only the other can. What it can tell of the other hand
is a set of counts, one for each class, that have not been ruled out; within a class all deals are alike. Draws widen
the set, cards that show themselves narrow it, and searches (TE-5.4) most of all:

- its own search shows which of its pieces lie in the deck; those it sees nowhere are then in the other hand;
- a search of the other that finds something leaves one piece more in that hand; one that finds nothing leaves all.

Nothing here reads the position's own notes of this (`known`, `searched` and the rest): they are what is tested.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from math import comb
from typing import Any, Final, cast

from grognard.games.three_emperors import events
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from tests.conformance.dealing import faces, hand_of, keep_an_order, swap_one_card, truth, with_notes

FRONTS: Final = ("North", "Center", "South")
PLACES: Final[Sequence[str]] = (
    "deck", "discard", "picked",
    *(f"{zone} {seat}" for seat in range(2) for zone in ("hand", *FRONTS, "committed")),
)  # fmt: skip

REDUNDANT: Final[Mapping[str, str]] = {
    "defender.seat": "of two seats it is the other one; `active` names the attacker's",
}

UNREACHED: Final[Mapping[str, str]] = {}

TELLING: Final[Set[type[Event]]] = frozenset({events.LostCards, events.Found})

# The windows of a situation: questions inside a window count as the window.
_WINDOWS: Final = ("orders", "launch", "commit", "defend", "victory", "trim")
_WINDOW_OF: Final = {"search": "orders", "piece": "orders", "casualty": "victory", "give": "victory"}
SITUATIONS: Final[Set[str]] = frozenset(
    [f"{window}, {who}" for window in _WINDOWS for who in ("deciding", "waiting")]
    + ["own open frame", "open frame of the other", "certain of a card", "counts ruled out"]
)

# The classes of unseen cards, and counts of them in a hand.
PLAIN, MINE, BOTH, HIS = range(4)
Counts = tuple[int, int, int, int]
NOTHING: Final[Counts] = (0, 0, 0, 0)

_TO_DISCARD: Final = (
    events.Marched,
    events.StoodStill,
    events.Searched,
    events.LostCards,
    events.Played,
    events.Gave,
    events.Trimmed,
)


class Dealer:
    """Follows a game from one seat, by the events and the views of that seat."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.seat = seat
        self.other = None if seat is None else 1 - seat
        self.names = [card.name for card in game.cards]
        self.kind = {card.name: _kind(card.text("type"), card.text("use"), seat) for card in game.cards}
        self.maneuvers = {card.name for card in game.cards if card.text("type") == "X"}
        self.deck = len(self.names)
        self.discard: set[str] = set()
        self.fronts: dict[tuple[int, int], set[str]] = {(s, f): set() for s in range(2) for f in range(3)}
        self.committed: dict[int, set[str]] = {0: set(), 1: set()}
        self.own: set[str] = set()
        self.count = 0
        self.theirs: set[str] = set()
        self.found: set[str] = set()
        self.possible: set[Counts] = {NOTHING}
        self.drawn_before = 0  # of the draw that is under way, before a reshuffle
        self.over = False

    # -- what happened ---------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        view = state.view(self.seat)
        self.found = set().union(*(faces(zone) for zone in view.zones if zone.key == "search"))
        told = state.events(self.seat)
        for event, *after in (told[n : n + 2] for n in range(len(told))):
            self._hear(event, {self.names[card] for card in event.all_cards()}, after[0] if after else None)
        if self.over:  # both hands are laid open
            first, second = (faces(hand_of(view, owner)) for owner in (self.seat or 0, 1 - (self.seat or 0)))
            assert self.seat is None or first == self.own
            self.own, self.theirs, self.possible = first, second, {NOTHING}

    def _hear(self, event: Event, cards: set[str], following: Event | None) -> None:
        seat = event.seat
        if isinstance(event, events.Drew):
            self._draw(event, cards)
        elif isinstance(event, events.Reshuffled):
            self._reshuffle(following)
        elif isinstance(event, _TO_DISCARD):
            self._leave(seat, cards)
            self.discard |= cards
        elif isinstance(event, events.Found):
            self._search(seat, event.found)
        elif isinstance(event, events.Took):
            self._take(seat, cards)
        elif isinstance(event, events.Deployed):
            self._leave(seat, cards)
            self.fronts[seat, event.front] |= cards
        elif isinstance(event, events.Moved):
            self._move(seat, self.names[event.card], self.names[event.piece], event.front)
        elif isinstance(event, events.Launched | events.Committed | events.Defended):
            self._leave(seat, cards)
            self.committed[seat] |= cards
        elif isinstance(event, events.Fought):
            self.discard |= self.committed[0] | self.committed[1]
            self.committed = {0: set(), 1: set()}
        elif isinstance(event, events.Removed):
            for front in range(3):
                self.fronts[1 - seat, front] -= cards
            self.discard |= cards
        self.over = self.over or isinstance(event, events.Triumphed | events.RanOut)

    def _draw(self, event: events.Drew, cards: set[str]) -> None:
        number = event.number - self.drawn_before
        self.drawn_before = 0
        self.deck -= number
        if event.seat == self.seat:
            self.own |= cards
            self._narrow()
        elif event.seat == self.other:
            self.count += number
            for _ in range(number):
                self._add(PLAIN, MINE, BOTH, HIS)

    def _add(self, *classes: int) -> None:
        """A card of one of these classes comes from the deck into the other hand."""
        room = self._sizes()
        self.possible = {
            _plus(counts, kind, 1) for counts in self.possible for kind in classes if counts[kind] < room[kind]
        }

    def _narrow(self, fits: Callable[[Counts], bool] = lambda counts: True) -> None:
        """Only counts stay that leave no class overdrawn, and that fit."""
        room = self._sizes()
        self.possible = {
            counts
            for counts in self.possible
            if all(counts[kind] <= room[kind] for kind in range(4)) and fits(counts)
        }  # fmt: skip
        assert self.possible or self.seat is None

    def _sizes(self) -> list[int]:
        """How many unseen cards each class has."""
        hidden = self._hidden()
        return [sum(self.kind[name] == kind for name in hidden) for kind in range(4)]

    def _leave(self, seat: int, cards: set[str]) -> None:
        """Cards are seen to leave a hand."""
        if seat == self.seat:
            assert cards <= self.own
            self.own -= cards
        elif seat == self.other:
            self.count -= len(cards)
            for name in cards - self.theirs:
                self.possible = {_plus(c, self.kind[name], -1) for c in self.possible if c[self.kind[name]] > 0}
            self.theirs -= cards

    def _reshuffle(self, following: Event | None) -> None:
        """The deck is empty: what is seen nowhere else is in the other hand."""
        assert following is not None
        draw = following if isinstance(following, events.Drew) else None
        if self.seat is not None:
            if draw is None:
                assert self.deck == 0
            elif draw.seat == self.seat:  # of the cards drawn, the first came before the reshuffle
                self.own |= {self.names[card] for card in draw.cards} - self.discard
            else:
                self.count += self.deck
            self.theirs |= self._hidden()
            assert len(self.theirs) == self.count
            self.possible = {NOTHING}
        self.drawn_before = self.deck
        self.deck = len(self.discard)
        self.discard = set()

    def _search(self, seat: int, found: bool) -> None:
        room = self._sizes()
        if seat == self.seat:
            here = {name for name in self._hidden() if self.kind[name] in (MINE, BOTH)} - self.found
            mine, both = (sum(self.kind[name] == kind for name in here) for kind in (MINE, BOTH))
            self._narrow(lambda counts: (counts[MINE], counts[BOTH]) == (mine, both))
            self.possible = {(counts[PLAIN], 0, 0, counts[HIS]) for counts in self.possible}
            self.theirs |= here
        elif seat == self.other and found:
            self._narrow(lambda counts: counts[BOTH] + counts[HIS] < room[BOTH] + room[HIS])
        elif seat == self.other:
            self._narrow(lambda counts: (counts[BOTH], counts[HIS]) == (room[BOTH], room[HIS]))
            self.possible = {(counts[PLAIN], counts[MINE], 0, 0) for counts in self.possible}
            self.theirs |= {name for name in self._hidden() if self.kind[name] in (BOTH, HIS)}

    def _take(self, seat: int, cards: set[str]) -> None:
        self.deck -= 1
        if seat == self.seat:
            self.own |= cards
        elif seat == self.other:
            self.count += 1
            self._add(BOTH, HIS)

    def _move(self, seat: int, card: str, piece: str, front: int) -> None:
        self._leave(seat, {card})
        self.discard.add(card)
        owner = seat if card in self.maneuvers else 1 - seat
        for place in range(3):
            self.fronts[owner, place].discard(piece)
        self.fronts[owner, front].add(piece)

    def compare(self, state: State) -> None:
        view = state.view(self.seat)
        zones = {(zone.key, zone.owner): zone for zone in view.zones}
        assert zones["deck", None].count == self.deck
        assert faces(zones["discard", None]) == self.discard
        for (owner, front), pieces in self.fronts.items():
            assert faces(zones[FRONTS[front], owner]) == pieces
        for owner, cards in self.committed.items():
            assert faces(zones["committed", owner]) == cards
        assert view.memory == ()
        if self.seat is None or self.other is None:
            return
        picked = faces(zones["picked", self.seat]) if ("picked", self.seat) in zones else set()
        assert faces(zones["hand", self.seat]) | picked == self.own
        assert zones["hand", self.other].count == self.count

    # -- what the seat knows ---------------------------------------------------------------------------------

    def _open(self) -> set[str]:
        """What everybody sees."""
        return self.discard.union(*self.fronts.values(), *self.committed.values())

    def _hidden(self) -> set[str]:
        """What may lie in the deck or in the other hand."""
        return set(self.names) - self.own - self._open() - self.theirs

    def _deals(self, counts: Counts) -> int:
        """How many deals have these counts."""
        deals = 1
        for size, count in zip(self._sizes(), counts, strict=True):
            deals *= comb(size, count)
        return deals

    def nameable(self) -> Set[str]:
        if self.over:
            return set(self.names) - self._hidden()
        return self.own | self._open() | self.found

    def situation(self, state: State) -> Set[str]:
        if self.over:
            return set()
        facts = state.to_dict()
        phase = cast(str, facts["phase"])
        if phase == "front":
            phase = "launch" if facts["attacked"] else "orders"
        deciding = state.current_player() == self.seat
        words = {f"{_WINDOW_OF.get(phase, phase)}, {'deciding' if deciding else 'waiting'}"}
        if state.picks() > 0:
            words.add("own open frame" if deciding else "open frame of the other")
        if self.deck > 0 and self.count > len(self.theirs):  # something is hidden
            if self.theirs:
                words.add("certain of a card")
            if any(self._deals(counts) > 0 for counts in self._all_counts() - self.possible):
                words.add("counts ruled out")
        return words

    def _all_counts(self) -> set[Counts]:
        """All counts of a hand of this size."""
        free, room = self.count - len(self.theirs), self._sizes()
        return {
            (free - m - b - h, m, b, h)
            for m in range(room[MINE] + 1)
            for b in range(room[BOTH] + 1)
            for h in range(room[HIS] + 1)
            if 0 <= free - m - b - h <= room[PLAIN]
        }  # fmt: skip

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        room = self._sizes()
        deals = {counts: self._deals(counts) for counts in self.possible}
        total = sum(deals.values())
        part = [
            sum(number * counts[kind] for counts, number in deals.items()) / (total * room[kind]) if room[kind] else 0.0
            for kind in range(4)
        ]
        chance = dict.fromkeys(self.theirs, 1.0) | {name: part[self.kind[name]] for name in self._hidden()}
        deck = {name: 1.0 - probability for name, probability in chance.items()}
        return {f"hand {self.other}": chance, "deck": deck}

    # -- other worlds ----------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        stored: dict[str, Any] = json.loads(state.serialize())
        kernel, facts = stored["kernel"], stored["position"]
        kernel["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        hand = f"hand {self.other}"
        if not state.is_terminal() and state.current_player() == self.other and state.picks() > 0:
            kernel["ply"] -= state.picks()
            facts[hand] = facts[hand] + facts["picked"]
            facts["picked"], facts["aimed"] = [], []
            if facts["phase"] in ("piece", "front", "casualty"):
                del kernel["frames"][1:]
                facts["phase"] = {1: "orders", 5: "launch", 8: "victory"}[kernel["frames"][0]]
        true_hand = set(facts[hand])
        for _ in range(20):
            dealt = self._deal(generator)
            if dealt != true_hand:
                break
        facts[hand] = sorted(dealt)
        facts["deck"] = sorted(self._hidden() - dealt)
        return json.dumps(stored)

    def _deal(self, generator: Generator) -> set[str]:
        """Another hand that fits."""
        possible = sorted(counts for counts in self.possible if self._deals(counts) > 0)
        counts = possible[generator.below(len(possible))]
        dealt = set(self.theirs)
        for kind, count in enumerate(counts):
            rest = sorted(name for name in self._hidden() if self.kind[name] == kind)
            for _ in range(count):
                dealt.add(rest.pop(generator.below(len(rest))))
        return dealt

    def misfits(self, state: State) -> list[str]:
        facts = {name: set(value) for name, value in state.to_dict().items() if isinstance(value, list)}
        hand = facts[f"hand {self.other}"]
        own = facts[f"hand {self.seat}"]
        if state.current_player() == self.seat:
            own |= facts["picked"]
        elif facts["picked"]:
            return ["a frame of the other seat is open"]
        free = hand - self.theirs
        wrong = {
            "own hand": own != self.own,
            "discard pile": facts["discard"] != self.discard,
            "pieces": any(facts[f"{FRONTS[f]} {s}"] != pieces for (s, f), pieces in self.fronts.items()),
            "committed cards": any(facts[f"committed {s}"] != cards for s, cards in self.committed.items()),
            "count of the other hand": len(hand) != self.count,
            "a known card is gone": not self.theirs <= hand,
            "counts that were ruled out": self._counts(free) not in self.possible,
            "deck": facts["deck"] != (self._hidden() | self.theirs) - hand,
        }
        return [what for what, so in wrong.items() if so]

    def _counts(self, cards: Iterable[str]) -> Counts:
        counts = NOTHING
        for name in cards:
            counts = _plus(counts, self.kind[name], 1)
        return counts


def _kind(type: str, use: str, seat: int | None) -> int:
    """The class of a card, for a seat."""
    if type not in ("L", "U"):
        return PLAIN
    if use == "B":
        return BOTH
    return MINE if use == "NC"[seat or 0] else HIS


def _plus(counts: Counts, kind: int, change: int) -> Counts:
    changed = list(counts)
    changed[kind] += change
    plain, mine, both, his = changed
    return plain, mine, both, his


def follow(game: Game, seat: int | None) -> Dealer:
    """A dealer for one seat of a new game."""
    return Dealer(game, seat)


# -- samplers with a fault: the pair test must find each -----------------------------------------------------


def forget_a_look(state: State, seat: int, seed: int) -> State:
    """What the seat's own search showed and proved is dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"searched {1 - seat}": False, f"known {1 - seat}": []})


def forget_a_glimpse(state: State, seat: int, seed: int) -> State:
    """Pieces that were seen in the deck may be in the hand, however little was drawn since."""
    return with_notes(state, seat, seed, {f"searched {1 - seat}": False})


def forget_a_fetched_piece(state: State, seat: int, seed: int) -> State:
    """That the other searched is no proof of a piece."""
    return with_notes(state, seat, seed, {f"pieces least {1 - seat}": 0, f"own least {1 - seat}": 0})


_NOTES: Final = ("known",)
MUTANTS: Final[Mapping[str, Callable[[State, int, int], State]]] = {
    "truth": truth(_NOTES),
    "swap one card": swap_one_card(_NOTES),
    "forget a look": forget_a_look,
    "keep an order": keep_an_order(_NOTES),
    "forget a glimpse": forget_a_glimpse,
    "forget a fetched piece": forget_a_fetched_piece,
}
