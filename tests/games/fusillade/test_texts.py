"""What players of Fusillade read: the sum of an attack, cards that read as words, and numbers with their labels."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.bots import Greedy
from grognard.games.fusillade import SPEC, events
from grognard.kernel.engine.events import Event
from grognard.play.session import Session

UNITS = ["Grenadiers", "Musketeers", "Old Guard", "Young Guard", "Gendarmes"]


def told(event: Event) -> str:
    """The sentence for something that happens."""
    return grognard.load("fusillade").event_view(event).text


def pieces(*cards: str) -> list[int]:
    return [SPEC.pieces.index(card) for card in cards]


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (["Old Guard"], "The attack causes 3 casualties."),
        (["Old Guard", "Militia"], "The attack causes 4 casualties (3 + 1)."),
        (
            [*UNITS, "Militia", "Broken"],
            "The attack causes 19 casualties (3 + 2 + 3 + 2 + 1 + 1 + 3, and 4 for a large attack of 7 cards).",
        ),
    ],
)
def test_an_attack_says_what_its_casualties_are_made_of(cards: list[str], sentence: str) -> None:
    game = grognard.load("fusillade")
    forces = [game.fact(piece).number("force") for piece in pieces(*cards)]
    bonus = 2 * max(0, len(cards) - 5)
    assert told(events.Summed(0, pieces(*cards), sum(forces) + bonus, forces, bonus)) == sentence


def test_only_cards_that_could_be_read_as_words_stand_in_quotes() -> None:
    assert told(events.Blundered(0, *pieces("Broken"))) == "Blue cancels the attack with “Broken”."
    assert told(events.Laid(0, pieces("Old Guard", "Militia"))) == "Blue attacks with Old Guard and Militia."
    assert told(events.Drew(0, pieces("Old Guard", "Broken"), 2)) == "Blue draws 2 cards: Old Guard and Broken."
    assert told(events.Drew(0, [], 0)) == "Blue draws no cards."


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("Lieutenant", "Blue discards “Lieutenant” to draw 2 cards."),
        ("Voltigeurs", "Blue discards Voltigeurs to look at Red's hand."),
        ("Mortars", "Blue discards Mortars to make Red lose a random card."),
    ],
)
def test_a_card_that_is_used_says_what_for(card: str, sentence: str) -> None:
    [piece] = pieces(card)
    force = grognard.load("fusillade").fact(piece).number("force")
    assert told(events.Used(0, piece, force)) == sentence


@pytest.mark.parametrize(("quiet", "label"), [(0, "Turns"), (1, "Turn"), (2, "Turns")])
def test_a_number_and_its_label_go_together(quiet: int, label: str) -> None:
    state = grognard.load("fusillade").new_initial_state(1)
    state.from_dict({**state.to_dict(), "quiet": quiet})
    shown = {number.key: number for number in state.view(0).numbers}
    assert shown["quiet"].label == f"{label} without a loss (of 30)"


@pytest.mark.parametrize(
    ("options", "casualties", "troops", "in_vain"),
    [
        ({}, 1, 20, True),
        ({}, 2, 20, False),
        ({"halve": "down"}, 1, 20, False),
        ({}, 9, 5, True),
        ({}, 9, 6, False),
        ({"morale": "stack"}, 9, 5, False),
        ({"morale": "stack"}, 9, 1, True),
    ],
)
def test_a_morale_card_that_saves_nothing_is_hopeless_and_the_question_says_so(
    options: dict[str, str | int], casualties: int, troops: int, in_vain: bool
) -> None:
    """Half of 1 is 1, and an army that would still lose its last troop is lost (FUS-5.2)."""
    state: Any = _before_morale(options)
    state.casualties = casualties
    state.defender.troops = troops
    view = state.view(state.decider())
    assert ("would save nothing" in view.prompt.text) == in_vain
    assert {action.hopeless for action in view.actions if action.card} == {in_vain}
    assert not any(action.hopeless for action in view.actions if not action.card)


def _before_morale(options: dict[str, str | int]) -> Any:
    session = Session(grognard.load("fusillade", options), 6, ["greedy", "greedy"])
    greedy = Greedy(worlds=1)
    while not any(action.verb == "MORALE" for action in session.view(session.state.current_player()).actions):
        seat = session.state.current_player()
        session.play(seat, greedy.choose(session.information(seat)))
    return session.state.clone()
