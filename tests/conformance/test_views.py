"""Views are frozen, survive JSON, and name no card that their viewer cannot know."""

from __future__ import annotations

import json
import re
from functools import cache

import msgspec
import pytest

from grognard.kernel.game import Game
from grognard.kernel.shown.view import View
from tests.conformance.dealing import DealerModule
from tests.conformance.pairs import PLAYERS
from tests.conformance.support import COMPILED, dice, play, sample

GAMES = 6 if COMPILED else 2


def named_in(game: Game, picture: msgspec.Struct) -> set[str]:
    """The cards whose names stand anywhere in a view or an event.

    The title of the game is left out, and so are the notes that are printed on cards: they may name other cards.
    """
    plain = msgspec.to_builtins(picture)
    text = msgspec.json.encode({key: value for key, value in plain.items() if key not in ("game", "title")}).decode()
    for card in game.cards:
        text = text.replace(json.dumps(card.notes), "")
    return set(pattern(tuple(game.pieces)).findall(text))


@cache
def pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of these names as words, a longer one before one that is part of it."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")


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


def test_events_name_their_cards_only(game: Game) -> None:
    """A hidden card is in nobody else's form of an event, and no sentence names a card that its event does not."""
    viewers = [None, *range(game.num_players())]
    for state in play(game, 8):
        for viewer in viewers:
            for event in state.events(viewer):
                assert not (event.private and event.seat != viewer and event.cards)
                words = game.event_view(event)
                assert named_in(game, words) == {game.pieces[card] for card in event.cards}


@pytest.mark.parametrize("player", PLAYERS)
def test_no_hidden_name_is_shown(game: Game, support: DealerModule, player: str) -> None:
    viewers = [None, *range(game.num_players())]
    for seed in range(GAMES):
        state = game.new_initial_state(seed)
        choose = PLAYERS[player](seed)
        looked = dice(seed, "views")
        dealers = {viewer: support.follow(game, viewer) for viewer in viewers}
        while True:
            some = state.is_terminal() or looked.below(8 if state.picks() > 0 else 40) == 0
            for viewer, dealer in dealers.items():
                dealer.watch(state)
                if some:
                    dealer.compare(state)
                    hidden = named_in(game, state.view(viewer)) - dealer.nameable()
                    assert not hidden, f"seat {viewer} sees {hidden} at ply {state.ply} of game {seed}"
            if state.is_terminal():
                break
            state.apply_action(choose(state))
