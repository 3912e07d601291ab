"""Who can know what in Ready Aim Fire (RAF-2), worked out from what a seat saw.

A seat knows all of its own cards but the order of its Reserve deck, everything in the open and every count. Of the
enemy it knows the battalions that it has seen and could follow since (RAF-2.8), and which face-down ones are Blown and
so cavalry; of his hand what Scouts showed and has not left since, and his Tactics cards when their deck ran out. All
else may lie anywhere where its kind may lie, every deal as likely. A line that is being set up in secret is not known
at all. Nothing here reads the position's own notes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from math import comb
from typing import Any, Final, cast

from grognard.games.ready_aim_fire import events, names
from grognard.kernel.engine.chance import MASK, Generator
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.views.view import ZoneView
from tests.conformance.dealing import with_notes

POSITIONS: Final = ("Left Flank", "Left Centre", "Centre", "Right Centre", "Right Flank")
_PILES: Final = ("hand", "reserve", "discard", "eliminated", "box", "aside", "commander")
PLACES: Final[Sequence[str]] = (
    "deck", "discard", "picked",
    *(f"{pile} {seat}" for seat in range(2) for pile in _PILES),
    *(f"{name}{what} {seat}" for seat in range(2) for name in POSITIONS for what in ("", " general", " ground")),
)  # fmt: skip

REDUNDANT: Final[Mapping[str, str]] = {f"{army}.seat": "Blue is 0 and Red is 1" for army in ("blue", "red")}

UNREACHED: Final[Mapping[str, str]] = {}

TELLING: Final[Set[type[Event]]] = frozenset({
    events.LinedUp, events.Began, events.Posted, events.Appointed, events.Attacked, events.Raided, events.GeneralAlone,
    events.Rolled, events.Rerolled, events.Danger, events.SquareRolled, events.RideRolled, events.Checked,
    events.Routed, events.Eliminated, events.Probed,
})  # fmt: skip

_KIND_OF_WINDOW: Final = {
    "exchange": "set-up", "setup": "set-up", "confusion": "draws", "draw": "draws", "redraw": "draws",
    "terrain": "moves", "maneuver": "moves", "reinforce": "moves", "difficulty": "attack", "attack": "attack",
    "casualty": "fight", "cover": "fight", "square": "fight", "square roll": "fight", "ride": "fight",
    "ride roll": "fight", "support": "fight", "tactics": "fight", "reroll": "fight", "again": "fight",
    "overrun": "morale", "check": "morale", "prisoners": "morale", "sniper": "morale", "discard": "discards",
    "limit": "discards",
}  # fmt: skip
_FRAMES: Final = ("fetch", "stack", "enemy", "side", "card", "order")
SITUATIONS: Final[Set[str]] = frozenset(
    [f"{kind}, {who}" for kind in set(_KIND_OF_WINDOW.values()) for who in ("deciding", "waiting")]
    + ["own open frame", "open frame of another", "certain of a card", "knows some of a stack", "unseen cavalry"]
)

_BATTALIONS: Final = (
    "Guard", "Elite", "Line", "Light", "Second Rate", "Heavy Cavalry", "Dragoon", "Light Cavalry", "Second Rate Cav",
    "Lancer", "Artillery", "Horse Artillery",
)  # fmt: skip
_CAVALRY: Final = ("Heavy Cavalry", "Dragoon", "Light Cavalry", "Second Rate Cav", "Lancer")
_FLANKERS: Final = (*_CAVALRY, "Light", "Horse Artillery")
_TERRAINS: Final = ("Woods", "Hills", "Redoubt", "River", "Bridge")
_MARKS: Final = {"shaken": 16, "blown": 32, "fresh": 64, "seen": 128, "spent": 256, "covered": 512}
_START: Final = (2, 3, 3, 3, 2)
_SERVING: Final = 6
_OPENING: Final = 2


def _cards(facts: Mapping[str, Any], place: str) -> list[str]:
    return list(cast("list[str]", facts[place]))


class Foe:
    """What a viewer knows of an army that is not his."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.all = Counter(game.decks[f"reserve {seat}"]) + Counter(game.decks[f"box {seat}"])
        self.stacks: dict[str, list[str]] = {name: [] for name in POSITIONS}  # "" where the card is not known
        self.discard = Counter[str]()
        self.eliminated = Counter[str]()
        self.generals: dict[str, str] = {}
        self.commander = ""
        self.hand = 0
        self.tactics = 0  # of the hand, those with a Tactics back
        self.aside = 0
        self.known = Counter[str]()  # of the hand
        self.routing: tuple[str, int] | None = None

    def open(self) -> Counter[str]:
        """All that is known to be somewhere else than in a hidden place."""
        seen = self.discard + self.eliminated + Counter(self.generals.values())
        seen += Counter(card for stack in self.stacks.values() for card in stack if card)
        return seen + (Counter([self.commander]) if self.commander else Counter())

    def leave(self, card: str) -> None:
        """A card is seen to leave the hand."""
        self.hand -= 1
        self.known[card] = max(0, self.known[card] - 1)

    def settle(self) -> None:
        """A battalion that routed and was not taken lies in the discard pile."""
        if self.routing is not None:
            where, place = self.routing
            self.discard[self.stacks[where].pop(place)] += 1
        self.routing = None


class Dealer:
    """Follows a game from one seat (None: a spectator)."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.seat = game, seat
        self.names = game.pieces
        self.merged = game.options["draw"] == "merged"
        self.thoth = game.options["setup"] == "thoth"
        self.foes = [Foe(game, other) for other in range(2) if other != seat]
        self.deck = Counter(game.decks["deck"]).total()
        self.all_tactics = Counter(game.decks["deck"])
        self.discard = Counter[str]()
        self.laid = Counter[str]()
        self.grounds: set[str] = set()  # of all that was laid, the names
        self.own: Counter[str] = Counter()  # the own hand
        self.mine: set[str] = set()  # the names in the own zones
        self.blown: dict[str, list[bool]] = {}
        self.turn = 0
        self.over = False

    def _foe(self, seat: int) -> Foe | None:
        return next((foe for foe in self.foes if foe.seat == seat), None)

    # -- what happened ---------------------------------------------------------------------------------------

    def watch(self, state: State) -> None:
        view = state.view(self.seat)
        for event in state.events(self.seat):
            self._hear(event, [self.names[piece] for piece in event.all_cards()])
        self.over = view.outcome is not None
        zones = {(zone.key, zone.owner): zone for zone in view.zones}
        for foe in self.foes:
            if view.phase != "prisoners":
                foe.settle()
            if self.over or (0 < self.turn <= _OPENING):  # all lies face up
                foe.stacks = {name: [card.name for card in zones[name, foe.seat].cards] for name in POSITIONS}
            self.blown |= {name: _blown(zones[name, foe.seat]) for name in POSITIONS}
        self._look_at_own(zones)

    def _look_at_own(self, zones: Mapping[tuple[str, int | None], ZoneView]) -> None:
        if self.seat is None:
            return
        self.mine = {card.name for (_, owner), zone in zones.items() if owner == self.seat for card in zone.cards}
        self.own = _pile(zones["hand", self.seat])
        picked = zones.get(("picked", self.seat))
        if picked is not None and self.turn > 0:
            self.own += _pile(picked)

    def _hear(self, event: Event, cards: list[str]) -> None:
        foe = self._foe(event.seat)
        if isinstance(event, events.TurnCame):
            self.turn = event.turn
        elif isinstance(event, events.Laid):
            self.grounds |= set(cards)
        for other in self.foes:
            taken = isinstance(event, events.Played) and cards == ["Take Prisoners"]
            if not taken and not isinstance(event, events.Eliminated):
                other.settle()
        self._hear_of_tactics(event, cards)
        if foe is not None:
            self._hear_of_piles(foe, event, cards)
            self._hear_of_commanders(foe, event, cards)
            self._hear_of_line(foe, event, cards)
        if isinstance(event, events.Looked) and event.seat == self.seat:
            self.foes[0].known = Counter(cards)
        if isinstance(event, events.AttackEvent):
            self._hear_of_attack(event, cards)

    def _hear_of_tactics(self, event: Event, cards: list[str]) -> None:
        """The Tactics deck and its pile are everybody's."""
        if self.merged:
            return
        match event:
            case events.Drew(number=number, deck=names.FROM_TACTICS):
                self.deck -= number
            case events.Reshuffled(deck=names.FROM_TACTICS):
                self._reshuffle()
            case events.Played():
                self.discard[cards[0]] += 1
            case events.Laid():
                self.laid[cards[0]] += 1
            case events.Discarded():
                self.discard += Counter(card for card in cards if card in self.all_tactics)
        foe = self._foe(event.seat)
        if foe is None and isinstance(event, events.Played | events.Laid | events.Discarded):
            self.own -= Counter(cards)
        elif foe is None and isinstance(event, events.Drew):
            self.own += Counter(cards)

    def _reshuffle(self) -> None:
        """The deck is empty: what Tactics cards lie nowhere else are in the other hand."""
        assert self.deck == 0
        if self.seat is not None:
            foe = self.foes[0]
            own = Counter({card: n for card, n in self.own.items() if card in self.all_tactics})
            theirs = self.all_tactics - self.discard - self.laid - own
            assert theirs.total() == foe.tactics
            foe.known = Counter({card: n for card, n in foe.known.items() if card not in self.all_tactics}) + theirs
        self.deck = self.discard.total()
        self.discard = Counter()

    def _hear_of_piles(self, foe: Foe, event: Event, cards: list[str]) -> None:
        match event:
            case events.Dealt(number=number):
                foe.hand += number
            case events.Returned():
                foe.aside += 1
            case events.Drew(number=number, deck=deck):
                foe.hand += number
                if deck == names.FROM_TACTICS:
                    foe.tactics += number
            case events.Played() | events.Laid():
                foe.leave(cards[0])
                foe.tactics -= 1
                if self.merged and isinstance(event, events.Played):
                    foe.discard[cards[0]] += 1
                elif self.merged:
                    self.laid[f"{foe.seat} {cards[0]}"] += 1
            case events.Discarded():
                for card in cards:
                    foe.leave(card)
                    if card in self.all_tactics:
                        foe.tactics -= 1
                    else:
                        foe.discard[card] += 1
            case events.Fetched():
                foe.discard[cards[0]] -= 1
                foe.hand += 1
                foe.known[cards[0]] += 1
            case events.Reshuffled(deck=deck) if self.merged or deck == names.FROM_RESERVE:
                foe.discard = Counter()
            case events.Captured():
                foe.discard[cards[0]] -= 1
                foe.eliminated[cards[0]] += 1

    def _hear_of_commanders(self, foe: Foe, event: Event, cards: list[str]) -> None:
        match event:
            case events.Posted(position=at):
                foe.leave(cards[0])
                foe.generals[POSITIONS[at]] = cards[0]
            case events.Appointed():
                foe.leave(cards[0])
                foe.commander = cards[0]
            case events.TookOver(position=at):
                foe.generals[POSITIONS[at]] = foe.commander
                foe.commander = ""
            case events.GeneralMoved(origin=here, destination=there):
                foe.generals[POSITIONS[there]] = foe.generals.pop(POSITIONS[here])
            case events.GeneralKilled(position=at):
                foe.eliminated[foe.generals.pop(POSITIONS[at])] += 1

    def _hear_of_line(self, foe: Foe, event: Event, cards: list[str]) -> None:
        match event:
            case events.LinedUp(position=at):
                foe.stacks[POSITIONS[at]] = list(cards)
            case events.Serving():
                foe.hand = foe.aside = 0
            case events.Deployed(position=at):
                foe.stacks[POSITIONS[at]].append(cards[0] if cards else "")
                if cards:
                    foe.leave(cards[0])
                else:
                    foe.hand -= 1
                    for card in _BATTALIONS:
                        foe.known[card] = max(0, foe.known[card] - 1)
            case events.Moved(origin=here, destination=there, place=place):
                foe.stacks[POSITIONS[there]].append(foe.stacks[POSITIONS[here]].pop(place))
            case events.Reorganised(position=at):
                foe.stacks[POSITIONS[at]] = [""] * len(foe.stacks[POSITIONS[at]])
            case events.Probed(position=at, place=place):
                stack = foe.stacks[POSITIONS[at]]
                stack.pop(place)
                stack.insert(0, cards[0])
            case events.Raided(position=at):
                foe.stacks[POSITIONS[at]][0] = cards[0]
            case events.Sunk(position=at):
                stack = foe.stacks[POSITIONS[at]]
                assert stack[0] == cards[0]
                stack.append(stack.pop(0))
            case events.Routed(position=at, place=place):
                foe.stacks[POSITIONS[at]][place] = cards[0]
                foe.routing = POSITIONS[at], place
            case events.Eliminated(position=at, place=place):
                foe.stacks[POSITIONS[at]].pop(place)
                foe.eliminated[cards[0]] += 1
                foe.routing = None

    def _hear_of_attack(self, event: events.AttackEvent, cards: list[str]) -> None:
        attacker, defender = self._foe(event.seat), self._foe(1 - event.seat)
        if attacker is not None:
            attacker.stacks[POSITIONS[event.front]][0] = cards[0]
        if defender is not None and isinstance(event, events.Attacked):
            defender.stacks[POSITIONS[event.target]][0] = cards[1]

    def compare(self, state: State) -> None:
        if self.over:
            return
        view = state.view(self.seat)
        zones = {(zone.key, zone.owner): zone for zone in view.zones}
        assert zones["tactics deck", None].count == self.deck
        if not self.merged:
            assert _pile(zones["tactics discard", None]) == self.discard
        for foe in self.foes:
            assert zones["hand", foe.seat].count == foe.hand or self.turn == 0
            assert _pile(zones["discard", foe.seat]) == +foe.discard
            assert _pile(zones["eliminated", foe.seat]) == +foe.eliminated
            for name in POSITIONS:
                shown = ["" if card.type == "BK" else card.name for card in zones[name, foe.seat].cards]
                assert shown == ([] if self.turn == 0 else foe.stacks[name]), name
                general = zones.get((f"{name} general", foe.seat))
                assert (general.cards[0].name if general and general.cards else None) == foe.generals.get(name)
        remembered = Counter(card.name for memory in view.memory for card in memory.cards)
        assert self.seat is None or remembered <= self.foes[0].known

    # -- what the seat knows ---------------------------------------------------------------------------------

    def _hidden(self, foe: Foe) -> Counter[str]:
        """An army's cards whose place is not known."""
        laid = Counter({card.partition(" ")[2]: n for card, n in self.laid.items() if card.startswith(f"{foe.seat} ")})
        known = foe.known if self.merged else Counter({c: n for c, n in foe.known.items() if c not in self.all_tactics})
        return self._cards_of(foe) - foe.open() - laid - known

    def _cards_of(self, foe: Foe) -> Counter[str]:
        return foe.all

    def _unseen_tactics(self, foe: Foe) -> Counter[str]:
        """Tactics cards that may be in the deck or in the other hand."""
        own = Counter({card: n for card, n in self.own.items() if card in self.all_tactics})
        known = Counter({card: n for card, n in foe.known.items() if card in self.all_tactics})
        return self.all_tactics - self.discard - self.laid - own - known

    def _slots(self, foe: Foe, blown: bool) -> list[tuple[str, int]]:
        """The places of the line whose battalions are not known: those that are Blown, or the others."""
        return [
            (name, place)
            for name in POSITIONS
            for place, card in enumerate(foe.stacks[name])
            if not card and self.blown[name][place] == blown
        ]

    def _hand_slots(self, foe: Foe) -> tuple[int, int]:
        """How many cards of a hand are not certain, by their backs; where all have one back, the first says it."""
        known = sum(foe.known[card] for card in self.all_tactics)
        if self.merged:
            return foe.hand - foe.known.total(), 0
        return foe.hand - foe.tactics - (foe.known.total() - known), foe.tactics - known

    def nameable(self) -> Set[str]:
        if self.over:
            return set(self.names)
        seen = set(self.mine) | set(self.own) | set(+self.discard) | self.grounds
        if self.turn == 0:
            seen |= {"Guard", "Heavy Cavalry"}  # the question of the exchange speaks of them (RAF-3.2)
        for foe in self.foes:
            seen |= set(+foe.open()) | set(+foe.known)
        if self.seat is not None:
            seen |= {card for card in self.game.decks[f"reserve {self.seat}"] if card in _BATTALIONS}
        return seen

    def situation(self, state: State) -> Set[str]:
        if self.over:
            return set()
        deciding = state.current_player() == self.seat
        window = cast("str", state.to_dict()["phase"])
        if window in _FRAMES:
            window = state.game.view(state, None).phase
        words = {f"{_KIND_OF_WINDOW[window]}, {'deciding' if deciding else 'waiting'}"}
        if state.picks() > 0:
            words.add("own open frame" if deciding else "open frame of another")
        if self.turn == 0 or self.seat is None:
            return words
        foe = self.foes[0]
        if foe.known.total() > 0 and sum(self._hand_slots(foe)) > 0:
            words.add("certain of a card")
        if any("" in stack and any(stack) for stack in foe.stacks.values()):
            words.add("knows some of a stack")
        if self._slots(foe, True):
            words.add("unseen cavalry")
        return words

    # -- odds ------------------------------------------------------------------------------------------------

    def odds(self) -> Mapping[str, Mapping[str, float]]:
        """How likely at least one copy of each name lies in each place; of a line in secret nothing is said."""
        if self.turn == 0 or self.over:
            return {}
        foe = self.foes[0]
        hidden = +self._hidden(foe)
        found: dict[str, dict[str, float]] = {}
        blown, others = self._slots(foe, True), self._slots(foe, False)
        for name in POSITIONS:
            b, u = (sum(where == name for where, _ in slots) for slots in (blown, others))
            found[f"{name} {foe.seat}"] = {
                card: 1 - self._none_in_stack(card, hidden, b, len(blown), u) for card in hidden if card in _BATTALIONS
            } | {card: 1.0 for card in foe.stacks[name] if card}
        back, tactics = self._hand_slots(foe)
        rest = hidden.total() - len(blown) - len(others) - self._box() - back
        hand = {card: 1 - self._none_in_rest(card, hidden, foe, back) for card in hidden}
        found[f"reserve {foe.seat}"] = {card: 1 - self._none_in_rest(card, hidden, foe, rest) for card in hidden}
        commanders = sum(n for card, n in hidden.items() if "/" in card)
        found[f"box {foe.seat}"] = {
            card: 1 - _none(commanders, n, self._box()) for card, n in hidden.items() if "/" in card
        }
        if not self.merged:
            unseen = +self._unseen_tactics(foe)
            size = unseen.total()
            hand |= {card: 1 - _none(size, n, tactics) for card, n in unseen.items()}
            found["deck"] = {card: 1 - _none(size, n, size - tactics) for card, n in unseen.items()}
        found[f"hand {foe.seat}"] = hand | dict.fromkeys(+foe.known, 1.0)
        return found

    def _box(self) -> int:
        return 11 - _SERVING

    def _none_in_stack(self, card: str, hidden: Counter[str], b: int, all_blown: int, u: int) -> float:
        """No copy of a battalion in b Blown and u other places; the Blown ones are dealt first, from the cavalry."""
        copies = hidden[card]
        battalions = sum(n for name, n in hidden.items() if name in _BATTALIONS)
        if card not in _CAVALRY:
            return _none(battalions - all_blown, copies, u)
        cavalry = sum(n for name, n in hidden.items() if name in _CAVALRY)
        chance = 0.0
        for taken in range(copies + 1):  # by the Blown of other stacks
            elsewhere = _exactly(cavalry - b, copies, all_blown - b, taken)
            chance += elsewhere * _none(battalions - all_blown, copies - taken, u)
        return _none(cavalry, copies, b) * chance

    def _none_in_rest(self, card: str, hidden: Counter[str], foe: Foe, size: int) -> float:
        """No copy among so many of the cards that are left when line and box have theirs."""
        copies = hidden[card]
        blown, others = len(self._slots(foe, True)), len(self._slots(foe, False))
        battalions = sum(n for name, n in hidden.items() if name in _BATTALIONS)
        commanders = sum(n for name, n in hidden.items() if "/" in name)
        left = hidden.total() - blown - others - self._box()
        if "/" in card:
            spread = {n: _exactly(commanders, copies, self._box(), n) for n in range(copies + 1)}
        elif card not in _BATTALIONS:
            spread = {0: 1.0}
        else:
            cavalry = sum(n for name, n in hidden.items() if name in _CAVALRY)
            first = {n: _exactly(cavalry, copies, blown, n) if card in _CAVALRY else float(n == 0) for n in range(9)}
            spread = dict.fromkeys(range(copies + 1), 0.0)
            for n, chance in first.items():
                for more in range(copies - n + 1):
                    spread[n + more] += chance * _exactly(battalions - blown, copies - n, others, more)
        return sum(chance * _none(left, copies - n, size) for n, chance in spread.items())

    # -- other worlds ----------------------------------------------------------------------------------------

    def second(self, state: State, generator: Generator) -> str:
        stored: dict[str, Any] = json.loads(state.serialize())
        kernel, facts = stored["kernel"], stored["position"]
        kernel["chance"] = [generator.word() * generator.word() & MASK for word in range(4)]
        if state.is_terminal():
            return json.dumps(stored)
        if state.current_player() != self.seat and state.picks() > 0:
            _put_back(stored, state)
        if self.turn == 0:
            self._set_up_anew(facts, generator)
        else:
            self._deal_anew(facts, generator)
        return json.dumps(stored)

    def _set_up_anew(self, facts: dict[str, Any], generator: Generator) -> None:
        """Another line for an enemy whose own stands in secret; another deal for the Thoth set-up."""
        foe = self.foes[0].seat
        placed = [card for name in POSITIONS for card in _cards(facts, f"{name} {foe}")]
        stood = bool(placed)
        pool = placed + _cards(facts, f"hand {foe}") + _cards(facts, f"reserve {foe}") + _cards(facts, f"aside {foe}")
        for name in POSITIONS:
            facts[f"{name} {foe}"] = []
            facts |= {f"{name} {mark} {foe}": [] for mark in _MARKS}
        others = [card for card in pool if card not in _BATTALIONS]
        battalions = sorted(card for card in pool if card in _BATTALIONS)
        if self.thoth:
            back = [card for card in battalions if card in ("Guard", "Heavy Cavalry")]
            aside = [back.pop(generator.below(len(back))) for _ in _cards(facts, f"aside {foe}")]
            for card in aside:
                battalions.remove(card)
            while True:
                left = list(battalions)
                dealt = [left.pop(generator.below(len(left))) for _ in range(13)]
                if sum(card in self._may_flank() for card in dealt) >= 2:
                    break
            facts |= {f"aside {foe}": aside, f"reserve {foe}": left + others, f"hand {foe}": dealt}
            if stood:
                facts[f"hand {foe}"] = self._place(facts, foe, dealt, generator)
        else:
            left = self._place(facts, foe, battalions, generator) if stood else battalions
            facts[f"reserve {foe}"] = left + others

    def _may_flank(self) -> list[str]:
        waiting = {
            "free": (), "no_heavy_cavalry": ("Heavy Cavalry",),
            "no_guard_no_heavy_cavalry": ("Guard", "Heavy Cavalry"),
        }[str(self.game.options["starting_reserves"])]  # fmt: skip
        return [card for card in _FLANKERS if card not in waiting]

    def _place(self, facts: dict[str, Any], foe: int, pool: list[str], generator: Generator) -> list[str]:
        """A line that the rules allow; what is left over."""
        pool = list(pool)
        waiting = "Guard" if "no_guard" in str(self.game.options["starting_reserves"]) else ""
        for number in (0, 4, 1, 2, 3):
            stack: list[str] = []
            while len(stack) < _START[number]:
                fits = [c for c in pool if c in self._may_flank() or (number not in (0, 4) and c not in _FLANKERS)]
                fits = [card for card in fits if card != waiting]
                if not fits:
                    break
                card = fits[generator.below(len(fits))]
                pool.remove(card)
                stack.append(card)
            facts[f"{POSITIONS[number]} {foe}"] = stack
        return pool

    def _deal_anew(self, facts: dict[str, Any], generator: Generator) -> None:
        foe = self.foes[0]
        rest = sorted(self._hidden(foe).elements())

        def draw(fits: Callable[[str], bool]) -> str:
            likely = [n for n, card in enumerate(rest) if fits(card)]
            return rest.pop(likely[generator.below(len(likely))])

        for name, place in self._slots(foe, True):
            facts[f"{name} {foe.seat}"][place] = draw(lambda card: card in _CAVALRY)
        for name, place in self._slots(foe, False):
            facts[f"{name} {foe.seat}"][place] = draw(lambda card: card in _BATTALIONS)
        facts[f"box {foe.seat}"] = [draw(lambda card: "/" in card) for _ in range(self._box())]
        back, tactics = self._hand_slots(foe)
        hand = [*foe.known.elements(), *(draw(lambda card: True) for _ in range(back))]
        facts[f"reserve {foe.seat}"] = rest
        if not self.merged:
            unseen = sorted(self._unseen_tactics(foe).elements())
            hand += [unseen.pop(generator.below(len(unseen))) for _ in range(tactics)]
            facts["deck"] = unseen
        facts[f"hand {foe.seat}"] = hand

    def misfits(self, state: State) -> list[str]:
        facts = state.to_dict()
        seat = cast("int", self.seat)
        if state.current_player() != seat and state.picks() > 0:
            return ["a frame of another seat is open"]
        if self.turn == 0:
            return []
        foe = self.foes[0]
        own = Counter(_cards(facts, f"hand {seat}"))
        if state.current_player() == seat:
            own += Counter(_cards(facts, "picked"))
        hand = Counter(_cards(facts, f"hand {foe.seat}"))
        stacks = {name: _cards(facts, f"{name} {foe.seat}") for name in POSITIONS}
        wrong = {
            "own hand": own != self.own,
            "size of the hand": hand.total() != foe.hand,
            "a known card of the hand is gone": not foe.known <= hand,
            "backs of the hand": not self.merged and sum(hand[card] for card in self.all_tactics) != foe.tactics,
            "a battalion that was seen": any(
                card and card != there
                for name in POSITIONS
                for card, there in zip(foe.stacks[name], stacks[name], strict=True)
            ),
            "Blown, and no cavalry": any(stacks[n][place] not in _CAVALRY for n, place in self._slots(foe, True)),
            "no battalion": any(card not in _BATTALIONS for stack in stacks.values() for card in stack),
            "who does not serve": any("/" not in card for card in _cards(facts, f"box {foe.seat}")),
            "commanders": len(_cards(facts, f"box {foe.seat}")) != self._box(),
            "deck": len(_cards(facts, "deck")) != self.deck,
        }
        return [what for what, so in wrong.items() if so]


def _none(cards: int, copies: int, drawn: int) -> float:
    """No copy among so many drawn of so many cards."""
    return comb(cards - copies, drawn) / comb(cards, drawn)


def _exactly(cards: int, copies: int, drawn: int, n: int) -> float:
    """Exactly n of the copies among so many drawn."""
    if n > copies or drawn - n > cards - copies or n > drawn:
        return 0.0
    return comb(copies, n) * comb(cards - copies, drawn - n) / comb(cards, drawn)


def _put_back(stored: dict[str, Any], state: State) -> None:
    """The open frame of another seat is taken back."""
    kernel, facts = stored["kernel"], stored["position"]
    seat = state.current_player()
    kernel["ply"] -= state.picks()
    if facts["phase"] in _FRAMES:
        kernel["frames"].pop()
        facts["phase"] = state.game.view(state, None).phase
    picked = _cards(facts, "picked")
    if facts["phase"] == "setup":
        home = "hand" if state.game.options["setup"] == "thoth" else "reserve"
        picked += [card for name in POSITIONS for card in _cards(facts, f"{name} {seat}")]
        facts |= {f"{name} {seat}": [] for name in POSITIONS}
        facts[f"{home} {seat}"] += picked
    else:
        facts[f"hand {seat}"] += picked
    if facts["doing"] == "reorganise":
        name = POSITIONS[facts["origin"] if seat == 0 else 4 - facts["origin"]]
        facts[f"{name} {seat}"] = [_BATTALIONS[(card & 15) - 1] for card in facts["kept"]]
        for mark, bit in _MARKS.items():
            facts[f"{name} {mark} {seat}"] = [str(n + 1) for n, card in enumerate(facts["kept"]) if card & bit]
    facts |= {"picked": [], "doing": "-", "origin": -1, "which": -1, "kept": [], "sorted": 0, "made": 0}


def _pile(zone: ZoneView) -> Counter[str]:
    """The cards seen in a zone, every copy."""
    return Counter(card.name for card in zone.cards)


def _blown(zone: ZoneView) -> list[bool]:
    return [any(marker.key == "blown" for marker in card.markers) for card in zone.cards]


def follow(game: Game, seat: int | None) -> Dealer:
    """A dealer for one seat of a new game."""
    return Dealer(game, seat)


# -- samplers with a fault: the pair test must find each -----------------------------------------------------
# They begin from the game's own sampler, so that nothing but the fault gives them away, and they read the
# true position with its notes, as it does.


def _hidden_places(seat: int) -> list[str]:
    """The places of the enemy, and the deck, where cards lie that a seat cannot see."""
    foe = 1 - seat
    return [f"{pile} {foe}" for pile in ("hand", "reserve", "box", "aside", *POSITIONS)] + ["deck"]


def _true(state: State, seat: int) -> dict[str, object]:
    """The true cards of the hidden places, an open frame of the enemy taken back."""
    rewound = state.clone()
    if not rewound.is_terminal() and rewound.current_player() != seat:
        rewound.take_back_choice()
    facts = rewound.to_dict()
    return {place: facts[place] for place in _hidden_places(seat)}


def truth(state: State, seat: int, seed: int) -> State:
    """Deals nothing anew: the true cards, under another generator."""
    world = state.resample_from_infostate(seat, seed)
    world.from_dict(_true(state, seat))
    return world


def swap_one_card(state: State, seat: int, seed: int) -> State:
    """The truth, but for one card of the hand that is swapped with one of the Reserve deck."""
    world = state.resample_from_infostate(seat, seed)
    facts = _true(state, seat)
    known = Counter(cast("list[str]", state.to_dict()[f"look {1 - seat}"]))
    hand, reserve = (list(cast("list[str]", facts[f"{pile} {1 - seat}"])) for pile in ("hand", "reserve"))
    loose = [card for card in (Counter(hand) - known).elements() if card in _BATTALIONS or "/" in card]
    generator = Generator(world.chance)
    if loose and reserve:
        away = loose[generator.below(len(loose))]
        back = reserve.pop(generator.below(len(reserve)))
        hand.remove(away)
        facts |= {f"hand {1 - seat}": [*hand, back], f"reserve {1 - seat}": [*reserve, away]}
    world.from_dict(facts)
    return world


def keep_an_order(state: State, seat: int, seed: int) -> State:
    """The face-down stacks stay as they are, card for card; the rest is dealt anew."""
    facts = state.to_dict()
    seen: dict[str, object] = {
        f"{name} seen {1 - seat}": [str(n + 1) for n in range(len(_cards(facts, f"{name} {1 - seat}")))]
        for name in POSITIONS
    }
    return with_notes(state, seat, seed, seen)


def forget_a_look(state: State, seat: int, seed: int) -> State:
    """Cards that a look showed are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"look {1 - seat}": []})


def forget_a_reshuffle(state: State, seat: int, seed: int) -> State:
    """Cards that were worked out when the Tactics deck was empty are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"deduced {1 - seat}": []})


def forget_what_was_seen(state: State, seat: int, seed: int) -> State:
    """Battalions that were seen, and followed since, are dealt anew with the rest."""
    return with_notes(state, seat, seed, {f"{name} seen {1 - seat}": [] for name in POSITIONS})


def forget_the_horses(state: State, seat: int, seed: int) -> State:
    """Anybody may be Blown."""
    return with_notes(state, seat, seed, {f"{name} blown {1 - seat}": [] for name in POSITIONS})


MUTANTS: Final[Mapping[str, Callable[[State, int, int], State]]] = {
    "truth": truth,
    "swap one card": swap_one_card,
    "forget a look": forget_a_look,
    "keep an order": keep_an_order,
    "forget a reshuffle": forget_a_reshuffle,
    "forget what was seen": forget_what_was_seen,
    "forget the horses": forget_the_horses,
}
