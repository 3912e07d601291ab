"""What the seats of Fusillade know after an undo, and what the log tells them: things no scenario can show."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import grognard
from grognard.kernel.engine.state import State
from grognard.play.session import Session

BLUE, RED = 0, 1


def session(seed: int) -> Session:
    return Session(grognard.load("fusillade"), seed, ["human", "human"])


def do(table: Session, *notations: str) -> None:
    for notation in notations:
        table.play(table.state.current_player(), table.game.string_to_action(notation))


def shown(table: Session, seat: int) -> dict[str, int]:
    """The cards of the notepad, with the turn of the look."""
    return {card.name: memory.turn for memory in table.view(seat).memory for card in memory.cards}


def attack(table: Session) -> list[str]:
    """The attacker lays all he can of the type of his first unit; what he laid."""
    do(table, "END_DEPLOY", "ATTACK", "PASS_BLUNDER")
    while True:
        units = [a for a in table.view(table.state.current_player()).actions if a.card is not None]
        if not units:
            break
        do(table, units[0].notation)
    laid = [card.name for zone in table.view(table.state.current_player()).zones for card in zone.cards
            if zone.key == "picked"]  # fmt: skip
    do(table, "END_UNITS")
    return laid


def test_units_shown_and_taken_back_stay_known() -> None:
    table = session(5)
    attacker = table.state.current_player()
    laid = attack(table)
    assert laid
    assert shown(table, 1 - attacker) == {}
    table.undo(attacker, [1 - attacker])
    hand = next(z for z in table.view(attacker).zones if z.key == "hand" and z.owner == attacker)
    assert set(laid) <= {card.name for card in hand.cards}
    assert set(shown(table, 1 - attacker)) == set(laid)
    for seed in range(20):
        dealt = table.state.resample_from_infostate(1 - attacker, seed)
        assert set(laid) <= set(held(dealt.to_dict(), attacker))


def test_what_was_worked_out_or_seen_before_stays_known() -> None:
    """The undone position knew more of the hand than the one that comes back."""
    game = grognard.load("fusillade")
    before = game.new_initial_state(3)
    hand = held(before.to_dict(), 1 - before.current_player())
    owner = 1 - before.current_player()
    undone = before.clone()
    undone.from_dict({f"seen {owner}": hand[:2], f"seen turn {owner}": 4, f"deduced {owner}": hand[2:4]})
    for vouched in (False, True):
        undone.from_dict({f"vouched {owner}": vouched})
        now = before.clone()
        now.keep_knowledge(undone)
        facts = now.to_dict()
        assert facts[f"seen {owner}"] == hand[:2]
        assert facts[f"seen turn {owner}"] == 4
        assert facts[f"deduced {owner}"] == hand[2:4]
        assert facts[f"vouched {owner}"] is vouched


def test_a_look_of_before_keeps_its_turn() -> None:
    game = grognard.load("fusillade")
    now = game.new_initial_state(3)
    owner = 1 - now.current_player()
    now.from_dict({f"seen turn {owner}": 7})
    now.keep_knowledge(game.new_initial_state(3))
    assert now.to_dict()[f"seen turn {owner}"] == 7


def test_a_target_is_still_open_to_those_who_wait() -> None:
    """A position set up in the middle of a counter: for the attacker it is the counter window."""
    game = grognard.load("fusillade")
    state = game.new_initial_state(1)
    cards = [card.name for card in game.cards]
    line, picked = ["Uhlans", "Dragoons"], ["Old Guard"]
    rest = [name for name in cards if name not in line + picked + ["Overrun", "Limber"]]
    state.from_dict(
        {"phase": "target", "active": RED, "line": line, "picked": picked, "deck": rest, "discard": []}
        | {"hand 0": ["Overrun"], "hand 1": ["Limber"], "spent": []}
    )
    waiting = state.resample_from_infostate(RED, 1)
    assert waiting.to_dict()["phase"] == "counter"
    assert waiting.to_dict()["picked"] == []
    assert waiting.picks() == 0
    assert names_of(waiting, "PASS_COUNTER")


def test_the_log_tells_of_every_pass() -> None:
    table = session(5)
    attack(table)
    do(table, "PASS_COUNTER", "END_SUPPORT", "PASS_MORALE")
    told = [event.text for event in table.events(None)]
    assert told.count("Red passes.") == 3


def held(facts: Mapping[str, object], seat: int) -> list[str]:
    """The names in a hand."""
    hand = facts[f"hand {seat}"]
    assert isinstance(hand, list)
    return hand


def names_of(state: State, notation: str) -> bool:
    """Is it legal?"""
    return state.string_to_action(notation) in state.legal_actions()


@pytest.mark.parametrize("card", ["Lancers", "Mortars"])
def test_what_a_look_or_a_strip_shows_cannot_be_taken_back(card: str) -> None:
    state = grognard.load("fusillade").new_initial_state(3)
    names = [fact.name for fact in state.game.cards if fact.name not in (card, "Troopers", "Grenadiers")]
    empty: dict[str, object] = {name: [] for name, value in state.to_dict().items() if isinstance(value, list)}
    state.from_dict(empty | {"active": BLUE, "hand 0": [card, "Troopers"], "hand 1": ["Grenadiers"], "deck": names})
    reveals = state.reveals
    state.apply_action(state.string_to_action(f"USE {card}"))
    assert state.reveals == reveals + 1
