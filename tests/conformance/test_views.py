"""Views are frozen, survive JSON, and name no card that their viewer cannot know."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel.engine.actions import NOT_IN_HAND
from grognard.kernel.game import Game
from grognard.kernel.views.view import View
from tests.conformance.corpus import corpus
from tests.conformance.naming import named_in, names_seen
from tests.conformance.pairs import PLAYERS
from tests.conformance.support import dice, play, sample


def test_views_survive_json(game: Game) -> None:
    for state in sample(game, 6, 30):
        for viewer in (None, *range(game.num_players())):
            view = state.view(viewer)
            text = msgspec.json.encode(view)
            assert msgspec.json.decode(text, type=View, strict=True) == view
            assert view.seat == viewer


def test_views_are_frozen(game: Game) -> None:
    view = game.new_initial_state(1).view(0)
    for name in View.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(view, name, None)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(view).replace(b"{", b'{"truth":1,', 1), type=View)


def test_a_view_offers_the_legal_actions(game: Game) -> None:
    for state in sample(game, 7, 30):
        for viewer in (None, *range(game.num_players())):
            view = state.view(viewer)
            deciding = not state.is_terminal() and viewer == state.current_player()
            assert [action.action for action in view.actions] == (state.legal_actions() if deciding else [])
            assert [action.notation for action in view.actions] == [
                state.action_to_string(action.action) for action in view.actions
            ]
            assert view.outcome == state.outcome()


def test_no_card_that_is_held_is_said_not_to_be(game: Game, rule_sets: tuple[Game, ...]) -> None:
    """Under every house rule, through the set-up and the first choices."""
    for ruled in rule_sets:
        state, generator = ruled.new_initial_state(3), dice(3)
        false = game.spec.wording.reason(state, NOT_IN_HAND).text
        for _decision in range(8):
            if state.is_terminal():
                break
            view = state.view(state.current_player())
            assert [card.name for card in view.refused if card.reason.text == false] == [], (ruled, view.phase)
            state.apply_action(view.actions[generator.below(len(view.actions))].action)


def test_events_name_their_cards_only(game: Game) -> None:
    """A hidden card is in nobody else's form of an event, and no sentence names a card that its event does not."""
    viewers = [None, *range(game.num_players())]
    for state in play(game, 8):
        for viewer in viewers:
            for event in state.events(viewer):
                assert not (event.private and event.seat != viewer and event.own_cards())
                words = game.event_view(event)
                assert named_in(game, words) == {game.pieces[card] for card in event.all_cards()}


@pytest.mark.parametrize("player", PLAYERS)
def test_no_hidden_name_is_shown(game: Game, player: str) -> None:
    viewers = set()
    for of in corpus(game.slug, player):
        for moment in of.moments[::3]:
            for viewer, dealer in moment.dealers.items():
                dealer.compare(moment.state)
                hidden = names_seen(moment.state, viewer) - dealer.nameable()
                assert not hidden, f"seat {viewer} sees {hidden}: {moment.what}"
                viewers.add(viewer)
    assert viewers >= {None, *range(game.num_players())}
