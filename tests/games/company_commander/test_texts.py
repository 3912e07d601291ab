"""What players read: the log of what is called off or removed, prompts, buttons, and the counts in the docs."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import grognard
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import EventView
from tests.conformance.support import play
from tests.games.company_commander.test_events import rolling
from tests.games.company_commander.test_knowledge import AMERICAN, GERMAN, position
from tests.games.company_commander.test_knowledge import play as act

DOCS = Path(__file__).parents[3] / "docs" / "company-commander.md"


def log(state: State) -> list[EventView]:
    return [state.game.event_view(event) for event in state.events(None)]


def sentences(state: State) -> list[str]:
    return [event.text for event in log(state)]


def asked(state: State) -> str:
    return state.view(state.current_player()).prompt.text


def labels(state: State) -> dict[str, str]:
    return {action.notation: action.label for action in state.view(state.current_player()).actions}


TROOPS = {
    "Left_0": ["Platoon HQ 1", "Recon Team 1", "60mm Mortar", "Half Squad 1", "M8 Armored Car"],
    "Center_0": ["Rifle Squad 1", "Rifle Squad 2"],
    "Rifle_Squad_1_pins": 1,
    "Left_1": ["Half Squad 3"],
}


@pytest.mark.parametrize(
    ("phase", "action", "answer", "told", "clause"),
    [
        ("deploy", "MOVE M8 Armored Car", "Breakdown", "M8 Armored Car stays where it is.", "CC-3.7"),
        ("deploy", "MOVE Half Squad 1", "Green Unit", "Half Squad 1 stays where it is.", "CC-3.7"),
        ("recon", "MISSION Recon Team 1", "Unit Separated", "Recon Team 1 does not go on its mission.", "CC-5.2"),
        ("suppression", "FIRE 60mm Mortar", "Out of Ammo", "60mm Mortar does not fire.", "CC-6.4"),
        ("suppression", "FIRE 60mm Mortar", "Fog of War", "60mm Mortar does not fire.", "CC-6.4"),
        (
            "suppression",
            "PLAY Dive Bomber",
            "Fog of War",
            "The Americans lose “Dive Bomber”: nothing is fired.",
            "CC-6.4",
        ),
        ("rally", "LEADER Platoon HQ 1", "Green Unit", "Platoon HQ 1 makes no attempt.", "CC-8.3"),
    ],
)
def test_what_is_stopped_is_told_to_be_off(phase: str, action: str, answer: str, told: str, clause: str) -> None:
    state = position(phase=phase, hand_0=["Dive Bomber"], hand_1=[answer, "Mud"], **TROOPS)
    act(state, action)
    state.record()
    act(state, f"PLAY {answer}")
    found = [event for event in log(state) if event.kind == "called off"]
    assert [(event.text, event.clause) for event in found] == [(told, clause)]


def test_what_lay_with_a_unit_is_told_after_the_unit() -> None:
    state = position(
        phase="suppression", active=GERMAN, Left_0=["60mm Mortar"], Center_0=["Rifle Squad 1"],
        Left_1=["Heavy MG 42", "80cm Mortar"],
        **{"60mm_Mortar": ["Out of Ammo"]},
    )  # fmt: skip
    rolling(state, [6, 6], "FIRE Heavy MG 42")
    assert "The Americans' 60mm Mortar is destroyed; “Out of Ammo” is discarded." in sentences(state)


def test_a_roll_comes_to_what_the_log_says_of_it() -> None:
    """Fires pin or worse, missions succeed, armor saves, units rally; the dice of both results are rolled."""
    seen = Counter(
        (event.kind, event.roll.came, event.text.rpartition(": ")[2])
        for seed in range(4)
        for state in play(grognard.load("company-commander"), seed)
        for event in log(state)
        if event.roll is not None
    )
    failed = {"nothing.", "spotted.", "no save."}
    assert [key for key in seen if (key[2] in failed) == bool(key[1])] == []
    assert len({key[:2] for key in seen}) == 2 * len({key[0] for key in seen}) == 12


def test_every_front_has_its_article() -> None:
    """In sentences; a label may be a bare word."""
    without = re.compile(r"\b(?:on|in|to|at|for|assault|into|of) (?:Left|Center|Right)\b")
    for seed in range(3):
        for state in play(grognard.load("company-commander"), seed):
            shown = [*sentences(state), *([] if state.is_terminal() else [asked(state), *labels(state).values()])]
            assert [text for text in shown if without.search(text)] == []


@pytest.mark.parametrize(("front", "where"), [("Left", "on the Left"), ("Center", "in the Center")])
def test_a_unit_is_deployed_on_a_wing_and_in_the_center(front: str, where: str) -> None:
    state = position(drawn_0=["Recon Team 2"], Left_0=["Rifle Squad 1"])
    state.record()
    act(state, "DEPLOY Recon Team 2", f"FRONT {front}")
    assert sentences(state)[-1] == f"The Americans deploy Recon Team 2 {where}."


def test_a_card_that_cancels_a_roll_does_not_sound_as_if_it_failed() -> None:
    state = position(
        phase="suppression", active=GERMAN, Left_1=["80cm Mortar"], Left_0=["Rifle Squad 1"], hand_0=["Camouflage"]
    )
    rolling(state, [6, 6], "FIRE 80cm Mortar", "DONE")
    assert labels(state)["PLAY Camouflage"] == "Play Camouflage: cancel the roll"
    state.record()
    act(state, "PLAY Camouflage")
    assert "The Americans play “Camouflage” and cancel the roll." in sentences(state)
    played = next(event for event in state.events(AMERICAN) if type(event).__name__ == "Played")
    assert state.game.event_view(played, AMERICAN).text == "You play “Camouflage” and cancel the roll."


@pytest.mark.parametrize(
    ("elsewhere", "log_says", "ending_says"),
    [
        ({"Right_1": ["Light MG 34"]}, "the Germans hold only one", "the Germans on only one"),
        ({}, "the Germans hold none", "the Germans on none"),
    ],
)
def test_a_win_by_fronts_says_what_the_loser_holds(
    elsewhere: dict[str, object], log_says: str, ending_says: str
) -> None:
    three = {"Left_0": ["Rifle Squad 1"], "Center_0": ["60mm Mortar"], "Right_0": ["Rifle Squad 3"]}
    state = position(phase="suppression", turn=5, Center_1=["Half Squad 3"], **three, **elsewhere)
    rolling(state, [6, 6], "FIRE 60mm Mortar")
    assert sentences(state)[-1] == f"The Americans hold all three Fronts, and {log_says}: the Americans win."
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.text.endswith(f"{ending_says}.")
    told = [state.game.event_view(event, GERMAN).text for event in state.events(GERMAN)][-1]
    yours = log_says.replace("the Germans", "you")
    assert told == f"The Americans hold all three Fronts, and {yours}: the Americans win."


def test_a_question_for_a_unit_says_why_each_other_unit_cannot_be_chosen() -> None:
    units = ["Recon Team 1", "Recon Team 2", "Replacement Squad 1"]
    state = position(
        phase="assault", Right_0=[*units, "Platoon HQ 2"], Right_1=["Heavy MG 42"], hand_0=["Commando Raid", "Mud"]
    )
    act(state, *(f"ASSAULT {unit}" for unit in units), "DONE")
    while "PLAY Commando Raid" not in labels(state):
        act(state, "DONE")
    act(state, "PLAY Commando Raid")
    view = state.view(AMERICAN)
    assert asked(state) == "Which unit do you play “Commando Raid” on?"
    assert [action.card for action in view.actions] == units[:2]
    assert {refused.card for refused in view.refused} == {"Replacement Squad 1", "Platoon HQ 2", "Mud"}


def test_the_second_battle_is_not_the_first() -> None:
    units = {
        "Left_0": ["Rifle Squad 1"], "Center_0": ["Rifle Squad 2"], "Right_0": ["Rifle Squad 3"],
        "Left_1": ["Half Squad 3"], "Center_1": ["Recon Team 3"], "Right_1": ["Recon Team 4"],
    }  # fmt: skip
    attacks = {"toward_Left": ["Rifle Squad 1"], "toward_Center": ["Rifle Squad 2"], "toward_Right": ["Rifle Squad 3"]}
    state = position(phase="order", **units, **attacks)
    assert asked(state) == "Which battle is fought first?"
    rolling(state, [1, 1, 1], "RESOLVE Left")
    assert asked(state) == "Which battle is fought next?"


def test_air_reconnaissance_names_no_front_before_there_is_one() -> None:
    state = position(
        phase="recon", hand_0=["Air Reconnaissance"], Left_0=["Rifle Squad 1"], Left_1=["Half Squad 3"],
        Center_1=["Recon Team 3"], Center_0=["Recon Team 1"],
    )  # fmt: skip
    mission = state.clone()
    act(state, "PLAY Air Reconnaissance")
    assert labels(state)["BONUS"] == "Suppression at +1 on a Front"
    assert asked(state) == "Look at the Germans' hand (no cards), or take +1 on your suppression of a Front?"
    rolling(mission, [5], "MISSION Recon Team 1")
    assert labels(mission)["BONUS"] == "Suppression at +1 there"
    assert asked(mission) == "Look at the Germans' hand (no cards), or take +1 on your suppression of the Center?"


def test_a_prompt_names_only_what_there_is_to_do() -> None:
    units: dict[str, object] = {"Left_0": ["Rifle Squad 1"], "Left_1": ["Half Squad 3"], "arrived": ["Rifle Squad 1"]}
    for facts, text in (
        ({"drawn_0": ["Half Squad 1"]}, "Deploy 1 unit."),
        ({"drawn_0": ["Half Squad 1"], "hand_0": ["Mud"]}, "Deploy 1 unit."),
        ({"drawn_0": ["Half Squad 1"], "hand_0": ["Radio"]}, "Deploy 1 unit; you may also play cards for this phase."),
        ({"arrived": []}, "Move units, or end the phase."),
        (
            {"arrived": [], "Center_0": ["Company HQ"], "hand_0": ["Radio"]},
            "Move units, play cards for this phase, take your bonus draw, or end the phase.",
        ),
        ({"hand_0": ["Mud"]}, "End the phase."),
    ):
        assert asked(position(**{**units, **facts})) == text
    state = position(phase="suppression", Left_0=["60mm Mortar", "Rifle Squad 1"], Left_1=["Half Squad 3"])
    assert asked(state) == "Fire with a unit, or continue."
    state = position(phase="rally", hand_0=["Mud"], Left_0=["Platoon HQ 1"], Left_1=["Half Squad 3"])
    assert asked(state) == "End your turn."
    state = position(phase="suppression", hand_0=["Dive Bomber"], Left_0=["60mm Mortar"], Left_1=["Half Squad 3"])
    assert asked(state) == "Fire with a unit, play a card, or continue."


def test_a_question_that_is_open_is_the_reason() -> None:
    state = position(drawn_0=["Half Squad 1"], hand_0=["Mud"], Left_1=["Half Squad 3"])
    act(state, "DEPLOY Half Squad 1")
    assert state.why_illegal(state.string_to_action("DONE")) == "First say which Front. (CC-3.2)"
    state = position(
        phase="tactics", hand_0=["Out of Ammo", "Mud"], Left_0=["Rifle Squad 1"], Left_1=["80cm Mortar", "Heavy MG 42"]
    )
    act(state, "PLAY Out of Ammo")
    assert state.why_illegal(state.string_to_action("DONE")) == "First say which unit. (CC-4.2)"
    assert [card.reason.text for card in state.view(AMERICAN).refused] == ["First say which unit."]


def test_a_card_has_one_name() -> None:
    state = position(Left_1=["80cm Mortar"], Left_0=["Rifle Squad 1"])
    names = {card.name for zone in state.view(None).zones for card in zone.cards}
    assert names <= set(state.game.pieces)


def test_parts_of_a_sum_have_the_names_of_the_preview() -> None:
    """What is reckoned before a shot is what is then rolled, but for the dice."""
    state = position(
        phase="suppression", Left_0=["81mm Mortar"], Center_0=["Rifle Squad 1"], Left_1=["Light MG 34"],
        hand_1=["Fog of War"], discard=["Forward Observer"], aimed=["Forward Observer: German Left"], bonus_Left=2,
    )  # fmt: skip
    act(state, "FIRE 81mm Mortar")
    coming = state.view(AMERICAN).coming
    assert coming is not None
    rolling(state, [1, 2], "DONE")
    (rolled,) = [event for event in log(state) if event.kind == "suppression roll"]
    dice, *modifiers = rolled.sums[0].terms
    assert (dice.label, dice.value, rolled.dice) == ("Dice", 3, (1, 2))
    assert tuple(modifiers) == coming.terms
    assert rolled.text == "81mm Mortar rolls 1 and 2, +1 Suppression, +2 Recon, +1 Forward Observer = 7: nothing."


def test_a_rally_roll_tells_the_leader_from_the_unit() -> None:
    state = position(
        phase="rally", Left_0=["Platoon HQ 1", "Platoon HQ 2", "Replacement Squad 1"], Replacement_Squad_1_pins=1,
        Left_1=["Half Squad 3"],
    )  # fmt: skip
    rolling(state, [1], "LEADER Platoon HQ 1")
    (rolled,) = [event for event in log(state) if event.kind == "rally roll"]
    assert [(term.label, term.value) for term in rolled.sums[0].terms] == [("Die", 1), ("Leader", 2), ("Rally", -1)]
    assert (rolled.who, rolled.whom) == (("Platoon HQ 1",), ("Replacement Squad 1",))


def test_the_docs_count_the_actions() -> None:
    section = DOCS.read_text(encoding="utf-8").partition("## Actions")[2].partition("## ")[0]
    rows = re.findall(r"^\| (`.*?`|\*\*total\*\*) \|.*?\| \**(\d+)\** \|", section, re.MULTILINE)
    told = {verbs: int(number) for verbs, number in rows}
    game = grognard.load("company-commander")
    verbs = Counter(notation.split()[0] for notation in game.spec.actions.notations)
    assert told.pop("**total**") == game.num_distinct_actions()
    found = {row: sum(verbs[verb] for verb in re.findall(r"`(\w+)`", row)) for row in told}
    assert told == found
    assert sum(told.values()) == game.num_distinct_actions()
