"""What seats have seen, as a session keeps it for bots that go by it."""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.engine.history import new_history
from grognard.kernel.errors import BadInput
from grognard.play.session import Session

BLUE, RED = 0, 1


def session() -> Session:
    return Session(grognard.load("fusillade"), 5, ["human", "human"])


def do(table: Session, *notations: str) -> None:
    for notation in notations:
        table.play(table.state.current_player(), table.game.string_to_action(notation))


def test_a_seat_has_seen_its_own_cards_and_not_those_of_the_other() -> None:
    table = session()
    blue, red = table.history(BLUE), table.history(RED)
    hands = [
        [str(event.all_cards())[1:-1].replace(" ", "") for event in table.state.events(seat)] for seat in (BLUE, RED)
    ]
    assert blue != red
    dealt = [[cards for cards in hand if cards] for hand in hands]
    assert all(any(cards in entry for entry in blue) for cards in dealt[BLUE])
    assert not any(any(cards in entry for entry in blue) for cards in dealt[RED])


def test_own_actions_are_remembered_before_anybody_sees_them() -> None:
    table = session()
    attacker = table.state.current_player()
    do(table, "END_DEPLOY", "ATTACK", "PASS_BLUNDER")
    before = [table.history(seat) for seat in (BLUE, RED)]
    unit = table.state.legal_actions()[0]
    table.play(attacker, unit)
    assert table.history(attacker) == [*before[attacker], str(unit)]
    assert table.history(1 - attacker) == before[1 - attacker]


def test_a_session_tells_what_a_history_beside_the_state_tells() -> None:
    table = session()
    history = new_history(table.state)
    for _ in range(30):
        seat, action = table.state.current_player(), table.state.legal_actions()[0]
        table.play(seat, action)
        history.add(seat, action, table.state)
        assert [table.history(seat) for seat in (BLUE, RED)] == [history.of(BLUE), history.of(RED)]


def test_what_was_undone_is_forgotten() -> None:
    table = session()
    attacker = table.state.current_player()
    do(table, "END_DEPLOY", "ATTACK", "PASS_BLUNDER")
    before = [table.history(seat) for seat in (BLUE, RED)]
    table.play(attacker, table.state.legal_actions()[0])
    table.undo(attacker)
    assert [table.history(seat) for seat in (BLUE, RED)] == before


def test_events_that_were_not_recorded_are_missed() -> None:
    with pytest.raises(BadInput, match="This state keeps no events"):
        new_history(session().state.clone())


def test_what_was_undone_by_consent_is_forgotten_too() -> None:
    table = session()
    attacker = table.state.current_player()
    do(table, "END_DEPLOY", "ATTACK", "PASS_BLUNDER")
    before = [table.history(seat) for seat in (BLUE, RED)]
    table.play(attacker, table.state.legal_actions()[0])
    do(table, "END_UNITS")
    assert table.history(1 - attacker) != before[1 - attacker]
    table.undo(attacker, [1 - attacker])
    assert [table.history(seat) for seat in (BLUE, RED)] == before


def test_a_copy_goes_its_own_way() -> None:
    state = session().state
    history = new_history(state)
    copy = history.copy()
    after = state.clone()
    after.record()
    copy.add(BLUE, 3, after)
    assert copy.of(BLUE) == [*history.of(BLUE), "3"]
    assert copy.of(RED) == history.of(RED)
