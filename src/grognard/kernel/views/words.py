"""The wording of a game, put together from tables: what each phase asks, and why something is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import Label
from grognard.kernel.engine.actions import GAME_OVER, OTHER_PHASE
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.views.event_text import EventKinds, EventText, not_now, unworded, waits
from grognard.kernel.views.view import EventView, Outcome, Reason

# A text, or a function that makes it from the position.
Told = str | Callable[[Any], str]

# A refusal, or a function that makes it from the position.
Refusal = Reason | Callable[[Any], Reason]

# The text of an event; it takes the event, the side it happened to, the other side (all sides, in a game for more than
# two seats), and the game. A chapter of the log returns None for an event of another chapter.
Tell = Callable[[Any, Party, Any, Any], EventText]
Chapter = Callable[[Any, Party, Any, Any], EventText | None]


@dataclass(frozen=True)
class PhaseWords:
    """The words for a phase: its name, its clause, the question to the seat that decides, and what that seat does.

    `asks` is a question with the phase's clause, or `asked_in`, if another clause has the answers. `waits` follows the
    name of the seat in a sentence for the others, with the phase's clause or `waits_in`: “is choosing an attack”. A
    question of an unfinished choice may have no clause of its own: it cites that of the phase it belongs to.
    """

    label: str
    clause: str
    asks: Told
    waits: Told = ""
    asked_in: Told = ""
    waits_in: Told = ""


@dataclass(frozen=True)
class Words:
    """All words of a game; see `kernel.game.Wording` for what each method returns.

    types     the name of each type of card
    phases    the words for each phase by its number, and for the end of the game by 0
    reasons   the sentence for each refusal by its code; `OTHER_PHASE` and `GAME_OVER` have one without it
    kinds     the kinds of event
    tell      the text of an event; `chapters` puts it together
    label     the label of an action's button
    outcome   who won, and why
    sides     what sentences call the seats, if not by their names
    plural    whether these are plurals: “the Germans attack”
    """

    types: Mapping[str, str]
    phases: Mapping[int, PhaseWords]
    reasons: Mapping[int, Refusal]
    kinds: EventKinds
    tell: Tell
    label: Callable[[Any, int], Label]
    outcome: Callable[[Any, int | None], Outcome]
    sides: Sequence[str] = ()
    plural: bool = False

    @property
    def TYPE_LABELS(self) -> Mapping[str, str]:
        """The name of each type of card."""
        return self.types

    @cached_property
    def PHASE_LABELS(self) -> Mapping[int, str]:
        """The name of each phase, by phase number."""
        return {number: phase.label for number, phase in self.phases.items()}

    @property
    def KINDS(self) -> EventKinds:
        """The kinds of event in the game."""
        return self.kinds

    def prompt(self, position: Any) -> Reason:
        """Returns the question for the seat that decides."""
        phase = self.phases[position.phase()]
        return Reason(_told(phase.asks, position), _told(phase.asked_in, position) or self._clause(position))

    def waiting(self, position: Any) -> Reason:
        """Returns the sentence for the waiting seats."""
        phase = self.phases[position.window()]
        who = self._parties(position.game, None)[position.decider()]
        return waits(who, _told(phase.waits, position), _told(phase.waits_in, position) or phase.clause)

    def reason(self, position: State, code: int) -> Reason:
        """Returns the sentence for a refusal code."""
        if code == OTHER_PHASE and code not in self.reasons:
            return not_now(self.phases[position.phase()].label, self._clause(position))
        if code == GAME_OVER and code not in self.reasons:
            return Reason("The game is over.", self.phases[OVER].clause)
        refusal = self.reasons[code]
        return refusal if isinstance(refusal, Reason) else refusal(position)

    def event(self, happened: Event, reader: int | None, game: Any) -> EventView:
        """Returns the sentence for an event that names only what its reader may know."""
        sides = self._parties(game, reader)
        # An event of both sides may have seat -1.
        other = sides if len(game.spec.meta.seats) > 2 else sides[1 if happened.seat == 0 else 0]
        return self.kinds.view(happened, self.tell(happened, sides[happened.seat], other, game), game.pieces)

    def _clause(self, position: State) -> str:
        return self.phases[position.phase()].clause or self.phases[position.window()].clause

    def _parties(self, game: Any, reader: int | None) -> tuple[Party, ...]:
        return parties(self.sides or game.seats, reader, self.plural)


def chapters(*log: Chapter) -> Tell:
    """Returns a function that finds the text of an event: the first chapter that has one gives it."""

    def tell(happened: Event, who: Party, other: Any, game: Any) -> EventText:
        for chapter in log:
            told = chapter(happened, who, other, game)
            if told is not None:
                return told
        raise unworded(happened)

    return tell


def _told(text: Told, position: Any) -> str:
    return text if isinstance(text, str) else text(position)
