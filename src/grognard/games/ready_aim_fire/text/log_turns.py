"""The log of the set-up, and of a turn up to its attacks and after them (RAF-3, RAF-4, RAF-9, RAF-10)."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.tables import PIECES
from grognard.games.ready_aim_fire.text.words import PHASE_CLAUSES, named_position
from grognard.games.ready_aim_fire.text.prompts import ordinal
from grognard.games.ready_aim_fire.text.words import called, enumerated, named
from grognard.kernel.views.event_text import EventText
from grognard.kernel.content.wording import counted, listed, verb
from grognard.kernel.engine.recorder import UntypedEvent as Event

_PASSED: Final = {
    names.EXCHANGE: "keeps what he has",
    names.DRAW: "goes on",
    names.TERRAIN: "lays no terrain",
    names.MANEUVER: "makes no more moves",
    names.REINFORCE: "brings up no more",
    names.ATTACK: "ends his attacks",
    names.COVER: "stays in the open",
    names.RIDE: "charges the square",
    names.SQUARE_ROLL: "lets the roll stand",
    names.RIDE_ROLL: "lets the roll stand",
    names.REROLL: "lets the roll stand",
    names.CHECK: "lets the roll stand",
    names.SUPPORT: "has no support",
    names.DISCARD: "discards nothing",
}


def turn_event(happened: Event) -> EventText | None:
    """What is told of such an event; None of others."""
    return _setup_event(happened) or _course_event(happened) or _card_event(happened) or _line_event(happened)


def _setup_event(happened: Event) -> EventText | None:
    who, pieces, numbers = META.seats[happened.seat], happened.cards, happened.numbers
    seen = f": {enumerated(pieces)}" if pieces else ""
    match happened.code:
        case names.DEALT:
            return EventText(f"{who} is dealt {counted(numbers[0], 'battalion')}{seen}.", "RAF-3.2", whom=named(pieces))
        case names.RETURNED:
            swapped = f": {PIECES[pieces[0]]} for {PIECES[pieces[1]]}" if pieces else ""
            return EventText(f"{who} exchanges a battalion{swapped}.", "RAF-3.2", whom=named(pieces))
        case names.COMMITTED:
            return EventText(f"{who} is ready.", "RAF-3.2")
        case names.SERVING:
            serve = verb("serves", numbers[0] != 1)
            told = f": {listed(named(pieces))}" if pieces else ""
            return EventText(f"{counted(numbers[0], 'commander')} {serve} {who}{told}.", "RAF-3.4", named(pieces))
        case names.LINED_UP:
            where = named_position(happened.seat, numbers[0])
            return EventText(f"{where}{seen}.", "RAF-3.6", (*named(pieces), where))
        case names.BEGAN:
            return EventText(f"{who} begins.", "RAF-3.7")
    return None


def _course_event(happened: Event) -> EventText | None:
    who, numbers = META.seats[happened.seat], happened.numbers
    match happened.code:
        case names.TURN_CAME:
            return EventText(f"Turn {numbers[0]}: {who}.", "RAF-4.1")
        case names.FACED_DOWN:
            return EventText("From now on the stacks lie face down.", "RAF-2.9")
        case names.PASSED:
            return EventText(f"{who} {_PASSED[numbers[0]]}.", PHASE_CLAUSES[numbers[0]])
        case names.NIGHT_FELL:
            return EventText(f"Night falls after round {numbers[0]}.", "RAF-10.5")
        case names.TRIUMPHED:
            return EventText(f"The other army is beaten: {who} wins.", "RAF-10.1", against=1 - happened.seat)
        case names.GAME_DRAWN:
            return EventText("Both armies are beaten.", "RAF-10.3")
    return None


def _card_event(happened: Event) -> EventText | None:
    who, pieces, numbers = META.seats[happened.seat], happened.cards, happened.numbers
    cards, seen = named(pieces), f": {enumerated(pieces)}" if pieces else ""
    other = 1 - happened.seat
    match happened.code:
        case names.DREW:
            deck = "his Reserve deck" if numbers[1] == names.FROM_RESERVE else "the Tactics deck"
            return EventText(f"{who} draws {counted(numbers[0], 'card')} from {deck}{seen}.", "RAF-4.11", whom=cards)
        case names.RESHUFFLED:
            deck = f"{who}'s Reserve deck" if numbers[1] == names.FROM_RESERVE else "the Tactics deck"
            lie = f"{counted(numbers[0], 'card')} of the discard pile {verb('is', numbers[0] != 1)}"
            return EventText(f"{lie} shuffled into {deck}.", "RAF-4.13")
        case names.PLAYED:
            return EventText(f"{who} plays {called(pieces)}.", "RAF-11.1", cards)
        case names.FETCHED:
            return EventText(f"{who} takes {enumerated(pieces)} from his discard pile.", "RAF-4.12", whom=cards)
        case names.LOOKED:
            return EventText(f"{who} looks at the enemy's hand{seen}.", "RAF-11.3", whom=cards, against=other)
        case names.DISCARDED:
            return EventText(f"{who} discards {called(pieces)}.", "RAF-9.1", whom=cards)
    return None


def _line_event(happened: Event) -> EventText | None:
    if not names.LAID <= happened.code <= names.TOOK_OVER:
        return None
    who, pieces, numbers = META.seats[happened.seat], happened.cards, happened.numbers
    cards, card = named(pieces), enumerated(pieces) or "a battalion"
    place = f"the {POSITIONS[numbers[0]]}" if numbers else ""
    where = (named_position(happened.seat, numbers[0]),) if numbers else ()
    match happened.code:
        case names.LAID:
            return EventText(f"{who} lays {card} at {place}.", "RAF-4.20", cards, where)
        case names.REORGANISED:
            return EventText(f"{who} puts {place} in order.", "RAF-4.30", whom=where)
        case names.MOVED:
            there = POSITIONS[numbers[1]]
            text = f"{who} moves {card} ({ordinal(numbers[2])}) from {place} to the {there}."
            return EventText(text, "RAF-4.30", (*cards, *where), (f"{who}'s {there}",))
        case names.GENERAL_MOVED:
            there = POSITIONS[numbers[1]]
            text = f"{who}'s general {cards[0]} goes from {place} to the {there}."
            return EventText(text, "RAF-4.30", (*cards, *where), (f"{who}'s {there}",))
        case names.DEPLOYED:
            return EventText(f"{who} brings up {card} to {place}.", "RAF-4.32", cards, where)
        case names.POSTED:
            return EventText(f"{card} takes command of {who}'s {POSITIONS[numbers[0]]}.", "RAF-4.33", cards, where)
        case names.APPOINTED:
            return EventText(f"{card} is {who}'s Army Commander.", "RAF-4.33", cards)
    text = f"{who}'s Army Commander {cards[0]} takes over {named_position(happened.seat, numbers[0])}."
    return EventText(text, "RAF-8.10", cards, where)
