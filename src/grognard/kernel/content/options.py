"""House rules: each an option with a default, its values and the clause it changes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from grognard.kernel.errors import BadInput


class Option(msgspec.Struct, frozen=True):
    """One house rule. The first value is the default; `words` describe each value, and `help` adds anything else.

    Pages show the rules of one `group` together.
    """

    key: str
    label: str
    clause: str
    values: tuple[str | int, ...]
    words: tuple[str, ...]
    help: str = ""
    group: str = ""
    # The house rules that it needs to have an effect.
    only_with: Mapping[str, str | int] = {}

    @property
    def default(self) -> str | int:
        """The value used unless another is chosen."""
        return self.values[0]

    def told(self, value: str | int) -> str:
        """Returns the meaning of a value, capitalized to start a sentence."""
        return self.words[self.values.index(value)]

    def setting(self, value: str | int) -> dict[str, str | int]:
        """Returns the house rules needed to try a value; all others stay at their defaults."""
        return {**self.only_with} if value == self.default else {**self.only_with, self.key: value}

    def read(self, value: str | int) -> str | int:
        """Returns the value that matches a text; raises BadInput, which lists the values."""
        for candidate in self.values:
            if str(candidate) == str(value):
                return candidate
        choices = ", ".join(str(v) for v in self.values)
        raise BadInput(f"The option {self.key} can be {choices}, not “{value}”.", self.clause)


class HouseRules:
    """The house rules of a loaded game, as its code reads them; a misspelled key or value raises LookupError."""

    def __init__(self, options: Iterable[Option], chosen: Mapping[str, str | int]) -> None:
        self._values = {option.key: option.values for option in options}
        self._chosen = chosen

    def is_(self, key: str, *values: str | int) -> bool:
        """Returns whether this house rule has one of these values."""
        chosen = self._of(key)
        for value in values:
            if value not in self._values[key]:
                raise LookupError(f"The house rule “{key}” has no value “{value}”.")
        return chosen in values

    def number(self, key: str) -> int:
        """Returns the value of a house rule that is a number."""
        return int(self._of(key))

    def text(self, key: str) -> str:
        """Returns the value of a house rule that is a word."""
        return str(self._of(key))

    def _of(self, key: str) -> str | int:
        if key not in self._values:
            raise LookupError(f"There is no house rule “{key}”.")
        return self._chosen[key]


class Clash(msgspec.Struct, frozen=True):
    """House rules that exclude each other: values of one option and values of another, with the reason."""

    option: str
    values: tuple[str | int, ...]
    other: str
    others: tuple[str | int, ...]
    why: str
    clause: str

    def is_in(self, options: Mapping[str, str | int]) -> bool:
        """Returns whether the options include a value from each side of the clash."""
        return options[self.option] in self.values and options[self.other] in self.others


def non_default(options: Sequence[Option], given: Mapping[str, str | int]) -> dict[str, str | int]:
    """Returns the house rules that differ from their defaults."""
    return {o.key: given[o.key] for o in options if o.key in given and given[o.key] != o.default}


def grouped(options: Iterable[Option]) -> dict[str, list[Option]]:
    """Returns house rules by group, each group in the position of its first rule."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.group, []).append(option)
    return found


def with_defaults(
    options: Sequence[Option], given: Mapping[str, str | int], clashes: Sequence[Clash] = ()
) -> dict[str, str | int]:
    """Returns every option with its given or default value; raises BadInput for unknown options, values and clashes."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise BadInput(f"There is no option “{key}”. The options are: {', '.join(known)}.")
    found = {key: option.read(given[key]) if key in given else option.default for key, option in known.items()}
    for clash in clashes:
        if clash.is_in(found):
            raise BadInput(clash.why, clash.clause)
    return found


_KEY: Final = re.compile(r"`(?P<key>\w+)`(?: = `(?P<value>\w+)`)?")


def with_labels(text: str, options: Iterable[Option]) -> str:
    """Returns a text with house rules as the set-up page names them: “Troops” for `troops`.

    Values have their words too: “River: Its owner only” for `river` = `owner`, or, once the rule has been named, “Its
    owner only” for `owner`.
    """
    known = {option.key: option for option in options}
    words: dict[str, str] = {}  # for the values of the latest rule

    def labelled(found: re.Match[str]) -> str:
        nonlocal words
        option, value = known.get(found["key"]), found["value"]
        if option is None:
            return f"“{words[found['key']]}”" if found["key"] in words else found[0]
        words = {str(one): word.rstrip(".") for one, word in zip(option.values, option.words, strict=True)}
        return f"“{option.label}: {words[value]}”" if value in words else f"“{option.label}”"

    return _KEY.sub(labelled, text)
