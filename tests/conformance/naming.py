"""The cards that a view or an event names, wherever their names stand."""

from __future__ import annotations

import json

import msgspec

from grognard.game_check.names import pattern
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game


def names_seen(state: State, viewer: int | None) -> set[str]:
    """The cards that the view of a seat, or of a spectator, names."""
    return named_in(state.game, state.view(viewer))


def named_in(game: Game, picture: msgspec.Struct) -> set[str]:
    """The cards whose names stand anywhere in a view or an event.

    The title of the game is left out, and so are the notes that are printed on cards: they may name other cards.
    """
    plain = msgspec.to_builtins(picture)
    text = msgspec.json.encode({key: value for key, value in plain.items() if key not in ("game", "title")}).decode()
    for card in game.cards:
        text = text.replace(json.dumps(card.notes), "")
    return set(pattern(tuple(game.pieces)).findall(text))
