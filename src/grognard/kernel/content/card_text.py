"""Texts with the numbers and names of cards, so that no text contradicts a card that a variant changes.

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

A text names a card by its key, in one of these forms:

    {Old Guard}           what people call the card
    {Elite:a}             an Elite
    {Elite:A}             An Elite
    {Lancer:Lancers}      “Lancers” if people call the card by its key, and otherwise its name
    {Rout:Routs|# cards}  the same with “# cards” for other names; the # stands for the name
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Final

from grognard.kernel.content.wording import capitalized, in_words, with_article
from grognard.kernel.errors import BadInput

OPTIONAL: Final = re.compile(r"\[((?:[^][|{}]|\{[^}]*\})*)(?:\|([^][]*))?\]")


class _Filler(Formatter):
    """Puts numbers and names into a text in the forms above; a key may have spaces, dots and slashes."""

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        value = kwargs[field_name]
        return ((value, field_name) if isinstance(value, str) else value), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, int):
            return _number(value, format_spec)
        title, key = value
        return _name(title, key, format_spec)


def _number(value: int, form: str) -> str:
    """Returns a number in one of its forms."""
    if form == "word":
        return in_words(value) if value >= 0 else str(value)
    if form == "signed":
        return format(value, "+") if value else "0"
    if form.startswith("plus "):
        return str(value + int(form.removeprefix("plus ")))
    if form == "Word":
        return capitalized(_number(value, "word"))
    if "|" in form:
        single, several = form.split("|")
        return (single if value == 1 else several).replace("#", str(value))
    return format(value, form)


def _name(title: str, key: str, form: str) -> str:
    """Returns what people call a card in one of its forms; the key may begin with a deck."""
    if form in ("a", "A"):
        named = with_article(title)
        return capitalized(named) if form == "A" else named
    own, _, other = form.partition("|")
    if key == title or key.endswith(f"/{title}"):
        return own or title
    return other.replace("#", title) if other else title


_FILLER: Final = _Filler()


def placeholders(text: str) -> set[str]:
    """Returns the keys of the numbers and names in a text."""
    return {name for _before, name, _form, _conversion in _FILLER.parse(text) if name}


def filled(text: str, values: Mapping[str, int | str]) -> str:
    """Returns a text with its numbers and names; raises BadInput if it has a key for which there is no value."""
    if "{" not in text:
        return text
    if missing := placeholders(text) - values.keys():
        raise BadInput(f"The text “{text}” names {min(missing)}, but there is no such number or card.")

    def chosen(found: re.Match[str]) -> str:
        some, otherwise = found.groups(default="")
        numbers = [value for name in placeholders(some) if isinstance(value := values[name], int)]
        if not numbers:
            return found[0]
        return some if any(numbers) else otherwise

    return _FILLER.vformat(OPTIONAL.sub(chosen, text), (), values)
