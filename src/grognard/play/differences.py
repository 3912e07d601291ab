"""The differences between a game and the standard rules, in words."""

from __future__ import annotations

from grognard.kernel.content.card_numbers import NewNumber
from grognard.kernel.game import Game


def differences(game: Game) -> list[str]:
    """Returns a line for each house rule that is not at its default, and for each new number on a card."""
    rules = [f"House rule: {rule.label}: {rule.told(value)} ({rule.clause})." for rule, value in game.changed_rules]
    return [*rules, *(f"New number: {number.card}, {told(number)}." for number in game.new_numbers)]


def told(number: NewNumber) -> str:
    """Returns a new number and the standard one in words."""
    standard = "none" if number.standard is None else number.standard
    return f"{number.field} {number.value} instead of {standard}"
