"""House rules: each an option with a default, its values and the clause it changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from grognard.kernel.errors import BadInput


class Option(msgspec.Struct, frozen=True):
    """One house rule. The first value is the default; `words` say what each value means, `help` what they do not.

    Rules of one `group` belong together, as people read them.
    """

    key: str
    label: str
    clause: str
    values: tuple[str | int, ...]
    words: tuple[str, ...]
    help: str = ""
    group: str = ""
    # The house rules without which it has no effect.
    only_with: Mapping[str, str | int] = {}

    @property
    def default(self) -> str | int:
        """What is played if nobody says otherwise."""
        return self.values[0]

    def told(self, value: str | int) -> str:
        """What a value means, as the beginning of a sentence."""
        return self.words[self.values.index(value)]

    def setting(self, value: str | int) -> dict[str, str | int]:
        """The house rules that try out a value, all others at their defaults."""
        return {**self.only_with} if value == self.default else {**self.only_with, self.key: value}

    def read(self, value: str | int) -> str | int:
        """The value that was meant; raises BadInput with the values there are."""
        for candidate in self.values:
            if str(candidate) == str(value):
                return candidate
        choices = ", ".join(str(v) for v in self.values)
        raise BadInput(f"The option {self.key} can be {choices}; not “{value}”.", self.clause)


class HouseRules:
    """The house rules of a loaded game, as its code reads them; a misspelt key or value raises LookupError."""

    def __init__(self, options: Iterable[Option], chosen: Mapping[str, str | int]) -> None:
        self._values = {option.key: option.values for option in options}
        self._chosen = chosen

    def is_(self, key: str, *values: str | int) -> bool:
        """Does this house rule have one of these values?"""
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
    """House rules that do not go together: these values of one option with these of another, and why."""

    option: str
    values: tuple[str | int, ...]
    other: str
    others: tuple[str | int, ...]
    why: str
    clause: str

    def is_in(self, options: Mapping[str, str | int]) -> bool:
        """Are both chosen?"""
        return options[self.option] in self.values and options[self.other] in self.others


def non_default(options: Sequence[Option], given: Mapping[str, str | int]) -> dict[str, str | int]:
    """Those of the house rules that are not at their defaults."""
    return {o.key: given[o.key] for o in options if o.key in given and given[o.key] != o.default}


def grouped(options: Iterable[Option]) -> dict[str, list[Option]]:
    """House rules by their groups, each where its first one stands."""
    found: dict[str, list[Option]] = {}
    for option in options:
        found.setdefault(option.group, []).append(option)
    return found


def with_defaults(
    options: Sequence[Option], given: Mapping[str, str | int], clashes: Sequence[Clash] = ()
) -> dict[str, str | int]:
    """Every option with the value given or its default; raises BadInput for what there is not or what clashes."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise BadInput(f"There is no option “{key}”. There are: {', '.join(known)}.")
    found = {key: option.read(given[key]) if key in given else option.default for key, option in known.items()}
    for clash in clashes:
        if clash.is_in(found):
            raise BadInput(clash.why, clash.clause)
    return found
