"""Makes the views of events from their sentences, in the same form for all games."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from types import ModuleType
from typing import Literal, NamedTuple

from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import capitalized, counted, listed
from grognard.kernel.engine.events import DrawEvent, Event, Field, ReshuffleEvent, TurnEvent
from grognard.kernel.views.view import EventFact, EventFacts, EventView, Reason, RollView, Sound, SumView, Weight


class EventText(NamedTuple):
    """The text of an event and its clause; who acts, on whom, and the seat of the targets; its sums and its roll."""

    text: str
    clause: str
    who: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    against: int | None = None
    sums: tuple[SumView, ...] = ()
    roll: RollView | None = None
    # The weight, if it differs from the usual weight of this kind.
    weight: Weight | None = None
    # A shorter text for a small space, if the sentence says several things.
    short: str = ""
    # Whether this is a detail, if that differs within the kind.
    detail: bool | None = None


# What an event that decides a game is: units run, a place changes hands, a unit is gone for good, or the game is over.
BigKind = Literal["rout", "position", "unit", "end"]


class Big(NamedTuple):
    """How a page stages an event that decides a game: its kind, and the word for it (for a position, its noun)."""

    kind: BigKind
    word: str


def turn_came(happened: TurnEvent, who: Party, clause: str) -> EventText:
    """Says whose turn begins."""
    return EventText(f"Turn {happened.turn}: {'your turn' if who.is_reader else who}.", clause)


def drew(happened: DrawEvent, who: Party, pieces: Sequence[str], called: Sequence[str], clause: str) -> EventText:
    """Says how many cards a player draws and, for readers who may know, which ones. These cards count as acting.

    `called` is what people call each of the `pieces`.
    """
    acting = tuple(pieces[card] for card in happened.cards)
    return EventText(f"{who:draws} {drawn(happened, called)}.", clause, acting)


def drawn(happened: DrawEvent, called: Sequence[str]) -> str:
    """Returns “3 cards: one, two and three”, or only “3 cards” for readers who may not know the cards."""
    number = counted(happened.number, "card") if happened.number else "no cards"
    return number + seen(happened.cards, called)


def seen(cards: Sequence[int], called: Sequence[str]) -> str:
    """Returns the names of cards after a colon; empty if there are none to see."""
    return f": {listed([called[card] for card in cards])}" if cards else ""


def reshuffled(happened: ReshuffleEvent, clause: str) -> EventText:
    """Says that the discard pile becomes a new deck."""
    cards = counted(happened.number, "card") if happened.number else "no cards"
    return EventText(f"The discard pile is shuffled into a new deck of {cards}.", clause)


def unworded(happened: Event) -> AssertionError:
    """Returns the error to raise for an event that the log has no words for."""
    return AssertionError(f"The log has no words for {type(happened).__name__}.")


def not_now(phase_label: str, clause: str) -> Reason:
    """Returns the reason for refusing an action that belongs to another phase."""
    return Reason(f"You can't do that now ({phase_label}).", clause)


def waits(who: Party, does: str, clause: str) -> Reason:
    """Tells the waiting seats what another seat may do now (“may cancel the attack”, “is deploying units”)."""
    return Reason(f"{who:^} {who.does(does)}…", clause)


def event_types(events: ModuleType) -> list[type[Event]]:
    """Returns the kinds of event that a game's `events` module declares, by their numbers, which count from 1.

    Raises TypeError for a class whose constructor takes an undeclared argument, since seats that may not know its value
    could see it.
    """
    declared = [kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)]
    found = sorted((kind for kind in declared if kind.kind), key=lambda kind: kind.kind)
    for number, kind in enumerate(found, start=1):
        takes = [name for name in signature(kind).parameters if name not in ("seat", "private")]
        if kind.kind != number or takes != list(kind.fields):
            raise TypeError(
                f"{kind.__name__} has number {kind.kind}, not {number}, or does not declare all of {takes}."
            )
    return found


@dataclass(frozen=True)
class EventKinds:
    """The kinds of event in a game: which are headlines or bookkeeping, which have a sound, and which are details.

    A detail, such as a pass, the end of a phase or a sum, is bookkeeping, and the log shows it only on demand: see
    `log_lines.joined`.
    """

    events: ModuleType
    headlines: Collection[type[Event]]
    bookkeeping: Collection[type[Event]]
    details: Collection[type[Event]] = ()
    sounds: Mapping[type[Event], Sound] = field(default_factory=dict)
    # The headlines that have a staging of their own.
    big: Mapping[type[Event], Big] = field(default_factory=dict)

    @cached_property
    def words(self) -> dict[type[Event], str]:
        """The words for each kind: those for `TurnCame` are “turn came”."""
        return {kind: re.sub(r"(?<!^)(?=[A-Z])", " ", kind.__name__).lower() for kind in event_types(self.events)}

    @cached_property
    def big_words(self) -> dict[str, Big]:
        """The stagings of `big`, by the words for their kinds."""
        return {self.words[kind]: staging for kind, staging in self.big.items()}

    def declared(self) -> list[tuple[str, Mapping[str, Field]]]:
        """Returns the words and the fields of each kind, in the order of the kinds' numbers."""
        return [(word, kind.fields) for kind, word in self.words.items()]

    def view(self, happened: Event, told: EventText, pieces: Sequence[str]) -> EventView:
        """Returns the view of the event for a reader who may know everything that this record names."""
        kind = type(happened)
        usual: Weight = "bookkeeping" if kind in self.bookkeeping else "normal"
        is_detail = kind in self.details if told.detail is None else told.detail
        return EventView(
            capitalized(told.text),
            told.clause,
            int(happened.seat),
            tuple(pieces[card] for card in happened.all_cards()),
            told.roll.dice if told.roll is not None else (),
            kind=self.words[kind],
            weight="bookkeeping" if is_detail else told.weight or ("headline" if kind in self.headlines else usual),
            who=told.who,
            whom=told.whom,
            against=told.against,
            sums=told.sums,
            roll=told.roll,
            sound=self.sounds.get(kind),
            facts=EventFacts(
                (name, _fact(getattr(happened, name), field, pieces)) for name, field in kind.fields.items()
            ),
            short=told.short,
            line="detail" if is_detail else "start",
        )


def _fact(value: object, field: Field, pieces: Sequence[str]) -> EventFact:
    """The value of a field of an event, with the names of pieces for their numbers."""
    if isinstance(value, list):
        return tuple(pieces[one] if field.card else int(one) for one in value if not field.card or one >= 0)
    if isinstance(value, bool):
        return value
    assert isinstance(value, int), "a field holds numbers"
    if value < 0 and not field.signed:
        return None
    return pieces[value] if field.card else value
