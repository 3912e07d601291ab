"""What happened, as it is written down; where chance has told something; and what may be chosen, as numbers."""

from __future__ import annotations

import grognard
from grognard.games.company_commander import events
from grognard.games.company_commander.names import NONE
from grognard.games.company_commander.rules import CompanyCommander
from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.engine.events import Event
from grognard.kernel.engine.recorder import SILENT
from grognard.kernel.engine.state import State
from tests.conformance.support import play
from tests.games.company_commander.test_knowledge import AMERICAN, GERMAN, position
from tests.games.company_commander.test_knowledge import play as act

Told = list[tuple[object, ...]]


def told(state: State, *kinds: type[Event]) -> Told:
    """All that is in the events of these kinds."""
    return whole(*[event for event in state.recorder.events if isinstance(event, kinds)])


def whole(*events: Event) -> Told:
    """All that is in events, to compare."""
    return [event.key() for event in events]


def rolling(state: State, chance: list[int], *notations: str) -> State:
    """Plays on with the dice and cards that chance brings."""
    state.record()
    state.recorder.dictates = True
    state.recorder.script = chance
    act(state, *notations)
    assert state.recorder.script == []
    return state


def piece(name: str) -> int:
    return grognard.load("company-commander").pieces.index(name)


def pieces(*names: str) -> list[int]:
    return [piece(name) for name in names]


def test_cards_drawn_are_told_to_their_owner_alone() -> None:
    """In one go, or before and after a reshuffle."""
    state = position(
        deck=["Mud", "Woods"], discard=[*rest("Mud", "Woods")], Left_0=["Rifle Squad 1"], Left_1=["Half Squad 3"]
    )
    rolling(state, [piece("Woods"), piece("Mud")], "DONE")
    assert told(state, events.Drew) == whole(events.Drew(AMERICAN, pieces("Woods", "Mud"), 2))
    state = position(deck=["Mud"], discard=[*rest("Mud")], Left_0=["Rifle Squad 1"], Left_1=["Half Squad 3"])
    rolling(state, [piece("Mud"), piece("Woods")], "DONE")
    assert told(state, events.Drew, events.Reshuffled) == whole(
        events.Drew(AMERICAN, pieces("Mud"), 1),
        events.Reshuffled(AMERICAN, 56),
        events.Drew(AMERICAN, pieces("Woods"), 1),
    )
    state = position(deck=[], discard=[*rest()], Left_0=["Rifle Squad 1"], Left_1=["Half Squad 3"])
    rolling(state, [piece("Mud"), piece("Woods")], "DONE")
    assert len(told(state, events.Drew)) == 1


def rest(*names: str) -> list[str]:
    """All other Tactics cards."""
    cards = [*grognard.load("company-commander").decks["deck"]]
    for name in names:
        cards.remove(name)
    return cards


def test_units_drawn_are_told_if_there_are_any() -> None:
    """The last of the squad deck, and when it is empty nothing."""
    both = ["Company HQ", "Platoon HQ 1"]
    for units, expected in (
        (["Company HQ"], [events.DrewUnits(AMERICAN, pieces("Company HQ"), 1)]),
        (["Platoon HQ 1"], [events.DrewUnits(AMERICAN, pieces("Platoon HQ 1"), 1)]),
        ([*reversed(both)], [events.DrewUnits(AMERICAN, pieces(*both), 2)]),
        ([], []),
    ):
        state = position(
            phase="rally", active=GERMAN, Left_1=["Platoon Leader 1"], Right_1=["Light MG 34"], Light_MG_34_pins=1,
            squad_deck_0=units,
            Left_0=[n for n in grognard.load("company-commander").decks["squad deck 0"] if n not in units],
        )  # fmt: skip
        before = state.reveals
        rolling(state, [piece(name) for name in units], "DONE")
        assert told(state, events.DrewUnits) == whole(*expected)
        assert state.reveals - before == len(expected)


def test_a_battle_is_told_die_by_die() -> None:
    """Who rolls how many dice with which cards; not who finds no target left."""
    state = position(
        phase="assault", Left_0=["Rifle Squad 1", "Heavy Rifle Squad"], Right_0=["Platoon HQ 1", "Half Squad 1"],
        Half_Squad_1_pins=1, Left_1=["Half Squad 3", "Recon Team 3"], aimed=["Grenades: Rifle Squad 1"],
        discard=["Grenades"],
    )  # fmt: skip
    rolling(state, [1, 1, 6, piece("Recon Team 3"), 6, 1], "ASSAULT Rifle Squad 1", "ASSAULT Heavy Rifle Squad")
    assert told(state, events.Ready) == whole(
        events.Ready(GERMAN, piece("Half Squad 3"), [], 1, 1, 0, 0, []),
        events.Ready(GERMAN, piece("Recon Team 3"), [], 1, 1, 0, 0, []),
        events.Ready(AMERICAN, piece("Rifle Squad 1"), pieces("Grenades"), 3, 2, 0, 0, [1]),
    )
    state = position(
        phase="assault", Left_0=["Half Squad 1"], Right_0=["Platoon HQ 1", "Half Squad 2"], Half_Squad_2_pins=1,
        Left_1=["Half Squad 3", "Recon Team 3"],
    )  # fmt: skip
    rolling(state, [6, 1], "ASSAULT Half Squad 1")
    assert told(state, events.Ready) == whole(events.Ready(GERMAN, piece("Half Squad 3"), [], 1, 1, 0, 0, []))


def test_histories_keep_numbers_below_0() -> None:
    squad = piece("Replacement Squad 1")
    assert events.RallyRoll(AMERICAN, NONE, squad, 3, 0, -1).all_numbers() == [3, 0, -1]
    assert events.Ready(AMERICAN, squad, [], 1, 2, 1, 0, []).all_numbers() == [1, 2, -1, 0]
    assert events.Ready(AMERICAN, piece("Mine field"), [], 4, NONE, 0, 0, []).all_numbers() == [4]


def test_a_suppression_roll_names_the_cards_that_help() -> None:
    """Those that were played for this Front of the enemy."""
    for front, helping, amounts in (("Left", pieces("Forward Observer"), [1]), ("Center", [], [])):
        state = position(
            phase="suppression", Left_0=["81mm Mortar"], Left_1=["Light MG 34"], discard=["Forward Observer"],
            aimed=[f"Forward Observer: German {front}"], bonus_Left=2, Center_0=["Rifle Squad 1"],
        )  # fmt: skip
        rolling(state, [1, 2], "FIRE 81mm Mortar")
        roll = events.SuppressionRoll(AMERICAN, NONE, piece("81mm Mortar"), helping, [1, 2], 1, 0, 2, amounts)
        assert told(state, events.SuppressionRoll) == whole(roll)


def test_attackers_that_withdraw_are_told() -> None:
    """Those of the Front that is closed, not the others; who is not stopped is not told."""
    state = position(
        phase="assault", Left_0=["Rifle Squad 1"], Center_0=["Rifle Squad 2", "Rifle Squad 3"], Left_1=["Half Squad 3"],
        Center_1=["Recon Team 3"], hand_1=["Formation Disorder", "Mud"],
    )  # fmt: skip
    state.record()
    act(state, "ASSAULT Rifle Squad 1", "ASSAULT Rifle Squad 2", "DONE", "PLAY Formation Disorder", "FRONT Center")
    assert told(state, events.Withdrew) == whole(events.Withdrew(AMERICAN, pieces("Rifle Squad 2")))


def test_a_clone_writes_nothing_down() -> None:
    for state in play(grognard.load("company-commander"), 2):
        clone = state.clone()
        for action in state.legal_actions()[:2]:
            clone = state.clone()
            clone.apply_action(action)
    assert clone.recorder is SILENT
    assert SILENT.events == []


def test_chance_that_has_told_something_is_marked() -> None:
    """An action after which the generator has moved cannot be taken back; nor a look."""
    looks = 0
    for options in ({}, {"both_sides_rally": "on"}):
        for seed in range(6):
            last: State | None = None
            for state in play(grognard.load("company-commander", options), seed):
                if last is not None:
                    looked = bool(told(state, events.Looked))
                    looks += looked
                    assert (state.reveals > last.reveals) >= (looked or state.chance != last.chance)
                last = state.clone()
    assert looks > 0


ROLLS = [
    (events.ReconRoll, "recon", "MISSION Recon Team 1", [4]),
    (events.SuppressionRoll, "suppression", "FIRE 60mm Mortar", [1, 2]),
    (events.FireDie, "assault", "DONE", [1, 1, 1]),
    (events.RallyRoll, "rally", "LEADER Platoon HQ 1", [1]),
]


def test_every_roll_is_a_reveal() -> None:
    for kind, phase, action, chance in ROLLS:
        state = position(
            phase=phase, Left_0=["Recon Team 1", "60mm Mortar", "Rifle Squad 1", "Platoon HQ 1"],
            Right_0=["Rifle Squad 2", "Platoon HQ 2"], Rifle_Squad_2_pins=1, Left_1=["Half Squad 3"],
            toward_Left=["Rifle Squad 1"] if phase == "assault" else [],
        )  # fmt: skip
        before = state.reveals
        rolled = len(told(rolling(state, chance if phase != "assault" else [*chance, 1], action), kind))
        assert rolled > 0
        assert state.reveals - before >= rolled


def test_what_can_be_chosen_is_refused_nothing() -> None:
    """And no number that is no action is legal."""
    for options in ({}, {"leader_same_front": "on"}):
        for seed in range(2):
            for state in play(grognard.load("company-commander", options), seed):
                assert not state.is_legal(-1)
                assert not state.is_legal(state.game.num_distinct_actions())
                legal = set(state.legal_actions())
                for action in legal:
                    card = int(state.game.spec.actions.card[action])
                    assert state.refusal(action) == 0
                    assert card == NO_CARD or state.card_refusal(card) == 0


def test_random_play_takes_each_legal_action_alike() -> None:
    for state in play(grognard.load("company-commander"), 3):
        if state.is_terminal():
            continue
        legal = state.legal_actions()
        size = len(legal)
        for place, action in enumerate(legal):
            for half in (2 * place, 2 * place + 1):
                assert state.pick((half * 2**31 + 2 * size - 1) // (2 * size)) == (action, size)


def test_why_a_battle_cannot_be_next() -> None:
    state = position(
        phase="order", Center_0=["Rifle Squad 2"], Right_0=["Rifle Squad 3"], Center_1=["Half Squad 3"],
        Right_1=["Recon Team 3"], toward_Center=["Rifle Squad 2"], toward_Right=["Rifle Squad 3"],
    )  # fmt: skip
    reason = state.why_illegal(state.string_to_action("RESOLVE Left"))
    assert reason == "There is no battle on that Front. (CC-7.5)"
    reason = state.why_illegal(state.string_to_action("FRONT Left"))
    assert reason == "You can't do that now (Assault Phase: order of battles). (CC-7.5)"


def test_the_label_tells_whether_there_will_be_an_assault() -> None:
    state = position(phase="assault", Left_0=["Rifle Squad 1", "Rifle Squad 2"], Left_1=["Half Squad 3"])
    for label in ("No assault", "Begin the assault"):
        labels = {action.notation: action.label for action in state.view(AMERICAN).actions}
        assert labels["DONE"] == label
        assert isinstance(state, CompanyCommander)
        act(state, "ASSAULT Rifle Squad 1") if label == "No assault" else None


def test_the_first_player_is_one_of_two() -> None:
    first = {grognard.load("company-commander").new_initial_state(seed).current_player() for seed in range(60)}
    assert first == {AMERICAN, GERMAN}
