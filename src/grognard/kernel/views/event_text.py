"""From what was told of an event to its view: one form for all games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Final, NamedTuple

from grognard.kernel.content.wording import capitalized, counted, listed
from grognard.kernel.engine.actions import OTHER_PHASE
from grognard.kernel.engine.recorder import Event
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import EventView, Reason, RollView, Sound, SumView, Weight


class EventText(NamedTuple):
    """A sentence and its clause; who acts, whom it is done to and whose those are; what was added up, and rolled."""

    text: str
    clause: str
    who: tuple[str, ...] = ()
    whom: tuple[str, ...] = ()
    against: int | None = None
    sums: tuple[SumView, ...] = ()
    roll: RollView | None = None
    # How much it weighs, where that is not what others of its kind weigh.
    weight: Weight | None = None
    # A shorter text for a small space, if the sentence says several things.
    short: str = ""


# Sentences by the numbers of their events, each with its clause, as `render_sentence` takes them.
Sentences = Mapping[int, tuple[str, str]]

TURN_CAME: Final = "Turn {number}: {who}."


def common_sentences(names: ModuleType, turn_came: str, drew: str, reshuffled: str) -> dict[int, tuple[str, str]]:
    """What games tell alike: the sentences with a game's clauses, by the numbers of its `names`."""
    return {
        names.TURN_CAME: (TURN_CAME, turn_came),
        names.DREW: ("{who} draws {drawn}{seen}.", drew),
        names.RESHUFFLED: ("The discard pile is shuffled into a new deck of {drawn}.", reshuffled),
    }


def render_sentence(
    sentences: Sentences,
    happened: Event,
    who: str,
    pieces: Sequence[str],
    called: Sequence[str] | None = None,
    **more: object,
) -> tuple[str, str]:
    """The sentence for an event and its clause, with words put in where their names stand in braces.

    All sentences know `who`; the event's first `number`, and as that many cards `drawn`; its `card`s one by one, as
    `cards` that are listed, and as `seen`, where they are told after a colon if they are told; and what is given as
    `more`. Within a sentence the cards have the names that they are `called` by, after a colon their own.
    """
    text, clause = sentences[happened.kind]
    number = happened.numbers[0] if happened.numbers else 0
    card = [(called or pieces)[piece] for piece in happened.cards]
    cards = listed(card)
    seen = f": {listed([pieces[piece] for piece in happened.cards])}" if cards else ""
    drawn = counted(number, "card") if number else "no card"
    return text.format(who=who, number=number, drawn=drawn, card=card, cards=cards, seen=seen, **more), clause


def not_now(phase_label: str, clause: str) -> Reason:
    """Why what belongs to another phase is refused."""
    return Reason(f"This cannot be done now ({phase_label}).", clause)


def refuser(
    reasons: Mapping[int, Reason], labels: Mapping[int, str], clauses: Mapping[int, str], at: Callable[[State], int]
) -> Callable[[State, int], Reason]:
    """`reason` of a game's wording, where its codes mean the same in every position; `at` is the phase it names."""

    def reason(position: State, code: int) -> Reason:
        if code == OTHER_PHASE:
            return not_now(labels[at(position)], clauses[at(position)])
        return reasons[code]

    return reason


@dataclass(frozen=True)
class EventKinds:
    """What the events of a game are called, by their numbers, which weigh more or less than others, and which sound."""

    words: Sequence[str]
    headlines: Collection[int]
    bookkeeping: Collection[int]
    sounds: Mapping[int, Sound] = field(default_factory=dict)

    def weight(self, kind: int) -> Weight:
        """How much an event of this kind weighs."""
        if kind in self.headlines:
            return "headline"
        return "bookkeeping" if kind in self.bookkeeping else "normal"

    def view(self, happened: Event, told: EventText, cards: tuple[str, ...]) -> EventView:
        """The event as it is shown; `cards` are the names of all that it lists for its reader."""
        return EventView(
            capitalized(told.text),
            told.clause,
            happened.seat,
            cards,
            told.roll.dice if told.roll is not None else (),
            kind=self.words[happened.kind],
            weight=told.weight or self.weight(happened.kind),
            who=told.who,
            whom=told.whom,
            against=told.against,
            sums=told.sums,
            roll=told.roll,
            sound=self.sounds.get(happened.kind),
            short=told.short,
        )
