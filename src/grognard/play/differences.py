"""The differences between a game and the standard rules, in words."""

from __future__ import annotations

from grognard.kernel.content import card_numbers
from grognard.kernel.content.card_numbers import CardChange
from grognard.kernel.game import Game


def differences(game: Game) -> list[str]:
    """Returns a line for each house rule that is not at its default, and for each change on a card."""
    rules = [f"House rule: {rule.label}: {rule.told(value)} ({rule.clause})." for rule, value in game.changed_rules]
    return [*rules, *map(_line, game.card_changes)]


def told(change: CardChange) -> str:
    """Returns a change on a card in words: “force 3 instead of 2”."""
    match change.field:
        case card_numbers.LIKE:
            return f"a new card, like {change.value}"
        case card_numbers.NAME:
            return f"the new name of {change.standard}"
        case card_numbers.TEXT:
            return f"with the text “{change.value}”"
        case card_numbers.LOOK:
            return f"with the picture of {_pictured(change)}"
        case card_numbers.COPIES if change.standard is None:
            return "1 copy" if change.value == 1 else f"{change.value} copies"
    standard = "none" if change.standard is None else change.standard
    return f"{change.field} {change.value} instead of {standard}"


def _pictured(change: CardChange) -> str:
    """Returns the name of the card whose picture a card has."""
    return str(change.value).partition("/")[2]


def _line(change: CardChange) -> str:
    match change.field:
        case card_numbers.LIKE:
            return f"New card: {change.card}, like {change.value}."
        case card_numbers.NAME:
            return f"New name: {change.card} instead of {change.standard}."
        case card_numbers.TEXT:
            return f"New text: {change.card}: “{change.value}”"
        case card_numbers.LOOK:
            return f"New picture: {change.card}, that of {_pictured(change)}."
        case card_numbers.COPIES:
            return f"Copies: {change.card}, {told(change).removeprefix('copies ')}."
    return f"New number: {change.card}, {told(change)}."
