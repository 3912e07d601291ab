"""Bots by name: the levels a game offers, and others for measuring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from grognard.bots.base import Bot, Random
from grognard.bots.greedy import Greedy
from grognard.bots.ismcts import Ismcts
from grognard.bots.policy import Perfect, is_solved, policy_of
from grognard.bots.softmax_bot import SoftmaxBot
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.play.players import LEVELS

# What to expect of each, for those who choose an opponent.
ABOUT: Final[Mapping[str, str]] = {
    "recruit": "knows the rules and little more: good company for a first game",
    "regular": "looks one move ahead, and is often content with less than the best",
    "greedy": "looks one move ahead, and takes what is there",
    "veteran": "thinks several moves ahead, in no time",
    "marshal": "thinks for up to a second: hard to beat",
    "perfect": "cannot be outplayed",
}

# The levels that search, and their styles: what each is like, and its `style`. A level without one is steady. The
# marshal's effort is bounded by the processor's time too, for slow machines.
STYLED: Final[Mapping[str, Callable[..., Bot]]] = {
    "veteran": partial(Ismcts, effort=32),
    "marshal": partial(Ismcts, 50, seconds=1.0, effort=1000),
}
STYLES: Final[Mapping[str, tuple[str, int]]] = {
    "bold": ("attacks where others wait", 1),
    "cautious": ("waits where others attack", -1),
}

# Everybody whom a table or a journal may name: the levels, and chance itself. How they fare against each other stands
# in bench/strength.md.
BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Random,
    "recruit": lambda: SoftmaxBot(rank=0, cap=0.3),
    "regular": lambda: SoftmaxBot(rank=1, cap=0.06),
    "greedy": Greedy,
    **{
        f"{level}{suffix}": partial(search, style=style)
        for level, search in STYLED.items()
        for suffix, style in [("", 0), *((f"-{name}", style) for name, (_, style) in STYLES.items())]
    },
}
# Seconds that an answer takes at a table of the server, for the others to see, whatever the bot holds: of one that does
# not search, of one that does, and how many times the seconds of one that searches for so long.
QUICK: Final = 0.02
SEARCH: Final = 0.4
ALLOWANCE: Final = 1.5
# How much of that all searches of one choice take at most, since everything else takes time too; and how much of the
# rest the next of them takes, since a choice may have further steps.
FOR_THOUGHT: Final = 0.9
PART: Final = 0.75
# Who plays a solved game.
PERFECT: Final = "perfect"
# Those that can be named by their settings, for measuring.
KINDS: Final[Mapping[str, Callable[..., Bot]]] = {"greedy": Greedy, "ismcts": Ismcts, "softened": SoftmaxBot}


def about_levels(game: Game) -> dict[str, str]:
    """The levels that a game offers, in rising order, and what to expect of each.

    Where the game is solved, `perfect` takes the place of those that search.
    """
    without = [name for name in LEVELS if isinstance(bot(name), Ismcts)] if is_solved(game) else [PERFECT]
    return {name: about for name, about in ABOUT.items() if name not in without}


def level_of(name: str) -> str:
    """The level of a bot of any style."""
    return name.partition("-")[0]


def bots_of(game: Game) -> list[str]:
    """The bots that a table of this game may seat."""
    return [*BOTS, *([PERFECT] if is_solved(game) else [])]


def bot(name: str) -> Bot:
    """The bot of this name; raises NotFound with the names there are.

    A bot can also be named by its kind and settings, for measuring: `ismcts:iterations=1000+turns=2`.
    """
    kind, colon, settings = name.partition(":")
    if colon and kind in KINDS:
        return _by_settings(name, kind, settings)
    if name == PERFECT:
        return Perfect()
    if name not in BOTS:
        raise NotFound(f"There is no bot “{name}”. There are: {', '.join(BOTS)}.")
    return BOTS[name]()


def bot_for(game: Game, name: str) -> Bot:
    """The bot of this name; raises NotFound if there is none, or it cannot play this game."""
    found = bot(name)
    if name == PERFECT:
        policy_of(game)
    return found


def answer_seconds(name: str) -> float:
    """The seconds that an answer of this bot takes at a table of the server, or a multiple of them."""
    found = bot(name)
    if not found.searches:
        return QUICK
    return (ALLOWANCE * found.seconds if isinstance(found, Ismcts) else 0.0) or SEARCH


def seconds_left(name: str, spent: float) -> float:
    """After so many seconds since it was asked: how many are left until an answer of this bot may be seen."""
    allotted = answer_seconds(name)
    return allotted - spent % allotted


def time_for(name: str, thought: float) -> float:
    """Returns the processor's seconds for a bot's next search, given those of earlier steps of its choice.

    They do not depend on how busy the machine is.
    """
    allotted = FOR_THOUGHT * answer_seconds(name)
    return PART * (allotted - thought % allotted)


def _by_settings(name: str, kind: str, settings: str) -> Bot:
    try:
        parts = [part.partition("=") for part in settings.split("+")]
        given: dict[str, Any] = {key: float(value) if "." in value else int(value) for key, _, value in parts}
        return KINDS[kind](**given)
    except (TypeError, ValueError) as error:
        raise BadInput(f"“{name}” is no bot. Write its settings as in ismcts:iterations=1000+turns=2.") from error
