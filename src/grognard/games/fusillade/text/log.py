"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from grognard.games.fusillade import events as e
from grognard.games.fusillade.meta import LAST_TURN
from grognard.games.fusillade.rules.casualties import LARGE_ATTACK
from grognard.games.fusillade.tables import Tables
from grognard.games.fusillade.text.prompts import PHASES, ability, named, names_of
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import counted, plural
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drew, reshuffled, seen, turn_came
from grognard.kernel.views.view import SumView, TermView
from grognard.kernel.views.words import chapters

KINDS: Final = EventKinds(
    e,
    headlines={e.Blundered, e.Countered, e.Repelled, e.Summed, e.Struck, e.KnockedOut, e.ClockRanOut},
    bookkeeping={e.Began, e.TurnCame, e.Drew, e.Reshuffled, e.Exchanged, e.Trimmed},
    details={e.Held, e.Passed},
    sounds={
        e.Drew: "draw", e.Laid: "charge", e.Summed: "shot", e.Struck: "hit", e.Repelled: "rout", e.KnockedOut: "rout",
    },
    big={
        e.Repelled: Big("rout", "Repelled"), e.KnockedOut: Big("end", "The end"),
        e.ClockRanOut: Big("end", "Time is up"),
    },
)  # fmt: skip


def _turn(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """FUS-2, FUS-3, FUS-6 and FUS-7: turns, draws and discards, and the abilities of cards."""
    match happened:
        case e.Began():
            toss = f"{who:^wins} the toss and {who.does('begins')}."
            return EventText(f"Each side is dealt seven cards. {toss}", "FUS-2.2", short=toss)
        case e.TurnCame():
            return turn_came(happened, who, "FUS-2.3")
        case e.Drew():
            return drew(happened, who, game.pieces, game.names, "FUS-2.4")
        case e.Reshuffled():
            return reshuffled(happened, "FUS-2.4")
        case e.Used(card=card, force=force):
            kind = cast(Tables, game.tables).type[card]
            does = ability(kind, force, f"make {other} lose a random card", f"look at {other:'s} hand")
            return EventText(f"{who:discards} {named(game, card)} to {does}.", "FUS-3.2", (game.pieces[card],))
        case e.Looked(cards=cards):
            text = f"{who:looks} at {other:'s} hand{seen(cards, game.names)}."
            return EventText(text, "FUS-3.4", whom=_keys(game, cards), against=other.seat)
        case e.Stripped(card=card):
            return EventText(
                f"{who:loses} {named(game, card)}.", "FUS-3.5", whom=(game.pieces[card],), against=happened.seat
            )
        case e.Exchanged(cards=cards):
            return EventText(f"{who:exchanges} {names_of(game, cards) or 'nothing'}.", "FUS-6.1", _keys(game, cards))
        case e.Trimmed(cards=cards):
            return EventText(
                f"{who:discards} {names_of(game, cards)} to get down to the hand limit.", "FUS-6.4", _keys(game, cards)
            )
        case e.ClockRanOut(turns=turns) if turns == LAST_TURN:  # no clock runs as long
            return EventText(f"{turns:,} turns have been played: the game ends.", "FUS-7.2")
        case e.ClockRanOut(turns=turns):
            return EventText(f"{turns} turns have passed without a loss: the game ends.", "FUS-7.2")
        case e.Passed(phase=phase):
            return EventText(f"{who:passes}.", PHASES[phase].clause)
    return None


def _attack(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """FUS-4: an attack up to its support."""
    match happened:
        case e.Declared():
            return EventText(f"{who:declares} an attack.", "FUS-4.1", against=other.seat)
        case e.Held():
            return EventText(f"{who:holds}.", "FUS-4.1")
        case e.Blundered(card=card):
            return EventText(
                f"{who:cancels} the attack with {named(game, card)}.", "FUS-4.2", (game.pieces[card],), (), other.seat
            )
        case e.Laid(cards=cards):
            return EventText(
                f"{who:attacks} with {names_of(game, cards)}.", "FUS-4.3", _keys(game, cards), (), other.seat
            )
        case e.Countered(card=card, target=target):
            text = f"{who:discards} {named(game, card)} and {who.does('removes')} {named(game, target)}."
            return EventText(text, "FUS-4.4", (game.pieces[card],), (game.pieces[target],), other.seat)
        case e.Repelled():
            return EventText("No unit is left; the attack is over.", "FUS-4.6")
        case e.Supported(cards=cards):
            text = f"{who:adds} {names_of(game, cards) or 'no support'}."
            return EventText(text, "FUS-4.7", _keys(game, cards), detail=not cards)
    return None


def _casualties(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """FUS-5: the casualties of an attack."""
    match happened:
        case e.Summed(cards=cards):
            text = f"The attack causes {_added(happened)}."
            return EventText(text, "FUS-5.1", _keys(game, cards), (), other.seat, (_attack_sum(game, happened),))
        case e.Halved(card=card, casualties=casualties):
            text = f"{who:halves} the casualties with {named(game, card)}, to {casualties}."
            return EventText(text, "FUS-5.2", (game.pieces[card],), (), other.seat)
        case e.Struck(lost=lost, left=left):
            troops = f"{counted(lost, 'troop')}: {left + lost} to {left}" if lost else "no troops"
            return EventText(f"{who:loses} {troops}.", "FUS-5.3", against=happened.seat)
        case e.KnockedOut():
            text = f"{other:has} no troops left: {who:wins}."
            return EventText(text, "FUS-5.4", against=other.seat)
    return None


def _keys(game: Game, cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(game.pieces[card] for card in cards)


def _attack_sum(game: Game, happened: e.Summed) -> SumView:
    """FUS-5.1: the casualties that a line inflicts, card by card."""
    total = happened.casualties
    terms = [
        TermView(game.names[card], force, "FUS-5.1")
        for card, force in zip(happened.cards, happened.forces, strict=True)
    ]
    if happened.bonus:
        terms.append(TermView(_bonus_label(happened), happened.bonus, "FUS-5.1"))
    unit = plural(total, "troop point")
    return SumView("Casualties", tuple(terms), total, f"{total} {unit}", "FUS-5.1", unit)


def _bonus_label(happened: e.Summed) -> str:
    return f"Large attack ({counted(len(happened.cards) - LARGE_ATTACK, 'card')} over {LARGE_ATTACK})"


def _added(happened: e.Summed) -> str:
    """Returns a sum with its parts: 18 casualties (3 + 3 + 3 + 3 + 2 + 2, and 2 for a large attack of 6 cards)."""
    total = "1 casualty" if happened.casualties == 1 else f"{happened.casualties} casualties"
    if len(happened.cards) == 1:
        return total
    text = " + ".join(map(str, happened.forces))
    if happened.bonus:
        text += f", and {happened.bonus} for a large attack of {counted(len(happened.cards), 'card')}"
    return f"{total} ({text})"


tell: Final = chapters(_turn, _attack, _casualties)
