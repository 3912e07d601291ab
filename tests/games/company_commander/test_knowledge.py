"""What the seats know after undos, looks and reshuffles, and what windows tell: things no scenario can show."""

from __future__ import annotations

from collections import Counter
from typing import cast

import grognard
from grognard.kernel.session import Session
from grognard.kernel.state import State

AMERICAN, GERMAN = 0, 1


def listed(state: State, place: str) -> list[str]:
    """The names in a place."""
    return cast("list[str]", state.facts()[place])


def position(**facts: object) -> State:
    """An American Deploy Phase; what is not placed lies in the decks."""
    state = grognard.load("company-commander").new_initial_state(1)
    told = {name.replace("_", " "): value for name, value in facts.items()}
    blank: dict[str, object] = {name: [] for name, value in state.facts().items() if isinstance(value, list)}
    placed = Counter(card for value in told.values() if isinstance(value, list) for card in value)
    decks = {
        deck: list((Counter(names) - placed).elements()) for deck, names in state.game.decks.items() if deck not in told
    }
    state.set_facts({**blank, "phase": "deploy", "active": AMERICAN, **decks, **told})
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
    state.recall(later)
    assert listed(state, "seen 0") == ["Forward Observer"]
    assert all("Forward Observer" in listed(world, "hand 0") for world in worlds(state, GERMAN))


def test_a_look_is_remembered_until_the_cards_leave() -> None:
    state = position(
        phase="recon", Left_0=["Recon Team 1"], Right_0=["Rifle Squad 1"], Right_1=["Light MG 34"],
        hand_1=["Smoke", "Smoke", "Fog of War"],
        discard=["Green Unit", "Unit Separated"],
    )  # fmt: skip
    state.clerk.scripted = True
    state.clerk.script = [5]
    play(state, "MISSION Recon Team 1", "LOOK")
    state.clerk.scripted = False
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
        state.clerk.scripted = True
        state.clerk.script = [4, 4]
        play(state, "FIRE 60mm Mortar")
        asked.append(state.view(AMERICAN).phase)
    assert asked == ["hit", "hit", "assault"]
