"""Bots by name: the levels that a game offers, and others for measuring."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from grognard.bots.base import Bot, Random
from grognard.bots.greedy import Greedy
from grognard.bots.guided import Guided
from grognard.bots.ismcts import Ismcts
from grognard.bots.learned import Prodigy, has_learned, learned_network, learned_player
from grognard.bots.policy import Perfect, is_solved, policy_of
from grognard.bots.softmax_bot import SoftmaxBot
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.play.players import LEVELS

# A description of each level, for people who choose an opponent.
ABOUT: Final[Mapping[str, str]] = {
    "recruit": "knows the rules and little more: good company for a first game",
    "regular": "looks one move ahead, and often settles for less than the best",
    "greedy": "grabs the best move it sees and never plans ahead",
    "veteran": "thinks several moves ahead, and answers at once",
    "marshal": "thinks for up to a second: hard to beat",
    "prodigy": "learned by playing millions of games against itself; under house rules, veteran plays instead",
    "perfect": "cannot be outplayed",
}

# The levels that search, and their styles: a description of each, and its `style`. A level without a style is steady.
# The marshal's effort is also limited by processor time, for slow machines.
STYLED: Final[Mapping[str, Callable[..., Bot]]] = {
    "veteran": partial(Ismcts, veteran=1),
    "marshal": partial(Ismcts, 50, seconds=1.0, effort=1000),
}
STYLES: Final[Mapping[str, tuple[str, int]]] = {
    "bold": ("attacks where others wait", 1),
    "cautious": ("waits where others attack", -1),
}

# Opponents for first games (see `FirstGame`), in games where no level loses to a beginner about half the time: how each
# differs from its level. Their temperature is the same in every game. bench/strength.md has their results.
SHARP: Final = "-sharp"
TUTORS: Final[Mapping[str, tuple[str, Callable[[], Bot]]]] = {
    "recruit-gentle": ("lets more chances slip", lambda: SoftmaxBot(temper=0.4, cap=1.0)),
    f"recruit{SHARP}": ("makes fewer mistakes", lambda: SoftmaxBot(temper=0.025, cap=0.3)),
    "regular-gentle": ("makes more mistakes", lambda: SoftmaxBot(temper=0.009, cap=0.3)),
}

# Every bot that a table or a journal may name: the levels, and chance itself. Their results against each other are in
# bench/strength.md.
BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": Random,
    "recruit": lambda: SoftmaxBot(rank=0, cap=0.3),
    **{name: make for name, (_, make) in TUTORS.items()},
    "regular": lambda: SoftmaxBot(rank=1, cap=0.06),
    "greedy": Greedy,
    **{
        f"{level}{suffix}": partial(search, style=style)
        for level, search in STYLED.items()
        for suffix, style in [("", 0), *((f"-{name}", style) for name, (_, style) in STYLES.items())]
    },
}
# Seconds from question to visible answer at a server's table, whatever cards the bot holds: for a bot that does not
# search, for one that does, and, for one with a time limit of its own, as a multiple of that limit.
QUICK: Final = 0.02
SEARCH: Final = 0.4
ALLOWANCE: Final = 1.5
# The part of that time that all searches of one choice may take, since everything else takes time too; and the part of
# the rest for the next search, since a choice may have further steps.
FOR_THOUGHT: Final = 0.9
PART: Final = 0.75
# The level that plays a solved game, and the level that has learned a game.
PERFECT: Final = "perfect"
PRODIGY: Final = "prodigy"
STAND_IN: Final = "veteran"  # plays in place of the prodigy under rules that it has not learned
# Kinds of bots that can be named by their settings, for measuring.
KINDS: Final[Mapping[str, Callable[..., Bot]]] = {
    "greedy": Greedy,
    "guided": partial(Guided, learned_network),
    "ismcts": Ismcts,
    "softened": SoftmaxBot,
}


def about_levels(game: Game) -> dict[str, str]:
    """Returns the levels that a game offers, from weak to strong, with a description of each.

    In a solved game, `perfect` replaces those that search. `prodigy` comes after all others, although its strength
    differs from game to game.
    """
    without = [name for name in LEVELS if isinstance(bot(name), Ismcts)] if is_solved(game) else [PERFECT]
    without += [] if has_learned(game) else [PRODIGY]
    return {name: about for name, about in ABOUT.items() if name not in without}


def about_styles(game: Game) -> dict[str, dict[str, str]]:
    """Returns the styles of each level that a game offers, by the names of their bots: how each differs from the level.

    A recruit or a regular has a style only in the game whose first opponent has it.
    """
    found = {
        level: {f"{level}-{style}": f"about as strong, and {manner}" for style, (manner, _) in STYLES.items()}
        for level in about_levels(game)
        if level in STYLED
    }
    first = game.spec.meta.first_game.opponent
    return found | ({level_of(first): {first: TUTORS[first][0]}} if first in TUTORS else {})


def first_opponent(game: Game) -> str:
    """Returns the bot that a newcomer meets first."""
    return game.spec.meta.first_game.opponent


def easier_than(game: Game, name: str) -> str:
    """Returns the next weaker opponent of a game; empty below the first level, and for a bot that is no level."""
    first = first_opponent(game)
    ladder = [level for level in about_levels(game) if level != PRODIGY]
    if first in TUTORS:
        ladder.insert(ladder.index(level_of(first)) + first.endswith(SHARP), first)
    at = ladder.index(name) if name in ladder else ladder.index(level_of(name)) if level_of(name) in ladder else 0
    return ladder[at - 1] if at else ""


def harder_than(game: Game, name: str) -> str:
    """Returns the next level of a game; empty after the last, and for a bot that is no level."""
    levels = [level for level in about_levels(game) if level != PRODIGY]
    above = levels[levels.index(level_of(name)) + 1 :] if level_of(name) in levels else []
    return above[0] if above else ""


def in_words(name: str) -> str:
    """Returns the level and style of a bot as people read them: “veteran, bold”."""
    return name.replace("-", ", ")


def level_of(name: str) -> str:
    """Returns the level of a bot of any style."""
    return name.partition("-")[0]


def level_for(game: Game, name: str) -> str:
    """Returns this level, or the one that plays in place of the prodigy under rules that it has not learned."""
    return STAND_IN if name == PRODIGY and not has_learned(game) else name


def bots_of(game: Game) -> list[str]:
    """Returns the bots that a table of this game may seat."""
    return [*BOTS, *([PRODIGY] if has_learned(game) else []), *([PERFECT] if is_solved(game) else [])]


def bot(name: str) -> Bot:
    """Returns the bot of this name; raises NotFound with the known names.

    A bot can also be named by its kind and settings, for measuring: `ismcts:iterations=1000+turns=2`.
    """
    kind, colon, settings = name.partition(":")
    if colon and kind in KINDS:
        return _by_settings(name, kind, settings)
    if name == PERFECT:
        return Perfect()
    if name == PRODIGY:
        return Prodigy()
    if name not in BOTS:
        raise NotFound(f"There is no bot “{name}”. Choose from: {', '.join(BOTS)}.")
    return BOTS[name]()


def bot_for(game: Game, name: str) -> Bot:
    """Returns the bot of this name; raises NotFound if there is none, or if it cannot play this game."""
    found = bot(name)
    if name == PERFECT:
        policy_of(game)
    elif name == PRODIGY:
        learned_player(game)
    return found


def answer_seconds(name: str) -> float:
    """Returns how many seconds this bot takes to answer at a server's table; a late answer takes a multiple of that."""
    found = bot(name)
    if not found.searches:
        return QUICK
    return (ALLOWANCE * found.seconds if isinstance(found, Ismcts) else 0.0) or SEARCH


def seconds_left(name: str, spent: float) -> float:
    """Returns how many seconds until this bot's answer may be shown, given the seconds since it was asked."""
    allotted = answer_seconds(name)
    return allotted - spent % allotted


def time_for(name: str, thought: float) -> float:
    """Returns the processor time in seconds for a bot's next search, given the time for earlier steps of its choice.

    The time does not depend on how busy the machine is.
    """
    allotted = FOR_THOUGHT * answer_seconds(name)
    return PART * (allotted - thought % allotted)


def _by_settings(name: str, kind: str, settings: str) -> Bot:
    try:
        parts = [part.partition("=") for part in settings.split("+")]
        given: dict[str, Any] = {key: float(value) if "." in value else int(value) for key, _, value in parts}
        return KINDS[kind](**given)
    except (TypeError, ValueError) as error:
        raise BadInput(f"“{name}” is not a bot. Write its settings as in ismcts:iterations=1000+turns=2.") from error
