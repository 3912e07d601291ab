"""What no scenario of Outpost shows: what an undo leaves known, the count of turns, positions that are refused."""

from __future__ import annotations

import pytest

import grognard
from grognard.kernel.errors import BadInput
from grognard.play.session import Session

BLUE, RED = 0, 1
HANDS: dict[str, object] = {
    "hand 0": ["Infantry 3", "Cavalry 1", "Artillery 2"],
    "hand 1": ["Infantry 2", "Cavalry 2", "Artillery 3"],
}
ASIDE: dict[str, object] = {"deck": ["Infantry 1", "Cavalry 3", "Artillery 1"]}


def session() -> Session:
    """Two people before the first attack, with known hands."""
    table = Session(grognard.load("outpost"), 1, ["human", "human"])
    table.state.from_dict(HANDS | ASIDE)
    return table


def do(table: Session, *notations: str) -> None:
    for notation in notations:
        table.play(table.state.current_player(), table.game.string_to_action(notation))


def hands(table: Session, seat: int) -> list[set[str]]:
    """The other hand in many worlds that the seat cannot tell from the true one."""
    worlds = (table.state.resample_from_infostate(seat, seed).to_dict() for seed in range(200))
    return [set(world[f"hand {1 - seat}"]) for world in worlds]  # type: ignore[call-overload]


def test_an_attack_that_is_taken_back_is_known() -> None:
    table = session()
    do(table, "ATTACK Infantry 3")
    table.undo(BLUE, [RED])
    assert table.state.to_dict()["seen 0"] == ["Infantry 3"]
    assert all("Infantry 3" in hand and len(hand) == 3 for hand in hands(table, RED))
    assert len({tuple(sorted(hand)) for hand in hands(table, RED)}) == 10  # two of the five that Red sees nowhere


def test_an_answer_that_is_taken_back_is_known_and_so_is_the_attack() -> None:
    table = session()
    do(table, "ATTACK Infantry 3", "ANSWER Artillery 3")
    table.undo(BLUE, [RED])
    assert table.state.to_dict()["seen 0"] == ["Infantry 3"]
    assert table.state.to_dict()["seen 1"] == ["Artillery 3"]
    assert all("Artillery 3" in hand and len(hand) == 3 for hand in hands(table, BLUE))


def test_what_was_known_is_not_forgotten_by_a_second_undo() -> None:
    table = session()
    do(table, "ATTACK Infantry 3")
    table.undo(BLUE, [RED])
    do(table, "ATTACK Cavalry 1")
    table.undo(BLUE, [RED])
    assert table.state.to_dict()["seen 0"] == ["Infantry 3", "Cavalry 1"]


def test_a_known_card_that_is_laid_is_no_longer_in_the_hand() -> None:
    table = session()
    do(table, "ATTACK Infantry 3")
    table.undo(BLUE, [RED])
    do(table, "ATTACK Infantry 3")
    assert table.state.to_dict()["seen 0"] == []
    assert not any("Infantry 3" in hand for hand in hands(table, RED))


def test_every_turn_counts_and_so_does_one_that_is_passed_over() -> None:
    table = session()
    turns = [table.state.turn]
    for deed in ("Cavalry 1", "PASS", "Infantry 2", "Artillery 2", "Infantry 3", "PASS", "Cavalry 2", "Artillery 3"):
        attacks = not table.state.to_dict()["attack"]
        do(table, deed if deed == "PASS" else f"{'ATTACK' if attacks else 'ANSWER'} {deed}")
        turns.append(table.state.turn)
    assert turns == [1, 1, 2, 2, 3, 3, 4, 6, 6]


@pytest.mark.parametrize(
    "wrong",
    [
        {"phase": "answer"},
        {"attack": ["Infantry 1"], "deck": ["Cavalry 3", "Artillery 1"]},
        {"phase": "answer", "attack": ["Infantry 1", "Cavalry 3"], "deck": ["Artillery 1"]},
    ],
)
def test_an_attack_lies_there_only_while_it_can_be_answered(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="exactly one attack card, and otherwise none"):
        session().state.from_dict(wrong)
