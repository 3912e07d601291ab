"""What the view of Green Troops reckons up beforehand is what then happens, and all its cards can be told apart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.views.view import ActionView, CardView, SumView, View, with_under

ANSWERS = ("opportunity", "answer", "rout", "defend", "barrage")


def played(seats: int, games: int) -> Iterator[State]:
    """Positions of random games, in which the last choice is made oftener, so that Units fight."""
    for seed in range(games):
        state = grognard.load("green-troops", {"seats": seats}).new_initial_state(seed)
        chance = Generator(stream(seed, "views"))
        while not state.is_terminal():
            yield state
            legal = state.legal_actions()
            state.apply_action(legal[-1 if chance.below(3) == 0 else chance.below(len(legal))])


def own_view(state: State) -> View:
    return state.view(state.current_player())


def unit(view: View, name: str) -> CardView | None:
    """A Unit in play."""
    return next((card for zone in view.zones if zone.key == "line" for card in zone.cards if card.handle == name), None)


def settled(state: State, action: ActionView) -> State:
    """The action played, and everybody lets it happen."""
    after = state.clone()
    after.apply_action(action.action)
    while not after.is_terminal() and after.to_dict()["phase"] in ANSWERS:
        after.apply_action(after.string_to_action("PASS"))
    return after


def expected(view: View, reckoned: SumView) -> tuple[str, int] | None:
    """The target and its markers afterwards; none for attacks that are not aimed at one Unit's markers."""
    target = reckoned.label.rpartition(" at ")[2]
    card = unit(view, target)
    return None if card is None or not reckoned.terms else (target, card.markers[0].value + reckoned.total)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_preview_says_is_what_happens(seats: int) -> None:
    checked = fallen = in_vain = 0
    for state in played(seats, 3):
        view = own_view(state)
        for action in view.actions:
            aim = None if action.sum is None else expected(view, action.sum)
            if action.sum is None or aim is None:
                continue
            assert sum(term.value for term in action.sum.terms) == action.sum.total
            after = settled(state, action)
            card = unit(after.view(None), aim[0])
            falls = action.sum.text.startswith("falls")
            assert (card is None) == falls
            assert card is None or card.markers[0].value == aim[1]
            checked += 1
            fallen += falls
            assert action.hopeless == (action.sum.total == 0)
            in_vain += action.hopeless
    assert checked > 50
    assert in_vain > 0
    assert fallen > 5


def test_what_is_coming_is_the_same_for_all() -> None:
    coming = 0
    for state in played(4, 1):
        views = [state.view(seat) for seat in (None, 0, 1, 2, 3)]
        names = (None, *state.game.seats)
        told = [repr(view.coming).replace(" at you", f" at {name}") for name, view in zip(names, views, strict=False)]
        assert len({*told}) == 1
        coming += views[0].coming is not None
        assert (views[0].coming is not None) >= (state.to_dict()["phase"] in ("opportunity", "defend", "barrage"))
    assert coming > 10


@pytest.mark.parametrize("seats", [2, 6])
def test_all_cards_in_sight_can_be_told_apart(seats: int) -> None:
    for state in played(seats, 1):
        for seat in (None, state.current_player()):
            zones = [zone for zone in state.view(seat).zones if not zone.folded]
            handles = [card.handle for zone in zones for card in with_under(zone.cards)]
            assert len(handles) == len(set(handles))


def test_a_unit_that_cannot_be_chosen_says_why() -> None:
    """While a target is asked for, every enemy Unit is offered or refused, and none of one's own."""
    asked = 0
    for state in played(2, 2):
        if state.to_dict()["phase"] != "target":
            continue
        view = own_view(state)
        line = next(zone for zone in view.zones if zone.key == "line" and zone.owner == 1 - state.current_player())
        told = {action.card for action in view.actions} | {refused.card for refused in view.refused}
        assert told == {card.handle for card in line.cards}
        asked += 1
    assert asked > 10


def test_what_a_number_counts_is_explained_by_its_own_rule() -> None:
    """“In play” leads to the loss of the last Unit and “captured” to the Victory Pile, not to a card about them."""
    game = grognard.load("green-troops")
    numbers = game.new_initial_state(1).view(0).numbers
    clauses = {number.key: game.handbook.clause(number.clause).title for number in numbers}
    assert (clauses["units"], clauses["captured"]) == ("The last Unit", "Victory Pile")


def test_a_unit_shows_its_attack_with_its_leader() -> None:
    checked = 0
    for state in played(2, 3):
        for zone in own_view(state).zones:
            for card in zone.cards if zone.key == "line" else ():
                led_by = [under.name for under in card.under if under.type == "L"]
                facts = [state.game.fact(state.game.pieces.index(name)) for name in [card.name, *led_by]]
                printed, added = facts[0].number("attack"), sum(int(fact.columns["attack"] or 0) for fact in facts[1:])
                assert card.numbers["attack"] == printed + added
                checked += bool(added)
    assert checked > 20
