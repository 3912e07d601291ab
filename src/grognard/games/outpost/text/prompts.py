"""Questions, labels of buttons and sentences for waiting seats, with words that the other texts share."""

from __future__ import annotations

from typing import Final

from grognard.games.outpost.meta import META
from grognard.games.outpost.names import ANSWER, ARMS, ATTACK, PASS
from grognard.games.outpost.rules import Outpost
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import Label
from grognard.kernel.engine.state import OVER
from grognard.kernel.cardsets.cards import first
from grognard.kernel.views.event_text import waits
from grognard.kernel.views.view import Reason

# What each arm is called.
TYPE_LABELS: Final = {"INF": "Infantry", "CAV": "Cavalry", "ART": "Artillery"}

PHASE_LABELS: Final = {OVER: "The game is over", ATTACK: "Attack", ANSWER: "Answer"}

PHASE_CLAUSES: Final = {OVER: "OUT-5.1", ATTACK: "OUT-3.1", ANSWER: "OUT-4.1"}


def prompt(position: Outpost) -> Reason:
    """What is asked of the seat that decides, with every number that matters."""
    phase = position.phase()
    if phase == OVER:
        return Reason("The game is over.", "OUT-5.1")
    if phase == ATTACK:
        return Reason("Play a card as your attack.", "OUT-3.1")
    attack, who = first(position.attack), META.seats[position.attacker.seat]
    choice = f"Answer with {_answer(position, attack)}, or pass and lose {_loss(position)} Morale?"
    return Reason(f"{who} attacks with {position.game.names[attack]}. {choice}", "OUT-4.2")


def _answer(position: Outpost, attack: int) -> str:
    """What it takes to answer an attack (OUT-4.2)."""
    arm = TYPE_LABELS[ARMS[position.tables.type[attack] - 1]]  # the one before it in the ring
    least = position.tables.force[attack] - 1
    return arm if least <= 1 or position.tables.skirmish else f"{arm} of force {least} or more"


def _loss(position: Outpost) -> int:
    return min(position.tables.force[first(position.attack)], position.defender.morale)


def waiting(position: Outpost) -> Reason:
    """Returns the sentence for the seat that waits."""
    phase, who = position.phase(), parties(META.seats, None)[position.decider()]
    does = "is choosing an attack" if phase == ATTACK else f"may answer {position.game.names[first(position.attack)]}"
    return waits(who, does, PHASE_CLAUSES[phase])


def label(position: Outpost, action: int) -> Label:
    """What the button of a legal action says."""
    if action == PASS:
        return Label("Pass", "", f"lose {_loss(position)} Morale")
    card = position.game.names[position.space.card[action]]
    return Label("Attack" if position.phase() == ATTACK else "Answer", f"with {card}")
