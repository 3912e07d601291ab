"""What a seat of Ready Aim Fire does not know is dealt anew, and all else stays (RAF-2.7, 2.8); what an undo leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from grognard.games.ready_aim_fire import SPEC
from grognard.games.ready_aim_fire.names import BATTALIONS, FIRST_COMMANDER, FIRST_TACTIC, POSITIONS
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from tests.games.ready_aim_fire.positions import listed, new, play, situated

BLUE, RED = 0, 1
COMMANDERS = SPEC.pieces[FIRST_COMMANDER:FIRST_TACTIC]
CAVALRY = {"Heavy Cavalry", "Dragoon", "Light Cavalry", "Second Rate Cav", "Lancer"}
FLANKERS = CAVALRY | {"Light", "Horse Artillery"}
START = dict(zip(POSITIONS, (2, 3, 3, 3, 2), strict=True))
DEALS = 40


def worlds(state: ReadyAimFire, seat: int) -> list[Mapping[str, object]]:
    """Many deals of what the seat cannot know; in each every card lies in one place."""
    dealt: list[Mapping[str, object]] = [state.resample_from_infostate(seat, seed).to_dict() for seed in range(DEALS)]
    for facts in dealt:
        state.clone().from_dict(dict(facts))
    return dealt


def kinds(facts: Sequence[Mapping[str, object]], place: str, n: int) -> set[str]:
    """What lies in the n-th place of a stack or a list in all these deals."""
    return {listed(one, place)[n] for one in facts}


# -- a new deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 5])
@pytest.mark.parametrize("viewer", [BLUE, RED])
@pytest.mark.parametrize("draw", ["choice", "merged"])
def test_what_is_hidden_is_dealt_anew(turn: int, viewer: int, draw: str) -> None:
    """One card was seen, one that was not is Blown; of the hand one was shown, and one worked out."""
    foe = 1 - viewer
    hand = ["Line", "Guard", "1/1", "Woods", "Hills", "Scouts"]
    places = {
        f"hand {foe}": hand,
        f"Centre {foe}": ["Line", "Line", "Elite", "Light", "Lancer"],
        f"box {foe}": [],
        f"hand {viewer}": ["Line"],
    }
    facts = {
        "turn": turn, f"Centre seen {foe}": ["4"], f"Centre blown {foe}": ["5"], f"Centre shaken {foe}": ["1"],
        f"look {foe}": ["Guard"], f"deduced {foe}": ["Woods"],
    }  # fmt: skip
    state = situated(facts, places, {"draw": draw})
    before = state.to_dict()
    dealt = worlds(state, viewer)
    for world in dealt:
        for name in POSITIONS:
            assert len(listed(world, f"{name} {foe}")) == len(listed(before, f"{name} {foe}"))
            assert listed(world, f"{name} {viewer}") == listed(before, f"{name} {viewer}")
        assert listed(world, f"Centre {foe}")[3] == "Light"
        assert listed(world, f"Centre {foe}")[4] in CAVALRY
        assert (world[f"Centre seen {foe}"], world[f"Centre blown {foe}"]) == (["4"], ["5"])
        assert world[f"Centre shaken {foe}"] == ["1"]
        held = listed(world, f"hand {foe}")
        assert len(held) == len(hand)
        assert {"Guard", "Woods"} <= set(held)
        if draw == "choice":
            assert sum(card in (*BATTALIONS, *COMMANDERS) for card in held) == 3
        assert all(card in COMMANDERS for card in listed(world, f"box {foe}"))
        assert len(listed(world, f"box {foe}")) == len(listed(before, f"box {foe}"))
        assert listed(world, f"hand {viewer}") == ["Line"]
    for n in (0, 1, 2, 4):
        assert len(kinds(dealt, f"Centre {foe}", n)) > 2
    assert len(kinds(dealt, f"Left Centre {foe}", 0)) > 2
    for place in (f"box {foe}", f"reserve {foe}", f"hand {foe}", *(["deck"] if draw == "choice" else [])):
        assert len({str(world[place]) for world in dealt}) > 2


def test_a_line_that_stands_in_secret_may_be_any_that_the_rules_allow() -> None:
    """Red places; Blue is done, and has laid only one battalion to each position (RAF-3.2)."""
    state = new({"starting_reserves": "no_heavy_cavalry"})
    for name in POSITIONS:
        play(
            state, "PLACE Light" if name == "Left Flank" else "PLACE Lancer" if name == "Right Flank" else "PLACE Line"
        )
        play(state, f"STACK {name}")
    play(state, "PASS", "PLACE Guard", "STACK Centre")
    dealt = worlds(state, RED)
    for world in dealt:
        for name in POSITIONS:
            stack = listed(world, f"{name} 0")
            assert len(stack) == START[name]
            assert "Heavy Cavalry" not in stack
            assert FLANKERS.issuperset(stack) or "Flank" not in name
        assert listed(world, "Centre 1") == ["Guard"]
    assert {"Line", "Artillery", "Guard"} <= kinds(dealt, "Left Centre 0", 0) | kinds(dealt, "Right Centre 0", 2)
    assert len(kinds(dealt, "Left Flank 0", 0)) > 2


def test_of_a_line_that_is_being_set_up_nothing_is_known() -> None:
    state = new()
    play(state, "PLACE Guard", "STACK Centre", "PLACE Light", "STACK Left Flank", "PLACE Line")
    for world in worlds(state, RED):
        assert all(world[f"{name} 0"] == [] for name in POSITIONS)
        assert (len(listed(world, "reserve 0")), world["hand 0"], world["picked"]) == (28, [], [])


@pytest.mark.parametrize("standing", [["Line"], ["Line", "Line"]])
def test_one_battalion_is_a_line_already(standing: list[str]) -> None:
    """Not by the rules, but as a position may be set up."""
    state = new()
    facts = state.to_dict()
    rest = listed(facts, "reserve 0")
    for card in standing:
        rest.remove(card)
    state.from_dict({"word": RED, "Centre 0": standing, "reserve 0": rest})
    for world in worlds(state, RED):
        assert [len(listed(world, f"{name} 0")) for name in POSITIONS] == [*START.values()]


def test_the_thoth_set_up_deals_thirteen_with_two_for_the_flanks() -> None:
    """Blue has returned a Guard; what he holds and what he returned may be anything that fits."""
    state = new({"setup": "thoth"})
    scarce = ["Line"] * 8 + ["Guard", "Elite", "Elite", "Light", "Light"]
    facts = state.to_dict()
    rest = sorted([*listed(facts, "reserve 0"), *listed(facts, "hand 0")])
    for card in scarce:
        rest.remove(card)
    state.from_dict({"hand 0": scarce, "reserve 0": rest})
    play(state, "RETURN Guard")
    dealt = worlds(state, RED)
    for world in dealt:
        held = listed(world, "hand 0")
        assert len(held) == 13
        assert sum(card in FLANKERS for card in held) >= 2
        assert len(listed(world, "reserve 0")) == 14
    assert min(sum(card in FLANKERS for card in listed(world, "hand 0")) for world in dealt) == 2
    assert kinds(dealt, "aside 0", 0) == {"Guard", "Heavy Cavalry"}
    assert len({str(world["hand 0"]) for world in dealt}) > DEALS // 2
    assert all(world["Centre 0"] == [] for world in dealt)


def test_a_thoth_line_that_stands_is_of_the_thirteen() -> None:
    state = new({"setup": "thoth"})
    play(state, "PASS", "READY", "PASS")
    for world in worlds(state, RED):
        line = [listed(world, f"{name} 0") for name in POSITIONS]
        assert len(listed(world, "hand 0")) + sum(map(len, line)) == 13
        assert FLANKERS.issuperset(line[0] + line[4])
        assert all(line)


# -- the open frame taken back -----------------------------------------------------------------------------------------

HAND = ["Guard", *["Line"] * 4, *["Light"] * 3, "Hills", "Rapid Deployment"]


@pytest.mark.parametrize(
    ("phase", "actions"),
    [
        ("maneuver", ["REORGANISE Centre"]),
        ("maneuver", ["REORGANISE Centre", "CARD 3"]),
        ("maneuver", ["MOVE Centre"]),
        ("maneuver", ["MOVE Centre", "CARD 2"]),
        ("maneuver", ["DEPLOY Guard"]),
        ("terrain", ["PLAY Hills"]),
        ("draw", ["PLAY Rapid Deployment"]),
        ("limit", ["DISCARD Guard"]),
        ("limit", ["DISCARD Guard", "DISCARD Line"]),
        ("attack", ["ATTACK Left Centre"]),
    ],
)
def test_an_open_frame_taken_back_leaves_nothing(phase: str, actions: list[str]) -> None:
    state = situated({"phase": phase}, {"hand 0": HAND, "Right Centre 1": [], "Right Flank 1": ["Line"]})
    before = state.to_dict()
    play(state, *actions)
    assert state.picks() == len(actions)
    state.take_back_choice()
    assert state.to_dict() == before


@pytest.mark.parametrize("setup", ["plain", "thoth"])
@pytest.mark.parametrize("actions", [["PLACE"], ["PLACE", "STACK Centre", "PLACE", "STACK Centre", "PLACE"], ["READY"]])
def test_a_line_taken_back_leaves_nothing(setup: str, actions: list[str]) -> None:
    state = new({"setup": setup})
    if setup == "thoth":
        play(state, "PASS")
    before = state.to_dict()
    for action in actions:
        play(
            state, next(name for name in map(state.action_to_string, state.legal_actions()) if name.startswith(action))
        )
    assert state.picks() == len(actions)
    state.take_back_choice()
    assert state.to_dict() == before


def test_the_second_draw_of_a_card_is_no_frame_to_take_back() -> None:
    state = situated({"phase": "draw"}, {"hand 0": ["Rearguard Action"]})
    play(state, "PLAY Rearguard Action", "DRAW RESERVE")
    before = state.to_dict()
    assert (before["phase"], state.picks()) == ("fetch", 0)
    state.take_back_choice()
    assert state.to_dict() == before


# -- what an undo leaves -----------------------------------------------------------------------------------------------


def recalled(now: Mapping[str, object], then: Mapping[str, object], turn: int, seat: int) -> tuple[list[str], object]:
    """What is known of a seat's hand when `then` is undone and `now` comes back, and the turn of that."""
    places = {f"hand {seat}": ["Line", "Line", "0/1", "Hills", "Hills"], f"discard {seat}": ["Elite"]}
    before = situated({"turn": turn, "look turn 0": 1, "look turn 1": 1} | dict(now), places)
    undone = before.clone()
    undone.from_dict({"turn": turn + 1} | dict(then))
    before.keep_knowledge(undone)
    facts = before.to_dict()
    assert (facts[f"look {1 - seat}"], facts[f"look turn {1 - seat}"]) == ([], 1)
    return listed(facts, f"look {seat}"), facts[f"look turn {seat}"]


@pytest.mark.parametrize("seat", [BLUE, RED])
@pytest.mark.parametrize(
    ("then", "turn", "known"),
    [
        # Nothing has left the hand.
        ({}, 3, []),
        # A Tactics card, or a commander, was on the table.
        ({"hand": ["Line", "Line", "0/1", "Hills"], "Centre ground": ["Hills"]}, 3, ["Hills"]),
        ({"hand": ["Line", "Line", "Hills", "Hills"], "Centre general": ["0/1"]}, 3, ["0/1"]),
        # One Hills is known already.
        ({"hand": ["Line", "Line", "0/1", "Hills"], "Centre ground": ["Hills"], "look": ["Hills"]}, 3, ["Hills"] * 2),
        # A battalion came into the line: face down nobody has seen it, in the opening round all have.
        ({"hand": ["Line", "0/1", "Hills", "Hills"], "Left Centre": ["Line", "Line"]}, 3, []),
        ({"hand": ["Line", "0/1", "Hills", "Hills"], "Left Centre": ["Line", "Line"]}, 2, ["Line"]),
        ({"hand": ["Line", "0/1", "Hills", "Hills"], "Left Centre": ["Line", "Line"]}, 1, ["Line"]),
        # A battalion was discarded.
        ({"hand": ["Line", "0/1", "Hills", "Hills"], "discard": ["Elite", "Line"]}, 3, ["Line"]),
        # Before the battle nothing is shown.
        ({"hand": ["Line", "Line", "0/1", "Hills"], "Centre ground": ["Hills"]}, 0, []),
    ],
)
def test_what_was_shown_stays_known(seat: int, then: Mapping[str, object], turn: int, known: list[str]) -> None:
    changes = {f"{name} {seat}": value for name, value in then.items()}
    now: dict[str, object] = {"phase": "setup"} if turn == 0 else {}
    assert recalled(now, changes, turn, seat) == (known, turn + 1 if known else 1)


@pytest.mark.parametrize("seat", [BLUE, RED])
def test_a_card_of_the_open_frame_was_not_shown(seat: int) -> None:
    hand = {f"hand {seat}": ["Line", "Line", "0/1", "Hills"]}
    assert recalled({"active": seat}, hand | {"picked": ["Hills"]}, 3, seat) == ([], 1)


def test_a_card_of_the_other_sides_open_frame_hides_nothing() -> None:
    """Blue has discarded a Line, and Red is about to bring up one of his own."""
    before = situated({"active": RED}, {"hand 0": ["Line"], "hand 1": ["Line"]})
    undone = before.clone()
    undone.from_dict({"hand 0": [], "discard 0": ["Line"], "hand 1": [], "picked": ["Line"]})
    before.keep_knowledge(undone)
    facts = before.to_dict()
    assert (facts["look 0"], facts["look 1"]) == (["Line"], [])


def test_a_card_shown_in_the_last_action_stays_known() -> None:
    """The game was over, and a card lies open."""
    then = {"phase": "over", "hand 0": ["Line", "Line", "0/1", "Hills"], "Centre ground 0": ["Hills"]}
    assert recalled({}, then, 3, BLUE) == (["Hills"], 4)


# -- the account of a hand ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "deduced", "left"),
    [
        ([], [], []),
        (["Hills"], [], []),
        (["Hills", "Hills"], [], ["Hills"]),
        (["Hills", "Hills"], ["Hills"], ["Hills"]),
    ],
)
def test_a_card_that_is_seen_to_leave_is_known_no_more(look: list[str], deduced: list[str], left: list[str]) -> None:
    state = situated({"look 0": look, "deduced 0": deduced}, {"hand 0": ["Hills", "Hills"]})
    state.blue.lose(SPEC.pieces.index("Hills"))
    facts = state.to_dict()
    assert (facts["look 0"], facts["deduced 0"]) == (left, [])


def test_stacks_lie_open_in_the_first_two_turns() -> None:
    assert [situated({"turn": turn}, {}).is_open() for turn in (1, 2, 3)] == [True, True, False]
    assert not new().is_open()
