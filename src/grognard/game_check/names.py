"""The names of cards: designers change them, so no text and no sentence may contain the one on the printed card."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from grognard.art.looks import read_looks
from grognard.game_check.evidence import Evidence
from grognard.game_check.findings import Finding, failed, several, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game, GameSpec
from grognard.kernel.views.view import CardView, EventView
from grognard.lab.random_games import play
from grognard.registry import load, spec
from grognard.scenarios.tips import tips

# In a test folder: regular expressions for where the name of a card is an ordinary word, or that of a game, a phase, a
# type or a class of cards.
ORDINARY: Final = "ordinary.txt"
PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}")
# The fields that identify something, for programs.
KEYS: Final = frozenset({
    "alike", "card", "clause", "face", "facts", "game", "handle", "key", "kind", "notation", "object", "phase", "place",
    "seats", "title", "type", "verb", "who", "whom",
})  # fmt: skip
CODES: Final = 64  # more than any game has for refusals
GAMES: Final = 4  # random games that are played with other names
MOST_DECISIONS: Final = 400  # of each game that are checked


@cache
def pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of these names as words, a longer one before one that is part of it."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(r"(?<!\w)(" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")


# -- texts ---------------------------------------------------------------------------------------------------------


class Text(NamedTuple):
    """A text before it is filled, its file, and the step in which you write that file."""

    text: str
    file: str
    step: int


def texts(of: GameSpec) -> Iterator[Text]:
    """Yields the texts of a game: handbook, notes, lines, printed parts and tips."""
    for line in of.folder.joinpath("handbook.md").read_text(encoding="utf-8").splitlines():
        yield Text(line, "handbook.md", 1)
    drawn = read_looks(of.folder)
    for card in of.cards:
        yield Text(card.unfilled_notes, "cards.csv", 1)
        yield Text(drawn.of(card).line, "looks.toml", 7)
    kit = of.folder.joinpath("print.toml")
    if kit.is_file():
        yield from (Text(one, "print.toml", 7) for one in _strings(tomllib.loads(kit.read_text(encoding="utf-8"))))
    for tip in tips(of):
        yield Text(tip.say, "tips.md", 9)


def _strings(part: object) -> Iterator[str]:
    """Yields all texts in a part of `print.toml`."""
    if isinstance(part, str):
        yield part
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _strings(one)


def exceptions(tests: Path | None) -> list[str]:
    """Returns the exceptions of a game, from the folder of its tests; none if it has no file of them."""
    file = tests / ORDINARY if tests is not None else None
    lines = file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else []
    return [line for line in lines if not line.startswith("# ")]


def plain_names(of: GameSpec, tests: Path | None) -> Iterator[tuple[str, Text]]:
    """Yields the names of cards that a text contains without braces, each with the text."""
    longest_first = sorted({card.name for card in of.cards}, key=len, reverse=True)
    names = re.compile(rf"(?<![\w/-])({'|'.join(map(re.escape, longest_first))})(?=s?(?!\w))")
    ordinary = re.compile("|".join(exceptions(tests)) or "(?!)")
    for one in texts(of):
        if found := names.search(ordinary.sub("", PLACEHOLDER.sub("", one.text))):
            yield found[0], one


def plain_name_faults(of: GameSpec, where: GameFolder) -> Iterator[Finding]:
    """Looks for names without braces in the texts of a game, if its exceptions are at hand: they are with its tests."""
    if where.tests is None:
        return
    for name, (text, file, step) in plain_names(of, where.tests):
        said = f"write {{{name}}} in “{text}”, or say what the card is: designers rename cards."
        also = f" If the word means something else there, add a regular expression for the place to {ORDINARY}."
        yield wrong(step, file, said + also)


# -- sentences -----------------------------------------------------------------------------------------------------


def told(picture: Any) -> Iterator[str]:
    """Yields everything in a view, an event or an outcome that people read, without the text printed on a card."""
    if isinstance(picture, str):
        yield picture
    elif isinstance(picture, list | tuple):
        for one in picture:
            yield from told(one)
    elif isinstance(picture, msgspec.Struct):
        untold = {"text"} if isinstance(picture, CardView) else {"cards"} if isinstance(picture, EventView) else set()
        for field in picture.__struct_fields__:
            if field not in KEYS | untold:
                yield from told(getattr(picture, field))


@cache
def standard_names(slug: str, sentence: str) -> set[str]:
    """Returns the names of the printed cards in a sentence, as words."""
    cards, pieces = spec(slug).cards, load(slug).pieces
    return set(pattern(tuple(sorted({card.name for card in cards} | {*pieces}))).findall(sentence))


def other_names(of: GameSpec) -> dict[str, str]:
    """Returns changes that give each card a name that is no word."""
    keys = sorted({card.name for card in of.cards})
    words = (f"Q{first}{second}x" for first, second in product("abcdefgh", "abcdefghijklmnopqrstuvwxyz"))
    return {f"{key}.name": word for key, word in zip(keys, words, strict=False)}


def sentence_faults(evidence: Evidence) -> Iterator[Finding]:
    """Plays some games in which every card has another name; yields the sentences with a name that is not its."""
    said: set[str] = set()
    try:
        game = load(evidence.spec.meta.slug, overrides=other_names(evidence.spec))
        for seed in range(GAMES):
            for number, state in enumerate(play(game, seed)):
                if number > MOST_DECISIONS:
                    break
                for sentence in _sentences(game, state):
                    names = standard_names(game.slug, sentence)
                    if names and sentence not in said:
                        said.add(sentence)
                        text = (
                            f"a designer may rename {several(sorted(names))}, but “{sentence}” keeps the name. Ask the "
                            "position for it (`position.game.names`), or say what the card is."
                        )
                        yield wrong(5, "text/", text)
    except Exception as error:  # the code of a game can do anything
        yield failed(5, "text/", error, evidence.where, "With other names on its cards, the game fails")


def _sentences(game: Game, state: State) -> Iterator[str]:
    for viewer in (None, *range(game.num_players())):
        yield from told(state.view(viewer))
    yield from told(state.outcome())
    for event in state.events(None):
        yield from told(game.event_view(event))
    for code in range(1, CODES if not state.is_terminal() else 0):
        with suppress(KeyError):
            yield from told(game.spec.wording.reason(state, code))
