"""Parameters that a designer can change: a number on a card or a house rule, with its possible values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.kernel.content.card_numbers import with_more
from grognard.kernel.content.fields import read_number
from grognard.kernel.errors import BadInput, GrognardError
from grognard.registry import load

if TYPE_CHECKING:
    from grognard.kernel.game import Game

Value = str | int
Setting = dict[str, Value]  # the differences from the starting rules, by key

MOST_CELLS: Final = 400
RANGE: Final = re.compile(r"(-?\d+)\s*\.\.\s*(-?\d+)")


class Parameter(msgspec.Struct, frozen=True):
    """A number on a card (`CARD.FIELD`) or a house rule, the values to try, and its current value, `now`.

    `now` is None if the card has no such number, or decks differ in it.
    """

    key: str
    values: list[Value]
    now: Value | None


def is_number(key: str) -> bool:
    """Says whether this is a number on a card rather than a house rule."""
    return "." in key


def with_values(game: Game, setting: Mapping[str, Value]) -> Game:
    """Returns the game with these parameters set, all else unchanged; raises BadInput for impossible values."""
    numbers = {key: int(value) for key, value in setting.items() if is_number(key)}
    options = {key: value for key, value in setting.items() if not is_number(key)}
    return load(game.slug, {**game.options, **options}, with_more(game.overrides, numbers))


def setting_text(setting: Mapping[str, Value]) -> str:
    """Formats a setting as `Old Guard.force=5, strip=any_tactics`."""
    return ", ".join(f"{key}={value}" for key, value in setting.items())


def current_value(game: Game, key: str) -> Value | None:
    """Returns the current value of a parameter; None if the card has no such number, or decks differ in it."""
    if not is_number(key):
        return game.options.get(key)
    rows, field = game.spec.card_table.find(key)
    found = {game.cards[row].columns[field] for row in rows}
    value = found.pop() if len(found) == 1 else None
    return value if isinstance(value, int) else None


def numbers_of(game: Game) -> list[str]:
    """Returns the keys of all numbers on the cards, in the order of the card table. A deck is named if decks differ."""
    table = game.spec.card_table
    keys = [(card.deck, f"{card.name}.{field}") for card in table.cards for field in table.on(card)]
    return list(dict.fromkeys(f"{deck}/{key}" if current_value(game, key) is None else key for deck, key in keys))


def house_rule(game: Game, key: str) -> Parameter:
    """Returns a house rule with all its values; raises BadInput for an unknown key."""
    for option in game.spec.meta.options:
        if option.key == key:
            return Parameter(key, list(option.values), game.options[key])
    raise BadInput(
        f"There is no option “{key}”. Choose from: {', '.join(option.key for option in game.spec.meta.options)}. "
        "A number on a card is written as CARD.FIELD."
    )


def read_parameter(game: Game, text: str) -> Parameter:
    """Reads a parameter of a command: `CARD.FIELD=1..6`, `option=a,b`, or a house rule alone for all its values.

    Raises BadInput for unknown keys, and for values that are missing or that the game refuses.
    """
    key, equals, listed = (part.strip() for part in text.partition("="))
    if not key or (equals and not listed):
        raise BadInput("write CARD.FIELD=1..6 or OPTION=A,B.")
    if not is_number(key):
        rule = house_rule(game, key)
        if not equals:
            return rule
    elif not equals:
        game.spec.card_table.range_of(key)  # report an unknown card first
        raise BadInput(f"give the values to try, such as “{key}=1..6”.")
    words = [value for word in listed.split(",") for value in _spread(word.strip())]
    values = [_value(with_values(game, {key: read_number(word) if is_number(key) else word}), key) for word in words]
    repeated = next((value for place, value in enumerate(values) if value in values[:place]), None)
    if repeated is not None:
        raise BadInput(f"{repeated} is listed twice.")
    return Parameter(key, values, current_value(game, key))


def _value(game: Game, key: str) -> Value:
    """Returns the value as the game has read it."""
    return game.overrides[key] if is_number(key) else game.options[key]


def _spread(word: str) -> list[str]:
    """Returns the numbers of a range such as `1..6`, or the word itself."""
    found = RANGE.fullmatch(word)
    if found is None:
        if not word or word.startswith("..") or word.endswith(".."):
            raise BadInput(f"“{word}” is not a value; write a range as 1..6.")
        return [word]
    low, high = read_number(found[1]), read_number(found[2])
    if low > high:
        raise BadInput(f"“{word}” is empty: write the lower number first.")
    if high - low >= MOST_CELLS:
        raise BadInput(f"“{word}” has more than {MOST_CELLS} values.")
    return [str(number) for number in range(low, high + 1)]


def combinations(game: Game, parameters: Sequence[Parameter]) -> list[Setting]:
    """Returns every combination of the parameters' values; the last parameter changes fastest.

    Raises BadInput for more than `MOST_CELLS`, and for one that the game refuses.
    """
    count = 1
    for parameter in parameters:
        count *= len(parameter.values)
    if count > MOST_CELLS:
        raise BadInput(f"These values make {count:,} combinations; at most {MOST_CELLS} are allowed.")
    keys = [parameter.key for parameter in parameters]
    found = [
        dict(zip(keys, values, strict=True)) for values in product(*(parameter.values for parameter in parameters))
    ]
    for setting in found:
        try:
            with_values(game, setting)
        except GrognardError as error:
            raise BadInput(f"{setting_text(setting)}: {error}") from error
    return found


def by_one(game: Game) -> list[Parameter]:
    """Returns every number on the cards, with one less and one more as its values, where a card can have them."""
    found = []
    for key in numbers_of(game):
        value = current_value(game, key)
        assert isinstance(value, int)
        possible = game.spec.card_table.range_of(key)
        found.append(Parameter(key, [one for one in (value - 1, value + 1) if one in possible], value))
    return found
