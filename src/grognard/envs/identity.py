"""What an environment is called and what it is of: games by name, versions, and the actions as data."""

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

# What an illegal action does: it raises IllegalAction, or it ends the game, which the side that chose it loses.
Illegal = Literal["raise", "lose"]


def loses(illegal: Illegal) -> bool:
    """Says whether an illegal action loses the game; raises BadInput for any other word."""
    if illegal not in ("raise", "lose"):
        raise BadInput(f"There is no illegal “{illegal}”. There are: raise, lose.")
    return illegal == "lose"


def whole(what: str, value: SupportsIndex) -> int:
    """Returns a whole number of any kind as Python's; raises BadInput with `what` it is for anything else."""
    try:
        return index(value)
    except TypeError:
        raise BadInput(f"{what} is a whole number, not {value!r}.") from None


def render_mode_of(mode: str | None, modes: Collection[str]) -> str | None:
    """Returns a render mode; raises BadInput for one that the environment lacks."""
    if mode is not None and mode not in modes:
        raise BadInput(f"There is no render mode “{mode}”. There are: {', '.join(modes)}.")
    return mode


class ActionRow(NamedTuple):
    """An action of the fixed space: its number, its notation, the verb, and the card that it is about (None: none)."""

    number: int
    notation: str
    verb: str
    card: str | None


def game_of(game: Game | str, options: Mapping[str, str | int] | None) -> Game:
    """A loaded game, or one that is loaded by its slug; raises BadInput for both a loaded game and options."""
    if isinstance(game, str):
        return load(game, options)
    if options:
        raise BadInput("A loaded game has its options already: give them to `grognard.load`.")
    return game


def environment_id(game: Game) -> str:
    """`grognard/SLUG-vN`: N rises with every change of the rules and of the layout."""
    return f"grognard/{game.slug}-v{game.spec.meta.rules + game.layout.version - 1}"


def info(game: Game) -> dict[str, int]:
    """What a result must state beside the game: the versions of rules and layout, and a hash of options and numbers.

    Whole numbers alone, for libraries that keep what they are told in tensors; the hash has 48 bits.
    """
    chosen = json.dumps([dict(game.options), game.overrides], sort_keys=True)
    return {
        "rules": game.spec.meta.rules,
        "layout": game.layout.version,
        "options": int.from_bytes(hashlib.sha256(chosen.encode()).digest()[:6], "big"),
    }


def actions(game: Game) -> list[ActionRow]:
    """Every action there can ever be, by its number."""
    space = game.actions
    cards = [None if card == NO_CARD else game.pieces[card] for card in space.card]
    return [ActionRow(n, space.notations[n], space.verbs[n], cards[n]) for n in range(len(space))]
