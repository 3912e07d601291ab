"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.outpost import events as e
from grognard.games.outpost.meta import META
from grognard.games.outpost.tables import NAMES
from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.engine.events import Event
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drawn, turn_came, unworded
from grognard.kernel.views.view import EventView

KINDS: Final = EventKinds(
    e,
    headlines={e.Answered, e.Struck, e.Broken, e.HandsEmpty},
    bookkeeping={e.Began, e.Dealt, e.TurnCame},
    sounds={e.Dealt: "draw", e.Attacked: "charge", e.Answered: "shot", e.Struck: "hit", e.Broken: "rout"},
    big={e.Broken: Big("end", "The end"), e.HandsEmpty: Big("end", "The end")},
)


def event(happened: Event, reader: int | None, called: Sequence[str]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    sides = parties(META.seats, reader)
    return KINDS.view(happened, _text(happened, sides[happened.seat], sides[1 - happened.seat], called), NAMES)


def _text(happened: Event, who: Party, other: Party, called: Sequence[str]) -> EventText:
    match happened:
        case e.Began():
            return EventText(f"The nine cards are shuffled; {who:begins}.", "OUT-2.4", short=f"{who:^begins}.")
        case e.Dealt():
            return EventText(f"{who:is} dealt {drawn(happened, called)}.", "OUT-2.1")
        case e.TurnCame():
            return turn_came(happened, who, "OUT-3.1")
        case e.PassedOver():
            return EventText(f"{who:has} no card left and {who.does('is')} passed over.", "OUT-3.2")
        case e.Attacked():
            card = happened.card
            return EventText(f"{who:attacks} with {called[card]}.", "OUT-3.1", (NAMES[card],), against=other.seat)
        case e.Answered():
            card, attack = happened.card, happened.attack
            text = f"{who:answers} {called[attack]} with {called[card]}; both are gone."
            return EventText(text, "OUT-4.3", (NAMES[card],), (NAMES[attack],), other.seat)
        case e.Struck(lost=lost):
            attack = happened.attack
            text = f"{who:does} not answer {called[attack]} and {who.does('loses')} {lost} Morale."
            return EventText(text, "OUT-4.4", (NAMES[attack],), against=happened.seat)
        case e.Broken():
            return EventText(f"{who:has} no Morale left.", "OUT-5.1")
        case e.HandsEmpty():
            return EventText("No card is left in either hand.", "OUT-5.2")
    raise unworded(happened)
