"""The wording of Outpost: one sentence for every prompt, action, event, refusal and end, with its clause."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost import events as e
from grognard.games.outpost import names
from grognard.games.outpost.meta import META
from grognard.games.outpost.names import ANSWER, ARMS, ATTACK, PASS
from grognard.games.outpost.rules import Outpost
from grognard.games.outpost.state import Position
from grognard.kernel.cardsets.cards import first
from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import Label, in_words
from grognard.kernel.engine.actions import NOT_IN_HAND
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drawn, turn_came, unworded
from grognard.kernel.views.view import Outcome, Reason
from grognard.kernel.views.words import PhaseWords, Words

# What each arm is called.
TYPE_LABELS: Final = {"INF": "Infantry", "CAV": "Cavalry", "ART": "Artillery"}

# -- questions and buttons ------------------------------------------------------------------------------------------


def _question(position: Outpost) -> str:
    """Asks for an answer to the attack."""
    attack, who = first(position.attack), META.seats[position.attacker.seat]
    choice = f"Answer with {_answer(position, attack)}, or pass and lose {_loss(position)} Morale?"
    return f"{who} attacks with {position.game.names[attack]}. {choice}"


def _answer(position: Outpost, attack: int) -> str:
    """What it takes to answer an attack (OUT-4.2)."""
    arm = TYPE_LABELS[ARMS[position.tables.type[attack] - 1]]  # the one before it in the ring
    least = position.tables.force[attack] - 1
    return arm if least <= 1 or position.tables.skirmish else f"{arm} of force {least} or more"


def _loss(position: Outpost) -> int:
    return min(position.tables.force[first(position.attack)], position.defender.morale)


def _may_answer(position: Outpost) -> str:
    return f"may answer {position.game.names[first(position.attack)]}"


PHASES: Final = {
    OVER: PhaseWords("The game is over", "OUT-5.1", "The game is over."),
    ATTACK: PhaseWords("Attack", "OUT-3.1", "Play a card as your attack.", "is choosing an attack"),
    ANSWER: PhaseWords("Answer", "OUT-4.1", _question, _may_answer, asked_in="OUT-4.2"),
}


def label(position: Outpost, action: int) -> Label:
    """What the button of a legal action says."""
    if action == PASS:
        return Label("Pass", "", f"lose {_loss(position)} Morale")
    card = position.game.names[position.space.card[action]]
    return Label("Attack" if position.phase() == ATTACK else "Answer", f"with {card}")


# -- refusals and the end -------------------------------------------------------------------------------------------

_REASONS: Final = {
    NOT_IN_HAND: Reason("That card is not in your hand.", "OUT-6.1"),
    names.WRONG_ARM: Reason(
        "This arm does not beat it: Infantry beats Cavalry, Cavalry beats Artillery, Artillery beats Infantry.",
        "OUT-4.2",
    ),
    names.TOO_WEAK: Reason("This card is too weak: it may be one weaker than the attack, no more.", "OUT-4.2"),
}


def outcome(position: State, reader: int | None) -> Outcome:
    """Who won, and why, as part of a sentence; a seat that reads it is “you”."""
    assert isinstance(position, Position)
    blue, red = position.army(0).morale, position.army(1).morale
    if blue == red:
        return Outcome((), "cards", f"both hands are empty, and each side has {blue} Morale", "OUT-5.2")
    winner, more, less = (0, blue, red) if blue > red else (1, red, blue)
    loser = parties(META.seats, reader)[1 - winner]
    if less == 0:
        return Outcome((winner,), "morale", f"{loser:has} no Morale left", "OUT-5.1")
    score = f"{less} Morale to {more}" if loser.is_reader else f"{more} Morale to {less}"
    return Outcome((winner,), "cards", f"both hands are empty, and it is {score}", "OUT-5.2")


# -- the log --------------------------------------------------------------------------------------------------------

KINDS: Final = EventKinds(
    e,
    headlines={e.Answered, e.Struck, e.Broken, e.HandsEmpty},
    bookkeeping={e.Began, e.Dealt, e.TurnCame},
    sounds={e.Dealt: "draw", e.Attacked: "charge", e.Answered: "shot", e.Struck: "hit", e.Broken: "rout"},
    big={e.Broken: Big("end", "The end"), e.HandsEmpty: Big("end", "The end")},
)


def _tell(happened: Event, who: Party, other: Party, game: Game) -> EventText:
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


WORDS: Final = Words(TYPE_LABELS, PHASES, _REASONS, KINDS, _tell, label, outcome)
