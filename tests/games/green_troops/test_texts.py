"""Prompts, log and reasons of Green Troops: the grammar of names, the house rules in force, and the right clause."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.engine.state import State
from grognard.kernel.views.view import EventView
from tests.games.green_troops.positions import play, position

CHARGED: dict[str, Any] = {"phase": "attack", "line_0": ["Hussars 1"], "hand_0": ["Sabers", "Skirmish", "Shells"]}


def asked(state: State) -> str:
    return state.view(state.current_player()).prompt.text


def heard(state: State, choice: str, kind: str) -> list[EventView]:
    """What a spectator hears of this kind when the choice is made."""
    state.record()
    play(state, choice)
    views = [state.game.event_view(event) for event in state.events(None)]
    return [view for view in views if view.kind == kind]


def test_names_that_are_plurals_take_the_plural() -> None:
    state = position(phase="attack", line_0=["Hussars 1"], hand_0=["Sabers"], line_1=["Fusiliers 2", "Lancers 1"])
    play(state, "ATTACK Sabers")
    assert asked(state) == "Whom do Hussars 1 attack with “Sabers”?"
    state = position(
        phase="attack", line_0=["Imperial Guard 1"], hand_0=["Fusillade"], line_1=["Fusiliers 2", "Lancers 1"]
    )
    play(state, "ATTACK Fusillade")
    assert asked(state) == "Whom does Imperial Guard 1 attack with “Fusillade”?"


def test_the_end_of_a_turn_says_nothing_of_an_attack_that_was_not_made() -> None:
    state = position(phase="aftermath", hand_0=["Rally"])
    assert asked(state) == "Play Events, rout enemy Units, one at a time, or end your turn."


@pytest.mark.parametrize(
    ("rules", "facts", "question"),
    [
        (
            {"reserve_once": "on"},
            {"hand_0": ["Strategy"]},
            "Give orders and play Events, one at a time (each kind of order once), or move on to your attack.",
        ),
        (
            {"rout_follow": "on"},
            {"phase": "aftermath", "hand_0": ["Strategy"]},
            "Play Events, rout Units that your attack has damaged, one at a time, or end your turn.",
        ),
    ],
)
def test_prompts_follow_the_house_rules(rules: dict[str, str | int], facts: dict[str, Any], question: str) -> None:
    assert asked(position(rules=rules, **facts)) == question


def test_a_barrage_says_whom_it_still_hits() -> None:
    state = position(
        phase="attack", line_0=["6 Pound Cannon 1"], hand_0=["Bombardment"],
        line_1=["Jagers 1", "Jagers 2", "Hussars 1"], hand_1=["Skirmish", "Skirmish", "Shells"],
    )  # fmt: skip
    play(state, "ATTACK Bombardment")
    assert asked(state) == "Blue plays “Bombardment”: each of your Units takes 1 damage. Protect Units, or pass?"
    play(state, "DEFEND Skirmish", "UNIT Jagers 1")
    assert asked(state) == "Blue plays “Bombardment”: 2 of your Units still take 1 damage. Protect more, or pass?"
    play(state, "DEFEND Skirmish", "UNIT Jagers 2")
    assert asked(state) == "Blue plays “Bombardment”: 1 of your Units still takes 1 damage. Protect more, or pass?"


def test_an_opportunity_card_that_is_answered_comes_to_nothing() -> None:
    state = position(rules={"answer_opportunity": "on"}, hand_1=["Disciplined Fire", "Shells"], **CHARGED)
    play(state, "ATTACK Sabers", "OPP Disciplined Fire")
    [stopped] = heard(state, "DEFEND Skirmish", "negated")
    assert (stopped.text, stopped.clause) == ("Red's “Disciplined Fire” comes to nothing.", "GT-7.2")


def test_an_answer_cites_the_clause_of_its_window() -> None:
    state = position(rules={"answer_opportunity": "on"}, hand_1=["Disciplined Fire", "Shells"], **CHARGED)
    play(state, "ATTACK Sabers", "OPP Disciplined Fire")
    assert [told.clause for told in heard(state, "DEFEND Skirmish", "defended")] == ["GT-7.2"]
    state = position(hand_1=["Infantry Square"], **CHARGED)
    play(state, "ATTACK Sabers", "PASS")
    assert [told.clause for told in heard(state, "DEFEND Infantry Square", "defended")] == ["GT-8.1"]


def test_discards_cite_what_forced_them() -> None:
    state = position(hand_0=["Dispatch", "Shells"], deck=["Rally"] * 5)
    play(state, "PLAY Dispatch", "DISCARD Rally", "DISCARD Rally", "DISCARD Rally")
    assert [told.clause for told in heard(state, "DISCARD Rally", "discarded")] == ["GT-11.4"]
    state = position(phase="aftermath", hand_0=["Rally"] * 5 + ["Shells"])
    play(state, "PASS")
    assert [told.clause for told in heard(state, "DISCARD Shells", "discarded")] == ["GT-10.2"]


def test_what_is_reckoned_has_the_parts_of_its_preview() -> None:
    state = position(
        phase="attack", line_0=["Grenadiers 1"], Grenadiers_1=["Brave Corporal"], hand_0=["Fusillade"],
        line_1=["Fusiliers 2", "Lancers 1"], hand_1=["Shells"],
    )  # fmt: skip
    play(state, "ATTACK Fusillade")
    target = state.string_to_action("TARGET Fusiliers 2")
    [preview] = [action.sum for action in state.view(0).actions if action.action == target]
    play(state, "TARGET Fusiliers 2")
    [reckoned] = heard(state, "PASS", "reckoned")
    assert reckoned.sums == (preview,)
    assert [term.label for term in reckoned.sums[0].terms] == ["Fusillade", "Grenadiers 1", "Brave Corporal"]
    assert (reckoned.who, reckoned.whom, reckoned.line) == (("Grenadiers 1",), ("Fusiliers 2",), "detail")


def test_a_unit_lost_is_a_headline() -> None:
    state = position(phase="aftermath", hand_0=["Rout"], Fusiliers_2_damage=2, line_1=["Fusiliers 2", "Lancers 1"])
    [fallen] = heard(state, "PLAY Rout", "defeated")
    assert (fallen.text, fallen.weight) == ("Red's Fusiliers 2 fall to Blue.", "headline")
    assert (fallen.seat, fallen.whom, fallen.against) == (0, ("Fusiliers 2",), 1)


def test_a_question_is_to_be_answered_first() -> None:
    state = position(phase="attack", line_0=["Hussars 1"], hand_0=["Sabers"], line_1=["Fusiliers 2", "Lancers 1"])
    play(state, "ATTACK Sabers")
    told = state.why_illegal(state.string_to_action("PASS"))
    assert told == "First answer: which target? Or take back what you have begun. (GT-6.1)"


@pytest.mark.parametrize(
    ("facts", "button"),
    [
        ({"hand_0": ["Strategy"]}, "Play Strategy: draw 2"),
        ({"hand_0": ["Dispatch"]}, "Play Dispatch: draw 5, discard 4"),
        ({"hand_0": ["Scouts"], "hand_1": ["Shells"]}, "Play Scouts: look at a hand, draw 1"),
        ({"hand_0": ["Fog of War"], "hand_1": ["Shells"]}, "Play Fog of War: an enemy seat loses 2 cards"),
        ({"hand_0": ["Breakthrough"]}, "Play Breakthrough: 1 extra turn"),
        ({"hand_0": ["Reserve"]}, "Play Reserve: 1 new Unit"),
        ({"hand_0": ["Rally"], "Fusiliers_1_damage": 1}, "Play Rally: up to 4 markers off"),
        ({"hand_0": ["Magnificent Major"]}, "Play Magnificent Major: +2 in melee, Defense +2"),
        ({"hand_0": ["Commanding Colonel"]}, "Play Commanding Colonel: Attack +1, Defense +2, hand limit +1"),
        ({"hand_0": ["High Ground"]}, "Play High Ground: Defense +1, shoots at +1"),
        ({"hand_0": ["Blocking Terrain"]}, "Play Blocking Terrain: attacks do 1 less"),
        (
            {"phase": "aftermath", "hand_0": ["Rout"], "Fusiliers_2_damage": 2},
            "Play Rout: an enemy Unit with 2 markers or more falls",
        ),
        ({"phase": "attack", "hand_0": ["Volley Fire"]}, "Attack with Volley Fire (D 3)"),
        (
            {"phase": "attack", "line_0": ["Lancers 1"], "hand_0": ["Probe"]},
            "Attack with Probe (D 1, then a look at the hand)",
        ),
        (
            {"phase": "attack", "line_0": ["6 Pound Cannon 1"], "hand_0": ["Cannonade"]},
            "Attack with Cannonade (1 to every Unit at one seat)",
        ),
    ],
)
def test_a_button_says_what_its_card_does(facts: dict[str, Any], button: str) -> None:
    assert button in [action.label for action in position(**facts).view(0).actions]
