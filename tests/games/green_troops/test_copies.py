"""Several copies of a Unit, a Leader or Terrain, and new cards: each acts, moves, falls and is captured by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, cast

import pytest

import grognard
from grognard.games.green_troops import events as e
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from tests.conformance.support import play as random_game
from tests.conformance.test_random_games import check_game
from tests.games.green_troops.positions import pile, play, position

CAPTAIN: Final = "Courageous Captain"
CAPTAINS: Final = {f"{CAPTAIN}.copies": 3}
LINE: Final = ["Troopers 1", "Troopers 2", "Grognards 1"]
WALLS: Final = {"Low Wall.copies": 2}
STANDARD: Final = grognard.load("green-troops")
UNITS: Final = [card.name for card in STANDARD.cards if card.deck == "army"]
BATTLE: Final = [card.name for card in STANDARD.cards if card.deck == "battle"]


def only(copies: dict[str, int], rules: Mapping[str, str | int] | None = None, **new: str) -> Game:
    """The game with these cards alone, and new cards like others."""
    numbers = dict.fromkeys((card.name for card in STANDARD.cards), 0) | copies
    overrides: dict[str, str | int] = {f"{name}.like": like for name, like in new.items()}
    overrides |= {f"{name}.copies": number for name, number in numbers.items()}
    return grognard.load("green-troops", {"night_turns": 20, **(rules or {})}, overrides)


def offered(state: State) -> list[str]:
    return [state.game.action_to_string(action) for action in state.legal_actions()]


def refused(state: State, notation: str) -> str:
    return state.why_illegal(state.string_to_action(notation)) or ""


def round_trip(state: State) -> State:
    """The position, written and read."""
    again = state.game.deserialize(state.serialize())
    assert again.fingerprint() == state.fingerprint()
    return again


# -- equal Leaders -----------------------------------------------------------------------------------------------------


def captains(**told: Any) -> State:
    """Blue has two Captains in its line of three Units, and a third in hand."""
    blank: dict[str, Any] = {
        "line_0": LINE, "Troopers_1": [CAPTAIN], "Troopers_2": [CAPTAIN],
        "hand_0": [CAPTAIN],
    }  # fmt: skip
    return position(overrides=CAPTAINS, **{**blank, **told})


@pytest.mark.parametrize("unit", ["Troopers 1", "Troopers 2"])
def test_each_captain_strengthens_the_attack_of_its_own_unit(unit: str) -> None:
    state = captains(phase="attack", hand_0=["Volley Fire"], hand_1=[])
    play(state, "ATTACK Volley Fire", f"UNIT {unit}")
    assert state.to_dict()["Fusiliers 2 damage"] == 3 + 1
    assert state.to_dict()["Troopers 1"] == state.to_dict()["Troopers 2"] == [CAPTAIN]


def test_the_player_chooses_which_of_two_captains_moves() -> None:
    state = captains(line_0=[*LINE, "Jagers 1"], hand_0=["Volley Fire"])
    assert [label.label for label in state.view(0).actions if "Captain" in label.label] == [f"Move {CAPTAIN}"]
    play(state, f"MOVE {CAPTAIN}")
    assert state.view(0).prompt.text == f"Which Unit does the {CAPTAIN} leave?"
    assert offered(state) == ["UNIT Troopers 1", "UNIT Troopers 2"]
    assert refused(state, "UNIT Grognards 1") == "That Leader is not with that Unit. (GT-5.4)"
    assert refused(state, "UNIT Hussars 1") == "That is not a Unit of yours in play. (GT-1.1)"
    play(state, "UNIT Troopers 2")
    assert state.view(0).prompt.text == f"Which Unit does the {CAPTAIN} go to?"
    assert offered(round_trip(state)) == ["UNIT Grognards 1", "UNIT Jagers 1"]
    assert refused(state, "UNIT Troopers 1") == "That Unit already has such a Leader. (GT-5.4)"
    assert refused(state, "UNIT Troopers 2") == "The Leader is already with that Unit. (GT-5.4)"
    before = state.clone()
    before.take_back_choice()
    assert (before.picks(), before.to_dict()["moving"], before.to_dict()["chosen"]) == (0, [], [])
    state.record()
    play(state, "UNIT Grognards 1")
    assert [event.kind for event in state.events(0)] == [e.LeaderMoved.kind]
    facts = state.to_dict()
    assert (facts["Troopers 1"], facts["Troopers 2"], facts["Grognards 1"]) == ([CAPTAIN], [], [CAPTAIN])
    assert (facts["posted"], facts["posted on"]) == ([CAPTAIN], ["Grognards 1"])


def test_a_captain_moves_once_and_its_equal_may_still_move() -> None:
    """GT-5.4: the Leader that has moved stays; a question with one answer is skipped."""
    state = captains(hand_0=["Volley Fire", "Strategy"])
    play(state, f"MOVE {CAPTAIN}", "UNIT Troopers 2")  # to the Grognards, the only Unit without a Captain
    state = round_trip(state)
    assert [label.label for label in state.view(0).actions if "Move C" in label.label] == [
        f"Move {CAPTAIN} from Troopers 1"
    ]
    play(state, f"MOVE {CAPTAIN}")
    facts = state.to_dict()
    assert (facts["Troopers 1"], facts["Troopers 2"], facts["Grognards 1"]) == ([], [CAPTAIN], [CAPTAIN])
    assert facts["posted on"] == ["Grognards 1", "Troopers 2"]
    assert refused(state, f"MOVE {CAPTAIN}") == "That Leader has already been placed or moved in this phase. (GT-5.4)"


def test_a_captain_that_was_just_placed_stays() -> None:
    state = captains(line_0=[*LINE, "Jagers 1", "Hussars 1"], hand_0=[CAPTAIN, "Strategy"])
    play(state, f"PLAY {CAPTAIN}", "UNIT Grognards 1")
    assert state.to_dict()["posted on"] == ["Grognards 1"]
    play(state, f"MOVE {CAPTAIN}")
    assert offered(state) == ["UNIT Troopers 1", "UNIT Troopers 2"]
    assert refused(state, "UNIT Grognards 1") == (
        "That Leader has already been placed or moved in this phase. (GT-5.4)"
    )


def test_a_captain_changes_places_with_another_leader() -> None:
    """The Leader that makes room has moved, too: not its equal elsewhere."""
    told: dict[str, Any] = {"Troopers_1": [CAPTAIN], "Troopers_2": ["Brave Corporal"], "Grognards_1": [CAPTAIN]}
    state = captains(line_0=[*LINE, "Jagers 1"], hand_0=["Strategy"], **told)
    play(state, "MOVE Brave Corporal", "UNIT Troopers 1")
    facts = state.to_dict()
    assert (facts["Troopers 1"], facts["Troopers 2"]) == (["Brave Corporal"], [CAPTAIN])
    assert facts["posted on"] == ["Troopers 1", "Troopers 2"]
    play(state, f"MOVE {CAPTAIN}")
    assert state.to_dict()["Jagers 1"] == [CAPTAIN]
    assert state.to_dict()["Grognards 1"] == []


def test_the_next_turn_lets_captains_move_again() -> None:
    state = captains(hand_0=[], hand_1=[])
    play(state, f"MOVE {CAPTAIN}", "UNIT Troopers 2")
    while state.to_dict()["posted"]:
        play(state, "PASS")
    assert state.to_dict()["posted on"] == []


def test_captains_are_captured_together_and_each_counts() -> None:
    state = captains(
        active=1, phase="attack", hand_0=[], hand_1=["Bombardment"], line_1=["12 Pound Cannon 1"],
        Troopers_1_damage=8, Troopers_2_damage=8,
    )  # fmt: skip
    state.record()
    play(state, "ATTACK Bombardment")
    assert pile(state, "pile 1") == Counter({"Troopers 1": 1, "Troopers 2": 1, CAPTAIN: 2})
    told = [state.game.event_view(event, 1).text for event in state.events(1) if isinstance(event, e.Defeated)]
    assert told == [f"Blue's Troopers 1, Troopers 2, {CAPTAIN} and {CAPTAIN} fall to you."]
    trophies = next(zone for zone in state.view(0).zones if zone.key == "pile" and zone.owner == 1)
    assert [card.name for card in trophies.cards] == ["Troopers 1", "Troopers 2", CAPTAIN, CAPTAIN]
    assert len({card.handle for card in trophies.cards}) == 4
    assert cast(Any, state).score(1) == (2, 2, 12)
    round_trip(state)


def test_only_the_captain_that_is_shot_goes_to_the_discard_pile() -> None:
    state = captains(active=1, phase="attack", hand_0=[], hand_1=["Sharpshooter"], line_1=["Jagers 1"])
    play(state, "ATTACK Sharpshooter")
    assert offered(state) == ["TARGET Troopers 1", "TARGET Troopers 2"]
    play(state, "TARGET Troopers 2")
    facts = state.to_dict()
    assert (facts["Troopers 1"], facts["Troopers 2"]) == ([CAPTAIN], [])
    assert pile(state, "discard")[CAPTAIN] == 1


def test_a_retreat_discards_every_captain() -> None:
    state = captains(
        rules={"retire": "on"}, seats=4, active=1, phase="attack", hand_0=[], hand_1=["Volley Fire"],
        line_1=["Fusiliers 2", "Fusiliers 5"], Grognards_1_damage=8,
    )  # fmt: skip
    play(state, "ATTACK Volley Fire", "UNIT Fusiliers 2", "TARGET Grognards 1")
    assert state.to_dict()["retired 0"]
    assert pile(state, "discard")[CAPTAIN] == 2


@pytest.mark.parametrize(("third", "asked"), [("hand_1", True), ("discard", False), ("pile_1", False), ("deck", True)])
def test_a_captain_may_be_held_until_all_are_seen(third: str, asked: bool) -> None:
    """GT-15.2: whether the phase opens depends on what everyone sees: where all Captains are."""
    state = captains(**{"hand_0": ["Canister"], "hand_1": ["Canister"], third: [CAPTAIN]})
    game = cast(Any, state)
    assert game._may_be_held(game.tables.cards.names.index(CAPTAIN)) == asked


def test_two_captains_are_observed() -> None:
    """A seat's row has both captured Captains, and the Units that one has come to."""
    state = captains(hand_0=[], pile_1=[CAPTAIN])
    parts = {part.name for part in state.game.spec.judging.layout(state.game)}
    assert "posted on" in parts
    assert "posted on" not in {part.name for part in STANDARD.spec.judging.layout(STANDARD)}
    before = state.game.observe(state, 0)
    play(state, f"MOVE {CAPTAIN}", "UNIT Troopers 1")
    assert state.game.observe(state, 0) != before


def test_the_standard_game_has_no_field_for_equal_leaders() -> None:
    assert "posted on" not in STANDARD.new_initial_state(1).to_dict()


def test_a_new_leader_has_numbers_of_its_own() -> None:
    new: dict[str, str | int] = {"General.like": "Brave Corporal", "General.name": "Old General", "General.attack": 4}
    state = position(overrides=new, phase="attack", Fusiliers_1=["General"], hand_0=["Fusillade"], hand_1=[])
    state.record()
    play(state, "ATTACK Fusillade")
    texts = " ".join(state.game.event_view(event, 0).text for event in state.events(0))
    assert "1, leader +4 = 5 damage" in texts
    assert state.to_dict()["Fusiliers 2 damage"] == 5


# -- equal Terrain, Units ----------------------------------------------------------------------------------------------


def test_of_two_equal_walls_one_is_taken_and_one_discarded() -> None:
    state = position(
        overrides=WALLS, phase="attack", hand_0=["Bombardment"], hand_1=[], line_0=["12 Pound Cannon 1"],
        line_1=["Troopers 1", "Troopers 2", "Grognards 1"], Troopers_1=["Low Wall"], Troopers_2=["Low Wall"],
        Troopers_1_damage=8, Troopers_2_damage=8,
    )  # fmt: skip
    play(state, "ATTACK Bombardment")
    assert round_trip(state).to_dict()["spoils"] == ["Low Wall", "Low Wall"]
    left = next(zone for zone in state.view(0).zones if zone.key == "spoils")
    assert len({card.handle for card in left.cards}) == 2
    assert offered(state) == ["PASS", "TAKE Low Wall"]
    play(state, "TAKE Low Wall")
    assert state.to_dict()["12 Pound Cannon 1"] == ["Low Wall"]
    assert pile(state, "discard")["Low Wall"] == 1


def test_copies_of_a_unit_have_numbers() -> None:
    game = grognard.load("green-troops", overrides={"Carabiniers.copies": 2, "Hussars.copies": 1, "Lancers.copies": 0})
    assert [name for name in game.pieces if name[:5] in ("Carab", "Hussa", "Lance")] == [
        "Carabiniers 1", "Carabiniers 2", "Hussars"
    ]  # fmt: skip
    assert game.card_views[game.pieces.index("Carabiniers 2")].copy == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Old Hussars", "Old Hussars take no damage"),
        ("The Cossacks", "The Cossacks take no damage"),
        ("Riflemen", "Riflemen take no damage"),
        ("Militia", "Militia takes no damage"),
        ("The Swiss", "The Swiss takes no damage"),
    ],
)
def test_the_verb_fits_the_name_of_the_unit(name: str, said: str) -> None:
    new: dict[str, str | int] = {"Raiders.like": "Hussars", "Raiders.name": name, "Hussars.copies": 0}
    state = position(
        overrides={**new, "Green Troops.attack": -4}, phase="attack", line_0=["Green Troops 1"], line_1=["Raiders"],
        hand_0=["Volley Fire"], hand_1=[],
    )  # fmt: skip
    state.record()
    play(state, "ATTACK Volley Fire")
    texts = [state.game.event_view(event, 0).text for event in state.events(0)]
    assert f"Red's {said}." in texts


# -- decks -------------------------------------------------------------------------------------------------------------


def test_a_quick_start_has_one_of_each_name() -> None:
    new: dict[str, str | int] = {
        "Cossacks.like": "Hussars",
        "Cossacks.copies": 4,
        "Ambush.like": "Rout",
        "Ambush.copies": 4,
    }
    game = grognard.load("green-troops", {"quick": "on"}, {**new, "Lancers.copies": 0, "Rally.copies": 0})
    assert "one card of each name: 18 Units and 52 Battle cards" in game.handbook.text
    assert len(game.decks["army deck"]) == 18
    assert len(game.decks["deck"]) == 52
    assert {"Cossacks 1", "Ambush"} <= {*game.decks["army deck"], *game.decks["deck"]}
    assert not {"Cossacks 2", "Rally"} & {*game.decks["army deck"], *game.decks["deck"]}
    check_game(grognard.load("green-troops", {"quick": "on", "night_turns": 20}, new), 1, places(game))


def test_the_handbook_counts_the_cards_of_a_quick_start() -> None:
    game = grognard.load("green-troops", overrides={"Lancers.copies": 0, "Ambush.like": "Rout"})
    assert "one card of each name: 17 Units and 53 Battle cards" in game.handbook.text
    assert STANDARD.handbook.text.count("one card of each name: 18 Units and 52 Battle cards") == 1


def places(game: Game) -> list[str]:
    """The places of a game, with the Units that cards lie on."""
    return [*game.spec.places, *game.card_set.holders]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_decks_that_are_too_small_are_refused(seats: int) -> None:
    least = 5 * seats
    rules: dict[str, str | int] = {"seats": seats}
    units, cards = {"Fusiliers": 9, "Troopers": 9, "Hussars": 9, "Jagers": 9}, {"Rally": 9, "Rout": 9, "Sabers": 9}
    few = spread(UNITS, least - 1)
    with pytest.raises(
        BadInput, match=f"^Green Troops needs at least {least} Units for {seats} seats, not {least - 1}"
    ):
        only(few | cards, rules)
    few = spread(BATTLE, least - 1)
    with pytest.raises(BadInput, match=f"^Green Troops needs at least {least} Battle cards for {seats} seats, not"):
        only(units | few, rules)
    game = only(spread(UNITS, least) | spread(BATTLE, least), rules)
    check_game(game, seats, places(game))


def spread(names: list[str], number: int) -> dict[str, int]:
    """So many copies in all, of the first of these names."""
    return dict(Counter(names[place % len(names)] for place in range(number)))


def test_other_decks_that_are_refused() -> None:
    new: dict[str, str | int] = {f"New {letter}.like": "Hussars" for letter in "ABCDE"}
    with pytest.raises(BadInput, match=r"^Green Troops can have 60 units at most, not 61\."):
        grognard.load("green-troops", overrides=new)
    new = {f"New {letter}.like": "Rally" for letter in "ABCDEFGHI"}
    with pytest.raises(
        BadInput, match=r"^Green Troops can have 60 different cards in the battle deck at most, not 61\."
    ):
        grognard.load("green-troops", overrides=new)
    leaders = {f"New {one}{two}": "Brave Corporal" for one in "ABCDEF" for two in "ABCDEF"}
    with pytest.raises(BadInput, match=r"^Green Troops can have 31 different Leaders at most, not 36\."):
        only({"Fusiliers": 9, "Troopers": 9} | dict.fromkeys(leaders, 1), None, **leaders)
    with pytest.raises(
        BadInput, match=r"needs at least 10 Units for 2 seats, not 9\. A quick start has one of each name"
    ):
        only(dict.fromkeys(UNITS[:9], 2) | {"Rally": 9, "Rout": 9}, {"quick": "on"})
    with pytest.raises(
        BadInput, match=r"^Balanced forces need at least 4 Units of each kind for 4 seats\. Heavy Cavalry has 3"
    ):
        grognard.load("green-troops", {"balanced": "on", "seats": 4}, {"Carabiniers.copies": 0})


@pytest.mark.parametrize("name", ["Carabiniers", "carabiniers", "Rally"])
def test_a_new_card_cannot_have_the_name_of_a_card_in_the_other_deck(name: str) -> None:
    with pytest.raises(BadInput, match="There is a card"):
        grognard.load("green-troops", overrides={f"{name}.like": "Rout" if name[1:4] == "ara" else "Hussars"})


@pytest.mark.parametrize("number", range(0, len(BATTLE), 4))
def test_games_with_cards_of_few_names_end(number: int) -> None:
    """Nothing relies on a card of any kind being there; draws from an empty deck bring what is left (GT-4.2)."""
    units = UNITS[number % len(UNITS)]
    game = only({units: 9, BATTLE[number]: 9, "More": 3, "Others": 1}, More=BATTLE[number], Others=units)
    check_game(game, number, places(game))
    for state in random_game(game, number):
        for row in (game.observe, game.observe_packed):
            assert row(state, 0) == row(round_trip(state), 0)
