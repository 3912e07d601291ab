"""What the seats know of each other's hands, and what is dealt anew: things no scenario can show (GT-15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, cast

import pytest

import grognard
from grognard.games.green_troops.state import Army, Position
from grognard.games.green_troops.tables import Cards
from grognard.kernel.errors import BadInput
from tests.games.green_troops.positions import pile, play, position

BLUE, RED = 0, 1
CARDS: Final = cast(Cards, grognard.spec("green-troops").standard).cards


def army(looks: Sequence[str], left: int, deduced: Sequence[str]) -> Army:
    """Red's army, of whose hand Blue was shown so much, and can work out so much."""
    state = grognard.load("green-troops").new_initial_state(1)
    assert isinstance(state, Position)
    found = state.army(RED)
    look = found.look_of(BLUE)
    look.cards, look.left, found.deduced = CARDS.pile_in(looks), left, CARDS.pile_in(deduced)
    return found


def known(of: Army) -> tuple[list[str], int, list[str]]:
    look = of.look_of(BLUE)
    return CARDS.pile(look.cards), look.left, CARDS.pile(of.deduced)


@pytest.mark.parametrize(
    ("before", "card", "after"),
    [
        (([], 0, []), "Rally", ([], 0, [])),
        ((["Rally"], 1, []), "Rally", ([], 0, [])),
        ((["Rally"], 1, []), "Sabers", (["Rally"], 0, [])),
        ((["Rally", "Rally"], 3, []), "Rally", (["Rally"], 2, [])),
        (([], 0, ["Rally"]), "Rally", ([], 0, [])),
        (([], 0, ["Rally"]), "Sabers", ([], 0, ["Rally"])),
        ((["Sabers"], 1, ["Sabers", "Rally", "Rally"]), "Rally", (["Sabers"], 0, ["Sabers", "Rally"])),
    ],
)
def test_a_card_that_leaves_a_hand(
    before: tuple[list[str], int, list[str]], card: str, after: tuple[list[str], int, list[str]]
) -> None:
    """A card that was known is known no more; who saw the hand is certain of one card less, for all to see."""
    found = army(*before)
    found.lose(CARDS.number(card))
    assert known(found) == after


def test_a_hand_that_is_gone_is_forgotten() -> None:
    found = army(["Rally"], 2, ["Sabers"])
    found.forget()
    assert known(found) == ([], 0, [])
    assert CARDS.pile(found.hand) == []


def test_a_card_that_is_played_is_known_no_more() -> None:
    state = position(hand_0=["Strategy", "Strategy"], look_1_0=["Strategy", "Strategy"], look_left_1_0=2)
    play(state, "PLAY Strategy")
    assert pile(state, "look 1 0") == Counter(["Strategy"])
    assert state.to_dict()["look left 1 0"] == 1


def test_fog_takes_what_was_known() -> None:
    state = position(
        hand_0=["Fog of War", "Canister"], hand_1=["Sabers", "Rally"],
        look_0_1=["Sabers", "Rally"], look_left_0_1=2, deduced_1=["Rally"],
    )  # fmt: skip
    play(state, "PLAY Fog of War")
    assert pile(state, "hand 1") == pile(state, "look 0 1") == pile(state, "deduced 1") == Counter()
    assert state.to_dict()["look left 0 1"] == 0


def test_every_seat_has_a_look_of_its_own() -> None:
    told: dict[str, Any] = {f"hand_{owner}": ["Rally" if owner < 5 else "Sabers"] for owner in range(6)}
    state = position(seats=6, **told)
    for owner in range(6):
        for viewer in range(6):
            if viewer != owner:
                shown = list(pile(state, f"hand {owner}"))
                before = state.to_dict()
                seen = {f"look {viewer} {owner}": shown, f"look turn {viewer} {owner}": 3 + viewer}
                state.from_dict({**seen, f"look left {viewer} {owner}": 1})
                after = state.to_dict()
                assert {name for name in after if after[name] != before[name]} == {*seen, f"look left {viewer} {owner}"}


def test_a_new_game_remembers_nothing() -> None:
    facts = grognard.load("green-troops").new_initial_state(1).to_dict()
    for name in ("owed", "made", "extra", "quiet", "look turn 0 1", "look turn 1 0", "look left 0 1", "look left 1 0"):
        assert facts[name] == 0
    for name in (
        "picked",
        "attack",
        "event",
        "protected",
        "struck",
        "spoils",
        "posted",
        "done",
        "look 0 1",
        "deduced 1",
    ):
        assert facts[name] == []
    assert not facts["fell"]
    assert not facts["reshuffled"]
    assert not facts["retired 0"]


# -- an open frame, seen from outside ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "hand", "half_done"),
    [
        ("reserve", ["Rally", "Scouts"], ["PLAY Rally"]),
        ("reserve", ["Scouts", "Rally"], ["PLAY Scouts"]),
        ("reserve", ["Killed in Action"], ["PLAY Killed in Action"]),
        ("reserve", ["Rally"], ["MOVE Brave Corporal"]),
        ("attack", ["Fusillade", "Shells"], ["ATTACK Fusillade"]),
        ("attack", ["Fusillade", "Shells"], ["ATTACK Fusillade", "UNIT Troopers 1"]),
        ("attack", ["Bombardment", "Shells"], ["ATTACK Bombardment"]),
        ("limit", ["Rally"] * 5 + ["Sabers"] * 2, ["DISCARD Rally"]),
    ],
)
def test_an_open_frame_is_taken_back_as_a_whole(phase: str, hand: list[str], half_done: list[str]) -> None:
    state = position(
        seats=4, phase=phase, owed=2 if phase == "limit" else 0, hand_0=hand,
        line_0=["Troopers 1", "Troopers 2", "6 Pound Cannon 1"], Troopers_1=["Brave Corporal"], Troopers_1_damage=1,
        Troopers_2_damage=2, Fusiliers_2=["Stalwart Sergeant"], Fusiliers_2_damage=1,
        Fusiliers_4=["Heroic Lieutenant"], Fusiliers_4_damage=1,
    )  # fmt: skip
    before = state.to_dict()
    play(state, *half_done)
    assert state.picks() == len(half_done)
    assert state.to_dict() != before
    state.take_back_choice()
    assert state.to_dict() == before
    assert state.picks() == 0
    state.take_back_choice()
    assert state.to_dict() == before


# -- what is dealt anew ----------------------------------------------------------------------------------------------


def hands(seats: int) -> dict[str, Any]:
    """Four cards for each, of which every other seat was shown two; one has gone since."""
    names = ["Rally", "Rout", "Reserve", "Scouts", "Sabers", "Skirmish"]
    more = ["Overrun", "Screen", "Strategy", "Withdraw", "Outflank", "Dispatch"]
    told: dict[str, Any] = {}
    for owner in range(seats):
        told[f"hand_{owner}"] = [names[owner], names[owner], more[owner], "Volley Fire" if owner < 4 else "Shells"]
        for viewer in range(seats):
            if viewer != owner:
                told |= {f"look_{viewer}_{owner}": [names[owner], more[owner]], f"look_left_{viewer}_{owner}": 2}
    return told


@pytest.mark.parametrize(("seats", "open_allies"), [(2, "off"), (4, "off"), (4, "on")])
def test_what_a_seat_is_certain_of_is_not_dealt_anew(seats: int, open_allies: str) -> None:
    state = position(seats=seats, rules={"open_allies": open_allies}, **hands(seats))
    true = state.to_dict()
    for seat in range(seats):
        seen = [owner for owner in range(seats) if owner == seat or (open_allies == "on" and (owner - seat) % 2 == 0)]
        worlds = [state.resample_from_infostate(seat, seed) for seed in range(24)]
        for world in worlds:
            world.clone().from_dict({})  # every card lies in one place
            facts = world.to_dict()
            for owner in range(seats):
                hand = pile(world, f"hand {owner}")
                assert hand.total() == 4
                for viewer in range(seats):
                    look = f"look {viewer} {owner}"
                    if viewer != owner and (owner in seen or viewer == seat):
                        assert facts[look] == true[look]
                    elif viewer != owner:
                        assert pile(world, look) <= hand
                        assert pile(world, look).total() == 2
                if owner in seen:
                    assert facts[f"hand {owner}"] == true[f"hand {owner}"]
                else:
                    assert pile(state, f"look {seat} {owner}") <= hand
        for owner in set(range(seats)) - set(seen):
            assert len({str(world.to_dict()[f"hand {owner}"]) for world in worlds}) > 12
            for viewer in set(range(seats)) - {seat, owner}:
                assert len({str(world.to_dict()[f"look {viewer} {owner}"]) for world in worlds}) > 5


def test_what_can_be_worked_out_is_not_dealt_anew() -> None:
    """Cards shown and cards worked out may be the same: each name counts as often as the one or the other has it."""
    state = position(
        hand_1=["Rally", "Rally", "Sabers", "Rout"], look_0_1=["Rally", "Sabers"], deduced_1=["Rally", "Rally"]
    )
    worlds = [state.resample_from_infostate(BLUE, seed) for seed in range(24)]
    assert all(Counter({"Rally": 2, "Sabers": 1}) <= pile(world, "hand 1") for world in worlds)
    assert len({str(world.to_dict()["hand 1"]) for world in worlds}) > 5


# -- after an undo ----------------------------------------------------------------------------------------------------


def test_what_was_shown_and_taken_back_stays_known() -> None:
    state = position(
        phase="attack", hand_0=["Volley Fire", "Shells", "Rally"], line_1=["Hussars 1", "Jagers 1"],
        hand_1=["Withdraw"], look_1_0=["Rally"],
    )  # fmt: skip
    state.turn = 7
    later = state.clone()
    later.turn = 9
    play(later, "ATTACK Volley Fire")  # the target is not named yet: nobody has seen it
    now = state.clone()
    now.keep_knowledge(later)
    assert now.to_dict() == state.to_dict()
    play(later, "TARGET Hussars 1")
    now.keep_knowledge(later)
    changed = {name: value for name, value in now.to_dict().items() if value != state.to_dict()[name]}
    assert changed == {"look 1 0": ["Volley Fire", "Rally"], "look left 1 0": 1, "look turn 1 0": 9}


def test_what_others_showed_stays_known_while_a_frame_was_open() -> None:
    """Blue has chosen a Rally to discard, unseen; a Rally that Red has lost meanwhile was seen."""
    state = position(phase="limit", owed=2, hand_0=["Rally"] * 3 + ["Sabers"] * 4, hand_1=["Rally", "Shells"])
    later = state.clone()
    later.from_dict(
        {
            "hand 0": ["Rally"] * 2 + ["Sabers"] * 4,
            "picked": ["Rally"],
            "made": 1,
            "hand 1": [],
            "discard": ["Rally", "Shells"],
        }
    )
    state.keep_knowledge(later)
    assert pile(state, "look 0 1") == Counter(["Rally", "Shells"])
    assert pile(state, "look 1 0") == Counter()
    assert (state.to_dict()["look left 0 1"], state.to_dict()["look left 1 0"]) == (2, 0)


# -- positions that cannot be ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        ({"Imperial_Guard_1_damage": 1}, "Imperial Guard 1 is not in play"),
        ({"Troopers_1_damage": 1}, "Troopers 1 is not in play"),
        ({"Troopers_1": ["Commanding Colonel"]}, "Troopers 1 is not in play"),
        ({"Troopers_1": ["Low Wall"]}, "Troopers 1 is not in play"),
        ({"Fusiliers_1": ["Low Wall", "Redoubt"]}, "one Leader and one Terrain"),
        ({"Fusiliers_1": ["Sabers"]}, "neither a Leader nor Terrain"),
        ({"attacker": ["Fusiliers 1", "Fusiliers 2"]}, "Only one card or piece can be there, but 2 are listed"),
        ({"hand_0": ["Redoubt", "Redoubt"]}, "Redoubt: 2 in this position, but there should be 1"),
    ],
)
def test_positions_that_are_refused(told: dict[str, Any], refusal: str) -> None:
    with pytest.raises(BadInput, match=refusal):
        position(**told)


def test_a_unit_lies_in_one_place() -> None:
    state = position()
    with pytest.raises(BadInput, match="Fusiliers 1: 2 in this position"):
        state.from_dict({"pile 1": ["Fusiliers 1"]})
