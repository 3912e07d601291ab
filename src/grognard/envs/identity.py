"""The identity of an environment: its game, id and versions, and the actions as data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from operator import index
from typing import Literal, NamedTuple, SupportsIndex

from grognard.kernel.engine.actions import NO_CARD
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.registry import load

# The effect of an illegal action: it raises IllegalAction, or it ends the game and the side that chose it loses.
Illegal = Literal["raise", "lose"]


def loses(illegal: Illegal) -> bool:
    """Returns whether an illegal action loses the game; raises BadInput for an unknown word."""
    if illegal not in ("raise", "lose"):
        raise BadInput(f"`illegal` should be raise or lose, not “{illegal}”.")
    return illegal == "lose"


def whole(what: str, value: SupportsIndex) -> int:
    """Returns a whole number of any type as a Python int; raises BadInput that names `what` for anything else."""
    try:
        return index(value)
    except TypeError:
        raise BadInput(f"{what} is a whole number, not {value!r}.") from None


def render_mode_of(mode: str | None, modes: Collection[str]) -> str | None:
    """Returns a render mode; raises BadInput if the environment does not support it."""
    if mode is not None and mode not in modes:
        raise BadInput(f"There is no render mode “{mode}”. Choose from: {', '.join(modes)}.")
    return mode


class ActionRow(NamedTuple):
    """An action of the fixed space: its number, its notation, its verb, and its card (or None).

    The verb of an action without a card may name a place, such as “ATTACK North”.
    """

    number: int
    notation: str
    verb: str
    card: str | None


def game_of(game: Game | str, options: Mapping[str, str | int] | None) -> Game:
    """Returns a loaded game, or loads one by its slug. Raises BadInput for a loaded game together with options."""
    if isinstance(game, str):
        return load(game, options)
    if options:
        raise BadInput("You can't set options on a loaded game. Give them to `grognard.load` instead.")
    return game


def environment_id(game: Game) -> str:
    """Returns the id `grognard/SLUG-vN`. N rises with every change of the rules or the layout."""
    return f"grognard/{game.slug}-v{game.spec.meta.rules + game.layout.version - 1}"


def info(game: Game) -> dict[str, int]:
    """Returns what a result must state besides the game: the versions of rules and layout, and a hash of the options.

    The hash covers house rules and card numbers, in 48 bits. All values are whole numbers, for libraries that keep them
    in tensors.
    """
    chosen = json.dumps([dict(game.options), game.overrides], sort_keys=True)
    return {
        "rules": game.spec.meta.rules,
        "layout": game.layout.version,
        "options": int.from_bytes(hashlib.sha256(chosen.encode()).digest()[:6], "big"),
    }


def actions(game: Game | str) -> list[ActionRow]:
    """Returns all possible actions of a game, by number."""
    loaded = game_of(game, None)
    space = loaded.actions
    cards = [None if card == NO_CARD else loaded.pieces[card] for card in space.card]
    return [ActionRow(n, space.notations[n], space.verbs[n], cards[n]) for n in range(len(space))]
