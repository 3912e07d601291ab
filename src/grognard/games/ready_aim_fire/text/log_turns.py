"""The log of the set-up, and of a turn up to its attacks and after them (RAF-3, RAF-4, RAF-9, RAF-10)."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import LAST_ROUND
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.text.prompts import PHASES, ordinal
from grognard.games.ready_aim_fire.text.words import Called, enumerated, enumerated_in_quotes, named_position, titled
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import counted, verb
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import EventText, seen, turn_came

_PASSED: Final = {
    names.EXCHANGE: "keeps the hand",
    names.DRAW: "continues",
    names.TERRAIN: "lays no terrain",
    names.MANEUVER: "makes no more moves",
    names.REINFORCE: "brings up no more",
    names.ATTACK: "ends the attacks",
    names.COVER: "stays in the open",
    names.RIDE: "charges the square",
    names.SQUARE_ROLL: "lets the roll stand",
    names.RIDE_ROLL: "lets the roll stand",
    names.REROLL: "lets the roll stand",
    names.CHECK: "lets the roll stand",
    names.SUPPORT: "has no support",
    names.DISCARD: "discards nothing",
}


def turn_event(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """What the log says of such an event; None for any other."""
    called = Called(game)
    return (
        _setup_event(happened, who, called)
        or _course_event(happened, who, other)
        or _card_event(happened, who, other, called)
        or _line_event(happened, who, called)
    )


def _setup_event(happened: Event, who: Party, called: Called) -> EventText | None:
    """RAF-3: the set-up."""
    cards = called.keys_of(happened.all_cards())
    match happened:
        case e.Dealt(number=number):
            text = f"{who:is} dealt {counted(number, 'battalion')}{_seen(called, happened)}."
            return EventText(text, "RAF-3.2", whom=cards)
        case e.Returned(returned=returned, drawn=drawn):
            swapped = f": {called[returned]} for {called[drawn]}" if cards else ""
            return EventText(f"{who:exchanges} a battalion{swapped}.", "RAF-3.2", whom=cards)
        case e.Committed():
            return EventText(f"{who:is} ready.", "RAF-3.2")
        case e.Serving(number=number):
            text = f"{who:has} {counted(number, 'commander')}{seen(happened.cards, called.names)}."
            return EventText(text, "RAF-3.4", cards)
        case e.LinedUp(position=position):
            where, whose = named_position(happened.seat, position), f"{who:'s} {POSITIONS[position]}"
            return EventText(f"{whose}{_seen(called, happened)}.", "RAF-3.6", (*cards, where))
        case e.Began():
            return EventText(f"{who:begins}.", "RAF-3.7")
    return None


def _course_event(happened: Event, who: Party, other: Party) -> EventText | None:
    """RAF-4.1 and RAF-10: turns, and the end of the game."""
    match happened:
        case e.TurnCame():
            return turn_came(happened, who, "RAF-4.1")
        case e.FacedDown():
            return EventText("From now on the stacks are face down.", "RAF-2.9")
        case e.Passed(phase=phase):
            return EventText(f"{who} {who.does(_PASSED[phase])}.", PHASES[phase].clause)
        case e.NightFell(round=fought) if fought == LAST_ROUND:  # night never falls as late
            return EventText(f"The battle ends after round {fought:,}.", "RAF-10.5", weight="normal")
        case e.NightFell(round=fought):
            return EventText(f"Night falls after round {fought}.", "RAF-10.5")
        case e.Triumphed():
            return EventText(f"{other:^'s} army is beaten: {who:wins}.", "RAF-10.1", against=1 - happened.seat)
        case e.GameDrawn():
            return EventText("Both armies are beaten.", "RAF-10.3")
    return None


def _card_event(happened: Event, who: Party, other: Party, called: Called) -> EventText | None:
    """RAF-4.10, RAF-9 and RAF-11: cards that come and go."""
    pieces = happened.all_cards()
    cards = called.keys_of(pieces)
    match happened:
        case e.Drew(number=number, deck=deck):
            source = f"{who.own()} Reserve deck" if deck == names.FROM_RESERVE else "the Tactics deck"
            text = f"{who:draws} {counted(number, 'card')} from {source}{_seen(called, happened)}."
            return EventText(text, "RAF-4.11", whom=cards)
        case e.Reshuffled(number=number, deck=deck):
            made = f"{who:'s} Reserve deck" if deck == names.FROM_RESERVE else "the Tactics deck"
            lie = f"{counted(number, 'card')} from the discard pile {verb('is', number != 1)}"
            return EventText(f"{lie} shuffled into {made}.", "RAF-4.13")
        case e.Played():
            return EventText(f"{who:plays} {enumerated_in_quotes(called, pieces)}.", "RAF-11.1", cards)
        case e.Fetched():
            return EventText(
                f"{who:takes} {enumerated(called, pieces)} from {who.own()} discard pile.", "RAF-4.12", whom=cards
            )
        case e.Looked():
            text = f"{who:looks} at {other:'s} hand{_seen(called, happened)}."
            return EventText(text, "RAF-11.3", whom=cards, against=1 - happened.seat)
        case e.Discarded():
            return EventText(f"{who:discards} {enumerated_in_quotes(called, pieces)}.", "RAF-9.1", whom=cards)
    return None


def _line_event(happened: Event, who: Party, called: Called) -> EventText | None:
    """RAF-4.20 to 4.36 and RAF-8.10: what changes in the line of battle."""
    seat, pieces = happened.seat, happened.all_cards()
    cards, card = called.keys_of(pieces), enumerated(called, pieces) or "a battalion"
    match happened:
        case e.Laid(position=at):
            text = f"{who:lays} {card} at the {POSITIONS[at]}."
            return EventText(text, "RAF-4.20", cards, (named_position(seat, at),))
        case e.Reorganised(position=at):
            text = f"{who:puts} the {POSITIONS[at]} in order."
            return EventText(text, "RAF-4.30", whom=(named_position(seat, at),))
        case e.Moved(origin=origin, destination=there, place=place):
            text = f"{who:moves} {card} ({ordinal(place)}) from the {POSITIONS[origin]} to the {POSITIONS[there]}."
            return EventText(text, "RAF-4.30", (*cards, named_position(seat, origin)), (named_position(seat, there),))
        case e.GeneralMoved(general=general, origin=origin, destination=there):
            way = f"from the {POSITIONS[origin]} to the {POSITIONS[there]}"
            text = f"{who:'s} {titled(called, general)} goes {way}."
            return EventText(text, "RAF-4.30", (*cards, named_position(seat, origin)), (named_position(seat, there),))
        case e.Deployed(position=at):
            text = f"{who:brings} up {card} to the {POSITIONS[at]}."
            return EventText(text, "RAF-4.32", cards, (named_position(seat, at),))
        case e.Posted(position=at):
            where = named_position(seat, at)
            text = f"{card} takes command of {who:'s} {POSITIONS[at]}."
            return EventText(text, "RAF-4.33", cards, (where,))
        case e.Appointed():
            return EventText(f"{card} is {who:'s} Army Commander.", "RAF-4.33", cards)
        case e.TookOver(card=commander, position=at):
            where = named_position(seat, at)
            text = f"{who:'s} Army Commander {called[commander]} takes over {who:'s} {POSITIONS[at]}."
            return EventText(text, "RAF-8.10", cards, (where,))
    return None


def _seen(called: Called, happened: Event) -> str:
    """Its cards after a colon, for those who may know them."""
    pieces = happened.all_cards()
    return f": {enumerated(called, pieces)}" if pieces else ""
