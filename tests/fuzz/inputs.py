"""What the fuzz run starts from, and how it is spoilt: each input is a function of its kind and one number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import grognard
from grognard.kernel.engine.chance import Generator, stream
from grognard.play.session import Session
from tests.records.record import SLUGS, read

TESTS: Final = Path(__file__).resolve().parents[1]
# What stands in for a part of a text, beside another part of the same text.
ODD: Final = (
    "", "-", "-1", "0", "31", "32", "61", "64", "999999999999999999999999", "9" * 5000, "²", "\u0000", "é", "yes", "no",
    "|", "; ", ", ", " = ", " to ", " from ", "the rest", "the rest of deck", "the discard pile", "game over: ", "- ",
    "[]", "{}", "null", "true", "1.5", "1e999", "\x1b]0;theirs\x07", "\u202eabc", '"', "[" * 500,
)  # fmt: skip
ODD_VALUES: Final[tuple[Any, ...]] = (
    None, True, 1.5, -1, 0, 1, 2, 31, 32, 61, 64, 2**31, 2**62, 2**63, -(2**63), 10**400, float("nan"), "", "x", "²",
    [], [[]], {}, [None], ["x"], [-1], [2**70],
)  # fmt: skip


class Dice:
    """The choices of one input."""

    def __init__(self, kind: str, number: int) -> None:
        self.number = number
        self._numbers = Generator(stream(number, f"fuzz {kind}"))

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return self._numbers.below(n)

    def one_of(self, listed: Sequence[Any]) -> Any:
        """A member of a list."""
        return listed[self.below(len(listed))]


@dataclass(frozen=True)
class Position:
    """A stored position, and the house rules of its game."""

    slug: str
    options: dict[str, str | int]
    numbers: dict[str, int]
    text: str


@cache
def scenario_files() -> list[Path]:
    """All scenario files and guides."""
    source = Path(grognard.__file__).parent / "games"
    return [*sorted((TESTS / "games").rglob("*.md")), *sorted(source.rglob("guide.md"))]


@cache
def _recorded() -> list[tuple[str, list[str]]]:
    """Journals of all games, and stored positions of each."""
    found = [(record.text, [bytes(raw).decode() for raw in record.positions.values()])
             for slug in SLUGS for record in read(slug)]  # fmt: skip
    for slug in grognard.registered_names():
        session = Session(grognard.load(slug), 7, ["human"] * grognard.load(slug).num_players())
        positions = []
        while session.outcome() is None and len(session.journal.entries) < 400:
            legal = session.state.legal_actions()
            session.play(session.state.current_player(), legal[len(session.journal.entries) * 7 % len(legal)])
            positions.append(session.state.serialize())
        found.append((session.journal.to_text(), positions))
    return found


@cache
def journals() -> list[str]:
    """Journals of all games."""
    return [journal for journal, _ in _recorded()]


@cache
def positions() -> list[Position]:
    """Stored positions of all games."""
    found = []
    for journal, texts in _recorded():
        header = json.loads(journal.splitlines()[0])
        found += [Position(header["game"], header["options"], header["numbers"], text) for text in texts]
    return found


def spoilt_text(text: str, dice: Dice) -> bytes:
    """A text with one to three changes: bytes, words and lines of it."""
    for _n in range(1 + dice.below(3)):
        text = dice.one_of((_word_changed, _word_changed, _word_changed, _line_changed))(text, dice)
    data = bytearray(text.encode())
    if dice.below(4) == 0 and data:
        for _n in range(1 + dice.below(4)):
            at = dice.below(len(data))
            data[at : at + dice.below(3)] = bytes([dice.below(256)] * dice.below(3))
    return bytes(data)


def spoilt_lines(text: str, dice: Dice) -> bytes:
    """A text spoilt as such, or in the data of one of its lines where that is JSON."""
    lines = text.splitlines() or [""]
    at = dice.below(len(lines)) if dice.below(2) else 0
    if dice.below(2):
        with suppress(ValueError):
            lines[at] = json.dumps(spoilt_data(json.loads(lines[at]), dice))
            return "\n".join(lines).encode()
    return spoilt_text(text, dice)


def _words(text: str) -> list[tuple[int, int]]:
    """Where the words of a text are: what stands between separators."""
    found, begin = [], 0
    for at, letter in enumerate(text + "\n"):
        if letter in '|,;="\n:[]{}':
            if text[begin:at].strip():
                found.append((begin, at))
            begin = at + 1
    return found


def _word_changed(text: str, dice: Dice) -> str:
    places = _words(text)
    if not places:
        return text
    begin, end = dice.one_of(places)
    other = dice.one_of(places)
    new = dice.one_of(ODD) if dice.below(3) == 0 else text[slice(*other)]
    return text[:begin] + new + text[end:]


def _line_changed(text: str, dice: Dice) -> str:
    lines = text.splitlines(keepends=True) or [""]
    at = dice.below(len(lines))
    how = dice.below(3)
    if how == 0:
        del lines[at]
    elif how == 1:
        lines.insert(at, dice.one_of(lines))
    else:
        other = dice.below(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    return "".join(lines)


def spoilt_data(value: Any, dice: Dice) -> Any:
    """Plain data with one value changed: for an odd one, for that of another place, or left out."""
    places = list(_places(value))
    if not places:
        return deepcopy(dice.one_of(ODD_VALUES))
    holder, key = dice.one_of(places)
    other, from_key = dice.one_of(places)
    how = dice.below(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder[key], int) and not isinstance(holder[key], bool):
        holder[key] += dice.below(9) - 4
    elif how == 2:
        holder[key] = deepcopy(dice.one_of(ODD_VALUES))
    elif how == 3 and isinstance(holder[key], list):
        holder[key] = holder[key] * (1 + dice.below(40))
    else:
        holder[key] = deepcopy(other[from_key])
    return value


def _places(value: Any) -> Any:
    """All that can be changed: a list or dict, and a place in it."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


@cache
def positions_of(slug: str) -> list[Position]:
    """The stored positions of one game."""
    return [position for position in positions() if position.slug == slug]


def bent(stored: Position, dice: Dice) -> Any:
    """A stored position with some facts of it changed for others that its game knows: not spoilt in form."""
    data = json.loads(stored.text)
    facts = data["position"]
    others = json.loads(dice.one_of(positions_of(stored.slug)).text)["position"]
    for _n in range(1 + dice.below(4)):
        key = dice.one_of(list(facts))
        value = facts[key]
        how = dice.below(4)
        if how == 0:
            key = "phase"
            facts[key] = others.get(key, facts[key])
        elif how == 1:
            facts[key] = others.get(key, value)
        elif isinstance(value, bool):
            facts[key] = not value
        elif isinstance(value, int):
            facts[key] = value + dice.below(5) - 2
        elif isinstance(value, list) and value:
            to = dice.one_of([name for name, fact in facts.items() if isinstance(fact, list)])
            facts[to].append(value.pop(dice.below(len(value))))
    if dice.below(8) == 0:
        frames = data["kernel"]["frames"]
        frames.insert(dice.below(len(frames) + 1), dice.below(32))
    return data
