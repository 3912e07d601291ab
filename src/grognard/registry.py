"""Finds and loads games: every folder of `grognard.games` is one, and so is every game of your own.

A game of your own is a folder in one of the folders that the environment variable GROGNARD_GAMES names, or a package
with an entry point in the group `grognard.games`. Nothing else can name one: its code runs in this program.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from grognard.kernel.errors import GrognardError, NotFound
from grognard.kernel.game import Game, GameSpec
from grognard.own_games import OwnGame, all_own_games, our_games


class _Found(NamedTuple):
    """What a search for games has found: the package of each game by slug, and a sentence for each fault."""

    packages: dict[str, str]
    own: list[OwnGame]
    clashes: list[str]


# The games that cannot be played, with a sentence that says why.
_left_out: Final[dict[str, str]] = {}


def registered_names() -> list[str]:
    """Returns the slugs of all games that can be played, in order.

    Raises BadInput if GROGNARD_GAMES names a folder that is not there.
    """
    packages = _found().packages
    return sorted(slug for slug in packages if slug not in _left_out)


def own_games() -> list[OwnGame]:
    """Returns the games that are not part of Grognard and can be played, in order."""
    return [own for own in _found().own if own.slug not in _left_out]


def faults() -> list[str]:
    """Returns a sentence for each game that cannot be played."""
    return [*_found().clashes, *_left_out.values()]


def leave_out(slug: str, why: str) -> None:
    """Takes a game out of the list, because something in its folder is wrong. The others stay."""
    source = next((own.source for own in _found().own if own.slug == slug), "")
    _left_out[slug] = _sentence(slug, source, why)


def spec(slug: str) -> GameSpec:
    """Returns the `SPEC` of a game; raises NotFound with the known games."""
    packages = _found().packages
    if slug in _left_out:
        # Visitors of a server should not see its paths.
        raise NotFound(f"The game “{slug}” is left out, because something in it is wrong: see `grognard games`.")
    if slug not in packages:
        raise NotFound(f"There is no game “{slug}”. Choose from: {', '.join(registered_names())}.")
    return _spec_in(packages[slug])


def for_players() -> list[GameSpec]:
    """Returns all games in the order for players: the one for newcomers first, then the others."""
    return sorted(map(spec, registered_names()), key=lambda found: not found.meta.first)


def load(
    slug: str,
    options: Mapping[str, str | int] | None = None,
    overrides: Mapping[str, str | int] | None = None,
) -> Game:
    """Loads a game with its house rules and changes to its cards.

    `options` are the house rules that differ from their defaults. `overrides` changes cards: `{"CARD.FIELD": 4}` a
    number, and the fields `name`, `text` and `look` what people read and see. In games that allow it, `copies` is the
    number of copies, and `{"NEW.like": "CARD"}` adds a card. Raises NotFound or BadInput with a sentence that lists the
    valid names.
    """
    return Game(spec(slug), options, overrides)


def load_stored(
    slug: str,
    options: Mapping[str, str | int] | None = None,
    overrides: Mapping[str, str | int] | None = None,
) -> Game:
    """Loads the game of a journal, a table or a deal, whose card numbers nobody gives now.

    They may be numbers that `load` refuses today, because earlier versions allowed from 0 to 99 on any card.
    """
    return Game(spec(slug), options, overrides, is_stored=True)


def _spec_in(package: str) -> GameSpec:
    found: GameSpec = importlib.import_module(package).SPEC
    return found


@cache
def _found() -> _Found:
    """Searches for games once, and loads each game of your own to see whether it works."""
    packages = our_games()
    found = _Found(packages, [], [])
    for own in all_own_games():
        if own.slug in packages:
            found.clashes.append(_sentence(own.slug, own.source, "there is another game with this name."))
            continue
        packages[own.slug] = own.package
        found.own.append(own)
        if fault := _fault(own):
            _left_out[own.slug] = _sentence(own.slug, own.source, fault)
    return found


def fault_of(error: BaseException) -> str:
    """Returns an error in a game of your own as a sentence."""
    if isinstance(error, GrognardError):
        return str(error)
    if "interpreted classes cannot inherit from compiled" in str(error):
        return (
            "it is not compiled. Set GROGNARD_PLAIN=1 to play it in plain Python, where computers need more time "
            "to think, or compile it with `grognard game compile`."
        )
    text = str(error)
    return f"{type(error).__name__}: {text}".rstrip(": ") + ("" if text.endswith((".", "!", "?")) else ".")


def _fault(own: OwnGame) -> str:
    """Returns the fault of a game of your own; an empty string if it loads."""
    try:
        slug = Game(_spec_in(own.package)).slug
    except Exception as error:  # its code can do anything
        return fault_of(error)
    return "" if slug == own.slug else f"its `META` has the slug “{slug}”, but its folder is called “{own.slug}”."


def _sentence(slug: str, source: str, why: str) -> str:
    return f"The game “{slug}”{f' in {source}' if source else ''} is left out: {why}"
