"""Several copies of a card, and cards that work like another one: each acts, and each is discarded."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

import grognard
from grognard.games.company_commander.rules import CompanyCommander
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game
from tests.conformance.support import play as play_out
from tests.conformance.test_random_games import check_game
from tests.games.company_commander.dealer import follow
from tests.games.company_commander.test_events import rolling
from tests.games.company_commander.test_knowledge import GERMAN, listed, play
from tests.games.test_card_sets import random_deck

# A second copy of the cards below, and another card like each of them.
LIKE = {
    "Hand Grenades": "Grenades", "No Shells": "Out of Ammo", "Spotter": "Forward Observer", "Trench": "Entrenched",
    "Claymores": "Mine field", "Thrown Track": "Breakdown",
}  # fmt: skip
MORE: dict[str, str | int] = {
    **{f"{name}.copies": 2 for name in LIKE.values()},
    **{f"{name}.like": like for name, like in LIKE.items()},
    "Overrun.copies": 3,
    "Claymores.amount": 2,
}


# A pinned unit and a Leader, so that the turn goes on after a battle. The unit's own Rally Roll needs a die.
RESERVE: dict[str, object] = {"Right 0": ["Platoon HQ 1", "Recon Team 1"], "Recon Team 1 pins": 1}


def placed(more: dict[str, str | int], **facts: object) -> CompanyCommander:
    """A position of this variant; the cards that are not placed are in the decks."""
    game = grognard.load("company-commander", overrides=more)
    state = game.new_initial_state(1)
    assert isinstance(state, CompanyCommander)
    told = {name.replace("_", " "): value for name, value in facts.items()}
    blank: dict[str, object] = {name: [] for name, value in state.to_dict().items() if isinstance(value, list)}
    places = [*game.spec.places, *game.card_set.holders]
    there = Counter(card for place in places for card in cast("list[str]", told.get(place, [])))
    decks = {deck: list((Counter(names) - there).elements()) for deck, names in game.decks.items() if deck not in told}
    state.from_dict({**blank, "phase": "deploy", "active": 0, **decks, **told})
    return state


def again(state: CompanyCommander) -> None:
    """The position is stored and read back, with the same views and the same observations."""
    game = state.game
    read = game.deserialize(state.serialize())
    assert read.to_dict() == state.to_dict()
    for seat in range(2):
        assert read.view(seat) == state.view(seat)
        assert game.observe(read, seat) == game.observe(state, seat)
        world = state.resample_from_infostate(seat, 5)
        assert game.observe_packed(world, seat) == game.observe_packed(state, seat)


def test_each_of_several_grenades_gives_dice() -> None:
    state = placed(
        MORE, phase="assault", hand_0=["Grenades", "Grenades", "Hand Grenades", "Overrun", "Overrun", "Mud"], turn=5,
        Left_0=["Rifle Squad 1", "Rifle Squad 2"], Left_1=["Half Squad 3"], **RESERVE,
    )  # fmt: skip
    play(state, "ASSAULT Rifle Squad 1", "ASSAULT Rifle Squad 2")
    for card in ("Grenades", "Grenades", "Hand Grenades"):
        play(state, f"PLAY {card}", "UNIT Rifle Squad 1")
    play(state, "PLAY Overrun", "PLAY Overrun")
    assert listed(state, "aimed") == [
        "Grenades: Rifle Squad 1", "Grenades: Rifle Squad 1", "Hand Grenades: Rifle Squad 1",
    ]  # fmt: skip
    assert listed(state, "in effect") == ["Overrun", "Overrun"]
    squad = state.game.pieces.index("Rifle Squad 1")
    assert (state.fire_dice(squad), state.fire_dice(squad + 1)) == (5, 2)
    assert (state.fire_bonus(squad), state.fire_bonus(squad + 1)) == (2, 2)
    assert Counter(listed(state, "discard")) == {"Grenades": 2, "Hand Grenades": 1, "Overrun": 2}
    again(state)
    rolling(state, [1, *[1] * 7, 1], "DONE")  # the defender's die and the attackers' seven
    assert (listed(state, "aimed"), listed(state, "in effect")) == ([], [])


def test_each_of_several_entrenched_protects() -> None:
    """Two on one defender and another card like them: a six becomes a three."""
    state = placed(
        MORE, phase="assault", turn=5, hand_1=["Entrenched", "Entrenched", "Trench", "Mud"], Left_0=["Rifle Squad 1"],
        Left_1=["Half Squad 3", "Light MG 34"], **RESERVE,
    )  # fmt: skip
    play(state, "ASSAULT Rifle Squad 1", "DONE")
    for card in ("Entrenched", "Entrenched", "Trench"):
        play(state, f"PLAY {card}", "UNIT Light MG 34")
    marks = [mark for zone in state.view(0).zones for card in zone.cards for mark in card.markers]
    assert [(mark.label, mark.value) for mark in marks if mark.key == "entrenched"] == [
        ("Entrenched", 2),
        ("Trench", 1),
    ]
    again(state)
    light = state.game.pieces.index("Light MG 34")
    rolling(state, [1, 1, 1, 1, 6, light, 1, 1], "DONE")
    assert state.to_dict()["Light MG 34 pins"] == 0
    held = [event for event in state.recorder.events if type(event).__name__ == "Held"]
    assert [state.game.event_view(event).text for event in held] == [
        "The target is Light MG 34, −1 Entrenched = 5: a pin.",
        "The target is Light MG 34, −1 Entrenched = 4: a pin.",
        "The target is Light MG 34, −1 Trench = 3: nothing.",
    ]
    assert all(event.all_cards()[0] == light for event in held)


def test_each_of_several_mine_fields_fires() -> None:
    state = placed(
        MORE, phase="assault", turn=5, hand_1=["Mine field", "Mine field", "Claymores", "Mud"],
        Left_0=["Rifle Squad 1"], Left_1=["Half Squad 3"], Half_Squad_3_pins=1, **RESERVE,
    )  # fmt: skip
    play(state, "ASSAULT Rifle Squad 1", "DONE", "PLAY Mine field", "PLAY Mine field", "PLAY Claymores")
    marks = [mark for zone in state.view(0).zones for mark in zone.markers if mark.key == "mines"]
    assert [(mark.label, mark.value) for mark in marks] == [("Mine field", 8), ("Claymores", 2)]
    again(state)
    rolling(state, [*[1] * 12, 1], "DONE")
    told = [state.game.event_view(event).text for event in state.recorder.events]
    assert sum(text.startswith("Mine field rolls") for text in told) == 8
    assert sum(text.startswith("Claymores rolls") for text in told) == 2


def test_each_of_several_out_of_ammo_stays_with_its_unit() -> None:
    """None on a unit that has one; all are discarded with their units, and only then hidden again."""
    guns = ["Heavy MG 42", "80cm Mortar", "Half Track"]
    state = placed(
        MORE, phase="tactics", turn=5, hand_0=["Out of Ammo", "Out of Ammo", "No Shells", "Breakdown", "Thrown Track"],
        Left_1=guns, Left_0=["Rifle Squad 1"],
    )  # fmt: skip
    play(state, "PLAY Out of Ammo", "UNIT Heavy MG 42")
    play(state, "PLAY Out of Ammo")
    with pytest.raises(IllegalAction, match="no ammunition left"):
        play(state, "UNIT Heavy MG 42")
    play(state, "UNIT Half Track", "PLAY No Shells")
    play(state, "PLAY Breakdown")
    with pytest.raises(IllegalAction, match="There is no unit that this card could be played on"):
        play(state, "PLAY Thrown Track")
    assert [listed(state, gun) for gun in guns] == [["Out of Ammo"], ["No Shells"], ["Out of Ammo", "Breakdown"]]
    assert listed(state, "discard") == []
    under = {card.name: [one.name for one in card.under] for zone in state.view(0).zones for card in zone.cards}
    assert under["Half Track"] == ["Out of Ammo", "Breakdown"]
    again(state)
    units = [state.game.pieces.index(gun) for gun in ("Heavy MG 42", "Half Track")]
    assert not state.rout_units(sum(2**unit for unit in units))
    assert sorted(listed(state, "discard")) == ["Breakdown", "Out of Ammo", "Out of Ammo"]
    assert listed(state, "80cm Mortar") == ["No Shells"]
    again(state)


def test_each_of_several_forward_observers_helps() -> None:
    """On one Front, and on another; until the turn ends."""
    state = placed(
        MORE, phase="suppression", turn=5, hand_0=["Forward Observer", "Forward Observer", "Spotter"],
        Left_0=["60mm Mortar", "81mm Mortar"], Left_1=["Half Squad 3"], Right_1=["Light MG 34"],
    )  # fmt: skip
    play(state, "PLAY Forward Observer", "FRONT Left", "PLAY Forward Observer", "FRONT Right")
    play(state, "PLAY Spotter", "FRONT Left")
    assert [state.bonuses(front) for front in range(3)] == [2, 0, 1]
    assert sorted(listed(state, "discard")) == ["Forward Observer", "Forward Observer", "Spotter"]
    again(state)
    rolling(state, [2, 2], "FIRE 81mm Mortar")
    told = [state.game.event_view(event).text for event in state.recorder.events]
    assert "81mm Mortar rolls 2 and 2, +1 Suppression, +1 Forward Observer, +1 Spotter = 7: nothing." in told
    state.recorder.dictates = False
    while state.to_dict()["active"] != GERMAN:
        play(state, "DONE")
    assert listed(state, "aimed") == []


def test_a_window_opens_as_long_as_a_copy_may_be_in_the_hand() -> None:
    """With both copies of Mud discarded, nobody can stop a move, so nobody is asked."""
    stops = ["Green Unit", "Breakdown", "Unit Separated"]
    for muds, asked in ((1, 1), (2, 0)):
        state = placed(
            {"Mud.copies": 2}, discard=[*stops, *["Mud"] * muds], hand_1=["Smoke"], Left_0=["Rifle Squad 1"],
        )  # fmt: skip
        play(state, "MOVE Rifle Squad 1")
        assert state.current_player() == asked


def test_surprise_contact_works_once_in_a_battle() -> None:
    state = placed(
        {"Surprise Contact.copies": 2}, phase="assault", turn=5, hand_0=["Surprise Contact", "Surprise Contact"],
        hand_1=["Ambush"], Left_0=["Rifle Squad 1"], Left_1=["Half Squad 3"],
    )  # fmt: skip
    play(state, "ASSAULT Rifle Squad 1", "DONE", "PLAY Surprise Contact", "DONE")
    with pytest.raises(IllegalAction, match="Both sides already fire at the same time"):
        play(state, "PLAY Surprise Contact")


def test_the_last_card_is_not_drawn_in_exchange_for_the_one_played() -> None:
    """Otherwise two cards that draw could be played forever."""
    copies: dict[str, str | int] = {"Seasoned Commander.copies": 2}
    hand = [card for card in deck_of(grognard.load("company-commander", overrides=copies)) if card != "Smoke"]
    for more, left, refused in ((copies, 1, True), (copies, 2, False), ({}, 1, False)):
        cards = hand if more else [card for card in hand if card != "Seasoned Commander"] + ["Seasoned Commander"]
        rest = ["Smoke"] * (2 - left)
        state = placed(more, phase="tactics", turn=5, hand_0=cards, hand_1=rest, deck=["Smoke"] * left)
        if refused:
            with pytest.raises(IllegalAction, match="draws only if two Tactics cards or more can be drawn"):
                play(state, "PLAY Seasoned Commander")
        else:
            play(state, "PLAY Seasoned Commander")
    with pytest.raises(BadInput, match="each must draw 2 or more"):
        grognard.load("company-commander", overrides={**copies, "Seasoned Commander.amount": 1})


def deck_of(game: Game) -> list[str]:
    return list(game.decks["deck"])


def test_new_american_half_squads_follow_the_house_rule() -> None:
    new: dict[str, str | int] = {"Remnants.like": "american/Half Squad", "Stragglers.like": "german/Half Squad"}
    for rule, squads in (("off", {"Stragglers", "Half Squad 3"}), ("on", {"Remnants", "Stragglers", "Half Squad 1"})):
        game = grognard.load("company-commander", {"half_squad_is_infantry": rule}, new)
        state = game.new_initial_state(1)
        assert isinstance(state, CompanyCommander)
        infantry = {name for unit, name in enumerate(game.pieces[:43]) if (state.tables.infantry >> unit) & 1}
        assert squads <= infantry
        assert ("Remnants" in infantry) == (rule == "on")


def test_units_are_sorted_by_side_and_their_copies_numbered_through_both_decks() -> None:
    more: dict[str, str | int] = {"german/Half Squad.copies": 2, "Scouts.like": "american/Recon Team", "Mud.copies": 0}
    game = grognard.load("company-commander", overrides=more)
    assert [game.pieces[unit] for unit in (11, 12, 22, 23)] == [
        "Half Squad 1",
        "Half Squad 2",
        "Scouts",
        "Company Leader",
    ]
    assert [name for name in game.pieces if name.startswith("Half Squad")] == [f"Half Squad {n}" for n in (1, 2, 3, 4)]
    assert "Mud" not in game.pieces
    assert "MISSION Scouts" in game.actions.notations
    assert len(game.decks["squad deck 0"]) == 23


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ({"american": 2, "german": 3, "tactics": 4}, "Company Commander needs 3 American units or more, not 2."),
        ({"american": 3, "german": 0, "tactics": 4}, "Company Commander needs 3 German units or more, not 0."),
        ({"american": 3, "german": 3, "tactics": 3}, "Company Commander needs 4 Tactics cards or more, not 3."),
        ({"american": 31, "german": 30, "tactics": 4}, "Company Commander can have 60 units at most, not 61."),
        ({"american": 3, "german": 3, "tactics": 4}, ""),
        ({"american": 30, "german": 30, "tactics": 4}, ""),
    ],
)
def test_decks_that_are_too_small_or_too_large_are_refused(left: dict[str, int], said: str) -> None:
    deck: dict[str, str | int] = {
        f"{card.deck}/{card.name}.copies": 0 for card in grognard.load("company-commander").cards
    }
    names = {"american": "american/Rifle Squad", "german": "german/Light MG 34", "tactics": "tactics/Smoke"}
    for side, number in left.items():
        for n in range(0, number, 9):
            new = f"{side.capitalize()} {'ABCD'[n // 9]}"
            deck |= {f"{new}.like": names[side], f"{new}.copies": min(9, number - n)}
    if said:
        with pytest.raises(BadInput, match=said):
            grognard.load("company-commander", overrides=deck)
    else:
        assert len(grognard.load("company-commander", overrides=deck).card_set.pieces) > 0


@pytest.mark.parametrize("tactics", range(0, 54, 6))
def test_the_smallest_decks_play_to_their_end(tactics: int) -> None:
    """Three units of one name on each side, and four Tactics cards of two names."""
    cards = grognard.load("company-commander").cards
    sides = [[card for card in cards if card.deck == deck] for deck in ("american", "german", "tactics")]
    deck: dict[str, str | int] = {f"{card.deck}/{card.name}.copies": 0 for card in cards}
    for side in sides[:2]:
        card = side[(tactics // 3) % len(side)]
        deck[f"{card.deck}/{card.name}.copies"] = 3
    for card in (sides[2][tactics], sides[2][-1 - tactics]):
        deck[f"tactics/{card.name}.copies"] = 2
    game = grognard.load("company-commander", overrides=deck)
    check_game(game, tactics, [*game.spec.places, *game.card_set.holders])


@pytest.mark.parametrize("seed", range(6))
def test_seats_know_what_their_events_tell_them_with_any_deck(seed: int) -> None:
    game = random_deck("company-commander", seed)
    seats: list[int | None] = [0, 1, None]
    dealers = [follow(game, seat) for seat in seats]
    for number, state in enumerate(play_out(game, seed)):
        for dealer in dealers:
            dealer.watch(state)
            dealer.compare(state)
        if number % 9 == 0 and not state.is_terminal():
            for seat in range(2):
                assert dealers[seat].misfits(state.resample_from_infostate(seat, number)) == []


def test_more_dice_than_a_unit_can_have_are_refused() -> None:
    """A hand has seven cards at most, so only the seven best count."""
    grognard.load("company-commander", overrides={"Flame Thrower.copies": 9, "Commando Raid.copies": 9})
    many: dict[str, str | int] = {"Flame Thrower.copies": 9, "Flame Thrower.amount": 4, "Heavy Rifle Squad.strength": 7}
    with pytest.raises(BadInput, match="A unit could have 37 Fire dice, but the limit is 31"):
        grognard.load("company-commander", overrides=many)


def test_a_position_with_cards_where_they_cannot_be_is_refused() -> None:
    for aimed, said in (
        (["Grenades: American Left"], "to put there"),
        (["Smoke: Rifle Squad 1"], "Smoke has no effect on one unit or Front"),
        (["Grenades: Rifle Squad 1"] * 3, "Grenades is in effect more often than it has copies"),
    ):
        with pytest.raises(BadInput, match=said):
            placed(MORE, aimed=aimed)
