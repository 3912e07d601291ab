"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import events as e
from grognard.games.outpost.meta import META
from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import in_words
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drawn, turn_came, unworded
from grognard.kernel.views.view import EventView

KINDS: Final = EventKinds(
    e,
    headlines={e.Answered, e.Struck, e.Broken, e.HandsEmpty},
    bookkeeping={e.Began, e.Dealt, e.TurnCame},
    sounds={e.Dealt: "draw", e.Attacked: "charge", e.Answered: "shot", e.Struck: "hit", e.Broken: "rout"},
    big={e.Broken: Big("end", "The end"), e.HandsEmpty: Big("end", "The end")},
)


def event(happened: Event, reader: int | None, game: Game) -> EventView:
    """An event in words, already cut to what its reader may know."""
    sides = parties(META.seats, reader)
    return KINDS.view(happened, _text(happened, sides[happened.seat], sides[1 - happened.seat], game), game.pieces)


def _text(happened: Event, who: Party, other: Party, game: Game) -> EventText:
    match happened:
        case e.Began():
            return EventText(
                f"The {in_words(len(game.pieces))} cards are shuffled; {who:begins}.",
                "OUT-2.4",
                short=f"{who:^begins}.",
            )
        case e.Dealt():
            return EventText(f"{who:is} dealt {drawn(happened, game.names)}.", "OUT-2.1")
        case e.TurnCame():
            return turn_came(happened, who, "OUT-3.1")
        case e.PassedOver():
            return EventText(f"{who:has} no card left and {who.does('is')} passed over.", "OUT-3.2")
        case e.Attacked():
            card = happened.card
            text = f"{who:attacks} with {game.names[card]}."
            return EventText(text, "OUT-3.1", (game.pieces[card],), against=other.seat)
        case e.Answered():
            card, attack = happened.card, happened.attack
            text = f"{who:answers} {game.names[attack]} with {game.names[card]}; both are gone."
            return EventText(text, "OUT-4.3", (game.pieces[card],), (game.pieces[attack],), other.seat)
        case e.Struck(lost=lost):
            attack = happened.attack
            text = f"{who:does} not answer {game.names[attack]} and {who.does('loses')} {lost} Morale."
            return EventText(text, "OUT-4.4", (game.pieces[attack],), against=happened.seat)
        case e.Broken():
            return EventText(f"{who:has} no Morale left.", "OUT-5.1")
        case e.HandsEmpty():
            return EventText("No card is left in either hand.", "OUT-5.2")
    raise unworded(happened)
