"""The wording of a game, put together from tables: what each phase asks, and why something is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import Label
from grognard.kernel.engine.actions import GAME_OVER, OTHER_PHASE
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.views.event_text import EventKinds, EventText, not_now, waits
from grognard.kernel.views.view import EventView, Outcome, Reason

# A text, or a function that makes it from the position.
Told = str | Callable[[Any], str]


@dataclass(frozen=True)
class PhaseWords:
    """The words for a phase: its name, its clause, the question to the seat that decides, and what that seat does.

    `asks` is a question with the phase's clause, or `asked_in`, if another clause has the answers. `waits` follows the
    name of the seat in a sentence for the others: “is choosing an attack”.
    """

    label: str
    clause: str
    asks: Told
    waits: Told = ""
    asked_in: str = ""


@dataclass(frozen=True)
class Words:
    """All words of a game; see `kernel.game.Wording` for what each method returns.

    types     the name of each type of card
    phases    the words for each phase by its number, and for the end of the game by 0
    reasons   the sentence for each refusal by its code, from `NOT_IN_HAND` on
    kinds     the kinds of event
    tell      the text of an event: it takes the event, the side it happened to, the other side, and the game
    label     the label of an action's button
    outcome   who won, and why
    """

    types: Mapping[str, str]
    phases: Mapping[int, PhaseWords]
    reasons: Mapping[int, Reason]
    kinds: EventKinds
    tell: Callable[[Any, Party, Party, Any], EventText]
    label: Callable[[Any, int], Label]
    outcome: Callable[[Any, int | None], Outcome]

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
        return Reason(_told(phase.asks, position), phase.asked_in or phase.clause)

    def waiting(self, position: Any) -> Reason:
        """Returns the sentence for the waiting seats."""
        phase = self.phases[position.window()]
        who = parties(position.game.seats, None)[position.decider()]
        return waits(who, _told(phase.waits, position), phase.clause)

    def reason(self, position: State, code: int) -> Reason:
        """Returns the sentence for a refusal code."""
        if code == OTHER_PHASE:
            phase = self.phases[position.phase()]
            return not_now(phase.label, phase.clause)
        if code == GAME_OVER and code not in self.reasons:
            return Reason("The game is over.", self.phases[OVER].clause)
        return self.reasons[code]

    def event(self, happened: Event, reader: int | None, game: Any) -> EventView:
        """Returns the sentence for an event that names only what its reader may know."""
        sides = parties(game.seats, reader)
        told = self.tell(happened, sides[happened.seat], sides[1 - happened.seat], game)
        return self.kinds.view(happened, told, game.pieces)


def _told(text: Told, position: Any) -> str:
    return text if isinstance(text, str) else text(position)
