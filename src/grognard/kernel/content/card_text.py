"""Texts with the numbers of cards, so that no text contradicts a card whose numbers are changed.

A text names a number by its column, in one of these forms:

    {amount}              4
    {amount:+}            +4
    {amount:signed}       +4; 0 for 0
    {amount:plus 8}       12
    {amount:word}         four; “no” for 0
    {amount:Word}         Four
    {amount:die|dice}     the first for 1, the second for other numbers; a # in it stands for the number
    [saves at {armor:+}]  left out if the number in it is 0
    [saves at {armor:+}|saves without a bonus]

Brackets without a number stay as they are, like those of links.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Final

from grognard.kernel.content.wording import capitalized, in_words
from grognard.kernel.errors import BadInput

OPTIONAL: Final = re.compile(r"\[((?:[^][|{}]|\{[^}]*\})*)(?:\|([^][]*))?\]")


class _Numbers(Formatter):
    """Puts numbers into a text in the forms above; a name may have spaces and dots."""

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "word":
            return in_words(value) if value >= 0 else str(value)
        if format_spec == "signed":
            return format(value, "+") if value else "0"
        if format_spec.startswith("plus "):
            return str(value + int(format_spec.removeprefix("plus ")))
        if format_spec == "Word":
            return capitalized(self.format_field(value, "word"))
        if "|" in format_spec:
            single, several = format_spec.split("|")
            return (single if value == 1 else several).replace("#", str(value))
        return format(value, format_spec)


_NUMBERS: Final = _Numbers()


def named_numbers(text: str) -> set[str]:
    """Returns the names of the numbers in a text."""
    return {name for _before, name, _form, _conversion in _NUMBERS.parse(text) if name}


def with_numbers(text: str, numbers: Mapping[str, int]) -> str:
    """Returns a text with its numbers filled in; raises BadInput if it names one that is not given."""
    if "{" not in text:
        return text
    if missing := named_numbers(text) - numbers.keys():
        raise BadInput(f"The text “{text}” names {min(missing)}, but there is no such number.")

    def chosen(found: re.Match[str]) -> str:
        some, otherwise = found.groups(default="")
        names = named_numbers(some)
        if not names:
            return found[0]
        return some if any(numbers[name] for name in names) else otherwise

    return _NUMBERS.vformat(OPTIONAL.sub(chosen, text), (), numbers)
