"""What players read: prompts and buttons that heed the house rules, say what follows, and name both sides."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.three_emperors import events, names
from grognard.kernel.engine.state import State

NAPOLEON, COALITION = 0, 1


def position(options: dict[str, str | int], **facts: object) -> State:
    """A position with Napoleon active; cards that are not placed are in the deck."""
    state = grognard.load("three-emperors", options).new_initial_state(1)
    told = {name.replace("_", " "): value for name, value in facts.items()}
    blank: dict[str, object] = {name: [] for name, value in state.to_dict().items() if isinstance(value, list)}
    placed = {card for value in told.values() if isinstance(value, list) for card in value}
    rest = [card.name for card in state.game.cards if card.name not in placed]
    state.from_dict({**blank, "active": NAPOLEON, "deck": rest, **told})
    return state


def label(state: State, notation: str) -> str:
    """What the button of an action says to the seat that decides."""
    view = state.view(state.current_player())
    return next(action.label for action in view.actions if action.notation == notation)


def prompt(state: State) -> tuple[str, str]:
    asked = state.view(state.current_player()).prompt
    return asked.text, asked.clause


def said(state: State, *notations: str) -> list[str]:
    """The log of some actions."""
    texts = []
    for notation in notations:
        state.record()
        state.apply_action(state.string_to_action(notation))
        texts += [state.game.event_view(event).text for event in state.events(None)]
    return texts


def action(options: dict[str, str | int], **facts: object) -> State:
    """An Action at North has begun, and Napoleon is asked for cards."""
    return position(options, phase="commit", front="North", attacked=["North"], **facts)


def test_who_commits_all_at_once_closes() -> None:
    state = action({}, hand_0=["Encirclement"], hand_1=["Repel"])
    text, clause = prompt(state)
    assert text.endswith("Commit Attack and Event cards, or none.")
    assert clause == "TE-7.1"
    assert label(state, "END_COMMIT") == "Pass: commit nothing"
    state.apply_action(state.string_to_action("COMMIT Encirclement"))
    assert label(state, "END_COMMIT") == "Commit this card"


def test_who_commits_in_turn_is_asked_for_one_card() -> None:
    state = action({"commit": "alternate"}, hand_0=["Encirclement", "Confusion"], hand_1=["Repel"])
    text, clause = prompt(state)
    assert text.endswith("Commit one Attack or Event card, or pass.")
    assert clause == "TE-7.2"
    state.apply_action(state.string_to_action("COMMIT Encirclement"))
    assert prompt(state)[0].endswith("Commit one Defense or Event card, or pass.")
    state.apply_action(state.string_to_action("END_DEFEND"))
    assert "or pass too: then the Action is decided." in prompt(state)[0]
    assert label(state, "END_COMMIT") == "Pass: the Action is decided"


def test_more_is_said_only_after_something() -> None:
    without = action({}, hand_0=["Repel"], hand_1=["Encirclement"])
    assert said(without, "END_COMMIT") == ["Napoleon commits nothing."]
    launched = action({}, committed_0=["Encirclement"], hand_0=["Repel"], hand_1=["Confusion"])
    assert label(launched, "END_COMMIT") == "Pass: commit nothing more"
    assert said(launched, "END_COMMIT") == ["Napoleon commits nothing more."]


@pytest.mark.parametrize(
    ("options", "play"),
    [
        ({}, "Play Victory cards, one at a time, or continue."),
        ({"victory_cards": "one"}, "Play one Victory card or continue."),
    ],
)
def test_the_winner_is_asked_for_as_many_as_he_may_play(options: dict[str, str | int], play: str) -> None:
    state = victory(options, hand_0=["Surrender"])
    assert prompt(state)[0].endswith(play)
    assert said(state, "END_VICTORY")[0] == "Napoleon plays no more Victory cards."


def victory(options: dict[str, str | int], **facts: object) -> State:
    """Napoleon has won at North."""
    return position(options, phase="victory", front="North", attacked=["North"], winner=NAPOLEON, **facts)


def test_a_victory_card_says_what_it_does() -> None:
    cards = ["Surrender", "Hour of Glory", "Trap Snaps Shut", "Full Retreat", "Regain Initiative"]
    state = victory({}, hand_0=cards, hand_1=["Repel"], North_1=["Light Cavalry"])
    effects = [
        "remove Light Cavalry, draw 1", "gain 2 Morale, draw 1", "your opponent loses 2 Morale, draw 1",
        "your opponent discards 1 card of their choice, draw 1", "draw 2",
    ]  # fmt: skip
    for card, effect in zip(cards, effects, strict=True):
        assert label(state, f"VICTORY {card}") == f"Play {card} (victory): {effect}"
    assert said(state, "VICTORY Surrender")[:2] == [
        "Napoleon plays “Surrender”.",
        "Napoleon removes the Coalition's Light Cavalry.",
    ]
    nobody = victory({}, hand_0=["Surrender"], hand_1=["Repel"])
    assert label(nobody, "VICTORY Surrender").endswith("there is no piece to remove, draw 1")
    several = victory({}, hand_0=["Surrender"], North_1=["Light Cavalry", "Tsar Alexander"])
    assert label(several, "VICTORY Surrender").endswith("remove an opposing piece, draw 1")


def test_a_lone_front_is_named_before_it_is_attacked() -> None:
    facts = {"phase": "launch", "hand_0": ["Cavalry Charge", "Storm Heights"], "hand_1": ["Repel"]}
    two = position({}, attacked=["North"], **facts)
    assert label(two, "EXTRA Cavalry Charge") == "Launch an extra attack with Cavalry Charge (attack 5)"
    # An Assault cannot go to South, which Napoleon holds.
    assert label(two, "EXTRA Storm Heights") == "Launch an extra attack on the Center with Storm Heights (attack 5)"
    one = position({}, attacked=["North", "Center"], **facts)
    assert label(one, "EXTRA Cavalry Charge") == "Launch an extra attack on South with Cavalry Charge (attack 5)"


def test_a_lone_piece_and_its_only_way_are_named() -> None:
    for front, told in (("North", "Mamelukes to the Center"), ("Center", "Mamelukes")):
        state = position({}, phase="orders", hand_0=["Link-Up"], **{f"{front}_0": ["Mamelukes"]})
        assert label(state, "MANEUVER Link-Up") == f"Link-Up (maneuver): move {told}, draw 1"


def test_what_comes_first_is_told() -> None:
    state = position({}, phase="orders", hand_0=["Mamelukes", "Repel"])
    state.apply_action(state.string_to_action("DEPLOY Mamelukes"))
    assert state.why_illegal(names.END_ORDERS) == "First choose a Front, or take the card back. (TE-1.2)"
    launch = position({}, phase="launch", hand_0=["Encirclement"])
    refusal = launch.why_illegal(launch.string_to_action("EXTRA Encirclement"))
    assert refusal is not None
    assert "Then you can commit this card there" in refusal


def test_a_draw_says_who_had_what() -> None:
    state = position({}, phase="over", morale_0=2, morale_1=4)
    outcome = state.outcome()
    assert outcome is not None
    told = "Napoleon has 2 Morale (2 Fronts) and the Coalition has 4 Morale (1 Front)."
    assert outcome.text == f"A draw: the deck ran out before either side won, and {told}"


def test_a_front_is_under_attack_until_the_action_is_decided() -> None:
    """Who has won plays his Victory cards when nobody attacks any more."""
    state = position({}, phase="launch", hand_0=["Surrender"], hand_1=["Confusion"])

    def at() -> list[str]:
        return [zone.label for zone in state.view(NAPOLEON).zones if zone.key == "committed"]

    state.apply_action(state.string_to_action("ATTACK Center"))
    assert at() == ["Committed by Napoleon at Center", "Committed by Coalition at Center"]
    state = victory({}, hand_0=["Surrender"], North_1=["Light Cavalry"])
    assert at() == ["Committed by Napoleon", "Committed by Coalition"]


def test_morale_is_measured_against_that_of_the_start() -> None:
    numbers = position({"morale": 12}, phase="launch", hand_0=["Repel"]).view(NAPOLEON).numbers
    assert [number.of for number in numbers if number.key == "morale"] == [12, 12]


def test_the_bonus_says_why_it_is_none() -> None:
    state = position({}, phase="launch", hand_0=["Repel"], hand_1=["Confusion"])
    bonus = {number.key: number for number in state.view(NAPOLEON).numbers}
    assert (bonus["bonus-North"].label, bonus["bonus-North"].value) == ("Napoleon's bonus for holding North", 4)
    state.apply_action(state.string_to_action("ATTACK North"))
    bonus = {number.key: number for number in state.view(NAPOLEON).numbers}
    label_now = "Napoleon's bonus for holding North (not as the attacker)"
    assert (bonus["bonus-North"].label, bonus["bonus-North"].value) == (label_now, 0)


def test_an_action_is_added_up_part_by_part() -> None:
    state = action({}, hand_0=["Repel"], hand_1=["Confusion"], North_0=["Mamelukes"], North_1=["Light Cavalry"])
    state.from_dict({"North": COALITION})
    state.apply_action(state.string_to_action("END_COMMIT"))
    state.record()
    state.apply_action(state.string_to_action("END_DEFEND"))
    fought = next(event for event in state.events(None) if isinstance(event, events.Fought))
    ours, theirs = state.game.event_view(fought).sums
    assert [(term.label, term.value) for term in ours.terms] == [("Pieces", 6)]
    assert [(term.label, term.value) for term in theirs.terms] == [("Pieces", 3), ("For holding the Front", 4)]
    assert (ours.total, theirs.total) == (6, 7)
    assert theirs.label == "The Coalition at North"


@pytest.mark.parametrize(("pieces", "loser"), [("Mamelukes", NAPOLEON), ("French Imperial Guard", COALITION)])
def test_an_attack_goes_against_the_side_that_loses_it(pieces: str, loser: int) -> None:
    state = action({}, hand_1=["Confusion"], North_0=[pieces], North_1=["Light Cavalry"])
    state.from_dict({"North": COALITION})
    state.apply_action(state.string_to_action("END_COMMIT"))
    state.record()
    state.apply_action(state.string_to_action("END_DEFEND"))
    fought = next(event for event in state.events(None) if isinstance(event, events.Fought))
    assert state.game.event_view(fought).against == loser


def test_cards_that_only_the_other_side_can_use_are_marked() -> None:
    state = grognard.load("three-emperors").new_initial_state(5)
    for seat in range(2):
        view = state.view(seat)
        hand = next(zone for zone in view.zones if zone.key == "hand" and zone.owner == seat)
        refused = {refusal.card for refusal in view.refused if "Only the other side" in refusal.reason.text}
        marked = {card.name for card in hand.cards if any(marker.key == "stranger" for marker in card.markers)}
        assert not refused or marked == refused


def test_ending_the_action_phase_says_that_no_attack_was_made() -> None:
    game = grognard.load("three-emperors")
    state = game.new_initial_state(3)
    while "END_ACTIONS" not in [game.action_to_string(action) for action in state.legal_actions()]:
        state.apply_action(state.legal_actions()[0])
    labels = {action.notation: action.label for action in state.view(state.current_player()).actions}
    assert labels["END_ACTIONS"] == "End the Action Phase without an attack"
