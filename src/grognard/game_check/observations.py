"""Step 8: what learners get. Every public fact of a view can be read back from an observation, by its layout alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Final

from grognard.game_check.evidence import Evidence, under
from grognard.game_check.findings import Finding, failed, several, wrong
from grognard.kernel.engine.observation import MOST, place_names
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.layout import Field, Layout
from grognard.kernel.views.view import CardView, View, ZoneView

# What a view tells in other words: what follows from numbers that an observation has, and cards whose place is no zone
# of their own there.
DERIVED: Final = {"routs", "attacked", "safe", "mines", "at-once", "army", "rerolls"}
# The names of fields for the cards of a hand that another seat has seen.
NOTES: Final = ("seen", "known", "spied")


class Decoded:
    """A row of an observation, read by the names of its fields."""

    def __init__(self, layout: Layout, row: Sequence[int]) -> None:
        self.layout = layout
        self.row = row

    def fields(self, key: str) -> list[Field]:
        """The fields of this name, and the parts of it, `KEY, PART`."""
        return [field for field in self.layout.fields if field.name == key or field.name.startswith(f"{key}, ")]

    def number(self, key: str) -> int:
        """A number."""
        return self.layout.by_name[key].read(self.row)[0]

    def cards(self, key: str) -> Counter[str]:
        """The cards of a place."""
        found: Counter[str] = Counter()
        for field in self.fields(key):
            read = field.read(self.row)
            if field.names:
                found.update(dict(zip(field.names, read, strict=True)))
            elif read[0] > 0 and field.values:
                found[field.values[read[0] - 1]] += 1
        return +found

    def of(self, key: str, thing: str) -> int:
        """The number of one thing; 0 if the fields have none for it."""
        fields = [field for field in self.fields(key) if thing in field.names]
        return sum(field.read(self.row)[field.names.index(thing)] for field in fields)

    def under(self, unit: str) -> list[str]:
        """What lies under a unit."""
        codes = [(field, self.row[field.start + field.names.index(unit)]) for field in self.fields("under")]
        return [field.values[code - 1] for field, code in codes if code]


def whose(decoded: Decoded, key: str, owner: int | None, seat: int, seats: int) -> str:
    """What a thing of a seat is called in a layout: `own hand`, `discard`; empty if there is no such field."""
    named = [key] if owner is None else [f"{place_names(seats)[(owner - seat) % seats]} {key}", key]
    return next((name for name in named if decoded.fields(name)), "")


def unread(game: Game, state: State, seat: int) -> Iterator[str]:
    """All that a view tells and that its observation does not tell alike."""
    decoded, view = Decoded(game.layout, game.observe(state, seat)), state.view(seat)
    yield from unread_numbers(decoded, view, seat)
    together: dict[str, Counter[str]] = {}
    for zone in view.zones:
        name = whose(decoded, zone.key, zone.owner, seat, len(game.seats))
        shown = Counter(card.name for card in zone.cards if card.type != "BK")
        if name:
            together.setdefault(name, Counter()).update(shown)
        elif shown:
            yield f"the zone “{zone.key}”"
        yield from unread_cards(decoded, zone)
        yield from unread_stack(decoded, zone, name)
    for name, shown in together.items():
        if shown and decoded.cards(name) != shown:
            yield f"{name}: {decoded.cards(name)} instead of {shown}"


def unread_numbers(decoded: Decoded, view: View, seat: int) -> Iterator[str]:
    for number in view.numbers:
        name = whose(decoded, number.key, number.owner, seat, len(view.seats))
        if not name:
            yield f"the number “{number.key}”"
        elif decoded.number(name) != min(MOST, number.value):
            yield f"{name}: {decoded.number(name)} instead of {number.value}"
    for memory in view.memory:
        names = [whose(decoded, note, memory.owner, seat, len(view.seats)) for note in NOTES]
        lacking = Counter(card.name for card in memory.cards)
        for name in filter(None, names):
            lacking -= decoded.cards(name)
        if lacking:
            yield f"known cards of the other hand: {several(list(lacking))}"
    asked, phase = decoded.number("asked"), decoded.cards("phase")
    if (asked == 1) != (view.to_move == seat) or (not view.outcome and list(phase) != [view.phase]):
        yield f"asked {asked}, phase {phase}"
    turn = decoded.layout.by_name["turn"].read(decoded.row)
    if turn[0] * 128 + turn[1] != view.turn:
        yield f"turn {turn}"


def unread_cards(decoded: Decoded, zone: ZoneView) -> Iterator[str]:
    """The markers of a zone and of its cards, and what lies under them."""
    for marker in zone.markers:
        if decoded.fields(marker.key) and decoded.of(marker.key, zone.key) != marker.value:
            yield f"{marker.key} at {zone.key}: {decoded.of(marker.key, zone.key)} instead of {marker.value}"
    for card in zone.cards:
        yield from unread_marks(decoded, card)


def unread_stack(decoded: Decoded, zone: ZoneView, name: str) -> Iterator[str]:
    """The marks of a stack's cards from the top, and how high it is."""
    marks = [field for field in decoded.layout.fields if field.name.startswith(f"{name} marks ")]
    for field, card in zip(marks, [*zone.cards, *[None] * len(marks)], strict=False):
        told = dict(zip(field.names, field.read(decoded.row), strict=True))
        shown = {marker.key for marker in card.markers} if card else set()
        if told["there"] != int(card is not None) or any(told[key] == 0 for key in shown & set(told)):
            yield f"{field.name}: {told} instead of {shown}"


def unread_marks(decoded: Decoded, card: CardView) -> Iterator[str]:
    if card.under and sorted(decoded.under(card.name)) != sorted(lying.name for lying in card.under):
        yield f"under {card.name}: {decoded.under(card.name)}"
    for key in {marker.key for marker in card.markers} - DERIVED:
        value = sum(marker.value for marker in card.markers if marker.key == key)
        if any(field.names for field in decoded.fields(key)) and decoded.of(key, card.name) != value:
            yield f"{key} on {card.name}: {decoded.of(key, card.name)} instead of {value}"


def row_faults(game: Game, row: Sequence[int]) -> Iterator[str]:
    """Yields where a row does not keep to the layout of its game."""
    layout = game.layout
    if len(row) != layout.size:
        yield f"a row has {len(row)} bytes, the layout {layout.size}"
        return
    inside = {at for field in layout.fields for at in range(field.start, field.start + field.length)}
    if any(value and at not in inside for at, value in enumerate(row)):
        yield "a row has numbers outside its fields"
    for field in layout.fields:
        if max(field.read(row)) > field.most:
            yield f"“{field.name}” holds {max(field.read(row))}, but its most is {field.most}"


def observation_faults(evidence: Evidence) -> Iterator[Finding]:
    """Observes the positions of the games from every seat; yields the first fault of each kind."""
    for game in evidence.rule_sets[:1]:
        try:
            names = [field.name for field in game.layout.fields]
        except Exception as error:  # the code of a game can do anything
            yield failed(8, "features.py", error, evidence.where, "`layout` fails")
            return
        if twice := sorted({name for name in names if names.count(name) > 1}):
            yield wrong(8, "features.py", f"`layout` has {several(twice)} twice: each field needs a name of its own.")
    seen: set[str] = set()
    for state in evidence.some:
        for seat in range(state.game.num_players()):
            try:
                faults = list(_faults_of(state, seat))
            except Exception as error:  # the code of a game can do anything
                yield failed(8, "features.py", error, evidence.where, _doing(error, state))
                return
            for text in faults:
                if text not in seen:
                    seen.add(text)
                    yield wrong(8, "features.py", text)
            if seen:
                return


def _doing(error: Exception, state: State) -> str:
    if "differs from its layout" in str(error):
        return "`observe` must write the fields of `layout`, all of them and in the same order"
    return f"A position {under(state.game)} can't be observed or evaluated"


def _faults_of(state: State, seat: int) -> Iterator[str]:
    game = state.game
    for fault in row_faults(game, game.observe(state, seat)):
        yield f"{fault}: `observe` must write the fields of `layout`, all of them and in the same order."
    value = game.evaluate(state, seat)
    if not isfinite(value):
        yield f"`evaluate` gives {value}; bots need a finite number."
    if not state.is_terminal():
        for fact in unread(game, state, seat):
            yield f"an observation lacks what the view shows: {fact}. Give the field the name that the view uses."
