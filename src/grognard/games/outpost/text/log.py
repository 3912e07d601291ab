"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.outpost import names
from grognard.games.outpost.meta import META
from grognard.games.outpost.tables import NAMES
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import words_of
from grognard.kernel.engine.recorder import Event
from grognard.kernel.views.event_text import TURN_CAME, EventKinds, EventText, render_sentence
from grognard.kernel.views.view import EventView

KINDS: Final = EventKinds(
    words_of(names, "BEGAN", "HANDS_EMPTY"),
    headlines={names.ANSWERED, names.STRUCK, names.BROKEN, names.HANDS_EMPTY},
    bookkeeping={names.BEGAN, names.DEALT, names.TURN_CAME},
    sounds={
        names.DEALT: "draw", names.ATTACKED: "charge", names.ANSWERED: "shot", names.STRUCK: "hit",
        names.BROKEN: "rout",
    },
)  # fmt: skip

_SENTENCES: Final = {
    names.BEGAN: ("The nine cards are shuffled; {who} begins.", "OUT-2.4"),
    names.DEALT: ("{who} is dealt {drawn}{seen}.", "OUT-2.1"),
    names.TURN_CAME: (TURN_CAME, "OUT-3.1"),
    names.PASSED_OVER: ("{who} has no card left and is passed over.", "OUT-3.2"),
    names.ATTACKED: ("{who} attacks with {cards}.", "OUT-3.1"),
    names.ANSWERED: ("{who} answers {card[1]} with {card[0]}; both are gone.", "OUT-4.3"),
    names.STRUCK: ("{who} does not answer {cards} and loses {number} Morale.", "OUT-4.4"),
    names.BROKEN: ("{who} has no Morale left.", "OUT-5.1"),
    names.HANDS_EMPTY: ("No card is left in either hand.", "OUT-5.2"),
}


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    who = META.seats[happened.seat]
    text, clause = render_sentence(_SENTENCES, happened, who, NAMES)
    cards = tuple(NAMES[card] for card in happened.cards)
    short = f"{who} begins." if happened.kind == names.BEGAN else ""
    return KINDS.view(happened, EventText(text, clause, *_parts(happened, cards), short=short), cards)


def _parts(happened: Event, cards: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], int | None]:
    """The cards that act, those that it is done to, and the seat that it is done to."""
    match happened.kind:
        case names.ATTACKED:
            return cards, (), 1 - happened.seat
        case names.ANSWERED:
            return cards[:1], cards[1:], 1 - happened.seat
        case names.STRUCK:
            return cards, (), happened.seat
    return (), (), None
