"""Everything that players read: questions, buttons, refusals, the log and the end."""

from __future__ import annotations

from typing import Final

from grognard.kernel.cardsets.cards import first
from grognard.kernel.content.grammar import Party, parties
from grognard.kernel.content.wording import Label
from grognard.kernel.engine.actions import NOT_IN_HAND
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.state import OVER
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drawn, turn_came, unworded
from grognard.kernel.views.view import Outcome, Reason
from grognard.kernel.views.words import PhaseWords, Words

from . import events as e
from . import names as n
from .meta import META
from .rules import Battle

TYPES: Final = {"INF": "Infantry", "CAV": "Cavalry", "ART": "Artillery"}

# -- questions and buttons ---------------------------------------------------------------------------------------------


def _question(position: Battle) -> str:
    attack, who = first(position.attack), META.seats[position.attacker.seat]
    answer = f"Answer with strength {position.tables.strength[attack]} or more"
    return f"{who} attacks with {position.game.names[attack]}. {answer}, or pass and lose {_loss(position)} Resolve?"


def _loss(position: Battle) -> int:
    return min(position.tables.strength[first(position.attack)], int(position.defender.resolve))


PHASES: Final = {
    OVER: PhaseWords("The game is over", "SK-5.1", "The game is over."),
    n.ATTACK: PhaseWords("Attack", "SK-3.1", "Play a card as your attack.", "is choosing an attack"),
    n.ANSWER: PhaseWords("Answer", "SK-4.1", _question, "may answer the attack"),
}


def label(position: Battle, action: int) -> Label:
    """Returns the label of an action's button."""
    if action == n.PASS:
        return Label("Pass", "", f"lose {_loss(position)} Resolve")
    card = position.game.names[position.space.card[action]]
    return Label("Attack" if position.phase() == n.ATTACK else "Answer", f"with {card}")


# -- refusals and the end ----------------------------------------------------------------------------------------------

REASONS: Final = {
    NOT_IN_HAND: Reason("That card is not in your hand.", "SK-6.1"),
    n.TOO_WEAK: Reason("This card is weaker than the attack.", "SK-4.2"),
}


def outcome(position: Battle, reader: int | None) -> Outcome:
    """Returns who won, and why."""
    resolve = [int(position.army(seat).resolve) for seat in range(2)]
    if resolve[0] == resolve[1]:
        return Outcome((), "cards", f"no cards are left, and each side has {resolve[0]} Resolve", "SK-5.2")
    winner = 0 if resolve[0] > resolve[1] else 1
    loser = parties(META.seats, reader)[1 - winner]
    if resolve[1 - winner] == 0:
        return Outcome((winner,), "resolve", f"{loser:has} no Resolve left", "SK-5.1")
    own = winner if reader is None else reader
    score = f"{resolve[own]} Resolve to {resolve[1 - own]}"
    return Outcome((winner,), "cards", f"no cards are left, and it is {score}", "SK-5.2")


# -- the log -----------------------------------------------------------------------------------------------------------

KINDS: Final = EventKinds(
    e,
    headlines={e.Answered, e.Struck, e.Ended},
    bookkeeping={e.Began, e.Dealt, e.TurnCame},
    sounds={e.Dealt: "draw", e.Attacked: "charge", e.Answered: "shot", e.Struck: "hit", e.Ended: "rout"},
    big={e.Ended: Big("end", "The end")},
)


def tell(happened: Event, who: Party, other: Party, game: Game) -> EventText:
    """Returns the text of an event for its reader, who may be one of the sides."""
    called, pieces = game.names, game.pieces
    match happened:
        case e.Began():
            return EventText(f"{who:^begins}.", "SK-2.3")
        case e.Dealt():
            return EventText(f"{who:is} dealt {drawn(happened, called)}.", "SK-2.1")
        case e.TurnCame():
            return turn_came(happened, who, "SK-3.1")
        case e.Skipped():
            return EventText(f"{who:has} no cards, so {other:attacks} again.", "SK-3.2")
        case e.Attacked(card=card):
            return EventText(f"{who:attacks} with {called[card]}.", "SK-3.1", (pieces[card],), against=other.seat)
        case e.Answered(card=card, attack=attack):
            text = f"{who:answers} {called[attack]} with {called[card]}; both are gone."
            return EventText(text, "SK-4.2", (pieces[card],), (pieces[attack],), other.seat)
        case e.Struck(attack=attack, lost=lost):
            text = f"{called[attack]} costs {who} {lost} Resolve."
            return EventText(text, "SK-4.3", (pieces[attack],), against=who.seat)
        case e.Ended():
            return EventText("The battle is over.", "SK-5.1")
    raise unworded(happened)


WORDS: Final = Words(TYPES, PHASES, REASONS, KINDS, tell, label, outcome)
