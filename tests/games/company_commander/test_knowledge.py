"""What the seats know after undos, looks and reshuffles, and what windows tell: things no scenario can show."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import grognard
from grognard.kernel.engine.state import State
from grognard.play.session import Session
from tests.games.company_commander.dealer import PLACES

AMERICAN, GERMAN = 0, 1


def listed(state: State, place: str) -> list[str]:
    """The names in a place."""
    return cast("list[str]", state.to_dict()[place])


def position(**facts: object) -> State:
    """An American Deploy Phase; what is not placed lies in the decks."""
    state = grognard.load("company-commander").new_initial_state(1)
    told = {name.replace("_", " "): value for name, value in facts.items()}
    blank: dict[str, object] = {name: [] for name, value in state.to_dict().items() if isinstance(value, list)}
    placed = Counter(card for place in PLACES for card in cast("list[str]", told.get(place, [])))
    decks = {
        deck: list((Counter(names) - placed).elements()) for deck, names in state.game.decks.items() if deck not in told
    }
    state.from_dict({**blank, "phase": "deploy", "active": AMERICAN, **decks, **told})
    return state


def play(state: State, *notations: str) -> None:
    for notation in notations:
        state.apply_action(state.string_to_action(notation))


def worlds(state: State, seat: int) -> list[State]:
    return [state.resample_from_infostate(seat, seed) for seed in range(60)]


def begun(seed: int) -> Session:
    return Session(grognard.load("company-commander"), seed, ["human", "human"])


def test_a_unit_seen_deployed_and_taken_back_stays_known() -> None:
    table = begun(1)
    seat = table.state.current_player()
    unit = listed(table.state, f"drawn {seat}")[0]
    for notation in (f"DEPLOY {unit}", "FRONT Left"):
        table.play(seat, table.game.string_to_action(notation))
    table.undo(seat, [1 - seat])
    assert listed(table.state, "exposed") == [unit]
    drawn = [set(listed(world, f"drawn {seat}")) for world in worlds(table.state, 1 - seat)]
    assert all(unit in units for units in drawn)
    assert len(set(map(frozenset, drawn))) > 10
    for notation in (f"DEPLOY {unit}", "FRONT Left"):
        table.play(seat, table.game.string_to_action(notation))
    assert listed(table.state, "exposed") == []


def test_a_card_shown_and_taken_back_stays_known() -> None:
    """Forward Observer tells nothing by chance, so it can be taken back by consent."""
    state = position(
        phase="suppression", Left_0=["60mm Mortar", "81mm Mortar"], Left_1=["Light MG 34"], Center_1=["Heavy MG 42"],
        hand_0=["Forward Observer", "Smoke"],
    )  # fmt: skip
    later = state.clone()
    play(later, "PLAY Forward Observer", "FRONT Left")
    state.keep_knowledge(later)
    assert listed(state, "seen 0") == ["Forward Observer"]
    assert all("Forward Observer" in listed(world, "hand 0") for world in worlds(state, GERMAN))


def test_a_look_is_remembered_until_the_cards_leave() -> None:
    state = position(
        phase="recon", Left_0=["Recon Team 1"], Right_0=["Rifle Squad 1"], Right_1=["Light MG 34"],
        hand_1=["Smoke", "Smoke", "Fog of War"],
        discard=["Green Unit", "Unit Separated"],
    )  # fmt: skip
    state.recorder.dictates = True
    state.recorder.script = [5]
    play(state, "MISSION Recon Team 1", "LOOK")
    state.recorder.dictates = False
    memory = state.view(AMERICAN).memory[0]
    assert (memory.owner, memory.turn) == (GERMAN, state.turn)
    assert sorted(card.name for card in memory.cards) == ["Fog of War", "Smoke", "Smoke"]
    assert state.view(GERMAN).memory == state.view(None).memory == ()
    for world in worlds(state, AMERICAN):
        assert sorted(listed(world, "hand 1")) == ["Fog of War", "Smoke", "Smoke"]


def test_with_an_empty_deck_the_other_hand_is_worked_out() -> None:
    """It stays known when the discard pile becomes the deck, though what is drawn from that is not."""
    spare = ["Mud", "Roads", "Woods", "Hedgerows", "Ambush"]
    hand = ["Smoke", "Fog of War"]
    everything = Counter(grognard.load("company-commander").decks["deck"])
    state = position(
        deck=[], hand_0=spare[:2], hand_1=hand, Left_0=["Rifle Squad 1"], arrived=["Rifle Squad 1"],
        discard=list((everything - Counter(spare[:2]) - Counter(hand)).elements()),
    )  # fmt: skip
    play(state, "DONE")
    assert sorted(listed(state, "deduced 0")) == ["Mud", "Roads"]
    for world in worlds(state, AMERICAN):
        assert sorted(listed(world, "hand 1")) == sorted(hand)
    hands = [Counter(listed(world, "hand 0")) for world in worlds(state, GERMAN)]
    assert all(hand >= Counter(["Mud", "Roads"]) for hand in hands)
    assert len({frozenset(hand) for hand in hands}) > 20


def test_a_window_does_not_tell_what_is_held() -> None:
    """The same question, whether the hand holds an answer or not; none if nobody could hold one."""
    asked = []
    for held, discarded in (("Smoke", []), ("Mud", []), ("Mud", ["Smoke", "Smoke", "Take Cover", "Camouflage"])):
        state = position(
            phase="suppression", Left_0=["60mm Mortar", "Rifle Squad 1"], Left_1=["Jagergruppe Infantry Squad 1"],
            hand_1=[held], discard=[*discarded, "Fog of War", "Green Unit", "Out of Ammo", "Unit Separated"],
        )  # fmt: skip
        state.recorder.dictates = True
        state.recorder.script = [4, 4]
        play(state, "FIRE 60mm Mortar")
        asked.append(state.view(AMERICAN).phase)
    assert asked == ["hit", "hit", "assault"]


# -- dealing anew --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [AMERICAN, GERMAN])
def test_a_deal_leaves_what_the_seat_can_know(seat: int) -> None:
    """Its own cards and units, what it has seen and worked out, and every count."""
    state = position(
        hand_0=["Mud", "Woods", "Roads"], seen_0=["Mud"], deduced_0=["Mud"],
        hand_1=["Smoke", "Ambush", "Radio"], seen_1=["Smoke"], deduced_1=["Ambush"],
        drawn_0=["Rifle Squad 1", "Half Squad 1"], exposed=["Half Squad 1", "Light MG 34"],
        drawn_1=["Light MG 34", "Half Track", "Heavy MG 42"], Left_0=["Rifle Squad 2"], Left_1=["Half Squad 3"],
    )  # fmt: skip
    other = 1 - seat
    cards = {"hand 0": {"Mud"}, "hand 1": {"Smoke", "Ambush"}}[f"hand {other}"]
    units = {"Half Squad 1", "Light MG 34"} & set(listed(state, f"drawn {other}"))
    hands, drawn = set(), set()
    for world in worlds(state, seat):
        assert state.game.deserialize(world.serialize()).to_dict() == world.to_dict()
        hands.add(frozenset(listed(world, f"hand {other}")))
        drawn.add(frozenset(listed(world, f"drawn {other}")))
        hidden = [f"{place} {other}" for place in ("hand", "drawn", "squad deck")] + ["deck"]
        assert [len(listed(world, place)) for place in hidden] == [len(listed(state, place)) for place in hidden]
        told = {name: value for name, value in state.to_dict().items() if name not in hidden}
        assert {name: value for name, value in world.to_dict().items() if name not in hidden} == told
    assert all(cards <= hand for hand in hands)
    assert all(units <= some for some in drawn)
    assert len(hands) > 20
    assert len(drawn) > 10


def test_a_hand_that_is_known_is_not_dealt() -> None:
    state = position(hand_1=["Smoke"], seen_1=["Smoke"], drawn_1=["Half Track"], exposed=["Half Track"])
    for world in worlds(state, AMERICAN):
        assert (listed(world, "hand 1"), listed(world, "drawn 1")) == (["Smoke"], ["Half Track"])
        assert len(listed(world, "deck")) == len(listed(state, "deck"))


# -- after an undo -------------------------------------------------------------------------------------------


def test_what_is_shown_in_vain_stays_known_on_either_side() -> None:
    """A German card too; and one that was known before is not known twice."""
    troops = {"Left_0": ["Rifle Squad 1"], "Center_0": ["Rifle Squad 2"], "Left_1": ["80cm Mortar", "Heavy MG 42"]}
    hand = ["Howitzer Battery", "Howitzer Battery", "Mud", "Smoke"]
    for seen in ([], ["Smoke"]):
        state = position(phase="suppression", active=GERMAN, turn=6, hand_1=hand, seen_1=seen, **troops)
        later = state.clone()
        later.from_dict({"hand 1": ["Howitzer Battery", "Smoke"], "discard": ["Howitzer Battery", "Mud"]})
        state.keep_knowledge(later)
        assert sorted(listed(state, "seen 1")) == ["Howitzer Battery", "Mud", *seen]
        assert (state.to_dict()["seen turn 0"], state.to_dict()["seen turn 1"]) == (0, 6)


def test_one_card_shown_in_vain_is_dated() -> None:
    state = position(phase="suppression", turn=6, hand_0=["Forward Observer", "Smoke"], Left_1=["Light MG 34"])
    later = state.clone()
    later.from_dict({"hand 0": ["Smoke"], "discard": ["Forward Observer"], "turn": 7})
    state.keep_knowledge(later)
    assert (listed(state, "seen 0"), state.to_dict()["seen turn 0"]) == (["Forward Observer"], 7)


@pytest.mark.parametrize("seat", [AMERICAN, GERMAN])
def test_what_is_picked_and_taken_back_stays_hidden(seat: int) -> None:
    """No other side has seen it. With nothing shown, the last look keeps its date."""
    hands = {f"hand_{seat}": ["Dive Bomber", "Smoke"], f"hand_{1 - seat}": ["Mud"], f"seen_{1 - seat}": ["Mud"]}
    state = position(
        phase="suppression", active=seat, turn=6, seen_turn_0=2, seen_turn_1=3,
        Left_0=["Rifle Squad 1"], Center_0=["Rifle Squad 2"], Left_1=["Light MG 34"], Center_1=["Half Track"], **hands,
    )  # fmt: skip
    before = state.to_dict()
    later = state.clone()
    play(later, "PLAY Dive Bomber")
    assert listed(later, "picked") == ["Dive Bomber"]
    state.keep_knowledge(later)
    assert state.to_dict() == before


def test_a_game_that_has_ended_is_taken_back() -> None:
    state = position(phase="rally", turn=6, hand_0=["Smoke"], hand_1=["Mud"], Left_0=["Platoon HQ 1"])
    later = state.clone()
    later.from_dict({"phase": "over"})
    before = state.to_dict()
    state.keep_knowledge(later)
    assert state.to_dict() == before


def test_units_seen_deployed_once_stay_known_after_a_second_undo() -> None:
    state = position(drawn_0=["Half Squad 1", "Rifle Squad 1", "Rifle Squad 2"])
    once = state.clone()
    once.from_dict({"drawn 0": ["Rifle Squad 1", "Rifle Squad 2"], "Left 0": ["Half Squad 1"]})
    state.keep_knowledge(once)
    twice = state.clone()
    twice.from_dict({"drawn 0": ["Half Squad 1", "Rifle Squad 2"], "Left 0": ["Rifle Squad 1"]})
    state.keep_knowledge(twice)
    assert sorted(listed(state, "exposed")) == ["Half Squad 1", "Rifle Squad 1"]


def test_a_known_card_that_leaves_is_known_no_more() -> None:
    """Of two the other stays known; one that was not known changes nothing."""
    state = position(
        phase="suppression", Left_0=["Rifle Squad 1"], Left_1=["Light MG 34"],
        hand_0=["Howitzer Battery", "Howitzer Battery", "Strafing Run", "Smoke"],
        seen_0=["Howitzer Battery", "Howitzer Battery", "Smoke"], deduced_0=["Howitzer Battery"],
    )  # fmt: skip
    state.recorder.dictates = True
    state.recorder.script = [1, 1] * 4
    play(state, "PLAY Howitzer Battery")
    assert sorted(listed(state, "seen 0")) == ["Howitzer Battery", "Smoke"]
    assert listed(state, "deduced 0") == []
    state.recorder.script = [1, 1] * 3
    before = [listed(state, place) for place in ("seen 0", "deduced 0")]
    play(state, "PLAY Strafing Run")
    assert [listed(state, place) for place in ("seen 0", "deduced 0")] == before
