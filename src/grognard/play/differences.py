"""The differences between a game and the standard rules, in words."""

from __future__ import annotations

from grognard.kernel.content.card_numbers import COPIES, LIKE, LOOK, NAME, TEXT, CardChange
from grognard.kernel.game import Game


def differences(game: Game) -> list[str]:
    """Returns a line for each house rule that is not at its default, and for each change on a card."""
    rules = [f"House rule: {rule.label}: {rule.told(value)} ({rule.clause})." for rule, value in game.changed_rules]
    return [*rules, *map(_line, game.card_changes)]


def told(change: CardChange) -> str:
    """Returns a change on a card in words: “force 3 instead of 2”."""
    if change.field == LIKE:
        return f"a new card, like {change.value}"
    if change.field == NAME:
        return f"the new name of {change.standard}"
    if change.field == TEXT:
        return f"the text is “{change.value}”"
    if change.field == LOOK:
        return f"the picture is that of {_card_of(change)}"
    if change.field == COPIES and change.standard is None:
        return "1 copy" if change.value == 1 else f"{change.value} copies"
    standard = "none" if change.standard is None else change.standard
    return f"{change.field} {change.value} instead of {standard}"


def _card_of(change: CardChange) -> str:
    """Returns the name of the card whose picture a card has."""
    return str(change.value).partition("/")[2]


def _line(change: CardChange) -> str:
    if change.field == LIKE:
        return f"New card: {change.card}, like {change.value}."
    if change.field == NAME:
        return f"New name: {change.card} instead of {change.standard}."
    kind = {TEXT: "New text", LOOK: "New picture", COPIES: "Copies"}.get(change.field, "New number")
    return f"{kind}: {change.card}, {told(change)}."
