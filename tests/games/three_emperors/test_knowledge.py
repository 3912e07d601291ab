"""What the seats know after an undo and after searches: things no scenario can show."""

from __future__ import annotations

from typing import cast

import grognard
from grognard.kernel.engine.state import State
from grognard.play.session import Session

NAPOLEON, COALITION = 0, 1


def held(state: State, place: str) -> set[str]:
    """The names in a place."""
    return set(cast("list[str]", state.to_dict()[place]))


def position(**facts: object) -> State:
    """A position in Napoleon's Orders Phase; cards that are not placed are discarded, no card is drawn by chance."""
    state = grognard.load("three-emperors").new_initial_state(1)
    told = {name.replace("_", " "): value for name, value in facts.items()}
    blank: dict[str, object] = {name: [] for name, value in state.to_dict().items() if isinstance(value, list)}
    placed = {card for value in told.values() if isinstance(value, list) for card in value}
    rest = [card.name for card in state.game.cards if card.name not in placed]
    state.from_dict({**blank, "active": NAPOLEON, "discard": rest, **told})
    return state


def play(state: State, *notations: str) -> None:
    for notation in notations:
        state.apply_action(state.string_to_action(notation))


def worlds(state: State, seat: int) -> list[State]:
    return [state.resample_from_infostate(seat, seed) for seed in range(60)]


def test_cards_shown_and_taken_back_stay_known() -> None:
    game = grognard.load("three-emperors")
    table = Session(game, 1, ["human", "human"])

    def do(*notations: str) -> None:
        for notation in notations:
            table.play(table.state.current_player(), game.string_to_action(notation))

    for seed in range(20):  # until the Coalition has something to commit
        table = Session(game, seed, ["human", "human"])
        do("END_ORDERS", "ATTACK North")
        if len(table.view(COALITION).actions) > 1:
            break
    shown = next(action for action in table.view(COALITION).actions if action.notation.startswith("COMMIT"))
    do(shown.notation)
    assert held(table.state, "known 1") == set()
    do("END_COMMIT")
    table.undo(COALITION, [NAPOLEON])
    assert held(table.state, "known 1") == {shown.card}
    for world in worlds(table.state, NAPOLEON):
        assert shown.card in held(world, "hand 1")


def test_a_piece_taken_from_the_deck_is_not_put_back() -> None:
    state = position(hand_0=["Unleashed"], hand_1=["Repel"], deck=["Marshall Soult", "Marshall Davout", "Confusion"])
    play(state, "RESERVE Unleashed")
    reveals = state.reveals
    play(state, "TAKE Marshall Soult")
    assert state.reveals == reveals + 1


def test_a_search_tells_the_searcher_of_the_other_hand() -> None:
    """Pieces he sees nowhere are in it; those he saw in the deck are not."""
    state = position(
        hand_0=["Unleashed"], hand_1=["Marshall Murat", "Tsar Alexander", "Repel", "Light Cavalry"],
        deck=["Marshall Soult", "Light Infantry", "Marshall Kutusov", "Bombardment", "Feign Weakness"],
    )  # fmt: skip
    play(state, "RESERVE Unleashed", "TAKE Marshall Soult")
    assert held(state, "known 1") == {"Marshall Murat", "Light Cavalry"}
    hands = [held(world, "hand 1") for world in worlds(state, NAPOLEON)]
    assert all({"Marshall Murat", "Light Cavalry"} <= hand for hand in hands)
    assert not any("Light Infantry" in hand for hand in hands)
    assert {"Tsar Alexander", "Marshall Kutusov", "Bombardment", "Repel"} <= set().union(*hands)


def test_a_search_tells_the_other_that_there_is_a_piece() -> None:
    state = position(
        hand_0=["Unleashed", "Converge"], hand_1=["Repel"],
        deck=["Marshall Soult", "Bombardment", "Feign Weakness", "Marshall Kutusov", "Cross River"],
    )  # fmt: skip
    play(state, "RESERVE Unleashed")
    searching = worlds(state, COALITION)
    assert all("Marshall Soult" in held(world, "deck") for world in searching)
    assert len({frozenset(held(world, "hand 0")) for world in searching}) > 3
    play(state, "TAKE Marshall Soult")
    assert all("Marshall Soult" in held(world, "hand 0") for world in worlds(state, COALITION))


def test_a_search_without_a_find_lays_pieces_open() -> None:
    state = position(
        hand_0=["Unleashed", "Marshall Soult", "Converge"], hand_1=["Repel", "Mamelukes"],
        deck=["Bombardment", "Feign Weakness", "Marshall Kutusov"],
    )  # fmt: skip
    reveals = state.reveals
    play(state, "RESERVE Unleashed")
    assert state.reveals == reveals + 1  # it told what is not there: nothing before it is undone
    assert held(state, "known 0") == {"Marshall Soult"}
    assert held(state, "known 1") == {"Mamelukes"}
    for world in worlds(state, COALITION):
        assert "Marshall Soult" in held(world, "hand 0")


def test_what_was_drawn_since_a_search_may_be_what_was_seen() -> None:
    """One card came into the hand: one of the pieces that were seen may be there, but no two."""
    state = position(
        hand_0=["Unleashed"], hand_1=["Repel", "Hold Ground"], searched_1=True, seen_most_1=1, strangers_most_1=1,
        deck=["Marshall Soult", "Marshall Davout", "Light Infantry", "Confusion"],
    )  # fmt: skip
    seen = {"Marshall Soult", "Marshall Davout", "Light Infantry"}
    counts = {len(held(world, "hand 1") & seen) for world in worlds(state, NAPOLEON)}
    assert counts == {0, 1}


def test_a_search_of_ones_own_fetches_nothing_that_only_the_searcher_can_use() -> None:
    """Two of the seen pieces may be there, of those that the other side cannot use itself only one, or none."""
    strange, seen = {"Marshall Soult", "Marshall Davout"}, {"Marshall Soult", "Marshall Davout", "Light Infantry"}
    for strangers, found in ((1, {(0, 0), (0, 1), (1, 1), (1, 2)}), (0, {(0, 0), (0, 1)})):
        state = position(
            hand_0=["Unleashed"], hand_1=["Repel", "Hold Ground"], deck=[*sorted(seen), "Confusion", "Bombardment"],
            searched_1=True, seen_most_1=2, strangers_most_1=strangers,
        )  # fmt: skip
        hands = [held(world, "hand 1") for world in worlds(state, NAPOLEON)]
        assert {(len(hand & strange), len(hand & seen)) for hand in hands} == found
